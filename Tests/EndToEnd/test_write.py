"""`watch --write`, `--format` and `--once`: the match on displays that are not ours."""

import json
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import unittest

import programs
from daemon import Daemon
from programs import LIMIT, Running, eventually, gatherctl, run
from terminal import Terminal

NAMES = {"clock.txt", "home_name.txt", "home_score.txt", "away_name.txt", "away_score.txt",
         "period.txt", "match.json", "scorers_home.txt", "scorers_away.txt",
         "cards_home.txt", "cards_away.txt", "fouls_home.txt", "fouls_away.txt", "timeout.txt",
         "added.txt", "stoppage.txt", "kicks.txt"}
HOME, AWAY = "Ж" * 100, "Blues"

# Writes of files that come to two bytes, and then to nothing, while a file is there.
FULL_DISK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
ssize_t write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*original)(int, const void *, size_t);
    static int written;
    if (!original) original = dlsym(RTLD_NEXT, "write");
    struct stat status;
    if (access(getenv("FULL_DISK"), F_OK) != 0 || fstat(descriptor, &status) != 0 ||
        !S_ISREG(status.st_mode))
        return original(descriptor, bytes, count);
    if (written++ % 2 == 0) return original(descriptor, bytes, count < 2 ? count : 2);
    errno = ENOSPC;
    return -1;
}
"""


def fault(name, content):
    """What is wrong with what a reader has found in a file; None if it is whole."""
    text = content.decode(errors="replace")
    if name == "match.json":
        try:
            return None if json.loads(text)["gather"]["teamA"]["name"] == HOME else "another name"
        except (ValueError, KeyError, TypeError) as error:
            return repr(error)
    wanted = {
        "clock.txt": r"\d\d:\d\d", "home_name.txt": HOME, "away_name.txt": AWAY,
        "home_score.txt": r"\d+", "away_score.txt": r"\d+",
        "scorers_home.txt": "", "scorers_away.txt": "",
        "cards_home.txt": "", "cards_away.txt": "", "added.txt": "", "stoppage.txt": "",
        "fouls_home.txt": "", "fouls_away.txt": "", "timeout.txt": "", "kicks.txt": "",
        "period.txt": r"(playing|paused|not running|time up)( \(STALE\))?",
    }[name]
    return None if re.fullmatch(wanted, text) else text


class Reader(threading.Thread):
    """Reads one file after another, about a thousand times a second."""

    def __init__(self, directory):
        super().__init__(daemon=True)
        self._directory = directory
        self._over = threading.Event()
        self.reads, self.faults = 0, []

    def run(self):
        while not self._over.wait(0.001):
            for name in NAMES:
                try:
                    found = fault(name, (self._directory / name).read_bytes())
                except OSError as error:
                    found = repr(error)
                if found is not None:
                    self.faults.append((name, found))
                self.reads += 1

    def end(self):
        self._over.set()
        self.join(LIMIT)


class Write(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-obs-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)

    def write(self, *options, **variables):
        return Running(self, gatherctl(), "watch", "--write", self.directory, *options,
                       GATHERD_SOCKET=self.daemon.socket, **variables)

    def text(self, name):
        try:
            return (self.directory / name).read_text()
        except FileNotFoundError:
            return None

    def wait_for(self, name, pattern):
        """Waits until there is something in a file."""
        # Python has nothing that tells of a change of a file.
        eventually(lambda: re.search(pattern, self.text(name) or ""),
                   lambda: f"no {pattern} in {name}: {self.text(name)!r}")

    def wait_for_all_files(self):
        """Waits until each file is there, and none that is half written."""
        # They are written one after the other; as above.
        def names():
            return {path.name for path in self.directory.iterdir()}
        eventually(lambda: names() == NAMES, lambda: f"other files are there: {names() ^ NAMES}")

    def match(self):
        return json.loads(self.text("match.json"))

    def test_the_reader_finds_what_is_half(self):
        for name, half in (("clock.txt", b""), ("clock.txt", b"09:"), ("match.json", b'{"gather"'),
                           ("home_name.txt", HOME.encode()[:-1]), ("home_score.txt", b"")):
            self.assertIsNotNone(fault(name, half), name)

    def test_the_scorers_are_those_of_the_goals_that_count(self):
        ctl = self.daemon.ctl
        for name in ("Ada", "Kofi"):
            ctl("player", "add", name)
        ctl("new", "--team-a-players", "Ada", "--team-b-players", "Kofi")
        ctl("start")
        self.write()
        self.wait_for("clock.txt", ":")
        ctl("goal", "a", "Ada")
        self.wait_for("scorers_home.txt", "^Ada 1'$")
        ctl("goal", "a")
        number = str(self.daemon.get()["latestGoal"]["number"])
        ctl("scorer", number, "--own-goal", "Kofi")
        self.wait_for("scorers_home.txt", r"^Ada 1'\nKofi 1' \(OG\)$")
        self.assertEqual(self.text("scorers_away.txt"), "")
        ctl("undo")
        self.wait_for("scorers_home.txt", "^Ada 1'$")
        # Also where the connection for the events was lost.
        self.daemon.restart()
        ctl("goal", "b", "Kofi")
        self.wait_for("scorers_away.txt", "^Kofi 1'$")

    def test_a_reader_never_sees_a_file_that_is_half_written(self):
        self.daemon.ctl("new", "--time", "50", "--team-a", HOME, "--team-b", AWAY)
        self.daemon.ctl("start")
        writer = self.write()
        self.wait_for("clock.txt", ":")
        reader = Reader(self.directory)
        reader.start()
        goals = 0
        for _ in range(12):
            for _ in range(5):
                self.assertEqual(self.daemon.ctl("goal", "a").returncode, 0)
                goals += 1
            writer.process.kill()
            writer.process.wait(LIMIT)
            writer = self.write()
            self.wait_for("home_score.txt", f"^{goals}$")
            self.daemon.restart()
        self.wait_for("period.txt", "playing$")
        reader.end()
        print(f"obs files: {reader.reads} reads", flush=True)
        self.assertEqual(reader.faults, [])
        self.assertGreater(reader.reads, 1000)
        self.wait_for_all_files()

    def test_it_counts_on_and_says_stale_while_the_daemon_is_away(self):
        self.daemon.ctl("new", "--time", "6s")
        self.daemon.ctl("start")
        self.write()
        self.wait_for("period.txt", "^playing$")
        self.assertIs(self.match()["stale"], False)
        self.daemon.kill()
        self.wait_for("period.txt", r"^playing \(STALE\)$")
        self.wait_for("match.json", '"stale":true')
        for second in ("00:02", "00:01", "00:00"):
            self.wait_for("clock.txt", second)
        self.wait_for("period.txt", r"^time up \(STALE\)$")
        self.daemon.start()
        self.wait_for("period.txt", "^time up$")
        self.assertIs(self.match()["stale"], False)

    def test_the_winner_is_told_by_its_side_and_its_name(self):
        self.daemon.ctl("new", "--team-a", HOME, "--team-b", AWAY)
        self.write()
        for team, winner in (("b", ("Team B", "teamB", AWAY)), ("a", ("None", None, None)),
                             ("a", ("Team A", "teamA", HOME))):
            self.daemon.ctl("goal", team)
            self.wait_for("match.json", f'"winnerTeam":"{winner[0]}"')
            gather = self.match()["gather"]
            told = tuple(gather[name] for name in ("winnerTeam", "winner", "winnerName"))
            self.assertEqual(told, winner)

    def test_a_daemon_that_hangs_is_stale_as_well(self):
        self.daemon.ctl("start")
        self.write()
        self.wait_for("period.txt", "^playing$")
        self.daemon.signal(signal.SIGSTOP)
        self.addCleanup(self.daemon.signal, signal.SIGCONT)
        self.wait_for("period.txt", r"^playing \(STALE\)$")
        self.daemon.signal(signal.SIGCONT)
        self.wait_for("period.txt", "^playing$")

    def test_a_directory_that_goes_and_comes_back(self):
        self.daemon.ctl("start")
        writer = self.write()
        self.wait_for("clock.txt", ":")
        # At once, as it may be writing the other files.
        gone = self.directory.with_name("gone")
        self.directory.rename(gone)
        shutil.rmtree(gone)
        self.assertRegex(writer.next_line(), r"^gatherctl: cannot write '/tmp/.*': "
                         r"No such file or directory; retrying$")
        self.directory.mkdir()
        self.assertEqual(writer.next_line(), "gatherctl: the files are written again")
        self.wait_for("away_name.txt", "Team B")

    def test_a_full_disk_leaves_what_was_there(self):
        self.daemon.ctl("new", "--team-a", HOME, "--team-b", AWAY)
        flag = self.daemon.directory / "full"
        library = programs.shared_library(self.daemon.directory / "full.so", FULL_DISK)
        writer = self.write(LD_PRELOAD=library, FULL_DISK=flag)
        self.wait_for("home_score.txt", "^0$")
        self.wait_for("clock.txt", ":")
        flag.touch()
        self.daemon.ctl("goal", "a")
        self.assertRegex(writer.next_line(), "No space left on device; retrying$")
        self.wait_for_all_files()
        for name in NAMES:
            self.assertIsNone(fault(name, (self.directory / name).read_bytes()), name)
        # It is paused: nothing but another try makes it good.
        flag.unlink()
        self.assertEqual(writer.next_line(), "gatherctl: the files are written again")
        self.wait_for("home_score.txt", "^1$")

    def test_two_writers_and_what_a_killed_one_has_left(self):
        (self.directory / ".clock.txt.gatherctl").write_text("09")
        self.daemon.ctl("new")
        first = self.write()
        self.wait_for("clock.txt", "10:00")
        self.wait_for_all_files()
        second = self.daemon.ctl("watch", "--write", self.directory)
        self.assertEqual((second.returncode, second.stderr), (
            1, f"gatherctl: cannot write '{self.directory}': another gatherctl writes there\n"))
        first.process.send_signal(signal.SIGTERM)
        self.assertEqual(first.process.wait(LIMIT), -signal.SIGTERM)
        self.assertEqual(self.daemon.ctl("watch", "--write", self.directory, "--once").returncode,
                         0)

    def test_it_needs_no_standard_output(self):
        self.daemon.ctl("new")
        command = 'exec "$0" watch --write "$1" >&- 2>&- <&-'
        process = subprocess.Popen(
            ["sh", "-c", command, gatherctl(), self.directory],
            env=programs.environment(GATHERD_SOCKET=self.daemon.socket), start_new_session=True)
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        self.wait_for("clock.txt", "10:00")
        self.daemon.ctl("goal", "b")
        self.wait_for("away_score.txt", "^1$")

    def test_errors(self):
        nowhere = self.daemon.ctl("watch", "--write", self.directory / "no")
        self.assertEqual(nowhere.returncode, 1)
        self.assertIn("No such file or directory\nmake it with 'mkdir -p", nowhere.stderr)
        file = self.daemon.ctl("watch", "--write", "/dev/null")
        self.assertEqual((file.returncode, file.stderr), (
            1, "gatherctl: cannot write '/dev/null': Not a directory\n"))
        self.daemon.kill()
        away = self.daemon.ctl("watch", "--write", self.directory)
        self.assertEqual(away.returncode, 3)


class Format(unittest.TestCase):
    def test_a_line_for_each_second_at_the_second(self):
        daemon = Daemon.running(self)
        daemon.ctl("new", "--time", "7s", "--team-a", "Reds")
        watch = Running(self, gatherctl(), "watch", "--format",
                        "{clock} {teamA} {scoreA}-{scoreB} {teamB}", GATHERD_SOCKET=daemon.socket)
        self.assertEqual(watch.next_line(), "00:07 Reds 0-0 Team B")
        daemon.ctl("start")
        deadline = daemon.get()["timer"]["endsAtBoottimeMicroseconds"]
        late = []
        for left in range(6, -1, -1):
            self.assertEqual(watch.next_line(), f"00:0{left} Reds 0-0 Team B")
            now = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
            late.append((now - (deadline - left * 1_000_000)) / 1000)
        print(f"format: late by ms {[round(each, 2) for each in late]}", flush=True)
        self.assertGreaterEqual(min(late), 0)
        # A machine that is busy may be late with any of them, but not with all.
        self.assertLess(min(late), 50)
        daemon.ctl("goal", "a")
        self.assertEqual(watch.next_line(), "00:00 Reds 1-0 Team B")
        daemon.kill()
        self.assertEqual(watch.next_line(), "00:00 Reds 1-0 Team B STALE")

    def test_once(self):
        daemon = Daemon.running(self)
        once = ("watch", "--once", "--format", "{clock} {period}")
        self.assertEqual(daemon.ctl(*once).stdout, "--:-- no gather\n")
        daemon.ctl("new")
        self.assertEqual(daemon.ctl(*once).stdout, "10:00 not running\n")
        self.assertEqual(daemon.ctl("watch", "--once").stdout.split()[0], "10:00")
        wrong = daemon.ctl("watch", "--format", "{scre}")
        self.assertEqual(wrong.returncode, 2)
        self.assertIn("there is no field '{scre}'; did you mean '{score}'?", wrong.stderr)
        daemon.kill()
        self.assertEqual(daemon.ctl(*once).returncode, 3)

    def test_the_bell_rings_when_time_is_up_and_the_daemon_is_away(self):
        daemon = Daemon.running(self)
        daemon.ctl("new", "--time", "2s")
        terminal = Terminal(self, gatherctl(), "watch", "--bell", GATHERD_SOCKET=daemon.socket)
        terminal.read_until("READY")
        daemon.ctl("start")
        terminal.read_until("MINUTE")
        self.assertNotIn("\a", terminal.output)
        daemon.kill()
        terminal.read_until("\a")
        self.assertEqual(terminal.output.count("\a"), 1)
        nobody = daemon.start().ctl("watch", "--bell")
        self.assertEqual(nobody.returncode, 2)
        self.assertIn("there is no terminal", nobody.stderr)

    def test_a_reader_that_leaves_ends_it(self):
        daemon = Daemon.running(self)
        daemon.ctl("start")
        line = run("sh", "-c", f'"{gatherctl()}" watch --format "{{score}} {{clock}}" | head -n 1',
                   GATHERD_SOCKET=daemon.socket)
        self.assertEqual(line.returncode, 0)
        self.assertRegex(line.stdout, r"^0-0 (10:00|09:59)\n$")

    def test_standard_error_on_a_full_disk_ends_nothing(self):
        daemon = Daemon.running(self)
        daemon.ctl("new")
        watchers = {}
        for arguments in ("watch --json", "log -f", "watch"):
            watchers[arguments] = Running(
                self, "sh", "-c", f'exec "{gatherctl()}" {arguments} 2>/dev/full',
                GATHERD_SOCKET=daemon.socket)
            watchers[arguments].line_with("10:00", "snapshot")
        daemon.restart()
        daemon.ctl("goal", "a")
        for arguments, watcher in watchers.items():
            with self.subTest(arguments):
                watcher.line_with("1-0")
