"""A pitch at a broker of MQTT: what is published, and that nothing is lost with anybody's end."""

import json
import os
import random
import signal
import tempfile
import time
import unittest

import memory
import programs
from certificates import certificates
from client import HISTORY
from club import Pitch
from daemon import Daemon, Notifications
from model import Model, time_passes
from mqtt import Broker, Publisher
from programs import LIMIT, eventually

SEED = int(os.environ.get("GATHERD_SEED", random.randrange(2**32)))
SECONDS = float(os.environ.get("GATHERD_MQTT_SECONDS", 8))

ONLINE, STATE, EVENT = "gather/north/online", "gather/north/state", "gather/north/event"
TIME = "gather/north/time"
RESULT = "gather/north/result/"
DISCOVERY = "homeassistant/device/gather_north/config"


class MQTTTest(unittest.TestCase):
    """A daemon, a broker, and what publishes the one at the other."""

    def setUp(self):
        self.daemon = Daemon.running(self)

    def publish(self, broker, *options, **more):
        return Publisher.begun(self, broker, self.daemon.socket, *options, **more)

    def play(self, goals=0):
        """A match that runs; gives its ID."""
        match = self.daemon.call("Open")["gather"]["id"]
        self.daemon.call("Start")
        self.score(goals)
        return match

    def score(self, goals, client=None):
        """Goals for the first side, as fast as they are counted."""
        with client or self.daemon.client() as client:
            for first in range(0, goals, 32):
                numbers = range(first, min(first + 32, goals))
                for number in numbers:
                    # No more than a score can be.
                    client.send("AddToScore", {"team": "teamA", "delta": 1 - 2 * (number % 2)})
                for _ in numbers:
                    client.reply()

    def end(self):
        return self.daemon.call("End")["gather"]

    def entries(self, match):
        """The numbers of the events of a match, as the daemon has them."""
        with self.daemon.client() as client:
            found = []
            while True:
                page = client.call(f"{HISTORY}.Show", id=match, after=found[-1] if found else 0)
                if not page["entries"]:
                    return found
                found += [entry["number"] for entry in page["entries"]]


