"""Another client of the same account: the application on a phone, as the server sees it."""

import base64
import hashlib
import http.client
import json
import urllib.parse

from http_wire import OTHER_CLIENT
from programs import LIMIT


class OtherClient:
    """Speaks with a server as the application does; what it gets for an answer it expects."""

    def __init__(self, url, user, password, context=None):
        """Signs in; `context` is for a server with TLS."""
        self._place = urllib.parse.urlsplit(url)
        self._context = context
        self._user = user
        self._password = hashlib.sha256(password.encode()).hexdigest()
        self._token = None
        self.log_in()

    def _ask(self, status, line, body=None, authorization=None):
        method, path = line.split(" ")
        headers = {
            "Content-Type": "application/json", "Accept": "application/json",
            "User-Agent": OTHER_CLIENT, "Authorization": authorization or f"Bearer {self._token}"}
        kind = http.client.HTTPConnection
        options = {"timeout": LIMIT}
        if self._place.scheme == "https":
            kind, options["context"] = http.client.HTTPSConnection, self._context
        connection = kind(self._place.hostname, self._place.port, **options)
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            content = answer.read()
            assert answer.status == status, f"{line}: {answer.status} {content}"
            return answer.getheader("Location", "").rsplit("/", 1)[-1], content
        finally:
            connection.close()

    def _make(self, kind, body):
        return self._ask(201, f"POST /api/{kind}", body)[0]

    def _get(self, path):
        return json.loads(self._ask(200, f"GET {path}")[1])

    def log_in(self):
        """Gets a token of its own, again where the server has lost the one before."""
        pair = base64.b64encode(f"{self._user}:{self._password}".encode()).decode()
        _, body = self._ask(200, "POST /api/users/login", authorization=f"Basic {pair}")
        self._token = json.loads(body)["token"]

    # Players

    def players(self):
        return self._get("/api/players")

    def make_player(self, name, **profile):
        """Makes a player, also one of a name that there is; gives the number."""
        return int(self._make("players", {"name": name} | profile))

    def rename_player(self, number, name):
        """Gives a player a new name, and by that no age, skill, position or team."""
        self._ask(204, f"PUT /api/players/{number}", {"name": name})

    def delete_player(self, number):
        self._ask(204, f"DELETE /api/players/{number}")

    # Gathers

    def gathers(self):
        return self._get("/api/gathers")

    def players_of(self, gather):
        return self._get(f"/api/gathers/{gather}/players")

    def make_gather(self):
        """Makes a gather without a result; gives its ID."""
        return self._make("gathers", {})

    def add_player(self, gather, number, team="Team A"):
        self._ask(200, f"POST /api/gathers/{gather}/players/{number}", {"team": team})

    def put_result(self, gather, score, winner="Team A"):
        self._ask(204, f"PUT /api/gathers/{gather}", {"score": score, "winnerTeam": winner})

    def delete_gather(self, gather):
        self._ask(204, f"DELETE /api/gathers/{gather}")

    def play(self, score, winner="Team A", team_a=(), team_b=()):
        """A whole match, of players by their numbers; gives the ID of its gather."""
        gather = self.make_gather()
        for team, numbers in (("Team A", team_a), ("Team B", team_b)):
            for number in numbers:
                self.add_player(gather, number, team)
        self.put_result(gather, score, winner)
        return gather
