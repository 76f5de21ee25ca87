"""A broker that comes back, after an hour of absence, with what was there before."""

import socket
import threading
import unittest

from absence import AbsenceTest
from mqtt import HERE
from test_mqtt import RESULT

# The longest time between two tries to connect, and how many come sooner at first.
LONGEST_WAIT, FIRST_TRIES = 30, 6


class Return(AbsenceTest):
    def test_a_broker_that_has_what_was_before_gets_all(self):
        """Meanwhile somebody else listens in its place, who ends each connection."""
        undone = self.finished(3)
        self.settle(undone)
        self.assertIn(RESULT + undone, self.broker.retained())
        self.broker.stop()
        tries = Tries(self, self.broker.port)
        begin = self.clocks.now

        def play():
            self.daemon.call("Undo")
            self.daemon.call("Discard")
            self.play_day()

        self.pass_hour(play)
        tries.close()
        longest = (self.clocks.now - begin) / LONGEST_WAIT
        print(f"{tries.count} tries to connect", flush=True)
        self.assertLessEqual(tries.count, longest + FIRST_TRIES)
        # Time has passed for it as well, though less often looked at on a busy machine.
        self.assertGreater(tries.count, longest / 4)
        removed = self.read_all()
        self.assertEqual(removed, {undone})


class Tries:
    """What listens at a port, ends each connection and counts them."""

    def __init__(self, test, port):
        self.count = 0
        self._listener = socket.create_server((HERE, port))
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        test.addCleanup(self.close)

    def _serve(self):
        try:
            while True:
                self._listener.accept()[0].close()
                self.count += 1
        except OSError:
            pass  # It is over.

    def close(self):
        if self._listener.fileno() >= 0:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._thread.join()
            self._listener.close()


if __name__ == "__main__":
    unittest.main()