class WhatIsPublished(MQTTTest):
    def setUp(self):
        super().setUp()
        self.broker = Broker.running(self)

    def test_the_present_state_comes_first_and_then_results_and_events(self):
        ended = self.play(1)
        self.end()
        match = self.play()
        reader = self.broker.reader()
        self.publish(self.broker)
        seen = []
        while len(seen) < 3 + 4 + 2:
            if (message := reader.next()).topic != TIME:
                seen.append(message)
        self.assertEqual([message.topic for message in seen],
                         [ONLINE, STATE, RESULT + ended] + 6 * [EVENT])
        self.assertEqual(seen[0].payload, b"1")
        events = [(event["match"], event["number"]) for event in (m.json for m in seen[3:])]
        self.assertEqual(
            events, [(ended, number) for number in self.entries(ended)]
            + [(match, number) for number in self.entries(match)])

    def test_a_state_has_the_match_and_its_deadline_by_the_wall_clock(self):
        reader = self.broker.reader(STATE)
        self.publish(self.broker)
        first = reader.on(STATE)
        self.assertIsNone(first["gather"])
        self.assertIsNone(first["deadlineAt"])
        before = time.time()
        match = self.play(1)
        state = reader.on(STATE, lambda state: (state["gather"] or {}).get("score") == "1-0")
        self.assertEqual(state["pitch"], "north")
        self.assertEqual(state["gather"]["id"], match)
        self.assertGreater(state["sequence"], first["sequence"])
        self.assertAlmostEqual(state["publishedAt"] / 1000, before, delta=LIMIT)
        timer = state["gather"]["timer"]
        left = timer["endsAtBoottimeMicroseconds"] - state["publishedAtBoottimeMicroseconds"]
        # The one is rounded up to a millisecond, the other down.
        self.assertAlmostEqual(state["deadlineAt"], state["publishedAt"] + left / 1000, delta=2)
        self.assertAlmostEqual(state["remainingMilliseconds"], left / 1000, delta=1)
        self.assertIs(state["clockDoubtful"], False)
        self.daemon.call("Pause")
        state = reader.on(STATE, lambda state: state["deadlineAt"] is None)
        self.assertEqual(state["remainingMilliseconds"],
                         state["gather"]["timer"]["remainingMilliseconds"])
        self.assertEqual(set(self.broker.retained(STATE)), {STATE})

    def test_events_come_in_order_without_accounts(self):
        reader = self.broker.reader(EVENT)
        self.publish(self.broker)
        match = self.play(100)
        numbers = self.entries(match)
        events = [reader.next().json for _ in numbers]
        self.assertEqual([event["number"] for event in events], numbers)
        for event in events:
            self.assertEqual((event["pitch"], event["match"]), ("north", match))
            self.assertEqual(event["entry"]["number"], event["number"])
            self.assertNotIn("operatorUid", event["entry"])
            self.assertNotIn("operatorName", event["entry"])
        self.assertEqual(self.broker.retained(EVENT), {})

    def test_after_the_restore_of_a_backup_its_match_goes_on(self):
        events, states = self.broker.reader(EVENT), self.broker.reader(STATE)
        self.publish(self.broker)
        match = self.play(1)
        backup = self.daemon.directory / "before.db"
        self.daemon.said(self, "backup", backup)
        before = self.entries(match)
        self.score(4)
        events.until(lambda message: message.json["number"] == len(before) + 4)
        self.daemon.stop()
        self.daemon.said(self, "restore", "--force", "--state-directory", self.daemon.state, backup)
        self.daemon.start()
        for revision in (len(before) + 4, len(before)):
            states.on(STATE, lambda state: (state["gather"] or {}).get("revision") == revision)
        for number in (1, 2):
            self.daemon.call("AddToScore", team="teamB", delta=1)
            event = events.next().json
            self.assertEqual((event["number"], event["entry"]["score"]),
                             (len(before) + number, f"1-{number}"))

    def test_a_result_is_retained_until_the_match_is_open_again_or_discarded(self):
        reader = self.broker.reader(f"{RESULT}+")
        self.publish(self.broker)
        match = self.play(1)
        self.end()
        result = reader.on(RESULT + match)
        self.assertEqual(result["match"]["score"], "1-0")
        self.assertEqual(result["revision"], len(self.entries(match)))
        self.daemon.call("Undo")
        self.assertEqual(reader.next().payload, b"")
        self.assertEqual(self.broker.retained(f"{RESULT}+"), {})
        self.end()
        again = reader.on(RESULT + match)
        self.assertGreater(again["revision"], result["revision"])
        self.daemon.call("Undo")
        self.assertEqual(reader.next().payload, b"")
        self.daemon.call("Discard")
        self.assertIsNone(reader.next(1))

    def test_a_corrected_result_is_published_again(self):
        match = self.play(1)
        self.end()
        reader = self.broker.reader(f"{RESULT}+", EVENT)
        self.publish(self.broker)
        first = reader.on(RESULT + match)
        goal = self.daemon.get()["latestGoal"]["number"]
        self.daemon.call("AmendGoal", number=goal, team="teamB")
        # The event and the result come in any order.
        second, numbers = None, []
        while second is None or second["revision"] not in numbers:
            message = reader.next()
            self.assertIsNotNone(message, (second, numbers))
            if message.topic == EVENT:
                numbers.append(message.json["number"])
            else:
                second = message.json
        self.assertEqual(second["match"]["score"], "0-1")
        self.assertGreater(second["revision"], first["revision"])

    def test_a_match_discarded_while_it_was_away_loses_its_result(self):
        match = self.play(1)
        self.end()
        publisher = self.publish(self.broker)
        eventually(lambda: RESULT + match in self.broker.retained(), "the result has not come")
        publisher.kill()
        self.daemon.call("Undo")
        self.daemon.call("Discard")
        publisher.start()
        eventually(lambda: RESULT + match not in self.broker.retained(), "the result has stayed")

    def test_a_match_that_never_was_while_it_was_away_loses_its_result(self):
        match = self.play(1)
        self.end()
        publisher = self.publish(self.broker)
        self.results_are(match)
        publisher.stop()
        while self.daemon.call("Get")["gather"]:
            self.daemon.call("Undo")
        publisher.start()
        self.results_are()

    def test_the_results_of_the_machine_before_stay_until_they_are_old(self):
        before = self.play(1)
        self.end()
        publisher = self.publish(self.broker)
        self.results_are(before)
        publisher.stop()
        Pitch(self.broker).result("old", "1-0", endedAt="2020-02-20T10:00:00.000Z")
        self.daemon = Daemon.running(self)
        match = self.play(2)
        self.end()
        reader = self.broker.reader(TIME)
        publisher = self.publish(self.broker)
        self.results_are(before, match)
        # It is published after all results.
        reader.next()
        # Its own goes with its match, and nothing else.
        self.daemon.call("Undo")
        self.results_are(before)

    def results_are(self, *matches):
        """Waits until the broker retains the results of these matches alone."""
        def found():
            return set(self.broker.retained(RESULT + "+")) == {RESULT + match for match in matches}
        eventually(found, lambda: f"the broker retains {self.broker.retained()}")

    def test_the_wall_clock_is_published_again_and_again(self):
        reader = self.broker.reader(TIME)
        self.publish(self.broker)
        times = [reader.on(TIME) for _ in range(2)]
        self.assertGreater(times[1]["publishedAt"], times[0]["publishedAt"])
        self.assertAlmostEqual(times[1]["publishedAt"] / 1000, time.time(), delta=LIMIT)
        self.assertEqual(times[0]["pitch"], "north")
        self.assertEqual(self.broker.retained(TIME), {})

    def test_home_assistant_is_told_with_its_word_that_it_has_started(self):
        reader = self.broker.reader(DISCOVERY)
        self.publish(self.broker, "--home-assistant")
        first = reader.next()
        self.assertEqual(first.json["availability_topic"], ONLINE)
        other = self.broker.reader("nothing")
        other.publish("homeassistant/status", b"offline")
        other.publish("homeassistant/status", b"online")
        self.assertEqual(reader.next().payload, first.payload)
        self.assertEqual(set(self.broker.retained("homeassistant/#")), {DISCOVERY})

    def test_all_is_taken_back(self):
        match = self.play(1)
        self.end()
        publisher = self.publish(self.broker, "--home-assistant")
        eventually(lambda: set(self.broker.retained())
                   == {ONLINE, STATE, DISCOVERY, RESULT + match}, "not all has come")
        other = self.broker.reader("nothing")
        other.publish("gather/south/state", b"{}", retained=True)
        self.assertEqual(publisher.stop(), 0)
        gone = publisher.ask("--withdraw")
        self.assertEqual((gone.returncode, gone.stderr), (0, ""), gone)
        self.assertEqual(set(self.broker.retained()), {"gather/south/state"})


