"""A club with a thousand displays at one broker: when they have a goal, and what that costs."""

import json
import subprocess
import time

import programs
from boards import free_port, is_somebody_at, processor_seconds
from mqtt import Reader
from programs import eventually
from report import Row, quantile
from running import proportional_kilobytes, texts_of_threads

DISPLAYS = 1_000
# Each has a gatherd and a gather-mqtt of its own.
PITCHES = 100
TIMES = 1.2
MEBIBYTES = 6
PAUSE = 0.3
# A match of two halves with what is done in it.
MATCH = (["Open", "Start"] + 3 * ["AddToScore"] + ["Pause", "Resume"] + 2 * ["AddToScore"]
         + ["Undo", "AddToScore", "End"])
BARE = "bare"


def club(setting):
    """Publishers of real pitches beside the bare broker, to which one client publishes the same
    bytes; the goals are in turn, and the displays get all of both."""
    goals, seconds = (20, 10) if setting.is_quick else (100, 60)
    programs.require_descriptors(DISPLAYS + 1_000)
    broker = Broker(setting)
    pitches = [Pitch(setting, broker, "p0")]
    messages = broker.reader(setting, "gather/p0/#")
    kilobytes = alone(pitches[0], messages)
    each_match = played(pitches[0], messages)
    pitches += [Pitch(setting, broker, f"p{number}") for number in range(1, PITCHES)]
    everything = broker.reader(setting, "gather/+/state", "gather/+/event")
    for pitch in pitches:
        pitch.gatherd.play()
        everything.until(lambda message: is_of_running(message, pitch))
    together = sum(proportional_kilobytes(pitch.process.pid) for pitch in pitches) / PITCHES
    client = broker.reader(setting, "test/none")
    topics = [f"gather/{pitch.name}/state" for pitch in pitches] + [f"gather/{BARE}/state"]
    displays = setting.start_ready_on(setting.client_cpu, "displays", broker.port, DISPLAYS,
                                      *topics)
    ends, busy = {topic: [] for topic in topics}, 0
    begun = processor_seconds([broker.process.pid])
    for number in range(goals):
        pitch = pitches[number % PITCHES]
        before = pitch.processor()
        ends[topics[number % PITCHES]].append(pitch.score())
        # No event to wait for: the pace of a match is imitated.
        time.sleep(PAUSE)
        busy += pitch.processor() - before
        ends[topics[-1]].append(publish_same(client, last_messages(everything, pitch)))
        # No event to wait for: the bare broker gets its messages at the same pace.
        time.sleep(PAUSE)
    broker_busy = (processor_seconds([broker.process.pid]) - begun) / goals / 2
    idle, clocks = quiet(pitches, broker.reader(setting, "gather/p0/#"), seconds)
    displays.terminate()
    heard = setting.result(displays)
    return rows(heard, topics, ends, (kilobytes, together), each_match,
                (busy / goals, idle, clocks, broker_busy, broker.kilobytes()))


def rows(heard, topics, ends, kilobytes, each_match, costs):
    """The rows of the table."""
    for_goal, idle, clocks, broker_busy, broker_kilobytes = costs
    ours = [late for number, topic in enumerate(topics[:-1])
            for late in lateness(heard[str(number)], ends[topic])]
    bare = lateness(heard[str(len(topics) - 1)], ends[topics[-1]])
    expected = len(ends[topics[-1]])
    alone, together = (size / 1024 for size in kilobytes)
    name = (f"a goal from the reply of gatherd to the last of {DISPLAYS:,} displays, {PITCHES} "
            "pitches")
    found = [Row.beside(f"{name}: p50", ours, "the bare broker", bare, at_most=TIMES),
             Row.beside("the same: p99", quantile(ours, 0.99), "the bare broker",
                        quantile(bare, 0.99), at_most=TIMES)]
    return found + [
        Row("goals that all displays have", f"{len(ours)} of {expected}",
            f"the bare broker {len(bare)}", goal="all", is_met=len(ours) == expected),
        Row.within(f"memory (PSS) of gather-mqtt for a pitch, {PITCHES} on one machine", together,
                   MEBIBYTES, f"mosquitto with all displays {broker_kilobytes / 1024:.3g} MiB",
                   lambda size: f"{size:.3g} MiB"),
        Row("the same of the only one on a machine", f"{alone:.3g} MiB"),
        Row("processor of gather-mqtt for a goal", f"{for_goal * 1e3:.2g} ms",
            f"mosquitto {broker_busy * 1e3:.2g} ms"),
        Row("the same while a match runs", f"{idle * 100:.2g} %"),
        Row("messages of a match with 6 goals", f"{each_match}"),
        Row("messages an hour of a pitch besides: its clock", f"{clocks:.0f}"),
    ]


