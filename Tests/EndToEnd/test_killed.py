"""Killed at any moment, again and again, and no command is lost or counted twice."""

import os
import random
import sqlite3
import threading
import unittest

from client import Client, Closed
from daemon import Daemon
from programs import LIMIT

ROUNDS = int(os.environ.get("GATHERD_KILL_ROUNDS", 200))
SEED = int(os.environ.get("GATHERD_SEED", random.randrange(2**32)))
CLIENTS = 3  # At once, each with a thread and a sequence of goals of its own.
IN_FLIGHT = 3  # Calls a client sends ahead of their answers.
LONGEST_LIFE = 0.03  # Seconds before a daemon is killed, from its being ready, or from its start.


class Scorer(threading.Thread):
    """Adds and takes back a goal in turn, and sends what was not answered again."""

    def __init__(self, number, daemon, gate):
        super().__init__(daemon=True)
        self.number = number
        self.daemon_under_test = daemon
        self.gate = gate
        self.works = threading.Event()  # Set by every answer.
        self.finishing = False
        self.answered = {}
        self.resent = 0
        self.failure = None
        self._sent = []
        self._next = 0

    def request(self, index):
        """The parameters of a request; its number is in its ID."""
        return {
            "team": "teamA", "delta": +1 if index % 2 == 0 else -1,
            "requestId": f"client {self.number} goal {index}"}

    def run(self):
        try:
            while not (self.finishing and not self._sent):
                self.gate.wait_until_open()
                try:
                    with Client(self.daemon_under_test.socket) as client:
                        self.talk(client)
                except (Closed, OSError):
                    pass  # Killed; go on with the next one.
        except BaseException as failure:
            self.failure = failure

    def talk(self, client):
        """Sends again what has no answer yet, in the old order, and goes on."""
        self.resent += len(self._sent)
        for index in self._sent:
            client.send("AddToScore", self.request(index))
        while True:
            while len(self._sent) < IN_FLIGHT and not self.finishing:
                self._sent.append(self._next)
                self._next += 1
                client.send("AddToScore", self.request(self._sent[-1]))
            if not self._sent:
                return
            gather = client.reply()["gather"]
            index = self._sent.pop(0)
            assert index not in self.answered
            self.works.set()
            self.answered[index] = gather["timer"]["endsAtBoottimeMicroseconds"]


class Gate:
    """Open while a daemon can be there: clients wait here instead of trying on and on."""

    def __init__(self):
        self._event = threading.Event()
        self.open, self.shut = self._event.set, self._event.clear

    def wait_until_open(self):
        assert self._event.wait(LIMIT), "the daemon has not come back"


class KilledAtAnyMoment(unittest.TestCase):
    def test_every_goal_counts_once(self):
        print(f"GATHERD_SEED={SEED} GATHERD_KILL_ROUNDS={ROUNDS}", flush=True)
        chance = random.Random(SEED)
        daemon = Daemon.running(self)
        daemon.call("Open", time={"minutes": 90, "seconds": 0})
        before = daemon.call("Start")["gather"]

        gate = Gate()
        scorers = [Scorer(number, daemon, gate) for number in range(CLIENTS)]
        for scorer in scorers:
            scorer.start()
        for _ in range(ROUNDS):
            self.live_a_little(daemon, gate, chance, scorers)
            gate.shut()
            daemon.kill()
            daemon.spawn()
        self.assertTrue(daemon.is_ready_within(LIMIT), daemon.log)
        gate.open()
        for scorer in scorers:
            scorer.finishing = True
        for scorer in scorers:
            scorer.join(LIMIT)
            self.assertFalse(scorer.is_alive(), "a client hangs")
            self.assertIsNone(scorer.failure)
        self.check(daemon, before, scorers)

    def live_a_little(self, daemon, gate, chance, scorers):
        """Waits for the moment to kill: in the midst of a start, of a reconnect, or of the work."""
        kind = chance.choice(("starting", "reconnecting", "working", "working"))
        moment = chance.uniform(0, LONGEST_LIFE)
        if kind == "starting" and not daemon.is_ready_within(moment):
            return
        self.assertTrue(daemon.is_ready_within(LIMIT), daemon.log)
        for scorer in scorers:
            scorer.works.clear()
        gate.open()
        if kind == "working":
            for scorer in scorers:
                self.assertTrue(scorer.works.wait(LIMIT), scorer.failure)
        # This waits for nothing: the moment is what the test is about.
        threading.Event().wait(moment)

    def check(self, daemon, before, scorers):
        requests = [scorer.request(index) for scorer in scorers for index in scorer.answered]
        print(f"{len(requests)} goals, {sum(scorer.resent for scorer in scorers)} sent again")
        self.assertGreater(len(requests), ROUNDS // 4)
        for scorer in scorers:
            self.assertEqual(list(scorer.answered), list(range(len(scorer.answered))))
        after = daemon.get()
        self.assertEqual(after["id"], before["id"])
        self.assertEqual(after["teamA"]["score"], sum(request["delta"] for request in requests))
        self.assertEqual(after["revision"], before["revision"] + len(requests))
        ends = before["timer"]["endsAtBoottimeMicroseconds"]
        self.assertEqual(after["timer"]["endsAtBoottimeMicroseconds"], ends)
        for scorer in scorers:
            self.assertEqual(set(scorer.answered.values()), {ends})

        # A kill damages nothing.
        self.assertEqual(daemon.set_aside, [])

        daemon.stop()
        database = sqlite3.connect(daemon.database)
        self.addCleanup(database.close)
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        stored = database.execute("SELECT id FROM requests ORDER BY id").fetchall()
        self.assertEqual(stored, sorted((request["requestId"],) for request in requests))
        events = database.execute("SELECT count(*) FROM events WHERE kind = 'scoreAdded'")
        self.assertEqual(events.fetchone(), (len(requests),))