class Ends(MQTTTest):
    def setUp(self):
        super().setUp()
        self.broker = Broker.running(self)

    def test_the_end_of_it_is_told(self):
        for way in (Publisher.stop, Publisher.kill):
            with self.subTest(way.__name__):
                reader = self.broker.reader(ONLINE)
                publisher = self.publish(self.broker)
                reader.until(lambda message: message.payload == b"1")
                way(publisher)
                reader.until(lambda message: message.payload == b"0")
                self.assertEqual(self.broker.retained(ONLINE), {ONLINE: b"0"})

    def test_gatherd_is_missed(self):
        self.play()
        reader = self.broker.reader(ONLINE, STATE)
        self.publish(self.broker)
        reader.until(lambda message: message.payload == b"1")
        for way, back in ((self.daemon.kill, self.daemon.start),
                          (lambda: self.daemon.signal(signal.SIGSTOP),
                           lambda: self.daemon.signal(signal.SIGCONT))):
            way()
            reader.until(lambda message: message.topic == ONLINE and message.payload == b"0")
            back()
            reader.until(lambda message: message.topic == ONLINE and message.payload == b"1")
            reader.on(STATE)

    def test_it_goes_on_after_the_last_acknowledged_event(self):
        match = self.play(10)
        reader = self.broker.reader(EVENT)
        publisher = self.publish(self.broker)
        last = self.entries(match)[-1]
        reader.on(EVENT, lambda event: event["number"] == last)
        eventually(lambda: publisher.kept["events"] == [{"match": match, "number": last}],
                   lambda: publisher.kept)
        self.assertEqual(os.stat(publisher.directory / "state/north.json").st_mode & 0o777, 0o600)
        publisher.kill()
        self.score(5)
        publisher.start()
        # The last thousand come again, which a reader that has had them drops.
        events = [reader.next().json["number"] for _ in self.entries(match)]
        self.assertEqual(events, self.entries(match))

    def test_sequences_never_go_back(self):
        reader = self.broker.reader(STATE)
        publisher = self.publish(self.broker)
        last = 0
        for _ in range(5):
            sequence = reader.on(STATE)["sequence"]
            self.assertGreater(sequence, last)
            last = sequence
            publisher.kill()
            publisher.start()
        # So it is with a wall clock that is an hour behind what is on disk.
        publisher.kill()
        path = publisher.directory / "state/north.json"
        kept = publisher.kept
        path.write_text(json.dumps(kept | {"sequence": kept["sequence"] + 3_600_000}))
        publisher.start()
        state = reader.on(STATE, lambda state: state["sequence"] > kept["sequence"])
        self.assertEqual(state["sequence"], kept["sequence"] + 3_600_001)

    def test_a_second_one_for_the_same_pitch_is_refused(self):
        publisher = self.publish(self.broker)
        eventually(lambda: ONLINE in self.broker.retained(), "it has not connected")
        second = publisher.ask()
        self.assertEqual(second.returncode, 1)
        self.assertIn("publishes the pitch 'north' already", second.stderr)

    def test_two_machines_with_one_name_are_told_of_each_other(self):
        first = self.publish(self.broker)
        first.running.line_with("connected")
        second = self.publish(self.broker)
        second.running.line_with("connected")
        for publisher in (first, second):
            publisher.running.line_with("another client publishes the pitch north")

    def test_whoever_takes_its_name_at_the_broker_does_not_end_its_connection(self):
        publisher = self.publish(self.broker)
        publisher.running.line_with("connected")
        # It goes on, on the same connection.
        self.assertIsNotNone(self.broker.reader(TIME, name="gather-mqtt-north").next())
        self.assertEqual(self.broker.retained(ONLINE), {ONLINE: b"1"})
        first = publisher.kept["client"]
        publisher.kill()
        publisher.start().running.line_with("connected")
        self.assertEqual(publisher.kept["client"], first)

    def test_what_was_kept_and_makes_no_sense_is_begun_anew(self):
        publisher = Publisher(self, self.broker, self.daemon.socket)
        (publisher.directory / "state").mkdir()
        (publisher.directory / "state/north.json").write_text("{}")
        publisher.start()
        publisher.running.line_with("makes no sense")
        eventually(lambda: ONLINE in self.broker.retained(), "it has not connected")


