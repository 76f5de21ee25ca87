public import Varlink

/// The errors of `io.gatherd.History`.
public enum HistoryError: Error, Hashable, Sendable {
    /// There is no gather with this ID.
    case noSuchGather
    /// More than one gather has an ID that begins so.
    case ambiguousGather
    /// The history could not be read, and why; empty where the daemon does not say.
    case storageFailed(reason: String)

    /// The error as a reply.
    public var reply: Reply {
        switch self {
        case .noSuchGather: error("NoSuchGather")
        case .ambiguousGather: error("AmbiguousGather")
        case .storageFailed(let reason): error("StorageFailed", ["reason": .string(reason)])
        }
    }

    /// Reads the error of a reply, or nil if it is another one.
    public init?(_ reply: Reply) {
        let prefix = "\(Interfaces.history.name)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        switch name.dropFirst(prefix.count) {
        case "NoSuchGather": self = .noSuchGather
        case "AmbiguousGather": self = .ambiguousGather
        case "StorageFailed":
            self = .storageFailed(reason: reply.parameters["reason"]?.string ?? "")
        default: return nil
        }
    }

    private func error(_ name: String, _ parameters: JSONObject = [:]) -> Reply {
        Reply(error: "\(Interfaces.history.name).\(name)", parameters)
    }
}
