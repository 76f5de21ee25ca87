public import Varlink

/// The parameters of `error SquadChangedLast`: the newest change of the squad.
public struct SquadChangeFields: Hashable, Sendable {
    /// What was changed.
    public enum Kind: String, Sendable, JSONDecodable {
        /// The player came into the squad.
        case added
        /// The player was so before as `earlier` has it.
        case edited
        /// The player was removed.
        case removed
    }

    /// What was changed.
    public var kind: Kind
    /// The number of the player.
    public var playerID: Int
    /// What is known of the player now.
    public var profile: ProfileFields
    /// What was known of the player before an edit; nil for another change.
    public var earlier: ProfileFields?
    /// How many players the command changed.
    public var count: Int

    /// Makes a change of its fields.
    public init(
        kind: Kind, playerID: Int, profile: ProfileFields, earlier: ProfileFields? = nil,
        count: Int = 1
    ) {
        (self.kind, self.playerID, self.count) = (kind, playerID, count)
        (self.profile, self.earlier) = (profile, earlier)
    }

    /// The fields on the wire.
    var fields: JSONObject {
        [
            "change": .string(kind.rawValue), "playerId": .int(playerID), "player": profile.json,
            "earlier": earlier?.json ?? .null, "count": .int(count),
        ]
    }

    /// Reads the fields.
    init(_ parameters: JSONObject) throws(VarlinkError) {
        var reader = ParameterReader(parameters)
        self.init(
            kind: try reader.required("change"), playerID: try reader.required("playerId"),
            profile: try reader.required("player"), earlier: try reader.optional("earlier"),
            count: try reader.optional("count") ?? 1)
    }
}
