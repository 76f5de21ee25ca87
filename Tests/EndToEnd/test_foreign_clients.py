"""Clients with nothing of ours in them: Python's varlink, varlinkctl, socat."""

import json
import re
import shutil
import subprocess
import unittest

import foreign
from client import GATHER, HISTORY, SERVICE, shown
from daemon import Daemon
from programs import INTERFACES, LIMIT, gather_submit, gatherctl, require, run
from remote import Remote
from submitter import SUBMITTER

# Those that other programs serve.
OTHERS = [SUBMITTER, "io.gatherd.Club", "io.gatherd.Remote"]
NAMES = ["io.gatherd.Account", GATHER, HISTORY, "io.gatherd.Players", SERVICE]


class PythonVarlink(unittest.TestCase):
    def setUp(self):
        self.varlink = foreign.varlink()
        self.daemon = Daemon.running(self)
        self.client = self.varlink.Client.new_with_address(f"unix:{self.daemon.socket}")

    def open(self, name=GATHER):
        interface = self.client.open(name)
        self.addCleanup(interface.close)
        return interface

    def test_it_lists_the_interfaces(self):
        with self.open(SERVICE) as service:
            info = service.GetInfo()
        self.assertEqual(sorted(info["interfaces"]), NAMES)
        self.assertEqual(info["product"], "gatherd")
        for field in ("vendor", "version", "url"):
            self.assertTrue(info[field], field)

    def test_it_reads_and_parses_the_descriptions(self):
        for file in INTERFACES.glob("*.varlink"):
            text = file.read_text()
            name = re.search(r"^interface (\S+)", text, re.MULTILINE)[1]
            if name in OTHERS:
                continue
            with self.subTest(name):
                interface = self.client.get_interface(name)
                self.assertEqual(interface.name, name)
                self.assertEqual(interface.get_description(), text)

    def test_it_plays_a_match(self):
        with self.open() as gather:
            started = gather.Start()
            self.assertTrue(started["outcome"]["opened"])
            self.assertEqual(started["gather"]["timer"]["state"], "running")
            self.assertEqual(gather.AddToScore("teamA", 1)["gather"]["score"], "1-0")
            self.assertEqual(gather.AddToScore(team="teamB", delta=2)["gather"]["score"], "1-2")
            self.assertEqual(gather.Undo()["gather"]["score"], "1-0")
            self.assertEqual(gather.End()["gather"]["winnerTeam"], "Team A")
        with self.open(HISTORY) as history:
            self.assertEqual([match["score"] for match in history.List()["gathers"]], ["1-0"])

    def test_it_watches_the_countdown(self):
        with self.open() as watcher, self.open() as gather:
            gather.Open({"minutes": 0, "seconds": 2})
            messages = watcher.Subscribe(ticks=True, _more=True)
            self.assertEqual(next(messages)["reason"], "snapshot")
            gather.Start()
            seen = [(message["reason"], shown(message["gather"]))
                    for _, message in zip(range(3), messages)]
        self.assertEqual(seen, [("started", "00:02"), ("tick", "00:01"), ("timeUp", "00:00")])

    def test_a_declared_error_is_an_exception(self):
        with self.open() as gather:
            for call, name, parameters in (
                (lambda: gather.AddToScore("teamA", 1), "NoGather", {}),
                (lambda: gather.SetTime({"minutes": 0, "seconds": 0}), "InvalidTime",
                 {"minimumSeconds": 1, "maximumSeconds": 86400}),
            ):
                with self.assertRaises(self.varlink.VarlinkError) as refused:
                    call()
                self.assertEqual(refused.exception.error(), f"{GATHER}.{name}")
                given = refused.exception.parameters() or {}
                self.assertEqual({key: given[key] for key in parameters}, parameters)
                gather.Open() if name == "NoGather" else None
            with self.assertRaises(self.varlink.InvalidParameter):
                gather.AddToScore("teamC", 1)
            with self.assertRaises(self.varlink.VarlinkError) as refused:
                gather.Subscribe()
            self.assertEqual(refused.exception.error(), f"{SERVICE}.ExpectedMore")

    def test_its_command_line(self):
        command = ["-m", "varlink.cli", "call", f"unix:{self.daemon.socket}/{GATHER}.Start", "{}"]
        result = run(foreign.python(), *command)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(json.loads(result.stdout)["gather"]["timer"]["state"], "running")

    def test_its_command_line_over_the_bridge(self):
        bridge = f"{gatherctl()} --socket {self.daemon.socket} bridge --varlink"
        result = run(foreign.python(), "-m", "varlink.cli", "-b", bridge, "info")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Product: gatherd", result.stdout)


