"""The stand-in for the backend shows what the real one was seen to do: a row each."""

import base64
import http.client
import json
import re
import socket
import ssl
import unittest

import faults
from backend import Backend
from certificates import certificates
from programs import LIMIT

HASH = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
ELSEWHERE = "00000000-0000-4000-8000-000000000000"
JSON = {"Content-Type": "application/json"}
TEAM_A = {"team": "Team A"}
RESULT = {"score": "3:1", "winnerTeam": "Team A"}


class BackendTest(unittest.TestCase):
    def setUp(self):
        self.backend = Backend.running(self)
        self.connection = http.client.HTTPConnection(
            "127.0.0.1", self.backend.server.port, timeout=LIMIT)
        self.addCleanup(self.connection.close)
        self.register("alice", HASH)
        self.token = self.log_in("alice", HASH)["token"]

    def ask(self, line, body=None, headers=None, token=None):
        """The status, the headers as they were written, and the body of an answer."""
        method, path = line.split(" ")
        given = dict(JSON if headers is None else headers)
        if token or token is None:
            given["Authorization"] = f"Bearer {token or self.token}"
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        self.connection.request(method, path, body, given)
        answer = self.connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()

    def check(self, status, line, *arguments, **options):
        """Checks the status, and the form of an error."""
        found, headers, body = self.ask(line, *arguments, **options)
        self.assertEqual(found, status, f"{line} {arguments} {options} {body}")
        if status >= 400:
            self.assertEqual(headers["content-type"], "application/json; charset=utf-8")
            self.assertEqual(set(json.loads(body)), {"error", "reason"})
            self.assertIs(json.loads(body)["error"], True)
        for absent in ("Server", "WWW-Authenticate", "ETag", "Retry-After"):
            self.assertNotIn(absent.lower(), map(str.lower, headers))
        return headers, body

    def get(self, path, **options):
        return json.loads(self.check(200, f"GET {path}", **options)[1])

    def register(self, name, password):
        return self.check(201, "POST /api/users", {"username": name, "password": password},
                          token=False)[0]["Location"].rsplit("/", 1)[1]

    def basic(self, name, password, scheme="Basic"):
        return {"Authorization": f"{scheme} " + base64.b64encode(
            f"{name}:{password}".encode()).decode()}

    def log_in(self, name, password):
        _, body = self.check(200, "POST /api/users/login", None,
                             self.basic(name, password), token=False)
        return json.loads(body)

    def create(self, kind, body):
        headers, _ = self.check(201, f"POST /api/{kind}", body)
        return headers["Location"].rsplit("/", 1)[1]


