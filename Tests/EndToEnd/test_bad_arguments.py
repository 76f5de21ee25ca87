"""Arguments that are no text: a message, an exit status, and a match as before."""

import os
import subprocess

from programs import LIMIT, environment, gatherctl
from unharmed import UnharmedDaemon

REFUSED, USAGE = 1, 2


class BadArguments(UnharmedDaemon):
    def test_bytes_that_are_no_text(self):
        odd = os.fsdecode(b"\xff\xfe")
        for arguments in ([odd], ["goal", odd], ["set", odd], ["new", "--team-a", odd],
                          ["player", "add", odd], ["player", "edit", odd, "--age", "3"],
                          ["team", "a", odd], ["goal", "a", odd], ["scorers", "--since", odd],
                          ["on", "goal", "--", "echo", odd]):
            with self.subTest(arguments):
                result = subprocess.run(
                    [gatherctl(), *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                    timeout=LIMIT, env=environment(GATHERD_SOCKET=self.daemon.socket))
                self.assertIn(result.returncode, (REFUSED, USAGE), result)
                self.assertTrue(result.stderr.startswith(b"gatherctl: "), result)
                self.check_unharmed()
