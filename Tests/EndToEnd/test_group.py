"""A gatherd as a plain process, and the group whose members may control its match."""

import grp
import os
import stat
import unittest

from daemon import Daemon, as_user
from programs import LIMIT, cannot_run, gatherctl, gatherd, require, run

# Users whom nothing else runs as.
OPERATOR, MEMBER, STRANGER = 60011, 60012, 60013
NOBODY = 65534


def some_group():
    """A group of the machine that is neither ours nor root's."""
    return next(group for group in grp.getgrall()
                if group.gr_gid not in (0, NOBODY) and group.gr_gid not in os.getgroups())


class OwnGroup(unittest.TestCase):
    def test_the_socket_and_its_directory_are_for_the_group_as_well(self):
        name = grp.getgrgid(os.getegid()).gr_name
        daemon = Daemon.running(self, options=("--group", name))
        for path, mode in ((daemon.socket, 0o660), (daemon.socket.parent, 0o750),
                           (daemon.state, 0o700), (daemon.database, 0o600)):
            status = path.stat()
            self.assertEqual(
                (stat.S_IMODE(status.st_mode), status.st_gid), (mode, os.getegid()), path)

    def test_a_group_that_stands_for_all_others_is_refused(self):
        try:
            name = grp.getgrgid(NOBODY).gr_name
        except KeyError:
            cannot_run(f"there is no group {NOBODY} here", impossible=True)
        result = run(gatherd(), "--group", name)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"the group '{name}' ({NOBODY}) stands for all groups that are unknown here",
                      result.stderr)


class Group(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            cannot_run("only root can connect as several users", impossible=True)
        require("setpriv", "util-linux")
        self.group = some_group()

    def daemon(self, **options):
        daemon = Daemon(options=("--group", self.group.gr_name), **options)
        self.addCleanup(daemon.close)
        daemon.directory.chmod(0o711)
        return daemon

    def start_as(self, daemon, uid, *groups):
        """Starts the countdown as a user; gives what came of it."""
        return run(*as_user(uid, groups), gatherctl(), "start", GATHERD_SOCKET=daemon.socket)

    def check(self, daemon):
        member = self.start_as(daemon, MEMBER, self.group.gr_gid)
        self.assertEqual((member.returncode, member.stderr), (0, ""))
        stranger = self.start_as(daemon, STRANGER)
        self.assertEqual(stranger.returncode, 3)
        self.assertIn("Permission denied", stranger.stderr)
        group = self.group.gr_name
        self.assertRegex(
            stranger.stderr, f"the group {group}; 'sudo usermod -aG {group} .*' makes you a member")
        self.assertNotIn("cannot reach", daemon.log)

    def test_members_get_in_and_strangers_do_not(self):
        self.check(self.daemon().start())

    def test_a_directory_that_is_there_stays_as_it_is(self):
        daemon = self.daemon()
        daemon.socket.parent.mkdir()
        daemon.socket.parent.chmod(0o755)
        daemon.start()
        self.check(daemon)
        self.assertEqual(stat.S_IMODE(daemon.socket.parent.stat().st_mode), 0o755)

    def test_a_member_can_let_the_others_in(self):
        self.check(self.daemon(uid=OPERATOR, groups=(self.group.gr_gid,)).start())

    def test_who_is_no_member_is_told_so(self):
        daemon = self.daemon(uid=OPERATOR)
        daemon.socket.parent.mkdir()
        os.chown(daemon.socket.parent, OPERATOR, OPERATOR)
        daemon.spawn(ends=True)
        self.assertEqual(daemon.process.wait(LIMIT), 1)
        self.assertIn(f"cannot give {daemon.socket} to the group '{self.group.gr_name}': Operation "
                      "not permitted; gatherd has to run as root or as a member of it", daemon.log)
        self.assertFalse(daemon.socket.exists())

    def closed(self, daemon, directory, remedy):
        """Starts a daemon whose members are kept out by a directory."""
        daemon.start()
        self.assertIn(
            f"the members of '{self.group.gr_name}' cannot reach {daemon.socket}: {directory} is "
            f"closed to them; {remedy}\n", daemon.log)

    def test_a_directory_that_is_closed_to_members_is_named(self):
        daemon = self.daemon()
        daemon.directory.chmod(0o700)
        self.closed(daemon, daemon.directory, "listen elsewhere with --socket")
        daemon.directory.chmod(0o711)
        self.assertEqual(self.start_as(daemon, MEMBER, self.group.gr_gid).returncode, 0)

    def test_a_directory_of_its_own_that_is_closed_is_named_with_what_opens_it(self):
        daemon = self.daemon()
        directory, group = daemon.directory / "gatherd", self.group.gr_name
        daemon.socket = directory / "a.sock"
        directory.mkdir(mode=0o700)
        mend = f"chgrp {group} {directory} && chmod g+x {directory}"
        self.closed(daemon, directory, f"mend it with '{mend}', or listen elsewhere with --socket")
        run("sh", "-c", mend)
        self.assertEqual(self.start_as(daemon, MEMBER, self.group.gr_gid).returncode, 0)

    def test_no_command_opens_a_directory_that_has_more_in_it(self):
        for name, above in (("run", 0o711), ("gatherd", 0o700)):
            with self.subTest(name):
                daemon = self.daemon()
                daemon.directory.chmod(above)
                directory = daemon.directory / name
                daemon.socket = directory / "a.sock"
                directory.mkdir(mode=0o700)
                self.closed(daemon, directory if above == 0o711 else daemon.directory,
                            "listen elsewhere with --socket")

    def test_no_command_opens_the_directory_of_another(self):
        daemon = self.daemon(uid=OPERATOR, groups=(self.group.gr_gid,))
        directory = daemon.directory / "gatherd"
        daemon.socket = directory / "a.sock"
        directory.mkdir()
        os.chown(directory, STRANGER, OPERATOR)
        directory.chmod(0o770)
        self.closed(daemon, directory, "listen elsewhere with --socket")

    def test_who_has_no_number_here_is_no_member_and_not_the_daemons_user(self):
        for uid in (OPERATOR, NOBODY):
            with self.subTest(uid):
                daemon = self.daemon(uid=uid, groups=(self.group.gr_gid,))
                daemon.start()
                nobody = self.start_as(daemon, NOBODY, self.group.gr_gid)
                self.assertEqual(nobody.returncode, 1)
                self.assertIn("permission", nobody.stderr)
                self.assertEqual(self.start_as(daemon, 0).returncode, 0)
                self.assertEqual("stands for all users" in daemon.log, uid == NOBODY)
