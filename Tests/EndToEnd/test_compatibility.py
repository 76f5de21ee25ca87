"""A gatherctl and a gatherd of another day: the older one with the newer, both ways, in every verb.

What an older version has said is in Fixtures/, recorded by `record`. What today's says otherwise on
purpose is in the tables below, each with its reason.
"""

import contextlib
import json
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time
import unittest

import dialogue
import interfaces
from board import BoardTerminal
from daemon import Daemon
from dialogue import VERSIONS, Names, Scene
from old_gatherd import OldGatherd, refusal
from programs import INTERFACES, LIMIT
from web import Web

# Tables of runs, each by the beginning of its arguments, with the reason. An entry that no run uses
# is no error.

# Runs in which today's gatherd answers an older gatherctl differently. No later run may depend on
# one of them.
ANSWERED_OTHERWISE = {
    "undo --request-id after-the-squad":
        "Undo covers the match; after a change of the squad it takes nothing back and says so",
}
# Runs in which today's gatherctl sends other calls to an older gatherd: more, fewer, or first one
# that the older one does not know. The result of the run is the same.
SENT_OTHERWISE = {
    "player edit": "a request ID, which the older one does not take here",
    "player remove": "a request ID, which the older one does not take here",
    "export": "that it wants the records of the events, which the older one does not have",
}
# Runs that end with another status.
ENDED_OTHERWISE = {
    "new --time 0": (2, "what is wrong on the command line is said before anything is sent"),
    "set 25h": (2, "what is wrong on the command line is said before anything is sent"),
}

# The differences found by `Promise.check` that are intended.
GIVEN_UP = {
}

# The reasons of messages that come at any time, and so have no place in a dialogue.
UNPLACED = {"tick", "submissionChanged"}


def listed(table, arguments):
    """What a table has for a run."""
    return next((each for begin, each in table.items() if arguments.startswith(begin)), None)


# In the place of ssh and of an older gatherctl over there.
OLD_BRIDGE = """
import os, select, socket, sys, time
def greet():
    os.write(1, b"gatherctl-bridge %d\\n" % (time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000))
assert sys.argv[-1] == "gatherctl bridge", sys.argv
daemon = socket.socket(socket.AF_UNIX)
daemon.connect(sys.argv[1])
greet()
asks = True
while True:
    for source in select.select([0, daemon], [], [])[0]:
        if source == 0:
            data = os.read(0, 65536)
            while asks and data[:1] == b"\\n":
                greet()
                data = data[1:]
            asks = asks and not data
            daemon.sendall(data)
        else:
            data = daemon.recv(65536)
            os.write(1, data)
        if not data and not asks:
            sys.exit()
"""


class Interfaces(unittest.TestCase):
    def test_they_have_all_they_had(self):
        today = interfaces.read(INTERFACES)
        self.assertTrue(VERSIONS)
        for version in VERSIONS:
            for name, earlier in interfaces.read(version / "interfaces").items():
                with self.subTest(version.name, name=name):
                    broken = interfaces.Promise(earlier, today[name]).check()
                    self.assertEqual([line for line in broken if line not in GIVEN_UP], [])

    def test_a_broken_promise_is_found(self):
        """That the test above can fail."""
        earlier = """interface a.b
            type T (word: (one, two), number: int, maybe: ?string)
            method M(given: ?int, list: []T) -> (got: T)
            method Gone() -> ()
            error E (why: string)"""
        later = """interface a.b
            type T (word: (one, two, three), number: ?int, more: string)
            method M(given: int, list: []T, needed: int, spare: ?int) -> (got: T)
            error E (why: int)"""
        promise = interfaces.Promise(interfaces.Interface(earlier), interfaces.Interface(later))
        self.assertEqual(sorted(promise.check()), [
            "E .why: string is now int",
            "M -> .got.maybe is gone",
            "M -> .got.number: int is now ('?', 'int')",
            "M -> .got.word: ['three'] are not known",
            "M(.given: ('?', 'int') is now int",
            "M(.list.maybe is gone",
            "M(.list.more is new, and has to be given",
            "M(.needed is new, and has to be given",
            "method Gone is gone",
        ])


