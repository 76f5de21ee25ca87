"""A gather-submit of a test's own, started as gatherd or systemd does it."""

import hashlib
import itertools
import pathlib
import socket
import subprocess
import tempfile
import unittest

import programs
from backend import Backend
from client import Client, Refused
from programs import LIMIT

SUBMITTER = "io.gatherd.Submitter"
PASSWORD = "correct horse battery stäple"
HASH = hashlib.sha256(PASSWORD.encode()).hexdigest()
PAGED = ("ListGatherPages", "ListPlayerPages")
GATHER = "310E4741-115A-4DEE-B33C-33137D3ED873"


class Submitter:
    """The program and the sockets it was passed."""

    def __init__(self, test, *options, listens=False, variables=True, **environment):
        """It is passed a connected socket, or with `listens` one that waits for connections, as
        descriptor 3; with the variables that tell of it, or without."""
        self._directory = tempfile.TemporaryDirectory(prefix="gatherd-submit-", dir="/tmp")
        directory = pathlib.Path(self._directory.name)
        self.path = directory / "socket"
        self._log = directory / "log"
        if listens:
            passed = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            passed.bind(str(self.path))
            passed.listen()
            self._client = None
        else:
            ours, passed = socket.socketpair()
            self._client = Client(connection=ours)
        self._clients = [self._client] if self._client else []
        tell = "env LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=varlink" if variables else ""
        script = f'exec 3<&"$0" && exec {tell} "$@"'
        command = ["bash", "-c", script, str(passed.fileno()), programs.gather_submit(), *options]
        with open(self._log, "wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                pass_fds=[passed.fileno()], env=programs.environment(**environment),
                start_new_session=True)
        if listens:
            self.listener = passed
            test.addCleanup(passed.close)
        else:
            passed.close()
        test.addCleanup(self._close)

    def _close(self):
        for client in self._clients:
            client.close()
        self.process.kill()
        self.process.wait(LIMIT)
        self._directory.cleanup()

    def client(self):
        """The connection it was passed, or a new one to the socket."""
        if self._client:
            return self._client
        self._clients.append(Client(self.path))
        return self._clients[-1]

    @property
    def log(self):
        """All it wrote."""
        return self._log.read_text(errors="replace")

    def wait(self):
        """Its exit status, when it has ended."""
        return self.process.wait(LIMIT)


class SubmitterTest(unittest.TestCase):
    """A backend with an account, a submitter, and a connection to it."""

    def start(self, *options, **arguments):
        self.submitter = Submitter(self, *options, **arguments)
        self.client = self.submitter.client()
        return self.submitter

    def start_both(self, certificate=None, **environment):
        self.backend = Backend.running(self, certificate=certificate)
        self.start(**environment)
        self.server = {"url": self.backend.url}

    def with_account(self):
        self.start_both()
        self.user = self.call("Register", userName="alice", password=PASSWORD)["userId"]
        self.token = self.call("LogIn", userName="alice", password=PASSWORD)["token"]
        self.backend.server.requests.clear()

    def send(self, method, **parameters):
        """Calls a method for the backend, and leaves what it replies."""
        self.client.send(
            f"{SUBMITTER}.{method}", {"server": self.server} | parameters,
            **{"more": True} if method in PAGED else {})

    def call(self, method, **parameters):
        """Calls a method for the backend, and gives what it replies; of one that has a page in
        each reply, all pages as one."""
        self.send(method, **parameters)
        return self.whole_reply()[0]

    def whole_reply(self):
        """The reply to a call, as one if it has come in pages, and how many they were."""
        whole = {}
        for count in itertools.count(1):
            message = self.client.receive()
            if "error" in message:
                raise Refused(message["error"], message.get("parameters", {}))
            for name, value in message.get("parameters", {}).items():
                whole[name] = whole[name] + value if name in whole else value
            if not message.get("continues"):
                return whole, count

    def ask(self, method, **parameters):
        """The same with the token."""
        return self.call(method, token=self.token, **parameters)

    def refused(self, method, **parameters):
        """The short name of the error of a call, and its parameters."""
        with self.assertRaises(Refused) as refused:
            self.call(method, **parameters)
        return refused.exception.name.rsplit(".", 1)[1], refused.exception.parameters

    def check_reason(self, parameters):
        """What every reason is: for people, short, and without anything secret."""
        reason = parameters["reason"]
        self.assertTrue(0 < len(reason) <= 200, reason)
        self.assertTrue(reason.isprintable(), reason)
        for secret in (PASSWORD, HASH, getattr(self, "token", HASH)):
            self.assertNotIn(secret, reason)
        return reason

    def check_fails(self, name, method="CreateGather", **parameters):
        """Checks that a step with the token has this outcome, and gives its parameters."""
        found, reasons = self.refused(method, **{"token": self.token} | parameters)
        self.check_reason(reasons)
        self.assertEqual(found, name, reasons)
        return reasons
