"""gatherctl bugreport: what a maintainer needs, and no secrets."""

import fnmatch
import json
import os
import pathlib
import stat
import tempfile
import unittest

from daemon import Daemon
from programs import ROOT, gatherctl, run

USAGE = 2
SECRETS = ("tok3nOfTheAccount", "hunter2hunter2", "pa55wordOfTheProxy", "bearer-of-news",
           "c3VjaCBhIHNlY3JldA==", "pa55wordOfTheBroker")
NAMES = ("Gheorghe", "Łukasz Nowak", "Corinthians Blue", "Chelsea Fans", "anna@example", "Ottilie")
SERVER = "football.example"
# What the settings about the broker have, and what drop-ins of its services may have.
BROKER = ("broker.example", "pitch-of-anna", "authorities.pem", "other.example", "other.pem")

# What systemd would say, with what nobody should read in a report.
SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$(dirname "$0")/asked"
case "$*" in
*--value*) echo "GATHERD_GROUP=root https_proxy=http://me:pa55wordOfTheProxy@proxy.example:1" ;;
*show*) printf 'Id=gatherd.service\\nActiveState=active\\nNRestarts=3\\n' ;;
*--version*) printf 'systemd 257 (257.8)\\n+PAM\\n' ;;
*) echo "gatherd.service disabled enabled" ;;
esac
"""
ENTRIES = [
    {"MESSAGE": "goal for Corinthians Blue by Gheorghe", "GATHER_ID": "51470358",
     "GATHER_EVENT": "4", "PRIORITY": "6", "_SYSTEMD_UNIT": "gatherd.service"},
    {"MESSAGE": "cannot log in with password: hunter2hunter2, Authorization: Bearer bearer-of-news",
     "PRIORITY": "3", "_SYSTEMD_UNIT": "gather-submit.service"},
    {"MESSAGE": "signed in at https://football.example as Łukasz Nowak, c3VjaCBhIHNlY3JldA==",
     "PRIORITY": "5", "_SYSTEMD_UNIT": "gatherd.service"},
    {"MESSAGE": "a commit took 1234 ms; tok3nOfTheAccount", "PRIORITY": "4",
     "_SYSTEMD_UNIT": "gatherd.service"},
    {"MESSAGE": "no connection to the broker at broker.example:8883, trying on: cannot use the"
     " certificates in /srv/authorities.pem", "PRIORITY": "4",
     "_SYSTEMD_UNIT": "gather-mqtt@north.service"},
    {"MESSAGE": "no connection to the broker at other.example:1883: cannot use the certificates in"
     " /home/anna/other.pem", "PRIORITY": "4", "_SYSTEMD_UNIT": "gather-club.service"},
    {"MESSAGE": "pitch-of-anna with pa55wordOfTheBroker at broker.example is denied",
     "PRIORITY": "4", "_SYSTEMD_UNIT": "gather-mqtt-command.service"},
    {"MESSAGE": "paired Phone (of Ottilie) (1a2b3c4d)", "PRIORITY": "6",
     "_SYSTEMD_UNIT": "gather-remote.service"},
    {"MESSAGE": "cannot keep the device Ottilie: new: cannot write: No space left on device",
     "PRIORITY": "3", "_SYSTEMD_UNIT": "gather-remote.service"},
]


class Report(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name)
        self.settle_the_broker()
        self.stand_in("systemctl", SYSTEMCTL)
        lines = "\n".join(json.dumps(entry) for entry in ENTRIES)
        (self.directory / "journal").write_text(lines + "\n")
        self.stand_in("journalctl", "#!/bin/sh\n"
                      f'echo "$*" >>{self.directory}/asked\ncat {self.directory}/journal\n')

    def stand_in(self, name, text):
        (self.directory / name).write_text(text)
        (self.directory / name).chmod(0o755)

    def daemon(self):
        """A daemon with a match, players, and an account whose token is on disk."""
        daemon = Daemon(CONFIGURATION_DIRECTORY=self.directory / "etc")
        self.addCleanup(daemon.close)
        daemon.state.mkdir(mode=0o700)
        account = {"server": f"https://{SERVER}", "userName": "anna@example", "signedOut": False,
                   "tokenFile": "account.token"}
        for name, text in (("account.json", json.dumps(account)),
                           ("account.token", "tok3nOfTheAccount")):
            (daemon.state / name).write_text(text)
            (daemon.state / name).chmod(0o600)
        daemon.start()
        daemon.said(self, "new", "--team-a", "Corinthians Blue", "--team-b", "Chelsea Fans")
        for name in ("Gheorghe", "Łukasz Nowak"):
            daemon.said(self, "player", "add", name)
        daemon.said(self, "team", "a", "Gheorghe")
        return daemon

    def settle_the_broker(self):
        """Settings about a broker, as of a machine with two pitches."""
        directory = self.directory / "etc"
        (directory / "mqtt@north.conf.d").mkdir(parents=True)
        for name, text in (
                ("mqtt.conf", "[MQTT]\nBroker=broker.example:8883\nTLS=yes\n"),
                ("mqtt@north.conf.d/own.conf",
                 "[MQTT]\nUser = pitch-of-anna\nCA=/srv/authorities.pem\n"),
                ("mqtt-password", "pa55wordOfTheBroker\n")):
            (directory / name).write_text(text)
            (directory / name).chmod(0o600)

    def report(self, daemon, *options, status=0):
        result = run(
            gatherctl(), "bugreport", *options, GATHERD_SOCKET=daemon.socket,
            STATE_DIRECTORY=daemon.state, CONFIGURATION_DIRECTORY=self.directory / "etc",
            PATH=f"{self.directory}:{os.environ['PATH']}", HOME="/home/somebody")
        self.assertEqual(result.returncode, status, result)
        return result

    def check_secrets(self, text):
        for secret in SECRETS:
            self.assertNotIn(secret, text)

    def test_it_has_what_a_maintainer_needs(self):
        daemon = self.daemon()
        text = self.report(daemon).stdout
        version = run(gatherctl(), "--version").stdout.split()[1]
        for expected in (
                f"gatherctl {version}", f"gatherd {version} answers at {daemon.socket}",
                "systemd 257 (257.8)", "NRestarts=3", "integrity     intact", "players       2",
                "GATHERD_GROUP=root", "Group         root  ($GATHERD_GROUP)", "matches: 1",
                "players: 2", "signedIn true", "open, timer stopped", "GATHER_ID=51470358",
                "a commit took 1234 ms", os.uname().release):
            self.assertIn(expected, text)
        owner = f"you:{os.getegid()}" if os.geteuid() else "root:root"
        self.assertRegex(text, rf"{daemon.socket} +0600 +{owner} +a socket")
        self.assertRegex(text, rf"{daemon.state}/gather\.db +0600 +{owner} +a file +\d+")
        self.assertRegex(text, rf"{daemon.state}/account\.token +0600")

    def test_all_units_are_asked_for(self):
        daemon = self.daemon()
        self.report(daemon)
        asked = (self.directory / "asked").read_text().splitlines()
        units = [path.name for kind in ("service", "socket") for path in
                 (ROOT / "units").glob(f"gather*.{kind}")]
        self.assertIn("gather-mqtt-command@.service", units)
        for ask, option in (("list-unit-files", ""), ("show --property=Id", ""),
                            ("--lines", "--user-unit=")):
            patterns = [word.removeprefix(option) for line in asked if ask in line
                        for word in line.split() if word.startswith(f"{option}gather")]
            for unit in units:
                with self.subTest(ask=ask, unit=unit):
                    for name in (unit, unit.replace("@", "@north")):
                        self.assertTrue(any(fnmatch.fnmatch(name, pattern)
                                            for pattern in patterns), patterns)

    def test_no_secret_and_no_name_is_in_it(self):
        daemon = self.daemon()
        for options in ((), ("--json",)):
            text = self.report(daemon, *options).stdout
            self.check_secrets(text)
            for name in (*NAMES, *BROKER, SERVER, "/home/somebody"):
                self.assertNotIn(name, text)
            for told in ("no connection to the broker at ..., trying on: cannot use the"
                         " certificates in ...", "gather-mqtt@north.service", "mqtt-password",
                         "mqtt@north.conf.d/own.conf", "paired [device] (1a2b3c4d)",
                         "cannot keep the device [device]: No space left on device"):
                self.assertIn(told, text)

    def test_names_are_in_it_where_they_are_asked_for_and_secrets_never(self):
        text = self.report(self.daemon(), "--names").stdout
        self.check_secrets(text)
        for told in BROKER:
            self.assertIn(told, text)
        self.assertIn("goal for Corinthians Blue by Gheorghe", text)
        self.assertIn("paired Phone (of Ottilie) (1a2b3c4d)", text)
        self.assertIn(f"https://{SERVER} as Łukasz Nowak", text)

    def test_numbers_and_letters_that_are_names_are_left_in_it(self):
        daemon = self.daemon()
        for name in ("1234", "a"):
            daemon.said(self, "player", "add", name)
        text = self.report(daemon).stdout
        self.assertIn("a commit took 1234 ms", text)
        self.assertRegex(text, rf"{daemon.state}/gather\.db +0600 +\S+ +a file +\d+")
        self.assertIn("players: 4", text)

    def test_a_number_that_a_person_can_be_reached_at_is_not_in_it(self):
        daemon = self.daemon()
        daemon.said(self, "player", "add", "491761234567")
        with (self.directory / "journal").open("a") as journal:
            entry = {"MESSAGE": "goal for Chelsea Fans by 491761234567", "PRIORITY": "6",
                     "_SYSTEMD_UNIT": "gatherd.service"}
            journal.write(json.dumps(entry) + "\n")
        text = self.report(daemon).stdout
        self.assertNotIn("491761234567", text)
        self.assertIn("goal for [team] by [player]", text)

    def test_it_is_written_to_a_file_for_its_owner(self):
        path = self.directory / "report.txt"
        daemon = self.daemon()
        self.assertEqual(self.report(daemon, "-o", path).stdout,
                         f"written to '{path}'; look through it before you send it\n")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertIn("GATHER_ID=51470358", path.read_text())
        self.check_secrets(path.read_text())
        told = json.loads(self.report(daemon, "--json", "-o", path).stdout)
        self.assertEqual(told, {"file": str(path)})
        result = self.report(daemon, "-o", self.directory / "no/report", status=1)
        self.assertIn("cannot make the report: cannot write", result.stderr)

    def test_standard_output_by_its_usual_name(self):
        result = self.report(self.daemon(), "-o", "-")
        self.assertIn("GATHER_ID=51470358", result.stdout)
        self.assertNotIn("written to", result.stdout)

    def test_only_a_file_is_replaced(self):
        """Nor a device, as little as a pipe: a report of root to /dev/null would replace that."""
        daemon = self.daemon()
        target, link, pipe, report = (
            self.directory / name for name in ("target", "link", "pipe", "report"))
        target.write_text("mine\n")
        link.symlink_to(target)
        os.mkfifo(pipe)
        for path, kind in ((link, "a symbolic link"), (pipe, "a named pipe"),
                           (self.directory, "a directory")):
            result = self.report(daemon, "-o", path, status=1)
            self.assertIn(f"cannot write '{path}': it is {kind}\n", result.stderr)
        self.assertTrue(link.is_symlink() and pipe.is_fifo())
        report.write_text("an older one\n")
        report.with_suffix(".new").write_text("mine\n")
        before = set(self.directory.iterdir())
        self.report(daemon, "-o", report)
        self.assertIn("GATHER_ID=51470358", report.read_text())
        self.assertEqual(set(self.directory.iterdir()), before)
        for path in (target, report.with_suffix(".new")):
            self.assertEqual(path.read_text(), "mine\n")

    def test_it_works_without_a_daemon_and_without_systemd(self):
        for name in ("systemctl", "journalctl"):
            (self.directory / name).unlink()
        result = run(gatherctl(), "--socket", self.directory / "none.sock", "bugreport",
                     PATH=self.directory, STATE_DIRECTORY=self.directory / "none")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("no answer at", result.stdout)
        self.assertIn("cannot run 'systemctl'", result.stdout)
        self.assertIn("database      none that this user can see", result.stdout)

    def test_the_state_beside_the_socket_is_looked_at(self):
        daemon = self.daemon()
        result = run(gatherctl(), "--socket", daemon.state / "other.sock", "bugreport")
        self.assertIn(f"state         {daemon.state}\n", result.stdout)

    def test_the_state_of_another_socket_is_not_guessed(self):
        result = run(gatherctl(), "--socket", self.directory / "none.sock", "bugreport")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("this daemon may have another state: its directory is not known\n",
                      result.stdout)

    def test_it_is_about_this_machine(self):
        result = run(gatherctl(), "-H", "pitch.local", "bugreport", PATH=self.directory)
        self.assertEqual(result.returncode, USAGE)
        self.assertIn("'ssh pitch.local gatherctl bugreport' does it there", result.stderr)
        self.assertEqual(run(gatherctl(), "bugreport", "--output=").returncode, USAGE)
