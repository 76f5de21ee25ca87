"""Terminals: one that a program is asked on, and one with panes that are looked at."""

import codecs
import fcntl
import os
import pty
import select
import struct
import subprocess
import tempfile
import termios
import time

from programs import LIMIT, environment, eventually, require


def zone_of_hour(hour):
    """A time zone in which it is this hour now; its name has the three letters that POSIX wants."""
    return f"XXX{(time.gmtime().tm_hour - hour):+d}"


def read_question():
    """Takes as long as a person to read a question: the board takes no yes that comes sooner, and
    the time itself is what counts, so there is no event."""
    time.sleep(0.2)


class Terminal:
    """A program on a terminal of its own, as somebody would use it."""

    def __init__(self, test, *arguments, columns=80, **variables):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(
            # setsid makes it the controlling terminal: ^C and /dev/tty work.
            ["setsid", "--ctty", "--wait", *map(str, arguments)], stdin=theirs, stdout=theirs,
            stderr=theirs, env=environment(TERM="xterm", **variables))
        os.close(theirs)
        self.output = ""
        self._passed = 0
        # What is read may end in the midst of a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._terminal = ours
        test.addCleanup(self.close)

    def read_until(self, text):
        """Waits until a text is shown behind the one that the last call has found; gives all that
        was shown in between, and the text."""
        start = self._passed
        while (found := self.output.find(text, start)) < 0:
            if not self._read():
                raise AssertionError(f"it ended without {text!r}: {self.output!r}")
        self._passed = found + len(text)
        return self.output[start:self._passed]

    def type(self, keys):
        os.write(self._terminal, keys.encode())

    def end(self):
        """Waits for the end of the program; gives its exit status."""
        while self._read():
            pass
        return self.process.wait(LIMIT)

    def close(self):
        # The end of its terminal is a hangup for the program; setsid waits for it.
        os.close(self._terminal)
        try:
            self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(LIMIT)

    def _read(self):
        if not select.select([self._terminal], [], [], LIMIT)[0]:
            raise AssertionError(f"nothing more within {LIMIT} s, after {self.output!r}")
        try:
            some = os.read(self._terminal, 65536)
        except OSError:
            some = b""  # EIO is the end of a terminal.
        self.output += self._decoder.decode(some)
        return some


class Tmux:
    """A tmux server of its own, with one window."""

    def __init__(self, test, columns=80, lines=40, **variables):
        self._tmux = require("tmux", "tmux")
        self._directory = tempfile.TemporaryDirectory(prefix="gatherd-tmux-", dir="/tmp")
        self._environment = environment(
            TMUX_TMPDIR=self._directory.name, TERM="screen", **variables)
        test.addCleanup(self._directory.cleanup)
        self("new-session", "-d", "-x", columns, "-y", lines, "sh")
        test.addCleanup(self, "kill-server")

    def __call__(self, *arguments):
        """Runs a command of tmux; gives its output."""
        return subprocess.run(
            [self._tmux, "-f", "/dev/null", *map(str, arguments)], capture_output=True, text=True,
            check=True, timeout=LIMIT, env=self._environment).stdout

    def split(self):
        """A second pane below the first; gives the numbers of both."""
        self("split-window", "-v", "sh")
        return self("list-panes", "-F", "#{pane_id}").split()

    def type(self, pane, line):
        self("send-keys", "-t", pane, line, "Enter")

    def press(self, pane, key):
        self("send-keys", "-t", pane, key)

    def screen(self, pane):
        """What the pane shows."""
        return self("capture-pane", "-p", "-t", pane).rstrip("\n")

    def wait_for(self, pane, *texts):
        """Waits until a pane shows all of the texts at once; gives what it shows."""
        def look():
            screen = self.screen(pane)
            return screen if all(text in screen for text in texts) else None
        # tmux has no event for a change of what is shown.
        return eventually(look, lambda: f"no {texts} within {LIMIT} s in\n{self.screen(pane)}")
