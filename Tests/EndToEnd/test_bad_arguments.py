"""What can be typed wrong: a message that names it, an exit status, and a match as before."""

import os
import subprocess

from programs import LIMIT, ctl, environment, gatherctl
from unharmed import UnharmedDaemon

REFUSED, USAGE = 1, 2


class BadArguments(UnharmedDaemon):
    def check(self, arguments, status, *words, input=None):
        """It fails with this status, says why on standard error alone, and changes nothing."""
        with self.subTest(arguments):
            result = self.daemon.ctl(*arguments, input=input)
            self.assertEqual(result.returncode, status, result)
            self.assertEqual(result.stdout, "")
            self.assertTrue(result.stderr.startswith("gatherctl: "), result.stderr)
            for word in words:
                self.assertIn(word, result.stderr)
            self.check_unharmed()

    def test_times(self):
        for time in ("abc", "-1:00", "1:60", "1:5", "1:2:3", "10x", "1s1h", ":30", "1.5m", "10 m",
                     "", "99999999999999999999", "99999999999999999999h", "٣:٠٠"):
            self.check(["set", time], USAGE, f"'{time}'")
        for time in ("00:00", "0", "0s", "25h", "1440:01", "86401s", "99:99", "1441",
                     "9223372036854775807", "9223372036854775807s"):
            self.check(["set", time], USAGE, "cannot", f"'{time}'")
            self.check(["new", "--time", time], USAGE, "cannot", f"'{time}'")
        for time in ("00:00", "0", "25h"):
            self.check(["set", time], USAGE, "from 00:01 to 24 hours")
        self.check(["new", "--time", "abc"], USAGE, "'abc'")
        self.check(["new", "--time", "10:00"], REFUSED, "cannot")

    def test_amounts_of_time(self):
        for amount in ("30", "+30", "abc", "+", "++30s", "+1:60", "1x"):
            self.check(["adjust", amount], USAGE, f"'{amount}'")
        for amount in ("+0s", "-0s", "0:00", "+86401s", "-25h"):
            self.check(["adjust", amount], USAGE, f"'{amount}'", "from 1 s to 24 hours")
        self.check(["adjust", "-10m"], REFUSED, "cannot")
        self.check(["adjust", "+24h"], REFUSED, "cannot")
        for ago in ("8", "-8s", "abc"):
            self.check(["start", "--ago", ago], USAGE, f"'{ago}'")
        for verb in ("start", "pause", "resume", "toggle"):
            for ago in ("0s", "0ms", "24h1ms", "25h", "9223372036854775807ms"):
                self.check([verb, "--ago", ago], USAGE, f"cannot {verb}", f"'{ago}'", "--ago")
        self.check(["start", "--ago"], USAGE, "--ago")

    def test_scores(self):
        for score in ("x", "", "1.5", "--1", "1e3", "99999999999999999999"):
            self.check(["score", "a", score], USAGE, f"'{score}'")
        for score in ("1000", "9223372036854775807"):
            self.check(["score", "a", score], USAGE, "cannot", f"'{score}'", "from 0 to 999")
        for score in ("+0", "-0", "+1000", "-1000", "+9223372036854775807"):
            self.check(["score", "a", score], USAGE, "cannot", f"'{score}'", "by 1 to 999")
        self.check(["score", "a", "-9223372036854775808"], USAGE, "cannot")
        # Whether there are so many to take back is for the daemon to say.
        for score in ("-1", "-999"):
            self.check(["score", "a", score], REFUSED, "cannot", "999")
        for number in ("0", "-1", "9223372036854775808"):
            self.check(["undo", number], USAGE, "cannot undo", f"'{number}'")

    def test_what_is_wrong_is_wrong_without_a_daemon_as_well(self):
        for arguments in (["set", "25h"], ["new", "--time", "0"], ["new", "--team-a", ""],
                          ["new", "--team-b", "x" * 101], ["score", "a", "1000"],
                          ["adjust", "+0s"], ["start", "--ago", "25h"], ["undo", "0"],
                          ["team", "names", "A", "\u202e"], ["team", "draw", "--seed", "-1"],
                          ["player", "add", " "], ["player", "add", "x" * 101],
                          ["player", "add", "x", "--age", "121"],
                          ["player", "edit", "x", "--age", "0"],
                          ["player", "edit", "x", "--name", "a\tb"],
                          ["history", "--limit", "0"], ["scorers", "--since", "soon"],
                          ["submissions", "adopt", "6f1c", "6f1c"], ["reopen", "6f1"],
                          ["login", "x" * 21], ["register", "a:b"],
                          ["login", "--server", "ftp://x"], ["login", "--server", ""],
                          ["login", "--server", "football.example"],
                          ["login", "--password-file", ""],
                          ["on", "remaining=0s", "--", "true"],
                          ["on", "goal", "--timeout", "25h", "--", "true"]):
            with self.subTest(arguments):
                result = ctl("/nowhere", *arguments)
                self.assertEqual((result.returncode, result.stdout), (USAGE, ""), result)
                self.assertTrue(result.stderr.startswith("gatherctl: cannot "), result.stderr)

    def test_no_suggestion_is_better_than_a_wrong_one(self):
        for word in ("add", "stop", "and", "send", "finish", "get", "few", "go", "store"):
            result = ctl("/nowhere", word)
            self.assertEqual(result.returncode, USAGE, result)
            self.assertNotIn("did you mean", result.stderr)
        self.assertNotIn("did you mean", ctl("/nowhere", "--foo").stderr)
        for word, meant in (("strat", "start"), ("scroe", "score"), ("edn", "end"),
                            ("--reqest-id", "--request-id")):
            self.assertIn(f"did you mean '{meant}'?", ctl("/nowhere", word).stderr)

    def test_no_option_is_suggested_that_the_verb_does_not_have(self):
        for arguments in (["start", "--yse"], ["goal", "a", "--tmie", "9"], ["--yse", "end"],
                          ["player", "list", "--yse"], ["team", "names", "--agian"]):
            with self.subTest(arguments):
                result = ctl("/nowhere", *arguments)
                self.assertEqual(result.returncode, USAGE)
                self.assertIn("there is no such option\n", result.stderr)
        for arguments, meant in ((["end", "--yse"], "yes"), (["new", "--tmie", "9"], "time"),
                                 (["player", "remove", "x", "--yse"], "yes"),
                                 (["team", "draw", "--agian"], "again"),
                                 (["reset", "--quite"], "quiet")):
            with self.subTest(arguments):
                self.assertIn(
                    f"did you mean '--{meant}'?", ctl("/nowhere", *arguments).stderr)

    def test_teams_commands_and_options(self):
        self.check(["goal", "c"], USAGE, "'c'")
        self.check(["score", "", "1"], USAGE, "''")
        self.check(["goool"], USAGE, "'goool'", "goal")
        self.check(["strat"], USAGE, "'strat'", "start")
        self.check(["xyzzy"], USAGE, "'xyzzy'")
        self.check(["--colour"], USAGE, "'--colour'")
        self.check(["goal", "a", "--yess"], USAGE, "--yess")
        self.check(["start", "--yes"], USAGE, "--yes")
        self.check(["--json=nice", "status"], USAGE, "nice")

    def test_too_few_and_too_many(self):
        for arguments in (["goal"], ["set"], ["score"], ["score", "a"], ["adjust"]):
            self.check(arguments, USAGE)
        for arguments in (["goal", "a", "b", "c"], ["start", "now"], ["undo", "2", "3"], ["status", "x"]):
            self.check(arguments, USAGE, f"'{arguments[-1]}'")

    def test_players_and_sides(self):
        for word in ("xyzzy", "", "99", "9223372036854775808", "\u200b"):
            for arguments in (["goal", "a"], ["team", "a"], ["team", "out"], ["team", "draw"],
                              ["player", "show"], ["player", "remove", "--yes"]):
                self.check([*arguments, word], REFUSED, "cannot")
        for arguments in (["team", "a"], ["team", "c"], ["team", "clear", "x"], ["team", "names"],
                          ["player", "x"], ["player", "add"], ["player", "edit", "x"],
                          ["player", "show"], ["goal", "a", "--own-goal"], ["scorers", "x"],
                          ["player", "sync", "adopt"], ["team", "draw", "--seed", "x"],
                          ["player", "list", "--seed", "1"], ["team", "a", "x", "--seed", "1"]):
            self.check(arguments, USAGE, "cannot")
        self.check(["player", "add", "x", "--age", "0"], USAGE, "1 to 120")
        self.check(["player", "add", "x" * 101], USAGE, "100")
        self.check(["team", "names", "x" * 101, "y"], USAGE, "100")

    def test_names_and_request_ids(self):
        for identifier in ("", "x" * 65, "Tor für A"):
            self.check(["goal", "a", "--request-id", identifier], USAGE, f"'{identifier}'")
        self.check(["new", "--team-a", "x" * 101], USAGE, "cannot")
        for pitch in ("", "../etc", "a.b", "nørd", "x" * 33, "gatherd"):
            self.check(["--pitch", pitch, "status"], USAGE, f"'{pitch}'", "pitch")
        self.check(["--socket", "/tmp/" + "x" * 103, "status"], USAGE, "107")
        self.check(["--socket", str(self.daemon.socket), "--pitch", "a", "status"], USAGE)

    def test_a_refusal_by_the_rules_says_what_next(self):
        self.check(["pause"], REFUSED, "cannot pause", "not running")
        self.check(["resume"], REFUSED, "cannot resume", "not paused")
        self.check(["new"], REFUSED, "cannot open")
        self.check(["score", "a", "-1"], REFUSED, "cannot", "0")

    def test_a_question_that_cannot_be_asked(self):
        for given in (None, "", "y\n"):
            self.check(["end"], USAGE, "--yes", input=given)
            self.check(["discard"], USAGE, "--yes", input=given)

    def test_bytes_that_are_no_text(self):
        odd = os.fsdecode(b"\xff\xfe")
        for arguments in ([odd], ["goal", odd], ["set", odd], ["new", "--team-a", odd],
                          ["player", "add", odd], ["player", "edit", odd, "--age", "3"],
                          ["team", "a", odd], ["goal", "a", odd], ["scorers", "--since", odd]):
            with self.subTest(arguments):
                result = subprocess.run(
                    [gatherctl(), *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                    timeout=LIMIT, env=environment(GATHERD_SOCKET=self.daemon.socket))
                self.assertIn(result.returncode, (REFUSED, USAGE), result)
                self.assertTrue(result.stderr.startswith(b"gatherctl: "), result)
                self.check_unharmed()

    def test_no_command_is_the_status_and_help_needs_no_daemon(self):
        self.assertIn("0-3", self.daemon.ctl().stdout)
        for arguments, word in ((["--help"], "status"), (["-h"], "goal"),
                                (["--version"], "gatherctl")):
            with self.subTest(arguments):
                result = ctl("/nowhere", *arguments)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn(word, result.stdout)
