// Made by varlink-gen from Interfaces/Account.varlink; units/generate makes it anew.
public import Varlink

/// The server's answer to a request, whether for a result, for players or to sign in.
public struct AnswerFields: VarlinkObject {
    /// The moment that it came, by the wall clock; RFC 3339 in UTC.
    @Shown public var at: String

    /// Its HTTP status.
    public var status: Int

    /// Its reason for a refusal, in its own words if it gave any; nil if it did what was asked.
    @Shown public var reason: String?

    /// Makes one of its fields.
    public init(at: String, status: Int, reason: String? = nil) {
        self.at = at
        self.status = status
        self.reason = reason
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("at", $at.json),
            .init("status", status.json),
            .init("reason", $reason.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        at = try reader.required("at")
        status = try reader.required("status")
        reason = try reader.optional("reason")
    }
}

/// The server that results go to, and the user they are sent for.
public struct AccountFields: VarlinkObject {
    /// The address of the server.
    @Shown public var server: String

    /// True if plain http may go to another machine than this one.
    public var allowInsecureHTTP: Bool

    /// The user name; nil if it is not to be remembered.
    @Shown public var userName: String?

    /// True if there is a token, so that results can be sent.
    public var signedIn: Bool

    /// True if the server does not accept the token any more: it answered 401 to a request with it,
    /// and has accepted none since.
    public var signInRefused: Bool

    /// The newest answer of the server; nil if none is known.
    public var lastAnswer: AnswerFields?

    /// Makes one of its fields.
    public init(
        server: String,
        allowInsecureHTTP: Bool = false,
        userName: String? = nil,
        signedIn: Bool,
        signInRefused: Bool = false,
        lastAnswer: AnswerFields? = nil
    ) {
        self.server = server
        self.allowInsecureHTTP = allowInsecureHTTP
        self.userName = userName
        self.signedIn = signedIn
        self.signInRefused = signInRefused
        self.lastAnswer = lastAnswer
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("server", $server.json),
            .init("allowInsecureHttp", allowInsecureHTTP.json),
            .init("userName", $userName.json),
            .init("signedIn", signedIn.json),
            .init("signInRefused", signInRefused.json),
            .init("lastAnswer", lastAnswer.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        server = try reader.required("server")
        allowInsecureHTTP = try reader.optional("allowInsecureHttp") ?? false
        userName = try reader.optional("userName")
        signedIn = try reader.required("signedIn")
        signInRefused = try reader.optional("signInRefused") ?? false
        lastAnswer = try reader.optional("lastAnswer")
    }
}

/// The user whose sign-in a result waits for.
public struct OwnerFields: VarlinkObject {
    /// The user name; nil if it was not to be remembered.
    @ShownName public var userName: String?

    /// The address of the server; nil if it is that of the account.
    @Shown public var server: String?

    /// Makes one of its fields.
    public init(userName: String? = nil, server: String? = nil) {
        self.userName = userName
        self.server = server
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([.init("userName", $userName.json), .init("server", $server.json)])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        userName = try reader.optional("userName")
        server = try reader.optional("server")
    }
}

/// The progress of a gather's result on its way to a server.
public struct SubmissionFields: VarlinkObject {
    /// held: it is not sent for a while, in which the end can be undone.
    ///
    /// waiting: for its turn, or for the next try. sending: a request is in progress. sent: the
    /// server has it. signInNeeded: nobody is signed in, or not the user it was ended for, or the
    /// token is not valid any more. refused: the server refuses it permanently. needsDecision: only
    /// a person can decide which gather of the server is this one. withdrawn: the end was undone
    /// after something was sent. dropped: it was given up, and is not sent.
    public enum State: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// It is not sent for a while, in which the end can be undone.
        case held
        /// For its turn, or for the next try.
        case waiting
        /// A request is in progress.
        case sending
        /// The server has it.
        case sent
        /// Nobody is signed in, or not the user it was ended for, or the token is not valid any
        /// more.
        case signInNeeded
        /// The server refuses it permanently.
        case refused
        /// Only a person can decide which gather of the server is this one.
        case needsDecision
        /// The end was undone after something was sent.
        case withdrawn
        /// It was given up, and is not sent.
        case dropped
    }

    /// held: it is not sent for a while, in which the end can be undone.
    ///
    /// waiting: for its turn, or for the next try. sending: a request is in progress. sent: the
    /// server has it. signInNeeded: nobody is signed in, or not the user it was ended for, or the
    /// token is not valid any more. refused: the server refuses it permanently. needsDecision: only
    /// a person can decide which gather of the server is this one. withdrawn: the end was undone
    /// after something was sent. dropped: it was given up, and is not sent.
    public var state: SubmissionFields.State

    /// The number of consecutive tries that have failed.
    public var attempts: Int

    /// The moment of the next try; RFC 3339 in UTC, nil if no try is scheduled.
    @Shown public var nextAttemptAt: String?

    /// The reason that the last try has failed, for a person.
    @Shown public var lastError: String?

