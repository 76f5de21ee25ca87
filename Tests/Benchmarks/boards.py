"""Thousands of browsers that show a match: when they hear of it, and what that costs."""

import contextlib
import os
import pathlib
import socket
import subprocess
import time

import programs
from programs import eventually
from report import Row, median, quantile
from report import time as in_words
from running import proportional_kilobytes

LISTENERS = 5_000
DEAF = 100
LATEST = 100e3
MEBIBYTES = 40
# States that fill the sockets of those who do not read.
FILLING = 200
SETTLED = 3
PAUSE = 1.07
NGINX = """
worker_processes 1;
worker_rlimit_nofile {descriptors};
daemon off;
pid {directory}/pid;
error_log {directory}/errors;
load_module /usr/lib/nginx/modules/ngx_nchan_module.so;
events {{ worker_connections {descriptors}; }}
http {{
    access_log off;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    keepalive_requests 1000000;
    nchan_message_buffer_length 1;
    server {{
        listen 127.0.0.1:{port} backlog=4096 sndbuf=32k;
        location = /events {{
            nchan_subscriber eventsource;
            nchan_channel_id match;
            nchan_subscriber_first_message newest;
            nchan_eventsource_ping_interval 0;
        }}
        location = /publish {{
            nchan_publisher;
            nchan_channel_id match;
        }}
    }}
}}
"""


def web(setting):
    """gather-web beside nginx with nchan, which does the same for a gatherd of its own; the goals
    are in turn, and both have all their listeners all the time."""
    goals, beats = (5, 5) if setting.is_quick else (30, 20)
    programs.require_descriptors(LISTENERS + DEAF + 1_000)
    ours, theirs = (setting.gatherd(name, is_placed=False).play() for name in ("web", "nchan"))
    without = tick_lateness(setting, ours, beats)
    servers = [Ours(setting, ours)]
    servers[0].begin(setting)
    # In the middle between our beats, not to disturb them.
    servers.append(Nchan(setting, theirs, (servers[0].beat + 500_000) % 1_000_000))
    servers[1].begin(setting)
    ticking = setting.start("crowd", ours.socket, 1, beats + int(2 * PAUSE * goals))
    for _ in range(goals):
        for server in servers:
            server.score(setting)
    for server in servers:
        server.processor = processor_seconds(server.pids)
    start = time.monotonic()
    # No event to wait for: the beats of a while in which nothing happens are measured.
    time.sleep(beats)
    took = time.monotonic() - start
    for server in servers:
        server.processor = (processor_seconds(server.pids) - server.processor) / took
        server.kilobytes = sum(map(proportional_kilobytes, server.pids))
    with_web = [lateness for _, _, lateness in setting.result(ticking)["tick"]]
    for server in servers:
        server.finish(setting)
    return rows(*servers, with_web, without)


def rows(ours, theirs, with_web, without):
    """The rows of the table."""
    name = f"{LISTENERS:,} browsers and {DEAF} that do not read"
    found = []
    for text, part in (("p50", "half"), ("p99", "most"), ("the last", "last")):
        row = Row.within(f"{name}: a beat after the first: {text}", ours.beats(part), LATEST,
                         f"nginx with nchan {in_words(median(theirs.beats(part)))}")
        found.append(row)
    for text, part in (("p50", "half"), ("p99", "most"), ("the last", "last")):
        values = ours.goals(part)
        row = Row.within(f"a goal after the end of gatherctl: {text}", values, LATEST,
                         f"nginx with nchan {in_words(median(theirs.goals(part)))}")
        row.value += f" (greatest {in_words(max(values))})"
        found.append(row)
    for row in (found[0], found[3]):
        if missing := ours.missing():
            row.value += f", {missing} incomplete"
            row.is_met = False
    return found + [
        Row.within("memory (PSS) of gather-web with them", ours.kilobytes / 1024, MEBIBYTES,
                   f"nginx with nchan {theirs.kilobytes / 1024:.3g} MiB",
                   lambda size: f"{size:.3g} MiB"),
        Row("processor for their beats", f"{100 * ours.processor:.2g} %",
            f"nginx with nchan {100 * theirs.processor:.2g} %"),
        Row("read by the load after it had arrived, p99: in none of these",
            in_words(quantile(ours.delays(), 0.5)),
            f"of nginx {in_words(quantile(theirs.delays(), 0.5))}"),
        Row("browsers that were closed", f"{ours.closed} of {LISTENERS:,}",
            f"nginx with nchan {theirs.closed}", goal="none", is_met=ours.closed == 0),
        Row.beside(f"lateness of {len(with_web)} ticks of gatherd with them: p50", with_web,
                   "without", without, at_most=1.2),
        Row.beside("the same: greatest", max(with_web), "without", max(without)),
    ]


