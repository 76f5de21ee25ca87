import Testing
import VarlinkGenerator

/// What is made of small interfaces.
struct GeneratorTests {
    private static func made(_ members: String) throws -> [String: String] {
        let text = "# A.\ninterface a.B\n\(members)\n"
        return try Generator.swift(of: ["B.varlink": text])
    }

    /// Returns the reason for which members are refused; nil if they are not.
    private static func problem(_ members: String) -> String? {
        do {
            _ = try made(members)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Whether lines stand in a file one after the other, however far in.
    private func has(_ lines: String, in file: String?) -> Bool {
        func trimmed(_ text: String) -> String {
            text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        }
        return file.map { trimmed($0).contains(trimmed(lines)) } ?? false
    }

    @Test("a type is a struct with its fields in their order, null where they are null")
    func type() throws {
        let file = try Self.made(
            "# T.\ntype T (\n  # One.\n  one: int,\n  # Two; null.\n  two: ?[]T\n)")
        let expected = """
            // Made by varlink-gen from Interfaces/B.varlink; units/generate makes it anew.
            public import Varlink

            /// T.
            public struct TFields: VarlinkObject {
                /// One.
                public var one: Int

                /// Two; nil.
                public var two: [TFields]?

                /// Makes one of its fields.
                public init(one: Int, two: [TFields]? = nil) {
                    self.one = one
                    self.two = two
                }

                /// The fields on the wire.
                public var fields: JSONObject {
                    JSONObject([.init("one", one.json), .init("two", two.json)])
                }

                /// Reads the fields.
                public init(from reader: inout ParameterReader) throws(VarlinkError) {
                    one = try reader.required("one")
                    two = try reader.optional("two")
                }
            }

            """
        #expect(file["BTypes.swift"] == expected)
    }

    @Test("a method is a struct of its parameters, without those that are null")
    func method() throws {
        let file = try Self.made(
            "# Do it. Soon.\nmethod DoIt(playerIds: []int, why: ?string) -> (done: bool)")
        let text = file["BMethod.swift"]
        #expect(has("/// Do it.\ncase doIt = \"DoIt\"\n", in: text))
        #expect(has("public struct DoIt: VarlinkMethod {\npublic struct Reply", in: text) == false)
        #expect(has("public static let name = \"a.B.DoIt\"\n", in: text))
        #expect(has("public var playerIDs: [Int]\n", in: text))
        #expect(
            has(
                "JSONObject(present: [\"playerIds\": playerIDs.json, \"why\": why?.json])\n",
                in: text))
        #expect(has("done = try reader.required(\"done\")\n", in: text))
        #expect(
            try Self.made("# X.\nmethod X() -> ()")["BMethod.swift"]?.contains("NoParameters")
                == true)
    }

    @Test("a reply with the parameters of an earlier one is no struct of its own")
    func sameReply() throws {
        let file = try Self.made(
            "# M.\nmethod M() -> (a: int)\n# N.\nmethod N() -> (a: ?int)\n"
                + "# O.\nmethod O() -> (a: int)")
        let same = "public typealias Reply = BMethod.M.Reply\n/// The full name.\n"
        func name(_ method: String) -> String { "public static let name = \"a.B.\(method)\"\n" }
        let text = file["BMethod.swift"]
        #expect(has(same + name("O"), in: text))
        #expect(has(name("N"), in: text))
        #expect(!has(same + name("N"), in: text))
    }

    @Test("a method that records an event is found by its kind")
    func recordedMethod() throws {
        let file = try Self.made(
            "# M.\n# [recorded as done]\nmethod M(a: int, bId: ?int) -> ()\n# N.\nmethod N() -> ()")
        let text = file["BMethod.swift"]
        #expect(has("= [\n\"done\": (\n.m,\n[\"a\", \"bId\"]\n),\n]\n", in: text))
        let other = try Self.made("# N.\nmethod N() -> ()")["BMethod.swift"]
        #expect(other?.contains("recorded") == false)
        for wrong in [
            "# M.\n# [recorded as a]\nmethod M() -> ()\n"
                + "# N.\n# [recorded as a]\nmethod N() -> ()",
            "# M.\n# [recorded as a-b]\nmethod M() -> ()",
            "# M.\n# [recorded as ]\nmethod M() -> ()",
            "# M.\n# [recorded by a]\nmethod M() -> ()",
        ] {
            #expect(throws: GeneratorError.self) { try Self.made(wrong) }
        }
    }

