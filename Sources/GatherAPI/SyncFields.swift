public import Varlink

/// `type SyncStep`: what makes the squad and the players at the server the same.
public struct SyncStepFields: Hashable, Sendable {
    /// What a step does.
    public enum Action: String, CaseIterable, Sendable, JSONDecodable {
        /// Makes the player at the server.
        case create
        /// Keeps the two numbers together.
        case adopt
        /// Replaces what the server keeps.
        case send
        /// Takes over what the server keeps.
        case fetch
        /// Asks.
        case ask
        /// Tells that one of the two is gone.
        case missing
        /// Removes the player here.
        case remove
        /// Deletes the player at the server.
        case delete
    }

    /// What it does.
    public var action: Action
    /// The player here; nil for one that is only at the server.
    public var playerID: Int?
    /// The server's number of the player; nil for one that is only here.
    public var remoteID: Int?
    /// The name.
    public var name: String
    /// What is different, or what is asked, for a person.
    public var details: String
    /// What a decision on it can be.
    public var choices: [SyncDecisionFields.Choice]
    /// Whether it was done.
    public var done: Bool
    /// Why it was not, though it was tried.
    public var error: String?

    /// Makes a step of its fields.
    public init(
        action: Action, playerID: Int?, remoteID: Int?, name: String, details: String = "",
        choices: [SyncDecisionFields.Choice] = [], done: Bool = false, error: String? = nil
    ) {
        self.action = action
        self.playerID = playerID
        self.remoteID = remoteID
        self.name = name
        self.details = details
        self.choices = choices
        self.done = done
        self.error = error
    }
}

/// `type Decision`: what somebody decides of a step that asks.
public struct SyncDecisionFields: Hashable, Sendable {
    /// What is done.
    public enum Choice: String, CaseIterable, Sendable, JSONDecodable {
        /// Our player is made at the server, as another one.
        case create
        /// The two are one.
        case adopt
        /// Ours replaces the server's.
        case send
        /// The server's replaces ours, or is a new player.
        case fetch
        /// Ours is removed.
        case remove
        /// The server's is deleted.
        case delete
    }

    /// The player here.
    public var playerID: Int?
    /// The server's number of the player.
    public var remoteID: Int?
    /// What is done.
    public var choice: Choice

    /// Makes a decision of its fields.
    public init(playerID: Int?, remoteID: Int?, choice: Choice) {
        self.playerID = playerID
        self.remoteID = remoteID
        self.choice = choice
    }
}

extension SyncStepFields: JSONEncodable, JSONDecodable {
    /// The step on the wire.
    public var json: JSONValue {
        .object([
            "action": .string(action.rawValue), "playerId": JSONValue(playerID),
            "remoteId": JSONValue(remoteID), "name": .string(name), "details": .string(details),
            "choices": .array(choices.map { .string($0.rawValue) }), "done": .bool(done),
            "error": JSONValue(error),
        ])
    }

    /// Reads a step; a choice of a newer daemon is left out.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        let choices: [String] = try reader.required("choices")
        self.init(
            action: try reader.required("action"), playerID: try reader.optional("playerId"),
            remoteID: try reader.optional("remoteId"), name: try reader.required("name"),
            details: try reader.required("details"),
            choices: choices.compactMap(SyncDecisionFields.Choice.init),
            done: try reader.required("done"), error: try reader.optional("error"))
    }
}

extension SyncDecisionFields: JSONEncodable, JSONDecodable {
    /// The decision on the wire.
    public var json: JSONValue {
        .object([
            "playerId": JSONValue(playerID), "remoteId": JSONValue(remoteID),
            "choice": .string(choice.rawValue),
        ])
    }

    /// Reads a decision.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            playerID: try reader.optional("playerId"), remoteID: try reader.optional("remoteId"),
            choice: try reader.required("choice"))
        try reader.finish()
    }
}
