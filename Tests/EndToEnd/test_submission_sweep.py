"""Every step of a result's way, with every fault, with a daemon that is killed then or goes on.

GATHERD_SWEEP=create/stalls runs the cells with that in their names only.
"""

import unittest

import sweep_cells
import sweep_corrections
from sweep import AGAIN, FAULTS, FIRST, LIFE, PLAYS, REPLACED, SLOW, sweep


class Sweep(unittest.TestCase):
    def check(self, *arguments):
        self.assertEqual(sweep(*arguments), [])

    def test_every_fault_at_every_step(self):
        self.check(sweep_cells.Cell, FAULTS, FIRST)

    def test_a_server_that_others_use_too_at_every_step(self):
        self.check(sweep_cells.Cell, LIFE, FIRST)

    def test_all_when_a_score_is_corrected(self):
        self.check(sweep_corrections.RescoredCell, FAULTS | SLOW | PLAYS, ("result",))

    def test_all_when_a_score_is_corrected_before_it_has_arrived(self):
        self.check(
            sweep_corrections.OvertakenCell, FAULTS | SLOW | PLAYS, ("create", "result"))

    def test_every_fault_at_every_step_of_a_correction(self):
        self.check(sweep_corrections.CorrectedCell, FAULTS, AGAIN)

    def test_a_server_that_others_use_too_at_every_step_of_a_correction(self):
        self.check(sweep_corrections.CorrectedCell, REPLACED, AGAIN)

    def test_all_at_every_step_of_a_match_that_is_discarded(self):
        self.check(
            sweep_corrections.DiscardedCell, FAULTS | REPLACED, ("list", "members", "delete"))


if __name__ == "__main__":
    unittest.main()
