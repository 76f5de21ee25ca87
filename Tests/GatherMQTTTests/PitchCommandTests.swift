import Testing

@testable import GatherClient

struct PitchCommandTests {
    private static func read(_ text: String) throws -> PitchCommand {
        try PitchCommand(Array(text.utf8), with: ["pitch"])
    }

    @Test("a command is a method of the match with a request ID")
    func command() throws {
        let command = try Self.read(
            #"{"method":"AddToScore","parameters":{"team":"teamA","delta":1,"requestId":"a"}}"#)
        #expect(command.fields["pitch"] == nil)
        #expect(command.requestID == "a")
        #expect(command.call.method == "io.gatherd.Gather.AddToScore")
        #expect(command.call.parameters["requestId"] == "a")
        let other = #"{"pitch":"north","method":"Undo","parameters":{"requestId":"b"}}"#
        #expect(try Self.read(other).fields["pitch"] == "north")
    }

    @Test(
        "all else is none",
        arguments: [
            "", "[]", "{}", #"{"method":"AddToScore"}"#,
            #"{"method":"AddToScore","parameters":{}}"#,
            #"{"method":"AddToScore","parameters":{"requestId":""}}"#,
            #"{"method":"AddToScore","parameters":{"requestId":7}}"#,
            #"{"method":"SetDefaults","parameters":{"requestId":"a"}}"#,
            #"{"method":"Get","parameters":{"requestId":"a"}}"#,
            #"{"method":"ActFor","parameters":{"requestId":"a"}}"#,
            #"{"method":"io.gatherd.Players.Remove","parameters":{"requestId":"a"}}"#,
            #"{"method":"Undo","parameters":{"requestId":"a"},"more":true}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: PitchCommand.Problem.self) { try Self.read(text) }
    }
}
