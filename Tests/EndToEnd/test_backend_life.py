"""The stand-in for the backend has a life of its own: writes that stall, others who use the same
account, a list that is long, and data that is lost."""

import http.client
import json
import threading

import contents
import faults
from backend import Backend
from contents import Match, matches
from other_client import OtherClient
from test_backend import ELSEWHERE, RESULT, TEAM_A, BackendTest

GATHERS = "POST /api/gathers"
PASSWORD = "password"  # test_backend.HASH is its hash.


class LifeTest(BackendTest):
    def setUp(self):
        super().setUp()
        self.backend.server.requests.clear()

    def give_up(self, line, body=None):
        """Asks, and goes away without an answer when the server has the request."""
        before = len(self.backend.server.requests)
        connection = http.client.HTTPConnection("127.0.0.1", self.backend.server.port)
        method, path = line.split(" ")
        connection.request(method, path, json.dumps(body or {}), {
            "Content-Type": "application/json", "Authorization": f"Bearer {self.token}"})
        self.backend.server.wait_for_requests(before + 1)
        connection.close()

    def other(self):
        return OtherClient(self.backend.url, "alice", PASSWORD)


class Stalls(LifeTest):
    def test_writes_wait_while_reads_go_on_and_are_done_in_order_when_released(self):
        gather = self.create("gathers", {})
        stall = faults.Stall()
        self.backend.server.fail(stall, at=GATHERS)
        later = RESULT | {"score": "4:1"}
        for count, (line, body) in enumerate((
                (GATHERS, {}), (f"PUT /api/gathers/{gather}", RESULT),
                (f"PUT /api/gathers/{gather}", later), (f"DELETE /api/gathers/{ELSEWHERE}", {}))):
            self.give_up(line, body)
            stall.wait_for(count + 1)
        self.assertEqual([one["id"] for one in self.get("/api/gathers")], [gather])
        self.assertNotIn("score", self.get("/api/gathers")[0])
        stall.release()
        stall.wait_until_done()
        self.assertEqual(matches(self.backend), [
            Match(None, None, ()), Match("4:1", "Team A", ())])
        self.create("gathers", {})

    def test_one_who_stays_gets_the_answer(self):
        stall = faults.Stall()
        stall.begin(self.backend.server)
        threading.Thread(target=lambda: (stall.wait_for(1), stall.release())).start()
        self.create("gathers", {})

    def test_it_is_over_by_itself(self):
        stall = faults.Stall(0.05)
        self.backend.server.fail(stall, kind=GATHERS)
        self.create("gathers", {})
        stall.wait_until_done()
        self.assertEqual(len(self.backend.gathers), 1)

    def test_a_proxy_keeps_one_request_and_others_overtake_it(self):
        gather = self.create("gathers", {})
        kept = faults.KeptUpstream()
        self.backend.server.fail(kept, kind="PUT /api/gathers/*")
        self.give_up(f"PUT /api/gathers/{gather}", RESULT)
        kept.wait_for(1)
        self.check(204, f"PUT /api/gathers/{gather}", RESULT | {"score": "4:1"})
        kept.release()
        kept.wait_until_done()
        self.assertEqual(self.get("/api/gathers")[0]["score"], RESULT["score"])

    def test_a_proxy_that_gives_up_says_so_and_it_is_done_nevertheless(self):
        kept = faults.KeptUpstream(status=504)
        self.backend.server.fail(kept, kind=GATHERS)
        self.assertEqual(self.ask(GATHERS, {})[0], 504)
        self.create("gathers", {})
        self.assertEqual(len(self.backend.gathers), 1)
        kept.release()
        kept.wait_until_done()
        self.assertEqual(len(self.backend.gathers), 2)


