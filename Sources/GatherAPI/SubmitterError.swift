public import Varlink

/// The errors of `io.gatherd.Submitter`; each has a reason in words for a person.
public enum SubmitterError: Error, Hashable, Sendable {
    /// The address of the server cannot be used.
    case invalidServer(reason: String)
    /// The server answered with another HTTP status than the one that means done.
    case unexpectedStatus(Int, reason: String)
    /// The request did not leave: the server has certainly not acted.
    case notSent(reason: String)
    /// The request left, and no answer tells whether the server has acted.
    case outcomeUnknown(reason: String)

    /// The error as a reply.
    public var reply: Reply {
        switch self {
        case .invalidServer(let reason): error("InvalidServer", ["reason": .string(reason)])
        case .unexpectedStatus(let status, let reason):
            error("UnexpectedStatus", ["status": .int(status), "reason": .string(reason)])
        case .notSent(let reason): error("NotSent", ["reason": .string(reason)])
        case .outcomeUnknown(let reason): error("OutcomeUnknown", ["reason": .string(reason)])
        }
    }

    /// Reads the error of a reply, or nil if it is another one.
    public init?(_ reply: Reply) {
        let prefix = "\(Interfaces.submitter.name)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        let reason = reply.parameters["reason"]?.string ?? ""
        switch name.dropFirst(prefix.count) {
        case "InvalidServer": self = .invalidServer(reason: reason)
        case "UnexpectedStatus":
            guard let status = reply.parameters["status"]?.int else { return nil }
            self = .unexpectedStatus(status, reason: reason)
        case "NotSent": self = .notSent(reason: reason)
        case "OutcomeUnknown": self = .outcomeUnknown(reason: reason)
        default: return nil
        }
    }

    private func error(_ name: String, _ parameters: JSONObject) -> Reply {
        Reply(error: "\(Interfaces.submitter.name).\(name)", parameters)
    }
}
