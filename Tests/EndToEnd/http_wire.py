"""A server of HTTP/1.1 over real sockets, with TLS where wanted, which can also break the rules."""

import collections
import dataclasses
import re
import socket
import ssl
import threading
import traceback

from programs import LIMIT
from turns import Turns

REASONS = {
    200: "OK", 201: "Created", 204: "No Content", 301: "Moved Permanently", 302: "Found",
    307: "Temporary Redirect", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found",
    413: "Payload Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Entity",
    429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout"}
AN_ID = re.compile(r"(?<=/)(\d+|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})(?=/|$)")

# What a client says it is that is not under test: see other_client.py.
OTHER_CLIENT = "FootballGather/1.0 CFNetwork"


class Gone(Exception):
    """The client has closed the connection, or what it sent is no HTTP."""


@dataclasses.dataclass
class Request:
    """What a client has sent, as it came."""
    method: str
    path: str
    headers: list
    body: bytes

    def header(self, name):
        """The value of a header, or None."""
        found = [value for key, value in self.headers if key.lower() == name.lower()]
        return found[0] if found else None

    @property
    def line(self):
        return f"{self.method} {self.path}"

    @property
    def kind(self):
        """The method, and the path without its IDs: `POST /api/gathers/*/players/*`."""
        return f"{self.method} {AN_ID.sub('*', self.path.split('?')[0])}"

    @property
    def writes(self):
        return self.method not in ("GET", "HEAD", "OPTIONS")

    @property
    def is_of_another(self):
        """Whether it is not of the client under test."""
        return self.header("user-agent") == OTHER_CLIENT


@dataclasses.dataclass
class Answer:
    """What the server says to it."""
    status: int
    headers: dict = dataclasses.field(default_factory=dict)
    body: bytes = b""

    @property
    def wire(self):
        """The bytes: header names are in lower case but for Location, a 204 has no length, and
        there is no header `server`."""
        headers = dict(self.headers)
        if self.status != 204:
            headers["content-length"] = len(self.body)
        headers |= {"connection": "keep-alive", "date": "Sat, 13 Jun 2026 15:42:10 GMT"}
        lines = [f"HTTP/1.1 {self.status} {REASONS[self.status]}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode() + self.body


class Exchange:
    """One request and what is done about it; a fault is a function of this."""

    def __init__(self, server, connection, request, act, ends):
        self.server = server
        self.request = request
        self._connection = connection
        self._act = act
        self._ends = ends

    def act(self):
        """Does what was asked, and gives the answer to that."""
        return self._act(self.request)

    def send(self, data):
        """Sends bytes, as many as the client takes."""
        self.end()
        try:
            self._connection.sendall(data)
        except OSError as error:
            raise Gone from error

    def end(self):
        """From here on, the client may take the request for answered and send another."""
        ends, self._ends = self._ends, lambda: None
        ends()

    def close(self):
        raise Gone

    def wait_until_gone(self):
        """Waits until the client gives up."""
        try:
            while self._connection.recv(65536):
                pass
        except OSError:
            pass
        raise Gone


class Wire:
    """Reads the requests of one connection and has them answered, one after another."""

    def __init__(self, connection):
        self._connection = connection
        self._received = b""

    def _more(self):
        try:
            some = self._connection.recv(65536)
        except OSError as error:
            raise Gone from error
        if not some:
            raise Gone
        self._received += some

    def _until(self, mark):
        while mark not in self._received:
            self._more()
        data, self._received = self._received.split(mark, 1)
        return data

    def _exactly(self, count):
        # A body that is shorter than it says is waited for.
        while len(self._received) < count:
            self._more()
        data, self._received = self._received[:count], self._received[count:]
        return data

    def request(self):
        """The next request; one that cannot be read ends the connection without an answer."""
        first, *lines = self._until(b"\r\n\r\n").decode("latin-1").split("\r\n")
        words = first.split(" ")
        if len(words) != 3 or not words[2].startswith("HTTP/1.") or not words[1].startswith("/"):
            raise Gone
        headers = []
        for line in lines:
            name, colon, value = line.partition(":")
            if not colon:
                raise Gone
            headers.append((name, value.strip()))
        request = Request(words[0], words[1], headers, b"")
        if (request.header("transfer-encoding") or "").lower() == "chunked":
            request.body = self._chunks()
        else:
            request.body = self._exactly(int(request.header("content-length") or 0))
        return request

    def _chunks(self):
        body = b""
        while size := int(self._until(b"\r\n").split(b";")[0], 16):
            body += self._exactly(size)
            self._exactly(2)
        self._exactly(2)
        return body


class Server:
    """Listens on a port of its own, with a thread for each connection."""

    def __init__(self, act, certificate=None, host="127.0.0.1"):
        """`act` gives the answer to a request; `certificate` are the files of a chain and of its
        key."""
        self.requests = []
        self.requests_of_others = []
        self.errors = []
        self.stall = None
        self.connections = 0
        self.most_at_once = 0
        self._act = act
        self._faults = Turns()
        self._before = Turns()
        self._after = Turns()
        self._unread = 0
        self._open = set()
        self._at_once = 0
        self._changed = threading.Condition()
        self._context = None
        if certificate:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.load_cert_chain(*certificate)
        self.host = host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = socket.socket(family, socket.SOCK_STREAM)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((host, 0))
        self.port = self._listener.getsockname()[1]
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    @property
    def url(self):
        scheme = "https" if self._context else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}:{self.port}"

    # Failing

    def fail(self, fault, at=None, kind=None, nth=1):
        """Has a fault instead of the answer to the next request, or to the next or n-th one of a
        line such as "PUT /api/gathers/...", of which the beginning is enough, or of a kind."""
        self._faults.add(fault, at, kind, nth)

    def close_unread(self):
        """Closes the next connection before anything is read."""
        self._unread += 1

    # What others do between two requests

    def before(self, kind, act, nth=1):
        """Calls a function before the n-th request of a kind from now is carried out; requests of
        another client are not counted."""
        self._before.add(act, kind=kind, nth=nth)

    def after(self, kind, act, nth=1):
        """The same after it was carried out, and before its client has the answer."""
        self._after.add(act, kind=kind, nth=nth)

    def refuse(self):
        """Takes no more connections: nobody listens."""
        if self._listener.fileno() < 0:
            return
        # To close alone would not end the wait in accept(2).
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def listen_again(self):
        """Takes connections again, on the same port."""
        self._listener = socket.socket(self._listener.family, socket.SOCK_STREAM)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._listener.bind((self.host, self.port))
        self._listener.listen()
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def close(self):
        self.refuse()
        with self._changed:
            for connection in self._open:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

    def wait_for_requests(self, count):
        """Waits until so many requests have come in all."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.requests) >= count, LIMIT), self.lines

    @property
    def lines(self):
        """All requests so far, each as method and path."""
        return [request.line for request in self.requests]

    @property
    def kinds(self):
        """How many requests of each kind there were so far."""
        return collections.Counter(request.kind for request in self.requests)

    # Serving

    def _accept(self, listener):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with self._changed:
                self.connections += 1
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._unread:
                self._unread -= 1
                return
            if self._context:
                try:
                    connection = self._context.wrap_socket(connection, server_side=True)
                except OSError:
                    return
            with self._changed:
                self._open.add(connection)
            try:
                with connection:
                    wire = Wire(connection)
                    while True:
                        self._exchange(connection, wire.request())
            except (Gone, OSError):
                pass
            finally:
                with self._changed:
                    self._open.discard(connection)

    def _exchange(self, connection, request):
        with self._changed:
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            (self.requests_of_others if request.is_of_another else self.requests).append(request)
            fault, before, after = None, [], []
            if not request.is_of_another:
                fault = self._faults.first_due(request)
                before, after = self._before.due(request), self._after.due(request)
            self._changed.notify_all()

        def act(request):
            answer = self._act(request)
            while after:
                self._call(after.pop(0))
            return answer

        exchange = Exchange(self, connection, request, act, self._count_down)
        try:
            for each in before:
                self._call(each)
            stall = self.stall if request.writes else None
            if fault:
                fault(exchange)
            elif stall:
                stall.hold(exchange)
            else:
                exchange.send(exchange.act().wire)
        finally:
            exchange.end()

    def _count_down(self):
        with self._changed:
            self._at_once -= 1

    def _call(self, act):
        try:
            act()
        except Exception:  # The test's, to which it is told when it is over.
            self.errors.append(traceback.format_exc())
