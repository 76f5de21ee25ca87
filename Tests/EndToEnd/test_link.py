"""Players whom somebody links with those of the server, where names do not tell who they are."""

import unittest

from test_sync import PLAYERS, SyncTest


class Link(SyncTest):
    def match(self, *numbers):
        """A match of these on Team A, up to its result at the server; gives the server's ID."""
        self.daemon.call("Open", teamAPlayers=list(numbers[1:]), teamBPlayers=[numbers[0]])
        self.play()
        self.submit()
        return self.wait_for("sent")["remoteId"]

    def refused(self, *arguments):
        result = self.ctl(*arguments)
        self.assertEqual((result.returncode, result.stdout), (1, ""), result)
        return result.stderr

    def test_a_link_is_kept_changes_nothing_there_and_can_be_forgotten(self):
        self.add({"name": "Ann", "age": 30}, "Bo")
        self.put_there(17, name="Ann", age=31)
        self.put_there(21, name="Ann", age=30)
        before = self.there()
        self.assertEqual(
            self.done("player", "link", "ann", "21"),
            "Ann (1) is linked with player 21 of the server\n")
        self.daemon.kill()
        self.daemon.start()
        self.assertEqual(self.here(), ["1 Ann age=30 -> 21", "2 Bo"])
        self.assertRegex(self.done("player", "show", "1"), r"number at the server +21\n")
        self.assertIn("no change: ", self.done("player", "link", "1", "21"))
        self.assertEqual(
            self.done("player", "unlink", "1"),
            "Ann (1) is not linked with the server any more\n")
        self.assertIn("no change: ", self.done("player", "unlink", "1"))
        self.assertEqual(self.here(), ["1 Ann age=30", "2 Bo"])
        self.assertEqual(self.there(), before)
        self.assertEqual({one.split()[0] for one in self.requests()}, {"GET"})

    def test_what_cannot_be_linked_says_why(self):
        self.add("Ann", "Bo")
        self.put_there(17, name="Ann")
        self.done("player", "link", "1", "17")
        self.assertIn("the server has no player 9; ", self.refused("player", "link", "1", "9"))
        self.assertIn(
            "Ann (1) is linked with player 17 of the server; 'gatherctl player unlink 1' unlinks "
            "that one first", self.refused("player", "link", "bo", "17"))
        self.assertIn("no player 'cy'", self.refused("player", "link", "cy", "17"))
        # Who was removed gives the number up.
        self.done("player", "remove", "1", "--yes")
        self.done("player", "link", "bo", "17")
        self.assertEqual(self.here(), ["2 Bo -> 17"])
        self.done("logout")
        self.assertIn("nobody is signed in", self.refused("player", "link", "bo", "17"))
        self.assertIn("nobody is signed in", self.refused("player", "unlink", "bo"))

    def test_a_request_counts_once(self):
        self.add("Ann")
        self.put_there(17, name="Ann")
        once = {"id": 1, "remoteId": 17, "requestId": "r"}
        first = self.daemon.call(f"{PLAYERS}.Link", **once)
        self.daemon.call(f"{PLAYERS}.Unlink", id=1)
        self.backend.server.requests.clear()
        again = self.daemon.call(f"{PLAYERS}.Link", **once)
        self.assertEqual((first["changed"], again["changed"]), (True, True))
        self.assertEqual(self.here(), ["1 Ann"])
        self.assertEqual(self.requests(), [])

    def wait_until_nobody_is_asked_about(self):
        with self.daemon.client() as client:
            submission = client.subscribe()["submission"]
            while submission["questions"] or submission["state"] != "sent":
                submission = client.next_change()[1]["submission"]
        return submission

    def test_a_result_goes_and_the_link_brings_the_player_who_was_not_clear(self):
        self.add("Bo", "Ann")
        self.put_there(17, name="Ann")
        self.put_there(21, name="ann")
        gather = self.match(1, 2)
        self.assertEqual(self.rows(), [("2-1", "Team A")])
        self.assertEqual(self.backend.rows, [(gather, 22, "Team B")])
        self.done("player", "link", "2", "21")
        self.assertEqual(self.wait_until_nobody_is_asked_about()["remoteId"], gather)
        self.assertEqual(
            self.backend.rows, [(gather, 22, "Team B"), (gather, 21, "Team A")])
        self.assertEqual(self.there(), ["17 Ann", "21 ann", "22 Bo"])

    def test_a_link_by_name_leaves_no_question_of_its_spelling(self):
        self.add("Bo", "ann")
        self.put_there(17, name="Ann", age=31)
        self.match(1, 2)
        self.assertEqual(self.here(), ["1 Bo -> 18", "2 ann -> 17"])
        said = self.done("player", "sync")
        self.assertIn("done  2@17  ann: is taken over: name ann here, Ann there", said)
        self.assertEqual(self.here(), ["1 Bo -> 18", "2 Ann age=31 -> 17"])
        self.assertEqual(
            self.done("player", "sync"), "no change: the squad and the server are the same\n")

    def test_who_was_given_another_name_is_taken_over_in_words(self):
        self.add("Ann")
        self.sync()
        self.backend.players[1]["name"] = "Zoe"
        said = self.done("player", "sync", "fetch", "1@1")
        self.assertIn("is taken over: name Ann here, Zoe there\n", said)

    def test_another_name_at_the_server_is_said_to_be_the_same_player(self):
        self.add("Bo", "Ann")
        self.sync()
        self.backend.players[2]["name"] = "Dr. Smith"
        gather = self.match(1, 2)
        self.assertEqual(self.backend.rows, [(gather, 1, "Team B")])
        self.done("player", "link", "2", "2")
        self.assertEqual(self.wait_until_nobody_is_asked_about()["remoteId"], gather)
        self.assertEqual(self.backend.rows, [(gather, 1, "Team B"), (gather, 2, "Team A")])
        self.assertEqual(self.there(), ["1 Bo", "2 Dr. Smith"])
        # The next one is not asked about, also after a restart.
        self.daemon.restart()
        gather = self.match(1, 2)
        self.assertEqual(self.backend.rows[2:], [(gather, 2, "Team A"), (gather, 1, "Team B")])


class FirstLogin(SyncTest):
    def setUp(self):
        self.start()

    def test_it_offers_the_sync(self):
        signed_in = f"alice at {self.backend.url}, signed in\n"
        self.add("Ann", "Bo")
        self.assertEqual(
            self.register(),
            f"registered\n{signed_in}"
            "2 players are not linked with the server yet: gatherctl player sync\n")
        self.done("player", "sync")
        self.assertEqual(self.done("login", "--password-file", self.file), signed_in)
        self.done("player", "remove", "1", "--yes")
        self.add("Cy")
        self.assertEqual(
            self.done("login", "--password-file", self.file),
            f"{signed_in}1 player is not linked with the server yet: gatherctl player sync\n")


if __name__ == "__main__":
    unittest.main()
