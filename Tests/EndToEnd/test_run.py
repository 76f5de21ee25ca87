"""What the tests are started with does not change what they find."""

import pathlib
import re
import signal
import sys
import unittest

from programs import run

RUN = pathlib.Path(__file__).resolve().parent / "run"
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


class Signals(unittest.TestCase):
    def test_a_program_under_test_ignores_none(self):
        status = run("cat", "/proc/self/status").stdout
        ignored = int(re.search(r"^SigIgn:\s*(\w+)", status, re.MULTILINE)[1], 16)
        self.assertEqual([number for number in SIGNALS if ignored & 1 << number - 1], [])

    def test_nor_where_nohup_or_a_background_has_them_ignored(self):
        name = f"{__name__}.Signals.test_a_program_under_test_ignores_none"
        result = run("sh", "-c", 'trap "" HUP INT QUIT; exec "$@"', "sh", sys.executable, RUN, name)
        self.assertIn("end to end: 1 passed, 0 failed", result.stdout)
