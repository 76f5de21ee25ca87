"""An account with very many gathers and players: lists of any length are read in little memory."""

import json
import os
import pathlib
import tempfile
import threading
import time
import uuid

import programs
from faults import answer_half, answer_instead
from http_wire import Gone
from memory import children, sizes
from programs import LIMIT, run
from submitter import SUBMITTER, SubmitterTest
from test_submission import SubmissionTest

# What both programs may have in memory together, as they are installed, and what of it is no file.
MEMORY = 32 << 20
OWN_MEMORY = 12 << 20

# How long the real server takes for each gather of a list, before it begins to answer: 1.2 s for
# 6,000; and how much of its time gatherd may add.
SECONDS_FOR_A_GATHER = 0.0002
RATIO = 1.2

OLD_SUBMITTER = """#!/usr/bin/python3
# A gather-submit that knows no method.
import socket
connection = socket.socket(fileno=3)
while connection.recv(65536):
    connection.sendall(
        b'{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"x"}}\\0')
"""


def fill(backend, count):
    """Gives the one user of a backend so many gathers, of which ten have no result."""
    [user] = backend.users
    for number in range(count):
        key = str(uuid.uuid4()).upper()
        result = ("3-2", "Team A") if number >= 10 else (None, None)
        backend.gathers[key] = {
            "id": key, "userId": user, "score": result[0], "winnerTeam": result[1]}


def seconds_of_curl(backend, token):
    """How long curl takes for the list."""
    start = time.monotonic()
    result = run(
        programs.require("curl", "curl"), "-sS", "-o", "/dev/null", "-w", "%{http_code}",
        "-H", f"Authorization: Bearer {token}", f"{backend.url}/api/gathers")
    assert (result.stdout, result.stderr) == ("200", ""), result
    return time.monotonic() - start


def ratio(times):
    """How many times as long as curl gatherd takes, of pairs of their times."""
    return min(seconds for seconds, _ in times) / min(beside for _, beside in times)


class Peak:
    """The most memory that some processes have together while a test goes on."""

    def __init__(self, pids):
        self._pids = pids
        self._ends = threading.Event()
        self.all = self.own = 0
        self._thread = threading.Thread(target=self._go_on, daemon=True)

    def __enter__(self):
        # Here, so that a test that cannot look ends.
        self._look()
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ends.set()
        self._thread.join()

    def _go_on(self):
        while not self._ends.wait(0.01):
            self._look()

    def _look(self):
        found = [sizes(pid) for pid in self._pids()]
        self.all = max(self.all, sum(one["Pss"] for one in found))
        self.own = max(self.own, sum(one["Anonymous"] for one in found))


