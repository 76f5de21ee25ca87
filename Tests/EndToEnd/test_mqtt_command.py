"""Commands for a match that come through a broker of MQTT."""

import json
import signal
import time
import unittest

from client import HISTORY
from daemon import Daemon
from mqtt import Broker, Publisher
from programs import eventually
from test_mqtt_schema import schema, validator

COMMAND, REPLY = "gather/north/command", "gather/north/reply"


class Commands(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.broker = Broker.running(self)
        self.service = Publisher.begun(self, self.broker, self.daemon.socket, "--command")
        self.service.running.line_with("takes commands")
        self.replies = self.broker.reader(REPLY)
        self.is_reply = validator(schema("reply"))

    def send(self, payload, retained=False):
        if isinstance(payload, dict):
            payload = json.dumps(payload)
        self.replies.publish(COMMAND, payload.encode(), retained)

    def ask(self, payload, **options):
        """The answer to a command."""
        self.send(payload, **options)
        reply = self.replies.next().json
        self.is_reply.validate(reply)
        return reply

    @staticmethod
    def command(method, request, age=0, **parameters):
        return {"method": method, "parameters": parameters | {"requestId": request},
                "sentAt": int((time.time() - age) * 1000)}

    def test_they_are_as_the_schema_says(self):
        is_command = validator(schema("command"))
        good = self.goal("1")
        self.assertTrue(is_command.is_valid(good))
        for wrong in (good | {"pitch": "north"}, good | {"parameters": {}},
                      {name: good[name] for name in good if name != "sentAt"}):
            self.assertFalse(is_command.is_valid(wrong), wrong)

    def goal(self, request, **more):
        return self.command("AddToScore", request, team="teamA", delta=1, **more)

    def score(self):
        return self.daemon.get()["score"]

    def test_a_command_is_carried_out_and_answered(self):
        reply = self.ask(self.command("Open", "1", teamAName="Reds"))
        self.assertEqual((reply["requestId"], reply["error"]), ("1", None))
        self.assertEqual(reply["parameters"]["gather"]["teamA"]["name"], "Reds")
        reply = self.ask(self.goal("2"))
        self.assertEqual(reply["parameters"]["gather"]["score"], "1-0")
        self.assertNotIn("countedByUid", reply["parameters"]["outcome"])
        self.assertEqual(self.score(), "1-0")

    def test_one_that_is_sent_again_counts_once(self):
        self.daemon.call("Open")
        goal = self.goal("again")
        for _ in range(3):
            self.assertIsNone(self.ask(goal)["error"])
        self.assertEqual(self.score(), "1-0")

    def test_one_that_is_old_or_of_another_clock_is_refused(self):
        self.daemon.call("Open")
        for age in (60, -60):
            reply = self.ask(self.goal("old", age=age))
            self.assertEqual((reply["requestId"], reply["error"]), ("old", "Expired"))
        self.assertEqual(self.score(), "0-0")

    def test_one_that_is_retained_is_refused_with_each_connection(self):
        self.daemon.call("Open")
        # It says so when it comes, and again to whoever comes later.
        self.assertEqual(self.ask(self.goal("kept"), retained=True)["error"], "Retained")
        self.service.kill()
        self.service.start()
        self.assertEqual(self.replies.next().json["error"], "Retained")
        self.assertEqual(self.score(), "0-0")

    def test_what_is_refused_is_said(self):
        reply = self.ask(self.command("Pause", "none"))
        self.assertEqual(reply["error"], "io.gatherd.Gather.NoGather")
        for method in ("SetDefaults", "Get", "ActFor", "nonsense"):
            self.assertEqual(self.ask(self.command(method, "x"))["error"], "InvalidCommand")
        undated = self.goal("undated")
        del undated["sentAt"]
        reply = self.ask(undated)
        self.assertEqual((reply["requestId"], reply["error"]), ("undated", "InvalidCommand"))

    def test_without_gatherd_it_says_so(self):
        self.daemon.call("Open")
        self.daemon.kill()
        self.assertEqual(self.ask(self.goal("away"))["error"], "Unreachable")
        self.daemon.start()
        self.assertIsNone(self.ask(self.goal("away"))["error"])
        self.assertEqual(self.score(), "1-0")

    def test_one_without_an_answer_counts_once_when_it_is_sent_again(self):
        self.daemon.call("Open")
        self.daemon.signal(signal.SIGSTOP)
        reply = self.ask(self.goal("late"))
        self.assertEqual(reply["error"], "Unconfirmed")
        self.daemon.signal(signal.SIGCONT)
        self.assertIsNone(self.ask(self.goal("late"))["error"])
        self.assertEqual(self.score(), "1-0")

    def test_a_thousand_at_once_are_answered(self):
        self.daemon.call("Open")
        for number in range(1000):
            self.send(self.goal(f"many-{number}"))
        replies = [self.replies.next().json for _ in range(1000)]
        done = [reply for reply in replies if reply["error"] is None]
        self.assertEqual({reply["error"] for reply in replies} - {None, "Busy"}, set())
        listed = self.daemon.call(f"{HISTORY}.List")["gathers"][0]
        self.assertEqual(listed["score"], f"{min(len(done), 999)}-0")

    def test_it_comes_back_after_the_broker(self):
        self.daemon.call("Open")
        self.broker.kill()
        self.broker.start()
        self.service.running.line_with("takes commands")
        self.replies = self.broker.reader(REPLY)

        def answered():
            self.send(self.goal("back"))
            return self.replies.next(0.2) is not None

        eventually(answered, "no answer comes")
        self.assertEqual(self.score(), "1-0")


if __name__ == "__main__":
    unittest.main()
