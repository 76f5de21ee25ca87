"""What test_systemd.py runs inside of the container where the kernel has AppArmor: the services
are confined, and work all the same."""

import pathlib
import unittest

from container import (
    SERVICE, SUBMIT_SERVICE, Waiting, install, main_pid, ok, ping_submitter, run)


def setUpModule():
    install()


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

    def test_a_match_is_played(self):
        for command in (["new"], ["start"], ["goal", "a"], ["player", "add", "Anna"],
                        ["end", "--yes"], ["history"], ["export"]):
            ok("gatherctl", *command)
        ok("systemctl", "restart", SERVICE)
        self.assertIn("1-0", ok("gatherctl"))
        self.assertNotIn("DENIED", run("journalctl", "-k", "-b").stdout)
