"""What test_installed.py runs inside of the container: units/install and units/uninstall.

The order of the tests is that of a life: nothing here stands alone.
"""

import os
import pathlib
import shutil
import subprocess
import unittest

from container import (
    PATH, PROGRAMS, SERVICE, SOCKET, STATE, SUBMIT_PATH, SUBMIT_SERVICE, SUBMIT_SOCKET, UNITS,
    as_user, ends_at, install, main_pid, make_user, ok, ping_submitter, properties, run)
from inside_web import CONTROL_SOCKET, REMOTE_SOCKET, WEB, WEB_SOCKET, get
from programs import LIMIT, PACKING_LIMIT, eventually

NEWER = pathlib.Path("/tmp/newer")
WEB_SOCKETS = (WEB_SOCKET, REMOTE_SOCKET, CONTROL_SOCKET)
WEB_STATE = pathlib.Path("/var/lib/gather-remote")
PRIVATE = pathlib.Path("/var/lib/private")
PLAYED = 40
# The time of the last backup, kept by systemd.
STAMP = pathlib.Path("/var/lib/systemd/timers/stamp-gatherd-backup.timer")


def everything():
    """All files outside of what runs, and of what is kept of matches."""
    # It reads all of a disk that others write to.
    found = ok("find", "/etc", "/usr", "/opt", "-xdev", "!", "-type", "d", "-newermt", "-1 hour",
               limit=300)
    return set(found.splitlines())


def make_newer():
    """The programs of a later version, each time: the same, and a section more."""
    NEWER.mkdir(exist_ok=True)
    note = NEWER / "note"
    note.write_text(f"{int(note.read_text()) + 1 if note.exists() else 0}\n")
    for program in ("gatherd", "gatherctl", "gather-submit", "gather-web"):
        ok("objcopy", "--add-section", f".note.later={note}", PROGRAMS / program, NEWER / program)


