"""The completions of bash, zsh and fish: they offer what `gatherctl help` says there is."""

import functools
import pathlib
import re
import tempfile
import unittest

import shells
import usage
from daemon import Daemon
from programs import require, run

# Verbs without an answer, which have no --json.
WITHOUT_ANSWER = {"on", "replay", "simulate", "sound", "web"}


class Completions(unittest.TestCase):
    def check(self, line, expected, **variables):
        """Every shell offers this for a line, and nothing else."""
        for shell in (shells.bash, self.zsh(**variables), shells.fish):
            with self.subTest(line, shell=getattr(shell, "__name__", "zsh")):
                offered = shell(self, line, **self.variables, **variables)
                # fish has what is before the equals sign as well.
                values = {re.sub("^--[a-z-]+=", "", value) for value in offered}
                # zsh goes on with the options where nothing else is left.
                if line.endswith(" "):
                    values = {value for value in values if not value.startswith("-")}
                self.assertEqual(values, set(expected))

    def setUp(self):
        for shell in ("bash", "zsh", "fish"):
            require(shell, shell)
        self.variables = {"GATHERD_SOCKET": "/nonexistent/gatherd.sock"}
        self.zsh = functools.cache(self.make_zsh)

    def make_zsh(self, **variables):
        zsh = shells.Zsh(self, **self.variables, **variables)
        return lambda test, line, **_: zsh(test, line)

    def test_the_verbs(self):
        names = [name for verb in usage.verbs() for name in (verb.name, *verb.synonyms)]
        self.assertGreater(len(names), 20)
        self.check("gatherctl ", names)
        self.check("gatherctl -q ", names)
        self.check("gatherctl help ", names)
        self.check("gatherctl --socket goal ", names)
        for verb in names:
            self.check(f"gatherctl {verb}", {name for name in names if name.startswith(verb)})

    def test_the_options_of_each_verb(self):
        common = usage.common_names()
        self.check("gatherctl --", common)
        for verb in usage.verbs():
            for name in (verb.name, *verb.synonyms):
                # fish offers all of them for "--" alone, letters for "-".
                offered = common - {"--json"} if verb.name in WITHOUT_ANSWER else common
                self.check(f"gatherctl {name} --", offered | verb.options)

    def test_values(self):
        self.check("gatherctl goal ", ["a", "b"])
        self.check("gatherctl score ", ["a", "b"])
        self.check("gatherctl --json=", self.choices("json", usage.help_text("--help")))
        self.check("gatherctl export --format=",
                   self.choices("format", usage.help_text("help", "export")))
        self.check("gatherctl watch --format=", [])
        events = ["timeUp", "lastMinute", "goal", "scorer", "card", "substitution", "foul",
                  "timeOut", "timeOutEnded", "kick", "started", "paused", "periodBegan",
                  "periodEnded", "addedTime", "ended", "discarded", "remaining=60s"]
        self.check("gatherctl on ", events)
        self.check("gatherctl on goal ", events)
        self.check("gatherctl sound ", ["horn", "whistle"])
        self.check("gatherctl history --since=", ["today", "yesterday", "7d", "2w"])

    def choices(self, option, text):
        """The values that the help lists for an option."""
        return re.search(rf"--{option}(?:\[=| )([a-z|]+)", text)[1].split("|")

    def test_the_commands_of_team_player_and_submissions(self):
        for verb in ("team", "player", "submissions"):
            rows = re.findall(rf"^  {verb} ([a-z]+)", usage.help_text("help", verb), re.MULTILINE)
            self.assertGreaterEqual(len(rows), 7)
            self.check(f"gatherctl {verb} ", rows)
        self.check("gatherctl player add X --skill=", ["beginner", "amateur", "professional"])
        self.check("gatherctl player edit X --position ",
                   ["goalkeeper", "defender", "midfielder", "winger", "striker"])

    def test_where_nothing_is_known_nothing_is_offered(self):
        for line in ("goal a ", "set ", "undo ", "adjust ", "new --team-a ", "watch ", "status ", "bridge ",
                     "--request-id ", "xyzzy", "log ", "team a ", "team clear ", "player add ",
                     "player show ", "scorers ", "new --team-a-players "):
            self.check(f"gatherctl {line}", [])

    def test_the_gathers(self):
        for line in ("show ", "report ", "reopen ", "export ", "submit ", "submissions retry "):
            self.check(f"gatherctl {line}", ["last"])
        daemon = Daemon.running(self)
        self.variables = {"GATHERD_SOCKET": daemon.socket}
        self.zsh = functools.cache(self.make_zsh)
        self.check("gatherctl show ", ["last"])
        for _ in range(2):
            daemon.ctl("new", "--team-a", "The Reds")
            daemon.ctl("end", "--yes")
        listed = [row.split()[0] for row in daemon.ctl("history").stdout.splitlines()]
        self.assertEqual(len(listed), 2)
        for line in ("show ", "report ", "verify ", "replay ", "reopen ", "export ",
                     f"export {listed[0]} "):
            self.check(f"gatherctl {line}", ["last", *listed])
        self.assertEqual(daemon.ctl("show", listed[1]).returncode, 0)

    def test_the_players(self):
        daemon = Daemon.running(self)
        names = ["Anna", "Ben Cole", "Łukasz", "김민준"]
        for name in names:
            self.assertEqual(daemon.ctl("player", "add", name).returncode, 0)
        self.variables = {"GATHERD_SOCKET": daemon.socket}
        self.zsh = functools.cache(self.make_zsh)
        for line in ("team a ", "team bench Anna ", "team draw ", "player show ", "player edit ",
                     "player remove "):
            self.check(f"gatherctl {line}", names)
        self.check("gatherctl goal a ", [])
        new = ("new", "--team-a", "Bibs", "--team-a-players", "Anna,Ben", "--team-b-players", "김민준")
        self.assertEqual(daemon.ctl(*new).returncode, 0)
        # Whoever can have scored, and the sides by all their names.
        for line in ("goal a ", "goal Bi ", "goal --own-goal b "):
            self.check(f"gatherctl {line}", ["Anna", "Ben Cole"])
        self.check("gatherctl goal a --own-goal ", ["김민준"])
        self.check("gatherctl goal ", ["a", "b", "Bibs", "Team B", "Anna", "Ben Cole", "김민준"])
        self.check("gatherctl goal Bi", ["Bibs"])
        self.check("gatherctl goal a A", ["Anna"])
        self.check("gatherctl team out B", ["Ben Cole"])
        self.check("gatherctl goal a Anna ", [])
        self.check("gatherctl card a ", ["yellow", "second-yellow", "red", "time"])
        self.check("gatherctl card a red ", ["Anna", "Ben Cole"])
        self.check("gatherctl sub a ", ["Anna", "Ben Cole"])
        self.check("gatherctl sub a Anna ", names)
        self.check("gatherctl sub Anna ", names)
        # Any part of a name, without case and accents; several between commas.
        self.check("gatherctl team out cole", ["Ben Cole"])
        self.check("gatherctl new --team-a-players Anna,be", ["Anna,Ben Cole"])
        # fish compares them once more, with their accents.
        for shell in (shells.bash, self.zsh()):
            offered = shell(self, "gatherctl player show luk", **self.variables)
            self.assertEqual(offered, {"Łukasz"})
        self.check("gatherctl team names ", [])
        daemon.stop()
        self.check("gatherctl player show ", [])

    def test_words_that_bash_splits_and_quotes(self):
        daemon = Daemon.running(self)
        for name in ("Bo b", "D'Arc", "$HOME", "a:b", "Dark", 'Mick "Mo"', "Go!!x", "!ev", "'Allo"):
            self.assertEqual(daemon.ctl("player", "add", name).returncode, 0)
        bash = shells.Bash(self, GATHERD_SOCKET=daemon.socket)
        for typed, expected in (
                ("-H anna@pitch:22 go", "-H anna@pitch:22 goal "),
                ("card --ago 01:30 a y", "card --ago 01:30 a yellow "),
                ("player show a:", "player show a:b "),
                ("player show A:", "player show A:b "),
                ('player show "a:', 'player show "a:b" '),
                ('player show "Bo b"', r"player show Bo\ b "),
                ('new --team-a-players "Bo b",a', r"new --team-a-players Bo\ b\,a:b "),
                ('player show "B', 'player show "Bo b" '),
                ("player show D\\'", r"player show D\'Arc "),
                ("""player show "D'""", """player show "D'Arc" """),
                (r"player show 'D'\''", r"player show 'D'\''Arc' "),
                (r'player show "Mick \"', r'player show "Mick \"Mo\"" '),
                ("player show 'Al", r"player show ''\''Allo' "),
                # Within double quotes bash would put in the line before.
                ('player show "Go', r'player show "Go"\!""\!"x" '),
                ('player show "!e', r'player show ""\!"ev" '),
                ('player show "$', r'player show "\$HOME" '),
                ("player show '$", "player show '$HOME' ")):
            self.assertEqual(bash(f"gatherctl {typed}"), f"gatherctl {expected}")

    def test_fish_knows_what_quotes_mean(self):
        daemon = Daemon.running(self)
        for name in ("Bo b", "D'Arc", "Dark"):
            self.assertEqual(daemon.ctl("player", "add", name).returncode, 0)
        for typed, name in ((r"Bo\ ", "Bo b"), ('"Bo ', "Bo b"), ("'Bo b'", "Bo b"),
                            (r"D\'", "D'Arc"), ('"D\'', "D'Arc"), (r"'D\'", "D'Arc")):
            offered = shells.fish(self, f"gatherctl player show {typed}",
                                  GATHERD_SOCKET=daemon.socket)
            self.assertEqual(offered, {name}, typed)

    def test_the_events_that_undo_can_take_back(self):
        daemon = Daemon.running(self)
        for line in (("new",), ("goal", "a"), ("goal", "b"), ("undo", "2")):
            self.assertEqual(daemon.ctl(*line).returncode, 0)
        self.variables = {"GATHERD_SOCKET": daemon.socket}
        self.zsh = functools.cache(self.make_zsh)
        self.check("gatherctl undo ", ["1", "3"])

    def test_the_goals_whose_scorer_can_be_changed(self):
        daemon = Daemon.running(self)
        for line in (("player", "add", "Anna"), ("new",), ("goal", "a"), ("goal", "b"),
                     ("score", "b", "+2"), ("goal", "b"), ("goal", "a"), ("undo", "2"),
                     ("score", "b", "-1")):
            self.assertEqual(daemon.ctl(*line).returncode, 0)
        first = daemon.get()["id"]
        self.variables = {"GATHERD_SOCKET": daemon.socket}
        self.zsh = functools.cache(self.make_zsh)
        self.check("gatherctl scorer ", ["3", "6"])
        self.check("gatherctl scorer 3 ", ["Anna"])
        self.assertEqual(daemon.ctl("card", "a", "red").returncode, 0)
        card = str(daemon.get()["cards"][0]["number"])
        self.check("gatherctl edit ", ["3", "6", card])
        self.check(f"gatherctl edit {card} --card ", ["yellow", "second-yellow", "red", "time"])
        for line in (("discard", "--yes"), ("new",)):
            self.assertEqual(daemon.ctl(*line).returncode, 0)
        self.check("gatherctl scorer ", [])
        self.check(f"gatherctl scorer --of {first[:8]} ", ["3", "6"])

    def test_what_the_shell_knows_better(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory)
            (path / "squad.csv").touch()
            (path / "state").mkdir()
            offered = shells.bash(self, f"gatherctl player import {path}/s", **self.variables)
            self.assertEqual(offered, {f"{path}/squad.csv", f"{path}/state"})
            offered = shells.bash(self, f"gatherctl watch --write {path}/s", **self.variables)
            self.assertEqual(offered, {f"{path}/state"})
        self.assertIn("true", shells.bash(self, "gatherctl on goal -- tru", **self.variables))

    def test_a_path_is_one_word_and_a_directory_goes_on(self):
        with tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp") as directory:
            path = pathlib.Path(directory)
            (path / "my squad.csv").touch()
            (path / "two words").mkdir()
            (path / "two words/it's").touch(0o755)
            bash = shells.Bash(self, HOME=path, **self.variables)
            for typed, expected in (
                    ("player import {}/m", r"player import {}/my\ squad.csv "),
                    ("player import ~/m", r"player import ~/my\ squad.csv "),
                    (r"player import {}/my\ s", r"player import {}/my\ squad.csv "),
                    ("player import '{}/m", "player import '{}/my squad.csv' "),
                    ("player import {}/t", r"player import {}/two\ words/"),
                    ("watch --write={}/t", r"watch --write={}/two\ words/"),
                    (r"on goal -- {}/two\ words/i", r"on goal -- {}/two\ words/it\'s ")):
                self.assertEqual(bash(f"gatherctl {typed.format(path)}"),
                                 f"gatherctl {expected.format(path)}")
            # The others quote by themselves what they insert.
            for typed, expected in (
                    ("player import {}/m", "{}/my squad.csv"),
                    (r"player import {}/my\ s", "{}/my squad.csv"),
                    ("player import '{}/m", "{}/my squad.csv"),
                    ("player import {}/t", "{}/two words/"),
                    ("watch --write={}/t", "--write={}/two words/")):
                offered = shells.fish(self, f"gatherctl {typed.format(path)}", **self.variables)
                self.assertEqual(offered, {expected.format(path)}, typed)
            zsh = self.zsh()
            for typed, expected in (
                    ("player import {}/m", "my squad.csv"),
                    (r"player import {}/my\ s", "my squad.csv"),
                    ("watch --write={}/t", "two words")):
                offered = zsh(self, f"gatherctl {typed.format(path)}")
                self.assertEqual(offered, {expected}, typed)

    def test_the_machines_of_ssh(self):
        with tempfile.TemporaryDirectory() as home:
            (pathlib.Path(home) / ".ssh").mkdir()
            (pathlib.Path(home) / ".ssh/config").write_text(
                "Host pitch *.club !x\n  User ref\nhost = pi\n")
            self.assertEqual(
                shells.bash(self, "gatherctl -H ", HOME=home, **self.variables), {"pitch", "pi"})

    def test_the_pitches(self):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        runtime = pathlib.Path(directory.name)
        here = {path.stem for path in pathlib.Path("/run/gatherd").glob("*.sock")} - {"gatherd"}
        self.check("gatherctl -p ", here, XDG_RUNTIME_DIR=runtime)
        (runtime / "gatherd").mkdir()
        for name in ("gatherd", "north", "south-2"):
            (runtime / "gatherd" / f"{name}.sock").touch()
        for line in ("-p ", "--pitch ", "--pitch="):
            self.check(f"gatherctl {line}", here | {"north", "south-2"}, XDG_RUNTIME_DIR=runtime)

    def test_they_are_correct(self):
        for shell, name in (("bash", "gatherctl.bash"), ("zsh", "_gatherctl"),
                            ("fish", "gatherctl.fish")):
            result = run(shell, "-n", shells.COMPLETIONS / name)
            self.assertEqual((result.returncode, result.stderr), (0, ""), name)
