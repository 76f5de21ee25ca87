"""Who may do what at mosquitto, with the files that are shipped but for their places."""

import json
import pathlib
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

import programs
from certificates import certificates
from club import Club
from daemon import Daemon
from mqtt import HERE, NOT_AUTHORIZED, PUBACK, SUBACK, Publisher
from mqtt_example import ANYBODY, PASSWORD, PITCHES, USERS, ExampleBroker, code
from programs import LIMIT

OF_A_PITCH = ("online", "state", "event", "result/0f", "time", "reply", "check")
STATUS = "homeassistant/status"
MARK = "gather/mark"


def of(pitch):
    return {f"gather/{pitch}/{name}" for name in OF_A_PITCH}


def command(pitch):
    return f"gather/{pitch}/command"


def described(pitch):
    return f"homeassistant/device/gather_{pitch}/config"


CLUB = {"gather/fixtures", "gather/table"}
# Nobody's: of users who are no pitch, of a pitch that there is not, and beside all of ours.
STRANGE = {"gather/clubhouse/state", "gather/remote-north/state", "gather/homeassistant/state",
           "gather/west/state", "gather", "gather/north", "north/state", "elsewhere",
           "$SYS/broker/version"}
TOPICS = (of("north") | of("south") | CLUB | STRANGE | {STATUS}
          | {command(pitch) for pitch in PITCHES} | {described(pitch) for pitch in PITCHES})
WRITES = {
    # The last one is the parent of its topics, of which they all are.
    "north": of("north") | {command("north"), described("north"), "gather/north"},
    "south": of("south") | {command("south")},
    "clubhouse": CLUB,
    "remote-north": {command("north")},
    "homeassistant": {STATUS, described("north"), described("south")},
    "fixtures": set(),
    "table": set(),
    ANYBODY: set(),
}
OF_ALL = {topic for topic in TOPICS if topic.split("/")[0] == "gather"}
READS = {user: OF_ALL for user in USERS} | {
    "north": OF_ALL | {STATUS},
    "clubhouse": OF_ALL - {"gather/clubhouse/state"},
    "remote-north": OF_ALL - {"gather/remote-north/state"},
    "fixtures": OF_ALL - {"gather/fixtures"},
    "table": OF_ALL - {"gather/table"},
    "homeassistant": OF_ALL - {"gather/homeassistant/state"} | WRITES["homeassistant"],
}


