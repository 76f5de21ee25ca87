public import Varlink

/// The errors of `io.gatherd.History`.
public enum HistoryError: String, Error, CaseIterable, Sendable {
    /// There is no gather with this ID.
    case noSuchGather = "NoSuchGather"
    /// More than one gather has an ID that begins so.
    case ambiguousGather = "AmbiguousGather"
    /// The history could not be read.
    case storageFailed = "StorageFailed"

    /// The error as a reply.
    public var reply: Reply { Reply(error: "\(Interfaces.history.name).\(rawValue)") }

    /// Reads the error of a reply, or nil if it is another one.
    public init?(_ reply: Reply) {
        let prefix = "\(Interfaces.history.name)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(name.dropFirst(prefix.count)))
    }
}
