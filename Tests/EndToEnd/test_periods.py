"""A match of two halves: played by keys on a board, and by a client that knows no halves."""

import unittest

import interfaces
from client import GATHER, Refused
from daemon import Daemon
from dialogue import VERSIONS
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
        press("x")
        tmux.wait_for("%0", "added time, in minutes")
        press("4", "Enter")
        until(lambda: self.course()["addedMinutes"] == 4)
        press("u")
        until(lambda: self.course()["addedMinutes"] == 3)
        self.pass_half()
        tmux.wait_for("%0", "ADDED TIME +3, FIRST HALF")
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
        press("n")
        until(lambda: self.is_at(2, "underway"))
        tmux.wait_for("%0", "SECOND HALF")
        self.pass_half()
        tmux.wait_for("%0", "ADDED TIME, SECOND HALF")
        press("b")
        until(lambda: self.daemon.get()["score"] == "1-2")
        press("n")
        until(lambda: self.is_at(2, "over"))
        tmux.wait_for("%0", "SECOND HALF IS OVER")
        press("e")
        tmux.wait_for("%0", "Are you sure")
        read_question()
        press("y")
        until(lambda: self.daemon.get()["phase"] == "ended")
        report = self.daemon.said(self, "report")
        for line in ("1' 1-0", "1+1' 1-1", "1+1' 1-2", "first half 1+1' (+3 announced)"):
            self.assertIn(line, report)

    def pass_half(self):
        """Waits for the end of the 25 s of a half, which every subscriber learns of."""
        with self.daemon.client() as client:
            gather = client.subscribe(ticks=True)
            while gather["timer"]["state"] != "stopped":
                gather = client.next_change()[1]
        self.assertEqual(self.course()["stage"], "underway")

    def test_a_goal_of_the_half_is_told_in_the_break_and_edited_after_the_end(self):
        self.daemon.said(self, "new", "--periods", "2x0:25", "--break", "0:10")
        for words in (["period"], ["period", "end"], ["goal", "b", "--at", "1+2"]):
            self.daemon.said(self, *words)
        self.assertEqual(self.daemon.get()["latestGoal"]["minute"], "1+2")
        for words in (["period", "begin"], ["goal", "b"], ["end", "--yes"]):
            self.daemon.said(self, *words)
        last = self.daemon.get()["latestGoal"]["number"]
        self.daemon.said(self, "edit", str(last), "--side", "a", "--minute", "1+1")
        self.assertEqual(self.daemon.get()["score"], "1-1")
        self.assertIn("1+1' 1-0", self.daemon.said(self, "report"))
        self.daemon.said(self, "undo")
        report = self.daemon.said(self, "report")
        self.assertIn("1+2' 0-1", report)
        self.assertIn("1' 0-2", report)

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

    # What the oldest clients call, in each stage of a match of halves.
    CALLS = (
        ("Get", {}), ("Pause", {}), ("Resume", {}), ("Toggle", {}), ("Toggle", {}),
        ("AdjustTime", {"seconds": 1}), ("AdjustTime", {"seconds": -1}), ("Cancel", {}),
        ("AddToScore", {"team": "teamA", "delta": 1}), ("Undo", {}), ("Redo", {}), ("Get", {}),
    )

    def test_the_oldest_client_understands_what_it_gets_in_every_stage(self):
        self.early = interfaces.read(VERSIONS[0] / "interfaces")[GATHER]
        self.client = self.daemon.client()
        self.daemon.said(self, "new", "--periods", "2x0:01", "--break", "0:30")
        self.call_all("before the first whistle")
        # Toggle began the first half; in the break it begins the second one.
        watcher = self.daemon.client()
        watcher.subscribe()
        self.go_to(0, "underway")
        self.call_all("first half")
        self.daemon.said(self, "start")
        if self.daemon.get()["timer"]["state"] != "stopped":
            watcher.change_with("timeUp")
        self.call_all("added time")
        for place in ((1, "underway"), (2, "underway"), (2, "over")):
            self.go_to(*place)
            self.call_all(str(place))
        self.assertEqual(self.client.call("End")["gather"]["phase"], "ended")

    def go_to(self, index, stage):
        """Blows the whistle, if the match is not there already."""
        if not self.is_at(index, stage):
            in_play = self.course()["stage"] == "underway" and self.course()["index"] != 1
            self.daemon.said(self, "period", "end" if in_play else "begin")
        self.assertTrue(self.is_at(index, stage), self.course())

    def call_all(self, stage):
        for method, parameters in self.CALLS:
            with self.subTest(stage, method=method):
                try:
                    reply = self.client.call(method, **parameters)
                except Refused as refused:
                    # It may be one that is new; then its name is shown. The connection goes on.
                    self.assertTrue(refused.name.startswith(GATHER), refused)
                    continue
                kind = self.early.methods[method][1]
                fault = self.early.fault(self.early.known(reply, kind), kind)
                self.assertIsNone(fault, reply)
                timer = reply["gather"]["timer"]
                runs = timer["state"] == "running"
                self.assertEqual(timer["endsAtBoottimeMicroseconds"] is not None, runs)
                self.assertEqual(timer["remainingMilliseconds"] > 0 or not runs, True)
