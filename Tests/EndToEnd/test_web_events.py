"""The stream of events of gather-web: what browsers hear, when they do not listen, and of whom.

It is about order and completeness, and never about how long anything takes: that is measured by
Tests/Benchmarks/run web.
"""

import json
import signal
import time
import unittest

import programs
from client import Closed
from daemon import Daemon
from faults import answer_instead
from test_submission import SubmissionTest
from web import ELSEWHERE, Web, WebTest

# A browser that reads nothing is dropped after so many seconds: Limits.idleSeconds.
IDLE = 10
# A gatherd whose countdown runs is lost after so many of silence: Limits.silence.
SILENCE = 2
# More states than fit what the kernel keeps for a reader that takes nothing.
GOALS = 400


class Events(WebTest):
    def test_the_state_is_there_at_once(self):
        stream = self.serve().stream()
        self.assertEqual(stream.next_state(), {"pitch": "gatherd", "gather": None,
                                               "salvaged": None, "reason": "snapshot"})
        self.assertEqual(stream.next_beat(), [])

    def test_the_state_of_an_open_match_is_a_snapshot(self):
        """What happened before a page was opened is no news: the overlay would show a goal."""
        web = self.serve()
        self.play()
        first = web.stream()
        self.assertEqual(first.next_state()["reason"], "snapshot")
        self.goals(1)
        first.state_with("scoreChanged")
        state = web.stream().next_state()
        self.assertEqual(state["gather"]["score"], "1-0")
        self.assertEqual(state["reason"], "snapshot")

    def test_there_is_one_state_for_each_change(self):
        stream = self.serve().stream()
        stream.next_state()
        for method, reason, parameters in (
            ("Open", "opened", {"teamAName": "Reds"}), ("Start", "started", {}),
            ("AddToScore", "scoreChanged", {"team": "teamA", "delta": 1}),
            ("Pause", "paused", {}), ("Resume", "started", {}), ("Undo", "undone", {}),
            ("Redo", "redone", {}), ("NameTeams", "playersChanged", {"teamBName": "Blues"}),
            ("End", "ended", {}),
        ):
            with self.subTest(method):
                gather = self.daemon.call(method, **parameters)["gather"]
                state = stream.next_state()
                self.assertEqual(state["reason"], reason)
                self.assertEqual(same(state["gather"]), same(gather))
        # The next thing is no second one of the last.
        stream.next_beat()
        self.assertEqual(stream.seen[-2][0], "state")
        revisions = [data["gather"]["revision"] for name, data in stream.seen[1:]
                     if name == "state"]
        self.assertEqual(revisions, list(range(1, len(revisions) + 1)))

    def test_a_name_of_any_characters_stays_one_line(self):
        stream = self.serve().stream()
        name = "Rëds event: beat \"\\ </script><b> 🏆"
        self.daemon.call("Open", teamAName=name)
        gather = self.daemon.get()
        self.assertEqual(stream.state_with("opened")["gather"]["teamA"]["name"],
                         gather["teamA"]["name"])

    def test_there_is_a_beat_each_second_and_never_a_tick(self):
        stream = self.serve().stream()
        self.play(time={"minutes": 45, "seconds": 0})
        stream.state_with("started")
        seen = len(stream.seen)
        with self.daemon.client() as watch:
            watch.subscribe(ticks=True)
            stream.next_beat()
            ticks = 0
            while ticks < 5:
                reason, _ = watch.next_change()
                ticks += reason == "tick"
        # It has sent so many by now, or sends the last of them in this second.
        for _ in range(4):
            stream.next_beat()
        self.assertEqual(stream.seen[seen:], 5 * [("beat", {"lost": []})])
        self.assertFalse(stream.has_event() and stream.next_beat() and stream.has_event())

    def test_the_end_of_the_countdown_is_a_change(self):
        stream = self.serve().stream()
        self.play(time={"minutes": 0, "seconds": 2})
        state = stream.state_with("timeUp")
        self.assertEqual(state["gather"]["timer"]["state"], "stopped")
        states = [data["reason"] for name, data in stream.seen if name == "state"]
        self.assertEqual(states[-3:], ["opened", "started", "timeUp"])

    def test_many_hear_the_same(self):
        web = self.serve("--per-address", 200)
        streams = [web.stream() for _ in range(100)]
        self.play()
        self.goals(1)
        states = [stream.score("1-0") for stream in streams]
        self.assertEqual(states, 100 * states[:1])
        for stream in streams[::2]:
            stream.close()
        self.goals(1)
        states = [stream.score("2-0") for stream in streams[1::2]]
        self.assertEqual(states, 50 * states[:1])

    def test_gatherd_has_one_subscriber_while_somebody_listens_and_then_none(self):
        web = self.serve()
        streams = [web.stream() for _ in range(10)]
        for stream in streams:
            stream.next_state()
        self.assertEqual(connections(self.daemon), 1)
        for stream in streams:
            stream.close()
        # It notices with a beat, of which nobody is left to tell.
        programs.eventually(lambda: connections(self.daemon) == 0, "it goes on listening")
        self.play()
        self.assertEqual(web.stream().next_state()["reason"], "snapshot")

    def test_a_second_request_on_the_connection_disturbs_nothing(self):
        stream = self.serve().stream()
        stream.next_state()
        stream.ask("GET", "/time")
        stream.send(b"\0\xff garbage \r\n\r\n")
        self.play()
        stream.state_with("started")
        self.assertEqual(stream.next_beat(), [])