class Others(LifeTest):
    def test_all_that_another_client_does(self):
        other = self.other()
        ann, ben = other.make_player("Ann", age=30), other.make_player("Ann")
        other.rename_player(ben, "Ben")
        gone = other.make_player("Cem")
        empty = other.make_gather()
        played = other.play("7:5", team_a=[ann], team_b=[ben, gone])
        other.add_player(empty, ben, "Team B")
        other.delete_player(gone)
        self.assertEqual({one["id"] for one in other.gathers()}, {empty, played})
        self.assertEqual([one["name"] for one in other.players()], ["Ann", "Ben"])
        self.assertEqual([one["id"] for one in other.players_of(played)], [ann, ben])
        self.assertEqual(matches(self.backend), [
            Match(None, None, (("Ben", "Team B"),)),
            Match("7:5", "Team A",
                  (("Ann", "Team A"), (f"#{gone}", "Team B"), ("Ben", "Team B")))])
        self.assertEqual(contents.names(self.backend), ["Ann", "Ben"])
        other.delete_gather(played)
        self.assertEqual(len(matches(self.backend)), 1)

    def test_what_it_does_is_neither_counted_nor_hit_by_a_fault(self):
        server = self.backend.server
        server.fail(faults.answer_instead(500), kind=GATHERS)
        self.other().make_gather()
        self.assertEqual(server.requests, [])
        self.assertEqual([one.line for one in server.requests_of_others],
                         ["POST /api/users/login", GATHERS])
        self.assertEqual(self.ask(GATHERS, {})[0], 500)

    def test_it_acts_before_or_after_the_nth_request_of_a_kind(self):
        other, seen = self.other(), []
        server = self.backend.server

        def look():
            seen.append(len(self.backend.gathers))
            other.make_gather()

        server.before(GATHERS, look, nth=2)
        server.after(GATHERS, look, nth=3)
        gather = self.create("gathers", {})
        self.check(200, f"POST /api/gathers/{gather}/players/1", TEAM_A)
        self.assertEqual(seen, [])
        self.create("gathers", {})
        self.assertEqual((seen, len(self.backend.gathers)), ([1], 3))
        self.create("gathers", {})
        self.assertEqual((seen, len(self.backend.gathers)), ([1, 4], 5))
        self.create("gathers", {})
        self.assertEqual(len(seen), 2)

    def test_it_acts_although_the_answer_is_lost(self):
        other = self.other()
        self.backend.server.after(GATHERS, other.make_gather)
        self.backend.server.fail(faults.close_after_acting, kind=GATHERS)
        with self.assertRaises(http.client.RemoteDisconnected):
            self.ask(GATHERS, {})
        self.assertEqual(len(self.backend.gathers), 2)

    def test_an_error_in_it_is_the_tests(self):
        backend = Backend()
        backend.server.before("GET /api/users", lambda: self.fail("something"))
        connection = http.client.HTTPConnection("127.0.0.1", backend.server.port)
        self.addCleanup(connection.close)
        connection.request("GET", "/api/users")
        self.assertEqual(connection.getresponse().status, 200)
        with self.assertRaisesRegex(AssertionError, "something"):
            backend.close()

    def test_a_count_of_the_requests_per_kind(self):
        gather = self.create("gathers", {})
        for number in (1, 2):
            self.check(200, f"POST /api/gathers/{gather.lower()}/players/{number}", TEAM_A)
        self.get("/api/gathers")
        self.assertEqual(self.backend.server.kinds, {
            GATHERS: 1, "POST /api/gathers/*/players/*": 2, "GET /api/gathers": 1})
        self.assertEqual(contents.table(self.backend.server.kinds).splitlines()[-1],
                         "    4  in all")


class LongLists(LifeTest):
    def test_an_account_whose_lists_pass_a_mebibyte(self):
        contents.fill(self.backend, gathers=9_000, players=35_000)
        for path, count in (("/api/gathers", 9_000), ("/api/players", 35_000)):
            _, _, body = self.ask(f"GET {path}")
            self.assertGreater(len(body), 1 << 20)
            self.assertEqual(len(json.loads(body)), count)
        self.assertEqual(self.create("players", {"name": "X"}), "35001")
        self.assertEqual(matches(self.backend)[0], Match("0-0", "None", ()))


class Losses(LifeTest):
    def test_a_restart_cuts_the_connections_and_may_lose_everything(self):
        gather = self.create("gathers", {})
        connections = self.backend.server.connections
        for forgets, status in ((False, 204), (True, 401)):
            self.backend.restart(forgets=forgets)
            self.assertRaises((OSError, http.client.HTTPException), self.ask, "GET /api/users")
            self.connection.close()
            self.check(status, f"PUT /api/gathers/{gather}", RESULT)
            self.assertEqual(self.get("/api/users", token=False) == [], forgets)
        self.assertGreater(self.backend.server.connections, connections)

    def test_tokens_that_are_lost_leave_the_rest(self):
        gather = self.create("gathers", {})
        self.backend.tokens.clear()
        for line in ("GET /api/gathers", "GET /api/players", GATHERS,
                     f"PUT /api/gathers/{gather}", f"DELETE /api/gathers/{gather}"):
            self.check(401, line, RESULT)
        other = self.other()
        self.backend.tokens.clear()
        with self.assertRaisesRegex(AssertionError, "401"):
            other.gathers()
        other.log_in()
        self.assertEqual([one["id"] for one in other.gathers()], [gather])

    def test_a_gather_that_is_deleted_leaves_its_rows_and_takes_more(self):
        gather = self.create("gathers", {})
        self.create("players", {"name": "Ann"})
        self.check(200, f"POST /api/gathers/{gather}/players/1", TEAM_A)
        self.check(204, f"DELETE /api/gathers/{gather}")
        for line in (f"PUT /api/gathers/{gather}", f"DELETE /api/gathers/{gather}",
                     f"GET /api/gathers/{gather}/players"):
            self.check(404, line, RESULT)
        self.check(200, f"POST /api/gathers/{gather}/players/1", TEAM_A)
        self.assertEqual((len(self.backend.rows), matches(self.backend)), (2, []))
