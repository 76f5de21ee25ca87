"""What has happened, in its order: every event has one command, every answer fits its place."""

import contextlib
import itertools
import json
import os
import sqlite3

import records
import rules
from rules import Event, Match, Refusal, State

# So many matches are kept with their events: only these are taken up again.
KEPT = 16
UNDOERS = ("Undo", "Redo", "Reopen")


class Violation(AssertionError):
    """The daemon has not kept a promise."""


def demand(condition, *words):
    if not condition:
        raise Violation(" ".join(map(str, words)))


class Chronicle:
    """The model: all matches as the events on disk make them, checked as they are read.

    The disk says in which order commands were carried out; what each of them may do there, and what
    every answer and snapshot has to say, is up to the rules.
    """

    def __init__(self, database):
        self._database = database
        self.matches = {}
        self.current = None
        self.events = 0
        self.clock_steps = 0
        # All states since the last check, by match and revision, with their positions.
        self._states = {}
        self._had_none = True

    @property
    def state(self):
        """The present state; that of no match before the first."""
        return self.matches[self.current].state if self.current is not None else State()

    @property
    def match(self):
        return self.matches[self.current] if self.current is not None else Match()

    # Reading

    def open(self):
        """A connection for as long as nothing else happens: it must not keep a log that a daemon
        has to recover by itself."""
        return contextlib.closing(sqlite3.connect(f"file:{self._database}?mode=ro", uri=True))

    def _places(self, commands):
        """The gather and the moment of each of these, as they were noted with their request IDs."""
        with self.open() as database:
            ids = [command.id for command in commands]
            return {id: (gather, boottime) for id, gather, boottime in database.execute(
                "SELECT id, gather, boottime FROM requests"
                f" WHERE id IN ({', '.join('?' * len(ids))})", ids)}

    def _news(self):
        with self.open() as database:
            newest, = database.execute("SELECT coalesce(max(number), 0) FROM gathers").fetchone()
            rows = []
            new = range(max(self.matches, default=0) + 1, newest + 1)
            for gather in [*self.matches, *new]:
                known = len(self.matches[gather].log) if gather in self.matches else 0
                rows += database.execute(
                    "SELECT gather, number, step, kind, details, boottime, wall, uid FROM events"
                    " WHERE gather = ? AND number > ? ORDER BY number", (gather, known))
        # A moment is one command's; the numbers are the order within it.
        rows.sort(key=lambda row: (row[5], row[0], row[1]))
        for (gather, step), group in itertools.groupby(rows, key=lambda row: (row[0], row[2])):
            events = []
            for _, number, _, kind, details, boottime, wall, uid in group:
                details = json.loads(details)
                is_trusted = details.pop("isWallTrusted", True)
                events.append(Event(number, step, kind, details, boottime, wall, is_trusted))
                demand(uid == (None if kind == "clockStepped" else os.geteuid()), kind, "by", uid)
            yield gather, events

    # Checking

    def check(self, commands, snapshots):
        """Reads what has happened since the last check, which was done by these commands, all of
        them answered; the snapshots are what was seen since."""
        self._begin(commands)
        for gather, events in self._news():
            self._absorb(gather, events)
            self._allow_refusals()
        for command in self._effective.values():
            raise Violation("lost:", command)
        demand(not self._undoers, "lost:", self._undoers)
        for command in self._refused:
            raise Violation("refused without a reason:", command)
        for snapshot in itertools.chain(
                snapshots, *(command.snapshots for command in commands)):
            self._check_snapshot(snapshot)
        for command in self._idle:
            self._check_idle(command)
        self._forget()

    def _begin(self, commands):
        self._effective, self._undoers, self._refused, self._idle = {}, [], [], []
        for command in commands:
            if command.refusal is not None:
                self._refused.append(command)
            elif command.method in UNDOERS:
                self._undoers.append(command)
            elif command.outcome["changed"]:
                place = command.outcome["gatherId"], command.outcome["revision"]
                demand(place not in self._effective, "two commands made one event:", command)
                self._effective[place] = command
            else:
                self._idle.append(command)
        self._undone_at = self._places(self._undoers)
        self._states = {(match.state.id, match.state.revision): match.state
                        for match in self.matches.values()}
        self._had_none = self.current is None
        self._allow_refusals()

    def _absorb(self, gather, events):
        """One command's events, or one that the daemon has made of the clocks."""
        first = events[0]
        match = self.matches.get(gather, Match())
        self._check_clocks(match, first)
        if first.kind == "clockStepped":
            demand(len(events) == 1, "a step that is more than one event:", events)
            self.clock_steps += 1
        else:
            self._explain(gather, match, events)
        if gather not in self.matches:
            demand(gather == max(self.matches, default=0) + 1, "no gather before", gather)
            self.matches[gather] = match
        for event in events:
            demand(event.number == len(match.log) + 1, "a gap or a double:", gather, event)
            match.apply(event)
            self.events += 1
            self._states[match.state.id, match.state.revision] = match.state
        self._turn(gather, match)

    def _explain(self, gather, match, events):
        """Finds the command that did it, and checks that it does this here."""
        found = [(event.kind, event.details) for event in events]
        now, last = events[0].boottime, events[-1].number
        id = events[0].details["id"] if events[0].kind == "opened" else match.state.id
        if command := self._effective.pop((id, last), None):
            candidates = [command]
        else:
            # Several may have done the same: a plain undo, and one by the number of the event.
            candidates = sorted(
                self._undoers, key=lambda command: self._undone_at.get(command.id) != (gather, now))
        for command in candidates:
            try:
                place, expected = self.decide(command, now)
            except Refusal:
                continue
            if place == gather and [(kind, details) for kind, details in expected] == [
                    (kind, {name: value for name, value in details.items() if name != "id"})
                    for kind, details in found]:
                if command in self._undoers:
                    self._undoers.remove(command)
                return
        raise Violation(f"gather {gather} has {events} after {match.state}, and it is none of"
                        f" {candidates}")

    def decide(self, command, now):
        """The gather and the events of a command if it came now; or a Refusal."""
        given, state = command.given, self.state
        if command.method == "Undo":
            return self.current, self.match.undo(given.get("number"))
        if command.method == "Redo":
            place, undo = self._redoable()
            if undo is None:
                raise Refusal("NothingToRedo")
            return place, [("redone", {"step": undo.details["step"]})]
        if command.method == "Reopen":
            places = [place for place, match in self.matches.items()
                      if match.state.id == given["id"]]
            if not places:
                raise Refusal("NoSuchGather")
            if state.phase == "open":
                raise Refusal("GatherInProgress")
            return places[0], [("undone", {"step": self.matches[places[0]].last_step()})]
        events = rules.decide(state, command.method, given, now)
        opens = bool(events) and events[0][0] == "opened"
        return max(self.matches, default=0) + 1 if opens else self.current, events

    def _redoable(self):
        """The gather of the undo that redo takes back, and that undo or None. It may be that of the
        opening that was taken back last, if no command came and no match was opened since. In a
        match that was reopened and is over again, an undo before a later match stays."""
        undo, last = self.match.redoable(), self._last_unopened()
        if self.state.phase == "open":
            return self.current, undo
        is_old = undo is not None and any(
            match.log[0].boottime > undo.boottime for number, match in self.matches.items()
            if number > self.current and match.state.phase != "unopened")
        present = self.current, None if is_old else undo
        if last is None:
            return present
        when = self.matches[last].log[-1].boottime
        opened = [match.log[0] for number, match in self.matches.items()
                  if number > last and match.state.phase != "unopened"]
        commands = [event for match in self._current_since(last)
                    for event in match.log if event.is_undoable]
        undos = [undo] if undo is not None else []
        if any(event.boottime > when for event in commands + opened + undos):
            return present
        return last, self.matches[last].redoable()

    def _current_since(self, gather):
        """The matches that have been the present one since the opening of another was undone."""
        turn = self.matches[gather].turn
        standing = [match for match in self.matches.values() if match.state.phase != "unopened"]
        first = max((match.turn for match in standing if match.turn < turn), default=0)
        return [match for match in standing if match.turn >= first]

    def _last_unopened(self):
        """The gather whose opening was taken back last, or None."""
        unopened = [(match.turn, number) for number, match in self.matches.items()
                    if match.state.phase == "unopened"]
        return max(unopened)[1] if unopened else None

    def _check_clocks(self, match, event):
        """A step of the wall clock is an event of a countdown that was ever started, also of one
        that is held or over when it is taken up again; and only that is."""
        is_step = False
        if any(past.kind == "started" for past in match.log):
            last = match.log[-1]
            gone, wall = event.boottime - last.boottime, event.wall - last.wall
            is_step = abs(wall - gone) >= rules.SECOND or (
                event.is_trusted and not last.is_trusted)
        demand(is_step == (event.kind == "clockStepped"), "a step of the clock:", match.state,
               match.log[-1:], event)

    def _turn(self, gather, match):
        """Which match is the present one now."""
        if match.state.phase == "unopened":
            earlier = [(other.turn, number) for number, other in self.matches.items()
                       if other.turn < match.turn and other.state.phase != "unopened"]
            self.current = max(earlier)[1] if earlier else None
            match.turn = max(other.turn for other in self.matches.values()) + 1
            self._had_none |= self.current is None
        elif gather != self.current:
            match.turn = max(other.turn for other in self.matches.values()) + 1
            self.current = gather

    def _allow_refusals(self):
        """Drops the refused commands that had to be refused at this place."""
        self._refused = [command for command in self._refused if not self._is_refused(command)]

    def _is_refused(self, command):
        for now in (command.sent_at, command.answered_at):
            try:
                self.decide(command, now)
            except Refusal as refusal:
                if command.refusal == refusal.name:
                    return True
        return False

    def _check_idle(self, command):
        """A command that changed nothing; its moment is known if its answer was the first."""
        outcome = command.outcome
        state = self._states.get((outcome["gatherId"], outcome["revision"]))
        demand(state is not None, "it changed nothing of an unknown state:", command)
        snapshot = command.snapshots[0]
        if command.sendings == 1 and snapshot is not None:
            taken = snapshot["timer"]["takenAtBoottimeMicroseconds"]
            demand(rules.decide(state, command.method, command.given, taken) == [],
                   "it should have changed something:", command, state)

    def _check_snapshot(self, snapshot):
        if snapshot is None:
            demand(self._had_none, "no match is shown, though there was one all the time")
            return
        state = self._states.get((snapshot["id"], snapshot["revision"]))
        demand(state is not None, "a snapshot of what never was:", snapshot)
        expected = rules.snapshot(state, snapshot["timer"]["takenAtBoottimeMicroseconds"])
        found = rules.told(snapshot)
        wrong = {name: (found[name], value) for name, value in expected.items()
                 if found[name] != value}
        demand(not wrong, "shown, and expected:", wrong, "in", snapshot)

    def check_history(self, listed, shown):
        """Compares the newest matches of the history, and the timeline of the present one."""
        kept = [match.state for _, match in sorted(self.matches.items(), reverse=True)
                if match.state.phase != "unopened"]
        ids = {state.id for state in kept}
        known = [gather for gather in map(records.told_summary, listed) if gather["id"] in ids]
        expected = [records.summary(state) for state in kept[:len(known)]]
        demand(known == expected, "the history has", known, "and not", expected)
        expected = records.entries(self.match)
        found = records.told_entries(shown)
        wrong = [pair for pair in zip(found, expected) if pair[0] != pair[1]]
        demand(not wrong, "the timeline has, and is expected to have:", wrong[:1])
        # The clocks may have been stepped since the events were read.
        later = {entry["kind"] for entry in found[len(expected):]}
        demand(len(found) >= len(expected) and later <= {"clockStepped"},
               len(found), "events in the timeline, and", len(expected), "on disk:", later)

    def _forget(self):
        """Drops matches that nobody will take up again."""
        newest = max(self.matches, default=0)
        by_turn = sorted(self.matches, key=lambda number: self.matches[number].turn)
        for number in by_turn[:-KEPT]:
            if number not in (self.current, newest, self._last_unopened()):
                del self.matches[number]

    # At the end

    def check_all(self, done, refused):
        """The whole file: sound, with these requests and no others, and no other event."""
        with self.open() as database:
            demand(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], "unsound")
            events, = database.execute("SELECT count(*) FROM events").fetchone()
            demand(events == self.events, events, "events on disk, and", self.events, "seen")
            stored = {id for id, in database.execute("SELECT id FROM requests")}
        demand(stored == done, "requests on disk:", len(stored), "and answered:", len(done),
               "such as", sorted(stored ^ done)[:3])
        demand(not stored & refused, "refused, and on disk:", sorted(stored & refused)[:3])
