public import Varlink

/// `type Server`: where a request of gather-submit goes.
public struct ServerFields: Hashable, Sendable {
    /// Its address, as it was given.
    public var url: String
    /// Whether plain http may go to another machine than this one.
    public var allowInsecureHTTP: Bool
    /// How long the whole step may take; nil for the usual time.
    public var timeoutMilliseconds: Int?

    /// The end of the reason why plain http does not go to another machine: a client puts the name
    /// of its own switch in its place.
    public static let insecureWay = "allow insecure http"

    /// Makes a server of its fields.
    public init(url: String, allowInsecureHTTP: Bool = false, timeoutMilliseconds: Int? = nil) {
        self.url = url
        self.allowInsecureHTTP = allowInsecureHTTP
        self.timeoutMilliseconds = timeoutMilliseconds
    }
}

extension ServerFields: JSONEncodable, JSONDecodable {
    /// The server on the wire.
    public var json: JSONValue {
        .object([
            "url": .string(url), "allowInsecureHttp": .bool(allowInsecureHTTP),
            "timeoutMilliseconds": JSONValue(timeoutMilliseconds),
        ])
    }

    /// Reads a server.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            url: try reader.required("url"),
            allowInsecureHTTP: try reader.optional("allowInsecureHttp") ?? false,
            timeoutMilliseconds: try reader.optional("timeoutMilliseconds"))
        try reader.finish()
    }
}
