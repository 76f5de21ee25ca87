import GatherAPI
import GatherCore
import Varlink

/// Decodes and validates the calls to `io.gatherd.Account`.
struct AccountService: Sendable {
    private let interactor: AccountInteractor
    let gathers: GatherInteractor

    /// Makes the service of an account; it is called on the server's queue.
    init(interactor: AccountInteractor, gathers: GatherInteractor) {
        self.interactor = interactor
        self.gathers = gathers
    }

    /// Answers a call of somebody who may control the match.
    func answer(_ method: AccountMethod, _ call: Call) throws(CallError) -> Answer {
        var reader = ParameterReader(call.parameters, isStrict: true)
        do {
            switch method {
            case .get:
                try reader.finish()
                let interactor = interactor
                return change { _ throws(AccountError) in
                    Reply(interactor.assumeIsolated { $0.reply })
                }
            case .register:
                let request = try Self.signIn(&reader, remembers: false)
                return later { interactor, done throws(AccountError) in
                    try interactor.register(request, done: done)
                }
            case .logIn:
                let request = try Self.signIn(&reader, remembers: true)
                let gathers = gathers
                return later { interactor, done throws(AccountError) in
                    try interactor.logIn(request) { result in
                        done(
                            result.map { reply in
                                var reply = reply
                                let (ids, count) = gathers.assumeIsolated {
                                    ($0.unsubmitted(), $0.unlinkedPlayers)
                                }
                                reply["unsubmitted"] = .array(ids.map(JSONValue.string))
                                let others = gathers.assumeIsolated { $0.otherResults() }
                                reply["others"] = .array(others.map(\.json))
                                reply["unlinkedPlayers"] = JSONValue(count)
                                return reply
                            })
                    }
                }
            case .logOut:
                let forget: Bool = try reader.optional("forget") ?? false
                try reader.finish()
                return logOut(forgetting: forget)
            case .listResults:
                try reader.finish()
                return change { gathers throws(AccountError) in
                    Reply(["results": .array(try gathers.results().map(\.json))])
                }
            case .submit: return try submit(&reader)
            case .drop:
                let id = try CommandDecoder.gatherName(try reader.required("id"))
                try reader.finish()
                return change { gathers throws(AccountError) in
                    try gathers.drop(id)
                    return Reply()
                }
            case .listCandidates, .decide, .removeLeftover, .keepLeftover, .checkResults:
                return try settle(method, &reader)
            }
        } catch let error as VarlinkError {
            throw .protocolError(error)
        } catch let error as AccountError {
            throw .account(error)
        } catch {
            throw .protocolError(.methodNotFound(call.method))
        }
    }

    private func logOut(forgetting: Bool) -> Answer {
        let interactor = interactor
        return change { _ throws(AccountError) in
            let result = interactor.assumeIsolated { interactor in
                Result { () throws(AccountError) in
                    try interactor.logOut(forgetting: forgetting)
                }
            }
            return Reply(try result.get())
        }
    }

    private func submit(_ reader: inout ParameterReader) throws -> Answer {
        let given: [String]? = try reader.optional("ids")
        let waiting: Bool = try reader.optional("waiting") ?? false
        let order = SubmitOrder(
            isRepeated: try reader.optional("again") ?? false,
            takesOver: try reader.optional("takeOver") ?? false)
        try reader.finish()
        guard !order.isRepeated || given?.isEmpty == false else {
            throw VarlinkError.invalidParameter("again")
        }
        guard given.map({ $0.count <= Limits.historyPage }) ?? true else {
            throw VarlinkError.invalidParameter("ids")
        }
        for id in given ?? [] { _ = try CommandDecoder.gatherName(id) }
        let gathers = gathers
        return .change(
            MatchWork(refusal: Self.refusal) { reply in
                gathers.assumeIsolated { gathers in
                    gathers.submit(given, waiting: waiting, order: order) { result in
                        switch result {
                        case .success(let count): reply(Reply(["count": .int(count)]))
                        case .failure(let error): reply(error.reply)
                        }
                    }
                }
            })
    }

    @Sendable static func refusal(_ reason: String) -> Reply {
        AccountError.storageFailed(reason: reason).reply
    }

    private func change(
        _ body: @escaping @Sendable (isolated GatherInteractor) throws(AccountError) -> Reply
    ) -> Answer {
        let gathers = gathers
        return .change(
            MatchWork(refusal: Self.refusal) { reply in
                reply(gathers.answer(body) { $0.reply })
            })
    }

    /// An answer that takes a server.
    private func later(
        _ begin:
            @escaping @Sendable (isolated AccountInteractor, @escaping AccountInteractor.Completion)
            throws(AccountError) -> Void
    ) -> Answer {
        let (interactor, gathers) = (interactor, gathers)
        return .change(
            MatchWork(refusal: Self.refusal) { reply in
                let done: AccountInteractor.Completion = { result in
                    reply(
                        gathers.answer { _ throws(AccountError) in
                            Reply(try result.get())
                        } failure: {
                            $0.reply
                        })
                }
                let begun = interactor.assumeIsolated { interactor in
                    Result { () throws(AccountError) in try begin(interactor, done) }
                }
                if case .failure(let error) = begun { reply(error.reply) }
            })
    }

    private static func signIn(
        _ reader: inout ParameterReader, remembers: Bool
    ) throws(VarlinkError) -> SignIn {
        let url: String? = try reader.optional("server")
        let isInsecure: Bool = try reader.optional("allowInsecureHttp") ?? false
        let userName: String? = try reader.optional("userName")
        let password = try reader.secret("password")
        let isRemembered: Bool? = remembers ? try reader.optional("remember") : nil
        try reader.finish()
        return SignIn(
            server: url.map { ServerFields(url: $0, allowInsecureHTTP: isInsecure) },
            userName: userName, password: password, isRemembered: isRemembered ?? true)
    }
}
