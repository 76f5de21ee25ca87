"""A match from the shell, from its opening to its end."""

import re
import unittest

from client import shown
from daemon import Daemon
from programs import gatherctl
from terminal import Terminal


class Session(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments, status=0):
        return self.daemon.said(self, *arguments, status=status)

    def test_a_match_from_the_shell(self):
        self.assertIn("00:03", self.ctl("new", "--time", "00:03"))
        subscriber = self.daemon.client()
        self.assertEqual(shown(subscriber.subscribe(ticks=True)), "00:03")
        watch = self.daemon.watch(self, "--ticks")
        watch.line_with("00:03")

        self.assertIn("running from 00:03", self.ctl("start"))
        self.check_countdown(subscriber, watch)

        self.assertIn("Team A 1-0 Team B", self.ctl("goal", "a"))
        self.assertIn("Team A 2-0 Team B", self.ctl("goal", "a"))
        self.assertIn("Team A 2-1 Team B", self.ctl("goal", "b"))
        self.assertIn("2-0", self.ctl("undo"))
        # After the ticks and the end of time, nothing but these came.
        for score in ("1-0", "2-0", "2-1", "2-0"):
            self.assertEqual(subscriber.next_change()[1]["score"], score)
            self.assertIn(score, watch.next_line())
        self.assertIn("2-0", self.ctl("status"))

        self.assertIn("--yes", self.ctl("end", status=2))
        self.assertEqual(self.daemon.get()["phase"], "open")
        ended = self.ctl("end", "--yes")
        for words in ("2-0", "Team A", "gatherctl undo"):
            self.assertIn(words, ended)
        history = self.ctl("history").splitlines()
        self.assertEqual(len(history), 1)
        self.assertRegex(history[0], r"2-0 .*Team A")
        refused = self.ctl("goal", "b", status=1)
        for words in ("cannot count the goal", "no match is open", "gatherctl undo",
                      "gatherctl start"):
            self.assertIn(words, refused)
        self.assertEqual(self.daemon.get()["score"], "2-0")
        self.ctl("undo")
        self.assertEqual(self.daemon.get()["phase"], "open")
        self.assertIn("2-1", self.ctl("goal", "b"))

    def check_countdown(self, subscriber, watch):
        """Both see every second of it once, and its end."""
        changes = [subscriber.next_change() for _ in range(4)]
        self.assertEqual(
            [(reason, shown(gather)) for reason, gather in changes],
            [("started", "00:03"), ("tick", "00:02"), ("tick", "00:01"), ("timeUp", "00:00")])
        states = [gather["timer"]["state"] for _, gather in changes]
        self.assertEqual(states, ["running", "running", "running", "stopped"])
        lines = []
        while not lines or "00:00" not in lines[-1]:
            lines.append(watch.next_line())
        times = [re.search(r"\b\d\d:\d\d\b", line)[0] for line in lines]
        self.assertEqual(times, ["00:03", "00:02", "00:01", "00:00"])
        self.assertIn("stopped", lines[-1])

    def test_commands_that_change_nothing_say_so(self):
        self.assertIn("running from 10:00", self.ctl("start"))
        revision = self.daemon.get()["revision"]
        self.assertIn("already running", self.ctl("start"))
        self.assertRegex(self.ctl("pause"), r"paused at (10:00|09:5\d)")
        self.assertIn("already paused", self.ctl("pause"))
        self.assertEqual(self.daemon.get()["revision"], revision + 1)

    def test_the_clock_is_controlled(self):
        self.ctl("new", "--time", "90m", "--team-a", "Löwen", "--team-b", "Bären")
        self.assertIn("Löwen", self.ctl("status"))
        self.assertIn("cannot", self.ctl("resume", status=1))
        self.assertIn("running from 90:00", self.ctl("toggle"))
        self.assertIn("paused", self.ctl("toggle"))
        self.assertIn("running", self.ctl("resume"))
        stopped = self.ctl("set", "1h30m")
        for words in ("90:00", "it was running", "gatherctl undo"):
            self.assertIn(words, stopped)
        self.assertIn("91:05", self.ctl("adjust", "+1m5s"))
        self.assertIn("90:35", self.ctl("adjust", "-30s"))
        self.assertIn("running", self.ctl("adjust", "+1s", "--start"))
        self.assertRegex(self.ctl("pause", "--ago", "1ms"), "paused at 90:3")
        self.assertIn("90:00", self.ctl("cancel"))
        self.ctl("reset")
        timer = self.daemon.get()["timer"]
        self.assertEqual((timer["state"], timer["remainingMilliseconds"]), ("stopped", 5_400_000))

    def test_after_time_ran_out_the_clock_can_still_be_corrected(self):
        self.ctl("new", "--time", "00:02")
        subscriber = self.daemon.client()
        subscriber.subscribe()
        self.ctl("start")
        self.assertEqual(shown(subscriber.change_with("timeUp")), "00:00")
        # It is decided by the countdown as it stood then, which was running.
        self.assertRegex(self.ctl("pause", "--ago", "2s"), "paused at 00:0[12]")
        self.ctl("undo")
        timer = self.daemon.get()["timer"]
        self.assertEqual((timer["state"], timer["remainingMilliseconds"]), ("stopped", 0))
        self.assertIn("running, 02:00 left", self.ctl("adjust", "+2m", "--start"))
        timer = self.daemon.get()["timer"]
        self.assertEqual(timer["state"], "running")
        self.assertEqual(timer["initial"], {"minutes": 0, "seconds": 2})

    def test_a_dated_command_that_does_not_fit_is_refused(self):
        self.ctl("start")
        gather = self.daemon.get()
        self.assertRegex(
            self.ctl("pause", "--ago", "1h", status=1),
            r"cannot pause .*last command.* at \d\d:\d\d")
        self.assertIn(
            "would change nothing", self.ctl("start", "--ago", "1ms", status=1))
        self.assertEqual(self.daemon.get()["revision"], gather["revision"])
        self.assertEqual(self.daemon.get()["timer"]["state"], "running")

    def test_the_score_is_controlled(self):
        self.ctl("new")
        for arguments, score in (
            (("score", "a", "15"), "15-0"), (("score", "a", "+2"), "17-0"),
            (("score", "b", "3"), "17-3"), (("score", "b", "-1"), "17-2"), (("goal", "b"), "17-3"),
        ):
            self.assertIn(score, self.ctl(*arguments))
            self.assertEqual(self.daemon.get()["score"], score)
        revision = self.daemon.get()["revision"]
        self.ctl("goal", "a", "--request-id", "the goal")
        self.ctl("goal", "a", "--request-id", "the goal")
        self.assertEqual(self.daemon.get()["revision"], revision + 1)

    def test_a_discarded_match_has_no_result(self):
        self.ctl("new")
        self.assertIn("--yes", self.ctl("discard", status=2))
        self.assertIn("discarded", self.ctl("discard", "--yes"))
        self.assertEqual(self.daemon.get()["phase"], "discarded")
        self.ctl("undo")
        self.assertEqual(self.daemon.get()["phase"], "open")

    def test_before_the_first_match(self):
        self.ctl("status")
        self.assertEqual(self.daemon.ctl("history").returncode, 0)
        self.assertIn("gatherctl start", self.ctl("goal", "a", status=1))
        self.ctl("undo", status=1)


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
        self.assertIn("Are you sure you want to end the gather?", terminal.output)
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
