import Testing
import Varlink

struct VarlinkErrorTests {
    private static let errors: [(error: VarlinkError, message: String)] = [
        (
            .interfaceNotFound("a.b"),
            #"{"error":"org.varlink.service.InterfaceNotFound","parameters":{"interface":"a.b"}}"#
        ),
        (
            .methodNotFound("a.b.C"),
            #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"a.b.C"}}"#
        ),
        (
            .methodNotImplemented("a.b.C"),
            #"{"error":"org.varlink.service.MethodNotImplemented","parameters":{"method":"a.b.C"}}"#
        ),
        (
            .invalidParameter("time"),
            #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"time"}}"#
        ),
        (.permissionDenied, #"{"error":"org.varlink.service.PermissionDenied","parameters":{}}"#),
        (.expectedMore, #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#),
    ]

    @Test("every error is written as the specification has it")
    func written() {
        for (error, message) in Self.errors {
            #expect(error.reply.message.text == message + "\0")
        }
    }

    @Test("every error is read back from its reply")
    func roundTrip() throws {
        for (error, message) in Self.errors {
            #expect(VarlinkError(try Reply(parsing: try JSONObject(text: message))) == error)
        }
    }

    @Test("an error of another interface, an unknown one and a result are none of these")
    func others() {
        #expect(VarlinkError(Reply(error: "io.gatherd.Gather.NoGather")) == nil)
        #expect(VarlinkError(Reply(error: "org.varlink.service.Unheard")) == nil)
        #expect(VarlinkError(Reply(error: "org.varlink.service.")) == nil)
        #expect(VarlinkError(Reply(error: "ExpectedMore")) == nil)
        #expect(VarlinkError(Reply()) == nil)
    }
}
