/// The errors of an interface.
public protocol InterfaceError: Error, Hashable, Sendable {
    /// The name of the interface.
    static var interface: String { get }

    /// The name of the error in its interface, and its fields.
    var parts: (name: String, fields: JSONObject) { get }

    /// Reads an error from its name in the interface and its fields.
    ///
    /// - Returns: The error, or nil if the interface has none with this name.
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if a field is not as it is declared.
    init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError)
}

extension InterfaceError {
    /// The error as a reply.
    public var reply: Reply {
        let (name, fields) = parts
        return Reply(error: "\(Self.interface).\(name)", fields)
    }

    /// Reads the error of a reply; nil for an error of another interface, and for one without its
    /// fields.
    public init?(_ reply: Reply) {
        let prefix = "\(Self.interface)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        var reader = ParameterReader(reply.parameters)
        do {
            try self.init(name: name.dropFirst(prefix.count), from: &reader)
        } catch {
            return nil
        }
    }
}
