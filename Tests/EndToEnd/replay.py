"""A match that `gatherctl replay` plays again."""

import pathlib
import signal

import programs
from client import Client
from programs import LIMIT, Running


class Replay(Running):
    """A replay that goes on; the match is that of its gatherd."""

    def __init__(self, test, *arguments, **variables):
        super().__init__(test, programs.gatherctl(), "replay", *arguments, **variables)
        address = self.line_with("gatherctl watch").split()[0]
        self.socket = pathlib.Path(address.removeprefix("GATHERD_SOCKET="))

    def play(self):
        """Waits until all of it was played."""
        self.line_with("all of it was played")
        return self

    def call(self, method, **parameters):
        """One call on a connection of its own."""
        with Client(self.socket) as client:
            return client.call(method, **parameters)

    def get(self):
        return self.call("Get")["gather"]

    def end(self, number=signal.SIGTERM):
        """Ends it by a signal; gives what it complains of."""
        self.process.send_signal(number)
        status = self.process.wait(LIMIT)
        assert status == -number, f"it ended with {status}"
        while self.next_line() is not None:
            pass
        return [line for line in self.lines if line.startswith("gatherctl: ")]

    def close(self):
        try:
            # It removes what it has made.
            if self.process.poll() is None:
                self.process.terminate()
                self.process.wait(LIMIT)
        finally:
            super().close()