class PlainMatch(unittest.TestCase):
    """A match without a format is stored as it was before there were formats, byte for byte."""

    COMMANDS = (
        "player add Ada", "player add Ben",
        "new --time 12:00 --team-a Reds --team-b Blues --color-a red", "team a ada", "team b ben",
        "start", "goal a ada", "goal b", "undo", "redo", "goal a --own-goal ben",
        "pause --ago 10ms", "resume", "adjust +2m", "score 2-1", "score b +1", "cancel", "set 5:00",
        "toggle", "scorer 7 ada", "end --yes", "reopen last", "discard --yes")

    # Recorded with the last version without formats.
    ROWS = (
        ("opened", '{"id":"ID","seconds":720,"teamAName":"Reds","teamBName":"Blues"}'),
        ("teamsColored", '{"teamA":"red","teamB":null}'),
        ("playersMoved", '{"players":[{"id":1,"name":"Ada","position":null}],"section":"teamA"}'),
        ("playersMoved", '{"players":[{"id":2,"name":"Ben","position":null}],"section":"teamB"}'),
        ("started", "{}"),
        ("goalScored", '{"team":"teamA","player":{"id":1,"name":"Ada","position":null},'
                       '"ownGoal":false}'),
        ("scoreAdded", '{"team":"teamB","delta":1}'),
        ("undone", '{"step":7}'), ("redone", '{"step":7}'),
        ("goalScored", '{"team":"teamA","player":{"id":2,"name":"Ben","position":null},'
                       '"ownGoal":true}'),
        ("paused", '{"agoMilliseconds":10}'), ("started", "{}"),
        ("timeAdjusted", '{"seconds":120}'), ("scoreAdded", '{"team":"teamB","delta":1}'),
        ("cancelled", "{}"), ("timeSet", '{"seconds":300}'), ("started", "{}"), ("ended", "{}"),
        ("undone", '{"step":18}'), ("discarded", "{}"))

    def test_it_has_no_other_event(self):
        daemon = Daemon.running(self)
        for command in self.COMMANDS:
            daemon.ctl(*command.split())
        identifier = daemon.get()["id"]
        daemon.stop()
        with contextlib.closing(sqlite3.connect(daemon.database)) as database:
            rows = database.execute("SELECT kind, details FROM events ORDER BY number").fetchall()
        self.assertEqual(
            [(kind, details.replace(identifier, "ID")) for kind, details in rows],
            list(self.ROWS))


class OlderClient(unittest.TestCase):
    """What an older gatherctl sends, sent to today's gatherd."""

    def test_every_call_is_answered_as_it_was(self):
        for version in VERSIONS:
            with self.subTest(version.name):
                self.play(dialogue.of(version))

    def play(self, entries):
        self.scene = Scene(self)
        self.names = Names(self.scene.backend.url)
        self.today = interfaces.read(INTERFACES)
        self.connections, self.differences = {}, []
        for entry in entries:
            if "scene" in entry:
                self.scene.act(entry["scene"])
            elif "arguments" in entry:
                arguments = " ".join(entry["arguments"])
            else:
                self.pass_on(entry, arguments)
        self.assertEqual(self.differences, [])

    def pass_on(self, entry, arguments):
        place = entry["run"], entry["connection"]
        if "call" in entry:
            if place not in self.connections:
                self.connections[place] = [self.scene.daemon.client(), None, arguments]
            self.connections[place][1] = call = self.names.translated(entry["call"])
            self.connections[place][0].send_bytes(json.dumps(call).encode() + b"\0")
            return
        client, call, arguments = self.connections[place]
        if entry["reply"].get("continues"):
            today = self.next_change(client, entry["reply"])
        else:
            today = client.receive()
        if today is not None and not listed(ANSWERED_OTHERWISE, arguments):
            # How far a result is changes all the time where somebody looks on.
            passing = {"submission"} if entry["reply"].get("continues") else set()
            found = dialogue.differences(
                entry["reply"], today, self.names, call["method"], passing)
            self.differences += [f"gatherctl {arguments}: {line}" for line in found]
        if today is not None:
            self.check_declared(call["method"], today)

    @staticmethod
    def next_change(client, recorded):
        """The next message with the reason of the recorded one; nil where that has no place."""
        reason = recorded["parameters"]["reason"]
        while reason not in UNPLACED:
            message = client.receive()
            if message["parameters"]["reason"] == reason:
                return message
        return None

    def check_declared(self, method, reply):
        """What comes is what today's interface says, the added fields too."""
        name, _, word = method.rpartition(".")
        kind = self.today[name].methods[word][1]
        if "error" in reply:
            name, _, word = reply["error"].rpartition(".")
            kind = self.today[name].errors[word]
        fault = self.today[name].fault(reply.get("parameters", {}), kind)
        self.assertIsNone(fault, f"{method}: {reply}")


