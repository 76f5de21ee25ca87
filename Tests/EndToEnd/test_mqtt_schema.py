"""What is published is as its schemas and the manual say, in every phase of a match."""

import copy
import json
import unittest

import programs
from club import FIXTURES, TABLE, Club, Pitch
from daemon import Daemon
from mqtt import Broker, Publisher

SCHEMAS = programs.ROOT / "units/schema"
NAMES = ("online", "state", "event", "result", "time")
# Those of commands, which test_mqtt_command has.
COMMANDS = ("command", "reply")
OF_A_CLUB = ("fixtures", "table")
PAGE = programs.ROOT / "units/man/gather-mqtt.8"


def schema(name):
    return json.loads((SCHEMAS / f"{name}.json").read_text())


def validator(schema):
    """What tells whether a value is as a schema says."""
    try:
        import jsonschema
    except ImportError:
        programs.cannot_run("Python's jsonschema is not installed (Debian package "
                            "python3-jsonschema)")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


class Messages(unittest.TestCase):
    """Matches of all kinds, as they come to a reader."""

    def setUp(self):
        self.validators = {name: validator(schema(name)) for name in NAMES}
        self.daemon = Daemon.running(self)
        self.broker = Broker.running(self)
        self.reader = self.broker.reader()
        self.publisher = Publisher.begun(self, self.broker, self.daemon.socket)
        self.seen = {name: [] for name in NAMES}

    def call(self, method, **parameters):
        return self.daemon.call(method, **parameters)["gather"]

    def read(self):
        """Reads up to the present state, with the events and results until then, and checks all."""
        gather = self.daemon.get()
        wanted = {"state"} | ({"event"} if gather else set())
        wanted |= {"result"} if gather and gather["phase"] == "ended" else set()

        def is_last(message):
            kind = self.note(message)
            if kind is None or not message.payload:
                return False
            value = message.json
            revision = gather and gather["revision"]
            if kind == "state" and (value["gather"] or {}).get("revision") == revision:
                wanted.discard(kind)
            elif kind == "event" and value["number"] == revision:
                wanted.discard(kind)
            elif kind == "result" and value["revision"] == revision:
                wanted.discard(kind)
            return not wanted

        self.reader.until(is_last)

    def note(self, message):
        _, pitch, kind, *_ = message.topic.split("/")
        self.assertEqual(pitch, "north")
        if message.payload:
            self.validators[kind].validate(message.json)
            self.seen[kind].append(message.json)
        return kind

    def play(self):
        """A match after another, in every phase; all that comes of it is checked."""
        self.read()
        self.call("Open", teamAName="Reds", teamAColor="red", teamBName="ブルー")
        self.call("Start")
        self.read()
        self.call("Pause")
        self.read()
        self.call("AddToScore", team="teamA", delta=2)
        self.call("AddToScore", team="teamB", delta=1)
        self.call("AddToScore", team="teamA", delta=-1)
        for card, seconds in (("yellow", None), ("red", None), ("time", 120)):
            more = {"penaltySeconds": seconds} if seconds else {}
            self.call("ShowCard", team="teamB", card=card, **more)
        self.read()
        self.daemon.call("Undo")
        self.read()
        self.call("End")
        self.read()
        goal = self.daemon.get()["latestGoal"]["number"]
        self.daemon.call("AmendGoal", number=goal, team="teamA")
        self.read()
        # One with periods and kicks from the mark, over within seconds.
        self.daemon.said(self, "new", "--periods", "1x0:01")
        self.daemon.said(self, "period")
        self.daemon.said(self, "period", "end", "--ago", "1ms")
        self.read()
        self.daemon.said(self, "kicks")
        for side, outcome in 3 * (("a", "in"), ("b", "out")):
            self.daemon.said(self, "kick", side, outcome)
        self.call("End")
        self.read()
        # One whose time is up by itself, and which is left without a result.
        self.call("Open", time={"minutes": 0, "seconds": 1})
        self.call("Start")
        self.reader.until(lambda message: self.note(message) == "state"
                          and message.json["gather"]["timer"]["timeUpAt"])
        self.call("Discard")
        self.read()
        self.publisher.stop()
        self.reader.until(lambda message: self.note(message) == "online"
                          and message.payload == b"0")

    def test_all_of_them_are_as_the_schemas_say(self):
        self.play()
        states = [state["gather"] for state in self.seen["state"]]
        self.assertIn(None, states)
        phases = {(state["phase"], state["timer"]["state"]) for state in states if state}
        self.assertLessEqual({("open", "running"), ("open", "paused"), ("open", "stopped"),
                              ("ended", "stopped"), ("discarded", "stopped")}, phases)
        self.assertTrue(any(state and state.get("cards") for state in states))
        self.assertTrue(any(state and state.get("kicks") for state in states))
        kinds = {event["entry"]["kind"] for event in self.seen["event"]}
        self.assertLessEqual({"opened", "started", "paused", "scoreChanged", "cardShown", "undone",
                              "ended", "goalAmended", "kickTaken", "discarded"}, kinds)
        results = [(result["match"]["score"], result["match"]["winner"])
                   for result in self.seen["result"]]
        self.assertEqual(results, [("1-1", None), ("2-0", "teamA"), ("0-0", "teamA")])
        self.assertEqual(set(self.seen["online"]), {0, 1})
        self.check_that_each_field_counts()
        self.check_that_all_is_named()

    def check_that_each_field_counts(self):
        """Without one that has to be there, or with another kind of value, it is not valid."""
        count = 0
        for name in ("state", "event", "result"):
            whole = next(value for value in reversed(self.seen[name]) if value.get("gather", 1))
            for path in required(schema(name), schema(name)):
                broken = copy.deepcopy(whole)
                part = broken
                for step in path[:-1]:
                    part = part[step]
                with self.subTest(name, path=path):
                    del part[path[-1]]
                    self.assertFalse(self.validators[name].is_valid(broken))
                    part[path[-1]] = ["another", "kind"]
                    self.assertFalse(self.validators[name].is_valid(broken))
                count += 1
        self.assertGreater(count, 30)
        for value in ("1", 2, True, None, {}):
            self.assertFalse(self.validators["online"].is_valid(value), value)
        event = copy.deepcopy(self.seen["event"][0])
        for account in ("operatorUid", "operatorName"):
            event["entry"] = event["entry"] | {account: 0}
            self.assertFalse(self.validators["event"].is_valid(event))

    def check_that_all_is_named(self):
        """A message has no field of its own that its schema does not name; a match may."""
        for name in ("state", "event", "result"):
            for value in self.seen[name]:
                self.assertEqual(set(value), set(schema(name)["properties"]), name)
                # Later fields do not make it wrong.
                self.assertTrue(self.validators[name].is_valid(value | {"later": 1}))


