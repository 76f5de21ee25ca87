import GatherAPI
import LinuxIO

/// Presents the account and its errors.
enum AccountPresenter {
    static func text(_ account: AccountFields?) -> String {
        guard let account else {
            return "no account; 'gatherctl login --server URL' signs in to send results"
        }
        let server = account.server
        let who = account.userName.map { "\($0) at \(server)" } ?? server
        guard account.signedIn else { return "\(who), signed out" }
        guard account.signInRefused else { return "\(who), signed in" }
        return "\(who), but the server does not take the sign-in any more; "
            + "'gatherctl login' signs in anew"
    }

    /// Returns the time and the content of the server's last answer; nil if it is not known.
    static func lastAnswer(_ answer: AnswerFields?, at now: ClockReading) -> String? {
        guard let answer else { return nil }
        let name = HTTPStatusName.of(answer.status)
        let status = ["\(answer.status)", name].compactMap(\.self).joined(separator: " ")
        var words = "last answer: \(status), \(TimeWords.past(answer.at, at: now))"
        // Without a reason from the server, gather-submit repeats the status as the reason.
        if let reason = answer.reason, reason != name, !reason.hasSuffix(" \(answer.status)") {
            words += ": \(reason)"
        }
        return words
    }

    static func text(_ error: AccountError) -> String {
        switch error {
        case .fieldMissing(.userName):
            "the user name is missing, and none is remembered; name it behind the verb"
        case .fieldMissing(.password): "the password is empty"
        case .fieldMissing(nil): "Both fields are mandatory."
        case .invalidUserName(.empty): "the user name is empty"
        case .invalidUserName(.blank): "the user name has nothing but blanks"
        case .invalidUserName(.tooLong):
            "the user name is longer than \(InterfaceLimits.accountNameCharacters) characters"
        case .invalidUserName(.colon):
            "the user name has a ':', with which nobody could ever sign in"
        case .noServer: "no server is known; say '--server URL'"
        case .invalidServer(let reason):
            "the server cannot be used: \(ServerReason.text(reason, offers: .atSignIn))"
        case .serverRefused(401, _): "the user name or the password is wrong"
        case .serverRefused(500, let reason):
            "the server answers 500, as for a name that is taken: \(reason)"
        case .serverRefused(let status, let reason): "the server answers \(status): \(reason)"
        case .serverUnreachable(let reason): "the server cannot be reached: \(reason)"
        case .outcomeUnknown(let reason): "the server gave no answer that tells: \(reason)"
        case .notSignedIn: "nobody is signed in; 'gatherctl login' signs in"
        case .noSuchGather: "there is no such gather; 'gatherctl history' lists them"
        case .ambiguousGather:
            "several gathers have an ID that begins so; 'gatherctl history --json' has them whole"
        case .noResult: "the gather has not ended, or has no result"
        case .nothingToDecide: "there is nothing to decide; 'gatherctl submissions' tells"
        case .nothingToDrop:
            "it has arrived, or was never to be sent; 'gatherctl submissions' lists the others"
        case .notACandidate:
            "the server has no such gather, or it has a result; 'gatherctl submissions' lists the "
                + "gathers that it may be"
        case .noSuchLeftover:
            "nothing with this ID is left at the server; 'gatherctl submissions' tells"
        case .leftoverChanged:
            "somebody has changed it at the server since it was seen, and it was not deleted; "
                + "'gatherctl submissions' tells how it is now"
        case .otherAccount(let name, let server):
            "it is of \(name ?? "another user") at \(server), who is not signed in; "
                + "'gatherctl submit --take-over' sends what has not arrived for who is"
        case .storageFailed(let reason): "it could not be stored: \(reason)"
        }
    }
}

/// The names of HTTP statuses, RFC 9110.
enum HTTPStatusName {
    /// Returns the name of a status; nil for one that a server of this kind does not use.
    static func of(_ status: Int) -> String? { names[status] }

    private static let names = [
        200: "OK",
        201: "Created",
        204: "No Content",
        301: "Moved Permanently",
        302: "Found",
        400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        409: "Conflict",
        413: "Content Too Large",
        422: "Unprocessable Content",
        429: "Too Many Requests",
        500: "Internal Server Error",
        501: "Not Implemented",
        502: "Bad Gateway",
        503: "Service Unavailable",
        504: "Gateway Timeout",
    ]
}

/// Presents the reason why a request did not reach a server, with the options of this program.
enum ServerReason {
    /// The place of the message, on which its advice depends.
    enum Place {
        /// In the command that signs in, which takes the option itself.
        case atSignIn
        /// In a message about a server that was chosen before.
        case afterwards
    }

    /// Returns the reason, with the option that allows plain http to another machine; the program
    /// that sent the request does not know the options.
    static func text(_ reason: String, offers place: Place) -> String {
        guard reason.hasSuffix(ServerFields.insecureWay) else { return reason }
        let option = "'--\(Option.insecureHTTP.name)'"
        let words =
            switch place {
            case .atSignIn: "say \(option)"
            case .afterwards: "say \(option) to 'gatherctl login --server URL'"
            }
        return reason.dropLast(ServerFields.insecureWay.count) + words
    }
}
