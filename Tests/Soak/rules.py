"""The rules of a match, told again: what commands make of it, within one boot of the machine.

Times are microseconds of CLOCK_BOOTTIME. It is the measure for the daemon, so it is written from
`design.md` and the interface, and knows nothing of how the daemon does it.
"""

import dataclasses
import typing

DAY = 86_400_000_000
SECOND = 1_000_000
BY_NOBODY = {"undone", "redone", "rebooted", "clockDoubted", "clockSettled", "clockStepped", "lost"}


class Refusal(Exception):
    """The command is refused, by the name of its error."""

    def __init__(self, name):
        super().__init__(name)
        self.name = name


class Event(typing.NamedTuple):
    """What happened, as the database tells it."""

    number: int
    step: int
    kind: str
    details: dict
    boottime: int
    wall: int
    is_trusted: bool = True

    @property
    def is_undoable(self):
        return self.kind not in BY_NOBODY


class Timer(typing.NamedTuple):
    """The countdown as the last command left it: a deadline while running, else what is left."""

    initial: int = 0
    state: str = "stopped"
    value: int = 0
    # The time that it had run before the last start, and the moment of that start.
    ran: int = 0
    started: int = 0

    def at(self, now):
        """What it does at a moment."""
        if self.state == "running" and self.value <= now:
            return "stopped"
        return self.state

    def left(self, now):
        return max(self.value - now, 0) if self.state == "running" else self.value

    def gone(self, now):
        """How long it has run in all."""
        if self.state != "running":
            return self.ran
        return self.ran + min(now, self.value) - self.started

    def start(self, now):
        left = self.left(now)
        if self.at(now) == "running" or left == 0:
            return self
        return self._replace(
            state="running", value=now + left, ran=self.gone(now), started=now)

    def pause(self, now):
        if self.at(now) != "running":
            return self
        return self._replace(state="paused", value=self.left(now), ran=self.gone(now))

    def choose(self, time, now):
        return Timer(time, "stopped", time, self.gone(now))

    def finish(self, now):
        return self._replace(state="stopped", value=self.left(now), ran=self.gone(now))

    def adjust(self, amount, now):
        left = min(max(self.left(now) + amount, 0), DAY)
        state = self.at(now)
        if state == "running":
            return self._replace(value=now + left)
        return self._replace(state=state, value=left, ran=self.gone(now))


class State(typing.NamedTuple):
    """A match at one of its revisions."""

    id: str = ""
    revision: int = 0
    phase: str = "unopened"
    timer: Timer = Timer()
    names: tuple = ("", "")
    score: tuple = (0, 0)

    def with_score(self, team, goals):
        goals = min(max(goals, 0), 999)
        return self._replace(
            score=(goals, self.score[1]) if team == "teamA" else (self.score[0], goals))

    def goals(self, team):
        return self.score[0 if team == "teamA" else 1]

    def after(self, event):
        """What a standing event makes of it."""
        kind, details, now = event.kind, event.details, event.boottime
        if kind == "opened" and self.phase == "unopened":
            return State(
                details["id"], self.revision, "open",
                Timer().choose(details["seconds"] * SECOND, now),
                (details["teamAName"], details["teamBName"]))
        if self.phase != "open":
            return self
        timer = self.timer
        if kind == "started":
            return self._replace(timer=timer.start(now))
        if kind == "paused":
            return self._replace(timer=timer.pause(now))
        if kind == "cancelled":
            return self._replace(timer=timer.choose(timer.initial, now))
        if kind == "timeSet":
            return self._replace(timer=timer.choose(details["seconds"] * SECOND, now))
        if kind == "timeAdjusted":
            timer = timer.adjust(details["seconds"] * SECOND, now)
            return self._replace(timer=timer.start(now) if details.get("start") else timer)
        if kind == "scoreSet":
            return self.with_score(details["team"], details["score"])
        if kind == "scoreAdded":
            return self.with_score(
                details["team"], self.goals(details["team"]) + details["delta"])
        if kind in ("ended", "discarded"):
            return self._replace(phase=kind, timer=timer.finish(now))
        return self

    def admits(self, event):
        """Whether an event makes sense now."""
        kind, now = event.kind, event.boottime
        if kind in BY_NOBODY:
            return True
        if kind == "opened":
            return self.phase == "unopened"
        if self.phase != "open":
            return False
        if kind == "started":
            return self.timer.at(now) != "running" and self.timer.left(now) > 0
        if kind == "paused":
            return self.timer.at(now) == "running"
        if kind == "timeAdjusted":
            return 0 < self.timer.left(now) + event.details["seconds"] * SECOND <= DAY
        if kind == "scoreAdded":
            return 0 <= self.goals(event.details["team"]) + event.details["delta"] <= 999
        return True


