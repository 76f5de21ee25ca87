"""A server that gives trouble, while a match runs."""

import itertools
import threading

import faults
from backend import Backend
from report import Row, quantile

ACCOUNT = "io.gatherd.Account"
# The faults of the server, one after the other; the last takes as long as gather-submit waits.
FAULTS = 4 * [
    faults.answer_rubbish, faults.answer_half, faults.answer_without_end,
    faults.headers_without_end, faults.close_before_acting, faults.answer_instead(500),
    faults.answer_byte_by_byte,
] + [faults.answer_never]
# The number of results; it is greater than that of the faults that only delay a result.
RESULTS = 20
# The interval in seconds at which a client looks, which makes the daemon try again.
LOOKING_SECONDS = 0.3


def trouble(setting):
    """How late ticks are while a server misbehaves, beside those of a daemon without one."""
    count = 30 if setting.is_quick else 240
    # gather-submit has the CPUs of the gatherd that starts it, and each is to have all.
    calm, troubled = (
        setting.gatherd(name, is_placed=False, options=("--submit-after", "0"))
        for name in ("calm", "troubled"))
    backend = Backend()
    setting.callback(backend.server.close)
    give_results(troubled, backend)
    over = threading.Event()
    asking = threading.Thread(target=ask, args=(troubled, over))
    watchers = [setting.start("crowd", gatherd.play().socket, 1, count)
                for gatherd in (calm, troubled)]
    asking.start()
    try:
        calm_late, late = ([lateness for _, _, lateness in setting.result(watcher)["tick"]]
                           for watcher in watchers)
    finally:
        over.set()
        asking.join()
    requests = len(backend.server.requests)
    name = f"lateness of a tick, of {count}, while a server fails {requests} times"
    return [
        Row.beside(f"{name}: {part}", quantile(late, share), "without a server",
                   quantile(calm_late, share))
        for part, share in (("p50", 0.5), ("p99", 0.99))
    ]


def give_results(gatherd, backend):
    """Signs in and ends gathers whose results have a hard way."""
    account = {"server": backend.url, "userName": "alice", "password": "secret"}
    gatherd.call(f"{ACCOUNT}.Register", **account)
    gatherd.call(f"{ACCOUNT}.LogIn", **account)
    backend.server.requests.clear()
    for fault, _ in zip(itertools.cycle(FAULTS), range(10_000)):
        backend.server.fail(fault)
    for _ in range(RESULTS):
        gatherd.call("Start")
        gatherd.call("End")


def ask(gatherd, over):
    """Has what waits tried again and again."""
    while not over.wait(LOOKING_SECONDS):
        gatherd.call(f"{ACCOUNT}.Submit", waiting=True)
