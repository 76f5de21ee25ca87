"""A broker of a test's own, what publishes a pitch there, and a reader of a few lines."""

import contextlib
import dataclasses
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time

import programs
from client import Closed, Connection
from programs import LIMIT, Running

HERE = "127.0.0.1"

# Packets of MQTT 5, section 2.1.2.
CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, SUBACK = 0x10, 0x20, 0x30, 0x40, 0x82, 0x90
PINGREQ, DISCONNECT = 0xC0, 0xE0
NOT_AUTHORIZED = 0x87


class Broker:
    """A mosquitto with a configuration and a port of its own."""

    def __init__(self, test, *lines, acl=None, passwords=None, tls=None):
        """`lines` are more of its configuration, `acl` the text of its access file, `passwords`
        those of its users, `tls` the files of an authority, a certificate and its key."""
        self._test = test
        self._program = programs.require("mosquitto", "mosquitto")
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-mqtt-"))
        test.addCleanup(shutil.rmtree, self.directory)
        self.port = programs.free_port()
        # Those that it has to listen at before it is ready.
        self.ports = [self.port]
        self.process = None
        # Else it gives up its rights to the user of Debian's service, who sees no file of ours.
        user = ["user root"] if os.geteuid() == 0 else []
        config = [*user, f"listener {self.port} {HERE}", "persistence true", "autosave_interval 0",
                  f"persistence_location {self.directory}/"]
        if passwords is None:
            config.append("allow_anonymous true")
        else:
            self.file("passwords", "")
            for name, word in passwords.items():
                subprocess.run(["mosquitto_passwd", "-b", self.directory / "passwords", name, word],
                               check=True, capture_output=True)
            config.append(f"password_file {self.directory}/passwords")
        if acl is not None:
            config.append(f"acl_file {self.file('acl', acl)}")
        if tls is not None:
            config += [f"certfile {tls[0]}", f"keyfile {tls[1]}"]
        self.config = self.file("conf", "\n".join([*config, *lines, ""]))
        test.addCleanup(self.close)

    @classmethod
    def running(cls, test, *lines, **options):
        return cls(test, *lines, **options).start()

    def file(self, name, text):
        path = self.directory / name
        path.write_text(text)
        path.chmod(0o600)
        return path

    @property
    def place(self):
        return f"{HERE}:{self.port}"

    def start(self):
        """Starts it, and waits until it accepts connections."""
        with open(self.directory / "log", "ab") as log:
            self.process = subprocess.Popen(
                [self._program, "-c", self.config], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, start_new_session=True)
        programs.eventually(self._accepts, lambda: f"no mosquitto: {self.log}")
        return self

    def _accepts(self):
        assert self.process.poll() is None, f"mosquitto ended: {self.log}"
        try:
            for port in self.ports:
                socket.create_connection((HERE, port), LIMIT).close()
        except ConnectionRefusedError:
            return False
        return True

    @property
    def log(self):
        return (self.directory / "log").read_text(errors="replace")

    def kill(self):
        """Ends it as a loss of power does: what it retained may be lost."""
        self.process.kill()
        self.process.wait(LIMIT)

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT)

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def reader(self, *topics, **options):
        """A reader that has subscribed to topics, all of them if none is named."""
        reader = Reader((HERE, self.port), **options)
        self._test.addCleanup(reader.close)
        reader.subscribe(*(topics or ("#",)))
        return reader

    def retained(self, topic="#"):
        """What it retains, by topic."""
        with Reader((HERE, self.port)) as reader:
            # Retained messages come before those published after the subscription.
            reader.subscribe(topic, "test/mark")
            reader.publish("test/mark", b"mark")
            found = {}
            while (message := reader.next()).topic != "test/mark":
                found[message.topic] = message.payload
            return found


class Publisher:
    """A gather-mqtt for the pitch "north", with a state directory of its own."""

    def __init__(self, test, broker, gatherd, *options, pitch="north", **variables):
        self._test = test
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-mqtt-"))
        test.addCleanup(shutil.rmtree, self.directory)
        self.command = [programs.gather_mqtt(), "--broker", broker.place, "--pitch", pitch,
                        "--socket", str(gatherd), *options]
        self.variables = {"STATE_DIRECTORY": self.directory / "state",
                          "CONFIGURATION_DIRECTORY": self.directory / "etc"} | variables
        self.running = None

    @classmethod
    def begun(cls, test, broker, gatherd, *options, **more):
        return cls(test, broker, gatherd, *options, **more).start()

    def start(self):
        self.running = Running(self._test, *self.command, **self.variables)
        return self

    @property
    def process(self):
        return self.running.process

    @property
    def kept(self):
        """What it keeps on disk."""
        return json.loads((self.directory / "state/north.json").read_text())

    def kill(self):
        self.process.kill()
        self.process.wait(LIMIT)

    def stop(self):
        self.process.terminate()
        return self.process.wait(LIMIT)

    @contextlib.contextmanager
    def held(self):
        """Keeps it from connecting to a broker that is back, until a reader has subscribed there."""
        self.process.send_signal(signal.SIGSTOP)
        yield
        self.process.send_signal(signal.SIGCONT)

    def ask(self, *options):
        """Runs it with further options, to its end."""
        return programs.run(*self.command, *options, **self.variables)


