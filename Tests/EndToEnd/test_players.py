"""The squad: the first rule of "Players and teams", and how it gets in and out."""

import csv
import io
import json
import pathlib
import tempfile
import unittest

import columns
from daemon import Daemon
from programs import gatherctl
from terminal import Terminal
from test_submission import SubmissionTest


class SquadCase(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments, status=0, **more):
        """Runs gatherctl, checks its exit status; gives what it said."""
        result = self.daemon.ctl(*arguments, **more)
        self.assertEqual(result.returncode, status, f"{arguments}: {result}")
        return result.stdout if status == 0 else result.stderr

    def add(self, *names):
        for name in names:
            self.ctl("player", "add", name)

    def squad(self):
        """The squad by its names, as the daemon has it."""
        players = json.loads(self.ctl("player", "list", "--json"))["players"]
        return {player["name"]: player for player in players}


class Squad(SquadCase):
    def test_a_player_is_added_listed_shown_edited_and_removed(self):
        said = self.ctl("player", "add", "  Anna  ", "--age", "20", "--skill", "amateur",
                        "--position", "gk", "--favourite-team", "CF United")
        self.assertEqual(said, "added: 1  Anna  GK  amateur  20  CF United\n")
        self.assertEqual(self.ctl("player"), "1  Anna  GK  amateur  20  CF United\n")
        self.assertIn("goalkeeper (GK)", self.ctl("player", "show", "ann"))
        self.assertEqual(self.ctl("player", "edit", "anna", "--age", "21", "--skill", "none"),
                         "changed: 1  Anna  GK  -  21  CF United\n")
        self.assertEqual(self.ctl("player", "edit", "1", "--age", "21"),
                         "nothing to change: 1  Anna  GK  -  21  CF United\n")
        self.assertIn("nothing is to change", self.ctl("player", "edit", "anna", status=2))
        self.assertIn("say --yes", self.ctl("player", "remove", "anna", status=2))
        self.assertIn("Anna", self.ctl("player"))
        self.assertIn("removed: Anna", self.ctl("player", "remove", "anna", "--yes"))
        self.assertEqual(self.squad(), {})
        self.assertIn("there is no player 'anna'", self.ctl("player", "show", "anna", status=1))

    def test_removing_asks(self):
        self.add("Anna")
        for answer, status in (("n", 1), ("", 1), ("yes", 0)):
            terminal = Terminal(self, gatherctl(), "player", "remove", "anna",
                                GATHERD_SOCKET=self.daemon.socket)
            terminal.read_until("Are you sure you want to remove the player? Yes/[Cancel]")
            self.assertIn("Anna", self.squad())
            terminal.type(f"{answer}\n")
            self.assertEqual(terminal.end(), status, terminal.output)
        self.assertEqual(self.squad(), {})

    def test_what_a_player_can_be(self):
        for name in (*columns.NAMES, "Jean-Luc O'Neill", "7", "a" * 100, "نجلاء", "-"):
            self.ctl("player", "add", "--", name)
        bad = {"": "no letters", "   ": "no letters", "\u200b\u00ad": "no letters",
               "x" * 101: "more than 100", "한" * 101: "more than 100", "a\tb": "control",
               "a\nb": "control", "\x1b[2J": "control", "a\u202eb": "control"}
        count = len(self.squad())
        for name, reason in bad.items():
            with self.subTest(name):
                self.assertIn(reason, self.ctl("player", "add", name, status=2))
                for option in ("--name", "--favourite-team") if name else ():
                    self.assertIn(reason, self.ctl("player", "edit", "1", option, name, status=2))
        self.ctl("player", "edit", "1", "--age", "1")
        self.ctl("player", "edit", "1", "--age", "120")
        for age in ("0", "121", "9223372036854775807"):
            self.assertIn("not from 1 to 120", self.ctl("player", "edit", "1", "--age", age,
                                                        status=2))
        for age in ("-1", "1.5", "x", "9223372036854775808", "٣"):
            self.assertIn("no whole number", self.ctl("player", "edit", "1", "--age", age,
                                                      status=2))
        self.assertEqual(len(self.squad()), count)
        self.assertEqual(self.squad()["Jo"]["age"], 120)

    def test_a_player_is_found_by_a_part_of_the_name(self):
        self.add("José Núñez", "Łukasz", "Søren", "Αλέξης", "Фёдор", "김민준", "أحمد", "Straße",
                 "Joseph")
        for word, name in (("jose n", "José Núñez"), ("NUNEZ", "José Núñez"), ("lukasz", "Łukasz"),
                           ("soren", "Søren"), ("αλεξησ", "Αλέξης"), ("федор", "Фёдор"),
                           ("민준", "김민준"), ("احمد", "أحمد"), ("strasse", "Straße"),
                           (" Nu\u0301n\u0303ez ", "José Núñez"), ("joseph", "Joseph"), ("2", "Łukasz")):
            with self.subTest(word):
                shown = self.ctl("player", "show", word).splitlines()[0]
                self.assertEqual(shown.strip("\u2068\u2069"), name)
        several = self.ctl("player", "edit", "jose", "--age", "9", status=1)
        self.assertIn("'jose' could be 2 players", several)
        self.assertIn("  1  José Núñez\n  9  Joseph\n", several)
        self.assertIn("did you mean\n  2  Łukasz\n", self.ctl("player", "show", "lukazs", status=1))
        self.assertEqual({player["age"] for player in self.squad().values()}, {None})

    def test_new_players_count_once(self):
        for _ in range(2):
            self.ctl("player", "add", "Anna", "--request-id", "x7")
        self.assertEqual(len(self.squad()), 1)

    def test_two_players_can_have_the_same_name(self):
        self.add("Anna")
        self.assertIn("others have that name:\n1  Anna", self.ctl("player", "add", "ÁNNA"))
        self.assertIn("could be 2 players", self.ctl("player", "show", "anna", "--json", status=1))

    def test_without_a_daemon(self):
        self.daemon.stop()
        for verb in (("player",), ("player", "add", "x"), ("team",), ("team", "a", "x"),
                     ("scorers",), ("goal", "a", "x")):
            self.assertIn("cannot reach gatherd", self.ctl(*verb, status=3))
        self.daemon.start()

    def test_names_are_in_columns(self):
        for name in columns.NAMES:
            self.ctl("player", "add", "--position", "striker", "--age", "20", "--", name)
        rows = self.ctl("player").splitlines()
        for name, row in zip(columns.NAMES, rows, strict=True):
            self.assertEqual(columns.width(name), columns.NAMES[name], name)
            self.assertIn(name, row)
        self.assertEqual({columns.place(row, "  ST  ") for row in rows}, {4 + 200})
        self.assertEqual({columns.width(row) for row in rows}, {4 + 200 + len("  ST  -  20  -")})


