"""What a display knows of pitches that it reads at a broker."""

import contextlib
import threading

from client import Closed
from mqtt import HERE, Reader

PREFIX = "gather"
TABLE, FIXTURES = f"{PREFIX}/table", f"{PREFIX}/fixtures"


class PitchModel:
    """A pitch at a display: each event is used once and in order, gaps are noticed, and nothing
    older is shown after something newer."""

    def __init__(self):
        self.last = {}  # The number of the last event by match.
        self.used = {}
        self.gaps = {}
        self.entries = {}  # The kind, the moment and the score of each event that was used.
        self.known = {}  # The highest number that a state or a result has told of, by match.
        self.state_revisions = {}  # That of states alone.
        self.sequence = 0
        self.state = None
        self.online = None
        self.results = {}
        self.floor = {}  # The lowest revision of a result that is shown, by match.
        self.dropped = 0

    def begin(self):
        """Begins to read on a new connection, which brings all results that are still there."""
        self.results.clear()

    def take(self, topic, message):
        """Takes a message of a topic, which is without the name of the pitch."""
        if topic == "online":
            self.online = message.payload
        elif topic == "state":
            self._take_state(message.json)
        elif topic == "event":
            self._take_event(message.json)
        elif topic.startswith("result/"):
            self._take_result(topic.removeprefix("result/"), message)

    def _take_state(self, state):
        if state["sequence"] <= self.sequence:
            self.dropped += 1
            return
        self.sequence, self.state = state["sequence"], state
        if (gather := state["gather"]) is not None:
            before = self.state_revisions.get(gather["id"], 0)
            assert gather["revision"] >= before, f"the state {gather} after the revision {before}"
            self._tell(gather["id"], gather["revision"])
            self.state_revisions[gather["id"]] = gather["revision"]

    def _take_event(self, event):
        match, number = event["match"], event["number"]
        last = self.last.get(match, 0)
        if number <= last:
            self.dropped += 1
            return
        if number > last + 1:
            self.gaps.setdefault(match, []).extend(range(last + 1, number))
        self.last[match] = number
        self.used.setdefault(match, []).append(number)
        entry = event["entry"]
        self.entries[match, number] = entry["kind"], entry["at"], entry["score"]

    def _take_result(self, match, message):
        if not message.payload:
            if (result := self.results.pop(match, None)) is not None:
                self.floor[match] = result["revision"] + 1
            return
        result = message.json
        if result["revision"] < self.floor.get(match, 0):
            self.dropped += 1
            return
        self.results[match] = result
        self.floor[match] = result["revision"]
        self._tell(match, result["revision"])

    def _tell(self, match, revision):
        self.known[match] = max(self.known.get(match, 0), revision)

    def missed(self, match):
        """The numbers of the events of a match that are known to be missing."""
        last = self.last.get(match, 0)
        return self.gaps.get(match, []) + list(range(last + 1, self.known.get(match, 0) + 1))


class Model(threading.Thread):
    """A display of some pitches, and of what is of all of them, on a thread of its own."""

    def __init__(self, broker, *pitches):
        super().__init__(daemon=True)
        self.broker = broker
        self.pitches = {name: PitchModel() for name in pitches}
        # The newest table and fixtures, by what numbers them.
        self.shared = {TABLE: None, FIXTURES: None}
        self.connections = 0
        self.failure = None
        self._is_over = False
        self._is_there = threading.Event()
        self._is_there.set()

    def run(self):
        try:
            while not self._is_over:
                self._is_there.wait()
                # A broker that is killed is back in a moment.
                with contextlib.suppress(Closed, OSError):
                    self._read()
                time_passes(0.01)
        except BaseException as failure:
            self.failure = failure
            raise

    def _read(self):
        """Reads on a new connection until that or this ends."""
        with Reader((HERE, self.broker.port)) as reader:
            self.connections += 1
            for pitch in self.pitches.values():
                pitch.begin()
            reader.subscribe(*(f"{PREFIX}/{name}/#" for name in self.pitches), *self.shared)
            while self._is_there.is_set() and not self._is_over:
                if (message := reader.next(0.1)) is not None:
                    self.take(message)

    def kill(self):
        """Has it lose its connection, and what comes until it starts again."""
        self._is_there.clear()

    def restart(self):
        self._is_there.set()

    def take(self, message):
        if message.topic in self.shared:
            self._take_shared(message.topic, message.json)
        else:
            _, name, topic = message.topic.split("/", 2)
            self.pitches[name].take(topic, message)

    def _take_shared(self, topic, new):
        number = "sequence" if topic == TABLE else "revision"
        if self.shared[topic] is None or new[number] > self.shared[topic][number]:
            self.shared[topic] = new

    def finish(self, limit):
        """Ends it; an error that it came to is raised here."""
        self._is_over = True
        self._is_there.set()
        self.join(limit)
        self.check()

    def check(self):
        if self.failure:
            raise self.failure

    def total(self, name):
        """How many events were used, or are in gaps, at all pitches together."""
        return sum(len(numbers) for pitch in self.pitches.values()
                   for numbers in getattr(pitch, name).values())


def time_passes(seconds):
    """Waits for nothing but time, which is what a test at random is about."""
    threading.Event().wait(seconds)