class OfAClub(unittest.TestCase):
    def test_fixtures_and_the_table_are_as_the_schemas_say(self):
        validators = {name: validator(schema(name)) for name in OF_A_CLUB}
        broker = Broker.running(self)
        club = Club.begun(self, broker, "--table").live()
        club.call("ImportFixtures", fixtures=[
            {"id": "1", "home": "Reds", "away": "Blues", "group": "A", "time": "10:30",
             "pitch": "north", "lengthSeconds": 600},
            {"id": "2", "home": "Blues", "away": "Reds", "group": "A"},
            {"id": "3.b", "home": "Greens", "away": "ブルー", "group": "B", "format": "futsal"}])
        pitch = Pitch(broker)
        pitch.online()
        reds, blues = {"teamAName": "Reds"}, {"teamAName": "Blues"}
        pitch.result("m1", "2-1", fixture="1", teamBName="Blues", **reds)
        pitch.result("m2", "1-1", fixture="2", teamBName="Reds", **blues)
        pitch.result("m3", "1-1", fixture="2", minute=5, teamBName="Reds", **blues)
        pitch.result("m4", "1-0")
        pitch.result("m5", "1-0", fixture="no")
        pitch.result("m6", "1-0", fixture="3.b", endedPeriod="first half", endedMinute="12",
                     teamAName="Greens", teamBName="ブルー")
        pitch.result("m7", "1-0", fixture="3.b")
        club.apart("m2 replayed", "m4 noFixture", "m5 unknownFixture", "m6 abandoned",
                   "m7 otherSides")

        def table():
            retained = json.loads(broker.retained(TABLE).get(TABLE, b"{}"))
            return retained if len(retained.get("apart", [])) == 5 else None

        values = {"fixtures": json.loads(broker.retained(FIXTURES)[FIXTURES]),
                  "table": programs.eventually(table, "the table is not retained")}
        for name, value in values.items():
            validators[name].validate(value)
            self.assertEqual(set(value), set(schema(name)["properties"]), name)
            for path in within(value):
                with self.subTest(name, path=path):
                    broken = copy.deepcopy(value)
                    part = broken
                    for step in path[:-1]:
                        part = part[step]
                    part[path[-1]] = {"another": "kind"}
                    self.assertFalse(validators[name].is_valid(broken))
                    if isinstance(part, dict) and path[-1] not in ("lengthSeconds", "format"):
                        del part[path[-1]]
                        self.assertFalse(validators[name].is_valid(broken))


def within(value, path=()):
    """The paths of all that is in a value."""
    parts = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else ())
    for name, part in parts:
        yield (*path, name)
        yield from within(part, (*path, name))


def required(part, whole, path=()):
    """The paths of all fields that have to be there."""
    if "$ref" in part:
        part = whole["$defs"][part["$ref"].rpartition("/")[2]]
    for name in part.get("required", ()):
        yield (*path, name)
        yield from required(part["properties"][name], whole, (*path, name))


class Manual(unittest.TestCase):
    def test_the_fields_in_it_are_those_of_the_schemas(self):
        page = PAGE.read_text()
        made = programs.run(programs.ROOT / "units/schemas", input=page)
        self.assertEqual((made.returncode, made.stderr), (0, ""), made)
        self.assertEqual(made.stdout, page, "units/generate makes them anew")
        for name in ("state", "event", "result"):
            fields = page.split(f'.\\" fields of {name}\n')[1].split('.\\" end\n')[0]
            for field in schema(name)["properties"]:
                self.assertIn(f"\n.It Cm {field} Pq ", fields)

    def test_every_field_is_described(self):
        def check(part, path):
            for name, field in part.get("properties", {}).items():
                self.assertIn("description", field, (*path, name))
                self.assertTrue(field["description"].endswith("."), (*path, name))
                check(field, (*path, name))
                check(field.get("items", {}), (*path, name))

        self.assertEqual({path.stem for path in SCHEMAS.iterdir()}, set(NAMES + COMMANDS + OF_A_CLUB))
        for name in NAMES + COMMANDS + OF_A_CLUB:
            check(schema(name), (name,))

    def test_they_are_schemas(self):
        for name in NAMES + COMMANDS + OF_A_CLUB:
            validator(schema(name))
            self.assertEqual(schema(name)["$schema"],
                             "https://json-schema.org/draft/2020-12/schema")


if __name__ == "__main__":
    unittest.main()