class Users(BackendTest):
    def test_registering(self):
        bob = {"username": "bob", "password": HASH}
        headers, body = self.check(201, "POST /api/users", bob, token=False)
        self.assertRegex(headers["Location"], "^/api/users/[0-9A-F-]{36}$")
        self.assertEqual((headers["content-length"], body), ("0", b""))
        self.check(500, "POST /api/users", bob, token=False)
        self.check(400, "POST /api/users", {"username": "carol"}, token=False)
        self.check(400, "POST /api/users", "{", token=False)
        self.check(422, "POST /api/users", token=False)
        self.check(415, "POST /api/users", "{}", {}, token=False)
        self.check(201, "POST /api/users", {"username": "", "password": "x"}, token=False)
        own = {"username": "dave", "password": "x", "id": ELSEWHERE}
        headers, _ = self.check(201, "POST /api/users", own, token=False)
        self.assertEqual(headers["Location"], f"/api/users/{ELSEWHERE}")

    def test_listing(self):
        alice, = self.get("/api/users", token=False)
        self.assertEqual(set(alice), {"id", "username"})
        self.assertEqual(self.get(f"/api/users/{alice['id'].lower()}", token=False), alice)
        self.check(400, "GET /api/users/alice", token=False)
        self.check(404, f"GET /api/users/{ELSEWHERE}", token=False)

    def test_logging_in(self):
        first, second = self.log_in("alice", HASH), self.log_in("alice", HASH)
        self.assertNotEqual(first["token"], second["token"])
        self.assertEqual(first["userID"], second["userID"])
        self.assertEqual(len(base64.b64decode(first["token"])), 16)
        for token in (first["token"], second["token"]):
            self.check(200, "GET /api/players", token=token)
        self.register("a:b", HASH)
        for headers in (
                self.basic("alice", "wrong"), self.basic("nobody", HASH), {},
                self.basic("ALICE", HASH), self.basic("a:b", HASH),
                self.basic("alice", HASH, "Bearer"), {"Authorization": "Basic ???"}):
            self.check(401, "POST /api/users/login", None, headers, token=False)

    def test_a_slash_in_a_token_is_escaped_and_keys_come_in_any_order(self):
        orders, escaped = set(), False
        for _ in range(500):
            _, _, body = self.ask("POST /api/users/login", None, self.basic("alice", HASH), False)
            orders.add(body.index(b'"token"') < body.index(b'"userID"'))
            self.assertIsNone(re.search(rb"[^\\]/", body))
            escaped = escaped or b"\\/" in body
            if escaped and len(orders) == 2:
                return
        self.fail("500 logins without both")

    def test_deleting_takes_all_along(self):
        self.create("players", {"name": "John"})
        self.create("gathers", {})
        self.check(401, "DELETE /api/users", token=False)
        self.check(204, "DELETE /api/users")
        self.check(401, "GET /api/players")
        self.assertEqual((self.backend.players, self.backend.gathers), ({}, {}))

    def test_a_restart_loses_everything(self):
        gather = self.create("gathers", {})
        self.backend.forget()
        self.check(401, f"PUT /api/gathers/{gather}", RESULT)
        self.check(401, "POST /api/users/login", None, self.basic("alice", HASH), token=False)
        self.register("alice", HASH)
        self.token = self.log_in("alice", HASH)["token"]
        self.check(404, f"PUT /api/gathers/{gather}", RESULT)


class Players(BackendTest):
    JOHN = {"name": "John", "age": 20, "skill": "amateur", "preferredPosition": "winger",
            "favouriteTeam": "CF United"}

    def test_who_may(self):
        for headers in ({}, {"Authorization": "Bearer nope"}, {"Authorization": self.token},
                        self.basic("alice", HASH)):
            for line in ("GET /api/players", "POST /api/players", "PUT /api/players/1",
                         "DELETE /api/players/abc", "GET /api/players/1/gathers"):
                self.check(401, line, b"x" * 20_000, headers, token=False)

    def test_making_and_listing(self):
        headers, _ = self.check(201, "POST /api/players", self.JOHN)
        self.assertEqual(headers["Location"], "/api/players/1")
        self.create("players", {"name": "Jane"})
        self.assertEqual(
            self.get("/api/players"), [{"id": 1} | self.JOHN, {"id": 2, "name": "Jane"}])
        for wrong in ({"age": 3}, {"name": None}, {"name": "X", "skill": "wizard"},
                      {"name": "X", "skill": "Amateur"}, {"name": "X", "skill": ""},
                      {"name": "X", "preferredPosition": "sweeper"}, {"name": "X", "age": "20"}):
            self.check(400, "POST /api/players", wrong)
        for right in ({"name": ""}, {"name": "X", "age": -5, "unknown": 1}, {"name": "Jane"}):
            self.create("players", right)
        self.assertEqual(self.create("players", {"id": 77, "name": "Idy"}), "6")

    def test_an_update_replaces_all(self):
        self.create("players", self.JOHN)
        self.check(204, "PUT /api/players/1", {"name": "Johnny"})
        self.assertEqual(self.get("/api/players"), [{"id": 1, "name": "Johnny"}])
        self.check(404, "PUT /api/players/999", {"name": "X"})
        self.check(400, "PUT /api/players/abc", {"name": "X"})
        self.check(400, "PUT /api/players/999", {})
        self.register("bob", HASH)
        bob = self.log_in("bob", HASH)["token"]
        self.check(404, "PUT /api/players/1", {"name": "X"}, token=bob)

    def test_a_number_is_given_again(self):
        for name in ("One", "Two"):
            self.create("players", {"name": name})
        gather = self.create("gathers", {})
        self.check(200, f"POST /api/gathers/{gather}/players/2", TEAM_A)
        self.check(204, "DELETE /api/players/2")
        self.check(404, "DELETE /api/players/2")
        self.check(400, "DELETE /api/players/two")
        self.assertEqual(self.get(f"/api/gathers/{gather}/players"), [])
        self.assertEqual(self.create("players", {"name": "Three"}), "2")
        self.assertEqual(
            self.get(f"/api/gathers/{gather}/players"), [{"id": 2, "name": "Three"}])

    def test_gathers_of_a_player(self):
        self.create("players", self.JOHN)
        gather = self.create("gathers", {})
        self.check(200, f"POST /api/gathers/{gather}/players/1", TEAM_A)
        self.assertEqual([one["id"] for one in self.get("/api/players/1/gathers")], [gather])
        self.check(404, "GET /api/players/9/gathers")
        self.check(400, "GET /api/players/abc/gathers")


