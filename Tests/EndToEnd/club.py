"""A gather-mqtt that reads a club, and what pitches publish there, by hand."""

import json
import pathlib
import shutil
import tempfile
import time

import programs
from client import Client
from programs import LIMIT, Running, eventually

CLUB = "io.gatherd.Club"
FIXTURES, TABLE = "gather/fixtures", "gather/table"


class Club:
    """A reader of a club, with a state directory and a socket of its own."""

    def __init__(self, test, broker, *options, name="house", **variables):
        self._test = test
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-club-"))
        test.addCleanup(shutil.rmtree, self.directory)
        self.socket = self.directory / "club.sock"
        self.command = [programs.gather_mqtt(), "--club", "--broker", broker.place, "--pitch", name,
                        "--serve", self.socket, *options]
        self.variables = {"STATE_DIRECTORY": self.directory / "state",
                          "CONFIGURATION_DIRECTORY": self.directory / "etc"} | variables
        self.running = None

    @classmethod
    def begun(cls, test, broker, *options, **more):
        return cls(test, broker, *options, **more).start()

    def start(self):
        """Starts it, and waits until it answers, which it does without a broker."""
        self.running = Running(self._test, *self.command, **self.variables)
        eventually(self._answers, lambda: f"it does not answer: {self.log()}")
        return self

    def _answers(self):
        assert self.running.process.poll() is None, f"it has ended: {self.log()}"
        try:
            self.call("GetFixtures")
        except OSError:
            return False
        return True

    def log(self):
        self.running.finish()
        return self.running.lines

    def stop(self):
        self.running.process.terminate()
        assert self.running.process.wait(LIMIT) == 0

    def kill(self):
        self.running.process.kill()
        self.running.process.wait(LIMIT)

    def call(self, method, **parameters):
        with Client(self.socket) as client:
            return client.call(f"{CLUB}.{method}", **parameters)

    def take(self, *fixtures):
        """Replaces the fixtures, each of `ID HOME AWAY [GROUP]`."""
        made = list(map(fixture, fixtures))
        Pitch.SIDES.update({each["id"]: (each["home"], each["away"]) for each in made})
        return self.call("ImportFixtures", fixtures=made)

    def until(self, method, condition, pitches=()):
        """The first answer for which a condition is true; meanwhile these pitches say that all of
        their results are at the broker."""
        def found():
            for pitch in pitches:
                pitch.time()
            answer = self.call(method)
            return answer if condition(answer) else None
        return eventually(found, lambda: f"{method} still answers {self.call(method)}")

    def live(self):
        """Waits until it has read what the broker retains."""
        self.until("GetFixtures", lambda answer: answer["isLive"])
        return self

    def fixtures(self, condition=lambda fixtures: True):
        answer = self.until("GetFixtures", lambda answer: condition(answer["fixtures"]))
        return [found["id"] for found in answer["fixtures"]]

    def table(self, *lines, pitches=()):
        """Waits for a table of one group, with rows such as `1 Reds 3`."""
        return self.until("GetTable", lambda answer: rows(answer) == list(lines), pitches)

    def apart(self, *lines):
        """Waits for the results apart, such as `m1 noFixture`, in any order."""
        return self.until("GetTable", lambda answer: sorted(
            f"{result['match']} {result['reason']}" for result in answer["apart"]) == sorted(lines))


def fixture(text):
    words = text.split()
    found = {"id": words[0], "home": words[1], "away": words[2]}
    return found | ({"group": words[3]} if len(words) > 3 else {})


def rows(table):
    return [f"{row['position']} {row['team']} {row['points']}"
            for group in table["groups"] for row in group["rows"]]


class Pitch:
    """A pitch whose results are published by hand."""

    def __init__(self, broker, name="north"):
        self.name = name
        self._broker = broker

    def _publish(self, topic, payload, retained=True):
        with self._broker.reader("test/none") as reader:
            reader.publish(f"gather/{self.name}/{topic}", payload, retained)
            # All that was published on a connection before is with the broker once this is back.
            reader.subscribe("test/back")
            reader.publish("test/back", b"back")
            assert reader.next().payload == b"back"

    def online(self, is_online=True):
        self._publish("online", b"1" if is_online else b"0")

    def time(self):
        """Says that all of its results are at the broker."""
        self._publish("time", json.dumps({"publishedAt": int(time.time() * 1000)}).encode(),
                      retained=False)

    def state(self, sequence, **more):
        self._publish("state", json.dumps({"pitch": self.name, "sequence": sequence} | more)
                      .encode())

    def result(self, match, score, fixture=None, **more):
        self.raw(match, self.payload(match, score, fixture, **more))

    # The sides of the fixtures that were imported last; others are given.
    SIDES = {}

    def payload(self, match, score, fixture=None, revision=5, minute=0, age=0, **more):
        """`age` are the seconds since it was published."""
        home, away = self.SIDES.get(fixture, ("one", "two"))
        summary = {"id": match, "phase": "ended", "teamAName": home, "teamBName": away,
                   "score": score, "winnerTeam": "None", "openedAt": "2026-11-28T10:00:00.000Z",
                   "endedAt": f"2026-11-28T11:{minute:02}:00.000Z"}
        if fixture is not None:
            summary["fixture"] = fixture
        payload = {"pitch": self.name, "revision": revision,
                   "publishedAt": int((time.time() - age) * 1000), "match": summary | more}
        return json.dumps(payload).encode()

    def raw(self, match, payload):
        self._publish(f"result/{match}", payload)

    def discard(self, match):
        self.raw(match, b"")
