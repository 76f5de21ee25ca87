public import Varlink

/// `type Submission`: how far a result is on its way to a server.
public struct SubmissionFields: Hashable, Sendable {
    /// What is the case.
    public enum State: String, CaseIterable, Sendable, JSONDecodable {
        /// It waits a while, in which the end can be taken back.
        case held
        /// It waits for its turn, or for the next try.
        case waiting
        /// A request is on its way.
        case sending
        /// The server has it.
        case sent
        /// Nobody is signed in, or the token does not count any more.
        case signInNeeded
        /// The server refuses for good.
        case refused
        /// Only a person can tell which gather of the server is this one.
        case needsDecision
        /// The end was taken back after something was sent.
        case withdrawn
        /// Somebody decided that it is not sent.
        case dropped
    }

    /// What is the case.
    public var state: State
    /// How many tries in a row have failed.
    public var attempts: Int
    /// When it is tried next; RFC 3339 in UTC, nil where nothing is tried by itself.
    public var nextAttemptAt: String?
    /// Why the last try has failed, for a person.
    public var lastError: String?
    /// The server's ID of the gather.
    public var remoteID: String?

    /// Makes a submission of its fields.
    public init(
        state: State, attempts: Int = 0, nextAttemptAt: String? = nil, lastError: String? = nil,
        remoteID: String? = nil
    ) {
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.lastError = lastError
        self.remoteID = remoteID
    }
}

extension SubmissionFields: JSONEncodable, JSONDecodable {
    /// The submission on the wire.
    public var json: JSONValue {
        .object([
            "state": .string(state.rawValue), "attempts": .int(attempts),
            "nextAttemptAt": JSONValue(nextAttemptAt), "lastError": JSONValue(lastError),
            "remoteId": JSONValue(remoteID),
        ])
    }

    /// Reads a submission.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            state: try reader.required("state"), attempts: try reader.required("attempts"),
            nextAttemptAt: try reader.optional("nextAttemptAt"),
            lastError: try reader.optional("lastError"),
            remoteID: try reader.optional("remoteId"))
    }
}

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
    /// How far it is on its way.
    public var submission: SubmissionFields
    /// The server's IDs of the gathers that may be this one, where somebody has to decide.
    public var candidates: [String]

    /// Makes a result of its fields.
    public init(
        gatherID: String, teamAName: String, teamBName: String, score: String,
        submission: SubmissionFields, candidates: [String] = []
    ) {
        self.gatherID = gatherID
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.score = score
        self.submission = submission
        self.candidates = candidates
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
            candidates: try reader.required("candidates"))
    }
}
