"""The table: a row per measure, with the goal and whether it is met."""

import dataclasses
import math

import machine


@dataclasses.dataclass
class Row:
    """One measure; what is compared is the ratio where there is a peer, else the value."""

    measure: str
    value: str
    peer: str = ""
    ratio: float = None
    goal: str = ""
    # Between which values half of all were, ours and those of the peer.
    spread: str = ""
    # None where nothing was promised.
    is_met: bool = None

    @classmethod
    def beside(cls, measure, values, peer, peer_values, at_most=None, below=None):
        """The median of some times, or one time, beside a peer's, with a limit for the ratio."""
        values, peer_values = listed(values), listed(peer_values)
        value, peer_value = median(values), median(peer_values)
        ratio = value / peer_value
        goal, is_met = "", None
        if at_most is not None:
            goal, is_met = f"at most {at_most:g} times", ratio <= at_most
        if below is not None:
            goal, is_met = f"below {below:g} times", ratio < below
        spread = "; ".join(filter(None, map(middle_half, (values, peer_values))))
        return cls(measure, time(value), f"{peer} {time(peer_value)}", ratio, goal, spread, is_met)

    @classmethod
    def within(cls, measure, values, limit, peer="", show=None):
        """The median of some values, by default times, with a limit for itself; or one value."""
        show = show or time
        values = listed(values)
        value = median(values)
        return cls(measure, show(value), peer, None, f"at most {show(limit)}",
                   middle_half(values, show), value <= limit)

    @property
    def cells(self):
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return [self.measure, self.value, self.peer, ratio, self.goal, self.spread, verdict]


class Report:
    """What is printed at the end."""

    HEAD = ["measure", "gatherd", "beside it", "ratio", "goal", "half within", ""]
    # With so many processors busy with other things, the table is noisy.
    NOISE = 0.5

    def __init__(self, description):
        self.description = description
        self.rows = []
        self.others = machine.Others()

    def add(self, rows):
        self.rows += rows

    def print(self):
        print("\n".join(self.description))
        print()
        table = [self.HEAD, None, *(row.cells for row in self.rows)]
        widths = [max(len(line[column]) for line in table if line)
                  for column in range(len(self.HEAD))]
        for line in table:
            cells = line or ["-" * width for width in widths]
            print("| " + " | ".join(map(str.ljust, cells, widths)) + " |")
        goals = [row for row in self.rows if row.is_met is not None]
        print()
        print(f"{sum(row.is_met for row in goals)} of {len(goals)} goals met")
        busy = self.others.load()
        noise = "NOISY: " if busy > self.NOISE else ""
        print(f"{noise}{busy:.2f} processors were busy with other things meanwhile")


def time(microseconds):
    """A time in words."""
    if microseconds >= 1e6:
        return f"{microseconds / 1e6:.2f} s"
    if microseconds >= 10e3:
        return f"{microseconds / 1e3:.1f} ms"
    if microseconds >= 1e3:
        return f"{microseconds / 1e3:.2f} ms"
    return f"{microseconds:.0f} µs"


def quantile(values, part):
    """The value that such a part of all is not above."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def listed(values):
    return values if isinstance(values, list) else [values]


def middle_half(values, show=time):
    """Between which values half of them are; nothing of one value."""
    if len(values) < 4:
        return ""
    return f"{show(quantile(values, 0.25))} - {show(quantile(values, 0.75))}"


def median(values):
    return quantile(values, 0.5)
