"""gatherctl when the daemon is not there, goes away, or comes back in the midst of a command."""

import contextlib
import json
import os
import pathlib
import signal
import socket
import sqlite3
import unittest

from client import Client, Closed
from daemon import Daemon
from programs import LIMIT, Running, ctl, eventually, gatherctl

DONE, REFUSED, UNREACHABLE, UNCONFIRMED = 0, 1, 3, 4


class Impostor:
    """Listens where a daemon would, for as long as a test wants it to."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(mode=0o700, exist_ok=True)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.settimeout(LIMIT)
        self.listener.bind(str(path))
        self.listener.listen()

    def accept(self):
        return Client(connection=self.listener.accept()[0])

    def vanish(self):
        self.listener.close()
        self.path.unlink()


def is_connected(pid):
    """Whether a socket of a process is connected."""
    links = set()
    for link in pathlib.Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # Closed meanwhile.
            links.add(os.readlink(link))
    rows = map(str.split, pathlib.Path("/proc/net/unix").read_text().splitlines()[1:])
    return any(row[5] == "03" and f"socket:[{row[6]}]" in links for row in rows)


class Command(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.daemon.call("Open")

    def start_ctl(self, *arguments):
        return Running(self, gatherctl(), *arguments, GATHERD_SOCKET=self.daemon.socket)

    def check_counted_once(self, command, revision):
        """The command says that it is done, and it is done once."""
        self.assertIn("1-0", command.line_with("Team A", "gatherctl: "))
        self.assertEqual(command.process.wait(LIMIT), DONE)
        gather = self.daemon.get()
        self.assertEqual((gather["score"], gather["revision"]), ("1-0", revision + 1))

    def test_a_daemon_that_is_restarted_before_it_reads(self):
        revision = self.daemon.get()["revision"]
        # It takes the connection in the kernel, and does not get to read from it.
        self.daemon.signal(signal.SIGSTOP)
        command = self.start_ctl("goal", "a")
        self.wait_until_connected(command)
        self.daemon.restart()
        self.check_counted_once(command, revision)

    def wait_until_connected(self, command):
        """Waits until a socket of the process is connected; the kernel tells only who asks."""
        eventually(lambda: is_connected(command.process.pid), "gatherctl does not connect")

    def test_a_daemon_that_dies_after_it_read(self):
        revision = self.daemon.get()["revision"]
        self.daemon.stop()
        impostor = Impostor(self.daemon.socket)
        command = self.start_ctl("goal", "a")
        with impostor.accept() as connection:
            first = connection.receive()
            impostor.vanish()
        self.daemon.start()
        self.check_counted_once(command, revision)
        self.check_request(first)

    def test_an_answer_that_is_lost(self):
        revision = self.daemon.get()["revision"]
        elsewhere = self.daemon.directory / "elsewhere"
        self.daemon.socket.rename(elsewhere)
        impostor = Impostor(self.daemon.socket)
        command = self.start_ctl("goal", "a")
        with impostor.accept() as connection, Client(elsewhere) as real:
            first = connection.receive()
            real.send(first["method"], first["parameters"])
            self.assertEqual(real.reply()["gather"]["score"], "1-0")
            impostor.vanish()
            elsewhere.rename(self.daemon.socket)
        # Now it asks the daemon, which has done it already.
        self.check_counted_once(command, revision)
        self.check_request(first)

    def test_half_an_answer_is_none(self):
        revision = self.daemon.get()["revision"]
        self.daemon.stop()
        impostor = Impostor(self.daemon.socket)
        command = self.start_ctl("goal", "a")
        with impostor.accept() as connection:
            connection.receive()
            connection.send_bytes(b'{"parameters":{"gather":')
            impostor.vanish()
        self.daemon.start()
        self.check_counted_once(command, revision)

    def test_a_daemon_that_stays_away(self):
        self.daemon.stop()
        impostor = Impostor(self.daemon.socket)
        command = self.start_ctl("goal", "a")
        with impostor.accept() as connection:
            request = connection.receive()["parameters"]["requestId"]
            impostor.vanish()
        words = command.line_with("cannot confirm the change")
        for word in ("may or may not have counted", "--request-id", request):
            self.assertIn(word, words)
        self.assertEqual(command.process.wait(LIMIT), UNCONFIRMED)

    def test_nobody_listens(self):
        self.daemon.kill()
        for path in (self.daemon.socket, self.daemon.directory / "nothing", "/dev/null"):
            for arguments in (["goal", "a"], ["status"], [], ["history"]):
                with self.subTest(path=path, arguments=arguments):
                    result = ctl(path, *arguments)
                    self.assertEqual((result.returncode, result.stdout), (UNREACHABLE, ""))
                    self.assertIn(str(path), result.stderr)
                    self.assertIn("gatherd", result.stderr.replace(str(path), ""))

    def test_the_option_names_the_socket_as_well(self):
        result = ctl("/nowhere", "--socket", self.daemon.socket, "goal", "a")
        self.assertEqual(result.returncode, DONE, result.stderr)
        self.assertEqual(self.daemon.get()["score"], "1-0")

    def test_nonsense_instead_of_an_answer(self):
        nonsense = (b"nonsense\0", b"[]\0", b'{"parameters":{}}\0', b"\0",
                    b'{"error":"x.y.Z"}\0', b'{"parameters":{"gather":{}}}\0')
        impostors = [Impostor(self.daemon.directory / f"{index}") for index in range(len(nonsense))]
        # All at once, since some of them are tried again for five seconds.
        commands = [
            Running(self, gatherctl(), "goal", "a", GATHERD_SOCKET=impostor.path)
            for impostor in impostors]
        for impostor, answer in zip(impostors, nonsense):
            with impostor.accept() as connection:
                connection.receive()
                connection.send_bytes(answer)
                impostor.vanish()
        for command, answer in zip(commands, nonsense):
            with self.subTest(answer):
                command.line_with("gatherctl: cannot")
                status = command.process.wait(LIMIT)
                self.assertIn(status, (REFUSED, UNREACHABLE, UNCONFIRMED))

    def check_request(self, call):
        """The daemon has the request under the ID it was first sent with."""
        with contextlib.closing(sqlite3.connect(self.daemon.database)) as database:
            stored = database.execute("SELECT id FROM requests").fetchall()
        self.assertEqual(stored, [(call["parameters"]["requestId"],)])


class Watch(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.daemon.call("Start")

    def test_it_says_stale_counts_on_and_comes_back(self):
        watch = self.daemon.watch(self, "--ticks")
        first = watch.line_with("running")
        self.daemon.kill()
        watch.line_with("STALE")
        counted = [watch.line_with("STALE")[:5] for _ in range(2)]
        self.assertGreater(counted[0], counted[1])
        self.assertGreaterEqual(first[:5], counted[0])
        self.daemon.start()
        back = watch.next_line()
        while "STALE" in back:
            back = watch.next_line()
        self.assertIn("running", back)
        self.daemon.call("AddToScore", team="teamA", delta=1)
        self.assertNotIn("STALE", watch.line_with("1-0"))

    def test_a_daemon_that_hangs_is_stale_as_well(self):
        watch = self.daemon.watch(self, "--ticks")
        watch.line_with("running")
        self.daemon.signal(signal.SIGSTOP)
        watch.line_with("STALE")
        self.daemon.signal(signal.SIGCONT)
        self.daemon.call("Pause")
        self.assertNotIn("STALE", watch.line_with("paused"))

    def test_once_is_not_for_ever(self):
        files = self.daemon.directory / "files"
        files.mkdir()
        ways = ([], ["--json"], ["--format", "{clock} {stale}"], ["--write", str(files)])

        def watch():
            return [self.daemon.watch(self, "--once", *way) for way in ways]

        def check(commands, status, *words):
            for command in commands:
                with self.subTest(command.process.args):
                    while command.next_line() is not None:
                        pass
                    self.assertEqual(command.process.wait(LIMIT), status)
                    # The reason, with what helps, is all of it.
                    self.assertLessEqual(len(command.lines), 2)
                    self.assertTrue(command.lines[0].startswith("gatherctl: cannot "))
                    for word in words:
                        self.assertIn(word, " ".join(command.lines))
        self.daemon.signal(signal.SIGSTOP)
        # All at once, since each of them waits for five seconds.
        check(watch(), UNCONFIRMED, "no answer came", "does not answer")
        self.daemon.kill()
        check(watch(), UNREACHABLE, str(self.daemon.socket))
        self.assertEqual(list(files.iterdir()), [])

    def test_without_ticks_it_is_a_line_for_each_change(self):
        watch = self.daemon.watch(self)
        watch.line_with("running")
        self.daemon.call("AddToScore", team="teamB", delta=2)
        self.assertIn("0-2", watch.next_line())
        self.daemon.call("Pause")
        self.assertIn("paused", watch.next_line())
        self.daemon.stop()
        self.assertIn("STALE", watch.next_line())
        self.daemon.start()
        self.assertNotIn("STALE", watch.next_line())

    def test_as_json_it_is_an_object_for_each_change(self):
        watch = self.daemon.watch(self, "--json=short")
        self.assertEqual(json.loads(watch.next_line())["reason"], "snapshot")
        self.daemon.call("Pause")
        message = json.loads(watch.next_line())
        self.assertEqual(message["gather"]["timer"]["state"], "paused")

    def test_it_ends_when_nobody_reads_or_on_an_interrupt(self):
        watch = self.daemon.watch(self, "--ticks")
        watch.next_line()
        watch.process.send_signal(signal.SIGINT)
        watch.process.wait(LIMIT)
        unread = self.daemon.watch(self, "--ticks")
        unread.next_line()
        unread.process.stdout.close()
        unread.process.wait(LIMIT)

    def test_many_watchers_see_the_same(self):
        watchers = [self.daemon.watch(self) for _ in range(20)]
        for watch in watchers:
            watch.line_with("running")
        self.daemon.ctl("goal", "a")
        for watch in watchers:
            self.assertIn("1-0", watch.next_line())


class EndOfSubscription(unittest.TestCase):
    def test_a_killed_daemon_is_noticed_at_once(self):
        daemon = Daemon.running(self)
        client = daemon.client()
        client.subscribe(ticks=True)
        daemon.kill()
        with self.assertRaises(Closed):
            client.receive()
