"""A gather-web of a test's own, and a browser of a few lines, which can also break the rules."""

import dataclasses
import fcntl
import json
import os
import pathlib
import select
import socket
import ssl
import unittest

import programs
from client import Closed, Connection
from daemon import Daemon
from programs import LIMIT, Running

HERE = "127.0.0.1"
# Another address of this machine, which counts as another browser's.
ELSEWHERE = "127.0.0.2"


class Web:
    """A gather-web on a listening socket that is ours, as it is systemd's: whoever connects waits
    until it accepts, and finds its successor at the same place."""

    def __init__(self, test, gatherd, *options, address=HERE, descriptors=None, **variables):
        """`gatherd` is the path of a socket, `descriptors` their most."""
        self._test = test
        self._variables = variables
        self._descriptors = descriptors
        self._variables = variables
        self.command = [programs.gather_web(), "--socket", gatherd, *options]
        self.listen(address)
        self.start()

    def listen(self, address):
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        self.listener = socket.create_server((address, 0), family=family, backlog=4096)
        self._test.addCleanup(self.listener.close)
        self.address = self.listener.getsockname()[:2]

    def start(self):
        # Out of the way of the number that it gets.
        number = fcntl.fcntl(self.listener, fcntl.F_DUPFD, 100)
        limit = f"ulimit -n {self._descriptors} && " if self._descriptors else ""
        script = (f"exec 3<&{number} {number}<&- && {limit}"
                  'exec env LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=http "$@"')
        self.running = Running(
            self._test, "bash", "-c", script, "bash", *self.command, passed=[number],
            **self._variables)
        os.close(number)
        return self

    def set(self, **variables):
        """Variables of the next one that is started."""
        self._variables |= variables

    def limit(self, descriptors):
        """The most descriptors of the next one that is started."""
        self._descriptors = descriptors

    @property
    def process(self):
        return self.running.process

    @property
    def port(self):
        return self.address[1]

    @property
    def host(self):
        """What a browser that was given the address says it is connected to."""
        host, port = self.address
        return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"

    def kill(self):
        self.running.finish()
        return self

    def descriptors(self):
        """How many it has open."""
        return len(list(pathlib.Path(f"/proc/{self.process.pid}/fd").iterdir()))

    # Use

    def browser(self, **options):
        """A connection, closed with the test."""
        browser = Browser(self.address, self.host, **options)
        self._test.addCleanup(browser.close)
        return browser

    def get(self, path, **headers):
        """The answer to one request on a connection of its own."""
        return self.ask("GET", path, **headers)

    def ask(self, method, path, host=None, source=None, secure=None, body=b"", **headers):
        with Browser(self.address, self.host, source=source, secure=secure) as browser:
            browser.ask(method, path, host, body, **headers)
            return browser.answer(method)

    def json(self, path, status=200, **headers):
        """What an endpoint answers."""
        answer = self.get(path, **headers)
        self._test.assertEqual(answer.status, status, answer)
        self._test.assertEqual(answer.header("Content-Type"), "application/json")
        return json.loads(answer.body)

    def stream(self, query="", **options):
        """A stream of events that has begun."""
        stream = Stream(self.address, self.host, **options)
        self._test.addCleanup(stream.close)
        stream.begin(query)
        return stream


@dataclasses.dataclass
class Answer:
    """What a server has answered, as it came."""

    status: int
    headers: list
    body: bytes = b""

    def header(self, name):
        """The value of a header, or None."""
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        assert len(found) < 2, f"{name} twice in {self.headers}"
        return found[0] if found else None