class Daemons(SubmissionTest):
    """gatherd and its gather-submit."""

    def check(self, count, seconds_for_a_gather=0, pairs=1):
        """Sends a result beside so many gathers, as often as it is measured."""
        static = os.environ.get("GATHERD_STATIC_BIN_DIR")
        # Without optimization, so many would take most of the time that a step has.
        count = count if static else min(count, 30_000)
        self.sign_in(program=static and pathlib.Path(static).resolve() / "gatherd")
        fill(self.backend, count)
        self.backend.seconds_for_a_gather = seconds_for_a_gather
        # So that there is no second gather-submit, which has signed in.
        self.daemon.restart()
        daemon = self.daemon.pid
        with Peak(lambda: [daemon, *children(daemon)]) as peak:
            times = [self.measure()]
            # What else the machine does only adds to a time: the least of each is compared.
            while len(times) < pairs and ratio(times) > RATIO:
                times.append(self.measure())
        memory, own = (size / (1 << 20) for size in (peak.all, peak.own))
        for seconds, beside in times:
            print(f"{count} gathers: {seconds:.2f} s, curl {beside:.2f} s,"
                  f" both programs {memory:.1f} MiB, of which {own:.1f} MiB are no file's")
        if not programs.SANITIZER:
            self.assertLess(peak.own, OWN_MEMORY)
        if static:
            self.assertLess(peak.all, MEMORY)
        if seconds_for_a_gather:
            print(f"{count} gathers: {ratio(times):.2f} times as long as curl")
            # Without optimization, gatherd takes a third as long as the server itself.
            if static:
                self.assertLessEqual(ratio(times), RATIO)

    def measure(self):
        """How long the list takes gatherd, and how long it takes curl."""
        beside = seconds_of_curl(self.backend, self.token())
        self.backend.server.requests.clear()
        self.play()
        self.submit()
        self.backend.server.wait_for_requests(1)
        start = time.monotonic()
        self.backend.server.wait_for_requests(2)
        seconds = time.monotonic() - start
        remote = self.wait_for("sent")["remoteId"]
        # A list is one request, and nothing of it was asked for again.
        self.assertEqual(self.backend.server.lines, [
            "GET /api/gathers", "POST /api/gathers", f"PUT /api/gathers/{remote}"])
        self.assertEqual(self.backend.gathers[remote]["score"], "2-1")
        return seconds, beside

    def test_9000_gathers(self):
        self.check(9_000, SECONDS_FOR_A_GATHER, pairs=9)

    def test_100000_gathers(self):
        self.check(100_000)

    def test_a_list_that_breaks_off_counts_for_nothing(self):
        self.sign_in()
        fill(self.backend, 9_000)
        self.play()
        # The ten without a result are in the first half.
        self.backend.server.fail(answer_half, at="GET /api/gathers")
        self.submit()
        self.backend.server.wait_for_requests(2)
        self.wait_for("sent")
        self.assertEqual([line.split()[0] for line in self.backend.server.lines],
                         ["GET", "GET", "POST", "PUT"])
        self.assertEqual(len(self.backend.gathers), 9_001)

    def test_a_gather_that_was_lost_is_found_among_many(self):
        self.sign_in()
        fill(self.backend, 9_000)
        self.play()
        self.backend.server.fail(lambda exchange: (exchange.act(), exchange.close()),
                                 at="POST /api/gathers")
        self.submit()
        self.wait_for("sent")
        self.assertEqual(len(self.backend.gathers), 9_001)

    def test_a_player_is_made_beside_many(self):
        self.sign_in()
        [user] = self.backend.users
        for number in range(1, 12_001):
            self.backend.players[number] = {
                "id": number, "name": f"Player {number}", "age": 30, "skill": "amateur",
                "preferredPosition": "winger", "favouriteTeam": "CF United", "owner": user}
        self.daemon.call("io.gatherd.Players.Add", players=[{"name": "Zoe"}])
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[])
        self.daemon.call("End")
        self.submit()
        self.wait_for("sent")
        self.assertEqual(self.backend.players[12_001]["name"], "Zoe")
        self.assertEqual([row[1:] for row in self.backend.rows], [(12_001, "Team A")])

    def test_a_gather_submit_that_does_not_know_the_method(self):
        with tempfile.TemporaryDirectory() as directory:
            program = pathlib.Path(directory) / "gather-submit"
            program.symlink_to(programs.gather_submit())
            self.sign_in(options=("--submitter", str(program)))
            program.unlink()
            program.write_text(OLD_SUBMITTER)
            program.chmod(0o755)
            self.play()
            # Each result has a program of its own.
            self.submit()
            submission = self.wait_for("waiting")
            while not submission["lastError"]:
                submission = self.wait_for("waiting")
        self.assertIn("gather-submit does not know ListGatherPages", submission["lastError"])


