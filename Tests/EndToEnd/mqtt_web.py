"""A reader of MQTT over a WebSocket (RFC 6455), as in a browser."""

import base64
import os
import socket
import struct

from client import Closed
from mqtt import Reader
from programs import LIMIT

BINARY, CLOSE, PING, PONG = 2, 8, 9, 10
FINAL, MASKED = 0x80, 0x80


class WebSocket:
    """A connection over which bytes are sent and received as those of a socket."""

    def __init__(self, address):
        self._received = b""
        self._socket = socket.create_connection(address, LIMIT)
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            self._socket.sendall(
                (f"GET /mqtt HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nUpgrade: websocket\r\n"
                 f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
                 "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\n\r\n").encode())
            while b"\r\n\r\n" not in self._received:
                self._read()
            head, self._received = self._received.split(b"\r\n\r\n", 1)
            assert head.startswith(b"HTTP/1.1 101 "), head
        except BaseException:
            self.close()
            raise

    def settimeout(self, seconds):
        self._socket.settimeout(seconds)

    def close(self):
        self._socket.close()

    def sendall(self, data):
        self._send(BINARY, data)

    def recv(self, _):
        """What the next message of data has; nothing at the end."""
        while True:
            kind, data = self._frame()
            if kind == CLOSE:
                return b""
            if kind == PING:
                self._send(PONG, data)
            elif data:
                return data

    def _send(self, kind, data):
        size = len(data)
        length = (bytes([MASKED | size]) if size < 126
                  else bytes([MASKED | 126]) + struct.pack(">H", size))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        self._socket.sendall(bytes([FINAL | kind]) + length + mask + masked)

    def _frame(self):
        """The kind and the data of the next frame, which a server does not mask."""
        try:
            head = self._take(2)
        except Closed:
            return CLOSE, b""
        size = head[1]
        if size >= 126:
            wide = 2 if size == 126 else 8
            size = int.from_bytes(self._take(2 + wide)[2:], "big")
            head += bytes(wide)
        data = self._take(len(head) + size)[len(head):]
        self._received = self._received[len(head) + size:]
        return head[0] & 0x0F, data

    def _take(self, count):
        """The first bytes that were received; they stay, in case that it takes too long."""
        while len(self._received) < count:
            self._read()
        return self._received[:count]

    def _read(self):
        some = self._socket.recv(65536)
        if not some:
            raise Closed("by the broker")
        self._received += some


class WebReader(Reader):
    """A reader over a WebSocket."""

    connected = staticmethod(WebSocket)
