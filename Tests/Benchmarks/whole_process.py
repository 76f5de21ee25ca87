"""A command as its user waits for it."""

import subprocess

import machine
import peers
from programs import ROOT
from report import Row, median, time


def status(setting):
    """`gatherctl status` beside what a user of other daemons types, and beside C."""
    gatherd = setting.gatherd("status").play()
    gatherd.add_goals(3)
    mpd, chronyd = peers.mpd(setting), peers.chronyd(setting)
    commands = [
        [setting.built.gatherctl, "--socket", gatherd.socket, "status"],
        ["/usr/bin/mpc", "-h", mpd, "status"],
        ["/usr/bin/chronyc", "-h", chronyd, "tracking"],
        [setting.program("ask"), gatherd.socket],
    ]
    machine.forget_pages(*(command[0] for command in commands))
    words = commands[0] + [word for command in commands[1:] for word in ["--", *command]]
    rounds = 200 if setting.is_quick else 500
    took = setting.samples("spawn", rounds, *words, cpu=setting.client_cpu)
    ours, mpc, chronyc, c = (took[str(index)] for index in range(len(commands)))
    name = "gatherctl status, whole process"
    mpc_name = f"mpc status ({machine.package_version('mpc')})"
    chronyc_name = f"chronyc tracking ({machine.package_version('chrony')})"
    if not setting.built.is_static:
        others = f"{chronyc_name} {time(median(chronyc))}, C {time(median(c))}"
        return [
            Row.beside(name, ours, mpc_name, mpc, at_most=3), Row(name, time(median(ours)), others)]
    return [
        Row.beside(name, ours, mpc_name, mpc, at_most=1.1),
        Row.beside(name, ours, chronyc_name, chronyc, below=1),
        Row.beside(name, ours, "C that asks and prints (dynamic)", c, at_most=2),
    ]


def language(setting):
    """`gatherctl status` in German and in English: what a catalogue takes."""
    gatherd = setting.gatherd("language").play()
    gatherd.add_goals(3)
    # Where gatherctl finds them.
    locale = setting.built.gatherctl.parent.parent / "share/locale"
    subprocess.run(["bash", "-euc", '. units/layout; build_catalogues "$1"', "bash", locale],
                   cwd=ROOT, check=True)
    words = [word for language in ("de", "")
             for word in ["--", f"LANGUAGE={language}", "LC_ALL=C.UTF-8", setting.built.gatherctl,
                          "--socket", gatherd.socket, "status"]][1:]
    rounds = 200 if setting.is_quick else 500
    took = setting.samples("spawn", rounds, *words, cpu=setting.client_cpu)
    more = [german - english for german, english in zip(took["0"], took["1"])]
    return [Row.within("`gatherctl status` in German, beyond English", more, 100)]
