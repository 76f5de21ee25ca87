import GatherAPI
import Testing

/// A goal that was forgotten, and is counted afterwards, from the shell.
@Suite struct DatedGoalTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna",
            "--team-b-players", "ben")
        try match.ctl("start")
        match.clock.advance(by: .seconds(90))
        try match.ctl("goal", "a")
        match.clock.advance(by: .seconds(60))
        try match.ctl("goal", "b", "ben")
        match.clock.advance(by: .seconds(60))
    }

    private func goals() throws -> String {
        let report = try match.ctl("report")
        return report.split(separator: "\n").filter { $0.contains("' ") }.joined(separator: "; ")
    }

    @Test func itHasItsMinuteAndItsPlaceInTheReport() throws {
        let said = try match.ctl("goal", "a", "anna", "--ago", "100s", "--request-id", "late")
        #expect(said == "Reds 2-1 Blues, Anna\n")
        let expected = "2' 1-0 Reds; 2' 2-0 Reds, Anna; 3' 2-1 Blues, Ben"
        #expect(try goals() == expected)
        try match.ctl("goal", "b", "--ago", "3m")
        let all = "1' 0-1 Blues; 2' 1-1 Reds; 2' 2-1 Reds, Anna; 3' 2-2 Blues, Ben"
        #expect(try goals() == all)
        try match.ctl("log", says: "goal for Reds by Anna, 01:40 ago", "goal for Blues, 03:00 ago")
        #expect(try match.match().latestGoal?.goneMilliseconds == 30_000)
        try match.daemon.restart()
        #expect(try goals() == all)
        // The same request again changes nothing.
        try match.ctl("goal", "a", "anna", "--ago", "100s", "--request-id", "late")
        #expect(try goals() == all)
        try match.ctl("undo", says: "undone: the goal for Blues\n")
        #expect(try goals() == expected)
        try match.ctl("scorer", "7", "--none")
        #expect(try goals() == "2' 1-0 Reds; 2' 2-0 Reds; 3' 2-1 Blues, Ben")
        let dated = try match.json("export").filter { $0["before"] != .null }
        #expect(dated.map { $0["number"] } == [7])
    }

    @Test func aCorrectedScoreIsNotPassed() throws {
        try match.ctl("score", "b", "0")
        try match.ctl("goal", "a", "--ago", "2m")
        #expect(try goals() == "2' 1-0 Reds; 2' 2-0 Reds")
    }

    @Test func whatIsWrongIsNamed() throws {
        let before = try match.match()
        for (ago, cause, status) in [
            ("211s", "the match began 3 min 30 s ago", 1), ("24h", "the match began", 1),
            ("0s", "'0s' is out of range", 2), ("25h", "'25h' is out of range", 2),
            ("-5s", "'-5s' is not a length of time", 2), ("90", "'90' is not a length", 2),
        ] as [(String, String, Int32)] {
            for words in [["goal", "a"], ["goal", "a", "anna"]] {
                let said = try match.ctl(words + ["--ago", ago], says: [cause], status: status)
                #expect(said.hasPrefix("gatherctl: cannot count the goal: "))
            }
        }
        try match.ctl("score", "a", "+2", "--ago", "5s", says: "'score' has no option", status: 2)
        #expect(try match.match() == before)
    }
}
