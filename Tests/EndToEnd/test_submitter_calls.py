"""What gather-submit takes: the parameters of a call, and the servers it will speak to."""

import json
import socket
import threading

import faults
import http_wire
import programs
from backend import Backend
from certificates import certificates
from client import SERVICE, Refused
from listener import Listener
from submitter import GATHER, PAGED, PASSWORD, SUBMITTER, SubmitterTest


class Parameters(SubmitterTest):
    """What a call must have, and what no call must have."""

    STEP = {"server": {"url": "http://127.0.0.1:1"}, "token": "t", "gatherId": GATHER,
            "playerId": 1, "team": "teamA", "score": "1-0", "winnerTeam": "Team A",
            "userName": "alice", "password": PASSWORD, "profile": {"name": "X"}}
    METHODS = {
        "Register": "userName password", "LogIn": "userName password", "CreateGather": "token",
        "AddPlayer": "token gatherId playerId team", "ListGathers": "token",
        "SendResult": "token gatherId score winnerTeam", "DeleteGather": "token gatherId",
        "ListGatherPlayers": "token gatherId", "ListPlayers": "token",
        "ListGatherPages": "token", "ListPlayerPages": "token",
        "CreatePlayer": "token profile", "UpdatePlayer": "token playerId profile",
        "DeletePlayer": "token playerId"}

    def setUp(self):
        self.start()
        self.server = self.STEP["server"]

    def check_invalid(self, method, name, **parameters):
        found = self.refused(method, **parameters)
        self.assertEqual(found, ("InvalidParameter", {"parameter": name}), parameters)

    def test_each_is_needed_and_no_other_is_taken(self):
        for method, names in self.METHODS.items():
            given = {name: self.STEP[name] for name in names.split()}
            self.assertEqual(self.refused(method, **given)[0], "NotSent", method)
            self.check_invalid(method, "more", **given, more=1)
            self.check_invalid(method, "server", **given | {"server": None})
            for name in given:
                self.check_invalid(method, name, **given | {name: None})
                self.check_invalid(method, name, **given | {name: ["x"]})

    def test_a_list_in_pages_takes_many_replies(self):
        for method in PAGED:
            given = {"server": self.server, "token": "t"}
            with self.assertRaises(Refused) as refused:
                self.client.call(f"{SUBMITTER}.{method}", **given)
            self.assertEqual(refused.exception.name, f"{SERVICE}.ExpectedMore")
        self.check_invalid("ListPlayerPages", "gatherId", token="t", gatherId="x")
        self.check_invalid("ListPlayerPages", "gatherId", token="t", gatherId=1)
        self.check_invalid("ListGatherPages", "gatherId", token="t", gatherId=GATHER)
        self.check_invalid("ListGatherPages", "playerId", token="t", playerId="x")
        self.check_invalid("ListGatherPages", "playerId", token="t", playerId=-1)

    def test_values(self):
        for method, name, wrong in (
                ("ListGathers", "token", ("", "a b", "a\r\nX: y", "ä", "x" * 5_000)),
                ("LogIn", "userName", ("", "a:b", "x" * 5_000)),
                ("LogIn", "password", ("", "x" * 5_000)),
                ("SendResult", "gatherId", ("", "x", "../users", GATHER[1:], GATHER + "/")),
                ("SendResult", "score", ("", "1", "1:0", "1-0-0", "-1-0", "1-", "1000-0", "1-٣")),
                ("SendResult", "winnerTeam", ("", "Reds", "teamA", "none")),
                ("AddPlayer", "playerId", (-1, "1", 1.5, 1e30)),
                ("AddPlayer", "team", ("", "Team A", "teamC")),
                ("CreatePlayer", "name", ({}, {"name": None}, {"name": 1})),
                ("CreatePlayer", "skill", ({"name": "X", "skill": "wizard"},)),
                ("CreatePlayer", "age", ({"name": "X", "age": "20"},)),
                ("CreatePlayer", "favoriteTeam", ({"name": "X", "favoriteTeam": "Y"},)),
                ("ListGathers", "url", ({}, {"url": 1}, {"url": None})),
                ("ListGathers", "allowInsecureHttp", ({"url": "x", "allowInsecureHttp": 1},)),
                ("ListGathers", "timeoutMilliseconds", tuple(
                    {"url": "http://localhost", "timeoutMilliseconds": number}
                    for number in (0, -1, 120_001, 2**63 - 1, "1")))):
            given = {key: self.STEP[key] for key in self.METHODS[method].split()}
            place = {"ListGathers": "server", "CreatePlayer": "profile"}.get(method, name)
            for value in wrong:
                key = "token" if name == "token" else place
                self.check_invalid(method, name, **given | {key: value})

    def test_addresses(self):
        for url in (
                "", "x", "football.example", "https://", "https:// x", "https://a b", "ftp://a",
                "file:///etc/passwd", "https://u:p@a", "https://u@a", "https://a?b", "https://a#b",
                "https://a/?", "https://a:0x1", "https://a:99999", "https://[::1", "https://ä.de",
                "http://football.example", "http://127.0.0.1.evil.example", "http://10.0.0.1",
                "http://[::2]", "http://localhost.evil.example", "https://a\n", "https://a\x7f"):
            name, parameters = self.refused("ListGathers", token="t", server={"url": url})
            self.assertEqual(name, "InvalidServer", url)
            reason = self.check_reason(parameters)
            self.assertNotIn("u:p", reason)
        for url in ("http://localhost:1", "http://LOCALHOST:1", "HTTP://127.0.0.1:1/",
                    "http://[::1]:1", "http://127.9.9.9:1", "https://127.0.0.1:1/base"):
            server = {"url": url}
            self.assertEqual(
                self.refused("ListGathers", token="t", server=server)[0], "NotSent", url)

    def test_ipv6(self):
        backend = Backend.running(self, host="::1")
        found = self.refused("ListGathers", token="t", server={"url": backend.url})
        self.assertEqual(found[1]["status"], 401)

    def test_other_methods(self):
        self.assertEqual(self.client.call(f"{SUBMITTER}.Ping"), {})
        info = self.client.call(f"{SERVICE}.GetInfo")
        self.assertEqual(info["product"], "gather-submit")
        self.assertEqual(info["interfaces"], [SERVICE, SUBMITTER])
        description = self.client.call(
            f"{SERVICE}.GetInterfaceDescription", interface=SUBMITTER)["description"]
        self.assertEqual(
            description, (programs.INTERFACES / "Submitter.varlink").read_text())
        for method, error in (("io.gatherd.Gather.Get", "InterfaceNotFound"),
                              (f"{SUBMITTER}.Nope", "MethodNotFound"), ("Nope", "MethodNotFound")):
            self.client.send(method) if "." in method else self.client.send_bytes(
                json.dumps({"method": method}).encode() + b"\0")
            with self.assertRaises(Refused) as refused:
                self.client.reply()
            self.assertEqual(refused.exception.name, f"{SERVICE}.{error}")
        for rubbish in (b"\0", b"x\0", b'{"method":1}\0', b"x" * (2 << 20)):
            self.start()
            self.client.send_bytes(rubbish)
            self.assertTrue(self.client.is_closed())
            self.assertEqual(self.submitter.wait(), 0)


