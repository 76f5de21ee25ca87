"""What a person settles at a server that others use too: checks, what is left, and whose it is."""

import unittest

import contents
import programs
from other_client import OtherClient
from terminal import Terminal
from test_account import PASSWORD
from test_submission import SubmissionTest


class SharedTest(SubmissionTest):
    """A match that has been sent, and another client of the account."""

    def setUp(self):
        self.sign_in()
        self.other = OtherClient(self.backend.url, "alice", PASSWORD)
        self.daemon.call("io.gatherd.Players.Add", players=[{"name": "Ann"}, {"name": "Bob"}])
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.gather = self.play()
        self.submit()
        self.wait_for("sent")
        self.remote, = self.backend.gathers

    def fails(self, *arguments):
        """What a command says that is refused."""
        result = self.ctl(*arguments)
        self.assertEqual(result.returncode, 1, result)
        return result.stdout + result.stderr

    def correct(self):
        """Has both players change sides, and sends that."""
        self.daemon.call("Undo")
        self.done("team", "b", "Ann")
        self.done("team", "a", "Bob")
        self.daemon.call("End")
        self.submit()
        self.wait_for("sent")


class Check(SharedTest):
    def test_what_the_server_has_as_it_was_sent_is_well(self):
        self.assertEqual(self.done("submissions", "check"), (
            f"{self.gather[:8]}  Team A 2-1 Team B  the server has this score\n"
            "players are not compared; 'gatherctl submissions check ID' compares those of one\n"))
        self.assertIn("the server has it", self.done("submissions", "check", "last"))

    def test_a_gather_that_is_gone_is_sent_again(self):
        self.other.delete_gather(self.remote)
        for words in (["check"], ["check", self.gather[:8]]):
            said = self.fails("submissions", *words)
            self.assertIn("the server has no such match any more", said)
            self.assertIn(f"'gatherctl submit --resend {self.gather[:8]}'", said)
        self.assertIn("nothing to send", self.done("submit", "last"))
        self.assertEqual(self.done("submit", "--resend", "last"), "sending 1 result\n")
        self.wait_for("sent")
        match, = contents.matches(self.backend)
        self.assertEqual(match, ("2-1", "Team A", (("Ann", "Team A"), ("Bob", "Team B"))))
        self.done("submissions", "check", "last")

    def test_what_somebody_else_has_changed_is_said(self):
        self.other.put_result(self.remote, "7:5", "Team B")
        self.assertIn("the server has 7:5", self.fails("submissions", "check"))
        self.done("submit", "--resend", "last")
        self.wait_for("sent")
        self.assertEqual(self.rows(), [("2-1", "Team A")])
        self.other.add_player(self.remote, 1, "Team B")
        self.assertIn("players are not compared", self.done("submissions", "check"))
        self.assertIn("other players", self.fails("submissions", "check", "last"))

    def test_what_is_in_the_account_of_another_user_is_not_taken_for_gone(self):
        self.assertEqual(self.ctl("register", "bob", "--server", self.backend.url,
                                  "--password-file", self.file).returncode, 0)
        self.assertEqual(self.done("submissions", "check"), "no result has been sent\n")
        for words in (["submissions", "check", "last"], ["submit", "--resend", "last"]):
            self.assertIn("the result belongs to alice at", self.fails(*words))
        self.assertEqual(len(self.backend.gathers), 1)

    def test_what_cannot_be_asked(self):
        self.assertEqual(self.ctl("submit", "--resend").returncode, 2)
        self.backend.server.close()
        self.assertIn("cannot be reached", self.fails("submissions", "check"))


