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
        do {
            switch method {
            case .get:
                _ = try AccountMethod.Get(call)
                let interactor = interactor
                return change { _ throws(AccountError) in
                    AccountMethod.Get.Reply(account: interactor.fields).reply
                }
            case .register:
                let given = try AccountMethod.Register(call)
                let request = SignIn(
                    server: Self.server(given.server, given.allowInsecureHTTP),
                    userName: given.userName, password: given.password, isRemembered: true)
                return later { interactor, done throws(AccountError) in
                    try interactor.register(request, done: done)
                }
            case .logIn:
                let given = try AccountMethod.LogIn(call)
                let request = SignIn(
                    server: Self.server(given.server, given.allowInsecureHTTP),
                    userName: given.userName, password: given.password,
                    isRemembered: given.remember ?? true)
                let interactor = interactor
                return later { interactor, done throws(AccountError) in
                    try interactor.logIn(request, done: done)
                } reply: { gathers in
                    // Whoever has just signed in has an account.
                    guard let account = interactor.fields else { return Reply() }
                    return AccountMethod.LogIn.Reply(
                        account: account, unsubmitted: gathers.unsubmitted(),
                        others: gathers.otherResults(), unlinkedPlayers: gathers.unlinkedPlayers
                    ).reply
                }
            case .logOut:
                return logOut(forgetting: try AccountMethod.LogOut(call).forget ?? false)
            case .listResults:
                _ = try AccountMethod.ListResults(call)
                return change { gathers throws(AccountError) in
                    AccountMethod.ListResults.Reply(results: try gathers.results()).reply
                }
            case .submit: return try submit(AccountMethod.Submit(call))
            case .drop:
                let id = try CommandDecoder.gatherName(AccountMethod.Drop(call).id)
                return change { gathers throws(AccountError) in
                    try gathers.drop(id)
                    return Reply()
                }
            case .listCandidates, .decide, .removeLeftover, .keepLeftover, .checkResults:
                return try settle(method, call)
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
            try result.get()
            return AccountMethod.LogOut.Reply(account: interactor.fields).reply
        }
    }

    private func submit(_ given: AccountMethod.Submit) throws -> Answer {
        let (ids, waiting) = (given.ids, given.waiting ?? false)
        let order = SubmitOrder(
            isRepeated: given.again ?? false, takesOver: given.takeOver ?? false)
        guard !order.isRepeated || ids?.isEmpty == false else {
            throw VarlinkError.invalidParameter("again")
        }
        guard ids.map({ $0.count <= Limits.historyPage }) ?? true else {
            throw VarlinkError.invalidParameter("ids")
        }
        for id in ids ?? [] { _ = try CommandDecoder.gatherName(id) }
        let gathers = gathers
        return .change(
            MatchWork(refusal: Self.refusal) { reply in
                gathers.assumeIsolated { gathers in
                    gathers.submit(ids, waiting: waiting, order: order) { result in
                        switch result {
                        case .success(let count):
                            reply(AccountMethod.Submit.Reply(count: count).reply)
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
            throws(AccountError) -> Void,
        reply present: @escaping @Sendable (isolated GatherInteractor) -> Reply = { _ in Reply() }
    ) -> Answer {
        let (interactor, gathers) = (interactor, gathers)
        return .change(
            MatchWork(refusal: Self.refusal) { reply in
                let done: AccountInteractor.Completion = { result in
                    reply(
                        gathers.answer { gathers throws(AccountError) in
                            try result.get()
                            return present(gathers)
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

    private static func server(_ url: String?, _ isInsecure: Bool?) -> ServerFields? {
        url.map { ServerFields(url: $0, allowInsecureHTTP: isInsecure ?? false) }
    }
}

extension AccountInteractor {
    /// The account as it is told of, on the queue.
    nonisolated fileprivate var fields: AccountFields? { assumeIsolated { $0.account?.fields } }
}
