"""Players and teams: the rules about both sides, the draw, the scorers, and a whole evening."""

import json
import re
import unittest

import columns
from test_players import SquadCase

EVENING = """\
name,age,skill,position,favouriteTeam
Ada,31,professional,goalkeeper,Steaua
Béla,28,amateur,defender,
Chloé,24,professional,midfielder,
Dario,35,beginner,striker,
Emil,,amateur,winger,
Fatima,22,professional,striker,
Gheorghe,41,amateur,goalkeeper,Dinamo
Hana,27,beginner,defender,
Igor,33,amateur,midfielder,
Jun,29,professional,defender,
Kofi,26,amateur,striker,
Łukasz,38,beginner,midfielder,
Mira,,,winger,
Noor,30,amateur,defender,
"""


REPORT = """\
Reds 3-1 Blues, winner Reds

Reds: GK Ada, DEF Béla, DEF Jun, MID Łukasz, W Mira, ST Dario, ST Fatima
Blues: GK Gheorghe, DEF Hana, DEF Noor, MID Chloé, MID Igor, W Emil
Bench: ST Kofi

1' 1-0 Reds, Fatima
1' 1-1 Blues, Noor
1' 2-1 Reds, own goal of Gheorghe
1' 3-1 Reds, Fatima
"""

RANKING = """\
1  Fatima    2  in 1 match
2  Noor      1  in 1 match
3  Gheorghe  0  in 1 match, 1 own goal
"""