    @Test("an error is a case with its fields; an enum alone has no label")
    func error() throws {
        let file = try Self.made(
            "# E.\nerror E ()\n# F.\nerror F (a: int, b: ?string)\n# G.\nerror G (why: (x, y))")
        let text = file["BError.swift"]
        #expect(has("/// E.\ncase e\n/// F.\ncase f(a: Int, b: String?)\n", in: text))
        #expect(has("case g(BError.Why)\n", in: text))
        #expect(has("case .f(let a, let b):\n(\"F\", [\"a\": a.json, \"b\": b.json])\n", in: text))
        #expect(
            has(
                "a: try reader.required(\"a\"),\n"
                    + "b: shown(try reader.optional(\"b\"), as: TextForm.self)\n", in: text))
    }

    @Test("an error has a text, for the values that are there, and its places have their numbers")
    func errorTexts() throws {
        let file = try Self.made(
            """
            # E.
            # [text it is over]
            error E ()
            # F.
            # [text {b: Maker} of {a}, {b}]
            # [text {a} at most]
            error F (a: int, b: ?string, c: (x, y))
            # G.
            # [text from {someId}]
            error G (
              # [default 1]
              someId: int
            )
            # H.
            # [Swift Other]
            # [text something else]
            error H (a: int)
            """)["BError.swift"]
        #expect(
            has(
                """
                public var text: TranslatableText {
                switch self {
                case .e:
                tr("it is over")
                case .f(let a, let b?, _):
                tr("%1$@ of %2$@, %1$@", Maker(b), a)
                case .f(let a, _, _):
                tr("%1$@ at most", a)
                case .g(let someID):
                tr("from %1$@", someID)
                case .h:
                tr("something else")
                }
                """, in: file))
        #expect(has("/// E.\ncase e\n", in: file))
        let bare = try Self.made("# E.\nerror E ()")["BError.swift"]
        #expect(bare?.contains("var text") == false)
    }

    @Test(
        "a text of an error that cannot be shown is refused, with its place",
        arguments: [
            ("# [text]\nerror E ()", "unknown note [text]"),
            ("# [text {b} left]\nerror E (a: int)", "{b} is no parameter with a number or a text"),
            ("# [text {a]\nerror E (a: int)", "{a} is no parameter with a number or a text"),
            ("# [text {a}]\nerror E (a: (x, y))", "{a} is no parameter with a number or a text"),
            ("# [text {a}]\nerror E (a: bool)", "{a} is no parameter with a number or a text"),
            ("# [text {a}]\nerror E (a: []int)", "{a} is no parameter with a number or a text"),
            (
                "# [Swift F]\n# [text {a}]\nerror E (a: int)",
                "{a} is no parameter with a number or a text"
            ),
            ("# [text {a: T}]\nerror E (a: int)", "{a: T} names no type for a text"),
            ("# [text {a: t}]\nerror E (a: string)", "{a: t} names no type for a text"),
            ("# [text a}]\nerror E ()", "[text a}] has characters that cannot stand in it"),
            ("# [text 5 %]\nerror E ()", "[text 5 %] has characters that cannot stand in it"),
            (
                "# [text \"a\"]\nerror E ()",
                "[text \"a\"] has characters that cannot stand in it"
            ),
            ("# [text é]\nerror E ()", "[text é] has characters that cannot stand in it"),
            ("# [text a {a}]\nerror E (a: ?int)", "no text where 'a' is null"),
            (
                "# [text a]\n# [text b {a}]\nerror E (a: ?int)",
                "[text b {a}] is never taken, as one before it is"
            ),
            (
                "# [text a {a}]\n# [text b {a}]\n# [text c]\nerror E (a: ?int)",
                "[text b {a}] is never taken, as one before it is"
            ),
        ])
    func refusedText(member: String, problem: String) {
        #expect(Self.problem("# E.\n\(member)") == "a.B.E: \(problem)")
    }

    @Test("a text is as long as a phone shows it, and an interface has one for each error or none")
    func textsOfAll() throws {
        func member(_ text: String) -> String { "# E.\n# [text \(text)]\nerror E ()\n" }
        let long = String(repeating: "a", count: 80)
        #expect(try Self.made(member(long))["BError.swift"]?.contains(long) == true)
        #expect(
            Self.problem(member(long + "a"))
                == "a.B.E: [text \(long)a] has more than 80 characters")
        #expect(
            Self.problem(member("a") + "# F.\nerror F ()") == "a.B.F: no text, as the others have")
    }

    @Test("the same values are the same enum, with a meaning for each that the comment gives")
    func enumeration() throws {
        let file = try Self.made(
            "# T.\ntype T (\n  # on: It runs. off: It rests.\n  state: (on, off)\n)\n"
                + "# M.\nmethod M(state: ?(on, off)) -> ()")
        let text = file["BTypes.swift"]
        #expect(has("/// It runs.\ncase on\n/// It rests.\ncase off\n", in: text))
        #expect(file["BMethod.swift"]?.contains("state: TFields.State?") == true)
    }

    @Test("a type with values is an enum")
    func namedEnumeration() throws {
        let file = try Self.made("# T. on: It runs.\n# [Swift Mode]\ntype T (on, off)")
        let text = file["BTypes.swift"]
        #expect(has("/// T.\n///\n/// on: It runs.\npublic enum Mode: String", in: text))
        #expect(has("/// It runs.\ncase on\n/// `off`.\ncase off\n", in: text))
    }

    @Test("notes name things, and give limits and what stands for nothing")
    func notes() throws {
        let file = try Self.made(
            """
            # T.
            # [Swift Thing]
            type T (
              # Mine.
              # [Swift own]
              # [range -5..86400000]
              a: int,
              # Told.
              # [default []]
              # [left out]
              b: ?[]string,
              # Who.
              # [Swift Person]
              c: (x, y),
              # Both.
              # [computed]
              d: int,
              # Choices.
              # [values of T.c]
              e: []string,
              # Name.
              # [name]
              f: ?string,
              # Word.
              # [word]
              g: string
            )
            # M.
            method M(
              # [as null]
              why: ?string,
              # [secret]
              # [length 1..64]
              password: string
            ) -> ()
            """)
        let text = file["BTypes.swift"]
        #expect(has("public struct Thing: VarlinkObject {", in: text))
        #expect(has("public static let ownRange = -5...86_400_000\n", in: text))
        #expect(has("own = try reader.required(\"a\")\n", in: text))
        #expect(has("b = try reader.optional(\"b\") ?? []\n", in: text))
        #expect(has("@Shown public var b: [String]\n", in: text))
        #expect(has("var object = JSONObject([.init(\"a\", own.json)])\n", in: text))
        let leftOut = "object.append(\"b\", present: $b == [] ? nil : $b.json)\n"
        #expect(has(leftOut, in: text))
        #expect(has("public enum Person: String", in: text))
        #expect(has("public var d", in: text) == false)
        #expect(has("object.append(\"d\", present: d.json)\n", in: text))
        #expect(has("public var e: [Person]\n", in: text))
        #expect(has("@ShownName public var f: String?\n", in: text))
        #expect(has("@ShownWord public var g: String\n", in: text))
        #expect(has("public var password: SecretBytes\n", in: file["BMethod.swift"]))
        let fields =
            "JSONObject([.init(\"why\", why.json), .init(\"password\", password.json)])\n"
        #expect(has(fields, in: file["BMethod.swift"]))
        #expect(has("passwordLengthRange = 1...64\n", in: file["BMethod.swift"]))
    }

    @Test("the texts of an interface that nobody is shown are plain, as those of a call are")
    func rawTexts() throws {
        let members = "# T.\ntype T (a: string)\n# M.\nmethod M(b: string) -> (c: string)\n"
        let shown = try Generator.swift(of: ["B.varlink": "# A.\ninterface a.B\n\(members)"])
        #expect(has("public var b: String\n", in: shown["BMethod.swift"]))
        #expect(has("@Shown public var b", in: shown["BMethod.swift"]) == false)
        #expect(has("@Shown public var c: String\n", in: shown["BMethod.swift"]))
        let raw = try Generator.swift(
            of: ["B.varlink": "# A.\n# [raw texts]\ninterface a.B\n\(members)"])
        #expect(raw.values.allSatisfy { !$0.contains("hown") })
    }

    @Test(
        "what cannot be made is refused",
        arguments: [
            "# T.\n# [swift X]\ntype T (a: int)", "# T.\ntype T (\n  # [range 5..1]\n  a: int\n)",
            "# T.\ntype T (a: float)", "# T.\ntype T (a: [string]int)",
            "# T.\n# [Swift A]\ntype T (x)\n# U.\ntype U (\n  # [Swift B]\n  b: (x)\n)",
            "# T.\ntype T (\n  # [values of T.b]\n  a: []string,\n  b: int\n)",
            "# T.\ntype T (\n  # [Swift A]\n  a: (x),\n  # [Swift B]\n  b: (x)\n)",
            "# T.\ntype T (\n  # [range 1..x]\n  a: int\n)",
            "# T.\ntype T (\n  # [range 1..2 is a]\n  a: int\n)",
            "# T.\n# [range 1..2 as a]\ntype T (\n  # [range 1..3 as a]\n  a: int\n)",
        ])
    func refused(members: String) {
        #expect(throws: GeneratorError.self) { try Self.made(members) }
    }

    @Test("a type that two interfaces have is one, and has to be the same")
    func shared() throws {
        func made(_ field: String) throws -> [String: String] {
            try Generator.swift(of: [
                "A.varlink": "interface x.A\n# T.\ntype T (a: ?int)",
                "B.varlink": "interface x.B\n# T.\ntype T (\(field))",
            ])
        }
        #expect(
            try made("a: ?int").keys.sorted() == [
                "AMethod.swift", "ATypes.swift", "BMethod.swift", "InterfaceLimits.swift",
            ])
        for other in ["a: int", "b: ?int", "a: ?int, b: int", "a: ?string"] {
            #expect(throws: GeneratorError.self) { try made(other) }
        }
    }

    @Test("the lists of a page of the manual are made anew, and nothing else of it")
    func manual() throws {
        let interface = """
            # A.
            interface a.B
            # Do it, by -5, with 'why' or 'one word'. Or not.
            # [Requires 'more' flag]
            method DoIt(one: int, why: ?string) -> ()
            # Other.
            method Other() -> ()
            # It's gone.
            # [text it is gone]
            error Gone ()
            """
        func page(_ methods: String, _ errors: String) -> String {
            [
                #".\" Ours."#, #".\" methods a.B DoIt"#, methods, #".\" end"#, "text",
                #".\" errors a.B"#, errors, #".\" end"#, "",
            ].filter { $0 != "-" }.joined(separator: "\n")
        }
        let made = page(
            """
            .It Fn DoIt one "[why]"
            Do it, by \\-5, with
            .Va why
            or
            .Ql one word .
            Or not.
            It has to be called with the flag
            .Ql more .
            .It Fn Other
            Other.
            """, ".It Cm Gone\nIt's gone.")
        let sources = ["B.varlink": interface]
        for old in [page("-", "-"), page(".It Fn Old", ".It Cm Old\nOld."), made] {
            #expect(try Generator.manual(["b.7": old, "a.1": "x"], of: sources) == ["b.7": made])
        }
        for bad in [#".\" methods a.C"#, #".\" errors a.B DoIt"#, #".\" methods a.B"#] {
            #expect(throws: GeneratorError.self) {
                try Generator.manual(["b.7": "\(bad)\n"], of: sources)
            }
        }
    }

    @Test("a page of the manual has types with their fields, and what the interface is")
    func typesOfManual() throws {
        let interface = """
            # What it is.
            # [raw texts]
            interface a.B
            # One.
            # [Swift Other]
            type One (
              # A 'state'.
              # [range 1..2]
              a: ?(x, y),
              b: [string]Two, c: (d: int)
            )
            # Two.
            type Two (on, off)
            """
        let page = #".\" about a.B|.\" end|.\" types a.B|.\" end"#
        let made = """
            .\\" about a.B
            What it is.
            .\\" end
            .\\" types a.B
            .It Cm One
            One.
            .Bl -tag -width Ds -compact
            .It Va a : Vt "?(x, y)"
            A
            .Ql state .
            .It Va b : Vt "[string]Two"
            .It Va c : Vt "(d: int)"
            .El
            .It Cm Two
            Two.
            Its values are
            .Cm on , off .
            .\\" end
            """
        let old = page.split(separator: "|").joined(separator: "\n")
        #expect(try Generator.manual(["b.7": old], of: ["B.varlink": interface]) == ["b.7": made])
    }

    @Test("limits that have names are constants for both sides")
    func limits() throws {
        let sources = [
            "B.varlink": """
            # A.
            interface a.B
            # T.
            # [range 1..86400 as seconds]
            type T (
              # Name.
              # [length 1..100 at most nameCharacters]
              # [bytes 1..1024]
              name: string
            )
            """
        ]
        let expected = """
            // Made by varlink-gen from Interfaces; units/generate makes it anew.

            extension Limits {
                /// The greatest of the lengths of `a.B.T.name`.
                public static let nameCharacters = 100

                /// The values of `a.B.T`.
                public static let seconds = 1...86_400
            }

            """
        #expect(try Generator.limits(of: sources) == expected)
        let made = try Generator.swift(of: sources)
        #expect(has("nameCharacters = 100\n", in: made["InterfaceLimits.swift"]))
        #expect(has("nameByteRange = 1...1_024\n", in: made["BTypes.swift"]))
    }

    @Test("a method that no list of a page names follows the one before it")
    func unnamedMethod() throws {
        let methods = ["Two", "New", "One", "Last"].map { "# \($0).\nmethod \($0)() -> ()\n" }
        let interface = "# A.\ninterface a.B\n" + methods.joined()
        let page = """
            .\\" methods a.B One
            .\\" end
            .\\" methods a.B Two
            .\\" end
            """
        let made = try Generator.manual(["a.7": page], of: ["B.varlink": interface])
        let names = try #require(made["a.7"]).split(separator: "\n")
            .filter { $0.hasPrefix(".It Fn ") }.map { $0.dropFirst(7) }
        #expect(names == ["One", "Last", "Two", "New"])
    }
}
