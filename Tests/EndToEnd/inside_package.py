"""The tests of test_packaged.py inside of the container: the package, from installation to purge.

The order of the tests is that of a life: nothing here stands alone.
"""

import pathlib
import unittest

from container import (
    PATH, PROGRAMS, SERVICE, SOCKET, STATE, SUBMIT_PATH, SUBMIT_SERVICE, SUBMIT_SOCKET, UNITS,
    as_user, ends_at, install, main_pid, make_user, ok, ping_submitter, properties, run)
from inside_install import PLAYED, Playing, everything
from inside_web import CONTROL_SOCKET, REMOTE, REMOTE_SOCKET, WEB, WEB_SOCKET, get
from programs import PACKING_LIMIT

OLDER, NEWER = (next(pathlib.Path("/gatherd/packages").glob(f"gatherd_{version}-1_*.deb"))
                for version in ("1.0", "1.1"))
# The page for browsers and what is for a broker, of the same versions.
(OLDER_WEB, NEWER_WEB), (OLDER_MQTT, NEWER_MQTT) = (
    [path.with_name(path.name.replace("gatherd_", f"{name}_")) for path in (OLDER, NEWER)]
    for name in ("gatherd-web", "gatherd-mqtt"))
ACCOUNTS = (("passwd", "gatherd"), ("group", "gatherd"), ("group", "gather"))
WEB_ACCOUNTS = (("passwd", "gather-remote"), ("group", "gather-remote"))
MQTT, MQTT_PITCH = "gather-mqtt.service", "gather-mqtt@north.service"
MQTT_SETTINGS = pathlib.Path("/etc/gatherd/mqtt.conf.d")
MQTT_STATES = [pathlib.Path("/var/lib/private") / name for name in (
    "gather-mqtt", "gather-mqtt@north")]
BACKUP_TIMER = "gatherd-backup.timer"
WEB_STATE = pathlib.Path("/var/lib/gather-remote")


def dpkg(*arguments):
    return ok("dpkg", *arguments, limit=PACKING_LIMIT, DEBIAN_FRONTEND="noninteractive")


def named():
    """All that bears our name, of whatever age; but for what man(1) keeps of pages it has shown, and
    for where Tests/debian13 builds, which it may do just now."""
    found = ok("find", "/etc", "/usr", "/var", "/run", "-xdev", "-name", "*gather*",
               "!", "-path", "/var/log/*", "!", "-path", "/var/cache/man/*",
               "!", "-path", "/var/cache/gatherd/*")
    return set(found.splitlines())


