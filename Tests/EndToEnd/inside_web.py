"""What test_systemd.py runs inside of the container: the page for browsers under the systemd there.

Browsers are outside of its network, as they are on a machine.
"""

import grp
import http.client
import json
import os
import pathlib
import pwd
import re
import shutil
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from container import (
    INSTALLED, SERVICE, STATE, Waiting, as_user, ends_at, install, main_pid, make_user, ok,
    properties, run, start_manager)
from programs import LIMIT

WEB, WEB_SOCKET = "gather-web.service", "gather-web.socket"
REMOTE, REMOTE_SOCKET = "gather-remote.service", "gather-remote.socket"
CONTROL_SOCKET = "gather-remote-control.socket"
CONTROL = pathlib.Path("/run/gather-remote/gather-remote.sock")


def setUpModule():
    print(install("--web"))


def get(path, host="127.0.0.1", port=8080):
    """What a browser gets: the status and the text."""
    connection = http.client.HTTPConnection(host, port, timeout=LIMIT)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


class Events:
    """The events that a browser gets, one after another."""

    def __init__(self, test):
        self.connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=LIMIT)
        test.addCleanup(self.connection.close)
        self.connection.request("GET", "/events")
        self.response = self.connection.getresponse()

    def state(self):
        """The next state of the match."""
        kind = None
        while line := self.response.readline().decode().rstrip("\n"):
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            elif line.startswith("data: ") and kind == "state":
                return json.loads(line.removeprefix("data: "))
        return self.state()


