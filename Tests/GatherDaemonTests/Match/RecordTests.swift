import GatherAPI
import Testing
import Varlink

/// The match record from the shell: history, show, log, export and report.
@Suite struct RecordTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    /// Opens a match of one goal for each side, and ends it.
    ///
    /// - Returns: Its ID.
    private func play(_ teamA: String = "Reds") throws -> String {
        let client = try match.daemon.client()
        _ = try client.gather(.open, ["teamAName": .string(teamA), "teamBName": "Blues"])
        _ = try client.gather(.start)
        for team in ["teamA", "teamB"] {
            match.clock.advance(by: .seconds(60))
            _ = try client.gather(.addToScore, ["team": .string(team), "delta": 1])
        }
        return try client.gather(.end).id
    }

    @Test func everyMatchIsALineNewestFirst() throws {
        let ids = try (1...130).map { _ in try play() }
        _ = try match.daemon.client().gather(.open, ["teamAName": "東京", "teamBName": "B"])
        let lines = try match.ctl("history").split(separator: "\n")
        #expect(lines.count == 131)
        let date = #/[0-9a-f]{8}  \d{4}-\d\d-\d\d \d\d:\d\d  /#
        let endings = ["東京 - B      0-0  open"] + ids.map { _ in "Reds - Blues  1-1  a draw" }
        #expect(lines.map { $0.trimmingPrefix(date) } == endings.map { $0[...] })
        let newestFirst: [Substring] = ids.reversed().map { $0.prefix(8) }
        #expect(lines.dropFirst().map { $0.prefix(8) } == newestFirst)
        let newest = try match.ctl("history", "--limit", "110")
        #expect(newest.split(separator: "\n") == Array(lines.prefix(110)))
        let pages = try match.json("history", "--json")
        let found = pages.flatMap { $0["gathers"]?.array ?? [] }.map { $0.object?["id"]?.string }
        #expect(Array(found.dropFirst()) == ids.reversed())
    }

    @Test func showIsWhatHappened() throws {
        let older = try play()
        let newer = try play("Whites")
        for (name, id, side) in [
            ("last", newer, "Whites"), (newer, newer, "Whites"), (older, older, "Reds"),
        ] {
            let lines = try match.ctl("show", name).split(
                separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0] == "\(side) 1-1 Blues, a draw")
            let date = /opened \d{4}-\d\d-\d\d \d\d:\d\d, ended \d{4}-\d\d-\d\d \d\d:\d\d/
            #expect(lines[1].wholeMatch(of: date) != nil)
            #expect(lines[2...3] == [id[...], ""])
            #expect(lines[4].contains(/^#  time +played  score  by +event$/))
            let entries = lines[5...].dropLast()
            #expect(
                entries.map { $0.split(separator: "  ").last } == [
                    "opened at 10:00: \(side) - Blues", "started", "goal for \(side)",
                    "goal for Blues", "ended",
                ])
            let times = entries.map { $0.firstMatch(of: #/  (\d\d:\d\d)  \d-\d  +/#)?.1 }
            #expect(times == ["00:00", "00:00", "01:00", "02:00", "02:00"])
        }
        #expect(try match.ctl("log") == match.ctl("show", "last"))
        #expect(try match.ctl("show", "last") == match.ctl("show"))
    }

    @Test func theBeginningOfAnIDIsEnough() throws {
        let id = try play()
        let whole = try match.ctl("show", id)
        for length in [4, 8, 9, 20] {
            #expect(try match.ctl("show", id.prefix(length).uppercased()) == whole)
        }
        try match.ctl("show", "00000000-0000", says: "there is no such match", status: 1)
        try match.ctl("show", String(id.prefix(3)), says: "4 characters or more", status: 2)
    }

    @Test func aLongMatchIsShownWhole() throws {
        let client = try match.daemon.client()
        _ = try client.gather(.open)
        for number in 0..<1_100 {
            _ = try client.call(.setScore, ["team": "teamA", "score": .int(1 + number % 2)])
        }
        let lines = try match.ctl("log").split(separator: "\n").dropFirst(4)
        #expect(lines.map { Int($0.split(separator: " ").first ?? "") } == Array(1...1_101))
        #expect(try match.ctl("export").split(separator: "\n").count == 1_101)
    }

    @Test func aMatchIsWaitedFor() throws {
        let log = try match.start("log", "-f")
        try log.line(with: "waiting for one")
        let client = try match.daemon.client()
        _ = try client.gather(.open)
        try log.line(with: "opened at 10:00")
        _ = try client.call(.undo)
        try log.line(with: "the opening of the match was undone")
        try log.line(with: "waiting for one")
    }

    @Test func theLogAsJSONIsWhatTheDaemonAnswers() throws {
        try match.ctl("start")
        let log = try match.start("log", "-f", "--json")
        var followed: [JSONValue] = []
        for kinds: [JSONValue] in [["opened", "started"], ["paused"]] {
            let line = try log.nextLine()
            let page = try JSONValue(parsing: Array(line.utf8)[...], nesting: 16).object
            let entries = try #require(page?["entries"]?.array)
            #expect(entries.map { $0.object?["kind"] } == kinds)
            followed += entries
            try match.ctl("pause")
        }
        #expect(try match.json("show", "--json").first?["entries"]?.array == followed)
    }

    @Test func namedMatchesAreExportedInTheirOrder() throws {
        let ids = try (1...3).map { _ in try play() }
        let events = try match.json("export", ids[1], ids[0], "last").map { $0["gatherId"]?.string }
        #expect(events == [ids[1], ids[0], ids[2]].flatMap { Array(repeating: $0, count: 5) })
        try match.ctl("export", "00000000", says: "'00000000': there is no such", status: 1)
    }

    @Test func aLineOfCSVEndsInCRLF() throws {
        _ = try play()
        let table = try match.ctl("export", "--format", "csv")
        #expect(table.filter { $0.isNewline } == String(repeating: "\r\n", count: 6))
    }

    @Test func aReportInAFewLines() throws {
        try match.ctl("new", "--team-a", "Löwen", "--team-b", "Bären")
        try match.ctl("start")
        let commands = [
            ["goal", "a"], ["goal", "b"], ["goal", "a"], ["undo", "3"], ["score", "b", "4"],
            ["score", "b", "-1"],
        ]
        for command in commands { try match.ctl(command) }
        match.clock.advance(by: .seconds(59))
        try match.ctl("end", "--yes")
        let report = try match.report()
        let time = #/\n\d{4}-\d\d-\d\d, \d\d:\d\d to (\d{4}-\d\d-\d\d )?\d\d:\d\d, /#
        let lines = """
            Löwen 1-3 Bären, winner Bären00:59 played

            1' 0-1 Bären
            1' 1-1 Löwen
            1' 1-3 corrected

            """
        #expect(report.replacing(time, with: "") == lines)
    }

    @Test func aReportOfAMatchThatIsNotOver() throws {
        try match.ctl("new")
        let report = try match.report()
        #expect(report.hasPrefix("Team A 0-0 Team B, not over yet\n"))
        #expect(report.hasSuffix("\nno goals\n"))
    }

    /// Plays a match that ends at once.
    private func play(_ teamA: String, _ teamB: String, _ commands: [String]...) throws {
        try match.ctl("new", "--team-a", teamA, "--team-b", teamB)
        try match.ctl("team", "a", "anna")
        try match.ctl("team", "b", "ben")
        for command in commands { try match.ctl(command) }
        try match.ctl("end", "--yes")
        match.clock.advance(by: .seconds(86_400))
    }

    @Test func theTableOfThePlayersAndTheSides() throws {
        try match.ctl("history", "--table", note: "no matches yet")
        for name in ["Anna", "Ben", "Carl"] { try match.ctl("player", "add", name) }
        try play("Reds", "Blues", ["goal", "a", "anna"], ["goal", "a", "anna"])
        try play("Blues", "Reds", ["goal", "a", "anna"], ["goal", "a", "--own-goal", "ben"])
        try play("Reds", "Greens")
        try play("Reds", "Blues", ["goal", "b", "ben"])
        try match.ctl("new", "--team-a", "Reds", "--team-b", "Blues")
        try match.ctl("goal", "a")
        let lines = """
            player  played  won  drawn  lost  goals  own goals
            Anna         4    2      1     1      3          0
            Ben          4    1      1     2      1          1

            sides          played  won  drawn  lost  goals
            Reds - Blues        3    1      0     2    2-3
            Reds - Greens       1    0      1     0    0-0

            """
        #expect(try match.ctl("history", "--table") == lines)
        let late = try match.ctl("history", "--table", "--since", "36h")
        #expect(late.contains("Ben          1    1      0     0      1          0\n"))
        #expect(late.hasSuffix("\nReds - Blues       1    0      0     1    0-1\n"))
        let json = try match.json("history", "--table", "--json").first
        #expect(json?["players"]?.array?.count == 2)
        #expect(json?["sides"]?.array?.first?.object?["goals"] == .array([.int(2), .int(3)]))
        try match.ctl("history", "--table", "--limit", "1", says: "along with '--table'", status: 2)
    }

    @Test func aReportAsMarkdownOrHTML() throws {
        for name in ["Anna", "Ben"] { try match.ctl("player", "add", name) }
        try play("Reds", "Blues", ["goal", "a", "anna"])
        #expect(try match.ctl("report", "--markdown").hasPrefix("## Reds 1-0 Blues, winner Reds\n"))
        #expect(try match.ctl("report", "--html", "last").hasSuffix("</html>\n"))
        try match.ctl("report", "--html", "--markdown", says: "along with '--html'", status: 2)
        try match.ctl("report", "--html", "--json", says: "along with '--html'", status: 2)
    }
}
