public import Varlink

/// `type Player` of `io.gatherd.Submitter`: a player as a server keeps one.
public struct ServerPlayer: Hashable, Sendable {
    /// `type Profile`: what a server keeps of a player; nil is empty.
    public struct Profile: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The age in years.
        public var age: Int?
        /// How well they play.
        public var skill: Skill?
        /// Where they like to play.
        public var preferredPosition: Position?
        /// The team they support.
        public var favouriteTeam: String?

        /// Makes a profile of its fields.
        public init(
            name: String, age: Int? = nil, skill: Skill? = nil, preferredPosition: Position? = nil,
            favouriteTeam: String? = nil
        ) {
            self.name = name
            self.age = age
            self.skill = skill
            self.preferredPosition = preferredPosition
            self.favouriteTeam = favouriteTeam
        }
    }

    /// How well somebody plays.
    public typealias Skill = PlayerSkill

    /// Where somebody likes to play.
    public typealias Position = PlayerPosition

    /// The server's number of the player.
    public var id: Int
    /// All else that the server keeps.
    public var profile: Profile
    /// The fields for which the server has a word that is not known here.
    public var unknown: [String]

    /// Makes a player of its fields.
    public init(id: Int, profile: Profile, unknown: [String] = []) {
        self.id = id
        self.profile = profile
        self.unknown = unknown
    }
}

extension ServerPlayer.Profile: JSONEncodable, JSONDecodable {
    /// The profile on the wire.
    public var json: JSONValue {
        .object([
            "name": .string(name), "age": JSONValue(age), "skill": JSONValue(skill?.rawValue),
            "preferredPosition": JSONValue(preferredPosition?.rawValue),
            "favouriteTeam": JSONValue(favouriteTeam),
        ])
    }

    /// Reads a profile.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            name: try reader.required("name"), age: try reader.optional("age"),
            skill: try reader.optional("skill"),
            preferredPosition: try reader.optional("preferredPosition"),
            favouriteTeam: try reader.optional("favouriteTeam"))
        try reader.finish()
    }
}

extension ServerPlayer: JSONEncodable, JSONDecodable {
    /// The player on the wire.
    public var json: JSONValue {
        .object(
            JSONObject(present: [
                "id": .int(id), "profile": profile.json,
                "unknown": unknown.isEmpty ? nil : .array(unknown.map(JSONValue.string)),
            ]))
    }

    /// Reads a player.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            id: try reader.required("id"), profile: try reader.required("profile"),
            unknown: try reader.optional("unknown") ?? [])
    }
}
