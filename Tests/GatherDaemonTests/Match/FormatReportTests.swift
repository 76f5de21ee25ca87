import GatherAPI
import Testing

@testable import GatherDaemon

/// A whole match of every built-in format, from the shell: Anna scores in each period of play after
/// a minute and a half, and Ben once the length of the last one is over.
@Suite struct FormatReportTests {
    private static let goldens: KeyValuePairs<String, String> = [
        "halves": """
        Reds: Anna
          goals: Anna 2', 47'
        Blues: Ben
          goals: Ben 90+1'

        2' 1-0 Reds, Anna
        47' 2-0 Reds, Anna
        90+1' 2-1 Blues, Ben

        """,
        "futsal": """
        Reds: Anna
          goals: Anna 2', 22'
        Blues: Ben
          goals: Ben 40+1'

        2' 1-0 Reds, Anna
        22' 2-0 Reds, Anna
        40+1' 2-1 Blues, Ben

        """,
        "school": """
        Reds: Anna
          goals: Anna 2', 42'
        Blues: Ben
          goals: Ben 80+1'

        2' 1-0 Reds, Anna
        42' 2-0 Reds, Anna
        80+1' 2-1 Blues, Ben

        """,
        "quarters": """
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

    @Test func theReportHasTheMinutesOfThePeriods() throws {
        for (format, golden) in Self.goldens {
            let match = try MatchFixture(players: "Anna", "Ben")
            try match.ctl(
                "new", "--format", format, "--team-a", "Reds", "--team-b", "Blues",
                "--team-a-players", "anna", "--team-b-players", "ben")
            while try match.match().course?.next != nil {
                try match.ctl("period", "begin")
                match.clock.advance(by: .seconds(90))
                try match.ctl("goal", "a", "anna")
                let course = try #require(match.match().course)
                match.clock.advance(by: .seconds(course.period.seconds - 60))
                if course.next == nil { try match.ctl("goal", "b", "ben") }
                try match.ctl("period", "end")
                // The break.
                match.clock.advance(by: .seconds(60))
            }
            try match.ctl("end", "--yes")
            let lines = try match.ctl("report").split(
                separator: "\n", omittingEmptySubsequences: false)
            let isWon = lines.first?.hasSuffix(" Blues, winner Reds") == true
            #expect(isWon, "\(format)")
            let body = lines.dropFirst(3).joined(separator: "\n")
            #expect(body == golden, "\(format)")
        }
    }
}
