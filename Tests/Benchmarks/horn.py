"""How late the horn begins, at a loudspeaker that is not there."""

import contextlib
import subprocess

import report
from report import Row, quantile
from setting import end
from sound import Loudspeaker, boottime

# The limit for what people take for one moment, in microseconds.
LIMIT = 100e3


def sound(setting):
    """From the deadline to the first sample that is heard, in blocks of 10 ms."""
    rounds, rounds_alone = (5, 3) if setting.is_quick else (30, 10)
    loudspeaker = setting.enter_context(contextlib.closing(Loudspeaker()))
    gatherd = setting.gatherd("sound", is_placed=False)
    gatherd.call("Open", time={"minutes": 0, "seconds": 1})
    watch = setting.gatherctl(gatherd, "watch", "--sound", **loudspeaker.variables)
    watch.stdout.readline()
    late = [lateness(gatherd, loudspeaker) for _ in range(rounds)]
    end(watch)
    alone = report.time(quantile(playing_alone(setting, loudspeaker, rounds_alone), 0.5))
    return [Row.within(f"horn after its deadline, of {rounds}: {name}", quantile(late, part), LIMIT,
                       f"paplay by itself {alone}")
            for name, part in (("p50", 0.5), ("p99", 0.99))]


def lateness(gatherd, loudspeaker):
    """How long after a deadline its horn is heard."""
    gatherd.call("SetTime", time={"minutes": 0, "seconds": 1})
    gather = gatherd.call("Start")["gather"]
    kind, began = loudspeaker.next()
    if kind != "horn":
        raise RuntimeError(f"a {kind} instead of a horn")
    return began * 1e6 - gather["timer"]["endsAtBoottimeMicroseconds"]


def playing_alone(setting, loudspeaker, rounds):
    """How long after its start the player of the sound server is heard."""
    path = setting.sockets / "horn.wav"
    with open(path, "wb") as file:
        subprocess.run([setting.built.gatherctl, "sound", "horn", "--wav"], stdout=file,
                       check=True)
    took = []
    for _ in range(rounds):
        start = boottime()
        player = setting.daemon("paplay", path, is_placed=False, **loudspeaker.variables)
        took.append((loudspeaker.next()[1] - start) * 1e6)
        player.wait()
    return took