class Access(unittest.TestCase):
    def setUp(self):
        self.broker = ExampleBroker.running(self)

    def test_each_writes_what_is_its_own_and_nobody_else_does(self):
        self.assert_writes(self.broker, WRITES)

    def test_with_its_line_home_assistant_gives_commands_and_no_more(self):
        buttons = {command(pitch) for pitch in PITCHES}
        self.assert_writes(
            ExampleBroker.running(self, buttons=True),
            WRITES | {"homeassistant": WRITES["homeassistant"] | buttons})

    def assert_writes(self, broker, writes):
        watcher = broker.client("all")
        watcher.subscribe("#")
        self.assertLessEqual(code(watcher, SUBACK), 2)
        for user in USERS:
            with self.subTest(user=user):
                client = broker.client(user)
                codes = {}
                for topic in sorted(TOPICS):
                    client.publish(topic, f"of {user}".encode(), retained=True)
                    codes[topic] = code(client, PUBACK)
                allowed = {topic for topic, reason in codes.items() if reason < 0x80}
                self.assertEqual(allowed, writes[user])
                self.assertEqual({codes[topic] for topic in TOPICS - allowed}, {NOT_AUTHORIZED})
                # It is as the codes say.
                watcher.publish(MARK, b"mark")
                seen = set()
                while (message := watcher.next()).topic != MARK:
                    self.assertEqual(message.payload, f"of {user}".encode())
                    seen.add(message.topic)
                self.assertEqual(seen, allowed)

    def test_each_reads_the_pitches_and_no_more(self):
        readers = {user: self.broker.client(user) for user in USERS}
        for reader in readers.values():
            reader.subscribe("#", "$SYS/#", *sorted(TOPICS))
            code(reader, SUBACK)
        writer = self.broker.client("all")
        for topic in sorted(TOPICS):
            writer.publish(topic, b"said")
            code(writer, PUBACK)
        writer.publish(MARK, b"mark")
        for user, reader in readers.items():
            with self.subTest(user=user):
                seen = set()
                while (message := reader.next()).topic != MARK:
                    seen.add(message.topic)
                self.assertEqual(seen, {topic for topic in READS[user] if topic[0] != "$"})

    def test_nobody_comes_in_without_the_right_password_but_readers(self):
        for is_web in (False, True):
            for user, word in (("north", "wrong"), ("north", None), ("nobody", PASSWORD),
                               ("nobody", None)):
                with self.subTest(is_web=is_web, user=user, word=word):
                    client = self.broker.refused(user, word, is_web)
                    self.assertEqual(client.refusal, NOT_AUTHORIZED)
        with self.subTest("without a name at the port of the pitches"):
            self.assertEqual(self.broker.refused(None).refusal, NOT_AUTHORIZED)
        with self.subTest("without a name over a WebSocket"):
            self.assertIsNone(self.broker.refused(None, is_web=True).refusal)
        with self.subTest("with a password over a WebSocket"):
            client = self.broker.refused("north", PASSWORD, is_web=True)
            self.assertIsNone(client.refusal)
            client.publish("gather/north/state", b"{}")
            self.assertEqual(code(client, PUBACK) & 0x80, 0)

    def test_a_last_will_is_no_way_in(self):
        watcher = self.broker.client("all")
        watcher.subscribe("gather/#")
        code(watcher, SUBACK)
        for user, other in ((ANYBODY, "north"), ("south", "north"), ("north", "north")):
            # A client that goes without a word leaves its will.
            topic = f"gather/{other}/online"
            self.broker.client(user, will=(topic, f"of {user}".encode())).close()
        self.assertEqual(watcher.next().payload, b"of north")

    def test_a_reader_that_is_slow_gets_the_events_of_ten_pitches(self):
        reader = self.broker.client(ANYBODY)
        reader.subscribe("gather/+/event")
        code(reader, SUBACK)
        writer = self.broker.client("all")
        events = [f"{pitch} {number}".encode() for pitch in range(10) for number in range(1000)]
        # As many on their way as a client may have, 20, are acknowledged together.
        for first in range(0, len(events), 20):
            for event in events[first:first + 20]:
                writer.publish("gather/north/event", event)
            for _ in range(20):
                self.assertEqual(code(writer, PUBACK) & 0x80, 0)
        # Only now it begins to read.
        for event in events:
            self.assertEqual(reader.next().payload, event)


