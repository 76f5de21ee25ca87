import GatherAPI
import Testing

@testable import GatherControl

@Suite struct PlayerFileTests {
    private static let anna = ProfileFields(
        name: "Anna, \"the wall\"", age: 20, skill: .professional, position: .goalkeeper,
        favouriteTeam: "CF")

    private func players(_ text: String, _ format: ExportFormat? = nil) throws -> [ProfileFields] {
        try PlayerFile(Array(text.utf8), format).content().players.map(\.profile)
    }

    static let tables = [
        "name,age,skill,position,favouriteTeam\n"
            + "\"Anna, \"\"the wall\"\"\",20,professional,goalkeeper,CF",
        "\u{FEFF}Favourite Team,POSITION,name,id,remoteId,skill,age\r\n"
            + "CF,gk,\"Anna, \"\"the wall\"\"\",9,9,Professional,20\r\n\r\n",
        #"{"name":"Anna, \"the wall\"","age":20,"skill":"professional","position":"goalkeeper","#
            + #""favouriteTeam":"CF"}"#,
        "\u{FEFF}\n \n" + #"  {"id":1,"remoteId":null,"favourite_team":"CF","position":"GK","#
            + #""skill":"professional","age":20,"name":"Anna, \"the wall\""}  "# + "\r\n",
    ]

    @Test("columns and fields come in any order, in CSV and JSON lines", arguments: tables)
    func taken(text: String) throws {
        #expect(try players(text) == [Self.anna])
    }

    @Test("what is empty or null is not known")
    func empty() throws {
        #expect(try players("name,age,skill\nBen,,\n") == [ProfileFields(name: "Ben")])
        #expect(
            try players(#"{"name":"Ben","age":null,"skill":"","position":null}"#)
                == [ProfileFields(name: "Ben")])
        #expect(try players("name,age\nBen,  \n") == [ProfileFields(name: "Ben")])
        #expect(try players("name\n") == [])
        #expect(try players("") == [])
        #expect(try players("\n", .json) == [])
    }

