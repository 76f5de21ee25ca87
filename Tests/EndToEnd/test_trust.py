"""What the daemon does not believe because others could have written it."""

import os
import shutil
import stat
import unittest

from daemon import Daemon
from programs import LIMIT, cannot_run, gatherd, require, run

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

    def test_one_that_another_group_may_write_to_is_refused_with_what_mends_it(self):
        self.require_root()
        for uid in (None, OWN):
            with self.subTest(uid):
                daemon = Daemon(uid=uid)
                self.addCleanup(daemon.close)
                daemon.state.mkdir()
                os.chown(daemon.state, os.getuid() if uid is None else uid, OTHER)
                daemon.state.chmod(0o770)
                self.assertIn(
                    f"cannot use the state directory {daemon.state}: the members of group {OTHER} "
                    f"may write there (mode 0770); mend it with 'chmod g-w {daemon.state}'\n",
                    self.refused(daemon))
                daemon.state.chmod(0o750)
                daemon.start()
                self.assertIsNone(daemon.get())

    def test_a_database_that_it_may_not_read_is_named_with_one_reason(self):
        self.require_root()
        daemon = Daemon(uid=OWN)
        self.addCleanup(daemon.close)
        daemon.state.mkdir(mode=0o700)
        os.chown(daemon.state, OWN, OWN)
        daemon.start()
        self.assertEqual(daemon.stop(), 0)
        os.chown(daemon.database, 0, 0)
        daemon.spawn(ends=True)
        self.assertEqual(daemon.process.wait(LIMIT), 1)
        self.assertIn(f"cannot open {daemon.database}: gatherd may not write there: "
                      f"permission denied ({daemon.database})\n", daemon.log)

    def test_one_that_its_own_group_may_write_to_is_used(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        daemon.state.mkdir()
        daemon.state.chmod(0o770)
        daemon.start()
        self.assertIsNone(daemon.get())

    def test_one_behind_a_link_of_another_user_is_refused_with_what_mends_it(self):
        self.require_root()
        for uid in (None, OWN):
            for deep in (False, True):
                with self.subTest(uid=uid, deep=deep):
                    daemon = Daemon(uid=uid)
                    self.addCleanup(daemon.close)
                    real = daemon.directory / "real"
                    (real / "state").mkdir(parents=True, mode=0o755)
                    for path in (real, real / "state"):
                        os.chown(path, uid or 0, uid or 0)
                    # Of several links, the second.
                    link = daemon.directory / "link"
                    link.symlink_to("real" if deep else "real/state")
                    os.lchown(link, OTHER, OTHER)
                    way = daemon.directory / "way"
                    way.symlink_to(link)
                    daemon.state = way / "state" if deep else way
                    own = "root" if uid is None else OWN
                    self.assertIn(
                        f"cannot use the state directory {daemon.state}: {link} on the way there "
                        f"is a link of user {OTHER}, who can lead it elsewhere; mend it as "
                        f"root with 'chown -h {own} {link}'\n", self.refused(daemon))
                    os.lchown(link, uid or 0, -1)
                    daemon.start()
                    self.assertIsNone(daemon.get())

    def test_one_behind_a_link_to_what_is_not_there_is_named_also_by_the_check(self):
        daemon = Daemon()
        self.addCleanup(daemon.close)
        disk = daemon.directory / "disk"
        link = daemon.directory / "link"
        link.symlink_to(disk)
        other = daemon.directory / "other"
        other.symlink_to(link.name)
        for daemon.state, named in ((link, "it"), (link / "north", link), (other / "north", link)):
            with self.subTest(daemon.state):
                reason = (f"{named} is a link to {disk}, and nothing is there; make that "
                          "directory, or mount its disk\n")
                daemon.spawn(ends=True)
                self.assertEqual(daemon.process.wait(LIMIT), 1)
                self.assertIn(f"cannot use the state directory {daemon.state}: {reason}",
                              daemon.log)
                checked = run(gatherd(), "--check", "--state-directory", daemon.state)
                self.assertEqual(
                    (checked.returncode, checked.stderr),
                    (1, f"gatherd: {daemon.state}: {reason}"))
                disk.mkdir(mode=0o700)
                daemon.start()
                self.assertEqual(daemon.stop(), 0)
                shutil.rmtree(disk)

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
        require_root()


class Database(unittest.TestCase):
    def refused(self, daemon, path, reason):
        with daemon.database.open("rb") as file:
            before = file.read()
        daemon.spawn(ends=True)
        self.assertEqual(daemon.process.wait(LIMIT), 1)
        self.assertIn(f"cannot open {path}: {reason}\n", daemon.log)
        self.assertEqual(daemon.database.read_bytes(), before)

    def files(self, daemon):
        """A database with all that SQLite puts beside it, as a kill leaves them."""
        self.addCleanup(daemon.close)
        daemon.start()
        daemon.call("Start")
        daemon.kill()
        return [daemon.state / f"gather.db{suffix}" for suffix in ("", "-wal", "-shm")]

    def test_one_that_others_may_write_to_is_refused_with_what_mends_it(self):
        daemon = Daemon()
        for path in self.files(daemon):
            for mode in (0o620, 0o666):
                with self.subTest(path.name, mode=oct(mode)):
                    path.chmod(mode)
                    self.refused(daemon, path, f"others may write to it (mode 0{mode:o}); mend it "
                                 f"with 'chmod go-w {path}'")
                    path.chmod(0o600)
        self.assertEqual(daemon.start().get()["timer"]["state"], "running")

    def test_one_of_another_user_is_refused_with_what_mends_it(self):
        require_root()
        for uid in (None, OWN):
            daemon = Daemon(uid=uid)
            own = "root" if uid is None else OWN
            for path in self.files(daemon):
                with self.subTest(path.name, uid=uid):
                    os.chown(path, OTHER, OTHER)
                    self.refused(daemon, path, f"it belongs to user {OTHER}; mend it as root with "
                                 f"'chown {own} {path}'")
                    os.chown(path, uid or 0, uid or 0)
            self.assertEqual(daemon.start().get()["timer"]["state"], "running")


def require_root():
    if os.geteuid() != 0:
        cannot_run("only root can give a file away", impossible=True)
    require("setpriv", "util-linux")