class Teams(SquadCase):
    def setUp(self):
        super().setUp()
        self.add("Anna", "Ben", "Carl", "Dora")

    def sides(self):
        """The names on Team A, on Team B and on the bench."""
        gather = self.daemon.get()
        groups = gather["teamA"]["players"], gather["teamB"]["players"], gather["bench"]
        return ["".join(player["name"][0] for player in group) for group in groups]

    def test_chosen_players_are_on_the_bench(self):
        self.assertIn("opened a gather", self.ctl("team", "bench", "anna", "ben", "3"))
        self.assertEqual(self.sides(), ["", "", "ABC"])
        self.assertEqual(self.ctl("team"), "Team A\n  nobody\nTeam B\n  nobody\nBench\n"
                         "  1  -  Anna\n  2  -  Ben\n  3  -  Carl\n")
        self.assertIn("\nBench: - Anna, - Ben, - Carl\n", self.ctl("status"))

    def test_a_gather_with_players_starts_once_both_sides_have_one(self):
        for move, said in (("bench", "Team A has no players"), ("a", "Team B has no players")):
            self.ctl("team", move, "anna", "ben")
            for verb in ("start", "toggle"):
                refused = self.ctl(verb, status=1)
                self.assertIn(f"cannot {verb} the countdown: {said}", refused)
                self.assertIn("gatherctl team", refused)
            self.assertIn("10:00 stopped", self.ctl("status"))
        self.ctl("team", "b", "ben")
        self.assertIn("running from 10:00", self.ctl("start"))

    def test_a_gather_without_players_starts_as_before(self):
        self.assertIn("running from 10:00", self.ctl("start"))
        self.ctl("end", "--yes")
        self.ctl("team", "a", "anna")
        self.ctl("team", "clear")
        self.assertEqual(self.sides(), ["", "", ""])
        self.assertIn("running from 10:00", self.ctl("start"))

    def test_players_are_moved_until_the_end_and_each_move_is_undone(self):
        self.ctl("team", "bench", "anna", "ben", "carl", "dora")
        self.ctl("team", "a", "anna", "ben")
        self.ctl("team", "b", "carl", "dora")
        self.ctl("start")
        for words, expected in ((("b", "anna"), ["B", "CDA", ""]),
                                (("bench", "dora"), ["B", "CA", "D"]),
                                (("out", "carl"), ["B", "A", "D"]),
                                (("a", "carl", "dora"), ["BCD", "A", ""]),
                                (("clear",), ["", "", ""])):
            before = self.sides()
            self.ctl("team", *words)
            self.assertEqual(self.sides(), expected, words)
            self.assertRegex(self.ctl("undo"), "^undone: .*")
            self.assertEqual(self.sides(), before, words)
            self.ctl("redo")
            self.assertEqual(self.sides(), expected, words)
        self.assertIn("nobody was in the gather", self.ctl("team", "clear"))
        log = self.ctl("log")
        for words in ("to Team B: Anna", "to the bench: Dora", "out of the gather: Carl"):
            self.assertIn(words, log)
        self.ctl("end", "--yes")
        self.assertIn("no match is open", self.ctl("team", "clear", status=1))

    def test_who_is_there_already_stays_and_it_says_so(self):
        self.ctl("team", "a", "anna")
        revision = self.daemon.get()["revision"]
        self.assertIn("nobody moved", self.ctl("team", "a", "anna"))
        self.assertEqual(self.daemon.get()["revision"], revision)
        self.assertIn("there is no player 'xyzzy'", self.ctl("team", "a", "xyzzy", status=1))
        self.ctl("discard", "--yes")
        self.assertIn("no match is open", self.ctl("team", "out", "anna", status=1))

    def test_the_sides_are_named(self):
        self.assertEqual(self.ctl("team", "names", "Reds", "The Blues"),
                         "opened a gather; Reds - The Blues\n")
        self.assertEqual(self.ctl("team", "names", "Reds", "The Blues"),
                         "already Reds - The Blues\n")
        self.assertIn("Reds 0-0 The Blues", self.ctl("status"))
        self.assertIn("1 to 100 characters", self.ctl("team", "names", "Reds", "", status=2))
        self.ctl("team", "names", "A", "B")
        self.ctl("undo")
        self.assertIn("Reds 0-0 The Blues", self.ctl("status"))

    def test_a_gather_opens_with_its_sides(self):
        said = self.ctl("new", "--team-a", "Reds", "--team-a-players", "anna, BEN",
                        "--team-b-players", "3,4")
        self.assertEqual(said, "opened: 10:00, Reds - Team B\nReds       Team B\n"
                         "-    Anna  -    Carl\n-    Ben   -    Dora\n")
        self.assertEqual(self.sides(), ["AB", "CD", ""])
        self.ctl("discard", "--yes")
        self.assertIn("'n' could be 2 players",
                      self.ctl("new", "--team-a-players", "n", status=1))
        self.assertIn("Anna is on both sides",
                      self.ctl("new", "--team-a-players", "anna", "--team-b-players", "ben,1",
                               status=1))
        self.assertEqual(self.daemon.get()["phase"], "discarded")

    def test_who_plays_cannot_be_removed_and_who_has_played_stays_in_the_record(self):
        self.ctl("team", "a", "anna")
        self.ctl("team", "b", "ben")
        self.assertIn("Anna is in the open match", self.ctl("player", "remove", "1", "--yes",
                                                             status=1))
        self.ctl("start")
        self.ctl("goal", "a", "anna")
        self.ctl("end", "--yes")
        self.ctl("player", "remove", "1", "--yes")
        self.assertNotIn("Anna", self.ctl("player"))
        self.assertIn("1' 1-0 Team A, Anna\n", self.ctl("report"))
        self.assertIn("Team A: - Anna\n", self.ctl("report"))
        self.assertIn("by Anna", self.ctl("show"))
        self.assertIn("1  Anna  1  in 1 match\n", self.ctl("scorers"))
        shown = self.ctl("player", "show", "1")
        self.assertIn("Anna\n", shown)
        self.assertIn("1: 1 won, 0 drawn, 0 lost", shown)

    def test_of_namesakes_the_one_who_plays_is_meant_also_after_being_removed(self):
        self.add("KillA", "KillA", "KillA")
        self.assertIn("could be 3 players", self.ctl("team", "a", "killa", status=1))
        self.ctl("team", "a", "6")
        self.ctl("team", "b", "killa")
        self.assertEqual([player["id"] for player in self.daemon.get()["teamB"]["players"]], [6])
        self.ctl("team", "out", "6")
        self.ctl("player", "remove", "6", "--yes")
        self.ctl("undo", "--match")
        self.ctl("team", "a", "6")
        self.assertEqual([player["id"] for player in self.daemon.get()["teamA"]["players"]], [6])

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


