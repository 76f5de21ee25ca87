import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The input for a sign-in or a registration.
struct SignIn: Sendable {
    /// The server; nil for the remembered one.
    var server: ServerFields?
    /// The user name; nil for the remembered one.
    var userName: String?
    /// The password, which is overwritten as soon as it has been sent.
    var password: SecretBytes?
    /// True if the user name is to be remembered for the next sign-in.
    var isRemembered = true
}

/// Owns the account, that is, the user and server for which results are sent, and sends requests to
/// the server.
///
/// It belongs to the match's queue. Requests run elsewhere, and each answer comes back to the
/// queue.
final class AccountInteractor {
    private let queue: SerialQueue
    private let store: AccountStore
    private let submitter: any Submitter
    private let log: any Log
    private let clock: any MachineClock
    private(set) var account: Account?
    /// The number of sign-ins and sign-outs; an answer to the token of an earlier one is ignored.
    private var version = 0
    /// The callbacks of requests that are underway, by request number.
    private var waiting: [Int: (SubmitterResult) -> Void] = [:]
    private var requests = 0

    /// Restores the stored account.
    ///
    /// - Parameter queue: The queue that it belongs to, on which the submitter calls back.
    init(
        queue: SerialQueue, store: AccountStore, submitter: any Submitter,
        clock: any MachineClock, log: any Log
    ) {
        (self.queue, self.store, self.submitter) = (queue, store, submitter)
        (self.clock, self.log) = (clock, log)
        do { account = try store.read() } catch {
            log.write(.error, "cannot read the account: \(error), ignoring")
        }
    }

    /// The key of the stored account.
    var key: String? { account?.key }

    /// The account that is signed in to, with the token; nil if nobody is signed in.
    var signedIn: (account: Account, token: Secret)? {
        account.flatMap { account in account.token.map { (account, $0) } }
    }

    /// True if an account is stored and nobody is signed in to it.
    var isSignedOut: Bool { account != nil && signedIn == nil }

    /// The user for whom matches are ended now; nil if unknown.
    var owner: ResultOwner? { account?.owner }

    // MARK: - Owners of results

    /// Returns the owner of a result if that is another user than the one signed in.
    ///
    /// - Parameter evenIfSettled: True also for a result that was sent or dropped.
    func otherOwner(of submission: Submission, evenIfSettled: Bool = false) -> ResultOwner? {
        let isOpen = submission.isPending || submission.isDeleting || evenIfSettled
        guard signedIn != nil, isOpen, let owner = submission.record.owner,
            let mine = self.owner, !owner.isSame(as: mine)
        else { return nil }
        return owner
    }

    /// Returns the user whose sign-in a result waits for, or nil if that user is signed in.
    func awaitedOwner(of submission: Submission) -> OwnerFields? {
        guard let other = otherOwner(of: submission), let account else { return nil }
        // A gather that was sent for the user signed in is also deleted for that user.
        guard submission.isPending || !submission.hasFormer(in: account.key) else { return nil }
        let server = account.owner.server
        return OwnerFields(
            userName: other.name, server: other.server == server ? nil : other.server)
    }

    // MARK: - Signing in

    func register(_ request: SignIn, done: @escaping Completion<Void>) throws(AccountError) {
        defer { request.password?.wipe() }
        let (server, _, call) = try step(.register, request)
        perform(call, for: .account) { [self] result in
            if case .success = result { log.write(.notice, "registered at \(server.url)") }
            record(result, to: .register, at: server)
            done(Result { _ = try Self.get(result) })
        }
    }

    /// Signs in and stores the token.
    func logIn(_ request: SignIn, done: @escaping Completion<Void>) throws(AccountError) {
        defer { request.password?.wipe() }
        let (server, name, call) = try step(.logIn, request)
        perform(call, for: .account) { [self] result in
            record(result, to: .logIn, at: server)
            done(Result { try keep(Self.get(result), of: request, name, at: server) })
        }
    }

    private static func get(_ result: SubmitterResult) throws(AccountError) -> SubmitterReply {
        try result.mapError(AccountError.init).get()
    }

    /// Signs out.
    func logOut(forgetting: Bool) throws(AccountError) {
        guard var account else { return }
        (account.token, account.isRefused) = (nil, false)
        account.isSignedOut = true
        if forgetting { account.userName = nil }
        try write(account)
    }

    /// Drops the callbacks; later answers are ignored.
    func close() { waiting = [:] }

