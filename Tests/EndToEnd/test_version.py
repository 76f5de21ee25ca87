"""units/version and units/release, in a repository of a few files; and that the programs agree."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import programs
from programs import ROOT, require, run

FILES = ("units/version", "units/release", "units/.gitattributes", "units/debian/changelog",
         "Sources/GatherAPI/Version.swift")
NUMBER = re.search(r'current = "(.*)"', (ROOT / FILES[-1]).read_text())[1]
# A day, and nobody's settings.
DAY = "2025-12-24T23:30:00-0500"
GIT = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@a.invalid", "GIT_AUTHOR_DATE": DAY,
       "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@a.invalid", "GIT_COMMITTER_DATE": DAY,
       "GIT_CONFIG_GLOBAL": "/dev/null"}


class Repository(unittest.TestCase):
    def setUp(self):
        require("git", "git")
        require("dpkg", "dpkg")
        directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.addCleanup(directory.cleanup)
        self.directory = pathlib.Path(directory.name) / "tree"
        for name in FILES:
            (self.directory / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.directory / name)
        self.git("init", "-q")
        self.commit("begin")

    def git(self, *arguments):
        result = run("git", "-C", self.directory, *arguments, **GIT)
        self.assertEqual(result.returncode, 0, result)
        return result.stdout.strip()

    def commit(self, subject):
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", subject)

    def version(self, directory=None):
        result = run((directory or self.directory) / "units/version", **GIT)
        self.assertEqual(result.returncode, 0, result)
        return result.stdout.strip()

    def release(self, version):
        return run(self.directory / "units/release", version, **GIT)

    def entry(self, version, distribution="unstable"):
        """Begins the changelog with an entry."""
        path = self.directory / "units/debian/changelog"
        path.write_text(
            f"gatherd ({version}-1) {distribution}; urgency=medium\n\n  * More.\n\n"
            f" -- A <a@a.invalid>  Wed, 24 Dec 2025 23:30:00 -0500\n\n{path.read_text()}")

    def archive(self):
        directory = self.directory.parent / self.git("rev-parse", "HEAD")
        directory.mkdir()
        archive = subprocess.run(["git", "-C", self.directory, "archive", "HEAD"],
                                 capture_output=True, check=True, env=os.environ | GIT).stdout
        subprocess.run(["tar", "-x", "-C", directory], input=archive, check=True)
        return directory

    def snapshot(self):
        # By the clock of Greenwich.
        return f"+git20251225043000.{self.git('log', '-1', '--format=%h')}"

    def sorts(self, *versions):
        for older, newer in zip(versions, versions[1:]):
            result = run("dpkg", "--compare-versions", older, "lt", newer)
            self.assertEqual(result.returncode, 0, f"{older} is not older than {newer}")

    def test_between_releases(self):
        self.assertEqual(self.version(), NUMBER + self.snapshot())
        self.assertEqual(self.version(self.archive()), NUMBER + self.snapshot())

    def test_two_of_one_day(self):
        # Whatever their names are.
        versions = []
        for minute in range(4):
            moment = f"2025-12-24T12:0{minute}:00+0000"
            result = run("git", "-C", self.directory, "commit", "-q", "--allow-empty", "-m", "more",
                         **(GIT | {"GIT_COMMITTER_DATE": moment}))
            self.assertEqual(result.returncode, 0, result)
            versions.append(self.version())
        self.sorts(*versions)

    def test_a_release_and_what_comes_after_it(self):
        self.entry("9.8")
        self.commit("changelog")
        before = self.version()
        result = self.release("9.8")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertIn("v9.8 is tagged", result.stdout)
        self.assertEqual(self.version(), "9.8")
        self.assertEqual(self.version(self.archive()), "9.8")
        self.assertEqual(self.git("status", "--porcelain"), "")
        self.assertIn("* More.", self.git("tag", "-n9", "v9.8"))
        # A change that is not committed is none of the release.
        (self.directory / "units/debian/changelog").write_text("other\n")
        self.assertEqual(self.version(), "9.8" + self.snapshot())
        self.commit("other")
        self.assertEqual(self.version(), "9.8" + self.snapshot())
        self.sorts("0.1", NUMBER, before, "9.8", self.version(), "9.8.1", "9.9", "9.10")

    def test_without_git(self):
        copy = self.directory.parent / "copy"
        shutil.copytree(self.directory, copy, ignore=shutil.ignore_patterns(".git"))
        self.assertEqual(self.version(copy), NUMBER)

    def test_what_is_no_release(self):
        def refused(version, why):
            result = self.release(version)
            self.assertEqual(result.returncode, 1, result)
            self.assertIn(f"cannot release {version}: ", result.stderr)
            self.assertIn(why, result.stderr)
            self.assertEqual(self.git("tag"), "")
        refused("9.8", "does not begin with 'gatherd (9.8-1) unstable; ...'")
        refused("0.0.1", f"{NUMBER} is newer")
        refused("v9.8", "numbers with points")
        self.entry("9.8", "UNRELEASED")
        refused("9.8", "not committed")
        self.commit("changelog")
        refused("9.8", "does not begin with")
        self.assertEqual(run(self.directory / "units/release").returncode, 2)

    def test_a_release_is_made_once(self):
        self.entry("9.8")
        self.commit("changelog")
        self.assertEqual(self.release("9.8").returncode, 0)
        again = self.release("9.8")
        self.assertEqual((again.returncode, again.stderr),
                         (1, "cannot release 9.8: it has a tag already\n"))


class Programs(unittest.TestCase):
    def test_all_are_of_one_version(self):
        for program in (programs.gatherd(), programs.gatherctl(), programs.gather_submit()):
            name = pathlib.Path(program).name
            self.assertEqual(run(program, "--version").stdout, f"{name} {NUMBER}\n")
        entry = (ROOT / "units/debian/changelog").read_text().splitlines()[0]
        self.assertTrue(entry.startswith(f"gatherd ({NUMBER}-1) "), entry)
