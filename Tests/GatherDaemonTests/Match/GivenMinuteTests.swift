import GatherAPI
import Testing

/// Goals in a minute that is given by hand, from the shell.
@Suite struct GivenMinuteTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna",
            "--team-b-players", "ben", "--format", "halves")
        try match.ctl("period")
    }

    private func goals() throws -> String {
        let report = try match.ctl("report")
        return report.split(separator: "\n").filter { $0.contains("' ") && !$0.contains("goals:") }
            .joined(separator: "; ")
    }

    @Test func aGoalInABreakIsGivenToTheHalf() throws {
        match.clock.advance(by: .seconds(46 * 60 + 30))
        try match.ctl("period")
        match.clock.advance(by: .seconds(10))
        let refused = try match.ctl("goal", "a", status: 1)
        #expect(
            refused == "gatherctl: cannot count the goal: nobody plays now; 'gatherctl goal TEAM "
                + "--at 45+2' gives the goal to the period before; next: second half, which "
                + "'gatherctl period' begins\n")
        #expect(try match.ctl("goal", "a", "anna", "--at", "45+2") == "Reds 1-0 Blues, Anna\n")
        let goal = try #require(try match.match().latestGoal)
        #expect(goal.minute == "45+2")
        #expect(goal.scorer?.name == "Anna")
        let line = try match.ctl("watch", "--once", "--format", "{minute} {scorer}")
        #expect(line == "45+2 Anna\n")
        #expect(try goals() == "45+2' 1-0 Reds, Anna")
    }

    @Test func aGoalToldLateStandsAtItsMinuteInTheReport() throws {
        match.clock.advance(by: .seconds(10 * 60))
        try match.ctl("goal", "a")
        match.clock.advance(by: .seconds(37 * 60))
        try match.ctl("goal", "b", "ben")
        try match.ctl("period")
        try match.ctl("period", "begin")
        match.clock.advance(by: .seconds(60))
        try match.ctl("goal", "b")
        try match.ctl("goal", "a", "anna", "--at", "37")
        try match.ctl("goal", "a", "--at", "45+1")
        try match.ctl("goal", "b", "--at", "11")
        let expected =
            "11' 1-0 Reds; 11' 1-1 Blues; 37' 2-1 Reds, Anna; 45+1' 3-1 Reds; "
            + "45+3' 3-2 Blues, Ben; 47' 3-3 Blues"
        #expect(try goals() == expected)
        try match.ctl("log", says: "goal for Reds by Anna, in minute 37")
        let entries = try match.json("export").filter { $0["kind"] == "scoreChanged" }
        #expect(entries.map { $0["minute"] } == ["11", "45+3", "47", "37", "45+1", "11"])
        #expect(
            entries.map { $0["before"] != .null } == [false, false, false, true, true, true])
        try match.ctl("export", "--format=csv", says: "goal for Reds by Anna, in minute 37")
        try match.daemon.restart()
        #expect(try goals() == expected)
        try match.ctl("undo", says: "undone: the goal for Blues")
        #expect(try match.match().score == "3-2")
    }

    @Test func goalsToldLateAreInOrderAlsoBehindACorrection() throws {
        match.clock.advance(by: .seconds(10 * 60 + 30))
        try match.ctl("goal", "a")
        match.clock.advance(by: .seconds(60))
        try match.ctl("goal", "b")
        try match.ctl("score", "b", "-1")
        match.clock.advance(by: .seconds(5 * 60))
        try match.ctl("goal", "b", "--at", "5")
        #expect(try goals() == "5' 0-1 Blues; 11' 1-1 Reds")
        try match.ctl("goal", "a", "--ago", "10m")
        #expect(try goals() == "5' 0-1 Blues; 7' 1-1 Reds; 11' 2-1 Reds")
    }

    @Test func aGoalThatIsDatedBackFollowsOneOfAnEarlierMinute() throws {
        match.clock.advance(by: .seconds(16 * 60 + 30))
        try match.ctl("goal", "b", "--at", "5")
        try match.ctl("goal", "a", "--ago", "10m")
        #expect(try goals() == "5' 0-1 Blues; 7' 1-1 Reds")
    }

    @Test func withoutAFormatItIsAMinuteOfTheCountdown() throws {
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--team-a", "Reds", "--team-b", "Blues")
        try match.ctl("start")
        match.clock.advance(by: .seconds(200))
        try match.ctl("goal", "b")
        try match.ctl("goal", "a", "--at", "2")
        #expect(try goals() == "2' 1-0 Reds; 4' 1-1 Blues")
        #expect(try match.match().latestGoal?.minute == nil)
        try match.ctl(
            "goal", "a", "--at", "5", says: "the minute has not come yet; the present one is 4",
            status: 1)
        try match.ctl("goal", "a", "--at", "2+1", says: "no such minute", status: 1)
    }

    @Test func whatIsWrongIsNamedAndCountsNothing() throws {
        match.clock.advance(by: .seconds(600))
        let before = try match.match()
        for (minute, cause, status) in [
            ("12", "the minute has not come yet; the present one is 11", 1),
            ("50", "the second half has not begun", 1), ("91", "the match has no such minute", 1),
            ("40+1", "the match has no such minute", 1),
            ("45+61", "that is not a minute; use one such as 37 or 45+3", 1),
            ("0", "'0' is not a minute; use 37 or 45+3", 2), ("+3", "'+3' is not a minute", 2),
            ("now", "'now' is not a minute", 2), ("", "'' is not a minute", 2),
        ] as [(String, String, Int32)] {
            for words in [["goal", "a"], ["goal", "a", "anna"]] {
                let said = try match.ctl(words + ["--at", minute], says: [cause], status: status)
                #expect(said.hasPrefix("gatherctl: cannot count the goal: "))
            }
        }
        try match.ctl(
            "goal", "a", "--at", "5", "--ago", "5s",
            says: "'--at' cannot be given along with '--ago'", status: 2)
        #expect(try match.match() == before)
    }

    @Test func aGuardedGoalOfAnotherMinuteIsAnotherGoal() throws {
        match.clock.advance(by: .seconds(600))
        try match.ctl("goal", "a", "--at", "5")
        try match.ctl("goal", "a", "--guard", says: "2-0")
        try match.ctl("goal", "a", "--guard", "--at", "5", says: "not counted again")
    }
}
