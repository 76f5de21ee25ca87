"""The daemon as a service manager sees it: readiness, state, watchdog, passed sockets."""

import contextlib
import os
import pathlib
import re
import signal
import socket
import time
import unittest

from client import Client, Refused
from daemon import Daemon
from programs import LIMIT


class Notification(unittest.TestCase):
    def test_ready_with_a_state_and_stopping_at_the_end(self):
        daemon = Daemon.running(self)
        self.assertIn("READY=1", daemon.notifications.seen)
        self.assertEqual(len(daemon.notifications.statuses()), 1)
        self.assertNotIn("STOPPING=1", daemon.notifications.seen)
        daemon.stop()
        daemon.notifications.drain()
        self.assertIn("STOPPING=1", daemon.notifications.seen)

    def test_ready_means_that_it_serves(self):
        daemon = Daemon.running(self)
        for _ in range(20):
            self.assertIsNone(daemon.get())
            daemon.restart()

    def test_the_state_follows_every_change_and_no_tick(self):
        daemon = Daemon.running(self)
        watcher = daemon.client()
        watcher.subscribe(ticks=True)
        daemon.call("Open", time={"minutes": 0, "seconds": 2}, teamBName="Löwen")
        daemon.call("AddToScore", team="teamB", delta=1)
        daemon.call("Start")
        watcher.change_with("timeUp")
        daemon.call("SetTime", time={"minutes": 7, "seconds": 31})
        daemon.call("Start")
        daemon.call("Start")  # Changes nothing.
        daemon.call("Pause")
        daemon.call("Undo")
        daemon.call("End")
        daemon.stop()
        daemon.notifications.drain()
        clock = r"\d\d:\d\d:\d\d"
        sides = "Team A 0-1 Löwen"
        expected = [
            "No gather", "Stopped at 00:02, Team A 0-0 Löwen", f"Stopped at 00:02, {sides}",
            f"Running until {clock}, {sides}", f"Stopped at 00:00, {sides}",
            f"Stopped at 07:31, {sides}", f"Running until {clock}, {sides}",
            rf"Paused at 07:3\d, {sides}", f"Running until {clock}, {sides}", f"Ended, {sides}"]
        statuses = daemon.notifications.statuses()
        self.assertEqual(len(statuses), len(expected), statuses)
        for status, pattern in zip(statuses, expected):
            self.assertRegex(status, f"^{pattern}$")

    def test_a_line_break_in_a_name_makes_no_line_of_its_own(self):
        daemon = Daemon.running(self)
        with contextlib.suppress(Refused):  # To refuse such a name is right as well.
            daemon.call("Open", teamAName="A\nSTOPPING=1")
        daemon.kill()
        daemon.notifications.drain()
        self.assertNotIn("STOPPING=1", daemon.notifications.seen)

    def test_a_restarted_daemon_announces_the_match(self):
        daemon = Daemon.running(self)
        daemon.call("Start")
        daemon.notifications.wait_for("STATUS=Running until")
        running = daemon.notifications.statuses()[-1]
        self.assertTrue(re.match("Running until", running), running)
        daemon.restart()
        self.assertEqual(daemon.notifications.statuses(), [running])


class Deaf(unittest.TestCase):
    """A service manager that does not read what it is told."""

    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.daemon.variables["NOTIFY_SOCKET"] = self.daemon.directory / "deaf"
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(listener.close)
        listener.bind(str(self.daemon.variables["NOTIFY_SOCKET"]))
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.connect(listener.getsockname())
            sender.setblocking(False)
            with self.assertRaises(BlockingIOError):
                while True:
                    sender.send(b"STATUS=1")

    def test_it_is_served_and_ended_all_the_same(self):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(str(self.daemon.directory / "socket"))
        listener.listen()
        self.daemon.spawn(passed=listener)
        with Client(listener.getsockname()) as client:
            client.call("Start")
            self.assertEqual(self.daemon.stop(), 0, self.daemon.log)
            self.assertTrue(client.is_closed())


class LongStart(unittest.TestCase):
    def test_a_salvage_asks_for_the_time_that_it_takes(self):
        daemon = Daemon.running(self)
        daemon.call("Start")
        daemon.stop()
        daemon.database.write_bytes(b"no database" * 1_000)
        daemon.start()
        seen = daemon.notifications.seen
        [extension] = [line for line in seen if line.startswith("EXTEND_TIMEOUT_USEC=")][:1]
        self.assertGreaterEqual(int(extension.partition("=")[2]), 10_000_000)
        self.assertLess(seen.index(extension), seen.index("READY=1"))
        self.assertIn("STATUS=Repairing the database", seen)


class Watchdog(unittest.TestCase):
    def test_it_is_fed_when_asked_for(self):
        daemon = Daemon.running(self, WATCHDOG_USEC=100_000)
        for _ in range(3):
            self.assertEqual(daemon.notifications.wait_for("WATCHDOG"), "WATCHDOG=1")

    def test_it_is_fed_during_a_match_of_many_clients(self):
        daemon = Daemon.running(self, WATCHDOG_USEC=100_000)
        watchers = [daemon.client() for _ in range(50)]
        for watcher in watchers:
            watcher.subscribe(ticks=True)
        daemon.call("Start")
        for _ in range(3):
            daemon.notifications.wait_for("WATCHDOG=1")

    def test_it_is_not_fed_when_it_is_meant_for_another_process(self):
        daemon = Daemon.running(self, WATCHDOG_USEC=100_000, WATCHDOG_PID=1)
        self.check_unfed_for_a_second(daemon)

    def test_it_is_not_fed_when_nobody_asks(self):
        self.check_unfed_for_a_second(Daemon.running(self))

    def check_unfed_for_a_second(self, daemon):
        """A countdown of a second passes, and in it no WATCHDOG=1."""
        daemon.call("Open", time={"minutes": 0, "seconds": 1})
        daemon.call("Start")
        daemon.notifications.wait_for("STATUS=Stopped at 00:00")
        self.assertNotIn("WATCHDOG=1", daemon.notifications.seen)