class Gathers(BackendTest):
    def setUp(self):
        super().setUp()
        self.gather = self.create("gathers", {})

    def test_making_reads_nothing(self):
        headers, body = self.check(201, "POST /api/gathers", RESULT)
        self.assertEqual((headers["content-length"], body), ("0", b""))
        for body, headers in ((None, JSON), ("junk", JSON), ("{}", {})):
            self.check(201, "POST /api/gathers", body, headers)
        self.assertEqual(len(self.get("/api/gathers")), 5)
        for gather in self.get("/api/gathers"):
            self.assertEqual(set(gather), {"id", "userId"})
        headers, _ = self.check(201, "POST /api/gathers/", {})
        self.assertRegex(headers["Location"], "^/api/gathers//[0-9A-F-]{36}$")
        self.check(401, "POST /api/gathers", {}, token="nope")

    def test_the_result(self):
        place = f"PUT /api/gathers/{self.gather}"
        headers, body = self.check(204, place, RESULT)
        self.assertEqual(body, b"")
        self.assertNotIn("content-length", headers)
        self.check(204, place, RESULT)
        self.assertEqual(self.get("/api/gathers")[0] | RESULT, self.get("/api/gathers")[0])
        self.check(204, place.replace(self.gather, self.gather.lower()), RESULT)
        self.check(204, place + "/", RESULT | {"more": 1})
        self.check(204, place, {"score": "banana ⚽", "winnerTeam": "Équipe / \"Z\""})
        self.assertEqual(self.get("/api/gathers")[0]["winnerTeam"], "Équipe / \"Z\"")
        self.check(204, place, {"score": "", "winnerTeam": ""})
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.check(204, place, "score=5:5&winnerTeam=None", form)
        self.assertEqual(self.get("/api/gathers")[0]["score"], "5:5")
        self.check(204, place, RESULT, {"Content-Type": "application/json; charset=utf-8"})
        self.check(204, place, RESULT | {"more": "x" * 10_000})

    def test_a_result_that_is_wrong(self):
        place = f"PUT /api/gathers/{self.gather}"
        for body in ({"score": "1:2"}, {}, {"score": None, "winnerTeam": None}, "{", "[]",
                     {"score": 3, "winnerTeam": "None"}):
            self.check(400, place, body)
        self.check(422, place)
        self.check(415, place, RESULT, {})
        self.check(400, place, RESULT, {"Content-Type": "text/plain"})
        self.check(413, place, RESULT | {"more": "x" * 17_000})
        self.check(404, f"PUT /api/gathers/{ELSEWHERE}", RESULT)
        self.check(400, "PUT /api/gathers/not-a-uuid", RESULT)
        self.check(400, f"PUT /api/gathers/{self.gather.replace('-', '')}", RESULT)
        self.check(401, place, RESULT, token="nope")

    def test_the_order_of_the_checks(self):
        unknown, no_id = f"PUT /api/gathers/{ELSEWHERE}", "PUT /api/gathers/x"
        self.check(401, no_id, "x" * 17_000, {}, token="nope")
        self.check(413, no_id, "x" * 17_000, {})
        self.check(415, no_id, None, {})
        self.check(422, no_id)
        self.check(400, unknown, {})
        self.check(404, unknown, RESULT)

    def test_a_token_is_asked_for_by_its_scheme(self):
        for scheme in ("Bearer", "bearer"):
            headers = JSON | {"Authorization": f"{scheme} {self.token}"}
            self.check(200, "GET /api/gathers", None, headers, token=False)

    def test_adding_players(self):
        self.create("players", {"name": "Johnny"})
        place = f"POST /api/gathers/{self.gather}/players"
        headers, body = self.check(200, f"{place}/1", TEAM_A)
        self.assertEqual((headers["content-length"], body), ("0", b""))
        self.assertNotIn("Location", headers)
        for team in ("Team A", "Team B", "Zebras", ""):
            self.check(200, f"{place}/1", {"team": team})
        self.assertEqual(self.get(f"/api/gathers/{self.gather}/players"),
                         [{"name": "Johnny", "id": 1}] * 5)
        for body in ({}, {"team": None}):
            self.check(400, f"{place}/1", body)
        self.check(422, f"{place}/1")
        self.check(200, f"{place}/999", TEAM_A)
        self.check(200, f"POST /api/gathers/{ELSEWHERE}/players/1", TEAM_A)
        self.check(400, f"{place}/abc", TEAM_A)
        self.check(400, "POST /api/gathers/abc/players/1", TEAM_A)
        self.check(401, f"{place}/1", TEAM_A, token="nope")

    def test_who_is_in_a_gather(self):
        self.check(404, f"GET /api/gathers/{ELSEWHERE}/players")
        self.check(400, "GET /api/gathers/abc/players")
        self.check(401, f"GET /api/gathers/{self.gather}/players", token="nope")
        self.register("bob", HASH)
        bob = self.log_in("bob", HASH)["token"]
        self.check(404, f"GET /api/gathers/{self.gather}/players", token=bob)
        self.check(404, f"PUT /api/gathers/{self.gather}", RESULT, token=bob)
        # Anybody's player can be put into one's own gather, and is shown there.
        headers, _ = self.check(201, "POST /api/players", {"name": "Bobby"}, token=bob)
        number = headers["Location"].rsplit("/", 1)[1]
        self.check(200, f"POST /api/gathers/{self.gather}/players/{number}", TEAM_A)
        self.assertEqual(self.get(f"/api/gathers/{self.gather}/players")[0]["name"], "Bobby")

    def test_deleting(self):
        self.check(204, f"DELETE /api/gathers/{self.gather}")
        self.check(404, f"DELETE /api/gathers/{self.gather}")
        self.check(400, "DELETE /api/gathers/abc")
        self.check(404, f"PUT /api/gathers/{self.gather}", RESULT)
        self.check(200, f"POST /api/gathers/{self.gather}/players/1", TEAM_A)

    def test_what_is_not_there(self):
        for line in (f"GET /api/gathers/{self.gather}", "GET /api/players/1", "PUT /api/gathers",
                     f"PATCH /api/gathers/{self.gather}", "OPTIONS /api/gathers",
                     "GET /API/gathers", "GET /api/%67athers", "GET /"):
            self.check(404, line, RESULT)
        # An ID is decoded.
        self.check(204, f"PUT /api/gathers/%{ord(self.gather[0]):x}{self.gather[1:]}", RESULT)