class Life(unittest.TestCase):
    def test_1_it_is_installed_and_serves(self):
        # Where images are made, one says that nothing is to be started.
        pathlib.Path("/usr/sbin/policy-rc.d").unlink(missing_ok=True)
        # The index of all manual pages is made anew each time, which takes long and is not ours.
        pathlib.Path("/var/lib/man-db/auto-update").unlink(missing_ok=True)
        type(self).before, type(self).named = everything(), named()
        dpkg("--install", OLDER)
        for unit in (SOCKET, SUBMIT_SOCKET):
            self.assertEqual(
                properties("ActiveState", "UnitFileState", unit=unit), ["active", "enabled"])
        for unit in (SERVICE, SUBMIT_SERVICE):
            self.assertEqual(properties("ActiveState", unit=unit), ["inactive"])
        ping_submitter()
        # What Debian would test of it.
        ok(UNITS / "debian/tests/match", GATHERD_PREBUILT=1)
        self.assertIn("running", as_user(make_user("member", "gather"), "gatherctl", "start").stdout)
        ok("systemctl", "enable", "--now", "gatherd@north.socket")
        ok("gatherctl", "-p", "north", "start")
        # By the triggers of Debian's own packages.
        self.assertIn("gatherd", ok("journalctl", "--dump-catalog",
                                    "30b93e1daf984855b01b4d4ef8419181"))
        units = [f"/usr/lib/systemd/system/{unit}" for unit in (
            SERVICE, SOCKET, SUBMIT_SERVICE, SUBMIT_SOCKET)]
        self.assertEqual(ok("systemd-analyze", "verify", *units), "")

    def test_1_the_page_is_installed_beside_it_and_is_off(self):
        pid, deadline = main_pid(), ends_at()
        dpkg("--install", OLDER_WEB)
        for unit in (WEB_SOCKET, REMOTE_SOCKET, CONTROL_SOCKET):
            self.assertEqual(
                properties("ActiveState", "UnitFileState", unit=unit), ["inactive", "disabled"])
        # It knows the user of the remote now, and the match goes on.
        self.assertNotIn(main_pid(), (0, pid))
        self.assertEqual(ends_at(), deadline)
        self.assertIn("gather-remote", run("getent", "group", "gather").stdout)
        self.assertNotIn("there is no user", ok("gatherd", "--check"))
        self.assertEqual(ok("systemd-analyze", "verify", *(
            f"/usr/lib/systemd/system/{unit}" for unit in (
                WEB, WEB_SOCKET, REMOTE, REMOTE_SOCKET, CONTROL_SOCKET))), "")

    def test_1_the_page_serves_once_it_is_enabled(self):
        ok("systemctl", "enable", "--now", "--quiet", WEB_SOCKET)
        self.assertEqual(get("/")[0], 200)
        ok("systemctl", "enable", "--now", "--quiet", REMOTE_SOCKET)
        # Phones are paired before any browser has been there.
        self.assertEqual(
            properties("ActiveState", "UnitFileState", unit=CONTROL_SOCKET),
            ["active", "enabled"])
        self.assertIn("no phone is paired", ok("gatherctl", "devices"))
        WEB_STATE.mkdir(mode=0o700, exist_ok=True)

    def test_1_what_is_for_a_broker_is_installed_beside_it_and_is_off(self):
        dpkg("--install", OLDER_MQTT)
        self.assertEqual(properties("ActiveState", "UnitFileState", unit=MQTT),
                         ["inactive", "disabled"])
        self.assertEqual(ok("systemd-analyze", "verify", *(
            f"/usr/lib/systemd/system/{unit}" for unit in (MQTT, "gather-mqtt@.service"))), "")
        # A broker that is away is no reason to end.
        MQTT_SETTINGS.mkdir()
        (MQTT_SETTINGS / "here.conf").write_text("[MQTT]\nBroker=localhost:9\n")
        ok("systemctl", "enable", "--now", "--quiet", MQTT, MQTT_PITCH)
        for path in MQTT_STATES:
            self.assertTrue(path.is_dir(), path)
        ok("systemctl", "enable", "--now", "--quiet", BACKUP_TIMER)

    def test_2_an_upgrade_keeps_the_match_and_every_goal(self):
        deadlines, inode = (ends_at(), ends_at("-p", "north")), PATH.stat().st_ino
        # It goes away when it is idle.
        ping_submitter()
        pids = [main_pid(), main_pid("gatherd@north.service"), main_pid(SUBMIT_SERVICE)]
        page, broker = main_pid(WEB), [main_pid(unit) for unit in (MQTT, MQTT_PITCH)]
        playing = Playing()
        dpkg("--install", NEWER, NEWER_WEB, NEWER_MQTT)
        self.assertEqual(playing.end(), [f"Team A {n}-0 Team B" for n in range(1, PLAYED + 1)])
        self.assertEqual((ends_at(), ends_at("-p", "north")), deadlines)
        self.assertEqual(PATH.stat().st_ino, inode)
        self.assertNotIn(main_pid(), (0, pids[0]))
        self.assertNotIn(main_pid("gatherd@north.service"), (0, pids[1]))
        self.assertNotIn(pids[2], (0, main_pid(SUBMIT_SERVICE)))
        self.assertNotIn(main_pid(WEB), (0, page))
        self.assertEqual(get("/")[0], 200)
        for unit, pid in zip((MQTT, MQTT_PITCH), broker):
            self.assertNotIn(main_pid(unit), (0, pid))
        ping_submitter()
        self.assertIn("1.1", ok("dpkg-query", "-W", "gatherd"))

    def test_3_what_the_administrator_has_decided_stands(self):
        for unit in (SOCKET, SUBMIT_SOCKET):
            ok("systemctl", "disable", "--quiet", unit)
            dpkg("--install", NEWER)
            self.assertEqual(properties("UnitFileState", unit=unit), ["disabled"])
            ok("systemctl", "enable", "--quiet", unit)

    def test_4_a_step_back_keeps_the_match(self):
        deadline = ends_at()
        dpkg("--install", OLDER, OLDER_WEB, OLDER_MQTT)
        self.assertIn(f"{PLAYED}-0", ok("gatherctl"))
        self.assertEqual(ends_at(), deadline)

    def test_4_what_is_enabled_runs_again_after_a_removal_that_has_failed(self):
        for name in ("gatherd-mqtt", "gatherd-web", "gatherd"):
            script = pathlib.Path(f"/var/lib/dpkg/info/{name}.prerm")
            text = script.read_text()
            script.write_text(text + "exit 1\n")
            result = run("dpkg", "--force-depends", "--remove", name, limit=PACKING_LIMIT)
            self.assertNotEqual(result.returncode, 0)
            script.write_text(text)
        for unit in (SOCKET, "gatherd@north.socket", BACKUP_TIMER, WEB_SOCKET, REMOTE_SOCKET,
                     CONTROL_SOCKET, MQTT, MQTT_PITCH):
            self.assertEqual(properties("ActiveState", unit=unit), ["active"], unit)
        self.assertIn(f"{PLAYED}-0", ok("gatherctl"))

    def test_5_removed_it_leaves_the_matches(self):
        dpkg("--remove", "gatherd", "gatherd-web", "gatherd-mqtt")
        for unit in (SERVICE, SOCKET, "gatherd@north.socket", "gatherd@north.service",
                     SUBMIT_SERVICE, SUBMIT_SOCKET, WEB, WEB_SOCKET, REMOTE, REMOTE_SOCKET,
                     CONTROL_SOCKET, MQTT, MQTT_PITCH, BACKUP_TIMER):
            self.assertEqual(properties("ActiveState", unit=unit), ["inactive"])
        for path in (PATH, SUBMIT_PATH, "/usr/bin/gatherd", "/usr/libexec/gather-submit",
                     "/usr/bin/gather-web", "/usr/bin/gather-mqtt"):
            self.assertFalse(pathlib.Path(path).exists(), path)
        self.assertTrue((STATE / "gather.db").exists())
        for path in (WEB_STATE, *MQTT_STATES, MQTT_SETTINGS / "here.conf"):
            self.assertTrue(path.exists(), path)

    def test_6_installed_again_the_match_goes_on(self):
        dpkg("--install", NEWER)
        self.assertIn(f"{PLAYED}-0", ok("gatherctl"))
        self.assertIn("running", ok("gatherctl", "-p", "north"))

    def test_6_the_page_comes_back_to_a_gatherd_that_was_started_without_it(self):
        def environments():
            return [pathlib.Path(f"/proc/{main_pid(unit)}/environ").read_text()
                    for unit in (SERVICE, "gatherd@north.service")]
        for environment in environments():
            self.assertNotIn("GATHERD_REMOTE_USER", environment)
        deadline = ends_at()
        # A package that was removed is not new to dpkg.
        dpkg("--install", NEWER_WEB)
        for environment in environments():
            self.assertIn("GATHERD_REMOTE_USER=gather-remote\0", environment)
        self.assertEqual(ends_at(), deadline)
        # The page alone disturbs nothing.
        pid = main_pid()
        dpkg("--install", NEWER_WEB)
        self.assertEqual(main_pid(), pid)

    def test_6_what_was_enabled_runs_again(self):
        dpkg("--install", NEWER_MQTT)
        for unit in (BACKUP_TIMER, WEB_SOCKET, REMOTE_SOCKET, MQTT, MQTT_PITCH):
            self.assertEqual(properties("ActiveState", unit=unit), ["active"], unit)
        self.assertEqual(get("/")[0], 200)
        # What nobody has enabled does not.
        for unit in ("gatherd-horn.service", "gather-club.socket"):
            self.assertEqual(properties("ActiveState", unit=unit), ["inactive"], unit)
        # Nor does an upgrade start what somebody has stopped.
        ok("systemctl", "stop", BACKUP_TIMER, WEB_SOCKET, WEB, MQTT, MQTT_PITCH)
        dpkg("--install", NEWER, NEWER_WEB, NEWER_MQTT)
        for unit in (BACKUP_TIMER, WEB_SOCKET, MQTT, MQTT_PITCH):
            self.assertEqual(properties("ActiveState", unit=unit), ["inactive"], unit)

    def test_7_a_purge_leaves_nothing(self):
        dpkg("--install", NEWER_WEB, NEWER_MQTT)
        # Of the administrator's own files the password alone is removed, as it is a secret.
        pathlib.Path("/etc/gatherd/mqtt-password").write_text("secret\n")
        (MQTT_SETTINGS / "here.conf").unlink()
        MQTT_SETTINGS.rmdir()
        # Its directory stays when the socket is stopped.
        ok("systemctl", "start", "gather-club.socket")
        # It keeps the time of the last backup elsewhere.
        ok("systemctl", "start", "gatherd-backup.timer")
        dpkg("--purge", "gatherd", "gatherd-web", "gatherd-mqtt")
        # What Debian keeps of accounts and of its own databases is not the package's.
        others = ("/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow", "/etc/sub",
                  "/etc/.pwd.lock")
        self.assertEqual({path for path in everything() - self.before
                          if not path.startswith(others)}, set())
        for path in (STATE, WEB_STATE, *MQTT_STATES, PATH.parent, SUBMIT_PATH.parent):
            self.assertFalse(path.exists(), path)
        self.assertEqual(named() - self.named, set())
        for kind, name in ACCOUNTS + WEB_ACCOUNTS:
            self.assertEqual(run("getent", kind, name).stdout, "")
        for name in ("gatherd", "gatherd-web", "gatherd-mqtt"):
            self.assertEqual(run("dpkg-query", "-W", name).returncode, 1)

    def test_7_what_debian_would_test_of_the_page(self):
        dpkg("--install", NEWER, NEWER_WEB)
        print(ok(UNITS / "debian/tests/web", GATHERD_PREBUILT=1))
        dpkg("--purge", "gatherd-web")
        # gatherd is none of its business.
        self.assertEqual(properties("ActiveState", unit=SOCKET), ["active"])
        self.assertEqual(run("getent", "passwd", "gather-remote").stdout, "")
        self.assertNotIn("gather-remote", run("getent", "group", "gather").stdout)
        dpkg("--purge", "gatherd")
        self.assertEqual(named() - self.named, set())

    def test_7_what_debian_would_test_of_a_broker(self):
        if run("systemctl", "cat", "mosquitto.service").returncode != 0:
            self.skipTest("there is no mosquitto here")
        dpkg("--install", NEWER, NEWER_MQTT)
        print(ok(UNITS / "debian/tests/mqtt", GATHERD_PREBUILT=1))
        dpkg("--purge", "gatherd-mqtt")
        self.assertEqual(properties("ActiveState", unit=SOCKET), ["active"])
        dpkg("--purge", "gatherd")
        self.assertEqual(named() - self.named, set())

    def test_8_a_purge_empties_what_is_mounted(self):
        STATE.mkdir(mode=0o700)
        ok("mount", "-t", "tmpfs", "tmpfs", STATE)
        dpkg("--install", NEWER)
        self.assertIn("running", ok("gatherctl", "start"))
        self.assertNotEqual(list(STATE.iterdir()), [])
        dpkg("--purge", "gatherd")
        self.assertEqual(list(STATE.iterdir()), [])
        for kind, name in ACCOUNTS:
            self.assertEqual(run("getent", kind, name).stdout, "")
        ok("umount", STATE)
        STATE.rmdir()
        self.assertEqual(named() - self.named, set())

    def test_8_a_purge_leaves_who_was_there_before(self):
        ok("groupadd", "--system", "gather")
        for user in ("gatherd", "gather-remote"):
            ok("useradd", "--system", "--user-group", "--home-dir", f"/srv/{user}", user)
        # The one is a member of the group in any case.
        ok("gpasswd", "--add", "gather-remote", "gather")
        accounts = [run("getent", kind, name).stdout for kind, name in ACCOUNTS + WEB_ACCOUNTS]
        for packages in ((OLDER, OLDER_WEB), (NEWER, NEWER_WEB)):
            dpkg("--install", *packages)
        self.assertIn("running", ok("gatherctl", "start"))
        dpkg("--purge", "gatherd", "gatherd-web")
        self.assertEqual([run("getent", kind, name).stdout for kind, name
                          in ACCOUNTS + WEB_ACCOUNTS], accounts)
        self.assertEqual(named() - self.named, set())

    def test_9_the_package_and_the_tree_do_not_hide_each_other(self):
        there = pathlib.Path("/usr/local/bin/gatherd")
        dpkg("--install", OLDER)
        result = run(UNITS / "install", GATHERD_BIN_DIR=PROGRAMS)
        self.assertEqual((result.returncode, result.stdout), (1, ""), result)
        self.assertIn("'apt remove gatherd'", result.stderr)
        self.assertFalse(there.exists())
        dpkg("--purge", "gatherd")
        install()
        ok("/usr/local/bin/gatherctl", "start")
        pid, deadline = main_pid(), ends_at()
        result = run("dpkg", "--install", OLDER, limit=PACKING_LIMIT)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("'units/uninstall'", result.stderr)
        self.assertEqual(main_pid(), pid)
        ok(UNITS / "uninstall")
        # With its units in /etc, which hide those of the package as well.
        install(PREFIX="/opt/gatherd")
        self.assertNotEqual(run("dpkg", "--install", OLDER, limit=PACKING_LIMIT).returncode, 0)
        self.assertFalse(pathlib.Path("/usr/bin/gatherd").exists())
        ok(UNITS / "uninstall", PREFIX="/opt/gatherd")
        dpkg("--install", OLDER)
        self.assertEqual(ends_at(), deadline)
        dpkg("--purge", "gatherd")
        self.assertEqual(named() - self.named, set())

    def test_9_the_package_comes_back_after_the_tree_as_it_was_before(self):
        profile = pathlib.Path("/etc/apparmor.d/gatherd")
        enabled = (SOCKET, SUBMIT_SOCKET, "gatherd@north.socket", BACKUP_TIMER)

        def running():
            for unit in enabled:
                self.assertEqual(
                    properties("ActiveState", "UnitFileState", unit=unit), ["active", "enabled"])
            return ends_at(), ends_at("-p", "north")

        dpkg("--install", OLDER)
        of_package = profile.read_text()
        ok("systemctl", "enable", "--now", "--quiet", *enabled[2:])
        for options in ((), ("-p", "north")):
            ok("gatherctl", *options, "start")
        before = running()
        dpkg("--remove", "gatherd")
        install("--mqtt")
        # This one is of the tree alone, which the package does not know.
        ok("systemctl", "enable", "--quiet", MQTT_PITCH)
        self.assertEqual(running(), before)
        self.assertNotEqual(profile.read_text(), of_package)
        ok(UNITS / "uninstall")
        dpkg("--install", OLDER)
        self.assertEqual(running(), before)
        self.assertEqual(profile.read_text(), of_package)
        self.assertEqual(ok("dpkg", "--verify", "gatherd"), "")
        self.assertEqual(ok("find", "/etc/systemd/system", "-name", MQTT_PITCH), "")
        # The rest of a package may be purged at any time, and the tree has the matches.
        dpkg("--remove", "gatherd")
        install()
        dpkg("--purge", "gatherd")
        self.assertEqual(running(), before)
        ok("systemctl", "restart", SERVICE)
        self.assertEqual(running(), before)
        ok("getent", "passwd", "gatherd")
        # It comes back with the next installation.
        self.assertFalse(profile.exists())
        install()
        self.assertTrue(profile.exists())
        ok(UNITS / "uninstall")
        dpkg("--install", OLDER)
        self.assertEqual(ends_at(), before[0])
        # Also where its matches are not kept.
        dpkg("--remove", "gatherd")
        install()
        self.assertIn("'apt purge gatherd'", ok(UNITS / "uninstall", "--purge"))
        dpkg("--install", OLDER)
        self.assertEqual(properties("ActiveState", "UnitFileState", unit=SOCKET),
                         ["active", "enabled"])
        self.assertEqual(ok("dpkg", "--verify", "gatherd"), "")
        dpkg("--purge", "gatherd")
        self.assertEqual(named() - self.named, set())

    def test_9_where_both_are_there_the_package_goes_on_without_the_tree(self):
        dpkg("--install", OLDER)
        # As both were before each refused the other.
        install(DESTDIR="/")
        ok("systemctl", "daemon-reload")
        ok("systemctl", "restart", SERVICE)
        self.assertEqual(ok("readlink", f"/proc/{main_pid()}/exe"), "/usr/local/bin/gatherd\n")
        ok("gatherctl", "start")
        ok("systemctl", "enable", "--now", "--quiet", BACKUP_TIMER)
        others = pathlib.Path("/etc/systemd/system/gather-statistics.service")
        others.write_text("[Service]\nExecStart=sleep infinity\n"
                          "[Install]\nWantedBy=multi-user.target\n")
        ok("systemctl", "enable", "--now", "--quiet", others.name)
        # As if the tree had been there first.
        link = pathlib.Path(f"/etc/systemd/system/sockets.target.wants/{SOCKET}")
        link.unlink()
        link.symlink_to(f"/usr/local/lib/systemd/system/{SOCKET}")
        deadline = ends_at()
        result = run(UNITS / "uninstall", "--purge")
        self.assertEqual(result.returncode, 1, result)
        self.assertIn("'apt purge gatherd'", result.stderr)
        self.assertIn("the service and the matches", ok(UNITS / "uninstall"))
        self.assertEqual(ends_at(), deadline)
        self.assertEqual(ok("readlink", f"/proc/{main_pid()}/exe"), "/usr/bin/gatherd\n")
        for unit in (SOCKET, SUBMIT_SOCKET, BACKUP_TIMER, others.name):
            self.assertEqual(
                properties("ActiveState", "UnitFileState", unit=unit), ["active", "enabled"])
        self.assertTrue(link.exists())
        ok("systemctl", "disable", "--now", "--quiet", others.name)
        others.unlink()
        self.assertEqual(run("find", "/usr/local", "-name", "*gather*").stdout, "")
        self.assertEqual(ok("dpkg", "--verify", "gatherd"), "")
        dpkg("--purge", "gatherd")
        self.assertEqual(named() - self.named, set())
