"""A machine that ssh reaches: an sshd of the test's own on loopback, with keys made for it."""

import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

import programs
from programs import LIMIT, bin_dir, environment, eventually, require

SERVER = """\
ListenAddress 127.0.0.1
Port {port}
HostKey {directory}/host
PidFile none
AuthorizedKeysFile {directory}/known-key.pub
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
SetEnv PATH={path} GATHERD_SOCKET={socket}
"""

CLIENT = """\
Host pitch
    HostName 127.0.0.1
    Port {port}
    User {user}
    IdentityFile {directory}/key
    IdentitiesOnly yes
    IdentityAgent none
    UserKnownHostsFile {directory}/known_hosts
    GlobalKnownHostsFile /dev/null
    StrictHostKeyChecking yes
"""


# A way to the other machine that takes its time: ssh's ProxyCommand.
SLOW_WAY = """\
import os, select, socket, sys, time
way = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
delay, waiting, ends = float(sys.argv[2]), [], {0: way.fileno(), way.fileno(): 1}
while True:
    left = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for source in select.select(list(ends), [], [], left)[0]:
        data = os.read(source, 65536)
        if not data:
            sys.exit()
        waiting.append((time.monotonic() + delay, ends[source], data))
    while waiting and waiting[0][0] <= time.monotonic():
        os.write(*waiting.pop(0)[1:])
"""


class Remote:
    """An sshd that lets this user in, to whom a daemon's socket is the one that is chosen."""

    def __init__(self, test, daemon_socket, path=None, banner="", within=()):
        """`path` is where programs are looked for over there, `banner` is what it says first,
        and `within` are the words of a command that runs it."""
        self._sshd = shutil.which("sshd", path="/usr/sbin:/usr/bin") or require(
            "sshd", "openssh-server")
        require("ssh", "openssh-client")
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-ssh-", dir="/tmp"))
        test.addCleanup(shutil.rmtree, self.directory)
        self._socket = daemon_socket
        self._within = within
        self._path = path or f"{bin_dir()}:/usr/bin:/bin"
        for name in ("host", "key"):
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.directory / name],
                check=True, stdin=subprocess.DEVNULL)
        self.accept()
        self.process = None
        test.addCleanup(self.stop)
        self._start(banner)

    def _start(self, banner):
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)  # As the package's unit does.
        # Between our look for a port that is free and its start another may take it.
        for _ in range(5):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
            if self._listens(banner):
                return
        raise AssertionError(f"no sshd: {(self.directory / 'log').read_text()}")

    def _listens(self, banner):
        text = SERVER.format(
            directory=self.directory, port=self.port, path=self._path, socket=self._socket)
        if banner:
            (self.directory / "banner").write_text(banner)
            text += f"Banner {self.directory}/banner\n"
        (self.directory / "sshd_config").write_text(text)
        # Later versions have whoever failed wait before the next attempt.
        lenient = "PerSourcePenalties no"
        check = [self._sshd, "-t", "-f", self.directory / "sshd_config", "-o", lenient]
        if subprocess.run(check, capture_output=True).returncode == 0:
            (self.directory / "sshd_config").write_text(f"{text}{lenient}\n")
        (self.directory / "config").write_text(CLIENT.format(
            directory=self.directory, port=self.port, user=getpass.getuser()))
        key = (self.directory / "host.pub").read_text()
        (self.directory / "known_hosts").write_text(f"[127.0.0.1]:{self.port} {key}")
        return self.start()

    def start(self, within=None):
        """Starts it, on the port it had; whether it listens. `within` are the words of a command
        that runs it from now on."""
        if within is not None:
            self._within = within
        with open(self.directory / "log", "ab") as log:
            self.process = subprocess.Popen(
                [*self._within, self._sshd, "-D", "-e", "-f", self.directory / "sshd_config"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment(),
                start_new_session=True)
        # It says nowhere that it listens.
        eventually(lambda: self._is_there() or self.process.poll() is not None,
                   "sshd does not listen")
        return self.process.poll() is None

    def _is_there(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self):
        """Ends it; the connections that there are stay."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(LIMIT)

    def slow(self, seconds):
        """Variables for a way there that takes so long, and back as long."""
        script = self.directory / "slow.py"
        script.write_text(SLOW_WAY)
        config = (self.directory / "config").read_text()
        (self.directory / "slow").write_text(
            f"{config}    ProxyCommand {sys.executable} {script} {self.port} {seconds}\n")
        return {"GATHERCTL_SSH": f"ssh -F {self.directory}/slow"}

    def shared(self):
        """Variables with which one connection carries all that is said."""
        config = (self.directory / "config").read_text()
        (self.directory / "shared").write_text(
            f"{config}    ControlMaster auto\n    ControlPath {self.directory}/control\n")
        return {"GATHERCTL_SSH": f"ssh -F {self.directory}/shared"}

    def refuse(self):
        """Lets nobody in any more."""
        (self.directory / "known-key.pub").write_text("")

    def accept(self):
        """Lets this user in again."""
        shutil.copy(self.directory / "key.pub", self.directory / "known-key.pub")

    def lose(self):
        """Ends every connection there is, as a network that goes does; new ones are taken."""
        self.process.send_signal(signal.SIGSTOP)
        for child in self._descendants(self.process.pid):
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.send_signal(signal.SIGCONT)

    def _descendants(self, process):
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
        children = [int(word) for word in text.split()]
        for child in list(children):
            try:
                children += self._descendants(child)
            except OSError:
                pass  # It has ended by itself.
        return children

    @property
    def clients(self):
        """How many ssh there are that use our configuration."""
        mark = f"{self.directory}/".encode()
        count = 0
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            count += words[0] == b"ssh" and any(word.startswith(mark) for word in words)
        return count

    @property
    def variables(self):
        """What makes gatherctl's ssh use the keys of the test."""
        return {"GATHERCTL_SSH": f"ssh -F {self.directory}/config"}

    def ctl(self, *arguments, input=None, **variables):
        """Runs gatherctl here against the daemon there."""
        return programs.run(
            programs.gatherctl(), *arguments, input=input, **self.variables | variables)
