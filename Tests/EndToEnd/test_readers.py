"""Readers beside an operator: whoever looks, every goal is answered, and no tick is lost.

It is about order and completeness, and never about how long anything takes: that is measured by
Tests/Benchmarks/run neighbours.
"""

import json
import os
import pathlib
import selectors
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import programs
from client import HISTORY, Client, message, shown
from daemon import Daemon

PLAYERS = "io.gatherd.Players"
STRANGERS = (60001, 60002)
GATHERS = 100
SIDE = 11
CROWD = 200
TICKS = ["00:04", "00:03", "00:02", "00:01", "00:00"]
# A goal of so many is gatherctl's.
CTL_EVERY = 10
MOST_GOALS = 900
LOG_BYTES = 8 << 20
# By how much the one connection of a user may get less than all those of another together.
SHARE = 5


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        programs.require_descriptors(2 * CROWD + 200)
        cls.directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        cls.addClassCleanup(cls.directory.cleanup)
        daemon = Daemon()
        try:
            cls.play_all(daemon.start())
            daemon.stop()
            cls.state = shutil.copytree(daemon.state, pathlib.Path(cls.directory.name) / "state")
        finally:
            daemon.close()

    @classmethod
    def play_all(cls, daemon):
        """Plays all gathers of the history, each with two sides and some goals."""
        squad = [{"name": f"Player {number}"} for number in range(1, 2 * SIDE + 1)]
        with daemon.client() as client:
            client.call(f"{PLAYERS}.Add", players=squad)
            for number in range(GATHERS):
                calls = [("Open", sides()), ("Start", {})]
                calls += [("AddToScore", {"team": "teamA", "delta": 1, "scorer": goal + 1})
                          for goal in range(number % SIDE)]
                calls.append(("End", {}))
                for call in calls:
                    client.send(*call)
                for _ in calls:
                    client.reply()

    def setUp(self):
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)
        shutil.copytree(self.state, self.daemon.state)
        self.daemon.start()

    def test_strangers(self):
        if os.geteuid() != 0:
            programs.cannot_run("only root can be other users", impossible=True)
        # Whom the daemon's own socket lets in is not what this is about.
        for path, mode in (
            (self.daemon.directory, 0o711), (self.daemon.socket.parent, 0o711),
            (self.daemon.socket, 0o666),
        ):
            path.chmod(mode)
        calls = self.calls()
        # Turns are by user, and not by connection. Either can be late once on a busy machine.
        for _ in range(3):
            crowd, single = (Crowd(self, calls, count, uid)
                             for count, uid in zip((CROWD, 1), STRANGERS))
            self.play([crowd, single])
            less, more = sorted((crowd.answers, single.answers))
            if SHARE * less >= more:
                break
        self.assertGreaterEqual(SHARE * less, more)

    def test_the_operators_own(self):
        self.play([Crowd(self, self.calls(), CROWD)])

    # The readers

    def calls(self):
        """What is read, and the whole answer to each; none of them changes while one plays."""
        with self.daemon.client() as client:
            gathers = client.call(f"{HISTORY}.List", limit=1_000)["gathers"]
            self.assertEqual(len({gather["id"] for gather in gathers}), GATHERS)
            opened = [gather["openedAt"] for gather in gathers]
            self.assertEqual(opened, sorted(opened, reverse=True))
            calls = [(f"{HISTORY}.Show", {"id": gather["id"]}) for gather in gathers[::9]]
            calls += [(f"{HISTORY}.List", {"limit": 1_000, "before": gathers[0]["id"]}),
                      (f"{PLAYERS}.Scorers", {}), (f"{PLAYERS}.Scorers", {"since": "1970-01-01"}),
                      (f"{PLAYERS}.List", {})]
            answers = [client.call(method, **given) for method, given in calls]
        self.check_whole(answers, gathers)
        return [(message(*call).decode(), answer) for call, answer in zip(calls, answers)]

    def check_whole(self, answers, gathers):
        """Nothing is missing in what is compared with later."""
        *shows, before, scorers, since, squad = answers
        for show, gather in zip(shows, gathers[::9]):
            # A list has no codes.
            self.assertEqual(show["gather"], gather | {"code": show["gather"]["code"]})
            goals = int(gather["score"].split("-")[0])
            self.assertEqual([entry["kind"] for entry in show["entries"]],
                             ["opened", "playersMoved", "playersMoved", "started",
                              *goals * ["scoreChanged"], "ended"])
            self.assertEqual([len(show["teamA"]), len(show["teamB"])], [SIDE, SIDE])
        self.assertEqual(before["gathers"], gathers[1:])
        self.assertEqual(len(squad["players"]), 2 * SIDE)
        self.assertEqual({scorer["appearances"] for scorer in scorers["scorers"]}, {GATHERS})
        self.assertEqual(scorers, since)

    # The operator

    def play(self, crowds):
        """Plays a countdown beside readers, to its end."""
        player, other = self.daemon.client(), self.daemon.client()
        gather = player.call("Open", time={"minutes": 0, "seconds": 5}, **sides())["gather"]
        watcher = Watcher(self.daemon.client())
        for crowd in crowds:
            crowd.wait_until_all_are_answered()
            crowd.count()
        player.call("Start")
        goals = 0
        while not watcher.is_over.is_set() and goals < MOST_GOALS:
            goals += 1
            self.score(player, other, goals, gather["id"])
            log = self.daemon.database.with_name("gather.db-wal")
            self.assertLess(log.stat().st_size, LOG_BYTES)
        for crowd in crowds:
            crowd.count()
            self.assertGreater(crowd.answers, 0)
            self.assertEqual((crowd.wrong, crowd.closed), (0, 0))
        watcher.wait(goals)
        self.assertEqual(watcher.times, TICKS)
        self.assertEqual(watcher.reasons.count("timeUp"), 1)
        self.assertEqual(watcher.scores, list(range(1, goals + 1)))
        self.assertEqual(self.daemon.get()["score"], f"{goals}-0")

    def score(self, player, other, number, gather):
        """A goal, which counts once however often it is asked for, and which all can read."""
        if number % CTL_EVERY == 0:
            result = self.daemon.ctl("goal", "a")
            self.assertEqual(result.returncode, 0, result)
        else:
            goal = {"team": "teamA", "delta": 1, "requestId": f"goal {number}"}
            for _ in range(1 + (number % CTL_EVERY == 1)):
                answer = player.call("AddToScore", **goal)
                self.assertEqual(answer["gather"]["score"], f"{number}-0")
        read = other.call(f"{HISTORY}.Show", id=gather, after=number)
        self.assertEqual(read["gather"]["score"], f"{number}-0")
        self.assertEqual(read["entries"][-1]["score"], f"{number}-0")


