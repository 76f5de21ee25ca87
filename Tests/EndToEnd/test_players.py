"""The squad on terminals of all kinds, and in step with the players at a server."""

import json
import unittest

import columns
from board import BoardTerminal
from daemon import Daemon
from programs import gatherctl
from terminal import Terminal
from test_submission import SubmissionTest


class Squad(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments):
        return self.daemon.said(self, *arguments)

    def squad(self):
        """The squad by its names, as the daemon has it."""
        players = json.loads(self.ctl("player", "list", "--json"))["players"]
        return {player["name"]: player for player in players}

    def test_removing_asks(self):
        self.ctl("player", "add", "Anna")
        for answer, status in (("n", 1), ("", 1), ("yes", 0)):
            terminal = Terminal(self, gatherctl(), "player", "remove", "anna",
                                GATHERD_SOCKET=self.daemon.socket)
            terminal.read_until("Are you sure you want to remove the player? Yes/[Cancel]")
            self.assertIn("Anna", self.squad())
            terminal.type(f"{answer}\n")
            self.assertEqual(terminal.end(), status, terminal.output)
        self.assertEqual(self.squad(), {})

    def test_names_are_in_columns(self):
        for name in columns.NAMES:
            self.ctl("player", "add", "--position", "striker", "--age", "20", "--", name)
        rows = self.ctl("player").splitlines()
        for name, row in zip(columns.NAMES, rows, strict=True):
            self.assertEqual(columns.width(name), columns.NAMES[name], name)
            self.assertIn(name, row)
        self.assertEqual({columns.place(row, "  ST  ") for row in rows}, {4 + 200})
        self.assertEqual({columns.width(row) for row in rows}, {4 + 200 + len("  ST  -  20  -")})

    def test_names_are_in_columns_on_both_sides(self):
        for name in columns.NAMES:
            self.ctl("player", "add", "--position", "striker", "--", name)
        numbers = [str(player["id"]) for player in self.squad().values()
                   if player["name"] in columns.NAMES]
        self.ctl("team", "a", *numbers)
        self.ctl("team", "b", *numbers[:5])
        rows = [row for row in self.ctl("team").splitlines() if "  ST  " in row]
        self.assertEqual(len(rows), len(columns.NAMES))
        for row in rows:
            self.assertEqual(columns.place(row, "ST  "), 6, row)
        shown = self.ctl("status").splitlines()
        first = next(i for i, row in enumerate(shown) if row.startswith("Team A  "))
        seconds = shown[first + 1:first + 6]
        self.assertEqual({columns.width(row[:row.rindex("ST ")]) for row in seconds},
                         {columns.place(shown[first], "Team B")})
        self.assertTrue(all(columns.width(row) <= 80 for row in shown), shown)
        for row in seconds:
            self.assertTrue(row.startswith("ST   "), row)

    def test_a_scorer_is_durable_before_it_is_answered(self):
        for name in ("Anna", "Ben"):
            self.ctl("player", "add", name)
        self.ctl("new", "--team-a-players", "anna", "--team-b-players", "ben")
        self.ctl("goal", "a")
        self.daemon.kill()
        self.daemon.start()
        number = "4"
        self.assertEqual(self.ctl("scorer", number, "anna", "--request-id", "who"),
                         "event 4: goal for Team A by Anna\n")
        self.daemon.kill()
        self.daemon.start()
        self.assertIn("1-0 Team A, Anna\n", self.ctl("report"))
        # The answer is lost with the daemon: sent again, it changes nothing twice.
        self.assertEqual(self.ctl("scorer", number, "anna", "--request-id", "who"),
                         "event 4: goal for Team A by Anna\n")
        self.assertEqual(self.daemon.get()["revision"], 5)
        self.ctl("end", "--yes")
        self.ctl("scorer", number, "--own-goal", "ben")
        self.daemon.kill()
        self.daemon.start()
        self.assertIn("1-0 Team A, own goal of Ben\n", self.ctl("report"))
        self.assertIn("undone: naming event 4 an own goal of Ben\n", self.ctl("undo"))
        self.daemon.kill()
        self.daemon.start()
        self.assertIn("1-0 Team A, Anna\n", self.ctl("report"))
        self.assertEqual(self.ctl("scorers"), "1  Anna  1 goal  in 1 match\n")

    def test_a_substitution_sent_again_counts_once(self):
        for name in ("Ada", "Dan", "Cleo"):
            self.ctl("player", "add", name)
        self.ctl("new", "--team-a-players", "ada", "--team-b-players", "cleo")
        once = ("sub", "ada", "dan", "--request-id", "once")
        told = self.ctl(*once)
        self.assertEqual(told, "substitution: Dan for Ada, Team A\n")
        revision = self.daemon.get()["revision"]
        # The answer is lost with the daemon, and asked for again.
        self.daemon.restart()
        self.assertEqual(self.ctl(*once), told)
        self.assertEqual(self.daemon.get()["revision"], revision)
        another = ("sub", "ada", "dan", "--request-id", "another")
        self.assertIn("cannot substitute", self.daemon.said(self, *another, status=1))

    def test_a_whole_name_is_not_that_of_somebody_on_the_side(self):
        for name in ("Ben", "Benjamin"):
            self.ctl("player", "add", name)
        self.ctl("new", "--team-a-players", "benjamin")
        refusal = self.daemon.said(self, "goal", "a", "ben", status=1)
        self.assertIn("Ben is not on Team A", refusal)
        self.assertIn("no change", self.ctl("team", "out", "ben"))
        self.assertEqual([player["name"] for player in self.daemon.get()["teamA"]["players"]],
                         ["Benjamin"])
        self.assertIn("1-0 Team B, Benjamin", self.ctl("goal", "a", "benj"))

    def test_what_is_said_has_the_name_that_was_recorded(self):
        for name in ("Ana", "Ben", "Cid"):
            self.ctl("player", "add", name)
        self.ctl("new", "--team-a-players", "ana,ben", "--team-b-players", "cid")
        # The two names were exchanged in the squad, and the match still has them so.
        self.ctl("player", "edit", "1", "--name", "Ben")
        self.ctl("player", "edit", "2", "--name", "Ana")
        self.assertEqual(self.ctl("goal", "a", "ana"), "Team A 1-0 Team B, Ben\n")
        self.assertIn("1-0 Team A, Ben\n", self.ctl("report"))
        self.ctl("player", "edit", "1", "--name", "Bo")
        self.assertEqual(self.ctl("card", "a", "yellow", "1"), "yellow card: Bo, Team A\n")
        self.ctl("player", "edit", "1", "--name", "Al")
        self.ctl("team", "bench", "cid")
        self.ctl("player", "edit", "3", "--name", "Cy")
        self.assertEqual(self.ctl("sub", "bo", "3"), "substitution: Cy for Al, Team A\n")
        self.ctl("end", "--yes")
        self.ctl("new", "--format", "halves", "--team-a-players", "1", "--team-b-players", "2")
        for step in (("start",), ("period", "end"), ("period", "begin"), ("period", "end"),
                     ("kicks",), ("player", "edit", "1", "--name", "Eve")):
            self.ctl(*step)
        self.assertIn("in: Eve, Team A; ", self.ctl("kick", "a", "in", "al"))

    def test_on_the_board_u_asks_whether_the_match_is_meant(self):
        self.ctl("player", "add", "Anna")
        self.ctl("new")
        self.ctl("goal", "a")
        board = BoardTerminal(self, self.daemon.socket, "--control", columns=120)
        board.read_until("READY")
        self.ctl("player", "remove", "anna", "--yes")
        question = "Undo in the match anyway?"
        board.read_until(question, board.type("u"))
        board.read_until("cancelled: nothing is undone", board.type("n"))
        self.assertEqual(self.daemon.get()["score"], "1-0")
        asked = board.type("r")
        board.read_until("the last command was not an undo", asked)
        board.read_until(question, board.type("u"))
        # Another goal meanwhile is not what was asked about.
        asked = len(board.output)
        self.ctl("goal", "b")
        board.read_until("the match has changed", asked)
        board.type("q")
        self.assertEqual(board.end(), 0)
        self.assertEqual(self.daemon.get()["score"], "1-1")