def decide(state, method, given, now):
    """The kinds and details of the events of a command that is no undo; or a Refusal."""
    if state.phase != "open":
        if method == "Open":
            return [opening(given)]
        if method in ("Start", "Toggle"):
            return [opening({}), ("started", {})]
        raise Refusal("NoGather")
    timer = state.timer
    if method == "Open":
        raise Refusal("GatherInProgress")
    if method == "SetTime":
        time = seconds(given["time"])
        is_so = timer.initial == timer.value == time * SECOND and timer.state == "stopped"
        return [] if is_so else [("timeSet", {"seconds": time})]
    if method == "AdjustTime":
        return adjust(timer, given, now)
    if method in ("Start", "Pause", "Toggle", "Resume"):
        return set_going(timer, method, now)
    if method == "Cancel":
        is_so = timer.at(now) == "stopped" and timer.left(now) == timer.initial
        return [] if is_so else [("cancelled", {})]
    if method == "SetScore":
        if not 0 <= given["score"] <= 999:
            raise Refusal("InvalidScore")
        is_so = state.goals(given["team"]) == given["score"]
        return [] if is_so else [("scoreSet", {"team": given["team"], "score": given["score"]})]
    if method == "AddToScore":
        if not 0 <= state.goals(given["team"]) + given["delta"] <= 999:
            raise Refusal("InvalidScore")
        return [("scoreAdded", {"team": given["team"], "delta": given["delta"]})]
    return [({"End": "ended", "Discard": "discarded"}[method], {})]


def opening(given):
    return ("opened", {
        "seconds": seconds(given.get("time", {"minutes": 10, "seconds": 0})),
        "teamAName": given.get("teamAName", "Team A"),
        "teamBName": given.get("teamBName", "Team B")})


def seconds(time):
    return time["minutes"] * 60 + time["seconds"]


def adjust(timer, given, now):
    result = timer.left(now) + given["seconds"] * SECOND
    if not 0 < result <= DAY:
        raise Refusal("InvalidTime")
    details = {"seconds": given["seconds"]}
    starts = given.get("start", False) and timer.at(now) != "running"
    if given.get("start", False) and not starts:
        details["start"] = True
    events = [("timeAdjusted", details)] if given["seconds"] else []
    return events + [("started", {})] * starts


def set_going(timer, method, now):
    state = timer.at(now)
    if method == "Toggle":
        method = "Pause" if state == "running" else "Start"
    if method == "Pause":
        if state == "stopped":
            raise Refusal("NotRunning")
        return [("paused", {})] if state == "running" else []
    if method == "Resume" and state == "stopped":
        raise Refusal("NotPaused")
    if state == "running":
        return []
    if timer.left(now) == 0:
        raise Refusal("TimeIsZero")
    return [("started", {})]


