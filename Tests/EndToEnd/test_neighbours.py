"""Bad neighbours: whatever another client does, the match goes on, and the memory stays.

With each of them a countdown of five seconds is watched and goals are scored. The measure for the
memory is the same run without a neighbour.
"""

import concurrent.futures
import os
import pathlib
import selectors
import signal
import socket
import subprocess
import sys
import unittest

import programs
from client import SERVICE, Client, message, shown
from daemon import Daemon

TICKS = ["00:04", "00:03", "00:02", "00:01", "00:00"]
MEASURED_AT = "00:02"
MEMORY = 1 << 20  # Bytes by which a neighbour may make the daemon grow.
CROWD = 1_000
CALLS = 10_000
# Changes before the countdown: a socket that nobody reads holds about a hundred snapshots.
GOALS = 250
GET_INFO = message(f"{SERVICE}.GetInfo")


class Neighbour:
    """One that does nothing; the others tell what they do."""

    def __init__(self, daemon):
        self.daemon = daemon

    def arrive(self):
        """Comes before the goals and the countdown."""

    def at_start(self):
        """Is called between the goals and the countdown."""

    def at_tick(self, time):
        """Is called at each tick, after the memory has been measured."""

    def leave(self):
        """Is called after the countdown; checks that it was as bad as it should be."""

    def end(self):
        """Lets go of what it has, whatever has happened."""


class NeverReads(Neighbour):
    def arrive(self):
        self.client = self.daemon.client()
        self.client.send("Subscribe", {"ticks": True}, more=True)

    def leave(self):
        # It gets what the socket held, and of all the rest the newest only.
        revision = self.daemon.get()["revision"]
        changes = 1
        while self.client.next_change()[1]["revision"] < revision:
            changes += 1
        assert changes < GOALS, f"{changes} changes: its socket never was full"


class SendsAByteNowAndThen(Neighbour):
    def arrive(self):
        self.client = self.daemon.client()
        self.sent = 1
        self.client.send_bytes(GET_INFO[:1])

    def at_tick(self, time):
        self.client.send_bytes(GET_INFO[self.sent:self.sent + 1])
        self.sent += 1

    def leave(self):
        self.client.send_bytes(GET_INFO[self.sent:])
        assert self.client.reply()["product"] == "gatherd"


class PipelinesWithoutReading(Neighbour):
    def arrive(self):
        self.client = self.daemon.client()
        self.client.socket.setblocking(False)
        self.rest = message("Get") * CALLS
        self.send()

    def at_tick(self, time):
        self.send()

    def send(self):
        """Sends what is taken, which is not all."""
        try:
            while self.rest:
                self.rest = self.rest[self.client.socket.send(self.rest):]
        except BlockingIOError:
            pass

    def leave(self):
        assert self.rest, "all its calls were taken"
        self.client.socket.settimeout(programs.LIMIT)
        assert "gather" in self.client.reply()


class HalfCloses(Neighbour):
    def arrive(self):
        self.subscriber, self.caller = self.daemon.client(), self.daemon.client()
        self.subscriber.send("Subscribe", {"ticks": True}, more=True)
        self.caller.send("Get")
        for client in (self.subscriber, self.caller):
            client.socket.shutdown(socket.SHUT_WR)

    def at_start(self):
        # From here on all that comes fits into the socket.
        revision = self.daemon.get()["revision"]
        while self.subscriber.next_change()[1]["revision"] < revision:
            pass

    def leave(self):
        assert "gather" in self.caller.reply()
        assert self.caller.is_closed()
        # One that sends no more is still told everything.
        times = []
        while not times or times[-1] != TICKS[-1]:
            reason, gather = self.subscriber.next_change()
            if reason in ("tick", "timeUp"):
                times.append(shown(gather))
        assert times == TICKS, times


