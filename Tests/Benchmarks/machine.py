"""What the numbers were taken on."""

import datetime
import os
import pathlib
import re
import sqlite3
import subprocess


def description(built):
    """The machine, and what else the numbers depend on, in a few lines."""
    links = "statically" if built.is_static else "with the static runtime only"
    return [
        f"{datetime.datetime.now():%Y-%m-%d %H:%M}, {cpu()}, {len(cpus())} cores, load {load()}",
        f"Linux {os.uname().release}, {system()}, {filesystem(built.directory)}",
        f"Swift {swift()}, SQLite {sqlite3.sqlite_version}, gatherctl linked {links}",
    ]


def cpus():
    """The CPUs that this process may use."""
    return sorted(os.sched_getaffinity(0))


def load():
    """The load average of the last minute."""
    return f"{os.getloadavg()[0]:.2f}"


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