@dataclasses.dataclass
class Message:
    topic: str
    payload: bytes
    is_retained: bool

    @property
    def json(self):
        return json.loads(self.payload)


class Reader(Connection):
    """A client of MQTT 5 that gets what is published, and acknowledges it."""

    def __init__(self, address, user=None, password=None, name=None, will=None):
        """`name` is its client ID, `will` the topic and the payload of its last will."""
        self._received = b""
        self._number = 0
        self.socket = self.connected(address)
        try:
            flags = 0x02 | (0x80 if user else 0) | (0x40 if password else 0) | (0x04 if will else 0)
            name = name or f"reader-{time.monotonic_ns()}"
            body = text_of(b"MQTT") + bytes([5, flags]) + struct.pack(">H", 60) + b"\0"
            body += text_of(name.encode())
            if will:
                body += b"\0" + text_of(will[0].encode()) + text_of(will[1])
            texts = [text.encode() for text in (user, password) if text]
            self.send(CONNECT, body + b"".join(map(text_of, texts)))
            kind, packet = self._packet()
            assert kind == CONNACK, kind
            self.refusal = packet[1] or None
        except BaseException:
            self.close()
            raise

    @staticmethod
    def connected(address):
        return socket.create_connection(address, LIMIT)

    def send(self, kind, body):
        length, rest = b"", len(body)
        while True:
            rest, digit = rest >> 7, rest & 0x7F
            length += bytes([digit | (0x80 if rest else 0)])
            if not rest:
                break
        try:
            self.socket.sendall(bytes([kind]) + length + body)
        except (BrokenPipeError, ConnectionResetError):
            raise Closed("while it was sent to") from None

    def subscribe(self, *topics):
        self._number += 1
        filters = b"".join(text_of(topic.encode()) + b"\x01" for topic in topics)
        self.send(SUBSCRIBE, struct.pack(">H", self._number) + b"\0" + filters)

    def publish(self, topic, payload, retained=False):
        """Publishes with one delivery at least, and waits for no acknowledgement."""
        self._number += 1
        body = text_of(topic.encode()) + struct.pack(">H", self._number) + b"\0" + payload
        self.send(PUBLISH | 0x02 | (0x01 if retained else 0), body)

    def retain(self, messages):
        """Publishes many messages, by topic, to be retained, and waits until they are."""
        messages = list(messages.items())
        for first in range(0, len(messages), 10):
            some = messages[first:first + 10]
            for topic, payload in some:
                self.publish(topic, payload, retained=True)
            taken = 0
            while taken < len(some):
                taken += self._packet(time.monotonic() + LIMIT)[0] == PUBACK

    def next(self, limit=LIMIT):
        """The next message; None if there is none in so many seconds."""
        deadline = time.monotonic() + limit
        while (packet := self._packet(deadline)) is not None:
            kind, body = packet
            if kind & 0xF0 != PUBLISH:
                continue
            length = struct.unpack(">H", body[:2])[0]
            topic, rest = body[2:2 + length].decode(), body[2 + length:]
            if kind & 0x06:
                self.send(PUBACK, rest[:2])
                rest = rest[2:]
            count, size = number_of(rest)
            return Message(topic, rest[count + size:], bool(kind & 0x01))
        return None

    def until(self, condition, limit=LIMIT):
        """Reads up to the first message for which a condition is true."""
        seen, deadline = [], time.monotonic() + limit
        while True:
            message = self.next(max(0, deadline - time.monotonic()))
            if message is None:
                raise AssertionError(f"it has not come within {limit} s, after {seen[-20:]}")
            if condition(message):
                return message
            seen.append((message.topic, message.payload[:200]))

    def on(self, topic, condition=lambda _: True):
        """Reads up to the first message of a topic for whose payload, read as JSON, a condition is
        true; gives that."""
        return self.until(lambda message: message.topic == topic and message.payload
                          and condition(message.json)).json

    def _packet(self, deadline=None):
        """The next packet: its first byte and its body; None at the deadline."""
        while True:
            if len(self._received) > 1:
                count, size = number_of(self._received[1:])
                end = None if count is None else 1 + count + size
                if end is not None and len(self._received) >= end:
                    packet = self._received[0], self._received[1 + count:end]
                    self._received = self._received[end:]
                    return packet
            wait = LIMIT if deadline is None else deadline - time.monotonic()
            if wait <= 0:
                return None
            self.socket.settimeout(wait)
            try:
                some = self.socket.recv(65536)
            except TimeoutError:
                continue
            except ConnectionResetError:
                some = b""
            self.socket.settimeout(LIMIT)
            if not some:
                raise Closed("by the broker")
            self._received += some


def text_of(data):
    return struct.pack(">H", len(data)) + data


def number_of(data):
    """How many bytes a length takes, and the length; None if it is not whole."""
    value = 0
    for index, byte in enumerate(data[:4]):
        value |= (byte & 0x7F) << 7 * index
        if not byte & 0x80:
            return index + 1, value
    return None, None
