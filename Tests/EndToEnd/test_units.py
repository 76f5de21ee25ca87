"""The unit files and what goes along with them, as far as they show it without being run."""

import os
import pathlib
import re
import tempfile
import unittest

from programs import ROOT, cannot_run, require, run

UNITS = ROOT / "units"
DAEMONS = ("gatherd.service", "gatherd@.service")
SUBMITTER = "gather-submit.service"
HORN = "gatherd-horn.service"
BACKUP, TIMER = "gatherd-backup.service", "gatherd-backup.timer"
WEB, REMOTE = "gather-web.service", "gather-remote.service"
MQTT = ("gather-mqtt.service", "gather-mqtt@.service", "gather-mqtt-command.service",
        "gather-mqtt-command@.service")
CLUB = "gather-club.service"

# Asks the rule as polkitd does, with its engine. The answers are printed.
POLKIT = """
var rule, polkit = { Result: { YES: "yes", NOT_HANDLED: null }, addRule: function (f) { rule = f; } };
%s
%s.forEach(function (pair) { print(rule({ id: pair[0] }, { user: pair[1] })); });
"""


def read(name):
    return (UNITS / name).read_text()


def directives(name):
    """What a unit says, without its comments, in the order of the file."""
    return [line for line in read(name).splitlines() if line and line[0] not in "#;"]