class Pitches(WebTest):
    def test_each_stream_has_its_own(self):
        web = self.serve()
        north = self.pitch("north")
        own, other, usual = (web.stream("?pitch=gatherd"), web.stream("?pitch=north"),
                             web.stream())
        for stream, name in ((own, "gatherd"), (other, "north"), (usual, "gatherd")):
            self.assertEqual(stream.next_state()["pitch"], name)
        north.call("Open", teamAName="Northerners")
        other.state_with("opened")
        self.play()
        for stream in (own, usual):
            stream.state_with("started")
            names = {data["pitch"] for name, data in stream.seen if name == "state"}
            self.assertEqual(names, {"gatherd"})
        other.next_beat()
        self.assertEqual([data["reason"] for name, data in other.seen if name == "state"],
                         ["snapshot", "opened"])

    def test_all_of_the_machine_also_those_that_come(self):
        web = self.serve()
        north = self.pitch("north")
        stream = web.stream("?pitch=*")
        first = {stream.next_state()["pitch"] for _ in range(2)}
        self.assertEqual(first, {"gatherd", "north"})
        north.call("Open")
        self.assertEqual(stream.state_with("opened")["pitch"], "north")
        late = web.stream("?pitch=*")
        self.assertEqual({late.next_state()["pitch"] for _ in range(2)}, first)
        east = self.pitch("east")
        while stream.next_state()["pitch"] != "east":
            pass
        east.call("Open")
        self.assertEqual(stream.state_with("opened")["pitch"], "east")
        # Of those that it has, one is lost and the others are not.
        north.kill()
        stream.beat_with(["north"])
        self.play()
        self.assertEqual(stream.state_with("started")["pitch"], "gatherd")
        north.start()
        stream.beat_with([])
        back = [data for name, data in stream.seen if name == "state"][-1]
        self.assertEqual((back["pitch"], back["reason"]), ("north", "historyChanged"))

    def test_a_pitch_that_is_not_there(self):
        web = self.serve()
        for name in ("nowhere", "../gatherd", "x" * 65, "%00", "", "gatherd.sock", "*x"):
            answer = web.get(f"/events?pitch={name}")
            self.assertEqual(answer.status, 404, name)
            self.assertEqual(json.loads(answer.body)["error"], "NoSuchPitch")
        # Nothing is kept of who asked.
        self.assertEqual(web.stream().next_state()["pitch"], "gatherd")


