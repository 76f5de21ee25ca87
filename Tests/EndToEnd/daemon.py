"""A gatherd of a test's own, and the service manager it believes to have."""

import fcntl
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import uuid

import programs
from client import Client
from programs import LIMIT, eventually


class Notifications:
    """The receiving end of sd_notify(3).

    A thread reads all the time: with a full queue, sd_notify waits and the daemon with it.
    """

    def __init__(self, path):
        self.path = str(path)
        self.seen = []
        self._passed = 0
        self._marks = set()
        self._changed = threading.Condition()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self.path)
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self):
        with self._socket:
            while lines := self._socket.recv(65536).decode().splitlines():
                with self._changed:
                    own = {line for line in lines if line.startswith("MARK=")}
                    self._marks |= own
                    self.seen += [line for line in lines if line not in own]
                    self._changed.notify_all()

    def wait_until(self, condition, seconds=LIMIT):
        """Waits until a condition on what has come is true; gives its value."""
        with self._changed:
            return self._changed.wait_for(condition, seconds)

    def wait_for(self, text):
        """Waits for the next line with a text in it; those before it are passed over."""
        def find():
            while self._passed < len(self.seen):
                self._passed += 1
                if text in self.seen[self._passed - 1]:
                    return self.seen[self._passed - 1]
            return None
        line = self.wait_until(find)
        assert line, f"no {text} within {LIMIT} s in {self.seen}"
        return line

    def mark(self):
        """Puts a mark behind all that was sent by now; `is_at` is true when it has come."""
        mark = f"MARK={uuid.uuid4()}"
        self._send(mark.encode())
        return mark

    def is_at(self, mark):
        return mark in self._marks

    def wake(self):
        """Has those who wait look again at what they wait for."""
        with self._changed:
            self._changed.notify_all()

    def drain(self):
        """Waits for what was sent by now, as by a process that has ended."""
        mark = self.mark()
        assert self.wait_until(lambda: self.is_at(mark)), "nobody reads the notifications"

    def forget(self):
        """Drops all that was sent by now."""
        self.drain()
        self.seen.clear()
        self._passed = 0

    def statuses(self):
        """All states that were announced so far."""
        return [line[len("STATUS="):] for line in self.seen if line.startswith("STATUS=")]

    def close(self):
        self._send(b"")  # The end for the thread.

    def _send(self, data):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
            sender.sendto(data, self.path)


def as_user(uid, groups=()):
    """What has a command run as a user, and in these groups besides one of the same number."""
    more = ["--groups", ",".join(map(str, groups))] if groups else ["--clear-groups"]
    return ["setpriv", "--reuid", uid, "--regid", uid, *more]


