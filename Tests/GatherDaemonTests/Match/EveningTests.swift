import GatherAPI
import Testing

/// A squad of fourteen from the shell: draws, and a whole evening.
@Suite struct EveningTests {
    private static let squad = """
        name,age,skill,position,favouriteTeam
        Ada,31,professional,goalkeeper,Steaua
        Béla,28,amateur,defender,
        Chloé,24,professional,midfielder,
        Dario,35,beginner,striker,
        Emil,,amateur,winger,
        Fatima,22,professional,striker,
        Gheorghe,41,amateur,goalkeeper,Dinamo
        Hana,27,beginner,defender,
        Igor,33,amateur,midfielder,
        Jun,29,professional,defender,
        Kofi,26,amateur,striker,
        Łukasz,38,beginner,midfielder,
        Mira,,,winger,
        Noor,30,amateur,defender,

        """

    private let match: MatchFixture
    private let names: [String]

    init() throws {
        match = try MatchFixture()
        let said = try match.ctl("player", "import", "-", input: Self.squad)
        #expect(said == "imported 14 players\n")
        let lines = try match.ctl("player", "list", "--names")
        names = lines.split(separator: "\n").map(String.init)
    }

    /// The numbers of the players on both sides.
    private func drawn() throws -> [Set<Int>] {
        let gather = try match.match()
        return [gather.teamA, gather.teamB].map { Set($0.players.map(\.id)) }
    }

    private func seed(in text: String) throws -> String {
        String(try #require(text.firstMatch(of: /seed (\d+)/)).1)
    }

    @Test func aDrawIsFairAndRepeatedByItsSeed() throws {
        try match.ctl(
            ["team", "draw", "--seed", "42"] + names,
            says: [
                "opened a match", "\nstrength 15 to 14, seed 42, one of 104 ",
                "\nwithout a skill, counted as amateur: Mira\n",
            ])
        var teams = try drawn()
        #expect(teams.map(\.count) == [7, 7])
        // Each side has a goalkeeper.
        #expect(teams.map { $0.intersection([1, 7]).count } == [1, 1])
        let again = try match.ctl("team", "draw", "--again")
        #expect(try drawn() != teams)
        #expect(again.contains(#/^strength (15 to 14|14 to 15), seed /#))
        #expect(try seed(in: match.ctl("team", "draw", "--seed", "42")) == "42")
        #expect(try drawn() == teams)
        let other = try seed(in: match.ctl("team", "draw"))
        teams = try drawn()
        try match.ctl("team", "clear")
        try match.ctl(["team", "draw", "--seed", other] + names.reversed())
        #expect(try drawn() == teams)
        let reply = try #require(try match.json("team", "draw", "--seed", "1", "--json").first)
        let draw = try #require(reply["draw"]?.object)
        #expect(draw["seed"] == 1)
        let strengths = ["strengthA", "strengthB"].compactMap { draw[$0]?.int }
        #expect(strengths.sorted() == [14, 15])
    }

    @Test func whatCannotBeDrawn() throws {
        try match.ctl("team", "draw", says: "no match is open", status: 1)
        try match.ctl("new")
        for players in [[], ["ada"], ["ada", "1"]] {
            try match.ctl(
                ["team", "draw"] + players, says: ["at least 2 players are needed"], status: 1)
        }
        for seed in ["x", "-1", "4294967296", "9223372036854775808"] {
            try match.ctl("team", "draw", "--seed", seed, "ada", "jun", status: 2)
        }
        try match.ctl("player", "import", "-", "--yes", input: Self.squad)
        let all = (1...23).map(String.init)
        try match.ctl(["team", "draw"] + all, says: ["at most 22 are possible"], status: 1)
        #expect(try drawn() == [[], []])
    }

    @Test func aDrawIsUndone() throws {
        try match.ctl("team", "a", "ada", "jun")
        try match.ctl("team", "b", "noor")
        let before = try drawn()
        try match.ctl("team", "draw", "--seed", "3")
        try match.ctl("undo", says: "undone: the draw of the teams")
        #expect(try drawn() == before)
    }

    @Test func fromTheSquadToTheReport() throws {
        try match.ctl("team", "names", "Reds", "Blues")
        try match.ctl(["team", "draw", "--seed", "7"] + names)
        try match.ctl("set", "2s")
        try match.ctl("start")
        try match.ctl("goal", "a", "fatima")
        try match.ctl("goal", "b", "noor")
        try match.ctl("goal", "b", "ada", says: "Ada is not on Blues", status: 1)
        try match.ctl("goal", "b", "chloe")
        try match.ctl("undo", says: "undone: the goal for Blues by Chloé")
        try match.ctl("goal", "a", "--own-goal", "gheorghe")
        try match.ctl("team", "bench", "kofi")
        try match.ctl("goal", "a", "fatima")
        try match.ctl("end", "--yes", says: "ended: Reds 3-1 Blues, winner Reds")
        // The date and the time are those of the zone that this runs in.
        let report = """
            Reds 3-1 Blues, winner Reds


            Reds: GK Ada, DEF Béla, DEF Jun, MID Łukasz, W Mira, ST Dario, ST Fatima
              goals: Fatima 1', 1'; own goal of Gheorghe 1'
            Blues: GK Gheorghe, DEF Hana, DEF Noor, MID Chloé, MID Igor, W Emil
              goals: Noor 1'
            Bench: ST Kofi

            1' 1-0 Reds, Fatima
            1' 1-1 Blues, Noor
            1' 2-1 Reds, own goal of Gheorghe
            1' 3-1 Reds, Fatima

            """
        #expect(try match.report().replacing(/.* played/, with: "") == report)
        let ranking = """
            1  Fatima    2 goals  in 1 match
            2  Noor       1 goal  in 1 match
            3  Gheorghe  0 goals  in 1 match, 1 own goal

            """
        #expect(try match.ctl("scorers") == ranking)
    }
}
