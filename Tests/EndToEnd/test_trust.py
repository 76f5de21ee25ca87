"""What the daemon does not believe because others could have written it."""

import os
import stat
import unittest

from daemon import Daemon
from programs import LIMIT, cannot_run, require

# Users whom nothing else runs as.
OWN, OTHER = 60021, 60022


class StateDirectory(unittest.TestCase):
    def refused(self, daemon):
        """What a daemon says that does not start."""
        daemon.spawn(ends=True)
        self.assertEqual(daemon.process.wait(LIMIT), 1)
        self.assertEqual(os.listdir(daemon.state), [])
        return daemon.log

    def test_one_that_everybody_may_write_to_is_refused_with_what_mends_it(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        for mode in (0o777, 0o702, 0o1777):
            with self.subTest(oct(mode)):
                daemon.state.mkdir(exist_ok=True)
                daemon.state.chmod(mode)
                said = self.refused(daemon)
                self.assertIn(
                    f"cannot use the state directory {daemon.state}: every user may write there "
                    f"(mode 0{mode:o}); mend it with 'chmod o-w {daemon.state}'\n", said)
        daemon.state.chmod(stat.S_IMODE(daemon.state.stat().st_mode) & ~0o002)
        daemon.start()
        self.assertIsNone(daemon.get())

    def test_one_of_another_user_is_refused_with_what_mends_it(self):
        self.require_root()
        for uid in (None, OWN):
            with self.subTest(uid):
                daemon = Daemon(uid=uid)
                self.addCleanup(daemon.close)
                daemon.state.mkdir(mode=0o700)
                daemon.state.chmod(0o777 if uid is None else 0o770)
                os.chown(daemon.state, OTHER, OWN)
                said = self.refused(daemon)
                own = "root" if uid is None else OWN
                self.assertIn(
                    f"cannot use the state directory {daemon.state}: it belongs to user {OTHER}; "
                    "run gatherd as that user, or take it over as root with "
                    f"'chown -R {own} {daemon.state}'\n", said)

    # As systemd makes it with DynamicUser=, systemd.exec(5).
    def test_one_of_its_own_user_behind_a_link_is_used(self):
        self.require_root()
        daemon = Daemon(uid=OWN)
        self.addCleanup(daemon.close)
        private = daemon.directory / "private"
        private.mkdir(mode=0o755)
        (private / "gatherd").mkdir(mode=0o755)
        os.chown(private / "gatherd", OWN, OWN)
        daemon.state.symlink_to("private/gatherd")
        daemon.start()
        daemon.call("Start")
        self.assertEqual(daemon.restart().get()["timer"]["state"], "running")

    def require_root(self):
        if os.geteuid() != 0:
            cannot_run("only root can give a directory away", impossible=True)
        require("setpriv", "util-linux")
