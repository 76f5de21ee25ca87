"""gather-web as a service: what it says to the manager, and its Unix socket for proxies."""

import http.client
import os
import signal
import socket
import tempfile
import unittest

import programs
from programs import LIMIT, Running
from web import HERE, WebTest


class Manager:
    """A service manager's end of sd_notify."""

    def __init__(self, test, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        test.addCleanup(self.socket.close)
        self.socket.settimeout(LIMIT)
        self.socket.bind(address)

    def next(self):
        return dict(line.split("=", 1) for line in self.socket.recv(4096).decode().splitlines())

    def until(self, name):
        """The value of the next message that has a field."""
        while name not in (message := self.next()):
            pass
        return message[name]


class Notification(WebTest):
    def begin(self, notify, **variables):
        running = Running(
            self, programs.gather_web(), "--announce", "--socket", self.daemon.socket,
            "--listen", f"{HERE}:0", NOTIFY_SOCKET=notify, **variables)
        running.line_with("http://")
        return running

    def test_it_says_that_it_is_ready_alive_and_stopping(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        manager = Manager(self, f"{directory.name}/notify")
        running = self.begin(f"{directory.name}/notify", WATCHDOG_USEC=200_000)
        first = manager.next()
        self.assertEqual(first["READY"], "1")
        self.assertEqual(first["STATUS"], "browsers that follow: 0")
        # As long as its queue works, and not once alone.
        for _ in range(3):
            self.assertEqual(manager.until("WATCHDOG"), "1")
        running.process.send_signal(signal.SIGTERM)
        self.assertEqual(manager.until("STOPPING"), "1")
        self.assertEqual(running.process.wait(LIMIT), 0)

    def test_the_abstract_namespace_is_one_too(self):
        manager = Manager(self, f"\0gather-web-test-{os.getpid()}")
        running = self.begin(f"@gather-web-test-{os.getpid()}")
        self.assertEqual(manager.next()["READY"], "1")
        running.process.send_signal(signal.SIGTERM)
        # Without a watchdog there is nothing between the two.
        self.assertEqual(manager.next(), {"STOPPING": "1"})

    def test_a_manager_that_is_away_or_full_is_not_waited_for(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        Manager(self, f"{directory.name}/notify")
        for notify in ("/nonexistent/notify", f"{directory.name}/notify", "x" * 200):
            with self.subTest(notify):
                running = self.begin(notify, WATCHDOG_USEC=1_000)
                running.process.send_signal(signal.SIGTERM)
                self.assertEqual(running.process.wait(LIMIT), 0)

    def test_a_watchdog_of_another_process_is_not_fed(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        manager = Manager(self, f"{directory.name}/notify")
        running = self.begin(
            f"{directory.name}/notify", WATCHDOG_USEC=1_000, WATCHDOG_PID=os.getpid())
        self.assertEqual(manager.next()["READY"], "1")
        running.process.send_signal(signal.SIGTERM)
        self.assertEqual(manager.next(), {"STOPPING": "1"})


class UnixSocketHTTP(http.client.HTTPConnection):
    """A connection of a proxy on the same machine."""

    def __init__(self, path):
        super().__init__("localhost", timeout=LIMIT)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(LIMIT)
        self.sock.connect(self._path)


class Proxies(WebTest):
    def test_a_proxy_of_the_machine_reaches_it_over_a_unix_socket(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        path = f"{directory.name}/http.sock"
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        listener.bind(path)
        listener.listen()
        os.set_inheritable(listener.fileno(), True)
        Running(
            self, "bash", "-c",
            f"exec 3<&{listener.fileno()} && "
            'exec env LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=http "$@"', "bash",
            programs.gather_web(), "--socket", self.daemon.socket, "--per-address", 1,
            passed=[listener.fileno()])

        def ask(host="localhost", **headers):
            connection = UnixSocketHTTP(path)
            self.addCleanup(connection.close)
            connection.request("GET", "/time", headers={"Host": host} | headers)
            answer = connection.getresponse()
            answer.read()
            return answer.status

        # It brings the connections of many, so that those of an address are not counted.
        self.assertEqual([ask() for _ in range(5)], [200] * 5)
        self.assertEqual(ask(host="evil.example"), 421)
        self.assertEqual(ask(host=HERE), 421, "there is no address that it could be")
        # The requests of each address that it names are counted.
        forwarded = {"X-Forwarded-For": "192.0.2.7"}
        answers = [ask(**forwarded) for _ in range(30)]
        self.assertIn(429, answers)
        self.assertEqual(ask(**{"X-Forwarded-For": "192.0.2.8"}), 200)


if __name__ == "__main__":
    unittest.main()
