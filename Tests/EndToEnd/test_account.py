"""The account that results are sent for: login, register, logout, and where its secrets are."""

import hashlib
import os
import pathlib
import re
import signal
import subprocess
import unittest

import programs
from backend import Backend
from daemon import Daemon
from faults import answer_never
from programs import LIMIT
from terminal import Terminal

PASSWORD = "correct horse battery stäple"
HASH = hashlib.sha256(PASSWORD.encode()).hexdigest()
ACCOUNT = "io.gatherd.Account"


class AccountTest(unittest.TestCase):
    """A daemon, a backend, and a file with a password."""

    def start(self, **variables):
        self.backend = Backend.running(self)
        self.daemon = Daemon.running(self, **variables)
        self.file = self.daemon.directory / "password"
        self.file.write_text(PASSWORD + "\n")

    def ctl(self, *arguments, **options):
        return self.daemon.ctl(*arguments, **options)

    def done(self, *arguments, **options):
        result = self.ctl(*arguments, **options)
        self.assertEqual((result.returncode, result.stderr), (0, ""), result)
        return result.stdout

    def register(self, name="alice"):
        return self.done(
            "register", name, "--server", self.backend.url, "--password-file", self.file)

    def requests(self):
        return [f"{one.method} {one.path}" for one in self.backend.server.requests]

    def token(self):
        return (self.daemon.state / "token").read_text()


