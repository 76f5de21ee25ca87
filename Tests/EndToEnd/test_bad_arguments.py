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
        for time in ("00:00", "0", "0s", "25h", "1440:01", "86401s"):
            self.check(["set", time], REFUSED, "cannot", "00:01", "24")
        # Whatever a number is that still fits into 64 bits.
        self.check(["set", "9223372036854775807"], REFUSED, "cannot")
        self.check(["new", "--time", "abc"], USAGE, "'abc'")
        self.check(["new", "--time", "10:00"], REFUSED, "cannot")

    def test_amounts_of_time(self):
        for amount in ("30", "+30", "abc", "+", "++30s", "+1:60", "1x"):
            self.check(["adjust", amount], USAGE, f"'{amount}'")
        self.check(["adjust", "-10m"], REFUSED, "cannot")
        self.check(["adjust", "+24h"], REFUSED, "cannot")
        for ago in ("8", "-8s", "abc"):
            self.check(["start", "--ago", ago], USAGE, f"'{ago}'")
        self.check(["start", "--ago", "0s"], REFUSED, "cannot start", "--ago")
        self.check(["start", "--ago"], USAGE, "--ago")

    def test_scores(self):
        for score in ("x", "", "1.5", "--1", "1e3", "99999999999999999999"):
            self.check(["score", "a", score], USAGE, f"'{score}'")
        for score in ("1000", "-1", "9223372036854775807"):
            self.check(["score", "a", score], REFUSED, "cannot", "999")
        # Who says no to these, and with which status, is not fixed.
        for score in ("+1000", "-1000", "+9223372036854775807", "-9223372036854775808"):
            with self.subTest(score):
                result = self.daemon.ctl("score", "a", score)
                self.assertIn(result.returncode, (REFUSED, USAGE))
                self.assertIn("cannot", result.stderr)
                self.check_unharmed()

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
        self.check(["player", "add", "x", "--age", "0"], REFUSED, "1 to 120")
        self.check(["player", "add", "x" * 101], REFUSED, "100")
        self.check(["team", "names", "x" * 101, "y"], REFUSED, "100")

    def test_names_and_request_ids(self):
        for identifier in ("", "x" * 65, "Tor für A"):
            self.check(["goal", "a", "--request-id", identifier], USAGE, f"'{identifier}'")
        self.check(["new", "--team-a", "x" * 101], REFUSED, "cannot")
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
