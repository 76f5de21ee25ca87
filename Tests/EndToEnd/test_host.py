"""`gatherctl --host`: a match on another machine, over ssh, with nothing new that listens."""

import json
import pathlib
import re
import socket
import subprocess
import sys
import time
import unittest

import programs
from board import BoardTerminal
from daemon import Daemon
from programs import LIMIT, Running, cannot_run, eventually, gatherctl
from remote import Remote
from terminal import Terminal


# A bridge of which the first carries the call, and ends when the answer begins.
LOSSY_BRIDGE = """
import os, subprocess, sys
command = ["{program}", *sys.argv[1:]]
if os.path.exists("{mark}"):
    os.execv(command[0], command)
open("{mark}", "w").close()
bridge = subprocess.Popen(command, stdout=subprocess.PIPE)
while (byte := os.read(bridge.stdout.fileno(), 1)) != b"{{":
    os.write(1, byte)
bridge.kill()
"""


def boottime():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000


class Host(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.remote = Remote(self, self.daemon.socket)

    def ctl(self, *arguments, **options):
        return self.remote.ctl("--host", "pitch", *arguments, **options)

    def running(self, *arguments, **variables):
        return Running(self, gatherctl(), "-H", "pitch", *arguments,
                       **self.remote.variables | variables)

    def test_a_match(self):
        self.assertEqual(self.ctl().stdout,
                         "no match yet; start one with 'gatherctl -H pitch start'\n")
        for words, said in (
                ("new --time 12:00 --team-a Reds", "opened: 12:00, Reds - Team B\n"),
                ("start", "running from 12:00\n"), ("goal a", "Reds 1-0 Team B\n"),
                ("undo", "undone: the goal for Reds\n")):
            result = self.ctl(*words.split())
            self.assertEqual((result.returncode, result.stderr), (0, ""), words)
            self.assertTrue(result.stdout.startswith(said), result.stdout)
        self.assertIn("opened", self.ctl("log").stdout)
        self.assertEqual(self.ctl("end", "--yes").stdout.splitlines()[0],
                         "ended: Reds 0-0 Team B, a draw")
        self.assertEqual(self.ctl("history").stdout, self.daemon.ctl("history").stdout)
        self.assertEqual(self.ctl("history", "--json").stdout,
                         self.daemon.ctl("history", "--json").stdout)
        self.assertEqual(self.daemon.get()["phase"], "ended")
        self.wait_until_no_client_is_left()

    def wait_until_no_client_is_left(self):
        # They are children of others.
        eventually(lambda: not self.remote.clients, "ssh is left")

    def test_exit_statuses_are_those_of_a_daemon_here(self):
        for words in ("pause", "end", "score a x", "goal c", "show 1234"):
            with self.subTest(words):
                here, there = self.daemon.ctl(*words.split()), self.ctl(*words.split())
                self.assertNotEqual(here.returncode, 0)
                # A command that is suggested for the same daemon repeats the option.
                text = there.stderr.replace("'gatherctl -H pitch ", "'gatherctl ")
                self.assertEqual((there.returncode, text), (here.returncode, here.stderr))

    def test_a_command_that_is_suggested_is_for_the_same_daemon(self):
        self.assertIn("'gatherctl -H pitch start' starts one", self.ctl("pause").stderr)
        self.assertIn("'gatherctl -H pitch start' starts one", self.ctl("goal", "reds").stderr)
        self.assertIn("'gatherctl -H pitch player add NAME'", self.ctl("player").stderr)
        self.ctl("start")
        self.assertIn("undo: gatherctl -H pitch undo --match\n", self.ctl("end", "--yes").stdout)

    def test_what_is_not_reached_is_said_in_the_words_of_ssh(self):
        self.daemon.kill()
        gone = self.ctl("goal", "a")
        self.assertEqual(gone.returncode, 3)
        self.assertIn("gatherctl: cannot reach gatherd at pitch: gatherctl there: cannot reach "
                      f"gatherd at {self.daemon.socket}: ", gone.stderr)
        self.remote.refuse()
        for words in (("goal", "a"), ("watch",), ("log", "-f"), ("on", "goal", "--", "true")):
            refused = self.ctl(*words)
            self.assertEqual(refused.returncode, 3, words)
            self.assertRegex(refused.stderr, "cannot reach gatherd at pitch: .*Permission denied")
        (self.remote.directory / "known_hosts").write_text("")
        unknown = self.ctl("goal", "a")
        self.assertEqual(unknown.returncode, 3)
        self.assertIn("Host key verification failed", unknown.stderr)
        self.remote.stop()
        down = self.ctl("goal", "a")
        self.assertEqual(down.returncode, 3)
        self.assertRegex(down.stderr, "cannot reach gatherd at pitch: .*Connection refused")
        nobody = self.ctl("goal", "a", GATHERCTL_SSH="/nowhere/ssh")
        self.assertEqual((nobody.returncode, nobody.stderr), (
            3, "gatherctl: cannot reach gatherd at pitch: cannot run /nowhere/ssh: "
            "No such file or directory (Debian has it in openssh-client)\n"))

    def test_a_machine_without_gatherctl_and_one_that_talks(self):
        bare = Remote(self, self.daemon.socket, path="/usr/bin:/bin", banner="Mind the dog.\n")
        result = bare.ctl("-H", "pitch")
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, "^Mind the dog.\ngatherctl: cannot reach gatherd at pitch: "
                         ".*gatherctl: .*not found\n$")
        talks = Remote(self, self.daemon.socket, banner="Mind the dog.\n")
        self.assertEqual(talks.ctl("-H", "pitch", "start").stderr, "")
        # A shell that sets the title of its terminal ends no line.
        fake = self.daemon.directory / "gatherctl"
        fake.write_text(f"#!/bin/sh\nprintf '\\033]0;pitch\\007'\nexec {gatherctl()} \"$@\"\n")
        fake.chmod(0o755)
        titled = Remote(self, self.daemon.socket, path=f"{fake.parent}:/usr/bin:/bin")
        result = titled.ctl("-H", "pitch", "pause")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        # What says nothing that makes sense is no bridge.
        fake.write_text("#!/bin/sh\nyes\n")
        fake.chmod(0o755)
        noise = Remote(self, self.daemon.socket, path=f"{fake.parent}:/usr/bin:/bin")
        result = noise.ctl("-H", "pitch")
        self.assertEqual((result.returncode, result.stderr), (
            3, "gatherctl: cannot reach gatherd at pitch: "
            "the program there is not gatherctl\n"))

    def test_hosts_that_are_none(self):
        for host in ("-oProxyCommand=touch /tmp/x", "a b", "anna@-x", "pitch:99999"):
            result = self.remote.ctl(f"--host={host}")
            self.assertEqual(result.returncode, 2, result)
            self.assertIn(f"cannot use the host '{host}': ", result.stderr)

    def test_pitch_and_socket_are_those_of_the_other_machine(self):
        result = self.ctl("-p", "north", "goal", "a")
        north = self.daemon.socket.parent / "north.sock"
        self.assertEqual(result.returncode, 3)
        self.assertIn(f"at pitch, pitch north: gatherctl there: cannot reach gatherd at {north}: ",
                      result.stderr)
        odd = self.daemon.directory / "it's $(a) b.sock"
        odd.symlink_to(self.daemon.socket)
        self.assertEqual(self.ctl("--socket", odd, "new").stdout,
                         "opened: 10:00, Team A - Team B\n")
        self.assertEqual(self.ctl("start", GATHERD_SOCKET="/nowhere").returncode, 0)

    def test_watch_counts_says_stale_and_comes_back(self):
        self.daemon.ctl("start")
        watch = self.running("watch", "--ticks")
        watch.line_with("snapshot")
        watch.line_with("tick")
        self.daemon.ctl("goal", "a")
        self.assertIn("1-0", watch.line_with("scoreChanged"))
        self.daemon.kill()
        watch.line_with("STALE")
        watch.line_with("STALE")
        self.daemon.start()
        self.assertIn("1-0", watch.line_with("snapshot"))
        self.remote.lose()
        watch.line_with("STALE")
        self.assertIn("1-0", watch.line_with("snapshot"))
        # While nobody lets it in, it goes on counting.
        self.remote.refuse()
        self.remote.lose()
        for _ in range(4):
            watch.line_with("STALE")
        self.daemon.ctl("goal", "b")
        self.remote.accept()
        self.assertIn("1-1", watch.line_with("snapshot"))
        watch.process.terminate()
        watch.process.wait(LIMIT)
        self.wait_until_no_client_is_left()

    def test_keys_that_ssh_lets_nobody_send(self):
        self.daemon.ctl("new")
        board = BoardTerminal(self, self.daemon.socket, "-H", "pitch", "--control",
                              **self.remote.variables)
        board.read_until("opened at 10:00")
        self.remote.refuse()
        board.read_until("Permission denied", board.type(" "))
        self.assertIn(b"not sent: start: ", board.output)
        log = (self.remote.directory / "log").read_text()
        # Once a second it would have been five times.
        self.assertLess(log.count("Connection closed by authenticating"), 5)
        self.remote.accept()
        self.start(board)
        board.type("q")
        self.assertEqual(board.end(), 0)
        self.wait_until_no_client_is_left()

    def start(self, board):
        """Starts the match, with another try for each that was refused."""
        deadline, begin = time.monotonic() + LIMIT, board.type(" ")
        while b"RUNNING" not in board.output[begin:]:
            self.assertLess(time.monotonic(), deadline, board.output[begin:])
            board.read(1)
            if re.search(rb"start \.\.\..*not sent", board.output[begin:], re.DOTALL):
                begin = board.type(" ")

    def test_keys_go_over_a_connection_that_is_shared(self):
        self.daemon.ctl("new")
        board = BoardTerminal(self, self.daemon.socket, "-H", "pitch", "--control",
                              **self.remote.shared())
        board.read_until("opened at 10:00")
        # Whoever has typed a password at the start is not asked again.
        self.remote.refuse()
        board.read_until("RUNNING", board.type(" "))
        board.type("q")
        self.assertEqual(board.end(), 0)
        self.wait_until_no_client_is_left()

    def test_a_way_that_hangs_is_not_waited_for_for_ever(self):
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            script = self.daemon.directory / "hangs"
            script.write_text("#!/bin/sh\nexec sleep 1000\n")
            script.chmod(0o755)
            config = (self.remote.directory / "config").read_text()
            quiet = self.remote.directory / "quiet"
            quiet.write_text(config.replace(
                f"Port {self.remote.port}", f"Port {silent.getsockname()[1]}"))
            hanging = [self.running(**{"GATHERCTL_SSH": ssh}) for ssh in (
                f"ssh -F {quiet}", script)]
            for each, said in zip(hanging, (
                    "Connection to .* timed out", f"{script} has not connected within 15 s")):
                line = each.line_with("cannot reach")
                self.assertRegex(line, f"^gatherctl: cannot reach gatherd at pitch: .*{said}")
                self.assertEqual(each.process.wait(LIMIT), 3)

    def test_an_end_is_asked_for_on_a_terminal(self):
        self.daemon.ctl("start")
        terminal = Terminal(self, gatherctl(), "-H", "pitch", "end", **self.remote.variables)
        terminal.read_until("Are you sure you want to end the match?")
        terminal.type("y\n")
        self.assertEqual(terminal.end(), 0)
        self.assertEqual(self.daemon.get()["phase"], "ended")

    def test_a_command_that_was_sent_counts_once_over_a_lost_connection(self):
        self.daemon.ctl("start")
        bridge = self.daemon.directory / "gatherctl"
        bridge.write_text(f"#!{sys.executable}\n" + LOSSY_BRIDGE.format(
            program=gatherctl(), mark=self.daemon.directory / "mark"))
        bridge.chmod(0o755)
        lossy = Remote(self, self.daemon.socket, path=f"{bridge.parent}:/usr/bin:/bin")
        result = lossy.ctl("-H", "pitch", "goal", "a")
        self.assertEqual((result.returncode, result.stdout), (0, "Team A 1-0 Team B\n"), result)
        self.assertEqual(self.daemon.get()["score"], "1-0")

    def test_events_and_files(self):
        self.daemon.ctl("new", "--time", "3s")
        subscribed = self.daemon.directory / "subscribed"
        on = self.running("on", "goal", "timeUp", "started", "--", "sh", "-c",
                          f'touch {subscribed}; echo "$GATHER_EVENT"; cut -d" " -f1 /proc/uptime')

        def has_subscribed():
            # A connection is none yet: an event of before the subscription is not sent to it.
            return subscribed.exists() or self.daemon.ctl("goal", "b") is None
        eventually(has_subscribed, "nobody subscribes")
        self.ctl("watch", "--write", self.daemon.directory, "--once")
        self.assertEqual((self.daemon.directory / "clock.txt").read_text(), "00:03")
        self.daemon.ctl("start")
        deadline = self.daemon.get()["timer"]["endsAtBoottimeMicroseconds"] / 1e6
        on.line_with("started")
        on.line_with("timeUp")
        late = float(on.next_line()) - deadline
        print(f"on over ssh: late by ms {round(late * 1000)}", flush=True)
        self.assertGreater(late, -0.05)

    def daemon_connections(self):
        """How many connections the daemon has: those on its socket that are connected."""
        rows = map(str.split, pathlib.Path("/proc/net/unix").read_text().splitlines())
        return sum(row[-1] == str(self.daemon.socket) and row[5] == "03" for row in rows)

    def test_bridge_by_hand(self):
        call = '{"method":"io.gatherd.Gather.Get"}\0'
        result = self.daemon.ctl("bridge", input=call)
        self.assertEqual(result.returncode, 0)
        greeting, reply = result.stdout.split("\n", 1)
        self.assertRegex(greeting, r"^gatherctl-bridge \d+$")
        self.assertIsNone(json.loads(reply.rstrip("\0"))["parameters"]["gather"])
        pure = self.daemon.ctl("bridge", "--varlink", input=call)
        self.assertEqual((pure.returncode, pure.stderr), (0, ""))
        self.assertIsNone(json.loads(pure.stdout.rstrip("\0"))["parameters"]["gather"])
        # An empty line is no question then, but no message either.
        asked = self.daemon.ctl("bridge", "--varlink", input=f"\n{call}")
        self.assertNotIn("gatherctl-bridge", asked.stdout)
        terminal = Terminal(self, gatherctl(), "bridge", GATHERD_SOCKET=self.daemon.socket)
        terminal.read_until("it is for programs, and standard input is a terminal")
        self.assertEqual(terminal.end(), 2)

    def test_nothing_is_left_over_there(self):
        self.daemon.ctl("new")
        watch = self.running("watch")
        watch.line_with("snapshot")
        watch.process.kill()
        watch.process.wait(LIMIT)
        # As above.
        eventually(lambda: not self.daemon_connections(), "the bridge is left")
        self.wait_until_no_client_is_left()


