"""What others have made and knows nothing of us: Python's varlink, Debian's or else from PyPI, and
axe, which finds what keeps people from using a page, from PyPI."""

import fcntl
import importlib
import pathlib
import site
import subprocess
import sys

from programs import LIMIT, build_dir, cannot_run

VERSION = "31.0.0"
AXE_VERSION = "0.1.8"


def varlink():
    """The module; installed once into a virtual environment that is kept, where it is missing."""
    try:
        return importlib.import_module("varlink")
    except ImportError:
        pass
    packages = installed(
        "varlink", f"varlink=={VERSION}", "varlink",
        "Python's varlink is missing (Debian package python3-varlink, or python3-venv and PyPI)")
    # The module is Python alone, so it needs no interpreter of its own.
    site.addsitedir(str(packages))
    return importlib.import_module("varlink")


def python():
    """An interpreter that has the module."""
    module = pathlib.Path(varlink().__file__)
    place = build_dir() / "varlink-venv"
    return place / "bin/python3" if module.is_relative_to(place) else sys.executable


def axe():
    """The script, of which a package for Playwright has a copy; Playwright itself is not needed."""
    packages = installed(
        "axe", f"axe-playwright-python=={AXE_VERSION}", "axe_playwright_python",
        "axe is missing (Debian package python3-venv, and PyPI)", "--no-deps")
    return (packages / "axe_playwright_python/axe.min.js").read_text()


def installed(name, requirement, package, complaint, *options):
    """The packages of a virtual environment that is kept, with one that PyPI has."""
    place = build_dir() / f"{name}-venv"
    packages = place / f"lib/python3.{sys.version_info.minor}/site-packages"
    place.parent.mkdir(exist_ok=True)
    # Tests that run beside each other make it once.
    with open(f"{place}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (packages / package).is_dir():
            install(place, requirement, complaint, options)
    return packages


def install(place, requirement, complaint, options):
    steps = (
        [sys.executable, "-m", "venv", "--clear", place],
        [place / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *options,
         requirement],
    )
    for step in steps:
        result = subprocess.run(
            [str(word) for word in step], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=10 * LIMIT)
        if result.returncode != 0:
            cannot_run(f"{complaint}: {result.stdout.strip().splitlines()[-1:]}")
