"""The programs under test, and what the machine has to have for a test to run."""

import contextlib
import functools
import os
import pathlib
import resource
import secrets
import select
import shutil
import signal
import socket
import subprocess
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
INTERFACES = ROOT / "Sources/GatherAPI/Interfaces"

# What the programs are built with, if they are: "thread" or "address", set by Tests/sanitize.
SANITIZER = os.environ.get("GATHERD_SANITIZER", "")

# How long anything may take before a test calls it hung. No test is about speed.
LIMIT = 90 if SANITIZER else 30
# For a command that installs or packs the programs, which takes as long as other tests leave it the
# processors.
PACKING_LIMIT = 8 * LIMIT


def skip_if_sanitized(why):
    """Leaves a test out that is about what a sanitizer changes by being there."""
    return unittest.skipIf(SANITIZER, f"with the {SANITIZER} sanitizer, {why}")

# What a service manager or a user may have set around us, and would lead the programs astray.
MISLEADING = (
    "ALL_PROXY CONFIGURATION_DIRECTORY CREDENTIALS_DIRECTORY CURL_CA_BUNDLE GATHERCTL_PAGERSECURE GATHERD_GROUP"
    " GATHERD_PITCH GATHERD_REMOTE_USER GATHERD_SOCKET GATHERD_SUBMITTER GATHERD_SUBMIT_AFTER HTTPS_PROXY"
    " JOURNAL_STREAM LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LISTEN_FDNAMES LISTEN_FDS LISTEN_PID NOTIFY_SOCKET NO_COLOR NO_PROXY"
    " PKEXEC_UID SSL_CERT_FILE STATE_DIRECTORY SUDO_UID TMUX WATCHDOG_PID WATCHDOG_USEC"
    " XDG_CONFIG_HOME XDG_RUNTIME_DIR XDG_STATE_HOME all_proxy http_proxy https_proxy no_proxy"
).split()


def environment(**variables):
    """The environment of a program: ours, without what would lead it astray."""
    kept = {name: value for name, value in os.environ.items() if name not in MISLEADING}
    return kept | {"LANG": "C.UTF-8"} | {name: str(value) for name, value in variables.items()}


@functools.cache
def bin_dir():
    """Where the programs are."""
    if "GATHERD_BIN_DIR" in os.environ:
        return pathlib.Path(os.environ["GATHERD_BIN_DIR"]).resolve()
    show = ["swift", "build", "--package-path", ROOT, "--show-bin-path"]
    return pathlib.Path(subprocess.run(show, capture_output=True, text=True, check=True)
                        .stdout.strip())


def build_dir():
    """Where what the tests make once is kept."""
    return pathlib.Path(os.environ.get("GATHERD_BUILD_DIR", ROOT / ".build")).resolve()


def gatherd():
    return str(bin_dir() / "gatherd")


def gatherctl():
    return str(bin_dir() / "gatherctl")


def gather_submit():
    return str(bin_dir() / "gather-submit")


def gather_web():
    return str(bin_dir() / "gather-web")


def gather_mqtt():
    return str(bin_dir() / "gather-mqtt")


def shared_library(path, source):
    """Compiles a library for LD_PRELOAD; gives its path."""
    compiler = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if compiler is None:
        raise unittest.SkipTest(f"CANNOT RUN: no C compiler for {path.name}")
    path.with_suffix(".c").write_text(source)
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", path, path.with_suffix(".c")], check=True)
    return path


def run(*arguments, input=None, limit=LIMIT, **variables):
    """Runs a program to its end, in so many seconds at most; its output is text."""
    # No terminal and nothing to read, unless the test says otherwise.
    given = {"stdin": subprocess.DEVNULL} if input is None else {"input": input}
    return subprocess.run(
        [str(argument) for argument in arguments], **given, capture_output=True, text=True,
        timeout=limit, env=environment(**variables), start_new_session=True)


