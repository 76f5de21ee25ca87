"""A day of a club: matches on four pitches, whoever is killed meanwhile, and the table of them."""

import collections
import contextlib
import os
import random
import signal
import threading
import time
import unittest

import standings
from client import HISTORY, Client, Closed
from club import Club
from daemon import Daemon
from model import FIXTURES, TABLE, Model, time_passes
from mqtt import Broker, Publisher
from programs import LIMIT, eventually

SEED = int(os.environ.get("GATHERD_SEED", random.randrange(2**32)))
SECONDS = float(os.environ.get("GATHERD_CLUB_SECONDS", 20))

PITCHES = ("north", "east", "south", "west")
GROUPS = {"A": ("Reds", "Blues", "Greens", "Whites"), "B": ("Lions", "Bears", "Wolves", "Foxes")}
# A correction of an older match than the newest is published within a minute.
CORRECTION = 60


def league(revision):
    """The fixtures: each team of a group against each other one, and matches besides that change
    from list to list."""
    fixtures = [{"id": f"{home}-{away}", "home": home, "away": away, "group": group}
                for group, teams in GROUPS.items() for home in teams for away in teams
                if home != away]
    fixtures.append({"id": "final", "home": "Reds", "away": "Lions"})
    del fixtures[revision % len(fixtures)]
    return fixtures


class Crew(threading.Thread):
    """Who plays on a pitch and keeps its score, at random."""

    def __init__(self, daemon, seed, end):
        super().__init__(daemon=True)
        self.daemon_of_pitch = daemon
        self.done = collections.Counter()
        self.failure = None
        self._chance = random.Random(seed)
        self._end = end
        self._ended = []

    def run(self):
        try:
            while time.monotonic() < self._end:
                self.play()
        except BaseException as failure:
            self.failure = failure
            raise

    def call(self, method, **parameters):
        """Calls the daemon as often as it takes to be answered."""
        def answer():
            with contextlib.suppress(OSError, Closed):
                with Client(self.daemon_of_pitch.socket) as client:
                    return client.call(method, **parameters)
        return eventually(answer, lambda: f"{method} is not answered")

    def do(self, method, **parameters):
        """Gives a command, which counts once however often it is given."""
        time_passes(self._chance.uniform(0, 0.2))
        self.done[method] += 1
        return self.call(method, requestId=f"{self._chance.getrandbits(64):016x}",
                         **parameters)["gather"]

    def is_so(self, often):
        return self._chance.random() < often

    def play(self):
        match = self.do("Open", **self.sides())["id"]
        self.do("Start")
        self.score(self._chance.randrange(6))
        if self.is_so(0.1):
            self.do("Discard")
            return
        self.do("End")
        if self.is_so(0.25):
            self.do("Undo")
            self.score(1)
            self.do("Discard" if self.is_so(0.2) else "End")
        self._ended.append(match)
        if self.is_so(0.4):
            self.correct(match)
        if self.is_so(0.2) and time.monotonic() < self._end - CORRECTION:
            self.correct(self._chance.choice(self._ended))

    def sides(self):
        """A match of the list with its sides in this order or that, or any other match."""
        fixture = self._chance.choice(league(-1))
        sides = [fixture["home"], fixture["away"]]
        if self.is_so(0.2):
            sides.reverse()
        found = {"teamAName": sides[0], "teamBName": sides[1]}
        kind = self._chance.random()
        if kind < 0.85:
            found["fixture"] = fixture["id"]
        elif kind < 0.9:
            found["fixture"] = "unknown"
        # Left in its first half.
        return found | ({"format": "2x25-5"} if self.is_so(0.08) else {})

    def score(self, goals):
        for _ in range(goals):
            self.do("AddToScore", team=self._chance.choice(("teamA", "teamB")), delta=1)
            if self.is_so(0.1):
                self.do("Undo")

    def correct(self, match):
        """Gives a goal of a match to the other side."""
        goals = [entry for entry in self.call(f"{HISTORY}.Show", id=match)["entries"]
                 if entry["goals"] == 1]
        if goals:
            goal = self._chance.choice(goals)
            team = "teamB" if goal["team"] == "teamA" else "teamA"
            self.do("AmendGoal", number=goal["number"], team=team, id=match)


