// Made by varlink-gen from Interfaces/Players.varlink; units/generate makes it anew.
public import Varlink

/// Somebody of the squad.
///
/// A caller who may not control the match gets nil for the age, the favourite team and the server's
/// number.
public struct SquadPlayerFields: VarlinkObject {
    /// The number in the squad; no other player ever gets it.
    public var id: Int

    /// The name, 1 to 100 characters.
    ///
    /// Two players can have the same.
    @ShownName public var name: String

    /// The age in years, 1 to 120.
    public var age: Int?

    /// The skill.
    public var skill: PlayerSkill?

    /// The preferred position.
    public var position: PlayerPosition?

    /// The team they support, 1 to 100 characters.
    @ShownName public var favouriteTeam: String?

    /// The number on the shirt, 0 to 99, which several players can have.
    ///
    /// No server knows it.
    public var shirt: Int?

    /// The server's number of the player, for the account that is signed in; nil where it has none.
    public var remoteID: Int?

    /// Makes one of its fields.
    public init(
        id: Int,
        name: String,
        age: Int? = nil,
        skill: PlayerSkill? = nil,
        position: PlayerPosition? = nil,
        favouriteTeam: String? = nil,
        shirt: Int? = nil,
        remoteID: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.age = age
        self.skill = skill
        self.position = position
        self.favouriteTeam = favouriteTeam
        self.shirt = shirt
        self.remoteID = remoteID
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("id", id.json),
            .init("name", $name.json),
            .init("age", age.json),
            .init("skill", skill.json),
            .init("position", position.json),
            .init("favouriteTeam", $favouriteTeam.json),
            .init("shirt", shirt.json),
            .init("remoteId", remoteID.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        name = try reader.required("name")
        age = try reader.optional("age")
        skill = try reader.optional("skill")
        position = try reader.optional("position")
        favouriteTeam = try reader.optional("favouriteTeam")
        shirt = try reader.optional("shirt")
        remoteID = try reader.optional("remoteId")
    }
}

/// A player as a file has it.
public struct ImportedPlayerFields: VarlinkObject {
    /// The player of the squad who is changed; nil to add one.
    public var id: Int?

    /// The profile.
    public var profile: ProfileFields

    /// Makes one of its fields.
    public init(id: Int? = nil, profile: ProfileFields) {
        self.id = id
        self.profile = profile
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([.init("id", id.json), .init("profile", profile.json)])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.optional("id")
        profile = try reader.required("profile")
    }
}

/// The record of a player in the gathers that ended with a result.
///
/// A player has appeared who is on a side at the end, was substituted, or has scored.
public struct RecordFields: VarlinkObject {
    /// The number of gathers.
    public var appearances: Int

    /// Goals for the own side.
    public var goals: Int

    /// Goals for the other side.
    public var ownGoals: Int

    /// The number of them that the own side won.
    public var wins: Int

    /// The number of them that nobody won.
    public var draws: Int

    /// The number of them that the other side won.
    public var losses: Int

    /// Makes one of its fields.
    public init(appearances: Int, goals: Int, ownGoals: Int, wins: Int, draws: Int, losses: Int) {
        self.appearances = appearances
        self.goals = goals
        self.ownGoals = ownGoals
        self.wins = wins
        self.draws = draws
        self.losses = losses
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("appearances", appearances.json),
            .init("goals", goals.json),
            .init("ownGoals", ownGoals.json),
            .init("wins", wins.json),
            .init("draws", draws.json),
            .init("losses", losses.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        appearances = try reader.required("appearances")
        goals = try reader.required("goals")
        ownGoals = try reader.required("ownGoals")
        wins = try reader.required("wins")
        draws = try reader.required("draws")
        losses = try reader.required("losses")
    }
}

/// Somebody who has scored, or appeared.
public struct ScorerFields: VarlinkObject {
    /// The number in the squad.
    public var playerID: Int

    /// The name; that of the last gather if the player was removed since.
    @ShownName public var name: String

    /// Goals for the own side.
    public var goals: Int

    /// Goals for the other side.
    public var ownGoals: Int

    /// The number of gathers.
    public var appearances: Int

    /// The number of them that the own side won; an older gatherd does not report it.
    public var wins: Int?

    /// The number of them that nobody won; likewise.
    public var draws: Int?

    /// The number of them that the other side won; likewise.
    public var losses: Int?

    /// True if the player was forgotten, and has the name of everybody who was; nil otherwise.
    public var forgotten: Bool?

