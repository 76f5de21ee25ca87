"""For what runs inside of the container: its programs, its users, and the gatherd that is there."""

import json
import os
import pathlib
import shutil
import subprocess

from client import Client
from programs import LIMIT, PACKING_LIMIT, eventually

SERVICE, SOCKET = "gatherd.service", "gatherd.socket"
PATH = pathlib.Path("/run/gatherd/gatherd.sock")
SUBMIT_SERVICE, SUBMIT_SOCKET = "gather-submit.service", "gather-submit.socket"
SUBMIT_PATH = pathlib.Path("/run/gather-submit/gather-submit.sock")
STATE = pathlib.Path("/var/lib/gatherd")
INSTALLED = pathlib.Path("/usr/local/lib/systemd/system")
UNITS = pathlib.Path("/gatherd/units")
PROGRAMS = pathlib.Path("/gatherd/bin")


class Waiting:
    """For tests of what systemd does in its own time."""

    def eventually(self, condition, *values):
        """Waits until systemd has taken note; it tells by D-Bus alone, which is not here."""
        eventually(condition, values)


def run(*command, limit=LIMIT, **variables):
    return subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, timeout=limit,
        stdin=subprocess.DEVNULL,
        env=os.environ | {name: str(value) for name, value in variables.items()})


def ok(*command, limit=LIMIT, **variables):
    result = run(*command, limit=limit, **variables)
    assert result.returncode == 0, f"{command}: {result}"
    return result.stdout


def await_journal(unit, *texts):
    """Waits until what a unit has said is in the journal, which takes it in its own time."""
    eventually(lambda: all(text in ok("journalctl", "-u", unit) for text in texts),
               lambda: (texts, ok("journalctl", "-u", unit)))


def install(*arguments, **variables):
    """Installs gatherd as its users do, but for the build."""
    return ok(UNITS / "install", *arguments, limit=PACKING_LIMIT,
              **({"GATHERD_BIN_DIR": PROGRAMS} | variables))


def make_user(name, *groups):
    if run("id", name).returncode != 0:
        ok("useradd", "--user-group", "--no-create-home", *(f"--groups={each}" for each in groups),
           name)
    return name


def as_user(name, *command, **variables):
    """Runs a command as a user, with all groups of theirs."""
    return run("setpriv", f"--reuid={name}", f"--regid={name if name != 'nobody' else 'nogroup'}",
               "--init-groups", *command, **variables)


def start_manager(test, user):
    """Starts a manager of a user's, without the logind that starts one else; gives the user's home
    and runtime directory, and what runs a command of theirs there."""
    home, runtime = pathlib.Path(f"/home/{user}"), pathlib.Path(f"/run/user-of-{user}")
    for directory in (home, runtime):
        directory.mkdir(mode=0o700, exist_ok=True)
        shutil.chown(directory, user, user)
    ok("systemd-run", f"--unit={user}", "-p", f"User={user}", "-p", "Delegate=yes",
       "-p", "Type=notify", "-E", f"XDG_RUNTIME_DIR={runtime}", "-E", f"HOME={home}",
       "/lib/systemd/systemd", "--user")
    test.addCleanup(ok, "systemctl", "stop", f"{user}.service")

    def own(*command):
        result = as_user(user, *command, XDG_RUNTIME_DIR=runtime, HOME=home)
        test.assertEqual(result.returncode, 0, result)
        return result.stdout

    return home, runtime, own


def properties(*names, unit=SERVICE):
    """Properties of a unit, as a list in the order of their names here."""
    lines = ok("systemctl", "show", "-p", ",".join(names), unit).splitlines()
    values = dict(line.split("=", 1) for line in lines)
    return [values[name] for name in names]


def main_pid(unit=SERVICE):
    return int(properties("MainPID", unit=unit)[0])


def call(method, **parameters):
    with Client(PATH) as client:
        return client.call(method, **parameters)


def ping_submitter():
    with Client(SUBMIT_PATH) as client:
        assert client.call("io.gatherd.Submitter.Ping") == {}


def ends_at(*options):
    """The deadline of the countdown, by gatherctl."""
    gather = json.loads(ok("gatherctl", *options, "--json", "status"))["gather"]
    return gather["timer"]["endsAtBoottimeMicroseconds"]
