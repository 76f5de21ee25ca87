"""What the history has to say of the matches of the model."""

import os

from rules import SECOND, Match, State

KINDS = {"scoreSet": "scoreChanged", "scoreAdded": "scoreChanged"}


def entries(match):
    """The timeline of a match: what each event was, and what it left, when it happened; but how
    long the countdown had run by an event that stands is as it is known in the end."""
    undone_by = {}
    for event in match.log:
        if event.kind in ("undone", "redone"):
            undone_by[event.details["step"]] = event.number if event.kind == "undone" else None
    so_far, in_the_end, found = Match(), State(), []
    for event in match.log:
        resumes = event.kind == "started" and so_far.state.timer.at(event.boottime) == "paused"
        so_far.apply(event)
        if match.stands(event):
            in_the_end = in_the_end.after(event)
        timer, (a, b) = so_far.state.timer, so_far.state.score
        undone = undone_by.get(event.step) if event.is_undoable else None
        gone = (in_the_end.timer if undone is None else timer).gone(event.boottime)
        found.append({
            "number": event.number, "step": event.step,
            "kind": "resumed" if resumes else KINDS.get(event.kind, event.kind),
            "gone": gone // 1000,
            "clock": divmod(-(-timer.left(event.boottime) // SECOND), 60), "score": f"{a}-{b}",
            "uid": None if event.kind == "clockStepped" else os.geteuid(),
            "undoneBy": undone})
    return found


def told_entries(timeline):
    """The same of what the daemon says."""
    return [{
        "number": entry["number"], "step": entry["step"], "kind": entry["kind"],
        "gone": entry["goneMilliseconds"],
        "clock": (entry["clock"]["minutes"], entry["clock"]["seconds"]), "score": entry["score"],
        "uid": entry["operatorUid"], "undoneBy": entry["undoneBy"]} for entry in timeline]


def summary(state):
    """A match in short; the times of the wall clock are only there or not."""
    a, b = state.score
    return {
        "id": state.id, "phase": state.phase, "names": state.names, "score": f"{a}-{b}",
        "winner": "None" if a == b else "Team A" if a > b else "Team B",
        "isOver": state.phase != "open"}


def told_summary(gather):
    """The same of what the daemon says."""
    return {
        "id": gather["id"], "phase": gather["phase"],
        "names": (gather["teamAName"], gather["teamBName"]), "score": gather["score"],
        "winner": gather["winnerTeam"], "isOver": gather["endedAt"] is not None}
