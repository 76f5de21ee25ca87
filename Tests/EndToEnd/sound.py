"""A sound server with a loudspeaker that is not there, and an ear at it."""

import array
import pathlib
import shutil
import subprocess
import tempfile
import threading
import time

from daemon import Notifications
from programs import LIMIT, environment, require

RATE = 48_000
# What is listened to at a time: 10 ms, as 16-bit samples of one channel.
WINDOW = 2 * RATE // 100
# From which of 32,767 on something is heard; silence is 0 here.
LOUD = 1_000
# So much silence ends a sound, in windows.
PAUSE = 30
# How much of a sound tells what it is, in windows.
TELLING = 10
# Which of the two it is, by its waves in a second: the horn has 400 to 700, the whistle 3,000.
BORDER = 1_500


def boottime():
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def kind(samples):
    """What a sound is, by how often it rises over zero."""
    rises = sum(1 for before, after in zip(samples, samples[1:]) if before < 0 <= after)
    return "whistle" if rises * RATE / len(samples) > BORDER else "horn"


class Loudspeaker:
    """PulseAudio with a sink that goes nowhere, and what is heard there."""

    def __init__(self):
        for program, package in (("pulseaudio", "pulseaudio"), ("paplay", "pulseaudio-utils"),
                                 ("parec", "pulseaudio-utils")):
            require(program, package)
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="gatherd-", dir="/tmp"))
        self.notifications = Notifications(self.directory / "notify")
        # What a session has: its clients find the server there, and nothing of the machine's.
        self.variables = {
            "XDG_RUNTIME_DIR": self.directory, "HOME": self.directory,
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
        self._changed = threading.Condition()
        self._heard, self._told = [], 0
        self._is_listening = False
        self._processes = []
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self):
        # With memory that it shares with its clients it aborts at times, pulseaudio#824.
        self._spawn(
            "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes",
            "-L", "module-null-sink sink_name=pitch rate=48000 channels=1",
            "-L", "module-native-protocol-unix", NOTIFY_SOCKET=self.notifications.path)
        self.notifications.wait_for("READY=1")
        ear = self._spawn(
            "parec", "--device=pitch.monitor", "--raw", "--format=s16le", "--channels=1",
            f"--rate={RATE}", "--latency-msec=10", stdout=subprocess.PIPE)
        self._ear = threading.Thread(target=self._listen, args=(ear.stdout,), daemon=True)
        self._ear.start()
        # Silence is heard as well.
        self._wait_until(lambda: self._is_listening, "nothing is heard, not even silence")

    def _spawn(self, *command, stdout=subprocess.DEVNULL, **variables):
        with open(self.directory / "log", "ab") as log:
            self._processes.append(subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=log,
                env=environment(**self.variables, **variables), start_new_session=True))
        return self._processes[-1]

    @property
    def log(self):
        return (self.directory / "log").read_text(errors="replace")

    def _listen(self, stream):
        """Notes what each sound is and when it was first heard, once it is over."""
        begun, samples, silence = None, array.array("h"), 0
        while chunk := stream.read(WINDOW):
            window = array.array("h", chunk)
            now = boottime()
            if not self._is_listening:
                self._note(lambda: setattr(self, "_is_listening", True))
            if max(max(window), -min(window)) >= LOUD:
                begun, silence = begun or now, 0
            elif begun:
                silence += 1
            if begun and len(samples) < TELLING * len(window):
                samples += window
            if silence >= PAUSE:
                sound = kind(samples), begun
                self._note(lambda: self._heard.append(sound))
                begun, samples, silence = None, array.array("h"), 0

    def _note(self, change):
        with self._changed:
            change()
            self._changed.notify_all()

    def _wait_until(self, condition, complaint):
        with self._changed:
            if not self._changed.wait_for(condition, LIMIT):
                raise AssertionError(f"{complaint} within {LIMIT} s: {self.log}")

    @property
    def heard(self):
        """All sounds that are over, in their order."""
        with self._changed:
            return [kind for kind, _ in self._heard]

    def next(self):
        """Waits for the end of the next sound; gives what it was, and when it was first heard."""
        self._wait_until(lambda: len(self._heard) > self._told, "no sound")
        self._told += 1
        return self._heard[self._told - 1]

    def close(self):
        for process in reversed(self._processes):
            process.kill()
            process.wait(LIMIT)
        if hasattr(self, "_ear"):
            self._ear.join(LIMIT)
        for process in self._processes:
            if process.stdout:
                process.stdout.close()
        self.notifications.close()
        shutil.rmtree(self.directory)
