"""The daemons of other projects, each on a socket and in a directory of its own."""

import getpass
import socket
import subprocess

from programs import eventually


def mpd(setting):
    """Debian's mpd with an empty library and no sound; gives its socket."""
    directory = setting.sockets / "mpd"
    (directory / "music").mkdir(parents=True)
    path = directory / "mpd.sock"
    configuration = directory / "mpd.conf"
    configuration.write_text(f"""
        music_directory "{directory}/music"
        db_file "{directory}/database"
        log_file "/dev/null"
        bind_to_address "{path}"
        zeroconf_enabled "no"
        audio_output {{
            type "null"
            name "nothing"
        }}
        """)
    setting.ready_daemon("/usr/bin/mpd", "--no-daemon", configuration,
                         stderr=subprocess.DEVNULL)
    return path


def redis(setting, name, is_placed):
    """Debian's redis-server, which writes nothing to disk; gives its socket."""
    path = setting.sockets / f"{name}.sock"
    setting.ready_daemon("/usr/bin/redis-server", "--port", 0, "--unixsocket", path, "--save", "",
                         "--appendonly", "no", "--dir", setting.sockets, "--supervised", "systemd",
                         is_placed=is_placed, stderr=subprocess.DEVNULL)
    return path


def chronyd(setting):
    """Debian's chronyd without a network, and without a hand on the clock; gives its socket."""
    directory = setting.sockets / "chrony"
    # It accepts no other mode.
    directory.mkdir(mode=0o750)
    path = directory / "chronyd.sock"
    configuration = directory / "chrony.conf"
    configuration.write_text(f"""
        local stratum 10
        port 0
        cmdport 0
        bindcmdaddress {path}
        pidfile {directory}/chronyd.pid
        """)
    # -x: it leaves the clock alone; -U: it needs no root for that.
    setting.daemon("/usr/sbin/chronyd", "-d", "-x", "-U", "-u", getpass.getuser(),
                   "-f", configuration, stderr=subprocess.DEVNULL)
    # It tells nobody that it is ready.
    eventually(lambda: is_somebody_at(path), f"nobody is at {path}")
    return path


def is_somebody_at(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as probe:
        return probe.connect_ex(str(path)) == 0
