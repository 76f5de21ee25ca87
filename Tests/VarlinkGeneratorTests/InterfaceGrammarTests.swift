import VarlinkGenerator
import Testing

/// The checker itself, by what systemd and the Python package accept and reject.
struct InterfaceGrammarTests {
    @Test("a definition is read with its types, methods, errors and comments")
    func whole() throws {
        let definition = try InterfaceGrammar.parse(
            """
            # An interface.
            # On two lines.
            interface org.example.t-1

            # A struct.
            type Match (
              # Its teams.
              teams: []Team, by_name: ?[string]Team,
              # How it is.
              state: (open, ended)
            )
            type Team (class: string, inner: ?(x: float, y: object))
            # Get it.
            method Get(id: ?int) -> (match: ?Match)
            method Nothing() -> ()
            error Gone ()   # outside of a list

            """)
        #expect(definition.name == "org.example.t-1")
        #expect(definition.types == ["Match", "Team"])
        #expect(definition.methods == ["Get", "Nothing"])
        #expect(definition.errors == ["Gone"])
        #expect(definition.comments["interface"] == "# An interface.\n# On two lines.")
        #expect(definition.comments["Get"] == "# Get it.")
        let match = InterfaceDefinition.Member.type(
            .structure([
                .init(name: "teams", type: .array(.named("Team"))),
                .init(name: "by_name", type: .optional(.map(.named("Team")))),
                .init(name: "state", type: .enumeration(["open", "ended"])),
            ]))
        #expect(definition.members["Match"] == match)
        let get = InterfaceDefinition.Member.method(
            parameters: [.init(name: "id", type: .optional(.int))],
            results: [.init(name: "match", type: .optional(.named("Match")))])
        #expect(definition.members["Get"] == get)
        #expect(definition.uncommented == ["Team", "Team.class", "Team.inner", "Nothing", "Gone"])
    }

    @Test(
        "the lines of a good definition",
        arguments: [
            "error X ()", "error X(a: int)", "type X (a: ?[]string)", "type X (a: X, b: ?X)",
            "type X (a, b)", "type X (a_b: int, aB9: int)", "method X(type: int) -> (error: bool)",
            "method X(\n  # Why.\n  a: int\n) -> ()", "type X (a: [](b: int))\r\n",
            "# Ümlaut\nerror X ()",
        ])
    func good(line: String) throws {
        _ = try InterfaceGrammar.parse("interface a.b\n\(line)")
    }

    @Test(
        "what systemd or Python rejects is rejected",
        arguments: [
            "type X (a: ??int)", "type X (a: [][]int)", "type X (a: [string][]int)",
            "type X (a: [string]?int)", "type X (a: []?int)", "type X (a: [string]())",
            "type X (a: int,)", "type X (a, b,)", "type X (,)", "type X (a-b: int)",
            "type X (a, b-c)",
            "type X (a__b: int)", "type X (_a: int)", "type X (a_: int)", "type X (9a: int)",
            "type X (a: int, a: int)", "type X (a, a)", "type X (a: int, b)", "type X (a: any)",
            "type X (a: Y)", "type X (a: Int)", "type X (a int)", "type X (a:)", "type X int",
            "type X",
            "type x (a: int)", "type X_Y (a: int)", "type X (ä: int)", "type X (a: [int]string)",
            "type X (\n  a: int # why\n)", "type X (\n  a: int, # why\n  b: int\n)",
            "error X", "error X (a, b)", "error X ()\nerror X ()",
            "type M (a: int)\nmethod M() -> ()",
            "error M ()\nmethod M() -> ()", "method X()", "method X() -> int", "method X() ->",
            "method X(a: int) -> (b, c)", "method X(a: int", "method X) -> ()", "method -> ()",
            "struct X (a: int)", "interface c.d", "X", "type X (a: int) extra", "type X (a: error)",
            "type X (a: int);", "method X() - > ()", "error E ()\ntype X (a: E)",
        ])
    func bad(line: String) {
        #expect(throws: GrammarError.self) { try InterfaceGrammar.parse("interface a.b\n\(line)") }
    }

    @Test(
        "what is no interface's name is rejected",
        arguments: ["", "a", "a.", ".a", "a..b", "1a.b", "a.b-", "a.-b", "a.b--c", "a.b_c", "a.ä"])
    func badName(name: String) {
        #expect(throws: GrammarError.self) { try InterfaceGrammar.parse("interface \(name)\n") }
    }

    @Test("an error names the line it is in")
    func line() {
        let problem = "unresolved type 'Y'"
        #expect(throws: GrammarError(line: 4, problem: problem)) {
            try InterfaceGrammar.parse("interface a.b\n\n# X\ntype X (a: Y)\nerror E ()")
        }
    }
}
