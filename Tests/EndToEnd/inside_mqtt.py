"""What test_systemd.py runs inside of the container: a pitch at a broker, under the systemd there."""

import json
import os
import pathlib
import pwd
import signal
import unittest

from container import (
    Waiting, as_user, call, install, main_pid, make_user, ok, properties, run)
from mqtt import Broker

COMMANDS = "gather-mqtt-command.service"
UNIT, PITCH = "gather-mqtt.service", "gather-mqtt@east.service"
CLUB, CLUB_SOCKET = "gather-club.service", "gather-club.socket"
SETTINGS = pathlib.Path("/etc/gatherd/mqtt.conf.d")
PASSWORD = pathlib.Path("/etc/gatherd/mqtt-password")
STATE = pathlib.Path("/var/lib/private/gather-mqtt")


def setUpModule():
    print(install("--mqtt"))


class MQTTTest(Waiting, unittest.TestCase):
    def setUp(self):
        self.addCleanup(self.clean)

    def clean(self):
        ok("systemctl", "disable", "--now", "--quiet", UNIT, COMMANDS, PITCH)
        run("systemctl", "reset-failed", UNIT, PITCH)
        for path in (SETTINGS / "here.conf", PASSWORD):
            path.unlink(missing_ok=True)

    def settle(self, broker, *lines):
        SETTINGS.mkdir(exist_ok=True)
        (SETTINGS / "here.conf").write_text(
            "\n".join(["[MQTT]", f"Broker={broker.place}", *lines, ""]))

    def becomes(self, text, unit=UNIT):
        """Waits until the service says of itself what has a text in it."""
        self.eventually(lambda: text in properties("StatusText", unit=unit)[0],
                        lambda: ok("systemctl", "status", "--lines=50", "--full", unit))


class Publishing(MQTTTest):
    def test_without_a_broker_it_fails_once(self):
        self.assertNotEqual(run("systemctl", "start", UNIT).returncode, 0)
        self.assertEqual(properties("ActiveState", "ExecMainStatus", "NRestarts", unit=UNIT),
                         ["failed", "2", "0"])

    def test_it_publishes_as_nobody_and_comes_back(self):
        broker = Broker.running(self)
        self.settle(broker, "Pitch=north")
        ok("systemctl", "start", UNIT)
        self.becomes("publishes the pitch north")
        call("Open")
        self.eventually(lambda: "gather/north/state" in broker.retained())
        pid = main_pid(UNIT)
        uid, groups = os.stat(f"/proc/{pid}").st_uid, pathlib.Path(f"/proc/{pid}/status")
        self.assertGreater(uid, 60_000)
        self.assertNotIn(uid, [entry.pw_uid for entry in pwd.getpwall()
                               if entry.pw_name in ("gatherd", "root")])
        listed = next(line for line in groups.read_text().splitlines()
                      if line.startswith("Groups:")).split()[1:]
        self.assertLessEqual(len(listed), 1)
        self.assertEqual(STATE.stat().st_mode & 0o777, 0o700)
        os.kill(pid, signal.SIGKILL)
        self.eventually(lambda: main_pid(UNIT) not in (0, pid))
        self.becomes("publishes the pitch north")
        self.assertEqual(broker.retained()["gather/north/online"], b"1")
        ok("systemctl", "stop", UNIT)
        self.assertEqual(broker.retained()["gather/north/online"], b"0")
        self.assertTrue((STATE / "north.json").exists())

    def test_the_password_is_a_file_of_root(self):
        broker = Broker.running(self, passwords={"north": "secret"})
        self.settle(broker, "Pitch=north", "User=north")
        ok("systemctl", "start", UNIT)
        self.becomes("does not authorize the user")
        PASSWORD.write_text("secret\n")
        PASSWORD.chmod(0o600)
        ok("systemctl", "restart", UNIT)
        self.becomes("publishes the pitch north")

    def test_a_pitch_has_its_own(self):
        broker = Broker.running(self)
        self.settle(broker)
        ok("systemctl", "start", "gatherd@east.socket", PITCH)
        name = f"{os.uname().nodename.split('.')[0]}-east"
        self.becomes(f"publishes the pitch {name}", PITCH)
        self.eventually(lambda: f"gather/{name}/state" in broker.retained())
        self.assertTrue((STATE.with_name("gather-mqtt@east") / f"{name}.json").exists())

    def test_gatherctl_says_how_it_stands_and_takes_it_back(self):
        ctl = ("gatherctl", "mqtt")
        self.assertEqual(ok(*ctl), f"{UNIT} is inactive and disabled\nnothing is published; "
                         f"'systemctl enable --now {UNIT}' publishes the match\n")
        broker = Broker.running(self, passwords={"north": "secret"})
        self.settle(broker, "Pitch=north", "User=north", "HomeAssistant=yes")
        PASSWORD.write_text("secret\n")
        PASSWORD.chmod(0o600)
        self.assertIn("ok      ", ok(*ctl, "check"))
        ok("systemctl", "enable", "--now", "--quiet", UNIT)
        self.becomes("publishes the pitch north")
        shown = as_user(make_user("stranger"), *ctl)
        self.assertEqual(shown.stdout, f"{UNIT} is active and enabled\n"
                         f"publishes the pitch north at {broker.place}\n", shown)
        ok("systemctl", "enable", "--now", "--quiet", COMMANDS)
        self.assertIn(f"\n{COMMANDS} is active and enabled\n", ok(*ctl))
        both = json.loads(ok(*ctl, "--json"))
        self.assertEqual([both["unit"], both["commands"]["unit"]], [UNIT, COMMANDS])
        for action in ("check", "off"):
            refused = as_user("stranger", *ctl, action)
            self.assertEqual((refused.returncode, refused.stdout), (1, ""), refused)
            self.assertIn(f"you may not read the password in '{PASSWORD}'", refused.stderr)
            self.assertIn(f"'sudo gatherctl mqtt {action}' may", refused.stderr)
        PASSWORD.unlink()
        refused = as_user("stranger", *ctl, "off")
        self.assertEqual((refused.returncode, refused.stdout), (1, ""), refused)
        self.assertIn("'sudo gatherctl mqtt off' may", refused.stderr)
        self.assertEqual(properties("ActiveState", unit=UNIT), ["active"])
        # The broker goes, comes back, and all is taken back the second time.
        PASSWORD.write_text("secret\n")
        broker.stop()
        away = run(*ctl, "off")
        self.assertEqual((away.returncode, away.stdout), (1, ""), away)
        self.assertIn(f"{UNIT} is stopped and disabled; 'gatherctl mqtt off' again", away.stderr)
        for unit in (UNIT, COMMANDS):
            self.assertEqual(properties("ActiveState", "UnitFileState", unit=unit),
                             ["inactive", "disabled"])
        broker.start()
        with broker.reader(user="north", password="secret") as reader:
            self.assertIsNotNone(reader.next())
        ok(*ctl, "off")
        with broker.reader(user="north", password="secret") as reader:
            self.assertIsNone(reader.next(1))

    def test_gatherctl_knows_the_service_of_a_pitch(self):
        broker = Broker.running(self)
        self.settle(broker)
        pathlib.Path("/etc/gatherd/mqtt@east.conf").write_text("[MQTT]\nPitch=orient\n")
        self.addCleanup(pathlib.Path("/etc/gatherd/mqtt@east.conf").unlink)
        ok("systemctl", "start", "gatherd@east.socket", PITCH)
        self.becomes("publishes the pitch orient", PITCH)
        for options, variables in ((["-p", "east"], {}),
                                   ([], {"GATHERD_SOCKET": "/run/gatherd/east.sock"})):
            ctl = ("gatherctl", *options, "mqtt")
            self.assertIn(f"{PITCH} is active", ok(*ctl, **variables))
            self.assertIn("gather/orient/check can be written", ok(*ctl, "check", **variables))
        ok("gatherctl", "-p", "east", "mqtt", "off")
        self.assertEqual(properties("ActiveState", unit=PITCH), ["inactive"])
        self.assertEqual(broker.retained(), {})


