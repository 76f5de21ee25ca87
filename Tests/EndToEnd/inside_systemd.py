"""What test_systemd.py runs inside of the container: gatherd under the systemd there.

It is the machine's only gatherd, installed by units/install, at the default paths.
"""

import grp
import json
import os
import pathlib
import pwd
import re
import select
import shutil
import signal
import stat
import subprocess
import threading
import time
import unittest

from container import (
    INSTALLED, PATH, SERVICE, SOCKET, STATE, Waiting, as_user, await_journal, call, ends_at, install,
    main_pid, make_user, ok, properties, run, start_manager)
from programs import LIMIT, require

CONFIGURATION = pathlib.Path("/etc/gatherd")
DROP_IN = pathlib.Path(f"/run/systemd/system/{SERVICE}.d/test.conf")
HORN = "gatherd-horn.service"
ALSA = pathlib.Path("/etc/asound.conf")
PITCHES = [f"gatherd@north.{kind}" for kind in ("socket", "service")]


def setUpModule():
    print(install())


class Player:
    """Somebody who counts goals, one after another, until it is over."""

    def __init__(self, over, team):
        self.over, self.team = over, team
        self.goals, self.refusals = 0, []
        self.thread = threading.Thread(target=self.play)
        self.thread.start()

    def play(self):
        # A side has 999 goals at most.
        while not self.over.is_set() and self.goals < 450:
            result = run("gatherctl", "goal", self.team)
            if result.returncode == 0:
                self.goals += 1
            else:
                self.refusals.append(result)
                return


