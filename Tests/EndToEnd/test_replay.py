"""`gatherctl replay`: a match is played again on a gatherd of its own."""

import json
import os
import random
import signal
import stat
import statistics
import time
import unittest

from client import HISTORY, Client, Refused
from daemon import Daemon
from programs import LIMIT, Running, ctl, eventually, gatherctl, run
from replay import Replay

# What a timeline says of an event, whenever and by whoever it was done.
FACTS = ("number", "step", "kind", "text", "goneMilliseconds", "clock", "score", "undoneBy",
         "scorer", "ownGoal", "team", "goals", "standingScore", "correction", "lowered", "amends",
         "before", "card", "penaltySeconds", "playerTeam", "player", "playerOn", "minute",
         "kickScored", "kicks", "period", "addedMinutes")
# How a command of the walk is made; by their weights.
KINDS = {
    "AddToScore": 20, "dated": 6, "minute": 4, "SetScore": 3, "AmendGoal": 6, "ShowCard": 6,
    "AmendCard": 3, "Substitute": 4, "MovePlayers": 3, "SwapPlayers": 2, "NameTeams": 1,
    "ColorTeams": 1, "CountFoul": 3, "TakeTimeOut": 2, "Whistle": 8, "AnnounceAddedTime": 2,
    "AddExtraTime": 3, "BeginKicks": 3, "TakeKick": 8, "Toggle": 4, "Cancel": 1, "SetTime": 1,
    "AdjustTime": 3, "ChooseFormat": 1, "Undo": 5, "number": 5, "Redo": 4, "End": 1,
}
SIDES = "teamA", "teamB"


class Walk:
    """A match of commands at random; what makes no sense is refused, and is not in the record."""

    def __init__(self, daemon, chance):
        self._daemon = daemon
        self._chance = chance
        self.done = set()
        names = [{"name": f"Player {number}"} for number in range(1, 9)]
        squad = Client(daemon.socket)
        with squad:
            squad.call("io.gatherd.Players.Add", players=[{"name": "Nobody"}])
            self._players = [
                player["id"]
                for player in squad.call("io.gatherd.Players.Add", players=names)["players"]]
        # It began a while ago, so that there are minutes.
        self._daemon.call("SetDefaults", defaults={"format": chance.choice(
            (None, "halves", "futsal"))})
        self._daemon.call("Start", agoMilliseconds=chance.randint(60_000, 500_000))
        for side in (0, 1):
            self._daemon.call("MovePlayers", playerIds=self._players[side * 4:side * 4 + 3],
                              section=SIDES[side])
        self._daemon.call("MovePlayers", playerIds=[self._players[3]], section="bench")

    def go(self, count):
        """Gives so many commands, and ends the match."""
        for _ in range(count):
            kind, = self._chance.choices(list(KINDS), list(KINDS.values()))
            method, given = self._command(kind)
            try:
                self._daemon.call(method, **given)
            except Refused:
                continue
            self.done.add(kind)
            if self._daemon.get()["phase"] != "open":
                self._daemon.call("Undo")
        if self._daemon.get()["phase"] == "open":
            self._daemon.call("End")

    def _command(self, kind):
        chance, number = self._chance, self._daemon.get()["revision"]
        team, player, other = chance.choice(SIDES), *chance.sample(self._players, 2)
        match kind:
            case "AddToScore":
                return kind, {"team": team, "delta": 1, "scorer": player, "force": True}
            case "dated":
                return "AddToScore", {"team": team, "delta": 1,
                                      "agoMilliseconds": chance.randint(1, 90_000)}
            case "minute":
                return "AddToScore", {"team": team, "delta": 1, "minute": chance.choice("12")}
            case "SetScore":
                return kind, {"team": team, "score": chance.randint(0, 4), "otherScore": 2}
            case "AmendGoal":
                change = chance.choice(({"noScorer": True}, {"scorer": player}, {"minute": "1"},
                                        {"scorer": player, "team": team, "ownGoal": True}))
                return kind, {"number": chance.randint(1, number), **change}
            case "ShowCard":
                card = chance.choice(("yellow", "yellow", "red", "time"))
                return kind, {"team": team, "card": card, "playerId": player}
            case "AmendCard":
                return kind, {"number": chance.randint(1, number), "card": "yellow"}
            case "Substitute":
                return kind, {"team": team, "playerOff": player, "playerOn": other}
            case "MovePlayers":
                return kind, {"playerIds": [player],
                              "section": chance.choice((*SIDES, "bench", None)), "force": True}
            case "SwapPlayers":
                return kind, {"playerIds": [player, other], "force": True}
            case "NameTeams":
                return kind, {"teamAName": f"Side {number}"}
            case "ColorTeams":
                return kind, {"teamBColor": chance.choice(("red", "none"))}
            case "CountFoul" | "TakeTimeOut":
                return kind, {"team": team}
            case "AnnounceAddedTime":
                return kind, {"minutes": chance.randint(1, 5), "force": True}
            case "TakeKick":
                return kind, {"team": team, "scored": chance.random() < 0.6}
            case "SetTime":
                return kind, {"time": {"minutes": 20, "seconds": 0}}
            case "AdjustTime":
                return kind, {"seconds": chance.choice((-30, 60)), "start": True}
            case "ChooseFormat":
                return kind, {"format": "quarters", "force": True}
            case "number":
                return "Undo", {"number": chance.randint(1, number)}
            case "Undo":
                return kind, {"match": True}
        return kind, {}


