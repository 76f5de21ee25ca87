"""The tables of a club, made of the exports of its pitches."""

import json

# As many results as are shown apart.
MOST_APART = 500


class Match:
    """A match, from its events in an export."""

    def __init__(self, pitch, events):
        self.pitch = pitch
        self.id = events[0]["gatherId"]
        self.revision = events[-1]["number"]
        self.score = events[-1]["score"]
        self.sides = events[-1]["teamAName"], events[-1]["teamBName"]
        self.fixture = events[0].get("fixture")
        self.entries = {event["number"]: (event["kind"], event["at"], event["score"])
                        for event in events}
        standing = [event for event in events if event["undoneBy"] is None]
        ends = [event for event in standing if event["kind"] in ("ended", "discarded")]
        self.phase = ends[-1]["kind"] if ends else "open"
        self.ended_at = ends[-1]["at"] if ends else ""
        periods = [event["text"] for event in standing if event["kind"] == "formatChosen"]
        played = sum(event["kind"] == "periodEnded" for event in standing)
        # Such as "format: 2x25-5".
        self.is_abandoned = any(played < int(text.split()[1].split("x")[0]) for text in periods)

    @property
    def moment(self):
        """What is later of two matches."""
        return self.ended_at, self.pitch, self.id

    @property
    def goals(self):
        return tuple(map(int, self.score.split("-")))


def matches(pitch, export):
    """The matches of a pitch, from the lines of its export."""
    found = {}
    for event in map(json.loads, export.splitlines()):
        found.setdefault(event["gatherId"], []).append(event)
    return [Match(pitch, events) for events in found.values()]


def standings(fixtures, matches):
    """The tables of all groups and the results that are apart, as GetTable answers them."""
    counted, apart = {}, []
    known = {fixture["id"]: {fixture["home"], fixture["away"]} for fixture in fixtures}
    for match in sorted(matches, key=lambda match: match.moment):
        if match.phase != "ended":
            continue
        if match.fixture is None:
            apart.append((match, "noFixture"))
        elif match.fixture not in known:
            apart.append((match, "unknownFixture"))
        elif set(match.sides) != known[match.fixture]:
            apart.append((match, "otherSides"))
        elif match.is_abandoned:
            apart.append((match, "abandoned"))
        else:
            if match.fixture in counted:
                apart.append((counted[match.fixture], "replayed"))
            counted[match.fixture] = match
    apart.sort(key=lambda found: found[0].moment, reverse=True)
    names = list(dict.fromkeys(fixture.get("group") for fixture in fixtures))
    return {
        "groups": [
            {"group": name, "rows": rows([each for each in fixtures if each.get("group") == name],
                                         counted)}
            for name in names if name is not None or len(names) == 1],
        "apart": [{"pitch": match.pitch, "match": match.id, "teamA": match.sides[0],
                   "teamB": match.sides[1], "score": match.score, "reason": reason}
                  for match, reason in apart[:MOST_APART]]}


def rows(fixtures, counted):
    """The rows of a group."""
    played = []
    for fixture in fixtures:
        if (match := counted.get(fixture["id"])) is not None:
            sides = fixture["home"], fixture["away"]
            if match.sides == sides[::-1]:
                sides = match.sides
            played.append((*sides, *match.goals))
    teams = sorted({fixture[side] for fixture in fixtures for side in ("home", "away")})
    reached, found = Reached.of(teams, played), []
    for tied in ranked(teams, played):
        position = len(found) + 1
        found += [{"position": position, "team": team} | reached[team].fields for team in tied]
    return found


class Reached:
    """What a team has reached."""

    def __init__(self):
        self.won = self.drawn = self.lost = self.scored = self.conceded = 0

    @classmethod
    def of(cls, teams, played):
        """What each of some teams has reached in the matches among them."""
        reached = {team: cls() for team in teams}
        for home, away, home_goals, away_goals in played:
            if home in reached and away in reached:
                reached[home].add(home_goals, away_goals)
                reached[away].add(away_goals, home_goals)
        return reached

    def add(self, scored, conceded):
        self.scored += scored
        self.conceded += conceded
        self.won += scored > conceded
        self.drawn += scored == conceded
        self.lost += scored < conceded

    @property
    def key(self):
        """What comes first in the order "goal-difference" is greater."""
        return 3 * self.won + self.drawn, self.scored - self.conceded, self.scored

    @property
    def fields(self):
        return {"played": self.won + self.drawn + self.lost, "won": self.won, "drawn": self.drawn,
                "lost": self.lost, "goalsFor": self.scored, "goalsAgainst": self.conceded,
                "goalDifference": self.key[1], "points": self.key[0]}


def ranked(teams, played):
    """Teams in order; those that nothing tells apart are together. The matches among those that are
    equal tell, and again among those of them that still are."""
    reached = Reached.of(teams, played)
    keys = sorted({reached[team].key for team in teams}, reverse=True)
    parts = [[team for team in teams if reached[team].key == key] for key in keys]
    if any(len(part) == len(teams) for part in parts):
        return parts
    return [tied for part in parts for tied in ranked(part, played)]
