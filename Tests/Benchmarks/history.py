"""A history of years, and a match that never ends: what they cost those who play and look."""

import json
import subprocess
import time

import running
from report import Row

GATHERS = 100_000
EVENTS = 100_000
# What `gatherctl history` asks for first.
FIRST_PAGE = 100
# The events of which `gatherctl verify` checks the hashes in a second.
VERIFIED = 100_000


def history(setting):
    """All of it with so many gathers in the file, beside a file with the first page alone."""
    few = gathers(setting, "few", FIRST_PAGE)
    many = gathers(setting, "many", GATHERS)
    name = f"{GATHERS:,} gathers"
    beside = f"{FIRST_PAGE} gathers"
    rows = [Row.beside(f"start to READY=1, {name}", starting(setting, many),
                       beside, starting(setting, few), at_most=1.5)]
    few, many = (setting.gatherd(state) for state in (few, many))
    rows += pages(setting, few, many, name, beside)
    rows.append(export(setting, many, f"export of all {name}"))
    export(setting, few, beside)
    rows.append(memory(many, few, f"memory (PSS), {name}, after the export", beside))
    return rows + [verification(setting, many, f"gatherctl verify of all {name}")]


def long_match(setting):
    """The same with an open gather of so many events, beside one of a tenth of them."""
    name, beside = f"{EVENTS:,} events", f"{EVENTS // 10:,} events"
    short, long = match(setting, "short", EVENTS // 10), match(setting, "long", EVENTS)
    rows = [Row.beside(f"start to READY=1, an open gather of {name}", starting(setting, long),
                       beside, starting(setting, short), at_most=12)]
    short, long = (setting.gatherd(state) for state in (short, long))
    rows.append(Row.beside(f"AddToScore, an open gather of {name}", goals(setting, long),
                           beside, goals(setting, short), at_most=1.5))
    rows.append(export(setting, long, f"export of it, {name}"))
    return rows


def gathers(setting, name, count):
    """The name of a state directory with so many gathers that are over, of ten events each."""
    gatherd = setting.gatherd(name).play()
    gatherd.add_goals(4)
    for method in ("Undo", "Pause", "Start", "End"):
        gatherd.call(method)
    return filled(setting, gatherd, "gathers", count - 1, name)


def match(setting, name, count):
    """The name of a state directory with an open gather of so many events."""
    gatherd = setting.gatherd(name).play()
    gatherd.add_goals(2)
    return filled(setting, gatherd, "events", count - 4, name)


def filled(setting, gatherd, what, count, name):
    gatherd.stop()
    setting.samples("fill", gatherd.state / "gather.db", what, count)
    return name


def starting(setting, name):
    rounds = 10 if setting.is_quick else 40
    return setting.samples(
        "startup", rounds, setting.built.gatherd, setting.sockets / f"{name}.sock",
        setting.states / name, "ready")["took"]


def pages(setting, few, many, name, beside):
    """The first page as its user waits for it, and as the daemon gives it."""
    command = [setting.built.gatherctl, "history", "--limit", FIRST_PAGE, "--socket"]
    rounds = 50 if setting.is_quick else 200
    took = setting.samples("spawn", rounds, *command, many.socket, "--", *command, few.socket,
                           cpu=setting.client_cpu)
    long, short = (took[index] for index in "01")
    text = f"first page of the history, {name}, whole process"
    return [Row.within(text, long, 20e3), Row.beside(text, long, beside, short, at_most=1.5)]


def goals(setting, gatherd):
    """The microseconds that some goals take."""
    took = []
    with gatherd.client() as client:
        for number in range(100 if setting.is_quick else 400):
            start = time.monotonic()
            client.call("AddToScore", team="teamB", delta=1 - number % 2 * 2)
            took.append(1e6 * (time.monotonic() - start))
    return took


def memory(many, few, name, beside):
    """What the daemons hold after they have told everything."""
    def show(size):
        return f"{size:.3g} MiB"

    long, short = (running.proportional_kilobytes(gatherd.pid) / 1024 for gatherd in (many, few))
    return Row.within(name, long, 10, f"{beside} {show(short)}", show)


def export(setting, gatherd, name):
    """All events by `gatherctl export`, beside the same rows as JSON by SQLite's own shell."""
    events, ours = output(setting, setting.built.gatherctl, "--socket", gatherd.socket, "export")
    rows, shell = output(
        setting, "sqlite3", "-json", gatherd.state / "gather.db", "SELECT * FROM events")
    if events != rows:
        raise RuntimeError(f"{events:,} events were exported, and {rows:,} are on disk")
    row = Row.beside(name, ours, "sqlite3 -json", shell, at_most=4)
    row.value, row.peer = f"{1e6 / ours:,.0f} events/s", f"sqlite3 -json {1e6 / shell:,.0f}/s"
    return row


def verification(setting, gatherd, name):
    """The records of all gathers by `gatherctl verify`."""
    command = [setting.built.gatherctl, "--socket", str(gatherd.socket), "verify", "--all",
               "--json=short"]
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    took = time.monotonic() - start
    pages = list(map(json.loads, done.stdout.splitlines()))
    if sum(page["matches"] - page["withoutHashes"] for page in pages) != GATHERS:
        raise RuntimeError(f"not all of {GATHERS:,} gathers were checked")
    events = sum(page["events"] for page in pages)
    return Row(name, f"{events / took:,.0f} events/s", goal=f"at least {VERIFIED:,} events/s",
               is_met=events / took >= VERIFIED)


def output(setting, *command):
    """The lines that a command prints, and the microseconds for each."""
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, check=True)
    took = time.monotonic() - start
    lines = done.stdout.count(b"\n")
    return lines, 1e6 * took / lines