def facts(client):
    """The facts of the newest match's events, and its sides."""
    shown = client.call(f"{HISTORY}.Show")
    sides = {side: sorted(player["name"] for player in shown[side])
             for side in (*SIDES, "bench")}
    gather = client.get()
    return [{name: entry.get(name) for name in FACTS} for entry in shown["entries"]], sides, {
        "phase": gather["phase"], "score": gather["score"], "winner": gather["winnerName"],
        "names": [gather[side]["name"] for side in SIDES],
        "colors": [gather[side].get("color") for side in SIDES],
        "cards": [(card["team"], card["card"], card["minute"]) for card in gather.get("cards", [])],
    }


class Replays(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.daemon = Daemon.running(self)
        self.runtime = self.daemon.directory / "runtime"
        self.runtime.mkdir(0o700)

    def replay(self, *arguments):
        """A replay that goes on."""
        return Replay(self, *arguments, GATHERD_SOCKET=self.daemon.socket,
                      XDG_RUNTIME_DIR=self.runtime)

    def played(self, *arguments):
        """The facts of a match that was played again."""
        replay = self.replay(*arguments).play()
        with Client(replay.socket) as client:
            found = facts(client)
        self.assertEqual(replay.end(), [])
        return found

    def wanted(self):
        with Client(self.daemon.socket) as client:
            return facts(client)

    def assert_alike(self, found, wanted):
        """Two matches are alike, to a millisecond: a replay goes by the wall clock of the events, and
        gatherd reads that a few microseconds after the clock by which it counts."""
        gone = [[event.pop("goneMilliseconds") for event in events]
                for events in (found[0], wanted[0])]
        self.assertEqual(found, wanted)
        for one, other in zip(*gone):
            self.assertLessEqual(abs(one - other), 1, gone)

    def match(self, *commands):
        for command in commands:
            self.assertEqual(self.daemon.ctl(*command.split()).returncode, 0, command)

    def file(self, text):
        path = self.daemon.directory / "export"
        path.write_text(text)
        return path

    def refused(self, *arguments, status=1):
        result = ctl(self.daemon.socket, "replay", *arguments, XDG_RUNTIME_DIR=self.runtime)
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(list(self.runtime.iterdir()), [])
        return result.stderr

    def test_random_walks(self):
        seed = int(os.environ.get("GATHERD_SEED", random.randrange(1 << 32)))
        print(f"seed {seed}")
        done = set()
        for number in range(8):
            with self.subTest(seed=seed, number=number):
                walk = Walk(self.daemon, random.Random(seed + number))
                walk.go(150)
                done |= walk.done
                wanted = self.wanted()
                id = self.daemon.get()["id"]
                found = self.played(id, "--speed", "max")
                self.assert_alike(found, wanted)
        self.assertGreater(len(done), len(KINDS) * 3 // 4, sorted(set(KINDS) - done))

    def test_the_board_shows_what_was_to_be_seen(self):
        self.match("new --time 20:00 --team-a Reds --team-b Blues", "start", "goal a", "end --yes")
        id = self.daemon.get()["id"]
        # The goal is ten minutes later, and the end five more, as its record has it.
        events = [json.loads(line) for line in
                  ctl(self.daemon.socket, "export", id).stdout.splitlines()]
        for event in events:
            record = json.loads(event["record"])
            record[5] += 600_000_000 * (event["number"] > 2) + 300_000_000 * (event["number"] > 3)
            event["record"] = json.dumps(record)
        path = self.file("".join(json.dumps(event) + "\n" for event in events))
        replay = self.replay(path, "--speed", "100")
        with Client(replay.socket) as client:
            client.send("Subscribe", {"ticks": True}, more=True)
            shown = []
            while True:
                _, gather = client.next_change()
                if gather is not None and gather["timer"]["state"] == "running":
                    timer = gather["timer"]
                    left = timer["remainingMilliseconds"]
                    shown.append(left)
                    # A client computes what is left from the deadline by its own clock.
                    now = time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1000
                    own = (timer["endsAtBoottimeMicroseconds"] - now) / 1000
                    # The clock of the match is ahead by a quarter of an hour at last; a message
                    # is late by much less.
                    self.assertAlmostEqual(own, left, delta=LIMIT * 1000)
                if gather is not None and gather["phase"] == "ended":
                    break
        self.assertEqual(shown, sorted(shown, reverse=True))
        # It is moved by 10 s each time; where a busy machine stands still, some come as one.
        steps = [before - after for before, after in zip(shown, shown[1:])]
        self.assertGreater(len(shown), 5)
        self.assertLess(statistics.median(steps), 200_000)
        goal = replay.play().call(f"{HISTORY}.Show")["entries"][2]
        self.assertEqual(goal["goneMilliseconds"] // 1000, 600)

    def test_an_export(self):
        self.match("new --team-a Reds --team-b Blues", "start", "goal b", "end --yes")
        export = self.daemon.ctl("export", "--format", "json").stdout
        self.assertEqual(self.played(self.file(export), "--speed", "max"), self.wanted())
        # On another machine, where no gatherd is.
        result = run(gatherctl(), "replay", self.file(export), "--once", "--speed", "max",
                     GATHERD_SOCKET="/nowhere", XDG_RUNTIME_DIR=self.runtime)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Reds 0-1 Blues", result.stdout)
        self.assertEqual(list(self.runtime.iterdir()), [])
        # A pipe, whose writer takes its time.
        pipe = self.daemon.directory / "pipe"
        os.mkfifo(pipe)
        first, rest = export[:300], export[300:]
        replay = Running(self, gatherctl(), "replay", pipe, "--once", "--speed", "max",
                         GATHERD_SOCKET="/nowhere", XDG_RUNTIME_DIR=self.runtime)
        with open(pipe, "w") as writer:
            for part in first, rest:
                writer.write(part)
                writer.flush()
        replay.line_with("Reds 0-1 Blues")

    def test_a_kick_off_and_a_format_of_a_file(self):
        formats = self.daemon.state / "formats"
        formats.mkdir()
        (formats / "u9.json").write_text(json.dumps({
            "periods": [{"id": "first third", "length": 8}, {"id": "last third", "length": "8:30"}],
            "foulLimit": 3, "timeOuts": {"perPeriod": 1, "length": "0:30"}}))
        with Client(self.daemon.socket) as client:
            client.subscribe()
            soon = int((time.time() + 3) * 1e6)
            self.daemon.call("Open", format="u9", kickOffMicroseconds=soon, kickOffAutomatic=True)
            client.change_with("started")
        self.match("foul a", "timeout b", "start", "goal a", "undo", "redo", "end --yes", "undo",
                   "goal b", "end --yes")
        wanted = self.wanted()
        # What the daemon knows of it is not needed.
        (formats / "u9.json").unlink()
        found = self.played("last", "--speed", "max")
        # The moment of the kick-off is that of another day, in whole minutes.
        for events in wanted[0], found[0]:
            for event in events:
                if event["kind"] == "kickOffSet":
                    event.pop("text")
        self.assert_alike(found, wanted)

    def test_sides_that_were_drawn(self):
        players = [{"name": f"Player {number}", "skill": skill} for number, skill in
                   enumerate(("beginner", "professional") * 3)]
        ids = [player["id"] for player in self.daemon.call(
            "io.gatherd.Players.Add", players=players)["players"]]
        self.daemon.call("DrawTeams", playerIds=ids[:4], seed=1)
        self.match("start")
        self.daemon.call("DrawTeams", playerIds=ids[1:], seed=2)
        scorer = self.daemon.get()["teamA"]["players"][0]["id"]
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=scorer)
        self.daemon.call("DrawTeams", playerIds=ids, seed=3)
        self.match("undo", "end --yes")
        wanted, found = self.wanted(), self.played("last", "--speed", "max")
        self.assertEqual(found[1:], wanted[1:])
        goals = [[(event["scorer"], event["standingScore"], event["goneMilliseconds"])
                  for event in events if event["goals"]] for events in (found[0], wanted[0])]
        self.assertEqual(*goals)

    def test_sides_that_were_drawn_again(self):
        players = [{"name": f"Player {number}"} for number in range(6)]
        ids = [player["id"] for player in self.daemon.call(
            "io.gatherd.Players.Add", players=players)["players"]]
        for seed in 1, 7, 3, 5:
            self.daemon.call("DrawTeams", playerIds=ids, seed=seed)
        drawn = self.daemon.get()["revision"]
        self.match("start", "goal a", f"undo {drawn}", "end --yes")

        def order(socket):
            with Client(socket) as client:
                gather = client.get()
            return [[player["name"] for player in gather[side]["players"]] for side in SIDES]
        replay = self.replay("last", "--speed", "max").play()
        # Somebody stayed on a side, and had another place there than before.
        self.assertEqual(order(replay.socket), order(self.daemon.socket))
        self.assertEqual(replay.end(), [])

    def test_an_export_of_several_matches(self):
        self.match("new --team-a Reds", "goal a", "end --yes", "new --team-a Greens", "end --yes")
        export = self.daemon.ctl("export").stdout
        path = self.file(export)
        self.assertIn("has several matches", self.refused(path))
        first = json.loads(export.splitlines()[-1])["gatherId"]
        result = ctl(self.daemon.socket, "replay", path, first[:8], "--once", "--speed", "max")
        self.assertIn("Reds 1-0 Team B", result.stdout)
        self.assertIn("does not have this match", self.refused(path, "0123abcd"))

    def test_what_is_not_whole_is_played_and_said(self):
        self.match("new", "start", "goal a", "goal b", "end --yes")
        lines = self.daemon.ctl("export").stdout.splitlines(keepends=True)
        for kept, warning in (
                (lines[:3] + lines[4:], " is not whole: event 4 is gone; it is played all the same"),
                (lines[:3] + lines[2:], "line 4 has event 3 again; it is played all the same"),
                (lines[:4], "the record ends with event 4, before the end of the match"),
                (lines, "")):
            with self.subTest(warning=warning):
                result = run(gatherctl(), "replay", self.file("".join(kept)), "--once", "--speed",
                             "max", GATHERD_SOCKET="/nowhere", XDG_RUNTIME_DIR=self.runtime)
                self.assertIn(warning, result.stderr)
                self.assertEqual(not warning, not result.stderr)
                self.assertIn("all of it was played", result.stdout)

    def test_what_cannot_be_played(self):
        self.match("new", "end --yes")
        csv = self.file(self.daemon.ctl("export", "--format", "csv").stdout)
        self.assertIn("line 1 of", self.refused(csv))
        self.assertIn("not an event", self.refused(csv))
        lines = self.daemon.ctl("export").stdout.splitlines()
        old = [json.loads(line) | {"record": None} for line in lines]
        self.assertIn("has no record", self.refused(self.file(json.dumps(old[0]))))
        self.assertIn("has no match", self.refused(self.file("")))
        self.assertIn("begin with the opening", self.refused(self.file(lines[-1])))
        self.assertIn("cannot read", self.refused(self.daemon.directory))
        self.refused("no-such-file", status=2)
        self.assertIn("cannot read 'no-such-file.jsonl'", self.refused("no-such-file.jsonl"))
        for speed in ("0.5", "-1", "1001", "fast", "nan"):
            self.assertIn("is not a speed", self.refused("last", "--speed", speed, status=2))

    def test_it_leaves_nothing(self):
        self.match("new", "start", "goal a", "end --yes")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for is_over in (True, False):
                with self.subTest(number=number, is_over=is_over):
                    # At the usual speed the first event is at once, and the last one not yet.
                    replay = self.replay("last", *(["--speed", "max"] * is_over))
                    mode = replay.socket.parent.stat().st_mode
                    self.assertEqual(stat.S_IMODE(mode), 0o700)
                    if is_over:
                        replay.play()
                    with Client(replay.socket) as client:
                        replay.end(number)
                        self.assertTrue(client.is_closed())
                    self.assertEqual(list(self.runtime.iterdir()), [])

    def test_its_gatherd_ends_with_it(self):
        self.match("new", "end --yes")
        replay = self.replay("last", "--speed", "max").play()
        with Client(replay.socket) as client:
            replay.process.kill()
            # Nobody tells of the end of a process that is not ours, but for its connection.
            self.assertTrue(client.is_closed())

    def test_what_one_that_was_killed_leaves_is_removed_by_the_next(self):
        self.match("new", "end --yes")
        killed, other = (self.replay("last", "--speed", "max").play() for _ in range(2))
        killed.process.kill()
        killed.process.wait()

        def is_removed():
            # Its gatherd needs a moment to end.
            result = self.daemon.ctl("replay", "last", "--once", "--speed", "max",
                                     XDG_RUNTIME_DIR=self.runtime)
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            return not killed.socket.parent.exists()

        eventually(is_removed, "it is still there")
        self.assertEqual(list(self.runtime.iterdir()), [other.socket.parent])
        other.call("Get")

    def test_no_match_of_people_gets_a_moved_clock(self):
        self.match("new")
        self.daemon.stop()
        result = run(self.daemon.program, "--moved-clock", "--socket", self.daemon.socket,
                     "--state-directory", self.daemon.state)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("has matches", result.stderr)

    def test_a_match_that_is_made_up(self):
        for format in ("halves", "futsal", "school", "quarters", "small-sided", "gather", "3x7-1"):
            said = set()
            for seed in ("1", "1", "2", "3"):
                with self.subTest(format=format, seed=seed):
                    result = run(
                        gatherctl(), "simulate", "--format", format, "--seed", seed, "--once",
                        "--speed", "max", XDG_RUNTIME_DIR=self.runtime)
                    # Nothing that it does is refused.
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    said.add((seed, result.stdout.splitlines()[-1]))
            # The same seed makes the same match.
            self.assertEqual(len(said), 3, said)
            self.assertEqual(list(self.runtime.iterdir()), [])

    def test_what_cannot_be_made_up(self):
        for given in (("--format", "cricket"), ("--seed", "x"), ("--speed", "0.5")):
            result = run(gatherctl(), "simulate", *given, XDG_RUNTIME_DIR=self.runtime)
            self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
            self.assertEqual(list(self.runtime.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
