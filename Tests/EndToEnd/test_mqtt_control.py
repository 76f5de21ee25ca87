"""gatherctl mqtt: what it says of the broker, with the settings of a user; inside_mqtt.py has those
of the machine."""

import json
import os
import pathlib
import shutil
import tempfile
import time
import unittest

import programs
from club import FIXTURES, TABLE, Club, Pitch
from daemon import Daemon
from mqtt import HERE, Broker, Publisher
from programs import LIMIT, Running, eventually
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
            self.assertIn(f"ok      gatherd answers at {self.daemon.socket}\n", wrong.stdout)
        answer = json.loads(self.ctl("mqtt", "check", "--json=pretty").stdout)
        self.assertIs(answer["works"], False)

    def test_check_finds_another_machine_with_the_same_name(self):
        broker = Broker.running(self)
        self.settle(f"Broker={broker.place}", "Pitch=north")
        self.daemon.call("Open")
        Publisher(self, broker, self.daemon.socket).start()
        broker.reader("gather/north/state").next()
        own = self.ctl("mqtt", "check")
        self.assertEqual((own.returncode, own.stdout.count("ok      ")), (0, 4), own)
        self.daemon = Daemon.running(self)
        other = self.ctl("mqtt", "check")
        self.assertEqual((other.returncode, other.stdout.count("ok      ")), (REFUSED, 4), other)
        self.assertIn("FAILED  gather/north/state has a match that gatherd does not have",
                      other.stdout)

    def test_check_says_why_it_cannot_try(self):
        self.settle()
        for verb, failure in (("check", "cannot check what publishing takes"),
                              ("off", "cannot take back what is published")):
            result = self.ctl("mqtt", verb)
            self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
            self.assertEqual(result.stderr, f"gatherctl: {failure}: no broker is known: "
                             "say Broker= in mqtt.conf, or --broker HOST of gather-mqtt\n")

    def test_check_says_why_a_broker_that_is_set_is_not_known(self):
        self.settle("Broker=club house")
        result = self.ctl("mqtt", "check")
        self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
        self.assertIn(f"no broker is known: {self.directory}/mqtt.conf, line 2: Broker: needs HOST",
                      result.stderr)
        self.settle(f"Broker={HERE}", "CA=/etc/gatherd/ca.pem")
        result = self.ctl("mqtt", "check")
        self.assertIn("CA= needs TLS=yes\n", result.stderr)

    def test_a_file_that_others_can_change_is_not_used(self):
        self.settle(f"Broker={HERE}", "Pitch=north")
        (self.directory / "mqtt.conf").chmod(0o666)
        result = self.ctl("mqtt", "check")
        self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
        self.assertIn(f": {self.directory}/mqtt.conf: others than root", result.stderr)

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
        place = f"{HERE}:{programs.free_port()}"
        self.settle(f"Broker={place}", "Pitch=north")
        result = self.ctl("mqtt", "off")
        self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
        self.assertIn(f"cannot withdraw from the broker at {place}: ", result.stderr)

    def of_club(self, *arguments, socket):
        return self.ctl("mqtt", *arguments, "--club", socket)

    def test_check_tries_the_club_as_well_and_changes_nothing(self):
        broker = Broker.running(self)
        self.settle(f"Broker={broker.place}", "Pitch=north", "Table=yes")
        club = Club.begun(self, broker, "--table").live()
        Pitch(broker, "south").online()
        club.take("1 Reds Blues")
        club.table("1 Blues 0", "1 Reds 0")
        self.assertNotIn(FIXTURES, self.ctl("mqtt", "check").stdout)
        before = broker.retained()
        reader = broker.reader(FIXTURES, TABLE)
        self.assertEqual({reader.next().payload for _ in range(2)},
                         {before[FIXTURES], before[TABLE]})
        good = self.of_club("check", socket=club.socket)
        self.assertEqual((good.returncode, good.stderr), (0, ""), good)
        for line in ("gather/north/check can be written", f"{FIXTURES} can be read",
                     f"{FIXTURES} can be written", f"{TABLE} can be read",
                     f"{TABLE} can be written", "pitches that were read: south",
                     f"the club answers at {club.socket}"):
            self.assertIn(f"ok      {line}\n", good.stdout)
        # Readers get what they had, and nobody is taken for another one who makes the table.
        for _ in range(2):
            message = reader.next()
            self.assertEqual(message.payload, before[message.topic])
        self.assertEqual(broker.retained(), before)
        self.assertEqual(club.fixtures(), ["1"])
        club.stop()
        self.assertEqual([line for line in club.log() if "ignoring" in line], [])
        gone = self.of_club("check", socket=club.socket)
        self.assertEqual((gone.returncode, gone.stderr), (REFUSED, ""), gone)
        self.assertIn(f"FAILED  the club does not answer at {club.socket}\n", gone.stdout)
        self.assertIs(json.loads(self.of_club("check", "--json", socket=club.socket).stdout)
                      ["works"], False)

    def test_check_says_once_which_line_is_ignored_for_pitch_and_club(self):
        broker = Broker.running(self)
        self.settle(f"Broker={broker.place}", "Pitch=north", "HomeAssistant=maybe")
        club = Club.begun(self, broker, "--table").live()
        wrong = self.of_club("check", socket=club.socket)
        self.assertEqual((wrong.returncode, wrong.stderr), (REFUSED, ""), wrong)
        ignored = f"FAILED  {self.directory}/mqtt.conf, line 4: HomeAssistant: needs yes or no"
        self.assertEqual(wrong.stdout.count(ignored), 1, wrong.stdout)
        # All else was tried for both.
        for line in ("gather/north/check can be written", f"the club answers at {club.socket}"):
            self.assertIn(f"ok      {line}\n", wrong.stdout)

    def test_check_says_what_a_club_may_not_do(self):
        broker = Broker.running(
            self, acl="user north\ntopic readwrite gather/north/#\ntopic read gather/fixtures\n"
                      "topic write gather/table\n", passwords={"north": "right"})
        self.password("right")
        club = Club.begun(self, broker, "--user", "north", "--password-file",
                          self.directory / "mqtt-password")
        settings = (f"Broker={broker.place}", "Pitch=north", "User=north")
        self.settle(*settings)
        # It is the broker that gives nothing of the table, which is written there.
        result = self.of_club("check", socket=club.socket)
        self.assertEqual((result.returncode, result.stderr), (REFUSED, ""), result)
        for line in (f"note    {FIXTURES} has nothing that could be read",
                     f"note    {FIXTURES} cannot be written: it has to be imported elsewhere",
                     f"FAILED  {TABLE} cannot be read: what was published did not come back",
                     "note    no pitch was read: none is there, or it is denied"):
            self.assertIn(f"{line}\n", result.stdout)
        self.settle(*settings, "Table=yes")
        result = self.of_club("check", socket=club.socket)
        self.assertIn(f"FAILED  {FIXTURES} cannot be written: not authorized\n", result.stdout)

    def test_check_is_no_other_place_while_the_table_changes(self):
        broker = Broker.running(self)
        club = Club.begun(self, broker, "--table").live()

        def take(*fixtures):
            before = broker.retained().get(TABLE)
            club.take(*fixtures)
            eventually(lambda: broker.retained().get(TABLE) != before, "no other table has come")
        take("1 Reds Blues")
        check = Running(self, *club.command, "--check", **club.variables)
        # No event to wait for: it has read the table, and waits for more, without a word.
        time.sleep(1)
        take("2 Greens Whites")
        self.assertIsNone(check.process.poll(), "it ended before the table changed")
        check.line_with(f"ok      {TABLE} can be read")
        self.assertEqual(check.process.wait(LIMIT), 0)
        # Once there is another table, the maker has had what the check sent.
        take("3 Reds Greens")
        self.assertNotIn("another one makes the table", "\n".join(club.log()))

    def test_check_says_how_the_club_is_tried_alone(self):
        broker = Broker.running(
            self, acl="user house\ntopic readwrite gather/fixtures\ntopic readwrite gather/table\n",
            passwords={"house": "right"})
        self.password("right")
        self.settle(f"Broker={broker.place}", "Pitch=house", "User=house", "Table=yes")
        club = Club.begun(self, broker, "--user", "house", "--password-file",
                          self.directory / "mqtt-password")
        result = self.of_club("check", socket=club.socket)
        self.assertEqual(result.returncode, REFUSED, result)
        self.assertIn("FAILED  gather/house/check cannot be written", result.stdout)
        self.assertIn("the club works; where no match is published, 'gather-mqtt --club --check' "
                      "tries it alone\n", result.stdout)
        alone = programs.run(programs.gather_mqtt(), "--club", "--serve", club.socket, "--check",
                             CONFIGURATION_DIRECTORY=self.directory)
        self.assertEqual((alone.returncode, alone.stderr), (0, ""), alone)

    def test_off_leaves_the_club_and_says_how_that_is_taken_back(self):
        broker = Broker.running(self)
        self.settle(f"Broker={broker.place}", "Pitch=north")
        club = Club.begun(self, broker, "--table").live()
        club.take("1 Reds Blues")
        club.table("1 Blues 0", "1 Reds 0")
        publisher = Publisher.begun(self, broker, self.daemon.socket)
        eventually(lambda: len(broker.retained()) == 4, "not all has come")
        self.assertEqual(publisher.stop(), 0)
        result = self.of_club("off", socket=club.socket)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        self.assertEqual(
            result.stdout, "withdrawn: the broker retains nothing of north\n"
            "the fixtures and the table of the club stay; once it has ended: "
            "gather-mqtt --club --withdraw\n")
        self.assertEqual(set(broker.retained()), {FIXTURES, TABLE})
        club.stop()
        self.assertEqual(
            programs.run(programs.gather_mqtt(), "--club", "--withdraw",
                         CONFIGURATION_DIRECTORY=self.directory).stdout,
            f"withdrawn: the broker retains nothing of {FIXTURES} and {TABLE}\n")
        self.assertEqual(broker.retained(), {})

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

    def test_a_program_without_a_word_ends_as_it_ends(self):
        alone = gatherctl_alone(self, self.daemon.directory)
        beside = alone.parent / "gather-mqtt"
        for script, fault in (("kill -9 $$", "was ended by signal 9"),
                              ("exit 3", "ended with status 3")):
            beside.write_text(f"#!/bin/sh\n{script}\n")
            beside.chmod(0o755)
            for verb in ("check", "off"):
                result = programs.run(alone, "mqtt", verb, GATHERD_SOCKET=self.daemon.socket,
                                      CONFIGURATION_DIRECTORY=self.directory)
                self.assertEqual((result.returncode, result.stdout), (REFUSED, ""), result)
                self.assertIn(f"'gather-mqtt' {fault}", result.stderr)

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
            self.assertIn(
                f"'sudo gatherctl --socket {self.daemon.socket} mqtt {verb}' may", result.stderr)


if __name__ == "__main__":
    unittest.main()
