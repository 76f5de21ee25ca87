"""What runs while something is measured: gatherd, its peers, and the measuring programs."""

import collections
import contextlib
import pathlib
import shutil
import socket
import subprocess
import tempfile

import machine
import programs
from client import Client
from programs import LIMIT


class Setting(contextlib.ExitStack):
    """Starts what a measure needs, and ends all of it.

    Where two processes talk, a peer is on one CPU and its clients are on another.
    """

    def __init__(self, built, is_quick):
        super().__init__()
        self.built = built
        self.is_quick = is_quick
        self.client_cpu, self.daemon_cpu = machine.cpus()[0], machine.cpus()[-1]
        # The path of a socket has at most 107 bytes; a flush has to reach a disk.
        self.sockets = self._directory("/tmp")
        self.states = self._directory(built.directory)

    def _directory(self, parent):
        path = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-benchmark-", dir=parent))
        self.callback(shutil.rmtree, path, ignore_errors=True)
        return path

    def daemon(self, *command, is_placed=True, stderr=None, **variables):
        """Starts a program on the CPU of the daemons, or wherever the kernel wants it."""
        cpu = self.daemon_cpu if is_placed else None
        return self._start(command, cpu, variables, stdout=subprocess.DEVNULL, stderr=stderr)

    def ready_daemon(self, *command, **options):
        """The same as a service manager does it, which waits until the program is ready."""
        path = self.sockets / "notify"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            notified.bind(str(path))
            notified.settimeout(LIMIT)
            process = self.daemon(*command, NOTIFY_SOCKET=path, **options)
            try:
                while b"READY=1" not in notified.recv(4096).split(b"\n"):
                    pass
            except TimeoutError:
                raise RuntimeError(f"{command} is not ready within {LIMIT} s") from None
        # Later messages of the process have no receiver any more.
        path.unlink()
        return process

    def gatherd(self, name, wrapper=(), is_placed=True, options=()):
        return Gatherd(self, name, wrapper, is_placed, options)

    def program(self, name):
        """A measuring program."""
        return self.built.directory / name

    def start(self, name, *arguments, cpu=None):
        """Starts a measuring program; the caller reads its output."""
        return self._start([self.program(name), *arguments], cpu, {}, stdout=subprocess.PIPE,
                           text=True)

    def start_ready(self, name, *arguments):
        """The same of one that says when it is ready."""
        return self.start_ready_on(None, name, *arguments)

    def start_ready_on(self, cpu, name, *arguments):
        """The same on a CPU."""
        process = self.start(name, *arguments, cpu=cpu)
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{name} has not begun")
        return process

    def gatherctl(self, gatherd, *arguments, **variables):
        """Starts gatherctl on a gatherd, wherever the kernel wants it; the caller reads its
        output."""
        return self._start([self.built.gatherctl, *arguments], None,
                           {"GATHERD_SOCKET": gatherd.socket} | variables,
                           stdout=subprocess.PIPE, text=True)

    def _start(self, command, cpu, variables, **options):
        """Starts a program that ends with the setting, and whenever this script does."""
        placed = [] if cpu is None else ["taskset", "-c", cpu]
        command = ["setpriv", "--pdeathsig", "KILL", *placed, *command]
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL,
            env=programs.environment(**variables), **options)
        self.callback(end, process)
        return process

    def samples(self, name, *arguments, cpu=None):
        """Runs a measuring program to its end: the numbers after each first word of its lines."""
        return self.result(self.start(name, *arguments, cpu=cpu))

    def result(self, process, status=0, read=""):
        """The same of a program that was started before, and of whose output that was read."""
        output = read + process.stdout.read()
        if process.wait() != status:
            raise RuntimeError(f"{process.args} ended with {process.returncode}")
        found = collections.defaultdict(list)
        for line in output.splitlines():
            key, *numbers = line.split()
            values = [float(number) for number in numbers]
            found[key].append(values[0] if len(values) == 1 else values)
        return found


class Gatherd:
    """A gatherd with a state directory and a socket of its own."""

    def __init__(self, setting, name, wrapper, is_placed, options):
        self.socket = setting.sockets / f"{name}.sock"
        self.state = setting.states / name
        self.process = setting.ready_daemon(
            *wrapper, setting.built.gatherd, "--socket", self.socket,
            "--state-directory", self.state, *options, is_placed=is_placed)

    @property
    def pid(self):
        return self.process.pid

    def client(self):
        return Client(self.socket)

    def call(self, method, **parameters):
        with self.client() as client:
            return client.call(method, **parameters)

    def play(self):
        """A match that runs for longer than anything is measured."""
        self.call("Open", time={"minutes": 45, "seconds": 0})
        self.call("Start")
        return self

    def add_goals(self, count, with_ids=True):
        """So many commands, each a goal or one taken back; as many at a time as are taken."""
        with self.client() as client:
            for first in range(0, count, 32):
                numbers = range(first, min(first + 32, count))
                for number in numbers:
                    given = {"requestId": f"{hash((self.socket, number)) & (1 << 64) - 1:032x}"}
                    client.send("AddToScore", {"team": "teamA", "delta": 1 - number % 2 * 2}
                                | (given if with_ids else {}))
                for _ in numbers:
                    client.reply()

    def stop(self):
        """Ends it as a service manager does."""
        self.process.terminate()
        status = self.process.wait(LIMIT)
        if status != 0:
            raise RuntimeError(f"gatherd ended with {status}")


def ticks(process):
    """The lines of a subscriber's program from now on, as the ticks come: the second that each
    shows, and the line."""
    for line in process.stdout:
        if line.startswith("tick"):
            yield int(line.split()[1]), line


def end(process):
    """Ends a process, if it has not ended."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(LIMIT)
    if process.stdout:
        process.stdout.close()