class Daemon:
    """A daemon with a state directory, a socket and a log of its own.

    They are directly under /tmp, or /dev/shm, as the path of a socket has at most 107 bytes.
    """

    def __init__(self, program=None, descriptors=None, uid=None, groups=(), options=(),
                 **variables):
        """`descriptors` are the soft and the hard limit of them that it is started with, `uid` is
        the user it runs as where that is not ours, in these groups besides; `options` are more of
        its own."""
        # By a fast clock, a disk that is slow for a quarter of a second does not answer.
        in_memory = "FAST_CLOCK" in variables and os.access("/dev/shm", os.W_OK)
        self.directory = pathlib.Path(
            tempfile.mkdtemp(prefix="gatherd-", dir="/dev/shm" if in_memory else "/tmp"))
        self.state = self.directory / "state"
        self.socket = self.directory / "run" / "gatherd.sock"
        self.database = self.state / "gather.db"
        self.notifications = Notifications(self.directory / "notify")
        self.process = None
        self.program = program or programs.gatherd()
        self._descriptors = descriptors
        self._uid = uid
        self._groups = groups
        self._options = options
        if uid is not None:
            self.directory.chmod(0o755)
            os.chown(self.directory, uid, uid)
            os.chown(self.notifications.path, uid, uid)
        self.variables = variables
        self._expects_end = False
        self._clients = []

    @classmethod
    def running(cls, test, **options):
        """A daemon that is ready, and ends with the test."""
        daemon = cls(**options)
        test.addCleanup(daemon.close)
        return daemon.start()

    @property
    def pid(self):
        return self.process.pid

    @property
    def set_aside(self):
        """The damaged files that were set aside."""
        return sorted(path.name for path in self.state.glob("gather.db.damaged-*"))

    @property
    def log(self):
        """What it wrote to standard error."""
        return (self.directory / "log").read_text(errors="replace")

    # Life

    def start(self, passed=None, names="varlink"):
        """Starts it and waits until it says that it is ready."""
        self.spawn(passed, names)
        assert self.is_ready_within(LIMIT), f"gatherd hangs: {self.log}"
        return self

    def is_ready_within(self, seconds):
        """Waits until it says that it is ready, at most so long."""
        is_ready = self.becomes_ready(seconds)
        assert not self._ended, f"gatherd ended: {self.log}"
        return is_ready

    def becomes_ready(self, seconds=LIMIT):
        """Waits until it says that it is ready, or ends."""
        notifications, ended = self.notifications, self._ended
        notifications.wait_until(
            lambda: "READY=1" in notifications.seen or ended and notifications.is_at(ended[0]),
            seconds)
        return "READY=1" in notifications.seen

    def spawn(self, passed=None, names="varlink", ends=False):
        """Starts it and does not wait; `passed`, a socket or several, become its descriptors from 3
        on, as from systemd; `ends` says that it is not expected to stay."""
        self.notifications.forget()  # What the daemon before has said.
        command = [self.program, "--state-directory", self.state, "--socket", self.socket,
                   *self._options]
        if self._descriptors is not None:
            script = 'ulimit -Sn "$0" && ulimit -Hn "$1" && shift && exec "$@"'
            command = ["bash", "-c", script, *self._descriptors, *command]
        command = [*self.as_its_user(), *command]
        inherited = []
        if passed is not None:
            sockets = passed if isinstance(passed, list) else [passed]
            # Out of the way of the numbers that they get.
            inherited = [fcntl.fcntl(each, fcntl.F_DUPFD, 100) for each in sockets]
            moves = " ".join(f"{3 + index}<&{number} {number}<&-"
                             for index, number in enumerate(inherited))
            # The variables name the process they are for, which is known after the fork only.
            script = (f'exec {moves} && exec env LISTEN_PID=$$ LISTEN_FDS={len(sockets)}'
                      ' LISTEN_FDNAMES="$0" "$@"')
            command = ["bash", "-c", script, names, *command]
        # What this machine's daemon is configured with is no matter of a test.
        variables = {"NOTIFY_SOCKET": self.notifications.path,
                     "CONFIGURATION_DIRECTORY": self.directory / "etc"} | self.variables
        with open(self.directory / "log", "ab") as log:
            self.process = subprocess.Popen(
                [str(argument) for argument in command], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, pass_fds=inherited, env=programs.environment(**variables),
                start_new_session=True)
        for number in inherited:
            os.close(number)
        self._expects_end = ends
        self._ended = []
        threading.Thread(
            target=self._note_end, args=(self.process, self._ended), daemon=True).start()
        return self

    def _note_end(self, process, ended):
        """Wakes who waits for a notification that will not come any more."""
        process.wait()
        try:
            ended.append(self.notifications.mark())
        except OSError:
            pass  # The test is over.
        # The mark may have come before it was noted.
        self.notifications.wake()

    def as_its_user(self):
        """What has a command run as its user, where that is not ours."""
        return as_user(self._uid, self._groups) if self._uid is not None else []

    def signal(self, number):
        self.process.send_signal(number)
        if number == signal.SIGSTOP:
            # Another thread may answer until all of them have stopped, or it has ended.
            os.waitid(os.P_PID, self.process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def kill(self):
        """Ends it as a crash or a loss of power does."""
        self.end(signal.SIGKILL)

    def stop(self):
        """Ends it as a service manager does; gives its exit status."""
        return self.end(signal.SIGTERM)

    def end(self, number):
        self._expects_end = True
        self.signal(number)
        return self.process.wait(LIMIT)

    def expect_end(self):
        """From here on, its end is no error."""
        self._expects_end = True

    def restart(self):
        self.kill()
        return self.start()

    @staticmethod
    def _remove(directory):
        """Removes a directory in which another daemon, that of a replay, may be about to make and to
        remove its own files."""
        def is_removed():
            shutil.rmtree(directory, ignore_errors=True)
            return not directory.exists()
        eventually(is_removed, lambda: f"what cannot be removed: {list(directory.rglob('*'))}")

    def close(self):
        """Ends it and removes all it had; an end that no test asked for is an error."""
        for client in self._clients:
            client.close()
        log, status = "", None
        if self.process is not None:
            log, status = self.log, self.process.poll()
            self.process.kill()
            self.process.wait(LIMIT)
        self.notifications.close()
        self._remove(self.directory)
        assert status is None or self._expects_end, f"gatherd ended with {status}: {log}"

    # Use

    def client(self):
        """A new connection, closed with the daemon."""
        self._clients.append(Client(self.socket))
        return self._clients[-1]

    def call(self, method, **parameters):
        """One call on a connection of its own."""
        with Client(self.socket) as client:
            return client.call(method, **parameters)

    def get(self):
        return self.call("Get")["gather"]

    def ctl(self, *arguments, input=None, **variables):
        """Runs gatherctl against it."""
        return programs.ctl(self.socket, *arguments, input=input, **variables)

    def said(self, test, *arguments, status=0, **more):
        """Runs gatherctl, checks its status and that it uses one stream; gives what it said."""
        result = self.ctl(*arguments, **more)
        test.assertEqual(result.returncode, status, f"{arguments}: {result}")
        said, silent = result.stdout, result.stderr
        if status != 0:
            said, silent = silent, said
        test.assertEqual(silent, "", arguments)
        return said

    def watch(self, test, *options):
        """A `gatherctl watch` on a pipe."""
        return programs.Running(
            test, programs.gatherctl(), "watch", *options, GATHERD_SOCKET=self.socket)
