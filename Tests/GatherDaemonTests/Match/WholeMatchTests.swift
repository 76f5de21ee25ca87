import Testing

/// A match from the shell, from its opening to its end.
@Suite struct WholeMatchTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    @Test func aMatchFromTheShell() throws {
        #expect(try match.ctl("new", "--time", "00:03").contains("00:03"))
        #expect(try match.ctl("start") == "running from 00:03\n")
        match.clock.advance(by: .seconds(2))
        #expect(try match.ctl("status").hasPrefix("00:01 running"))
        match.clock.advance(by: .seconds(2))
        #expect(try match.ctl("status").hasPrefix("00:00"))
        #expect(try match.ctl("goal", "a") == "Team A 1-0 Team B\n")
        #expect(try match.ctl("goal", "b") == "Team A 1-1 Team B\n")
        #expect(try match.ctl("undo").hasPrefix("undone: "))
        #expect(try match.ctl("end", status: 2).contains("--yes"))
        #expect(try match.ctl("end", "--yes").hasPrefix("ended: Team A 1-0 Team B"))
        #expect(try match.ctl("goal", "b", status: 1).contains("gatherctl undo"))
        #expect(try match.match().score == "1-0")
    }
}
