"""The real gather-submit against a stand-in for the backend, which fails in every way it can."""

import base64
import json
import pathlib
import socket
import tempfile
import time
from email.utils import formatdate

import faults
import programs
from backend import Backend
from submitter import GATHER, HASH, PASSWORD, SubmitterTest


class Match(SubmitterTest):
    """The sequence of a match, as the backend has recorded it of the application."""

    def check_request(self, line, body, authorization):
        request = self.backend.server.requests.pop(0)
        self.assertEqual((request.line, request.body.decode()), (line, body))
        for name, value in {
                "Authorization": authorization, "Content-Type": "application/json",
                "Accept": "application/json", "Expect": None, "Transfer-Encoding": None,
                "Content-Length": None if line[0] in "GD" else str(len(body.encode()))}.items():
            self.assertEqual(request.header(name), value, name)

    def test_a_whole_match(self):
        self.start_both()
        user = self.call("Register", userName="alice", password=PASSWORD)["userId"]
        self.check_request(
            "POST /api/users", f'{{"username":"alice","password":"{HASH}"}}', None)
        login = self.call("LogIn", userName="alice", password=PASSWORD)
        self.token = login["token"]
        self.assertEqual(login["userId"], user)
        basic = base64.b64encode(f"alice:{HASH}".encode()).decode()
        self.check_request("POST /api/users/login", "", f"Basic {basic}")
        bearer = f"Bearer {self.token}"
        john = {"name": "John \"J\" Größe", "age": 20, "skill": "amateur",
                "preferredPosition": "winger", "favouriteTeam": "CF United"}
        self.assertEqual(self.ask("CreatePlayer", profile=john), {"playerId": 1})
        self.check_request(
            "POST /api/players",
            '{"name":"John \\"J\\" Größe","age":20,"skill":"amateur",'
            '"preferredPosition":"winger","favouriteTeam":"CF United"}', bearer)
        self.ask("CreatePlayer", profile={"name": "Jane"})
        self.check_request("POST /api/players", '{"name":"Jane"}', bearer)
        nothing = dict.fromkeys(("age", "skill", "preferredPosition", "favouriteTeam"))
        players = [{"id": 1, "profile": john}, {"id": 2, "profile": {"name": "Jane"} | nothing}]
        self.assertEqual(self.ask("ListPlayers"), {"players": players})
        self.check_request("GET /api/players", "", bearer)

        gather = self.ask("CreateGather")["gatherId"]
        self.check_request("POST /api/gathers", "{}", bearer)
        self.assertEqual(list(self.backend.gathers), [gather])
        for player, team, title in ((1, "teamA", "Team A"), (2, "teamB", "Team B")):
            self.assertEqual(
                self.ask("AddPlayer", gatherId=gather, playerId=player, team=team), {})
            self.check_request(f"POST /api/gathers/{gather}/players/{player}",
                               f'{{"team":"{title}"}}', bearer)
        self.assertEqual(self.backend.rows, [(gather, 1, "Team A"), (gather, 2, "Team B")])
        self.assertEqual(self.ask("ListGatherPlayers", gatherId=gather), {"players": players})
        self.check_request(f"GET /api/gathers/{gather}/players", "", bearer)
        before = {"id": gather, "userId": user, "score": None, "winnerTeam": None}
        self.assertEqual(self.ask("ListGathers"), {"gathers": [before]})
        self.check_request("GET /api/gathers", "", bearer)
        for score, winner in (("2-1", "Team A"), ("0-11", "Team B"), ("0-0", "None")):
            result = {"score": score, "winnerTeam": winner}
            self.assertEqual(self.ask("SendResult", gatherId=gather, **result), {})
            self.check_request(f"PUT /api/gathers/{gather}",
                               f'{{"score":"{score}","winnerTeam":"{winner}"}}', bearer)
            self.assertEqual(self.ask("ListGathers"), {"gathers": [before | result]})
            self.backend.server.requests.clear()

        self.assertEqual(self.ask("UpdatePlayer", playerId=1, profile={"name": "Johnny"}), {})
        self.check_request("PUT /api/players/1", '{"name":"Johnny"}', bearer)
        self.assertEqual(self.ask("DeletePlayer", playerId=2), {})
        self.check_request("DELETE /api/players/2", "", bearer)
        self.assertEqual(self.ask("DeleteGather", gatherId=gather), {})
        self.check_request(f"DELETE /api/gathers/{gather}", "", bearer)
        self.assertEqual(self.backend.gathers, {})

    def test_the_address_may_have_a_path_and_a_slash_at_its_end(self):
        self.with_account()
        self.ask("ListGathers", server={"url": self.backend.url + "/"})
        for path in ("/football/", "/a/b"):
            # The stand-in has nothing there.
            found = self.check_fails("UnexpectedStatus", server={"url": self.backend.url + path})
            self.assertEqual(found["status"], 404)
        self.assertEqual(
            [request.path for request in self.backend.server.requests],
            ["/api/gathers", "/football/api/gathers", "/a/b/api/gathers"])

    def test_location_with_two_slashes_and_answers_with_gaps(self):
        self.with_account()
        instead = faults.answer_instead
        fail = self.backend.server.fail
        for place in (f"/api/gathers//{GATHER}", f"https://x.example/{GATHER}/", GATHER):
            fail(instead(201, Location=place))
            self.assertEqual(self.ask("CreateGather"), {"gatherId": GATHER})
        fail(instead(200, json.dumps([
            {"id": 7, "name": None, "age": None, "skill": "wizard", "unknown": [{"a": 1}],
             "preferredPosition": "sweeper"}]).encode()))
        player, = self.ask("ListPlayers")["players"]
        self.assertEqual(player, {"id": 7, "profile": {
            "name": "", "age": None, "skill": None, "preferredPosition": None,
            "favouriteTeam": None}, "unknown": ["skill", "preferredPosition"]})
        fail(instead(200, json.dumps([{"id": GATHER, "score": None, "extra": 1}]).encode()))
        self.assertEqual(self.ask("ListGathers")["gathers"], [
            {"id": GATHER, "userId": None, "score": None, "winnerTeam": None}])
        fail(instead(200, b' {"token" : "a\\/b==" , "userID":null } \r\n'))
        self.assertEqual(
            self.call("LogIn", userName="a", password="b"), {"token": "a/b==", "userId": None})


