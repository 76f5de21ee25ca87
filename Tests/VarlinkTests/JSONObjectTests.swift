import Testing
import Varlink

struct JSONObjectTests {
    @Test("a member is found, replaced in its place, added at the end and removed")
    func members() {
        var object: JSONObject = ["a": 1, "b": 2]
        #expect(object["a"] == 1)
        #expect(object["c"] == nil)
        object["a"] = "x"
        object["c"] = 3
        #expect(object == ["a": "x", "b": 2, "c": 3])
        object["b"] = nil
        object["nothing"] = nil
        #expect(object == ["a": "x", "c": 3])
    }

    @Test("a member can be null, which is not the same as missing")
    func null() {
        var object: JSONObject = ["a": .null]
        #expect(object["a"] == .null)
        object["a"] = nil
        #expect(object["a"] == nil)
        #expect(object.members.isEmpty)
    }

    @Test("an object of optional values leaves out those that are not there")
    func present() {
        let missing: JSONValue? = nil
        #expect(JSONObject(present: ["a": 1, "b": missing, "c": .null]) == ["a": 1, "c": .null])
    }

    @Test("a value is only what it is")
    func kinds() {
        #expect(JSONValue.int(1).int == 1)
        #expect(JSONValue.int(1).bool == nil)
        #expect(JSONValue.double(1).int == nil)
        #expect(JSONValue.string("1").int == nil)
        #expect(JSONValue.string("1").string == "1")
        #expect(JSONValue.bool(true).bool == true)
        #expect(JSONValue.array([1]).array == [1])
        #expect(JSONValue.array([]).object == nil)
        #expect(JSONValue.object([:]).array == nil)
        #expect(JSONValue.null.object == nil)
    }
}
