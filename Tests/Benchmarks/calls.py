"""Calls on an open connection, and what they cost on disk."""

import collections
import contextlib
import re
import sqlite3

import peers
from report import Row


def get(setting):
    """A Get beside a PING of redis, wherever the processes are."""
    rounds = 4_000 if setting.is_quick else 20_000
    rows = []
    for name, is_placed, cpu in (("placed nowhere", False, None),
                                 ("on one core", True, setting.daemon_cpu),
                                 ("on two cores", True, setting.client_cpu)):
        number = len(rows)
        gatherd = setting.gatherd(f"get{number}", is_placed=is_placed).play()
        pinged = peers.redis(setting, f"redis{number}", is_placed=is_placed)
        took = setting.samples("roundtrip", gatherd.socket, pinged, rounds, cpu=cpu)
        rows.append(Row.beside(f"Get on an open connection, {name}", took["get"],
                               "redis PING", took["ping"], at_most=1.7))
    return rows


def command(setting):
    """AddToScore beside what it is made of, and its flushes."""
    gatherd = setting.gatherd("command").play()
    gatherd.add_goals(4)
    database = setting.states / "copy.db"
    copy(gatherd.state / "gather.db", database)
    rounds = 400 if setting.is_quick else 2_000
    took = setting.samples("commit", gatherd.socket, database, rounds, setting.daemon_cpu,
                           cpu=setting.client_cpu)
    parts = map(sum, zip(took["get"], took["commit"]))
    return [
        Row.beside("AddToScore, answered", took["add"], "Get and SQLite commit",
                   list(parts), at_most=1.3),
        flushes(setting),
    ]


def copy(database, path):
    """Copies a database that is in use."""
    with contextlib.closing(sqlite3.connect(database)) as source, \
            contextlib.closing(sqlite3.connect(path)) as target:
        source.backup(target)


def flushes(setting):
    """How often a command has the disk flush, traced."""
    count = 500
    trace = setting.sockets / "trace"
    calls = "trace=fdatasync,fsync,sync_file_range,write,writev,sendto,sendmsg"
    gatherd = setting.gatherd("traced", ["strace", "-D", "-f", "-y", "-e", calls, "-o", trace])
    gatherd.play()
    with gatherd.client() as client:
        for number in range(count):
            client.call("AddToScore", team="teamA", delta=1 - number % 2 * 2,
                        requestId=f"request {number}")
    gatherd.stop()
    flushed = flushed_files(trace.read_text(), count)
    # A checkpoint flushes the database; the command after it begins the log anew, and flushes that.
    checkpoints = [any(file.endswith(".db") for file in files) for files in flushed]
    around = [now or before for now, before in zip(checkpoints, [False, *checkpoints])]
    plain = collections.Counter(len(files) for files, is_near in zip(flushed, around)
                                if not is_near)
    extra = sum(len(files) - 1 for files, is_near in zip(flushed, around) if is_near)
    value = ", ".join(f"{times} in {commands}" for times, commands in sorted(plain.items()))
    note = f"{sum(checkpoints)} checkpoints added {extra}"
    return Row(f"flushes a command, of {count}", value, note, goal="exactly 1",
               is_met=set(plain) == {1})


def flushed_files(trace, count):
    """The files that were flushed for each of the last commands, up to its answer."""
    files, answered = [], []
    for line in trace.splitlines():
        if flush := re.search(r"\b(fdatasync|fsync|sync_file_range)\(\d+<([^>]*)>", line):
            files.append(flush[2])
        # What is said to a service manager has its address.
        elif (re.search(r"\b(write|writev|sendto|sendmsg)\(\d+<(socket|UNIX)", line)
              and "sun_path" not in line):
            answered.append(files)
            files = []
    return answered[-count:]