class Browser(Connection):
    """One connection to a server."""

    def __init__(self, address, host, source=None, secure=None, receive_bytes=None):
        """`host` is what it is called in requests, `source` the address it connects from, `secure`
        the context of TLS, `receive_bytes` the size of its buffer in the kernel."""
        self.host = host
        self._received = b""
        self.socket = socket.socket(socket.AF_INET6 if ":" in address[0] else socket.AF_INET)
        self.socket.settimeout(LIMIT)
        try:
            if receive_bytes is not None:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
            if source is not None:
                self.socket.bind((source, 0))
            self.socket.connect(address)
            if secure is not None:
                self.socket = secure.wrap_socket(self.socket, server_hostname=address[0])
        except OSError:
            self.close()
            raise

    # What it sends

    send = Connection.send_bytes

    def ask(self, method, path, host=None, body=b"", **headers):
        """Sends a request; an underscore in the name of a header is a dash."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body:
            headers["Content-Length"] = len(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or self.host}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.send("\r\n".join([*lines, "", ""]).encode() + body)

    def get(self, path, **headers):
        self.ask("GET", path, **headers)
        return self.answer()

    # What it gets

    def answer(self, method="GET"):
        """The next whole answer."""
        answer = self.head()
        length = int(answer.header("Content-Length") or 0)
        if method != "HEAD" and answer.status != 304:
            answer.body = self.read(length)
        return answer

    def head(self):
        """The next answer without its body."""
        first, *lines = self.read_to(b"\r\n\r\n").decode().split("\r\n")[:-2]
        version, status, _ = first.split(" ", 2)
        assert version == "HTTP/1.1", first
        return Answer(int(status), [tuple(line.split(": ", 1)) for line in lines])

    def read(self, count):
        while len(self._received) < count:
            self._receive()
        data, self._received = self._received[:count], self._received[count:]
        return data

    def read_to(self, end):
        """What comes, up to these bytes and with them."""
        while end not in self._received:
            self._receive()
        return self.read(self._received.index(end) + len(end))

    def is_closed(self):
        """Whether the server closes the connection, with nothing more to read before."""
        try:
            raise AssertionError(f"bytes instead of the end: {self.read(1)}")
        except Closed:
            return True

    def _receive(self):
        try:
            some = self.socket.recv(65536)
        except (ConnectionResetError, ssl.SSLEOFError):
            some = b""
        if not some:
            raise Closed(f"with {self._received[:1000]} unread")
        self._received += some


class Stream(Browser):
    """A stream of events."""

    def begin(self, query=""):
        """Asks for it, and reads what comes before the first event."""
        self.ask("GET", f"/events{query}")
        self.answer_head = self.head()
        assert self.answer_head.status == 200, self.answer_head
        self._text = b""
        assert self._block() == ["retry: 500"]
        # The name and the data of each event so far.
        self.seen = []

    def next(self):
        """The name and the data of the next event."""
        name, data = self._block()
        self.seen.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
        return self.seen[-1]

    def next_state(self):
        """The next state; the beats before it are passed over."""
        return self.next_of("state", lambda _: True)

    def next_beat(self):
        """The pitches that are lost in the next beat; the states before it are passed over."""
        return self.next_of("beat", lambda _: True)["lost"]

    def state_with(self, reason):
        """Reads up to the first state with this reason."""
        return self.next_of("state", lambda state: state["reason"] == reason)

    def beat_with(self, lost):
        """Reads up to the first beat with these pitches lost."""
        return self.next_of("beat", lambda beat: beat["lost"] == lost)

    def score(self, score):
        """Reads up to the first state with this score."""
        return self.next_of("state", lambda state: (
            state["gather"] is not None and state["gather"]["score"] == score))

    def next_of(self, wanted, condition):
        """Reads up to the first event of a name for whose data a condition is true."""
        while True:
            name, data = self.next()
            if name == wanted and condition(data):
                return data

    def has_event(self):
        """Whether there is something to read that was sent by now."""
        return bool(self._text or self._received or select.select([self.socket], [], [], 0)[0])

    def _block(self):
        """The lines up to the next empty one."""
        while b"\n\n" not in self._text:
            size = int(self.read_to(b"\r\n"), 16)
            if size == 0:
                raise Closed("at the end of the stream")
            self._text += self.read(size)
            assert self.read(2) == b"\r\n"
        block, self._text = self._text.split(b"\n\n", 1)
        return block.decode().split("\n")


class WebTest(unittest.TestCase):
    """A daemon, and what shows its match."""

    def setUp(self):
        self.daemon = Daemon.running(self)

    def serve(self, *options, **more):
        return Web(self, self.daemon.socket, *options, **more)

    def play(self, **options):
        """A match that runs."""
        gather = self.daemon.call("Open", **options)["gather"]
        self.daemon.call("Start")
        return gather["id"]

    def goals(self, count, team="teamA"):
        """So many goals, as fast as they are counted."""
        with self.daemon.client() as client:
            for first in range(0, count, 32):
                numbers = range(first, min(first + 32, count))
                for _ in numbers:
                    client.send("AddToScore", {"team": team, "delta": 1})
                for _ in numbers:
                    client.reply()

    def pitch(self, name):
        """The daemon of another pitch of the machine: its socket is beside."""
        path = self.daemon.socket.with_name(f"{name}.sock")
        other = Daemon()
        self.addCleanup(other.close)
        other.socket = path
        return other.start()