class Units(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)

    def stage(self, folder):
        """The units of a folder, with programs that are there."""
        program = self.directory / "program"
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
        paths = []
        for path in sorted(UNITS.joinpath(folder).iterdir()):
            if path.suffix in (".service", ".socket", ".timer"):
                paths.append(self.directory / path.name)
                text = re.sub(r"/usr/local/(bin|libexec)/[a-z-]+", str(program), path.read_text())
                paths[-1].write_text(text)
        self.assertGreaterEqual(len(paths), 4)
        return paths

    def check_verified(self, *options, folder):
        require("systemd-analyze", "systemd")
        if os.geteuid() != 0:
            cannot_run("systemd-analyze looks at units as root")
        result = run("systemd-analyze", *options, "verify", "--man=no", *self.stage(folder),
                     XDG_RUNTIME_DIR=self.directory)
        self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))

    def test_the_units_of_the_machine_are_correct(self):
        self.check_verified(folder=".")

    def test_the_units_of_a_user_are_correct(self):
        self.check_verified("--user", folder="user")

    def exposure(self, unit):
        """How exposed systemd finds a service, from 0 to 10."""
        require("systemd-analyze", "systemd")
        result = run("systemd-analyze", "--no-pager", "security", "--offline=yes", UNITS / unit)
        match = re.search(r"Overall exposure level for .*: ([0-9.]+)", result.stdout)
        if match is None:
            cannot_run(f"systemd-analyze has no opinion here: {result.stderr.strip()}")
        return float(match[1])

    def test_the_exposure_is_low(self):
        version = int(re.search(r"\d+", run("systemd-analyze", "--version").stdout)[0])
        daemon, submitter, horn = (0.4, 1.2, 0.6) if version >= 257 else (0.6, 1.4, 0.6)
        for unit, most in [(name, daemon) for name in DAEMONS] + [
                (SUBMITTER, submitter), (HORN, horn), (BACKUP, horn), (WEB, 0.2), (REMOTE, 0.2)] + [
                (name, submitter) for name in (*MQTT, CLUB)]:
            exposure = self.exposure(unit)
            print(f"exposure of {unit}: {exposure} (at most {most}, systemd {version})")
            self.assertLessEqual(exposure, most, unit)

    def test_the_daemon_of_a_pitch_is_that_of_the_machine(self):
        """All but its names: what is added to the one and not to the other is seen here."""
        for folder, kind in (("", "service"), ("", "socket"), ("user/", "service"),
                             ("user/", "socket")):
            single = directives(f"{folder}gatherd.{kind}")
            pitch = "\n".join(directives(f"{folder}gatherd@.{kind}"))
            for own, other in ((" of pitch %i", ""), ("gatherd@%i.", "gatherd."),
                               ("gatherd@.", "gatherd."), ("=gatherd/%i", "=gatherd"),
                               ("gatherd/%i.sock", "gatherd/gatherd.sock"),
                               (" --state-directory %h/.local/state/gatherd/%i", ""),
                               ("Environment=GATHERD_PITCH=%i\n", "")):
                pitch = pitch.replace(own, other)
            # One interface has one place in the registry.
            expected = [line for line in single if not line.startswith("Symlinks=")]
            self.assertEqual(pitch.splitlines(), expected, f"{folder}gatherd@.{kind}")

    def test_what_publishes_a_pitch_is_that_of_the_machine(self):
        for unit, of_pitch in zip(MQTT[::2], MQTT[1::2]):
            pitch = "\n".join(directives(of_pitch))
            for own, other in ((" of pitch %i", ""), ("gatherd@%i.", "gatherd."),
                               ("gatherd/%i.sock", "gatherd/gatherd.sock"),
                               ("=gather-mqtt@%i", "=gather-mqtt"),
                               ("Environment=GATHERD_PITCH=%i\n", "")):
                pitch = pitch.replace(own, other)
            self.assertEqual(pitch.splitlines(), directives(unit))

    def test_only_what_takes_commands_may_control_a_match(self):
        for unit in MQTT:
            takes = "-command" in unit
            self.assertEqual("SupplementaryGroups=gather" in directives(unit), takes, unit)
            self.assertEqual("StateDirectory=" in "\n".join(directives(unit)), not takes, unit)

    def test_the_password_of_a_broker_need_not_be_there(self):
        for unit in (*MQTT, CLUB):
            lines = directives(unit)
            self.assertIn(r"SetCredential=mqtt-password:\n", lines)
            self.assertIn("LoadCredential=mqtt-password:/etc/gatherd/mqtt-password", lines)
            # A setting that is wrong is so the next time.
            self.assertIn("RestartPreventExitStatus=2", lines)
            self.assertIn("DynamicUser=yes", lines)

    def test_what_a_socket_starts_is_not_started_without_end(self):
        """A client that waits has a service that has failed started at once: what spaces that is
        the time of a restart, or a pause behind each failure."""
        pauses = 0
        for path in UNITS.rglob("*.socket"):
            name = path.relative_to(UNITS).with_suffix(".service")
            if not (UNITS / name).exists():
                # That of another socket.
                continue
            lines = directives(name)
            if any("exited-*) sleep 3" in line for line in lines):
                pauses += 1
                # The profile of the service for AppArmor allows no shell.
                confined = any(line.startswith("AppArmorProfile=") for line in lines)
                self.assertEqual("ExecStopPost=+/bin/sh" in "\n".join(lines), confined, name)
            else:
                self.assertIn("Restart=on-failure", lines, name)
                self.assertNotIn("RestartPreventExitStatus", "\n".join(lines), name)
        self.assertEqual(pauses, 7)

    def test_no_start_or_stop_waits_for_a_network(self):
        for path in UNITS.rglob("*.s[eo]*"):
            self.assertNotIn("network-online", "\n".join(
                directives(path.relative_to(UNITS))), path)

    def test_memory_and_threads_have_an_end(self):
        units = [folder + unit for folder in ("", "user/")
                 for unit in (*DAEMONS, SUBMITTER, HORN, WEB, REMOTE)]
        for unit in (*units, BACKUP, *MQTT, CLUB):
            text = "\n".join(directives(unit))
            for name, value in (("MemoryMax", r"\d+M"), ("TasksMax", r"\d+"),
                                ("LimitCORE", "0")):
                self.assertRegex(text, f"(?m)^{name}={value}$", unit)
        for unit, score in (*((name, -500) for name in DAEMONS), (SUBMITTER, 500),
                            (WEB, 500), (REMOTE, 250), *((name, 500) for name in (*MQTT, CLUB))):
            self.assertIn(f"OOMScoreAdjust={score}", directives(unit))
        for unit in (SUBMITTER, WEB, REMOTE, *MQTT, CLUB):
            self.assertIn("SocketBindDeny=any", directives(unit))

    def test_what_is_relaxed_has_its_reason(self):
        """Each measure of the sandbox is taken, or a comment says why it is not."""
        measures = (
            "AmbientCapabilities CapabilityBoundingSet DevicePolicy IPAddressDeny KeyringMode"
            " LockPersonality MemoryDenyWriteExecute NoNewPrivileges PrivateDevices PrivateIPC"
            " PrivateMounts PrivateNetwork PrivateTmp PrivateUsers ProcSubset ProtectClock"
            " ProtectControlGroups ProtectHome ProtectHostname ProtectKernelLogs"
            " ProtectKernelModules ProtectKernelTunables ProtectProc ProtectSystem RemoveIPC"
            " RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID"
            " RootDirectory SystemCallArchitectures SystemCallFilter").split()
        for unit in (*DAEMONS, SUBMITTER, HORN, BACKUP, WEB, REMOTE, *MQTT):
            for measure in measures:
                self.assertIn(f"{measure}=", read(unit), unit)

    def test_the_horn_looks_at_the_match_and_no_more(self):
        lines = directives(HORN)
        self.assertIn("SupplementaryGroups=audio", lines)
        self.assertNotIn("User=", "\n".join(lines).replace("DynamicUser=", ""))
        self.assertEqual([line for line in lines if line.startswith("DeviceAllow=")],
                         ["DeviceAllow=char-alsa rw"])
        for unit in (HORN, f"user/{HORN}"):
            start, = (line for line in directives(unit) if line.startswith("ExecStart="))
            self.assertRegex(start, r"/bin/gatherctl watch --sound(=aplay)?$")
            # What is wrong for good is not tried again.
            self.assertIn("RestartPreventExitStatus=2", directives(unit))

    def test_a_backup_is_made_once_a_day_and_so_many_are_kept(self):
        lines = directives(BACKUP)
        for line in ("Type=oneshot", "DynamicUser=yes", "SupplementaryGroups=gather",
                     "StateDirectory=gatherd-backup", "StateDirectoryMode=0700",
                     "Environment=BACKUPS=14"):
            self.assertIn(line, lines)
        start, = (line for line in lines if line.startswith("ExecStart="))
        self.assertRegex(
            start, r"/bin/gatherctl backup --keep=\$\{BACKUPS\} /var/lib/gatherd-backup$")
        # It is the timer that is enabled.
        self.assertNotIn("[Install]", lines)
        self.assertIn("WantedBy=timers.target", directives(TIMER))
        self.assertIn("Persistent=yes", directives(TIMER))
        require("systemd-analyze", "systemd")
        calendar, = (line for line in directives(TIMER) if line.startswith("OnCalendar="))
        times = run("systemd-analyze", "calendar", "--iterations=3", calendar.split("=", 1)[1],
                    TZ="UTC").stdout
        days = re.findall(r"\d{4}-\d\d-\d\d 04:00:00 UTC", times)
        self.assertEqual(len(set(days)), 3, times)

    def test_what_serves_browsers_has_no_network(self):
        for unit in (WEB, REMOTE):
            lines = directives(unit)
            for line in ("PrivateNetwork=yes", "IPAddressDeny=any", "PrivateUsers=yes",
                         "RestrictAddressFamilies=AF_UNIX"):
                self.assertIn(line, lines, unit)
            # As many connections as it takes, and what it has besides.
            limits = (ROOT / "Sources/GatherWeb/Limits.swift").read_text()
            number = {name: int(value.replace("_", "")) for name, value in re.findall(
                r"static let (\w+) = ([0-9_]+)\n", limits)}
            descriptors = number["connections"] + number["ownDescriptors"]
            for folder in ("", "user/"):
                self.assertIn(f"LimitNOFILE={descriptors}", directives(folder + unit))

    def test_the_page_looks_at_the_match_and_the_remote_controls_it(self):
        page, remote = directives(WEB), directives(REMOTE)
        self.assertIn("DynamicUser=yes", page)
        for name in ("User", "Group", "SupplementaryGroups", "StateDirectory"):
            self.assertEqual([line for line in page if line.startswith(f"{name}=")], [])
        self.assertIn("User=gather-remote", remote)
        self.assertIn("StateDirectoryMode=0700", remote)
        for folder in ("", "user/"):
            for unit, is_remote in ((WEB, False), (REMOTE, True)):
                start, = (line for line in directives(folder + unit)
                          if line.startswith("ExecStart="))
                self.assertEqual(" --remote" in start, is_remote, start)
        for unit in (WEB, REMOTE):
            for folder in ("", "user/"):
                self.assertIn("WatchdogSec=10s", directives(folder + unit))
        # However many look, the match is counted first.
        for line in ("Nice=5", "CPUWeight=20"):
            self.assertIn(line, page)

    def test_who_needs_another_group_is_named(self):
        units = [path.name for path in UNITS.glob("*.service")
                 if "SupplementaryGroups=gather" in directives(path.name)]
        for unit in [*units, REMOTE, "gather-remote-control.socket"]:
            # The pitches are edited as the other one.
            for page in ("man/gatherd.8", "../README.md"):
                self.assertIn(unit.replace("@", ""), read(page))

    def test_a_drop_in_of_an_example_takes_nothing_away(self):
        for name in ("nginx.conf", "Caddyfile"):
            text = read(f"examples/{name}").replace("\\\n#", "")
            starts = re.findall(r"^#   (ExecStart=/.*)$", text, re.MULTILINE)
            self.assertEqual(len(starts), 2)
            for start in starts:
                unit = REMOTE if " --remote " in start else WEB
                usual, = (line for line in directives(unit) if line.startswith("ExecStart="))
                self.assertTrue(start.startswith(usual), start)

    def test_the_sockets_for_browsers(self):
        """They are passed by name, and a user's are for the machine alone."""
        for unit, port in (("gather-web.socket", 8080), ("gather-remote.socket", 8081)):
            for folder, place in (("", str(port)), ("user/", f"127.0.0.1:{port}")):
                lines = directives(folder + unit)
                self.assertIn(f"ListenStream={place}", lines)
                self.assertIn("FileDescriptorName=http", lines)
            self.assertIn("BindIPv6Only=both", directives(unit))
        for folder, mode in (("", "0660"), ("user/", "0600")):
            lines = directives(f"{folder}gather-remote-control.socket")
            for line in (f"SocketMode={mode}", "FileDescriptorName=varlink",
                         "Service=gather-remote.service"):
                self.assertIn(line, lines)

    def test_the_users_and_the_directory(self):
        require("systemd-sysusers", "systemd")
        (self.directory / "etc").mkdir()
        sysusers = run("systemd-sysusers", f"--root={self.directory}", UNITS / "gatherd.sysusers",
                       UNITS / "gather-remote.sysusers")
        if sysusers.returncode != 0 and os.geteuid() != 0:
            cannot_run(f"users are made as root: {sysusers.stderr}")
        self.assertEqual(sysusers.returncode, 0, sysusers)
        passwd = (self.directory / "etc/passwd").read_text()
        self.assertRegex(passwd, r"(?m)^gatherd:.*:/var/lib/gatherd:/usr/sbin/nologin$")
        groups = (self.directory / "etc/group").read_text()
        self.assertRegex(groups, r"(?m)^gather:")
        # The daemon itself needs no membership: its user is allowed by being it.
        self.assertNotRegex(groups, r"(?m)^gather:.*gatherd")
        # The remote is a member, and its user one that nobody can be.
        self.assertRegex(groups, r"(?m)^gather:[^:]*:\d+:gather-remote$")
        self.assertRegex(passwd, r"(?m)^gather-remote:.*:/var/lib/gather-remote:/usr/sbin/nologin$")
        if os.geteuid() != 0:
            cannot_run("directories are given to a user as root")
        result = run("systemd-tmpfiles", f"--root={self.directory}", "--create",
                     UNITS / "gatherd.tmpfiles")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual((self.directory / "var/lib/gatherd").stat().st_mode & 0o777, 0o700)


