"""A club at whose broker somebody publishes without end, or what is without measure."""

import json
import threading
import unittest

import memory
from club import Club, Pitch
from mqtt import PUBLISH, Broker, text_of

MESSAGES = 40_000
SIZE = 2_000


class Flood(unittest.TestCase):
    def setUp(self):
        self.broker = Broker.running(self)

    def club(self, *options):
        return Club.begun(self, self.broker, *options).live()

    @staticmethod
    def peak(club):
        return memory.peak(club.running.process.pid)

    def beside(self, body):
        """Does something in a thread until the end of the test, again and again."""
        stop = threading.Event()

        def loop():
            while not stop.is_set():
                body(stop)
        thread = threading.Thread(target=loop)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(stop.set)
        return thread

    def test_messages_without_end_keep_nobody_waiting_and_fill_no_memory(self):
        club = self.club()
        before = self.peak(club)
        state = json.dumps({"sequence": 1, "text": SIZE * "x"}).encode()
        body = text_of(b"gather/evil/state") + b"\0" + state
        packet = bytes([PUBLISH, len(body) & 0x7F | 0x80, len(body) >> 7]) + body
        with self.broker.reader("test/none") as reader:
            flood = threading.Thread(
                target=lambda: [reader.socket.sendall(100 * packet)
                                for _ in range(MESSAGES // 100)])
            flood.start()
            answers = 0
            while flood.is_alive() or answers < 10:
                club.call("GetTable")
                answers += 1
            flood.join()
            north = Pitch(self.broker, "north")

            def is_seen(answer):
                # The broker drops what it has no room for, as long as the club has not read all.
                north.online()
                return len(answer["pitches"]) == 2
            club.until("GetPitches", is_seen)
        self.assertLess(self.peak(club) - before, len(packet) * MESSAGES / 5)

    def test_a_message_that_is_longer_than_any_is_left_at_the_broker(self):
        before = self.peak(self.club())
        size = 1 << 25
        self.broker.reader("test/none").retain({"gather/evil/state": bytes(size)})
        north = Pitch(self.broker)
        north.state(1)
        club = self.club()
        club.until("GetPitches", lambda answer: [
            pitch["name"] for pitch in answer["pitches"]] == ["north"])
        self.assertLess(self.peak(club) - before, size / 4)

    def test_a_pitch_that_comes_and_goes_does_not_keep_a_club_from_being_live(self):
        evil = self.broker.reader("test/none")

        def flap(stop):
            for word in (b"0", b"1"):
                evil.publish("gather/evil/online", word)
                # It is shorter than a club waits for what comes next.
                stop.wait(0.8)
        self.beside(flap)
        Pitch(self.broker).result("m1", "1-0")
        club = self.club("--table")
        club.apart("m1 noFixture")
        self.assertIs(club.call("GetTable")["isLive"], True)


if __name__ == "__main__":
    unittest.main()