@dataclasses.dataclass
class Match:
    """A match with its events: the state is what the standing ones make of it."""

    log: list = dataclasses.field(default_factory=list)
    undone: set = dataclasses.field(default_factory=set)
    state: State = State()
    # When its turn came: the greatest is the present one's.
    turn: int = 0

    def apply(self, event):
        assert event.number == len(self.log) + 1
        self.log.append(event)
        if event.kind == "undone":
            self.undone.add(event.details["step"])
        if event.kind == "redone":
            self.undone.discard(event.details["step"])
        if event.kind in ("undone", "redone"):
            self.state = State()
            for past in self.log:
                if self.stands(past):
                    self.state = self.state.after(past)
        else:
            self.state = self.state.after(event)
        self.state = self.state._replace(revision=event.number)

    def stands(self, event):
        return not event.is_undoable or event.step not in self.undone

    def last_step(self):
        """The last command that stands, or None."""
        for event in reversed(self.log):
            if event.is_undoable and event.step not in self.undone:
                return event.step
        return None

    def redoable(self):
        """The last undo that stands, if no other command came after it; or None."""
        redone = set()
        for event in reversed(self.log):
            if event.kind == "redone":
                redone.add(event.details["step"])
            elif event.kind == "undone":
                if event.details["step"] not in redone:
                    return event
                redone.discard(event.details["step"])
            elif event.is_undoable:
                return None
        return None

    def undo(self, number=None):
        """The event of an undo, or a Refusal."""
        last = self.last_step()
        if number is None:
            if last is None:
                raise Refusal("NothingToUndo")
            return [("undone", {"step": last})]
        event = self.log[number - 1] if number <= len(self.log) else None
        if event is None or not event.is_undoable or event.step in self.undone:
            raise Refusal("NoSuchEvent")
        if event.step != last:
            if self.state.phase != "open":
                raise Refusal("NoGather")
            if self.is_needed(event.step):
                raise Refusal("EventNeeded")
        return [("undone", {"step": event.step})]

    def is_needed(self, step):
        """Whether a later event makes sense with a step, and none without it."""
        with_it, without = State(), State()
        for event in filter(self.stands, self.log):
            is_taken = event.is_undoable and event.step == step
            if not is_taken and with_it.admits(event) and not without.admits(event):
                return True
            with_it = with_it.after(event)
            if not is_taken:
                without = without.after(event)
        return False


def snapshot(state, now):
    """What a snapshot of a state has to say; the times of the wall clock are only there or not."""
    if state is None:
        return None
    timer = state.timer
    left, doing = timer.left(now), timer.at(now)
    a, b = state.score
    winner = "None" if a == b else "Team A" if a > b else "Team B"
    return {
        "id": state.id, "revision": state.revision, "phase": state.phase,
        "state": doing, "endsAt": timer.value if doing == "running" else None,
        "initial": divmod(-(-timer.initial // SECOND), 60),
        "remaining": divmod(-(-left // SECOND), 60), "milliseconds": -(-left // 1000),
        "isTimeUp": timer.state == "running" and doing == "stopped",
        "isOver": state.phase != "open", "doubtful": False,
        "names": state.names, "score": f"{a}-{b}", "goals": (a, b), "winner": winner}


def told(gather):
    """The same of what the daemon says."""
    if gather is None:
        return None
    timer, a, b = gather["timer"], gather["teamA"], gather["teamB"]
    return {
        "id": gather["id"], "revision": gather["revision"], "phase": gather["phase"],
        "state": timer["state"], "endsAt": timer["endsAtBoottimeMicroseconds"],
        "initial": (timer["initial"]["minutes"], timer["initial"]["seconds"]),
        "remaining": (timer["remaining"]["minutes"], timer["remaining"]["seconds"]),
        "milliseconds": timer["remainingMilliseconds"],
        "isTimeUp": timer["timeUpAt"] is not None,
        "isOver": gather["endedAt"] is not None, "doubtful": timer["doubtful"],
        "names": (a["name"], b["name"]), "score": gather["score"],
        "goals": (a["score"], b["score"]), "winner": gather["winnerTeam"]}
