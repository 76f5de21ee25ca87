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
    # None where nothing was promised.
    is_met: bool = None

    @classmethod
    def beside(cls, measure, value, peer, peer_value, at_most=None, below=None):
        """A time beside a peer's, with a limit for the ratio."""
        ratio = value / peer_value
        goal, is_met = "", None
        if at_most is not None:
            goal, is_met = f"at most {at_most:g} times", ratio <= at_most
        if below is not None:
            goal, is_met = f"below {below:g} times", ratio < below
        return cls(measure, time(value), f"{peer} {time(peer_value)}", ratio, goal, is_met)

    @classmethod
    def within(cls, measure, value, limit, peer="", show=None):
        """A value, by default a time, with a limit for itself."""
        show = show or time
        return cls(measure, show(value), peer, None, f"at most {show(limit)}", value <= limit)

    @property
    def cells(self):
        verdict = {None: "", True: "met", False: "MISSED"}[self.is_met]
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return [self.measure, self.value, self.peer, ratio, self.goal, verdict]


class Report:
    """What is printed at the end."""

    HEAD = ["measure", "gatherd", "beside it", "ratio", "goal", ""]

    def __init__(self, description):
        self.description = description
        self.rows = []

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
        print(f"{sum(row.is_met for row in goals)} of {len(goals)} goals met;"
              f" load {machine.load()} at the end")


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


def median(values):
    return quantile(values, 0.5)