class InStep(SubmissionTest):
    """The squad and the players at the server, from the shell."""

    def setUp(self):
        self.sign_in()
        for name in ("Anna", "Ben"):
            self.say("player", "add", name)
        owner, = self.backend.users
        for number, name in ((4, "Carl"), (5, "BEN")):
            self.backend.players[number] = {
                "id": number, "name": name, "age": None, "skill": None, "preferredPosition": None,
                "favouriteTeam": None, "owner": owner}

    def say(self, *arguments, status=0, **more):
        result = self.daemon.ctl(*arguments, **more)
        self.assertEqual(result.returncode, status, f"{arguments}: {result}")
        return result.stdout if status == 0 else result.stderr

    def sync_and_ask(self, *decision):
        """What a sync shows that leaves a question open."""
        result = self.daemon.ctl("player", "sync", *decision)
        self.assertEqual(result.returncode, 1, result)
        self.assertIn("1 question is open", result.stderr)
        return result.stdout

    def there(self):
        return {number: player["name"] for number, player in self.backend.players.items()}

    def test_what_it_would_do_then_does_and_asks(self):
        would = self.say("player", "sync", "--dry-run")
        self.assertEqual(self.there(), {4: "Carl", 5: "BEN"})
        self.assertRegex(would, r"(?m)^to do      1 +Anna: ")
        self.assertRegex(would, r"(?m)^to decide  2@5  Ben: ")
        self.assertRegex(would, r"(?m)^to do      @4   Carl: ")
        did = self.sync_and_ask()
        self.assertRegex(did, r"(?m)^done +1 +Anna: ")
        self.assertIn("'gatherctl player sync adopt 2@5'", did)
        self.assertEqual(self.there(), {4: "Carl", 5: "BEN", 6: "Anna"})
        self.assertIn("Carl", self.say("player"))
        self.assertRegex(self.say("player", "show", "anna"), r"number at the server +6\n")
        # Of the two spellings of the name it is not asked any more.
        self.assertRegex(self.say("player", "sync", "adopt", "2@5"), r"(?m)^done  2@5  Ben: ")
        self.assertRegex(self.say("player", "show", "BEN"), r"number at the server +5\n")
        self.assertIn("nothing to decide", self.say("player", "sync", "adopt", "1@4", status=1))

    def test_nobody_is_deleted_without_being_named(self):
        self.say("player", "sync", "create", "2@5")
        self.say("player", "remove", "anna", "--yes")
        number = next(key for key, name in self.there().items() if name == "Anna")
        asked = self.sync_and_ask()
        self.assertIn(f"'gatherctl player sync delete 1@{number}'", asked)
        self.assertIn(number, self.there())
        self.assertIn("use --yes", self.say("player", "sync", "delete", f"1@{number}", status=2))
        self.assertIn(number, self.there())
        self.say("player", "sync", "delete", f"1@{number}", "--yes")
        self.assertNotIn(number, self.there())

    def test_without_an_account(self):
        self.say("logout")
        self.assertIn("'gatherctl login' signs in", self.say("player", "sync", status=1))