class Account(AccountTest):
    def test_register_then_login_then_logout(self):
        self.start()
        self.assertIn("no account", self.done("account"))
        self.assertEqual(
            self.register(), f"registered\nalice at {self.backend.url}, signed in\n")
        self.assertEqual(self.requests(), ["POST /api/users", "POST /api/users/login"])
        self.assertEqual([user["password"] for user in self.backend.users.values()], [HASH])
        self.assertIn(self.token(), self.backend.tokens)
        self.assertEqual(self.done("logout"), f"alice at {self.backend.url}, signed out\n")
        self.assertFalse((self.daemon.state / "token").exists())
        # The server and the name are remembered.
        self.done("login", "--password-file", self.file)
        self.assertIn(self.token(), self.backend.tokens)

    def test_no_dump_of_the_memory_can_have_a_secret(self):
        self.start()
        limits = pathlib.Path(f"/proc/{self.daemon.pid}/limits").read_text()
        self.assertRegex(limits, r"Max core file size +0 +0 ")

    def test_a_token_that_makes_no_sense_asks_for_a_login(self):
        self.start()
        self.register()
        self.daemon.kill()
        (self.daemon.state / "token").write_bytes(b"abc\x1b[31m\0\xff\r\nHost: evil")
        self.daemon.start()
        self.assertEqual(self.done("account"), f"alice at {self.backend.url}, signed out\n")
        self.done("login", "--password-file", self.file)
        self.assertIn(self.token(), self.backend.tokens)

    def test_it_is_there_after_a_restart(self):
        self.start()
        self.register()
        token = self.token()
        self.daemon.restart()
        self.assertEqual(self.done("account"), f"alice at {self.backend.url}, signed in\n")
        self.assertEqual(self.token(), token)

    def test_a_user_name_is_forgotten_where_wanted(self):
        self.start()
        self.register()
        self.assertEqual(self.done("logout", "--forget"), f"{self.backend.url}, signed out\n")
        result = self.ctl("login", "--password-file", "-", input=PASSWORD)
        self.assertEqual(result.returncode, 1)
        self.assertIn("Both fields are mandatory.", result.stderr)
        self.done("login", "alice", "--forget", "--password-file", "-", input=PASSWORD)
        self.assertEqual(self.done("account"), f"{self.backend.url}, signed in\n")
        self.assertNotIn("alice", (self.daemon.state / "account.json").read_text())

    def test_each_user_name_that_cannot_be_is_refused_with_its_own_words(self):
        self.start()
        for name, words in (
                ("", "the user name is empty"), ("   ", "the user name has nothing but blanks"),
                ("x" * 21, "the user name is longer than 20 characters"),
                ("a:b", "the user name has a ':'")):
            for verb in ("login", "register"):
                result = self.ctl(
                    verb, name, "--server", self.backend.url, "--password-file", self.file)
                self.assertEqual(result.returncode, 2, result)
                self.assertIn(words, result.stderr)
        self.file.write_text("")
        result = self.ctl(
            "login", "alice", "--server", self.backend.url, "--password-file", self.file)
        self.assertIn("Both fields are mandatory.", result.stderr)
        self.assertEqual(self.requests(), [])
        self.file.write_text(PASSWORD)
        self.assertIn("\n" + "x" * 20 + " at ", self.register("  " + "x" * 20 + " "))

    def test_what_the_server_refuses_is_said_and_not_tried_again(self):
        self.start()
        self.register()
        result = self.ctl("register", "alice", "--password-file", self.file)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the server answers 500, as for a name that is taken", result.stderr)
        self.assertEqual(self.requests().count("POST /api/users"), 2)
        result = self.ctl("login", "--password-file", "-", input="wrong\n")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the user name or the password is wrong", result.stderr)
        # What was kept before stands.
        self.assertIn(self.token(), self.backend.tokens)

    def test_no_server_and_a_server_that_cannot_be_used(self):
        self.start()
        result = self.ctl("login", "alice", "--password-file", self.file)
        self.assertIn("no server is known; say '--server URL'", result.stderr)
        result = self.ctl("login", "alice", "--server", "ftp://x", "--password-file", self.file)
        self.assertIn("the server cannot be used", result.stderr)
        self.assertEqual(result.returncode, 2)
        result = self.ctl(
            "login", "alice", "--server", "http://192.0.2.1", "--password-file", self.file)
        self.assertIn("the server cannot be used", result.stderr)
        self.backend.server.close()
        result = self.ctl(
            "login", "alice", "--server", self.backend.url, "--password-file", self.file)
        self.assertIn("the server cannot be reached", result.stderr)

    def test_plain_http_to_another_machine_is_said(self):
        self.start()
        result = self.ctl("login", "alice", "--server", "http://127.0.0.1:1", "--insecure-http",
                          "--password-file", self.file)
        self.assertIn("plain http", result.stderr)
        self.assertEqual(self.ctl("login", "--insecure-http").returncode, 2)

    def test_the_match_does_not_wait_for_a_server(self):
        self.start()
        self.backend.server.fail(answer_never)
        watching = programs.Running(
            self, programs.gatherctl(), "login", "alice", "--server", self.backend.url,
            "--password-file", self.file, GATHERD_SOCKET=self.daemon.socket)
        self.backend.server.wait_for_requests(1)
        self.done("start")
        self.done("goal", "a")
        watching.process.kill()

    def test_a_credential_of_systemd(self):
        directory = pathlib.Path("/tmp") / f"gatherd-credentials-{os.getpid()}"
        directory.mkdir()
        self.addCleanup(directory.rmdir)
        for name, text in (("token", "secret-token\n"), ("server", "https://football.example\n")):
            (directory / name).write_text(text)
            self.addCleanup((directory / name).unlink)
        self.start(CREDENTIALS_DIRECTORY=directory)
        self.assertEqual(self.done("account"), "https://football.example, signed in\n")
        self.done("logout")
        self.assertEqual(self.done("account"), "https://football.example, signed out\n")

    def test_only_who_may_control_may_use_it(self):
        if os.getuid() != 0:
            programs.cannot_run("another user is needed, and only root can be one")
        self.start()
        os.chmod(self.daemon.directory, 0o755)
        os.chmod(self.daemon.socket.parent, 0o755)
        os.chmod(self.daemon.socket, 0o666)
        for method in ("Get", "LogIn", "Register", "LogOut"):
            result = programs.run(
                "setpriv", "--reuid", 65534, "--regid", 65534, "--clear-groups", "/usr/bin/python3",
                "-c",
                CALL, self.daemon.socket, f"{ACCOUNT}.{method}")
            self.assertIn("PermissionDenied", result.stdout, result)


