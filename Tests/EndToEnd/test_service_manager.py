"""The daemon as a service manager sees it: readiness, state, watchdog, passed sockets."""

import contextlib
import re
import signal
import socket
import unittest

from client import Client, Refused
from daemon import Daemon


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
        self.assertIn("STATUS=Reading the match", seen)


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

    def test_a_socket_of_another_name_is_not_ours(self):
        self.daemon.start(passed=self.listener(), names="something-else")
        self.assertIsNone(self.daemon.get())
