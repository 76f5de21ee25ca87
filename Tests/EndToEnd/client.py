"""A Varlink client of a few lines, which can also break the rules."""

import json
import socket

from programs import LIMIT

GATHER = "io.gatherd.Gather"
HISTORY = "io.gatherd.History"
SERVICE = "org.varlink.service"


class Refused(Exception):
    """A reply that is an error."""

    def __init__(self, name, parameters):
        super().__init__(f"{name} {parameters}")
        self.name = name
        self.parameters = parameters


class Closed(Exception):
    """The daemon has closed the connection, and all it sent before has been read."""


class Connection:
    """A `socket` that is connected, and closed at the end of a `with`."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def send_bytes(self, data):
        """Sends bytes as they are, all of them or until the other end has had enough."""
        try:
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # It has closed; what it sent before that can still be read.


class Client(Connection):
    """One connection to a daemon."""

    def __init__(self, path=None, connection=None):
        self.socket = connection or socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(LIMIT)
        self._received = b""
        if connection is None:
            try:
                self.socket.connect(str(path))
            except OSError:
                self.close()
                raise

    def send(self, method, parameters=None, **flags):
        """Sends a call; a method without a dot is one of io.gatherd.Gather."""
        self.send_bytes(message(method, parameters, **flags))

    def receive(self):
        """The next whole message."""
        while b"\0" not in self._received:
            try:
                some = self.socket.recv(65536)
            except ConnectionResetError:
                some = b""
            if not some:
                raise Closed(f"with {len(self._received)} bytes of an unfinished message")
            self._received += some
        text, self._received = self._received.split(b"\0", 1)
        return json.loads(text)

    def reply(self):
        """The parameters of the next reply, which is no error."""
        message = self.receive()
        if "error" in message:
            raise Refused(message["error"], message.get("parameters", {}))
        return message.get("parameters", {})

    def call(self, method, **parameters):
        """Calls a method and gives the parameters of its one reply."""
        self.send(method, parameters)
        return self.reply()

    def get(self):
        """The newest gather, or None."""
        return self.call("Get")["gather"]

    def subscribe(self, ticks=None):
        """Subscribes, and gives the present gather; `next_change` gives those that follow."""
        self.send("Subscribe", {} if ticks is None else {"ticks": ticks}, more=True)
        reason, gather = self.next_change()
        assert reason == "snapshot", reason
        return gather

    def next_change(self):
        """The reason and the gather of the next message of a subscription."""
        message = self.receive()
        assert message.get("continues") is True and "error" not in message, message
        return message["parameters"]["reason"], message["parameters"]["gather"]

    def change_with(self, reason):
        """Reads up to the first message with this reason, and gives its gather."""
        while True:
            found, gather = self.next_change()
            if found == reason:
                return gather

    def is_closed(self):
        """Whether the daemon closes the connection, with nothing more to read before."""
        try:
            raise AssertionError(f"a reply instead of the end: {self.receive()}")
        except Closed:
            return True


def message(method, parameters=None, **flags):
    """The bytes of a call."""
    call = {"method": method if "." in method else f"{GATHER}.{method}"}
    if parameters:
        call["parameters"] = parameters
    return json.dumps(call | flags).encode() + b"\0"


def shown(gather):
    """What a countdown shows, as MM:SS."""
    remaining = gather["timer"]["remaining"]
    return f"{remaining['minutes']:02}:{remaining['seconds']:02}"
