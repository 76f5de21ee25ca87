"""The devices of people who give commands through one program: who may name them, and the record."""

import json
import os
import pwd
import unittest

import interfaces
from client import GATHER, HISTORY, SERVICE, Refused, message
from daemon import Daemon, as_user
from dialogue import VERSIONS
from programs import cannot_run, require, run
from test_group import some_group

PHONE, OTHER = "Anna's phone", "Ben's phone"
# Users whom nothing else runs as.
OWN, STRANGER = 60031, 60032
ASK = """
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.sendall(sys.stdin.buffer.read())
connection.shutdown(socket.SHUT_WR)
while data := connection.recv(65536):
    sys.stdout.buffer.write(data)
"""


def devices(daemon):
    """The device of each event."""
    return [entry.get("operatorDevice") for entry in daemon.call(f"{HISTORY}.Show")["entries"]]


class Devices(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon.running(self)

    def act_for(self, device):
        """A connection of a device."""
        client = self.daemon.client()
        self.assertEqual(client.call("ActFor", device=device), {})
        return client

    def test_the_record_has_them_over_a_crash(self):
        self.daemon.call("Start")
        phone = self.act_for(PHONE)
        phone.call("AddToScore", team="teamA", delta=1)
        self.daemon.call("AddToScore", team="teamB", delta=1)
        self.act_for(OTHER).call("Undo")
        expected = [None, None, PHONE, None, OTHER]
        self.assertEqual(devices(self.daemon), expected)
        self.daemon.restart()
        self.assertEqual(devices(self.daemon), expected)
        lines = self.daemon.said(self, "log").splitlines()
        user = pwd.getpwuid(os.geteuid()).pw_name
        self.assertRegex(lines[-3], f"  {PHONE}  goal for Team A$")
        self.assertRegex(lines[-2], f"  {user} +goal for Team B")
        self.assertRegex(lines[-1], f"  {OTHER} +undid 4")
        exported = map(json.loads, self.daemon.said(self, "export").splitlines())
        self.assertEqual([each.get("operatorDevice") for each in exported], expected)

    def test_a_new_connection_has_none(self):
        self.act_for(PHONE).close()
        self.daemon.call("Start")
        self.assertEqual(devices(self.daemon), [None, None])

    def test_a_name_is_one_that_people_can_read(self):
        client = self.act_for(PHONE)
        for name in ("", " \t", "a\nb", "\x1b[2J", "a\u202eb", "\u200b", "x" * 65, "x" * 100_000, 7,
                     None, [PHONE]):
            with self.subTest(name), self.assertRaises(Refused) as refused:
                client.call("ActFor", device=name)
            self.assertEqual((refused.exception.name, refused.exception.parameters),
                             (f"{SERVICE}.InvalidParameter", {"parameter": "device"}))
        client.call("Start")
        client.call("ActFor", device="  " + "ü" * 64)
        client.call("Pause")
        self.assertEqual(devices(self.daemon), [PHONE, PHONE, "ü" * 64])

    def test_a_second_press_names_the_device_of_the_first(self):
        self.daemon.call("Start")
        phone, other = self.act_for(PHONE), self.act_for(OTHER)
        for _ in range(20):
            number = phone.call("AddToScore", team="teamA", delta=1)["outcome"]["revision"]
            press = other.call("AddToScore", team="teamA", delta=1, guarded=True)["outcome"]
            said = self.daemon.said(self, "goal", "a", "--guard")
            # On a busy machine a second may have passed.
            if not press["changed"] and "not counted again" in said:
                break
        self.assertEqual((press["countedByDevice"], press["countedAs"]), (PHONE, number))
        self.assertIn(
            f"not counted again: {PHONE} has counted it already, as event {number}\n", said)

    def test_an_older_client_passes_them_over(self):
        phone = self.act_for(PHONE)
        phone.call("Start")
        phone.call("AddToScore", team="teamA", delta=1, guarded=True)
        told = {f"{HISTORY}.Show": self.daemon.call(f"{HISTORY}.Show"),
                f"{GATHER}.AddToScore": self.daemon.call(
                    "AddToScore", team="teamA", delta=1, guarded=True)}
        for version in VERSIONS:
            earlier = interfaces.read(version / "interfaces")
            for name, reply in told.items():
                interface, _, method = name.rpartition(".")
                kind = earlier[interface].methods[method][1]
                known = earlier[interface].known(reply, kind)
                with self.subTest(version.name, name=name):
                    self.assertNotIn(PHONE, json.dumps(known))
                    self.assertIsNone(earlier[interface].fault(known, kind))


class Users(unittest.TestCase):
    def setUp(self):
        if os.geteuid() != 0:
            cannot_run("only root can connect as several users", impossible=True)
        require("setpriv", "util-linux")
        self.group = some_group()
        self.remote = next(
            user for user in pwd.getpwall()
            if 0 < user.pw_uid < 65_000 and user.pw_uid != self.group.gr_gid)

    def daemon(self, *options, **more):
        """A daemon that everybody can connect to."""
        daemon = Daemon.running(self, options=options, **more)
        for path in (daemon.directory, daemon.socket.parent):
            path.chmod(0o755)
        daemon.socket.chmod(0o666)
        return daemon

    def answers(self, daemon, uid, *groups):
        """What a user is answered who names a device and starts the countdown."""
        calls = message("ActFor", {"device": PHONE}) + message("Start")
        asked = run(*as_user(uid, groups), "/usr/bin/python3", "-c", ASK, daemon.socket,
                    input=calls.decode())
        return [json.loads(text).get("error") for text in asked.stdout.split("\0")[:-1]]

    def test_the_user_of_the_remote_names_them_and_nobody_else_does(self):
        denied, group = f"{SERVICE}.PermissionDenied", self.group
        options = ("--remote-user", self.remote.pw_name, "--group", group.gr_name)
        for uid in (None, OWN):
            with self.subTest(uid):
                daemon = self.daemon(*options, uid=uid, groups=(group.gr_gid,))
                self.assertEqual(self.answers(daemon, STRANGER, group.gr_gid), [denied, None])
                self.assertEqual(devices(daemon), [None, None])
                daemon.call("Discard")
                # To name a device is no leave to control the match.
                self.assertEqual(self.answers(daemon, self.remote.pw_uid), [None, denied])
                self.assertEqual(
                    self.answers(daemon, self.remote.pw_uid, group.gr_gid), [None, None])
                self.assertEqual(devices(daemon), [PHONE, PHONE])
                self.assertIn(f"  {PHONE}  started", daemon.said(self, "log"))
                daemon.call("Discard")
                # Root as well, unless it is the daemon's own user.
                self.assertEqual(self.answers(daemon, 0), [denied if uid else None, None])
                self.assertEqual(self.answers(daemon, uid or 0), [None, None])

    def test_without_such_a_user_it_is_the_daemons_own(self):
        daemon = self.daemon("--remote-user", "no-such-user", uid=OWN)
        self.assertIn("--remote-user: there is no user 'no-such-user', ignoring\n", daemon.log)
        self.assertEqual(self.answers(daemon, OWN), [None, None])
        for uid in (0, self.remote.pw_uid):
            self.assertEqual(self.answers(daemon, uid)[0], f"{SERVICE}.PermissionDenied")
