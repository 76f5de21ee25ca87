"""What the README shows, typed as it is there: the programs answer as it says."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

import foreign
import programs
from backend import Backend
from daemon import Daemon
from programs import LIMIT, ROOT, bin_dir, require
from terminal import Terminal

README = (ROOT / "README.md").read_text()
# What is another one each time: clocks, days, how long something took, beginnings of UUIDs, and
# codes of records.
PASSING = re.compile(
    r"(?:tomorrow )?\d\d:\d\d(?::\d\d)?|\d{4}-\d\d-\d\d|\b\d+ (?:ms|s|min)\b"
    r"|\b[0-9a-f]{8}\b(?=  )|(?<=ecord )[0-9a-f]{8}\b|\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b")


def blocks(section, kind):
    """The blocks of code of a section, of one kind."""
    text = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)[1]
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(session):
    """Each command of a session, with what it shows in the lines below it."""
    return [part for part in re.split(r"^\$ ", session, flags=re.MULTILINE) if part]


def masked(text):
    return PASSING.sub("*", text)


class Readme(unittest.TestCase):
    """A daemon where a user's is, and a directory of the user's own."""

    def setUp(self):
        self.daemon = Daemon.running(self)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-readme-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.directory)
        runtime = self.directory / "run"
        runtime.mkdir()
        (runtime / "gatherd").symlink_to(self.daemon.socket.parent)
        self.programs = self.directory / "bin"
        self.programs.mkdir()
        path = f"{self.programs}:{bin_dir()}:/usr/local/bin:/usr/bin:/bin"
        self.variables = {
            "PATH": path, "GATHERD_SOCKET": self.daemon.socket, "XDG_RUNTIME_DIR": runtime,
            "HOME": self.directory}

    def shell(self, text):
        """What a script shows, on both streams, as where somebody types it."""
        result = subprocess.run(
            ["bash"], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            cwd=self.directory, env=programs.environment(**self.variables), timeout=LIMIT)
        return result.stdout


class Sessions(Readme):
    def answer(self, command):
        """What a command of a session shows."""
        if command.startswith("sudo systemctl kill -s KILL gatherd"):
            self.daemon.restart()
            return ""
        return self.shell(command)

    def check(self, session):
        """Types a session; what is shown is what it has, but for what passes."""
        for command, _, shown in (part.partition("\n") for part in commands(session)):
            with self.subTest(command):
                self.assertEqual(masked(self.answer(command)), masked(shown))

    def test_a_session(self):
        self.check(blocks("A session", "console")[0])

    def test_lines_on_a_pipe(self):
        """They have no end; as many are read as are shown."""
        self.shell("gatherctl new --team-a Reds --team-b Blues; gatherctl start; gatherctl goal a")
        session = blocks("A session", "console")[1]
        self.assertIn("| cat\n", session)
        self.check(session.replace("| cat\n", "| head -n 2\n"))

    def test_players_and_teams_pasted_whole(self):
        (script,), (shown,) = (blocks("Players and teams", kind) for kind in ("sh", "text"))
        self.assertEqual(self.shell(script), shown)

    def test_players_and_teams_pasted_into_a_terminal(self):
        (script,), (shown,) = (blocks("Players and teams", kind) for kind in ("sh", "text"))
        terminal = Terminal(
            self, "env", "-C", self.directory, "PS1=$ ", "bash", "--norc", "--noprofile", "-i",
            **self.variables)
        terminal.type(script)
        terminal.type("exit\n")
        self.assertEqual(terminal.end(), 0)
        # In between are the commands, behind a prompt.
        shown = shown.splitlines()
        lines = [line for line in re.split(r"[\r\n]+", terminal.output) if line in shown]
        self.assertEqual(lines, shown)

    def test_sending_results(self):
        (session,) = blocks("Sending results", "console")
        backend = Backend.running(self)
        (self.directory / "password").write_text("secret\n")
        password = "--password-file password"
        earlier = self.played()
        self.shell(f"gatherctl register anna --server {backend.url} {password}; gatherctl logout")
        now = self.played("Reds", "Blues", end=False)
        for shown, actual in (
                ("https://football.example", backend.url), ("f3afd9a4", earlier[:8]),
                ("51470358", now[:8]), ("Password of anna:\n", ""),
                (f"--server {backend.url}\n", f"--server {backend.url} {password}\n")):
            self.assertIn(shown, session)
            session = session.replace(shown, actual)
        for part in commands(session):
            self.check(f"$ {part}")
            if part.startswith("gatherctl submit"):
                self.wait_until_sent()
        self.assertEqual([one["score"] for one in backend.gathers.values()], ["2-1", "2-1"])

    def played(self, *names, end=True):
        """A match; gives its ID."""
        self.daemon.call("Open", **dict(zip(("teamAName", "teamBName"), names)))
        for side in ("teamA", "teamA", "teamB"):
            self.daemon.call("AddToScore", team=side, delta=1)
        if end:
            self.daemon.call("End")
        return self.daemon.get()["id"]

    def wait_until_sent(self):
        end = time.monotonic() + LIMIT
        while self.daemon.call("io.gatherd.Account.ListResults")["results"]:
            self.assertLess(time.monotonic(), end)

    def test_other_displays_and_horns(self):
        for name in ("aplay", "notify-send"):
            (self.programs / name).write_text('#!/bin/sh\necho "$@" >>"$HOME/${0##*/}"\n')
            (self.programs / name).chmod(0o755)
        (session,) = blocks("Other displays, horns and machines", "console")
        asked = [part.partition("\n") for part in commands(session)]
        for line in (line for line, _, _ in asked if line.startswith("mkdir ")):
            self.assertEqual(self.shell(line), "")
        (line, _, shown), = (one for one in asked if "--format" in one[0])
        self.shell("gatherctl new --team-a Reds --team-b Blues; gatherctl start; gatherctl goal a")
        self.assertEqual(masked(self.shell(f"{line} | head -n 2")), masked(shown))
        background = [line.split(" &")[0] for line, _, _ in asked if " &" in line]
        self.assertEqual(len(background), 4)
        running = [
            programs.Running(self, "bash", "-c", f"exec {line}", **self.variables)
            for line in background]
        # They do not say when they have begun to look: what they look for happens until they do.
        with self.daemon.client() as client:
            client.subscribe()
            while not (self.has("notify-send", "1-0\n") and self.has("aplay", "horn.wav\n")):
                for words in ("score a 0", "goal a", "set 1s", "start"):
                    self.daemon.ctl(*words.split())
                client.change_with("timeUp")
        self.assertTrue(self.has("obs/home_score.txt", "1"))
        # A command that one of them has started may still write.
        for program in running:
            program.finish()

    def has(self, name, text):
        """Whether a file begins so."""
        path = self.directory / name
        return path.exists() and path.read_text().startswith(text)


class WithoutGatherctl(Readme):
    def test_with_socat(self):
        require("socat", "socat")
        self.daemon.call("Open")
        (script,) = blocks("Without gatherctl", "sh")
        reply = json.loads(self.shell(script))
        self.assertEqual(reply["parameters"]["gather"]["score"], "1-0")

    def test_with_python(self):
        python = foreign.python()
        self.daemon.call("Open")
        (script,) = blocks("Without gatherctl", "python")
        result = programs.run(python, "-c", script, **self.variables)
        self.assertEqual((result.stdout, result.stderr), ("1-0\n", ""))