class AwayBroker(MQTTTest):
    def test_a_broker_that_comes_later_gets_all(self):
        broker = Broker(self)
        match = self.play(3)
        publisher = self.publish(broker)
        publisher.running.line_with("no connection")
        with publisher.held():
            broker.start()
            reader = broker.reader()
        reader.on(EVENT, lambda event: event["number"] == self.entries(match)[-1])
        self.assertEqual(broker.retained(ONLINE), {ONLINE: b"1"})

    def test_a_broker_that_hangs_is_missed_and_gets_all_afterwards(self):
        broker = Broker.running(self)
        publisher = self.publish(broker)
        publisher.running.line_with("connected")
        broker.process.send_signal(signal.SIGSTOP)
        match = self.play(50)
        # It says nothing to a sign of life, of which there is one in 15 s.
        self.assertIn("trying on: the broker ", publisher.running.line_with("no connection"))
        with publisher.held():
            broker.process.send_signal(signal.SIGCONT)
            reader = broker.reader()
        reader.on(EVENT, lambda event: event["number"] == self.entries(match)[-1])

    def test_memory_is_bounded_while_it_is_away(self):
        # A reader of ours that is slow is to miss nothing.
        broker = Broker.running(self, "max_queued_messages 0")
        publisher = self.publish(broker)
        match = self.play(10)
        last = self.entries(match)[-1]
        eventually(lambda: publisher.kept["events"][-1:] == [{"match": match, "number": last}]
                   if (publisher.directory / "state/north.json").exists() else False,
                   "the first events were not acknowledged")
        before = memory.sizes(publisher.process.pid)["Anonymous"]
        broker.stop()
        publisher.running.line_with("no connection")
        self.score(3000)
        after = memory.sizes(publisher.process.pid)["Anonymous"]
        kept = (publisher.directory / "state/north.json").stat().st_size
        self.assertLess(after - before, 3 << 20)
        self.assertLess(kept, 1000)
        with publisher.held():
            broker.start()
            reader = broker.reader(STATE, EVENT)
        numbers = self.entries(match)
        first = reader.until(lambda message: not message.is_retained)
        # The present state before all that has happened.
        self.assertEqual(first.topic, STATE)
        self.assertEqual(first.json["gather"]["revision"], numbers[-1])
        events = [reader.on(EVENT)["number"] for _ in numbers[last:]]
        self.assertEqual(events, numbers[last:])
        self.assertLess(memory.sizes(publisher.process.pid)["Anonymous"] - before, 4 << 20)


