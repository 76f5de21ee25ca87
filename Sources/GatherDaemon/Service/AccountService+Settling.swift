import GatherAPI
import Varlink

/// Calls about what only a person can settle at a server.
extension AccountService {
    /// Answers such a call.
    func settle(
        _ method: AccountMethod, _ reader: inout ParameterReader
    ) throws -> Answer {
        guard method != .checkResults else { return try check(&reader) }
        let id = try CommandDecoder.gatherName(try reader.required("id"))
        if method == .listCandidates {
            try reader.finish()
            return answered { gathers, done in
                gathers.candidates(of: id) { result in
                    done(result.map { ["candidates": .array($0.map(\.json))] })
                }
            }
        }
        let given: String? = try reader.optional("remoteId")
        try reader.finish()
        if method == .decide {
            let remoteID = try given.map(CommandDecoder.remoteID)
            return answered { gathers, done in
                gathers.decide(id, remoteID) { done($0.map { [:] }) }
            }
        }
        // Of a player it is a number.
        guard let given, Int(given) != nil || (try? CommandDecoder.remoteID(given)) != nil else {
            throw VarlinkError.invalidParameter("remoteId")
        }
        if method == .removeLeftover {
            return answered { gathers, done in
                gathers.removeLeftover(of: id, given) { done($0.map { [:] }) }
            }
        }
        return answered { gathers, done in
            done(
                Result { () throws(AccountError) in
                    try gathers.keepLeftover(of: id, given)
                    return [:]
                })
        }
    }

    private func check(_ reader: inout ParameterReader) throws -> Answer {
        let given: String? = try reader.optional("id")
        try reader.finish()
        let id = try given.map(CommandDecoder.gatherName)
        return answered { gathers, done in
            gathers.check(id) { result in
                done(result.map { ["results": .array($0.map(\.json))] })
            }
        }
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