class Leftovers(SharedTest):
    def test_a_gather_that_somebody_has_changed_is_deleted_or_kept_as_somebody_says(self):
        for word, left in (("remove", 1), ("keep", 2)):
            remote = self.daemon.get()["submission"]["remoteId"]
            self.other.put_result(remote, "7:5", "Team B")
            self.correct() if word == "remove" else self.correct_back()
            listed = self.wait_until_left(remote)
            self.assertIn(f"gatherctl submissions {word} {self.gather[:8]} {remote}", listed)
            self.assertIn(f"match {remote[:8]}, 7:5", listed)
            self.assertIn("a corrected one has replaced it; somebody else may have changed it", listed)
            self.assertIn(f"  match {remote[:8]}, 7:5: a corrected one", self.done("status"))
            self.other.put_result(remote, "8:5", "Team B")
            yes = ["--yes"] if word == "remove" else []
            if yes:
                self.assertEqual(self.ctl("submissions", "remove", "last", remote).returncode, 2)
                self.assertIn("changed", self.fails("submissions", "remove", "last", remote, *yes))
                self.assertIn(remote, self.backend.gathers)
                self.assertIn(f"{remote[:8]}, 8:5, 2 players", self.done("submissions"))
            self.done("submissions", word, "last", remote, *yes)
            self.assertEqual(remote in self.backend.gathers, word == "keep")
            self.assertEqual(self.done("submissions"), "no results are waiting\n")
            self.assertEqual(len(self.backend.gathers), left)
            self.assertIn(
                "nothing with this ID", self.fails("submissions", word, "last", remote, *yes))

    def correct_back(self):
        self.daemon.call("Undo")
        self.done("team", "a", "Ann")
        self.done("team", "b", "Bob")
        self.daemon.call("End")
        self.submit()
        self.wait_for("sent")

    def wait_until_left(self, remote):
        with self.daemon.client() as client:
            gather = client.subscribe()
            while not gather["submission"]["leftovers"]:
                _, gather = client.next_change()
        said = self.done("submissions")
        self.assertIn(remote[:8], said)
        return said

    def test_a_gather_is_deleted_after_a_yes(self):
        self.other.put_result(self.remote, "7:5", "Team B")
        self.correct()
        self.wait_until_left(self.remote)
        for answer, said in (("no", "cancelled"), ("yes", "deleted at the server")):
            terminal = Terminal(
                self, programs.gatherctl(), "submissions", "remove", "last", self.remote,
                columns=120, GATHERD_SOCKET=self.daemon.socket)
            terminal.read_until(f"Delete at the Server: match {self.remote[:8]}, 7:5\r\n"
                                "Are you sure you want to delete it? Yes/[Cancel] ")
            terminal.type(answer + "\r")
            terminal.read_until(said)
            self.assertEqual(self.remote in self.backend.gathers, answer == "no")

    def test_what_a_match_has_left_whose_opening_was_undone_can_be_named(self):
        self.other.put_result(self.remote, "7:5", "Team B")
        # The end, the goals, the start and the opening.
        while self.daemon.get():
            self.daemon.call("Undo")
        listed = ""
        while "left at the server" not in listed:
            self.submit()
            listed = self.done("submissions")
        self.assertTrue(listed.startswith(f"{self.gather[:8]}  "), listed)
        self.assertIn("the match was discarded", listed)
        self.daemon.restart()
        self.assertEqual(self.done("submissions"), listed)
        self.done("submissions", "remove", self.gather[:8], self.remote, "--yes")
        self.assertEqual(self.backend.gathers, {})
        self.assertEqual(self.done("submissions"), "no results are waiting\n")

    def test_an_opening_that_is_undone_takes_back_what_was_sent(self):
        while self.daemon.get():
            self.daemon.call("Undo")
        self.assertIn(self.gather[:8], self.done("submissions"))
        self.backend.server.requests.clear()
        self.submit()
        self.backend.server.wait_for_requests(3)
        self.assertEqual(self.backend.server.lines[-1], f"DELETE /api/gathers/{self.remote}")
        # What stands again is sent again.
        self.daemon.call("Redo")
        self.daemon.call("End")
        self.submit()
        self.wait_for("sent")
        self.assertEqual(contents.matches(self.backend), [
            ("0-0", "None", (("Ann", "Team A"), ("Bob", "Team B")))])

    def test_a_result_that_is_named_twice_is_sent_once(self):
        self.assertEqual(
            self.done("submit", "--resend", "last", self.gather[:8], self.gather),
            "sending 1 result\n")
        self.wait_for("sent")

    def test_what_is_no_id_of_the_server_is_refused_at_once(self):
        for words in (["remove", "last"], ["keep", "last", "x"], ["remove", "last", "-1"]):
            self.assertEqual(self.ctl("submissions", *words).returncode, 2, words)


