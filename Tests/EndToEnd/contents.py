"""What a stand-in for the server keeps: put there quickly, and stated as values to compare."""

import typing
import uuid


class Match(typing.NamedTuple):
    """A gather at the server; its players as (name, team), each as often as they were added."""
    score: str | None
    winner: str | None
    players: tuple


def the_user(backend, name=None):
    """The ID of a user, by name where there are several."""
    user, = [key for key, one in backend.users.items() if name in (None, one["username"])]
    return user


def matches(backend, user=None):
    """The gathers of a user, in an order that does not depend on that of their making.

    One who is in a gather and was deleted at the server has a number in the place of a name.
    """
    owner = the_user(backend, user)
    with backend.lock:
        found = [match(backend, one) for one in backend.gathers.values() if one["userId"] == owner]
    return sorted(found, key=lambda one: (one.score or "", one.winner or "", one.players))


def match(backend, gather):
    """One gather of it."""
    rows = [(name_of(backend, player), team)
            for key, player, team in backend.rows if key == gather["id"]]
    rows.sort(key=lambda row: (row[1], row[0]))
    return Match(gather["score"], gather["winnerTeam"], tuple(rows))


def name_of(backend, number):
    player = backend.players.get(number)
    return player["name"] if player else f"#{number}"


def names(backend, user=None):
    """The names of a user's players, each as often as there are players of it."""
    owner = the_user(backend, user)
    with backend.lock:
        return sorted(one["name"] for one in backend.players.values() if one["owner"] == owner)


def fill(backend, gathers=0, players=0, user=None):
    """Gives a user so many more gathers with a result, and players: `Player 1`, `Player 2`."""
    owner = the_user(backend, user)
    with backend.lock:
        for number in range(gathers):
            key = str(uuid.uuid4()).upper()
            backend.gathers[key] = {"id": key, "userId": owner, "score": f"{number % 10}-0",
                                    "winnerTeam": "Team A" if number % 10 else "None"}
        first = max(backend.players, default=0) + 1
        for number in range(first, first + players):
            backend.players[number] = {
                "id": number, "name": f"Player {number}", "age": None, "skill": None,
                "preferredPosition": None, "favouriteTeam": None, "owner": owner}


def table(kinds):
    """A count of requests per kind as lines to print, with their sum."""
    lines = [f"{count:5}  {kind}" for kind, count in sorted(kinds.items())]
    return "\n".join([*lines, f"{sum(kinds.values()):5}  in all"])