    /// Makes one of its fields.
    public init(
        playerID: Int,
        name: String,
        goals: Int,
        ownGoals: Int,
        appearances: Int,
        wins: Int? = nil,
        draws: Int? = nil,
        losses: Int? = nil,
        forgotten: Bool? = nil
    ) {
        self.playerID = playerID
        self.name = name
        self.goals = goals
        self.ownGoals = ownGoals
        self.appearances = appearances
        self.wins = wins
        self.draws = draws
        self.losses = losses
        self.forgotten = forgotten
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "playerId",
        "name",
        "goals",
        "ownGoals",
        "appearances",
        "wins",
        "draws",
        "losses",
        "forgotten",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("playerId", playerID.json),
            .init("name", $name.json),
            .init("goals", goals.json),
            .init("ownGoals", ownGoals.json),
            .init("appearances", appearances.json),
            .init("wins", wins.json),
            .init("draws", draws.json),
            .init("losses", losses.json),
        ])
        object.append("forgotten", present: forgotten?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        playerID = try reader.required("playerId")
        name = try reader.required("name")
        goals = try reader.required("goals")
        ownGoals = try reader.required("ownGoals")
        appearances = try reader.required("appearances")
        wins = try reader.optional("wins")
        draws = try reader.optional("draws")
        losses = try reader.optional("losses")
        forgotten = reader.hasMore ? try reader.optional("forgotten") : nil
    }
}

/// A step that is to be done, or was, for the squad and the players at the server to be the same.
public struct SyncStepFields: VarlinkObject {
    /// create: the player is made at the server.
    ///
    /// adopt: the two are one, and the numbers are kept together. send: what is known here replaces
    /// all that the server keeps. fetch: what the server keeps is taken over; a new player here if
    /// there is no playerId. ask: nothing is done before a decision. missing: one of the two is
    /// gone, and nothing is done before a decision. remove: the player is removed here. delete: the
    /// player is deleted at the server.
    public enum Action: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// The player is made at the server.
        case create
        /// The two are one, and the numbers are kept together.
        case adopt
        /// What is known here replaces all that the server keeps.
        case send
        /// What the server keeps is taken over; a new player here if there is no playerId.
        case fetch
        /// Nothing is done before a decision.
        case ask
        /// One of the two is gone, and nothing is done before a decision.
        case missing
        /// The player is removed here.
        case remove
        /// The player is deleted at the server.
        case delete
    }

    /// create: the player is made at the server.
    ///
    /// adopt: the two are one, and the numbers are kept together. send: what is known here replaces
    /// all that the server keeps. fetch: what the server keeps is taken over; a new player here if
    /// there is no playerId. ask: nothing is done before a decision. missing: one of the two is
    /// gone, and nothing is done before a decision. remove: the player is removed here. delete: the
    /// player is deleted at the server.
    public var action: SyncStepFields.Action

    /// The player here; nil for one that is only at the server.
    public var playerID: Int?

    /// The server's number of the player; nil for one that is only here.
    public var remoteID: Int?

    /// The name.
    @ShownName public var name: String

    /// The difference, or the question, for a person.
    @ShownName public var details: String

    /// The decisions that there can be on it; empty where nothing is asked.
    public var choices: [SyncDecisionFields.Choice]

    /// True if it was done.
    public var done: Bool

    /// The reason that it was not, though it was tried.
    @Shown public var error: String?

    /// 'details' with its values apart; nil from an older gatherd.
    public var translatable: TranslatableText?

    /// Makes one of its fields.
    public init(
        action: SyncStepFields.Action,
        playerID: Int? = nil,
        remoteID: Int? = nil,
        name: String,
        details: String = "",
        choices: [SyncDecisionFields.Choice] = [],
        done: Bool = false,
        error: String? = nil,
        translatable: TranslatableText? = nil
    ) {
        self.action = action
        self.playerID = playerID
        self.remoteID = remoteID
        self.name = name
        self.details = details
        self.choices = choices
        self.done = done
        self.error = error
        self.translatable = translatable
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "action",
        "playerId",
        "remoteId",
        "name",
        "details",
        "choices",
        "done",
        "error",
        "translatable",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("action", action.json),
            .init("playerId", playerID.json),
            .init("remoteId", remoteID.json),
            .init("name", $name.json),
            .init("details", $details.json),
            .init("choices", choices.json),
            .init("done", done.json),
            .init("error", $error.json),
        ])
        object.append("translatable", present: translatable?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        action = try reader.required("action")
        playerID = try reader.optional("playerId")
        remoteID = try reader.optional("remoteId")
        name = try reader.required("name")
        details = try reader.optional("details") ?? ""
        choices = try reader.known("choices") ?? []
        done = try reader.optional("done") ?? false
        error = try reader.optional("error")
        translatable = reader.hasMore ? try reader.optional("translatable") : nil
    }
}

/// A person's decision on a step that asks: the player and the server's number as the step has
/// them.
public struct SyncDecisionFields: VarlinkObject {
    /// The choice, one of the step's.
    ///
    /// create: make our player at the server, as another one. adopt: the two are one. send: ours
    /// replaces the server's. fetch: the server's replaces ours, or is a new player. remove: remove
    /// ours. delete: delete the server's.
    public enum Choice: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// Make our player at the server, as another one.
        case create
        /// The two are one.
        case adopt
        /// Ours replaces the server's.
        case send
        /// The server's replaces ours, or is a new player.
        case fetch
        /// Remove ours.
        case remove
        /// Delete the server's.
        case delete
    }

    /// The player here.
    public var playerID: Int?

    /// The server's number of the player.
    public var remoteID: Int?

    /// The choice, one of the step's.
    ///
    /// create: make our player at the server, as another one. adopt: the two are one. send: ours
    /// replaces the server's. fetch: the server's replaces ours, or is a new player. remove: remove
    /// ours. delete: delete the server's.
    public var choice: SyncDecisionFields.Choice

    /// Makes one of its fields.
    public init(playerID: Int? = nil, remoteID: Int? = nil, choice: SyncDecisionFields.Choice) {
        self.playerID = playerID
        self.remoteID = remoteID
        self.choice = choice
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("playerId", playerID.json),
            .init("remoteId", remoteID.json),
            .init("choice", choice.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        playerID = try reader.optional("playerId")
        remoteID = try reader.optional("remoteId")
        choice = try reader.required("choice")
    }
}

/// A field of Profile.
public enum PlayerField: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `name`.
    case name
    /// `age`.
    case age
    /// `skill`.
    case skill
    /// `position`.
    case position
    /// `favouriteTeam`.
    case favouriteTeam
    /// `shirt`.
    case shirt
}
