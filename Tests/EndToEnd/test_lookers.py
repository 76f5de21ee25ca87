"""Who may only look: what others of the machine are shown, and what is not for them."""

import json
import os
import subprocess
import unittest

from client import Client
from faults import answer_instead
from programs import LIMIT, cannot_run
from test_sync import PLAYERS, SyncTest

# Somebody of whom the daemon knows nothing.
STRANGER = 65_533
ASK = """
import socket, sys
connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
connection.sendall(sys.stdin.buffer.read())
while data := connection.recv(65536):
    sys.stdout.buffer.write(data)
    sys.stdout.flush()
"""


class Lookers(SyncTest):
    """A match and a squad with all that is not for everybody, and a user who may only look."""

    def setUp(self):
        if os.getuid() != 0:
            cannot_run("another user is needed, and only root can be one")
        super().setUp()
        self.number, = self.add(
            {"name": "Anna", "age": 20, "skill": "amateur", "favouriteTeam": "CF United"})
        self.sync()
        self.backend.server.fail(answer_instead(422), at="PUT")
        self.play()
        self.submit()
        self.wait_for("refused")
        for path in (self.daemon.directory, self.daemon.socket.parent):
            path.chmod(0o755)
        self.daemon.socket.chmod(0o666)

    def stranger(self, method, parameters=None, **flags):
        """A connection of somebody else, with one call."""
        command = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups",
                   "/usr/bin/python3", "-c", ASK, str(self.daemon.socket)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait, LIMIT)
        self.addCleanup(process.kill)
        call = {"method": method, "parameters": parameters or {}} | flags
        process.stdin.write(json.dumps(call).encode() + b"\0")
        process.stdin.close()
        return process

    def replies(self, process):
        """The parameters of what comes, one reply after another."""
        data = b""
        while some := process.stdout.read1():
            data += some
            while b"\0" in data:
                text, data = data.split(b"\0", 1)
                yield json.loads(text)["parameters"]

    def seen(self, method, **parameters):
        """What a stranger is answered, and what somebody is who may control the match."""
        return (next(self.replies(self.stranger(method, parameters))),
                self.daemon.call(method, **parameters))

    def check_submission(self, theirs, ours):
        """Both are of the same result, and one of them without what is not for all."""
        self.assertIn("422", ours["lastError"])
        self.assertIsNotNone(ours["remoteId"])
        self.assertEqual(theirs, ours | {"lastError": None, "remoteId": None})

    def test_the_result(self):
        theirs, ours = self.seen("io.gatherd.Gather.Get")
        self.check_submission(theirs["gather"]["submission"], ours["gather"]["submission"])
        self.assertEqual(theirs["gather"]["score"], "2-1")

    def test_each_subscriber_gets_what_is_for_it(self):
        theirs = self.replies(self.stranger("io.gatherd.Gather.Subscribe", more=True))
        ours = self.daemon.client()
        first = ours.subscribe()
        self.check_submission(next(theirs)["gather"]["submission"], first["submission"])
        self.backend.server.fail(answer_instead(422), at="PUT")
        with Client(self.daemon.socket) as other:
            other.call("io.gatherd.Account.Submit", ids=[first["id"]])
        refused = None
        while refused is None or refused["state"] != "refused":
            refused = ours.change_with("submissionChanged")["submission"]
        for message in theirs:
            submission = message["gather"]["submission"]
            self.assertEqual((submission["lastError"], submission["remoteId"]), (None, None))
            if submission["state"] == "refused":
                break
        self.check_submission(submission, refused)

    def test_players(self):
        theirs, ours = self.seen(f"{PLAYERS}.List")
        player, = ours["players"]
        self.assertEqual((player["age"], player["favouriteTeam"]), (20, "CF United"))
        self.assertIsNotNone(player["remoteId"])
        redacted = player | {"age": None, "favouriteTeam": None, "remoteId": None}
        self.assertEqual(theirs["players"], [redacted])
        theirs, ours = self.seen(f"{PLAYERS}.Show", id=self.number)
        self.assertEqual(ours["player"], player)
        self.assertEqual(theirs, ours | {"player": redacted})

    def test_nothing_else_has_it(self):
        for method in ("io.gatherd.History.List", "io.gatherd.History.Show",
                       f"{PLAYERS}.Scorers"):
            theirs, ours = self.seen(method)
            self.assertEqual(theirs, ours)
            for word in ("answers 422", "CF United", self.backend.url):
                self.assertNotIn(word, json.dumps(theirs))


if __name__ == "__main__":
    unittest.main()
