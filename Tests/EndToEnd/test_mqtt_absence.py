"""A broker that comes back, after an hour of absence, with nothing of what was before."""

import unittest

from absence import AbsenceTest


class Absence(AbsenceTest):
    def test_a_broker_that_has_nothing_any_more_gets_all(self):
        self.settle(self.finished(3))
        self.broker.kill()
        self.pass_hour(self.play_day)
        removed = self.read_all()
        self.assertEqual(removed, set())


if __name__ == "__main__":
    unittest.main()
