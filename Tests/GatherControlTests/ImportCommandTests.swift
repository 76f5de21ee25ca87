import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct ImportCommandTests {
    private static let squad = Sample.squad([Sample.player(1, "Ánna")])

    private func run(
        _ file: String, _ replies: [Reply], _ options: String...
    ) throws
        -> Bench.Result
    {
        let bench = Bench(.replies(replies))
        bench.input = file
        return try bench.run(["player", "import", "-"] + options)
    }

    @Test("a file from standard input is added at once, under one request ID")
    func imported() throws {
        let players = [Sample.player(2, "Ben", age: 3), Sample.player(3, "Carl")]
        let result = try run(
            "name,age\nBen,3\nCarl,\n", [Self.squad, Sample.squad(players)])
        #expect(result.output == "imported 2 players\n")
        // An older gatherd knows no shirts.
        let known = players.map { player in
            JSONValue.object(JSONObject(player.profile.fields.members.filter { $0.key != "shirt" }))
        }
        #expect(
            result.calls[0].last
                == Call(
                    "io.gatherd.Players.Add",
                    ["players": .array(known), "requestId": "cafe"]))
    }

    @Test("the format of the file is not that of the answer")
    func formats() throws {
        let reply = Sample.squad([Sample.player(2, "Ben")])
        let result = try run("name\nBen\n", [Self.squad, reply], "--format", "csv", "--json")
        #expect(result.status == .done)
        let answer = JSONValue.object(reply.parameters).printableText(isPretty: false)
        #expect(result.output == answer + "\n")
    }

    @Test("of a file with mistakes nothing is sent, and each is named")
    func mistakes() throws {
        let result = try run("name,age\nBen,x\n\u{1B}[2J,3,4\n", [])
        #expect(result.status == .refused)
        #expect(
            result.errors == """
                gatherctl: cannot import the players: standard input is wrong, and none was imported
                  line 2, column 5 (age): 'x' is not a whole number of years
                  line 3, column 1: this line has 3 fields, and the header 2

                """)
        #expect(result.calls == [])
    }

    @Test("what the daemon does not take is named by line and column as well")
    func refused() throws {
        let error = PlayersError.invalidPlayer(index: 1, field: "age", problem: .outOfRange)
        let result = try run("name,age\nBen,3\n\n\"Carl\",12\n", [Self.squad, error.reply])
        #expect(
            result.errors == """
                gatherctl: cannot import the players: standard input is wrong, and none was imported
                  line 4, column 8: an age is from 1 to 120

                """)
    }

    @Test("many mistakes are not all told, and a file without players is refused")
    func limits() throws {
        let many = "name,age\n" + String(repeating: "x,y\n", count: 25)
        let lines = try run(many, []).errors.split(separator: "\n")
        #expect(lines.count == 22 && lines[21] == "  and 5 more")
        #expect(
            try run("name\n", []).errors
                == "gatherctl: cannot import the players: standard input has no players\n")
    }

    @Test("more players than a message has are refused before they are sent")
    func tooMany() throws {
        let result = try run("name\n" + String(repeating: "x\n", count: 501), [])
        #expect(
            result.errors
                == "gatherctl: cannot import the players: standard input has 501 players; "
                + "at most 500 can be imported at once\n")
        #expect(result.calls == [])
    }

    @Test("names that are in the squad already are asked about")
    func twice() throws {
        let result = try run("name\nANNA\nBen\n", [Self.squad])
        #expect(result.status == .refused)
        #expect(
            result.errors == """
                gatherctl: cannot import the players: some names are taken already
                  in the squad already: ANNA
                with --update these are changed; with --yes others are added

                """)
        let forced = try run("name\nANNA\n", [Sample.squad([])], "--yes")
        #expect(forced.output == "imported 1 player\n")
    }

    @Test("a name that the file has twice is asked about as well")
    func twiceInFile() throws {
        let result = try run("name\nBen\nAnna\n bén\nCarl\n", [Self.squad])
        #expect(result.status == .refused)
        #expect(
            result.errors == """
                gatherctl: cannot import the players: some names are taken already
                  in the squad already: Anna
                  twice in the file:  bén
                with --yes others are added

                """)
        let dry = try run("name\nBen\nBen\n", [Self.squad], "--dry-run").output
        #expect(dry.contains("\nit would ask first; --yes adds others\n"))
        // An update fails as well where it is not clear who of the squad is meant.
        let namesakes = Sample.squad([Sample.player(1, "Ben"), Sample.player(2, "Ben")])
        let unclear = try run("name\nBen\n", [namesakes])
        #expect(unclear.errors.hasSuffix("\nwith --yes others are added\n"))
        let clear = try run("id,name\n1,Ben\n2,Ben\n", [namesakes], "--dry-run").output
        #expect(clear.contains("\nit would ask first; --yes adds others, --update changes these\n"))
        let alone = try run("name\nBen\nBen\nBen\n", [Self.squad])
        #expect(alone.errors.contains("already\n  twice in the file: Ben, Ben\n"))
        #expect(alone.calls[0].count == 1)
        let forced = try run("name\nBen\nBen\n", [Sample.squad([])], "--yes")
        #expect(forced.output == "imported 2 players\n")
    }

    @Test("a file that cannot be read is named")
    func unreadable() throws {
        let result = try Bench().run("player", "import", "/nonexistent/squad.csv")
        #expect(result.status == .refused)
        #expect(result.errors.hasPrefix("gatherctl: cannot read '/nonexistent/squad.csv': "))
        let directory = try Bench().run("player", "import", "/")
        #expect(directory.status == .refused)
    }
}
