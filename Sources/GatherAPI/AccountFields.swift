public import Varlink

/// `type Account`: where results go, and for whom.
public struct AccountFields: Hashable, Sendable {
    /// The address of the server.
    public var server: String
    /// Whether plain http may go to another machine than this one.
    public var allowInsecureHTTP: Bool
    /// The user name; nil if it is not to be remembered.
    public var userName: String?
    /// Whether there is a token.
    public var signedIn: Bool
    /// The server's refusal of that token, true once it has answered 401.
    public var signInRefused: Bool
    /// The newest answer of the server.
    public var lastAnswer: AnswerFields?

    /// Makes an account of its fields.
    public init(
        server: String, allowInsecureHTTP: Bool, userName: String?, signedIn: Bool,
        signInRefused: Bool = false, lastAnswer: AnswerFields? = nil
    ) {
        self.server = server
        self.allowInsecureHTTP = allowInsecureHTTP
        self.userName = userName
        self.signedIn = signedIn
        self.signInRefused = signInRefused
        self.lastAnswer = lastAnswer
    }
}

extension AccountFields: JSONEncodable, JSONDecodable {
    /// The account on the wire.
    public var json: JSONValue {
        .object([
            "server": .string(server), "allowInsecureHttp": .bool(allowInsecureHTTP),
            "userName": JSONValue(userName), "signedIn": .bool(signedIn),
            "signInRefused": .bool(signInRefused), "lastAnswer": lastAnswer?.json ?? .null,
        ])
    }

    /// Reads an account.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            server: try reader.required("server"),
            allowInsecureHTTP: try reader.optional("allowInsecureHttp") ?? false,
            userName: try reader.optional("userName"), signedIn: try reader.required("signedIn"),
            signInRefused: try reader.optional("signInRefused") ?? false,
            lastAnswer: try reader.optional("lastAnswer"))
    }
}
