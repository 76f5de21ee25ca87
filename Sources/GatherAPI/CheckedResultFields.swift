public import Varlink

/// `type Candidate`: a gather of the server that may be one whose creation was lost.
public struct CandidateFields: Hashable, Sendable {
    /// Its UUID.
    public var remoteID: String
    /// The names of the players who are in it by now; nil where the server was not asked.
    public var players: [String]?

    /// Makes one of its fields.
    public init(remoteID: String, players: [String]? = nil) {
        (self.remoteID, self.players) = (remoteID, players)
    }
}

extension CandidateFields: JSONEncodable, JSONDecodable {
    /// The candidate on the wire.
    public var json: JSONValue {
        .object([
            "remoteId": .string(remoteID), "players": .array((players ?? []).map(JSONValue.string)),
        ])
    }

    /// Reads a candidate.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            remoteID: try reader.required("remoteId"), players: try reader.required("players"))
    }
}

/// `type CheckedResult`: a result that the server was asked about.
public struct CheckedResultFields: Hashable, Sendable {
    /// The state of it at the server.
    public enum Finding: String, CaseIterable, Sendable, JSONDecodable {
        /// The server has this result.
        case same
        /// The server has no such gather.
        case gone
        /// The server has another result, or none.
        case different
        /// The server has the result, and not all of the players or others too.
        case players
    }

    /// The gather's UUID.
    public var gatherID: String
    /// The name of the first side.
    public var teamAName: String
    /// The name of the second side.
    public var teamBName: String
    /// Goals of the first and the second side, such as `2-1`.
    public var score: String
    /// The server's ID of the gather.
    public var remoteID: String
    /// The state of it at the server.
    public var finding: Finding
    /// The score that the server has; nil where it has none.
    public var remoteScore: String?

    /// Makes one of its fields.
    public init(
        gatherID: String, teamAName: String, teamBName: String, score: String, remoteID: String,
        finding: Finding, remoteScore: String? = nil
    ) {
        (self.gatherID, self.teamAName, self.teamBName) = (gatherID, teamAName, teamBName)
        (self.score, self.remoteID) = (score, remoteID)
        (self.finding, self.remoteScore) = (finding, remoteScore)
    }
}

extension CheckedResultFields: JSONEncodable, JSONDecodable {
    /// The result on the wire.
    public var json: JSONValue {
        .object([
            "gatherId": .string(gatherID), "teamAName": .string(teamAName),
            "teamBName": .string(teamBName), "score": .string(score),
            "remoteId": .string(remoteID), "finding": .string(finding.rawValue),
            "remoteScore": JSONValue(remoteScore),
        ])
    }

    /// Reads a result.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            gatherID: try reader.required("gatherId"),
            teamAName: try reader.required("teamAName"),
            teamBName: try reader.required("teamBName"), score: try reader.required("score"),
            remoteID: try reader.required("remoteId"), finding: try reader.required("finding"),
            remoteScore: try reader.optional("remoteScore"))
    }
}

/// `type OtherResults`: results that wait for another user.
public struct OtherResultsFields: Hashable, Sendable {
    /// The user name; nil if it was not to be remembered.
    public var userName: String?
    /// The address of the server.
    public var server: String
    /// The number of them.
    public var count: Int

    /// Makes one of its fields.
    public init(userName: String?, server: String, count: Int) {
        (self.userName, self.server, self.count) = (userName, server, count)
    }
}

extension OtherResultsFields: JSONEncodable, JSONDecodable {
    /// The results on the wire.
    public var json: JSONValue {
        .object([
            "userName": JSONValue(userName), "server": .string(server), "count": .int(count),
        ])
    }

    /// Reads results.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            userName: try reader.optional("userName"), server: try reader.required("server"),
            count: try reader.required("count"))
    }
}
