"""Disks on which nothing can be stored for a while."""

import contextlib
import sqlite3


class Full:
    """A disk without room, or nearly so."""

    name = "full disks"

    def __init__(self, soak):
        self._disk = soak.world.disk
        self._spare = soak.chance.choice((0, 0, 4096, 20_000, 60_000))
        # It finds the disk full when it starts.
        self._kill = soak.quiet_kill if soak.chance.random() < 0.3 else lambda: None
        self.can_be_killed = True

    def __enter__(self):
        self._disk.fill(self._spare)
        self._kill()

    def __exit__(self, *_):
        self._disk.empty()


class ReadOnly:
    """A disk that takes no writes, from the start of a daemon on."""

    name = "read-only disks"

    def __init__(self, soak):
        self._disk = soak.world.disk
        self._kill = soak.quiet_kill
        self.can_be_killed = True

    def __enter__(self):
        self._kill(lambda: self._disk.remount("ro"))

    def __exit__(self, *_):
        self._disk.remount("rw")


class Locked:
    """A database that another process has locked."""

    name = "locked databases"

    def __init__(self, soak):
        self._database = soak.world.database
        self._stack = contextlib.ExitStack()
        # The start of a daemon with a locked database is not tested here, so it is not killed.
        self.can_be_killed = False

    def __enter__(self):
        other = self._stack.enter_context(contextlib.closing(sqlite3.connect(self._database)))
        other.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_):
        self._stack.close()


ALL = (Full, ReadOnly, Locked)
