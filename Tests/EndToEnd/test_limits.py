"""What a client can use up: to each there is an end, and on this side of it all is served.

The size of a message is in test_bad_messages.py, what a score and a time can be in
test_bad_values.py.
"""

import json
import os
import re
import select
import time
import unittest

from client import GATHER, SERVICE, Closed, Refused, message
from control_group import MemoryGroup
from daemon import Daemon
from programs import (
    LIMIT, ROOT, cannot_run, gatherd, require_descriptors, skip_if_sanitized)

CALLS_IN_FLIGHT = 64
CONNECTIONS = 4096
CONNECTIONS_OF_A_USER = 2048
DESCRIPTORS = 8192
NESTING = 16
NAME = 100
REQUEST_ID = 64
UNIT = ROOT / "units/gatherd.service"

# The number of answers to another client in a row, without a byte taken from this one meanwhile,
# after which the daemon is known to take no more.
PATIENCE = 200


class Values(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def test_nesting(self):
        # The call and its parameters are the first two levels.
        for levels, is_answered in ((NESTING, True), (NESTING + 1, False)):
            value = json.loads("[" * (levels - 2) + "]" * (levels - 2))
            with self.subTest(levels), self.daemon.client() as client:
                client.send("Get", {"deep": value})
                if is_answered:
                    with self.assertRaises(Refused) as refused:
                        client.reply()
                    self.assertEqual(refused.exception.name, f"{SERVICE}.InvalidParameter")
                    self.assertEqual(refused.exception.parameters, {"parameter": "deep"})
                    self.assertIsNone(client.get())
                else:
                    self.assertTrue(client.is_closed())

    def test_names_of_teams(self):
        for team in ("teamAName", "teamBName"):
            with self.subTest(team), self.assertRaises(Refused) as refused:
                self.daemon.call("Open", **{team: "ö" * (NAME + 1)})
            self.assertEqual(refused.exception.name, f"{SERVICE}.InvalidParameter")
        self.assertIsNone(self.daemon.get())
        gather = self.daemon.call("Open", teamAName="ö" * NAME, teamBName="x" * NAME)["gather"]
        self.assertEqual(gather["teamA"]["name"], "ö" * NAME)
        self.assertEqual(gather["teamB"]["name"], "x" * NAME)

    def test_request_ids(self):
        goal = {"team": "teamA", "delta": 1}
        self.daemon.call("Open")
        with self.assertRaises(Refused) as refused:
            self.daemon.call("AddToScore", **goal, requestId="x" * (REQUEST_ID + 1))
        self.assertEqual(refused.exception.parameters, {"parameter": "requestId"})
        self.assertEqual(self.daemon.get()["score"], "0-0")
        for _ in range(2):
            answer = self.daemon.call("AddToScore", **goal, requestId="x" * REQUEST_ID)
            self.assertEqual(answer["gather"]["score"], "1-0")


class CallsInFlight(unittest.TestCase):
    def test_who_does_not_read_is_not_read_from(self):
        daemon = Daemon.running(self)
        daemon.call("Open")
        client, other = daemon.client(), daemon.client()
        sent, rest = self.send_all_it_takes(client, other)
        # A megabyte is far more than the buffers of the kernel and one turn of reading hold.
        self.assertLess(sum(map(len, sent)), 1 << 20)
        self.assertGreater(len(sent), CALLS_IN_FLIGHT)

        for number in range(len(sent) - 1):
            self.check_reply(client, number)
        client.send_bytes(rest)
        self.check_reply(client, len(sent) - 1)
        self.assertEqual(client.get()["score"], "0-0")

    def send_all_it_takes(self, client, other):
        """Sends calls until no more are taken; gives them, and what is left of the last."""
        sent, rest = [], b""
        client.socket.setblocking(False)
        refusals = 0
        while refusals < PATIENCE and len(sent) < 100_000:
            if not rest:
                sent.append(self.numbered_call(len(sent)))
                rest = sent[-1]
            try:
                rest = rest[client.socket.send(rest):]
                refusals = 0
            except BlockingIOError:
                # The daemon has a turn for us between two answers to others.
                other.get()
                refusals += 1
        client.socket.settimeout(LIMIT)
        return sent, rest

    def numbered_call(self, number):
        """Every second one has its number in the answer, the others have a long one."""
        return message("Get" if number % 2 == 0 else f"Number{number}")

    def check_reply(self, client, number):
        reply = client.receive()
        if number % 2 == 0:
            self.assertIn("gather", reply["parameters"])
        else:
            self.assertEqual(reply["parameters"], {"method": f"{GATHER}.Number{number}"})


class Connections(unittest.TestCase):
    def test_of_one_user(self):
        require_descriptors(CONNECTIONS_OF_A_USER + 200)
        daemon = Daemon.running(self)
        clients = [daemon.client() for _ in range(CONNECTIONS_OF_A_USER)]
        # They are accepted in their order.
        self.assertIsNone(clients[-1].get())
        self.assertTrue(daemon.client().is_closed())
        self.assertIsNone(clients[0].get())
        clients[1].close()
        self.assertIsNone(self.get_on_a_new_one(daemon))

    def get_on_a_new_one(self, daemon):
        """The daemon notices the end of another connection in its own time."""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            try:
                return daemon.call("Get")["gather"]
            except Closed:
                pass
        self.fail("the place of a closed connection is not given away")

    def test_idle_strangers_make_room_for_others(self):
        daemon = self.daemon_for_all()
        crowds = [
            self.clients_of(uid, daemon, CONNECTIONS_OF_A_USER) for uid in (60001, 60002)]
        # Those who may control find room at once, and so does another stranger.
        operators = [daemon.client() for _ in range(20)]
        for operator in operators:
            self.assertIsNone(operator.get())
        operators[0].call("Start")
        self.assertEqual(operators[1].call("AddToScore", team="teamA", delta=1)["gather"]["score"],
                         "1-0")
        [another] = self.clients_of(60003, daemon, 1)
        self.assertEqual(another.get()["score"], "1-0")
        # It was one in eight at most that had to go, those that were idle for longest.
        for crowd in crowds:
            gone = [is_readable(client) for client in crowd]
            self.assertLess(sum(gone), CONNECTIONS // 4)
            self.assertTrue(all(gone[:sum(gone)]), "they did not go in the order they came")
            self.assertEqual(crowd[-1].get()["score"], "1-0")

    def test_what_is_for_those_who_may_control_is_taken_by_nobody_else(self):
        daemon = self.daemon_for_all()
        crowds = [self.subscribers_of(uid, daemon, CONNECTIONS * 7 // 16)
                  for uid in (60001, 60002)]
        # A subscription is never idle: there is no room for another stranger.
        [refused] = self.clients_of(60003, daemon, 1)
        self.assertTrue(refused.is_closed())
        operators = [daemon.client() for _ in range(CONNECTIONS // 8)]
        operators[0].call("Start")
        score = operators[-1].call("AddToScore", team="teamA", delta=1)["gather"]["score"]
        self.assertEqual(score, "1-0")
        for crowd in crowds:
            for client in (crowd[0], crowd[-1]):
                while client.next_change()[1]["score"] != "1-0":
                    pass
        self.assertIn("user 60003 gets no more connections", daemon.log)

    def test_what_strangers_leave_unfinished_costs_nobody_else(self):
        daemon = self.daemon_for_all()
        crowd = self.clients_of(60001, daemon, 140)
        for client in crowd:
            client.send_bytes(b" " * 8_000)
        # All of it has been read by now, or the one who sent it is let go.
        waiting = [client for client in crowd if not is_readable(client)]
        call = message("Get")[:-1] + b" " * 100_000
        for client in (daemon.client(), *self.clients_of(60002, daemon, 1)):
            # In two parts, with the others' in between.
            client.send_bytes(call[:50_000])
            for other in waiting[:70]:
                other.send_bytes(b" " * 8_000)
            client.send_bytes(call[50_000:] + b"\0")
            self.assertIn("gather", client.reply())
        self.assertGreater(sum(map(is_readable, crowd)), 0, "nobody had to go")

    def daemon_for_all(self):
        self.require_users()
        return self.open_to_all(Daemon.running(self))

    def subscribers_of(self, uid, daemon, count):
        clients = self.clients_of(uid, daemon, count)
        for client in clients:
            client.subscribe()
        return clients

    def require_users(self):
        """Ends the test where only one user can connect."""
        if os.geteuid() != 0:
            cannot_run("only root can connect as several users", impossible=True)
        require_descriptors(CONNECTIONS + 600)
        self.addCleanup(os.seteuid, 0)

    def open_to_all(self, daemon):
        """Whom the daemon's own socket lets in is not what this is about."""
        for path, mode in (
            (daemon.directory, 0o711), (daemon.socket.parent, 0o711), (daemon.socket, 0o666),
        ):
            path.chmod(mode)
        return daemon

    @skip_if_sanitized("it takes more memory")
    def test_what_nobody_reads_is_less_than_its_unit_allows(self):
        self.require_users()
        end, = re.findall(r"(?m)^MemoryMax=(\d+)M$", UNIT.read_text())
        group = MemoryGroup(self, int(end) << 20)
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.program = group.program(daemon.directory / "limited", gatherd())
        self.open_to_all(daemon.start())
        daemon.call("Start")
        for uid in (60001, 60002):
            for client in self.clients_of(uid, daemon, CONNECTIONS * 7 // 16):
                client.send("Subscribe", {"ticks": True}, more=True)
        # More than the kernel would keep for each of them by itself.
        for goals in range(1, 121):
            score = daemon.call("AddToScore", team="teamA", delta=1)["gather"]["score"]
            self.assertEqual(score, f"{goals}-0")
        print(f"{CONNECTIONS * 7 // 8} subscribers who read nothing: {group.peak >> 20} MiB")
        self.assertLess(group.peak, int(end) << 19, "half of what the unit allows")

    def clients_of(self, uid, daemon, count):
        os.seteuid(uid)
        try:
            clients = [daemon.client() for _ in range(count)]
        finally:
            os.seteuid(0)
        return clients


class Descriptors(unittest.TestCase):
    # The daemon itself needs some 20: there is room for all who wait when the others have gone.
    FEW = 50
    CLIENTS = 65

    def test_the_soft_limit_is_raised(self):
        require_descriptors(DESCRIPTORS + 1)
        for hard, expected in (
            (1000, 1000), (DESCRIPTORS - 1, DESCRIPTORS - 1), (DESCRIPTORS + 1, DESCRIPTORS),
        ):
            with self.subTest(hard):
                daemon = Daemon.running(self, descriptors=(256, hard))
                with open(f"/proc/{daemon.pid}/limits") as limits:
                    [line] = [line for line in limits if line.startswith("Max open files")]
                self.assertEqual(line.split()[3:5], [str(expected), str(hard)])

    def test_without_descriptors_it_waits_and_does_not_spin(self):
        daemon = self.daemon_with_few()
        # It has counted down before.
        daemon.call("Start")
        daemon.call("Cancel")
        self.check_without_descriptors(daemon)

    # Dispatch makes its timerfd(2) when the first timer is set. If there is no descriptor for it
    # then, no timer ever fires, nor is a connection ever accepted again.
    def test_without_descriptors_before_the_first_countdown(self):
        self.check_without_descriptors(self.daemon_with_few())

    def daemon_with_few(self):
        daemon = Daemon.running(self, descriptors=(self.FEW, self.FEW))
        daemon.call("Open", time={"minutes": 0, "seconds": 2})
        return daemon

    def check_without_descriptors(self, daemon):
        watcher, player = daemon.client(), daemon.client()
        watcher.subscribe(ticks=True)
        clients = [daemon.client() for _ in range(self.CLIENTS)]
        # They are accepted in their order, and there can be no place for the last of them.
        served, waiting = clients[:10], clients[self.FEW:]
        for client in waiting:
            client.send("Get")
        deadline = time.monotonic() + LIMIT
        while "cannot accept" not in daemon.log:
            self.assertLess(time.monotonic(), deadline, "it does not say that it waits")
            player.get()

        player.call("Start")
        used, began = processor_time(daemon), time.monotonic()
        answered = 0
        reason = None
        while reason != "timeUp":
            reason, _ = watcher.next_change()
            for client in served:
                client.get()
                answered += 1
        used, lasted = processor_time(daemon) - used, time.monotonic() - began
        # Three messages of the countdown at least.
        self.assertGreaterEqual(answered, 3 * len(served))
        self.assertLess(used, 0.25 * lasted, f"{used:.2f} s of {lasted:.2f} s")
        self.assertEqual(daemon.log.count("cannot accept"), 1, daemon.log)
        for client in waiting:
            self.assertFalse(is_readable(client))

        for client in clients[:self.FEW]:
            client.close()
        for client in waiting:
            self.assertEqual(client.reply()["gather"]["score"], "0-0")
        self.assertEqual(daemon.get()["score"], "0-0")


def is_readable(client):
    """Whether something has come, without a wait."""
    poll = select.poll()
    poll.register(client.socket, select.POLLIN)
    return bool(poll.poll(0))


def processor_time(daemon):
    """The seconds of processor time a daemon has used."""
    with open(f"/proc/{daemon.pid}/stat") as stat:
        # The second field is the name, which can have anything in it.
        fields = stat.read().rpartition(")")[2].split()
    user, system = map(int, fields[11:13])
    return (user + system) / os.sysconf("SC_CLK_TCK")
