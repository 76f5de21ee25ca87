"""A gather-web that serves the remote, phones that are paired with it, and the QR code for them."""

import json
import re
import secrets
import subprocess

import programs
from client import HISTORY, Client
from programs import LIMIT, Running, require
from web import HERE, Web, WebTest

REMOTE = "io.gatherd.Remote"
PHONE, OTHER = "Anna's phone", "Ben's phone"
# The colours of a terminal.
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# The halves of a block that are drawn, from the top.
HALVES = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}


class Remote(Web):
    """One with `--remote`: devices are kept in a directory and paired at a socket of its own."""

    def __init__(self, test, gatherd, *options, directory, **more):
        self.state = directory / "remote"
        self.devices_file = self.state / "devices.json"
        self.control = directory / "control.sock"
        super().__init__(
            test, gatherd, "--remote", "--control", self.control, *options,
            STATE_DIRECTORY=self.state, **more)
        if self.address[0] == "0.0.0.0":  # Where nobody can be.
            self.address = HERE, self.port

    def ready(self):
        """Waits until it answers; its socket for those who pair is there then."""
        try:
            assert self.get("/time").status == 200
        except Exception as error:
            state = self.running.threads_and_files()
            self.running.finish()
            raise AssertionError(f"it said {self.running.lines}; {state}") from error
        return self

    def restart(self):
        return self.kill().start().ready()

    # Those who pair

    def operator(self):
        """A connection to the socket for those who pair."""
        client = Client(self.control)
        self._test.addCleanup(client.close)
        return client

    def call(self, method, **parameters):
        with Client(self.control) as client:
            return client.call(f"{REMOTE}.{method}", **parameters)

    def number(self):
        """A number that is valid now."""
        return self.call("Pair")["number"]

    def names(self):
        """Those of the paired devices."""
        return [device["name"] for device in self.call("GetDevices")["devices"]]

    def ctl(self, *arguments, **variables):
        return programs.run(
            programs.gatherctl(), *arguments, "--control", self.control, **variables)

    def said(self, *arguments, status=0, **variables):
        """Runs gatherctl, checks its status and that it uses one stream; gives what it said."""
        result = self.ctl(*arguments, **variables)
        self._test.assertEqual(result.returncode, status, result)
        said, silent = result.stdout, result.stderr
        if status != 0:
            said, silent = silent, said
        self._test.assertEqual(silent, "", arguments)
        return said

    def pairing(self, *options):
        """A `gatherctl pair` that waits, and its number."""
        return Pairing(self, self._test, *options)

    # Phones

    def post(self, path, body, browser=None, **headers):
        """What is answered to a POST of the page; `browser` is a connection that is kept."""
        given = {"Origin": f"http://{self.host}", "Content_Type": "application/json"} | headers
        given = {name: value for name, value in given.items() if value is not None}
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        if browser is None:
            with self.browser() as browser:
                return self.post(path, body, browser, **headers)
        browser.ask("POST", path, body=body, **given)
        return browser.answer()

    def redeem(self, number, name=PHONE, **headers):
        return self.post("/api/pair", {"code": number, "name": name}, **headers)

    def phone(self, name=PHONE):
        """A phone that is paired now."""
        answer = self.redeem(self.number(), name)
        assert answer.status == 200, answer
        return Phone(self, json.loads(answer.body))


class Pairing(Running):
    """A `gatherctl pair` that waits for a phone."""

    def __init__(self, remote, test, *options):
        super().__init__(
            test, programs.gatherctl(), "pair", "--control", remote.control, *options)
        self.number = re.fullmatch(
            r"number: (\d{3}) (\d{3}), for one phone and 60 s", self.next_line() or "")
        assert self.number, self.rest()
        self.number = "".join(self.number.groups())

    def rest(self):
        """The lines up to the end, and the exit status."""
        while self.next_line() is not None:
            pass
        return self.lines, self.process.wait(LIMIT)

    def addresses_and_code(self):
        """Reads what follows the number, up to the whole QR code."""
        addresses, code = [], []
        while line := self.next_line():
            if set(line) <= set(HALVES):
                code.append(line)
                if is_whole(code):
                    break
            elif line.startswith("open: "):
                addresses.append(line.split()[-1])
        return addresses, code


class Phone:
    """A paired device, as the page of the remote is one."""

    def __init__(self, remote, paired):
        self.remote = remote
        self.id, self.name, self.secret = paired["device"], paired["name"], paired["secret"]

    @property
    def credential(self):
        return f"{self.id}.{self.secret}"

    def device(self):
        """Whether it is still paired, as the page asks for it."""
        return self.remote.get("/api/device", Gather_Device=self.credential)

    def post(self, body, browser=None, **headers):
        return self.remote.post(
            "/api/command", body, browser, **{"Gather_Device": self.credential} | headers)

    @staticmethod
    def body(method, pitch=None, **parameters):
        """The bytes of a command with a request ID of its own, unless one is given."""
        parameters = {"requestId": secrets.token_hex(16)} | parameters
        command = {"method": method, "parameters": parameters}
        return json.dumps(command | ({"pitch": pitch} if pitch else {})).encode()

    def ask(self, method, browser=None, **parameters):
        """The answer to a command."""
        return self.post(self.body(method, **parameters), browser)

    def do(self, method, **parameters):
        """The reply to a command that is not refused."""
        answer = self.ask(method, **parameters)
        assert answer.status == 200, answer
        return json.loads(answer.body)

    def goal(self, team="teamA", **parameters):
        return self.do("AddToScore", team=team, delta=1, **parameters)


class RemoteTest(WebTest):
    """A daemon, and what phones control its match with."""

    def remote(self, *options, **more):
        return Remote(
            self, self.daemon.socket, *options, directory=self.daemon.directory, **more).ready()

    def check(self, answer, status, error):
        """The answer has this status, and names this error with a text for people; gives it."""
        self.assertEqual(answer.status, status, answer)
        said = json.loads(answer.body)
        self.assertEqual(said["error"], error, said)
        self.assertTrue(said["message"])
        return said

    def score(self):
        return self.daemon.get()["score"]

    def entries(self):
        return self.daemon.call(f"{HISTORY}.Show")["entries"]


def is_whole(lines):
    """Whether these lines of half blocks are a square."""
    return len(lines) == (len(COLOUR.sub("", lines[0])) + 1) // 2


def decoded(test, lines, scale=4):
    """What zbarimg reads in a QR code of half blocks.

    With colours the blocks are dark on light; without them they are light on a dark terminal.
    """
    is_coloured = any(COLOUR.search(line) for line in lines)
    rows = []
    for line in lines:
        halves = [HALVES[block] for block in COLOUR.sub("", line)]
        for half in (0, 1):
            row = b"".join(
                (b"\0" if drawn[half] == is_coloured else b"\xff") * scale for drawn in halves)
            rows += [row] * scale
    picture = b"P5 %d %d 255\n" % (len(rows[0]), len(rows)) + b"".join(rows)
    result = subprocess.run(
        [require("zbarimg", "zbar-tools"), "--quiet", "--raw", "--set", "*.enable=0",
         "--set", "qrcode.enable=1", "-"],
        input=picture, capture_output=True, timeout=LIMIT, env=programs.environment())
    test.assertEqual(result.returncode, 0, result)
    return result.stdout.decode().removesuffix("\n")
