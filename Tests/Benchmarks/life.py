"""How fast the daemon is there, and how much it leaves on disk."""

import contextlib
import sqlite3

from report import Row

EVENTS = 10_000
# The most bytes of an event for its hash.
HASH = 40


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
    """The bytes of the database for each event, and those of its hash among them."""
    def show(size):
        return f"{size:.0f}"

    rows = []
    for name, with_ids in (("with request IDs", True), ("without", False)):
        database = filled(setting, with_ids)
        rows.append(Row(f"database bytes an event, of {EVENTS:,} {name}",
                        show(bytes_an_event(database))))
    packed = hash_bytes(database)
    return rows + [Row.within("of which its hash, pages packed", packed, HASH, show=show)]


def filled(setting, with_ids):
    """A database with so many events in one match."""
    gatherd = setting.gatherd(f"size-{with_ids}").play()
    gatherd.add_goals(EVENTS, with_ids)
    gatherd.stop()
    return gatherd.state / "gather.db"


def bytes_an_event(database, *statements):
    """The bytes of a database for each event, after some statements."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        for statement in (*statements, "PRAGMA wal_checkpoint(TRUNCATE)"):
            connection.execute(statement)
        events, = connection.execute("SELECT count(*) FROM events").fetchone()
    return database.stat().st_size / events


def hash_bytes(database):
    """How much smaller each event is in a database without hashes, packed as densely."""
    return bytes_an_event(database, "VACUUM") - bytes_an_event(
        database, "ALTER TABLE events DROP COLUMN chain", "VACUUM")
