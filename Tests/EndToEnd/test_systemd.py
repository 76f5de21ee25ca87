"""gatherd as a service: a real systemd in a container of a second, with the units we ship."""

import os
import pathlib
import re
import subprocess
import unittest

from programs import LIMIT, ROOT, bin_dir, cannot_run, environment, require, run

HERE = pathlib.Path(__file__).resolve().parent
INSIDE = "/gatherd/Tests/EndToEnd"


def binaries():
    """The directory of programs that start inside: the container shows this machine's files."""
    static = os.environ.get("GATHERD_STATIC_BIN_DIR")
    directory = pathlib.Path(static).resolve() if static else bin_dir()
    for program in ("gatherd", "gatherctl"):
        libraries = run("ldd", directory / program).stdout
        if "not found" in libraries:
            cannot_run(f"{program} lacks libraries: {libraries}")
    return directory


class Service(unittest.TestCase):
    def test_under_a_real_systemd(self):
        if os.geteuid() != 0:
            cannot_run("a container takes root")
        require("systemd-nspawn", "systemd-container")
        directory = binaries()
        options = ["-t", str(3 * LIMIT), "-b", f"{HERE}:{INSIDE}"]
        for program in ("gatherd", "gatherctl"):
            options += ["-b", f"{directory / program}:/usr/local/bin/{program}"]
        for unit in ("gatherd.service", "gatherd.socket"):
            options += ["-c", f"{ROOT / 'units' / unit}:/etc/systemd/system/{unit}"]
        command = ["env", "-C", INSIDE, "PYTHONDONTWRITEBYTECODE=1",
                   "/usr/bin/python3", "-m", "unittest", "-v", "inside_systemd"]
        result = subprocess.run(
            [HERE / "nspawn", *options, *command], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment())
        print("--- inside ---", result.stdout, "---", sep="\n", flush=True)
        self.assertEqual(result.returncode, 0, "see the output above")
        self.assertRegex(result.stdout, re.compile(r"^OK$", re.MULTILINE))
