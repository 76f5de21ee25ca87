// Made by varlink-gen from Interfaces/Remote.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.Remote`.
public enum RemoteError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.Remote"

    /// There is no paired device with this ID.
    case noSuchDevice
    /// The list of the devices could not be written.
    ///
    /// The reason is for people.
    case storageFailed(reason: String = "")

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .noSuchDevice:
            ("NoSuchDevice", [:])
        case .storageFailed(let reason):
            ("StorageFailed", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "NoSuchDevice":
            self = .noSuchDevice
        case "StorageFailed":
            self = .storageFailed(
                reason: shown(try reader.optional("reason") ?? "", as: TextForm.self)
            )
        default: return nil
        }
    }
}
