"""The account that results are sent for: login, register, logout, and where its secrets are."""

import hashlib
import json
import os
import pathlib
import re
import secrets
import signal
import socket
import subprocess
import unittest

import programs
from backend import Backend
from client import Refused, message
from daemon import Daemon
from faults import answer_instead, answer_never, close_after_acting
from memory import children, memory
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

    @property
    def token_file(self):
        return self.daemon.state / "account.token"

    def token(self):
        return self.token_file.read_text()

    def account(self):
        """What is shown of the account, without the server's last answer."""
        return self.done("account").splitlines()[0]


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
        self.assertFalse(self.token_file.exists())
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
        self.token_file.write_bytes(b"abc\x1b[31m\0\xff\r\nHost: evil")
        self.daemon.start()
        self.assertEqual(self.account(), f"alice at {self.backend.url}, signed out")
        self.done("login", "--password-file", self.file)
        self.assertIn(self.token(), self.backend.tokens)

    def test_a_pitch_may_have_any_name(self):
        self.start()
        (self.daemon.state / "token").mkdir()
        self.register()
        self.daemon.restart()
        self.assertEqual(self.account(), f"alice at {self.backend.url}, signed in")
        self.assertEqual(self.done("logout"), f"alice at {self.backend.url}, signed out\n")
        self.done("login", "--password-file", self.file)
        # No name in the directory could be a pitch's, but for the one that is.
        names = [path.name for path in self.daemon.state.iterdir()
                 if re.fullmatch("[A-Za-z0-9_-]{1,32}", path.name)]
        self.assertEqual(names, ["token"])

    def test_the_token_of_an_older_gatherd_is_taken_over(self):
        self.start()
        self.register()
        self.daemon.stop()
        token, account = self.token(), self.daemon.state / "account.json"
        self.token_file.rename(self.daemon.state / "token")
        former = json.loads(account.read_text())
        del former["tokenFile"]
        account.write_text(json.dumps(former))
        self.daemon.start()
        self.assertEqual(self.account(), f"alice at {self.backend.url}, signed in")
        self.assertEqual(self.token(), token)
        self.assertFalse((self.daemon.state / "token").exists())

    def test_a_token_that_others_could_have_written_is_not_sent(self):
        self.start()
        self.register()
        self.daemon.stop()
        self.token_file.chmod(0o666)
        self.daemon.start()
        self.assertIn("no account", self.done("account"))
        self.assertIn(
            f"cannot read the account: {self.token_file}: it is open to others (mode 0666); mend "
            f"it with 'chmod 600 {self.token_file}', ignoring", self.daemon.log)
        self.daemon.stop()
        elsewhere = self.daemon.state / "elsewhere"
        self.token_file.rename(elsewhere)
        elsewhere.chmod(0o600)
        self.token_file.symlink_to(elsewhere)
        self.daemon.start()
        self.assertIn("no account", self.done("account"))
        self.assertIn(f"{self.token_file}: it is a symbolic link, not a file; move it away with "
                      f"'mv {self.token_file} {self.token_file}.old', ignoring", self.daemon.log)
        # Who signs in anew gets a file of its own.
        self.register("bob")
        self.assertFalse(self.token_file.is_symlink())
        self.assertIn(self.token(), self.backend.tokens)
        self.assertNotEqual(self.token(), elsewhere.read_text())

    def test_a_pipe_in_its_place_holds_up_neither_the_start_nor_the_end(self):
        self.start()
        self.register()
        for name in ("account.json", "account.token", "token"):
            with self.subTest(name):
                self.daemon.stop()
                for path in self.daemon.state.glob("account.*"):
                    path.unlink()
                if name != "account.json":
                    account = {"server": self.backend.url, "tokenFile": name}
                    (self.daemon.state / "account.json").write_text(json.dumps(account))
                os.mkfifo(self.daemon.state / name)
                self.daemon.start()
                self.assertIn(f"{name}: it is a named pipe, not a file; ", self.daemon.log)
                self.assertEqual(self.daemon.stop(), 0)
                (self.daemon.state / name).unlink()
                self.daemon.start()

    def test_it_is_there_after_a_restart(self):
        self.start()
        self.register()
        token = self.token()
        self.daemon.restart()
        self.assertEqual(self.account(), f"alice at {self.backend.url}, signed in")
        self.assertEqual(self.token(), token)

    def test_a_user_name_is_forgotten_where_wanted(self):
        self.start()
        self.register()
        self.assertEqual(self.done("logout", "--forget"), f"{self.backend.url}, signed out\n")
        result = self.ctl("login", "--password-file", "-", input=PASSWORD)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the user name is missing", result.stderr)
        self.done("login", "alice", "--forget", "--password-file", "-", input=PASSWORD)
        self.assertEqual(self.account(), f"{self.backend.url}, signed in")
        self.assertNotIn("alice", (self.daemon.state / "account.json").read_text())

    def test_each_user_name_that_cannot_be_is_refused_with_its_own_words(self):
        self.start()
        for name, words in (
                ("", "the user name is empty"), ("   ", "the user name has only blanks"),
                ("x" * 21, "the user name is longer than 20 characters"),
                ("a:b", "the user name must not have a ':'")):
            for verb in ("login", "register"):
                result = self.ctl(
                    verb, name, "--server", self.backend.url, "--password-file", self.file)
                self.assertEqual(result.returncode, 2, result)
                self.assertIn(words, result.stderr)
        self.file.write_text("")
        result = self.ctl(
            "login", "alice", "--server", self.backend.url, "--password-file", self.file)
        self.assertIn("the password is empty", result.stderr)
        for given, field in (({"password": PASSWORD}, "userName"), ({"userName": "x"}, "password"),
                             ({"userName": "x", "password": ""}, "password"), ({}, None)):
            with self.assertRaises(Refused) as caught:
                self.daemon.call(f"{ACCOUNT}.LogIn", server=self.backend.url, **given)
            self.assertEqual(caught.exception.name, f"{ACCOUNT}.FieldMissing")
            self.assertEqual(caught.exception.parameters, {"field": field})
        self.assertEqual(self.requests(), [])
        self.file.write_text(PASSWORD)
        self.assertIn("\n" + "x" * 20 + " at ", self.register("  " + "x" * 20 + " "))

    def test_what_the_server_refuses_is_said_and_not_tried_again(self):
        self.start()
        self.register()
        result = self.ctl("register", "alice", "--password-file", self.file)
        self.assertEqual(result.returncode, 1)
        self.assertIn(
            "the server answers 500, which may mean that the name is taken", result.stderr)
        self.assertEqual(self.requests().count("POST /api/users"), 2)
        result = self.ctl("login", "--password-file", "-", input="wrong\n")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the user name or the password is wrong", result.stderr)
        # No name is taken by a sign-in.
        self.backend.server.fail(answer_instead(500), at="POST /api/users/login")
        result = self.ctl("login", "--password-file", self.file)
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot sign in: the server answers 500: ", result.stderr)
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
        self.assertIn("use https; '--insecure-http' allows plain http\n", result.stderr)
        self.backend.server.close()
        result = self.ctl(
            "login", "alice", "--server", self.backend.url, "--password-file", self.file)
        self.assertIn("the server cannot be reached", result.stderr)

    def test_register_without_an_answer_names_the_login_that_tells(self):
        self.start()
        self.backend.server.fail(close_after_acting)
        result = self.ctl(
            "register", "alice", "--server", self.backend.url, "--password-file", self.file)
        self.assertEqual(result.returncode, 1)
        self.assertIn(
            "cannot register: it is not known whether the server has done it: ", result.stderr)
        way = f"gatherctl login alice --server {self.backend.url}\n"
        self.assertTrue(result.stderr.endswith(f"; try: {way}"), result.stderr)
        self.assertIn("signed in", self.done(*way.split()[1:], "--password-file", self.file))
        # What the server has refused, nobody has to try.
        result = self.ctl("register", "alice", "--password-file", self.file)
        self.assertNotIn("try:", result.stderr)

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
        self.assertEqual(self.token_file.stat().st_mode & 0o777, 0o600)
        self.file.unlink()
        said = self.done("account") + self.done("--json", "account") + self.done("status")
        said += str(self.daemon.call(f"{ACCOUNT}.Get")) + self.daemon.log
        said += "".join(
            content.replace(b"\0", b" ").decode(errors="replace")
            for pattern in ("*/cmdline", "*/environ") for content in of_processes(pattern))
        for secret in (token, PASSWORD, HASH):
            self.assertNotIn(secret, said)
            for path in self.daemon.directory.rglob("*"):
                if path.is_file() and path != self.token_file:
                    self.assertNotIn(secret.encode(), path.read_bytes(), path)

    def test_a_password_that_is_typed_is_not_shown(self):
        self.start()
        terminal = Terminal(
            self, programs.gatherctl(), "register", "alice", "--server", self.backend.url,
            GATHERD_SOCKET=self.daemon.socket)
        terminal.read_until("Password of alice: ")
        terminal.type(PASSWORD + "\n")
        terminal.read_until("Password again: ")
        terminal.type(PASSWORD + "\n")
        self.assertEqual(terminal.end(), 0)
        self.assertNotIn("horse", terminal.output)
        self.assertIn("signed in", terminal.output)
        self.assertEqual([user["password"] for user in self.backend.users.values()], [HASH])

    def test_a_password_file_as_editors_write_it(self):
        self.start()
        self.register()
        for line in (PASSWORD, f"\ufeff{PASSWORD}\r\n"):
            self.file.write_bytes(line.encode())
            self.done("login", "--password-file", self.file)
            self.done("login", "--password-file", "-", input=line)
        result = self.ctl("login", "--password-file", "-", input="a\0b\n")
        self.assertIn("from '-': Invalid", result.stderr)
        for text in (f"\ufeff{PASSWORD}\r\n".encode("utf-16-le"), PASSWORD.encode("latin-1")):
            self.file.write_bytes(text)
            result = self.ctl("login", "--password-file", self.file)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(
                result.stderr, f"gatherctl: cannot read the password from '{self.file}': "
                "Invalid or incomplete multibyte or wide character\n")

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
                shell = ("trap : INT TERM QUIT HUP; \"$@\"; echo ended $?;"
                         " stty -a | tr ' ' '\\n' | grep -x -e echo -e -echo")
                terminal = Terminal(
                    self, "bash", "-c", shell, "bash", programs.gatherctl(), "login", "alice",
                    "--server", self.backend.url, GATHERD_SOCKET=self.daemon.socket)
                terminal.read_until("Password of alice: ")
                if number is None:
                    terminal.type("\x04")
                else:
                    found = subprocess.run(
                        ["pgrep", "-f", f"{programs.gatherctl()} login alice --server "
                         f"{self.backend.url}"], text=True, capture_output=True, timeout=LIMIT).stdout.split()
                    children = [int(pid) for pid in found if is_program(pid)]
                    self.assertEqual(len(children), 1, found)
                    os.kill(children[0], number)
                terminal.read_until("ended ")
                terminal.end()
                lines = re.findall(r"^-?echo\r?$", terminal.output, re.MULTILINE)
                self.assertEqual([line.strip() for line in lines], ["echo"], terminal.output)


