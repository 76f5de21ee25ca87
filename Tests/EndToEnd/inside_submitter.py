"""What test_systemd.py runs inside of the container: gather-submit under the systemd there."""

import datetime
import os
import pathlib
import pwd
import random
import shutil
import signal
import stat
import threading
import unittest

import faults
import memory
import programs
from backend import Backend
from certificates import certificates
from client import Client, Closed
from container import (
    INSTALLED, PATH, SERVICE, SOCKET, SUBMIT_PATH, SUBMIT_SERVICE, SUBMIT_SOCKET, Waiting, as_user,
    install, main_pid, make_user, ok, ping_submitter, properties, run)
from submitter import GATHER, HASH, PASSWORD, SUBMITTER

DROP_IN = pathlib.Path(f"/run/systemd/system/{SUBMIT_SERVICE}.d/test.conf")
PING = ["/usr/bin/python3", "-c", "import container; container.ping_submitter()"]


def setUpModule():
    print(install())


def status(pid):
    """What the kernel says of a process."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return dict(line.split(":\t", 1) for line in text.splitlines())


class UnderSystemd(Waiting, unittest.TestCase):
    def setUp(self):
        ok("systemctl", "stop", SUBMIT_SOCKET, SUBMIT_SERVICE)
        shutil.rmtree(DROP_IN.parent, ignore_errors=True)
        ok("systemctl", "daemon-reload")
        run("systemctl", "reset-failed", SUBMIT_SERVICE)
        ok("systemctl", "start", SUBMIT_SOCKET)

    def changed(self, *lines):
        """Changes the service as an administrator does."""
        DROP_IN.parent.mkdir(parents=True)
        DROP_IN.write_text("\n".join(["[Service]", *lines, ""]))
        ok("systemctl", "daemon-reload")

    def state(self, *names):
        return properties("ActiveState", "Result", *names, unit=SUBMIT_SERVICE)

    def pid(self):
        return main_pid(SUBMIT_SERVICE)

    def test_the_units_are_correct(self):
        # As installed, with the program and the page that they name.
        result = run("systemd-analyze", "verify",
                     INSTALLED / SUBMIT_SERVICE, INSTALLED / SUBMIT_SOCKET)
        self.assertEqual((result.returncode, result.stdout + result.stderr), (0, ""))

    def test_the_first_call_starts_it(self):
        self.assertEqual(self.state(), ["inactive", "success"])
        ping_submitter()
        self.assertEqual(self.state("Type"), ["active", "success", "exec"])
        pid = self.pid()
        ping_submitter()
        self.assertEqual(self.pid(), pid)

    def test_started_by_hand_it_has_the_socket_as_well(self):
        ok("systemctl", "stop", SUBMIT_SOCKET)
        self.assertFalse(SUBMIT_PATH.exists())
        ok("systemctl", "start", SUBMIT_SERVICE)
        pid = self.pid()
        ping_submitter()
        self.assertEqual(self.pid(), pid)

    def test_gatherd_alone_can_connect(self):
        user = pwd.getpwnam("gatherd")
        about = SUBMIT_PATH.stat()
        self.assertEqual((about.st_uid, stat.S_IMODE(about.st_mode)), (user.pw_uid, 0o600))
        about = SUBMIT_PATH.parent.stat()
        self.assertEqual((about.st_uid, stat.S_IMODE(about.st_mode)), (0, 0o755))
        for other in (make_user("member", "gather"), make_user("stranger"), "nobody"):
            result = as_user(other, *PING)
            self.assertIn("PermissionError", result.stderr, other)
            self.assertEqual(self.state(), ["inactive", "success"])
        result = as_user("gatherd", *PING)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_gatherd_reaches_it_out_of_its_sandbox(self):
        ok("systemctl", "start", SOCKET, SERVICE)
        daemon = main_pid()
        self.assertNotEqual(
            os.readlink(f"/proc/{daemon}/ns/net"), os.readlink("/proc/1/ns/net"))
        ok("nsenter", "--target", daemon, "--mount", "--net", "--ipc",
           f"--wd={os.getcwd()}", "setpriv", "--reuid=gatherd", "--regid=gatherd",
           "--clear-groups", "--bounding-set=-all", "--no-new-privs", *PING)
        self.assertEqual(self.state(), ["active", "success"])

    def test_it_has_a_network_and_no_rights(self):
        ping_submitter()
        pid, process = self.pid(), pathlib.Path("/proc") / str(self.pid())
        told = status(pid)
        # Of those that systemd makes for as long as the service runs.
        [user] = set(told["Uid"].split())
        self.assertTrue(61184 <= int(user) <= 65519, user)
        self.assertEqual(told["Groups"].strip(), user)
        for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
            self.assertEqual(int(told[name], 16), 0, name)
        self.assertEqual((told["NoNewPrivs"], told["Seccomp"]), ("1", "2"))
        for kind, own in (("net", False), ("mnt", True), ("ipc", True), ("user", True)):
            namespaces = {os.readlink(f"/proc/{one}/ns/{kind}") for one in (1, pid)}
            self.assertEqual(len(namespaces), 1 + own, kind)
        inside = ["nsenter", "--target", pid, "--mount"]
        for path in ("/usr/x", "/etc/x", "/var/x", "/var/lib/gatherd/x"):
            self.assertIn("Read-only file system", run(*inside, "touch", path).stderr, path)
        secret = pathlib.Path("/root/secret")
        secret.touch()
        self.assertEqual(run(*inside, "stat", secret).returncode, 1)
        self.assertIn(b"GLIBC_TUNABLES=glibc.malloc.perturb=255",
                      (process / "environ").read_bytes())

    def test_a_match_is_submitted_over_tls(self):
        # Its own /tmp is another one.
        authority = pathlib.Path("/run/authority.pem")
        shutil.copy(certificates().authority, authority)
        authority.chmod(0o644)
        self.changed(f"Environment=CURL_CA_BUNDLE={authority}")
        backend = Backend.running(self, certificate=certificates().good)
        # By its name: the lookup goes through the sandbox as well.
        server = {"url": backend.url.replace("127.0.0.1", "localhost")}
        self.assertIn("https://localhost:", server["url"])
        account = {"server": server, "userName": "alice", "password": PASSWORD}
        with Client(SUBMIT_PATH) as client:
            client.call(f"{SUBMITTER}.Register", **account)
            token = client.call(f"{SUBMITTER}.LogIn", **account)["token"]
            asked = {"server": server, "token": token}
            gather = client.call(f"{SUBMITTER}.CreateGather", **asked)["gatherId"]
            client.call(f"{SUBMITTER}.SendResult", **asked, gatherId=gather, score="2-1",
                        winnerTeam="Team A")
            [known] = client.call(f"{SUBMITTER}.ListGathers", **asked)["gathers"]
        self.assertEqual((known["id"], known["score"]), (gather, "2-1"))
        # It has forgotten what it was told, as its unit has the C library do.
        for _ in range(2):
            ping_submitter()
        if not programs.SANITIZER:
            found = memory.memory(self.pid())
            self.assertIn(SUBMITTER.encode(), found)
            for secret in (PASSWORD, HASH, token):
                self.assertEqual(found.count(secret.encode()), 0, secret)
        # And has said nothing of it, nor of anything that the sandbox has refused.
        said = ok("journalctl", "-b", "-o", "cat", f"_PID={self.pid()}")
        self.assertEqual(said, "")

    def test_the_result_of_a_match_arrives(self):
        """As its users have it: a member of the group at the touchline, and a network that goes
        and comes."""
        member, backend = make_user("member", "gather"), Backend.running(self)
        password = pathlib.Path("/run/password")
        password.write_text(PASSWORD)
        password.chmod(0o644)

        def control(*words):
            return as_user(member, "gatherctl", *words)

        def done(*words):
            result = control(*words)
            self.assertEqual((result.returncode, result.stderr), (0, ""), (words, result))
            return result.stdout

        self.assertIn("signed in", done(
            "register", "alice", "--server", backend.url, "--password-file", password))
        done("start")
        done("goal", "a")
        self.assertIn("Result sent\n", done("end", "--yes", "--wait"))
        self.assertEqual([one["score"] for one in backend.gathers.values()], ["1-0"])

        # The daemon looks for no network: the hooks tell it of one.
        backend.server.refuse()
        done("start")
        done("goal", "b")
        done("end", "--yes")
        done("submit")
        hook = "/etc/NetworkManager/dispatcher.d/90-gatherd"
        with Client(PATH) as client:
            gather = client.subscribe()
            while gather["submission"]["attempts"] < 4:
                _, gather = client.next_change()
            backend.server.listen_again()
            ok(hook, "eth0", "pre-down")
            ok(hook, "eth0", "up")
            tried = gather["submission"]["nextAttemptAt"]
            while gather["submission"]["state"] != "sent":
                _, gather = client.next_change()
        now = datetime.datetime.now(datetime.timezone.utc)
        self.assertLess(now, datetime.datetime.fromisoformat(tried))
        self.assertEqual(sorted(one["score"] for one in backend.gathers.values()), ["0-1", "1-0"])
        done("logout", "--forget")

    def test_it_goes_away_when_idle_and_comes_back(self):
        self.changed("ExecStart=", "ExecStart=/usr/local/libexec/gather-submit --idle 50")
        pids = set()
        for _ in range(3):
            ping_submitter()
            self.eventually(lambda: self.state() == ["inactive", "success"])
            # It may have ended before its PID could be asked for; systemd keeps that one.
            *ended, pid = properties("ExecMainCode", "ExecMainStatus", "ExecMainPID",
                                     unit=SUBMIT_SERVICE)
            self.assertEqual(ended, ["1", "0"])
            pids.add(int(pid))
            self.assertEqual(properties("ActiveState", unit=SUBMIT_SOCKET), ["active"])
        self.assertEqual(len(pids - {0}), 3)

    def test_a_call_that_comes_as_it_goes_is_served(self):
        self.changed("ExecStart=", "ExecStart=/usr/local/libexec/gather-submit --idle 100")
        pids = set()
        for _ in range(20):
            ping_submitter()
            # It may have ended before its PID could be asked for; systemd keeps that one.
            pids.add(int(properties("ExecMainPID", unit=SUBMIT_SERVICE)[0]))
            threading.Event().wait(random.uniform(0.09, 0.11))
        self.assertGreater(len(pids - {0}), 1)
        self.assertEqual(properties("Result", unit=SUBMIT_SERVICE), ["success"])

    def test_killed_in_the_middle_of_a_step_the_next_call_is_served(self):
        backend = Backend.running(self)
        for _ in range(8):
            backend.server.fail(faults.answer_never)
            with Client(SUBMIT_PATH) as client:
                client.send(f"{SUBMITTER}.DeleteGather",
                            {"server": {"url": backend.url}, "token": "t", "gatherId": GATHER})
                backend.server.wait_for_requests(1)
                pid = self.pid()
                os.kill(pid, signal.SIGKILL)
                # It is told at once, and nobody asks the server again.
                with self.assertRaises(Closed):
                    client.receive()
            ping_submitter()
            self.assertNotIn(self.pid(), (0, pid))
            self.assertEqual(len(backend.server.requests), 1)
            backend.server.requests.clear()
        self.assertEqual(self.state("NRestarts"), ["active", "success", "0"])
