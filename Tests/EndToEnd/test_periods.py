"""A match of two halves: played by keys on a board, and by a client that knows no halves."""

import time
import unittest

from daemon import Daemon
from programs import bin_dir, eventually
from terminal import Tmux, read_question


class Periods(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def course(self):
        return self.daemon.get()["course"]

    def is_at(self, index, stage):
        course = self.course()
        return (course["index"], course["stage"]) == (index, stage)

    def test_two_halves_by_keys_alone_and_a_daemon_killed_in_the_break(self):
        tmux = Tmux(self, GATHERD_SOCKET=self.daemon.socket, PATH=f"{bin_dir()}:/usr/bin:/bin")
        tmux("resize-window", "-x", 80, "-y", 24)
        self.daemon.said(self, "new", "--periods", "2x0:25", "--break", "0:10")
        tmux("respawn-pane", "-k", "-t", "%0", "gatherctl watch --control")
        tmux.wait_for("%0", "NEXT: FIRST HALF")

        def press(*keys):
            tmux("send-keys", "-t", "%0", *keys)

        def until(condition):
            eventually(condition, lambda: f"{self.daemon.get()}\n{tmux.screen('%0')}")

        press("n")
        tmux.wait_for("%0", "LAST MINUTE, FIRST HALF")
        press("a")
        until(lambda: self.daemon.get()["score"] == "1-0")
        press("x")
        tmux.wait_for("%0", "added time, in minutes")
        press("3", "Enter")
        until(lambda: self.course()["addedMinutes"] == 3)
        tmux.wait_for("%0", "+3")
        self.daemon.said(self, "added", "4")
        self.daemon.said(self, "undo")
        until(lambda: self.course()["addedMinutes"] == 3)
        # The whole half passes: the time itself is what is tried, and no event comes before its end.
        zero = self.course()["zeroAtBoottimeMicroseconds"] / 1e6
        time.sleep(max(0, zero + 26 - time.clock_gettime(time.CLOCK_BOOTTIME)))
        tmux.wait_for("%0", "FIRST HALF, ADDED TIME +")
        self.assertEqual(self.daemon.get()["timer"]["state"], "stopped")
        press("b")
        until(lambda: self.daemon.get()["score"] == "1-1")
        self.assertEqual(self.daemon.get()["latestGoal"]["minute"], "1+1")
        press("n")
        tmux.wait_for("%0", "HALF-TIME")
        until(lambda: self.is_at(1, "underway"))
        self.assertIsNone(self.course()["addedMinutes"])
        before = self.course()["zeroAtBoottimeMicroseconds"]
        self.daemon.kill()
        self.daemon.start()
        self.assertAlmostEqual(self.course()["zeroAtBoottimeMicroseconds"], before, delta=1_000)
        tmux.wait_for("%0", "HALF-TIME")
        press("a")
        tmux.wait_for("%0", "nobody plays now")
        self.daemon.said(self, "goal", "b", "--at", "1+2")
        self.assertEqual(self.daemon.get()["latestGoal"]["minute"], "1+2")
        press("n")
        until(lambda: self.is_at(2, "underway"))
        tmux.wait_for("%0", "SECOND HALF")
        # The board asks about a second press of the same key within a second; it counts the time,
        # and there is no event.
        time.sleep(1.05)
        press("b")
        until(lambda: self.daemon.get()["score"] == "1-3")
        press("n")
        until(lambda: self.is_at(2, "over"))
        tmux.wait_for("%0", "SECOND HALF IS OVER")
        press("e")
        tmux.wait_for("%0", "Are you sure")
        read_question()
        press("y")
        until(lambda: self.daemon.get()["phase"] == "ended")
        last = self.daemon.get()["latestGoal"]["number"]
        self.daemon.said(self, "edit", str(last), "--side", "a", "--minute", "1+1")
        self.assertEqual(self.daemon.get()["score"], "2-2")
        self.assertIn("1+1' 2-2", self.daemon.said(self, "report"))
        self.daemon.said(self, "undo")
        report = self.daemon.said(self, "report")
        self.assertIn("1+1' 1-1", report)
        self.assertIn("1+2' 1-2", report)

    def test_a_card_that_was_told_wrong_is_edited_and_outlives_a_kill(self):
        self.daemon.said(self, "new", "--periods", "2x0:20", "--team-a", "Reds")
        self.daemon.said(self, "start")
        self.daemon.said(self, "card", "a", "yellow")
        number = self.daemon.get()["cards"][0]["number"]
        self.daemon.said(self, "edit", str(number), "--side", "b", "--card", "red")
        self.daemon.kill()
        self.daemon.start()
        card = self.daemon.get()["cards"][0]
        self.assertEqual((card["team"], card["card"]), ("teamB", "red"))
        self.assertIn(f"event {number}: red card, for", self.daemon.said(self, "log"))
        self.daemon.said(self, "undo")
        card = self.daemon.get()["cards"][0]
        self.assertEqual((card["team"], card["card"]), ("teamA", "yellow"))

    def test_a_client_without_halves_plays_them_by_start(self):
        self.daemon.said(self, "new", "--periods", "2x0:01", "--break", "0:10")
        client = self.daemon.client()
        client.subscribe()
        began = self.daemon.call("Start")["gather"]
        self.assertEqual(began["timer"]["initial"], {"minutes": 0, "seconds": 1})
        up = client.change_with("timeUp")
        self.assertEqual(up["timer"]["state"], "stopped")
        self.assertEqual(up["timer"]["remainingMilliseconds"], 0)
        self.assertEqual(up["course"]["stage"], "underway")
        self.daemon.said(self, "period", "end")
        pause = client.change_with("periodEnded")
        self.assertEqual(pause["timer"]["state"], "running")
        again = self.daemon.call("Start")["gather"]
        self.assertEqual(again["course"]["index"], 2)
        self.assertEqual(again["timer"]["state"], "running")