    /// The server's ID of the gather.
    @Shown public var remoteID: String?

    /// The number of players who are not in the gather at the server, as a person has to identify
    /// them there; nil if there are none.
    public var questions: Int?

    /// The number of gathers and players left at the server that a person has to delete or keep;
    /// nil if there are none.
    public var leftovers: Int?

    /// True if what was sent before, of a discarded match or of another line-up, is to be deleted
    /// at the server, rather than a result sent; nil otherwise.
    public var deleting: Bool?

    /// The user for whom it was ended and whose sign-in it waits for, if another one is signed in;
    /// nil otherwise.
    public var owner: OwnerFields?

    /// Makes one of its fields.
    public init(
        state: SubmissionFields.State,
        attempts: Int = 0,
        nextAttemptAt: String? = nil,
        lastError: String? = nil,
        remoteID: String? = nil,
        questions: Int? = nil,
        leftovers: Int? = nil,
        deleting: Bool? = nil,
        owner: OwnerFields? = nil
    ) {
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.lastError = lastError
        self.remoteID = remoteID
        self.questions = questions
        self.leftovers = leftovers
        self.deleting = deleting
        self.owner = owner
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("state", state.json),
            .init("attempts", attempts.json),
            .init("nextAttemptAt", $nextAttemptAt.json),
            .init("lastError", $lastError.json),
            .init("remoteId", $remoteID.json),
            .init("questions", questions.json),
            .init("leftovers", leftovers.json),
            .init("deleting", deleting.json),
            .init("owner", owner.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        state = try reader.required("state")
        attempts = try reader.optional("attempts") ?? 0
        nextAttemptAt = try reader.optional("nextAttemptAt")
        lastError = try reader.optional("lastError")
        remoteID = try reader.optional("remoteId")
        questions = try reader.optional("questions")
        leftovers = try reader.optional("leftovers")
        deleting = try reader.optional("deleting")
        owner = try reader.optional("owner")
    }
}

/// A player of the match who is not in the gather at the server.
public struct MissingPlayerFields: VarlinkObject {
    /// The number in the squad.
    public var playerID: Int

    /// The name in the squad.
    @ShownName public var name: String

    /// The server's numbers of those of the same name.
    public var sameName: [Int]

    /// The server's number of the player, if a player of another name has it now; nil otherwise.
    public var otherName: Int?

    /// Makes one of its fields.
    public init(playerID: Int, name: String, sameName: [Int] = [], otherName: Int? = nil) {
        self.playerID = playerID
        self.name = name
        self.sameName = sameName
        self.otherName = otherName
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("playerId", playerID.json),
            .init("name", $name.json),
            .init("sameName", sameName.json),
            .init("otherName", otherName.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        playerID = try reader.required("playerId")
        name = try reader.required("name")
        sameName = try reader.optional("sameName") ?? []
        otherName = try reader.optional("otherName")
    }
}

/// A gather or a player at the server that is only deleted on request: it is not certain who made
/// it, or another client has changed it.
public struct LeftoverFields: VarlinkObject {
    /// stray: a gather without a result, made by a request whose answer was lost, or by another
    /// client.
    ///
    /// replaced: a gather that another one has replaced. discarded: the gather of a match that was
    /// discarded. player: a player who may have been made by a request whose answer was lost.
    public enum Kind: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// A gather without a result, made by a request whose answer was lost, or by another
        /// client.
        case stray
        /// A gather that another one has replaced.
        case replaced
        /// The gather of a match that was discarded.
        case discarded
        /// A player who may have been made by a request whose answer was lost.
        case player
    }

    /// stray: a gather without a result, made by a request whose answer was lost, or by another
    /// client.
    ///
    /// replaced: a gather that another one has replaced. discarded: the gather of a match that was
    /// discarded. player: a player who may have been made by a request whose answer was lost.
    public var kind: LeftoverFields.Kind

    /// The server's ID: of a player, the number.
    @ShownWord public var remoteID: String

    /// The name of a player.
    @ShownName public var name: String?

    /// The score when it was last read; nil without a result.
    @Shown public var score: String?

    /// The number of players of a gather when it was last read; nil if they were not read.
    public var players: Int?

    /// Makes one of its fields.
    public init(
        kind: LeftoverFields.Kind,
        remoteID: String,
        name: String? = nil,
        score: String? = nil,
        players: Int? = nil
    ) {
        self.kind = kind
        self.remoteID = remoteID
        self.name = name
        self.score = score
        self.players = players
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("kind", kind.json),
            .init("remoteId", $remoteID.json),
            .init("name", $name.json),
            .init("score", $score.json),
            .init("players", players.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        kind = try reader.required("kind")
        remoteID = try reader.required("remoteId")
        name = try reader.optional("name")
        score = try reader.optional("score")
        players = try reader.optional("players")
    }
}

/// A gather of the server that may be one whose creation was lost.
public struct CandidateFields: VarlinkObject {
    /// Its UUID.
    @ShownWord public var remoteID: String

