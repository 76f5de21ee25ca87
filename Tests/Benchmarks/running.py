"""A match that runs: how exact its ticks are, and what it costs."""

import pathlib
import re
import time

import report
from report import Row, quantile

# Threads that Dispatch has no work for end after 5 s.
SETTLING_SECONDS = 7


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
    setting.start("crowd", watched.play().socket, 1, 600)
    # Nothing tells that a thread of Dispatch has gone; it is not to be counted below.
    time.sleep(SETTLING_SECONDS)
    count = 20 if setting.is_quick else 120
    watcher = setting.start("crowd", exact.socket, 1, count, cpu=setting.client_cpu)
    # Between the ticks, not to disturb them.
    ends_at = exact.call("Get")["gather"]["timer"]["endsAtBoottimeMicroseconds"]
    timer = setting.start("timer", count, (ends_at + 500_000) % 1_000_000, cpu=setting.daemon_cpu)
    rates = wakeups([idle.pid, unwatched.pid, watched.pid], 15 if setting.is_quick else 30)
    late = [lateness for _, _, lateness in setting.result(watcher)["tick"]]
    due = setting.result(timer)["late"]
    ticks = [
        Row.within(f"lateness of a tick, of {count}: {name}", quantile(late, part), limit,
                   f"timerfd in C {report.time(quantile(due, part))}")
        for name, part, limit in (("p50", 0.5, 400), ("p99", 0.99, 800))
    ]
    states = ["nothing running", "running, nobody watching", "running and watched"]
    return ticks + rows + [
        Row.within(f"wake-ups a second: {state}", rate, limit, show=lambda rate: f"{rate:.2g}")
        for state, rate, limit in zip(states, rates, (0, 0, 3))
    ]


def memory(setting, gatherd):
    """The memory of a daemon with a watcher, after a few ticks."""
    watcher = setting.start("crowd", gatherd.socket, 1, 60, cpu=setting.client_cpu)
    for line in watcher.stdout:
        if line.startswith("tick") and int(line.split()[1]) % 4 == 0:
            break
    kilobytes = proportional_kilobytes(gatherd.pid)
    watcher.terminate()
    watcher.wait()
    return Row.within("memory (PSS), running, one watcher", kilobytes / 1024, 10,
                      show=lambda size: f"{size:.3g} MiB")


def proportional_kilobytes(pid):
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])


def wakeups(pids, seconds):
    """How often a second any thread of each process got a processor, in a window."""
    counts = {pid: 0 for pid in pids}
    before = {pid: switches(pid) for pid in pids}
    start = time.monotonic()
    # It is a window of time that is measured. Often enough to see what a thread did that begins
    # and ends in the window.
    for second in range(1, seconds + 1):
        time.sleep(max(0, start + second - time.monotonic()))
        for pid in pids:
            now = switches(pid)
            counts[pid] += sum(count - before[pid].get(thread, 0) for thread, count in now.items())
            before[pid] = now
    took = time.monotonic() - start
    return [count / took for count in counts.values()]


def switches(pid):
    """The context switches of each thread of a process."""
    found = {}
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        try:
            text = (thread / "status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue  # It has just ended.
        found[thread.name] = sum(map(int, re.findall(r"ctxt_switches:\s+(\d+)", text)))
    return found
