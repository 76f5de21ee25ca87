"""The squad in step with the players at the server, through each of the server's quirks.

Each test prints a table of the squad and the server before, what is done, and both after, if
GATHERD_TABLES is set.
"""

import os
import unittest

from client import Refused
from faults import answer_with, close_after_acting
from programs import eventually
from test_submission import SubmissionTest

PLAYERS = "io.gatherd.Players"
OPTIONAL = ("age", "skill", "position", "favouriteTeam")


class SyncTest(SubmissionTest):
    """A daemon that is signed in, with a squad."""

    def setUp(self):
        self.sign_in()

    def add(self, *players):
        """Takes players into the squad: names, or profiles."""
        profiles = [{"name": one} if isinstance(one, str) else one for one in players]
        return [one["id"] for one in self.daemon.call(f"{PLAYERS}.Add", players=profiles)["players"]]

    def edit(self, number, **profile):
        return self.daemon.call(f"{PLAYERS}.Edit", id=number, profile=profile)

    def put_there(self, number, **fields):
        """Has the server keep a player under a number, as another client of the account would."""
        owner, = self.backend.users
        nothing = dict.fromkeys(("age", "skill", "preferredPosition", "favouriteTeam"))
        self.backend.players[number] = {"id": number} | nothing | fields | {"owner": owner}

    def sync(self, *decisions, dry=False):
        """What is done, in a line each."""
        asked = [dict(zip(("playerId", "remoteId", "choice"), one)) for one in decisions]
        steps = self.daemon.call(f"{PLAYERS}.Sync", dryRun=dry, decisions=asked)["steps"]
        self.steps = steps
        return [f"{one['action']} {one['name']}" + ("" if one["done"] else " (not done)")
                for one in steps]

    def here(self):
        """The squad: number, name, what is known, number at the server."""
        return [
            " ".join([str(one["id"]), one["name"]]
                     + [f"{name}={one[name]}" for name in OPTIONAL if one[name] is not None]
                     + [f"-> {one['remoteId']}"] * (one["remoteId"] is not None))
            for one in self.daemon.call(f"{PLAYERS}.List")["players"]]

    def there(self):
        """The players at the server, in the same form."""
        names = ("age", "skill", "preferredPosition", "favouriteTeam")
        return [
            " ".join([str(one["id"]), one["name"]]
                     + [f"{name}={one[key]}" for name, key in zip(OPTIONAL, names)
                        if one[key] is not None])
            for one in self.backend.players.values()]

    def expect(self, title, done, here, there, decisions=()):
        """Makes both the same, and compares what was done and what there is then."""
        before = self.here(), self.there()
        planned = self.sync(*decisions, dry=True)
        self.assertEqual((self.here(), self.there()), before, "a dry run changes nothing")
        self.assertEqual(planned, [one.removesuffix(" (not done)") + " (not done)" for one in done])
        self.assertEqual(self.sync(*decisions), done)
        self.show(title, before)
        self.assertEqual(self.here(), here)
        self.assertEqual(self.there(), there)

    def show(self, title, before):
        if not os.environ.get("GATHERD_TABLES"):
            return
        columns = [
            ("squad before", before[0]), ("server before", before[1]),
            ("steps", [f"{one['action']} {one['name']}: {one['details']}" for one in self.steps]),
            ("squad after", self.here()), ("server after", self.there())]
        print(f"\n{title}")
        for name, lines in columns:
            print(f"  {name:14}", *(lines or ["-"]), sep="\n      ")


class BothWays(SyncTest):
    def test_who_is_on_one_side_only_is_made_on_the_other(self):
        self.add({"name": "Ada", "age": 30, "skill": "amateur"}, "손흥민")
        self.put_there(4, name="Zé", preferredPosition="striker", favouriteTeam="Reds")
        self.expect(
            "one side only", ["create Ada", "create 손흥민", "fetch Zé"],
            ["1 Ada age=30 skill=amateur -> 5", "2 손흥민 -> 6",
             "3 Zé position=striker favouriteTeam=Reds -> 4"],
            ["4 Zé position=striker favouriteTeam=Reds", "5 Ada age=30 skill=amateur", "6 손흥민"])
        self.assertEqual(self.sync(), [])

    def test_a_put_replaces_all_fields_and_so_sends_them_all(self):
        self.add({"name": "Ada", "age": 30, "skill": "amateur", "favouriteTeam": "Reds"})
        self.sync()
        self.edit(1, name="Ada", age=31, skill="amateur", favouriteTeam="Reds")
        self.backend.players[1]["preferredPosition"] = "winger"
        self.expect(
            "both have changed, in other fields", ["fetch Ada", "send Ada"],
            ["1 Ada age=31 skill=amateur position=winger favouriteTeam=Reds -> 1"],
            ["1 Ada age=31 skill=amateur position=winger favouriteTeam=Reds"])

    def test_what_is_left_out_is_null_and_taken_over_as_that(self):
        self.add({"name": "Ada", "age": 30, "favouriteTeam": "Reds"})
        self.sync()
        self.backend.players[1]["favouriteTeam"] = None
        self.expect(
            "emptied at the server", ["fetch Ada"], ["1 Ada age=30 -> 1"], ["1 Ada age=30"])
        self.edit(1, name="Ada")
        self.expect("emptied here", ["send Ada"], ["1 Ada -> 1"], ["1 Ada"])

    def test_what_both_have_changed_is_asked_about(self):
        self.add({"name": "Ada", "age": 30})
        self.sync()
        self.edit(1, name="Ada", age=31)
        self.backend.players[1]["age"] = 32
        self.expect(
            "a conflict", ["ask Ada (not done)"], ["1 Ada age=31 -> 1"], ["1 Ada age=32"])
        self.expect(
            "a conflict, decided", ["fetch Ada"], ["1 Ada age=32 -> 1"], ["1 Ada age=32"],
            [(1, 1, "fetch")])


