"""All pitches of a club in a terminal, with clocks of machines that differ, and a match opened for a
fixture."""

import json
import signal
import time
import unittest

import other_clock
import programs
from client import Client
from club import CLUB, Club, Pitch
from daemon import Daemon
from mqtt import Broker, Publisher
from programs import LIMIT, Running, eventually
from terminal import Terminal, Tmux


class ClubDay(unittest.TestCase):
    def setUp(self):
        self.broker = Broker.running(self)
        self.club = Club.begun(self, self.broker, "--table").live()
        self.daemon = Daemon.running(self)

    def publish(self, pitch="north", **variables):
        return Publisher.begun(self, self.broker, self.daemon.socket, pitch=pitch, **variables)

    def pitch(self, name="north", condition=lambda pitch: True):
        """The pitch as the club has it, once a condition is true."""
        def found():
            pitches = self.club.call("GetPitches")["pitches"]
            return next((pitch for pitch in pitches
                         if pitch["name"] == name and condition(pitch)), None)
        return eventually(found, lambda: self.club.call("GetPitches"))

    def ctl(self, *arguments, status=0):
        result = self.daemon.ctl(*arguments, "--club", self.club.socket)
        self.assertEqual(result.returncode, status, result)
        return result.stdout if status == 0 else result.stderr


class Watch(ClubDay):
    def test_whoever_watches_gets_the_changes_alone(self):
        self.publish()
        self.publish("south")
        self.pitch("south")
        self.pitch("north", lambda pitch: pitch["clockOffsetMilliseconds"] is not None)
        with Client(self.club.socket) as client:
            client.send(f"{CLUB}.GetPitches", {}, more=True)
            first = client.reply()
            self.assertEqual([pitch["name"] for pitch in first["pitches"]], ["north", "south"])
            self.assertIs(first["isLive"], True)
            self.daemon.call("Open")
            seen = {}
            while len(seen) < 2:
                seen |= {pitch["name"]: pitch for pitch in client.reply()["pitches"]
                         if pitch["state"]["gather"] is not None}
            self.broker.kill()
            while client.reply()["isLive"]:
                pass

    def test_a_line_tells_each_change_and_json_is_the_messages(self):
        self.publish()
        self.pitch()
        watch = Running(self, programs.gatherctl(), "watch", "--all", "--club", self.club.socket)
        watch.line_with("no match yet")
        self.daemon.call("Open", teamAName="Reds", teamBName="Blues")
        watch.line_with("Reds 0-0 Blues")
        self.daemon.call("AddToScore", team="teamA", delta=1)
        self.assertRegex(watch.line_with("Reds 1-0 Blues"), r"^north  10:00  not running  ")
        once = json.loads(self.ctl("--json", "watch", "--all", "--once"))
        self.assertEqual(once["pitches"][0]["state"]["gather"]["score"], "1-0")
        self.club.kill()
        watch.line_with("STALE")
        self.club.start()
        self.daemon.call("AddToScore", team="teamB", delta=1)
        while "STALE" in watch.line_with("Reds 1-1 Blues"):
            pass
        watch.process.send_signal(signal.SIGINT)
        self.assertEqual(watch.process.wait(LIMIT), -signal.SIGINT)

    def test_kicks_from_the_mark_are_told_beside_the_score(self):
        self.publish()
        self.daemon.said(self, "new", "--periods", "1x0:25", "--team-a", "Reds",
                         "--team-b", "Blues")
        self.daemon.said(self, "period")
        self.daemon.said(self, "period", "end", "--ago", "1ms")
        self.daemon.said(self, "kicks")
        self.daemon.said(self, "kick", "a", "in")

        def until(*texts):
            def look():
                shown = self.ctl("watch", "--all", "--once")
                return all(text in shown for text in texts)
            eventually(look, lambda: self.ctl("watch", "--all", "--once"))

        until("Reds 0-0 Blues, kicks 1-0, next: Blues")
        for side, outcome in (("b", "out"), ("a", "in"), ("b", "out"), ("a", "in")):
            self.daemon.said(self, "kick", side, outcome)
        self.daemon.said(self, "kick", "b", "out")
        until("Reds 0-0 Blues, Reds win 3-0 on kicks")
        self.daemon.said(self, "end", "--yes")
        until("full time", "Reds 0-0 Blues, Reds win 3-0 on kicks")

    def test_on_a_terminal_the_lines_stay_where_they_are_and_the_clock_counts(self):
        self.publish()
        self.daemon.call("Open", teamAName="Reds", teamBName="Blues")
        self.daemon.call("Start")
        self.pitch("north", lambda pitch: pitch["clockOffsetMilliseconds"] is not None)
        terminal = Terminal(self, programs.gatherctl(), "watch", "--all", "--club",
                            self.club.socket)
        terminal.read_until("Reds 0-0 Blues")
        terminal.read_until("09:")
        terminal.type("\x03")
        self.assertNotEqual(terminal.end(), 0)

    def test_the_screen_has_a_line_for_each_pitch_and_no_more(self):
        for pitch in ("north", "south"):
            self.publish(pitch)
            self.pitch(pitch)
        self.daemon.call("Open", teamAName="Reds " * 15, teamBName="Blues")
        tmux = Tmux(self, columns=70, lines=10)
        pane, = tmux("list-panes", "-F", "#{pane_id}").split()
        tmux.type(pane, f"{programs.gatherctl()} watch --all --club {self.club.socket}")
        self.daemon.call("AddToScore", team="teamA", delta=1)
        tmux.wait_for(pane, "north", "south", "Reds", "… 1-0 Blues")
        self.club.kill()
        screen = tmux.wait_for(pane, "STALE")
        self.assertEqual([line.split()[0] for line in screen.splitlines()[:2]],
                         ["north", "south"])
        self.assertNotIn("\ufffd", screen)

    def test_shown_once_the_terminal_keeps_what_is_on_it(self):
        def once(text):
            terminal = Terminal(self, programs.gatherctl(), "watch", "--all", "--once", "--club",
                                self.club.socket)
            terminal.read_until(text)
            self.assertEqual(terminal.end(), 0)
            self.assertNotIn("\x1b", terminal.output)

        once("no pitch is known yet")
        Pitch(self.broker).online()
        self.pitch()
        once("no match yet")

    def test_a_pitch_that_has_gone_with_the_broker_is_not_live(self):
        """What it retains says online; nothing is heard of it."""
        lost = Pitch(self.broker, "lost")
        lost.state(1, gather=None)
        lost.online()
        self.assertTrue(self.pitch("lost", lambda pitch: pitch["online"]))
        self.pitch("lost", lambda pitch: not pitch["online"])
        self.assertIn("STALE", self.ctl("watch", "--all", "--once"))

    def test_what_cannot_be_together_is_refused(self):
        for more in (["--control"], ["--public"], ["--write", "x"], ["--bell"]):
            self.assertIn("cannot be given along with", self.ctl("watch", "--all", *more, status=2))
        result = self.daemon.ctl("watch", "--club", "x")
        self.assertIn("'--club' is for '--all'", result.stderr)
        result = self.daemon.ctl("watch", "--all", "--club", "/nonexistent")
        self.assertIn("cannot reach gather-mqtt", result.stderr)


