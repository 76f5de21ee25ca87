"""gatherctl mqtt: what it says of the broker, with the settings of a user; inside_mqtt.py has those
of the machine."""

import json
import os
import pathlib
import shutil
import tempfile
import unittest

import programs
from daemon import Daemon
from mqtt import HERE, Broker, Publisher, free_port
from programs import eventually
from test_remote import gatherctl_alone

REFUSED, USAGE = 1, 2


class Control(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-mqtt-"))
        self.addCleanup(shutil.rmtree, self.directory)

    def settle(self, *lines):
        (self.directory / "mqtt.conf").write_text("\n".join(["[MQTT]", *lines, ""]))

    def password(self, word):
        (self.directory / "mqtt-password").write_text(f"{word}\n")

    def ctl(self, *arguments, **variables):
        return self.daemon.ctl(*arguments, **{
            "CONFIGURATION_DIRECTORY": self.directory, "STATE_DIRECTORY": self.directory / "state"
        } | variables)

    def test_check_says_what_works(self):
        broker = Broker.running(self, passwords={"north": "right"})
        self.settle(f"Broker={broker.place}", "Pitch=north", "User=north")
        self.password("right")
        good = self.ctl("mqtt", "check")
        self.assertEqual((good.returncode, good.stderr), (0, ""), good)
        self.assertEqual(good.stdout.count("ok      "), 4, good)
        self.assertIn(f"gatherd answers at {self.daemon.socket}", good.stdout)
        quiet = self.ctl("mqtt", "check", "--quiet")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (0, "", ""))
        answer = json.loads(self.ctl("mqtt", "check", "--json").stdout)
        self.assertIs(answer["works"], True)
        self.assertEqual(sorted(answer["lines"]), sorted(good.stdout.splitlines()))

    def test_check_says_what_does_not_work(self):
        broker = Broker.running(self, passwords={"north": "right"})
        self.settle(f"Broker={broker.place}", "Pitch=north", "User=north")
        self.password("wrong")
        for options in ((), ("--quiet",)):
            wrong = self.ctl("mqtt", "check", *options)
            self.assertEqual((wrong.returncode, wrong.stderr), (REFUSED, ""), wrong)
            self.assertIn("FAILED  no connection to the broker", wrong.stdout)
            self.assertIn("does not authorize the user", wrong.stdout)
        answer = json.loads(self.ctl("mqtt", "check", "--json=pretty").stdout)
        self.assertIs(answer["works"], False)

    def test_check_says_why_it_cannot_try(self):
        self.settle()
        for verb, failure in (("check", "cannot check what publishing takes"),
                              ("off", "cannot take back what is published")):
            result = self.ctl("mqtt", verb)
            self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
            self.assertEqual(result.stderr, f"gatherctl: {failure}: no broker is known: "
                             "say --broker HOST, or Broker= in mqtt.conf\n")

    def test_off_takes_back_what_is_retained(self):
        broker = Broker.running(self)
        self.settle(f"Broker={broker.place}", "Pitch=north", "HomeAssistant=yes")
        publisher = Publisher.begun(self, broker, self.daemon.socket, "--home-assistant")
        eventually(lambda: len(broker.retained()) == 3, "not all has come")
        self.assertEqual(publisher.stop(), 0)
        gone = self.ctl("mqtt", "off")
        self.assertEqual((gone.returncode, gone.stderr), (0, ""), gone)
        self.assertEqual(gone.stdout, "withdrawn: the broker retains nothing of north\n")
        self.assertEqual(broker.retained(), {})
        # Once more does no harm.
        again = self.ctl("mqtt", "off", "--quiet")
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, "", ""))

    def test_off_says_that_the_broker_is_away(self):
        place = f"{HERE}:{free_port()}"
        self.settle(f"Broker={place}", "Pitch=north")
        result = self.ctl("mqtt", "off")
        self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
        self.assertIn(f"cannot withdraw from the broker at {place}: ", result.stderr)

    def test_the_state_is_that_of_a_service_of_the_machine(self):
        result = self.ctl("mqtt")
        self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
        self.assertIn(f"gatherd at '{self.daemon.socket}' is no service of the machine",
                      result.stderr)
        self.assertIn("'gatherctl mqtt check' tries your own settings", result.stderr)

    def test_a_command_line_that_is_wrong(self):
        for words in (("of",), ("check", "x"), ("off", "--yes"), ("--withdraw",)):
            with self.subTest(words):
                result = self.ctl("mqtt", *words)
                self.assertEqual((result.returncode, result.stdout), (USAGE, ""), result)
        # A verb that takes something back is not suggested for one that was mistyped.
        self.assertNotIn("mqtt off", self.ctl("mqtt", "of").stderr)
        self.assertIn("mqtt check", self.ctl("mqtt", "chek").stderr)
        other = self.ctl("-H", "pitch", "mqtt", "check")
        self.assertEqual(other.returncode, USAGE)
        self.assertIn("it is about the machine that it runs on", other.stderr)

    def test_without_the_program_it_says_where_that_is(self):
        alone = gatherctl_alone(self, self.daemon.directory)
        result = programs.run(alone, "mqtt", "check", PATH="/nowhere",
                              GATHERD_SOCKET=self.daemon.socket,
                              CONFIGURATION_DIRECTORY=self.directory)
        self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
        self.assertIn("'gather-mqtt' does not start: No such file or directory", result.stderr)
        self.assertIn("the package gatherd-mqtt has it, or 'units/install --mqtt'", result.stderr)

    def test_a_password_that_may_not_be_read(self):
        self.password("right")
        (self.directory / "mqtt-password").chmod(0)
        self.directory.chmod(0o755)
        # Root may read all, and so is somebody else here.
        other = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        for verb in ("check", "off"):
            result = programs.run(
                *(other if os.geteuid() == 0 else []), programs.gatherctl(), "mqtt", verb,
                GATHERD_SOCKET=self.daemon.socket, CONFIGURATION_DIRECTORY=self.directory)
            self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
            self.assertIn("you may not read the password in", result.stderr)
            self.assertIn(f"'sudo gatherctl mqtt {verb}' may", result.stderr)


if __name__ == "__main__":
    unittest.main()
