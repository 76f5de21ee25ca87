"""A control group of a test's own, which counts the memory of what runs in it and sets it an end."""

import os
import pathlib

from programs import cannot_run

ROOT = pathlib.Path("/sys/fs/cgroup")


class MemoryGroup:
    """A group of either version, removed with the test, after those who ran in it."""

    def __init__(self, test, limit):
        """The limit is in bytes."""
        name = f"gatherd-test-{os.getpid()}"
        second, *first = [ROOT / name] + [
            ROOT / "memory" / path.lstrip("/") / name
            for _, controllers, path in (
                line.split(":", 2)
                for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines())
            if controllers == "memory"]
        self.path, end, peak = (
            (first[0], "memory.limit_in_bytes", "memory.max_usage_in_bytes") if first
            else (second, "memory.max", "memory.peak"))
        try:
            self.path.mkdir()
            test.addCleanup(self.path.rmdir)
            (self.path / end).write_text(str(limit))
        except OSError as error:
            cannot_run(f"there is no control group for memory here: {error}", impossible=True)
        self._peak = self.path / peak

    def program(self, path, program):
        """A script that runs a program in the group."""
        path.write_text(f'#!/bin/sh\necho $$ >"{self.path}/cgroup.procs" && exec {program} "$@"\n')
        path.chmod(0o755)
        return str(path)

    @property
    def peak(self):
        """The most that was ever taken, in bytes, the kernel's for sockets included."""
        return int(self._peak.read_text()) if self._peak.exists() else 0