class TLS(SubmitterTest):
    """The server has to be who it says it is."""

    def outcome(self, certificate, host="localhost", **environment):
        self.start_both(certificate, **environment)
        self.token = "a-token"
        self.server = {"url": f"https://{host}:{self.backend.server.port}"}
        try:
            self.ask("ListGathers")
            return "done"
        except Refused as refused:
            self.check_reason(refused.parameters)
            return refused.parameters

    def test_a_certificate_that_is_good(self):
        authority = certificates().authority
        for variable in ("CURL_CA_BUNDLE", "SSL_CERT_FILE"):
            for host in ("localhost", "127.0.0.1"):
                found = self.outcome(certificates().good, host, **{variable: authority})
                self.assertEqual(found["status"], 401)

    def test_certificates_that_are_not(self):
        known = {"SSL_CERT_FILE": certificates().authority}
        for certificate, environment, words in (
                (certificates().good, {}, "certificate"),
                (certificates().self_signed, known, "self-signed"),
                (certificates().expired, known, "expired; it is 20"),
                # The clock of this machine is behind, such as one without a battery in 1970.
                (certificates().not_yet_valid, known, "not yet valid; it is 20"),
                (certificates().of_another_host, known, "localhost")):
            with self.subTest(words):
                found = self.outcome(certificate, **environment)
                self.assertNotIn("status", found)
                self.assertIn(words, found["reason"])
                self.assertEqual(self.backend.server.lines, [])

    def test_they_are_failures_before_sending(self):
        self.start_both(certificates().good)
        name, _ = self.refused("ListGathers", token="a-token")
        self.assertEqual(name, "NotSent")


