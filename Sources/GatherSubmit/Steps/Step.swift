import GatherAPI
import Varlink

/// A call that takes a request: the request, and the expected answer.
struct Step: Equatable, Sendable {
    /// The expected content of the answer.
    enum Expectation: Equatable, Sendable {
        /// Only a status.
        case nothing(status: Int)
        /// The UUID of a new account.
        case newUser
        /// A token.
        case login
        /// The UUID of a new gather.
        case newGather
        /// The number of a new player.
        case newPlayer
        /// A list of gathers.
        case gathers
        /// A list of players.
        case players
        /// A list that is forwarded in pages.
        case pages(ListPages.Elements)
    }

    /// The request to the server.
    var request: HTTPRequest
    /// The expected content of the answer.
    var expectation: Expectation
    /// The texts that must not appear in a reply, even if the server repeats them.
    var secrets: [String]

    /// The list that is forwarded in pages, before anything is received; nil for another step.
    var list: ListPages? {
        if case .pages(let elements) = expectation { ListPages(of: elements) } else { nil }
    }

    /// Returns the replies after the whole answer was received: one, or the last pages of a list.
    ///
    /// - Parameter list: The received part of a list that is forwarded in pages.
    func replies(
        to outcome: Result<HTTPAnswer, HTTPFailure>, after list: ListPages? = nil
    ) -> [Reply] {
        do throws(SubmitterError) {
            switch outcome {
            case .success(let answer):
                if !isOfAccount { try answer.expectNoPage() }
                guard var list else { return [Reply(try result(of: answer))] }
                let pages = try list.pages(of: answer)
                return pages + [try list.lastPage()]
            case .failure(.notSent(let reason)): throw .notSent(reason: reason)
            case .failure(.noAnswer(let reason)): throw .outcomeUnknown(reason: reason)
            }
        } catch {
            return [reply(to: error)]
        }
    }

    /// True if a person waits for the outcome, and sees any status.
    private var isOfAccount: Bool { [.newUser, .login].contains(expectation) }

    /// Returns the reply to the call for an error.
    func reply(to error: SubmitterError) -> Reply { error.presentable(without: secrets).reply }

    private func result(of answer: HTTPAnswer) throws(SubmitterError) -> JSONObject {
        switch expectation {
        case .nothing(let status):
            try answer.expect(status)
            return [:]
        case .newUser:
            return SubmitterMethod.Register.Reply(userID: try answer.createdUUID()).fields
        case .login:
            let (token, userID) = try answer.login()
            return SubmitterMethod.LogIn.Reply(token: token, userID: userID).fields
        case .newGather:
            return SubmitterMethod.CreateGather.Reply(gatherID: try answer.createdUUID()).fields
        case .newPlayer:
            return SubmitterMethod.CreatePlayer.Reply(playerID: try answer.createdNumber()).fields
        case .gathers:
            return SubmitterMethod.ListGathers.Reply(gathers: try answer.gathers()).fields
        case .players:
            return SubmitterMethod.ListPlayers.Reply(players: try answer.players()).fields
        case .pages: throw .outcomeUnknown(reason: "the list has no pages")
        }
    }
}

extension SubmitterError {
    /// Returns the same error with a reason for people: in one line, not too long, and left out if
    /// the server repeats a secret in it.
    fileprivate func presentable(without secrets: [String]) -> SubmitterError {
        func unrepeated(_ reason: String) -> String {
            let hasSecret = secrets.contains { reason.contains($0) }
            return ReasonText.of(hasSecret ? "the server repeated a secret" : reason)
        }
        return switch self {
        case .invalidServer(let reason, let needsInsecureHTTP):
            .invalidServer(reason: ReasonText.of(reason), needsInsecureHTTP: needsInsecureHTTP)
        case .unexpectedStatus(let status, let reason, let seconds):
            .unexpectedStatus(
                status: status, reason: unrepeated(reason), retryAfterSeconds: seconds)
        case .notSent(let reason): .notSent(reason: ReasonText.of(reason))
        case .outcomeUnknown(let reason): .outcomeUnknown(reason: unrepeated(reason))
        }
    }
}
