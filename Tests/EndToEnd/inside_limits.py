"""What test_systemd.py runs inside of the container: what the units set an end to, and what not."""

import errno
import os
import pathlib
import re
import resource
import shutil
import unittest

from client import Client, message
from container import (
    INSTALLED, PATH, SERVICE, SOCKET, STATE, SUBMIT_SERVICE, SUBMIT_SOCKET, call, install,
    main_pid, ok, ping_submitter, properties, run)

PITCHES = [f"gatherd@north.{kind}" for kind in ("socket", "service")]
NAMES = ("MemoryMax", "TasksMax", "OOMScoreAdjust", "LimitCORE")
BIND = "import socket; socket.create_server(('127.0.0.1', 0)); print('taken')"
# Whether the clock is synchronised, as gatherd asks: the error, or 0.
CLOCK = ("import ctypes; c = ctypes.CDLL(None, use_errno=True); "
         "c.adjtimex(ctypes.create_string_buffer(512)); print(ctypes.get_errno())")


def setUpModule():
    print(install())


class Limits(unittest.TestCase):
    def setUp(self):
        ok("systemctl", "stop", SOCKET, SERVICE, *PITCHES, SUBMIT_SOCKET, SUBMIT_SERVICE)
        shutil.rmtree(STATE, ignore_errors=True)
        ok("systemctl", "start", SOCKET, SUBMIT_SOCKET)

    def test_memory_and_threads_have_an_end_and_the_match_is_spared(self):
        ok("gatherctl", "start")
        ends = [str(512 << 20), "64", "-500", "0"]
        self.assertEqual(properties(*NAMES), ends)
        self.assertEqual(properties(*NAMES, unit=PITCHES[1]), ends)
        process = pathlib.Path("/proc") / str(main_pid())
        # Where nobody can have a process spared, systemd goes on without.
        can = run("bash", "-c", "echo -500 >/proc/self/oom_score_adj").returncode == 0
        score = (process / "oom_score_adj").read_text()
        self.assertEqual(score, "-500\n" if can else "0\n")
        self.assertLess(len(list((process / "task").iterdir())), 32)

    def test_goals_count_beside_as_many_connections_as_there_can_be(self):
        """All of them ask, and none reads an answer."""
        ok("gatherctl", "start")
        resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
        pid, clients = main_pid(), []
        self.addCleanup(lambda: [client.close() for client in clients])
        self.addCleanup(os.seteuid, 0)
        for uid in (60001, 60002):
            os.seteuid(uid)
            for number in range(2_000):
                client = Client(PATH)
                clients.append(client)
                client.socket.setblocking(False)
                if number % 2 == 0:
                    client.send("Subscribe", {"ticks": True}, more=True)
                else:
                    client.send_bytes(30 * message("Get"))
            os.seteuid(0)
        for goals in range(1, 51):
            self.assertEqual(
                call("AddToScore", team="teamA", delta=1)["gather"]["score"], f"{goals}-0")
        self.assertIn("50-0", ok("gatherctl", "status"))
        self.assertEqual((main_pid(), properties("NRestarts")), (pid, ["0"]))
        memory, tasks = properties("MemoryCurrent", "TasksCurrent")
        print(f"{len(clients)} connections: {memory} bytes, {tasks} tasks")
        if memory.isdecimal():
            self.assertLess(int(memory), 256 << 20)

    def test_each_socket_is_restarted_as_often_as_anybody_wants(self):
        for unit in (SOCKET, PITCHES[0], SUBMIT_SOCKET):
            for _ in range(20):
                ok("systemctl", "restart", unit)
            self.assertEqual(properties("ActiveState", "Result", unit=unit), ["active", "success"])
        self.assertIn("no match", ok("gatherctl", "status"))

    def test_the_submitter_goes_before_others(self):
        ping_submitter()
        self.assertEqual(
            properties(*NAMES, unit=SUBMIT_SERVICE), [str(128 << 20), "32", "500", "0"])
        process = pathlib.Path(f"/proc/{main_pid(SUBMIT_SERVICE)}")
        self.assertEqual((process / "oom_score_adj").read_text(), "500\n")
        # No other process of its user looks into it.
        self.assertEqual((process / "environ").stat().st_uid, 0)

    def test_nobody_can_call_the_submitter(self):
        self.assertEqual(properties("SocketBindDeny", unit=SUBMIT_SERVICE), ["any"])
        ping_submitter()
        result = run("systemd-run", "--quiet", "--wait", "--pipe", "-p", "SocketBindDeny=any",
                     "/usr/bin/python3", "-c", BIND)
        # It takes eBPF for control groups, which a container need not have.
        refused = "PermissionError" in result.stderr
        print("SocketBindDeny=any:", "refused" if refused else f"no effect here: {result}")
        self.assertTrue(refused or result.stdout == "taken\n", result)

    def test_the_clock_is_asked_where_the_manual_says_so(self):
        """Whatever the C library makes of adjtimex."""
        manual = pathlib.Path("/usr/local/share/man/man8/gatherd.8").read_text()
        drop_in = re.search(r"^\[Service\]\n(ProtectClock=.*?)^\.Ed$", manual,
                            re.MULTILINE | re.DOTALL)[1].splitlines()
        machines, users = (
            [line for line in path.read_text().splitlines()
             if line.startswith(("ProtectClock=", "SystemCall"))]
            for path in (INSTALLED / SERVICE, INSTALLED.with_name("user") / SERVICE))
        self.assertIn("ProtectClock=no", drop_in)
        for lines, refused in (([*machines, drop_in[0]], True), (machines + drop_in, False),
                               (users, False)):
            # The error is the unit's own: a container refuses it as well, with another one.
            lines.append("SystemCallErrorNumber=ENOANO")
            answer = ok("systemd-run", "--quiet", "--wait", "--pipe", "--uid=gatherd",
                        *(f"--property={line}" for line in lines),
                        "/usr/bin/python3", "-c", CLOCK)
            self.assertEqual(int(answer) == errno.ENOANO, refused, (lines, answer))