CALL = """
import json, socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.send(json.dumps({"method": sys.argv[2]}).encode() + b"\\0")
print(connection.recv(65536))
"""


class Secrets(AccountTest):
    def test_the_token_is_in_its_own_file_and_nothing_secret_anywhere_else(self):
        self.start()
        self.register()
        self.done("login", "--password-file", "-", input=PASSWORD)
        token = self.token()
        self.assertEqual((self.daemon.state / "token").stat().st_mode & 0o777, 0o600)
        self.file.unlink()
        said = self.done("account") + self.done("--json", "account") + self.done("status")
        said += str(self.daemon.call(f"{ACCOUNT}.Get")) + self.daemon.log
        said += "".join(
            path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            for pattern in ("*/cmdline", "*/environ") for path in readable(pattern))
        for secret in (token, PASSWORD, HASH):
            self.assertNotIn(secret, said)
            for path in self.daemon.directory.rglob("*"):
                if path.is_file() and path.name != "token":
                    self.assertNotIn(secret.encode(), path.read_bytes(), path)

    def test_a_password_that_is_typed_is_not_shown(self):
        self.start()
        terminal = Terminal(
            self, programs.gatherctl(), "register", "alice", "--server", self.backend.url,
            GATHERD_SOCKET=self.daemon.socket)
        terminal.read_until("Password of alice: ")
        terminal.type(PASSWORD + "\n")
        terminal.read_until("The same again: ")
        terminal.type(PASSWORD + "\n")
        self.assertEqual(terminal.end(), 0)
        self.assertNotIn("horse", terminal.output)
        self.assertIn("signed in", terminal.output)
        self.assertEqual([user["password"] for user in self.backend.users.values()], [HASH])

    def test_a_new_password_that_is_mistyped_is_not_taken(self):
        self.start()
        terminal = Terminal(
            self, programs.gatherctl(), "register", "alice", "--server", self.backend.url,
            GATHERD_SOCKET=self.daemon.socket)
        for prompt, typed in (("Password of alice: ", PASSWORD), ("again: ", PASSWORD + "r")):
            terminal.read_until(prompt)
            terminal.type(typed + "\n")
        self.assertEqual(terminal.end(), 1)
        self.assertIn("cannot register: the passwords are not the same", terminal.output)
        self.assertEqual(self.backend.server.lines, [])

    def test_the_terminal_has_its_echo_again_whatever_ends_the_question(self):
        self.start()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, None):
            with self.subTest(number):
                shell = (f"trap : INT TERM QUIT HUP; \"$@\"; echo ended $?;"
                         " stty -a | tr ' ' '\\n' | grep -x -e echo -e -echo")
                terminal = Terminal(
                    self, "bash", "-c", shell, "bash", programs.gatherctl(), "login", "alice",
                    "--server", self.backend.url, GATHERD_SOCKET=self.daemon.socket)
                terminal.read_until("Password of alice: ")
                if number is None:
                    terminal.type("\x04")
                else:
                    found = subprocess.run(
                        ["pgrep", "-f", f"{programs.gatherctl()} login alice"], text=True,
                        capture_output=True, timeout=LIMIT).stdout.split()
                    children = [int(pid) for pid in found if is_program(pid)]
                    self.assertEqual(len(children), 1, found)
                    os.kill(children[0], number)
                terminal.read_until("ended ")
                terminal.end()
                lines = re.findall(r"^-?echo\r?$", terminal.output, re.MULTILINE)
                self.assertEqual([line.strip() for line in lines], ["echo"], terminal.output)


def readable(pattern):
    """The files of processes that can be read; some end meanwhile."""
    for path in pathlib.Path("/proc").glob(pattern):
        if path.parent.name.isdigit() and int(path.parent.name) != os.getpid():
            try:
                path.read_bytes()
            except OSError:
                continue
            yield path


def is_program(pid):
    try:
        return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(programs.gatherctl())
    except OSError:
        return False
