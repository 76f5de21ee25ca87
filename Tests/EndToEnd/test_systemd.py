"""gatherd as a service: a real systemd in a container of a second, with what we ship."""

import os
import pathlib
import re
import subprocess
import time
import unittest

import apparmor
from programs import (
    LIMIT, ROOT, SANITIZER, cannot_run, environment, installable_bin_dir, require)

HERE = pathlib.Path(__file__).resolve().parent
INSIDE = "/gatherd/Tests/EndToEnd"


class Container(unittest.TestCase):
    """Each test is a container of its own, and the tests of a module in it."""

    # Many tests, in as much time on a busy machine: five minutes were too little for one of them.
    limit = 30 * LIMIT

    def check(self, module, *options):
        if os.geteuid() != 0:
            cannot_run("a container takes root")
        require("systemd-nspawn", "systemd-container")
        binds = {HERE: INSIDE, ROOT / "units": "/gatherd/units",
                 installable_bin_dir(): "/gatherd/bin"}
        # What is installed from elsewhere in the tree.
        for path in ("README.md", "Tests/Picture", "Sources/GatherAPI/Interfaces"):
            binds[ROOT / path] = f"/gatherd/{path}"
        shown = [word for pair in binds.items() for word in ("-b", "{}:{}".format(*pair))]
        command = ["env", "-C", INSIDE, "PYTHONDONTWRITEBYTECODE=1",
                   f"GATHERD_SANITIZER={SANITIZER}",
                   "/usr/bin/python3", "-m", "unittest", "-v", module]
        start = time.monotonic()
        result = subprocess.run(
            [HERE / "nspawn", "-t", str(self.limit), *shown, *options, *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=environment())
        print(f"--- {module} ---", result.stdout, sep="\n")
        print(f"--- {module}: {time.monotonic() - start:.1f} s, its boot included ---", flush=True)
        self.assertEqual(result.returncode, 0, "see the output above")
        self.assertRegex(result.stdout, re.compile(r"^OK$", re.MULTILINE))


class Installed(Container):
    """Where the kernel has AppArmor, with our profiles loaded: the units name them."""

    @classmethod
    def setUpClass(cls):
        # The kernel is the machine's, and a container may not change what it enforces.
        if apparmor.is_enforced() and os.geteuid() == 0:
            for profile in apparmor.PROFILES:
                apparmor.load(profile)
                cls.addClassCleanup(apparmor.unload, profile)

    def test_confined_by_apparmor(self):
        if not apparmor.is_enforced():
            cannot_run("THE PROFILES ARE NOT ENFORCED: this kernel has no AppArmor",
                       impossible=True)
        self.check("inside_apparmor")

    def test_as_a_service(self):
        self.check("inside_systemd")

    def test_the_submitter_as_a_service(self):
        self.check("inside_submitter")

    def test_the_page_for_browsers_as_a_service(self):
        self.check("inside_web")

    def test_what_publishes_at_a_broker_as_a_service(self):
        require("mosquitto", "mosquitto")
        self.check("inside_mqtt")

    def test_what_has_an_end(self):
        self.check("inside_limits")