class Quirks(SyncTest):
    def test_a_number_that_was_given_again_is_asked_about(self):
        self.add("Ada", "Bo")
        self.sync()
        del self.backend.players[2]
        self.put_there(2, name="Cy")
        self.expect(
            "a number given again", ["ask Bo (not done)"], ["1 Ada -> 1", "2 Bo -> 2"],
            ["1 Ada", "2 Cy"])
        self.expect(
            "a number given again, decided", ["create Bo", "fetch Cy"],
            ["1 Ada -> 1", "2 Bo -> 3", "3 Cy -> 2"], ["1 Ada", "2 Cy", "3 Bo"],
            [(2, 2, "create")])

    def test_two_of_one_name_are_asked_about(self):
        self.add("Ada", "Bo")
        self.put_there(7, name="ADA", age=30)
        self.put_there(8, name="Bo")
        self.expect(
            "the same names", ["ask Ada (not done)", "ask Bo (not done)"],
            ["1 Ada", "2 Bo"], ["7 ADA age=30", "8 Bo"])
        self.expect(
            "the same names, decided", ["create Ada", "adopt Bo", "fetch ADA"],
            ["1 Ada -> 9", "2 Bo -> 8", "3 ADA age=30 -> 7"], ["7 ADA age=30", "8 Bo", "9 Ada"],
            [(1, 7, "create"), (2, 8, "adopt")])

    def test_nobody_is_deleted_on_either_side_unless_told_to(self):
        self.add("Ada", "Bo")
        self.sync()
        self.daemon.call(f"{PLAYERS}.Remove", id=1)
        del self.backend.players[2]
        self.expect(
            "gone", ["missing Ada (not done)", "missing Bo (not done)"], ["2 Bo -> 2"], ["1 Ada"])
        self.expect(
            "gone, decided", ["delete Ada", "remove Bo"], [], [],
            [(1, 1, "delete"), (2, 2, "remove")])

    def test_an_unknown_word_is_not_wiped(self):
        self.add({"name": "Ada", "skill": "amateur"})
        self.sync()
        # What a server of a later version might keep.
        self.backend.players[1]["skill"] = "wizard"
        self.expect(
            "an unknown word", [], ["1 Ada skill=amateur -> 1"], ["1 Ada skill=wizard"])
        self.edit(1, name="Ada", age=30, skill="amateur")
        self.expect(
            "an unknown word, and a change", ["ask Ada (not done)"],
            ["1 Ada age=30 skill=amateur -> 1"], ["1 Ada skill=wizard"])
        self.expect(
            "an unknown word, decided", ["send Ada"], ["1 Ada age=30 skill=amateur -> 1"],
            ["1 Ada age=30 skill=amateur"], [(1, 1, "send")])

    def test_what_the_server_takes_and_nobody_can_be(self):
        self.put_there(1, name="")
        self.put_there(2, name="Bo", age=-5)
        self.expect(
            "what nobody can be", ["ask  (not done)", "ask Bo (not done)"], [],
            ["1 ", "2 Bo age=-5"])
        self.backend.players.clear()
        problems = {
            "": "the name has no letters",
            "x" * 101: "the name has more than 100 characters",
            "B\u202eo": "the name has a control character, or one that reverses the text"}
        for name, words in problems.items():
            self.put_there(1, name=name)
            self.sync()
            self.assertEqual(self.steps[0]["details"],
                             f"the server has what cannot be here: {words}")

    def test_the_exit_status_tells_of_questions_that_are_open(self):
        self.add("Ada", "Bo")
        self.put_there(7, name="Ada")
        self.assertEqual(self.ctl("player", "sync", "--dry-run").returncode, 0)
        result = self.ctl("player", "sync")
        self.assertEqual(result.returncode, 1)
        self.assertIn("gatherctl player sync adopt 1@7", result.stdout)
        self.assertIn("cannot synchronise the players: 1 question is open\n", result.stderr)
        self.assertEqual(self.ctl("player", "sync", "adopt", "1@7").returncode, 0)

    def test_an_answer_that_is_lost_makes_nobody_twice(self):
        self.add("Ada", "Bo")
        self.backend.server.fail(close_after_acting, at="POST /api/players")
        self.assertEqual(self.sync(), ["create Ada (not done)", "create Bo"])
        self.assertTrue(self.steps[0]["error"])
        self.assertEqual(self.there(), ["1 Ada", "2 Bo"])
        self.expect(
            "found again", ["adopt Ada"], ["1 Ada -> 1", "2 Bo -> 2"], ["1 Ada", "2 Bo"])

    def test_an_answer_that_names_somebody_who_was_there_is_lost(self):
        self.add("Ada")
        self.sync()
        self.add("Bo")
        # The answer names what another request has made.
        self.backend.server.fail(
            answer_with("Location", "/api/players/1"), at="POST /api/players")
        self.assertEqual(self.sync(), ["create Bo (not done)"])
        self.assertTrue(self.steps[0]["error"])
        self.assertEqual(self.here(), ["1 Ada -> 1", "2 Bo"])
        self.expect(
            "found again", ["adopt Bo"], ["1 Ada -> 1", "2 Bo -> 2"], ["1 Ada", "2 Bo"])

    def test_a_player_can_be_made_with_the_number_of_one_who_was_deleted_just_before(self):
        self.add("Ada", "Bo")
        self.sync()
        self.daemon.call(f"{PLAYERS}.Remove", id=2)
        self.add("Cy")
        self.expect(
            "the number is free again", ["delete Bo", "create Cy"],
            ["1 Ada -> 1", "3 Cy -> 2"], ["1 Ada", "2 Cy"], [(2, 2, "delete")])
        self.assertEqual(self.sync(), [])

    def test_nothing_more_is_sent_after_a_logout(self):
        self.add("Ada", "Bo", "Cy")
        # Ada is made before the answer that is a logout too late.
        self.backend.server.after("POST /api/players", lambda: self.done("logout"))
        self.assertEqual(
            self.sync(), ["create Ada", "create Bo (not done)", "create Cy (not done)"])
        self.assertEqual([one["error"] for one in self.steps],
                         [None, "the user has signed out meanwhile", None])
        self.assertEqual(self.there(), ["1 Ada"])
        self.done("login", "--password-file", self.file)
        self.assertEqual(self.sync(), ["create Bo", "create Cy"])

    def test_who_is_not_signed_in_any_more_is_told(self):
        self.add("Ada")
        self.backend.tokens.clear()
        with self.assertRaises(Refused) as caught:
            self.sync()
        self.assertEqual(caught.exception.name, f"{PLAYERS}.ServerRefused")
        self.assertEqual(caught.exception.parameters["status"], 401)
        self.backend.server.close()
        with self.assertRaises(Refused) as caught:
            self.sync()
        self.assertEqual(caught.exception.name, f"{PLAYERS}.ServerUnreachable")


