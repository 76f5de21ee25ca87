"""A player who is forgotten: no file has the name any more, and the matches are as whole as before."""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import tempfile
import threading
import time
import unittest

from client import Client
from daemon import Daemon
from languages import prefix
from mqtt import Broker, Publisher
from programs import eventually
from test_storage import mount
from web import Web

PLAYERS = "io.gatherd.Players"
FIXTURES = pathlib.Path(__file__).parent.parent / "GatherDaemonTests" / "Fixtures"
ROUNDS = int(os.environ.get("GATHERD_FORGET_ROUNDS", 25))
SEED = int(os.environ.get("GATHERD_SEED", random.randrange(2**32)))

# A name with characters that JSON escapes, with some of several bytes, and one beyond 16 bits.
NAME = "Žo\"fie \\ Nováková\U0001f98a"
YOUNG = "Žofinka"
TEAM = "FK Žižkovská"
CODE = re.compile(r"\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b")


def forms(name):
    """The bytes by which a name can be in a file."""
    escaped = json.dumps(name)[1:-1]
    return {name.encode(), name.encode("utf-16-le"), name.encode("utf-16-be"), escaped.encode(),
            json.dumps(name, ensure_ascii=False)[1:-1].encode()}


def traces(directory, *names):
    """The files below a directory in which a name can be found, with the name."""
    found = []
    for path in sorted(pathlib.Path(directory).rglob("*")):
        with contextlib.suppress(FileNotFoundError):  # SQLite's own come and go.
            if path.is_file():
                content = path.read_bytes()
                found += [(path.name, name) for name in names
                          if any(form in content for form in forms(name))]
    return found


