"""A gatherd whose pages never end: what reads them does."""

import json
import pathlib
import tempfile
import unittest

from board import GATHER_ID, entry
from listener import Listener
from programs import ctl


class Endless:
    """A daemon that answers every question about the history, as `page` makes it up."""

    def __init__(self, test, page):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        test.addCleanup(directory.cleanup)
        self.socket = pathlib.Path(directory.name) / "g.sock"
        self.calls = 0
        self._page = page
        test.addCleanup(Listener.at(self.socket, self._serve).close)

    def _serve(self, connection):
        received = b""
        try:
            with connection:
                while some := connection.recv(65536):
                    received += some
                    while b"\0" in received:
                        call, received = received.split(b"\0", 1)
                        self._answer(connection, json.loads(call))
        except OSError:
            pass  # The program or this test has had enough.

    def _answer(self, connection, call):
        self.calls += 1
        parameters = call["parameters"]
        if call["method"].endswith(".List"):
            reply = {"gathers": self._page(parameters, self.calls)}
        else:
            gather = summary(parameters.get("id", GATHER_ID))
            reply = {"gather": gather, "entries": self._page(parameters, self.calls)}
        connection.sendall(json.dumps({"parameters": reply}).encode() + b"\0")


def summary(identifier):
    return {"id": identifier, "phase": "ended", "teamAName": "Reds", "teamBName": "Blues",
            "score": "1-0", "winnerTeam": "Team A", "openedAt": "2026-11-21T15:32:05Z",
            "endedAt": "2026-11-21T15:45:00Z"}


def same_gathers(parameters, calls):
    return [summary(f"{number:08x}") for number in range(parameters["limit"])]


def circling_gathers(parameters, calls):
    return [summary(f"{calls % 3}{number:07x}") for number in range(parameters["limit"])]


def same_events(parameters, calls):
    return [entry(number, "x", "1-0", 1) for number in range(1, 1001)]


def falling_events(parameters, calls):
    return [entry(number, "x", "1-0", 1) for number in range(5000 - calls * 1000, 6000 - calls * 1000)]


class EndlessPages(unittest.TestCase):
    def check(self, page, verb, most_calls):
        with self.subTest(verb=verb, page=page.__name__):
            daemon = Endless(self, page)
            result = ctl(daemon.socket, *verb)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn("do not continue each other, or never end", result.stderr)
            self.assertLessEqual(daemon.calls, most_calls)

    def test_gathers_that_never_end(self):
        for verb in (["history"], ["history", "--json"], ["history", "--since", "2020-01-01"]):
            self.check(same_gathers, verb, 2)
            self.check(circling_gathers, verb, 12)

    def test_events_that_never_end(self):
        for verb in (["show"], ["log"], ["report"], ["export", "last"], ["show", "--json"]):
            self.check(same_events, verb, 2)
            self.check(falling_events, verb, 2)


if __name__ == "__main__":
    unittest.main()