class WithResults(SyncTest):
    def test_players_are_made_when_the_result_is_there(self):
        self.add({"name": "Ada", "skill": "amateur"}, "Bo", "Cy")
        self.daemon.call("Open", teamAPlayers=[2, 1], teamBPlayers=[3])
        self.daemon.call("Start")
        self.daemon.call("AddToScore", team="teamA", delta=1, scorer=1)
        self.daemon.call("End")
        self.backend.server.requests.clear()
        self.submit()
        gather = self.wait_for("sent")["remoteId"]
        self.assertEqual(self.there(), ["1 Bo", "2 Ada skill=amateur", "3 Cy"])
        self.assertEqual(self.backend.rows, [
            (gather, 1, "Team A"), (gather, 2, "Team A"), (gather, 3, "Team B")])
        writes = [one.path for one in self.backend.server.requests if one.method != "GET"]
        self.assertEqual(writes[:2], ["/api/gathers", f"/api/gathers/{gather}"])
        self.assertEqual(self.sync(), [])

    def test_a_question_that_stays_open_holds_up_no_sync(self):
        self.add("Ada", "Bo")
        self.sync()
        self.backend.players[1]["name"] = "Zoe"
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.daemon.call("Start")
        self.daemon.call("End")
        self.submit()
        self.assertEqual(self.wait_for("sent")["questions"], 1)
        self.backend.server.requests.clear()
        self.assertEqual(self.sync(dry=True), ["ask Ada (not done)"])
        self.assertEqual(self.sync(), ["ask Ada (not done)"])
        self.assertEqual(self.sync((1, 1, "send")), ["send Ada"])
        eventually(lambda: len(self.backend.rows) == 2, lambda: self.backend.rows)
        # One list for each sync, and one for the result when the question is answered.
        self.assertEqual(self.backend.server.kinds["GET /api/players"], 4)

    def test_of_two_questions_one_that_the_server_has_settled_is_no_question_of_the_result(self):
        self.add("Ada", "Bo")
        self.sync()
        for player, name in zip(self.backend.players.values(), ("Zoe", "Max")):
            player["name"] = name
        self.daemon.call("Open", teamAPlayers=[1], teamBPlayers=[2])
        self.daemon.call("Start")
        self.daemon.call("End")
        self.submit()
        self.assertEqual(self.wait_for("sent")["questions"], 2)
        # Another client gives the name back.
        self.backend.players[1]["name"] = "Ada"
        self.assertEqual(self.sync(), ["ask Bo (not done)"])
        eventually(lambda: len(self.backend.rows) == 1, lambda: self.backend.rows)


if __name__ == "__main__":
    unittest.main()