    /// The names of the players who are in it by now.
    @ShownName public var players: [String]

    /// Makes one of its fields.
    public init(remoteID: String, players: [String]) {
        self.remoteID = remoteID
        self.players = players
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([.init("remoteId", $remoteID.json), .init("players", $players.json)])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        remoteID = try reader.required("remoteId")
        players = try reader.required("players")
    }
}

/// A result that the server was asked about.
public struct CheckedResultFields: VarlinkObject {
    /// same: the server has this result.
    ///
    /// gone: it has no such gather. different: it has another result or none. players: it has the
    /// result, and not all of the players or others too.
    public enum Finding: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// The server has this result.
        case same
        /// It has no such gather.
        case gone
        /// It has another result or none.
        case different
        /// It has the result, and not all of the players or others too.
        case players
    }

    /// The gather's UUID.
    @ShownWord public var gatherID: String

    /// The name of the first side.
    @ShownName public var teamAName: String

    /// The name of the second side.
    @ShownName public var teamBName: String

    /// Goals of the first and the second side, such as 2-1.
    @Shown public var score: String

    /// The server's ID of the gather.
    @Shown public var remoteID: String

    /// same: the server has this result.
    ///
    /// gone: it has no such gather. different: it has another result or none. players: it has the
    /// result, and not all of the players or others too.
    public var finding: CheckedResultFields.Finding

    /// The score that the server has; nil if it has none.
    @Shown public var remoteScore: String?

    /// Makes one of its fields.
    public init(
        gatherID: String,
        teamAName: String,
        teamBName: String,
        score: String,
        remoteID: String,
        finding: CheckedResultFields.Finding,
        remoteScore: String? = nil
    ) {
        self.gatherID = gatherID
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.score = score
        self.remoteID = remoteID
        self.finding = finding
        self.remoteScore = remoteScore
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("gatherId", $gatherID.json),
            .init("teamAName", $teamAName.json),
            .init("teamBName", $teamBName.json),
            .init("score", $score.json),
            .init("remoteId", $remoteID.json),
            .init("finding", finding.json),
            .init("remoteScore", $remoteScore.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        gatherID = try reader.required("gatherId")
        teamAName = try reader.required("teamAName")
        teamBName = try reader.required("teamBName")
        score = try reader.required("score")
        remoteID = try reader.required("remoteId")
        finding = try reader.required("finding")
        remoteScore = try reader.optional("remoteScore")
    }
}

/// Results that wait for another user.
public struct OtherResultsFields: VarlinkObject {
    /// The user name; nil if it was not to be remembered.
    @ShownName public var userName: String?

    /// The address of the server.
    @Shown public var server: String

    /// Their number.
    public var count: Int

    /// Makes one of its fields.
    public init(userName: String? = nil, server: String, count: Int) {
        self.userName = userName
        self.server = server
        self.count = count
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("userName", $userName.json),
            .init("server", $server.json),
            .init("count", count.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        userName = try reader.optional("userName")
        server = try reader.required("server")
        count = try reader.required("count")
    }
}

/// A gather whose result is to be sent.
public struct ResultFields: VarlinkObject {
    /// The gather's UUID.
    @ShownWord public var gatherID: String

    /// The name of the first side.
    @ShownName public var teamAName: String

    /// The name of the second side.
    @ShownName public var teamBName: String

    /// Goals of the first and the second side, such as 2-1.
    @Shown public var score: String

    /// The progress on its way.
    public var submission: SubmissionFields

    /// The server's IDs of the gathers that may be this one, if a person has to decide.
    @ShownWord public var candidates: [String]

    /// The players whom a person has to identify at the server.
    public var missingPlayers: [MissingPlayerFields]

    /// The gathers and players left at the server that somebody has to delete or keep.
    public var leftovers: [LeftoverFields]

    /// Makes one of its fields.
    public init(
        gatherID: String,
        teamAName: String,
        teamBName: String,
        score: String,
        submission: SubmissionFields,
        candidates: [String] = [],
        missingPlayers: [MissingPlayerFields] = [],
        leftovers: [LeftoverFields] = []
    ) {
        self.gatherID = gatherID
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.score = score
        self.submission = submission
        self.candidates = candidates
        self.missingPlayers = missingPlayers
        self.leftovers = leftovers
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("gatherId", $gatherID.json),
            .init("teamAName", $teamAName.json),
            .init("teamBName", $teamBName.json),
            .init("score", $score.json),
            .init("submission", submission.json),
            .init("candidates", $candidates.json),
            .init("missingPlayers", missingPlayers.json),
            .init("leftovers", leftovers.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        gatherID = try reader.required("gatherId")
        teamAName = try reader.required("teamAName")
        teamBName = try reader.required("teamBName")
        score = try reader.required("score")
        submission = try reader.required("submission")
        candidates = try reader.optional("candidates") ?? []
        missingPlayers = try reader.optional("missingPlayers") ?? []
        leftovers = try reader.optional("leftovers") ?? []
    }
}
