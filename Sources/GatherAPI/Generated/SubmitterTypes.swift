// Made by varlink-gen from Interfaces/Submitter.varlink; units/generate makes it anew.
public import Varlink

/// The server that a request goes to.
public struct ServerFields: VarlinkObject {
    /// Its address: https or http, a host, a port if it is not the usual one, and a path if the
    /// server's own is not at the top.
    ///
    /// No user, no password, no query.
    public var url: String

    /// True if plain http may go to another machine than this one; nil is false.
    public var allowInsecureHTTP: Bool

    /// The time that the whole step may take, in milliseconds, 1 to 120000; 30000 if nil.
    ///
    /// To connect, at most 10000 of them are spent.
    public var timeoutMilliseconds: Int?

    /// Makes one of its fields.
    public init(url: String, allowInsecureHTTP: Bool = false, timeoutMilliseconds: Int? = nil) {
        self.url = url
        self.allowInsecureHTTP = allowInsecureHTTP
        self.timeoutMilliseconds = timeoutMilliseconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("url", url.json),
            .init("allowInsecureHttp", allowInsecureHTTP.json),
            .init("timeoutMilliseconds", timeoutMilliseconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        url = try reader.required("url")
        allowInsecureHTTP = try reader.optional("allowInsecureHttp") ?? false
        timeoutMilliseconds = try reader.optional("timeoutMilliseconds")
    }
}

/// The profile that a server keeps of somebody who plays.
///
/// An update replaces all of it: what is nil is empty afterwards.
public struct ServerProfile: VarlinkObject {
    /// The name.
    public var name: String

    /// The age in years.
    public var age: Int?

    /// The skill; nil also where the server's word is none of these.
    public var skill: PlayerSkill?

    /// The preferred position; nil also where the server's word is none of these.
    public var preferredPosition: PlayerPosition?

    /// The team they support.
    public var favouriteTeam: String?

    /// Makes one of its fields.
    public init(
        name: String,
        age: Int? = nil,
        skill: PlayerSkill? = nil,
        preferredPosition: PlayerPosition? = nil,
        favouriteTeam: String? = nil
    ) {
        self.name = name
        self.age = age
        self.skill = skill
        self.preferredPosition = preferredPosition
        self.favouriteTeam = favouriteTeam
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("name", name.json),
            .init("age", age.json),
            .init("skill", skill.json),
            .init("preferredPosition", preferredPosition.json),
            .init("favouriteTeam", favouriteTeam.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        name = try reader.required("name")
        age = try reader.optional("age")
        skill = try reader.optional("skill")
        preferredPosition = try reader.optional("preferredPosition")
        favouriteTeam = try reader.optional("favouriteTeam")
    }
}

/// Somebody who plays.
public struct ServerPlayer: VarlinkObject {
    /// The server's number of the player.
    ///
    /// It is given again after the player is deleted.
    public var id: Int

    /// All else that the server keeps.
    public var profile: ServerProfile

    /// The fields of the profile, skill or preferredPosition, for which the server has a word that
    /// is none of these; left out where there is none.
    public var unknown: [String]

    /// Makes one of its fields.
    public init(id: Int, profile: ServerProfile, unknown: [String] = []) {
        self.id = id
        self.profile = profile
        self.unknown = unknown
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = ["id", "profile", "unknown"]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([.init("id", id.json), .init("profile", profile.json)])
        object.append("unknown", present: unknown == [] ? nil : unknown.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        profile = try reader.required("profile")
        unknown = try reader.optional("unknown") ?? []
    }
}

/// A gather as the server keeps it.
public struct ServerGather: VarlinkObject {
    /// Its UUID.
    public var id: String

    /// The UUID of the user whose it is; nil if the server does not say.
    public var userID: String?

    /// Goals of the first and the second side; nil while no result was sent.
    public var score: String?

    /// The winner; nil while no result was sent.
    public var winnerTeam: String?

    /// Makes one of its fields.
    public init(
        id: String,
        userID: String? = nil,
        score: String? = nil,
        winnerTeam: String? = nil
    ) {
        self.id = id
        self.userID = userID
        self.score = score
        self.winnerTeam = winnerTeam
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("id", id.json),
            .init("userId", userID.json),
            .init("score", score.json),
            .init("winnerTeam", winnerTeam.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        userID = try reader.optional("userId")
        score = try reader.optional("score")
        winnerTeam = try reader.optional("winnerTeam")
    }
}