class Varlinkctl(unittest.TestCase):
    def setUp(self):
        # systemd has it since 256; on an older one nothing can be installed.
        systemctl = shutil.which("systemctl")
        text = run(systemctl, "--version").stdout if systemctl else "systemd 0"
        version = int(re.match(r"systemd (\d+)", text)[1])
        self.varlinkctl = require("varlinkctl", "systemd, 256 or later", impossible=version < 256)

    def varlinkctl_ok(self, *arguments):
        result = run(self.varlinkctl, "--no-pager", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_it_accepts_the_interface_files(self):
        files = sorted(INTERFACES.glob("*.varlink"))
        self.assertEqual(len(files), len(NAMES + OTHERS))
        for file in files:
            with self.subTest(file.name):
                self.varlinkctl_ok("validate-idl", file)

    def test_it_starts_the_submitter_and_calls_it(self):
        address = f"exec:{gather_submit()}"
        self.assertIn("gather-submit", self.varlinkctl_ok("info", address))
        self.assertIn("method SendResult", self.varlinkctl_ok("introspect", address, SUBMITTER))
        self.assertEqual(
            self.varlinkctl_ok("call", address, f"{SUBMITTER}.Ping", "{}").strip(), "{}")
        step = json.dumps({"server": {"url": "http://127.0.0.1:1"}, "token": "a-token"})
        failed = run(self.varlinkctl, "call", address, f"{SUBMITTER}.ListGathers", step)
        self.assertIn(f"{SUBMITTER}.NotSent", failed.stderr)

    def test_it_finds_out_about_the_daemon_and_calls_it(self):
        daemon = Daemon.running(self)
        path = daemon.socket
        self.assertIn("gatherd", self.varlinkctl_ok("info", path))
        self.assertEqual(sorted(self.varlinkctl_ok("list-interfaces", path).split()), NAMES)
        for name in NAMES:
            self.assertIn(f"interface {name}", self.varlinkctl_ok("introspect", path, name))
        started = json.loads(self.varlinkctl_ok("call", path, f"{GATHER}.Start", "{}"))
        self.assertEqual(started["gather"]["timer"]["state"], "running")
        goal = json.dumps({"team": "teamA", "delta": 1})
        goal = json.loads(self.varlinkctl_ok("call", path, f"{GATHER}.AddToScore", goal))
        self.assertEqual(goal["gather"]["score"], "1-0")
        refused = run(self.varlinkctl, "call", path, f"{GATHER}.Open", "{}")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(f"{GATHER}.GatherInProgress", refused.stderr)

    def test_it_finds_out_over_ssh(self):
        daemon = Daemon.running(self)
        remote = Remote(self, daemon.socket)
        ssh = remote.directory / "ssh"
        ssh.write_text(f'#!/bin/sh\nexec {remote.variables["GATHERCTL_SSH"]} "$@"\n')
        ssh.chmod(0o755)
        result = run(self.varlinkctl, "--no-pager", "info",
                     "ssh-exec:pitch:gatherctl bridge --varlink", SYSTEMD_SSH=ssh)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Product: gatherd", result.stdout)

    def test_it_subscribes(self):
        daemon = Daemon.running(self)
        daemon.call("Start")
        command = [self.varlinkctl, "call", "--more", "--json=short", daemon.socket,
                   f"{GATHER}.Subscribe", "{}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as subscriber:
            first = json.loads(subscriber.stdout.readline().strip(b"\x1e"))
            daemon.call("Pause")
            second = json.loads(subscriber.stdout.readline().strip(b"\x1e"))
            subscriber.kill()
        self.assertEqual([first["reason"], second["reason"]], ["snapshot", "paused"])


class Socat(unittest.TestCase):
    def test_one_line_is_enough(self):
        socat = require("socat", "socat")
        daemon = Daemon.running(self)
        line = (f"printf '{{\"method\":\"{GATHER}.Start\"}}\\0'"
                f" | {socat} -t{LIMIT} - UNIX-CONNECT:{daemon.socket} | tr -d '\\0'")
        result = run("sh", "-c", line)
        self.assertEqual(result.returncode, 0, result.stderr)
        reply = json.loads(result.stdout)["parameters"]
        self.assertEqual(reply["gather"]["timer"]["state"], "running")