def status(pid):
    """The fields of /proc/PID/status."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines)


class Page(Waiting, unittest.TestCase):
    def setUp(self):
        ok("systemctl", "stop", WEB, SERVICE)
        for path in STATE.glob("*"):
            path.unlink()
        ok("systemctl", "start", "gatherd.socket", WEB_SOCKET)

    def test_the_units_are_correct(self):
        units = [INSTALLED / unit for unit in (
            WEB, WEB_SOCKET, REMOTE, REMOTE_SOCKET, CONTROL_SOCKET)]
        result = run("systemd-analyze", "verify", *units)
        self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))

    def test_the_first_browser_starts_it(self):
        ok("gatherctl", "new", "--team-a", "Reds", "--team-b", "Blues")
        self.assertEqual(properties("ActiveState", "UnitFileState", unit=WEB_SOCKET),
                         ["active", "enabled"])
        self.assertEqual(properties("ActiveState", unit=WEB), ["inactive"])
        # By both protocols, at the one socket.
        for host in ("127.0.0.1", "::1"):
            code, text = get("/", host)
            self.assertEqual(code, 200, text)
            self.assertIn("Reds", text)
        self.assertEqual(properties("Type", "ActiveState", "NRestarts", unit=WEB),
                         ["notify", "active", "0"])
        # The clock is the machine's.
        before = time.clock_gettime(time.CLOCK_BOOTTIME)
        shown = json.loads(get("/time")[1])["boottimeMicroseconds"] / 1e6
        self.assertLessEqual(before, shown)
        self.assertLess(shown - before, LIMIT)
        self.assertNotRegex(ok("journalctl", "-b", "-o", "cat", "-u", WEB),
                            "cannot|not permitted|denied")

    def test_started_by_hand_it_has_the_socket_as_well(self):
        ok("systemctl", "stop", WEB_SOCKET)
        ok("systemctl", "start", WEB)
        self.assertEqual(properties("ActiveState", unit=WEB_SOCKET), ["active"])
        self.assertEqual(get("/")[0], 200)

    def test_it_has_no_network_of_its_own(self):
        self.assertEqual(get("/")[0], 200)
        pid = main_pid(WEB)
        self.assertNotEqual(os.readlink(f"/proc/{pid}/ns/net"), os.readlink("/proc/1/ns/net"))
        devices = pathlib.Path(f"/proc/{pid}/net/dev").read_text().splitlines()[2:]
        self.assertEqual([line.split(":")[0].strip() for line in devices], ["lo"])
        # Nor does it listen anywhere in there.
        for table in ("tcp", "tcp6", "udp", "udp6"):
            rows = pathlib.Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]
            self.assertEqual(rows, [], table)

    def test_it_is_nobody(self):
        self.assertEqual(get("/")[0], 200)
        process = status(main_pid(WEB))
        self.assertEqual((process["NoNewPrivs"], process["Seccomp"]), ("1", "2"))
        self.assertEqual([int(process[name], 16) for name in ("CapBnd", "CapPrm", "CapEff")],
                         [0, 0, 0])
        uid, gid = process["Uid"].split()[0], process["Gid"].split()[0]
        self.assertTrue(61_184 <= int(uid) <= 65_519, uid)
        self.assertLessEqual(set(process["Groups"].split()), {gid})
        self.assertEqual(int(properties("LimitNOFILE", unit=WEB)[0]), 8_448)

    def test_it_cannot_change_a_match(self):
        ok("gatherctl", "start")
        self.assertEqual(get("/")[0], 200)
        process = status(main_pid(WEB))
        as_it = ("setpriv", f"--reuid={process['Uid'].split()[0]}",
                 f"--regid={process['Gid'].split()[0]}", "--clear-groups")
        self.assertEqual(run(*as_it, "gatherctl", "status").returncode, 0)
        for command in (["goal", "a"], ["pause"], ["undo"], ["end", "--yes"]):
            result = run(*as_it, "gatherctl", *command)
            self.assertEqual((result.returncode, result.stdout), (1, ""), command)
            self.assertIn("permission denied", result.stderr)
        # There is no page of the remote, and nothing is taken.
        self.assertEqual(get("/remote")[0], 404)
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=LIMIT)
        self.addCleanup(connection.close)
        connection.request("POST", "/api/command", "{}", {"Content-Type": "application/json"})
        self.assertIn(connection.getresponse().status, (403, 404, 405))
        self.assertIn("0-0", ok("gatherctl"))

    def test_it_says_how_it_is_and_is_missed_when_it_hangs(self):
        Events(self).state()
        self.eventually(lambda: properties("StatusText", unit=WEB) == ["browsers that follow: 1"])
        path = pathlib.Path(f"/run/systemd/system/{WEB}.d/test.conf")
        path.parent.mkdir(parents=True)
        self.addCleanup(ok, "systemctl", "daemon-reload")
        self.addCleanup(shutil.rmtree, path.parent)
        path.write_text("[Service]\nWatchdogSec=1s\n")
        ok("systemctl", "daemon-reload")
        ok("systemctl", "restart", WEB)
        pid = main_pid(WEB)
        os.kill(pid, signal.SIGSTOP)
        self.eventually(lambda: main_pid(WEB) not in (0, pid))
        self.assertEqual(get("/")[0], 200)

    def test_a_proxy_of_the_machine(self):
        ok("gatherctl", "new", "--team-a", "Reds")
        socket = pathlib.Path("/run/gather-web/gather-web.sock")
        self.assertEqual(stat.S_IMODE(socket.stat().st_mode), 0o666)
        result = as_user("nobody", "curl", "--silent", "--fail", "--unix-socket", socket,
                         "http://localhost/")
        self.assertIn("Reds", result.stdout)
        ok("systemctl", "stop", WEB, WEB_SOCKET)
        self.assertFalse(socket.exists())

    def test_killed_it_is_back(self):
        ok("gatherctl", "start")
        before = ends_at()
        self.assertEqual(get("/")[0], 200)
        for _ in range(3):
            pid = main_pid(WEB)
            os.kill(pid, signal.SIGKILL)
            self.eventually(lambda: main_pid(WEB) not in (0, pid))
            # Who comes meanwhile waits.
            gather = Events(self).state()["gather"]
            self.assertEqual(gather["timer"]["endsAtBoottimeMicroseconds"], before)
        self.assertEqual(properties("NRestarts", unit=WEB), ["3"])
        # A restart refuses nobody either, and what it cuts off is asked for again.
        for _ in range(6):
            ok("systemctl", "restart", "--no-block", WEB)
            try:
                code = get("/time")[0]
            except (http.client.RemoteDisconnected, ConnectionResetError):
                code = get("/time")[0]
            self.assertEqual(code, 200)

    def test_a_match_is_seen_and_gatherd_may_come_and_go(self):
        ok("gatherctl", "start")
        events = Events(self)
        self.assertEqual(events.state()["gather"]["score"], "0-0")
        ok("gatherctl", "goal", "a")
        while events.state()["gather"]["score"] != "1-0":
            pass
        os.kill(main_pid(), signal.SIGKILL)
        ok("gatherctl", "goal", "a")
        while (events.state().get("gather") or {}).get("score") != "2-0":
            pass
        # It was the page that stayed.
        self.assertEqual(properties("NRestarts", unit=WEB), ["0"])

    def drop_in(self, section, unit=WEB, **replaced):
        """Has the service run with what a section of the manual says of it."""
        manual = pathlib.Path("/usr/local/share/man/man8/gather-web.8").read_text()
        text = re.search(rf"^\.Ss {section}\n.*?^\.Bd [^\n]*\n(\[\w+\]\n.*?)^\.Ed$", manual,
                         re.MULTILINE | re.DOTALL)[1].replace("\\e\n", "\\\n")
        for old, new in replaced.values():
            self.assertIn(old, text)
            text = text.replace(old, str(new))
        path = pathlib.Path(f"/run/systemd/system/{unit}.d/test.conf")
        path.parent.mkdir(parents=True)
        path.write_text(text)
        self.addCleanup(ok, "systemctl", "daemon-reload")
        self.addCleanup(shutil.rmtree, path.parent)
        ok("systemctl", "daemon-reload")

    def test_over_tls_as_the_manual_says(self):
        directory = pathlib.Path(tempfile.mkdtemp(dir="/run"))
        self.addCleanup(shutil.rmtree, directory)
        certificate, key = directory / "fullchain.pem", directory / "privkey.pem"
        ok("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
           "/CN=match.example", "-addext", "subjectAltName=DNS:match.example",
           "-keyout", key, "-out", certificate)
        key.chmod(0o600)
        self.drop_in("TLS", where=("/etc/ssl/match.example", directory))
        shown = ok("curl", "--silent", "--show-error", "--fail", "--max-time", str(LIMIT),
                   "--cacert", certificate, "--resolve", "match.example:8080:127.0.0.1",
                   "https://match.example:8080/time")
        self.assertIn("boottimeMicroseconds", shown)

    def test_another_port_as_the_manual_says(self):
        self.drop_in("As a service of the machine", WEB_SOCKET,
                     place=("127.0.0.1:8080", "127.0.0.1:8088"))
        ok("systemctl", "stop", WEB, WEB_SOCKET)
        ok("systemctl", "start", WEB_SOCKET)
        self.addCleanup(ok, "systemctl", "stop", WEB, WEB_SOCKET)
        self.assertEqual(get("/", port=8088)[0], 200)
        with self.assertRaises(ConnectionRefusedError):
            get("/")

    def test_pictures_of_teams(self):
        ok("gatherctl", "new", "--team-a", "Reds")
        self.assertEqual(get("/crest/a")[0], 404)
        crests = pathlib.Path("/etc/gatherd/crests")
        crests.mkdir()
        self.addCleanup(crests.rmdir)
        crest = crests / "Reds.png"
        # Its signature, and its header: 16 by 16.
        crest.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x0dIHDR" + b"\0\0\0\x10" * 2
                          + b"\x08\x06\0\0\0" + b"\0" * 4)
        self.addCleanup(crest.unlink)
        connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=LIMIT)
        self.addCleanup(connection.close)
        connection.request("GET", "/crest/a")
        response = connection.getresponse()
        self.assertEqual((response.status, response.getheader("Content-Type")),
                         (200, "image/png"))


class OfAUser(Waiting, unittest.TestCase):
    def test_a_user_has_a_page_of_their_own(self):
        ok("systemctl", "stop", WEB, WEB_SOCKET, REMOTE, REMOTE_SOCKET, CONTROL_SOCKET)
        self.addCleanup(ok, "systemctl", "start", WEB_SOCKET, REMOTE_SOCKET, CONTROL_SOCKET)
        _, runtime, own = start_manager(self, make_user("owner"))
        own("systemctl", "--user", "start", "gatherd.socket", WEB_SOCKET, REMOTE_SOCKET)
        own("gatherctl", "new", "--team-a", "Owners")
        for port in (8080, 8081):
            code, text = get("/", port=port)
            self.assertEqual(code, 200, text)
            self.assertIn("Owners", text)
        self.assertIn("no phone is paired", own("gatherctl", "devices"))
        control = runtime / "gather-remote/gather-remote.sock"
        self.assertEqual(stat.S_IMODE(control.stat().st_mode), 0o600)
        shown = own("systemctl", "--user", "show", "-p", "Type,NRestarts,ActiveState", WEB)
        self.assertEqual(set(shown.split()), {"Type=notify", "NRestarts=0", "ActiveState=active"})
        # Of this machine alone.
        with self.assertRaises(ConnectionRefusedError):
            get("/", "::1")


class Remote(Waiting, unittest.TestCase):
    def post(self, path, body, **headers):
        """What the page of the remote sends: the status and the reply."""
        connection = http.client.HTTPConnection("127.0.0.1", 8081, timeout=LIMIT)
        self.addCleanup(connection.close)
        connection.request("POST", path, json.dumps(body), {
            "Content-Type": "application/json", "Origin": "http://127.0.0.1:8081"} | headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())

    def pair(self, user, name):
        """Pairs a device, as a user does with gatherctl; gives its header."""
        process = subprocess.Popen(
            ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups",
             "gatherctl", "--json=short", "pair"], stdout=subprocess.PIPE, text=True,
            stdin=subprocess.DEVNULL)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        number = json.loads(process.stdout.readline())["number"]
        code, reply = self.post("/api/pair", {"code": number, "name": name})
        self.assertEqual(code, 200, reply)
        self.assertEqual(process.wait(LIMIT), 0)
        return {"Gather-Device": f"{reply['device']}.{reply['secret']}"}

    def goal(self, header, request):
        return self.post("/api/command", {
            "method": "AddToScore",
            "parameters": {"team": "teamA", "delta": 1, "requestId": request}}, **header)

    def test_a_paired_phone_changes_the_match_over_restarts_of_everything(self):
        ok("gatherctl", "new")
        member = make_user("member", "gather")
        phone = self.pair(member, "Anna's phone")
        self.assertEqual(self.goal(phone, "tap-1")[0], 200)
        # Sent again, also to the next one, it counts once.
        os.kill(main_pid(REMOTE), signal.SIGKILL)
        self.assertEqual(self.goal(phone, "tap-1")[0], 200)
        ok("systemctl", "restart", SERVICE)
        self.assertEqual(self.goal(phone, "tap-2")[0], 200)
        self.assertIn("2-0", ok("gatherctl"))
        # Who it was is known by gatherd, from this user alone.
        self.assertIn("Anna's phone", ok("gatherctl", "log"))
        self.assertIn("Anna's phone", as_user(member, "gatherctl", "devices").stdout)
        devices = pathlib.Path("/var/lib/gather-remote/devices.json")
        self.assertEqual(stat.S_IMODE(devices.stat().st_mode), 0o600)
        self.assertNotIn(phone["Gather-Device"].split(".")[1], devices.read_text())
        self.assertEqual(as_user(member, "gatherctl", "devices", "revoke",
                                 "Anna's phone").returncode, 0)
        self.assertEqual(self.goal(phone, "tap-3")[0], 403)
        self.assertIn("2-0", ok("gatherctl"))

    def test_a_stranger_pairs_nothing(self):
        result = as_user(make_user("stranger"), "gatherctl", "pair")
        self.assertEqual((result.returncode, result.stdout), (3, ""), result)
        self.assertEqual(self.goal({}, "tap")[0], 403)

    def test_the_sockets_and_the_account(self):
        for unit in (REMOTE_SOCKET, CONTROL_SOCKET):
            self.assertEqual(properties("ActiveState", "UnitFileState", unit=unit),
                             ["active", "enabled"])
        self.assertEqual(stat.S_IMODE(CONTROL.stat().st_mode), 0o660)
        self.assertEqual(grp.getgrgid(CONTROL.stat().st_gid).gr_name, "gather")
        self.assertEqual(stat.S_IMODE(CONTROL.parent.stat().st_mode), 0o755)
        account = pwd.getpwnam("gather-remote")
        self.assertEqual((account.pw_dir, account.pw_shell),
                         ("/var/lib/gather-remote", "/usr/sbin/nologin"))
        self.assertIn("gather-remote", grp.getgrnam("gather").gr_mem)

    def test_gatherd_knows_its_user(self):
        """Also one that ran before the user was there."""
        ok("gatherctl", "status")
        self.assertIn("GATHERD_REMOTE_USER=gather-remote", properties("Environment")[0])
        self.assertNotIn("there is no user", ok("journalctl", "-b", "-o", "cat", "-u", SERVICE))
        self.assertNotIn("there is no user", ok("gatherd", "--check"))

    def test_it_has_no_network_of_its_own_and_keeps_its_state(self):
        self.assertEqual(get("/remote", port=8081)[0], 200)
        pid = main_pid(REMOTE)
        self.assertNotEqual(os.readlink(f"/proc/{pid}/ns/net"), os.readlink("/proc/1/ns/net"))
        process = status(pid)
        self.assertEqual(process["Uid"].split()[0], str(pwd.getpwnam("gather-remote").pw_uid))
        self.assertIn(str(grp.getgrnam("gather").gr_gid), process["Groups"].split())
        self.assertEqual(int(process["CapBnd"], 16), 0)
        state = pathlib.Path("/var/lib/gather-remote")
        self.assertEqual(stat.S_IMODE(state.stat().st_mode), 0o700)
        self.assertNotRegex(ok("journalctl", "-b", "-o", "cat", "-u", REMOTE),
                            "cannot|not permitted|denied")
