import Testing
import Varlink

@testable import GatherMQTT

struct ReceivedCommandTests {
    private static let now = 1_764_150_000_000

    private static func read(
        _ text: String, isRetained: Bool = false
    ) throws(ReceivedCommand.Refusal) -> ReceivedCommand {
        let message = BrokerMessage(
            topic: "gather/north/command", payload: Array(text.utf8), isRetained: isRetained)
        return try ReceivedCommand(message, at: now)
    }

    private static func undo(sentAt: String) -> String {
        #"{"method":"Undo","parameters":{"requestId":"a"},"sentAt":\#(sentAt)}"#
    }

    @Test("a command is as old as its sender says, and not from the future", arguments: [-5, 0, 5])
    func fresh(seconds: Int) throws {
        let received = try Self.read(Self.undo(sentAt: "\(Self.now + seconds * 1_000)"))
        #expect(received.command.requestID == "a")
        #expect(received.command.call.method == "io.gatherd.Gather.Undo")
    }

    @Test(
        "one that is older, or by another clock, has expired",
        arguments: [-5_001, 5_001, -1_764_150_000_000, Int.min / 2])
    func expired(milliseconds: Int) {
        let sent = Self.now.addingReportingOverflow(milliseconds).partialValue
        #expect(throws: ReceivedCommand.Refusal.self) {
            try Self.read(Self.undo(sentAt: "\(sent)"))
        }
    }

    // Literals, as the compiler of Swift 6.0 fails at an interpolation here.
    @Test(
        "a moment out of all range is refused",
        arguments: ["-9223372036854775808", "9223372036854775807", "\"x\""])
    func outOfRange(sent: String) {
        #expect(throws: ReceivedCommand.Refusal.self) { try Self.read(Self.undo(sentAt: sent)) }
    }

    @Test("one that is retained, too long or none is refused, with its ID where it has one")
    func refused() throws {
        let good = Self.undo(sentAt: "\(Self.now)")
        let retained = try #require(refusal(good, isRetained: true))
        #expect(retained.error == "Retained")
        let long = String(repeating: " ", count: Limits.commandBytes) + good
        #expect(refusal(long)?.error == "InvalidCommand")
        #expect(refusal("nonsense")?.requestID == nil)
        let undated = #"{"method":"Undo","parameters":{"requestId":"a"}}"#
        #expect(refusal(undated)?.error == "InvalidCommand")
        #expect(refusal(undated)?.requestID == "a")
        #expect(refusal(Self.undo(sentAt: "1"))?.error == "Expired")
        let pitch = #"{"pitch":"x","method":"Undo","parameters":{"requestId":"a"},"sentAt":1}"#
        #expect(refusal(pitch)?.error == "InvalidCommand")
    }

    private func refusal(_ text: String, isRetained: Bool = false) -> ReceivedCommand.Refusal? {
        do throws(ReceivedCommand.Refusal) {
            _ = try Self.read(text, isRetained: isRetained)
            return nil
        } catch { return error }
    }
}
