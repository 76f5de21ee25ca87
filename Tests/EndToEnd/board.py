"""A board on a terminal, and a daemon that shows one and the same moment for as long as it is looked at."""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time

import attributes
from programs import LIMIT, environment, gatherctl

GATHER_ID = "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e"


def boottime():
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Moment:
    """A gatherd that has only ever seen one moment of a match, which it tells every 200 ms."""

    def __init__(self, test, gather, entries=()):
        """`gather` makes the snapshot, anew each time, or gives None."""
        self._directory = tempfile.TemporaryDirectory(prefix="gatherd-", dir="/tmp")
        self.socket = pathlib.Path(self._directory.name) / "g.sock"
        self._gather, self._entries = gather, list(entries)
        self._open = []
        self._over = threading.Event()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self.socket))
        self._listener.listen()
        threading.Thread(target=self._accept, daemon=True).start()
        test.addCleanup(self._directory.cleanup)
        test.addCleanup(self.vanish)

    @property
    def has_entries(self):
        return bool(self._entries)

    def vanish(self):
        """Goes away, and does not come back."""
        self._over.set()
        for end in [self._listener, *self._open]:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # Gone already.
            end.close()

    def _accept(self):
        while not self._over.is_set():
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._open.append(connection)
            threading.Thread(target=self._serve, args=[connection], daemon=True).start()

    def _serve(self, connection):
        received = b""
        try:
            while some := connection.recv(65536):
                received += some
                while b"\0" in received:
                    call, received = received.split(b"\0", 1)
                    self._answer(connection, json.loads(call))
        except OSError:
            pass  # The board or this test has had enough.

    @staticmethod
    def send(connection, parameters, **flags):
        connection.sendall(json.dumps({"parameters": parameters} | flags).encode() + b"\0")

    def _answer(self, connection, call):
        if call["method"].endswith(".Show"):
            gather = self._gather()
            self.send(connection, {"gather": {
                "id": GATHER_ID, "phase": "open", "teamAName": gather["teamA"]["name"],
                "teamBName": gather["teamB"]["name"], "score": gather["score"],
                "winnerTeam": "None", "openedAt": gather["openedAt"], "endedAt": None,
            }, "entries": self._entries})
            return
        if call["method"].endswith(".GetDefaults"):
            self.send(connection, {"defaults": {"time": {"minutes": 15, "seconds": 0}}})
            return
        while not self._over.is_set():
            self.send(connection, {"gather": self._gather(), "reason": "tick"}, continues=True)
            self._over.wait(0.2)


def entry(number, text, score, gone, **more):
    """Something that happened in the match."""
    return more | {
        "number": number, "step": number, "kind": "scoreChanged", "text": text,
        "at": "2026-11-21T15:32:05.000Z", "goneMilliseconds": gone * 1000,
        "clock": {"minutes": 10, "seconds": 0}, "score": score, "operatorUid": 1000,
        "operatorName": "anna", "undoneBy": None}


def gather(state, left, phase="open", doubtful=False, names=("Reds", "Blues"), players=((), ()),
           colors=(None, None), kick_off=None, scores=(2, 1)):
    """Makes snapshots of a match with so many seconds left, whenever it is looked at.

    The kick-off is so many seconds ahead, and its time of day has seconds.
    """
    def team(name, score, players, color):
        return {"name": name, "score": score, "color": color, "players": [
            {"id": number, "name": player, "position": position}
            for number, (player, position) in enumerate(players, 1)]}

    def snapshot():
        now = int(boottime() * 1e6)
        seconds = int(-(-left // 1))
        return {
            "id": GATHER_ID, "revision": 9, "phase": phase,
            "timer": {
                "state": state, "initial": {"minutes": 10, "seconds": 0},
                "remaining": {"minutes": seconds // 60, "seconds": seconds % 60},
                "remainingMilliseconds": int(left * 1000),
                "endsAtBoottimeMicroseconds":
                    now + int(left * 1e6) if state == "running" else None,
                "timeUpAt": time.strftime("%FT%TZ", time.gmtime()) if left == 0 else None,
                "doubtful": doubtful, "takenAtBoottimeMicroseconds": now},
            "teamA": team(names[0], scores[0], players[0], colors[0]),
            "teamB": team(names[1], scores[1], players[1], colors[1]), "bench": [],
            "openedAt": "2026-11-21T15:32:05Z",
            "endedAt": None if phase == "open" else "2026-11-21T15:45:00Z",
            "score": "%d-%d" % scores, "winnerTeam": "Team A" if any(scores) else "None", "recovered": None, "submission": None,
            "kickOff": None if kick_off is None else {
                "atMicroseconds": int((time.time() + kick_off) // 60 * 60 + 7) * 1_000_000,
                "atBoottimeMicroseconds": now + int(kick_off * 1e6), "automatic": True,
                "teamWithoutPlayers": None}}
    return snapshot


def without_times(screen):
    """A screen without what is different at each time of day, and with its escapes to be read."""
    screen = re.sub(r"\d\d:\d\d:\d\d", "HH:MM:SS", screen)
    screen = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "YYYY-MM-DD HH:MM", screen)
    screen = re.sub(r"/tmp/gatherd-\w+", "/tmp/gatherd-X", screen)
    return attributes.normal(screen).replace("\x1b", "␛")


class BoardTerminal:
    """`gatherctl watch` on a terminal of its own, with what it writes and when."""

    def __init__(self, test, path, *arguments, rows=24, columns=80, program=None, **variables):
        self.terminal, self.slave = pty.openpty()
        self.rows = rows
        self.resize(rows, columns)
        self.modes = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [program or gatherctl(), "watch", *arguments], stdin=self.slave, stdout=self.slave,
            stderr=self.slave, start_new_session=True,
            env=environment(**{"TERM": "xterm-256color", "GATHERD_SOCKET": path} | variables))
        self.output = b""
        test.addCleanup(self.close)

    def resize(self, rows, columns):
        size = struct.pack("HHHH", rows, columns, 0, 0)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        """Reads what comes next; gives the moment and the bytes, or None."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return None
        some = os.read(self.terminal, 65536)
        self.output += some
        return boottime(), some

    def read_until(self, text, start=0):
        deadline = time.monotonic() + LIMIT
        while text.encode() not in self.output[start:]:
            if time.monotonic() > deadline:
                raise AssertionError(f"no {text!r} within {LIMIT} s in {self.output[-2000:]!r}")
            self.read(1)

    def type(self, keys):
        """Types keys; gives how much was written before that."""
        start = len(self.output)
        os.write(self.terminal, keys.encode())
        return start

    def end(self):
        """Waits for the end of the program; gives its exit status."""
        deadline = time.monotonic() + LIMIT
        while self.process.poll() is None and time.monotonic() < deadline:
            self.read(0.05)
        while self.read(0.05):
            pass
        return self.process.wait(1)

    def check_intact(self, test):
        """The terminal is as it was before."""
        test.assertEqual(termios.tcgetattr(self.slave), self.modes)
        for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h"),
                        (b"\x1b[?2004h", b"\x1b[?2004l")):
            test.assertGreater(self.output.rfind(off), self.output.rfind(on), self.output[-200:])

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT)
        os.close(self.terminal)
        os.close(self.slave)
