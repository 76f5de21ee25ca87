"""Messages that are longer than a broker takes: they are told of, and all else goes on."""

import pathlib
import tempfile
import unittest

from club import FIXTURES, TABLE, Club, fixture, rows
from daemon import Daemon
from mqtt import Broker
from test_mqtt import DISCOVERY, EVENT, ONLINE, RESULT, STATE, MQTTTest

TOO_LONG = "the message is too long for it"
# The longest name of a team, in bytes of UTF-8 as well.
LONG = 100 * "🦁"
# Between what is said of a match with such names and of another one.
SIZE = 1000
# A broker may say how long a packet may be, and ends a connection with a longer one; or it refuses
# each message whose payload is too long.
LIMITS = f"max_packet_size {SIZE}", f"message_size_limit {SIZE}"


def is_learned(limit):
    """Whether a connection may have to end for the limit to be known.

    The libmosquitto of Debian 13 ends one when mosquitto refuses what 'message_size_limit' excludes.
    """
    return limit.startswith("message_size_limit")


def check_connections(test, lines, limit):
    """A message that is too long ends no connection, or each of the long ones does once at most."""
    count = sum("connected to the broker" in line for line in lines)
    test.assertIn(count, range(1, 6) if is_learned(limit) else (1,), lines)


class OfAPitch(MQTTTest):
    def test_all_else_comes(self):
        for limit in LIMITS:
            with self.subTest(limit):
                self.daemon = Daemon.running(self)
                self.all_else_comes(Broker.running(self, limit), limit)

    def all_else_comes(self, broker, limit):
        reader = broker.reader(ONLINE, STATE, EVENT, f"{RESULT}+", DISCOVERY)
        publisher = self.publish(broker, "--home-assistant")
        publisher.running.line_with(f"{DISCOVERY}: {TOO_LONG}")
        long = self.daemon.call("Open", teamAName=LONG, teamBName=LONG)["gather"]["id"]
        publisher.running.line_with(f"{STATE}: {TOO_LONG}")
        self.daemon.call("Start")
        self.score(2)
        self.end()
        publisher.running.line_with(f"{RESULT}+: {TOO_LONG}")
        short = self.play(2)
        self.end()
        numbers = {match: self.entries(match) for match in (long, short)}
        seen, states, results = [], [], []
        while not (seen[-1:] == [(short, numbers[short][-1])] and results
                   and states[-1:] == [(short, numbers[short][-1])]):
            message = reader.next()
            self.assertIsNotNone(message, (seen, states, results))
            if message.topic == STATE and message.json["gather"] is not None:
                gather = message.json["gather"]
                states.append((gather["id"], gather["revision"]))
            elif message.topic == EVENT:
                event = (message.json["match"], message.json["number"])
                # What was not acknowledged on one connection comes again on the next one.
                if not (is_learned(limit) and event in seen):
                    seen.append(event)
            elif message.topic.startswith(RESULT):
                match = message.topic.removeprefix(RESULT)
                if not (is_learned(limit) and match in results):
                    results.append(match)
            elif message.topic == ONLINE and not is_learned(limit):
                self.assertEqual(message.payload, b"1")
        # The opening has both names, and each goal one.
        self.assertEqual(seen, [(match, number) for match, all in numbers.items() for number in all
                                if (match, number) != (long, 1)])
        self.assertEqual(results, [short])
        self.assertEqual({match for match, _ in states}, {short})
        self.assertEqual(publisher.stop(), 0)
        publisher.running.finish()
        said = publisher.running.lines
        check_connections(self, said, limit)
        for topic in (DISCOVERY, STATE, f"{RESULT}+", EVENT):
            times = sum(f"{topic}: {TOO_LONG}" in line for line in said)
            # It is said once on each connection.
            self.assertIn(times, range(1, 6) if is_learned(limit) else (1,), said)


class OfAClub(unittest.TestCase):
    def test_a_list_of_fixtures_that_is_too_long_is_told_of(self):
        for limit in LIMITS:
            with self.subTest(limit):
                broker = Broker.running(self, limit)
                club = Club.begun(self, broker, "--table").live()
                daemon = Daemon.running(self)
                with tempfile.TemporaryDirectory() as directory:
                    path = pathlib.Path(directory, "fixtures.csv")
                    path.write_text("id,home,away\n" + "".join(
                        f"{number},Reds {number},Blues {number}\n" for number in range(100)))
                    said = daemon.said(self, "fixtures", "import", path, "--club", club.socket)
                self.assertIn("imported 100 fixtures", said)
                self.assertIn("not yet at the broker", said)
                club.running.line_with(f"{FIXTURES}: the broker does not take them: {TOO_LONG}")
                club.running.line_with(f"{TABLE}: the broker does not take it: {TOO_LONG}")
                self.assertEqual(len(club.fixtures()), 100)
                # A shorter list goes through.
                self.assertIs(club.take("1 Reds Blues")["published"], True)
                reader = broker.reader(TABLE)
                reader.on(TABLE, lambda table: rows(table) == ["1 Blues 0", "1 Reds 0"])
                check_connections(self, club.log(), limit)

    def test_a_table_that_is_too_long_for_its_readers_is_told_of(self):
        broker = Broker.running(self)
        club = Club.begun(self, broker, "--table").live()
        daemon = Daemon.running(self)
        reader = broker.reader(TABLE)
        # In eight bytes each: the list has room for these names, and its table has not.
        name = 56 * "🇩🇪"
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory, "fixtures.csv")
            path.write_text("id,home,away\n" + "".join(
                f"{number},{name}a{number},{name}b{number}\n" for number in range(1000)),
                encoding="utf-8")
            said = daemon.said(self, "fixtures", "import", path, "--club", club.socket)
        self.assertIn("imported 1000 fixtures", said)
        club.running.line_with(f"{TABLE}: it is too long")
        # A shorter one goes through, and none that was longer came before.
        self.assertIs(club.take("1 Reds Blues")["published"], True)
        table = reader.on(TABLE, lambda table: table["groups"])
        self.assertEqual(rows(table), ["1 Blues 0", "1 Reds 0"])

    def test_a_packet_has_as_many_bytes_as_the_broker_says_and_no_more(self):
        broker = Broker.running(self, f"max_packet_size {SIZE}")
        club = Club.begun(self, broker).live()
        home = 50
        fixtures = [fixture(f"{number} {home * 'A'} Blues") for number in range(7)]
        self.assertIs(club.call("ImportFixtures", fixtures=fixtures)["published"], True)
        # The first byte, two of the length, the topic and its length, the number, and none of
        # properties but their length.
        packet = 3 + 2 + len(FIXTURES) + 2 + 1 + len(broker.retained()[FIXTURES])
        self.assertTrue(SIZE - 300 < packet < SIZE - 3, packet)
        for more in range(SIZE - packet - 3, SIZE - packet + 4):
            with self.subTest(packet + more):
                longer = [each | {"home": home * "A"} for each in fixtures]
                for index in range(more):
                    longer[index % 7]["home"] += "A"
                answer = club.call("ImportFixtures", fixtures=longer)
                self.assertIs(answer["published"], packet + more <= SIZE)
        self.assertEqual(sum("connected" in line for line in club.log()), 1)


if __name__ == "__main__":
    unittest.main()
