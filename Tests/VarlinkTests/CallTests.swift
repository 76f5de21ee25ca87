import Testing
import Varlink

struct CallTests {
    private func call(_ text: String) throws -> Call {
        try Call(parsing: try JSONObject(text: text))
    }

    @Test(
        "parameters may be absent, null or empty",
        arguments: [#""#, #","parameters":null"#, #","parameters":{}"#])
    func noParameters(parameters: String) throws {
        #expect(try call(#"{"method":"a.b.C"\#(parameters)}"#) == Call("a.b.C"))
    }

    @Test("a call has its method, its parameters and its flags")
    func all() throws {
        #expect(
            try call(#"{"parameters":{"x":1},"more":true,"method":"a.b.C"}"#)
                == Call("a.b.C", ["x": 1], more: true))
        #expect(try call(#"{"method":"a.b.C","oneway":true}"#) == Call("a.b.C", oneway: true))
        #expect(try call(#"{"method":"a.b.C","upgrade":true}"#) == Call("a.b.C", upgrade: true))
    }

    @Test("a flag may be false or null, as the Python client sends it")
    func falseFlags() throws {
        let flags = #""more":false,"oneway":false,"upgrade":null"#
        #expect(try call(#"{"method":"a.b.C",\#(flags)}"#) == Call("a.b.C"))
    }

    @Test("unknown members of the message are passed over, as a newer client may send them")
    func unknown() throws {
        #expect(try call(#"{"method":"a.b.C","fds":[1],"x":null}"#) == Call("a.b.C"))
    }

    @Test(
        "a message with a missing method or a member of the wrong type is no call",
        arguments: [
            "{}", #"{"method":1}"#, #"{"method":null}"#, #"{"Method":"a.b.C"}"#,
            #"{"method":"a.b.C","parameters":[]}"#, #"{"method":"a.b.C","parameters":"{}"}"#,
            #"{"method":"a.b.C","more":1}"#, #"{"method":"a.b.C","oneway":"true"}"#,
            #"{"method":"a.b.C","upgrade":{}}"#, #"{"error":"a.b.C","parameters":{}}"#,
        ])
    func noCall(text: String) {
        #expect(throws: ProtocolError.notACall) { try call(text) }
    }

    @Test("a call that wants no reply and many breaks the protocol")
    func moreAndOneway() {
        let text = #"{"method":"a.b.C","more":true,"oneway":true}"#
        #expect(throws: ProtocolError.moreAndOneway) { try call(text) }
    }

    @Test("a call is written without what it does not need, and ends in a NUL byte")
    func written() {
        #expect(Call("a.b.C").message.text == "{\"method\":\"a.b.C\"}\0")
        let all = Call("a.b.C", ["x": .null], more: true, upgrade: true)
        #expect(
            all.message.text
                == #"{"method":"a.b.C","parameters":{"x":null},"more":true,"upgrade":true}"# + "\0")
        #expect(
            Call("a.b.C", oneway: true).message.text
                == #"{"method":"a.b.C","oneway":true}"# + "\0")
    }

    @Test("a call that is written is read back the same")
    func roundTrip() throws {
        for call in [Call("a.b.C", ["x": "\n"]), Call("Nope", more: true), Call("", oneway: true)] {
            #expect(try self.call(String(call.message.text.dropLast())) == call)
        }
    }
}