class Access(MQTTTest):
    """What a broker does not allow."""

    ACL = """
        user north
        topic readwrite gather/north/#
        user mute
        topic readwrite gather/north/online
        topic readwrite gather/north/state
        """

    def secured(self, **options):
        return Broker.running(
            self, acl=self.ACL, passwords={"north": "right", "mute": "right"}, **options)

    def password(self, publisher, word):
        path = publisher.directory / "password"
        path.write_text(f"{word}\n")
        return path

    def publisher(self, broker, user, word, *options, **variables):
        publisher = Publisher(self, broker, self.daemon.socket, "--user", user, **variables)
        publisher.command += ["--password-file", self.password(publisher, word), *options]
        return publisher

    def test_a_denied_publish_is_noticed_and_told(self):
        broker = self.secured()
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        manager = Notifications(f"{directory.name}/notify")
        self.addCleanup(manager.close)
        self.play(3)
        publisher = self.publisher(broker, "mute", "right", WATCHDOG_USEC=200_000,
                                   NOTIFY_SOCKET=manager.path).start()
        publisher.running.line_with(f"the broker does not take {EVENT}: not authorized")
        manager.wait_for(f"denied: {EVENT}")
        self.assertNotIn("STOPPING=1", manager.seen)
        self.score(3)
        self.assertEqual(publisher.stop(), 0)
        while publisher.running.next_line() is not None:
            pass
        told = [line for line in publisher.running.lines if EVENT in line]
        self.assertEqual(len(told), 1, publisher.running.lines)

    def test_a_wrong_password_is_told_and_tried_on(self):
        broker = self.secured()
        publisher = self.publisher(broker, "north", "wrong").start()
        line = publisher.running.line_with("no connection")
        self.assertIn("does not authorize the user", line)
        self.assertIsNone(publisher.process.poll())

    def test_a_password_comes_from_the_credential_of_the_service_and_is_in_no_list(self):
        broker = self.secured()
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        with open(f"{directory.name}/mqtt-password", "w") as file:
            file.write("right\n")
        publisher = Publisher.begun(self, broker, self.daemon.socket, "--user", "north",
                                    CREDENTIALS_DIRECTORY=directory.name)
        publisher.running.line_with("connected")
        for name in ("cmdline", "environ"):
            with open(f"/proc/{publisher.process.pid}/{name}", "rb") as file:
                self.assertNotIn(b"right", file.read())

    def test_a_file_of_settings_says_as_much(self):
        broker = Broker.running(self)
        publisher = Publisher(self, broker, self.daemon.socket)
        publisher.command = [programs.gather_mqtt(), "--socket", str(self.daemon.socket)]
        (publisher.directory / "etc").mkdir()
        (publisher.directory / "etc/mqtt.conf").write_text(
            f"[MQTT]\nBroker={broker.place}\nPitch=west\nPrefix=club/east\nPort=1\n"
            "HomeAssistant=maybe\n")
        publisher.start()
        publisher.running.line_with("line 5: unknown setting 'Port'")
        publisher.running.line_with("line 6: HomeAssistant: needs yes or no, ignoring")
        eventually(lambda: set(broker.retained())
                   == {"club/east/west/online", "club/east/west/state"}, broker.retained)

    def test_settings_that_cannot_be_trusted_end_it_for_good(self):
        broker = Broker.running(self)
        publisher = Publisher(self, broker, self.daemon.socket)
        publisher.command = [programs.gather_mqtt(), "--socket", str(self.daemon.socket)]
        (publisher.directory / "etc").mkdir()
        file = publisher.directory / "etc/mqtt.conf"
        for mode, tls, reason in ((0o644, "TLS=maybe", ", line 3: TLS: needs yes or no;"),
                                  (0o644, "tls=yes", ", line 3: unknown setting 'tls'"),
                                  (0o644, "TLS yes", ", line 3: 'TLS yes' has no '='"),
                                  (0o644, "TLS: yes", ", line 3: 'TLS: yes' has no '='"),
                                  (0o644, "tls:yes", ", line 3: 'tls:yes' has no '='"),
                                  (0o644, '"TLS"=yes', ", line 3: unknown setting"),
                                  (0o644, "export TLS=yes", ", line 3: unknown setting"),
                                  (0o644, "[Mqtt]\nTLS=yes", ", line 4: 'TLS' is not in the"),
                                  (0o666, "TLS=no", ": others than root")):
            with self.subTest(tls=tls):
                file.write_text(f"[MQTT]\nBroker={broker.place}\n{tls}\n")
                file.chmod(mode)
                for options in ((), ("--check",), ("--club", "--check")):
                    ended = publisher.ask(*options)
                    self.assertEqual((ended.returncode, ended.stdout), (2, ""), ended)
                    self.assertIn(f"gather-mqtt: {file}{reason}", ended.stderr)
        self.assertEqual(broker.retained(), {})

    def test_check_says_what_works_and_what_does_not(self):
        broker = self.secured()
        good = self.publisher(broker, "north", "right").ask("--check")
        self.assertEqual((good.returncode, good.stderr), (0, ""), good)
        self.assertEqual(good.stdout.count("ok      "), 4, good.stdout)
        denied = self.publisher(broker, "mute", "right").ask("--check")
        self.assertEqual(denied.returncode, 1)
        self.assertIn("gather/north/check cannot be written", denied.stdout)
        wrong = self.publisher(broker, "north", "wrong").ask("--check")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("does not authorize the user", wrong.stdout)
        away = Broker(self)
        none = Publisher(self, away, "/nonexistent/gatherd.sock").ask("--check")
        self.assertEqual(none.returncode, 1)
        self.assertIn(f"no connection to the broker at {away.place}", none.stdout)
        self.assertIn("gatherd does not answer", none.stdout)

    def test_check_says_which_settings_are_ignored(self):
        broker = Broker.running(self)
        publisher = Publisher(self, broker, self.daemon.socket)
        (publisher.directory / "etc").mkdir()
        file = publisher.directory / "etc/mqtt.conf"
        file.write_text("[MQTT]\nHomeAssistant=maybe\n")
        wrong = publisher.ask("--check")
        self.assertEqual((wrong.returncode, wrong.stderr), (1, ""), wrong)
        self.assertIn(f"FAILED  {file}, line 2: HomeAssistant: needs yes or no", wrong.stdout)
        # All else was tried.
        self.assertEqual(wrong.stdout.count("ok      "), 4, wrong.stdout)
        file.write_text("[MQTT]\n")
        self.assertEqual(publisher.ask("--check").returncode, 0)


