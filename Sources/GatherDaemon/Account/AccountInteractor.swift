import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// What somebody signs in with, or makes an account with.
struct SignIn: Sendable {
    /// The server; nil for the one that is remembered.
    var server: ServerFields?
    /// The user name; nil for the one that is remembered.
    var userName: String?
    /// The password, which is overwritten as soon as it is on its way.
    var password: SecretBytes?
    /// Whether the user name is to be there next time.
    var isRemembered = true
}

/// Owns the account: who results are sent for, and where.
///
/// It runs on the daemon's queue. A server is asked elsewhere, and its answer comes back to the
/// queue.
actor AccountInteractor {
    /// Is told what came of something that took a server.
    typealias Completion = @Sendable (Result<Void, AccountError>) -> Void

    private let executor: QueueExecutor
    private let store: AccountStore
    private let submitter: any Submitter
    private let log: any Log
    private let clock: any MachineClock
    private(set) var account: Account?
    /// How often somebody has signed in or out: an answer to the token of before tells nothing.
    private(set) var version = 0
    private var signedIn: @Sendable () -> Void = {}

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Takes up the account that is kept.
    init(
        executor: QueueExecutor, store: AccountStore, submitter: any Submitter,
        clock: any MachineClock, log: any Log
    ) {
        self.executor = executor
        self.store = store
        self.submitter = submitter
        self.clock = clock
        self.log = log
        do { account = try store.read() } catch {
            log.write(.error, "cannot read the account: \(error), ignoring")
        }
    }

    /// Has somebody told, on the queue, whenever there is a new token.
    func tellSignedIn(_ tell: @escaping @Sendable () -> Void) {
        signedIn = tell
    }

    /// Makes an account at a server.
    func register(_ request: SignIn, done: @escaping Completion) throws(AccountError) {
        defer { request.password?.wipe() }
        let (server, call) = try step(.register, request)
        submitter.carryOut(call, for: .account) { result in
            if case .success = result { self.log.write(.notice, "registered at \(server.url)") }
            self.assumeIsolated { $0.note(result, to: .register, at: server) }
            done(result.map { _ in }.mapError(AccountError.init))
        }
    }

    /// Signs in, and keeps the token.
    func logIn(_ request: SignIn, done: @escaping Completion) throws(AccountError) {
        defer { request.password?.wipe() }
        let (server, call) = try step(.logIn, request)
        submitter.carryOut(call, for: .account) { result in
            self.assumeIsolated { $0.note(result, to: .logIn, at: server) }
            let kept = result.mapError(AccountError.init).flatMap { reply in
                self.assumeIsolated { $0.keep(reply, of: request, at: server) }
            }
            done(kept)
        }
    }

    /// Signs out.
    func logOut(forgetting: Bool) throws(AccountError) {
        guard var account else { return }
        (account.token, account.isRefused) = (nil, false)
        account.isSignedOut = true
        if forgetting { account.userName = nil }
        try write(account)
    }

    // MARK: - Answers

    /// Takes in what came of a request with the token, unless another counts by now.
    func note(
        _ result: Result<JSONObject, SubmitterError>, to method: SubmitterMethod?,
        of version: Int
    ) {
        guard version == self.version, var account,
            let answer = answer(result, to: method)
        else { return }
        account.lastAnswer = answer
        if answer.reason == nil { account.isRefused = false }
        if answer.status == Self.tokenRefused { account.isRefused = true }
        keep(answersOf: account)
    }

    /// Takes in what the server of the account says to somebody who signs in, or makes an account.
    private func note(
        _ result: Result<JSONObject, SubmitterError>, to method: SubmitterMethod,
        at server: ServerFields
    ) {
        guard var account, account.server.url == server.url,
            let answer = answer(result, to: method)
        else { return }
        account.lastAnswer = answer
        keep(answersOf: account)
    }

    private func answer(
        _ result: Result<JSONObject, SubmitterError>, to method: SubmitterMethod?
    ) -> AnswerFields? {
        AnswerFields(result, to: method, at: UniversalTime(clock.now().wall).rfc3339)
    }

    /// A disk that takes no writes costs no more than that a restart does not know.
    private func keep(answersOf account: Account) {
        try? store.writeAnswer(of: account)
        self.account = account
    }

    private static let tokenRefused = 401

    // MARK: - Steps

    /// The server and the call of a step, what is not given being what is remembered.
    private func step(
        _ method: SubmitterMethod, _ request: SignIn
    ) throws(AccountError) -> (ServerFields, Call) {
        let password = request.password.flatMap { $0.count > 0 ? $0 : nil }
        guard let given = request.userName ?? account?.userName else {
            throw .fieldMissing(password == nil ? nil : .userName)
        }
        let name = try Self.name(given)
        guard let password else { throw .fieldMissing(.password) }
        guard let server = request.server ?? account?.server else { throw .noServer }
        let call =
            if method == .register {
                SubmitterMethod.Register(server: server, userName: name, password: password).call
            } else {
                SubmitterMethod.LogIn(server: server, userName: name, password: password).call
            }
        return (server, call)
    }

    private static func name(_ given: String) throws(AccountError) -> String {
        do { return try AccountName(given).text } catch {
            switch error {
            case .empty: throw .invalidUserName(.empty)
            case .blank: throw .invalidUserName(.blank)
            case .tooLong: throw .invalidUserName(.tooLong)
            case .colon: throw .invalidUserName(.colon)
            }
        }
    }

    private func keep(
        _ reply: JSONObject, of request: SignIn, at server: ServerFields
    ) -> Result<Void, AccountError> {
        guard let given = try? SubmitterMethod.LogIn.Reply(reply) else {
            return .failure(.outcomeUnknown(reason: "the answer has no token"))
        }
        let name = (request.userName ?? account?.userName).flatMap { try? Self.name($0) }
        let account = Account(
            server: server, userName: request.isRemembered ? name : nil,
            userID: given.userID, token: Secret(text: given.token),
            lastAnswer: answer(.success(reply), to: .logIn))
        do { try write(account) } catch { return .failure(error) }
        log.write(.notice, "signed in at \(server.url)")
        signedIn()
        return .success(())
    }

    private func write(_ account: Account) throws(AccountError) {
        do { try store.write(account) } catch {
            log.write(.error, "cannot store the account: \(error)", id: .storageFailed)
            throw .storageFailed(reason: "\(error)")
        }
        self.account = account
        version += 1
        try? store.writeAnswer(of: account)
    }
}

extension AccountError {
    /// What somebody who signs in is told of a step that did not come to its end.
    init(_ error: SubmitterError) {
        switch error {
        case .invalidServer(let reason): self = .invalidServer(reason: reason)
        case .unexpectedStatus(let status, let reason):
            self = .serverRefused(status: status, reason: reason)
        case .notSent(let reason): self = .serverUnreachable(reason: reason)
        case .outcomeUnknown(let reason): self = .outcomeUnknown(reason: reason)
        }
    }
}