class Clocks(ClubDay):
    """Machines whose wall clocks differ."""

    def left(self):
        return self.daemon.get()["timer"]["remainingMilliseconds"] / 1000

    def test_a_clock_is_exact_though_the_machines_differ(self):
        for name, seconds in (("ahead", 7_200), ("behind", -10_800)):
            with self.subTest(name):
                self.publish(name, **other_clock.variables(seconds))
                self.daemon.call("Open")
                self.daemon.call("Start")
                # The first message may be late on a busy machine, and is not the last one.
                pitch = self.pitch(
                    name, lambda pitch: pitch["clockOffsetMilliseconds"] is not None
                    and abs(pitch["clockOffsetMilliseconds"] - seconds * 1000) <= 100
                    and (pitch["state"]["gather"] or {}).get("phase") == "open")
                state = pitch["state"]
                # The deadline by this machine's clock is that of gatherd, which is on it.
                here = (state["deadlineAt"] - pitch["clockOffsetMilliseconds"]) / 1000
                most, now, least = self.left(), time.time(), self.left()
                self.assertTrue(least - 0.1 <= here - now <= most + 0.1, (least, here - now, most))
                shown = self.ctl("watch", "--all", "--once")
                line = next(line for line in shown.splitlines() if line.startswith(name))
                self.assertRegex(line, rf"^{name} +(10:00|09:\d\d) ")
                self.assertIn(f"its clock is {abs(seconds)} s {name}",
                              line)
                self.daemon.call("End")

    def test_a_clock_that_is_not_known_yet_says_so(self):
        with self.broker.reader("test/none") as reader:
            now = int(time.time() * 1000)
            self.daemon.call("Open")
            gather = self.daemon.call("Start")["gather"]
            state = {"pitch": "by-hand", "sequence": 1, "publishedAt": now,
                     "publishedAtBoottimeMicroseconds": time.clock_gettime_ns(
                         time.CLOCK_BOOTTIME) // 1000,
                     "clockDoubtful": True, "gather": gather}
            reader.publish("gather/by-hand/online", b"1", retained=True)
            reader.publish("gather/by-hand/state", json.dumps(state).encode(), retained=True)
            self.pitch("by-hand", lambda pitch: pitch["state"])
        line = self.ctl("watch", "--all", "--once")
        self.assertRegex(line, r"^by-hand  ~0?9:\d\d|^by-hand  ~10:00")
        self.assertIn("its clock is in doubt", line)


class Fixture(ClubDay):
    def setUp(self):
        super().setUp()
        self.club.call("ImportFixtures", fixtures=[
            {"id": "12", "home": "Rote Löwen", "away": "Blues", "lengthSeconds": 750},
            {"id": "final", "home": "A", "away": "B", "format": "2x25-5"}])

    def test_a_match_is_opened_for_one_and_counts_for_it(self):
        self.publish()
        self.assertIn("opened: 12:30, Rote Löwen - Blues", self.ctl("new", "--fixture", "12"))
        gather = self.daemon.get()
        self.assertEqual(gather["fixture"], "12")
        self.daemon.call("AddToScore", team="teamA", delta=1)
        self.daemon.call("End")
        self.club.table("1 Rote Löwen 3", "2 A 0", "2 B 0", "4 Blues 0")
        self.assertIn("2x25", self.ctl("new", "--fixture", "final"))

    def test_what_is_given_wins(self):
        self.assertIn("opened: 05:00, Rote Löwen - Greens",
                      self.ctl("new", "5", "--fixture", "12", "--team-b", "Greens"))

    def test_without_the_list_the_names_are_enough(self):
        self.club.stop()
        said = self.ctl("new", "--fixture", "12", status=3)
        self.assertIn("cannot reach gather-mqtt", said)
        self.ctl("new", "--fixture", "12", "--team-a", "A", "--team-b", "B")
        self.assertEqual(self.daemon.get()["fixture"], "12")

    def test_one_that_is_not_there_or_is_none_opens_nothing(self):
        self.assertIn("there is no such fixture", self.ctl("new", "--fixture", "13", status=1))
        self.assertIn("is not the ID of a fixture", self.ctl("new", "--fixture", "a b", status=2))
        self.assertIsNone(self.daemon.get())


if __name__ == "__main__":
    unittest.main()
