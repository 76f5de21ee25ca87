"""What an operator notices of strangers who read the history as fast as they can."""

import os
import shutil
import subprocess
import threading
import time

import programs
from client import HISTORY, message
from report import Row, quantile
from report import time as in_words

PLAYERS = "io.gatherd.Players"
STRANGERS = (60_001, 60_002)
CROWD = 1_000
# The connections of a user, as Limits.connectionsPerUser has it.
IDLE = 2_048
SIDE = 11
APPEARANCES = 600_000
GATHERS = {"1,000 gathers": 1_000, f"{APPEARANCES:,} appearances": APPEARANCES // (2 * SIDE) + 1}
# Gathers that are played and not copied, each by others of the squad.
PLAYED = 22
SINCE = "1970-01-01"
# They all take a processor as long as they are asked for, the rankings and History.Show as well;
# this is the one with the longest answer.
DEAREST = f"{HISTORY}.List", {"limit": 1_000}
PAUSE_MILLISECONDS = 10
LATER_TICK = 20e3
LOG_BYTES = 8 << 20


def neighbours(setting):
    """Goals and ticks beside a crowd of readers, and beside the same crowd at another server."""
    if os.geteuid() != 0:
        raise RuntimeError("only root can be other users")
    rows = []
    for name, gathers in GATHERS.items():
        calm, attacked = daemons(setting, f"{gathers}", gathers)
        if name != "1,000 gathers":
            rows += rankings(setting, calm)
        rows += compare(setting, name, calm, attacked)
    return rows + idlers(setting)


# Databases

def daemons(setting, name, gathers):
    """Two daemons, each with a file of so many gathers and a match that runs."""
    first = setting.gatherd(f"{name}-a")
    squad = [{"name": f"Player {number}"} for number in range(1, 2 * SIDE * PLAYED + 1)]
    first.call(f"{PLAYERS}.Add", players=squad)
    for number in range(PLAYED):
        play(first, number)
        first.call("Pause")
        first.call("End")
    first.stop()
    setting.samples("fill", first.state / "gather.db", "gathers", gathers - PLAYED)
    shutil.copytree(first.state, setting.states / f"{name}-b")
    both = [setting.gatherd(f"{name}-{which}", is_placed=False) for which in "ab"]
    for gatherd in both:
        play(gatherd, 0)
    return both


def play(gatherd, number):
    """A match of 22 players of whom others have played before, with some goals."""
    ids = [2 * SIDE * number + index + 1 for index in range(2 * SIDE)]
    gatherd.call("Open", time={"minutes": 45, "seconds": 0}, teamAPlayers=ids[:SIDE],
                 teamBPlayers=ids[SIDE:])
    gatherd.call("Start")
    for goal in range(10):
        team = goal % 3 // 2
        gatherd.call("AddToScore", team=("teamA", "teamB")[team], delta=1,
                     scorer=ids[SIDE * team + goal])


# Readers

def compare(setting, name, calm, attacked):
    """The rows of one database: as many rounds of either kind, one after the other."""
    open_to_strangers(setting, attacked)
    dummy = setting.sockets / f"{attacked.socket.stem}-dummy.sock"
    setting.start_ready("dummy", dummy, reply_bytes(attacked))
    rounds, seconds = (1, 6) if setting.is_quick else (3, 12)
    results = {gatherd: Result() for gatherd in (calm, attacked)}
    for _ in range(rounds):
        for gatherd, target in ((calm, dummy), (attacked, attacked.socket)):
            results[gatherd].add(setting, gatherd, target, seconds)
    beside, ours = results[calm], results[attacked]
    goals = f"goal beside {CROWD:,} readers, {name}"
    rows = [
        Row.beside(f"{goals}: {text}", quantile(ours.goals, part), "calm",
                   quantile(beside.goals, part), at_most=limit)
        for text, part, limit in (("p50", 0.5, None), ("p99", 0.99, 2))
    ]
    later = max(ours.late) - max(beside.late)
    return rows + [
        Row.within(f"greatest lateness of {len(ours.late)} ticks beside them, less the calm one's",
                   later, LATER_TICK, f"{in_words(max(ours.late))}, calm"
                   f" {in_words(max(beside.late))}", signed),
        Row.within(f"`gatherctl goal` beside them, exit 4, of {len(ours.exits)}",
                   ours.exits.count(4), 0, f"calm {beside.exits.count(4)}", str),
        Row.within(f"goals refused beside them, of {len(ours.goals)}", ours.refused, 0,
                   f"other exits {sum(status not in (0, 4) for status in ours.exits)}", str),
        Row.within("write-ahead log beside them, greatest", ours.log_bytes / (1 << 20), 8,
                   f"calm {beside.log_bytes / (1 << 20):.3g} MiB", lambda size: f"{size:.3g} MiB"),
        Row("answers to them a second", f"{ours.answers / rounds / seconds:,.0f}",
            f"dummy {beside.answers / rounds / seconds:,.0f}; {ours.closed} closed"),
    ]


class Result:
    """What became of the goals and ticks of a daemon, in all rounds."""

    def __init__(self):
        self.goals, self.late, self.exits = [], [], []
        self.refused = self.log_bytes = self.answers = self.closed = 0

    def add(self, setting, gatherd, target, seconds):
        """A round, beside readers at a target."""
        method, parameters = DEAREST
        readers = strangers(setting, target, CROWD, STRANGERS[0],
                            message(method, parameters)[:-1].decode())
        watcher = setting.start("crowd", gatherd.socket, 1, seconds)
        goals = setting.start("goals", gatherd.socket, seconds * 1_000 // (2 * PAUSE_MILLISECONDS),
                              PAUSE_MILLISECONDS)
        over = threading.Event()
        looking = threading.Thread(target=self.look, args=(gatherd.state / "gather.db-wal", over))
        looking.start()
        try:
            for _ in range(seconds):
                self.exits.append(score(setting, gatherd))
            counted = setting.result(goals)
            self.late += [lateness for _, _, lateness in setting.result(watcher)["tick"]]
        finally:
            over.set()
            looking.join()
        self.goals += counted["goal"]
        self.refused += len(counted["refused"])
        readers.terminate()
        read = setting.result(readers)
        self.answers += int(read["answers"][0])
        self.closed += int(read["closed"][0])

    def look(self, log, over):
        """Notes the greatest size of the write-ahead log."""
        while not over.wait(0.01):
            try:
                self.log_bytes = max(self.log_bytes, log.stat().st_size)
            except FileNotFoundError:
                pass


def strangers(setting, target, count, uid, *call):
    """A process of another user's with so many connections."""
    return setting.start_ready("strangers", target, count, uid, *call)


def score(setting, gatherd):
    """Has gatherctl count a goal; gives its exit status."""
    command = [setting.built.gatherctl, "goal", "b", "--socket", gatherd.socket]
    return subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, env=programs.environment()).returncode


