public import Varlink

/// `type Answer`: what a server has answered to a request.
public struct AnswerFields: Hashable, Sendable {
    /// When it came; RFC 3339 in UTC.
    public var at: String
    /// Its HTTP status.
    public var status: Int
    /// Why it refuses; nil where it has done what was asked.
    public var reason: String?

    /// Makes an answer of its fields.
    public init(at: String, status: Int, reason: String? = nil) {
        self.at = at
        self.status = status
        self.reason = reason
    }
}

extension AnswerFields: JSONEncodable, JSONDecodable {
    /// The answer on the wire.
    public var json: JSONValue {
        .object(["at": .string(at), "status": .int(status), "reason": JSONValue(reason)])
    }

    /// Reads an answer.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            at: try reader.required("at"), status: try reader.required("status"),
            reason: try reader.optional("reason"))
    }
}