def eventually(condition, complaint):
    """Looks again and again until a condition is true, and gives its value: for what nobody tells
    of, which the caller says. `complaint` is what is wrong otherwise, or gives it."""
    deadline = time.monotonic() + LIMIT
    while True:
        start = time.monotonic()
        if value := condition():
            return value
        if time.monotonic() > deadline:
            raise AssertionError(complaint() if callable(complaint) else complaint)
        # No event to wait for: this is the one place that looks again. A look that takes long keeps
        # a processor busy for half of the time at most.
        time.sleep(max(0.01, time.monotonic() - start))


def ctl(socket, *arguments, input=None, **variables):
    """Runs gatherctl against a daemon's socket."""
    return run(gatherctl(), *arguments, input=input, GATHERD_SOCKET=socket, **variables)


def free_port(host="127.0.0.1"):
    """A port that nobody listens at, and that the kernel gives to nobody meanwhile, ip(7)."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind((host, port))
            return port


def cannot_run(reason, impossible=False):
    """Gives up on a test, loudly: in CI that is a failure, unless it is impossible here."""
    if os.environ.get("CI") == "true" and not impossible:
        raise AssertionError(f"cannot run, and CI must: {reason}")
    raise unittest.SkipTest(f"CANNOT RUN: {reason}")


# Variables with which packages are built quickly rather than small: to compress the programs as far
# as can be takes a processor for half a minute.
QUICKLY = {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": 1, "XZ_OPT": "-1"}


@functools.cache
def installable_bin_dir():
    """Where programs are that start on a machine without Swift, as those that are installed."""
    static = os.environ.get("GATHERD_STATIC_BIN_DIR")
    directory = pathlib.Path(static).resolve() if static else bin_dir()
    for program in ("gatherd", "gatherctl", "gather-submit", "gather-web", "gather-mqtt"):
        libraries = run("ldd", directory / program).stdout
        if "not found" in libraries:
            cannot_run(f"{program} lacks libraries: {libraries}")
    return directory


def require(program, package, impossible=False):
    """The path of a program of the machine, or the end of the test."""
    path = shutil.which(program)
    if path is None:
        cannot_run(f"{program} is not installed (Debian package {package})", impossible)
    return path


def require_descriptors(count):
    """Raises our soft limit of descriptors, which children inherit, or ends the test."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < count:
        cannot_run(f"{count} descriptors are needed, and the hard limit is {hard} (ulimit -Hn)")
    if soft != resource.RLIM_INFINITY and soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, hard))


class Running:
    """A program that goes on while the test does; its output is read as it comes."""

    def __init__(self, test, *arguments, passed=(), **variables):
        self.process = subprocess.Popen(
            [str(argument) for argument in arguments], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=passed,
            env=environment(**variables), start_new_session=True)
        self.lines = []
        self._rest = b""
        test.addCleanup(self.close)

    def next_line(self):
        """The next line of the output, or None at its end."""
        while b"\n" not in self._rest:
            if not select.select([self.process.stdout], [], [], LIMIT)[0]:
                raise AssertionError(f"no further line within {LIMIT} s, after {self.lines}")
            some = os.read(self.process.stdout.fileno(), 65536)
            if not some:
                return None
            self._rest += some
        line, self._rest = self._rest.split(b"\n", 1)
        self.lines.append(line.decode())
        return self.lines[-1]

    def line_with(self, *texts):
        """Reads up to the first line that has one of the texts in it."""
        while (line := self.next_line()) is not None:
            if any(text in line for text in texts):
                return line
        raise AssertionError(f"the output ended without any of {texts}: {self.lines}")

    def threads_and_files(self):
        """What its threads wait for and its open files, for a test that waits in vain."""
        if (status := self.process.poll()) is not None:
            return f"it ended with {status}"
        proc = f"/proc/{self.process.pid}"
        # Threads and files come and go, and so may the program.
        script = ("cd $0 && tr '\\0' ' ' <cmdline && cd task && grep . */comm */wchan */syscall; "
                  "ls -l $0/fd")
        return subprocess.run(["sh", "-c", script, proc], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL, check=False).stdout

    def finish(self):
        """Kills it, and waits for the end of all that writes to its output."""
        self.process.kill()
        while self.next_line() is not None:
            pass

    def close(self):
        if self.process.poll() is None:
            # With all that it has begun, such as the workers of nginx.
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(LIMIT)
        self.process.stdout.close()
