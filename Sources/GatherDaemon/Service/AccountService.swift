import GatherAPI
import GatherCore
import Varlink

/// Decodes and validates the calls to `io.gatherd.Account`.
struct AccountService: Sendable {
    private let interactor: AccountInteractor
    private let gathers: GatherInteractor

    /// Makes the service of an account; it is called on the interactor's queue alone.
    init(interactor: AccountInteractor, gathers: GatherInteractor) {
        self.interactor = interactor
        self.gathers = gathers
    }

    /// Answers a call of somebody who may control the match.
    func answer(_ method: AccountMethod, _ call: Call) throws(CallError) -> Answer {
        var reader = ParameterReader(call.parameters)
        do {
            switch method {
            case .get:
                try reader.finish()
                return .reply(Reply(interactor.assumeIsolated { $0.reply }))
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
                                let ids = gathers.assumeIsolated { $0.unsubmitted() }
                                reply["unsubmitted"] = .array(ids.map(JSONValue.string))
                                return reply
                            })
                    }
                }
            case .logOut:
                let forget: Bool = try reader.optional("forget") ?? false
                try reader.finish()
                return try logOut(forgetting: forget)
            case .listResults:
                try reader.finish()
                let results = try carryOut { gathers throws(AccountError) in
                    try gathers.results()
                }
                return .reply(Reply(["results": .array(results.map(\.json))]))
            case .submit: return try submit(&reader)
            case .drop:
                let id = try CommandDecoder.gatherName(try reader.required("id"))
                try reader.finish()
                try carryOut { gathers throws(AccountError) in try gathers.drop(id) }
                return .reply(Reply())
            case .decide:
                let id = try CommandDecoder.gatherName(try reader.required("id"))
                let given: String? = try reader.optional("remoteId")
                try reader.finish()
                let remoteID = try given.map(CommandDecoder.remoteID)
                try carryOut { gathers throws(AccountError) in
                    try gathers.decide(id, remoteID)
                }
                return .reply(Reply())
            }
        } catch let error as VarlinkError {
            throw .protocolError(error)
        } catch let error as AccountError {
            throw .account(error)
        } catch {
            throw .protocolError(.methodNotFound(call.method))
        }
    }

    private func logOut(forgetting: Bool) throws(AccountError) -> Answer {
        let result = interactor.assumeIsolated { interactor in
            Result { () throws(AccountError) in try interactor.logOut(forgetting: forgetting) }
        }
        return .reply(Reply(try result.get()))
    }

    private func submit(_ reader: inout ParameterReader) throws -> Answer {
        let given: [String]? = try reader.optional("ids")
        let waiting: Bool = try reader.optional("waiting") ?? false
        try reader.finish()
        guard given.map({ $0.count <= Limits.historyPage }) ?? true else {
            throw VarlinkError.invalidParameter("ids")
        }
        for id in given ?? [] { _ = try CommandDecoder.gatherName(id) }
        let gathers = gathers
        return .later { reply in
            gathers.assumeIsolated { gathers in
                gathers.submit(given, waiting: waiting) { result in
                    switch result {
                    case .success(let count): reply(Reply(["count": .int(count)]))
                    case .failure(let error): reply(error.reply)
                    }
                }
            }
        }
    }

    private func carryOut<Value: Sendable>(
        _ body: @Sendable (isolated GatherInteractor) throws(AccountError) -> Value
    ) throws(AccountError) -> Value {
        let result = gathers.assumeIsolated { gathers in
            Result { () throws(AccountError) in try body(gathers) }
        }
        return try result.get()
    }

    /// An answer that takes a server.
    private func later(
        _ begin:
            @escaping @Sendable (isolated AccountInteractor, @escaping AccountInteractor.Completion)
            throws(AccountError) -> Void
    ) -> Answer {
        let interactor = interactor
        return .later { reply in
            let done: AccountInteractor.Completion = { result in
                switch result {
                case .success(let parameters): reply(Reply(parameters))
                case .failure(let error): reply(error.reply)
                }
            }
            let begun = interactor.assumeIsolated { interactor in
                Result { () throws(AccountError) in try begin(interactor, done) }
            }
            if case .failure(let error) = begun { done(.failure(error)) }
        }
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