class Draws(SquadCase):
    def setUp(self):
        super().setUp()
        self.ctl("player", "import", "-", input=EVENING)

    def drawn(self):
        gather = self.daemon.get()
        return [frozenset(player["id"] for player in gather[side]["players"])
                for side in ("teamA", "teamB")]

    def test_a_draw_is_fair_and_repeated_by_its_seed(self):
        names = self.ctl("player", "list", "--names").splitlines()
        said = self.ctl("team", "draw", "--seed", "42", *names)
        self.assertRegex(said, r"^opened a gather; .*\nstrength 15 to 14, seed 42, one of 104 ")
        self.assertIn("\nwithout a skill, counted as amateur: Mira\n", said)
        teams = self.drawn()
        self.assertEqual([len(team) for team in teams], [7, 7])
        self.assertEqual([len(team & {1, 7}) for team in teams], [1, 1])
        again = self.ctl("team", "draw", "--again")
        self.assertNotEqual(self.drawn(), teams)
        self.assertRegex(again, "^strength (15 to 14|14 to 15), seed ")
        seed = re.search(r"seed (\d+)", self.ctl("team", "draw", "--seed", "42"))[1]
        self.assertEqual((seed, self.drawn()), ("42", teams))
        other = self.ctl("team", "draw")
        seed = re.search(r"seed (\d+)", other)[1]
        teams = self.drawn()
        self.ctl("team", "clear")
        self.ctl("team", "draw", "--seed", seed, *reversed(names))
        self.assertEqual(self.drawn(), teams)
        reply = json.loads(self.ctl("team", "draw", "--seed", "1", "--json"))
        draw = reply["draw"]
        self.assertEqual((draw["seed"], {draw["strengthA"], draw["strengthB"]}), (1, {14, 15}))

    def test_what_cannot_be_drawn(self):
        self.assertIn("no match is open", self.ctl("team", "draw", status=1))
        self.ctl("new")
        for players in ((), ("ada",), ("ada", "1")):
            self.assertIn("at least 2 are needed", self.ctl("team", "draw", *players, status=1))
        for seed, status in (("x", 2), ("-1", 2), ("4294967296", 2), ("9223372036854775808", 2)):
            self.ctl("team", "draw", "--seed", seed, "ada", "jun", status=status)
        self.ctl("player", "import", "-", "--yes", input=EVENING.replace(",", " 2,", 1).replace(
            "name 2", "name"))
        self.assertIn("at most 22 are possible", self.ctl(
            "team", "draw", *(str(number) for number in range(1, 24)), status=1))
        self.assertEqual(self.drawn(), [frozenset(), frozenset()])

    def test_a_draw_is_undone(self):
        self.ctl("team", "a", "ada", "jun")
        self.ctl("team", "b", "noor")
        before = self.drawn()
        self.ctl("team", "draw", "--seed", "3")
        self.assertIn("undone: the draw of the teams", self.ctl("undo"))
        self.assertEqual(self.drawn(), before)