class Catalog(unittest.TestCase):
    def test_every_entry_is_complete(self):
        entries = re.split(r"(?m)^# .*\n-- ", read("gatherd.catalog"))[1:]
        daemon = ROOT / "Sources/GatherDaemon"
        sources = [*daemon.glob("Presenter/*.swift"), daemon / "Systemd/Log.swift"]
        ids, sent = set(), set(re.findall(
            r'"(GATHER_[A-Z_]+)"', "".join(path.read_text() for path in sources)))
        for entry in entries:
            head, text = entry.split("\n\n", 1)
            lines = head.splitlines()
            self.assertRegex(lines[0], "^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$")
            ids.add(lines[0])
            self.assertEqual(
                [line.split(": ")[0] for line in lines[1:]],
                ["Subject", "Defined-By", "Documentation"])
            self.assertGreater(len(text.strip()), 80)
            for field in re.findall(r"@([A-Z_]+)@", entry):
                self.assertIn(field, sent)
        self.assertEqual(len(ids), len(entries))
        # Those that the daemon sends, no more and no less.
        source = (daemon / "Generated/MessageID.swift").read_text()
        self.assertEqual(ids, set(re.findall(r'case \w+ = "([0-9a-f]{32})"', source)))

    def test_journalctl_takes_it(self):
        require("journalctl", "systemd")
        with tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp") as directory:
            root = pathlib.Path(directory)
            target = root / "usr/lib/systemd/catalog/gatherd.catalog"
            target.parent.mkdir(parents=True)
            target.write_text(read("gatherd.catalog"))
            (root / "var/lib/systemd/catalog").mkdir(parents=True)
            result = run("journalctl", f"--root={root}", "--update-catalog")
            self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))
            database = root / "var/lib/systemd/catalog/database"
            self.assertGreater(database.stat().st_size, 4_000)