class OlderDaemon(unittest.TestCase):
    """Today's gatherctl, with an older gatherd: it is played from what it has said."""

    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-old-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.directory)

    def old_gatherd(self, version, entries, without=None, **options):
        known = interfaces.read(version / "interfaces")
        if without is not None and known.pop(without, None) is None:
            name, _, method = without.rpartition(".")
            del known[name].methods[method]
        path = self.directory / f"socket{len(list(self.directory.iterdir()))}"
        return OldGatherd(self, path, known, entries, **options)

    def ctl(self, old, entry, *options, **variables):
        """Runs gatherctl as it was run; gives its exit status and what it has shown."""
        words = [word.replace("{directory}", str(self.directory)) for word in entry["arguments"]]
        with dialogue.Ctl(old.path, [*options, *words], **variables) as ctl:
            return ctl.end(entry.get("input", ""), entry.get("until"))

    def check_all(self, **options):
        for version in VERSIONS:
            entries = dialogue.of(version)
            old = self.old_gatherd(version, entries, **options)
            for entry in entries:
                if "arguments" in entry:
                    with self.subTest(version.name, arguments=entry["arguments"]):
                        self.check_run(old, entry)

    def check_run(self, old, entry, *options, **variables):
        arguments = " ".join(entry["arguments"])
        old.play(entry["run"])
        status, shown = self.ctl(old, entry, *options, **variables)
        other = listed(ENDED_OTHERWISE, arguments)
        if other is not None and status == other[0]:
            return
        self.assertEqual(status, entry["status"], shown)
        for text in entry["shows"]:
            self.assertIn(text, shown)
        if not listed(SENT_OTHERWISE, arguments):
            self.assertEqual(old.refused, [])
            self.assertEqual(sent(old.calls), sent(old.recorded(entry["run"])))

    def test_every_verb_works(self):
        self.check_all()

    def test_every_verb_takes_what_it_does_not_know(self):
        """A later daemon may add fields everywhere."""
        self.check_all(change=with_more)

    def test_over_an_older_bridge(self):
        ssh = self.directory / "ssh"
        ssh.write_text(OLD_BRIDGE)
        for version in VERSIONS:
            entries = dialogue.of(version)
            old = self.old_gatherd(version, entries)
            for arguments in ("status", "start", "goal a 1", "watch --once", "log", "history"):
                entry = run_of(arguments, entries)
                with self.subTest(version.name, arguments=arguments):
                    self.check_run(old, entry, "-H", "pitch",
                                   GATHERCTL_SSH=f"{sys.executable} {ssh} {old.path}")

    def test_a_board_controls_it(self):
        keys = {"a1\r": "AddToScore", "B": "AddToScore", " ": "Pause", "u": "Undo", "r": "Redo"}
        for version in VERSIONS:
            entries = dialogue.of(version)
            old = self.old_gatherd(version, entries)
            old.play(run_of("watch --once", entries)["run"])
            board = BoardTerminal(self, old.path, "--control")
            board.read_until("Lions")
            for key, method in keys.items():
                with self.subTest(version.name, key=key):
                    count = len(old.calls)
                    board.type(key)
                    deadline = time.monotonic() + LIMIT
                    while f"io.gatherd.Gather.{method}" not in methods(old.calls[count:]):
                        self.assertLess(time.monotonic(), deadline, old.calls[count:])
                        board.read(0.05)
            board.type("q")
            self.assertEqual(board.end(), 0)
            # It undoes what is named as the last command in the same way.
            last = refusal("InvalidParameter", parameter="last")
            self.assertEqual([each for each in old.refused if each != last], [])

    def test_pages_in_other_languages_get_its_texts_in_english(self):
        show = "io.gatherd.History.Show"
        for version in VERSIONS:
            entries = dialogue.of(version)
            old = self.old_gatherd(version, entries)
            old.play(run_of("show last", entries)["run"])
            web = Web(self, old.path)
            plain = web.json("/api/match")
            with self.subTest(version.name):
                self.assertEqual(old.refused, [])
                self.assertGreater(len(plain["entries"]), 1)
                self.assertEqual(web.json("/api/match?translatable=true"), plain)
                self.assertEqual(
                    old.refused, [refusal("InvalidParameter", parameter="translatable")])
                self.assertEqual(sent(old.calls)[1:], [
                    (show, {"limit": 250, "translatable": True}), (show, {"limit": 250})])

    def test_what_it_does_not_have_is_said(self):
        lacking = {
            "io.gatherd.Gather.DrawTeams": "team draw --seed 7",
            "io.gatherd.Players.Remove": "player remove 5 --yes",
            "io.gatherd.Players": "player",
        }
        for version in VERSIONS:
            entries = dialogue.of(version)
            for name, arguments in lacking.items():
                with self.subTest(version.name, name=name):
                    old = self.old_gatherd(version, entries, without=name)
                    entry = run_of(arguments, entries)
                    old.play(entry["run"])
                    status, shown = self.ctl(old, entry)
                    self.assertEqual(status, 1)
                    self.assertRegex(shown, rf"gatherd has no '{name}.*another version")


def run_of(arguments, entries):
    """The first run with these arguments."""
    return next(each for each in entries if each.get("arguments") == arguments.split())


def methods(calls):
    return [call["method"] for call in calls]


def sent(calls):
    """Calls, without the IDs that are made up for each."""
    return [(call["method"],
             {name: value for name, value in call.get("parameters", {}).items()
              if name != "requestId"})
            for call in calls]


def with_more(value):
    """A reply with a field in each object that nobody knows."""
    if isinstance(value, dict):
        more = {name: with_more(each) for name, each in value.items()}
        # The message itself is Varlink's.
        is_message = set(value) & {"parameters", "error"}
        return more if is_message else more | {"ofTomorrow": {"deep": [1, None, "x"]}}
    return [with_more(each) for each in value] if isinstance(value, list) else value
