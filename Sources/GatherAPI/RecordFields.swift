public import Varlink

/// `type Record`: what a player has done in the gathers that ended.
public struct RecordFields: Hashable, Sendable {
    /// In how many gathers.
    public var appearances = 0
    /// Goals for the own side.
    public var goals = 0
    /// Goals for the other side.
    public var ownGoals = 0
    /// How many the own side won.
    public var wins = 0
    /// How many nobody won.
    public var draws = 0
    /// How many the other side won.
    public var losses = 0

    /// Makes a record of its fields.
    public init(
        appearances: Int = 0, goals: Int = 0, ownGoals: Int = 0, wins: Int = 0, draws: Int = 0,
        losses: Int = 0
    ) {
        self.appearances = appearances
        self.goals = goals
        self.ownGoals = ownGoals
        self.wins = wins
        self.draws = draws
        self.losses = losses
    }
}

/// `type Scorer`: somebody who has scored.
public struct ScorerFields: Hashable, Sendable {
    /// The number in the squad.
    public var playerID: Int
    /// The name.
    public var name: String
    /// Goals for the own side.
    public var goals: Int
    /// Goals for the other side.
    public var ownGoals: Int
    /// In how many gathers.
    public var appearances: Int

    /// Makes a scorer of the fields.
    public init(playerID: Int, name: String, goals: Int, ownGoals: Int, appearances: Int) {
        self.playerID = playerID
        self.name = name
        self.goals = goals
        self.ownGoals = ownGoals
        self.appearances = appearances
    }
}

extension RecordFields: JSONEncodable, JSONDecodable {
    /// The record on the wire.
    public var json: JSONValue {
        .object([
            "appearances": .int(appearances), "goals": .int(goals), "ownGoals": .int(ownGoals),
            "wins": .int(wins), "draws": .int(draws), "losses": .int(losses),
        ])
    }

    /// Reads a record.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            appearances: try reader.required("appearances"), goals: try reader.required("goals"),
            ownGoals: try reader.required("ownGoals"), wins: try reader.required("wins"),
            draws: try reader.required("draws"), losses: try reader.required("losses"))
    }
}

extension ScorerFields: JSONEncodable, JSONDecodable {
    /// The scorer on the wire.
    public var json: JSONValue {
        .object([
            "playerId": .int(playerID), "name": .string(name), "goals": .int(goals),
            "ownGoals": .int(ownGoals), "appearances": .int(appearances),
        ])
    }

    /// Reads a scorer.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            playerID: try reader.required("playerId"), name: try reader.required("name"),
            goals: try reader.required("goals"), ownGoals: try reader.required("ownGoals"),
            appearances: try reader.required("appearances"))
    }
}
