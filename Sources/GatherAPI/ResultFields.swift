public import Varlink

/// `type Result`: a gather whose result is to be sent.
public struct ResultFields: Hashable, Sendable {
    /// The gather's UUID.
    public var gatherID: String
    /// The name of the first side.
    public var teamAName: String
    /// The name of the second side.
    public var teamBName: String
    /// Goals of the first and the second side, such as `2-1`.
    public var score: String
    /// The state of its submission.
    public var submission: SubmissionFields
    /// The server's IDs of the gathers that may be this one, where somebody has to decide.
    public var candidates: [String]
    /// Those who played and of whom somebody has to say who they are at the server.
    public var missingPlayers: [MissingPlayerFields]
    /// The leftovers at the server that somebody has to delete or keep.
    public var leftovers: [LeftoverFields]

    /// Makes a result of its fields.
    public init(
        gatherID: String, teamAName: String, teamBName: String, score: String,
        submission: SubmissionFields, candidates: [String] = [],
        missingPlayers: [MissingPlayerFields] = [], leftovers: [LeftoverFields] = []
    ) {
        self.gatherID = gatherID
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.score = score
        self.submission = submission
        self.candidates = candidates
        (self.missingPlayers, self.leftovers) = (missingPlayers, leftovers)
    }
}

extension ResultFields: JSONEncodable, JSONDecodable {
    /// The result on the wire.
    public var json: JSONValue {
        .object([
            "gatherId": .string(gatherID), "teamAName": .string(teamAName),
            "teamBName": .string(teamBName), "score": .string(score),
            "submission": submission.json,
            "candidates": .array(candidates.map(JSONValue.string)),
            "missingPlayers": .array(missingPlayers.map(\.json)),
            "leftovers": .array(leftovers.map(\.json)),
        ])
    }

    /// Reads a result.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            gatherID: try reader.required("gatherId"),
            teamAName: try reader.required("teamAName"),
            teamBName: try reader.required("teamBName"), score: try reader.required("score"),
            submission: try reader.required("submission"),
            candidates: try reader.required("candidates"),
            missingPlayers: try reader.optional("missingPlayers") ?? [],
            leftovers: try reader.optional("leftovers") ?? [])
    }
}
