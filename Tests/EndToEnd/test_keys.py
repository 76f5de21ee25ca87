"""A match by keys alone, whatever they are: each does what it is for, and the screen stays whole.

GATHERD_KEYS_SECONDS  for how long (10)
"""

import itertools
import os
import random
import re
import signal
import time
import unittest

from daemon import Daemon
from programs import LIMIT, bin_dir
from terminal import Tmux, read_question

SEED = int(os.environ.get("GATHERD_SEED", random.randrange(2**32)))
SECONDS = float(os.environ.get("GATHERD_KEYS_SECONDS", 10))
# A second press of the same key within this time is asked about, or is one that is held down.
APART = 1.05
SIZES = ((80, 24), (100, 30), (60, 20), (120, 40))
# The lines at the bottom are about the keys, and each board has its own.
OWN_LINES = 5


def goals(gather):
    return [0, 0] if gather is None else [gather[team]["score"] for team in ("teamA", "teamB")]


class Keys(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        # The board that is used, and one that has just begun.
        self.used, self.fresh = (
            Tmux(self, GATHERD_SOCKET=self.daemon.socket, PATH=f"{bin_dir()}:/usr/bin:/bin")
            for _ in range(2))
        for tmux in (self.used, self.fresh):
            tmux("set", "-g", "status", "off")
            tmux("set", "-g", "remain-on-exit", "on")
        self.chance = random.Random(SEED)
        self.pressed, self.last = {}, None
        self.markers = itertools.cycle("hjlovwz")
        self.resize((80, 24))

    def resize(self, size):
        for tmux in (self.used, self.fresh):
            tmux("resize-window", "-x", size[0], "-y", size[1])

    def press(self, *keys):
        self.used("send-keys", "-t", "%0", *keys)

    def press_apart(self, key):
        """Presses a key no sooner after the last time than a person who means it twice."""
        # The board counts the time between them: there is no event.
        time.sleep(max(0, self.pressed.get(key, 0) + APART - time.monotonic()))
        self.press("Space" if key == " " else key)
        self.pressed[key], self.last = time.monotonic(), key

    def top(self, tmux):
        """What a board shows, but for its own lines."""
        lines = tmux.screen("%0").splitlines()
        return "\n".join(lines[:-OWN_LINES]) if len(lines) > OWN_LINES else ""

    def changes(self, changed):
        """Waits until the match is so."""
        deadline = time.monotonic() + LIMIT
        while not changed(gather := self.daemon.get()):
            self.assertLess(time.monotonic(), deadline, f"{gather}\n{self.used.screen('%0')}")

    # What a key does, by what there was before.

    def score(self, key):
        before = self.daemon.get()
        side, delta = "ab".index(key.lower()), 1 if key.islower() else -1
        self.press_apart(key)
        if before is None or before["phase"] != "open" or goals(before)[side] + delta < 0:
            self.used.wait_for("%0", "cannot")
        else:
            expected = goals(before)
            expected[side] += delta
            self.changes(lambda gather: goals(gather) == expected)

    def toggle(self):
        before = self.daemon.get()
        self.press_apart(" ")
        if before is not None and before["phase"] != "open":
            self.used.wait_for("%0", "Rematch,")
            read_question()
            self.press("y")
            self.changes(lambda gather: gather["id"] != before["id"])
            return
        was = before and before["timer"]
        if was and was["state"] != "running" and was["remaining"] == {"minutes": 0, "seconds": 0}:
            self.used.wait_for("%0", "the clock is at 00:00")
        elif was and was["state"] == "running":
            self.changes(lambda gather: gather["timer"]["state"] != "running")
        else:
            self.changes(lambda gather: gather and gather["timer"]["state"] == "running")

    def close(self, key, phase):
        before = self.daemon.get()
        self.press(key)
        if before is None or before["phase"] != "open":
            self.used.wait_for("%0", "cannot")
            return
        self.used.wait_for("%0", "Are you sure")
        read_question()
        if self.chance.random() < 0.5:
            self.press("n")
            self.used.wait_for("%0", "cancelled: the match goes on")
            self.assertEqual(self.daemon.get()["phase"], "open")
        else:
            self.press("y")
            self.changes(lambda gather: gather["phase"] == phase)

    def set_time(self):
        before = self.daemon.get()
        minutes = self.chance.randint(1, 99)
        self.press("s", *f"{minutes:02}:30", "Enter")
        if before is not None and before["phase"] == "open":
            wanted = {"minutes": minutes, "seconds": 30}
            self.changes(lambda gather: gather["timer"]["initial"] == wanted)

    def any_key(self):
        name = self.chance.choice(
            ["score"] * 6 + ["toggle"] * 2 + ["steps"] * 4 + ["seconds"] * 2
            + ["end", "discard", "time", "size", "redraw", "help", "nothing"])
        match name:
            case "score": self.score(self.chance.choice("aaabbbAB"))
            case "toggle": self.toggle()
            case "steps": self.press_apart(self.chance.choice("uur"))
            case "seconds": self.press(self.chance.choice("+-"))
            case "end": self.close("e", "ended")
            case "discard": self.close("d", "discarded")
            case "time": self.set_time()
            case "size": self.resize(self.chance.choice(SIZES))
            case "redraw": self.press("C-l")
            case "help": self.press("?", "Down")
            case "nothing": self.press("Up", "M-a", "Home")
        return name

    def settle(self):
        """Waits until all keys have been taken, and it is known what came of each."""
        # Keys are taken in turn.
        marker = next(self.markers)
        self.press(marker)
        deadline = time.monotonic() + LIMIT
        while " ...\n" in (screen := self.used.wait_for("%0", f"no key '{marker}'")):
            self.assertLess(time.monotonic(), deadline, screen)
        # The board has read it by now, which is from when it counts.
        if self.last is not None:
            self.pressed[self.last] = time.monotonic()

    def compare(self, names):
        """The board that is used shows what one shows that has just begun."""
        self.fresh("respawn-pane", "-k", "-t", "%0", "gatherctl watch --control")
        deadline = time.monotonic() + LIMIT
        while True:
            shown, right = self.top(self.used), self.top(self.fresh)
            if shown == right and shown:
                return
            if time.monotonic() > deadline:
                self.assertEqual(shown, right, names)

    def test_keys_at_random(self):
        print(f"GATHERD_SEED={SEED}", flush=True)
        signal.alarm(round(SECONDS) + 4 * LIMIT)
        modes = self.daemon.directory / "modes"
        self.used("respawn-pane", "-k", "-t", "%0",
                  f"stty -g >{modes}; gatherctl watch --control; stty -g >>{modes}")
        self.used.wait_for("%0", "NO MATCH YET")
        end, names = time.monotonic() + SECONDS, []
        while time.monotonic() < end:
            names.append(self.any_key())
            self.settle()
            self.compare(names)
        print(f"{len(names)} keys and groups of keys", flush=True)
        # The board repeats in the shell what failed less than a second ago; it counts the time, and
        # there is no event.
        time.sleep(APART)
        self.press("q")
        deadline = time.monotonic() + LIMIT
        while self.used("display-message", "-p", "-t", "%0", "#{pane_dead}") != "1\n":
            self.assertLess(time.monotonic(), deadline, self.used.screen("%0"))
        # All that is left is what tmux says of it.
        self.assertRegex(self.used.screen("%0"), re.compile(r"\A\s*(Pane is dead .*)?\Z"))
        before, after = modes.read_text().split()
        self.assertEqual(before, after)


if __name__ == "__main__":
    unittest.main()
