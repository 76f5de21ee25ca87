import GatherAPI
import Varlink

/// One call that takes a request: the request, and what its answer has to say.
struct Step: Equatable, Sendable {
    /// What the caller gets when it is done.
    enum Expectation: Equatable, Sendable {
        /// No more than a status.
        case nothing(status: Int)
        /// The UUID of an account that was made.
        case newUser
        /// A token.
        case login
        /// The UUID of a gather that was made.
        case newGather
        /// The number of a player that was made.
        case newPlayer
        /// A list of gathers.
        case gathers
        /// A list of players.
        case players
        /// A list that is handed on in pages.
        case pages(ListPages.Elements)
    }

    /// What is asked of the server.
    var request: HTTPRequest
    /// What the answer has to say.
    var expectation: Expectation
    /// What must not be said to anybody, even if the server repeats it.
    var secrets: [String]

    /// The list that is handed on in pages, before anything of it has come; nil for another step.
    var list: ListPages? {
        if case .pages(let elements) = expectation { ListPages(of: elements) } else { nil }
    }

    /// The replies to the call when all of the answer has come: one, or the last pages of a list.
    ///
    /// - Parameter list: What has come of a list that is handed on in pages.
    func replies(
        to outcome: Result<HTTPAnswer, HTTPFailure>, after list: ListPages? = nil
    ) -> [Reply] {
        do throws(SubmitterError) {
            switch outcome {
            case .success(let answer):
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

    /// The reply to the call where something is wrong.
    func reply(to error: SubmitterError) -> Reply { error.fit(without: secrets).reply }

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
    /// The same error, its reason fit for people: in one line, not long, and left out where the
    /// server repeats a secret in it.
    fileprivate func fit(without secrets: [String]) -> SubmitterError {
        func unrepeated(_ reason: String) -> String {
            let hasSecret = secrets.contains { reason.contains($0) }
            return ReasonText.of(hasSecret ? "the server repeated a secret" : reason)
        }
        return switch self {
        case .invalidServer(let reason): .invalidServer(reason: ReasonText.of(reason))
        case .unexpectedStatus(let status, let reason):
            .unexpectedStatus(status: status, reason: unrepeated(reason))
        case .notSent(let reason): .notSent(reason: ReasonText.of(reason))
        case .outcomeUnknown(let reason): .outcomeUnknown(reason: unrepeated(reason))
        }
    }
}