class FarAway(unittest.TestCase):
    """The digits are those of the other machine, whatever its clock and however long the way."""

    def check(self, remote, deadline_here, variables):
        watch = Running(self, gatherctl(), "-H", "pitch", "watch", "--format", "{clock}",
                        **variables)
        self.assertRegex(watch.next_line(), r"^\d\d:\d\d$")
        late = []
        for _ in range(5):
            line = watch.next_line()
            now = boottime()
            minutes, seconds = map(int, line.split(":"))
            late.append((now - deadline_here + (minutes * 60 + seconds) * 1_000_000) / 1000)
        print(f"over ssh: late by ms {[round(each, 1) for each in late]}", flush=True)
        # A machine that is busy may be late with any of them, but not with all; and a way that
        # is not counted in would make all of them late.
        self.assertLess(abs(min(late)), 100)

    def test_a_slow_way(self):
        daemon = Daemon.running(self)
        remote = Remote(self, daemon.socket)
        daemon.ctl("start")
        deadline = daemon.get()["timer"]["endsAtBoottimeMicroseconds"]
        self.check(remote, deadline, remote.slow(0.2))

    def ahead(self, seconds):
        """A daemon and an sshd by a clock that is ahead of ours."""
        within = ["unshare", "--time", "--boottime", str(seconds), "--fork", "--kill-child"]
        probe = subprocess.run([*within, "true"], capture_output=True, text=True)
        if probe.returncode != 0:
            cannot_run(f"no time namespace: {probe.stderr}", impossible=True)
        daemon = Daemon()
        self.addCleanup(daemon.close)
        program = daemon.directory / "gatherd"
        program.write_text(f'#!/bin/sh\nexec {" ".join(within)} {programs.gatherd()} "$@"\n')
        program.chmod(0o755)
        daemon.program = program
        daemon.start()
        return daemon, Remote(self, daemon.socket, within=within)

    def read_anew(self, board, text, other):
        """Has the board drawn anew until it shows a text, and not another one."""
        deadline = time.monotonic() + LIMIT
        while True:
            self.assertLess(time.monotonic(), deadline, board.output[-2000:])
            start = board.type("\x0c")
            while board.read(0.5):
                pass
            drawn = board.output[start:]
            if text.encode() in drawn and other.encode() not in drawn:
                return

    def restart(self, daemon, remote, wait):
        """Restarts the other machine, once its loss has been noticed."""
        remote.lose()
        remote.stop()
        daemon.kill()
        wait()
        # A clock of its own, which is far behind the earlier one: another boot.
        daemon.program = programs.gatherd()
        daemon.variables["GATHERD_BOOT_ID"] = "4ab1cd8e-4f0b-4fbe-9b6c-2a5f6f6f5f5e"
        daemon.start()
        remote.start(within=())

    def test_digits_while_the_other_machine_is_restarted(self):
        daemon, remote = self.ahead(5_000_000)
        daemon.ctl("start")
        watch = Running(self, gatherctl(), "-H", "pitch", "watch", "--ticks", **remote.variables)
        watch.line_with("snapshot")
        self.restart(daemon, remote, lambda: watch.line_with("STALE"))
        line = ""
        while "snapshot" not in line:
            line = watch.next_line()
            self.assertRegex(line, "^0[89]:[0-5][0-9]  running ")

    def test_keys_after_the_other_machine_was_restarted(self):
        daemon, remote = self.ahead(5_000_000)
        daemon.ctl("new")
        board = BoardTerminal(
            self, daemon.socket, "-H", "pitch", "--control", **remote.variables)
        board.read_until("opened at 10:00")
        # The board notes when another hand has turned the clock, and when `a` was pressed.
        daemon.ctl("start")
        board.read_until("RUNNING")
        board.read_until("1-0", board.type("a"))
        self.restart(daemon, remote, lambda: board.read_until("STALE"))
        # A goal that is counted while the connection comes back is sent, or is said not to be.
        board.type("b")
        self.read_anew(board, "RUNNING", "...")
        self.read_anew(board, "RUNNING", "STALE")
        board.type(" ")
        self.read_anew(board, "PAUSED", "space again")
        board.type("a")
        self.read_anew(board, f"2-{daemon.get()['teamB']['score']}", "again")
        board.type("q")
        self.assertEqual(board.end(), 0)

    def test_another_clock(self):
        ahead = 5_000_000
        daemon, remote = self.ahead(ahead)
        daemon.call("Start")
        deadline = daemon.get()["timer"]["endsAtBoottimeMicroseconds"]
        # It is far from this machine's: that the digits are right is no accident.
        self.assertGreater(deadline - boottime(), (ahead - 3_600) * 1_000_000)
        self.check(remote, deadline - ahead * 1_000_000, remote.variables)
        card = remote.ctl("-H", "pitch").stdout
        self.assertRegex(card, r"^09:\d\d running until ")