class Process(Neighbour):
    """Many connections, or a lot of work, are for a process of their own."""

    does = None

    def arrive(self):
        command = [sys.executable, "-B", pathlib.Path(__file__).resolve(), self.does]
        self.process = subprocess.Popen(
            [*command, str(self.daemon.socket)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            env=programs.environment())
        assert self.process.stdout.readline() == b"there\n", f"no {self.does}"

    def leave(self):
        assert self.process.poll() is None, f"the process of {self.does} has ended"

    def end(self):
        self.process.kill()
        self.process.wait(programs.LIMIT)
        self.process.stdout.close()


class Idle(Process):
    does = "idle"


class VanishAtOnce(Process):
    does = "subscribe"

    def at_tick(self, time):
        if time == MEASURED_AT:
            self.process.kill()

    def leave(self):
        assert self.process.wait(programs.LIMIT) == -signal.SIGKILL


class SendsRubbish(Process):
    does = "rubbish"


class FloodsWithCalls(Process):
    does = "flood"


class HoardsBytes(Process):
    does = "hoard"


class Run:
    """A countdown with a neighbour, and what became of it."""

    def __init__(self, kind):
        self.times = []
        self.goals = 0
        daemon = Daemon(program=gatherd())
        try:
            daemon.start()
            neighbour = kind(daemon)
            try:
                self.play(daemon, neighbour)
                neighbour.leave()
            finally:
                neighbour.end()
            self.score = daemon.get()["score"]
        finally:
            daemon.close()

    def play(self, daemon, neighbour):
        daemon.call("Open", time={"minutes": 0, "seconds": 5})
        watcher, player = daemon.client(), daemon.client()
        self.warm_up(daemon, player)
        watcher.subscribe(ticks=True)
        before = memory(daemon)

        neighbour.arrive()
        for number in range(GOALS):
            player.call("AddToScore", team="teamA", delta=1 - 2 * (number % 2))
            assert watcher.next_change()[0] == "scoreChanged"
        neighbour.at_start()
        player.call("Start")
        reason = None
        while reason != "timeUp":
            reason, gather = watcher.next_change()
            if reason in ("tick", "timeUp"):
                self.times.append(shown(gather))
                if self.times[-1] == MEASURED_AT:
                    self.growth = memory(daemon) - before
                neighbour.at_tick(self.times[-1])
                player.call("AddToScore", team="teamB", delta=1)
                self.goals += 1

    def warm_up(self, daemon, player):
        """Has the daemon do all once, but with few: what many leave free would hide a growth."""
        clients = [Client(daemon.socket) for _ in range(10)]
        for number, client in enumerate(clients):
            client.get()
            if number % 2 == 0:
                client.subscribe(ticks=True)
        for delta in (+1, -1):
            player.call("AddToScore", team="teamA", delta=delta)
        for client in clients:
            client.close()
        player.get()


class Neighbours(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        programs.require_descriptors(CROWD + 200)
        kinds = (Neighbour, NeverReads, SendsAByteNowAndThen, PipelinesWithoutReading, HalfCloses,
                 Idle, VanishAtOnce)
        # They wait for their countdowns most of the time, and can do so at once.
        with concurrent.futures.ThreadPoolExecutor(len(kinds)) as pool:
            cls.runs = {kind: pool.submit(Run, kind) for kind in kinds}
        cls.reference = cls.runs[Neighbour].result()

    def check(self, run):
        self.assertEqual(run.times, TICKS)
        self.assertEqual(run.goals, len(TICKS))
        self.assertEqual(run.score, f"0-{len(TICKS)}")
        growth = run.growth - self.reference.growth
        print(f"{growth // 1024:+} KiB beside the same run without it", flush=True)
        # A sanitizer remembers what was where.
        if not programs.SANITIZER:
            self.assertLessEqual(growth, MEMORY)

    def test_without_one(self):
        self.check(self.reference)

    def test_one_that_subscribes_and_never_reads(self):
        self.check(self.runs[NeverReads].result())

    def test_one_that_sends_a_byte_now_and_then(self):
        self.check(self.runs[SendsAByteNowAndThen].result())

    def test_one_that_pipelines_and_never_reads(self):
        self.check(self.runs[PipelinesWithoutReading].result())

    def test_some_that_close_one_half(self):
        self.check(self.runs[HalfCloses].result())

    def test_a_thousand_that_idle(self):
        self.check(self.runs[Idle].result())

    def test_a_thousand_subscribers_that_vanish_at_once(self):
        self.check(self.runs[VanishAtOnce].result())

    def test_one_that_sends_rubbish_as_fast_as_it_can(self):
        # It keeps a processor busy, and is alone for that.
        self.check(Run(SendsRubbish))


    def test_a_hundred_that_send_calls_as_fast_as_they_can(self):
        self.check(Run(FloodsWithCalls))

    def test_thirty_with_long_messages_that_do_not_end(self):
        # One may have a message of the greatest length, which is as much as all may grow by.
        run = Run(HoardsBytes)
        run.growth -= MEMORY
        self.check(run)


class OneAfterTheOther(unittest.TestCase):
    def test_a_connection_keeps_nothing_of_the_calls_it_has_made(self):
        call = message("Get")[:-1] + b" " * 4_000 + b"\0"
        daemon = Daemon.running(self)
        with daemon.client() as client:
            for count in (100, 2_000):
                before = memory(daemon)
                for _ in range(count):
                    client.send_bytes(call)
                    client.reply()
            # A quarter of what was sent.
            self.assertLess(memory(daemon) - before, 2 << 20)


def gatherd():
    """The program as it is installed, if it is there."""
    static = os.environ.get("GATHERD_STATIC_BIN_DIR")
    return pathlib.Path(static).resolve() / "gatherd" if static else programs.gatherd()


def memory(daemon):
    """The bytes that it has written to, and that nobody shares.

    Pages of the program itself are private or shared by whether another runs it at the moment.
    """
    with open(f"/proc/{daemon.pid}/smaps_rollup") as lines:
        [size] = [line.split()[1] for line in lines if line.startswith("Private_Dirty:")]
    return 1024 * int(size)


# The processes of neighbours

def hold(path, subscribe):
    """Has a thousand connections, and reads nothing of what comes after the first answer."""
    clients = [Client(path) for _ in range(CROWD)]
    for client in clients:
        if subscribe:
            client.subscribe(ticks=True)
    # They are accepted in their order, so all others are as well.
    if not subscribe:
        clients[-1].get()
    print("there", flush=True)
    signal.pause()


def send_rubbish(path):
    """Connects, sends what is no message until it is thrown out, and connects again."""
    rubbish = os.urandom(1 << 16)
    is_first = True
    while True:
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(path)
                connection.sendall(rubbish)
            except OSError:
                pass  # It is thrown out in the midst of it.
        if is_first:
            print("there", flush=True)
        is_first = False


def flood(path):
    """Sends calls that want no answer on a hundred connections, as fast as they are taken."""
    calls = message("Get", oneway=True) * 100
    clients = [Client(path) for _ in range(100)]
    with selectors.DefaultSelector() as selector:
        for client in clients:
            client.socket.setblocking(False)
            client.rest = b""
            selector.register(client.socket, selectors.EVENT_WRITE, client)
        print("there", flush=True)
        while True:
            for key, _ in selector.select():
                client = key.data
                client.rest = client.rest or calls
                client.rest = client.rest[client.socket.send(client.rest):]


def hoard(path):
    """Sends long messages that never end on thirty connections, and stays."""
    clients = [Client(path) for _ in range(30)]
    for client in clients:
        try:
            client.socket.settimeout(1)
            client.socket.sendall(b" " * ((1 << 20) - 100))
        except OSError:
            pass  # All together are too much, and it is thrown out.
    print("there", flush=True)
    signal.pause()


if __name__ == "__main__":
    # If nobody ends it, it ends itself.
    signal.alarm(4 * programs.LIMIT)
    does, path = sys.argv[1:]
    if does == "rubbish":
        send_rubbish(path)
    if does == "flood":
        flood(path)
    if does == "hoard":
        hoard(path)
    hold(path, subscribe=does == "subscribe")
