import GatherAPI
import Testing

/// Who scored, from the shell.
@Suite struct ScorerTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna",
            "--team-b-players", "ben")
        try match.ctl("start")
    }

    @Test func aGoalHasItsScorer() throws {
        #expect(try match.ctl("goal", "a", "anna") == "Reds 1-0 Blues, Anna\n")
        let own = try match.ctl("goal", "a", "--own-goal", "ben")
        #expect(own == "Reds 2-0 Blues, own goal of Ben\n")
        #expect(try match.ctl("goal", "b") == "Reds 2-1 Blues\n")
        try match.ctl(
            "goal", "b", "carl", says: "Carl is not on Blues; 'gatherctl team' ", status: 1)
        try match.ctl("goal", "b", "xyzzy", says: "no player 'xyzzy'", status: 1)
        #expect(try match.match().score == "2-1")
        try match.ctl("log", says: "own goal")
        let goals = try match.json("export").filter { $0["kind"] == "scoreChanged" }
        #expect(goals.map { $0["scorer"] } == ["Anna", "Ben", .null])
        #expect(goals.map { $0["ownGoal"] } == [false, true, .null])
        let row = ",Ben,2,true,teamA,1,2-0,false,false,,,,,,,,,,,,,,,,,"
        try match.ctl("export", "--format=csv", says: row)
    }

    @Test func whoIsOnTheOtherSideIsSaidWithTheCommands() throws {
        let ben = try match.ctl("goal", "a", "ben", status: 1)
        #expect(
            ben == "gatherctl: cannot count the goal: Ben is not on Reds, but on Blues; "
                + "'gatherctl goal b 2' counts a goal for Blues, "
                + "'gatherctl goal a --own-goal 2' an own goal for Reds\n")
        let anna = try match.ctl("goal", "a", "--own-goal", "anna", status: 1)
        #expect(
            anna == "gatherctl: cannot count the goal: Anna is not on Blues, but on Reds; "
                + "'gatherctl goal a 1' counts a goal for Reds, "
                + "'gatherctl goal b --own-goal 1' an own goal for Blues\n")
        #expect(try match.match().score == "0-0")
        try match.ctl("goal", "b", "2", says: "Reds 0-1 Blues, Ben")
        try match.ctl("goal", "a", "--own-goal", "2", says: "own goal of Ben")
    }

    @Test func aGoalThatIsTakenBackIsNobodys() throws {
        for _ in 1...2 { try match.ctl("goal", "a", "anna") }
        try match.ctl("goal", "b", "ben")
        try match.ctl("score", "a", "-1")
        try match.ctl("score", "b", "0")
        try match.ctl("goal", "b")
        try match.ctl("end", "--yes")
        #expect(try match.ctl("scorers") == "1  Anna  1 goal  in 1 match\n")
        #expect(try match.ctl("player", "show", "ben").contains(/goals +0\n/))
        try match.ctl(
            "report", says: "  goals: Anna 1'\n", "\n\n1' 1-0 Reds, Anna\n1' 1-1 Blues\n")
        for _ in 1...3 { try match.ctl("undo") }
        try match.ctl("end", "--yes")
        let ranking = try match.ctl("scorers")
        #expect(ranking == "1  Anna  1 goal  in 1 match\n1  Ben   1 goal  in 1 match\n")
    }

    @Test func theRankingCountsOverTheHistory() throws {
        #expect(try match.ctl("scorers", note: "nobody is known to have scored yet").isEmpty)
        try match.ctl("goal", "a", "anna")
        for _ in 1...2 { try match.ctl("goal", "b", "ben") }
        try match.ctl("goal", "a", "--own-goal", "ben")
        try match.ctl("goal", "b", "ben")
        try match.ctl("undo")
        // Only what has ended counts.
        #expect(try match.ctl("scorers", note: "nobody is known to have scored yet").isEmpty)
        try match.ctl("end", "--yes")
        let first = try match.ctl("scorers")
        #expect(first == "1  Ben   2 goals  in 1 match, 1 own goal\n2  Anna   1 goal  in 1 match\n")
        try match.ctl("new", "--team-a-players", "anna,carl", "--team-b-players", "ben")
        try match.ctl("start")
        for _ in 1...2 { try match.ctl("goal", "a", "anna") }
        try match.ctl("end", "--yes")
        let both = "1  Anna  3 goals  in 2 matches\n2  Ben   2 goals  in 2 matches, 1 own goal\n"
        #expect(try match.ctl("scorers") == both)
        match.clock.advance(by: .seconds(60))
        #expect(try match.ctl("scorers", "--since", "1h") == both)
        #expect(try match.ctl("scorers", "--since", "1ms", note: "nobody").isEmpty)
        try match.ctl("player", "show", "anna", says: "2: 1 won, 1 drawn, 0 lost")
        try match.ctl("player", "show", "carl", says: "1: 1 won, 0 drawn, 0 lost")
        let reply = try #require(try match.json("scorers", "--json").first)
        #expect(reply["scorers"]?.array?.first?.object?["goals"] == 3)
    }

    @Test func aWatcherIsNotifiedOfTheSides() throws {
        let watch = try match.start("watch")
        #expect(
            try watch.line(with: "snapshot")
                .contains("snapshot  Reds: Anna; Blues: Ben; Bench: nobody"))
        try match.ctl("team", "bench", "carl")
        #expect(try watch.line(with: "playersChanged").contains("Bench: Carl"))
    }
}
