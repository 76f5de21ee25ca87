public import Varlink

/// `type Gather` of `io.gatherd.Submitter`: a gather as a server keeps it.
public struct ServerGather: Hashable, Sendable {
    /// Its UUID.
    public var id: String
    /// The UUID of the user whose it is.
    public var userID: String?
    /// Goals of the first and the second side; nil while no result was sent.
    public var score: String?
    /// Who won; nil while no result was sent.
    public var winnerTeam: String?

    /// Makes a gather of its fields.
    public init(
        id: String, userID: String? = nil, score: String? = nil, winnerTeam: String? = nil
    ) {
        self.id = id
        self.userID = userID
        self.score = score
        self.winnerTeam = winnerTeam
    }
}

extension ServerGather: JSONEncodable, JSONDecodable {
    /// The gather on the wire.
    public var json: JSONValue {
        .object([
            "id": .string(id), "userId": JSONValue(userID), "score": JSONValue(score),
            "winnerTeam": JSONValue(winnerTeam),
        ])
    }

    /// Reads a gather.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            id: try reader.required("id"), userID: try reader.optional("userId"),
            score: try reader.optional("score"), winnerTeam: try reader.optional("winnerTeam"))
    }
}
