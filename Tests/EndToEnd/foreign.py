"""Python's varlink, which knows nothing of us: Debian's package, or else from PyPI."""

import importlib
import pathlib
import site
import subprocess
import sys

from programs import LIMIT, build_dir, cannot_run

VERSION = "31.0.0"


def varlink():
    """The module; installed once into a virtual environment that is kept, where it is missing."""
    try:
        return importlib.import_module("varlink")
    except ImportError:
        pass
    place = build_dir() / "varlink-venv"
    packages = place / f"lib/python3.{sys.version_info.minor}/site-packages"
    if not (packages / "varlink").is_dir():
        install(place)
    # The module is Python alone, so it needs no interpreter of its own.
    site.addsitedir(str(packages))
    return importlib.import_module("varlink")


def python():
    """An interpreter that has the module."""
    module = pathlib.Path(varlink().__file__)
    place = build_dir() / "varlink-venv"
    return place / "bin/python3" if module.is_relative_to(place) else sys.executable


def install(place):
    steps = (
        [sys.executable, "-m", "venv", "--clear", place],
        [place / "bin/pip", "install", "--quiet", "--disable-pip-version-check",
         f"varlink=={VERSION}"],
    )
    for step in steps:
        result = subprocess.run(
            [str(word) for word in step], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=10 * LIMIT)
        if result.returncode != 0:
            cannot_run(
                "Python's varlink is missing (Debian package python3-varlink, or python3-venv and"
                f" PyPI): {result.stdout.strip().splitlines()[-1:]}")