class Pitch(unittest.TestCase):
    """What gather-mqtt does there, as the user of its pitch."""

    def setUp(self):
        self.broker = ExampleBroker.running(self)
        self.daemon = Daemon.running(self)

    def publisher(self, pitch, *options):
        publisher = Publisher(self, self.broker, self.daemon.socket, "--user", pitch, *options,
                              pitch=pitch)
        password = publisher.directory / "password"
        password.write_text(f"{PASSWORD}\n")
        publisher.command += ["--password-file", password]
        return publisher

    def test_all_works(self):
        reader = self.broker.client(ANYBODY)
        reader.subscribe("gather/#")
        for pitch, options in (("north", ["--home-assistant"]), ("south", [])):
            publisher = self.publisher(pitch, *options)
            answer = publisher.ask("--check")
            self.assertEqual(answer.returncode, 0, answer)
            publisher.start()
            reader.on(f"gather/{pitch}/state")
            self.assertEqual(publisher.stop(), 0)
            self.assertNotIn("does not take", "".join(publisher.running.lines))
            answer = publisher.ask("--withdraw")
            self.assertEqual(answer.returncode, 0, answer)

    def test_another_pitch_is_out_of_reach(self):
        publisher = self.publisher("north")
        publisher.command += ["--pitch", "south"]
        answer = publisher.ask("--check")
        self.assertEqual(answer.returncode, 1, answer)
        self.assertIn("gather/south/check cannot be written", answer.stdout)

    def test_commands_are_of_those_who_may_give_them(self):
        self.assertEqual(self.counted(), ["remote-north"])

    def test_the_buttons_of_home_assistant_count_where_its_line_is_in(self):
        self.broker = ExampleBroker.running(self, buttons=True)
        self.assertEqual(self.counted(), ["remote-north", "homeassistant"])

    def counted(self):
        """Has each user give a command; the users whose goals count and are answered."""
        self.publisher("north", "--command").start().running.line_with("takes commands")
        reader = self.broker.client(ANYBODY)
        reader.subscribe("gather/north/reply")
        self.assertLessEqual(code(reader, SUBACK), 2)
        self.daemon.call("Open")
        counted = []
        for user in ("remote-north", ANYBODY, "south", "clubhouse", "homeassistant"):
            request = f"of {user}"
            goal = {"method": "AddToScore", "sentAt": int(time.time() * 1000),
                    "parameters": {"team": "teamA", "delta": 1, "requestId": request}}
            client = self.broker.client(user)
            client.publish(command("north"), json.dumps(goal).encode())
            if code(client, PUBACK) < 0x80:
                answer = reader.next().json
                self.assertEqual((answer["requestId"], answer["error"]), (request, None))
                counted.append(user)
        self.assertEqual(self.daemon.get()["score"], f"{len(counted)}-0")
        return counted

    def test_the_clubhouse_writes_fixtures_and_the_table_and_a_pitch_reads_them(self):
        password = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-mqtt-")) / "password"
        self.addCleanup(shutil.rmtree, password.parent)
        password.write_text(f"{PASSWORD}\n")
        house, north = (
            Club.begun(self, self.broker, "--user", user, "--password-file", password, *options,
                       name=user).live()
            for user, options in (("clubhouse", ["--table"]), ("north", [])))
        self.assertIs(house.take("1 Reds Blues")["published"], True)
        self.assertEqual(north.fixtures(lambda found: found), ["1"])
        north.table("1 Blues 0", "1 Reds 0")
        reader = self.broker.client(ANYBODY)
        reader.subscribe("gather/fixtures", "gather/table")
        self.assertEqual({reader.next().topic for _ in CLUB}, CLUB)

    def test_with_the_lines_about_tls(self):
        self.broker = ExampleBroker.running(self, certificate=certificates().good)
        answer = self.publisher("north", "--tls", "--ca", certificates().authority).ask("--check")
        self.assertEqual(answer.returncode, 0, answer)
        self.assertEqual(self.publisher("north").ask("--check").returncode, 1)
        context = ssl.create_default_context(cafile=certificates().authority)
        with (socket.create_connection((HERE, self.broker.web), LIMIT) as plain,
              context.wrap_socket(plain, server_hostname="localhost") as secure):
            self.assertIn("TLS", secure.version())

    def test_what_is_retained_is_there_after_a_clean_end_of_the_broker(self):
        publisher = self.publisher("north").start()
        watcher = self.broker.client("all")
        watcher.subscribe("gather/#")
        watcher.on("gather/north/state")
        publisher.kill()
        self.broker.stop()
        self.broker.start()
        reader = self.broker.client(ANYBODY)
        reader.subscribe("gather/#")
        self.assertTrue(reader.until(lambda m: m.topic == "gather/north/state").is_retained)


class Passwords(unittest.TestCase):
    """The steps at the top of the file."""

    def test_the_file_of_passwords_stays_readable_for_the_broker(self):
        program = programs.require("mosquitto_passwd", "mosquitto")
        directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-mqtt-"))
        self.addCleanup(shutil.rmtree, directory)
        path = directory / "passwords"
        path.touch()
        path.chmod(0o640)
        subprocess.run([program, "-b", path, "north", PASSWORD], check=True, timeout=LIMIT)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)
        self.assertTrue(path.read_text().startswith("north:"))


if __name__ == "__main__":
    unittest.main()