def reply_bytes(gatherd):
    """The size of the answer to a reader."""
    method, parameters = DEAREST
    with gatherd.client() as client:
        client.send(method, parameters)
        size = 0
        while True:
            some = client.socket.recv(1 << 18)
            size += len(some)
            if some.endswith(b"\0"):
                return size


def open_to_strangers(setting, gatherd):
    """Lets every user connect."""
    setting.sockets.chmod(0o711)
    gatherd.socket.chmod(0o666)


def signed(microseconds):
    return ("-" if microseconds < 0 else "") + in_words(abs(microseconds))


# Others

def rankings(setting, gatherd):
    """The rankings over all appearances, with nobody beside."""
    rows = []
    for text, given, limit in (("without since", {}, 20e3),
                               ("since 1970", {"since": SINCE}, 1e6)):
        took = []
        with gatherd.client() as client:
            for _ in range(3 if setting.is_quick else 10):
                start = time.monotonic()
                client.call(f"{PLAYERS}.Scorers", **given)
                took.append(1e6 * (time.monotonic() - start))
        rows.append(Row.within(f"Scorers over {APPEARANCES:,} appearances, {text}, greatest",
                               max(took), limit))
    return rows


def idlers(setting):
    """Operators who come and count while two strangers have all the connections they can get."""
    gatherd = setting.gatherd("idle", is_placed=False).play()
    open_to_strangers(setting, gatherd)
    for uid in STRANGERS:
        strangers(setting, gatherd.socket, IDLE, uid)
    count, took = 20, []
    for _ in range(count):
        start = time.monotonic()
        gatherd.call("AddToScore", team="teamA", delta=1)
        took.append(1e6 * (time.monotonic() - start))
    counted = sum(score(setting, gatherd) == 0 for _ in range(count))
    text = f"beside {2 * IDLE:,} idle connections of two strangers"
    return [Row(f"goals counted {text}, of {2 * count}", str(len(took) + counted),
                f"connect and count: greatest {in_words(max(took))}",
                goal="all", is_met=len(took) + counted == 2 * count)]
