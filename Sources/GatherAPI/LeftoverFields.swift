public import Varlink

/// `type MissingPlayer`: somebody who played and is not in the gather at the server.
public struct MissingPlayerFields: Hashable, Sendable {
    /// The number in the squad.
    public var playerID: Int
    /// The name in the squad.
    public var name: String
    /// The server's numbers of those of the same name.
    public var sameName: [Int]
    /// The server's number that is of somebody with another name now.
    public var otherName: Int?

    /// Makes one of its fields.
    public init(playerID: Int, name: String, sameName: [Int] = [], otherName: Int? = nil) {
        (self.playerID, self.name) = (playerID, name)
        (self.sameName, self.otherName) = (sameName, otherName)
    }
}

extension MissingPlayerFields: JSONEncodable, JSONDecodable {
    /// The player on the wire.
    public var json: JSONValue {
        .object([
            "playerId": .int(playerID), "name": .string(name),
            "sameName": .array(sameName.map(JSONValue.int)), "otherName": JSONValue(otherName),
        ])
    }

    /// Reads a player.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            playerID: try reader.required("playerId"), name: try reader.required("name"),
            sameName: try reader.required("sameName"), otherName: try reader.optional("otherName"))
    }
}

/// `type Leftover`: something at the server that is not deleted unasked.
public struct LeftoverFields: Hashable, Sendable {
    /// The reason that it is there.
    public enum Kind: String, CaseIterable, Sendable, JSONDecodable {
        /// A gather that a lost request may have made.
        case stray
        /// A gather that another one has replaced.
        case replaced
        /// The gather of a match that was discarded.
        case discarded
        /// A player whom a lost request may have made.
        case player
    }

    /// The reason that it is there.
    public var kind: Kind
    /// The server's ID: of a player, the number.
    public var remoteID: String
    /// The name of a player.
    public var name: String?
    /// The score as it was seen; nil without a result.
    public var score: String?
    /// The number of players as they were seen; nil where they were not looked at.
    public var players: Int?

    /// Makes one of its fields.
    public init(
        kind: Kind, remoteID: String, name: String? = nil, score: String? = nil,
        players: Int? = nil
    ) {
        (self.kind, self.remoteID, self.name) = (kind, remoteID, name)
        (self.score, self.players) = (score, players)
    }
}

extension LeftoverFields: JSONEncodable, JSONDecodable {
    /// The leftover on the wire.
    public var json: JSONValue {
        .object([
            "kind": .string(kind.rawValue), "remoteId": .string(remoteID),
            "name": JSONValue(name), "score": JSONValue(score), "players": JSONValue(players),
        ])
    }

    /// Reads a leftover.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            kind: try reader.required("kind"), remoteID: try reader.required("remoteId"),
            name: try reader.optional("name"), score: try reader.optional("score"),
            players: try reader.optional("players"))
    }
}
