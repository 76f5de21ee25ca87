public import Varlink

/// `type Summary`: one gather of the history, in short.
public struct GatherSummary: Hashable, Sendable {
    /// Its UUID.
    public var id: String
    /// How far it is.
    public var phase: GatherSnapshot.Phase
    /// The name of the first side.
    public var teamAName: String
    /// The name of the second side.
    public var teamBName: String
    /// Goals of the first and the second side, such as `2-1`.
    public var score: String
    /// `Team A`, `Team B`, or `None` for a draw.
    public var winnerTeam: String
    /// When it opened; RFC 3339 in UTC.
    public var openedAt: String
    /// When it ended or was discarded; RFC 3339 in UTC, nil while open.
    public var endedAt: String?

    /// Makes a summary of its fields.
    public init(
        id: String, phase: GatherSnapshot.Phase, teamAName: String, teamBName: String,
        score: String, winnerTeam: String, openedAt: String, endedAt: String?
    ) {
        self.id = id
        self.phase = phase
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.score = score
        self.winnerTeam = winnerTeam
        self.openedAt = openedAt
        self.endedAt = endedAt
    }
}

extension GatherSummary: JSONEncodable, JSONDecodable {
    /// The summary on the wire.
    public var json: JSONValue {
        .object([
            "id": .string(id),
            "phase": .string(phase.rawValue),
            "teamAName": .string(teamAName),
            "teamBName": .string(teamBName),
            "score": .string(score),
            "winnerTeam": .string(winnerTeam),
            "winner": JSONValue(winner?.rawValue),
            "winnerName": JSONValue(winnerName),
            "openedAt": .string(openedAt),
            "endedAt": JSONValue(endedAt),
        ])
    }

    /// Reads a summary.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            id: try reader.required("id"),
            phase: try reader.required("phase"),
            teamAName: try reader.required("teamAName"),
            teamBName: try reader.required("teamBName"),
            score: try reader.required("score"),
            winnerTeam: try reader.required("winnerTeam"),
            openedAt: try reader.required("openedAt"),
            endedAt: try reader.optional("endedAt"))
    }
}