class Lost(WebTest):
    def test_a_gatherd_that_was_killed(self):
        web = self.serve()
        stream, everything = web.stream(), web.stream("?pitch=*")
        match = self.play()
        self.goals(1)
        for each in (stream, everything):
            each.score("1-0")
            self.assertEqual(each.next_beat(), [])
        self.daemon.kill()
        for each in (stream, everything):
            self.assertLessEqual(beats_before(each, ["gatherd"]), 1)
        # Who comes now sees what is known, and that it may be old.
        late = web.stream()
        self.assertEqual(late.next_state()["gather"]["score"], "1-0")
        self.assertEqual(late.next_beat(), ["gatherd"])
        self.daemon.start()
        for each in (stream, everything, late):
            each.beat_with([])
            name, state = each.seen[-2]
            # Nobody knows what has become of the other matches meanwhile.
            self.assertEqual((name, state["reason"]), ("state", "historyChanged"))
            self.assertEqual(state["gather"]["id"], match)
            self.assertIsNotNone(state["gather"]["recovered"])
        self.goals(1)
        stream.score("2-0")

    def test_a_gatherd_that_is_killed_again_and_again(self):
        web = self.serve()
        stream = web.stream()
        self.play()
        for number in range(1, 6):
            self.daemon.restart()
            self.goals(1)
            stream.score(f"{number}-0")
        stream.beat_with([])
        self.assertEqual(stream.next_beat(), [])

    def test_a_gatherd_that_hangs_while_the_countdown_runs(self):
        web = self.serve()
        stream = web.stream()
        self.play(time={"minutes": 45, "seconds": 0})
        stream.state_with("started")
        stream.next_beat()
        self.daemon.signal(signal.SIGSTOP)
        # The beats around its last tick and the first after the silence, besides.
        self.assertLessEqual(beats_before(stream, ["gatherd"]), SILENCE + 2)
        # Pages go on meanwhile.
        self.assertEqual(web.get("/assets/base.css").status, 200)
        self.assertEqual(web.stream().next_state()["gather"]["phase"], "open")
        self.daemon.signal(signal.SIGCONT)
        stream.beat_with([])
        self.assertEqual(stream.seen[-2][1]["reason"], "historyChanged")
        self.assertEqual(web.stream().next_state()["reason"], "snapshot")
        self.assertEqual(stream.next_beat(), [])

    def test_a_gatherd_that_hangs_while_somebody_asks_it(self):
        web = self.serve()
        self.play()
        self.daemon.signal(signal.SIGSTOP)
        asking = web.browser()
        asking.ask("GET", "/api/squad")
        board = web.browser()
        board.ask("GET", "/")
        self.assertEqual(web.get("/time").status, 200)
        self.assertEqual(json.loads(asking.answer().body)["error"], "Unconfirmed")
        # The page is there without what is said of it in its head.
        self.assertEqual(board.answer().status, 200)
        self.daemon.signal(signal.SIGCONT)
        self.assertEqual(web.json("/api/squad"), {"players": []})

    def test_one_who_leaves_while_gatherd_hangs_takes_nothing_along(self):
        web = self.serve("--per-address", 64)
        self.play()
        self.daemon.signal(signal.SIGSTOP)
        for path in ("/", "/api/squad", "/api/history", "/crest/a"):
            browser = web.browser()
            browser.ask("GET", path)
            browser.close()
        self.assertEqual(web.get("/time").status, 200)
        self.daemon.signal(signal.SIGCONT)
        self.assertEqual(web.json("/api/squad"), {"players": []})
        self.assertIsNone(web.process.poll())

    def test_a_gatherd_that_is_not_there_yet(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        web = Web(self, daemon.socket)
        stream = web.stream()
        for _ in range(3):
            self.assertEqual(stream.next_beat(), ["gatherd"])
        self.assertEqual({name for name, _ in stream.seen}, {"beat"})
        daemon.start()
        stream.beat_with([])
        self.assertEqual(stream.seen[-2][1]["reason"], "snapshot")

    def test_no_page_of_a_new_match_is_shown_as_lost(self):
        """The first beat of a page does not say that what is being connected to is lost."""
        web = self.serve()
        for _ in range(5):
            stream = web.stream()
            self.assertEqual(stream.next_beat(), [])
            self.assertEqual(stream.seen[0][0], "state")
            stream.close()


class Readers(WebTest):
    def fill(self, web):
        """More states than a reader has room for that takes nothing."""
        attentive = web.stream()
        self.play()
        self.goals(GOALS)
        attentive.score(f"{GOALS}-0")
        return attentive

    def test_one_that_pauses_gets_the_newest_state(self):
        web = self.serve()
        slow = web.stream(receive_bytes=4096)
        self.fill(web)
        slow.score(f"{GOALS}-0")
        scores = [int(data["gather"]["score"].split("-")[0]) for name, data in slow.seen
                  if name == "state" and data["gather"]]
        self.assertEqual(scores, sorted(scores))
        # Between what the kernel had and the newest there is nothing.
        self.assertLess(len(scores), GOALS / 2)
        self.assertGreater(scores[-1] - scores[-2], GOALS / 2)
        # It is a reader as any other from then on.
        self.goals(1)
        slow.score(f"{GOALS + 1}-0")
        self.assertEqual(slow.next_beat(), [])

    def test_one_that_pauses_gets_the_newest_state_of_each_pitch(self):
        web = self.serve()
        north = self.pitch("north")
        slow = web.stream("?pitch=*", receive_bytes=4096)
        north.call("Open")
        self.fill(web)
        watch = web.stream("?pitch=north")
        north.call("AddToScore", team="teamB", delta=7)
        watch.score("0-7")
        slow.score(f"{GOALS}-0")
        slow.score("0-7")
        slow.next_beat()
        newest = {data["pitch"]: data["gather"]["score"] for name, data in slow.seen
                  if name == "state" and data["gather"]}
        self.assertEqual(newest, {"gatherd": f"{GOALS}-0", "north": "0-7"})
        self.assertLess(len(slow.seen), GOALS / 2)

    def test_one_that_takes_nothing_is_dropped_and_costs_others_nothing(self):
        web = self.serve()
        deaf = [web.stream(receive_bytes=4096, source=ELSEWHERE) for _ in range(20)]
        began = time.monotonic()
        attentive = self.fill(web)
        before = web.descriptors()
        beats = 0
        # Its socket has no room for a word of the end, so that nothing tells of it here.
        while web.descriptors() > before - len(deaf):
            self.assertEqual(attentive.next_beat(), [])
            self.goals(1)
            attentive.score(f"{GOALS + beats + 1}-0")
            beats += 1
            self.assertLess(beats, 3 * IDLE)
        self.assertGreaterEqual(time.monotonic() - began, IDLE - 2)
        # What was sent before can be read, and then there is an end.
        for stream in deaf:
            with self.assertRaises(Closed):
                while True:
                    stream.next()
            self.assertNotIn(("state", attentive.seen[-1][1]), stream.seen)
        self.assertEqual(attentive.next_beat(), [])


class Redaction(SubmissionTest):
    """gather-web shows what anybody may see, though here it is the daemon's own user."""

    def test_what_is_between_the_operator_and_the_server(self):
        self.sign_in()
        web = Web(self, self.daemon.socket)
        stream, everything = web.stream(), web.stream("?pitch=*")
        self.play()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.submit()
        own = self.wait_for("refused")
        self.assertTrue(own["lastError"] and own["remoteId"], own)
        for each in (stream, everything, web.stream()):
            shown = each.next_of("state", lambda state: (
                (state["gather"] or {}).get("submission") or {}).get("state") == "refused")
            for name, value in shown["gather"]["submission"].items():
                private = name in ("lastError", "remoteId", "owner")
                self.assertEqual(value, None if private else own[name], name)
            text = json.dumps(each.seen)
            for secret in (own["lastError"], own["remoteId"], self.backend.url, "alice"):
                self.assertNotIn(secret, text)
        match = self.daemon.get()["id"]
        for path in ("/", f"/match/{match}", f"/api/match?id={match}", "/api/history"):
            body = web.get(path).body.decode()
            for secret in (own["lastError"], own["remoteId"], self.backend.url, "alice"):
                self.assertNotIn(secret, body, path)


class Salvage(WebTest):
    def test_the_files_of_the_machine_are_not_named(self):
        """That something was lost is said; where what was lost lies is the operator's business."""
        self.play()
        self.daemon.kill()
        with open(self.daemon.database, "r+b") as file:
            file.write(bytes(100))
        self.daemon.start()
        self.assertTrue(self.daemon.set_aside)
        with self.daemon.client() as client:
            own = client.call("Get")["salvaged"]
        self.assertIn(own["file"], self.daemon.set_aside)
        state = self.serve().stream().next_state()
        self.assertEqual(state["salvaged"]["savedEvents"], own["savedEvents"])
        self.assertNotIn("gather.db", json.dumps(state))


def same(gather):
    """A gather without the moment at which it was looked at."""
    timer = {name: value for name, value in gather["timer"].items()
             if name not in ("takenAtBoottimeMicroseconds", "remaining", "remainingMilliseconds",
                             "elapsedMilliseconds")}
    return gather | {"timer": timer}


def beats_before(stream, lost):
    """How many beats come before the first with these lost."""
    count = 0
    while stream.next_beat() != lost:
        count += 1
    return count


def connections(daemon):
    """How many have connected to the daemon, unix(7)."""
    connected = "03"
    with open("/proc/net/unix") as lines:
        rows = [line.split() for line in lines]
    return sum(row[5] == connected and row[7:] == [str(daemon.socket)] for row in rows)


if __name__ == "__main__":
    unittest.main()
