import GatherAPI
import GatherClub
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct ClubCommandTests {
    private func run(
        _ replies: [Reply], input: String = "", _ arguments: String...
    ) throws
        -> Bench.Result
    {
        let bench = Bench(.replies(replies))
        bench.input = input
        let result = try bench.run(arguments + ["--club", "/run/club.sock"])
        if !replies.isEmpty { #expect(bench.paths == ["/run/club.sock"]) }
        return result
    }

    private func imported(_ file: String, _ replies: Reply...) throws -> Bench.Result {
        try run(replies, input: file, "fixtures", "import", "-")
    }

    private let done = ClubMethod.ImportFixtures.Reply(revision: 7, published: true).reply

    // MARK: - The file

    @Test("a table in any order of its columns is imported, all at once")
    func imported() throws {
        let file = """
            \u{FEFF}Home,away,ID,time,group,pitch,length,format\r
            Reds,"Blues, ""B"" x",1,2026-11-28 9:30,A,north,25,\r
            "Greens",Whites,2,10:30,,,12:30,2x25-5\r
             Reds , Greens ,3\r
            ,,,\r

            """
        let result = try imported(file, done)
        #expect(result.errors == "")
        #expect(result.output == "imported 3 fixtures\n")
        let fixtures = [
            Fixture(
                id: "1", time: "2026-11-28 09:30", pitch: "north", home: "Reds",
                away: "Blues, \"B\" x", group: "A", lengthSeconds: 1_500),
            Fixture(
                id: "2", time: "10:30", home: "Greens", away: "Whites", lengthSeconds: 750,
                format: "2x25-5"),
            Fixture(id: "3", home: "Reds", away: "Greens"),
        ]
        #expect(result.calls == [[ClubMethod.ImportFixtures(fixtures: fixtures).call]])
    }

    @Test("semicolons and other columns are known, and what is not with the broker is told")
    func notes() throws {
        let pending = ClubMethod.ImportFixtures.Reply(revision: 7, published: false).reply
        let result = try imported("id;home;referee;away\n1;Reds;Kim;Blues\n", pending)
        #expect(
            result.output == """
                imported 1 fixture
                left out, as no fixture has it: 'referee'
                kept here; not yet at the broker: the broker has not answered yet

                """)
    }

    @Test(
        "the reason why fixtures are on this machine alone is told by the import and the list",
        arguments: [
            (UnpublishedReason.denied, "the broker does not allow it"),
            (.noConnection, "there is no connection"),
        ])
    func unpublished(reason: UnpublishedReason, text: String) throws {
        let notes = """
            kept here; not yet at the broker: \(text)
            'gatherctl mqtt --club /run/club.sock check' says what does not work

            """
        let pending = ClubMethod.ImportFixtures.Reply(
            revision: 7, published: false, unpublished: reason)
        #expect(
            try imported("id,home,away\n1,Reds,Blues\n", pending.reply).output
                == "imported 1 fixture\n" + notes)
        let list = ClubMethod.GetFixtures.Reply(
            revision: 7, fixtures: [Fixture(id: "1", home: "Reds", away: "Blues")], isLive: true,
            unpublished: reason)
        #expect(
            try run([list.reply], "fixtures").output == "-  -  -  1  Reds - Blues\n" + notes)
    }

    @Test("of a file with mistakes nothing is sent, and each is named by line and column")
    func mistakes() throws {
        let file = """
            id,time,pitch,home,away,group,length
            1,10:30,north,Reds,Blues,A,25
            1,25:00,Pitch 1,Reds,Reds,A,25
            a b,,,,Blues,A,0
            4,,,Reds,"two
            lines",,x
            5,,,Reds,Blues,A,1,2

            """
        let result = try imported(file)
        #expect(result.status == .refused)
        #expect(
            result.errors == """
                gatherctl: cannot import the fixtures: standard input is wrong, and none was \
                imported
                  line 3, column 1 (id): another fixture has this ID
                  line 3, column 3 (time): a time is as 2026-11-28 10:30, 10:30 or \
                2026-11-28T10:30:00+01:00
                  line 3, column 9 (pitch): a pitch has letters, digits, '_' and '-' alone
                  line 3, column 22 (away): it is the name of the other side
                  line 4, column 1 (id): an ID has letters, digits, '_', '-' and '.' alone
                  line 4, column 7 (home): it is missing
                  line 4, column 16 (length): a match lasts from 00:01 to 24 hours
                  line 5, column 10 (away): it has a character that cannot be printed
                  line 6, column 9 (length): it is not a length of time; use 25, 25m or 12:30
                  line 7, column 1: this line has 8 fields, and the header 7

                """)
        #expect(result.calls == [])
    }

    @Test(
        "a file that is no table is refused",
        arguments: [
            ("", "standard input has no fixtures"), ("id,home,away\n", "has no fixtures"),
            ("id,home\n1,Reds\n", "no column 'away'"), ("1,Reds,Blues\n", "no column 'id'"),
            ("id,home,away,id\n", "the column 'id' is given twice"),
            ("id,home,away\n1,\"Reds,Blues\n", "this quote is never closed"),
            ("id,home,away\n1,\0,Blues\n", "NUL"), ("id,home,away\n1,\u{1B}[2J,B\n", "printed"),
        ])
    func noTable(file: String, problem: String) throws {
        let result = try imported(file)
        #expect(result.status == .refused)
        #expect(result.errors.contains(problem), "\(result.errors)")
        #expect(!result.errors.contains("\u{1B}"))
        #expect(result.calls == [])
    }

    @Test("no more than twenty mistakes are listed, and a list that is too long is refused")
    func many() throws {
        let wrong = (0..<30).map { "?\($0),Reds,Blues\n" }.joined()
        let result = try imported("id,home,away\n" + wrong)
        #expect(result.errors.split(separator: "\n").count == 22)
        #expect(result.errors.hasSuffix("and 10 more\n"))
        let long = (0...1_000).map { "\($0),Reds,Blues\n" }.joined()
        #expect(
            try imported("id,home,away\n" + long).errors
                == "gatherctl: cannot import the fixtures: standard input has 1001 fixtures; "
                + "at most 1000 can be imported at once\n")
    }

    @Test("what the service refuses is told with its place, and who may not do it is told so")
    func refused() throws {
        let error = ClubError.invalidFixture(index: 1, field: .format, problem: .tooLong)
        let file = "id,home,away,format\n1,A,B,x\n2,A,B,y\n"
        #expect(
            try imported(file, error.reply).errors.contains(
                "  line 3, column 7 (format): it is longer than 32 characters\n"))
        let denied = try imported(file, VarlinkError.permissionDenied.reply)
        #expect(denied.status == .refused)
        #expect(denied.errors.contains("cannot import the fixtures: you may not do this"))
        let full = try imported(file, ClubError.storageFailed(reason: "disk full").reply)
        #expect(full.errors.contains("it could not be written: disk full"))
    }

    // MARK: - The lists

    @Test("fixtures of today come first, then those to come, and those that are past last")
    func list() throws {
        let bench = Bench()
        let now = bench.time.now().wall
        func day(_ days: Int) -> String { LocalTime(now + .seconds(days * 86_400)).date }
        let fixtures = [
            Fixture(id: "1", time: "\(day(-1)) 10:00", home: "A", away: "B"),
            Fixture(id: "2", home: "C", away: "D"),
            Fixture(id: "3", time: "\(day(1)) 09:00", home: "E", away: "F", group: "X"),
            Fixture(id: "4", time: "15:00", pitch: "north", home: "Reds", away: "Blues"),
            Fixture(id: "5", time: "\(day(0)) 09:30", home: "G", away: "H"),
        ]
        let reply = ClubMethod.GetFixtures.Reply(revision: 1, fixtures: fixtures, isLive: false)
        let result = try run([reply.reply], "fixtures")
        #expect(
            result.output == """
                09:30             -      -  5  G - H
                15:00             north  -  4  Reds - Blues
                \(day(1)) 09:00  -      X  3  E - F
                -                 -      -  2  C - D
                \(day(-1)) 10:00  -      -  1  A - B

                """)
        let none = ClubMethod.GetFixtures.Reply(revision: 0, fixtures: [], isLive: true)
        #expect(
            try run([none.reply], "fixtures").output == """
                there are no fixtures; 'gatherctl fixtures --club /run/club.sock import FILE' \
                brings them

                """)
        #expect(
            try run([none.reply], "fixtures", "--json=short").output
                == "{\"revision\":0,\"fixtures\":[],\"isLive\":true}\n")
    }

    private func table(isLive: Bool) -> Reply {
        func row(_ position: Int, _ team: String, _ goals: Int, _ points: Int) -> TableRow {
            TableRow(
                position: position, team: team, played: 11, won: 2, drawn: 1, lost: 8,
                goalsFor: 10 + goals, goalsAgainst: 10, goalDifference: goals, points: points)
        }
        let groups = [
            TableGroup(group: "A", rows: [row(1, "Reds", 7, 10), row(2, "Old Blues", -3, 7)]),
            TableGroup(group: "B", rows: [row(1, "Greens", 0, 0)]),
        ]
        let apart = ApartResult(
            pitch: "north", match: "m1", teamA: "Whites", teamB: "Blacks", score: "2-1",
            reason: .noFixture)
        return ClubMethod.GetTable.Reply(
            order: "goal-difference", groups: groups, apart: [apart], isLive: isLive
        ).reply
    }

    @Test("the tables are in columns, with the results that are apart below them")
    func tables() throws {
        let result = try run([table(isLive: true)], "table", "--group", "A")
        #expect(result.calls == [[ClubMethod.GetTable(group: "A").call]])
        #expect(
            result.output == """
                group A
                   team       played  won  drawn  lost  goals  +/-  points
                1  Reds           11    2      1     8  17-10   +7      10
                2  Old Blues      11    2      1     8   7-10   -3       7

                group B
                   team       played  won  drawn  lost  goals  +/-  points
                1  Greens         11    2      1     8  10-10    0       0

                not in the table:
                  north  Whites - Blacks  2-1  played without a fixture

                """)
    }

    @Test("a table that is not live says so, and so does one that is not there")
    func stale() throws {
        let result = try run([table(isLive: false)], "table")
        #expect(
            result.output.hasPrefix(
                "STALE: no connection to the broker, or to who makes the table\n\ngroup A\n"))
        let none = ClubMethod.GetTable.Reply(order: "x", groups: [], apart: [], isLive: true)
        #expect(try run([none.reply], "table").output == "there is no table yet\n")
        let unknown = try run([ClubError.noSuchGroup.reply], "table", "--group", "Z")
        #expect(unknown.status == .refused)
        #expect(unknown.errors == "gatherctl: cannot show the table: there is no such group\n")
    }

    @Test("without the service, its socket and the command that starts it are named")
    func unreachable() throws {
        let bench = Bench()
        let result = try bench.run("table")
        #expect(result.status == .unreachable)
        #expect(bench.paths == ["/home/anna/.local/state/gatherd/club.sock"])
        #expect(result.errors.contains("cannot reach gather-mqtt at"))
        #expect(result.errors.contains("start it with 'gather-mqtt --club --broker HOST'"))
        let named = try bench.run("table", "--club", "/a b/club.sock")
        #expect(
            named.errors.contains(
                "start it with 'gather-mqtt --club --serve '/a b/club.sock' --broker HOST'"))
    }

    @Test("a service of the machine that has gone is looked up in the journal")
    func log() {
        let unit = "/usr/lib/systemd/system/gather-club.socket"
        #expect(
            StartHint.log("gather-club") { $0 == unit }
                == "its log says more: 'journalctl -u gather-club'")
        #expect(StartHint.log("gather-club") { _ in false } == nil)
    }
}
