import Testing
import Varlink

struct ReplyTests {
    private func reply(_ text: String) throws -> Reply {
        try Reply(parsing: try JSONObject(text: text))
    }

    @Test("a reply is written without `continues` when false and without `error` when null")
    func written() {
        #expect(Reply().message.text == "{\"parameters\":{}}\0")
        #expect(Reply(["x": 1]).message.text == "{\"parameters\":{\"x\":1}}\0")
        #expect(
            Reply(["x": 1], continues: true).message.text
                == "{\"continues\":true,\"parameters\":{\"x\":1}}\0")
        #expect(
            Reply(error: "a.b.NoGather", ["ago": 3]).message.text
                == "{\"error\":\"a.b.NoGather\",\"parameters\":{\"ago\":3}}\0")
    }

    @Test("a reply is read, with or without what it does not need")
    func read() throws {
        #expect(try reply("{}") == Reply())
        #expect(try reply(#"{"parameters":null,"error":null,"continues":false}"#) == Reply())
        #expect(try reply(#"{"parameters":{"x":1}}"#) == Reply(["x": 1]))
        #expect(try reply(#"{"continues":true}"#) == Reply(continues: true))
        #expect(try reply(#"{"error":"a.b.E"}"#) == Reply(error: "a.b.E"))
        #expect(try reply(#"{"error":"a.b.E","continues":false}"#) == Reply(error: "a.b.E"))
        #expect(try reply(#"{"parameters":{},"extension":7}"#) == Reply())
    }

    @Test("an error is final: one that goes on breaks the protocol")
    func errorContinues() {
        let text = #"{"error":"a.b.E","continues":true}"#
        #expect(throws: ProtocolError.notAReply) { try reply(text) }
    }

    @Test(
        "a message with a member of the wrong type is no reply",
        arguments: [
            #"{"parameters":[]}"#, #"{"parameters":1}"#, #"{"continues":1}"#, #"{"error":7}"#,
            #"{"error":{}}"#,
        ])
    func noReply(text: String) {
        #expect(throws: ProtocolError.notAReply) { try reply(text) }
    }

    @Test("a reply that is written is read back the same")
    func roundTrip() throws {
        let replies = [
            Reply(), Reply(["x": "ä"], continues: true), Reply(error: "a.b.E", ["y": .array([])]),
        ]
        for reply in replies {
            #expect(try self.reply(String(reply.message.text.dropLast())) == reply)
        }
    }
}
