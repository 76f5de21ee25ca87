import GatherAPI
import Varlink

/// Calls about what only a person can settle at a server.
extension AccountService {
    /// Answers such a call.
    func settle(_ method: AccountMethod, _ call: Call) throws -> Answer {
        switch method {
        case .listCandidates:
            let id = try CommandDecoder.gatherName(AccountMethod.ListCandidates(call).id)
            return answered { gathers, done in
                gathers.candidates(of: id) { result in
                    done(result.map { AccountMethod.ListCandidates.Reply(candidates: $0).fields })
                }
            }
        case .decide:
            let given = try AccountMethod.Decide(call)
            let id = try CommandDecoder.gatherName(given.id)
            let remoteID = try given.remoteID.map(CommandDecoder.remoteID)
            return answered { gathers, done in
                gathers.decide(id, remoteID) { done($0.map { [:] }) }
            }
        case .removeLeftover:
            let given = try AccountMethod.RemoveLeftover(call)
            let (id, remoteID) = try leftover(given.id, given.remoteID)
            return answered { gathers, done in
                gathers.removeLeftover(of: id, remoteID) { done($0.map { [:] }) }
            }
        case .keepLeftover:
            let given = try AccountMethod.KeepLeftover(call)
            let (id, remoteID) = try leftover(given.id, given.remoteID)
            return answered { gathers, done in
                done(
                    Result { () throws(AccountError) in
                        try gathers.keepLeftover(of: id, remoteID)
                        return [:]
                    })
            }
        case .checkResults:
            let id = try AccountMethod.CheckResults(call).id.map(CommandDecoder.gatherName)
            return answered { gathers, done in
                gathers.check(id) { result in
                    done(result.map { AccountMethod.CheckResults.Reply(results: $0).fields })
                }
            }
        case .get, .register, .logIn, .logOut, .listResults, .submit, .drop:
            throw VarlinkError.methodNotFound(method.fullName)
        }
    }

    /// A gather and what is left of it at the server, which of a player is a number.
    private func leftover(
        _ id: String, _ remoteID: String
    ) throws(VarlinkError) -> (id: String, remoteID: String) {
        let id = try CommandDecoder.gatherName(id)
        return (id, Int(remoteID) == nil ? try CommandDecoder.remoteID(remoteID) : remoteID)
    }

    /// An answer that may take the server.
    private func answered(
        _ begin:
            @escaping @Sendable (
                isolated GatherInteractor, @escaping GatherInteractor.Answered<JSONObject>
            ) -> Void
    ) -> Answer {
        let gathers = gathers
        return .change(
            MatchWork(refusal: Self.refusal) { reply in
                gathers.assumeIsolated { interactor in
                    begin(interactor) { result in
                        switch result {
                        case .success(let parameters): reply(Reply(parameters))
                        case .failure(let error): reply(error.reply)
                        }
                    }
                }
            })
    }
}
