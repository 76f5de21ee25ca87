"""How a daemon starts, stands beside another, and stops."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import sqlite3
import stat
import unittest

from client import SERVICE, Client, message
from daemon import Daemon
from programs import LIMIT, eventually, gatherd, run, skip_if_sanitized

# A user whom nothing else runs as.
NO_USER = 60004


class Start(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def run_gatherd(self, *arguments, **variables):
        """Runs a second daemon, which has to end by itself."""
        return run(gatherd(), *arguments, **variables)

    def check_alive(self):
        self.assertIsNone(self.daemon.process.poll(), self.daemon.log)
        self.assertEqual(self.daemon.call(f"{SERVICE}.GetInfo")["product"], "gatherd")

    def check_failed(self, result, *words, status=1):
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout, "")
        for word in words:
            self.assertIn(str(word), result.stderr)

    def test_a_second_daemon_on_the_same_state_directory_says_so_and_exits(self):
        self.daemon.call("Start")
        before = self.daemon.get()
        result = self.run_gatherd(
            "--state-directory", self.daemon.state, "--socket", self.daemon.directory / "second")
        self.check_failed(result, self.daemon.state, "another gatherd")
        self.check_alive()
        after = self.daemon.get()
        self.assertEqual(after["revision"], before["revision"])
        self.assertFalse((self.daemon.directory / "second").exists())

    def test_a_second_daemon_on_the_same_socket_says_so_and_exits(self):
        result = self.run_gatherd(
            "--state-directory", self.daemon.directory / "second", "--socket", self.daemon.socket)
        self.check_failed(result, self.daemon.socket, "another gatherd")
        self.check_alive()

    def test_the_socket_of_a_killed_daemon_is_replaced(self):
        self.daemon.kill()
        self.assertTrue(self.daemon.socket.is_socket())
        self.daemon.start()
        self.check_alive()

    def test_a_file_in_the_place_of_the_socket_is_left_alone(self):
        precious = self.daemon.directory / "precious"
        precious.write_text("data")
        result = self.run_gatherd(
            "--state-directory", self.daemon.directory / "second", "--socket", precious)
        self.check_failed(result, precious)
        self.assertEqual(precious.read_text(), "data")

    def test_the_socket_is_for_its_owner_alone(self):
        self.assertEqual(stat.S_IMODE(self.daemon.socket.stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(self.daemon.socket.parent.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(self.daemon.state.stat().st_mode), 0o700)
        self.assertEqual(stat.S_IMODE(self.daemon.database.stat().st_mode), 0o600)

    def test_a_state_directory_that_cannot_be_used_is_named(self):
        # Not by its mode: the tests may run as root, for whom every directory is writable.
        file = self.daemon.directory / "file"
        file.write_text("")
        for directory in (file, file / "below", "/proc/gatherd"):
            with self.subTest(directory):
                result = self.run_gatherd(
                    "--state-directory", directory, "--socket", self.daemon.directory / "second")
                self.check_failed(result, "cannot", "state directory", directory)

    def test_a_file_that_is_no_database_is_set_aside_as_it_is(self):
        self.daemon.stop()
        self.daemon.database.write_text("not a database\n" * 1000)
        for name in ("gather.db-wal", "gather.db-shm"):
            (self.daemon.state / name).unlink(missing_ok=True)
        self.daemon.start()
        [aside] = self.daemon.state.glob("gather.db.damaged-*")
        self.assertEqual(aside.read_text(), "not a database\n" * 1000)
        self.assertIn(aside.name, self.daemon.log)

    def test_a_database_of_another_program_is_named_and_left_alone(self):
        state = self.daemon.directory / "second"
        state.mkdir()
        path = state / "gather.db"
        with contextlib.closing(sqlite3.connect(path)) as database:
            database.execute("CREATE TABLE songs (title)")
        before = path.read_bytes()
        result = self.run_gatherd("--state-directory", state, "--socket", state / "socket")
        self.check_failed(result, "cannot open", path, "not a database of gatherd")
        self.assertEqual(path.read_bytes(), before)

    def test_a_wrong_command_line_is_exit_status_2(self):
        long = "/tmp/" + "x" * 103
        for arguments, word in (
            (["--sokket", "x"], "--sokket"), (["serve"], "serve"), (["--socket"], "--socket"),
            (["--state-directory="], "--state-directory"), (["--socket", long], "107"),
            (["-x"], "-x"), ([""], "''"),
        ):
            with self.subTest(arguments):
                self.check_failed(self.run_gatherd(*arguments), word, status=2)

    def test_a_path_of_107_bytes_is_a_socket(self):
        padding = "x" * (106 - len(str(self.daemon.directory)))
        other = Daemon()
        self.addCleanup(other.close)
        other.socket = self.daemon.directory / padding
        self.assertEqual(len(str(other.socket)), 107)
        other.start()
        self.assertEqual(other.call(f"{SERVICE}.GetInfo")["product"], "gatherd")

    def test_help_and_version(self):
        for option, word in (("--help", "--state-directory"), ("-h", "--socket"),
                             ("--version", "gatherd ")):
            with self.subTest(option):
                result = self.run_gatherd(option)
                self.assertEqual((result.returncode, result.stderr), (0, ""))
                self.assertIn(word, result.stdout)
                # They are for whoever has set something wrong as well.
                wrong = self.run_gatherd(option, GATHERD_SUBMIT_AFTER="soon", HOME="")
                self.assertEqual((wrong.returncode, wrong.stdout), (0, result.stdout))


class Stop(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def test_a_clean_end_removes_the_socket_and_keeps_the_match(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number):
                score = self.daemon.call("Toggle")["gather"]["revision"]
                self.assertEqual(self.daemon.end(number), 0, self.daemon.log)
                self.assertFalse(self.daemon.socket.exists())
                self.daemon.start()
                self.assertEqual(self.daemon.get()["revision"], score)

    def test_a_clean_end_ends_subscriptions_and_silent_clients(self):
        subscriber, silent = self.daemon.client(), self.daemon.client()
        subscriber.subscribe()
        silent.send_bytes(b"{")
        self.assertEqual(self.daemon.stop(), 0)
        self.assertTrue(subscriber.is_closed())
        self.assertTrue(silent.is_closed())

    def test_what_was_sent_before_the_end_is_answered(self):
        self.daemon.call("Open")
        client = self.daemon.client()
        client.get()  # So it has been accepted.
        goal = {"team": "teamA", "delta": 1}
        client.send_bytes(message("AddToScore", goal) * 40)
        self.daemon.expect_end()
        self.daemon.signal(signal.SIGTERM)
        scores = [client.reply()["gather"]["teamA"]["score"] for _ in range(40)]
        self.assertEqual(scores, list(range(1, 41)))
        self.assertTrue(client.is_closed())
        self.assertEqual(self.daemon.process.wait(LIMIT), 0)
        self.assertEqual(self.daemon.start().get()["score"], "40-0")

    def test_a_signal_right_after_it_is_ready_is_not_lost(self):
        for number in (signal.SIGTERM, signal.SIGINT) * 5:
            self.assertEqual(self.daemon.end(number), 0, self.daemon.log)
            self.daemon.start()

    def test_the_signal_of_the_watchdog_ends_it(self):
        self.assertEqual(self.daemon.end(signal.SIGABRT), -signal.SIGABRT)

    def test_a_hangup_of_the_terminal_is_ignored(self):
        self.daemon.signal(signal.SIGHUP)
        # It is delivered before anything that the daemon is sent later.
        self.assertEqual(self.daemon.call(f"{SERVICE}.GetInfo")["product"], "gatherd")
        self.assertIsNone(self.daemon.process.poll())


class Shortage(unittest.TestCase):
    """What the machine does not give is said, and no shortage keeps the daemon from its end."""

    @skip_if_sanitized("it opens files and makes threads itself")
    def test_each_limit_of_descriptors_is_enough_or_said(self):
        started = 0
        for limit in range(3, 41):
            with self.subTest(limit):
                daemon = Daemon(descriptors=(limit, limit))
                self.addCleanup(daemon.close)
                daemon.spawn(ends=True)
                if daemon.becomes_ready():
                    self.assertIsNone(daemon.get())
                    self.assertEqual(daemon.stop(), 0)
                    started += 1
                    continue
                # At first it is the loader that has not enough of them.
                self.assertIn(daemon.process.wait(LIMIT), (1, 127), daemon.log)
                self.assertTrue(daemon.log)
                if daemon.process.returncode == 1:
                    self.assertRegex(daemon.log, r"^gatherd: cannot start: only \d+ more files ")
        self.assertGreater(started, 0)

    @skip_if_sanitized("it opens files and makes threads itself")
    def test_each_limit_of_threads_is_enough_or_said(self):
        started = 0
        for limit in range(1, 41):
            with self.subTest(limit):
                daemon = self.daemon_with_threads(limit)
                daemon.spawn(ends=True)
                if daemon.becomes_ready():
                    self.assertEqual(daemon.stop(), 0)
                    started += 1
                    continue
                self.assertEqual(daemon.process.wait(LIMIT), 1)
                self.assertRegex(
                    daemon.log, r"^gatherd: cannot start: only \d+ more threads can be made, ")
        # Of a user who runs other programs as well, these are not enough.
        self.assertTrue(started > 0 or os.geteuid() != 0)

    def daemon_with_threads(self, limit):
        # Root is not limited; and a user of its own has no other threads.
        daemon = Daemon(uid=NO_USER if os.geteuid() == 0 else None)
        self.addCleanup(daemon.close)
        script = daemon.directory / "limited"
        script.write_text(f"#!/bin/sh\nexec prlimit --nproc={limit} {gatherd()} \"$@\"\n")
        script.chmod(0o755)
        daemon.program = script
        return daemon

    @skip_if_sanitized("it opens files and makes threads itself")
    def test_it_ends_where_no_thread_can_be_made_any_more(self):
        daemon = Daemon(uid=NO_USER if os.geteuid() == 0 else None)
        self.addCleanup(daemon.close)
        daemon.start()
        daemon.call("Start")
        limited = run(*daemon.as_its_user(), "prlimit", "--pid", daemon.pid, "--nproc=1:")
        self.assertEqual((limited.returncode, limited.stderr), (0, ""))
        # Threads that wait for work end after a while, and those stay that wait for an event.
        eventually(lambda: not any("futex" in place for place in self.waiting_places(daemon)),
                   "it has threads that do not end")
        self.assertIn(daemon.stop(), (0, 1))
        self.assertEqual(daemon.start().get()["timer"]["state"], "running")

    def waiting_places(self, daemon):
        """Where in the kernel each thread waits."""
        for path in pathlib.Path(f"/proc/{daemon.pid}/task").glob("*/wchan"):
            with contextlib.suppress(OSError):  # It has ended meanwhile.
                yield path.read_text()

    def test_it_ends_where_nobody_reads_what_it_says(self):
        # A message at the start, which does not fit.
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.state.mkdir(mode=0o700)
        (daemon.state / "account.json").mkdir()
        script = daemon.directory / "silenced"
        script.write_text(
            "#!/bin/bash\nexec {kept}<> $0.pipe && head -c 65536 /dev/zero >&$kept\n"
            f"exec {gatherd()} \"$@\" 2>&$kept\n")
        script.chmod(0o755)
        os.mkfifo(f"{script}.pipe")
        daemon.program = script
        daemon.spawn(ends=True)
        # It can say nothing.
        eventually(lambda: self.catches(daemon, signal.SIGTERM), "it has not begun")
        self.assertEqual(daemon.stop(), 1)

    def catches(self, daemon, number):
        with open(f"/proc/{daemon.pid}/status") as status:
            [caught] = [line.split()[1] for line in status if line.startswith("SigCgt:")]
        return bool(int(caught, 16) >> (number - 1) & 1)


class Neighbours(unittest.TestCase):
    def test_a_subscriber_that_never_reads_stops_nobody(self):
        daemon = Daemon.running(self)
        daemon.call("Open")
        lazy, eager, player = daemon.client(), daemon.client(), daemon.client()
        # As little room as the kernel gives, so that its answers soon stay with the daemon.
        lazy.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        lazy.subscribe()
        eager.subscribe()
        for index in range(600):
            player.call("AddToScore", team="teamA", delta=1 - 2 * (index % 2))
            self.assertEqual(eager.next_change()[0], "scoreChanged")
        player.call("SetScore", team="teamB", score=7)
        self.assertEqual(eager.next_change()[1]["score"], "0-7")
        # It missed most of it, and the newest is what it gets in the end.
        count = 1
        while lazy.next_change()[1]["score"] != "0-7":
            count += 1
        self.assertLess(count, 600)

    def test_clients_that_vanish_stop_nobody(self):
        daemon = Daemon.running(self)
        for _ in range(200):
            with Client(daemon.socket) as client:
                client.send("Subscribe", {"ticks": True}, more=True)
                client.send_bytes(json.dumps({"method": "x"}).encode())
        self.assertEqual(daemon.call("Start")["gather"]["timer"]["state"], "running")
