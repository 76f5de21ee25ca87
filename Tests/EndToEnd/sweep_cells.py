"""The cells of a sweep: a match with a server and a daemon of its own, whose clocks are fast."""

import collections
import signal
import threading
import time

import contents
import fast_clock
from client import Closed
from contents import Match
from other_client import OtherClient
from sweep import STEPS
from test_account import PASSWORD
from test_submission import ACCOUNT, SubmissionTest

# How long a result may take to its end, whatever has happened to it: half an hour of the daemon's,
# a minute and a half of a machine that may be busy.
PATIENCE = fast_clock.seconds(1800)

# How long the daemon may take until it does what is left to do, and until it says what it has to
# ask, as the last looks are at growing distances; the latter is awaited only where it is wanting.
A_LOOK, LAST_LOOKS = fast_clock.seconds(120), fast_clock.seconds(900)


class Cell(SubmissionTest):
    """A match that is sent for the first time."""

    SIDES = (("Ann", "Team A"), ("Bob", "Team A"), ("Cem", "Team B"))

    def runTest(self):
        """It is the sweep that runs it."""

    def run_through(self, step, fault, killed):
        """Gives the states that the submission was in."""
        self.step, self.fault, self.killed = step, fault, killed
        self.is_hit = self.asks = self.is_finished_later = self.is_mended = False
        self.hit = threading.Event()
        self.sign_in()
        self.prepare()
        self.made = fault.make()
        server = self.backend.server
        for add, name in ((server.before, fault.before), (server.after, fault.after)):
            if name:
                add(STEPS[step], getattr(self, name))
        server.fail(self.fail_at, kind=STEPS[step])
        if killed:
            self.daemon.expect_end()
        try:
            self.begin()
        except (OSError, Closed):
            # It may be killed before it has replied.
            if not killed:
                raise
        self.wait_until_hit()
        self.mend()
        states = self.finish()
        if fault.late and self.is_hit:
            self.made.wait_until_done()
        self.check(LAST_LOOKS)
        return (states if self.is_hit else ["never"]) + ["asks"] * self.asks

    # Before

    def sign_in(self):
        self.start(**fast_clock.variables())
        self.register()
        self.other = OtherClient(self.backend.url, "alice", PASSWORD)
        # What the server has to have in the end: the match, what others have made, which of theirs
        # is to be asked about, and all players.
        self.wanted = Match("2-1", "Team A", self.SIDES)
        self.theirs = {}
        self.asked_about = set()
        self.names = [name for name, _ in self.SIDES]
        self.daemon.call("io.gatherd.Players.Add",
                         players=[{"name": name} for name, _ in self.SIDES])
        if self.fault.linked:
            self.daemon.call("io.gatherd.Players.Sync", dryRun=False, decisions=[])
        self.backend.server.requests.clear()

    def prepare(self):
        """What comes before the fault can."""

    def begin(self):
        """What has the result sent."""
        self.daemon.call("Open", teamAPlayers=[1, 2], teamBPlayers=[3])
        self.play()
        self.submit()

    def fail_at(self, exchange):
        """What the server does at the step."""
        daemon, fault = self.daemon, self.fault
        if self.killed and fault.acts:
            exchange.act()
        if self.killed:
            daemon.process.send_signal(signal.SIGKILL)
            daemon.process.wait(PATIENCE)
        if fault.refuses:
            self.backend.server.refuse()
        self.is_hit = True
        self.hit.set()
        if fault.refuses or self.killed and fault.acts:
            exchange.close()
        self.made(exchange)

    def wait_until_hit(self):
        hit = self.hit.wait(PATIENCE)
        assert hit, f"never at this step: {self.backend.server.lines}"

    def mend(self):
        """Once it was hit, starts a daemon that was killed, and has the server listen again."""
        if not self.is_hit or self.is_mended:
            return
        self.is_mended = True
        if self.killed:
            self.daemon.process.wait(PATIENCE)
            self.daemon.start()
        if self.fault.refuses:
            self.backend.server.listen_again()

    # What another client does

    def other_plays(self):
        zoe, yan = self.other.make_player("Zoe"), self.other.make_player("Yan")
        self.names += ["Zoe", "Yan"]
        gather = self.other.play("7:5", team_a=[zoe], team_b=[yan])
        self.theirs[gather] = Match("7:5", "Team A", (("Zoe", "Team A"), ("Yan", "Team B")))

    def other_opens(self):
        self.theirs[self.other.make_gather()] = Match(None, None, ())

    def other_opens_to_finish(self):
        """It has a result when somebody is asked which one is ours."""
        self.is_finished_later = True
        self.other_opens()

    def other_makes_namesakes(self):
        # Who is there before the players are listed is one of ours.
        if self.backend.server.kinds[STEPS["squad"]] > 0:
            self.names += [name for name, _ in self.SIDES]
        for name, _ in self.SIDES:
            self.other.make_player(name)

    def other_renames(self):
        self.other.rename_player(self.other.players()[0]["id"], "Anna")
        self.names[0] = "Anna"
        self.wanted = self.wanted._replace(players=(("Anna", "Team A"), *self.SIDES[1:]))

    def other_deletes(self):
        for gather in self.other.gathers():
            self.other.delete_gather(gather["id"])

    # After

    def finish(self):
        """Does what the state says somebody has to, until the result is there."""
        states, asked_at = [], None
        end = time.monotonic() + PATIENCE
        for state in self.changes():
            if state not in ("sending", *states[-1:]):
                states.append(state)
            assert time.monotonic() < end, f"no end: {states[-5:]} {self.results()}"
            if self.questions():
                asked_at = asked_at or time.monotonic()
                # All else is done meanwhile.
                if state == "sent" or time.monotonic() > asked_at + A_LOOK:
                    self.asks = True
                    return states
            if state == "sent":
                return states
            self.do_what_is_asked(state)

    def do_what_is_asked(self, state):
        if state == "signInNeeded":
            self.ctl("login", "--password-file", self.file)
        elif state in ("refused", "held"):
            self.submit(self.daemon.get()["id"])
        elif state == "waiting" and not self.fault.late:
            self.daemon.call(f"{ACCOUNT}.Submit", waiting=True)
        elif state == "needsDecision":
            self.decide()

    def questions(self):
        """Those about players, which hold up nothing."""
        return (self.daemon.get()["submission"] or {}).get("questions") or []

    def decide(self):
        """Answers the question of which gather was made; it names those that it may be."""
        text, match = self.done("submissions"), self.daemon.get()["id"]
        if self.state() != "needsDecision":
            return  # It has settled itself.
        named = [one for one in self.backend.gathers if one[:8] in text]
        assert "gatherctl submissions" in text and named, f"no choice: {text}"
        if self.is_finished_later:
            theirs, = self.theirs
            if self.theirs[theirs].score is None:
                self.other.put_result(theirs, "7:5")
                self.theirs[theirs] = Match("7:5", "Team A", ())
            self.assertNotEqual(self.ctl("submissions", "adopt", match, theirs).returncode, 0)
        ours = [one for one in named if one not in self.theirs]
        # It may have settled itself meanwhile.
        self.ctl("submissions", *(["adopt", match, ours[0]] if ours else ["create", match]))

    def check(self, patience):
        """The server has one gather, each player once and on the right side, and the result, or
        what is more is named by the question what becomes of it."""
        with self.backend.lock:
            found = {key: contents.match(self.backend, one)
                     for key, one in self.backend.gathers.items()}
        for key, match in self.theirs.items():
            self.assertEqual(found.pop(key, None), match, "a gather of another client")
        right = [key for key, one in found.items() if self.is_right(one)]
        self.assertEqual(len(right), int(self.wanted is not None),
                         f"not one right gather: {list(found.values())}")
        self.check_named(self.asked_about | set(found) - set(right), patience)
        self.check_names()

    def is_right(self, match):
        if not self.questions() or self.wanted is None:
            return match == self.wanted
        self.assertIn("gatherctl player", self.done("submissions"))
        return (match[:2] == self.wanted[:2] and set(match.players) <= set(self.wanted.players)
                and len(match.players) == len(set(match.players)))

    def check_names(self):
        """Nobody is made twice, and nobody is missing."""
        with self.backend.lock:
            found = [one["name"] for one in self.backend.players.values()]
        more = collections.Counter(found) - collections.Counter(self.names)
        self.assertEqual((dict(more), set(self.names) - set(found)), ({}, set()),
                         "players too many, and missing")

    def check_named(self, gathers, patience):
        """What is left at the server is asked about."""
        end = time.monotonic() + patience
        for _ in self.changes():
            text = self.done("submissions") if gathers else ""
            unnamed = [one for one in gathers if one[:8] not in text]
            if not unnamed:
                self.asks |= bool(gathers)
                return
            assert time.monotonic() < end, f"left, and not named: {len(unnamed)}: {text!r}"
