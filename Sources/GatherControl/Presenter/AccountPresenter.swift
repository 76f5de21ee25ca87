import GatherAPI
import LinuxIO

/// Presents the account and its errors.
enum AccountPresenter {
    static func text(_ account: AccountFields?) -> String {
        guard let account else {
            return tr("no account; 'gatherctl login --server URL' signs in to send results")
        }
        let server = account.server
        let user = account.userName.map { tr("%1$@ at %2$@", $0, server) } ?? server
        guard account.signedIn else { return tr("%1$@, signed out", user) }
        guard account.signInRefused else { return tr("%1$@, signed in", user) }
        return tr(
            """
            %1$@, but the server does not accept the sign-in any more; 'gatherctl login' signs in \
            again
            """, user)
    }

    /// Returns the time and the content of the server's last answer; nil if it is not known.
    static func lastAnswer(_ answer: AnswerFields?, at now: ClockReading) -> String? {
        guard let answer else { return nil }
        let name = HTTPStatusName.all[answer.status]
        let status = ["\(answer.status)", name].compactMap(\.self).joined(separator: " ")
        let time = TimeText.past(answer.at, at: now)
        guard let reason = answer.reason, reason != name else {
            return tr("last answer: %1$@, %2$@", status, time)
        }
        return tr("last answer: %1$@, %2$@: %3$@", status, time, reason)
    }

    /// Returns the text for an error.
    ///
    /// - Parameter registers: True if the call was to make an account.
    static func text(_ error: AccountError, registers: Bool = false) -> String {
        switch error {
        case .fieldMissing(.userName):
            tr("the user name is missing, and none is remembered; type it after the verb")
        case .fieldMissing(.password): tr("the password is empty")
        case .fieldMissing(nil): tr("Both fields are mandatory.")
        case .invalidUserName(.empty): tr("the user name is empty")
        case .invalidUserName(.blank): tr("the user name has only blanks")
        case .invalidUserName(.tooLong):
            tr(
                "the user name is longer than %1$@ characters",
                InterfaceLimits.accountNameCharacters)
        case .invalidUserName(.colon):
            tr("the user name must not have a ':', as nobody could sign in with it")
        case .noServer: tr("no server is known; say '--server URL'")
        case .invalidServer(let reason, needsInsecureHTTP: true):
            tr(
                "the server cannot be used: %1$@; '%2$@' allows plain http",
                // Of all reasons this is the one that is known here.
                reason == SubmitterError.plainHTTPReason ? Catalogue.text(reason) : reason,
                "--\(Option.insecureHTTP.name)")
        case .invalidServer(let reason, _): tr("the server cannot be used: %1$@", reason)
        case .serverRefused(401, _): tr("the user name or the password is wrong")
        case .serverRefused(500, let reason) where registers:
            tr("the server answers 500, which may mean that the name is taken: %1$@", reason)
        case .serverRefused(let status, let reason):
            tr("the server answers %1$@: %2$@", status, reason)
        case .serverUnreachable(let reason): tr("the server cannot be reached: %1$@", reason)
        case .outcomeUnknown(let reason):
            tr("it is not known whether the server has done it: %1$@", reason)
        case .notSignedIn: tr("nobody is signed in; 'gatherctl login' signs in")
        case .noSuchGather: RefusalPresenter.unknownMatch
        case .ambiguousGather: RefusalPresenter.ambiguousMatch
        case .noResult: tr("the match has not ended, or has no result")
        case .nothingToDecide:
            tr("there is nothing to decide; 'gatherctl submissions' lists what is open")
        case .nothingToDrop:
            tr(
                """
                the result is sent already, or was never to be sent; 'gatherctl submissions' lists \
                the others
                """)
        case .notACandidate:
            tr(
                """
                the server has no such match, or it has a result; 'gatherctl submissions' lists \
                the matches that it may be
                """)
        case .noSuchLeftover:
            tr("nothing with this ID is left at the server; 'gatherctl submissions' lists what is")
        case .leftoverChanged:
            tr(
                """
                it was not deleted, as somebody has changed it at the server in the meantime; \
                'gatherctl submissions' shows it as it is now
                """)
        case .otherAccount(let name, let server):
            tr(
                """
                the result belongs to %1$@ at %2$@, who is not signed in; 'gatherctl submit \
                --take-over' sends it as the user who is
                """, name ?? tr("another user"), server)
        case .storageFailed(let reason): tr("it could not be stored: %1$@", reason)
        }
    }
}

/// The names of HTTP statuses, RFC 9110.
enum HTTPStatusName {
    /// Those that a server of this kind uses.
    static let all = [
        // Not translated: the names are those of RFC 9110.
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