class SamePlayers(SubmissionTest):
    """Another client makes a player of the same name between our look and our request."""

    def setUp(self):
        self.sign_in()
        self.other = OtherClient(self.backend.url, "alice", PASSWORD)
        self.daemon.call("io.gatherd.Players.Add", players=[{"name": "Ann"}, {"name": "Bob"}])
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.gather = self.play()
        self.backend.server.before(
            "POST /api/players", lambda: self.other.make_player("Ann"))
        self.submit()
        self.wait_for("sent")

    def test_the_one_who_was_first_plays_and_the_other_is_deleted_as_somebody_says(self):
        match, = contents.matches(self.backend)
        self.assertEqual(match, ("2-1", "Team A", (("Ann", "Team A"), ("Bob", "Team B"))))
        self.assertEqual([row[1] for row in self.backend.rows], [1, 3])
        self.assertEqual(len(self.backend.players), 3)
        command = f"gatherctl submissions remove {self.gather[:8]} 2"
        self.assertIn(command, self.done("submissions"))
        # Whoever plays in somebody's gather is not deleted.
        theirs = self.other.play("7:5", team_a=[2], team_b=[])
        self.assertIn("changed", self.ctl("submissions", "remove", "last", "2", "--yes").stderr)
        self.assertIn(2, self.backend.players)
        self.other.delete_gather(theirs)
        self.done("submissions", "remove", "last", "2", "--yes")
        self.assertEqual(sorted(self.backend.players), [1, 3])
        self.assertEqual(self.done("submissions"), "no results are waiting\n")


class OtherAddress(SharedTest):
    """The server is at another address, and the user is the same by its ID."""

    def move(self):
        port = self.backend.url.rsplit(":", 1)[1]
        self.assertEqual(
            self.ctl("login", "alice", "--server", f"http://localhost:{port}", "--insecure-http",
                     "--password-file", self.file).returncode, 0)

    def test_what_is_left_is_deleted_at_the_new_address(self):
        self.other.put_result(self.remote, "7:5", "Team B")
        self.correct()
        with self.daemon.client() as client:
            gather = client.subscribe()
            while not gather["submission"]["leftovers"]:
                _, gather = client.next_change()
        self.move()
        self.done("submissions", "remove", "last", self.remote, "--yes")
        self.assertNotIn(self.remote, self.backend.gathers)
        self.assertEqual(len(self.backend.gathers), 1)

    def test_the_players_stay_who_they_are(self):
        self.other.rename_player(1, "Annika")
        self.move()
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.play()
        self.submit()
        self.wait_for("sent")
        self.assertEqual(sorted(self.backend.players), [1, 2])

    def test_a_discarded_match_of_another_user_can_be_kept_at_the_server(self):
        # For a minute that can be taken back.
        self.daemon.call("Undo")
        self.done("discard", "--yes")
        self.assertEqual(self.ctl("register", "bob", "--server", self.backend.url,
                                  "--password-file", self.file).returncode, 0)
        self.assertIn(self.remote, self.done("submissions"))
        self.done("submissions", "keep", self.gather[:8], self.remote)
        self.assertEqual(self.done("submissions"), "no results are waiting\n")
        self.assertIn(self.remote, self.backend.gathers)


class Another(SubmissionTest):
    """Somebody else signs in while a result waits for its minute."""

    def setUp(self):
        self.sign_in()
        self.gather = self.play()

    def register_bob(self, answer):
        """What the question is followed by."""
        terminal = Terminal(
            self, programs.gatherctl(), "register", "bob", "--server", self.backend.url,
            columns=120, GATHERD_SOCKET=self.daemon.socket)
        for question in ("Password of bob", "Password again"):
            terminal.read_until(question)
            terminal.type(PASSWORD + "\r")
        terminal.read_until("not sent yet: 1 result of alice; send now as bob? [keep/send]")
        terminal.type(answer + "\r")
        return terminal

    def owners(self):
        names = {key: user["username"] for key, user in self.backend.users.items()}
        return [(names[one["userId"]], one["score"]) for one in self.backend.gathers.values()]

    def test_send(self):
        self.register_bob("send").read_until("sending 1 result")
        self.wait_for("sent")
        self.assertEqual(self.owners(), [("bob", "2-1")])

    def test_keep(self):
        self.register_bob("keep").read_until("kept")
        self.assertIn("nothing to send", self.done("submit"))
        waits = "Result waits for alice to sign in: 'gatherctl login alice', or "
        self.assertIn(
            f"{waits}'gatherctl submit --take-over {self.gather[:8]}'", self.done("submissions"))
        self.assertIn(f"{waits}'gatherctl submit --take-over'", self.done("status"))
        self.assertEqual(self.done("watch", "--once", "--format", "{submission}"),
                         "signInNeeded\n")
        self.done("login", "alice", "--password-file", self.file)
        self.submit()
        self.wait_for("sent")
        self.assertEqual(self.owners(), [("alice", "2-1")])


if __name__ == "__main__":
    unittest.main()
