"""A mistake in the squad: undo does not pass over it unnoticed, and what takes it back is named."""

import json
import shlex

from client import Client, Refused
from board import BoardTerminal
from test_players import SquadCase

CHANGED_LAST = "io.gatherd.Gather.SquadChangedLast"
OF_MATCH = "'gatherctl undo --match' undoes the last command of the match"


class SquadChanges(SquadCase):
    def setUp(self):
        super().setUp()
        self.add("Anna", "Ben", "Cem O'Neill")
        self.ctl("new")
        self.ctl("goal", "a")

    def refused(self, *words):
        said = self.ctl("undo", status=1)
        self.assertIn("cannot undo: the last change was to the squad: ", said)
        for part in words:
            self.assertIn(part, said)
        self.assertEqual(self.daemon.get()["score"], "1-0")
        return said

    def test_a_removal_is_restored_and_nothing_else_is_taken_back(self):
        self.ctl("player", "edit", "anna", "--age", "30")
        self.ctl("goal", "a")
        self.ctl("undo")
        before = self.ctl("player", "show", "1", "--json")
        said = self.ctl("player", "remove", "anna", "--yes")
        self.assertIn("take it back: gatherctl player restore 1\n", said)
        way_back = "'gatherctl player restore 1' undoes that"
        self.refused("Anna was removed", way_back, OF_MATCH)
        self.daemon.restart()
        self.refused(way_back)
        self.assertEqual(self.ctl("player", "restore", "1"), "restored: 1  Anna  -  -  30  -\n")
        self.assertEqual(self.ctl("player", "show", "1", "--json"), before)
        self.assertIn("nothing to change: 1  Anna", self.ctl("player", "restore", "1"))
        self.assertIn("there is no player 9", self.ctl("player", "restore", "9", status=1))
        self.assertIn("is no number", self.ctl("player", "restore", "anna", status=2))

    def test_undo_goes_on_to_the_match_where_that_is_said(self):
        self.ctl("player", "remove", "anna", "--yes")
        self.refused("Anna was removed")
        self.assertIn("undone: the goal for Team A", self.ctl("undo", "--match"))
        self.assertIn("Anna was removed", self.ctl("undo", status=1))
        self.ctl("redo")
        self.assertIn("undone: the goal for Team A", self.ctl("undo", "2"))
        self.ctl("goal", "b")
        self.assertIn("undone: the goal for Team B", self.ctl("undo"))

    def test_what_is_advised_about_the_match_works_after_a_change_of_the_squad(self):
        def follow(said, before, after):
            """Edits the squad, and has done what was advised before."""
            command = said.split(before)[1].split(after)[0]
            self.ctl("player", "edit", "ben", "--age", str(self.daemon.get()["revision"]))
            self.assertIn("undone: ", self.ctl(*shlex.split(command)[1:]))

        self.ctl("start")
        follow(self.ctl("set", "20:00"), "it was running; undo: ", "\n")
        self.assertEqual(self.daemon.get()["timer"]["state"], "running")
        for verb in ("end", "discard"):
            follow(self.ctl(verb, "--yes"), "take it back: ", "\n")
            self.assertEqual(self.daemon.get()["phase"], "open")
        self.ctl("end", "--yes")
        follow(self.ctl("goal", "a", status=1), "no match is open; '", "' reopens")
        self.assertEqual(self.daemon.get()["phase"], "open")

    def test_the_earlier_values_of_an_edit_are_named_as_a_command_that_sets_them(self):
        self.ctl("player", "edit", "3", "--favourite-team", "CF $HOME", "--age", "7")
        before = self.squad()
        self.ctl("player", "edit", "3", "--name", "Kim", "--age", "none", "--position", "gk",
                 "--favourite-team", "Reds")
        said = self.refused("Kim was edited", "the earlier values: gatherctl player edit 3 ", OF_MATCH)
        command = said.split("the earlier values: gatherctl ")[1].strip()
        self.ctl(*shlex.split(command))
        self.assertEqual(self.squad(), before)

    def test_an_addition_is_named_with_all_who_came(self):
        self.ctl("player", "import", "-", "--yes", input="name\nDi\nEd\nFlo\n")
        self.refused("Di and 2 other players were added", "'gatherctl player remove 4' undoes that")

    def test_what_an_older_client_gets_takes_nothing_back(self):
        self.ctl("player", "remove", "anna", "--yes")
        with Client(self.daemon.socket) as client:
            with self.assertRaises(Refused) as refusal:
                client.call("Undo", requestId="old")
            self.assertEqual(refusal.exception.name, CHANGED_LAST)
            given = refusal.exception.parameters
            self.assertEqual((given["change"], given["playerId"], given["player"]["name"]),
                             ("removed", 1, "Anna"))
            self.assertEqual(client.get()["score"], "1-0")
            self.assertEqual(client.call("Undo", match=True)["undone"], "the goal for Team A")

    def test_on_the_board_u_asks_whether_the_match_is_meant(self):
        board = BoardTerminal(self, self.daemon.socket, "--control", columns=120)
        board.read_until("READY")
        self.ctl("player", "remove", "anna", "--yes")
        question = "Undo in the match all the same?"
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

    def test_a_change_counts_once_over_a_restart(self):
        for words in (("remove", "1", "--yes"), ("restore", "1"), ("edit", "2", "--age", "9")):
            said = [self.ctl("player", *words, "--request-id", words[0])]
            self.daemon.restart()
            said.append(self.ctl("player", *words, "--request-id", words[0])
                        if words[0] != "remove" else said[0])
            self.assertEqual(said[0], said[1])
        with Client(self.daemon.socket) as client:
            # Anna was restored since, and is not removed once more.
            client.call("io.gatherd.Players.Remove", id=1, requestId="remove")
            self.assertEqual(len(client.call("io.gatherd.Players.List")["players"]), 3)
        self.assertIn("request ID 'edit' was used for another command",
                      self.ctl("player", "remove", "2", "--yes", "--request-id", "edit", status=1))
        self.assertIn("request ID 'edit' was used for another command",
                      self.ctl("goal", "a", "--request-id", "edit", status=1))