class Secure(MQTTTest):
    def connect(self, certificate, *options, **variables):
        broker = Broker.running(self, tls=certificate)
        return self.publish(broker, "--tls", *options, **variables)

    def test_a_broker_is_who_an_authority_says_it_is(self):
        authority = ("--ca", certificates().authority)
        good = self.connect(certificates().good, *authority)
        good.running.line_with("connected to the broker")
        for name in ("of_another_host", "expired", "self_signed"):
            with self.subTest(name):
                bad = self.connect(getattr(certificates(), name), *authority)
                line = bad.running.line_with("onnect")
                self.assertIn("no connection", line)
                self.assertEqual("host name" in line, name == "of_another_host", line)
        with self.subTest("the system's authorities"):
            bad = self.connect(certificates().good)
            self.assertIn("no connection", bad.running.line_with("onnect"))
            good = self.connect(certificates().good, SSL_CERT_FILE=certificates().authority)
            good.running.line_with("connected to the broker")

    def test_events_are_as_many_over_tls(self):
        broker = Broker.running(self, tls=certificates().good)
        self.play(600)
        publisher = self.publish(broker, "--tls", "--ca", certificates().authority)
        match = self.daemon.get()["id"]
        last = self.entries(match)[-1]
        eventually(lambda: (publisher.directory / "state/north.json").exists()
                   and publisher.kept["events"] == [{"match": match, "number": last}],
                   "not all events were acknowledged")