class Forgets(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def ctl(self, *arguments, status=0, daemon=None, **more):
        return (daemon or self.daemon).said(self, *arguments, status=status, **more)

    def fill(self, daemon=None):
        """Two matches with a player 1 who has had two names, and one without; gives their IDs."""
        daemon = daemon or self.daemon
        call = daemon.call
        call(f"{PLAYERS}.Add", players=[
            {"name": YOUNG, "age": 31, "favouriteTeam": TEAM}, {"name": "Bert"}, {"name": "Carl"},
            {"name": "Dora"}])
        ids = []
        for index in range(2):
            call("Open", teamAPlayers=[1, 3], teamBPlayers=[2], benchPlayers=[4])
            call("Start")
            call("AddToScore", team="teamA", delta=1, scorer=1, requestId=f"goal {index}")
            call("ShowCard", team="teamA", card="yellow", playerId=1)
            call("AddToScore", team="teamB", delta=1, scorer=2)
            call("AddToScore", team="teamB", delta=1, scorer=1, ownGoal=True)
            call("Undo", requestId=f"undo {index}")
            call("Substitute", team="teamA", playerOff=1, playerOn=4)
            if index == 0:
                profile = {"name": NAME, "age": 32, "favouriteTeam": TEAM, "position": "winger"}
                call(f"{PLAYERS}.Edit", id=1, profile=profile, requestId="edit")
            ids.append(call("End")["gather"]["id"])
        call("Open", teamAPlayers=[3], teamBPlayers=[2])
        ids.append(call("Discard")["gather"]["id"])
        return ids

    def check_gone(self, directory, message=None):
        self.assertEqual(traces(directory, NAME, YOUNG, TEAM), [], message)

    def verify(self, daemon=None):
        said = self.ctl("verify", "--all", daemon=daemon)
        self.assertNotIn("changed", said)
        return said


class Whole(Forgets):
    def test_no_file_and_nothing_that_is_shown_has_the_name(self):
        other = Daemon.running(self)
        self.fill(other)
        ids = self.fill()
        self.assertNotEqual(traces(self.daemon.state, NAME, YOUNG, TEAM), [])
        codes = [CODE.search(self.ctl("report", each))[0] for each in ids]
        scores = [self.ctl("show", each).splitlines()[0] for each in ids]
        target = self.daemon.directory
        before = self.exported(target / "before.json")
        verified = self.verify()

        said = self.ctl("player", "forget", "1", "--yes")
        self.assertTrue(said.startswith("player 1 is forgotten\nin 2 matches"), said)
        self.assertIn("not reached: ", said)
        self.check_gone(self.daemon.state, "while it is running")
        self.assertEqual(self.verify(), verified)
        for each, code, score in zip(ids, codes, scores, strict=True):
            self.assertIn(code, self.ctl("verify", code, each[:8]))
            self.assertEqual(self.ctl("show", each).splitlines()[0], score)
        shown = "".join(
            [self.ctl(*words) for words in (
                ["player"], ["player", "export"], ["status"], ["history"], ["scorers"], ["team"])]
            + [self.ctl(verb, each) for verb in ("show", "report") for each in ids])
        for name in (NAME, YOUNG, TEAM):
            self.assertNotIn(name, shown)
        self.assertIn("somebody", self.ctl("report", ids[0]))
        self.assertIn("somebody", self.ctl("scorers"))
        # An export of before is as right as one of now.
        self.assertEqual(self.ctl("verify", before), self.ctl(
            "verify", self.exported(target / "after.json")))
        self.assertEqual(traces(target, NAME, YOUNG), [
            ("before.json", NAME), ("before.json", YOUNG)])
        # The same on the page.
        web = Web(self, self.daemon.socket)
        pages = json.dumps([web.json("/api/squad")]
                           + [web.json(f"/api/match?id={each}") for each in ids],
                           ensure_ascii=False)
        self.assertIn('"somebody"', pages)
        for name in (NAME, YOUNG):
            self.assertNotIn(json.dumps(name, ensure_ascii=False)[1:-1], pages)
        self.daemon.restart()
        self.check_gone(self.daemon.state, "after a kill")
        self.assertEqual(self.verify(), verified)
        self.daemon.stop()
        self.check_gone(self.daemon.state, "at the end")
        # Another pitch has its own squad.
        self.assertNotEqual(traces(other.state, NAME), [])
        self.assertIn("Dora", self.ctl("player", daemon=other))

    def exported(self, path):
        path.write_text(self.ctl("export"))
        return path

    def test_what_was_set_aside_is_deleted(self):
        self.fill()
        self.daemon.stop()
        for name in ("gather.db.damaged-20260101T000000Z", "gather.db.replaced-20260101T000000Z",
                     "gather.db.replaced-20260101T000000Z-wal"):
            shutil.copy(self.daemon.database, self.daemon.state / name)
        self.daemon.start()
        said = self.ctl("player", "forget", "1", "--dry-run")
        for name in ("gather.db.damaged-20260101T000000Z", "gather.db.replaced-20260101T000000Z"):
            self.assertIn(name, said)
        self.assertNotEqual(traces(self.daemon.state, NAME), [])
        self.ctl("player", "forget", "1", "--yes")
        self.check_gone(self.daemon.state)
        self.assertEqual(list(self.daemon.state.glob("gather.db.*")), [])

    def test_nobody_usually_plays_who_was_forgotten(self):
        self.fill()
        self.ctl("defaults", "--players", "1-3", "--request-id", "players")
        self.ctl("player", "forget", "1", "--yes")
        for _ in range(2):
            self.assertIn("players  2-3\n", self.ctl("defaults"))
            self.daemon.restart()
        self.ctl("defaults", "--players", "2-3")

    def test_a_command_of_before_counts_once(self):
        self.fill()
        self.ctl("new")
        self.ctl("team", "a", "1")
        goal = ("goal", "a", "1", "--request-id", "goal")
        self.ctl(*goal)
        self.ctl("team", "b", "Bert", "--request-id", "team")
        gather = self.daemon.get()
        self.ctl("end", "--yes")
        self.ctl("player", "forget", "1", "--yes")
        for _ in range(2):
            self.assertNotIn("Nov", self.ctl(*goal))
            self.ctl("team", "b", "Bert", "--request-id", "team")
        self.assertIn(gather["score"], self.ctl("show", gather["id"]))
        self.ctl("new")
        said = self.ctl("goal", "a", "1", "--request-id", "other", status=1)
        self.assertIn("no player", said)

    def test_the_name_that_is_left_is_in_the_language(self):
        ids = self.fill()
        self.ctl("player", "forget", "1", "--yes")
        self.ctl("player", "forget", "4", "--yes")
        self.assertRegex(self.ctl("scorers"), r"somebody \(1\) ")
        for words in (("show", ids[0]), ("report", ids[0]), ("history",), ("scorers",)):
            said = prefix().run("de", *words, GATHERD_SOCKET=self.daemon.socket).stdout
            self.assertNotIn("somebody", said)
            self.assertEqual("jemand" in said, words[0] != "history", said)

    def test_events_of_before_the_hashes_are_reached(self):
        self.daemon.stop()
        for suffix in ("", "-wal"):
            shutil.copy(FIXTURES / f"version6-killed.db{suffix}",
                        self.daemon.database.with_name(f"gather.db{suffix}"))
        self.daemon.start()
        self.assertIn("Anna", self.ctl("player"))
        if self.daemon.get()["phase"] == "open":
            self.daemon.call("Discard")
        self.ctl("player", "forget", "1", "--yes")
        self.assertEqual(traces(self.daemon.state, "Anna"), [])
        self.verify()
        history = self.ctl("show", "96117526")
        self.assertIn("somebody", history)
        self.assertIn("Carla", history)

    def test_a_broker_gets_the_state_without_the_name(self):
        broker = Broker.running(self)
        self.daemon.call(f"{PLAYERS}.Add", players=[{"name": NAME}, {"name": "Bert"}])
        Publisher.begun(self, broker, self.daemon.socket)
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.daemon.call("End")

        def retained(name):
            said = json.dumps(name, ensure_ascii=False)[1:-1].encode()
            return any(said in payload for payload in broker.retained().values())

        # A broker does not tell that it has taken a message.
        eventually(lambda: retained(NAME), "the state has not come")
        self.ctl("player", "forget", "1", "--yes")
        eventually(lambda: not retained(NAME), "the name has stayed at the broker")
        self.assertTrue(retained("somebody"))


class Refusals(Forgets):
    def test_what_cannot_be_forgotten(self):
        self.fill()
        self.assertIn("no player 9", self.ctl("player", "forget", "9", "--yes", status=1))
        self.ctl("player", "forget", "Bert", status=2)
        self.ctl("player", "forget", status=2)
        # Nobody can answer the question.
        self.ctl("player", "forget", "1", status=2)
        self.daemon.call("Open")
        said = self.ctl("player", "forget", "1", "--yes", status=1)
        self.assertIn("a match is open; 'gatherctl end'", said)
        self.assertIn(NAME, self.ctl("player"))
        self.daemon.call("Discard")
        dry = self.ctl("player", "forget", "1", "--dry-run")
        self.assertTrue(dry.startswith("player 1 would be forgotten\n"), dry)
        self.assertIn(NAME, self.ctl("player"))
        self.ctl("player", "forget", "1", "--yes")
        for option in ("--yes", "--dry-run"):
            said = self.ctl("player", "forget", "1", option)
            self.assertEqual(said, "no change: player 1 was forgotten before\n")
        for verb in ("show", "restore"):
            said = self.ctl("player", verb, "1", status=1)
            self.assertIn("player 1 was forgotten, for good", said)

    def test_a_full_disk_loses_nothing(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        mount(self, daemon.state, "size=2m")
        daemon.start()
        self.fill(daemon)
        verified = self.verify(daemon)
        filler = daemon.state / "filler"
        with open(filler, "ab", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        said = self.ctl("player", "forget", "1", "--yes", status=1, daemon=daemon)
        self.assertIn("the disk is full", said)
        self.assertIn(NAME, self.ctl("player", daemon=daemon))
        self.assertEqual(list(daemon.state.glob("gather.db.*")), [])
        filler.unlink()
        self.assertEqual(self.verify(daemon), verified)
        self.ctl("player", "forget", "1", "--yes", daemon=daemon)
        self.check_gone(daemon.state)
        self.assertEqual(self.verify(daemon), verified)


class Killed(Forgets):
    def test_at_any_moment_all_is_as_before_or_forgotten(self):
        print(f"GATHERD_SEED={SEED} GATHERD_FORGET_ROUNDS={ROUNDS}", flush=True)
        chance = random.Random(SEED)
        self.fill()
        verified = self.verify()
        self.daemon.kill()  # So that there is a log.
        with tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp") as kept:
            whole = pathlib.Path(kept) / "state"
            shutil.copytree(self.daemon.state, whole)
            length = self.one_round(whole, None, verified)
            outcomes = [self.one_round(whole, chance.uniform(0, 1.2 * length), verified)
                        for _ in range(ROUNDS)]
        print(f"{outcomes.count(True)} forgotten, {outcomes.count(False)} as before", flush=True)

    def one_round(self, whole, moment, verified):
        """Forgets a player, is killed after so many seconds, and is looked at: gives whether the
        player is forgotten. Without a moment it gives how long it takes."""
        shutil.rmtree(self.daemon.state)
        shutil.copytree(whole, self.daemon.state)
        self.daemon.start()
        with Client(self.daemon.socket) as client:
            began = time.monotonic()
            client.send(f"{PLAYERS}.Forget", {"id": 1})
            if moment is None:
                client.receive()
            else:
                # This waits for nothing: the moment is what the test is about.
                threading.Event().wait(moment)
            length = time.monotonic() - began
            self.daemon.kill()
        self.daemon.start()
        squad = self.ctl("player")
        self.assertEqual(self.verify(), verified)
        self.assertEqual(list(self.daemon.state.glob("gather.db.*")), [])
        is_forgotten = NAME not in squad
        if is_forgotten:
            self.check_gone(self.daemon.state)
        else:
            self.ctl("player", "forget", "1", "--yes")
            self.check_gone(self.daemon.state)
            self.assertEqual(self.verify(), verified)
        self.daemon.kill()
        return length if moment is None else is_forgotten


if __name__ == "__main__":
    unittest.main()