class Tunnel:
    """A proxy that connects whoever asks for it to one port."""

    def __init__(self, test, port, answer=b"HTTP/1.1 200 Connection established\r\n\r\n"):
        self.heads = []
        self._port = port
        self._answer = answer
        listener = Listener(socket.create_server(("127.0.0.1", 0)), self._serve)
        test.addCleanup(listener.close)
        self.url = f"http://user:proxypassword@127.0.0.1:{listener.socket.getsockname()[1]}"

    def _serve(self, client):
        with client:
            head = b""
            while b"\r\n\r\n" not in head:
                head += client.recv(65536)
            self.heads.append(head.decode())
            client.sendall(self._answer)
            if b" 200 " not in self._answer:
                return
            with socket.create_connection(("127.0.0.1", self._port)) as server:
                there = threading.Thread(target=self._carry, args=(client, server), daemon=True)
                there.start()
                self._carry(server, client)
                there.join()

    @staticmethod
    def _carry(source, target):
        try:
            while some := source.recv(65536):
                target.sendall(some)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class Proxies(SubmitterTest):
    """The variables of the environment name one, as for every program."""

    def through(self, **options):
        """Starts all with a tunnel between, and has a gather made."""
        self.backend = Backend.running(self, certificate=certificates().of_another_host)
        self.tunnel = Tunnel(self, self.backend.server.port, **options)
        self.start(https_proxy=self.tunnel.url, SSL_CERT_FILE=certificates().authority)
        self.token = "a-token"
        self.server = {"url": "https://elsewhere.example"}

    def test_https_goes_through_a_tunnel(self):
        self.through()
        self.assertEqual(self.check_fails("UnexpectedStatus")["status"], 401)
        head, = self.tunnel.heads
        self.assertTrue(head.startswith("CONNECT elsewhere.example:443 HTTP/1.1\r\n"), head)
        self.assertNotIn("a-token", head)
        # What the proxy has answered is not taken for an answer of the server.
        for fault in (faults.close_before_acting, faults.answer_half, faults.answer_rubbish):
            self.backend.server.fail(fault)
            self.check_fails("OutcomeUnknown")
        self.backend.server.close_unread()
        self.check_fails("NotSent")

    def test_a_proxy_that_makes_no_tunnel(self):
        self.through(answer=b"HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
        self.assertEqual(
            self.check_fails("NotSent")["reason"], "the proxy answers 407 and does not connect")
        self.assertEqual(self.backend.server.connections, 0)

    def test_http_goes_to_the_proxy_and_to_this_machine_without_it(self):
        proxy = http_wire.Server(lambda request: http_wire.Answer(503))
        self.addCleanup(proxy.close)
        self.backend = Backend.running(self)
        self.start(http_proxy=proxy.url)
        self.token = "a-token"
        self.server = {"url": self.backend.url}
        found = self.check_fails("UnexpectedStatus")
        self.assertEqual((found["status"], proxy.connections), (401, 0))
        self.server = {"url": "http://football.example", "allowInsecureHttp": True}
        self.check_fails("OutcomeUnknown")
        self.assertEqual(proxy.connections, 1)

    def test_an_address_of_a_proxy_that_is_wrong_is_not_repeated(self):
        self.start(https_proxy="foo://user:proxypassword@127.0.0.1:1")
        self.token = "a-token"
        self.server = {"url": "https://football.example"}
        self.assertNotIn("proxypassword", self.check_fails("NotSent")["reason"])
