"""A stand-in for the Football Gather backend: a Vapor 4 application, as it answers on the wire.

It shows the statuses, the order of the checks and the quirks of the real one. Run it by itself,
`python3 backend.py`, to have one to try things with; it keeps everything in memory.
"""

import base64
import json
import random
import re
import secrets
import threading
import time
import urllib.parse
import uuid

from http_wire import Answer, Server

BODY_LIMIT = 16 << 10
SKILLS = {"beginner", "amateur", "professional"}
POSITIONS = {"goalkeeper", "defender", "midfielder", "winger", "striker"}
UUID_FORM = re.compile("[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
JSON_TYPE = "application/json; charset=utf-8"


class Abort(Exception):
    """An answer that is an error."""

    def __init__(self, status, reason):
        super().__init__(reason)
        self.answer = Answer(status, {"content-type": JSON_TYPE},
                             encoded({"error": True, "reason": reason}))


def encoded(value):
    """JSON as the server writes it: its keys in any order, slashes escaped, no nulls."""
    def shuffled(value):
        if isinstance(value, dict):
            members = [(key, shuffled(one)) for key, one in value.items() if one is not None]
            random.shuffle(members)
            return dict(members)
        return [shuffled(one) for one in value] if isinstance(value, list) else value
    text = json.dumps(shuffled(value), ensure_ascii=False, separators=(",", ":"))
    return text.replace("/", "\\/").encode()


def found(value):
    return Answer(200, {"content-type": JSON_TYPE}, encoded(value))


def created(place):
    return Answer(201, {"Location": place})


def work_for(seconds):
    """Takes as long as the real server was measured to work: the time itself is what is imitated,
    so there is no event that could be waited for."""
    time.sleep(seconds)


NOT_FOUND = (404, "Not Found")
BAD_ID = (400, "Bad Request")
NOT_AUTHENTICATED = (401, "User not authenticated.")


class Fields:
    """The body of a request, decoded as the server does: 413, 415, 422, then 400."""

    def __init__(self, request):
        if len(request.body) > BODY_LIMIT:
            raise Abort(413, "Payload Too Large")
        kind = request.header("content-type")
        if kind is None:
            raise Abort(415, "Can't decode data without a content type")
        kind = kind.split(";")[0].strip().lower()
        if not request.body:
            raise Abort(422, "Unprocessable Entity")
        if kind == "application/json":
            self._values = self._json(request.body)
        elif kind == "application/x-www-form-urlencoded":
            self._values = dict(urllib.parse.parse_qsl(request.body.decode()))
        elif kind == "text/plain":
            raise Abort(400, "Bad Request")
        else:
            raise Abort(415, "Unsupported Media Type")

    @staticmethod
    def _json(body):
        try:
            values = json.loads(body)
        except ValueError:
            values = None
        if not isinstance(values, dict):
            raise Abort(400, "Data corrupted at path ''. The given data was not valid JSON.")
        return values

    def required(self, name, kind=str):
        if name not in self._values:
            raise Abort(400, f"No such key '{name}' at path ''. No value associated with key.")
        if self._values[name] is None:
            raise Abort(400, f"No value found (expected type 'String') at path '{name}'.")
        return self.optional(name, kind)

    def optional(self, name, kind=str):
        value = self._values.get(name)
        if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
            words = {str: "String", int: "Int"}[kind]
            raise Abort(400, f"Value was not of type '{words}' at path '{name}'. ")
        return value

    def word(self, name, words):
        value = self.optional(name)
        if value is not None and value not in words:
            raise Abort(400, f"Data corrupted at path '{name}'. Cannot initialize {name} from"
                             f" invalid String value {value}.")
        return value


class Backend:
    """The server and all it keeps."""

    def __init__(self, **options):
        self.lock = threading.Lock()
        # How long it takes for each gather of a list, before it answers.
        self.seconds_for_a_gather = 0
        self.forget()
        self.server = Server(self._act, **options)
        self.url = self.server.url

    @classmethod
    def running(cls, test, **options):
        """A backend that ends with the test."""
        backend = cls(**options)
        test.addCleanup(backend.close)
        return backend

    def close(self):
        """Ends it; an error in what a test has had done between two requests is the test's."""
        self.server.close()
        assert not self.server.errors, "\n".join(self.server.errors)

    def forget(self):
        """Loses all it keeps, as the real one does when it is restarted."""
        with self.lock:
            self.users = {}  # id: {"id", "username", "password"}
            self.tokens = {}  # token: id of a user
            self.players = {}  # id: {"id", "name", ..., "owner"}
            self.gathers = {}  # id: {"id", "userId", "score", "winnerTeam"}
            self.rows = []  # (id of a gather, id of a player, team)

    def restart(self, forgets=True):
        """Cuts all connections and listens again on the same port: with nothing of what it kept,
        as its database is in memory, or with all of it."""
        self.server.close()
        if forgets:
            self.forget()
        self.server.listen_again()

    def _act(self, request):
        with self.lock:
            try:
                return self._route(request)
            except Abort as abort:
                return abort.answer

    def _route(self, request):
        # Empty segments do not count; fixed ones are not decoded, and those of ids are.
        path = request.path.split("?")[0]
        segments = [segment for segment in path.split("/") if segment]
        for method, pattern, act in ROUTES:
            if method == request.method and len(pattern) == len(segments):
                pairs = list(zip(pattern, segments))
                if all(wanted in ("*", given) for wanted, given in pairs):
                    ids = [urllib.parse.unquote(given) for wanted, given in pairs if wanted == "*"]
                    return act(self, request, *ids)
        raise Abort(*NOT_FOUND)

    # Who asks

    def _user(self, request):
        scheme, _, token = (request.header("authorization") or "").partition(" ")
        if scheme.lower() != "bearer" or token not in self.tokens:
            raise Abort(*NOT_AUTHENTICATED)
        return self.tokens[token]

    @staticmethod
    def _uuid(text):
        if not UUID_FORM.fullmatch(text):
            raise Abort(*BAD_ID)
        return text.upper()

    @staticmethod
    def _number(text):
        if not re.fullmatch("[+-]?[0-9]+", text):
            raise Abort(*BAD_ID)
        return int(text)

    def _own(self, table, key, owner, user):
        """What a user has under an ID; another user's is as if it was not there."""
        item = table.get(key)
        if item is None or item[owner] != user:
            raise Abort(*NOT_FOUND)
        return item

    # Users

    def _register(self, request):
        fields = Fields(request)
        name, password = fields.required("username"), fields.required("password")
        own = fields.optional("id")
        if own is not None and not UUID_FORM.fullmatch(own):
            raise Abort(400, "Data corrupted at path 'id'. ")
        key = (own or str(uuid.uuid4())).upper()
        if key in self.users or any(user["username"] == name for user in self.users.values()):
            raise Abort(500, "constraintUniqueFailed: UNIQUE constraint failed: users.username")
        self.users[key] = {"id": key, "username": name, "password": password}
        return created(f"/api/users/{key}")

    def _log_in(self, request):
        scheme, _, pair = (request.header("authorization") or "").partition(" ")
        try:
            name, colon, password = base64.b64decode(pair, validate=True).decode().partition(":")
        except ValueError:
            raise Abort(*NOT_AUTHENTICATED) from None
        for user in self.users.values():
            if (user["username"], user["password"]) == (name, password) and colon:
                if scheme.lower() == "basic":
                    token = base64.b64encode(secrets.token_bytes(16)).decode()
                    self.tokens[token] = user["id"]
                    return found({"token": token, "userID": user["id"]})
        raise Abort(*NOT_AUTHENTICATED)

    def _list_users(self, _):
        return found([self._public(user) for user in self.users.values()])

    def _get_user(self, _, key):
        user = self.users.get(self._uuid(key))
        if user is None:
            raise Abort(*NOT_FOUND)
        return found(self._public(user))

    @staticmethod
    def _public(user):
        return {"id": user["id"], "username": user["username"]}

    def _delete_user(self, request):
        user = self._user(request)
        del self.users[user]
        self.tokens = {token: owner for token, owner in self.tokens.items() if owner != user}
        self.players = {key: one for key, one in self.players.items() if one["owner"] != user}
        self.gathers = {key: one for key, one in self.gathers.items() if one["userId"] != user}
        return Answer(204)

    # Players

    @staticmethod
    def _profile(request):
        fields = Fields(request)
        return {
            "name": fields.required("name"), "age": fields.optional("age", int),
            "skill": fields.word("skill", SKILLS),
            "preferredPosition": fields.word("preferredPosition", POSITIONS),
            "favouriteTeam": fields.optional("favouriteTeam")}

    @staticmethod
    def _shown(player):
        return {key: value for key, value in player.items() if key != "owner"}

    def _list_players(self, request):
        user = self._user(request)
        return found([self._shown(one) for one in self.players.values() if one["owner"] == user])

    def _create_player(self, request):
        user = self._user(request)
        profile = self._profile(request)
        # The highest number is given again after it was deleted.
        key = max(self.players, default=0) + 1
        self.players[key] = {"id": key} | profile | {"owner": user}
        return created(f"/api/players/{key}")

    def _update_player(self, request, key):
        user = self._user(request)
        profile = self._profile(request)
        self._own(self.players, self._number(key), "owner", user).update(profile)
        return Answer(204)

    def _delete_player(self, request, key):
        user = self._user(request)
        del self.players[self._own(self.players, self._number(key), "owner", user)["id"]]
        return Answer(204)

    def _gathers_of_player(self, request, key):
        user = self._user(request)
        player = self._own(self.players, self._number(key), "owner", user)["id"]
        return found([self.gathers[gather] for gather, one, _ in self.rows
                      if one == player and gather in self.gathers])

    # Gathers

    def _list_gathers(self, request):
        user = self._user(request)
        gathers = [one for one in self.gathers.values() if one["userId"] == user]
        work_for(self.seconds_for_a_gather * len(gathers))
        return found(gathers)

    def _create_gather(self, request):
        user = self._user(request)
        key = str(uuid.uuid4()).upper()
        self.gathers[key] = {"id": key, "userId": user, "score": None, "winnerTeam": None}
        return created(f"{request.path}/{key}")

    def _put_result(self, request, key):
        user = self._user(request)
        fields = Fields(request)
        result = {name: fields.required(name) for name in ("score", "winnerTeam")}
        self._own(self.gathers, self._uuid(key), "userId", user).update(result)
        return Answer(204)

    def _delete_gather(self, request, key):
        user = self._user(request)
        del self.gathers[self._own(self.gathers, self._uuid(key), "userId", user)["id"]]
        return Answer(204)

    def _add_player(self, request, gather, player):
        self._user(request)
        team = Fields(request).required("team")
        # Nobody looks whether there is such a gather or such a player.
        self.rows.append((self._uuid(gather), self._number(player), team))
        return Answer(200)

    def _list_gather_players(self, request, key):
        user = self._user(request)
        gather = self._own(self.gathers, self._uuid(key), "userId", user)["id"]
        return found([self._shown(self.players[player]) for one, player, _ in self.rows
                      if one == gather and player in self.players])


ROUTES = [
    (line.split()[0], line.split()[1].strip("/").split("/"), act) for line, act in {
        "POST /api/users": Backend._register,
        "GET /api/users": Backend._list_users,
        "GET /api/users/*": Backend._get_user,
        "POST /api/users/login": Backend._log_in,
        "DELETE /api/users": Backend._delete_user,
        "GET /api/players": Backend._list_players,
        "POST /api/players": Backend._create_player,
        "PUT /api/players/*": Backend._update_player,
        "DELETE /api/players/*": Backend._delete_player,
        "GET /api/players/*/gathers": Backend._gathers_of_player,
        "GET /api/gathers": Backend._list_gathers,
        "POST /api/gathers": Backend._create_gather,
        "PUT /api/gathers/*": Backend._put_result,
        "DELETE /api/gathers/*": Backend._delete_gather,
        "POST /api/gathers/*/players/*": Backend._add_player,
        "GET /api/gathers/*/players": Backend._list_gather_players,
    }.items()]


if __name__ == "__main__":
    print(Backend().url, flush=True)
    threading.Event().wait()