class AsIfNeverGiven(SquadCase):
    def setUp(self):
        super().setUp()
        self.add("Ann", "Bob")

    def players(self):
        gather = self.daemon.get()
        groups = gather["teamA"]["players"], gather["teamB"]["players"], gather["bench"]
        return [[player["name"] for player in group] for group in groups]

    def test_who_was_moved_twice_stays_where_the_second_move_put_everybody(self):
        self.ctl("team", "a", "ann")
        self.ctl("team", "bench", "ann")
        self.ctl("team", "bench", "ann", "bob")
        self.assertIn("to the bench: Bob\n", self.ctl("log"))
        self.assertIn("undone: moving Ann to the bench", self.ctl("undo", "3"))
        self.assertEqual(self.players(), [[], [], ["Ann", "Bob"]])
        self.daemon.restart()
        self.assertEqual(self.players(), [[], [], ["Ann", "Bob"]])
        self.assertIn("undone: moving Ann, Bob to the bench", self.ctl("undo"))
        self.assertEqual(self.players(), [["Ann"], [], []])

    def test_a_side_that_was_named_alone_is_taken_back_alone(self):
        self.daemon.call("Open")
        self.daemon.call("NameTeams", teamAName="Reds")
        self.daemon.call("NameTeams", teamBName="Blues")
        self.assertIn("undone: naming the first side Reds", self.ctl("undo", "2"))
        gather = self.daemon.get()
        self.assertEqual([gather[team]["name"] for team in ("teamA", "teamB")], ["Team A", "Blues"])
        for lines in (self.ctl("export"), self.ctl("log")):
            self.assertIn("undid 2: naming the first side Reds", lines)

    def test_a_draw_of_all_names_itself_where_one_of_them_would_be_missing(self):
        self.ctl("team", "bench", "ann", "bob")
        self.ctl("player", "add", "Cy")
        self.ctl("team", "bench", "cy")
        self.ctl("team", "draw")
        self.assertIn("event 4 depends on it; 'gatherctl undo 4' undoes that first",
                      self.ctl("undo", "3", status=1))


class Winner(SquadCase):
    def test_the_winner_is_told_by_its_side_and_its_name(self):
        self.ctl("new", "--team-a", "Reds", "--team-b", "Blues")
        for goals, winner in (((0, 0), ("None", None, None)),
                              ((0, 1), ("Team B", "teamB", "Blues")),
                              ((2, 1), ("Team A", "teamA", "Reds"))):
            for team, number in zip("ab", goals):
                self.ctl("score", team, str(number))
            for gather in (json.loads(self.ctl("status", "--json"))["gather"],
                           json.loads(self.ctl("history", "--json"))["gathers"][0]):
                told = tuple(gather[name] for name in ("winnerTeam", "winner", "winnerName"))
                self.assertEqual(told, winner)
        self.ctl("end", "--yes")
        self.daemon.restart()
        ended = json.loads(self.ctl("history", "--json"))["gathers"][0]
        self.assertEqual((ended["winner"], ended["winnerName"]), ("teamA", "Reds"))