class Files(SquadCase):
    CSV = ("name,age,skill,position,favouriteTeam\r\n"
           'Anna,20,amateur,goalkeeper,"CF ""United"", 1"\r\n'
           "김민준,,professional,striker,\r\n"
           '"Nu\u0301n\u0303ez, José",,,,\r\n')

    def put(self, text, name="squad"):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        path = pathlib.Path(directory.name) / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def test_a_file_goes_in_and_comes_out_as_it_was(self):
        self.assertEqual(self.ctl("player", "import", self.put(self.CSV)), "imported 3 players\n")
        table = self.ctl("player", "export", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(table, newline="")))
        self.assertEqual(rows[0]["favouriteTeam"], 'CF "United", 1')
        self.assertEqual([row["name"] for row in rows],
                         ["Anna", "김민준", "Nu\u0301n\u0303ez, José"])
        lines = self.ctl("player", "export")
        self.assertEqual([json.loads(line)["position"] for line in lines.splitlines()],
                         ["goalkeeper", "striker", None])
        squad = self.squad()
        for text, form in ((table, ()), (lines, ()), (lines, ("--format=json",)),
                           ("\ufeff" + table, ("--format", "csv"))):
            other = Daemon.running(self)
            result = other.ctl("player", "import", "-", *form, input=text)
            self.assertEqual(result.stdout, "imported 3 players\n", result)
            players = json.loads(other.ctl("player", "--json").stdout)["players"]
            self.assertEqual({player["name"]: player for player in players}, squad)

    def test_of_a_file_with_a_mistake_nothing_is_imported(self):
        bad = {
            "name,age\nAnna,20\nBen,x\n": "line 3, column 5 (age): 'x' is no whole number",
            "name,age\nAnna,20\nBen,121\n":
                "line 3, column 5: the field 'age' is not from 1 to 120",
            "name\nAnna\n\"Ben\n": "line 3, column 1: the quote has no end",
            "name,skil\nAnna,x\n": "line 1, column 6: there is no field 'skil'",
            "name,age\nAnna\n": "line 2, column 1: it has 1 field, and the header 2",
            f"name\nAnna\n{'x' * 101}\n": "line 3, column 1: the field 'name' has more than 100",
            "name\nAnna\n\"a\x07\"\n": "line 3, column 1: the field 'name' has a control character",
            '{"name":"Anna"}\n{"name":"Ben","age":"7"}\n': "line 2, column 15 (age): it is no",
            '{"name":"Anna"}\n{"name":}\n': "line 2, column 9: it is no JSON from here on",
            b"name\nAnna\nB\0n\n": "line 3, column 2: there is a NUL byte",
            b"name\nAnna\n\xff\n": "line 3, column 1: it is not UTF-8",
            "": "has none",
        }
        for text, message in bad.items():
            with self.subTest(message):
                said = self.ctl("player", "import", self.put(text), status=1)
                self.assertIn(message, said)
        self.assertEqual(self.squad(), {})
        self.assertIn("cannot read", self.ctl("player", "import", "/nonexistent", status=1))
        self.assertEqual(self.squad(), {})

    def test_a_file_that_is_imported_twice_is_asked_about(self):
        path = self.put(self.CSV)
        self.ctl("player", "import", path)
        said = self.ctl("player", "import", path, status=1)
        self.assertIn("some are in the squad already\n  Anna, 김민준, ", said)
        self.assertEqual(len(self.squad()), 3)
        self.ctl("player", "import", path, "--yes")
        self.assertEqual(len(self.ctl("player").splitlines()), 6)

    def test_a_squad_of_500_and_no_more(self):
        names = "name\n" + "".join(f"Player {number}\n" for number in range(500))
        self.ctl("player", "import", self.put(names))
        self.assertIn("at most 500 players", self.ctl("player", "add", "One more", status=1))
        self.assertEqual(len(self.squad()), 500)
        self.assertIn("has 501, and 500", self.ctl(
            "player", "import", self.put(names + "x\n"), status=1))
        self.assertIn("cannot read", self.ctl(
            "player", "import", self.put("name\n" + "x" * (1 << 20)), status=1))


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
        self.assertIn("say --yes", self.say("player", "sync", "delete", f"1@{number}", status=2))
        self.assertIn(number, self.there())
        self.say("player", "sync", "delete", f"1@{number}", "--yes")
        self.assertNotIn(number, self.there())

    def test_without_an_account(self):
        self.say("logout")
        self.assertIn("'gatherctl login' signs in", self.say("player", "sync", status=1))
