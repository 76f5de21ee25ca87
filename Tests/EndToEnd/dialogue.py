"""What a gatherctl and a gatherd have said to each other: recorded once, kept in a file, and played
to later ones.

A line of the file is a JSON object: a run of gatherctl, a message of it, or what happens around it.
The server's address is written as SERVER, since it is another one each time.
"""

import itertools
import json
import os
import pathlib
import re
import select
import shutil
import socket
import subprocess
import tempfile

import programs
from backend import Backend
from daemon import Daemon
from listener import Listener
from programs import LIMIT

# A directory for each version that was recorded, with its interfaces.
VERSIONS = sorted((pathlib.Path(__file__).resolve().parent / "Fixtures").iterdir())
SERVER = "http://server.invalid"
UUID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
# The fields that are not compared: they depend on the time, the server or the user of a run, or are
# texts for people, which later versions may word differently.
PASSING = set(
    "at openedAt endedAt timeUpAt nextAttemptAt lastCommandAt endsAtBoottimeMicroseconds"
    " takenAtBoottimeMicroseconds remaining remainingMilliseconds clock since goneMilliseconds"
    " unattendedMilliseconds endedSecondsAgo maximumMilliseconds attempts operatorUid operatorName"
    " text undone redone reason details lastError description".split())


FILE = "dialogue.jsonl"


def of(version):
    """All entries of the file of a version."""
    return [json.loads(line) for line in (version / FILE).read_text().splitlines()]


def keep(version, entries, server):
    """Writes the file of a version."""
    (version / FILE).write_text("".join(
        json.dumps(entry, ensure_ascii=False, separators=(",", ":")).replace(server, SERVER) + "\n"
        for entry in entries))


class Scene:
    """A daemon and a server, and what happens to them between the runs."""

    def __init__(self, test):
        self.backend = Backend.running(test)
        self.daemon = Daemon.running(test)
        self._directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-proxy-", dir="/tmp"))
        test.addCleanup(shutil.rmtree, self._directory)
        self.files = self._directory / "files"
        self.files.mkdir()
        self.made = None
        self._proxies = 0

    def proxy(self, note):
        """A proxy of the daemon, with a socket of its own."""
        self._proxies += 1
        return Proxy(self._directory / str(self._proxies), self.daemon.socket, note)

    def act(self, what):
        """Does one of the things that a file names."""
        word, _, rest = what.partition(" ")
        {"await": self._await, "lose": self._lose, "forget": self._forget}[word](rest)

    def _await(self, state):
        """Waits until the result of the newest gather is so far."""
        with self.daemon.client() as client:
            gather = client.subscribe()
            while (gather["submission"] or {}).get("state") != state:
                _, gather = client.next_change()

    def _lose(self, _):
        """The answer to the next gather is lost, while another client makes one as well."""
        self.backend.server.fail(self._make_two, at="POST")

    def _make_two(self, exchange):
        before = set(self.backend.gathers)
        exchange.act()
        self.made = next(iter(set(self.backend.gathers) - before))
        exchange.act()
        exchange.close()

    def _forget(self, _):
        """The server takes no token any more."""
        self.backend.tokens.clear()


class Ctl:
    """A run of gatherctl, with both of its streams as one."""

    def __init__(self, path, arguments, **variables):
        self._process = subprocess.Popen(
            [programs.gatherctl(), *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            env=programs.environment(GATHERD_SOCKET=path, **variables))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.communicate()

    def end(self, given="", until=None):
        """Waits for its end, or ends it when it has shown a text; gives its exit status and all
        that it has shown."""
        if until is None:
            shown, _ = self._process.communicate(given.encode(), timeout=LIMIT)
            return self._process.returncode, shown.decode()
        self._process.stdin.write(given.encode())
        self._process.stdin.flush()
        shown = b""
        while until.encode() not in shown:
            if not select.select([self._process.stdout], [], [], LIMIT)[0]:
                raise AssertionError(f"no {until!r} within {LIMIT} s, after {shown}")
            some = os.read(self._process.stdout.fileno(), 65536)
            if not some:
                raise AssertionError(f"it ended without {until!r}: {shown}")
            shown += some
        self._process.terminate()
        self._process.communicate(timeout=LIMIT)
        return self._process.returncode, shown.decode()


class Proxy:
    """Forwards the messages at a socket, and notes each before it goes on."""

    def __init__(self, path, target, note):
        self.path = path
        self._target, self._note = target, note
        self._numbers = itertools.count(1)
        self._listener = Listener.at(path, self._pass)
        self.close = self._listener.close

    def _pass(self, client):
        number = next(self._numbers)
        daemon = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        daemon.connect(str(self._target))
        ways = {client: (daemon, "call", [b""]), daemon: (client, "reply", [b""])}
        with client, daemon:
            while True:
                for source in select.select(list(ways), [], [])[0]:
                    target, kind, rest = ways[source]
                    some = source.recv(65536)
                    if not some:
                        return
                    *whole, rest[0] = (rest[0] + some).split(b"\0")
                    for message in whole:
                        self._note({"connection": number, kind: json.loads(message)})
                        target.sendall(message + b"\0")


class Names:
    """Which UUID of today's is which of the recording."""

    def __init__(self, server):
        self._server = server
        self._known = {}

    def is_same(self, recorded, today):
        """Whether two texts name the same; what is named for the first time does."""
        if UUID.fullmatch(recorded) and UUID.fullmatch(today):
            return self._known.setdefault(recorded.lower(), today) == today
        return self.translated(recorded) == today

    def translated(self, value):
        """A recorded message in today's names; an ID can be given by its beginning."""
        if isinstance(value, dict):
            return {name: self.translated(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self.translated(each) for each in value]
        if not isinstance(value, str):
            return value
        if value.startswith(SERVER):
            return self._server + value.removeprefix(SERVER)
        if re.fullmatch("[0-9A-Fa-f-]{4,36}", value):
            for recorded, today in self._known.items():
                if recorded.startswith(value.lower()):
                    return today[:len(value)]
        return value


# Texts for people, which call a gather a match now.
TEXTS = ("text", "undone", "redone")


def differences(recorded, today, names, at, passing=frozenset(), passes=False):
    """What today's reply lacks of a recorded one, or has otherwise, in words; of what passes the
    type alone is compared."""
    passes = passes or at.rpartition(".")[2] in PASSING | passing
    other = [f"{at}: {recorded!r} is now {today!r}"]
    if passes and None in (recorded, today):
        return []
    if type(recorded) is not type(today):
        return other
    if at.rpartition(".")[2] in TEXTS and isinstance(recorded, str):
        recorded = recorded.replace("the gather", "the match")
    if isinstance(recorded, dict):
        return [
            line for key, value in recorded.items()
            for line in (differences(value, today[key], names, f"{at}.{key}", passing, passes)
                         if key in today else [f"{at}.{key} is gone"])]
    if isinstance(recorded, list):
        if len(recorded) != len(today):
            return [f"{at}: {len(recorded)} are now {len(today)}"]
        return [line for pair in zip(recorded, today)
                for line in differences(*pair, names, at, passing, passes)]
    if passes or recorded == today or isinstance(recorded, str) and names.is_same(recorded, today):
        return []
    return other