class PassedSockets(unittest.TestCase):
    """LISTEN_FDS of sd_listen_fds(3), as `systemd-socket-activate` and varlinkctl give it."""

    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        self.path = self.daemon.directory / "passed"

    def listener(self):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(listener.close)
        listener.bind(str(self.path))
        listener.listen()
        return listener

    def test_a_listener_is_served_and_its_file_is_left(self):
        listener = self.listener()
        # A client may come before the daemon: it waits, and is not turned away.
        early = Client(self.path)
        early.send("Start")
        self.daemon.start(passed=listener)
        self.assertEqual(early.reply()["gather"]["timer"]["state"], "running")
        self.assertFalse(self.daemon.socket.exists())
        self.assertEqual(self.daemon.stop(), 0)
        self.assertTrue(self.path.is_socket())
        self.assertTrue(early.is_closed())
        early.close()

    def test_over_a_restart_clients_wait(self):
        listener = self.listener()
        self.daemon.start(passed=listener)
        for number in (signal.SIGTERM, signal.SIGKILL):
            self.daemon.end(number)
            with Client(self.path) as client:
                client.send("Toggle")
                self.daemon.start(passed=listener)
                self.assertTrue(client.reply()["outcome"]["changed"])

    def test_a_connection_is_served(self):
        ours, theirs = socket.socketpair()
        self.daemon.start(passed=theirs)
        theirs.close()
        with Client(connection=ours) as client:
            self.assertIsNone(client.get())
            self.assertEqual(client.call("Start")["gather"]["revision"], 2)
            client.subscribe()
            self.assertEqual(self.daemon.stop(), 0)
            self.assertTrue(client.is_closed())

    def test_it_ends_with_its_last_connection_where_no_other_can_come(self):
        pairs = [socket.socketpair() for _ in range(2)]
        self.daemon.start(passed=[theirs for _, theirs in pairs], names="varlink:varlink")
        for _, theirs in pairs:
            theirs.close()
        first, last = (Client(connection=ours) for ours, _ in pairs)
        first.subscribe()
        last.call("Start")
        first.change_with("started")
        first.close()
        self.assertEqual(last.call("AddToScore", team="teamA", delta=1)["gather"]["score"], "1-0")
        self.daemon.expect_end()
        last.close()
        self.assertEqual(self.daemon.process.wait(LIMIT), 0, self.daemon.log)
        self.daemon.notifications.drain()
        self.assertIn("STOPPING=1", self.daemon.notifications.seen)
        self.assertEqual(self.daemon.start().get()["score"], "1-0")

    def test_it_ends_where_its_only_client_left_before_the_start(self):
        ours, theirs = socket.socketpair()
        ours.close()
        self.daemon.spawn(passed=theirs, ends=True)
        theirs.close()
        self.assertEqual(self.daemon.process.wait(LIMIT), 0, self.daemon.log)

    def test_a_connection_beside_a_listener_is_closed_when_its_client_leaves(self):
        ours, theirs = socket.socketpair()
        inode = os.fstat(theirs.fileno()).st_ino
        self.daemon.start(passed=[self.listener(), theirs], names="varlink:varlink")
        theirs.close()
        with Client(connection=ours) as client:
            self.assertIsNone(client.get())
            self.assertIn(inode, self.sockets())
        deadline = time.monotonic() + LIMIT
        with Client(self.path) as other:
            # One that stayed open would be ready, and call for the processor, for ever.
            while inode in self.sockets():
                self.assertLess(time.monotonic(), deadline, "it is still open")
                self.assertIsNone(other.get())

    def sockets(self):
        """The inodes of the sockets that the daemon has open."""
        targets = []
        for link in pathlib.Path(f"/proc/{self.daemon.pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                targets.append(os.readlink(link))
        return [int(target[len("socket:["):-1]) for target in targets
                if target.startswith("socket:[")]

    def test_what_cannot_be_served_is_refused_with_the_reason(self):
        bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        bound.bind(str(self.path))
        datagrams, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        internet = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        for each in (bound, datagrams, other, internet):
            self.addCleanup(each.close)
        no_stream = "it is no stream socket of the Unix domain"
        for passed, reason in ((bound, "it neither listens nor is connected"),
                               (datagrams, no_stream), (internet, no_stream)):
            with self.subTest(passed):
                self.daemon.spawn(passed=passed, ends=True)
                self.assertEqual(self.daemon.process.wait(LIMIT), 1)
                self.assertEqual(
                    self.daemon.log.splitlines()[-1],
                    f"gatherd: cannot use descriptor 3, which was passed as 'varlink': {reason}")

    def test_a_socket_of_another_name_is_not_ours_and_is_named(self):
        self.daemon.start(passed=self.listener(), names="something-else")
        self.assertIsNone(self.daemon.get())
        self.assertIn("descriptor 3 was passed as 'something-else' and not as 'varlink' "
                      "(FileDescriptorName=), ignoring", self.daemon.log)
