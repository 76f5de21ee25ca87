"""A match that runs: how exact its ticks are, and what it costs."""

import contextlib
import itertools
import pathlib
import re

import report
from report import Row, quantile
from setting import ticks


def running(setting):
    """Ticks, memory and wake-ups, at the same time."""
    exact = setting.gatherd("exact").play()
    rows = [memory(setting, exact)]
    # Those below share their code's memory with it, so they come after. Two threads on one CPU
    # interrupt each other, so they are placed nowhere.
    idle, unwatched, watched = (setting.gatherd(name, is_placed=False)
                                for name in ("idle", "unwatched", "watched"))
    idle.call("Open")
    unwatched.play()
    clock = ticks(setting.start("crowd", watched.play().socket, 1, 600))
    wait_until_settled([idle.pid, unwatched.pid], clock)
    count = 20 if setting.is_quick else 120
    watcher = setting.start("crowd", exact.socket, 1, count, cpu=setting.client_cpu)
    # Between the ticks, not to disturb them.
    ends_at = exact.call("Get")["gather"]["timer"]["endsAtBoottimeMicroseconds"]
    timer = setting.start("timer", count, (ends_at + 500_000) % 1_000_000, cpu=setting.daemon_cpu)
    rates = wakeups([idle.pid, unwatched.pid, watched.pid], clock, 15 if setting.is_quick else 30)
    late = [lateness for _, _, lateness in setting.result(watcher)["tick"]]
    due = setting.result(timer)["late"]
    lateness = [
        Row.within(f"lateness of a tick, of {count}: {name}", quantile(late, part), limit,
                   f"timerfd in C {report.time(quantile(due, part))}")
        for name, part, limit in (("p50", 0.5, 400), ("p99", 0.99, 800))
    ]
    states = ["nothing running", "running, nobody watching", "running and watched"]
    return lateness + rows + [
        Row.within(f"wake-ups a second: {state}", rate, limit, show=lambda rate: f"{rate:.2g}")
        for state, rate, limit in zip(states, rates, (0, 0, 3))
    ]


def memory(setting, gatherd):
    """The memory of a daemon with a watcher, after a few ticks."""
    watcher = setting.start("crowd", gatherd.socket, 1, 60, cpu=setting.client_cpu)
    next(second for second, _ in ticks(watcher) if second % 4 == 0)
    kilobytes = proportional_kilobytes(gatherd.pid)
    watcher.terminate()
    watcher.wait()
    return Row.within("memory (PSS), running, one watcher", kilobytes / 1024, 10,
                      show=lambda size: f"{size:.3g} MiB")


def proportional_kilobytes(pid):
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])


def wait_until_settled(pids, clock):
    """Waits until no thread of Dispatch waits for work: without any for some seconds it ends, which
    is not to be counted. The kernel tells nobody of that, so this looks at each tick of another."""
    while any("futex" in place for pid in pids for place in waiting_places(pid)):
        next(clock)


def waiting_places(pid):
    """Where in the kernel each thread of a process waits."""
    return [text for _, text in texts_of_threads(pid, "wchan")]


def wakeups(pids, clock, seconds):
    """How often a second any thread of each process got a processor, in a window of so many ticks
    of a clock, one a second."""
    counts = {pid: 0 for pid in pids}
    before = {pid: switches(pid) for pid in pids}
    # Often enough to see what a thread did that begins and ends in the window.
    for _ in itertools.islice(clock, seconds):
        for pid in pids:
            now = switches(pid)
            counts[pid] += sum(count - before[pid].get(thread, 0) for thread, count in now.items())
            before[pid] = now
    return [count / seconds for count in counts.values()]


def switches(pid):
    """The context switches of each thread of a process."""
    return {thread: sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", text)))
            for thread, text in texts_of_threads(pid, "status")}


def texts_of_threads(pid, name):
    """A file of proc(5) for each thread of a process, by the thread's number."""
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # It has just ended.
            yield thread.name, (thread / name).read_text()
