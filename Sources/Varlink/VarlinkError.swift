/// The errors of `org.varlink.service`, which every service can return.
public enum VarlinkError: Error, Hashable, Sendable {
    /// There is no such interface.
    case interfaceNotFound(String)
    /// There is no such method, with the name as it was called.
    case methodNotFound(String)
    /// The method is declared, but cannot be called in this way.
    case methodNotImplemented(String)
    /// The parameter with this name is missing, unexpected, of the wrong type or out of range.
    case invalidParameter(String)
    /// The peer may not do this.
    case permissionDenied
    /// The method streams replies and must be called with `more`.
    case expectedMore

    /// The error as a reply.
    public var reply: Reply {
        switch self {
        case .interfaceNotFound(let name): error("InterfaceNotFound", ["interface": .string(name)])
        case .methodNotFound(let name): error("MethodNotFound", ["method": .string(name)])
        case .methodNotImplemented(let name):
            error("MethodNotImplemented", ["method": .string(name)])
        case .invalidParameter(let name): error("InvalidParameter", ["parameter": .string(name)])
        case .permissionDenied: error("PermissionDenied", [:])
        case .expectedMore: error("ExpectedMore", [:])
        }
    }

    /// Reads the error of a reply, or nil if it is an error of another interface.
    public init?(_ reply: Reply) {
        guard let name = reply.error, name.hasPrefix(Self.prefix) else { return nil }
        func field(_ name: String) -> String { reply.parameters[name]?.string ?? "" }
        switch name.dropFirst(Self.prefix.count) {
        case "InterfaceNotFound": self = .interfaceNotFound(field("interface"))
        case "MethodNotFound": self = .methodNotFound(field("method"))
        case "MethodNotImplemented": self = .methodNotImplemented(field("method"))
        case "InvalidParameter": self = .invalidParameter(field("parameter"))
        case "PermissionDenied": self = .permissionDenied
        case "ExpectedMore": self = .expectedMore
        default: return nil
        }
    }

    private static let prefix = "org.varlink.service."

    private func error(_ name: String, _ parameters: JSONObject) -> Reply {
        Reply(error: Self.prefix + name, parameters)
    }
}
