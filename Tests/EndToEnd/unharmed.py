"""A daemon that is to be the same after whatever a test does to it."""

import unittest

from client import SERVICE, Refused
from daemon import Daemon


class UnharmedDaemon(unittest.TestCase):
    """Tests that share a daemon with a match, which none of them may change."""

    @classmethod
    def setUpClass(cls):
        cls.daemon = Daemon()
        cls.addClassCleanup(cls.daemon.close)
        cls.daemon.start()
        cls.daemon.call("Open")
        cls.gather = cls.daemon.call("SetScore", team="teamB", score=3)["gather"]
        cls.pid = cls.daemon.pid

    def tearDown(self):
        self.check_unharmed()

    def check_unharmed(self):
        """Another client is answered, by the same process, and nothing has changed."""
        self.assertIsNone(self.daemon.process.poll(), self.daemon.log)
        self.assertEqual(self.daemon.pid, self.pid)
        gather = self.daemon.get()
        gather["timer"]["takenAtBoottimeMicroseconds"] = (
            self.gather["timer"]["takenAtBoottimeMicroseconds"])
        self.assertEqual(gather, self.gather)

    def check_refused(self, method, parameters, error, **fields):
        """The call gets this error, and the connection is good for another call."""
        with self.subTest(method=method, parameters=parameters), self.daemon.client() as client:
            with self.assertRaises(Refused) as refused:
                client.call(method, **parameters)
            self.assertEqual(refused.exception.name, error)
            self.assertEqual(refused.exception.parameters, fields)
            self.assertEqual(client.get()["score"], "0-3")
            self.check_unharmed()

    def check_invalid(self, name, method, **parameters):
        self.check_refused(method, parameters, f"{SERVICE}.InvalidParameter", parameter=name)

    def check_closed(self, label, data):
        """The daemon closes the connection without a word."""
        with self.subTest(label), self.daemon.client() as client:
            client.send_bytes(data)
            self.assertTrue(client.is_closed())
            self.check_unharmed()
