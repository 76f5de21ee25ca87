import GatherAPI
import GatherClient
import Varlink

/// A command of a client of the broker, and what it is answered.
struct ReceivedCommand {
    /// The command.
    let command: PitchCommand

    /// A reason why a message is not carried out.
    struct Refusal: Error, Equatable {
        /// The name, for programs.
        let error: String
        /// A text for people.
        let message: String
        /// The ID of the command; nil if there is none to be read.
        let requestID: String?
    }

    /// Reads a message.
    ///
    /// - Parameter now: The wall clock, in milliseconds.
    init(_ message: BrokerMessage, at now: Int) throws(Refusal) {
        // It would be carried out with each connection again.
        guard !message.isRetained else {
            throw Refusal(
                error: "Retained", message: "a command must not be retained", requestID: nil)
        }
        guard message.payload.count <= Limits.commandBytes else {
            throw Refusal(
                error: "InvalidCommand",
                message: "a command has at most \(Limits.commandBytes) bytes", requestID: nil)
        }
        do throws(PitchCommand.Problem) {
            command = try PitchCommand(message.payload, with: [Self.sentAt])
        } catch {
            throw Refusal(error: "InvalidCommand", message: error.message, requestID: nil)
        }
        guard let sent = command.fields[Self.sentAt]?.int else {
            throw Refusal(
                error: "InvalidCommand",
                message: "'\(Self.sentAt)' is missing: the wall clock in milliseconds",
                requestID: command.requestID)
        }
        let (age, isOutOfRange) = now.subtractingReportingOverflow(sent)
        guard !isOutOfRange, abs(age) <= Limits.commandAge else {
            let limit = Limits.commandAge / 1_000
            throw Refusal(
                error: "Expired",
                message: "it was not sent within these \(limit) s, or a clock is wrong",
                requestID: command.requestID)
        }
    }

    private static let sentAt = "sentAt"

    // MARK: - Answers

    /// Returns the answer to a command that was carried out or refused by gatherd.
    static func answer(to id: String, _ outcome: Result<Reply, PitchCalls.Failure>) -> [UInt8] {
        switch outcome {
        case .success(let reply):
            bytes(id, error: reply.error, message: nil, Redaction.reply(reply.parameters))
        case .failure(.unreachable):
            bytes(id, error: "Unreachable", message: "gatherd is not running")
        case .failure(.unconfirmed):
            bytes(id, error: "Unconfirmed", message: "it may or may not have counted")
        case .failure(.busy):
            bytes(id, error: "Busy", message: "too many commands wait; try again")
        }
    }

    /// Returns the answer to a message that is not carried out.
    static func answer(to refusal: Refusal) -> [UInt8] {
        bytes(refusal.requestID, error: refusal.error, message: refusal.message)
    }

    private static func bytes(
        _ id: String?, error: String?, message: String?, _ parameters: JSONObject? = nil
    ) -> [UInt8] {
        JSONValue.object(
            JSONObject([
                .init("requestId", JSONValue(id)), .init("error", JSONValue(error)),
                .init("message", JSONValue(message)),
                .init("parameters", parameters.map(JSONValue.object) ?? .null),
            ])
        ).bytes
    }
}
