"""Debian's Firefox, driven by WebDriver BiDi, with a WebSocket of a few lines."""

import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

import programs
from browser import UNTIL
from programs import LIMIT


class WebSocket:
    """The client's end of a connection of RFC 6455, for texts."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), LIMIT)
        self._received = b""
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self._received:
            self._receive()
        head, self._received = self._received.split(b"\r\n\r\n", 1)
        assert head.startswith(b"HTTP/1.1 101 "), head

    def close(self):
        self.socket.close()

    def send(self, text):
        """Sends a text, masked as a client has to."""
        data, mask = text.encode(), os.urandom(4)
        length = len(data)
        if length < 126:
            head = struct.pack("!BB", 0x81, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack("!BBH", 0x81, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x81, 0x80 | 127, length)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self.socket.sendall(head + mask + masked)

    def receive(self):
        """The next whole text."""
        whole = b""
        while True:
            first, second = self._read(2)
            length = second & 0x7f
            if length == 126:
                [length] = struct.unpack("!H", self._read(2))
            elif length == 127:
                [length] = struct.unpack("!Q", self._read(8))
            data, kind = self._read(length), first & 0x0f
            assert kind != 8, f"the other end has closed: {data}"
            if kind > 8:
                continue  # A ping of one who does not wait for the answer.
            whole += data
            if first & 0x80:
                return whole.decode()

    def _read(self, count):
        while len(self._received) < count:
            self._receive()
        data, self._received = self._received[:count], self._received[count:]
        return data

    def _receive(self):
        some = self.socket.recv(1 << 16)
        assert some, "the other end has gone"
        self._received += some


class Firefox:
    """A browser without windows, of a profile of its own."""

    def __init__(self):
        program = programs.require("firefox-esr", "firefox-esr")
        self._directory = tempfile.mkdtemp(prefix="firefox-", dir="/tmp")
        self._number = 0
        log = open(f"{self._directory}/log", "wb")
        with log:
            self.process = subprocess.Popen(
                [program, "--headless", "--remote-debugging-port", "0", "--no-remote",
                 "--profile", self._directory, "about:blank"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=programs.environment(HOME=self._directory), start_new_session=True)
        try:
            host, port = programs.eventually(self._listens, self._said)
            self._socket = WebSocket(host, int(port), "/session")
            self.call("session.new", capabilities={})
        except BaseException:
            self.end()
            raise

    def _said(self):
        with open(f"{self._directory}/log", errors="replace") as log:
            return log.read()

    def _listens(self):
        assert self.process.poll() is None, f"Firefox has ended: {self._said()}"
        found = re.search(r"WebDriver BiDi listening on ws://([^:]+):(\d+)", self._said())
        return found and found.groups()

    def close(self):
        self._socket.close()
        self.end()

    def end(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(LIMIT)
        shutil.rmtree(self._directory, ignore_errors=True)

    def post(self, method, **parameters):
        """Sends a command; gives its number."""
        self._number += 1
        self._socket.send(json.dumps(
            {"id": self._number, "method": method, "params": parameters}))
        return self._number

    def call(self, method, **parameters):
        """Calls a method, and gives its reply; events before it are passed over."""
        number = self.post(method, **parameters)
        while (message := json.loads(self._socket.receive())).get("id") != number:
            pass
        assert message["type"] == "success", f"{method}: {message}"
        return message["result"]

    def preload(self, script):
        """Has all pages run a script before their own."""
        self.call("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def page(self, address):
        """A page in a window of its own that has loaded an address."""
        context = self.call("browsingContext.create", type="window")["context"]
        self.call("browsingContext.navigate", context=context, url=address, wait="complete")
        return FirefoxPage(self, context)


class FirefoxPage:
    def __init__(self, browser, context):
        self.browser, self.context = browser, context

    def evaluate(self, expression):
        """The value of an expression, or of what it promises."""
        script = f"Promise.resolve({expression}).then((value) => JSON.stringify(value))"
        told = self.browser.call(
            "script.evaluate", expression=script, target={"context": self.context},
            awaitPromise=True)
        assert told["type"] == "success", f"{expression}: {told}"
        return json.loads(told["result"].get("value", "null"))

    def until(self, expression):
        return self.evaluate(UNTIL % expression)
