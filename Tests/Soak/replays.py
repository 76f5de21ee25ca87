"""What gatherctl makes of all that a soak leaves: whole records, and matches played again."""

import contextlib
import json
import os
import subprocess
import tempfile
import time
import types

import programs
from chronicle import demand
from client import HISTORY, Client
from replay import Replay

# Matches are played again for about so many seconds, and each has at most so many events.
SECONDS, LONGEST = 5, 800
# The most seconds for reading all matches of a long soak.
PATIENCE = 600
# The members of an event that have to be the same in a replay. A step of the wall clock is not
# replayed, so that the numbers of later events may differ.
FACTS = ("kind", "score", "goneMilliseconds", "clock")
STEP = "clockStepped"
# The longest pause of a program between two readings, in milliseconds.
STILL = 50


def matches(chronicle):
    """The IDs of the matches on disk, and how many events each has."""
    with chronicle.open() as database:
        return dict(database.execute(
            "SELECT id, count(*) FROM gathers JOIN events ON gather = gathers.number"
            " WHERE NOT unopened GROUP BY id"))


def verify(world, found):
    """The records are whole for the daemon, and in an export for a gatherd that has no database."""
    pages = said(world, "verify", "--all", "--json=short")
    demand(not any(page["problems"] or page["withoutHashes"] for page in pages), pages)
    expected = len(found), sum(found.values())
    checked = tuple(sum(page[name] for page in pages) for name in ("matches", "events"))
    demand(checked == expected, "verified:", checked, "and on disk:", expected)
    path = world.directory / "export"
    with open(path, "wb") as file:
        said(world, "export", output=file)
    checked = said(world, "verify", path, "--json=short")
    demand(not any(match.get("problem") for match in checked), "an export is not whole:", checked)
    demand({match["id"]: match["events"] for match in checked} == found,
           "the export has", checked, "and on disk:", found)
    path.unlink()


def said(world, *command, output=subprocess.PIPE):
    """The JSON lines that a gatherctl says, which is content."""
    result = subprocess.run(
        [programs.gatherctl(), *command], stdin=subprocess.DEVNULL, stdout=output,
        stderr=subprocess.PIPE, text=True, timeout=PATIENCE,
        env=programs.environment(GATHERD_SOCKET=world.socket))
    demand(result.returncode == 0 and not result.stderr, *command, "ended with", result.returncode,
           result.stderr)
    return [json.loads(line) for line in (result.stdout or "").splitlines()]


def play(world, found, chance):
    """Plays some matches again; gives how many events each of them had."""
    fitting = sorted(id for id, events in found.items() if events <= LONGEST)
    chance.shuffle(fitting)
    end, played = time.monotonic() + SECONDS, []
    # As for the daemons of the tests: each event is durable, and a disk takes its time.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="gatherd-soak-", dir=place) as runtime:
        for id in fitting:
            if time.monotonic() > end:
                break
            play_again(world.socket, id, runtime)
            played.append(found[id])
        demand(os.listdir(runtime) == [], "a replay leaves", os.listdir(runtime))
    return played


def play_again(socket, id, runtime):
    """Plays a match again; it is what it was."""
    steps, expected = facts(socket, id)
    with contextlib.ExitStack() as stack:
        replay = Replay(
            types.SimpleNamespace(addCleanup=stack.callback), id, "--speed", "max",
            GATHERD_SOCKET=socket, XDG_RUNTIME_DIR=runtime)
        _, now = facts(replay.play().socket)
        complaints = replay.end()
    demand(len(complaints) == steps and all(STEP in line for line in complaints),
           "the replay of", id, "says:", complaints)
    for before, after in zip(expected, now):
        demand(alike(before, after), id, "had", before, "and played again:", after)
    demand(len(expected) == len(now), id, "had", len(expected), "facts, and then:", len(now))


def alike(before, after):
    """Whether two facts are the same. The two clocks are not read in the same moment: where one takes
    the place of the other, as after a reboot, what passes between them is in one match only."""
    gone = [each.get("goneMilliseconds") for each in (before, after)]
    if None in gone or not 0 < abs(gone[0] - gone[1]) <= STILL:
        return before == after
    return all(before[fact] == after[fact] for fact in ("kind", "score"))


def facts(socket, id=None):
    """How often the wall clock was stepped in a match, by default the newest one, and what is the
    same of it whenever it is played."""
    entries, page = [], True
    with Client(socket) as client:
        while page:
            shown = client.call(f"{HISTORY}.Show", id=id, after=len(entries), limit=1_000)
            page = shown["entries"]
            entries += page
    gather, kept = shown["gather"], [entry for entry in entries if entry["kind"] != STEP]
    return len(entries) - len(kept), [
        *({name: entry[name] for name in FACTS} for entry in kept),
        {name: gather[name] for name in ("phase", "score", "winnerTeam")}]
