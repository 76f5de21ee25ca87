import Testing

@testable import GatherSubmit

struct ListSplitterTests {
    /// The elements of a text that comes in pieces, or why there are none.
    private static func split(
        _ text: String, every count: Int = .max, elementBytes: Int = 100, nesting: Int = 4
    ) -> Result<[String], ListSplitter.Failure> {
        Result { () throws(ListSplitter.Failure) in
            var splitter = ListSplitter(elementBytes: elementBytes, nesting: nesting)
            var rest = Array(text.utf8)[...]
            var elements: [String] = []
            while !rest.isEmpty {
                splitter.append(rest.prefix(count))
                rest = rest.dropFirst(count)
                while let element = try splitter.next() {
                    elements.append(String(decoding: element, as: UTF8.self))
                }
            }
            try splitter.finish()
            return elements
        }
    }

    private static let lists: [(String, [String])] = [
        ("[]", []), (" \n[ \t\r\n] \n", []), ("[1]", ["1"]), ("[ 1 , null ]", [" 1 ", " null "]),
        ("[[],[[]]]", ["[]", "[[]]"]),
        (#"["]","[",",","{"]"#, [#""]""#, #""[""#, #"",""#, #""{""#]),
        (#"["\"","\\","\\\"]","a"]"#, [#""\"""#, #""\\""#, #""\\\"]""#, #""a""#]),
        (
            #"[{"a":"Équipe / ⚽","b":[1,{}]},{"a":"\u005d"}]"#,
            [
                #"{"a":"Équipe / ⚽","b":[1,{}]}"#, #"{"a":"\u005d"}"#,
            ]
        ),
        // What is no JSON is cut all the same, and refused by who reads it.
        ("[,]", ["", ""]), ("[1,]", ["1", ""]), ("[{]]", ["{]"]), ("[1 2]", ["1 2"]),
    ]

    @Test("a list is cut into its elements, wherever its bytes are parted", arguments: lists)
    func parted(text: String, elements: [String]) {
        for count in 1...text.utf8.count {
            #expect(Self.split(text, every: count) == .success(elements))
        }
    }

    @Test(
        "what is no list says why, wherever its bytes are parted",
        arguments: [
            ("", .noList), ("  ", .noList), ("{}", .noList), ("null", .noList),
            ("<html>", .noList), ("\u{FEFF}[]", .noList), ("[", .breaksOff), ("[1", .breaksOff),
            ("[1,", .breaksOff), (#"["]"#, .breaksOff), (#"["\"]"#, .breaksOff),
            ("[[]", .breaksOff), ("[}", .unbalanced), ("[1,{}}]", .unbalanced),
            ("[]]", .trailingBytes), ("[1] x", .trailingBytes), ("[][]", .trailingBytes),
            ("[1]\u{0}", .trailingBytes), ("[[[[[", .tooDeep), (#"[{"a":[{"b":[]}]}]"#, .tooDeep),
        ] as [(String, ListSplitter.Failure)])
    func refused(text: String, failure: ListSplitter.Failure) {
        for count in 1...max(text.utf8.count, 1) {
            #expect(Self.split(text, every: count) == .failure(failure))
        }
    }

    @Test("arrays and objects are nested as deep as allowed")
    func nesting() {
        #expect(Self.split("[[[[]]]]", nesting: 4) == .success(["[[[]]]"]))
        #expect(Self.split("[[[[]]]]", nesting: 3) == .failure(.tooDeep))
        // Brackets in a text are none.
        #expect(Self.split(#"["[[[[["]"#, nesting: 1) == .success([#""[[[[[""#]))
    }

    @Test("an element is as long as allowed, and a list of any length")
    func length() {
        let element = "\"" + String(repeating: "x", count: 8) + "\""
        let list = "[" + Array(repeating: element, count: 1_000).joined(separator: ",") + "]"
        for count in [1, 7, 11, 12, 4_096, .max] {
            let elements = try? Self.split(list, every: count, elementBytes: 10).get()
            #expect(elements?.count == 1_000)
            #expect(
                Self.split(list, every: count, elementBytes: 9) == .failure(.elementTooLong))
        }
        let space = "[" + String(repeating: " ", count: 11)
        #expect(Self.split(space, elementBytes: 10) == .failure(.elementTooLong))
        let before = String(repeating: "\n", count: 1_000) + "[]"
        #expect(Self.split(before, every: 3, elementBytes: 10) == .success([]))
    }
}
