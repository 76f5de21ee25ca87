/// A message of a client: a call of a method.
public struct Call: Hashable, Sendable {
    /// The interface and the method in it, such as `io.gatherd.Gather.Get`.
    public var method: String

    /// The arguments; empty if the message has none.
    public var parameters: JSONObject

    /// True if the client accepts any number of replies.
    public var more: Bool

    /// True if the client wants no reply.
    public var oneway: Bool

    /// True if the client wants another protocol after the reply.
    public var upgrade: Bool

    /// The longest name of a method that is read, in bytes.
    private static let longestMethod = 1_024

    /// Makes a call, by default one with a single reply.
    public init(
        _ method: String, _ parameters: JSONObject = [:], more: Bool = false, oneway: Bool = false,
        upgrade: Bool = false
    ) {
        self.method = method
        self.parameters = parameters
        self.more = more
        self.oneway = oneway
        self.upgrade = upgrade
    }

    /// Reads a call.
    ///
    /// Unknown members are skipped, as a newer client may send them.
    ///
    /// - Throws: A ``ProtocolError`` if it is not a valid call.
    public init(parsing message: JSONObject) throws(ProtocolError) {
        guard let method = message["method"]?.string, method.utf8.count <= Self.longestMethod
        else { throw .notACall }
        self.method = method
        parameters = try message.parameters(else: .notACall)
        more = try message.flag("more", else: .notACall)
        oneway = try message.flag("oneway", else: .notACall)
        upgrade = try message.flag("upgrade", else: .notACall)
        if more, oneway { throw .moreAndOneway }
    }

    /// The message on the wire, including its NUL byte.
    public var message: [UInt8] {
        var object: JSONObject = ["method": .string(method)]
        if !parameters.members.isEmpty { object["parameters"] = .object(parameters) }
        if more { object["more"] = true }
        if oneway { object["oneway"] = true }
        if upgrade { object["upgrade"] = true }
        var bytes = JSONValue.object(object).bytes
        bytes.append(0)
        return bytes
    }
}

extension Call {
    /// The message on the wire, for a sender that overwrites it after sending.
    public var secretMessage: SecretBytes { SecretBytes(taking: message) }
}

/// A message of a service to a client: a reply.
public struct Reply: Hashable, Sendable {
    /// The results, or the fields of the error.
    public var parameters: JSONObject

    /// The full name of an error, or nil for a result.
    public var error: String?

    /// True if more replies to the same call follow.
    public var continues: Bool

    /// Makes a result.
    public init(_ parameters: JSONObject = [:], continues: Bool = false) {
        self.parameters = parameters
        self.continues = continues
    }

    /// Makes an error, which is always the last reply.
    public init(error: String, _ parameters: JSONObject = [:]) {
        self.parameters = parameters
        self.error = error
        continues = false
    }

    /// Reads a reply.
    ///
    /// - Throws: ``ProtocolError/notAReply`` if it is not valid.
    public init(parsing message: JSONObject) throws(ProtocolError) {
        parameters = try message.parameters(else: .notAReply)
        continues = try message.flag("continues", else: .notAReply)
        switch message["error"] {
        case nil, .null: error = nil
        case .string(let name) where !continues: error = name
        default: throw .notAReply
        }
    }

    /// The message on the wire, including its NUL byte.
    ///
    /// Members that are not needed are left out: varlinkctl drops a connection that sends
    /// `"error":null`.
    public var message: [UInt8] {
        var object = JSONObject()
        if let error { object["error"] = .string(error) }
        if continues { object["continues"] = true }
        object["parameters"] = .object(parameters)
        var bytes = JSONValue.object(object).bytes
        bytes.append(0)
        return bytes
    }
}

/// A violation of the protocol by a peer.
///
/// It is not answered: the connection is closed.
public enum ProtocolError: Error, Hashable, Sendable {
    /// A message is longer than the limit.
    case messageTooLong
    /// A message is not one JSON value within the limits.
    case invalidJSON(JSONError)
    /// A message is not an object.
    case notAnObject
    /// A call without a method, or with a member of the wrong type.
    case notACall
    /// A reply with a member of the wrong type, or an error that claims to continue.
    case notAReply
    /// A call with both `more` and `oneway`.
    case moreAndOneway
}

extension JSONObject {
    fileprivate func parameters(else error: ProtocolError) throws(ProtocolError) -> JSONObject {
        switch self["parameters"] {
        case nil, .null: return [:]
        case .object(let parameters): return parameters
        default: throw error
        }
    }

    fileprivate func flag(_ name: String, else error: ProtocolError) throws(ProtocolError) -> Bool {
        switch self[name] {
        case nil, .null: return false
        case .bool(let value): return value
        default: throw error
        }
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes a whole number.
    public init(integerLiteral value: Int) { self = .int(value) }

    /// Makes a text.
    public init(stringLiteral value: String) { self = .string(value) }
}
