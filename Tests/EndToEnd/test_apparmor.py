"""The profiles for AppArmor: correct, and wide enough for what the programs do.

Whether they are enforced is a matter of test_systemd, and of the kernel.
"""

import grp
import json
import os
import pathlib
import re
import tempfile
import unittest
import urllib.request

import apparmor
import programs
from daemon import Daemon
from programs import LIMIT, Running, require

# What strace shows of a call with a path that worked, and of a directory it is relative to.
PROFILE = programs.ROOT / "units/apparmor/gatherd"
CALL = re.compile(
    r'^\d+ +(open|openat|unlink|unlinkat|rename|renameat|renameat2|mkdir|mkdirat|readlink|'
    r'readlinkat|connect|truncate)\((.*)\) += (-?\d+)')


class Profiles(unittest.TestCase):
    def test_the_parser_takes_them_without_a_word(self):
        self.assertEqual([path.name for path in apparmor.PROFILES], [
            "gather-club", "gather-mqtt", "gather-remote", "gather-submit", "gather-web", "gatherd"])
        for profile in apparmor.PROFILES:
            result = apparmor.parser("-Q", f"--features-file={apparmor.FEATURES}", profile)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_one_that_is_wrong_is_found(self):
        with tempfile.NamedTemporaryFile("w", prefix="gatherd-") as file:
            file.write(PROFILE.read_text().replace(" mr,", " mr", 1))
            file.flush()
            result = apparmor.parser("-Q", f"--features-file={apparmor.FEATURES}", file.name)
            self.assertNotEqual(result.returncode, 0)

    def test_the_units_name_them(self):
        for unit, profile in (("gatherd", "gatherd"), ("gatherd@", "gatherd"),
                              ("gather-submit", "gather-submit"), ("gather-web", "gather-web"),
                              ("gather-remote", "gather-remote"),
                              ("gather-mqtt", "gather-mqtt"), ("gather-mqtt@", "gather-mqtt"),
                              ("gather-mqtt-command", "gather-mqtt"),
                              ("gather-mqtt-command@", "gather-mqtt"),
                              ("gather-club", "gather-club")):
            text = (programs.ROOT / f"units/{unit}.service").read_text()
            # Without the profile, or without AppArmor, the service starts as well.
            self.assertIn(f"\nAppArmorProfile=-{profile}\n", text)
            self.assertRegex((programs.ROOT / "units/apparmor" / profile).read_text(),
                             rf"(?m)^profile {profile} ")

    def test_a_network_is_for_those_who_serve_one(self):
        texts = {path.name: path.read_text() for path in apparmor.PROFILES}
        for name in ("gather-web", "gather-remote"):
            # Of connections that are passed: they look up no name, and start none.
            self.assertIn("network inet stream,", texts[name])
            self.assertNotIn("network inet dgram", texts[name])
            self.assertNotIn("abstractions/nameservice", texts[name])
        self.assertIn("deny network inet,", texts["gatherd"])
        self.assertNotIn("abstractions/nameservice", texts["gatherd"])
        for name in ("gather-submit", "gather-mqtt", "gather-club"):
            self.assertIn("network inet stream,", texts[name])

    def permissions(self, rules, path):
        return set("".join(given for pattern, given in rules if pattern.match(path)))

    def test_the_rules_are_read_as_apparmor_reads_them(self):
        rules = apparmor.rules(PROFILE)
        for path, expected in (
                ("/var/lib/gatherd/gather.db-wal", "rwk"), ("/etc/gatherd/formats/a.json", "r"),
                ("/var/lib/gatherd/north/gather.db", "rwk"), ("/run/gatherd/north.sock", "rw"),
                ("/run/credentials/gatherd@north.service/token", "r")):
            self.assertLessEqual(set(expected), self.permissions(rules, path), path)
        for path in ("/root/x", "/home/anna/.ssh/id_rsa", "/var/lib/other", "/etc/shadow",
                     "/run/credentials/other.service/token"):
            self.assertEqual(self.permissions(rules, path), set(), path)
        self.assertNotIn("w", self.permissions(rules, "/etc/gatherd/gatherd.conf"))

    def test_a_unit_may_read_its_credentials(self):
        """Without them it does not start: those of a pitch as well, which has a name of its own."""
        found = set()
        for unit in sorted((programs.ROOT / "units").glob("*.service")):
            text = unit.read_text()
            names = set(re.findall(r"(?m)^(?:Load|Set)Credential=([^:\n]+)", text))
            if not names:
                continue
            profile = re.search(r"(?m)^AppArmorProfile=-(.+)$", text)[1]
            rules = apparmor.rules(programs.ROOT / "units/apparmor" / profile)
            directory = f"/run/credentials/{unit.name.replace('@', '@north')}/"
            for path in (directory, *(directory + name for name in names)):
                self.assertIn("r", self.permissions(rules, path), path)
            found.add(unit.stem)
        self.assertLessEqual({"gather-club", "gather-mqtt-command", "gather-mqtt-command@"}, found)

    def test_what_the_daemon_opens_is_allowed(self):
        """A life of the daemon under strace, at paths that stand for those of the service."""
        strace = require("strace", "strace")
        with tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp") as directory:
            trace = pathlib.Path(directory) / "trace"
            group = grp.getgrgid(os.getegid()).gr_name
            daemon = Daemon(program=strace, GATHERD_GROUP=group)
            self.addCleanup(daemon.close)
            self.trace(daemon, strace, trace)
            self.compare(PROFILE, trace, {
                daemon.state: "/var/lib/gatherd", daemon.socket.parent: "/run/gatherd",
                daemon.directory / "etc": "/etc/gatherd",
                daemon.notifications.path: "/run/systemd/notify",
                programs.gatherd(): "/usr/local/bin/gatherd"})

    def test_what_the_page_and_the_remote_open_is_allowed(self):
        strace = require("strace", "strace")
        daemon = Daemon.running(self)
        with tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp") as directory:
            directory = pathlib.Path(directory)
            for name, options in (("gather-web", []), ("gather-remote", ["--remote"])):
                with self.subTest(name):
                    self.check_page(strace, daemon, directory / name, name, options)

    def check_page(self, strace, daemon, directory, name, options):
        """Browsers at a page under strace, and gatherctl at the remote."""
        crests, state, trace = directory / "crests", directory / "state", directory / "trace"
        for made in (crests, state):
            made.mkdir(parents=True)
        crest = crests / "Team A.png"
        crest.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIHDR" + b"\0\0\0\x10" * 2 + b"\0" * 9)
        # The unit makes it, and its directory; here the program does.
        control = directory / "run/gather-remote.sock"
        control.parent.mkdir(mode=0o700)
        page = Running(
            self, strace, "-f", "-qq", "-y", "-s", "4096", "-e", "trace=%file,connect", "-o",
            trace, programs.gather_web(), "--announce", "--socket", daemon.socket, "--listen",
            "127.0.0.1:0", "--crests", crests, *options,
            *(["--control", control] if options else []), STATE_DIRECTORY=state,
            NOTIFY_SOCKET=daemon.notifications.path)
        address = re.search(r"http://\S+:\d+", page.line_with("http://"))[0]
        # It would outlive strace.
        self.addCleanup(self.end_traced, page.process)
        daemon.ctl("new")
        for path in ("/", "/time", "/api/history", "/api/squad", "/api/pitches", "/crest/a",
                     "/table"):
            with urllib.request.urlopen(address + path, timeout=LIMIT) as answer:
                self.assertEqual(answer.status, 200)
        if options:
            pair = Running(self, programs.gatherctl(), "--json=short", "pair", "--control", control,
                           GATHERD_SOCKET=daemon.socket)
            number = json.loads(pair.next_line())["number"]
            request = urllib.request.Request(
                f"{address}/api/pair", json.dumps({"code": number, "name": "phone"}).encode(),
                {"Content-Type": "application/json", "Origin": address})
            urllib.request.urlopen(request, timeout=LIMIT).close()
            self.assertIn('"device"', pair.next_line())
        self.end_traced(page.process)
        self.compare(programs.ROOT / "units/apparmor" / name, trace, {
            state: "/var/lib/gather-remote", daemon.socket.parent: "/run/gatherd",
            crests: "/etc/gatherd/crests", daemon.notifications.path: "/run/systemd/notify",
            control.parent: "/run/gather-remote",
            programs.gather_web(): "/usr/local/bin/gather-web"})

    def trace(self, daemon, strace, trace):
        configuration = daemon.directory / "etc"
        (configuration / "gatherd.conf.d").mkdir(parents=True)
        (configuration / "gatherd.conf.d/a.conf").write_text("[Daemon]\nSubmitAfter=0\n")
        script = daemon.directory / "traced"
        script.write_text(
            f'#!/bin/sh\nexec {strace} -f -qq -y -s 4096 -e trace=%file,connect -o {trace}'
            f' {programs.gatherd()} "$@"\n')
        script.chmod(0o755)
        daemon.program = script
        daemon.start()
        for command in (["start"], ["goal", "a"], ["player", "add", "Anna"], ["format"],
                        ["end", "--yes"], ["history"], ["export"]):
            self.assertEqual(daemon.ctl(*command).returncode, 0, command)
        daemon.expect_end()
        self.end_traced(daemon.process)

    def end_traced(self, strace):
        """Has a program come to its end, which is a child of strace's."""
        if strace.poll() is None:
            children = pathlib.Path(f"/proc/{strace.pid}/task/{strace.pid}/children").read_text()
            os.kill(int(children.split()[0]), 15)
        strace.wait(LIMIT)

    def compare(self, profile, trace, stands_for):
        """Finds what a trace has and a profile does not allow; some paths stand for others."""
        rules = apparmor.rules(profile)
        stands_for = {str(place): real for place, real in stands_for.items()}
        refused, seen = set(), 0
        for line in trace.read_text().splitlines():
            match = CALL.match(line)
            if match is None or int(match[3]) < 0:
                continue
            paths = re.findall(r'"([^"]*)"', match[2])
            for path in paths[:2 if match[1].startswith("rename") else 1]:
                for place, real in stands_for.items():
                    if path == place or path.startswith(place + "/"):
                        path = real + path[len(place):]
                        break
                # The libraries of Swift are no part of a program as it is installed.
                if not path.startswith("/") or "/swift" in path or path in ("/run", "/tmp"):
                    continue
                path = os.path.realpath(path) if not path.startswith("/proc/self") else path
                path = re.sub(r"^/proc/(self|\d+)(/task/\d+)?/", "/proc/1/", path)
                seen += 1
                writes = match[1].startswith(("unlink", "rename", "mkdir", "truncate")) or bool(
                    re.search(r"O_(WRONLY|RDWR|CREAT)", match[2]))
                wanted = {"w"} if writes or match[1] == "connect" else {"r"}
                # A directory has a slash at its end; that of the socket is made by its unit.
                if (match[1], path) in (
                        ("mkdir", "/run/gatherd"), ("openat", "/run/gather-remote")):
                    continue
                given = self.permissions(rules, path) | self.permissions(rules, path + "/")
                if not wanted <= given:
                    refused.add((match[1], path, *wanted))
        self.assertGreater(seen, 10)
        self.assertEqual(refused, set())
