"""Two clients that publish one pitch: what is left when one of them goes."""

import json
import unittest

from mqtt import Broker
from programs import eventually
from test_mqtt import ONLINE, RESULT, STATE, TIME, MQTTTest

GONE = "the other client has gone"


class Rival(MQTTTest):
    def setUp(self):
        super().setUp()
        self.broker = Broker.running(self)
        self.match = self.play(1)
        self.end()
        self.publisher = self.publish(self.broker)
        self.is_published()

    def is_published(self, after=0):
        """Waits until the broker retains the pitch as it is, with a number beyond one."""
        def found():
            retained = self.broker.retained()
            state = json.loads(retained.get(STATE) or b"{}")
            return (retained.get(ONLINE) == b"1" and retained.get(RESULT + self.match)
                    and len(retained) == 3 and (state.get("gather") or {}).get("id") == self.match
                    and state["sequence"] > after)
        eventually(found, lambda: f"the broker retains {self.broker.retained()}")

    def test_all_is_published_again_once_the_other_one_has_gone(self):
        """Its last will and its messages are as those of a second gather-mqtt that is killed."""
        ahead = (1 << 51) + 7
        other = self.broker.reader("test/none", will=(ONLINE, b"0"))
        other.publish(TIME, b"{}")
        self.publisher.running.line_with("another client publishes the pitch north")
        other.retain({STATE: json.dumps({"sequence": ahead}).encode(),
                      RESULT + self.match: b"", RESULT + "strange": b"{}"})
        other.publish(TIME, b"{}")
        other.close()
        self.publisher.running.line_with(GONE)
        self.is_published(after=ahead)
        # It is told once, and its own messages are nobody else's.
        self.publisher.stop()
        self.publisher.running.finish()
        said = "\n".join(self.publisher.running.lines)
        self.assertEqual((said.count(GONE), said.count("another client")), (1, 1), said)

    def test_a_result_that_somebody_takes_away_comes_back(self):
        self.broker.reader("test/none").retain({RESULT + self.match: b""})
        self.publisher.running.line_with(GONE)
        self.is_published()


if __name__ == "__main__":
    unittest.main()
