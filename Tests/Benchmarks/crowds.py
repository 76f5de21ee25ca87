"""A thousand subscribers."""

import signal

from report import Row, median
from report import time as in_words
from setting import ticks

CROWD = 1_000


def crowd(setting):
    """How late the last of the crowd hears of a change, and of a tick."""
    gatherd = setting.gatherd("crowd").play()
    events = 10 if setting.is_quick else 40
    heard = setting.samples("crowd", gatherd.socket, CROWD, events, "changes",
                            cpu=setting.client_cpu)
    return [at_the_last(name, heard[name], events) for name in ("change", "tick")]


def at_the_last(name, heard, expected):
    """The row of one kind of event."""
    whole = [lateness for _, seen, lateness in heard if seen == CROWD]
    row = Row.within(f"{name}, at the last of {CROWD:,} subscribers: p50", whole, 4e3,
                     "CRG ScoreBoard 65 ms")
    row.value += f" (greatest {in_words(max(whole))})"
    if len(whole) < expected:
        row.value += f", {expected - len(whole)} incomplete"
        row.is_met = False
    return row


def vanish(setting):
    """What another watcher notices when the crowd is killed."""
    gatherd = setting.gatherd("vanish").play()
    watcher = setting.start("crowd", gatherd.socket, 1, 1_000)
    # So long before a tick: far from it, and ever closer to it.
    moments = [20_000, 2_000, 0] if setting.is_quick else [
        500_000, 100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 0]
    for microseconds in moments:
        mob = setting.start("crowd", gatherd.socket, CROWD, 1, "vanish", microseconds)
        setting.result(mob, status=-signal.SIGKILL)
    # Whatever is late or missing after the last has come by the second tick from now on.
    remaining = gatherd.call("Get")["gather"]["timer"]["remaining"]
    last, read = 60 * remaining["minutes"] + remaining["seconds"] - 2, ""
    for second, line in ticks(watcher):
        read += line
        if second <= last:
            break
    watcher.terminate()
    seen = setting.result(watcher, status=-signal.SIGTERM, read=read)["tick"]
    shown = [second for second, _, _ in seen]
    missing = int(shown[0] - shown[-1]) + 1 - len(seen)
    late = [lateness for _, _, lateness in seen]
    name = f"{CROWD:,} subscribers vanish, {len(moments)} times"
    return [
        Row.within(f"{name}: ticks missing, of {len(seen) + missing}", missing, 0, show=str),
        Row(f"{name}: greatest lateness", in_words(max(late)),
            f"CRG ScoreBoard 5.7 s; p50 here {in_words(median(late))}"),
    ]
