"""A match that is drawn: extra time and kicks from the mark, by keys on a board."""

import unittest

from daemon import Daemon
from programs import bin_dir, eventually
from terminal import Tmux, read_question
from test_submission import SubmissionTest


class Kicks(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def is_at(self, index, stage):
        course = self.daemon.get()["course"]
        return (course["index"], course["stage"]) == (index, stage)

    def test_extra_time_and_kicks_by_keys_alone_and_a_daemon_killed_between_two_kicks(self):
        tmux = Tmux(self, GATHERD_SOCKET=self.daemon.socket, PATH=f"{bin_dir()}:/usr/bin:/bin")
        tmux("resize-window", "-x", 80, "-y", 24)
        self.daemon.said(self, "new", "--periods", "1x0:25", "--team-a", "Reds",
                         "--team-b", "Blues")
        self.daemon.said(self, "period")
        self.daemon.said(self, "period", "end", "--ago", "1ms")
        tmux("respawn-pane", "-k", "-t", "%0", "gatherctl watch --control")
        tmux.wait_for("%0", "MATCH IS OVER, A DRAW")

        def press(*keys):
            tmux("send-keys", "-t", "%0", *keys)

        def until(condition):
            eventually(condition, lambda: f"{self.daemon.get()}\n{tmux.screen('%0')}")

        press("n")
        tmux.wait_for("%0", "A draw. x extra time, k kicks")
        read_question()
        press("x")
        until(lambda: self.is_at(1, "underway"))
        tmux.wait_for("%0", "BREAK BEFORE EXTRA TIME")
        self.daemon.said(self, "kicks")
        tmux.wait_for("%0", "KICKS 0-0, EITHER SIDE BEGINS")
        press("a")
        tmux.wait_for("%0", "KICKS 1-0, NEXT: BLUES")
        press("A")
        tmux.wait_for("%0", "it is the turn of Blues")
        press("B")
        tmux.wait_for("%0", "KICKS 1-0, NEXT: REDS")
        self.daemon.kill()
        self.daemon.start()
        self.assertEqual(self.daemon.get()["kicks"]["next"], "teamA")
        eventually(lambda: "STALE" not in tmux.screen("%0"), lambda: tmux.screen("%0"))
        for side, outcome, score in [("a", "in", "2-0"), ("b", "out", "2-0"), ("a", "in", "3-0")]:
            said = self.daemon.said(self, "kick", side, outcome)
            self.assertIn(f"kicks {score}", said)
        tmux.wait_for("%0", "KICKS 3-0, NEXT: BLUES")
        press("B")
        tmux.wait_for("%0", "REDS WIN 3-0 ON KICKS")
        press("e")
        tmux.wait_for("%0", "Are you sure")
        read_question()
        press("y")
        until(lambda: self.daemon.get()["phase"] == "ended")
        gather = self.daemon.get()
        self.assertEqual((gather["score"], gather["winnerTeam"]), ("0-0", "Team A"))
        self.assertIn("Reds 0-0 Blues, Reds win 3-0 on kicks", self.daemon.said(self, "report"))


class SentKicks(SubmissionTest):
    def test_the_server_gets_the_winner_by_kicks_and_what_becomes_of_a_match_that_is_reopened(self):
        self.sign_in()
        self.daemon.call("Open", format="1x10")
        self.daemon.call("Whistle")
        self.daemon.call("Whistle", what="end")
        self.daemon.call("BeginKicks")
        for team, scored in [("teamB", True), ("teamA", False)] * 3:
            self.daemon.call("TakeKick", team=team, scored=scored)
        gather = self.daemon.call("End")["gather"]["id"]
        self.submit()
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("0-0", "Team B")])
        self.daemon.call("Reopen", id=gather)
        self.daemon.call("Undo")
        self.daemon.call("TakeKick", team="teamA", scored=True)
        self.daemon.call("End")
        self.submit()
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("0-0", "None")])
