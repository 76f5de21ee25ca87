"""How many requests a match takes, as the server counts them."""

import contents
from test_submission import SubmissionTest

PLAYERS = "io.gatherd.Players"
SIDE = 7


class RequestCounts(SubmissionTest):
    def send(self, title):
        """A match of all that are in the squad, up to its result at the server; gives the count."""
        numbers = [one["id"] for one in self.daemon.call(f"{PLAYERS}.List")["players"]]
        self.backend.server.requests.clear()
        self.daemon.call("Open", teamAPlayers=numbers[:SIDE], teamBPlayers=numbers[SIDE:])
        self.play()
        self.submit()
        self.wait_for("sent")
        kinds = self.backend.server.kinds
        print(f"{title}:", contents.table(kinds), sep="\n")
        match = contents.matches(self.backend)[-1]
        self.assertEqual([team for _, team in match.players], ["Team A"] * SIDE + ["Team B"] * SIDE)
        return kinds

    def test_fourteen_players_who_are_new_and_then_known(self):
        self.sign_in()
        self.daemon.call(
            f"{PLAYERS}.Add", players=[{"name": f"Player {number}"} for number in range(2 * SIDE)])
        new = self.send("14 new players")
        self.assertEqual(new["POST /api/players"], 2 * SIDE)
        known = self.send("14 known players")
        self.assertEqual(known["POST /api/players"], 0)
        for kinds in (new, known):
            self.assertEqual(kinds["POST /api/gathers/*/players/*"], 2 * SIDE)
        # A list of gathers and one of players before anything is made: no look is left out.
        for kinds, most in ((new, 32), (known, 18)):
            self.assertGreaterEqual(kinds["GET /api/gathers"], 1)
            self.assertGreaterEqual(kinds["GET /api/players"], 1)
            self.assertLessEqual(sum(kinds.values()), most, contents.table(kinds))
