"""What the daemon under test lives in: its directory, its disk, its clock."""

import ctypes
import mmap
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import programs
from client import Client
from programs import LIMIT

HERE = pathlib.Path(__file__).resolve().parent
MEBIBYTE = 1 << 20


class World:
    """A daemon that is killed and started again, on a disk and with a clock of its own."""

    def __init__(self, program):
        self.program = program
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-soak-", dir="/tmp"))
        self.socket = self.directory / "run" / "gatherd.sock"
        self.state = self.directory / "state"
        self.state.mkdir(mode=0o700)
        self.database = self.state / "gather.db"
        self.disk = Disk(self.state)
        self.clock = Clock(self.directory)
        self.process = None
        self._log = open(self.directory / "log", "ab")
        self._environment = programs.environment(**self.clock.variables)

    def close(self):
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT)
        self._log.close()
        self.disk.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def log(self):
        """The last lines that it wrote."""
        lines = (self.directory / "log").read_text(errors="replace").splitlines()
        return "\n".join(lines[-15:])

    def spawn(self):
        """Starts it, and does not wait."""
        self.process = subprocess.Popen(
            [self.program, "--state-directory", self.state, "--socket", self.socket],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
            env=self._environment)

    def await_answers(self, seconds=LIMIT):
        """A connection as soon as there is somebody; None if there is nobody in time."""
        limit = time.monotonic() + seconds
        while True:
            try:
                return Client(self.socket)
            except OSError:
                assert self.process.poll() is None, (
                    f"gatherd ended with {self.process.returncode}")
                if time.monotonic() > limit:
                    assert seconds < LIMIT, f"nobody has answered within {LIMIT} s"
                    return None
                # As a client that comes too early; one that is told when it is ready would not.
                time.sleep(0.0003)

    def kill(self):
        assert self.process.poll() is None, f"gatherd ended with {self.process.returncode}"
        self.process.kill()
        self.process.wait(LIMIT)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(LIMIT)

    def private_dirty(self):
        """The bytes that it has written to, and that nobody shares."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as lines:
            [size] = [line.split()[1] for line in lines if line.startswith("Private_Dirty:")]
        return 1024 * int(size)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))


class Disk:
    """The state directory as a disk of its own, which can be filled."""

    def __init__(self, path):
        self.path = path
        self.obstacle = None
        if os.geteuid() != 0:
            self.obstacle = "only root can mount a disk to fill"
            return
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={1 << 30},mode=700", "gatherd-soak", path],
            capture_output=True, text=True)
        if mounted.returncode != 0:
            self.obstacle = f"cannot mount a disk to fill: {mounted.stderr.strip()}"

    def fill(self, spare):
        """Leaves about so many bytes free; the ballast is small, as the disk is made so."""
        found = os.statvfs(self.path)
        used = (found.f_blocks - found.f_bfree) * found.f_frsize
        self._resize(used + MEBIBYTE)
        with open(self.path / "ballast", "wb", buffering=0) as ballast:
            try:
                while ballast.write(bytes(4096)):
                    pass
            except OSError:
                pass  # It is full.
        if spare:
            size = (self.path / "ballast").stat().st_size
            os.truncate(self.path / "ballast", max(size - spare, 0))

    def empty(self):
        (self.path / "ballast").unlink()
        self._resize(1 << 30)

    def _resize(self, size):
        self.remount(f"size={size}")

    def remount(self, how):
        subprocess.run(
            ["mount", "-o", f"remount,{how}", self.path], check=True, capture_output=True)

    def close(self):
        if self.obstacle is None:
            subprocess.run(["umount", "-l", self.path], check=False)


class Clock:
    """The wall clock of the daemon, which can be set: CLOCK_REALTIME with an offset."""

    def __init__(self, directory):
        self.obstacle = None
        self.variables = {}
        self.offset = 0
        library = directory / "shifted_clock.so"
        compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
        if compiler is None:
            self.obstacle = "there is no C compiler (Debian package gcc)"
            return
        built = subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", library, HERE / "shifted_clock.c", "-ldl"],
            capture_output=True, text=True)
        if built.returncode != 0:
            self.obstacle = f"cannot compile shifted_clock.c: {built.stderr.strip()}"
            return
        path = directory / "clock"
        path.write_bytes(bytes(8))
        with open(path, "r+b") as file:
            self._page = mmap.mmap(file.fileno(), 8)
        self.variables = {"LD_PRELOAD": library, "SOAK_CLOCK_FILE": path}

    def set(self, seconds):
        self.offset = seconds
        # One store of 8 bytes: the daemon never reads half of it.
        ctypes.c_int64.from_buffer(self._page).value = seconds

    def is_off(self, wall):
        """Whether a reading of the daemon's, in microseconds, is not that of this clock."""
        return abs(wall / 1e6 - time.time() - self.offset) > 5


def boottime():
    """CLOCK_BOOTTIME in microseconds."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000
