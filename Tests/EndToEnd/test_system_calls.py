"""How many system calls an answer takes, counted by strace(1)."""

import collections
import re
import unittest

import programs
from daemon import Daemon

# So many that what a start does, which differs by tens of calls, is less than a tenth of them.
COUNT = 1_000


@programs.skip_if_sanitized("it makes calls of its own")
class SystemCalls(unittest.TestCase):
    def setUp(self):
        self.strace = programs.require("strace", "strace")
        self.trace = None

    def test_a_look_on_an_open_connection(self):
        """A wait, a read and a write; what the daemon does besides makes less than one more."""
        # Where the kernel takes the processor away from a thread that holds a lock, others wait for
        # it by futex(2). So what an answer takes is the least of a few runs.
        start = self.calls_of(0)
        runs = [self.calls_of(COUNT) - start for _ in range(4)]
        calls = min(runs, key=collections.Counter.total)
        self.assertLessEqual(calls.total(), 4 * COUNT, calls)
        # No other thread is woken for it, and nothing is looked at on disk.
        for name in ("futex", "epoll_ctl", "fcntl", "newfstatat"):
            self.assertLess(calls[name], COUNT / 10, calls)

    def calls_of(self, count):
        """What a daemon calls that is asked for the match so many times, by the names of calls."""
        daemon = Daemon()
        self.addCleanup(daemon.close)
        self.trace = daemon.directory / "trace"
        daemon.program = self.traced(daemon.directory / "traced")
        daemon.start()
        daemon.call("Start")
        with daemon.client() as client:
            for _ in range(count):
                client.call("Get")
        daemon.stop()
        lines = self.trace_of(daemon.pid)
        # A call that another thread interrupted in the trace has a line for its end as well.
        found = [re.match(r"\d+ +(\w+)\(", line) for line in lines]
        return collections.Counter(match[1] for match in found if match)

    def trace_of(self, pid):
        """The lines of the trace up to the end of the daemon, which strace writes on its own."""
        def whole():
            text = self.trace.read_text()
            if "execve" not in text:
                programs.cannot_run(f"strace cannot trace here: {text}")
            return text if re.search(rf"^{pid} +\+\+\+ exited", text, re.M) else None
        # It is the grandchild of nobody who would be told of its end.
        return programs.eventually(whole, lambda: self.trace.read_text()[-1_000:]).splitlines()

    def traced(self, script):
        """The daemon under strace, which is not in its place: it is its grandchild."""
        script.write_text(f'#!/bin/sh\nexec {self.strace} -D -f -o {self.trace} '
                          f'{programs.gatherd()} "$@"\n')
        script.chmod(0o755)
        return str(script)