class Watcher:
    """A subscription that is read by a thread of its own."""

    def __init__(self, client):
        self.client = client
        self.times, self.reasons, self.scores = [], [], []
        self.is_over = threading.Event()
        self._changed = threading.Condition()
        client.subscribe(ticks=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            while True:
                reason, gather = self.client.next_change()
                with self._changed:
                    self._note(reason, gather)
                    self._changed.notify_all()
        except Exception:
            pass  # The test is over, or sees what is missing.
        self.is_over.set()

    def _note(self, reason, gather):
        self.reasons.append(reason)
        if reason in ("tick", "timeUp"):
            self.times.append(shown(gather))
        if reason == "scoreChanged":
            self.scores.append(gather["teamA"]["score"])
        if reason == "timeUp":
            self.is_over.set()

    def wait(self, goals):
        """Waits until all has come that is to come."""
        with self._changed:
            self._changed.wait_for(
                lambda: "timeUp" in self.reasons and goals in self.scores, programs.LIMIT)


class Crowd:
    """A process of readers, and what they have got since the last count."""

    def __init__(self, test, calls, count, uid=None):
        command = [sys.executable, "-B", pathlib.Path(__file__).resolve(), test.daemon.socket,
                   count, uid or os.geteuid()]
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env=programs.environment())
        test.addCleanup(self.end)
        self._ask(calls)

    def wait_until_all_are_answered(self):
        assert self.process.stdout.readline() == "all\n", "a reader has starved"

    def count(self):
        self._ask(None)
        self.answers, self.wrong, self.closed = json.loads(self.process.stdout.readline())

    def _ask(self, value):
        self.process.stdin.write(json.dumps(value) + "\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.wait(programs.LIMIT)
        self.process.stdin.close()
        self.process.stdout.close()


class Reader(Client):
    """A connection of a crowd, with what it asks for next."""

    # The bytes of answers that were right, which are not parsed again.
    right = set()

    def __init__(self, path, calls, first):
        super().__init__(path)
        self.calls, self.next = calls, first
        self.ask()

    def ask(self):
        self.next = (self.next + 1) % len(self.calls)
        self.send_bytes(self.calls[self.next][0].encode())

    def take(self):
        """Reads what has come; gives whether it was right, or None where there is more to come."""
        some = self.socket.recv(1 << 20)
        if not some:
            raise ConnectionResetError("closed")
        self._received += some
        if not self._received.endswith(b"\0"):
            return None
        answer, self._received = (self.next, self._received), b""
        is_right = answer in self.right or self.is_right(*answer)
        if is_right:
            self.right.add(answer)
        self.ask()
        return is_right

    def is_right(self, number, answer):
        return json.loads(answer[:-1]) == {"parameters": self.calls[number][1]}


def sides():
    return {"teamAPlayers": list(range(1, SIDE + 1)),
            "teamBPlayers": list(range(SIDE + 1, 2 * SIDE + 1))}


def read(path, count, uid):
    """Reads on so many connections, each again as soon as it is answered, and counts."""
    if uid != os.geteuid():
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
    calls = json.loads(sys.stdin.readline())
    readers = [Reader(path, calls, first) for first in range(count)]
    waiting = set(readers)
    counts = [0, 0, 0]  # Answers, those that were wrong, and connections that were closed.
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        for reader in readers:
            selector.register(reader.socket, selectors.EVENT_READ, reader)
        while True:
            for key, _ in selector.select():
                if key.data is None:
                    if not sys.stdin.readline():
                        return
                    print(json.dumps(counts), flush=True)
                    counts[0] = 0
                    continue
                try:
                    is_right = key.data.take()
                except ConnectionResetError:
                    counts[2] += 1
                    selector.unregister(key.data.socket)
                    continue
                if is_right is None:
                    continue
                counts[0] += 1
                counts[1] += not is_right
                if key.data in waiting:
                    waiting.remove(key.data)
                    if not waiting:
                        print("all", flush=True)


if __name__ == "__main__":
    read(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