class TheClub(MQTTTest):
    """The fixtures and the table, for all who use the machine."""

    def clean(self):
        ok("systemctl", "stop", CLUB_SOCKET, CLUB)
        super().clean()

    def test_without_a_broker_a_client_starts_it_now_and_then_alone(self):
        ok("systemctl", "start", CLUB_SOCKET)
        self.assertNotEqual(run("gatherctl", "fixtures").returncode, 0)
        # The connection that it has given up waits at the socket still.
        self.eventually(lambda: properties("SubState", "ExecMainStatus", unit=CLUB)
                        == ["stop-post", "2"])

    def test_everybody_looks_and_the_group_imports(self):
        broker = Broker.running(self)
        self.settle(broker, "Table=yes")
        ok("systemctl", "start", CLUB_SOCKET, CLUB)
        self.becomes("makes the table (goal-difference)", CLUB)
        path = pathlib.Path("/tmp/fixtures.csv")
        path.write_text("id,home,away\n1,Reds,Blues\n")
        path.chmod(0o644)
        member, stranger = make_user("member", "gather"), make_user("stranger")
        refused = as_user(stranger, "gatherctl", "fixtures", "import", path)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("usermod -aG gather stranger", refused.stderr)
        self.assertIn("there are no fixtures", as_user(stranger, "gatherctl", "fixtures").stdout)
        imported = as_user(member, "gatherctl", "fixtures", "import", path)
        self.assertEqual((imported.stdout, imported.stderr), ("imported 1 fixture\n", ""))
        self.assertIn("Reds - Blues", as_user(stranger, "gatherctl", "fixtures").stdout)
        self.eventually(lambda: b"Reds" in broker.retained().get("gather/table", b""))
        self.assertIn("Reds", as_user("nobody", "gatherctl", "table").stdout)
        pid = main_pid(CLUB)
        self.assertGreater(os.stat(f"/proc/{pid}").st_uid, 60_000)
        os.kill(pid, signal.SIGKILL)
        # The socket waits, and what was imported is kept.
        self.assertIn("Reds - Blues", as_user(stranger, "gatherctl", "fixtures").stdout)
        self.assertTrue(STATE.with_name("gather-club").joinpath("club.json").exists())


if __name__ == "__main__":
    unittest.main()
