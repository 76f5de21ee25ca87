import GatherAPI
import Varlink

/// Decodes and validates the calls to `io.gatherd.Account`.
struct AccountService: Sendable {
    private let interactor: AccountInteractor

    /// Makes the service of an account; it is called on the interactor's queue alone.
    init(interactor: AccountInteractor) {
        self.interactor = interactor
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
                return later { interactor, done throws(AccountError) in
                    try interactor.logIn(request, done: done)
                }
            case .logOut:
                let forget: Bool = try reader.optional("forget") ?? false
                try reader.finish()
                return try logOut(forgetting: forget)
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
        let password: String? = try reader.optional("password")
        let isRemembered: Bool? = remembers ? try reader.optional("remember") : nil
        try reader.finish()
        return SignIn(
            server: url.map { ServerFields(url: $0, allowInsecureHTTP: isInsecure) },
            userName: userName, password: password.map(Secret.init),
            isRemembered: isRemembered ?? true)
    }
}
