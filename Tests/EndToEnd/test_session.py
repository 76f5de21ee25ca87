"""Ending a match from a terminal."""

import unittest

from daemon import Daemon
from programs import gatherctl
from terminal import Terminal


class Question(unittest.TestCase):
    """`end` asks on a terminal, and what is not a clear yes is a no."""

    def setUp(self):
        self.daemon = Daemon.running(self)
        self.daemon.call("Open")

    def ask(self, verb="end"):
        terminal = Terminal(self, gatherctl(), verb, GATHERD_SOCKET=self.daemon.socket)
        terminal.read_until("?")
        return terminal

    def check_answer(self, verb, keys, status, phase):
        with self.subTest(verb=verb, keys=keys):
            terminal = self.ask(verb)
            terminal.type(keys)
            self.assertEqual(terminal.end(), status, terminal.output)
            self.assertEqual(self.daemon.get()["phase"], phase)

    def test_the_question_is_that_of_the_application(self):
        terminal = self.ask()
        self.assertIn("Are you sure you want to end the match?", terminal.output)
        terminal.type("\n")
        self.assertEqual(terminal.end(), 1)
        self.assertIn("cancel", terminal.output.lower())

    def test_anything_but_yes_cancels(self):
        for keys in ("\n", "n\n", "x\n", "cancel\n", "\x04"):
            self.check_answer("end", keys, 1, "open")
        self.check_answer("discard", "\n", 1, "open")

    def test_an_interrupt_cancels(self):
        terminal = self.ask()
        terminal.type("\x03")
        self.assertNotEqual(terminal.end(), 0)
        self.assertEqual(self.daemon.get()["phase"], "open")

    def test_yes_ends(self):
        self.check_answer("end", "y\n", 0, "ended")
        self.daemon.call("Undo")
        self.check_answer("end", "yes\n", 0, "ended")
        self.daemon.call("Undo")
        self.check_answer("discard", "y\n", 0, "discarded")
