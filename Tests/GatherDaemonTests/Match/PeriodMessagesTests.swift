import FoundationEssentials
import GatherAPI
import Testing
import Varlink

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

    @Test func theServiceManagerIsToldOfTheClockThatDisplaysShow() throws {
        let messages = { match.daemon.manager.messages }
        #expect(messages().contains("STATUS=Stopped at 00:00, Reds 0-0 Blues"))
        wait(62)
        try match.ctl("pause", says: "01:02 first half, paused")
        #expect(messages().last == "STATUS=Paused at 01:02, Reds 0-0 Blues")
        try match.ctl("resume")
        wait(46 * 60)
        try match.ctl("pause", says: "45:00 +2:02 first half, paused")
        #expect(messages().last == "STATUS=Paused at 45:00 +2:02, Reds 0-0 Blues")
        try match.ctl("resume")
        try match.ctl("period", "end")
        try match.ctl("period", "begin")
        try match.ctl("pause", says: "45:00 second half, paused")
        #expect(messages().last == "STATUS=Paused at 45:00, Reds 0-0 Blues")
    }

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

    @Test func aWhistleThatWasTypedLateIsNotBeforeWhatWasRecordedInItsPeriod() throws {
        wait(46 * 60)
        try match.ctl("goal", "a", "anna", "--ago", "20s")
        wait(60)
        let said = try match.ctl("period", "end", "--ago", "3m", status: 1)
        #expect(said.contains("event "), "\(said)")
        #expect(said.contains(" (goal for Reds by Anna) was 1 min 20 s ago, at "), "\(said)")
        #expect(said.hasSuffix("; '--ago' reaches no further back\n"), "\(said)")
        try match.ctl("period", "end", "--ago", "1m20s")
        #expect(try match.ctl("report").contains("45+1' 1-0 Reds, Anna"))
    }

    @Test func aCardInABreakHasTheMinuteOfTheWhistle() throws {
        wait(46 * 60 + 10)
        try match.ctl("period")
        wait(60)
        try match.ctl("card", "a", "yellow", "anna")
        #expect(try match.ctl("report").contains("Anna yellow card 45+2'"))
        #expect(try match.match().cards?.first?.minute == "45+2")
    }

    @Test func aGoalAtTheMomentOfTheLastWhistleHasItsMinute() throws {
        wait(46 * 60)
        try match.ctl("period")
        try match.ctl("period", "begin")
        wait(46 * 60)
        try match.ctl("period")
        try match.ctl("goal", "a", "anna")
        #expect(try match.match().latestGoal?.minute == "90+2")
        #expect(try match.ctl("report").contains("90+2' 1-0 Reds, Anna"))
    }

    @Test func aCorrectionInABreakHasTheMinuteOfTheWhistle() throws {
        try match.ctl("adjust", "-46:10")
        try match.ctl("period", "end")
        wait(60)
        try match.ctl("score", "2-1")
        let report = try match.ctl("report")
        #expect(report.contains("45+2' 2-0 corrected\n45+2' 2-1 corrected"), "\(report)")
    }

    @Test func aClockThatCountsUpIsResetToItsBeginning() throws {
        wait(60)
        try match.ctl("cancel", says: "clock reset to 00:00, the match goes on")
        try match.ctl("cancel", says: "no change: clock already at 00:00")
        try match.ctl("log", says: "clock reset to 00:00")
        try match.ctl("start")
        wait(46 * 60)
        try match.ctl("period")
        try match.ctl("period", "begin")
        wait(60)
        try match.ctl("cancel", says: "clock reset to 45:00, the match goes on")
    }

    @Test func aPenaltyEndsWithTheMatch() throws {
        wait(45 * 60)
        try match.ctl("period")
        try match.ctl("period", "begin")
        try match.ctl("card", "a", "time", "anna")
        #expect(try match.match().penalties?.count == 1)
        try match.ctl("period", "end")
        #expect(try match.match().penalties == nil)
    }

    @Test func theLengthOfPeriodsAndBreaksIsWrittenAsAnyTime() throws {
        try match.ctl("end", "--yes")
        for (periods, pause, name) in [
            ("2x25", "5", "2x25-5"), ("2x25m", "300s", "2x25-5"),
            ("3x12:30", "90s", "3x12:30-1:30"),
            ("2x750s", "1h", "2x12:30-60"), ("2x0:05", "0:10", "2x0:05-0:10"),
        ] {
            try match.ctl("new", "--periods", periods, "--break", pause)
            #expect(try match.match().course?.format == name)
            try match.ctl("discard", "--yes")
        }
        try match.ctl("new", "--periods", "13x5", says: "there is no such format", status: 1)
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

    @Test func aLineSaysWhatItsReasonIsAbout() throws {
        let watch = try match.start("watch")
        try watch.line(with: "snapshot")
        let match = "Reds 0-0 Blues"
        let rows: [(arguments: [String], line: String)] = [
            (["foul", "a"], "01:00  running  \(match)  foulCounted  foul of Reds, 1"),
            (["foul", "b"], "02:00  running  \(match)  foulCounted  foul of Blues, 1"),
            (["foul", "a"], "03:00  running  \(match)  foulCounted  foul of Reds, 2"),
            (["timeout"], "04:00  running  \(match)  timeOutTaken  cooling break"),
            (["added", "3"], "05:00  running  \(match)  addedTimeAnnounced  +3"),
            (["period"], "15:00  break  \(match)  periodEnded  first half"),
            (["period"], "45:00  running  \(match)  periodBegan  second half"),
            (["foul", "a"], "46:00  running  \(match)  foulCounted  foul of Reds, 1"),
            (["period"], "47:00  stopped  \(match)  periodEnded  second half"),
        ]
        for row in rows {
            wait(60)
            try self.match.ctl(row.arguments)
            #expect(try watch.nextLine() == row.line)
        }
        try self.match.ctl("end", "--yes")
        try self.match.ctl("new", "--format", "futsal", "--team-a", "Reds", "--team-b", "Blues")
        try self.match.ctl("period")
        let began = "20:00  running  \(match)  periodBegan  first half"
        #expect(try watch.line(with: "periodBegan") == began)
        wait(60)
        try self.match.ctl("timeout", "a")
        let taken = "19:00  paused  \(match)  timeOutTaken  time-out of Reds"
        #expect(try watch.nextLine() == taken)
    }

    @Test func hintsDoNoHarm() throws {
        wait(60)
        try match.ctl("start", says: "no change: 01:00 first half, running")
        wait(45 * 60)
        try match.ctl("period")
        wait(10)
        try match.ctl(
            "goal", "b", says: "'gatherctl goal TEAM --at 45+2' gives the goal to the period",
            status: 1)
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

    @Test func theSecondHalfBeginsAtFortyFiveWhateverTheFirstRan() throws {
        wait(47 * 60 + 30)
        try match.ctl("period", says: "15:00 half-time; next: second half, at 45:00")
        wait(15 * 60)
        #expect(try match.ctl("period") == "45:00 second half, running\n")
    }

    @Test func halfIsAWordForThePeriod() throws {
        wait(45 * 60)
        try match.ctl("half", "end", says: "15:00 half-time; next: second half, at 45:00")
        wait(60)
        try match.ctl("half", "end", says: "cannot change the period: nobody plays", status: 1)
        #expect(try match.ctl("half", "begin") == "45:00 second half, running\n")
        wait(60)
        #expect(try match.ctl("half").contains("second half is over"))
        try match.ctl("help", "half", says: "gatherctl period")
    }

    @Test func linesAndFilesNameThePeriod() throws {
        let directory = "\(match.daemon.directory)/displays"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        func expectPeriod(_ period: String) throws {
            let line = try match.ctl("watch", "--once", "--format", "{period}")
            #expect(line == "\(period)\n")
            try match.ctl("watch", "--once", "--write", directory)
            let file = try String(contentsOfFile: "\(directory)/period.txt", encoding: .utf8)
            #expect(file == period)
        }
        try match.ctl("undo")
        try expectPeriod("first half")
        wait(2)
        try match.ctl("period")
        wait(60)
        try expectPeriod("first half")
        wait(45 * 60)
        try match.ctl("status", says: "first half, added time")
        try expectPeriod("first half")
        try match.ctl("period")
        try expectPeriod("half-time")
        wait(60)
        try match.ctl("period")
        try expectPeriod("second half")
        wait(45 * 60)
        try match.ctl("period")
        try expectPeriod("second half")
        try match.ctl("kicks")
        try expectPeriod("kicks from the mark")
        try match.ctl("end", "--yes")
        try expectPeriod("full time")
    }

    /// Ends the match, which has to be told with this result, until that is taken back.
    private func expectEnd(_ result: String, minute: JSONValue?) throws {
        try match.ctl("end", "--yes", says: "ended: Reds 0-0 Blues, \(result)\n")
        for isRestarted in [false, true] {
            if isRestarted { try match.daemon.restart() }
            try match.ctl("history", says: "Reds - Blues  0-0  \(result)\n")
            for verb in ["report", "show", "status"] {
                try match.ctl(verb, says: "Reds 0-0 Blues, \(result)\n")
            }
            let entry = try #require(try match.json("export").last)
            #expect(entry["kind"] == "ended")
            #expect(entry["minute"] == minute)
        }
        try match.ctl("undo", says: "undone: the end of the match")
        try match.ctl("history", says: "Reds - Blues  0-0  open\n")
        try match.ctl("report", says: "Reds 0-0 Blues, not over yet\n")
        for verb in ["report", "show", "status"] {
            let text = try match.ctl(verb)
            #expect(!text.contains("ended early"), "\(text)")
        }
        #expect(try match.match().course?.endedPeriod == nil)
    }

    @Test func aMatchThatIsAbandonedIsToldWithItsMinute() throws {
        wait(47 * 60 + 30)
        try match.ctl("period")
        wait(60)
        try match.ctl("period")
        wait(30 * 60 + 10)
        try expectEnd("a draw, ended early: second half, minute 76", minute: "76")
    }

    @Test func aMatchThatIsLeftInItsBreakIsToldWithTheHalfBefore() throws {
        wait(47 * 60 + 30)
        try match.ctl("period")
        wait(60)
        try expectEnd("a draw, ended early: after first half", minute: nil)
    }
}