class Server:
    """A server of events with its listeners, and what became of them."""

    def begin(self, setting):
        """Has all of them listen, and those that do not read filled."""
        self.listeners = setting.start_ready_on(setting.client_cpu, "listeners", self.port,
                                                LISTENERS, DEAF)
        self.gatherd.add_goals(FILLING)
        self.ends = []
        # Some beats without a state between them: all of that was sent.
        names = []
        while names[-SETTLED:] != SETTLED * ["beat"]:
            name, first, *_ = self.listeners.stdout.readline().split()
            names.append(name)
            self.beat = float(first)

    def score(self, setting):
        """A goal, as an operator counts it; the pace is what is imitated, at no fixed distance
        from the beats."""
        subprocess.run([str(setting.built.gatherctl), "goal", "a", "--socket",
                        str(self.gatherd.socket)], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, env=programs.environment(), check=True)
        self.ends.append(time.time() * 1e6)
        # No event to wait for: goals come at the pace of a match.
        time.sleep(PAUSE)

    def finish(self, setting):
        self.listeners.terminate()
        self.heard = setting.result(self.listeners)
        self.closed = int(self.heard["closed"][0])

    def events(self, name):
        """The whole events of a name since the first goal: when the first had it, after how long
        half of them, most of them and the last, and how late these were read."""
        return [Event(*numbers) for numbers in self.heard[name]
                if numbers[0] > self.ends[0] - LATEST and numbers[1] == LISTENERS]

    def missing(self):
        """How many goals and beats have not come to all."""
        return sum(numbers[1] != LISTENERS for name in ("beat", "state")
                   for numbers in self.heard[name]
                   if numbers[0] > self.ends[0] - LATEST) + len(self.ends) - len(self.goals("last"))

    def beats(self, part):
        return [getattr(event, part) for event in self.events("beat")]

    def goals(self, part):
        """How long after the end of gatherctl such a part of the listeners had a goal."""
        return [event.first + getattr(event, part) - end for end in self.ends
                for event in self.events("state") if abs(event.first - end) < 5 * LATEST]

    def delays(self):
        return [event.read for name in ("beat", "state") for event in self.events(name)]


class Event:
    """When the listeners had an event, in microseconds."""

    def __init__(self, first, count, half, most, last, read):
        self.first, self.half, self.most, self.last, self.read = first, half, most, last, read


class Ours(Server):
    def __init__(self, setting, gatherd):
        self.gatherd, self.port = gatherd, free_port()
        process = setting.daemon(
            setting.built.gather_web, "--socket", gatherd.socket, "--listen",
            f"127.0.0.1:{self.port}", "--per-address", 8_192)
        self.pids = [process.pid]
        eventually(lambda: is_somebody_at(self.port), "gather-web does not listen")


class Nchan(Server):
    def __init__(self, setting, gatherd, phase):
        self.gatherd, self.port = gatherd, free_port()
        directory = setting.sockets / "nginx"
        directory.mkdir()
        configuration = directory / "nginx.conf"
        configuration.write_text(NGINX.format(
            directory=directory, port=self.port, descriptors=LISTENERS + DEAF + 500))
        process = setting.daemon("/usr/sbin/nginx", "-c", configuration, "-p", directory,
                                 stderr=subprocess.DEVNULL)
        eventually(lambda: is_somebody_at(self.port), "nginx does not listen")
        self.process = process.pid
        setting.start_ready_on(setting.daemon_cpu, "publisher", gatherd.socket, self.port, phase)

    @property
    def pids(self):
        """The master, and the worker that does all."""
        return [self.process, *children(self.process)]


def tick_lateness(setting, gatherd, count):
    """How late a subscriber has each of so many ticks."""
    return [lateness for _, _, lateness in
            setting.samples("crowd", gatherd.socket, 1, count)["tick"]]


def processor_seconds(pids):
    """The time that processes have had a processor."""
    total = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def children(pid):
    text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def is_somebody_at(port):
    with contextlib.closing(socket.socket()) as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