class Scorers(SquadCase):
    def setUp(self):
        super().setUp()
        self.add("Anna", "Ben", "Carl")
        self.ctl("new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna",
                 "--team-b-players", "ben")
        self.ctl("start")

    def test_a_goal_has_its_scorer(self):
        self.assertEqual(self.ctl("goal", "a", "anna"), "Reds 1-0 Blues, Anna\n")
        self.assertEqual(self.ctl("goal", "a", "--own-goal", "ben"),
                         "Reds 2-0 Blues, own goal of Ben\n")
        self.assertEqual(self.ctl("goal", "b"), "Reds 2-1 Blues\n")
        self.assertIn("Ben is not on Reds", self.ctl("goal", "a", "ben", status=1))
        self.assertIn("Anna is not on Blues",
                      self.ctl("goal", "a", "--own-goal", "anna", status=1))
        self.assertIn("Carl is not on Blues", self.ctl("goal", "b", "carl", status=1))
        self.assertIn("there is no player 'xyzzy'", self.ctl("goal", "b", "xyzzy", status=1))
        self.assertEqual(self.daemon.get()["score"], "2-1")
        self.assertIn("own goal", self.ctl("log"))
        events = [json.loads(line) for line in self.ctl("export").splitlines()]
        goals = [event for event in events if event["kind"] == "scoreChanged"]
        self.assertEqual([(goal["scorer"], goal["ownGoal"]) for goal in goals],
                         [("Anna", False), ("Ben", True), (None, None)])
        self.assertRegex(
            self.ctl("export", "--format=csv"), r",Ben,2,true,teamA,1,2-0,false,false\r?\n")

    def test_a_goal_that_is_taken_back_is_nobodys(self):
        for name in ("anna", "anna"):
            self.ctl("goal", "a", name)
        self.ctl("goal", "b", "ben")
        self.ctl("score", "a", "-1")
        self.ctl("score", "b", "0")
        self.ctl("goal", "b")
        self.ctl("end", "--yes")
        self.assertEqual(self.ctl("scorers"), "1  Anna  1  in 1 match\n")
        self.assertRegex(self.ctl("player", "show", "ben"), "goals +0\n")
        report = self.ctl("report")
        for line in ("1-0 Reds, Anna\n", "2-0 Reds, Anna, taken back\n",
                     "2-1 Blues, Ben, taken back\n", "1-1 Blues\n"):
            self.assertIn(f"1' {line}", report)
        for _ in range(3):
            self.ctl("undo")
        self.ctl("end", "--yes")
        self.assertEqual(self.ctl("scorers"), "1  Anna  1  in 1 match\n1  Ben   1  in 1 match\n")

    def test_the_ranking_counts_over_the_history(self):
        self.assertEqual(self.ctl("scorers"), "")
        self.ctl("goal", "a", "anna")
        self.ctl("goal", "b", "ben")
        self.ctl("goal", "b", "ben")
        self.ctl("goal", "a", "--own-goal", "ben")
        self.ctl("goal", "b", "ben")
        self.ctl("undo")
        self.assertEqual(self.ctl("scorers"), "")  # Only what has ended counts.
        self.ctl("end", "--yes")
        self.assertEqual(self.ctl("scorers"),
                         "1  Ben   2  in 1 match, 1 own goal\n2  Anna  1  in 1 match\n")
        self.ctl("new", "--team-a-players", "anna,carl", "--team-b-players", "ben")
        self.ctl("start")
        for _ in range(2):
            self.ctl("goal", "a", "anna")
        self.ctl("end", "--yes")
        table = ("1  Anna  3  in 2 matches\n"
                 "2  Ben   2  in 2 matches, 1 own goal\n")
        self.assertEqual(self.ctl("scorers"), table)
        self.assertEqual(self.ctl("scorers", "--since", "1h"), table)
        self.assertEqual(self.ctl("scorers", "--since", "1ms"), "")
        self.assertIn("2: 1 won, 1 drawn, 0 lost", self.ctl("player", "show", "anna"))
        self.assertIn("1: 1 won, 0 drawn, 0 lost", self.ctl("player", "show", "carl"))
        reply = json.loads(self.ctl("scorers", "--json"))
        self.assertEqual(reply["scorers"][0]["goals"], 3)

    def test_a_watcher_is_told_of_the_sides(self):
        watch = self.daemon.watch(self)
        self.assertIn("snapshot  Reds: - Anna; Blues: - Ben; Bench: nobody",
                      watch.line_with("snapshot"))
        self.ctl("team", "bench", "carl")
        self.assertIn("Bench: - Carl", watch.line_with("playersChanged"))


class Evening(SquadCase):
    """From the squad to the report."""

    def test_an_evening(self):
        self.assertEqual(self.ctl("player", "import", "-", input=EVENING), "imported 14 players\n")
        names = self.ctl("player", "list", "--names").splitlines()
        self.ctl("team", "names", "Reds", "Blues")
        print("---", self.ctl("team", "draw", "--seed", "7", *names), sep="\n")
        self.ctl("set", "2s")
        self.ctl("start")
        self.ctl("goal", "a", "fatima")
        self.ctl("goal", "b", "noor")
        self.assertIn("Ada is not on Blues", self.ctl("goal", "b", "ada", status=1))
        self.ctl("goal", "b", "chloe")
        self.assertIn("undone: the goal for Blues by Chloé", self.ctl("undo"))
        self.ctl("goal", "a", "--own-goal", "gheorghe")
        self.ctl("team", "bench", "kofi")
        self.ctl("goal", "a", "fatima")
        self.assertIn("ended: Reds 3-1 Blues, winner Reds", self.ctl("end", "--yes"))
        report = self.ctl("report")
        print("---", report, self.ctl("scorers"), self.ctl("show"), sep="\n", flush=True)
        # Dates and times are those of today.
        report = re.sub(r"\n.* played\n", "\n", report)
        self.assertEqual(report, REPORT)
        self.assertEqual(self.ctl("scorers"), RANKING)
