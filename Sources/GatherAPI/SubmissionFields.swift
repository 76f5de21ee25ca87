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
    /// The number of players of whom somebody has to say who they are at the server; nil where
    /// there are none.
    public var questions: Int?
    /// The number of gathers and players left at the server that somebody has to delete or keep;
    /// nil where there are none.
    public var leftovers: Int?
    /// True while what was sent before is to be deleted at the server; nil otherwise.
    public var deleting: Bool?
    /// The user it waits for, where another one is signed in; nil otherwise.
    public var owner: OwnerFields?

    /// Makes a submission of its fields.
    public init(
        state: State, attempts: Int = 0, nextAttemptAt: String? = nil, lastError: String? = nil,
        remoteID: String? = nil, questions: Int? = nil, leftovers: Int? = nil,
        deleting: Bool? = nil, owner: OwnerFields? = nil
    ) {
        self.state = state
        self.attempts = attempts
        self.nextAttemptAt = nextAttemptAt
        self.lastError = lastError
        self.remoteID = remoteID
        (self.questions, self.leftovers, self.deleting) = (questions, leftovers, deleting)
        self.owner = owner
    }
}

extension SubmissionFields: JSONEncodable, JSONDecodable {
    /// The submission on the wire.
    public var json: JSONValue {
        .object([
            "state": .string(state.rawValue), "attempts": .int(attempts),
            "nextAttemptAt": JSONValue(nextAttemptAt), "lastError": JSONValue(lastError),
            "remoteId": JSONValue(remoteID), "questions": JSONValue(questions),
            "leftovers": JSONValue(leftovers), "deleting": deleting.map(JSONValue.bool) ?? .null,
            "owner": owner?.json ?? .null,
        ])
    }

    /// Reads a submission.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            state: try reader.required("state"), attempts: try reader.required("attempts"),
            nextAttemptAt: try reader.optional("nextAttemptAt"),
            lastError: try reader.optional("lastError"),
            remoteID: try reader.optional("remoteId"),
            questions: try reader.optional("questions"),
            leftovers: try reader.optional("leftovers"),
            deleting: try reader.optional("deleting"), owner: try reader.optional("owner"))
    }
}

/// `type Owner`: a user whom a result waits for.
public struct OwnerFields: Hashable, Sendable {
    /// The user name; nil if it was not to be remembered.
    public var userName: String?
    /// The address of the server; nil where it is that of the account.
    public var server: String?

    /// Makes an owner of its fields.
    public init(userName: String?, server: String? = nil) {
        (self.userName, self.server) = (userName, server)
    }
}

extension OwnerFields: JSONEncodable, JSONDecodable {
    /// The owner on the wire.
    public var json: JSONValue {
        .object(["userName": JSONValue(userName), "server": JSONValue(server)])
    }

    /// Reads an owner.
    public init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.init(
            userName: try reader.optional("userName"), server: try reader.optional("server"))
    }
}
