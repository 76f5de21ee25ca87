"""A club whose machines are networks of their own with clocks of their own: the countdowns agree,
and all of it is there again after a link was away."""

import dataclasses
import json
import re
import time
import unittest

import other_clock
import programs
from club import Club
from daemon import Daemon
from mqtt import Broker, Publisher
from network import Network
from programs import LIMIT

# How far the wall clocks of the pitches' machines are ahead, in seconds: that of the broker and of
# those who watch is ours.
AHEAD = {"north": 7_200, "south": -10_800}
# How far countdowns may differ, in seconds.
DIFFERENCE = 0.1
# A link that is lost is noticed by signs of life that do not come: 16 s of silence are STALE, and a
# connection is given up after 30 s. TCP itself tries again ever more seldom.
LONG = 2 * LIMIT


@dataclasses.dataclass
class Place:
    """A broker as a machine finds it."""
    place: str


class Machines(unittest.TestCase):
    def setUp(self):
        self.networks = {name: Network(self) for name in (*AHEAD, "house")}
        self.broker = Broker(self)
        peers = [network.peer for network in self.networks.values()]
        self.broker.config.write_text("\n".join([
            self.broker.config.read_text(),
            *(f"listener {self.broker.port} {peer}" for peer in peers), ""]))
        self.broker.start()
        self.club = Club(self, self.place("house"), "--table")
        self.club.command = [*self.networks["house"].entry, *self.club.command]
        self.club.start().live()
        self.daemons = {name: self.pitch(name) for name in AHEAD}

    def place(self, name):
        return Place(f"{self.networks[name].peer}:{self.broker.port}")

    def pitch(self, name):
        """A gatherd of a pitch on a machine of its own, and what publishes it."""
        variables = other_clock.variables(AHEAD[name])
        daemon = Daemon.running(self, **variables)
        publisher = Publisher(
            self, self.place(name), daemon.socket, pitch=name, **variables)
        publisher.command = [*self.networks[name].entry, *publisher.command]
        publisher.start()
        return daemon

    def watch(self, *options):
        result = programs.run(
            *self.networks["house"].entry, programs.gatherctl(), *options, "watch", "--all",
            "--once", "--club", self.club.socket)
        self.assertEqual(result.returncode, 0, result)
        return result.stdout

    def pitches(self):
        return {pitch["name"]: pitch for pitch in json.loads(self.watch("--json"))["pitches"]}

    def lines(self):
        return {line.split()[0]: line for line in self.watch().splitlines()}

    def until(self, condition):
        """Looks until a condition of the pitches is true: it may take long, as nobody is told that
        a link is lost."""
        end = time.monotonic() + LONG
        while not condition(self.pitches(), self.lines()):
            self.assertLess(time.monotonic(), end, self.lines())
            # The list is what it is about, and each look at it is a process.
            time.sleep(0.2)

    def knows(self, name):
        """A condition: the match is there as its pitch has it, and so is its clock."""
        def condition(pitches, lines):
            pitch, now = pitches.get(name), self.daemons[name].get()
            gather = pitch and pitch["state"] and pitch["state"]["gather"]
            return (gather and (gather["id"], gather["revision"]) == (now["id"], now["revision"])
                    and pitch["clockOffsetMilliseconds"] is not None
                    and "STALE" not in lines[name])
        return condition

    def is_exact(self, pitch):
        return abs(pitch["clockOffsetMilliseconds"] / 1000 - AHEAD[pitch["name"]]) <= DIFFERENCE

    def left(self, name):
        """What is left of the time on a pitch, in seconds."""
        return self.daemons[name].get()["timer"]["remainingMilliseconds"] / 1000

    def assert_agree(self, name):
        """Compares the countdown that is watched with that of the pitch."""
        pitch = self.pitches()[name]
        self.assertTrue(self.is_exact(pitch), pitch)
        deadline = (pitch["state"]["deadlineAt"] - pitch["clockOffsetMilliseconds"]) / 1000
        most, here, least = self.left(name), deadline - time.time(), self.left(name)
        self.assertTrue(least - DIFFERENCE <= here <= most + DIFFERENCE, (least, here, most))
        most, line, least = self.left(name), self.lines()[name], self.left(name)
        minutes, seconds = map(int, re.match(rf"{name} +(\d\d):(\d\d) ", line).groups())
        shown = 60 * minutes + seconds
        # A second is shown from its beginning.
        self.assertTrue(least - DIFFERENCE <= shown < most + 1 + DIFFERENCE, (least, line, most))
        direction = "ahead" if AHEAD[name] > 0 else "behind"
        self.assertIn(f"its clock is {abs(AHEAD[name])} s {direction}", line)

    def begin(self):
        """A match on each pitch, whose clock runs."""
        for daemon in self.daemons.values():
            daemon.call("Open")
            daemon.call("Start")
        for name in AHEAD:
            self.until(self.knows(name))
            # The first message may have been late on a busy machine, and is not the last one.
            self.until(lambda pitches, _: self.is_exact(pitches[name]))

    def test_countdowns_agree_and_a_pitch_that_is_cut_off_brings_all_of_it(self):
        self.begin()
        for name in AHEAD:
            self.assert_agree(name)
        north = self.daemons["north"]
        reader = self.broker.reader("gather/north/event", "gather/north/result/+")
        self.networks["north"].drop()
        north.call("AddToScore", team="teamA", delta=1)
        ended = north.call("End")["gather"]
        north.call("Open")
        now = north.call("Start")["gather"]
        self.until(lambda _, lines: "STALE" in lines["north"])
        self.assertNotIn("STALE", self.lines()["south"])
        self.assertEqual(self.pitches()["north"]["state"]["gather"]["score"], "0-0")
        self.networks["north"].rise()
        self.until(self.knows("north"))
        for name in AHEAD:
            self.assert_agree(name)
        # All of it in order and once; what was there before only if the connection is a new one,
        # and then also what the old one has still brought.
        wanted = [(ended["id"], number) for number in range(1, ended["revision"] + 1)]
        wanted += [(now["id"], number) for number in range(1, now["revision"] + 1)]
        before, seen, result = 2, [], None
        while seen[-1:] != wanted[-1:] or result is None:
            message = reader.next()
            self.assertIsNotNone(message, (seen, result))
            if message.topic == "gather/north/event":
                seen.append((message.json["match"], message.json["number"]))
            else:
                result = message.json
        old = [wanted[before:end] for end in range(before, len(wanted))]
        self.assertIn(seen, (wanted[before:], *(brought + wanted for brought in old)))
        self.assertEqual((result["match"]["id"], result["revision"], result["match"]["score"]),
                         (ended["id"], ended["revision"], "1-0"))

    def test_who_watches_and_is_cut_off_knows_that_and_has_all_of_it_later(self):
        self.begin()
        house = self.networks["house"]
        # Nothing tells the machine, as behind a switch.
        house.lose()
        for daemon in self.daemons.values():
            daemon.call("AddToScore", team="teamB", delta=1)
        self.until(lambda _, lines: all("STALE" in lines[name] for name in AHEAD))
        house.find()
        for name in AHEAD:
            self.until(self.knows(name))
            self.assert_agree(name)
            self.assertEqual(self.pitches()[name]["state"]["gather"]["score"], "0-1")


if __name__ == "__main__":
    unittest.main()