class Polkit(unittest.TestCase):
    LOGIND = "org.freedesktop.login1."

    def answers(self, *pairs):
        """What the rule says of each action and user."""
        with tempfile.NamedTemporaryFile("w", suffix=".js", prefix="gatherd-") as script:
            script.write(POLKIT % (read("gatherd.rules"), [list(pair) for pair in pairs]))
            script.flush()
            result = run(require("duk", "duktape"), script.name)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        return result.stdout.split()

    def test_the_daemon_may_keep_the_machine_awake_and_nobody_and_nothing_else(self):
        awake = [self.LOGIND + name for name in ("inhibit-block-idle", "inhibit-block-sleep")]
        other = [self.LOGIND + name for name in (
            "inhibit-block-shutdown", "inhibit-handle-power-key", "power-off", "suspend", "")]
        self.assertEqual(self.answers(*((action, "gatherd") for action in awake)), ["yes"] * 2)
        self.assertEqual(self.answers(*((action, "gatherd") for action in other)), ["null"] * 5)
        self.assertEqual(
            self.answers(*((action, user) for action in awake for user in ("alice", "", "root"))),
            ["null"] * 6)

    def test_logind_knows_the_actions(self):
        policy = pathlib.Path("/usr/share/polkit-1/actions/org.freedesktop.login1.policy")
        if not policy.exists():
            cannot_run(f"there is no {policy} (Debian package systemd)")
        for action in re.findall(r'"(org\.[a-z0-9.-]+)"', read("gatherd.rules")):
            self.assertIn(f'<action id="{action}">', policy.read_text())
