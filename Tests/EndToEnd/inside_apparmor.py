"""What test_systemd.py runs inside of the container where the kernel has AppArmor: the services
are confined, and work all the same."""

import pathlib
import unittest

from container import (
    SERVICE, SUBMIT_SERVICE, Waiting, install, main_pid, ok, ping_submitter, run)
from inside_web import REMOTE, WEB, get


def setUpModule():
    install("--web")


class Confined(Waiting, unittest.TestCase):
    def label(self, unit):
        """The profile that a service runs under, and how."""
        return pathlib.Path(f"/proc/{main_pid(unit)}/attr/current").read_text().strip("\0\n")

    def test_the_services_have_their_profiles(self):
        ok("gatherctl", "start")
        self.assertEqual(self.label(SERVICE), "gatherd (enforce)")
        ping_submitter()
        self.assertEqual(self.label(SUBMIT_SERVICE), "gather-submit (enforce)")
        ok("systemctl", "start", "gatherd@north.socket")
        ok("gatherctl", "-p", "north", "start")
        self.assertEqual(self.label("gatherd@north.service"), "gatherd (enforce)")
        for unit, port in ((WEB, 8080), (REMOTE, 8081)):
            self.assertEqual(get("/", port=port)[0], 200)
            self.assertEqual(self.label(unit), f"{unit.removesuffix('.service')} (enforce)")

    def test_browsers_get_a_match_and_a_phone_is_paired(self):
        ok("gatherctl", "new", "--team-a", "Reds")
        for port in (8080, 8081):
            self.assertIn("Reds", get("/", port=port)[1])
        ok("systemctl", "restart", REMOTE)
        self.assertIn("no phone is paired", ok("gatherctl", "devices"))
        self.assertNotIn("DENIED", run("journalctl", "-k", "-b").stdout)

    def test_a_match_is_played(self):
        for command in (["new"], ["start"], ["goal", "a"], ["player", "add", "Anna"],
                        ["end", "--yes"], ["history"], ["export"]):
            ok("gatherctl", *command)
        ok("systemctl", "restart", SERVICE)
        self.assertIn("1-0", ok("gatherctl"))
        self.assertNotIn("DENIED", run("journalctl", "-k", "-b").stdout)
