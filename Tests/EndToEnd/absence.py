"""A broker that is away for an hour of the clocks of gatherd and gather-mqtt, in which more is
played than in a busy day: what that takes, and that all of it comes afterwards."""

import contextlib
import secrets
import time

import fast_clock
import memory
import programs
from client import HISTORY, Closed, Refused
from daemon import Daemon
from mqtt import Broker
from programs import eventually
from test_mqtt import EVENT, ONLINE, RESULT, STATE, TIME, MQTTTest

HOUR = 3600
# It passes in half a minute of ours.
RATE = 120
# The matches that are played in it, and the goals and corrections in each.
MATCHES, GOALS = 60, 200
# The most that memory may grow by, however much is played: for what the allocator keeps, and
# afterwards as much again for parts of the history that are read and on their way. All that is
# published is more.
MEMORY = 1 << 20
# The longest file that it keeps.
LONGEST_RECORD = 1 << 16


class Hurried(Daemon):
    """A daemon by whose clock a disk that is slow for 40 ms of ours does not answer, as a busy
    machine is: what was refused for that, or got no answer, is sent again, and counts once."""

    def call(self, method, **parameters):
        is_change = "." not in method and method != "Get"
        return (self.change([(method, parameters)])[0] if is_change
                else super().call(method, **parameters))

    def change(self, calls):
        """The replies to some calls, by their places."""
        waiting = {place: (method, {"requestId": secrets.token_hex(8)} | parameters)
                   for place, (method, parameters) in enumerate(calls)}
        replies, end = {}, time.monotonic() + programs.LIMIT
        while waiting:
            assert time.monotonic() < end, f"without an answer: {waiting}"
            with contextlib.suppress(Closed), self.client() as client:
                sent = list(waiting)
                for place in sent:
                    client.send(*waiting[place])
                for place in sent:
                    try:
                        replies[place] = client.reply()
                        del waiting[place]
                    except Refused as refused:
                        # A goal is taken back before it is there if that one is sent again.
                        if refused.name.split(".")[-1] not in ("StorageFailed", "InvalidScore"):
                            raise
        return replies


@programs.skip_if_sanitized("memory is another one")
class AbsenceTest(MQTTTest):
    def setUp(self):
        self.clocks = fast_clock.Changing(self, RATE)
        self.daemon = Hurried.running(self, **self.clocks.variables)
        # A reader of ours that is slow is to miss nothing.
        self.broker = Broker.running(self, "max_queued_messages 0")
        self.publisher = self.publish(self.broker, **self.clocks.variables)

    def score(self, goals, client=None):
        for first in range(0, goals, 32):
            # No more than a score can be.
            self.daemon.change([("AddToScore", {"team": "teamA", "delta": 1 - 2 * (number % 2)})
                                for number in range(first, min(first + 32, goals))])

    def finished(self, goals):
        """A match that was played to its end; gives its ID."""
        match = self.play(goals)
        self.end()
        return match

    def play_day(self):
        for _ in range(MATCHES):
            self.finished(GOALS)
        # One is open, and its clock does not change it.
        self.play(1)
        self.daemon.call("Pause")

    def settle(self, match):
        """Waits until the broker has all that was played."""
        self.known = self.entries(match)
        wanted = [{"match": match, "number": self.known[-1]}]
        eventually(lambda: (self.publisher.directory / "state/north.json").exists()
                   and self.publisher.kept["events"] == wanted, "not all events were acknowledged")

    @property
    def memory(self):
        return memory.sizes(self.publisher.process.pid)["Anonymous"]

    def files(self):
        return {path.name: path.read_bytes()
                for path in (self.publisher.directory / "state").iterdir()}

    def pass_hour(self, play):
        """Lets an hour pass in which something is played, and looks at what that takes."""
        self.publisher.running.line_with("no connection")
        self.before, files = self.memory, self.files()
        end = self.clocks.now + HOUR
        play()
        # No event to wait for: all of the hour is to pass, whatever was played in it.
        time.sleep(max(0, fast_clock.seconds(end - self.clocks.now, RATE)))
        self.away = self.memory
        self.assertLess(self.away - self.before, MEMORY)
        self.assertEqual(self.files(), files)

    def read_all(self):
        """Has the broker back, and compares what comes with what the daemon has; gives the matches
        whose results are taken back."""
        self.clocks.run_at(fast_clock.RATE)
        with self.publisher.held():
            self.broker.start()
            reader = self.broker.reader("gather/north/#")
        return self.compare(reader)

    def compare(self, reader):
        now = self.daemon.get()
        listed = self.daemon.call(f"{HISTORY}.List", limit=1000)["gathers"]
        self.assertEqual(len(listed), MATCHES + 2)
        results = {gather["id"]: gather["revision"] for gather in listed
                   if gather["phase"] == "ended"}
        events = [(gather["id"], number) for gather in reversed(listed)
                  for number in self.entries(gather["id"])]
        # Those of before are known there, and are not among the last thousand.
        events = events[len(self.known):]
        seen, got, removed, size, begin = [], {}, set(), 0, None
        while len(seen) < len(events) or got.keys() != results.keys():
            message = reader.next()
            self.assertIsNotNone(message, f"{len(seen)} events, {len(got)} results")
            if message.is_retained or message.topic in (ONLINE, TIME):
                continue
            size += len(message.payload)
            if begin is None:
                # The present state comes before all that has happened.
                begin = time.monotonic()
                self.assertEqual(message.topic, STATE)
                gather = message.json["gather"]
                self.assertEqual((gather["id"], gather["revision"]), (now["id"], now["revision"]))
            elif message.topic == EVENT:
                event = message.json
                seen.append((event["match"], event["number"]))
            elif message.topic.startswith(RESULT):
                match = message.topic.removeprefix(RESULT)
                if message.payload:
                    got[match] = message.json["revision"]
                else:
                    removed.add(match)
        took = time.monotonic() - begin
        self.assertEqual(seen, events)
        self.assertEqual(got, results)
        after = self.memory
        print(f"{len(listed)} matches, {len(events)} events, {len(got)} results: {size / 1e6:.1f} "
              f"MB in {took:.1f} s; MiB of memory before {self.before / 2**20:.1f}, after the hour "
              f"{self.away / 2**20:.1f}, at last {after / 2**20:.1f}", flush=True)
        self.assertGreater(size, 4 * MEMORY)
        self.assertLess(after - self.before, 2 * MEMORY)
        last = {"match": now["id"], "number": now["revision"]}
        eventually(lambda: self.publisher.kept["events"][-1] == last, lambda: self.publisher.kept)
        self.assertLess(sum(map(len, self.files().values())), LONGEST_RECORD)
        return removed
