import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Substitutions, from the shell: Anna and Carl are on the Reds, Ben on the Blues, Dora is on the
/// bench, and Eve in the squad.
@Suite struct SubstitutionTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora", "Eve")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna,carl",
            "--team-b-players", "ben")
        try match.ctl("team", "bench", "dora")
        try match.ctl("start")
        match.clock.advance(by: .seconds(61))
    }

    @Test func oneGoesOffAndOneComesOnFromBenchOrSquad() throws {
        let first = try match.ctl("sub", "a", "anna", "dora")
        #expect(first == "substitution: Dora for Anna, Reds\n")
        // The one who goes off says which side it is.
        try match.ctl("sub", "ben", "eve", "--ago", "5s", says: "substitution: Eve for Ben, Blues")
        let gather = try match.match()
        #expect(gather.teamA.players.map(\.name) == ["Carl", "Dora"])
        #expect(gather.teamB.players.map(\.name) == ["Eve"])
        #expect(gather.bench.map(\.name) == ["Anna", "Ben"])
        try match.ctl("log", says: "substitution for Blues: Eve for Ben, 00:05 ago")
        try match.ctl("undo", says: "undone: the substitution of Ben by Eve")
        try match.ctl("redo")
        try match.ctl("card", "a", "yellow", "anna", says: "yellow card: Anna, Reds")
        try match.ctl("end", "--yes")
        try match.ctl("player", "show", "anna", says: "appearances     1:")
        try match.ctl("player", "show", "ben", says: "appearances     1:")
    }

    @Test func aNameMeansWhoCanGoOffAndWhoCanComeOn() throws {
        for name in ["Andy", "Annika"] { try match.ctl("player", "add", name) }
        try match.ctl("team", "bench", "andy")
        // Of those whose names begin so, one is on the side, and one on the bench.
        try match.ctl("sub", "a", "an", "and", says: "substitution: Andy for Anna, Reds")
    }

    @Test func aWrongSubstitutionIsNamedAndChangesNothing() throws {
        let before = try match.match()
        let wrong: [([String], String)] = [
            (["sub"], "the player who goes off is missing"),
            (["sub", "anna"], "the player who comes on is missing"),
            (["sub", "x", "anna", "dora"], "no team 'x'"),
            (["sub", "a", "anna", "dora", "eve"], "unexpected argument 'eve'"),
        ]
        for (words, cause) in wrong {
            try match.ctl(words, says: [cause], status: 2)
        }
        let refused: [([String], String)] = [
            (["sub", "dora", "eve"], "Dora is on no side"),
            (["sub", "a", "ben", "eve"], "Ben is not on Reds; 'gatherctl team' shows who is"),
            (["sub", "a", "anna", "ben"], "Ben is on Blues already"),
            (["sub", "a", "anna", "carl"], "Carl is on Reds already"),
            (["sub", "a", "anna", "xyzzy"], "no player 'xyzzy'"),
        ]
        for (words, cause) in refused {
            try match.ctl(words, says: [cause], status: 1)
        }
        #expect(try match.match().revision == before.revision)
    }
}
