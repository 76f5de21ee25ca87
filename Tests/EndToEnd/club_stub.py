"""A stub of a club: it answers as a test sets it."""

import json
import pathlib
import shutil
import socketserver
import tempfile
import threading

TABLE = "io.gatherd.Club.GetTable"
PITCHES = "io.gatherd.Club.GetPitches"


class ClubStub:
    """A server with a socket of its own, whose answers a test sets."""

    def __init__(self, test):
        directory = tempfile.mkdtemp(prefix="gatherd-stub-")
        test.addCleanup(shutil.rmtree, directory)
        self.socket = pathlib.Path(directory, "club.sock")
        # The answer to a method: parameters, an error, bytes, or nothing before the end.
        self.answers = {TABLE: table(), PITCHES: {"pitches": [], "isLive": True}}
        club = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                received = b""
                while some := self.request.recv(4096):
                    received += some
                    *calls, received = received.split(b"\0")
                    for call in calls:
                        answer = club.answers[json.loads(call)["method"]]
                        if answer is None:
                            return
                        self.wfile.write(answer if isinstance(answer, bytes)
                                         else json.dumps(wrapped(answer)).encode() + b"\0")

        class Server(socketserver.ThreadingUnixStreamServer):
            daemon_threads = True

        server = Server(str(self.socket), Handler)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()

        def end():
            server.shutdown()
            thread.join()
            server.server_close()
        test.addCleanup(end)


def wrapped(answer):
    return answer if "error" in answer else {"parameters": answer}


def row(position, team, points=0, difference=0):
    return {"position": position, "team": team, "played": 2, "won": 1, "drawn": 0, "lost": 1,
            "goalsFor": 12, "goalsAgainst": 12 - difference, "goalDifference": difference,
            "points": points}


def table(*groups, apart=(), is_live=True):
    return {"order": "goal-difference", "groups": list(groups), "apart": list(apart),
            "isLive": is_live}


def group(name, *rows):
    return {"group": name, "rows": list(rows)}


def apart(reason, team="Reds"):
    return {"pitch": "north", "match": "m1", "teamA": team, "teamB": "Blues", "score": "2-1",
            "reason": reason}
