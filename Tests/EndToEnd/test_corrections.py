"""Undo by number, redo and reopen: a mistake is cheap, also late, also after a restart."""

import re
import unittest

from client import HISTORY
from daemon import Daemon


class Corrections(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments, status=0):
        return self.daemon.said(self, *arguments, status=status)

    def play(self, *goals):
        """A match with these goals, which ends; gives its ID."""
        self.ctl("start")
        for team in goals:
            self.ctl("goal", team)
        self.ctl("end", "--yes")
        return self.daemon.get()["id"]

    def test_an_event_is_taken_back_and_the_later_ones_stand(self):
        self.ctl("new")
        for team in "aab":
            self.ctl("goal", team)
        said = self.ctl("undo", "2").splitlines()
        self.assertEqual(said, ["undone: the goal for Team A",
                                "10:00 stopped, Team A 1-1 Team B"])
        self.daemon.restart()
        self.assertRegex(self.ctl("log"), r"\b2 .* goal for Team A \(undone by 5\)\n")
        self.assertIn(
            "event 2 is not a command that can be undone", self.ctl("undo", "2", status=1))
        self.assertIn(
            "event 9 is not a command that can be undone", self.ctl("undo", "9", status=1))
        self.assertEqual(self.ctl("undo", "3").splitlines()[0], "undone: the goal for Team A")
        self.assertEqual(self.daemon.get()["score"], "0-1")

    def test_what_later_ones_need_is_not_taken_back(self):
        self.ctl("start")
        self.ctl("pause")
        self.ctl("resume")
        revision = self.daemon.get()["revision"]
        refused = self.ctl("undo", "3", status=1)
        self.assertIn("event 4 depends on it", refused)
        self.assertIn("gatherctl undo 4", refused)
        self.assertEqual(self.daemon.get()["revision"], revision)
        self.ctl("undo", "4")
        self.assertIn("undone: the pause", self.ctl("undo", "3"))
        self.assertEqual(self.daemon.get()["timer"]["state"], "running")

    def test_an_undo_is_taken_back_over_a_restart(self):
        self.ctl("new", "--team-a", "Reds")
        self.ctl("goal", "a")
        self.ctl("undo")
        self.daemon.restart()
        self.assertEqual(
            self.ctl("redo").splitlines(),
            ["redone: the goal for Reds", "10:00 stopped, Reds 1-0 Team B"])
        self.assertIn("the last command was not an undo", self.ctl("redo", status=1))
        self.ctl("undo")
        self.ctl("goal", "b")
        self.assertIn("cannot redo", self.ctl("redo", status=1))
        self.assertEqual(self.daemon.get()["score"], "0-1")

    def test_an_opening_that_was_taken_back_stands_again(self):
        self.ctl("new", "--team-a", "Reds")
        self.assertIn("no gather is open", self.ctl("undo"))
        self.assertIn("redone: the opening of the gather", self.ctl("redo"))
        self.assertEqual(self.daemon.get()["teamA"]["name"], "Reds")

    def test_the_last_match_is_reopened(self):
        gather = self.play("a")
        self.daemon.restart()
        said = self.ctl("reopen", "last").splitlines()
        self.assertRegex(said[0], r"^reopened: the gather of \d{4}-\d\d-\d\d \d\d:\d\d$")
        # Its clock has run on.
        self.assertRegex(
            said[1], r"^undone: the end of the gather; the countdown went on meanwhile, "
            r"by 00:\d\d$")
        self.assertRegex(said[2], r"^(10:00|09:\d\d) running until .*, Team A 1-0 Team B$")
        self.assertEqual(self.daemon.get()["id"], gather)
        self.assertIn("a match is open already", self.ctl("reopen", "last", status=1))
        self.assertIn("2-0", self.ctl("goal", "a"))

    def test_an_older_match_is_reopened_while_no_other_is_open(self):
        older = self.play("a")
        newer = self.play("b")
        self.ctl("new")
        self.assertIn("a match is open already", self.ctl("reopen", older, status=1))
        self.ctl("discard", "--yes")
        self.assertIn("Team A 1-0 Team B", self.ctl("reopen", older))
        self.assertEqual(self.daemon.get()["id"], older)
        self.daemon.restart()
        self.assertEqual(self.daemon.get()["id"], older)
        self.ctl("end", "--yes")
        # The beginning of an ID is enough.
        self.assertIn("Team A 0-1 Team B", self.ctl("reopen", newer[:8]))
        self.assertEqual(self.daemon.get()["id"], newer)

    def test_a_reopening_counts_once(self):
        self.play()
        self.ctl("reopen", "last", "--request-id", "x")
        revision = self.daemon.get()["revision"]
        self.assertIn("undone: the end", self.ctl("reopen", "last", "--request-id", "x"))
        self.assertEqual(self.daemon.get()["revision"], revision)

    def test_what_there_is_not_is_told(self):
        self.assertIn("there is no gather yet", self.ctl("reopen", "last", status=1))
        self.assertIn("nothing to undo", self.ctl("undo", status=1))
        self.play()
        nobody = "00000000-0000-4000-8000-000000000000"
        self.assertIn("there is no such match", self.ctl("reopen", nobody, status=1))
        self.assertIn("no ID of a gather", self.ctl("reopen", "abc", status=2))
        self.assertIn("did you mean 'last'?", self.ctl("reopen", "lats", status=2))
        self.assertIn("no number of an event", self.ctl("undo", "it", status=2))
        self.assertIn("did you mean 'redo'?", self.ctl("reod", status=2))

    def test_the_timeline_tells_all_of_it(self):
        self.ctl("new")
        self.ctl("goal", "a")
        self.ctl("undo", "2")
        self.ctl("redo")
        self.ctl("end", "--yes")
        self.ctl("reopen", "last")
        entries = self.daemon.call(f"{HISTORY}.Show")["entries"]
        self.assertEqual(
            [entry["kind"] for entry in entries],
            ["opened", "scoreChanged", "undone", "redone", "ended", "undone"])
        lines = self.ctl("log").splitlines()[4:]
        self.assertEqual(len(lines), len(entries))
        for line, entry in zip(lines, entries):
            undone = f" (undone by {entry['undoneBy']})" if entry["undoneBy"] else ""
            self.assertRegex(
                line, rf"^{entry['number']}  \d\d:\d\d:\d\d  00:00  {entry['score']}  \S+  "
                + re.escape(entry["text"] + undone) + "$")
