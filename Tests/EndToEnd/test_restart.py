"""A daemon that was down goes on where the match is by now."""

import signal
import threading
import time
import unittest

from client import SERVICE, Refused, shown
from daemon import Daemon


def ends_at(gather):
    return gather["timer"]["endsAtBoottimeMicroseconds"]


def wait_until(boottime_microseconds):
    """Waits for a reading of the clock the daemon counts by; no daemon is there to tell."""
    while (rest := boottime_microseconds / 1e6 - time.clock_gettime(time.CLOCK_BOOTTIME)) > 0:
        threading.Event().wait(rest)


class Restart(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def test_a_running_countdown_goes_on_to_the_same_deadline(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                running = self.daemon.call("Start")["gather"]
                self.assertIsNone(running.get("recovered"))
                self.daemon.end(number)
                self.daemon.start()
                gather = self.daemon.get()
                self.assertEqual(gather["timer"]["state"], "running")
                self.assertEqual(ends_at(gather), ends_at(running))
                self.assertEqual(gather["recovered"]["clock"], "boottime")
                self.assertGreaterEqual(gather["recovered"]["unattendedMilliseconds"], 0)
                said = self.daemon.ctl("status").stdout
                self.assertRegex(said, r"(?m)^restarted \d\d:\d\d:\d\d$")
                self.assertNotIn("unattended", said)
                goal = self.daemon.call("AddToScore", team="teamA", delta=1)["gather"]
                self.assertIsNone(goal.get("recovered"))
                self.assertEqual(ends_at(goal), ends_at(running))

    def test_a_paused_countdown_stays_where_it_is(self):
        self.daemon.call("Start")
        paused = self.daemon.call("Pause")["gather"]
        self.daemon.restart()
        gather = self.daemon.get()
        self.assertEqual(gather["timer"]["state"], "paused")
        self.assertIsNone(gather.get("recovered"))
        left = "remainingMilliseconds"
        self.assertEqual(gather["timer"][left], paused["timer"][left])

    def test_a_countdown_that_ended_meanwhile_is_stopped_at_zero(self):
        self.daemon.call("Open", time={"minutes": 0, "seconds": 1})
        running = self.daemon.call("Start")["gather"]
        self.daemon.kill()
        wait_until(ends_at(running))
        self.daemon.start()
        gather = self.daemon.get()
        self.assertEqual((gather["timer"]["state"], shown(gather)), ("stopped", "00:00"))
        self.assertEqual(gather["recovered"]["clock"], "boottime")
        self.assertEqual(gather["phase"], "open")

    def test_everything_about_the_match_is_kept(self):
        self.daemon.call(
            "Open", time={"minutes": 12, "seconds": 5}, teamAName="Löwen 🦁", teamBName="B")
        self.daemon.call("SetScore", team="teamB", score=999)
        before = self.daemon.call("End")["gather"]
        self.daemon.restart()
        after = self.daemon.get()
        for gather in (before, after):
            del gather["timer"]["takenAtBoottimeMicroseconds"]
        self.assertEqual(after, before)
        self.assertEqual(self.daemon.call("Undo")["gather"]["phase"], "open")
        gathers = self.daemon.call("io.gatherd.History.List")["gathers"]
        self.assertEqual([gather["teamAName"] for gather in gathers], ["Löwen 🦁"])

    def test_a_repeated_request_counts_once_and_gets_the_same_outcome(self):
        self.daemon.call("Open")
        goal = {"team": "teamA", "delta": 1, "requestId": "goal 1"}
        first = self.daemon.call("AddToScore", **goal)
        again = self.daemon.call("AddToScore", **goal)
        self.daemon.restart()
        later = self.daemon.call("AddToScore", **goal)
        for reply in (again, later):
            self.assertEqual(reply["outcome"], first["outcome"])
            self.assertEqual(reply["gather"]["revision"], first["gather"]["revision"])
            self.assertEqual(reply["gather"]["score"], "1-0")

    def test_a_repeated_start_does_not_start_again(self):
        first = self.daemon.call("Start", requestId="start")
        self.daemon.call("Pause")
        self.daemon.restart()
        again = self.daemon.call("Start", requestId="start")
        self.assertEqual(again["outcome"], first["outcome"])
        self.assertEqual(again["gather"]["timer"]["state"], "paused")

    def test_a_request_id_of_another_command_is_refused(self):
        self.daemon.call("Start", requestId="one")
        for _ in range(2):
            for method, parameters in (
                ("Pause", {}), ("Start", {"agoMilliseconds": 5}),
                ("AddToScore", {"team": "teamA", "delta": 1}),
            ):
                with self.subTest(method), self.assertRaises(Refused) as refused:
                    self.daemon.call(method, **parameters, requestId="one")
                self.assertEqual(refused.exception.name, f"{SERVICE}.InvalidParameter")
                self.assertEqual(refused.exception.parameters, {"parameter": "requestId"})
            self.daemon.restart()

    def test_subscribers_of_the_next_daemon_see_the_match_go_on(self):
        self.daemon.call("Open", time={"minutes": 0, "seconds": 2})
        self.daemon.call("Start")
        self.daemon.restart()
        watcher = self.daemon.client()
        self.assertEqual(watcher.subscribe(ticks=True)["timer"]["state"], "running")
        self.assertEqual(shown(watcher.change_with("timeUp")), "00:00")