class UnderSystemd(Waiting, unittest.TestCase):
    def setUp(self):
        ok("systemctl", "stop", SOCKET, SERVICE, *PITCHES)
        shutil.rmtree(STATE, ignore_errors=True)
        shutil.rmtree(DROP_IN.parent, ignore_errors=True)
        ok("systemctl", "daemon-reload")
        ok("systemctl", "start", SOCKET)

    def status_text(self):
        return properties("StatusText")[0]

    def test_the_units_are_correct(self):
        units = [INSTALLED / unit for unit in (SERVICE, SOCKET, *PITCHES, HORN)]
        # As installed, with the programs and the pages that they name.
        result = run("systemd-analyze", "verify", *units)
        self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))

    def test_the_first_command_starts_the_daemon(self):
        self.assertEqual(properties("ActiveState"), ["inactive"])
        self.assertEqual(stat.S_IMODE(PATH.stat().st_mode), 0o666)
        self.assertIn("running from 10:00", ok("gatherctl", "start"))
        kind, watchdog, restarts, state = properties(
            "Type", "WatchdogUSec", "NRestarts", "ActiveState")
        self.assertEqual((kind, watchdog, restarts, state), ("notify", "10s", "0", "active"))
        self.assertEqual(stat.S_IMODE(STATE.stat().st_mode), 0o700)
        self.eventually(lambda: self.status_text().startswith("Running until "))
        ok("gatherctl", "goal", "a")
        self.eventually(lambda: "Team A 1-0 Team B" in self.status_text())
        self.assertIn("Team A 1-0 Team B", ok("systemctl", "status", SERVICE))
        print(ok("systemctl", "status", "--no-pager", SERVICE))

    def test_started_by_hand_it_has_the_socket_as_well(self):
        ok("systemctl", "stop", SOCKET)
        ok("systemctl", "start", SERVICE)
        self.assertEqual(properties("ActiveState", unit=SOCKET), ["active"])
        self.assertIn("no match", ok("gatherctl", "status"))

    def test_a_killed_daemon_comes_back_with_the_match(self):
        ok("gatherctl", "start")
        ok("gatherctl", "goal", "b")
        before, pid = ends_at(), main_pid()
        for _ in range(3):
            os.kill(main_pid(), signal.SIGKILL)
            # A command that comes meanwhile waits.
            self.assertIn("already running", ok("gatherctl", "start"))
            self.assertEqual(ends_at(), before)
        self.assertEqual(call("Get")["gather"]["score"], "0-1")
        self.assertIsNotNone(call("Get")["gather"]["recovered"])
        self.assertNotEqual(main_pid(), pid)
        self.assertEqual(properties("NRestarts"), ["3"])

    def test_a_restart_keeps_the_match_and_the_socket(self):
        ok("gatherctl", "start")
        before, pid, inode = ends_at(), main_pid(), PATH.stat().st_ino
        # More than the usual limit of starts; a command meanwhile waits.
        for goals in range(1, 9):
            ok("systemctl", "restart", "--no-block", SERVICE)
            self.assertIn(f"Team A {goals}-0", ok("gatherctl", "goal", "a"))
        self.eventually(lambda: properties("ActiveState", "SubState") == ["active", "running"])
        self.assertNotEqual(main_pid(), pid)
        self.assertEqual(PATH.stat().st_ino, inode)
        self.assertEqual((ends_at(), call("Get")["gather"]["score"]), (before, "8-0"))
        self.assertEqual(properties("Result"), ["success"])

    def test_every_goal_counts_once_over_20_restarts(self):
        ok("gatherctl", "start")
        before = ends_at()
        watch = subprocess.Popen(
            ["gatherctl", "watch", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL, text=True)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.terminate)
        self.addCleanup(watch.stdout.close)
        over = threading.Event()
        players = [Player(over, team) for team in "aab"]
        for _ in range(20):
            pid = main_pid()
            ok("systemctl", "restart", SERVICE)
            self.assertNotEqual(main_pid(), pid)
            # Each restart meets all of them at it.
            goals = [player.goals for player in players]
            self.eventually(lambda: all(
                player.goals > count or player.refusals
                for player, count in zip(players, goals)))
        over.set()
        for player in players:
            player.thread.join()
        self.assertEqual([player.refusals for player in players], [[], [], []])
        first, second, third = (player.goals for player in players)
        gather = call("Get")["gather"]
        self.assertEqual(gather["score"], f"{first + second}-{third}")
        self.assertEqual(ends_at(), before)
        # The watcher has found its way back each time.
        while json.loads(watch.stdout.readline())["gather"]["score"] != gather["score"]:
            pass
        print(f"20 restarts, {first + second + third} goals")

    def test_a_daemon_that_hangs_is_restarted_by_the_watchdog(self):
        DROP_IN.parent.mkdir(parents=True)
        DROP_IN.write_text("[Service]\nWatchdogSec=2s\n")
        ok("systemctl", "daemon-reload")
        ok("gatherctl", "start")
        self.assertEqual(properties("WatchdogUSec"), ["2s"])
        before, times = ends_at(), []
        for goals in range(1, 21):
            self.assertIn(f"{goals}-0", ok("gatherctl", "goal", "a"))
            pid, start = main_pid(), time.monotonic()
            process = os.pidfd_open(pid)
            os.kill(pid, signal.SIGSTOP)
            # Woken up to be ended, it may still answer: what counts is the next one.
            self.assertTrue(select.select([process], [], [], LIMIT)[0], "it goes on to hang")
            os.close(process)
            self.eventually(lambda: main_pid() not in (0, pid))
            self.assertEqual(call("Get")["gather"]["score"], f"{goals}-0")
            times.append(time.monotonic() - start)
            self.assertEqual(ends_at(), before)
        # On a busy machine one more may be late.
        self.assertGreaterEqual(int(properties("NRestarts")[0]), 20)
        await_journal(SERVICE, "Watchdog timeout")
        print(f"20 times SIGSTOP: back after {min(times):.2f} to {max(times):.2f} s")

    def test_a_stop_is_clean_and_the_next_command_starts_it_again(self):
        ok("gatherctl", "start")
        before = ends_at()
        ok("systemctl", "stop", SERVICE)
        self.assertEqual(
            properties("ActiveState", "Result", "ExecMainCode", "ExecMainStatus"),
            ["inactive", "success", "1", "0"])
        self.assertTrue(PATH.is_socket())
        self.assertIn("running", ok("gatherctl", "status"))
        self.assertEqual(ends_at(), before)
        ok("systemctl", "stop", SERVICE, SOCKET)
        self.assertEqual(run("gatherctl", "status").returncode, 3)

    def test_what_it_says_is_in_the_journal(self):
        ok("systemctl", "stop", SERVICE)
        STATE.mkdir(mode=0o700)
        (STATE / "gather.db").write_text("not a database\n" * 100)
        ok("systemctl", "start", SERVICE)
        await_journal(SERVICE, "/var/lib/gatherd/gather.db was damaged",
                      "the damaged file is gather.db.damaged-")
        self.assertIn("was damaged", ok("journalctl", "-p", "err", "-u", SERVICE))

    def test_who_may(self):
        member, stranger = make_user("member", "gather"), make_user("stranger")
        self.assertIn("running from 10:00", as_user(member, "gatherctl", "start").stdout)
        self.assertIn("1-0", as_user(member, "gatherctl", "goal", "a").stdout)
        for user in (stranger, "nobody"):
            for verb in ("status", "history", "log", "report"):
                result = as_user(user, "gatherctl", verb)
                self.assertEqual((result.returncode, result.stderr), (0, ""), verb)
            self.assertIn("1-0", as_user(user, "gatherctl", "status").stdout)
            for command in (["start"], ["pause"], ["goal", "a"], ["undo"], ["end", "--yes"]):
                result = as_user(user, "gatherctl", *command)
                self.assertEqual((result.returncode, result.stdout), (1, ""), command)
                self.assertIn("permission denied", result.stderr)
                self.assertIn(f"'sudo usermod -aG gather {user}' makes you", result.stderr)
        # Who has left the group is out with the next connection.
        ok("gpasswd", "--delete", member, "gather")
        self.assertEqual(as_user(member, "gatherctl", "goal", "a").returncode, 1)
        self.assertEqual(call("Get")["gather"]["score"], "1-0")

    def configure(self, name, text):
        """Writes a file of the configuration, which goes with the test."""
        path = CONFIGURATION / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.addCleanup(path.unlink)
        return path

    def test_a_configuration_file_counts_more_than_the_unit(self):
        referee, member = make_user("referee"), make_user("member", "gather")
        path = self.configure("gatherd.conf.d/10-group.conf", f"[Daemon]\nGroup={referee}\n")
        ok("gatherctl", "new")
        self.assertEqual(as_user(referee, "gatherctl", "start").returncode, 0)
        self.assertIn("permission denied", as_user(member, "gatherctl", "pause").stderr)
        self.assertIn(f"{referee}  ({path}, line 2)", ok("gatherd", "--check"))
        # Of a pitch, another group may be right.
        self.configure("gatherd@north.conf", "[Daemon]\nGroup=gather\n")
        ok("systemctl", "start", "gatherd@north.socket")
        result = as_user(member, "gatherctl", "-p", "north", "start")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(as_user(referee, "gatherctl", "-p", "north", "pause").returncode, 1)

    def test_a_typo_in_the_configuration_loses_no_match(self):
        ok("gatherctl", "start")
        before = ends_at()
        path = self.configure("gatherd.conf.d/10-typo.conf", "[Daemon]\nGrup=gather\n")
        ok("systemctl", "restart", SERVICE)
        self.assertEqual(ends_at(), before)
        await_journal(SERVICE, typo := f"{path}, line 2: unknown setting 'Grup'")
        self.assertIn(typo, ok("journalctl", "-u", SERVICE, "-p", "warning"))
        # With a group that is not there nobody knows who may: it is started when that is mended.
        path.write_text("[Daemon]\nGroup=no-such-group\n")
        self.assertNotEqual(run("systemctl", "restart", SERVICE).returncode, 0)
        self.eventually(lambda: properties("ExecMainStatus") == ["78"])
        # It is tried again and again, but not without a pause.
        self.eventually(lambda: properties("SubState") == ["stop-post"])
        result = run("gatherd", "--check")
        self.assertEqual(result.returncode, 78)
        self.assertIn(f"{path}, line 2: there is no group 'no-such-group'", result.stderr)
        result = run("gatherctl")
        self.assertEqual((result.returncode, result.stdout), (4, ""), result)
        self.assertIn("does not answer; its log says more: 'journalctl -u gatherd'\n",
                      result.stderr)
        path.write_text("[Daemon]\n")
        self.assertEqual(ends_at(), before)
        self.assertEqual(properties("SubState"), ["running"])

    def test_a_start_that_fails_is_tried_again_after_a_pause(self):
        ok("gatherctl", "start")
        ok("systemctl", "stop", SERVICE)
        database = STATE / "gather.db"
        shutil.chown(database, "root", "root")
        self.assertNotEqual(run("systemctl", "start", SERVICE).returncode, 0)
        self.eventually(lambda: properties("SubState", "ExecMainStatus") == ["stop-post", "1"])
        shutil.chown(database, "gatherd", "gatherd")
        # No client gives up meanwhile.
        self.assertIn("running", ok("gatherctl", "status"))

    def test_it_has_no_rights_and_no_network(self):
        ok("gatherctl", "start")
        process = pathlib.Path("/proc") / str(main_pid())
        status = dict(line.split(":\t", 1) for line in (process / "status").read_text().splitlines())
        user = pwd.getpwnam("gatherd")
        self.assertEqual(set(status["Uid"].split()), {str(user.pw_uid)})
        for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(status[name], 16), 0, name)
        self.assertEqual((status["NoNewPrivs"], status["Seccomp"]), ("1", "2"))
        for kind in ("net", "mnt", "ipc"):
            self.assertNotEqual(
                os.readlink(process / "ns" / kind), os.readlink(f"/proc/self/ns/{kind}"))
        inside = ["nsenter", "--target", str(main_pid()), "--mount"]
        for path in ("/usr/x", "/etc/x", "/var/x"):
            result = run(*inside, "touch", path)
            self.assertIn("Read-only file system", result.stderr, path)
        secret = pathlib.Path("/root/secret")
        secret.touch()
        self.assertEqual(run(*inside, "stat", secret).returncode, 1)
        # What is its own belongs to it and to nobody else.
        for path in (STATE, *STATE.iterdir()):
            self.assertEqual(path.stat().st_uid, user.pw_uid)
            self.assertEqual(stat.S_IMODE(path.stat().st_mode) & 0o077, 0)
        # Nothing it does is refused by the filter of system calls, or it would say so.
        said = ok("journalctl", "-b", "-o", "cat", "-u", SERVICE)
        self.assertNotRegex(said, "priority|not permitted")

    def test_each_pitch_has_a_match_of_its_own(self):
        ok("gatherctl", "new", "--time", "7:00")
        ok("systemctl", "start", "gatherd@north.socket")
        self.assertIn("running from 10:00", ok("gatherctl", "-p", "north", "start"))
        ok("gatherctl", "--pitch", "north", "goal", "b")
        self.assertIn("0-1", ok("gatherctl", "--pitch=north", "status"))
        self.assertIn("0-0", ok("gatherctl", "status"))
        self.assertTrue((STATE / "north/gather.db").exists())
        self.assertEqual(properties("User", "Type", unit="gatherd@north.service"),
                         ["gatherd", "notify"])
        ok("systemctl", "stop", *PITCHES)
        result = run("gatherctl", "-p", "north", "status")
        self.assertEqual(result.returncode, 3)
        self.assertIn("/run/gatherd/north.sock", result.stderr)
        self.assertIn("'systemctl start gatherd@north.socket'", result.stderr)
        ok("systemctl", "start", "gatherd@north.socket")
        self.assertIn("0-1", ok("gatherctl", "-p", "north", "status"))

    def test_no_pitch_takes_the_socket_of_the_machine(self):
        result = run("systemctl", "start", "gatherd@gatherd.socket")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("masked", result.stderr)
        self.assertIn("no match", ok("gatherctl", "status"))

    def test_a_pitch_that_comes_first_finds_the_directory_private(self):
        ok("systemctl", "stop", SOCKET)
        ok("systemd-tmpfiles", "--create", "gatherd.conf")
        ok("systemctl", "start", "gatherd@north.socket")
        ok("gatherctl", "-p", "north", "start")
        self.assertEqual(stat.S_IMODE(STATE.stat().st_mode), 0o700)
        ok("systemctl", "start", SOCKET)
        ok("gatherctl", "start")
        self.assertIn("running", ok("gatherctl", "-p", "north"))

    def test_a_user_that_is_made_up_has_a_state_directory(self):
        path = "/run/gatherd-dynamic/gatherd.sock"
        for said in ("running from 10:00", "already running"):
            ok("systemd-run", "--unit=dynamic", "-p", "Type=notify", "-p", "DynamicUser=yes",
               "-p", "StateDirectory=gatherd-dynamic", "-p", "RuntimeDirectory=gatherd-dynamic",
               shutil.which("gatherd"), "--socket", path)
            self.assertIn(said, ok("gatherctl", "--socket", path, "start"))
            ok("systemctl", "stop", "dynamic.service")
        # Nor was it ended by its alarm.
        self.assertNotIn("clean end", ok("journalctl", "-u", "dynamic.service"))
        self.assertTrue(pathlib.Path("/var/lib/gatherd-dynamic").is_symlink())

    def test_a_user_has_a_daemon_of_their_own(self):
        owner = make_user("owner")
        home, runtime, own = start_manager(self, owner)
        ok("gatherctl", "new", "--time", "7:00")
        own("systemctl", "--user", "start", "gatherd.socket", "gatherd@north.socket")
        self.assertIn("running from 10:00", own("gatherctl", "start"))
        self.assertIn("no match", own("gatherctl", "-p", "north"))
        own("gatherctl", "-p", "north", "start")
        for name in ("gatherd", "north"):
            path = runtime / f"gatherd/{name}.sock"
            self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertTrue((home / ".local/state/gatherd/gather.db").exists())
        self.assertTrue((home / ".local/state/gatherd/north/gather.db").exists())
        own("systemctl", "--user", "restart", "gatherd.service")
        self.assertIn("running", own("gatherctl"))
        self.assertIn("notify", own("systemctl", "--user", "show", "-p", "Type", SERVICE))
        self.assertEqual(call("Get")["gather"]["timer"]["initial"], {"minutes": 7, "seconds": 0})
        # A backup comes back to it, and not to that of the machine.
        backup = home / "matches.db"
        own("gatherctl", "backup", backup)
        own("systemctl", "--user", "stop", "gatherd.socket", SERVICE)
        self.assertIn("restored: 1 match", own("gatherctl", "restore", backup))
        named = as_user(owner, "gatherctl", "--socket", PATH, "restore", backup, HOME=home)
        self.assertEqual((named.returncode, named.stderr), (
            1, "gatherctl: cannot restore the backup: the matches of the machine are for root to "
            f"restore\n'sudo gatherctl --socket {PATH} restore {backup}' may\n"))
        own("systemctl", "--user", "start", "gatherd.socket")
        self.assertIn("running", own("gatherctl"))
        # Which sound server this machine has is no matter of this test.
        drop_in = home / f".config/systemd/user/{HORN}.d/test.conf"
        own("mkdir", "-p", drop_in.parent)
        drop_in.write_text(
            "[Service]\nExecStart=\n"
            "ExecStart=/usr/local/bin/gatherctl watch '--sound=aplay -D heard'\n")
        own("systemctl", "--user", "daemon-reload")
        own("systemctl", "--user", "start", HORN)
        self.check_horn(lambda *words: own("gatherctl", *words), "heard")

    def check_horn(self, gatherctl, pattern):
        """Has countdowns run out until the horn was played: into a file, for want of a card."""
        require("aplay", "alsa-utils")
        ALSA.write_text(
            'pcm.heard { type plug slave.pcm { type file format "raw" file "/tmp/heard"'
            ' slave.pcm { type null } } }\n'
            'pcm.!default { type plug slave.pcm heard }\n')
        self.addCleanup(ALSA.unlink)
        # The samples behind the header of the file that is shipped.
        samples = pathlib.Path("/usr/local/share/gatherd/horn.wav").read_bytes()[44:]

        def gather():
            return json.loads(gatherctl("status", "--json"))["gather"]
        if gather() is None:
            gatherctl("new")
        gatherctl("set", "1s")

        def is_heard():
            # Nobody says when the watcher has begun to look.
            if gather()["timer"]["state"] == "stopped":
                gatherctl("set", "1s")
                gatherctl("start")
            files = list(pathlib.Path("/tmp").glob(pattern))
            return files and files[0].read_bytes()[:len(samples)] == samples
        self.eventually(is_heard)

    def test_the_horn_is_a_service_that_may_look_and_no_more(self):
        ok("systemctl", "start", HORN)
        self.addCleanup(ok, "systemctl", "stop", HORN)
        self.check_horn(lambda *words: ok("gatherctl", *words),
                        f"systemd-private-*-{HORN}-*/tmp/heard")
        status = dict(line.split(":\t", 1) for line in pathlib.Path(
            f"/proc/{main_pid(HORN)}/status").read_text().splitlines())
        self.assertEqual(int(status["CapBnd"], 16), 0)
        own, groups = status["Gid"].split()[0], set(status["Groups"].split())
        self.assertEqual(groups - {own}, {str(grp.getgrnam("audio").gr_gid)})
        self.assertNotRegex(ok("journalctl", "-b", "-o", "cat", "-u", HORN),
                            "cannot|not permitted")
        # The daemon may come and go.
        ok("systemctl", "restart", SERVICE)
        self.assertEqual(properties("SubState", "NRestarts", unit=HORN), ["running", "0"])

    def journal(self, *matches):
        """The entries of the journal, as its programs get them."""
        return [json.loads(line)
                for line in ok("journalctl", "-u", SERVICE, "-o", "json", *matches).splitlines()]

    def test_the_journal_is_a_record_of_the_match(self):
        member = make_user("member", "gather")
        ok("gatherctl", "new", "--team-a", "Reds", "--team-b", "Blues", "--time", "0:09")
        as_user(member, "gatherctl", "start")
        as_user(member, "gatherctl", "goal", "a")
        ok("gatherctl", "undo")
        gather = call("Get")["gather"]["id"]
        self.eventually(lambda: call("Get")["gather"]["timer"]["state"] == "stopped")
        ok("gatherctl", "end", "--yes")

        def entries():
            return self.journal(f"GATHER_ID={gather}")
        self.eventually(lambda: len(entries()) == 6)
        told = [(entry["MESSAGE"], entry.get("GATHER_OPERATOR_UID"), entry["GATHER_SCORE"])
                for entry in entries()]
        uid = str(pwd.getpwnam(member).pw_uid)
        self.assertEqual(
            {entry.get("GATHER_OPERATOR_UID"): entry.get("GATHER_OPERATOR") for entry in entries()},
            {"0": "root", uid: member, None: None})
        self.assertEqual(
            [(text.partition("  ")[2].partition("  ")[2], *rest) for text, *rest in told],
            [("opened at 00:09: Reds - Blues", "0", "0-0"), ("started", uid, "0-0"),
             ("goal for Reds", uid, "1-0"), ("undid 3: the goal for Reds", "0", "0-0"),
             ("time is up", None, "0-0"), ("ended", "0", "0-0")])
        self.assertEqual([entry["PRIORITY"] for entry in entries()], list("566655"))
        self.assertEqual(len({entry["MESSAGE_ID"] for entry in entries()}), 6)
        for entry in entries():
            self.assertRegex(entry["GATHER_CLOCK"], r"^00:0\d$")
        # Nothing else is said of a match in which nothing goes wrong.
        others = [entry["MESSAGE"] for entry in self.journal(f"_PID={main_pid()}")
                  if entry.get("GATHER_ID") != gather]
        self.assertEqual([text for text in others if "keep the machine awake" not in text], [])

    def inhibitors(self):
        """What gatherd keeps the machine from, by logind."""
        lines = ok("systemd-inhibit", "--list", "--no-legend").splitlines()
        return sorted(word for line in lines if line.startswith("gatherd ")
                      for word in line.split() if word in ("sleep", "idle"))

    def start_logind(self):
        for unit in ("dbus.socket", "dbus.service", "polkit.service", "systemd-logind.service"):
            ok("systemctl", "start", unit)
        self.addCleanup(run, "systemctl", "stop", "systemd-logind.service", "polkit.service",
                        "dbus.socket", "dbus.service")

    def complaints(self):
        return [entry["MESSAGE"] for entry in self.journal(f"_PID={main_pid()}")
                if "cannot keep the machine awake" in entry["MESSAGE"]]

    def test_it_keeps_the_machine_awake_while_a_countdown_runs(self):
        self.start_logind()
        ok("gatherctl", "new")
        self.assertEqual(self.inhibitors(), [])
        ok("gatherctl", "start")
        self.eventually(lambda: self.inhibitors() == ["idle", "sleep"])
        ok("gatherctl", "pause")
        self.eventually(lambda: self.inhibitors() == [])
        ok("gatherctl", "resume")
        self.eventually(lambda: self.inhibitors() == ["idle", "sleep"])
        ok("systemctl", "stop", SERVICE)
        self.eventually(lambda: self.inhibitors() == [])
        ok("gatherctl", "status")
        self.eventually(lambda: self.inhibitors() == ["idle", "sleep"])
        ok("gatherctl", "end", "--yes")
        self.eventually(lambda: self.inhibitors() == [])
        self.assertEqual(self.complaints(), [])

    def test_it_says_once_that_it_may_not_keep_the_machine_awake(self):
        rule = pathlib.Path("/etc/polkit-1/rules.d/gatherd.rules")
        hidden = shutil.move(rule, "/run")
        self.addCleanup(shutil.move, hidden, rule.parent)
        self.start_logind()
        self.check_complaint("logind: ")

    def test_it_says_once_that_there_is_no_logind(self):
        self.check_complaint("there is no system bus: ")

    def check_complaint(self, reason):
        for _ in range(3):
            ok("gatherctl", "start")
            ok("gatherctl", "pause")
        self.eventually(lambda: self.complaints())
        [complaint] = self.complaints()
        self.assertIn(f"cannot keep the machine awake during a match: {reason}", complaint)
        ok("gatherctl", "resume")
        self.assertIn("1-0", ok("gatherctl", "goal", "a"))
        self.assertEqual(len(self.complaints()), 1)

    def test_the_journal_explains_what_it_says(self):
        text = pathlib.Path("/gatherd/units/gatherd.catalog").read_text()
        for entry in re.findall(r"(?m)^-- ([0-9a-f]{32})$", text):
            self.assertIn("gatherd", ok("journalctl", "--dump-catalog", entry))
        ok("gatherctl", "new", "--team-a", "Reds")
        ok("gatherctl", "goal", "a")
        gather = call("Get")["gather"]["id"]

        def said():
            return ok("journalctl", "-x", "-o", "short", f"GATHER_ID={gather}")
        self.eventually(lambda: "goal of Reds" in said())
        self.assertIn(f"root counted a goal of Reds in gather {gather}", said())
        self.assertNotRegex(said(), "@GATHER")