class Wire(BackendTest):
    def talk(self, data, end=True):
        with socket.create_connection(("127.0.0.1", self.backend.server.port), LIMIT) as server:
            server.sendall(data)
            if end:
                server.shutdown(socket.SHUT_WR)
            answer = b""
            while some := server.recv(65536):
                answer += some
            return answer

    def test_http(self):
        get = b"GET /api/players HTTP/1.1\r\n\r\n"
        self.assertEqual(self.talk(get * 3).count(b"HTTP/1.1 401 Unauthorized\r\n"), 3)
        for rubbish in (b"rubbish", b"GET /api HTTP/9.9", b"GET api HTTP/1.1"):
            self.assertEqual(self.talk(rubbish + b"\r\n\r\n", end=False), b"")
        self.assertEqual(self.talk(b"POST /api/users HTTP/1.1\r\ncontent-length: 9\r\n\r\n{"), b"")

    def test_a_body_in_chunks_and_no_interim_answer(self):
        gather = self.create("gathers", {})
        body = json.dumps(RESULT).encode()
        head = (f"PUT /api/gathers/{gather} HTTP/1.1\r\nauthorization: Bearer {self.token}\r\n"
                "content-type: application/json\r\nexpect: 100-continue\r\n"
                "transfer-encoding: chunked\r\n\r\n").encode()
        chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        self.assertTrue(self.talk(head + chunks).startswith(b"HTTP/1.1 204 "))

    def test_every_request_is_recorded(self):
        self.backend.server.requests.clear()
        self.ask("POST /api/gathers", {"a": 1})
        request, = self.backend.server.requests
        self.assertEqual((request.line, request.body), ("POST /api/gathers", b'{"a": 1}'))
        self.assertEqual(request.header("AUTHORIZATION"), f"Bearer {self.token}")

    def test_tls(self):
        backend = Backend.running(self, certificate=certificates().good)
        context = ssl.create_default_context(cafile=certificates().authority)
        connection = http.client.HTTPSConnection(
            "localhost", backend.server.port, context=context, timeout=LIMIT)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/users")
        self.assertEqual(connection.getresponse().read(), b"[]")


