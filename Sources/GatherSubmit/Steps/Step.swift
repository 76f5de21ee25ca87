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
    }

    /// What is asked of the server.
    var request: HTTPRequest
    /// What the answer has to say.
    var expectation: Expectation
    /// What must not be said to anybody, even if the server repeats it.
    var secrets: [String]

    /// The reply to the call.
    func reply(to outcome: Result<HTTPAnswer, HTTPFailure>) -> Reply {
        do throws(SubmitterError) {
            switch outcome {
            case .success(let answer): return Reply(try result(of: answer))
            case .failure(.notSent(let reason)): throw .notSent(reason: reason)
            case .failure(.noAnswer(let reason)): throw .outcomeUnknown(reason: reason)
            }
        } catch {
            return error.fit(without: secrets).reply
        }
    }

    private func result(of answer: HTTPAnswer) throws(SubmitterError) -> JSONObject {
        switch expectation {
        case .nothing(let status):
            try answer.expect(status)
            return [:]
        case .newUser: return ["userId": .string(try answer.createdUUID())]
        case .login:
            let (token, userID) = try answer.login()
            return ["token": .string(token), "userId": JSONValue(userID)]
        case .newGather: return ["gatherId": .string(try answer.createdUUID())]
        case .newPlayer: return ["playerId": .int(try answer.createdNumber())]
        case .gathers: return ["gathers": .array(try answer.gathers().map(\.json))]
        case .players: return ["players": .array(try answer.players().map(\.json))]
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
            .unexpectedStatus(status, reason: unrepeated(reason))
        case .notSent(let reason): .notSent(reason: ReasonText.of(reason))
        case .outcomeUnknown(let reason): .outcomeUnknown(reason: unrepeated(reason))
        }
    }
}