class Pages(SubmitterTest):
    """gather-submit by itself."""

    def setUp(self):
        self.gone = threading.Event()
        self.with_account()

    def list_of(self, count):
        fill(self.backend, count)
        return [
            {name: gather[name] for name in ("id", "userId", "score", "winnerTeam")}
            for gather in self.backend.gathers.values()]

    def test_pages_are_the_list(self):
        wanted = self.list_of(3_000)
        self.send("ListGatherPages", token=self.token)
        found, pages = self.whole_reply()
        self.assertEqual(found["gathers"], wanted)
        self.assertGreater(pages, 3)
        self.assertEqual(self.backend.server.lines, ["GET /api/gathers"])
        # The connection is as good as before.
        self.assertEqual(self.client.call(f"{SUBMITTER}.Ping"), {})

    def test_short_lists(self):
        self.assertEqual(self.ask("ListGatherPages"), {"gathers": []})
        self.assertEqual(self.ask("ListPlayerPages"), {"players": []})
        gather = self.ask("CreateGather")["gatherId"]
        player = self.ask("CreatePlayer", profile={"name": "Jane"})["playerId"]
        self.ask("CreatePlayer", profile={"name": "Bench"})
        self.ask("AddPlayer", gatherId=gather, playerId=player, team="teamA")
        for paged, whole, more in (
                ("ListGatherPages", "ListGathers", {}), ("ListPlayerPages", "ListPlayers", {}),
                ("ListPlayerPages", "ListGatherPlayers", {"gatherId": gather})):
            self.assertEqual(self.ask(paged, **more), self.ask(whole, **more))
        self.assertEqual(len(self.ask("ListPlayerPages", gatherId=None)["players"]), 2)

    def test_statuses_are_those_of_the_server(self):
        self.assertEqual(self.refused("ListGatherPages", token="x")[1]["status"], 401)
        self.backend.server.fail(answer_instead(500, b'{"error":true,"reason":"no disk"}'))
        found = self.check_fails("UnexpectedStatus", "ListGatherPages")
        self.assertEqual((found["status"], found["reason"]), (500, "no disk"))
        # An error is read whole, and is not of any length.
        self.backend.server.fail(answer_instead(500, b"x" * (2 << 20)))
        self.assertIn("megabyte", self.check_fails("OutcomeUnknown", "ListGatherPages")["reason"])

    def test_a_list_that_breaks_off_ends_in_an_error(self):
        self.list_of(3_000)
        self.backend.server.fail(answer_half)
        self.check_fails("OutcomeUnknown", "ListGatherPages")
        # Without a length, the end of the connection is the end of the answer.
        def fault(exchange):
            exchange.send(b"HTTP/1.1 200 OK\r\n\r\n" + exchange.act().body[:-1])
            exchange.close()
        self.backend.server.fail(fault)
        reason = self.check_fails("OutcomeUnknown", "ListGatherPages")["reason"]
        self.assertEqual(reason, "the list breaks off")

    def test_a_list_without_end_ends_in_time_and_takes_no_memory(self):
        self.backend.server.fail(self.endless)
        pid = self.submitter.process.pid
        with Peak(lambda: [pid]) as peak:
            server = self.server | {"timeoutMilliseconds": 2_000}
            reason = self.check_fails("OutcomeUnknown", "ListGatherPages", server=server)["reason"]
        self.assertEqual(reason, "no answer in time")
        if not programs.SANITIZER:
            self.assertLess(peak.own, OWN_MEMORY)

    def test_a_client_that_does_not_read_has_the_server_wait(self):
        self.backend.server.fail(self.endless)
        server = self.server | {"timeoutMilliseconds": 3_000}
        before = self.processor_time()
        self.send("ListGatherPages", token=self.token, server=server)
        self.assertTrue(self.gone.wait(LIMIT))
        # It has not turned until then.
        self.assertLess(self.processor_time() - before, 1.5)
        size = 0
        message = {"continues": True}
        while message.get("continues"):
            message = self.client.receive()
            size += len(json.dumps(message))
        self.assertEqual(message["error"], f"{SUBMITTER}.OutcomeUnknown")
        self.assertEqual(message["parameters"]["reason"], "no answer in time")
        # What waits for it, and what the socket holds.
        self.assertLess(size, 1 << 20)
        self.assertEqual(self.ask("ListGatherPages"), {"gathers": []})

    def test_a_client_that_reads_late_gets_all_of_it(self):
        wanted = self.list_of(9_000)
        self.send("ListGatherPages", token=self.token)
        self.client.socket.recv(1, 2)  # MSG_PEEK: the first page is there.
        found, _ = self.whole_reply()
        self.assertEqual(found["gathers"], wanted)

    def test_a_client_that_goes_away_ends_the_list(self):
        self.start(listens=True)
        self.backend.server.fail(self.endless)
        self.send("ListGatherPages", token=self.token)
        self.client.socket.recv(1, 2)
        self.client.close()
        self.assertTrue(self.gone.wait(LIMIT))

    def endless(self, exchange):
        """A list of gathers that never ends."""
        exchange.send(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n[")
        row = b'{"id":"310E4741-115A-4DEE-B33C-33137D3ED873","score":"1-0"},'
        try:
            while True:
                exchange.send(row * 1_000)
        except Gone:
            self.gone.set()
            raise

    def processor_time(self):
        """Seconds that the program has worked, itself and in the kernel."""
        stat = pathlib.Path(f"/proc/{self.submitter.process.pid}/stat")
        fields = stat.read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
