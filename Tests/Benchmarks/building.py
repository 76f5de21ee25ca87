"""The packages, the products and the measuring programs."""

import dataclasses
import pathlib
import subprocess
import sys

import machine
from programs import ROOT, build_dir

HERE = pathlib.Path(__file__).resolve().parent

# The Debian packages that a measure needs, besides those that all measures need.
PACKAGES = {"status": ["mpd", "mpc", "chrony"], "get": ["redis-server"],
            "command": ["strace"], "history": ["sqlite3"],
            "sound": ["pulseaudio", "pulseaudio-utils"],
            "web": ["nginx", "libnginx-mod-nchan"],
            "browsers": ["chromium", "firefox-esr"], "club": ["mosquitto"]}


@dataclasses.dataclass
class Built:
    """What was built."""

    gatherd: pathlib.Path
    gatherctl: pathlib.Path
    gather_web: pathlib.Path
    gather_mqtt: pathlib.Path
    # Whether gatherctl is linked as it is meant for installation.
    is_static: bool
    # The directory of the measuring programs, and of the databases while they are measured.
    directory: pathlib.Path


def install(measures):
    """Installs what is missing for some measures, by the script that all of the tree uses."""
    packages = ["gcc", "libc6-dev", "libsqlite3-dev", "nettle-dev"]
    packages += [package for name in measures for package in PACKAGES.get(name, [])]
    shell('need_build_packages && need_packages "measuring gatherd" "$@"', *packages)


def shell(script, *arguments):
    subprocess.run(["bash", "-c", f". units/packages && {script}", "bash", *arguments],
                   cwd=ROOT, stdout=sys.stderr, check=True)


def build():
    """Builds the release as it is installed, and the measuring programs."""
    directory = build_dir() / "benchmarks"
    directory.mkdir(parents=True, exist_ok=True)
    for source in HERE.glob("*.c"):
        compile_program(source, directory / source.stem)
    static_runtime = ["-c", "release", "--static-swift-stdlib"]
    swift_build(*static_runtime, "--product", "gatherd")
    # It finds this one beside itself.
    swift_build(*static_runtime, "--product", "gather-submit")
    swift_build(*static_runtime, "--product", "gather-web")
    swift_build(*static_runtime, "--product", "gather-mqtt")
    gatherctl = static_gatherctl()
    if not (is_static := gatherctl is not None):
        print("this toolchain cannot link gatherctl statically: measured with the static runtime",
              file=sys.stderr)
        swift_build(*static_runtime, "--product", "gatherctl")
        gatherctl = bin_path("-c", "release") / "gatherctl"
    stripped = directory / "gatherctl"
    subprocess.run(["strip", "-o", stripped, gatherctl], check=True)
    release = bin_path("-c", "release")
    machine.forget_pages(stripped, *map(
        release.joinpath, ("gatherd", "gather-submit", "gather-web", "gather-mqtt")))
    return Built(release / "gatherd", stripped, release / "gather-web", release / "gather-mqtt",
                 is_static, directory)


def static_gatherctl():
    """The gatherctl that is meant for installation, or None where it cannot be linked."""
    options = ["-c", "release", "--scratch-path", ".build-static"]
    stand_ins = ROOT / ".build-static/stand-ins"
    subprocess.run(["bash", "-euc", '. units/layout; make_stand_ins "$1"', "bash", stand_ins],
                   cwd=ROOT, check=True)
    try:
        swift_build(*options, "--product", "gatherctl", "-Xswiftc", "-static-executable",
                    "-Xlinker", f"-L{stand_ins}")
    except subprocess.CalledProcessError:
        return None
    return bin_path(*options) / "gatherctl"


def swift_build(*options):
    subprocess.run(["swift", "build", *options], cwd=ROOT, stdout=sys.stderr, check=True)


def bin_path(*options):
    shown = subprocess.run(["swift", "build", *options, "--show-bin-path"], cwd=ROOT,
                           capture_output=True, text=True, check=True)
    return pathlib.Path(shown.stdout.strip())


def compile_program(source, program):
    newest = max(file.stat().st_mtime for file in (source, *HERE.glob("*.h")))
    if program.exists() and program.stat().st_mtime > newest:
        return
    subprocess.run(["cc", "-O2", "-std=gnu11", "-Wall", "-Wextra", "-o", program, source,
                    "-lsqlite3", "-lnettle"], check=True)
