import Testing
import Varlink

struct JSONGrammarTests {
    @Test("every kind of value is read, with white space around each token")
    func values() throws {
        let text = "\r\n\t {\"a\" : [ ] , \"b\":[1 ,\t-2, true,false ,null,\"x\" ],\"\":{ } } \n"
        let value = JSONValue.object([
            "a": .array([]),
            "b": .array([1, -2, true, false, .null, "x"]),
            "": .object([:]),
        ])
        #expect(try JSONValue(text: text) == value)
    }

    @Test("an object keeps the order of its members")
    func order() throws {
        let object = try JSONObject(text: #"{"z":1,"a":2,"m":3}"#)
        #expect(object.members.map(\.key) == ["z", "a", "m"])
    }

    @Test(
        "what RFC 8259 does not allow is a syntax error",
        arguments: [
            "", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{,}",
            #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1"#, "{a:1}", "{1:2}", #"{"a":1 "b":2}"#,
            #"{"a":1;"b":2}"#, "{'a':1}", "'a'", "tru", "truE", "nul", "nulll", "True", "undefined",
            "NaN", "Infinity", "-Infinity", "// x", "1 // x", "/* x */1", "\u{FEFF}1", "\u{A0}1",
        ])
    func syntax(text: String) {
        guard case .syntax = jsonError(text) else {
            Issue.record("\(text) is no syntax error")
            return
        }
    }

    @Test("a text is one value: anything after it is an error")
    func trailing() {
        #expect(jsonError("1 2") == .syntax(offset: 2))
        #expect(jsonError("{}x") == .syntax(offset: 2))
        #expect(jsonError("{}{}") == .syntax(offset: 2))
        #expect(jsonError("{} \u{0}") == .syntax(offset: 3))
        #expect(jsonError("[]]") == .syntax(offset: 2))
    }

    @Test("a text that is cut anywhere is an error")
    func truncated() {
        let text = Array(#"{"a":[true,null,{"b":"\u00e4\n"}],"c":false}"#.utf8)
        for end in text.indices {
            #expect(jsonError(Array(text[..<end])) != nil, "cut at \(end)")
        }
        #expect(jsonError(text) == nil)
    }

    @Test("a name that stands twice in an object is an error, also when it is written differently")
    func duplicates() throws {
        #expect(jsonError(#"{"a":1,"a":1}"#) == .duplicateKey(offset: 7))
        #expect(jsonError(#"{"a":1,"b":{"c":1,"c":2}}"#) == .duplicateKey(offset: 18))
        #expect(jsonError(#"{"a":1,"\u0061":1}"#) == .duplicateKey(offset: 7))
        #expect(jsonError(#"{"":1,"":1}"#) == .duplicateKey(offset: 6))
        #expect(jsonError(#"[{"a":1},{"a":1},{"a":{"a":1}}]"#) == nil)
    }

    @Test("16 levels of nesting pass and 17 fail")
    func nesting() {
        func arrays(_ depth: Int) -> JSONError? {
            jsonError(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        func objects(_ depth: Int) -> JSONError? {
            let inner = String(repeating: #"{"a":"#, count: depth - 1)
            return jsonError(inner + "{}" + String(repeating: "}", count: depth - 1))
        }
        #expect(arrays(16) == nil)
        #expect(arrays(17) == .tooDeep(offset: 16))
        #expect(objects(16) == nil)
        #expect(objects(17) == .tooDeep(offset: 80))
    }

    @Test("so many values pass and one more fails, and so do names in an object")
    func numbers() {
        func error(_ text: String, values: Int) -> JSONError? {
            do throws(JSONError) {
                _ = try JSONValue(parsing: Array(text.utf8)[...], nesting: 16, values: values)
                return nil
            } catch {
                return error
            }
        }
        #expect(error(#"{"a":[1,2],"b":{}}"#, values: 5) == nil)
        #expect(error(#"{"a":[1,2],"b":{}}"#, values: 4) == .tooMany(offset: 15))
        func object(_ count: Int) -> String {
            "{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        }
        #expect(error(object(64), values: 100) == nil)
        #expect(error(object(65), values: 100) == .tooMany(offset: 439))
    }

    @Test("nesting is counted in depth: many shallow values pass")
    func shallow() {
        let many = "[" + Array(repeating: "[[[]],{}]", count: 1_000).joined(separator: ",") + "]"
        #expect(jsonError(Array(many.utf8), nesting: 4) == nil)
        #expect(jsonError(Array(many.utf8), nesting: 3) == .tooDeep(offset: 3))
    }

    @Test("100,000 levels of nesting are refused and do not overflow the stack")
    func bomb() {
        #expect(jsonError(String(repeating: "[", count: 100_000)) == .tooDeep(offset: 16))
        let objects = String(repeating: #"{"a":"#, count: 100_000)
        #expect(jsonError(objects) == .tooDeep(offset: 80))
    }
}
