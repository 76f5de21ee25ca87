public import Varlink

/// The errors of `io.gatherd.Account`.
public enum AccountError: Error, Hashable, Sendable {
    /// The name, server and password file that somebody signs in with.
    public enum Field: String, CaseIterable, Sendable, JSONDecodable {
        /// The user name.
        case userName
        /// The password.
        case password
    }

    /// What is wrong with a user name.
    public enum UserNameProblem: String, CaseIterable, Sendable, JSONDecodable {
        /// It has no characters.
        case empty
        /// It has nothing but blanks.
        case blank
        /// It has more than 20 characters.
        case tooLong
        /// It has a colon, with which nobody could ever sign in.
        case colon
    }

    /// The user name or the password was not given; nil where both are missing.
    case fieldMissing(Field?)
    /// No account can have this user name.
    case invalidUserName(UserNameProblem)
    /// No server was given, and none is remembered.
    case noServer
    /// The address of the server cannot be used.
    case invalidServer(reason: String)
    /// The server refuses, with an HTTP status.
    case serverRefused(status: Int, reason: String)
    /// The server could not be asked.
    case serverUnreachable(reason: String)
    /// The server was asked, and no answer tells what it did.
    case outcomeUnknown(reason: String)
    /// Nobody is signed in.
    case notSignedIn
    /// There is no gather with this ID.
    case noSuchGather
    /// More than one gather has an ID that begins so.
    case ambiguousGather
    /// The gather has not ended with a result.
    case noResult
    /// There is nothing to decide.
    case nothingToDecide
    /// The result is not on its way.
    case nothingToDrop
    /// The server has no such gather, or it has a result or another owner here.
    case notACandidate
    /// Nothing with this ID is left at the server.
    case noSuchLeftover
    /// A leftover at the server is not as it was seen.
    case leftoverChanged
    /// The result was ended for another user.
    case otherAccount(userName: String?, server: String)
    /// It could not be stored.
    case storageFailed(reason: String)

    /// The error as a reply.
    public var reply: Reply {
        switch self {
        case .fieldMissing(let field):
            error("FieldMissing", ["field": JSONValue(field?.rawValue)])
        case .invalidUserName(let problem):
            error("InvalidUserName", ["problem": .string(problem.rawValue)])
        case .noServer: error("NoServer")
        case .invalidServer(let reason): error("InvalidServer", ["reason": .string(reason)])
        case .serverRefused(let status, let reason):
            error("ServerRefused", ["status": .int(status), "reason": .string(reason)])
        case .serverUnreachable(let reason):
            error("ServerUnreachable", ["reason": .string(reason)])
        case .outcomeUnknown(let reason): error("OutcomeUnknown", ["reason": .string(reason)])
        case .notSignedIn: error("NotSignedIn")
        case .noSuchGather: error("NoSuchGather")
        case .ambiguousGather: error("AmbiguousGather")
        case .noResult: error("NoResult")
        case .nothingToDecide: error("NothingToDecide")
        case .nothingToDrop: error("NothingToDrop")
        case .notACandidate: error("NotACandidate")
        case .noSuchLeftover: error("NoSuchLeftover")
        case .leftoverChanged: error("LeftoverChanged")
        case .otherAccount(let userName, let server):
            error("OtherAccount", ["userName": JSONValue(userName), "server": .string(server)])
        case .storageFailed(let reason): error("StorageFailed", ["reason": .string(reason)])
        }
    }

    /// Reads the error of a reply, or nil if it is another one.
    public init?(_ reply: Reply) {
        let prefix = "\(Interfaces.account.name)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        let reason = reply.parameters["reason"]?.string ?? ""
        switch name.dropFirst(prefix.count) {
        case "FieldMissing":
            self = .fieldMissing(
                reply.parameters["field"]?.string.flatMap(Field.init(rawValue:)))
        case "InvalidUserName":
            let problem = reply.parameters["problem"]?.string
            self = .invalidUserName(problem.flatMap(UserNameProblem.init(rawValue:)) ?? .empty)
        case "NoServer": self = .noServer
        case "InvalidServer": self = .invalidServer(reason: reason)
        case "ServerRefused":
            self = .serverRefused(status: reply.parameters["status"]?.int ?? 0, reason: reason)
        case "ServerUnreachable": self = .serverUnreachable(reason: reason)
        case "OutcomeUnknown": self = .outcomeUnknown(reason: reason)
        case "NotSignedIn": self = .notSignedIn
        case "NoSuchGather": self = .noSuchGather
        case "AmbiguousGather": self = .ambiguousGather
        case "NoResult": self = .noResult
        case "NothingToDecide": self = .nothingToDecide
        case "NothingToDrop": self = .nothingToDrop
        case "NotACandidate": self = .notACandidate
        case "NoSuchLeftover": self = .noSuchLeftover
        case "LeftoverChanged": self = .leftoverChanged
        case "OtherAccount":
            self = .otherAccount(
                userName: reply.parameters["userName"]?.string,
                server: reply.parameters["server"]?.string ?? "")
        case "StorageFailed": self = .storageFailed(reason: reason)
        default: return nil
        }
    }

    private func error(_ name: String, _ parameters: JSONObject = [:]) -> Reply {
        Reply(error: "\(Interfaces.account.name).\(name)", parameters)
    }
}
