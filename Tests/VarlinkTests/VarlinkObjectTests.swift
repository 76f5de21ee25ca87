import Testing
import Varlink

/// What generated types get of their protocols.
struct VarlinkObjectTests {
    private struct Inner: VarlinkObject {
        var number: Int

        var fields: JSONObject { ["number": number.json] }

        init(from reader: inout ParameterReader) throws(VarlinkError) {
            number = try reader.required("number")
        }
    }

    private struct Ask: VarlinkMethod {
        static let name = "a.B.Ask"
        typealias Reply = NoParameters

        var inner: Inner?
        var list: [Inner]?

        var fields: JSONObject {
            JSONObject(present: ["inner": inner?.json, "list": list?.json])
        }

        init(from reader: inout ParameterReader) throws(VarlinkError) {
            (inner, list) = (try reader.optional("inner"), try reader.optional("list"))
        }
    }

    private enum Word: String, JSONEncodable, JSONDecodable {
        case one, two
    }

    private enum Refusal: InterfaceError {
        static let interface = "a.B"
        case no(id: Int)

        var parts: (name: String, fields: JSONObject) {
            switch self {
            case .no(let id): ("No", ["id": id.json])
            }
        }

        init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
            guard name == "No" else { return nil }
            self = .no(id: try reader.required("id"))
        }
    }

    @Test("a call has its method's name and the parameters that are given")
    func call() throws {
        let call = Call("a.B.Ask", try JSONObject(text: #"{"list":[{"number":1}]}"#))
        #expect(try Ask(call).call == call)
        #expect(try Ask(Call("a.B.Ask")).call == Call("a.B.Ask"))
        #expect(NoParameters().reply == Reply())
    }

    @Test(
        "a call has no unknown parameter, however deep it is",
        arguments: [
            #"{"extra":1}"#, #"{"inner":{"number":1,"extra":2}}"#,
            #"{"list":[{"number":1},{"number":2,"extra":null}]}"#,
        ])
    func strict(text: String) throws {
        let parameters = try JSONObject(text: text)
        #expect(throws: VarlinkError.invalidParameter("extra")) { try Ask(Call("", parameters)) }
        // A reply may have more than is known.
        _ = try Ask(parameters)
        _ = try Ask(json: .object(parameters), name: "ask")
    }

    @Test("words of an enum that are not known are left out of a list")
    func known() throws {
        var reader = ParameterReader(try JSONObject(text: #"{"a":["two","three","one"],"b":[1]}"#))
        #expect(try reader.known("a") == [Word.two, .one])
        #expect(try reader.known("c") as [Word]? == nil)
        #expect(throws: VarlinkError.invalidParameter("b")) {
            let _: [Word]? = try reader.known("b")
        }
    }

    @Test("an error is read back from its reply, and no other is")
    func error() {
        #expect(Refusal(Refusal.no(id: 7).reply) == .no(id: 7))
        #expect(Refusal(Reply(error: "a.B.Yes", ["id": 7])) == nil)
        #expect(Refusal(Reply(error: "a.C.No", ["id": 7])) == nil)
        #expect(Refusal(Reply(error: "a.B.No")) == nil)
        #expect(Refusal(Reply()) == nil)
    }

    @Test("values are written as they are, and nothing as null")
    func values() {
        #expect([1, 2].json == .array([1, 2]))
        #expect(Word.two.json == "two")
        #expect((nil as String?).json == .null)
        #expect(true.json == .bool(true))
        #expect(SecretBytes("a").json == .secret(SecretBytes("a")))
    }
}
