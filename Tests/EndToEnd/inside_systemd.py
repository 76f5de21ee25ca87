"""What test_systemd.py runs inside of the container: gatherd under the systemd there.

It is the machine's only gatherd, with the units that are shipped and the default paths.
"""

import os
import pathlib
import shutil
import signal
import stat
import subprocess
import threading
import time
import unittest

from client import Client
from programs import LIMIT

SERVICE, SOCKET = "gatherd.service", "gatherd.socket"
PATH = pathlib.Path("/run/gatherd/gatherd.sock")
STATE = pathlib.Path("/var/lib/gatherd")
DROP_IN = pathlib.Path(f"/run/systemd/system/{SERVICE}.d/test.conf")


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)


def ok(*command):
    result = run(*command)
    assert result.returncode == 0, f"{command}: {result}"
    return result.stdout


def properties(*names, unit=SERVICE):
    """Properties of a unit, as a list in the order of their names here."""
    lines = ok("systemctl", "show", "-p", ",".join(names), unit).splitlines()
    values = dict(line.split("=", 1) for line in lines)
    return [values[name] for name in names]


def main_pid():
    return int(properties("MainPID")[0])


def call(method, **parameters):
    with Client(PATH) as client:
        return client.call(method, **parameters)


def ends_at():
    return call("Get")["gather"]["timer"]["endsAtBoottimeMicroseconds"]


class UnderSystemd(unittest.TestCase):
    def setUp(self):
        ok("systemctl", "stop", SERVICE, SOCKET)
        shutil.rmtree(STATE, ignore_errors=True)
        shutil.rmtree(DROP_IN.parent, ignore_errors=True)
        ok("systemctl", "daemon-reload")
        ok("systemctl", "start", SOCKET)

    def eventually(self, condition, *values):
        """Waits until systemd has taken note; it tells by D-Bus alone, which is not here."""
        deadline = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), deadline, values)
            threading.Event().wait(0.02)

    def status_text(self):
        return properties("StatusText")[0]

    def test_the_units_are_correct(self):
        units = [f"/etc/systemd/system/{unit}" for unit in (SERVICE, SOCKET)]
        result = run("systemd-analyze", "verify", "--man=no", *units)
        self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))

    def test_the_first_command_starts_the_daemon(self):
        self.assertEqual(properties("ActiveState"), ["inactive"])
        self.assertEqual(stat.S_IMODE(PATH.stat().st_mode), 0o600)
        self.assertIn("running from 10:00", ok("gatherctl", "start"))
        kind, watchdog, restarts, state = properties(
            "Type", "WatchdogUSec", "NRestarts", "ActiveState")
        self.assertEqual((kind, watchdog, restarts, state), ("notify", "10s", "0", "active"))
        self.assertEqual(stat.S_IMODE(STATE.stat().st_mode), 0o700)
        self.eventually(lambda: self.status_text().startswith("Running until "))
        ok("gatherctl", "goal", "a")
        self.eventually(lambda: "Team A 1-0 Team B" in self.status_text())
        self.assertIn("Team A 1-0 Team B", ok("systemctl", "status", SERVICE))
        print(ok("systemctl", "status", "--no-pager", SERVICE))

    def test_started_by_hand_it_has_the_socket_as_well(self):
        ok("systemctl", "stop", SOCKET)
        ok("systemctl", "start", SERVICE)
        self.assertEqual(properties("ActiveState", unit=SOCKET), ["active"])
        self.assertIn("no gather", ok("gatherctl", "status"))

    def test_a_killed_daemon_comes_back_with_the_match(self):
        ok("gatherctl", "start")
        ok("gatherctl", "goal", "b")
        before, pid = ends_at(), main_pid()
        for _ in range(3):
            os.kill(main_pid(), signal.SIGKILL)
            # A command that comes meanwhile waits.
            self.assertIn("already running", ok("gatherctl", "start"))
            self.assertEqual(ends_at(), before)
        self.assertEqual(call("Get")["gather"]["score"], "0-1")
        self.assertIsNotNone(call("Get")["gather"]["recovered"])
        self.assertNotEqual(main_pid(), pid)
        self.assertEqual(properties("NRestarts"), ["3"])

    def test_a_restart_keeps_the_match_and_the_socket(self):
        ok("gatherctl", "start")
        before, pid, inode = ends_at(), main_pid(), PATH.stat().st_ino
        # More than the usual limit of starts; a command meanwhile waits.
        for goals in range(1, 9):
            ok("systemctl", "restart", "--no-block", SERVICE)
            self.assertIn(f"Team A {goals}-0", ok("gatherctl", "goal", "a"))
        self.eventually(lambda: properties("ActiveState", "SubState") == ["active", "running"])
        self.assertNotEqual(main_pid(), pid)
        self.assertEqual(PATH.stat().st_ino, inode)
        self.assertEqual((ends_at(), call("Get")["gather"]["score"]), (before, "8-0"))
        self.assertEqual(properties("Result"), ["success"])

    def test_a_daemon_that_hangs_is_restarted_by_the_watchdog(self):
        DROP_IN.parent.mkdir(parents=True)
        DROP_IN.write_text("[Service]\nWatchdogSec=2s\n")
        ok("systemctl", "daemon-reload")
        ok("gatherctl", "start")
        self.assertEqual(properties("WatchdogUSec"), ["2s"])
        before, pid = ends_at(), main_pid()
        os.kill(pid, signal.SIGSTOP)
        # Woken up to be ended, it may still answer: what counts is the next one.
        self.eventually(lambda: main_pid() not in (0, pid))
        self.assertEqual(ends_at(), before)
        self.assertEqual(properties("NRestarts"), ["1"])
        self.assertIn("Watchdog timeout", ok("journalctl", "-u", SERVICE))

    def test_a_stop_is_clean_and_the_next_command_starts_it_again(self):
        ok("gatherctl", "start")
        before = ends_at()
        ok("systemctl", "stop", SERVICE)
        self.assertEqual(
            properties("ActiveState", "Result", "ExecMainCode", "ExecMainStatus"),
            ["inactive", "success", "1", "0"])
        self.assertTrue(PATH.is_socket())
        self.assertIn("running", ok("gatherctl", "status"))
        self.assertEqual(ends_at(), before)
        ok("systemctl", "stop", SERVICE, SOCKET)
        self.assertEqual(run("gatherctl", "status").returncode, 3)

    def test_what_it_says_is_in_the_journal(self):
        ok("systemctl", "stop", SERVICE)
        STATE.mkdir(mode=0o700)
        (STATE / "gather.db").write_text("not a database\n" * 100)
        ok("systemctl", "start", SERVICE)
        said = ok("journalctl", "-p", "err", "-u", SERVICE)
        self.assertIn("/var/lib/gatherd/gather.db was damaged", said)
        self.assertIn("the damaged file is gather.db.damaged-", said)
