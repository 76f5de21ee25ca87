"""The cells of a sweep: a match that was sent, or is underway, and is corrected or discarded."""

import time

import fast_clock
from client import Closed
from contents import Match
from sweep_cells import LAST_LOOKS, PATIENCE, Cell
from test_submission import ACCOUNT

# What a submission is that is not at its end.
UNDERWAY = ("held", "waiting", "sending", "signInNeeded", "refused", "needsDecision")


class OvertakenCell(Cell):
    """A goal was forgotten, and the score before is not at the server yet, or comes late."""

    def wait_until_hit(self):
        super().wait_until_hit()
        if not self.killed:
            self.correct()

    def finish(self):
        if self.killed:
            self.correct()
        return super().finish()

    def correct(self):
        self.daemon.call("Undo")
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.daemon.call("End")
        self.wanted = Match("2-2", "None", self.SIDES)
        self.submit()

    def check(self, patience):
        """What came late is found by one of the last looks."""
        end = time.monotonic() + patience
        for _ in self.changes():
            try:
                return super().check(0)
            except AssertionError:
                if time.monotonic() > end:
                    raise


class AgainCell(Cell):
    """A match that was sent, and whose end is taken back."""

    def prepare(self):
        super().begin()
        self.wait_for("sent")
        self.old, = self.backend.gathers
        self.backend.server.requests.clear()
        self.daemon.call("Undo")
        self.change()

    def change(self):
        """What is another match by that."""

    def other_edits(self):
        """What has changed since is not ours to delete."""
        if self.step == "members":
            self.names.append("Aaron")
            self.other.add_player(self.old, self.other.make_player("Aaron"))
            self.theirs[self.old] = Match("2-1", "Team A", (("Aaron", "Team A"), *self.SIDES))
        else:
            self.other.put_result(self.old, "9:9", "None")
            self.theirs[self.old] = Match("9:9", "None", self.SIDES)
        self.asked_about.add(self.old)

    def other_deletes(self):
        self.other.delete_gather(self.old)

    def wait_until_hit(self):
        """It need not come to each step."""
        try:
            for state in self.changes():
                if state not in UNDERWAY:
                    self.hit.wait(fast_clock.seconds(20))
                    return
                if self.hit.is_set():
                    return
        except (OSError, Closed):
            self.hit.wait(PATIENCE)  # It has been killed.

    def finish(self):
        """Goes on until the server is right, or nothing is done any more; on a busy machine, the
        step may come only then."""
        try:
            return self.go_on()
        except (OSError, Closed):
            if not self.killed or self.is_mended or not self.hit.wait(PATIENCE):
                raise
            self.mend()
            return self.go_on()

    def go_on(self):
        states, quiet_since = [], None
        end = time.monotonic() + PATIENCE
        for state in self.changes():
            if state not in ("sending", *states[-1:]):
                states.append(state)
            if not self.killed:
                self.mend()
            if state not in UNDERWAY and self.has_come_to_its_end():
                quiet_since = quiet_since or time.monotonic()
                try:
                    self.check(0)
                    return states
                except AssertionError:
                    if time.monotonic() > quiet_since + LAST_LOOKS:
                        raise
                self.sign_in_again()
            else:
                quiet_since = None
            assert time.monotonic() < end, f"no end: {states[-5:]} {self.results()}"
            self.do_what_is_asked(state)

    def sign_in_again(self):
        """Where the token does not count any more, which no state says once it was sent."""
        if not self.daemon.call(f"{ACCOUNT}.Get")["account"]["signedIn"]:
            self.do_what_is_asked("signInNeeded")

    def has_come_to_its_end(self):
        return not self.fault.late or not self.is_hit or self.made.is_done


class RescoredCell(AgainCell):
    """A goal was forgotten."""

    def change(self):
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.wanted = Match("2-2", "None", self.SIDES)

    def begin(self):
        self.daemon.call("End")
        self.submit()


class CorrectedCell(RescoredCell):
    """Two have changed sides: the server ends up as the match is, in one gather."""

    def change(self):
        for player, section in ((1, "teamB"), (3, "teamA")):
            self.daemon.call("MovePlayers", playerIds=[player], section=section)
        self.wanted = Match("2-1", "Team A", (
            ("Bob", "Team A"), ("Cem", "Team A"), ("Ann", "Team B")))


class DiscardedCell(AgainCell):
    """It was no match: nothing is left at the server."""

    def change(self):
        self.wanted = None

    def begin(self):
        self.daemon.call("Discard")
