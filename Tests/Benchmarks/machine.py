"""What the numbers were taken on."""

import datetime
import os
import pathlib
import re
import sqlite3
import subprocess
import time


def description(built):
    """The machine, and what else the numbers depend on, in a few lines."""
    links = "statically" if built.is_static else "with the static runtime only"
    return [
        f"{datetime.datetime.now():%Y-%m-%d %H:%M}, {cpu()}, {len(cpus())} cores",
        f"Linux {os.uname().release}, {system()}, {filesystem(built.directory)}",
        f"Swift {swift()}, SQLite {sqlite3.sqlite_version}, gatherctl linked {links}",
    ]


def cpus():
    """The CPUs that this process may use."""
    return sorted(os.sched_getaffinity(0))


def forget_pages(*programs):
    """Has the pages of programs read from the disk when they are next run.

    Written a moment ago, they are in memory in the pieces in which the linker, strip or cp wrote
    them, and that alone made the same gatherctl start in 1.3 or 2.0 ms.
    """
    for program in programs:
        with open(program, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


class Others:
    """What else the machine is busy with, from now on."""

    def __init__(self):
        self.start = self.now()

    @staticmethod
    def now():
        """The seconds of all processors that were not ours, and those that have passed."""
        fields = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]
        user, nice, system, _, _, irq, softirq, steal, *_ = map(int, fields)
        busy = (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")
        return busy - sum(os.times()[:4]), time.monotonic()

    def load(self):
        """How many processors were busy with it on average; all that we have started has ended."""
        (busy, passed), (busy_before, passed_before) = self.now(), self.start
        return max(0, busy - busy_before) / (passed - passed_before)


def cpu():
    found = re.search(r"model name\s*:\s*(.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return found[1] if found else os.uname().machine


def system():
    found = re.search(r'^PRETTY_NAME="?([^"\n]*)', pathlib.Path("/etc/os-release").read_text(),
                      re.MULTILINE)
    return found[1] if found else "an unnamed system"


def filesystem(directory):
    return output("findmnt", "-n", "-o", "FSTYPE", "-T", directory)


def swift():
    found = re.search(r"Swift version (\S+)", output("swift", "--version"))
    return found[1] if found else "?"


def package_version(package):
    return output("dpkg-query", "-W", "-f", "${Version}", package)


def output(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=True).stdout.strip()