class AtAnyMoment(MQTTTest):
    def test_who_comes_in_the_middle_knows_what_was_missed(self):
        broker = Broker.running(self)
        publisher = self.publish(broker)
        match = self.play(5)
        last = self.entries(match)[-1]
        eventually(lambda: (publisher.directory / "state/north.json").exists()
                   and publisher.kept["events"] == [{"match": match, "number": last}],
                   "not all events were acknowledged")
        model, reader = Model(broker, "north"), broker.reader(EVENT)
        self.score(3)
        for _ in range(3):
            model.take(reader.next())
        north = model.pitches["north"]
        self.assertEqual(north.gaps, {match: list(range(1, last + 1))})
        self.assertEqual(north.used, {match: [last + 1, last + 2, last + 3]})

    def test_nothing_is_lost_or_used_twice_whoever_is_killed(self):
        print(f"GATHERD_SEED={SEED} GATHERD_MQTT_SECONDS={SECONDS}", flush=True)
        chance = random.Random(SEED)
        broker = Broker.running(self)
        publisher = self.publish(broker)
        model = Model(broker, "north")
        model.start()
        kills = {"broker": 0, "gather-mqtt": 0, "gatherd": 0}
        matches, end = [], time.monotonic() + SECONDS
        while time.monotonic() < end:
            matches.append(self.play(chance.randrange(20)))
            victim = chance.choice(list(kills))
            kills[victim] += 1
            time_passes(chance.uniform(0, 0.3))
            if victim == "broker":
                broker.kill()
                self.score(chance.randrange(5))
                broker.start()
            elif victim == "gather-mqtt":
                publisher.kill()
                self.score(chance.randrange(5))
                publisher.start()
            else:
                self.daemon.restart()
            self.score(chance.randrange(5))
            self.daemon.call(chance.choice(("End", "End", "Discard")))
        self.settle(model, matches)
        north = model.pitches["north"]
        print(f"{len(matches)} matches, {model.total('used')} events used, "
              f"{model.total('gaps')} missed and noticed, {north.dropped} dropped, "
              f"{model.connections} connections of the reader, kills: {kills}", flush=True)

    def settle(self, model, matches):
        """Waits until all has come, and compares it with what the daemon has."""
        listed = self.daemon.call(f"{HISTORY}.List", limit=1000)["gathers"]
        self.assertEqual({gather["id"] for gather in listed}, set(matches))
        ended = {gather["id"]: gather["revision"] for gather in listed
                 if gather["phase"] == "ended"}
        now, north = self.daemon.get(), model.pitches["north"]

        def has_all():
            model.check()
            state = north.state and north.state["gather"]
            return (north.online == b"1" and state and state["revision"] == now["revision"]
                    and state["id"] == now["id"]
                    and {match: result["revision"] for match, result in north.results.items()}
                    == ended
                    and all(north.last.get(gather["id"]) == gather["revision"]
                            for gather in listed))

        eventually(has_all, lambda: (north.online, north.last, north.results.keys(), listed))
        model.finish(LIMIT)
        for match in matches:
            numbers = self.entries(match)
            used, gaps = north.used[match], north.gaps.get(match, [])
            self.assertEqual(used, sorted(set(used)))
            self.assertEqual(sorted(used + gaps), numbers)


if __name__ == "__main__":
    unittest.main()
