"""`gatherctl on`: commands that are run when something happens in a match."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import unittest

from daemon import Daemon
from programs import LIMIT, Running, environment, eventually, gatherctl

# Tells each event in a line.
TELL = 'echo "$GATHER_EVENT $GATHER_EVENT_TEAM $GATHER_SCORE $GATHER_CLOCK"'


def is_gone(process):
    """Whether nothing is left of a process, or nothing but its exit status."""
    stat = pathlib.Path(f"/proc/{process}/stat")
    return not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z"


class On(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def on(self, *arguments, script=TELL, **variables):
        """A running `on` that has heard of the match: what is done from now on is told."""
        ready = self.daemon.directory / "ready"
        command = f'[ -e {ready} ] || {{ touch {ready}; exit 0; }}; {script}'
        process = Running(
            self, gatherctl(), "on", *arguments, "goal", "--", "sh", "-c", command,
            **{"GATHERD_SOCKET": self.daemon.socket} | variables)
        if (self.daemon.get() or {}).get("phase") != "open":
            self.daemon.ctl("new")

        def has_heard():
            # Whatever it hears first has happened before; so there is a goal until it has heard.
            return ready.exists() or self.daemon.ctl("goal", "b") is None
        eventually(has_heard, "it hears of nothing")
        return process

    def drain(self, process):
        """The lines that come before that of a goal made now."""
        score = self.daemon.call("AddToScore", team="teamB", delta=1)["gather"]["score"]
        lines = []
        while not (line := process.next_line()).startswith(f"goal b {score}"):
            lines.append(line)
        return lines

    def events(self, process):
        """What was told up to now, but for goals."""
        return [line.split()[0] for line in self.drain(process) if not line.startswith("goal b")]

    def test_a_match(self):
        self.daemon.ctl("new", "--time", "20")
        on = self.on("timeUp", "started", "paused", "ended", "discarded")
        self.events(on)
        for command in ("start", "goal a", "pause", "resume", "start", "toggle"):
            self.assertEqual(self.daemon.ctl(*command.split()).returncode, 0, command)
        score = self.daemon.get()["score"]
        lines = self.drain(on)
        self.assertEqual([line.split()[0] for line in lines],
                         ["started", "goal", "paused", "started", "paused"])
        self.assertRegex(lines[1], f"^goal a {score} (20:00|19:59)$")
        self.daemon.ctl("discard", "--yes")
        self.assertEqual(on.next_line().split()[0], "discarded")
        self.daemon.ctl("start")
        self.assertEqual(on.next_line().split()[0], "started")
        self.daemon.ctl("end", "--yes")
        self.assertEqual(on.next_line().split()[0], "ended")

    def test_what_is_taken_back_restored_or_repeated_is_not_told(self):
        on = self.on("started", "paused", "ended", "timeUp", "remaining=9m")
        self.events(on)
        self.daemon.ctl("start")
        self.daemon.ctl("pause")
        self.assertEqual(self.events(on), ["started", "paused"])
        before = len(on.lines)
        for command in ("resume", "score a 3", "score a 0", "goal a", "undo", "redo", "undo",
                        "pause", "undo", "redo", "undo"):
            self.assertEqual(self.daemon.ctl(*command.split()).returncode, 0, command)
        self.daemon.restart()
        on.line_with("is back")
        for command in ("adjust +5m", "adjust -5m", "undo", "redo"):
            self.assertEqual(self.daemon.ctl(*command.split()).returncode, 0, command)
        self.daemon.restart()
        on.line_with("is back")
        self.drain(on)
        told = [line.split()[0:2] for line in on.lines[before:] if line[:9] != "gatherctl"]
        self.assertEqual([words[0] for words in told], [
            "started", "goal", "goal", "paused", "goal"], told)

    def test_time_is_up_at_the_second_also_while_the_daemon_is_away(self):
        self.daemon.ctl("new", "--time", "4s")
        on = self.on("timeUp", "remaining=3s", "remaining=1500ms",
                     script=f"{TELL}; cut -d' ' -f1 /proc/uptime")
        self.daemon.ctl("start")
        deadline = self.daemon.get()["timer"]["endsAtBoottimeMicroseconds"] / 1e6
        late = []
        for left, word in ((3, "remaining=3s"), (1.5, "remaining=1500ms"), (0, "timeUp")):
            on.line_with(f"{word} ")
            late.append(float(on.next_line()) - (deadline - left))
            if left == 1.5:
                self.daemon.kill()
        print(f"on: late by ms {[round(each * 1000) for each in late]}", flush=True)
        # The kernel's file has hundredths, rounded down.
        self.assertGreater(min(late), -0.011)
        # The start of a shell takes its time, but less than the half second up to another second.
        self.assertLess(min(late), 0.5)
        self.daemon.start()
        on.line_with("is back")
        self.daemon.ctl("goal", "a")
        # If an event were told twice, its line would come before this one.
        self.assertRegex(on.next_line(), "^goal a")

    def test_the_match_is_on_standard_input_and_in_the_environment(self):
        on = self.on("ended", script="cat; env | grep ^GATHER_ | sort | tr '\\n' ';'; echo")
        self.daemon.ctl("goal", "a")
        told = json.loads(on.line_with('"team":"teamA"'))
        self.assertEqual(told["event"], "goal")
        self.assertEqual(told["gather"]["id"], self.daemon.get()["id"])
        self.assertEqual(told["gather"]["teamA"]["score"], 1)
        variables = dict(each.split("=", 1) for each in on.next_line().strip(";").split(";"))
        self.assertEqual(variables["GATHER_ID"], told["gather"]["id"])
        self.assertEqual(variables["GATHER_SCORE"], told["gather"]["score"])
        self.assertEqual(variables["GATHER_TEAM_A"], "Team A")

    def test_a_gatherctl_that_is_run_controls_the_same_match(self):
        other = Daemon.running(self)
        other.ctl("new")
        on = self.on("--socket", self.daemon.socket, script=f'"{gatherctl()}" --json status',
                     GATHERD_SOCKET=other.socket)
        self.daemon.ctl("goal", "a")
        told = json.loads(on.line_with('"gather"'))
        self.assertEqual(told["gather"]["id"], self.daemon.get()["id"])

    def test_a_command_that_hangs_is_ended_with_all_it_started(self):
        self.daemon.ctl("new")
        script = 'trap "" TERM; sleep 600 & echo "$$ $!"; wait; sleep 600'
        on = self.on("--timeout", "300ms", script=script)
        self.daemon.ctl("goal", "a")
        processes = [int(word) for word in on.next_line().split()]
        self.assertEqual(len(processes), 2)
        self.assertEqual(on.next_line(), "gatherctl: goal: 'sh' was ended by signal 9 "
                         "after 300 ms, which is too long")
        for process in processes:
            self.wait_until_gone(process)
        # And it goes on.
        self.daemon.ctl("goal", "a")
        processes = [int(word) for word in on.next_line().split()]
        self.assertEqual(len(processes), 2)
        on.line_with("which is too long")
        for process in processes:
            self.wait_until_gone(process)

    def wait_until_gone(self, process):
        # Whoever is to wait for it in its place has nothing to do with us.
        eventually(lambda: is_gone(process), f"{process} is still there")

    def test_reports_that_nobody_reads_hold_nothing_up(self):
        told = self.daemon.directory / "told"
        reader, writer = os.pipe()
        self.addCleanup(os.close, reader)
        on = subprocess.Popen(
            [gatherctl(), "on", "goal", "--", "sh", "-c", f'echo "$GATHER_SCORE" >>{told}; exit 3'],
            stderr=writer, env=environment(GATHERD_SOCKET=self.daemon.socket))
        self.addCleanup(on.wait, LIMIT)
        self.addCleanup(on.kill)
        os.set_blocking(writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, bytes(65536))
        # The program has the same open end, and would else not wait for room in it.
        os.set_blocking(writer, True)
        os.close(writer)
        self.daemon.ctl("new")

        def has_told(times):
            self.daemon.ctl("goal", "a")
            return told.exists() and len(told.read_text().splitlines()) >= times
        eventually(lambda: has_told(3), "it waits for somebody who reads its reports")
        on.terminate()
        self.assertEqual(on.wait(LIMIT), -signal.SIGTERM)

    def test_what_a_command_returns_is_told_and_nothing_is_left_of_it(self):
        on = self.on(script='echo "it was $GATHER_EVENT_TEAM"; exit 3')
        self.daemon.ctl("goal", "a")
        on.line_with("it was a")
        self.assertEqual(on.next_line(), "gatherctl: goal: 'sh' ended with status 3")
        children = pathlib.Path(f"/proc/{on.process.pid}/task/{on.process.pid}/children")
        self.assertEqual(children.read_text(), "")

    def test_one_at_a_time_and_in_order_and_what_is_too_much_is_said(self):
        gate = self.daemon.directory / "gate"
        os.mkfifo(gate)
        on = self.on(script=f'echo "began $GATHER_SCORE_A"; [ "$GATHER_EVENT_TEAM" = b ] || '
                            f'[ "$GATHER_SCORE_A" != 1 ] || cat {gate}')
        self.daemon.ctl("goal", "a")
        on.line_with("began 1")
        for _ in range(18):
            self.daemon.ctl("goal", "a")
        for _ in range(2):
            self.assertEqual(on.line_with("dropped"),
                             "gatherctl: goal dropped: 16 events wait for 'sh' already")
        gate.write_text("")
        self.assertEqual([on.next_line() for _ in range(16)],
                         [f"began {score}" for score in range(2, 18)])

    def test_it_ends_by_a_signal_and_ends_its_command(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            self.daemon.ctl("discard", "--yes")
            (self.daemon.directory / "ready").unlink(missing_ok=True)
            on = self.on(script='echo $$; exec sleep 600')
            self.daemon.ctl("goal", "a")
            process = int(on.next_line())
            on.process.send_signal(number)
            self.assertEqual(on.process.wait(LIMIT), -number)
            self.wait_until_gone(process)
            self.assertIsNone(on.next_line())

    def test_a_signal_that_is_ignored_is_ignored(self):
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        self.addCleanup(signal.signal, signal.SIGHUP, before)
        on = self.on()
        signal.signal(signal.SIGHUP, before)
        on.process.send_signal(signal.SIGHUP)
        self.daemon.ctl("goal", "a")
        self.assertRegex(on.line_with("goal a"), "^goal a")
        on.process.terminate()
        self.assertEqual(on.process.wait(LIMIT), -signal.SIGTERM)

    def test_errors(self):
        missing = self.daemon.ctl("on", "goal", "--", "no-such-horn")
        self.assertEqual(missing.returncode, 2)
        self.assertIn("cannot run 'no-such-horn': there is no such program", missing.stderr)
        for program, cause in (("/tmp", "it is a directory"), (__file__, "it is not executable")):
            refused = self.daemon.ctl("on", "goal", "--", program)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(f"cannot run '{program}': {cause}", refused.stderr)
        self.assertEqual(self.daemon.ctl("on", "gaol", "--", "true").returncode, 2)
        self.daemon.kill()
        self.assertEqual(self.daemon.ctl("on", "goal", "--", "true").returncode, 3)
