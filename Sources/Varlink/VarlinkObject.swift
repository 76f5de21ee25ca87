/// A type that can be written as JSON.
public protocol JSONEncodable {
    /// The value on the wire.
    var json: JSONValue { get }
}

/// Fields that an interface declares together: a type, or the parameters of a call or a reply.
public protocol VarlinkObject: JSONEncodable, JSONDecodable, Hashable, Sendable {
    /// The fields on the wire, in the order of the declaration.
    var fields: JSONObject { get }

    /// Reads the fields.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` with the name of the field that is wrong.
    init(from reader: inout ParameterReader) throws(VarlinkError)
}

extension VarlinkObject {
    /// The object on the wire.
    public var json: JSONValue { .object(fields) }

    /// The object as the parameters of a reply.
    public var reply: Reply { Reply(fields) }

    /// Reads an object; unknown fields are skipped.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        try self.init(from: &reader)
    }

    /// Reads an object that must not have fields that are not declared.
    public init(strict json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name, isStrict: true)
        try self.init(from: &reader)
        try reader.finish()
    }

    /// Reads the parameters of a reply; unknown ones are skipped.
    public init(_ parameters: JSONObject) throws(VarlinkError) {
        var reader = ParameterReader(parameters)
        try self.init(from: &reader)
    }
}

/// An empty set of parameters.
public struct NoParameters: VarlinkObject {
    /// Makes an empty set.
    public init() {}

    /// An object without fields.
    public var fields: JSONObject { [:] }

    /// Reads nothing.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {}
}

/// A method with the parameters of one call to it.
public protocol VarlinkMethod: VarlinkObject {
    /// The parameters of a reply.
    associatedtype Reply: VarlinkObject

    /// The full name, such as `io.gatherd.Gather.Get`.
    static var name: String { get }
}

extension VarlinkMethod {
    /// The call, with a single reply.
    public var call: Call { Call(Self.name, fields) }

    /// Reads the parameters of a call.
    ///
    /// - Throws: ``VarlinkError/invalidParameter(_:)`` if one is not valid or not declared.
    public init(_ call: Call) throws(VarlinkError) {
        var reader = ParameterReader(call.parameters, isStrict: true)
        try self.init(from: &reader)
        try reader.finish()
    }
}

/// The methods of an interface, by their names in it.
public protocol InterfaceMethod: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == String {
    /// The name of the interface.
    static var interface: String { get }
}

extension InterfaceMethod {
    /// The name on the wire.
    public var fullName: String { "\(Self.interface).\(rawValue)" }

    /// Makes a method from its name on the wire; nil if the interface has none with it.
    public init?(fullName: String) {
        let interface = Self.interface.utf8
        guard fullName.utf8.starts(with: interface) else { return nil }
        let rest = fullName.utf8.dropFirst(interface.count)
        guard rest.first == UInt8(ascii: ".") else { return nil }
        self.init(rawValue: String(Substring(rest.dropFirst())))
    }
}