def lateness(messages, ends):
    """How long after each end the last display had the message that came then, if all had it."""
    found = []
    for end in ends:
        near = [(first + last - end) for first, count, _, _, last in messages
                if count == DISPLAYS and abs(first - end) < PAUSE * 1e6]
        found += near[:1]
    return found


class Broker:
    """A mosquitto for all of them."""

    def __init__(self, setting):
        self.port = free_port()
        configuration = setting.sockets / "mosquitto.conf"
        configuration.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
                                 "max_queued_messages 10000\nlog_dest none\n")
        self.process = setting.daemon("mosquitto", "-c", configuration)
        eventually(lambda: is_somebody_at(self.port), "mosquitto does not listen")

    def reader(self, setting, *topics):
        reader = Reader(("127.0.0.1", self.port))
        setting.callback(reader.close)
        for topic in topics:
            reader.subscribe(topic)
        return reader

    def kilobytes(self):
        return proportional_kilobytes(self.process.pid)


class Pitch:
    """A gatherd and what publishes it: elsewhere than the broker, which has a processor of its own
    as it has a machine of its own at a club."""

    def __init__(self, setting, broker, name):
        self.name = name
        elsewhere = ["taskset", "-c", setting.client_cpu]
        self.gatherd = setting.gatherd(name, wrapper=elsewhere, is_placed=False)
        self.process = setting.daemon(
            *elsewhere, setting.built.gather_mqtt, "--broker", f"127.0.0.1:{broker.port}", "--pitch", name,
            "--socket", self.gatherd.socket, is_placed=False,
            stderr=subprocess.DEVNULL, STATE_DIRECTORY=setting.states / f"mqtt-{name}")

    def score(self):
        """A goal; gives the moment of its reply, in microseconds."""
        with self.gatherd.client() as client:
            client.call("AddToScore", team="teamA", delta=1)
            return time.time() * 1e6

    def processor(self):
        """The seconds that the threads of gather-mqtt have had a processor."""
        return sum(int(text.split()[0]) for _, text in
                   texts_of_threads(self.process.pid, "schedstat")) / 1e9


def publish_same(client, messages):
    """Publishes bytes as those of another pitch; gives the moment before."""
    now = time.time() * 1e6
    for name in ("state", "event"):
        client.publish(f"gather/{BARE}/{name}", messages[name], retained=name == "state")
    return now


def alone(pitch, messages):
    """The memory of the first one, whose code nobody shares yet, after a match that was played."""
    pitch.gatherd.play()
    pitch.gatherd.add_goals(20)
    number = pitch.gatherd.call("Get")["gather"]["revision"]
    messages.until(lambda message: message.topic.endswith("/event")
                   and json.loads(message.payload)["number"] == number)
    return proportional_kilobytes(pitch.process.pid)


def played(pitch, messages):
    """How many messages come of a match, without those of the clock."""
    pitch.gatherd.call("Discard")
    while messages.next(1) is not None:
        pass
    count = 0
    for method in MATCH:
        pitch.gatherd.call(method, **({"team": "teamA", "delta": 1} if method == "AddToScore"
                                      else {}))
        while (message := messages.next(PAUSE)) is not None:
            count += not message.topic.endswith("/time")
    return count


def is_of_running(message, pitch):
    """Whether a message is the state of a match that runs on a pitch."""
    return (message.topic == f"gather/{pitch.name}/state"
            and json.loads(message.payload)["deadlineAt"] is not None)


def last_messages(reader, pitch):
    """The last payload of each topic of a pitch that has come."""
    found = {}
    while (message := reader.next(0.01)) is not None:
        if message.topic.startswith(f"gather/{pitch.name}/"):
            found[message.topic.rsplit("/", 1)[1]] = message.payload
    return found


def quiet(pitches, messages, seconds):
    """What part of a processor gather-mqtt has for a match that runs, and how many messages an hour
    come of a pitch meanwhile."""
    while messages.next(0.05) is not None:
        pass
    start, before = time.monotonic(), [pitch.processor() for pitch in pitches]
    count, deadline = 0, start + seconds
    while (left := deadline - time.monotonic()) > 0:
        count += messages.next(left) is not None
    took = time.monotonic() - start
    busy = sum(pitch.processor() for pitch in pitches) - sum(before)
    return busy / took / len(pitches), count / took * 3_600
