public import Varlink

/// `type Profile` of `io.gatherd.Players`: what is known of a player.
public struct ProfileFields: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The age in years.
    public var age: Int?
    /// How well they play.
    public var skill: PlayerSkill?
    /// Where they like to play.
    public var position: PlayerPosition?
    /// The team they support.
    public var favouriteTeam: String?

    /// Makes a profile of its fields.
    public init(
        name: String, age: Int? = nil, skill: PlayerSkill? = nil, position: PlayerPosition? = nil,
        favouriteTeam: String? = nil
    ) {
        self.name = name
        self.age = age
        self.skill = skill
        self.position = position
        self.favouriteTeam = favouriteTeam
    }
}

/// `type Player` of `io.gatherd.Players`: somebody of the squad.
public struct SquadPlayerFields: Hashable, Sendable {
    /// The number in the squad.
    public var id: Int
    /// What is known of the player.
    public var profile: ProfileFields
    /// The server's number of the player.
    public var remoteID: Int?

    /// Makes a player of the fields.
    public init(id: Int, profile: ProfileFields, remoteID: Int? = nil) {
        self.id = id
        self.profile = profile
        self.remoteID = remoteID
    }
}

extension ProfileFields: JSONEncodable, JSONDecodable {
    /// The profile on the wire.
    public var json: JSONValue { .object(fields) }

    /// Reads a profile.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self = try Self(from: &reader)
    }

    /// The fields on the wire.
    var fields: JSONObject {
        [
            "name": .string(name), "age": JSONValue(age), "skill": JSONValue(skill?.rawValue),
            "position": JSONValue(position?.rawValue), "favouriteTeam": JSONValue(favouriteTeam),
        ]
    }

    /// Reads the fields.
    init(from reader: inout ParameterReader) throws(VarlinkError) {
        self.init(
            name: try reader.required("name"), age: try reader.optional("age"),
            skill: try reader.optional("skill"), position: try reader.optional("position"),
            favouriteTeam: try reader.optional("favouriteTeam"))
    }
}

extension SquadPlayerFields: JSONEncodable, JSONDecodable {
    /// The player on the wire.
    public var json: JSONValue {
        var fields: JSONObject = ["id": .int(id)]
        for member in profile.fields.members { fields[member.key] = member.value }
        fields["remoteId"] = JSONValue(remoteID)
        return .object(fields)
    }

    /// Reads a player.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            id: try reader.required("id"), profile: try ProfileFields(from: &reader),
            remoteID: try reader.optional("remoteId"))
    }
}
