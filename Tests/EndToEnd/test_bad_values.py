"""What a call can say that it should not: an error with the name of what is wrong.

After each of them the same daemon answers another client, and the match is as it was.
"""

from client import GATHER, HISTORY, SERVICE
from unharmed import UnharmedDaemon

LARGEST = 2**63 - 1
SMALLEST = -(2**63)


class BadValues(UnharmedDaemon):
    def test_scores_out_of_range_are_refused(self):
        limits = {"minimum": 0, "maximum": 999}
        for score in (-1, 1000, LARGEST, SMALLEST):
            self.check_refused(
                "SetScore", {"team": "teamA", "score": score}, f"{GATHER}.InvalidScore", **limits)
        for team, delta in (("teamA", -1), ("teamB", -4), ("teamB", 997)):
            self.check_refused(
                "AddToScore", {"team": team, "delta": delta}, f"{GATHER}.InvalidScore", **limits)
        for delta in (0, 1000, -1000, LARGEST, SMALLEST):
            self.check_invalid("delta", "AddToScore", team="teamA", delta=delta)

    def test_times_out_of_range_are_refused(self):
        limits = {"minimumSeconds": 1, "maximumSeconds": 86400}
        for minutes, seconds in ((0, 0), (-1, 0), (1440, 1), (1500, 0), (LARGEST, 0),
                                 (SMALLEST, 0), (153722867280912931, 0)):
            time = {"minutes": minutes, "seconds": seconds}
            self.check_refused("SetTime", {"time": time}, f"{GATHER}.InvalidTime", **limits)
        for seconds in (-1, 60, LARGEST, SMALLEST):
            time = {"minutes": 5, "seconds": seconds}
            for method, given in (("SetTime", {"time": time}), ("Start", {"time": time}),
                                  ("Open", {"time": time}), ("SetDefaults", {"defaults": {"time": time}})):
                self.check_invalid("seconds", method, **given)
        for seconds in (0, 86401, -86401, LARGEST, SMALLEST):
            self.check_invalid("seconds", "AdjustTime", seconds=seconds)
        self.check_refused(
            "AdjustTime", {"seconds": -600}, f"{GATHER}.InvalidTime", **limits)
        for method in ("Start", "Pause", "Resume", "Toggle"):
            for ago in (0, -1, 86_400_001, LARGEST, SMALLEST):
                self.check_invalid("agoMilliseconds", method, agoMilliseconds=ago)

    def test_words_that_mean_nothing_are_refused(self):
        self.check_invalid("team", "AddToScore", team="teamC", delta=1)
        self.check_invalid("team", "SetScore", team="", score=1)
        for identifier in ("", "x" * 65, "Tor für A", "line\nbreak"):
            self.check_invalid(
                "requestId", "AddToScore", team="teamA", delta=1, requestId=identifier)
        self.check_invalid("limit", f"{HISTORY}.List", limit=0)
        self.check_invalid("limit", f"{HISTORY}.List", limit=1001)
        self.check_refused(f"{HISTORY}.List", {"before": "nothing"}, f"{HISTORY}.NoSuchGather")
        self.check_refused(
            f"{SERVICE}.GetInterfaceDescription", {"interface": "org.nowhere"},
            f"{SERVICE}.InterfaceNotFound", interface="org.nowhere")

    def test_wrong_types_are_refused_by_the_name_of_the_field(self):
        goal = {"team": "teamA", "delta": 1}
        for delta in ("1", 1.5, True, [1], {}, None, LARGEST + 1, SMALLEST - 1):
            self.check_invalid("delta", "AddToScore", **goal | {"delta": delta})
        for team in (1, True, ["teamA"], {}, None):
            self.check_invalid("team", "AddToScore", **goal | {"team": team})
        self.check_invalid("requestId", "AddToScore", **goal, requestId=7)
        for time in ("10:00", 10, None, []):
            self.check_invalid("time", "SetTime", time=time)
        self.check_invalid("minutes", "SetTime", time={"minutes": "1", "seconds": 0})
        self.check_invalid("seconds", "SetTime", time={"minutes": 1})
        self.check_invalid("teamAName", "Open", teamAName=3)
        for fixture in (12, "", "x" * 33, "a b", "a/b", "a+", "#", "ä", "a\n", True, ["12"]):
            self.check_invalid("fixture", "Open", fixture=fixture)
        self.check_invalid("start", "AdjustTime", seconds=1, start="yes")
        self.check_invalid("interface", f"{SERVICE}.GetInterfaceDescription", interface=5)

    def test_parameters_too_few_or_too_many_are_refused(self):
        self.check_invalid("team", "AddToScore", delta=1)
        self.check_invalid("delta", "AddToScore", team="teamA")
        self.check_invalid("interface", f"{SERVICE}.GetInterfaceDescription")
        self.check_invalid("colour", "Get", colour="red")
        self.check_invalid("colour", "Start", colour="red")
        self.check_invalid("colour", f"{SERVICE}.GetInfo", colour="red")
        self.check_invalid("hours", "SetTime", time={"minutes": 1, "seconds": 0, "hours": 1})
