"""A sweep over the ways that a result can go wrong: each step, with each fault, of a daemon that is
killed at that moment or goes on."""

import collections
import concurrent.futures
import dataclasses
import os
import time

import fast_clock
import faults

STEPS = {
    "list": "GET /api/gathers", "create": "POST /api/gathers", "squad": "GET /api/players",
    "player": "POST /api/players", "add": "POST /api/gathers/*/players/*",
    "result": "PUT /api/gathers/*", "members": "GET /api/gathers/*/players",
    "delete": "DELETE /api/gathers/*",
}
# The steps for a match that is sent for the first time, and for one that is corrected or discarded.
FIRST = ("list", "create", "squad", "player", "add", "result")
AGAIN = ("list", "create", "squad", "add", "result", "members", "delete")


@dataclasses.dataclass(frozen=True)
class Fault:
    """What happens at a step."""
    # Makes the fault of http_wire.Server, for one cell.
    make: object = lambda: faults.answer
    # Methods of a cell for what another client does before the step is carried out, and after it.
    before: str = None
    after: str = None
    # Whether the server refuses all connections from then on.
    refuses: bool = False
    # Whether the step is carried out before the daemon is killed.
    acts: bool = False
    # Whether the step is carried out late.
    late: bool = False
    # Whether the players are linked to players at the server beforehand.
    linked: bool = False
    # The only steps at which it can happen, empty for any; and those at which it cannot.
    at: tuple = ()
    never_at: tuple = ()

    def can_be(self, step):
        return step not in self.never_at and (not self.at or step in self.at)


def always(fault):
    return lambda: fault


LOST = always(faults.close_after_acting)

# What the network and the server do.
FAULTS = {
    "refused": Fault(refuses=True),
    "dies unread": Fault(always(faults.close_before_acting)),
    "dies after": Fault(LOST, acts=True),
    "half": Fault(always(faults.answer_half), acts=True),
    "500": Fault(always(faults.answer_instead(500))),
    "401": Fault(always(faults.answer_instead(401))),
    # At these steps a 404 is true only if another client has deleted the gather: see below.
    "404": Fault(always(faults.answer_instead(404)), never_at=("members", "delete")),
    "timeout": Fault(always(faults.answer_never), acts=True),
}

# What a server does that others use too.
LATE, LATER = fast_clock.seconds(40), fast_clock.seconds(180)
SLOW = {
    # All writes from the step on.
    "stalls 40 s": Fault(lambda: faults.Stall(LATE), late=True),
    # This one alone; others overtake it. Its client sees a time-out, or the proxy's.
    "proxy keeps it": Fault(lambda: faults.KeptUpstream(LATE), late=True),
    "proxy says 504": Fault(lambda: faults.KeptUpstream(LATE, status=504), late=True),
    # Longer than the daemon waits before it sends the request again.
    "stalls 3 min": Fault(lambda: faults.Stall(LATER), late=True, at=("create",)),
}
PLAYS = {"other plays": Fault(before="other_plays", acts=True)}
LIFE = SLOW | PLAYS | {
    "other opens": Fault(LOST, after="other_opens", acts=True),
    "other finishes": Fault(LOST, after="other_opens_to_finish", acts=True, at=("create",)),
    "namesakes": Fault(before="other_makes_namesakes", acts=True),
    "namesake, lost": Fault(LOST, after="other_makes_namesakes", acts=True, at=("player",)),
    "other renames": Fault(before="other_renames", acts=True, linked=True, never_at=("player",)),
    "other deletes": Fault(before="other_deletes", acts=True, at=("result",)),
}
# What becomes of a gather that is to be replaced or deleted: one that has changed is nobody's to
# delete, but between the last look at it and the deletion.
REPLACED = SLOW | PLAYS | {
    "other edits": Fault(before="other_edits", acts=True, never_at=("delete",)),
    "other deletes": Fault(before="other_deletes", acts=True, at=("members", "delete")),
}


@dataclasses.dataclass
class Row:
    """What came of a cell; `why` says what is wrong with it."""
    step: str
    fault: str
    killed: bool
    seen: list
    why: str = None
    took: float = 0

    def __str__(self):
        return (f"{self.step:8}  {self.fault:14}  {'killed' if self.killed else '':6}"
                f"  {self.took:5.2f} s  {'FAILED' if self.why else '>'.join(self.seen)}")

    @property
    def name(self):
        return f"{self.step} / {self.fault}{' / killed' if self.killed else ''}"

    @property
    def word(self):
        if self.why:
            return "WRONG"
        if "never" in self.seen:
            return "."
        return "asks" if {"asks", "needsDecision"} & set(self.seen) else "ok"


def run_cell(make, *arguments):
    """Runs a cell, and again if the disk stood still: it does so for an ordinary time, which is many
    times as long for a daemon whose clocks are fast."""
    for _ in range(3):
        row = run_once(make, *arguments)
        if "the disk does not answer" not in (row.why or ""):
            break
    return row


def run_once(make, step, name, fault, killed):
    cell, start = make(), time.monotonic()
    row = Row(step, name, killed, [])
    try:
        row.seen = cell.run_through(step, fault, killed)
    except BaseException as error:  # An assertion, or whatever else.
        log = cell.daemon.log[-500:] if getattr(cell, "daemon", None) else ""
        row.why = (" ".join(str(error).split())[:300] or repr(error)) + "\n" + log
    finally:
        cell.doCleanups()
    row.took = time.monotonic() - start
    return row


def sweep(make, its_faults, steps=FIRST):
    """Runs all cells, most of whose time is spent waiting, and prints them; gives the names of
    those that went wrong."""
    wanted = os.environ.get("GATHERD_SWEEP", "")
    cells = [(step, name, fault, killed)
             for name, fault in its_faults.items() for step in steps if fault.can_be(step)
             for killed in (False, True) if wanted in f"{step}/{name}"]
    with concurrent.futures.ThreadPoolExecutor(10) as pool:
        rows = list(pool.map(lambda cell: run_cell(make, *cell), cells))
    print(*rows, grid(rows, steps), sep="\n")
    wrong = [row for row in rows if row.why]
    print(f"{len(wrong)} of {len(rows)} cells went wrong",
          *(f"{row.name}: {row.why}" for row in wrong), sep="\n  ")
    return [row.name for row in wrong]


def grid(rows, steps):
    """The table: a line for each fault, with the daemon as it goes on and as it is killed."""
    words = collections.defaultdict(list)
    for row in rows:
        words[row.fault, row.step].append(row.word)
    lines = [f"{'':16}" + "".join(f"{step:>14}" for step in steps)]
    for fault in dict.fromkeys(row.fault for row in rows):
        lines.append(f"{fault:16}" + "".join(
            f"{' '.join(words[fault, step]) or '-':>14}" for step in steps))
    return "\n".join(lines)
