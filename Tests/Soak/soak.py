"""The soak itself: what is done to the daemon, in phases, and what is counted."""

import collections
import random
import subprocess
import sys
import time

import faults
import replays
from chronicle import Chronicle, Violation, demand
from client import HISTORY, Client
from health import Health
from players import Deck, Players
from programs import LIMIT
from world import HERE, World, boottime

# The longest that a command is in flight before a kill, mostly; and sometimes.
MOMENT, LONG_MOMENT = 0.002, 0.02
HOUR = 3600


class Hostile:
    """The process of clients that nobody wants."""

    def __init__(self, socket, seed):
        self.acts = 0
        self._process = subprocess.Popen(
            [sys.executable, "-B", HERE / "hostile.py", socket, str(seed)], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1)
        assert self._process.stdout.readline() == "there\n", "there are no hostile clients"

    def tell(self, word):
        self._process.stdin.write(f"{word}\n")
        self.acts = int(self._process.stdout.readline())

    def close(self):
        self._process.kill()
        self._process.wait(LIMIT)
        self._process.stdin.close()
        self._process.stdout.close()


class Soak:
    """A run: rounds of commands, each checked when all of it has been answered."""

    def __init__(self, program, seed):
        self.counts = collections.Counter()
        self.refusals = collections.Counter()
        self.health = Health()
        self.chance = random.Random(seed)
        self._seed = seed
        self.world = World(program)
        self._chronicle = Chronicle(self.world.database)
        self._deck = Deck(self.chance, self._chronicle)
        self._players = Players(self.world, self.chance)
        self._hostile = None
        self._done, self._refused = set(), set()
        self._seen = []  # Snapshots since the last check that no command brought.
        self._last = None  # The last one before a kill.
        self._told = None  # The match and the revision that the watcher has heard of last.
        try:
            self._hostile = Hostile(self.world.socket, seed)
            self._start()
            self._find_obstacles()
        except BaseException:
            self.close()
            raise

    def close(self):
        self._players.disconnect()
        if self._hostile is not None:
            self._hostile.close()
        self.world.close()

    # MARK: The daemon's life

    def _start(self):
        self.world.spawn()
        with self.world.await_answers():
            self._players.connect()
        self._look(is_first=True)

    def _look(self, is_first=False):
        """Asks for the present state; the first time, the deadline is that before the kill."""
        answer = self._players.clients[0].call("Get")
        demand(answer["salvaged"] is None, "it was damaged:", answer["salvaged"])
        now, before = answer["gather"], self._last
        self._seen.append(now)
        if not is_first or before is None or now is None:
            return now
        ends = [gather["timer"]["endsAtBoottimeMicroseconds"] for gather in (before, now)]
        if ends[0] is None or before["id"] != now["id"]:
            return now
        self.counts["kills with a running countdown"] += 1
        if before["revision"] == now["revision"]:
            has_run_out = boottime() >= ends[0] and ends[1] is None
            demand(ends[0] == ends[1] or has_run_out, "the deadline was", ends[0], "and is",
                   ends[1])
            self.counts["deadlines compared, nothing between"] += ends[0] == ends[1]
        if ends[1] is not None:
            # The next check follows it through all that was done between the two.
            self.counts["deadlines the same after a kill"] += 1
            demand(now["recovered"] is not None, "a recovery is not told of:", now)
        return now

    def _kill(self):
        self.world.kill()
        self.counts["kills"] += 1

    def _end(self):
        """Ends it in the midst of commands: mostly a kill, else as a service manager does."""
        if self.chance.random() < 0.95:
            self._kill()
        else:
            demand(self.world.stop() == 0, "it has not ended cleanly")
            self.counts["clean restarts"] += 1

    def _restart(self):
        """After an end; sometimes the next one is killed before it is there."""
        while self.chance.random() < 0.15:
            self.world.spawn()
            if self.chance.random() < 0.5:
                # Whatever it is about at a moment by chance is to be cut off: there is no event.
                time.sleep(self.chance.uniform(0, 0.006))
            else:
                probe = self.world.await_answers(self.chance.uniform(0, 0.01))
                if probe is not None:
                    probe.close()
            self._kill()
            self.counts["kills while starting"] += 1
        self._start()

    def _note_last(self, commands):
        """Remembers the latest that was seen before a kill."""
        seen = [snapshot for command in commands for snapshot in command.snapshots[-1:]]
        seen += self._seen[-1:]
        self._last = max(
            (snapshot for snapshot in seen if snapshot is not None), default=None,
            key=lambda snapshot: snapshot["timer"]["takenAtBoottimeMicroseconds"])

    # MARK: A round

    def round(self, kills=0, commands=()):
        """Some commands from all clients, and so many kills in the midst of them."""
        # Whatever has been before it, the same number of a round throws the same dice.
        self.chance.seed(f"{self._seed} {self.counts['rounds checked']}")
        commands = list(commands) or self._deck.deal(self.chance.randint(4, 24))
        # Before it was killed, it had nothing to do.
        if kills and self.chance.random() < 0.1:
            self.quiet_kill()
            kills -= 1
        while any(not command.is_answered for command in commands):
            flights = self._send(commands)
            if kills:
                longest = MOMENT if self.chance.random() < 0.9 else LONG_MOMENT
                # The kill is to come at a moment by chance, in the midst of the commands: there is
                # no event.
                time.sleep(self.chance.uniform(0, longest))
                self._end()
            errors = self._players.collect(flights)
            demand("StorageFailed" not in errors, "the disk has room, and yet", errors)
            if kills:
                self.counts["kills in the midst of commands"] += any(
                    not command.is_answered for command in commands)
                kills -= 1
                self._note_last(commands)
                self._restart()
        self.check(commands)

    def _send(self, commands):
        """Sends what has no answer yet, and now and then what has one; gives what is in flight."""
        pending = [command for command in commands if not command.is_answered]
        again = [command for command in commands if command.is_answered
                 and command.refusal is None and self.chance.random() < 0.05]
        self.counts["sent again"] += sum(command.sendings > 0 for command in pending)
        self.counts["sent again though answered"] += len(again)
        return self._players.send(pending + again)

    def quiet_kill(self, meanwhile=lambda: None):
        self._look()
        self._note_last(())
        self._kill()
        meanwhile()
        self._restart()

    def check(self, commands):
        """Compares all that was answered with what is stored and what is shown."""
        self._look()
        self._chronicle.check(commands, self._seen)
        self._seen = self._seen[-1:]
        demand((self._seen[-1] or {}).get("id", "") == self._chronicle.state.id,
               "it shows another match:", self._seen, self._chronicle.state)
        for command in commands:
            self.counts["commands"] += 1
            (self._done if command.refusal is None else self._refused).add(command.id)
            self.refusals[command.refusal] += command.refusal is not None
        if self.chance.random() < 0.1:
            self._check_history()
        self.counts["rounds checked"] += 1

    def _check_history(self):
        """Reads the first page of the history, and the timeline in pages of any size."""
        client, shown = self._players.clients[1], []
        listed = client.call(f"{HISTORY}.List", limit=5)["gathers"]
        if self._chronicle.current is None:
            return
        size = self.chance.choice((1, 7, 100, 1_000))
        while True:
            page = client.call(f"{HISTORY}.Show", after=len(shown), limit=size)["entries"]
            shown += page
            if len(page) < size:
                break
        self._chronicle.check_history(listed, shown)
        self.counts["timelines compared"] += 1

    # MARK: The phases

    def _find_obstacles(self):
        """Says loudly what this machine cannot do."""
        self.round(commands=[self._deck.opening(), self._deck.command("Start")])
        clock, disk = self.world.clock, self.world.disk
        if clock.obstacle is None:
            clock.set(HOUR)
            self.round(commands=[self._goal()])
            if clock.is_off(self._chronicle.match.log[-1].wall):
                clock.obstacle = "LD_PRELOAD does not reach the clock of this gatherd"
        for what, obstacle in (("clock steps", clock.obstacle), ("full disks", disk.obstacle)):
            if obstacle is not None:
                print(f"CANNOT RUN: no {what}: {obstacle}", flush=True)

    def _goal(self):
        return self._deck.command("AddToScore", team="teamB", delta=1)

    def step_clock(self):
        """Sets the wall clock, by hours and in both directions; the countdown must not care."""
        clock = self.world.clock
        if clock.obstacle is None:
            clock.set(self.chance.choice(
                (0, HOUR, -5 * HOUR, 11 * HOUR, self.chance.randint(-20, 20))))
            self.counts["clock steps"] += 1

    def storm(self, seconds, most_kills):
        """Kills, one after the other."""
        end, first = time.monotonic() + seconds, self.counts["kills"]
        while time.monotonic() < end and self.counts["kills"] - first < most_kills:
            if self.chance.random() < 0.05:
                self.step_clock()
            self.round(kills=self.chance.randint(1, 6))
        self.counts["seconds of storm"] += round(time.monotonic() - end + seconds)

    def disk_fault(self):
        """Nothing can be stored: commands are refused and nothing changes; later, they are done."""
        if self.world.disk.obstacle is not None:
            return
        self.round(commands=[self._goal()])
        fault = self.chance.choice(faults.ALL)(self)
        commands = []
        with fault:
            for _ in range(1_000):
                commands.append(self._goal() if self.chance.random() < 0.7 else self._deck.any())
                if self._try(commands[-1]):
                    break
            else:
                raise Violation("1,000 commands were stored, in spite of", fault.name)
            self._refuse(commands, fault)
        self.counts[fault.name] += 1
        self.round(commands=commands)

    def _try(self, command):
        """Sends a command to a full disk; whether it was refused."""
        return bool(self._players.collect(self._players.send([command])))

    def _refuse(self, commands, fault):
        """With a disk that has taken no write once: what is refused changes nothing."""
        for _ in range(self.chance.randint(1, 12)):
            before = self._look()
            commands.append(self._deck.any())
            if self._try(commands[-1]):
                self.counts["refused for the disk"] += 1
                after = self._look()
                demand(before["revision"] == after["revision"] and before["id"] == after["id"]
                       and before["score"] == after["score"],
                       "refused, and yet changed:", before, after)
            if fault.can_be_killed and self.chance.random() < 0.1:
                self._note_last(commands)
                self._kill()
                self._restart()

    def long_life(self, seconds):
        """No kills: what does the daemon hold on to, beside clients of all kinds?"""
        end = time.monotonic() + seconds
        self.quiet_kill()
        self.health.begin()
        next_sample = 0
        with Client(self.world.socket) as watcher:
            watcher.subscribe(ticks=True)
            self._told = None
            while time.monotonic() < end:
                if time.monotonic() > next_sample:
                    self._sample(watcher)
                    next_sample = time.monotonic() + 1
                if self.chance.random() < 0.02:
                    self.step_clock()
                self.round()
                self._watch(watcher)
                # Room between the rounds, so that a life is long rather than busy: no event ends it.
                time.sleep(0.01)
            self._sample(watcher)
        self.counts["long lives"] += 1

    def _watch(self, watcher):
        """What the watcher is told has been, and it is told of the present state."""
        target = self._chronicle.state
        last = None
        # A round that changes nothing tells nothing.
        while self._told != (target.id, target.revision):
            gather = watcher.next_change()[1]
            self.counts["messages to the watcher"] += 1
            self._told = ("", 0)
            if gather is not None:
                self._told = gather["id"], gather["revision"]
                last = gather
        if last is not None:
            self._seen.append(last)

    def _sample(self, watcher):
        """Like with like: alone, in a match that has just begun."""
        self._hostile.tell("pause")
        commands = [] if self._chronicle.state.phase != "open" else [self._deck.command("Discard")]
        self.round(commands=commands + [self._deck.opening(), self._deck.command("Start")])
        self._watch(watcher)
        self.health.sample(self.world)
        self._hostile.tell("go on")

    def finish(self):
        """A clean end, and a look at the whole file, with gatherctl and without."""
        self._hostile.tell("pause")
        self.round()
        self.counts["hostile acts"] = self._hostile.acts
        self._players.disconnect()
        self._check_records()
        demand(self.world.stop() == 0, "it has not ended cleanly")
        self._chronicle.check_all(self._done, self._refused)
        self.counts["events"] = self._chronicle.events
        self.counts["clock steps noted"] = self._chronicle.clock_steps
        text = (self.world.directory / "log").read_text(errors="replace")
        demand("damaged" not in text, "the log tells of damage")

    def _check_records(self):
        """What gatherctl has to say of all matches."""
        found = replays.matches(self._chronicle)
        replays.verify(self.world, found)
        self.counts["matches verified"] = len(found)
        self.chance.seed(f"{self._seed} played again")
        played = replays.play(self.world, found, self.chance)
        self.counts["matches played again"] = len(played)
        self.counts["events played again"] = sum(played)
