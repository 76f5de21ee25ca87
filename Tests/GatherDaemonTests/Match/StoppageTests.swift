import FoundationEssentials
import GatherAPI
import Testing

@testable import GatherDaemon

/// Fouls, time-outs and cooling breaks, from the shell.
@Suite struct StoppageTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben")
    }

    private func begin(_ format: String) throws {
        try match.ctl("new", "--format", format, "--team-a", "Reds", "--team-b", "Blues")
        try match.ctl("period")
        match.clock.advance(by: .seconds(61))
    }

    @Test func theSixthFoulIsSaid() throws {
        try begin("futsal")
        #expect(try match.ctl("foul", "a") == "foul of Reds, number 1\n")
        for _ in 2...4 { try match.ctl("foul", "reds") }
        try match.ctl("foul", "a", says: "number 5: the next one is a direct free kick")
        try match.ctl("foul", "a", says: "number 6: a direct free kick without a wall")
        try match.ctl("foul", "b")
        try match.ctl("status", says: "fouls 6-1")
        try match.ctl("log", says: "foul of Reds", "foul of Blues")
        try match.ctl("undo", says: "undone: the foul of Blues")
        try match.ctl("watch", "--format", "{foulsA}-{foulsB}", "--once", says: "6-0")
        try match.ctl("period")
        try match.ctl("foul", "a", says: "nobody plays", status: 1)
    }

    @Test func aTimeOutIsCountedDownWhileTheClockStands() throws {
        try begin("futsal")
        let answer = try match.ctl("timeout", "a")
        #expect(answer == "time-out of Reds; the clock stands until 'gatherctl start'\n")
        match.clock.advance(by: .seconds(17))
        try match.ctl("status", says: "00:43 time-out of Reds")
        try match.ctl("watch", "--format", "{timeout}", "--once", says: "00:43 time-out of Reds")
        try match.ctl("timeout", "a", says: "no change: time-out of Reds")
        match.clock.advance(by: .seconds(43))
        let status = try match.ctl("status")
        #expect(!status.contains("time-out"))
        try match.ctl("timeout", "a", says: "Reds has none left, of 1 in each period", status: 1)
        try match.ctl("start")
        try match.ctl("log", says: "time-out of Reds")
    }

    @Test func aCoolingBreakIsToBeAllowedFor() throws {
        try begin("halves")
        let answer = try match.ctl("timeout")
        #expect(answer == "cooling break; the clock runs, allow 03:00\n")
        try match.ctl("timeout", "b", says: "the format has no time-outs", status: 1)
        try match.ctl("undo", says: "undone: the cooling break")
    }

    @Test func aGoalRemindsOfTheClockWhereItIsStopped() throws {
        try begin("school")
        try match.ctl("goal", "a", says: "1-0 Blues; the clock runs; 'gatherctl pause' stops it")
        try match.ctl("card", "b", "red", says: "Blues; the clock runs; 'gatherctl pause' stops it")
        try match.ctl("pause")
        #expect(try match.ctl("goal", "a") == "Reds 2-0 Blues\n")
    }

    @Test func aFormatShowsItsRules() throws {
        try match.ctl(
            "format", "show", "futsal", says: "the clock is stopped by hand at a goal",
            "time-outs of a side in a period: 1 of 01:00",
            "fouls of a side in a period before a direct free kick: 5")
        let halves = try match.ctl("format", "show", "halves")
        #expect(!halves.contains("time-outs"))
    }

    @Test func withoutAFormatThereIsNone() throws {
        try match.ctl("start")
        try match.ctl("foul", "a", says: "has no periods", status: 1)
        try match.ctl("timeout", says: "has no periods", status: 1)
        try match.ctl("foul", says: "the team", status: 2)
    }
}
