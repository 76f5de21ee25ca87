"""How gather-submit lives: its start, what it does at once, its end, and what it leaves behind."""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import threading

import faults
import programs
from backend import Backend
from client import Client, Closed, Refused
from daemon import Daemon
from memory import children, memory as memory_of
from programs import LIMIT
from submitter import HASH, PASSWORD, SUBMITTER, SubmitterTest

UNIT = (programs.ROOT / "units/gather-submit.service").read_text()
OVERWRITING = re.search("(?m)^Environment=GLIBC_TUNABLES=(.*)$", UNIT)[1]


class Life(SubmitterTest):
    """How it starts, what it serves at once and when it ends."""

    def test_the_passed_socket_is_found(self):
        for options in (
                {}, {"listens": True}):
            self.start(**options)
            self.assertEqual(self.client.call(f"{SUBMITTER}.Ping"), {})
        for arguments in ((), ("--descriptor", "99")):
            self.start(*arguments, variables=False)
            self.assertNotEqual(self.submitter.wait(), 0)
        self.start("--descriptor", "3", variables=False)
        self.assertEqual(self.client.call(f"{SUBMITTER}.Ping"), {})
        for arguments in (("--descriptor",), ("--descriptor", "x"), ("--idle", "0"), ("--nope",)):
            self.start(*arguments)
            self.assertEqual(self.submitter.wait(), 2)
            self.assertTrue(self.submitter.log.startswith("gather-submit: "))
        for argument in ("--help", "--version"):
            self.start(argument)
            self.assertEqual(self.submitter.wait(), 0)
            self.assertIn("gather-submit", self.submitter.log)

    def test_it_ends_with_its_connection(self):
        self.start()
        self.client.call(f"{SUBMITTER}.Ping")
        self.client.close()
        self.assertEqual(self.submitter.wait(), 0)

    def test_what_was_asked_before_the_end_is_answered(self):
        self.start()
        for _ in range(3):
            self.client.send(f"{SUBMITTER}.Ping")
        self.client.socket.shutdown(socket.SHUT_WR)
        for _ in range(3):
            self.assertEqual(self.client.reply(), {})
        self.assertTrue(self.client.is_closed())
        self.assertEqual(self.submitter.wait(), 0)

    def test_idle(self):
        for listens in (True, False):
            self.start("--idle", "50", listens=listens)
            self.client.call(f"{SUBMITTER}.Ping")
            self.assertEqual(self.submitter.wait(), 0)
            self.assertTrue(self.client.is_closed())
            # What is said too late does not leave, so that nobody wonders what became of it.
            with self.assertRaises(BrokenPipeError):
                self.client.socket.send(b"{")

    def test_it_is_not_idle_while_it_waits_for_a_server(self):
        self.start_both()
        self.start("--idle", "50")
        self.backend.server.fail(faults.answer_never)
        server = self.server | {"timeoutMilliseconds": 2_000}
        name, _ = self.refused("ListGathers", token="t", server=server)
        self.assertEqual(name, "OutcomeUnknown")
        self.assertEqual(self.submitter.wait(), 0)

    def test_a_connection_that_comes_when_it_has_ended_finds_the_next_one(self):
        self.start("--idle", "50", listens=True)
        self.assertEqual(self.submitter.wait(), 0)
        with Client(self.submitter.path) as late:
            late.send(f"{SUBMITTER}.Ping")  # Waits in the backlog of the one who listens.

    def test_a_client_that_dies_takes_its_request_along(self):
        for listens in (False, True):
            self.start_both()
            self.start(listens=listens)
            gone = threading.Event()

            def never(exchange):
                try:
                    exchange.wait_until_gone()
                finally:
                    gone.set()
            self.backend.server.fail(never)
            server = self.server | {"timeoutMilliseconds": 120_000}
            self.client.send(f"{SUBMITTER}.CreateGather", {"server": server, "token": "t"})
            self.backend.server.wait_for_requests(1)
            self.client.close()
            self.assertTrue(gone.wait(LIMIT))
            if not listens:
                self.assertEqual(self.submitter.wait(), 0)
            self.assertEqual(self.backend.server.lines, ["POST /api/gathers"])

    def test_the_program_dies_in_mid_step(self):
        self.with_account()
        self.backend.server.fail(faults.answer_never)
        self.client.send(f"{SUBMITTER}.CreateGather",
                         {"server": self.server, "token": self.token})
        self.backend.server.wait_for_requests(1)
        self.submitter.process.send_signal(signal.SIGKILL)
        with self.assertRaises(Closed):
            self.client.receive()

    def test_two_requests_at_once_and_no_more(self):
        backend = Backend.running(self)
        self.start(listens=True)
        clients = [self.submitter.client() for _ in range(8)]
        parameters = {"server": {"url": backend.url}, "token": "t"}
        release = threading.Event()

        def hold(exchange):
            release.wait(LIMIT)
            exchange.send(exchange.act().wire)
        for client in clients:
            backend.server.fail(hold)
            client.send(f"{SUBMITTER}.ListGathers", parameters)
        backend.server.wait_for_requests(2)
        # A call that takes no request does not stand in line.
        self.assertEqual(self.client.call(f"{SUBMITTER}.Ping"), {})
        self.assertEqual(len(backend.server.requests), 2)
        release.set()
        for client in clients:
            with self.assertRaises(Refused) as refused:
                client.reply()
            self.assertEqual(refused.exception.parameters["status"], 401)
        self.assertEqual(backend.server.most_at_once, 2)
        self.assertEqual(len(backend.server.requests), 8)

    def test_who_leaves_the_line_is_not_served(self):
        backend = Backend.running(self)
        self.start(listens=True)
        clients = [self.submitter.client() for _ in range(3)]
        release = threading.Event()

        def hold(exchange):
            release.wait(LIMIT)
            exchange.send(exchange.act().wire)
        for number, client in enumerate(clients):
            backend.server.fail(hold)
            client.send(f"{SUBMITTER}.ListGathers",
                        {"server": {"url": f"{backend.url}/{number}"}, "token": "t"})
            backend.server.wait_for_requests(min(number + 1, 2))
        clients[2].close()
        self.client.call(f"{SUBMITTER}.Ping")
        release.set()
        for client in clients[:2]:
            with self.assertRaises(Refused):
                client.reply()
        self.assertEqual(
            backend.server.lines, ["GET /0/api/gathers", "GET /1/api/gathers"])

    def test_more_connections_than_it_serves_at_once(self):
        self.start(listens=True)
        clients = [self.submitter.client() for _ in range(40)]
        for client in clients:
            client.send(f"{SUBMITTER}.Ping")
        for client in clients:
            self.assertEqual(client.reply(), {})
            client.close()

    def test_a_connection_that_is_kept_makes_room(self):
        self.start(listens=True)
        clients = [self.client] + [self.submitter.client() for _ in range(40)]
        for client in clients:
            self.assertEqual(client.call(f"{SUBMITTER}.Ping"), {})
        self.assertTrue(clients[0].is_closed())
        # The last ones stay.
        self.assertEqual(clients[-1].call(f"{SUBMITTER}.Ping"), {})

    def test_it_waits_without_turning(self):
        self.with_account()
        self.backend.server.fail(faults.answer_never)
        server = self.server | {"timeoutMilliseconds": 2_000}
        self.client.send(f"{SUBMITTER}.CreateGather", {"server": server, "token": self.token})
        # The client sends no more, but waits for its answer.
        self.client.socket.shutdown(socket.SHUT_WR)
        self.backend.server.wait_for_requests(1)
        before = self.processor_time()
        with self.assertRaises(Refused):
            self.client.reply()
        self.assertLess(self.processor_time() - before, 0.1)

    def processor_time(self):
        """Seconds that the program has worked, itself and in the kernel."""
        stat = pathlib.Path(f"/proc/{self.submitter.process.pid}/stat")
        fields = stat.read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Secrets(SubmitterTest):
    """The password and the token are nowhere but where they have to be."""

    def test_none_in_any_output(self):
        self.with_account()
        for secret in (HASH, self.token, base64.b64encode(f"alice:{HASH}".encode()).decode()):
            # A server that repeats what it was sent is not quoted.
            body = json.dumps({"reason": f"no such thing as {secret}"}).encode()
            self.backend.server.fail(faults.answer_instead(500, body))
            if secret == self.token:
                self.check_fails("UnexpectedStatus")
            else:
                _, parameters = self.refused("LogIn", userName="alice", password=PASSWORD)
                self.check_reason(parameters)
        pid = self.submitter.process.pid
        for name in ("cmdline", "environ"):
            with contextlib.suppress(PermissionError):  # Then nobody sees it at all.
                self.assertNotIn(
                    self.token.encode(), pathlib.Path(f"/proc/{pid}/{name}").read_bytes())
        self.client.close()
        self.assertEqual(self.submitter.wait(), 0)
        self.assertEqual(self.submitter.log, "")
        for request in self.backend.server.requests:
            self.assertNotIn(PASSWORD.encode(), request.body)

    @programs.skip_if_sanitized("most memory is its own")
    def test_none_in_memory_afterwards(self):
        backend = Backend.running(self)
        # The C library overwrites what is given back, whoever had it: as its unit has it set.
        self.start(listens=True, GLIBC_TUNABLES=OVERWRITING)
        self.server = {"url": backend.url}
        self.call("Register", userName="alice", password=PASSWORD)
        self.token = self.call("LogIn", userName="alice", password=PASSWORD)["token"]
        self.ask("CreateGather")
        self.client.close()
        self.client = self.submitter.client()
        # By the second one, the connection before is forgotten for sure.
        for _ in range(2):
            self.client.call(f"{SUBMITTER}.Ping")
        memory = memory_of(self.submitter.process.pid)
        self.assertIn(b"io.gatherd.Submitter", memory)
        for secret in (PASSWORD, HASH, self.token):
            self.assertEqual(memory.count(secret.encode()), 0, secret)

    @programs.skip_if_sanitized("most memory is its own")
    def test_none_in_memory_after_a_login_that_came_to_nothing(self):
        backend = Backend.running(self)
        self.start(listens=True, GLIBC_TUNABLES=OVERWRITING)
        hashes = []
        for fault, milliseconds in (
                (faults.answer_instead(401), None), (faults.answer_never, 2_000),
                (faults.close_before_acting, None)):
            self.server = {"url": backend.url, "timeoutMilliseconds": milliseconds}
            password = f"another {PASSWORD} {len(hashes)}"
            hashes += [password.encode(), hashlib.sha256(password.encode()).hexdigest().encode()]
            backend.server.fail(fault)
            self.refused("LogIn", userName="alice", password=password)
            for _ in range(2):
                self.client.call(f"{SUBMITTER}.Ping")
            memory = memory_of(self.submitter.process.pid)
            for secret in hashes:
                self.assertEqual(memory.count(secret), 0, secret)

    def test_no_other_process_of_its_user_can_read_its_memory(self):
        daemon = Daemon.running(self, uid=65_533 if os.getuid() == 0 else None)
        # It starts a submitter, which finds nobody.
        daemon.ctl("login", "alice", "--server", "http://127.0.0.1:1", "--password-file", "-",
                   input=PASSWORD)
        submitter, = children(daemon.pid)
        # proc(5): what cannot be dumped is root's.
        self.assertEqual(os.stat(f"/proc/{submitter}/environ").st_uid, 0)
        self.assertNotEqual(os.stat(f"/proc/{daemon.pid}/environ").st_uid, 0)