class ClubDay(unittest.TestCase):
    def setUp(self):
        # Else the runner ends a long day.
        signal.alarm(int(SECONDS) + 10 * LIMIT)
        # Its retained messages are on disk after some changes: a killed one comes back with old ones.
        self.broker = Broker.running(self, "autosave_on_changes true", "autosave_interval 20",
                                     "max_queued_messages 10000")
        self.daemons = {name: Daemon.running(self) for name in PITCHES}
        self.publishers = {
            name: Publisher.begun(self, self.broker, daemon.socket, pitch=name)
            for name, daemon in self.daemons.items()}
        self.club = Club.begun(self, self.broker, "--table").live()
        self.lists = 0
        self.kills = collections.Counter()
        self.chance = random.Random(SEED)
        # The newest state of each pitch that this club has served.
        self.served = {}

    def test_all_is_there_afterwards_once_whoever_is_killed(self):
        print(f"GATHERD_SEED={SEED} GATHERD_CLUB_SECONDS={SECONDS:g}", flush=True)
        self.take_fixtures()
        model = Model(self.broker, *PITCHES)
        model.start()
        end = time.monotonic() + SECONDS
        crews = {name: Crew(daemon, f"{SEED} {name}", end)
                 for name, daemon in self.daemons.items()}
        for crew in crews.values():
            crew.start()
        while time.monotonic() < end:
            self.kill_some(model)
            if self.chance.random() < 0.1:
                self.take_fixtures()
            self.look()
            time_passes(self.chance.uniform(0, 0.6))
        for crew in crews.values():
            crew.join(LIMIT)
            self.assertIsNone(crew.failure)
            self.assertFalse(crew.is_alive())
        matches = {name: standings.matches(name, daemon.said(self, "export"))
                   for name, daemon in self.daemons.items()}
        self.check_pitches(model, matches)
        self.check_table(model, sum(matches.values(), []))
        model.finish(LIMIT)
        self.tell(model, matches, sum((crew.done for crew in crews.values()),
                                      collections.Counter()))

    def take_fixtures(self):
        """Imports another list than the one before."""
        self.club.call("ImportFixtures", fixtures=league(self.lists))
        self.lists += 1

    def look(self):
        """Looks at all pitches as the club serves them: no state is older than before."""
        for pitch in self.club.call("GetPitches")["pitches"]:
            sequence = (pitch["state"] or {}).get("sequence", 0)
            self.assertGreaterEqual(sequence, self.served.get(pitch["name"], 0), pitch["name"])
            self.served[pitch["name"]] = sequence

    def kill_some(self, model):
        """Kills some at once, and starts them again in another order after a while."""
        # Those of which there is one as often again.
        victims = 2 * [("broker", self.broker), ("club", self.club), ("display", model)]
        victims += [("gatherd", daemon) for daemon in self.daemons.values()]
        victims += [("gather-mqtt", publisher) for publisher in self.publishers.values()]
        count = self.chance.choice((1, 1, 1, 2, 3))
        killed = list(dict.fromkeys(self.chance.choices(victims, k=count)))
        for kind, victim in killed:
            self.kills[kind] += 1
            victim.kill()
            if kind in ("club", "gather-mqtt"):
                # The output of hundreds of them is not kept open.
                victim.running.close()
        # Longer than a daemon may be away before that is told, sometimes.
        time_passes(self.chance.choice((0, 0.1, 0.3, 0.3, 2.5)))
        if ("club", self.club) in killed:
            # It keeps the fixtures alone, and knows what the broker does.
            self.served.clear()
        self.chance.shuffle(killed)
        for kind, victim in killed:
            victim.restart() if kind == "display" else victim.start()

    def check_pitches(self, model, matches):
        """Waits until the display has all of each pitch, and compares it with the exports."""
        for name, pitch in model.pitches.items():
            # A display that was away may never hear of a match without a result.
            kept = {match.id: match.revision for match in matches[name]
                    if match.phase != "discarded"}
            results = {match.id: (match.revision, match.score, match.fixture)
                       for match in matches[name] if match.phase == "ended"}
            now = self.daemons[name].get()

            def differences():
                model.check()
                state = (pitch.state or {}).get("gather") or {}
                shown = {match: (result["revision"], result["match"]["score"],
                                 result["match"].get("fixture"))
                         for match, result in list(pitch.results.items())}
                heard = {match: max(pitch.last.get(match, 0), pitch.known.get(match, 0))
                         for match in kept}
                return {what: (theirs, ours) for what, theirs, ours in (
                    ("online", pitch.online, b"1"),
                    ("state", (state.get("id"), state.get("revision")),
                     (now["id"], now["revision"])),
                    ("results", *apart(shown, results)), ("events", *apart(heard, kept)),
                ) if theirs != ours}

            eventually(lambda: not differences(), lambda: f"{name}: {differences()}")
            entries = {}
            for match in matches[name]:
                used, missed = pitch.used.get(match.id, []), pitch.missed(match.id)
                self.assertEqual(used, sorted(set(used)))
                known = match.revision if match.id in kept else len(used + missed)
                self.assertEqual(sorted(used + missed), list(range(1, known + 1)))
                entries |= {(match.id, number): match.entries[number] for number in used}
            self.assertEqual(pitch.entries, entries)

    def check_table(self, model, matches):
        """Waits for the table that the exports of all pitches make."""
        wanted = standings.standings(league(self.lists - 1), matches)

        def part(table):
            return table and {key: table[key] for key in ("groups", "apart")}

        def is_there():
            answer = self.club.call("GetTable")
            return (answer["isLive"] and part(answer) == wanted
                    and part(model.shared[TABLE]) == wanted)

        eventually(is_there, lambda: (
            f"\n{self.club.call('GetTable')}\ninstead of\n{wanted}\n{model.shared[TABLE]}"))
        self.assertEqual([found["id"] for found in model.shared[FIXTURES]["fixtures"]],
                         [found["id"] for found in league(self.lists - 1)])

    def tell(self, model, matches, done):
        ended = sum(match.phase == "ended" for found in matches.values() for match in found)
        missed = sum(len(model.pitches[name].missed(match.id))
                     for name, found in matches.items() for match in found)
        dropped = sum(pitch.dropped for pitch in model.pitches.values())
        print(f"{sum(map(len, matches.values()))} matches, {ended} results, "
              f"{done['Undo']} undone, {done['AmendGoal']} goals corrected, "
              f"{model.total('used')} events used, {missed} missed and noticed, {dropped} dropped, "
              f"{model.connections} connections of the reader, {self.lists} lists, "
              f"kills: {dict(self.kills)}", flush=True)


def apart(theirs, ours):
    """What is different of two dictionaries."""
    keys = [key for key in theirs | ours if theirs.get(key) != ours.get(key)]
    return ({key: theirs.get(key) for key in keys}, {key: ours.get(key) for key in keys})


if __name__ == "__main__":
    unittest.main()
