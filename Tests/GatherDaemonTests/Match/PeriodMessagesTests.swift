import GatherAPI
import Testing

@testable import GatherDaemon

/// Clocks, minutes and hints in a match with periods, as a person at the touchline sees them.
@Suite struct PeriodMessagesTests {
    private let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben")
        try match.ctl(
            "new", "--format", "halves", "--team-a", "Reds", "--team-b", "Blues",
            "--team-a-players", "anna", "--team-b-players", "ben")
        try match.ctl("period")
    }

    private func wait(_ seconds: Int) { match.clock.advance(by: .seconds(seconds)) }

    @Test func goalsAreInTheOrderOfTheirMinutesThoughTheClockWasAdjusted() throws {
        wait(2)
        try match.ctl("adjust", "-5:00", says: "clock moved on by 5 min: 05:02")
        try match.ctl("goal", "a")
        let number = try #require(try match.match().latestGoal).number
        wait(1)
        try match.ctl("goal", "b")
        let report = try match.ctl("report")
        #expect(report.contains("6' 1-0 Reds\n6' 1-1 Blues"), "\(report)")
        try match.ctl("edit", "\(number)", "--minute", "3")
        let edited = try match.ctl("report")
        #expect(edited.contains("3' 1-0 Reds\n6' 1-1 Blues"), "\(edited)")
    }

    @Test func aCardInABreakHasTheMinuteOfTheWhistle() throws {
        wait(46 * 60 + 10)
        try match.ctl("period")
        wait(60)
        try match.ctl("card", "a", "yellow", "anna")
        #expect(try match.ctl("report").contains("Anna yellow card 45+2'"))
        #expect(try match.match().cards?.first?.minute == "45+2")
    }

    @Test func theClockStaysWhereItEnded() throws {
        wait(9)
        try match.ctl("end", "--yes")
        #expect(try match.ctl("status").contains("00:09"))
    }

    @Test func aGoalIsGivenToWhoHasBeenSubstitutedSince() throws {
        try match.ctl("player", "add", "Cleo")
        wait(600)
        try match.ctl("goal", "a")
        let number = try #require(try match.match().latestGoal).number
        try match.ctl("sub", "a", "anna", "cleo")
        try match.ctl("goal", "a", "anna", says: "Anna is not on Reds", status: 1)
        try match.ctl("goal", "a", "anna", "--at", "5", says: "Reds 2-0 Blues, Anna")
        try match.ctl("edit", "\(number)", "--scorer", "anna")
        #expect(try match.ctl("report").contains("goals: Anna 5', 11'"))
        try match.ctl("undo")
        try match.ctl("redo")
        #expect(try match.ctl("report").contains("goals: Anna 5', 11'"))
    }

    @Test func aBreakCanBeMadeLonger() throws {
        wait(45 * 60)
        try match.ctl("period", says: "half-time")
        wait(21)
        try match.ctl("adjust", "+1:00", says: "1 min added: 15:39 half-time")
        wait(1)
        #expect(try match.ctl("status").contains("15:38"))
        wait(15 * 60 + 38)
        #expect(try match.ctl("status").contains("00:00"))
    }

    @Test func hintsDoNoHarm() throws {
        wait(60)
        try match.ctl("start", says: "no change: 01:00 first half, running")
        wait(45 * 60)
        try match.ctl("period")
        wait(10)
        try match.ctl(
            "goal", "b", says: "with '--at 45+2' the goal is one of the period before", status: 1)
        try match.ctl("added", "3", says: "nobody plays now; next: second half", status: 1)
        wait(60)
        try match.ctl("period")
        wait(2)
        try match.ctl("goal", "a", "--ago", "10s", says: "nobody played then; '--at 45+", status: 1)
        wait(46 * 60)
        try match.ctl("period", says: "a draw")
        wait(5)
        try match.ctl("period", says: "at a draw; 'gatherctl extra'", status: 1)
    }
}
