"""A daemon of an older version, played from what it has said: it answers each call of a run as it
was answered once, and refuses what it does not know."""

import copy
import json
import threading
import time

from client import SERVICE
from listener import Listener

BOOTTIME = ("endsAtBoottimeMicroseconds", "takenAtBoottimeMicroseconds")


class Answers:
    """What was called in one run, and what came back, in the order of the calls."""

    def __init__(self, entries):
        self.calls = []
        replies = {}
        for entry in entries:
            if "call" in entry:
                replies[entry["connection"]] = []
                self.calls.append((entry["call"], replies[entry["connection"]]))
            elif "reply" in entry:
                replies[entry["connection"]].append(entry["reply"])

    def of(self, method):
        return [replies for call, replies in self.calls if call["method"] == method]


class OldGatherd:
    """Listens at a path; `play` says which run comes next."""

    def __init__(self, test, path, interfaces, entries, change=lambda reply: reply):
        """`interfaces` are those it has; `change` is done to each reply."""
        self.path = path
        self._interfaces, self._change = interfaces, change
        numbers = dict.fromkeys(entry["run"] for entry in entries if "run" in entry)
        self._runs = {
            number: Answers([each for each in entries if each.get("run") == number])
            for number in numbers}
        self._lock = threading.Lock()
        test.addCleanup(Listener.at(path, self._serve).close)

    def play(self, number):
        """Answers as in this run from now on, and forgets what was called before."""
        with self._lock:
            self._number, self._counts = number, {}
            self.calls, self.refused = [], []

    def recorded(self, number):
        """What was called in a run."""
        return [call for call, _ in self._runs[number].calls]

    def _serve(self, connection):
        rest = b""
        with connection:
            try:
                while some := connection.recv(65536):
                    *whole, rest = (rest + some).split(b"\0")
                    for message in whole:
                        self._answer(connection, json.loads(message))
            except ConnectionError:
                pass  # A watcher has seen enough.

    def _answer(self, connection, call):
        for reply in self._replies(call):
            text = json.dumps(self._change(in_our_time(reply)), separators=(",", ":"))
            connection.sendall(text.encode() + b"\0")

    def _replies(self, call):
        with self._lock:
            self.calls.append(call)
            refusal = self._refusal(call)
            if refusal is not None:
                self.refused.append(refusal)
                return [refusal]
            method = call["method"]
            count = self._counts[method] = self._counts.get(method, -1) + 1
            known = self._runs[self._number].of(method)
            if known:
                return known[min(count, len(known) - 1)]
            # It was not asked for in this run; another one tells how it answers.
            return next(found[0] for answers in self._runs.values()
                        if (found := answers.of(method)))

    def _refusal(self, call):
        name, _, method = call["method"].rpartition(".")
        if name not in self._interfaces:
            return refusal("InterfaceNotFound", interface=name)
        methods = self._interfaces[name].methods
        if method not in methods:
            return refusal("MethodNotFound", method=call["method"])
        fault = self._interfaces[name].fault(call.get("parameters", {}), methods[method][0])
        return None if fault is None else refusal("InvalidParameter", parameter=fault)


def refusal(error, **parameters):
    return {"error": f"{SERVICE}.{error}", "parameters": parameters}


def in_our_time(reply):
    """A reply whose snapshot is taken now, by the clock of this machine."""
    reply = copy.deepcopy(reply)
    timer = ((reply.get("parameters") or {}).get("gather") or {}).get("timer")
    if timer:
        later = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1000 - timer[BOOTTIME[1]]
        for name in BOOTTIME:
            timer[name] = None if timer[name] is None else timer[name] + later
    return reply
