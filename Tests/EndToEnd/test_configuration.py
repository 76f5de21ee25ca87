"""gatherd.conf and the settings of gatherctl: what counts, what is wrong in it, and a match that
goes on all the same."""

import contextlib
import grp
import os
import pathlib
import pwd
import sqlite3
import tempfile
import unittest

from daemon import Daemon
from programs import ROOT, gatherctl, gatherd, run

USAGE, CONFIG = 2, 78
SHIPPED = ROOT / "units/gatherd.conf"


class Configuration(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.file = self.directory / "gatherd.conf"
        self.group = grp.getgrgid(os.getegid()).gr_name

    def drop_in(self, name, text, main="gatherd"):
        directory = self.directory / f"{main}.conf.d"
        directory.mkdir(exist_ok=True)
        (directory / name).write_text(text)
        return directory / name

    def check(self, *options, status=0, **variables):
        """Runs `gatherd --check`: the rows of what is in force, and the faults."""
        variables = {"CONFIGURATION_DIRECTORY": self.directory} | variables
        result = run(gatherd(), "--check", "--state-directory", self.directory / "state",
                     "--socket", self.directory / "s", *options, **variables)
        self.assertEqual(result.returncode, status, result)
        rows = dict(line.split(None, 1) for line in result.stdout.splitlines())
        return rows, result.stderr.splitlines()

    def daemon(self, **variables):
        daemon = Daemon(CONFIGURATION_DIRECTORY=self.directory, **variables)
        self.addCleanup(daemon.close)
        return daemon

    def test_a_file_counts_more_than_the_environment_and_an_option_more_than_it(self):
        self.file.write_text("[Daemon]\nSubmitAfter=5min\n")
        variables = {"GATHERD_SUBMIT_AFTER": "30"}
        rows, faults = self.check(**variables)
        self.assertEqual(faults, [])
        self.assertEqual(rows["SubmitAfter"], f"5min  ({self.file}, line 2)")
        rows, _ = self.check("--submit-after", "90s", **variables)
        self.assertEqual(rows["SubmitAfter"], "90s  (--submit-after)")
        self.file.unlink()
        self.assertEqual(self.check(**variables)[0]["SubmitAfter"], "30  ($GATHERD_SUBMIT_AFTER)")
        self.assertEqual(self.check()[0]["SubmitAfter"], "60  (default)")

    def test_the_last_file_counts_and_an_empty_value_is_the_default(self):
        self.file.write_text("# A comment.\n\n[Daemon]\n; Another.\nSubmitter=/a\nSubmitAfter=1\n")
        last = self.drop_in("20-b.conf", "[Daemon]\nSubmitter=/c\nSubmitAfter=\n")
        self.drop_in("10-a.conf", "[Daemon]\nSubmitter=/b\n")
        self.drop_in("30.txt", "[Daemon]\nSubmitter=/d\n")
        self.drop_in(".40.conf", "[Daemon]\nSubmitter=/e\n")
        rows, faults = self.check()
        self.assertEqual(faults, [])
        self.assertEqual(rows["Submitter"], f"/c  ({last}, line 2)")
        self.assertEqual(rows["SubmitAfter"], "60  (default)")

    def test_a_pitch_has_files_of_its_own(self):
        self.file.write_text("[Daemon]\nSubmitAfter=1\n")
        self.drop_in("a.conf", "[Daemon]\nSubmitAfter=2\n")
        own = self.directory / "gatherd@north.conf"
        own.write_text("[Daemon]\nSubmitAfter=3\n")
        self.assertIn("2  (", self.check()[0]["SubmitAfter"])
        self.assertEqual(self.check(GATHERD_PITCH="north")[0]["SubmitAfter"],
                         f"3  ({own}, line 2)")
        self.assertIn("2  (", self.check(GATHERD_PITCH="south")[0]["SubmitAfter"])
        last = self.drop_in("b.conf", "[Daemon]\nSubmitAfter=4\n", main="gatherd@north")
        self.assertEqual(self.check(GATHERD_PITCH="north")[0]["SubmitAfter"],
                         f"4  ({last}, line 2)")

    def test_each_fault_is_named_with_its_file_and_line(self):
        self.file.write_text("Group=a\n[Deamon]\n[Daemon]\nGrup=a\nSubmitAfter=soon\nrubbish\n"
                             "Submitter=gather-submit\nSubmitAfter=2d\n")
        _, faults = self.check(status=CONFIG)
        self.assertEqual([fault.removeprefix(f"gatherd: {self.file}, line ") for fault in faults], [
            "1: 'Group' is not in the section [Daemon], ignoring",
            "2: unknown section [Deamon]; use [Daemon], ignoring",
            "4: unknown setting 'Grup'; there are Group, Submitter, SubmitAfter, "
            "RemoteUser, ignoring",
            "5: SubmitAfter: 'soon' is no time such as 60, 90s or 5min, at most one day, ignoring",
            "6: 'rubbish' has no '=', ignoring",
            "7: Submitter: 'gather-submit' is no path that begins with a slash, ignoring",
            "8: SubmitAfter: '2d' is no time such as 60, 90s or 5min, at most one day, ignoring"])

    def test_a_typo_costs_no_match(self):
        daemon = self.daemon().start()
        daemon.said(self, "start")
        daemon.said(self, "goal", "a")
        daemon.stop()
        self.file.write_text("[Daemon]\nSubmitAftr=5\nSubmitAfter=five\n")
        daemon.start()
        self.assertEqual(daemon.get()["score"], "1-0")
        self.assertIn(f"gatherd: {self.file}, line 2: unknown setting 'SubmitAftr'", daemon.log)
        self.assertIn(f"gatherd: {self.file}, line 3: SubmitAfter: 'five' is no time", daemon.log)

    def test_who_may_is_not_guessed(self):
        """A group that is not there, or a file that others can write: no start, and the match is
        kept."""
        daemon = self.daemon().start()
        daemon.said(self, "start")
        daemon.stop()

        def refused(text):
            daemon.spawn(ends=True)
            self.assertEqual(daemon.process.wait(30), CONFIG)
            self.assertIn(text, daemon.log)
            self.assertIn(text, "\n".join(self.check(status=CONFIG)[1]))
        self.file.write_text("[Daemon]\nGroup=no-such-group\n")
        refused(f"{self.file}, line 2: there is no group 'no-such-group'")
        self.file.write_text("[Daemon]\n")
        self.file.chmod(0o666)
        refused(f"{self.file}: others than root")
        self.file.chmod(0o644)
        self.file.write_bytes(b"[Daemon]\nGroup=\xff\n")
        refused(f"{self.file}: it is no text in UTF-8")
        self.file.unlink()
        self.file.mkdir()
        refused(f"{self.file}: cannot read it: Is a directory")
        self.file.rmdir()
        self.file.write_text(f"[Daemon]\nGroup={self.group}\n")
        daemon.start()
        self.assertEqual(daemon.get()["timer"]["state"], "running")
        self.assertEqual(daemon.socket.stat().st_gid, os.getegid())

    def test_a_remote_without_a_user_is_said_and_costs_no_match(self):
        daemon = self.daemon(GATHERD_REMOTE_USER="nor-this-one").start()
        self.assertIn(
            "$GATHERD_REMOTE_USER: there is no user 'nor-this-one', ignoring\n", daemon.log)
        # It is the default of a unit, for a package that need not be there.
        self.assertEqual(self.check(GATHERD_REMOTE_USER="nor-this-one")[1], [])
        daemon.stop()
        self.file.write_text("[Daemon]\nRemoteUser=no-such-user\n")
        daemon.start()
        fault = f"gatherd: {self.file}, line 2: RemoteUser: there is no user 'no-such-user', ignoring"
        self.assertIn(f"{fault}\n", daemon.log)
        rows, faults = self.check(status=CONFIG)
        self.assertEqual(faults, [fault])
        nobody = "none: the user of gatherd alone"
        self.assertEqual(rows["RemoteUser"], f"{nobody}  ({self.file}, line 2)")

    def test_a_group_that_an_option_names_is_a_mistake_of_the_command_line(self):
        self.file.write_text("[Daemon]\nGroup=no-such-group\n")
        result = run(gatherd(), "--group", "nor-this-one", "--state-directory",
                     self.directory / "state", CONFIGURATION_DIRECTORY=self.directory)
        self.assertEqual(result.returncode, 1)
        self.assertIn("there is no group 'nor-this-one'", result.stderr)
        result = run(gatherd(), "--submit-after", "soon", HOME=self.directory)
        self.assertEqual(result.returncode, USAGE)
        self.assertIn("--submit-after: 'soon' is no time", result.stderr)

    def test_the_file_that_is_shipped_is_correct_and_has_every_setting(self):
        text = SHIPPED.read_text()
        self.file.write_text(text)
        self.assertEqual(self.check()[1], [])
        names = list(self.check()[0])[:4]
        self.assertEqual(names, ["Group", "Submitter", "SubmitAfter", "RemoteUser"])
        for name in names:
            self.assertRegex(text, rf"(?m)^#{name}=\S")
        # Without the comment signs it says what is the default: of the unit, or the built-in one.
        self.file.write_text("".join(
            line.removeprefix("#") if line.startswith(tuple(f"#{name}=" for name in names)) else line
            for line in text.splitlines(keepends=True)).replace("=gather\n", f"={self.group}\n")
            .replace("=gather-remote\n", f"={pwd.getpwuid(os.geteuid()).pw_name}\n"))
        rows, faults = self.check()
        self.assertEqual(faults, [])
        unit = (ROOT / "units/gatherd.service").read_text()
        self.assertIn("\nEnvironment=GATHERD_GROUP=gather\n", unit)
        self.assertIn("\nEnvironment=GATHERD_REMOTE_USER=gather-remote\n",
                      (ROOT / "units/gather-remote.conf").read_text())
        submitter = rows["Submitter"].split()[0]
        self.assertIn(f"\nEnvironment=GATHERD_SUBMITTER={submitter}\n", unit)
        self.assertEqual(rows["SubmitAfter"].split()[0], "60")

    def test_the_check_looks_at_formats_and_at_the_database(self):
        formats = self.directory / "formats"
        formats.mkdir()
        (formats / "u9.json").write_text('{\n  "periods": [{"id": "a", "lenght": 8}]\n}\n')
        _, faults = self.check(status=CONFIG)
        self.assertEqual(len(faults), 1)
        self.assertRegex(faults[0], rf"{formats}/u9\.json, line 2: \w+ of 'lenght'")
        (formats / "u9.json").unlink()
        self.assertEqual(self.check()[0]["database"], "none that this user can see")
        daemon = self.daemon().start()
        daemon.said(self, "start")
        daemon.said(self, "player", "add", "Anna")
        where = ("--state-directory", daemon.state)
        rows, _ = self.check(*where)
        self.assertEqual((rows["integrity"], rows["matches"], rows["players"], rows["unsent"]),
                         ("intact", "1", "1", "0"))
        # It disturbs nobody.
        daemon.said(self, "goal", "a")
        daemon.stop()
        before = sorted(path.name for path in daemon.state.iterdir())
        self.assertEqual(self.check(*where)[0]["integrity"], "intact")
        self.assertEqual(sorted(path.name for path in daemon.state.iterdir()), before)
        whole = daemon.database.read_bytes()
        data = bytearray(whole)
        data[4096:8192] = os.urandom(4096)
        daemon.database.write_bytes(data)
        _, faults = self.check(*where, status=1)
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(f"gatherd: {daemon.database}: ", faults[0])
        # Nor does a start go on with these.
        daemon.database.write_bytes(whole)
        for path, wrong, right, remedy in ((daemon.database, 0o666, 0o600, "go-w"),
                                           (daemon.state, 0o777, 0o700, "o-w")):
            path.chmod(wrong)
            _, faults = self.check(*where, status=1)
            self.assertEqual(len(faults), 1, faults)
            self.assertIn(f"gatherd: {path}: ", faults[0])
            self.assertIn(f"mend it with 'chmod {remedy} {path}'", faults[0])
            path.chmod(right)
        _, faults = self.check("--state-directory", daemon.database, status=1)
        self.assertEqual(faults, [f"gatherd: {daemon.database}: Not a directory"])
        with contextlib.closing(sqlite3.connect(daemon.database)) as database, database:
            database.execute("PRAGMA user_version = 200")
        _, faults = self.check(*where, status=1)
        self.assertIn(f"gatherd: {daemon.database}: the database has version 200", faults[0])
        daemon.database.rename(daemon.state / "elsewhere")
        daemon.database.symlink_to("elsewhere")
        _, faults = self.check(*where, status=1)
        self.assertIn(f"gatherd: {daemon.database} is a symbolic link", faults[0])


class Settings(unittest.TestCase):
    def test_a_warning_that_nobody_reads_costs_no_goal(self):
        daemon = Daemon.running(self)
        daemon.ctl("new")
        settings = daemon.directory / "settings"
        (settings / "gatherctl").mkdir(parents=True)
        (settings / "gatherctl/config").write_text("[Client]\nFuture=1\n")
        for number, errors in enumerate(("2>&1", "2>&-", "2>/dev/full", "2>&1 >/dev/null | :"), 1):
            with self.subTest(errors):
                result = run("sh", "-c", f'"{gatherctl()}" goal a {errors}',
                             GATHERD_SOCKET=daemon.socket, XDG_CONFIG_HOME=settings)
                self.assertEqual(result.returncode, 0, result)
                self.assertEqual(daemon.get()["score"], f"{number}-0")
                if number == 1:
                    self.assertIn("line 2: ignored: unknown setting 'Future'", result.stdout)