    @Test("blanks around a value are left out")
    func padded() throws {
        #expect(
            try players("name,age,skill,position\nBen,  7 , amateur,\u{A0}GK \n") == [
                ProfileFields(name: "Ben", age: 7, skill: .amateur, position: .goalkeeper)
            ])
        #expect(throws: PlayerFileErrors.self) { try players("name,age\nBen,1 7\n") }
    }

    static let mistakes: [(String, [String])] = [
        (
            "Anna\nBen\n",
            ["line 1, column 1: no column 'name'; the first line has to name the columns"]
        ),
        ("age,name,Age\n", ["line 1, column 10: the column 'Age' is given twice"]),
        (
            "age,skill\n1,x\n",
            ["line 1, column 1: no column 'name'; the first line has to name the columns"]
        ),
        (
            "name,age,skill\nBen,x,wizard\nCarl,3,,4\n,4,amateur\nDora,5,beginner\n",
            [
                "line 2, column 5 (age): 'x' is not a whole number of years",
                "line 2, column 7 (skill): 'wizard' is not a skill; use beginner, amateur or "
                    + "professional",
                "line 3, column 1: this line has 4 fields, and the header 3",
                "line 4, column 1 (name): it is missing",
            ]
        ),
        (
            "name,age\n\"a\nb\",x\nÉva,-1\n",
            [
                "line 2, column 1: the name has a control character, or one that reverses the "
                    + "text",
                "line 3, column 4 (age): 'x' is not a whole number of years",
                "line 4, column 5 (age): '-1' is not a whole number of years",
            ]
        ),
        (
            "name,age\nBen,x\n\"Carl\n",
            [
                "line 2, column 5 (age): 'x' is not a whole number of years",
                "line 3, column 1: this quote is never closed",
            ]
        ),
        (
            "{\"name\":\"Ben\",\"age\":\"x\"}\n{\"name\":\"Carl\",}\n[1]\n{\"age\":3}\n",
            [
                "line 1, column 15 (age): this is not a whole number of years",
                "line 2, column 16: this is not JSON from here on",
                "line 3, column 1: this is not a JSON object",
                "line 4, column 1 (name): it is missing",
            ]
        ),
        (
            #"{"name":"Ben","skil":"amateur","Age":1,"age":2,"position":7}"#,
            [
                "line 1, column 40 (age): this field is given twice",
                "line 1, column 48 (position): this is not a text",
            ]
        ),
        (
            "[{\"name\":\"Ben\"},\n {\"name\":\"Carl\",\"age\":\"x\"},\n 7]",
            [
                "line 2, column 17 (age): this is not a whole number of years",
                "line 3, column 2: this is not a JSON object",
            ]
        ),
        (
            "name,age,shirt\nBen,200,7\nCarl,x,100\n ,3\n\"a\u{7}\",0\n",
            [
                "line 2, column 5: '200' is out of range: an age is from 1 to 120",
                "line 3, column 6 (age): 'x' is not a whole number of years",
                "line 3, column 8: '100' is not the number of a shirt; "
                    + SquadPresenter.shirtKind,
                "line 4, column 1: the name has no letters",
                "line 5, column 1: the name has a control character, or one that reverses the text",
                "line 5, column 6: '0' is out of range: an age is from 1 to 120",
            ]
        ),
        (
            "{\"name\":\"Ben\",\"age\":200}\n{\"name\":\"\",\"age\":\"x\"}\n",
            [
                "line 1, column 15: '200' is out of range: an age is from 1 to 120",
                "line 2, column 12 (age): this is not a whole number of years",
                "line 2, column 2 (name): it is missing",
            ]
        ),
        (
            "{\n\t\"name\":\"Ben\",\n\t\"age\":\"x\"\n}\n{\n\t\"name\":\"Carl\",\n{\"age\":3}\n",
            [
                "line 3, column 2 (age): this is not a whole number of years",
                "line 6, column 16: this is not JSON from here on",
                "line 7, column 1 (name): it is missing",
            ]
        ),
        ("[{\"name\":\"Ben\"}", ["line 1, column 16: this is not JSON from here on"]),
        (
            #"{"name":"Ben"} {"age":3},{"name":"C"} x"#,
            [
                "line 1, column 25: this is not JSON from here on",
                "line 1, column 39: this is not JSON from here on",
            ]
        ),
        (#"{"name":"a","name":"b"}"#, ["line 1, column 13: this field is given twice"]),
        (
            #"{"name":["\"age\":1"],"age":1.5}"#,
            [
                "line 1, column 2 (name): this is not a text",
                "line 1, column 23 (age): this is not a whole number of years",
            ]
        ),
    ]

    @Test("every line that is wrong is named by its number and column", arguments: mistakes)
    func wrong(text: String, messages: [String]) {
        do throws(PlayerFileErrors) {
            _ = try PlayerFile(Array(text.utf8), nil).content()
            Issue.record("it was taken")
        } catch {
            #expect(error.errors.map { $0.text(in: Array(text.utf8)) } == messages)
        }
    }

    @Test("a file cut anywhere is read or refused, and never traps")
    func cut() {
        for text in Self.tables {
            let bytes = Array(text.utf8)
            for end in bytes.indices {
                for format in [nil, ExportFormat.csv, .json] {
                    let players = try? PlayerFile(Array(bytes[..<end]), format).content().players
                    #expect((players?.count ?? 0) <= 1)
                }
            }
        }
    }

    @Test("what is exported is imported as it was", arguments: ExportFormat.allCases)
    func thereAndBack(format: ExportFormat) throws {
        let squad = [
            SquadPlayerFields(id: 3, profile: Self.anna, remoteID: 7),
            Sample.player(4, "김민준"), Sample.player(5, " أحمد\r\n", .striker, .beginner, age: 120),
        ]
        for isPretty in [false, true] {
            let text = SquadExport.lines(
                squad, format, isPretty: isPretty, isShown: false
            ).joined()
            #expect(try players(text, format) == squad.map(\.profile))
            #expect(try players(text) == squad.map(\.profile))
        }
    }

    @Test("objects follow each other on a line, also without anything between them")
    func onALine() throws {
        let text =
            #"{"name":"A } {"} {"name":"Bo","tags":[{"x":1}]}{"name": "# + "\n"
            + #""Carl"} {"name":"Dora"}"#
        let names = ["A } {", "Bo", "Carl", "Dora"]
        #expect(try players(text) == names.map { ProfileFields(name: $0) })
    }

    @Test("an object over several lines may have any of JSON in it")
    func overLines() throws {
        let text = #"""
            {
              "name": "} \" {",
              "tags": [

                {"x": "]"}
              ], "age": 7
            }
            {"name": "Bo"}
              {"name":
            "Carl"}
            """#
        let known = [
            ProfileFields(name: "} \" {", age: 7), ProfileFields(name: "Bo"),
            ProfileFields(name: "Carl"),
        ]
        #expect(try players(text) == known)
    }
}
