import GatherAPI
import LinuxIO
import Testing

@testable import GatherDaemon

/// A whole match of every built-in format, from the shell: it begins five minutes after it is
/// opened, Anna scores in each period of play after a minute and a half, and Ben once the length of
/// the last one is over.
@Suite struct FormatReportTests {
    private static let goldens: KeyValuePairs<String, String> = [
        "halves": """
        Reds 2-1 Blues, winner Reds
        TIMES, 91:00 played
        first half 45+1', second half 90+1'

        Reds: Anna
          goals: Anna 2', 47'
        Blues: Ben
          goals: Ben 90+1'

        2' 1-0 Reds, Anna
        47' 2-0 Reds, Anna
        90+1' 2-1 Blues, Ben

        """,
        "futsal": """
        Reds 2-1 Blues, winner Reds
        TIMES, 40:00 played
        first half 20+1', second half 40+1'

        Reds: Anna
          goals: Anna 2', 22'
        Blues: Ben
          goals: Ben 40+1'

        2' 1-0 Reds, Anna
        22' 2-0 Reds, Anna
        40+1' 2-1 Blues, Ben

        """,
        "school": """
        Reds 2-1 Blues, winner Reds
        TIMES, 80:00 played
        first half 40+1', second half 80+1'

        Reds: Anna
          goals: Anna 2', 42'
        Blues: Ben
          goals: Ben 80+1'

        2' 1-0 Reds, Anna
        42' 2-0 Reds, Anna
        80+1' 2-1 Blues, Ben

        """,
        "quarters": """
        Reds 4-1 Blues, winner Reds
        TIMES, 40:00 played
        first quarter 10+1', second quarter 20+1', third quarter 30+1', fourth quarter 40+1'

        Reds: Anna
          goals: Anna 2', 12', 22', 32'
        Blues: Ben
          goals: Ben 40+1'

        2' 1-0 Reds, Anna
        12' 2-0 Reds, Anna
        22' 3-0 Reds, Anna
        32' 4-0 Reds, Anna
        40+1' 4-1 Blues, Ben

        """,
        "small-sided": """
        Reds 2-1 Blues, winner Reds
        TIMES, 41:00 played
        first half 20+1', second half 40+1'

        Reds: Anna
          goals: Anna 2', 22'
        Blues: Ben
          goals: Ben 40+1'

        2' 1-0 Reds, Anna
        22' 2-0 Reds, Anna
        40+1' 2-1 Blues, Ben

        """,
    ]

    @Test func everyBuiltInFormatHasOne() throws {
        let match = try MatchFixture()
        let listed = try match.ctl("format").split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(listed.map(String.init) == ["gather"] + Self.goldens.map(\.key))
    }

    private static let plain = """
        Reds 1-1 Blues, a draw
        TIMES, 10:00 played

        Reds: Anna
          goals: Anna 2'
        Blues: Ben
          goals: Ben 10'

        2' 1-0 Reds, Anna
        10' 1-1 Blues, Ben

        """

    /// Returns a match that was opened five minutes ago.
    private func opened(_ arguments: String...) throws -> MatchFixture {
        let match = try MatchFixture(players: "Anna", "Ben")
        try match.ctl(
            ["new"] + arguments + [
                "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna",
                "--team-b-players", "ben",
            ])
        match.clock.advance(by: .seconds(300))
        return match
    }

    /// Ends a match that began at a time, and expects a report of it, whatever the time zone.
    private func expectReport(
        _ golden: String, of match: MatchFixture, from begin: Duration, _ comment: Comment
    ) throws {
        try match.ctl("end", "--yes")
        let (begin, end) = (LocalTime(begin), LocalTime(match.clock.now().wall))
        let until = end.date == begin.date ? end.dateAndTime.suffix(5) : end.dateAndTime[...]
        let times = "\(begin.date), \(begin.dateAndTime.suffix(5)) to \(until)"
        let report = try match.report()
        #expect(report == golden.replacing("TIMES", with: times), comment)
    }

    @Test func theReportHasTheMinutesOfThePeriods() throws {
        for (format, golden) in Self.goldens {
            let match = try opened("--format", format)
            let begin = match.clock.now().wall
            while try match.match().course?.next != nil {
                try match.ctl("period", "begin")
                match.clock.advance(by: .seconds(90))
                try match.ctl("goal", "a", "anna")
                let course = try #require(match.match().course)
                match.clock.advance(by: .seconds(course.period.seconds - 60))
                if course.next == nil { try match.ctl("goal", "b", "ben") }
                try match.ctl("period", "end")
                // The break.
                if course.next != nil { match.clock.advance(by: .seconds(60)) }
            }
            try expectReport(golden, of: match, from: begin, "\(format)")
        }
    }

    /// Ends a match, and expects that its report says that it began at a time.
    private func expectBegin(_ begin: Duration, of match: MatchFixture) throws {
        try match.ctl("end", "--yes")
        let begin = LocalTime(begin)
        let times = "\n\(begin.date), \(begin.dateAndTime.suffix(5)) to "
        let report = try match.report()
        #expect(report.contains(times), "\(report)")
    }

    @Test func itBeginsWithTheMatchAlsoIfThatWasToldLater() throws {
        let matches = [(try opened("--format", "halves"), "period"), (try opened(), "start")]
        for (match, verb) in matches {
            let begin = match.clock.now().wall - .seconds(240)
            try match.ctl(verb, "--ago", "4m")
            match.clock.advance(by: .seconds(60))
            try expectBegin(begin, of: match)
        }
    }

    @Test func itBeginsWithTheKickOffAlsoIfNobodyWasThere() throws {
        let match = try MatchFixture()
        try match.ctl("new", "--at", "+2m", "--auto")
        let begin = match.clock.now().wall + .seconds(120)
        try match.daemon.restart { $0.advanceUnobserved(.seconds(300)) }
        try expectBegin(begin, of: match)
    }

    @Test func thePlainCountdownHasOneToo() throws {
        let match = try opened()
        let begin = match.clock.now().wall
        try match.ctl("start")
        match.clock.advance(by: .seconds(90))
        try match.ctl("goal", "a", "anna")
        match.clock.advance(by: .seconds(540))
        try match.ctl("goal", "b", "ben")
        try expectReport(Self.plain, of: match, from: begin, "gather")
    }
}