    // MARK: - Requests to the server

    func perform(
        _ step: SubmissionStep, as user: (account: Account, token: Secret),
        for purpose: SubmitterPurpose, done: @escaping (StepOutcome) -> Void
    ) {
        let call = step.call(server: user.account.server, token: user.token)
        send(call, into: step.list, for: purpose) { done(step.outcome($0)) }
    }

    /// Sends a call with the token, and records the server's answer.
    ///
    /// - Parameter done: Called on the queue; never after ``close()``.
    func send(
        _ call: Call, into list: ServerList? = nil, for purpose: SubmitterPurpose,
        done: @escaping (SubmitterResult) -> Void
    ) {
        let (method, version) = (SubmitterMethod(fullName: call.method), version)
        perform(call, into: list, for: purpose) { [self] result in
            record(result, to: method, of: version)
            done(result)
        }
    }

    private func perform(
        _ call: Call, into list: ServerList? = nil, for purpose: SubmitterPurpose,
        done: @escaping (SubmitterResult) -> Void
    ) {
        requests += 1
        let request = requests
        waiting[request] = done
        let answered = queue.bound { [weak self] (result: SubmitterResult) in
            self?.waiting.removeValue(forKey: request)?(result) ?? ()
        }
        submitter.perform(call, into: list, for: purpose, done: answered)
    }

    /// Records the outcome of a request with the token, unless there has been a sign-in or sign-out
    /// since.
    private func record(_ result: SubmitterResult, to method: SubmitterMethod?, of version: Int) {
        guard version == self.version, var account, let answer = answer(result, to: method)
        else { return }
        account.lastAnswer = answer
        if answer.reason == nil { account.isRefused = false }
        if ServerAnswer.Meaning(status: answer.status) == .signInNeeded {
            account.isRefused = true
        }
        keep(answersOf: account)
    }

    /// Records the answer of the account's server to a sign-in or a registration.
    private func record(
        _ result: SubmitterResult, to method: SubmitterMethod, at server: ServerFields
    ) {
        guard var account, account.server.url == server.url,
            let answer = answer(result, to: method)
        else { return }
        account.lastAnswer = answer
        keep(answersOf: account)
    }

    /// Returns the answer of a server, or nil if none came or it could not be understood.
    private func answer(_ result: SubmitterResult, to method: SubmitterMethod?) -> AnswerFields? {
        let now = UniversalTime(clock.now().wall).rfc3339
        switch result {
        case .success: return method?.doneStatus.map { AnswerFields(at: now, status: $0) }
        case .failure(.unexpectedStatus(let status, let reason, _)):
            return AnswerFields(at: now, status: status, reason: reason)
        case .failure(.invalidServer), .failure(.notSent), .failure(.outcomeUnknown): return nil
        }
    }

    /// Stores the server's answers of an account.
    ///
    /// If the disk takes no writes, all that is lost is the answer after a restart.
    private func keep(answersOf account: Account) {
        try? store.writeAnswer(of: account)
        self.account = account
    }

    // MARK: - Steps

    /// Returns the server, the user name and the call of a step; what the request leaves out is
    /// taken from the stored account.
    private func step(
        _ method: SubmitterMethod, _ request: SignIn
    ) throws(AccountError) -> (ServerFields, String, Call) {
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
        return (server, name, call)
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
        _ reply: SubmitterReply, of request: SignIn, _ name: String, at server: ServerFields
    ) throws(AccountError) {
        guard let given = try? SubmitterMethod.LogIn.Reply(reply.fields) else {
            throw .outcomeUnknown(reason: "the answer has no token")
        }
        let account = Account(
            server: server, userName: request.isRemembered ? name : nil,
            userID: given.userID, token: Secret(text: given.token),
            lastAnswer: answer(.success(reply), to: .logIn))
        try write(account)
        log.write(.notice, "signed in at \(server.url)")
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
    /// Makes the error for somebody whose sign-in did not succeed.
    init(_ error: SubmitterError) {
        switch error {
        case .invalidServer(let reason, let needsInsecureHTTP):
            self = .invalidServer(reason: reason, needsInsecureHTTP: needsInsecureHTTP)
        case .unexpectedStatus(let status, let reason, _):
            self = .serverRefused(status: status, reason: reason)
        case .notSent(let reason): self = .serverUnreachable(reason: reason)
        case .outcomeUnknown(let reason): self = .outcomeUnknown(reason: reason)
        }
    }
}
