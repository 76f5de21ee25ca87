import FoundationEssentials
import GatherAPI
import Testing
import Varlink

/// The squad's way into gatherctl and out of it as a file.
@Suite struct SquadFileTests {
    private let match: MatchFixture
    private let table = """
        name,age,skill,position,favouriteTeam
        Anna,20,amateur,goalkeeper,"CF ""United"", 1"
        김민준,,professional,striker,
        "Nu\u{301}n\u{303}ez, José",,,,

        """.replacing("\n", with: "\r\n")

    init() throws { match = try MatchFixture() }

    private func file(_ bytes: [UInt8]) -> String {
        let path = "\(match.daemon.directory)/squad"
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
        return path
    }

    @Test func aFileGoesInAndComesOutAsItWas() throws {
        #expect(
            try match.ctl("player", "import", file(Array(table.utf8))) == "imported 3 players\n")
        let exported = """
            id,name,age,skill,position,favouriteTeam,remoteId,shirt
            1,Anna,20,amateur,goalkeeper,"CF ""United"", 1",,
            2,김민준,,professional,striker,,,
            3,"Nu\u{301}n\u{303}ez, José",,,,,,

            """.replacing("\n", with: "\r\n")
        // Names keep their way of writing an accent, which is not seen in comparing texts.
        let bytes = try Array(match.ctl("player", "export", "--format", "csv").utf8)
        #expect(bytes == Array(exported.utf8))
        let lines = try match.ctl("player", "export")
        let positions = try match.json("player", "export").map { $0["position"] }
        #expect(positions == ["goalkeeper", "striker", .null])
        let forms: [(String, [String])] = [
            (exported, []), (lines, []), (lines, ["--format=json"]),
            (try match.ctl("player", "export", "--json=pretty"), []),
            ("\u{FEFF}" + exported, ["--format", "csv"]),
        ]
        for (text, form) in forms {
            let other = try MatchFixture()
            let said = try other.ctl(["player", "import", "-"] + form, input: text)
            #expect(said == "imported 3 players\n")
            #expect(try other.squad() == match.squad())
        }
    }

    @Test func ofAFileWithAMistakeNothingIsImported() throws {
        let bad = [
            ("name,age\nAnna,20\nBen,x\n", "line 3, column 5 (age): 'x' is not a whole number"),
            (
                "name,age\nAnna,20\nBen,121\n",
                "line 3, column 5: '121' is out of range: an age is from 1 to 120"
            ),
            ("name\nAnna\n\"Ben\n", "line 3, column 1: this quote is never closed"),
            ("name,age\nAnna,1,2\n", "line 2, column 1: this line has 3 fields, and the header 2"),
            (
                "name\nAnna\n\(String(repeating: "x", count: 101))\n",
                "line 3, column 1: the name has more than 100"
            ),
            (
                "name\nAnna\n\"a\u{7}\"\n",
                "line 3, column 1: the name has a control character"
            ),
            (
                "{\"name\":\"Anna\"}\n{\"name\":\"Ben\",\"age\":\"7\"}\n",
                "line 2, column 15 (age): this is not"
            ),
            (
                "{\"name\":\"Anna\"}\n{\"name\":}\n",
                "line 2, column 9: this is not JSON from here on"
            ),
            ("name\nAnna\nB\0n\n", "line 3, column 2: this is a NUL byte"),
            ("", "has no players"),
        ]
        for (text, message) in bad {
            try match.ctl("player", "import", file(Array(text.utf8)), says: message, status: 1)
        }
        try match.ctl(
            "player", "import", file(Array("name\nÁnna\n".utf8) + [0xFF, 0x0A]),
            says: "line 3, column 1: this is not UTF-8", status: 1)
        try match.ctl("player", "import", "/nonexistent", says: "cannot read", status: 1)
        #expect(try match.squad().isEmpty)
    }

    @Test func aFileThatIsImportedTwiceIsAskedAbout() throws {
        let path = file(Array(table.utf8))
        try match.ctl("player", "import", path)
        try match.ctl(
            "player", "import", path,
            says: "some names are taken already\n  in the squad already: Anna, 김민준, ",
            status: 1)
        #expect(try match.squad().count == 3)
        try match.ctl("player", "import", path, "--yes")
        #expect(try match.squad().count == 6)
    }

    @Test func anUpdateChangesThoseWhoAreThereAndASecondOneNothing() throws {
        try match.ctl("player", "import", "-", input: table)
        let sheet = "Name;Alter;Spielposition;Telefon\nANNA;21;;030\nBen;;Torwart;040\n"
        let plan = """
              Ben
            would change 1 player
              1  Anna: the name Anna -> ANNA, the age 20 -> 21
            left out, as no player has it: 'Telefon'

            """
        let before = try match.squad()
        let dry = try match.ctl("player", "import", "-", "--update", "--dry-run", input: sheet)
        #expect(dry == "would import 1 player\n" + plan)
        #expect(try match.squad() == before)
        let done = try match.ctl("player", "import", "-", "--update", input: sheet)
        #expect(
            done == """
                imported 1 player
                changed 1 player
                  1  Anna: the name Anna -> ANNA, the age 20 -> 21
                left out, as no player has it: 'Telefon'

                """)
        let anna = ProfileFields(
            name: "ANNA", age: 21, skill: .amateur, position: .goalkeeper,
            favouriteTeam: "CF \"United\", 1")
        #expect(try match.squad().first?.profile == anna)
        let after = try match.squad()
        #expect(after.count == 4)
        let again = try match.ctl("player", "import", "-", "--update", input: sheet)
        #expect(again.hasPrefix("no change: 2 players are as in the file\n"))
        #expect(try match.squad() == after)
        // Undo is of the match; it says which command puts a player back.
        try match.ctl("undo", says: "ANNA and 1 other player were changed", status: 1)
    }

    @Test func aDryRunFindsWhatTheImportWould() throws {
        for command in [["--dry-run"], []] {
            try match.ctl(
                ["player", "import", "-"] + command,
                says: ["line 2, column 5: ", "is out of range", "line 3, column 6 (age): 'x' is"],
                input: "name,age\nBen,200\nCarl,x\n", status: 1)
        }
        let names = "name\n" + (0..<500).map { "Player \($0)\n" }.joined()
        try match.ctl("player", "add", "Ada")
        for command in [["--dry-run"], ["--yes"]] {
            try match.ctl(
                ["player", "import", "-"] + command, says: ["at most 500 players"], input: names,
                status: 1)
        }
        for (file, counts) in [("name,age\nAda,3\nBo,\n", [1, 1, 0]), ("name\nAda\n", [0, 0, 1])] {
            for _ in 1...2 {
                let reply = try JSONValue(
                    parsing: Array(
                        match.ctl(
                            "player", "import", "-", "--update", "--json", "--dry-run", input: file
                        ).utf8)[...], nesting: 4)
                let names = ["added", "changed", "unchanged"]
                #expect(names.map { reply.object?[$0]?.int } == counts)
            }
        }
    }

    @Test func anUpdateOfAFieldLeavesTheOthersAsTheyAre() throws {
        try match.ctl("player", "add", "Ada", "--age", "30")
        let client = try match.daemon.client()
        let change = ImportedPlayerFields(
            id: 1, profile: ProfileFields(name: "Ada", skill: .amateur))
        let reply = try client.call(.import, ["players": .array([change.json])])
        #expect(reply.parameters == ["added": 0, "changed": 1])
        let ada = ProfileFields(name: "Ada", age: 30, skill: .amateur)
        #expect(try match.squad().first?.profile == ada)
    }

    @Test func anUpdateThatIsNotClearChangesNothing() throws {
        try match.ctl("player", "import", "-", "--yes", input: "name\nAda\nBo\nBo\n")
        try match.ctl(
            "player", "import", "-", "--update",
            says: "line 2, column 1 (name): players 2, 3 of the squad have this name",
            input: "name,age\nBo,3\nAda,4\n", status: 1)
        try match.ctl(
            "player", "import", "-", "--update",
            says: "line 3, column 1 (name): 'ada' is in the file already",
            input: "name,age\nAda,3\nada,4\n", status: 1)
        try match.ctl(
            "player", "import", "-", "--update",
            says: "line 2, column 3 (name): number 1 of the squad is Ada: 'gatherctl player edit 1",
            input: "id,name\n1,Adah\n", status: 1)
        #expect(try match.squad().allSatisfy { $0.age == nil })
        try match.ctl("player", "import", "-", "--update", input: "id,name,age\n3,bo,7\n9,Ada,8\n")
        #expect(try match.squad().map(\.age) == [8, nil, 7])
    }

    @Test func aSquadOf500AndNoMore() throws {
        let names = "name\n" + (0..<500).map { "Player \($0)\n" }.joined()
        try match.ctl("player", "import", "-", input: names)
        try match.ctl("player", "add", "One more", says: "at most 500 players", status: 1)
        #expect(try match.squad().count == 500)
        try match.ctl(
            "player", "import", "-", says: "has 501 players; at most 500", input: names + "x\n",
            status: 1)
        let long = "name\n" + String(repeating: "x", count: 1 << 20)
        try match.ctl("player", "import", "-", says: "cannot read", input: long, status: 1)
    }
}