class Faults(BackendTest):
    def failing(self, fault, line="POST /api/gathers"):
        """What a client gets with a fault; the next request goes well."""
        self.backend.server.fail(fault, at=line)
        self.connection.close()
        try:
            return self.ask(line, {})
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            return type(error)
        finally:
            self.connection.close()
            self.check(200, "GET /api/gathers")

    def test_who_acts_and_who_does_not(self):
        for fault, acts, result in (
                (faults.close_before_acting, False, http.client.RemoteDisconnected),
                (faults.close_after_acting, True, http.client.RemoteDisconnected),
                (faults.answer_half, True, None),
                (faults.answer_rubbish, True, http.client.BadStatusLine)):
            with self.subTest(fault.__name__):
                before = len(self.backend.gathers)
                found = self.failing(fault)
                self.assertEqual(len(self.backend.gathers) - before, int(acts))
                if result:
                    self.assertEqual(found, result)

    def test_half_a_body(self):
        self.assertEqual(self.failing(faults.answer_half, "GET /api/users"),
                         http.client.IncompleteRead)

    def test_another_answer(self):
        self.assertEqual(self.failing(faults.answer_instead(500))[0], 500)
        moved = faults.answer_instead(302, Location="/x")
        self.assertEqual(self.failing(moved)[1]["Location"], "/x")
        _, headers, _ = self.failing(
            faults.answer_with("content-type", "text/html"), "GET /api/users")
        self.assertEqual(headers["content-type"], "text/html")
        self.assertEqual(self.failing(faults.answer_byte_by_byte)[0], 201)

    def test_no_end_and_no_answer(self):
        self.connection.timeout = 0.1
        self.assertEqual(self.failing(faults.answer_never), TimeoutError)
        for fault in (faults.answer_without_end, faults.headers_without_end):
            self.backend.server.fail(fault)
            with socket.create_connection(("127.0.0.1", self.backend.server.port), LIMIT) as server:
                server.sendall(b"GET /api/users HTTP/1.1\r\n\r\n")
                received = 0
                while received < 2 << 20:
                    received += len(server.recv(1 << 20))

    def test_no_connection(self):
        server = self.backend.server
        self.connection.close()
        server.close_unread()
        with self.assertRaises((ConnectionError, http.client.HTTPException)):
            self.ask("GET /api/users")
        self.connection.close()
        server.refuse()
        with self.assertRaises(ConnectionRefusedError):
            self.ask("GET /api/users")
        self.connection.close()
        server.listen_again()
        self.check(200, "GET /api/users")
