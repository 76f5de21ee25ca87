"""How fast the daemon is there, and how much it leaves on disk."""

import contextlib
import sqlite3

from report import Row

EVENTS = 10_000


def start(setting):
    """From the start to READY=1, and from a SIGKILL to an answer, in turn with nothing else."""
    rounds = 10 if setting.is_quick else 40
    small = setting.gatherd("small").play()
    small.add_goals(20)
    small.stop()
    large = setting.gatherd("large").play()
    large.add_goals(EVENTS)
    large.stop()

    def took(name, state, mode):
        return setting.samples(
            "startup", rounds, setting.built.gatherd, setting.sockets / f"{name}.sock", state,
            mode)["took"]

    return [
        Row.within("start to READY=1, a match of 22 events", took("small", small.state, "ready"),
                   20e3),
        Row.within("start to READY=1, no state directory yet",
                   took("new", setting.states / "new", "new"), 20e3),
        Row.within(f"SIGKILL to answered again, {EVENTS:,} events",
                   took("large", large.state, "killed"), 45e3),
    ]


def size(setting):
    """The bytes of the database for each event."""
    return [Row(f"database bytes an event, of {EVENTS:,} {name}",
                f"{bytes_an_event(setting, with_ids):.0f}")
            for name, with_ids in (("with request IDs", True), ("without", False))]


def bytes_an_event(setting, with_ids):
    gatherd = setting.gatherd(f"size-{with_ids}").play()
    gatherd.add_goals(EVENTS, with_ids)
    gatherd.stop()
    database = gatherd.state / "gather.db"
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        events, = connection.execute("SELECT count(*) FROM events").fetchone()
    return database.stat().st_size / events
