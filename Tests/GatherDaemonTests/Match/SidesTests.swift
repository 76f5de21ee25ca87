import GatherAPI
import Testing

/// The players of a match from the shell: its sides and the bench.
@Suite struct SidesTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora") }

    /// The initials on Team A, on Team B and on the bench.
    private func sides() throws -> [String] {
        let gather = try match.match()
        return [gather.teamA.players, gather.teamB.players, gather.bench].map { players in
            players.map { $0.name.prefix(1) }.joined()
        }
    }

    @Test func chosenPlayersAreOnTheBench() throws {
        try match.ctl("team", "bench", "anna", "ben", "3", says: "opened a match")
        #expect(try sides() == ["", "", "ABC"])
        let team = """
            Team A
              nobody
            Team B
              nobody
            Bench
              1  -  Anna
              2  -  Ben
              3  -  Carl

            """
        #expect(try match.ctl("team") == team)
        try match.ctl("status", says: "\nBench: - Anna, - Ben, - Carl\n")
    }

    @Test func aMatchWithPlayersStartsOnceBothSidesHaveOne() throws {
        for (move, lacking) in [("bench", "Team A"), ("a", "Team B")] {
            try match.ctl("team", move, "anna", "ben")
            for verb in ["start", "toggle"] {
                try match.ctl(
                    verb, says: "cannot \(verb) the countdown: \(lacking) has no players",
                    "gatherctl team", status: 1)
            }
            try match.ctl("status", says: "10:00 stopped")
        }
        try match.ctl("team", "b", "ben")
        try match.ctl("start", says: "running from 10:00")
    }

    @Test func aMatchWithoutPlayersStartsAsBefore() throws {
        try match.ctl("start", says: "running from 10:00")
        try match.ctl("end", "--yes")
        try match.ctl("team", "a", "anna")
        try match.ctl("team", "clear")
        #expect(try sides() == ["", "", ""])
        try match.ctl("start", says: "running from 10:00")
    }

    @Test func playersAreMovedUntilTheEndAndEachMoveIsUndone() throws {
        try match.ctl("team", "bench", "anna", "ben", "carl", "dora")
        try match.ctl("team", "a", "anna", "ben")
        try match.ctl("team", "b", "carl", "dora")
        try match.ctl("start")
        let moves: [([String], [String])] = [
            (["b", "anna"], ["B", "CDA", ""]), (["bench", "dora"], ["B", "CA", "D"]),
            (["out", "carl"], ["B", "A", "D"]), (["a", "carl", "dora"], ["BCD", "A", ""]),
            (["clear"], ["", "", ""]),
        ]
        for (words, expected) in moves {
            let before = try sides()
            try match.ctl(["team"] + words)
            #expect(try sides() == expected)
            #expect(try match.ctl("undo").hasPrefix("undone: "))
            #expect(try sides() == before)
            try match.ctl("redo")
            #expect(try sides() == expected)
        }
        try match.ctl("team", "clear", says: "nobody is in")
        try match.ctl(
            "log", says: "to Team B: Anna", "to the bench: Dora", "out of the match: Carl")
        try match.ctl("end", "--yes")
        try match.ctl("team", "clear", says: "no match is open", status: 1)
    }

    @Test func whoIsThereAlreadyStaysAndItSaysSo() throws {
        try match.ctl("team", "a", "anna")
        let revision = try match.match().revision
        try match.ctl("team", "a", "anna", says: "already on Team A")
        #expect(try match.match().revision == revision)
        try match.ctl("team", "a", "xyzzy", says: "no player 'xyzzy'", status: 1)
        try match.ctl("discard", "--yes")
        try match.ctl("team", "out", "anna", says: "no match is open", status: 1)
    }

    @Test func theSidesAreNamed() throws {
        let opened = try match.ctl("team", "names", "Reds", "The Blues", says: "opened a match")
        #expect(opened.hasSuffix("; Reds - The Blues\n"))
        #expect(
            try match.ctl("team", "names", "Reds", "The Blues")
                == "no change: already Reds - The Blues\n")
        try match.ctl("status", says: "Reds 0-0 The Blues")
        try match.ctl("team", "names", "Reds", "", says: "1 to 100 characters", status: 2)
        try match.ctl("team", "names", "A", "B")
        try match.ctl("undo")
        try match.ctl("status", says: "Reds 0-0 The Blues")
    }

    @Test func aMatchOpensWithItsSides() throws {
        let said = try match.ctl(
            "new", "--team-a", "Reds", "--team-a-players", "anna, BEN", "--team-b-players", "3,4")
        let opened = """
            opened: 10:00, Reds - Team B
            Reds       Team B
            -    Anna  -    Carl
            -    Ben   -    Dora

            """
        #expect(said == opened)
        #expect(try sides() == ["AB", "CD", ""])
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--team-a-players", "n", says: "'n' matches 2 players", status: 1)
        try match.ctl(
            "new", "--team-a-players", "anna", "--team-b-players", "ben,1",
            says: "Anna is on both sides", status: 1)
        #expect(try match.match().phase == .discarded)
    }

    @Test func whoPlaysCannotBeRemovedAndWhoHasPlayedStaysInTheRecord() throws {
        try match.ctl("team", "a", "anna")
        try match.ctl("team", "b", "ben")
        try match.ctl("player", "remove", "1", "--yes", says: "Anna is in the open", status: 1)
        try match.ctl("start")
        try match.ctl("goal", "a", "anna")
        try match.ctl("end", "--yes")
        try match.ctl("player", "remove", "1", "--yes")
        #expect(try !match.ctl("player").contains("Anna"))
        try match.ctl("report", says: "1' 1-0 Team A, Anna\n", "Team A: - Anna\n")
        try match.ctl("show", says: "by Anna")
        try match.ctl("scorers", says: "1  Anna  1 goal  in 1 match\n")
        try match.ctl("player", "show", "1", says: "Anna\n", "1: 1 won, 0 drawn, 0 lost")
    }

    @Test func ofNamesakesTheOneWhoPlaysIsMeantAlsoAfterBeingRemoved() throws {
        for _ in 1...3 { try match.ctl("player", "add", "KillA") }
        try match.ctl("team", "a", "killa", says: "matches 3 players", status: 1)
        try match.ctl("team", "a", "6")
        try match.ctl("team", "b", "killa")
        #expect(try match.match().teamB.players.map(\.id) == [6])
        try match.ctl("team", "out", "6")
        try match.ctl("player", "remove", "6", "--yes")
        try match.ctl("undo", "--match")
        try match.ctl("team", "a", "6")
        #expect(try match.match().teamA.players.map(\.id) == [6])
    }
}
