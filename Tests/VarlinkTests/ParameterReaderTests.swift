import Testing
import Varlink

struct ParameterReaderTests {
    private enum Side: String, JSONDecodable {
        case teamA
        case teamB
    }

    private static func reader(_ text: String) throws -> ParameterReader {
        ParameterReader(try JSONObject(text: text))
    }

    @Test("values of every type are taken by their names")
    func values() throws {
        var reader = try Self.reader(
            #"{"i":-7,"s":"x","b":false,"l":["a","b"],"n":[[1],[]],"e":"teamB"}"#)
        #expect(try reader.required("i") == -7)
        #expect(try reader.required("s") == "x")
        #expect(try reader.required("b") == false)
        #expect(try reader.required("l") == ["a", "b"])
        #expect(try reader.required("n") == [[1], []])
        #expect(try reader.required("e") == Side.teamB)
        try reader.finish()
    }

    @Test("a value that may be missing is nil when it is missing or null")
    func optional() throws {
        var reader = try Self.reader(#"{"a":null,"b":3}"#)
        let values: [Int?] = try [
            reader.optional("a"), reader.optional("b"), reader.optional("c"),
        ]
        #expect(values == [nil, 3, nil])
        try reader.finish()
    }

    @Test("there is more until all was read, in any order", arguments: [0, 1, 63, 64])
    func hasMore(count: Int) throws {
        let names = (0..<count).map { "field\($0)" }
        let object = JSONObject(names.map { JSONObject.Member($0, 1) })
        var reader = ParameterReader(object)
        for name in names.reversed() {
            #expect(reader.hasMore)
            #expect(try reader.optional("none") == Int?.none)
            #expect(try reader.required(name) == 1)
        }
        #expect(!reader.hasMore)
    }

    @Test("a value that has to be there and is missing or null is named")
    func missing() throws {
        for text in ["{}", #"{"a":null}"#, #"{"A":1}"#] {
            var reader = try Self.reader(text)
            #expect(throws: VarlinkError.invalidParameter("a")) {
                let _: Int = try reader.required("a")
            }
        }
    }

    @Test("members in any order are found, of few and of many", arguments: [3, 63, 64])
    func anyOrder(_ count: Int) throws {
        let members = (0..<count).map { #""n\#($0)":\#($0)"# }.joined(separator: ",")
        for indices in [Array(0..<count), Array((0..<count).reversed()), [2, 0, 1]] {
            var reader = try Self.reader("{\(members)}")
            for index in indices {
                #expect(try reader.optional("m\(index)") as Int? == nil)
                #expect(try reader.required("n\(index)") == index)
            }
        }
    }

    @Test("a value of the wrong type is named, required or not")
    func wrongType() throws {
        func check<Value: JSONDecodable>(_ type: Value.Type, _ wrong: [String]) throws {
            for value in wrong {
                var reader = try Self.reader(#"{"a":\#(value)}"#)
                #expect(throws: VarlinkError.invalidParameter("a")) {
                    let _: Value = try reader.required("a")
                }
                reader = try Self.reader(#"{"a":\#(value)}"#)
                #expect(throws: VarlinkError.invalidParameter("a")) {
                    let _: Value? = try reader.optional("a")
                }
            }
        }
        try check(Int.self, ["1.0", "1e2", "9223372036854775808", #""1""#, "true", "{}", "[]"])
        try check(String.self, ["1", "true", "[]", "{}"])
        try check(Bool.self, ["0", "1", #""true""#, "[]"])
        try check([Int].self, ["1", "{}", #""[]""#, "[1,null]", #"[1,"2"]"#, "[[1]]"])
        try check(Side.self, [#""TeamA""#, #""bench""#, #""""#, "0"])
    }

    @Test("what is left at the end is unexpected, and the first of it is named")
    func unexpected() throws {
        var reader = try Self.reader(#"{"a":1,"y":null,"z":2}"#)
        let _: Int = try reader.required("a")
        #expect(throws: VarlinkError.invalidParameter("y")) { try reader.finish() }
        let _: Int? = try reader.optional("y")
        let _: Int? = try reader.optional("z")
        try reader.finish()
    }

    @Test("the fields of a struct are read from an object only")
    func fields() throws {
        var reader = try ParameterReader(.object(["minutes": 3]), name: "time")
        #expect(try reader.required("minutes") == 3)
        for value in [JSONValue.null, 3, "x", .array([]), true] {
            #expect(throws: VarlinkError.invalidParameter("time")) {
                try ParameterReader(value, name: "time")
            }
        }
    }
}