class Failures(SubmitterTest):
    """Each failure has the outcome that lets gatherd decide what to do."""

    def setUp(self):
        self.with_account()

    def test_statuses(self):
        for status in (400, 401, 404, 413, 415, 422, 500, 503):
            self.backend.server.fail(faults.answer_instead(status))
            found = self.check_fails("UnexpectedStatus")
            self.assertEqual(found["status"], status)
        found = self.check_fails("UnexpectedStatus", token="nope")
        self.assertEqual(found, {
            "status": 401, "reason": "User not authenticated.", "retryAfterSeconds": 0})
        name, found = self.refused("Register", userName="alice", password=PASSWORD)
        self.assertEqual((name, found["status"]), ("UnexpectedStatus", 500))
        name, found = self.refused("LogIn", userName="alice", password="wrong")
        self.assertEqual((name, found["status"]), ("UnexpectedStatus", 401))

    def test_the_time_before_which_a_server_wants_no_other_try(self):
        def told(status, after, method="CreateGather"):
            self.backend.server.fail(faults.answer_instead(status, Retry_After=after))
            return self.check_fails("UnexpectedStatus", method)["retryAfterSeconds"]
        for method in ("CreateGather", "ListGatherPages"):
            self.assertEqual((told(429, "120", method), told(503, "7", method)), (120, 7))
        self.assertIn(told(503, formatdate(time.time() + 300, usegmt=True)), range(200, 301))
        past = formatdate(time.time() - 300, usegmt=True)
        for nonsense in ("", "soon", "-5", past):
            self.assertEqual(told(503, nonsense), 0, nonsense)
        self.assertGreater(told(503, "99999"), 3_600)

    def test_success_is_one_status_alone(self):
        steps = {
            "CreateGather": ({}, 201), "SendResult": (
                {"gatherId": GATHER, "score": "1-0", "winnerTeam": "Team A"}, 204),
            "AddPlayer": ({"gatherId": GATHER, "playerId": 1, "team": "teamA"}, 200),
            "DeletePlayer": ({"playerId": 1}, 204), "ListPlayers": ({}, 200)}
        for method, (parameters, right) in steps.items():
            for status in {200, 201, 204, 301} - {right}:
                with self.subTest(method, status=status):
                    place = {"Location": f"/api/gathers/{GATHER}"}
                    self.backend.server.fail(faults.answer_instead(status, **place))
                    found = self.check_fails("UnexpectedStatus", method, **parameters)
                    self.assertEqual(found["status"], status)

    def test_what_the_server_never_got(self):
        self.backend.server.refuse()
        reason = self.check_fails("NotSent")["reason"]
        self.assertIn("Connection refused", reason)
        for url in ("http://nobody.invalid", "https://nobody.invalid"):
            server = {"url": url, "allowInsecureHttp": True}
            self.check_fails("NotSent", server=server)
        self.check_fails("NotSent", server={"url": self.backend.url.replace("http", "https")})
        self.assertEqual(self.backend.server.lines, [])

    def test_what_the_server_may_have_done(self):
        for fault, acts in (
                (faults.close_before_acting, 0), (faults.close_after_acting, 1),
                (faults.answer_half, 1), (faults.answer_rubbish, 1),
                (faults.answer_without_end, 1), (faults.headers_without_end, 1)):
            with self.subTest(fault.__name__):
                before = len(self.backend.gathers)
                self.backend.server.fail(fault)
                self.check_fails("OutcomeUnknown")
                self.assertEqual(len(self.backend.gathers) - before, acts)
        # One request each: nothing was sent again.
        self.assertEqual(self.backend.server.lines, ["POST /api/gathers"] * 6)
        self.backend.server.close_unread()
        self.check_fails("OutcomeUnknown")

    def test_half_a_list(self):
        self.ask("CreateGather")
        self.backend.server.fail(faults.answer_half)
        self.check_fails("OutcomeUnknown", "ListGathers")

    def test_no_answer_in_time(self):
        self.backend.server.fail(faults.answer_never)
        server = self.server | {"timeoutMilliseconds": 2_000}
        found = self.check_fails("OutcomeUnknown", server=server)
        self.assertIn("in time", found["reason"])

    def test_no_connection_in_time(self):
        full = socket.socket()
        self.addCleanup(full.close)
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        # With its backlog full, it answers to no further connection.
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            self.addCleanup(one.close)
            one.setblocking(False)
            one.connect_ex(full.getsockname())
        server = {"url": f"http://127.0.0.1:{full.getsockname()[1]}", "timeoutMilliseconds": 300}
        found = self.check_fails("NotSent", server=server)
        self.assertIn("in time", found["reason"])

    def test_a_name_that_is_looked_up_for_ever(self):
        with tempfile.TemporaryDirectory() as directory:
            library = programs.shared_library(pathlib.Path(directory) / "resolver.so", """
                #include <netdb.h>
                #include <unistd.h>
                int getaddrinfo(const char *node, const char *service,
                                const struct addrinfo *hints, struct addrinfo **result) {
                    for (;;) pause();
                }
                """)
            self.start(LD_PRELOAD=library)
            server = {"url": "https://football.example", "timeoutMilliseconds": 200}
            found = self.check_fails("NotSent", server=server)
            self.assertIn("in time", found["reason"])
            # The one that hangs holds up neither the next request nor the end.
            self.assertEqual(self.ask("CreateGather")["gatherId"], list(self.backend.gathers)[0])
            self.client.close()
            self.assertEqual(self.submitter.wait(), 0)

    def test_a_slow_server(self):
        self.backend.server.fail(faults.answer_byte_by_byte)
        self.assertEqual(self.ask("CreateGather")["gatherId"], list(self.backend.gathers)[0])

    def test_answers_that_make_no_sense(self):
        instead = faults.answer_instead
        html = {"content_type": "text/html"}
        login = {"userName": "a", "password": "b"}
        for method, fault in (
                ("CreateGather", instead(201)), ("CreateGather", instead(201, Location="/")),
                ("CreateGather", instead(201, Location="/api/gathers/7")),
                ("CreatePlayer", instead(201, Location=f"/api/players/{GATHER}")),
                ("CreatePlayer", instead(201, Location="/api/players/-1")),
                ("ListGathers", instead(200)), ("ListGathers", instead(200, b"{}")),
                ("ListGathers", instead(200, b"[1]")), ("ListGathers", instead(200, b"[{}]")),
                ("ListGathers", instead(200, b"[]", **html)),
                ("ListGathers", instead(200, b"<html>")),
                ("ListGathers", instead(200, b"[" * 10_000)),
                ("ListGathers", instead(200, b'["\xff"]')),
                ("ListPlayers", instead(200, b'[{"id":"1"}]')),
                ("ListPlayers", instead(200, b'[{"id":1.5}]')),
                ("ListGatherPages", instead(200)), ("ListGatherPages", instead(200, b"{}")),
                ("ListGatherPages", instead(200, b"[1]")),
                ("ListGatherPages", instead(200, b'[{"id":"a"}')),
                ("ListGatherPages", instead(200, b'[{"id":"a"}] ]')),
                ("ListGatherPages", instead(200, b"[]", **html)),
                ("ListGatherPages", instead(200, b"[" * 10_000)),
                ("ListGatherPages", instead(200, b'[{"id":"' + b"x" * 65 + b'"}]')),
                ("ListPlayerPages", instead(200, b'[{"id":"1"}]')),
                ("ListPlayerPages", instead(200, b'[{"id":1,"name":"' + b"x" * 99_999 + b'"}]')),
                ("AddPlayer", instead(200, b"<html>Sign in to the Wi-Fi", **html)),
                ("LogIn", instead(200, b"{}")), ("LogIn", instead(200, b'{"token":null}')),
                ("LogIn", instead(200, b'{"token":"a b"}')),
                ("LogIn", instead(200, b'{"token":"a\\r\\nX: y"}')),
                ("LogIn", instead(200, b'{"token":""}'))):
            self.backend.server.fail(fault)
            parameters = {"CreatePlayer": {"profile": {"name": "X"}}, "LogIn": login, "AddPlayer": {
                "gatherId": GATHER, "playerId": 1, "team": "teamA"}}.get(method, {})
            with self.subTest(method):
                if method == "LogIn":
                    self.assertEqual(self.refused(method, **parameters)[0], "OutcomeUnknown")
                else:
                    self.check_fails("OutcomeUnknown", method, **parameters)

    def test_a_list_of_a_megabyte_and_a_longer_one(self):
        def answer(size):
            items = b'{"id":1,"name":"' + b"x" * 1_000 + b'"},'
            body = b"[" + items * (size // len(items))
            body += b'{"id":2,"name":"' + b"y" * (size - len(body) - 19) + b'"}]'
            self.assertEqual(len(body), size)
            return faults.answer_instead(200, body)
        # The head of the answer counts as well.
        self.backend.server.fail(answer((1 << 20) - 500))
        self.assertGreater(len(self.ask("ListPlayers")["players"]), 1_000)
        self.backend.server.fail(answer(1 << 20))
        self.assertIn("megabyte", self.check_fails("OutcomeUnknown", "ListPlayers")["reason"])

    def test_no_redirect_is_followed(self):
        other = Backend.running(self)
        for status in (301, 302, 307):
            for place in (f"{other.url}/api/gathers", "/api/elsewhere"):
                self.backend.server.fail(faults.answer_instead(status, Location=place))
                found = self.check_fails("UnexpectedStatus")
                self.assertEqual((found["status"], found["reason"]),
                                 (status, f"it redirects to {place}"))
        self.assertEqual(other.server.connections, 0)
        self.assertEqual(set(self.backend.server.lines), {"POST /api/gathers"})

    def test_the_words_of_a_server_are_made_fit_for_people(self):
        words = "a\x1b[31m\r\nb\u2028\u202e" + "é" * 300
        body = json.dumps({"error": True, "reason": words}).encode()
        self.backend.server.fail(faults.answer_instead(400, body))
        reason = self.check_fails("UnexpectedStatus")["reason"]
        begin = "a\\u{1b}[31m\\u{d}\\u{a}b\\u{2028}\\u{202e}éé"
        self.assertTrue(reason.startswith(begin), reason)
        self.assertEqual(len(reason), 200)
        for body in (b"", b"<html>", b"{}", b'{"reason":7}', b'{"reason":"' + b"[" * 100_000):
            self.backend.server.fail(faults.answer_instead(500, body))
            self.assertEqual(self.check_fails("UnexpectedStatus")["reason"],
                             "it gives no reason")
