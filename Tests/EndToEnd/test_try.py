"""units/try, with programs that are built already: what it starts, says, and starts anew."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import tempfile
import unittest
import urllib.request

from programs import LIMIT, ROOT, bin_dir, environment, eventually, require, run

PROGRAMS = ("gatherd", "gatherctl", "gather-submit", "gather-web")


class Try(unittest.TestCase):
    def setUp(self):
        require("setsid", "util-linux")
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.directory)
        self.state = self.directory / "state"
        self.built = self.directory / "built"
        self.built.mkdir()
        for program in PROGRAMS:
            self.build(program)
        # It says where they are, and has nothing to build.
        swift = self.directory / "bin/swift"
        swift.parent.mkdir()
        swift.write_text(f'#!/bin/sh\ncase "$*" in *--show-bin-path*) echo {self.built} ;; esac\n')
        swift.chmod(0o755)
        self.addCleanup(self.stop)

    def build(self, program, more=b""):
        """Puts a program where a build does, with something at its end."""
        # One that runs is not written to: a new file takes its place.
        new = self.built / f"{program}.new"
        shutil.copy(bin_dir() / program, new)
        with open(new, "ab") as file:
            file.write(more)
        new.rename(self.built / program)

    def pid(self, program):
        return int((self.state / f"{program}.pid").read_text())

    def stop(self):
        for program in ("gather-web", "gatherd"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                pid = self.pid(program)
                os.kill(pid, signal.SIGKILL)
                eventually(lambda: not pathlib.Path(f"/proc/{pid}").exists(), f"{pid} stays")

    def run_it(self):
        """What it says, and the address of the page that is in it."""
        result = run(ROOT / "units/try", limit=2 * LIMIT, STATE_DIRECTORY=self.state,
                     GATHERD_SOCKET=self.directory / "gatherd.sock",
                     PATH=f"{self.directory / 'bin'}:{environment()['PATH']}")
        self.assertEqual(result.returncode, 0, result)
        address = re.search(r"^Look at it:  (http://localhost:\d+/)$", result.stderr, re.MULTILINE)
        self.assertIsNotNone(address, result.stderr)
        return result, address[1]

    def page(self, address):
        with urllib.request.urlopen(address, timeout=LIMIT) as response:
            return response.read().decode()

    def test_a_match_and_its_page(self):
        result, address = self.run_it()
        self.assertIn("running", result.stdout)
        self.assertIn("Team A", self.page(address))
        pids = [self.pid(program) for program in ("gatherd", "gather-web")]
        self.assertIn(f"Stop it:     kill {pids[0]} {pids[1]} ", result.stderr)
        # Run again, it shows what is there.
        result, again = self.run_it()
        self.assertEqual(again, address)
        self.assertNotIn("anew", result.stderr)
        self.assertEqual([self.pid(program) for program in ("gatherd", "gather-web")], pids)
        # What was built anew takes the place of what runs, at the same address.
        self.build("gather-web", b"newer")
        result, again = self.run_it()
        self.assertIn("gather-web has been built anew", result.stderr)
        self.assertEqual(again, address)
        self.assertIn("Team A", self.page(address))
        self.assertEqual(self.pid("gatherd"), pids[0])
        self.assertNotEqual(self.pid("gather-web"), pids[1])

    def test_arguments(self):
        for argument in ("--help", "now", ""):
            result = run(ROOT / "units/try", argument, STATE_DIRECTORY=self.state,
                         GATHERD_SOCKET=self.directory / "gatherd.sock",
                         PATH=f"{self.directory / 'bin'}:{environment()['PATH']}")
            self.assertEqual((result.returncode, result.stdout), (2, ""), argument)
            self.assertTrue(result.stderr.startswith("Builds gatherd, starts it"), result.stderr)
            self.assertFalse(self.state.exists(), "something was started")

    def test_a_port_that_is_taken(self):
        with socket.socket() as other:
            # Where somebody has the usual one already, that is as good.
            with contextlib.suppress(OSError):
                other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                other.bind(("127.0.0.1", 8080))
                other.listen()
            _, address = self.run_it()
            self.assertNotEqual(address, "http://localhost:8080/")
            self.assertIn("Team A", self.page(address))