class Memory(AccountTest):
    """Where a password is not, once somebody has signed in or has tried to.

    Each that is sent is another one, so that it is known which way has left it.
    """

    def setUp(self):
        self.start()
        self.register("alice")
        self.passwords = []

    def password(self, length=40):
        """A new password, of characters that are themselves in JSON."""
        text = f"{len(self.passwords)}{secrets.token_urlsafe(length)}"[:length]
        self.passwords.append(text.encode())
        return text

    def login(self, password, **parameters):
        """A call that signs in."""
        given = {"userName": "alice", "server": self.backend.url, "password": password}
        return message(f"{ACCOUNT}.LogIn", given | parameters)

    def reply(self, client, *pieces):
        """What is answered to a call; its turn has ended, as another one was answered since."""
        for piece in pieces:
            client.send_bytes(piece)
        answer = client.receive()
        client.call("Get")
        return answer.get("error", "done").rsplit(".", 1)[-1]

    def check(self):
        """Checks that none of the passwords is in the memory of the daemon."""
        self.assertEqual(self.left(), [])

    def left(self):
        """The passwords that are in the memory of the daemon."""
        found = memory(self.daemon.pid)
        self.assertIn(b"io.gatherd.Gather", found)
        return [text for text in self.passwords if text in found]

    @programs.skip_if_sanitized("it keeps what was given back")
    def test_after_a_login(self):
        for length in (7, 15, 16, 40, 4_000):
            with self.subTest(length):
                password = self.password(length)
                name = f"user{length}"
                self.done("register", name, "--server", self.backend.url, "--password-file", "-",
                          input=password)
                self.assertEqual(
                    self.reply(self.daemon.client(), self.login(password, userName=name)), "done")
                self.check()

    @programs.skip_if_sanitized("it keeps what was given back")
    def test_after_a_login_that_comes_in_pieces_or_with_others(self):
        client = self.daemon.client()
        call = self.login(self.password())
        self.assertEqual(
            self.reply(client, *(call[index:index + 1] for index in range(len(call)))),
            "ServerRefused")
        self.check()
        # A long way to its end, so that the buffer has to grow with the password in it.
        call = self.login(self.password())
        padded = call[:-2] + b" " * 100_000 + call[-2:]
        self.assertEqual(self.reply(client, padded[:3_000], padded[3_000:]), "ServerRefused")
        self.check()
        # Two that come together.
        both = self.login(self.password()) + self.login(self.password())
        client.send_bytes(both)
        self.assertEqual(
            [client.receive()["error"].rsplit(".", 1)[-1] for _ in range(2)],
            ["ServerRefused"] * 2)
        client.call("Get")
        self.check()

    @programs.skip_if_sanitized("it keeps what was given back")
    def test_after_a_login_that_comes_to_nothing(self):
        client = self.daemon.client()
        for error, parameters in (
                ("ServerRefused", {}), ("InvalidUserName", {"userName": "a:b"}),
                ("InvalidServer", {"server": "ftp://x"}), ("InvalidParameter", {"nonsense": 1}),
                ("ServerUnreachable", {"server": "http://127.0.0.1:1"})):
            call = self.login(self.password(), **parameters)
            self.assertEqual(self.reply(client, call), error)
            self.check()
        # Half a call, and no more; and one that is broken.
        for half in (self.login(self.password())[:-8], self.login(self.password())[:-2] + b"!\0"):
            with self.daemon.client() as other:
                other.send_bytes(half)
                other.socket.shutdown(socket.SHUT_WR)
                self.assertTrue(other.is_closed())
            client.call("Get")
            self.check()

    @programs.skip_if_sanitized("it keeps what was given back")
    def test_while_the_server_gives_no_answer_and_after_that(self):
        self.backend.server.requests.clear()
        self.backend.server.fail(answer_never)
        client = self.daemon.client()
        client.send_bytes(self.login(self.password()))
        self.backend.server.wait_for_requests(1)
        # The server can have the request before the message that was sent is overwritten.
        programs.eventually(lambda: not self.left(), "a password is in the memory")
        # One more, which waits for the first one, and is still to be sent.
        waiting = self.password()
        other = self.daemon.client()
        other.send_bytes(self.login(waiting))
        self.daemon.get()
        for submitter in children(self.daemon.pid):
            os.kill(submitter, signal.SIGKILL)
        self.assertEqual(client.receive()["error"], f"{ACCOUNT}.OutcomeUnknown")
        self.assertEqual(other.receive()["error"], f"{ACCOUNT}.ServerRefused")
        client.call("Get")
        self.check()


def of_processes(pattern):
    """The contents of the files of processes that can be read; some end meanwhile."""
    for path in pathlib.Path("/proc").glob(pattern):
        if path.parent.name.isdigit() and int(path.parent.name) != os.getpid():
            try:
                content = path.read_bytes()
            except OSError:
                continue
            yield content


def is_program(pid):
    try:
        return os.readlink(f"/proc/{pid}/exe") == os.path.realpath(programs.gatherctl())
    except OSError:
        return False