class Playing:
    """Goals, one after the other, of a player who does not wait for anybody."""

    def __init__(self):
        script = f'for i in $(seq {PLAYED}); do gatherctl goal a || echo FAILED; done'
        self._process = subprocess.Popen(
            ["bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def end(self):
        return self._process.communicate(timeout=300)[0].splitlines()


class Life(unittest.TestCase):
    def test_1_it_is_not_there(self):
        type(self).before = everything()
        self.assertNotEqual(run("gatherctl", "--version").returncode if pathlib.Path(
            "/usr/local/bin/gatherctl").exists() else 127, 0)
        # Nothing to uninstall is no mistake.
        ok(UNITS / "uninstall")
        ok(UNITS / "uninstall", "--purge")

    def test_2_it_is_installed_and_serves(self):
        said = install()
        self.assertIn("gatherd.socket listens", said)
        self.assertEqual(
            properties("ActiveState", "UnitFileState", unit=SOCKET), ["active", "enabled"])
        self.assertEqual(
            properties("ActiveState", "UnitFileState", unit=SUBMIT_SOCKET), ["active", "enabled"])
        for service in (SERVICE, SUBMIT_SERVICE):
            self.assertEqual(properties("ActiveState", unit=service), ["inactive"])
        ping_submitter()
        member = make_user("member", "gather")
        self.assertIn("running", as_user(member, "gatherctl", "start").stdout)
        for page in ("gatherctl", "gatherd", "gather-submit"):
            self.assertIn(page, ok("man", "-w", page))
        ok("systemctl", "enable", "--now", "gatherd@north.socket")
        ok("gatherctl", "-p", "north", "start")

    def test_3_a_second_time_disturbs_nothing(self):
        def running():
            return [main_pid(), main_pid(SUBMIT_SERVICE), ends_at(), PATH.stat().st_ino]
        before = running()
        self.assertNotIn(0, before)
        self.assertIn(": 0 files have changed", install())
        self.assertEqual(running(), before)

    def test_4_an_upgrade_keeps_the_match_and_every_goal(self):
        deadlines, inode = (ends_at(), ends_at("-p", "north")), PATH.stat().st_ino
        pids = [main_pid(), main_pid("gatherd@north.service"), main_pid(SUBMIT_SERVICE)]
        make_newer()
        playing = Playing()
        self.assertIn(": 3 files have changed", install(GATHERD_BIN_DIR=NEWER))
        self.assertEqual(playing.end(), [f"Team A {n}-0 Team B" for n in range(1, PLAYED + 1)])
        self.assertEqual((ends_at(), ends_at("-p", "north")), deadlines)
        self.assertEqual(PATH.stat().st_ino, inode)
        self.assertNotIn(main_pid(), (0, pids[0]))
        self.assertNotIn(main_pid("gatherd@north.service"), (0, pids[1]))
        self.assertNotEqual(main_pid(SUBMIT_SERVICE), pids[2])
        ping_submitter()
        # Of the new version, and started but once.
        self.assertEqual(ok("readlink", f"/proc/{main_pid()}/exe"), "/usr/local/bin/gatherd\n")
        self.assertEqual(properties("NRestarts", "Result"), ["0", "success"])

    def test_4_an_upgrade_that_was_cut_off_is_ended_by_the_next(self):
        make_newer()
        broken = pathlib.Path("/tmp/broken")
        broken.mkdir()
        (broken / "systemd-sysusers").symlink_to("/bin/false")
        before, deadline = main_pid(), ends_at()
        result = run(UNITS / "install", limit=PACKING_LIMIT, GATHERD_BIN_DIR=NEWER,
                     PATH=f"{broken}:{os.environ['PATH']}")
        self.assertNotEqual(result.returncode, 0)
        self.assertEqual(main_pid(), before)
        self.assertIn(": 0 files have changed", install(GATHERD_BIN_DIR=NEWER))
        self.assertNotIn(main_pid(), (0, before))
        self.assertEqual(ends_at(), deadline)
        # And then it is done.
        after = main_pid()
        install(GATHERD_BIN_DIR=NEWER)
        self.assertEqual(main_pid(), after)

    def test_5_a_changed_socket_takes_its_daemon_along(self):
        deadline, pid = ends_at(), main_pid()
        unit = pathlib.Path("/usr/local/lib/systemd/system/gatherd.socket")
        unit.write_text(unit.read_text() + "# An older one.\n")
        self.assertIn(": 1 files have changed", install(GATHERD_BIN_DIR=NEWER))
        self.assertIn(f"{PLAYED}-0", ok("gatherctl"))
        self.assertEqual(ends_at(), deadline)
        self.assertNotEqual(main_pid(), pid)

    def test_5_a_changed_socket_of_the_submitter(self):
        pid, submitter = main_pid(), main_pid(SUBMIT_SERVICE)
        unit = pathlib.Path("/usr/local/lib/systemd/system") / SUBMIT_SOCKET
        unit.write_text(unit.read_text() + "# An older one.\n")
        self.assertIn(": 1 files have changed", install(GATHERD_BIN_DIR=NEWER))
        ping_submitter()
        self.assertNotEqual(main_pid(SUBMIT_SERVICE), submitter)
        self.assertEqual(main_pid(), pid)

    def test_5_the_page_is_added_and_the_match_goes_on(self):
        deadline, pid = ends_at(), main_pid()
        self.assertIn("gather-web.socket listens", install("--web", GATHERD_BIN_DIR=NEWER))
        self.assertEqual(ends_at(), deadline)
        # It knows the user of the remote now.
        self.assertNotIn(main_pid(), (0, pid))
        self.assertNotIn("there is no user", ok("gatherd", "--check"))
        for unit in WEB_SOCKETS:
            self.assertEqual(
                properties("ActiveState", "UnitFileState", unit=unit), ["active", "enabled"])
        self.assertEqual(get("/")[0], 200)
        # A second time disturbs nothing.
        pids = [main_pid(), main_pid(WEB)]
        self.assertIn(": 0 files have changed", install("--web", GATHERD_BIN_DIR=NEWER))
        self.assertEqual([main_pid(), main_pid(WEB)], pids)

    def test_5_the_page_is_upgraded_along_with_gatherd(self):
        before = main_pid(WEB)
        make_newer()
        self.assertIn(": 4 files have changed", install(GATHERD_BIN_DIR=NEWER))
        self.assertEqual(get("/")[0], 200)
        self.assertNotIn(main_pid(WEB), (0, before))
        self.assertEqual(ok("readlink", f"/proc/{main_pid(WEB)}/exe"),
                         "/usr/local/bin/gather-web\n")
        # What was disabled stays so.
        ok("systemctl", "disable", "--now", "--quiet", "gather-remote.socket")
        install(GATHERD_BIN_DIR=NEWER)
        self.assertEqual(properties("ActiveState", "UnitFileState", unit="gather-remote.socket"),
                         ["inactive", "disabled"])

    def test_6_uninstalled_it_leaves_the_matches_and_nothing_else(self):
        self.assertIn("kept: the matches", ok(UNITS / "uninstall"))
        for unit in (SERVICE, SOCKET, "gatherd@north.socket", "gatherd@north.service",
                     SUBMIT_SERVICE, SUBMIT_SOCKET, WEB, *WEB_SOCKETS):
            self.assertEqual(properties("ActiveState", unit=unit), ["inactive"])
        self.assertEqual(ok("systemctl", "list-units", "--all", "--plain", "--no-legend",
                            "gatherd.*", "gatherd@*", "gather-submit.*", "gather-web.*",
                            "gather-remote*"), "")
        for path in (PATH, SUBMIT_PATH):
            self.assertFalse(path.parent.exists())
        self.assertEqual(self.left(), set())
        self.assertTrue((STATE / "gather.db").exists())
        ok(UNITS / "uninstall")

    def test_7_installed_again_the_match_goes_on(self):
        install()
        self.assertIn(f"{PLAYED}-0", ok("gatherctl"))
        self.assertIn("running", ok("gatherctl"))

    def test_8_a_purge_leaves_nothing(self):
        install("--web")
        WEB_STATE.mkdir(mode=0o700, exist_ok=True)
        ok("systemctl", "enable", "--now", "gatherd-backup.timer")
        self.assertTrue(STAMP.exists())
        # What services of users that are made up keep, as systemd lays it.
        kept = [PRIVATE / name for name in ("gatherd-backup", "gather-mqtt", "gather-mqtt@north")]
        PRIVATE.mkdir(mode=0o700, exist_ok=True)
        for path in kept:
            path.mkdir(exist_ok=True)
            (STATE.parent / path.name).symlink_to(path)
        said = self.uninstall()
        for what in ("the matches", "the paired devices", "the backups", "what is known"):
            self.assertIn(f"kept: {what}", said)
        # As an installation that was interrupted leaves it.
        pending = pathlib.Path("/run/gatherd-install")
        pending.touch()
        self.uninstall("--purge")
        self.assertEqual(self.left(), set())
        for path in (STATE, WEB_STATE, STAMP, pathlib.Path("/run/gather-remote"), pending,
                     *kept):
            self.assertFalse(path.exists(), path)
        for path in kept:
            self.assertFalse((STATE.parent / path.name).is_symlink(), path)
        self.assertFalse(PATH.parent.exists())
        for kind, name in (("passwd", "gatherd"), ("group", "gatherd"), ("group", "gather"),
                           ("passwd", "gather-remote"), ("group", "gather-remote")):
            self.assertEqual(run("getent", kind, name).stdout, "")
        ok(UNITS / "uninstall", "--purge")

    def test_9_a_purge_empties_what_is_mounted(self):
        STATE.mkdir(mode=0o700)
        ok("mount", "-t", "tmpfs", "tmpfs", STATE)
        install()
        self.assertIn("running", ok("gatherctl", "start"))
        self.assertNotEqual(list(STATE.iterdir()), [])
        ok(UNITS / "uninstall", "--purge")
        self.assertEqual(list(STATE.iterdir()), [])
        self.assertEqual(run("getent", "passwd", "gatherd").stdout, "")
        ok("umount", STATE)
        STATE.rmdir()
        self.assertEqual(self.left(), set())

    def test_9_a_purge_leaves_who_was_there_before(self):
        ok("groupadd", "--system", "gather")
        install()
        ok(UNITS / "uninstall", "--purge")
        self.assertEqual(run("getent", "passwd", "gatherd").stdout, "")
        self.assertIn("gather:", run("getent", "group", "gather").stdout)
        self.assertEqual(self.left(), set())

    def test_9_what_root_has_begun_by_hand_goes_on(self):
        daemon = subprocess.Popen([PROGRAMS / "gatherd"], stderr=subprocess.DEVNULL)
        eventually(PATH.exists, "root's gatherd does not listen")
        ok(PROGRAMS / "gatherctl", "start")
        daemon.terminate()
        self.assertEqual(daemon.wait(LIMIT), 0)
        elsewhere = pathlib.Path("/etc/passwd")
        (STATE / "elsewhere").symlink_to(elsewhere)
        owner, mode = elsewhere.stat().st_uid, (STATE / "gather.db").stat().st_mode
        install()
        result = as_user("nobody", "gatherctl", HOME="/nonexistent")
        self.assertIn("running", result.stdout, result)
        self.assertEqual(properties("NRestarts"), ["0"])
        # Nothing else is given away, and no more is opened.
        self.assertEqual(elsewhere.stat().st_uid, owner)
        self.assertEqual((STATE / "gather.db").stat().st_mode, mode)
        ok(UNITS / "uninstall", "--purge")

    def uninstall(self, *arguments):
        """Uninstalls as a user who takes root for what needs it; gives what is said."""
        sudo = pathlib.Path("/usr/local/bin/sudo")
        shutil.copy("/usr/bin/env", sudo)
        sudo.chmod(0o4755)
        try:
            result = as_user(make_user("anna"), UNITS / "uninstall", *arguments)
        finally:
            sudo.unlink()
            ok("userdel", "anna")
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        return result.stdout

    def left(self):
        """What is there and was not, but for what other programs keep of it."""
        others = ("/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow", "/etc/sub",
                  "/etc/.pwd.lock")
        return {path for path in everything() - self.before if not path.startswith(others)}
