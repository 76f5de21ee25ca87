// Made by varlink-gen from Interfaces/History.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.History`.
public enum HistoryError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.History"

    /// More than one gather has an ID that begins with this text.
    case ambiguousGather
    /// There is no gather with this ID.
    case noSuchGather
    /// The connection has no copy with this ID, or no longer.
    case noSuchBackup
    /// Others are making copies, or reading theirs: try again when they are done.
    case tooManyBackups
    /// The history could not be read.
    ///
    /// The reason is for people; the daemon's log has the details.
    case storageFailed(reason: String = "")

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .ambiguousGather:
            ("AmbiguousGather", [:])
        case .noSuchGather:
            ("NoSuchGather", [:])
        case .noSuchBackup:
            ("NoSuchBackup", [:])
        case .tooManyBackups:
            ("TooManyBackups", [:])
        case .storageFailed(let reason):
            ("StorageFailed", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "AmbiguousGather":
            self = .ambiguousGather
        case "NoSuchGather":
            self = .noSuchGather
        case "NoSuchBackup":
            self = .noSuchBackup
        case "TooManyBackups":
            self = .tooManyBackups
        case "StorageFailed":
            self = .storageFailed(
                reason: shown(try reader.optional("reason") ?? "", as: TextForm.self)
            )
        default: return nil
        }
    }
}
