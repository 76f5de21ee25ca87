import GatherAPI
import Varlink

/// Has the account note what its server answers to requests with its token.
struct NotingSubmitter: Submitter {
    /// Makes the requests.
    let submitter: any Submitter
    /// The account, on the queue that asks.
    let account: AccountInteractor

    func carryOut(
        _ call: Call, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<JSONObject, SubmitterError>) -> Void
    ) {
        let method = SubmitterMethod(fullName: call.method)
        let version = account.assumeIsolated { $0.version }
        // An answer may come when the daemon has ended.
        submitter.carryOut(call, for: purpose) { [weak account] result in
            account?.assumeIsolated { $0.note(result, to: method, of: version) }
            done(result)
        }
    }

    func read(
        _ call: Call, into list: ServerList, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<ServerList, SubmitterError>) -> Void
    ) {
        let method = SubmitterMethod(fullName: call.method)
        let version = account.assumeIsolated { $0.version }
        submitter.read(call, into: list, for: purpose) { [weak account] result in
            account?.assumeIsolated { $0.note(result.map { _ in [:] }, to: method, of: version) }
            done(result)
        }
    }
}

extension AnswerFields {
    /// The answer that a server has given to a request; nil where none came, or none that makes
    /// sense.
    init?(
        _ result: Result<JSONObject, SubmitterError>, to method: SubmitterMethod?, at time: String
    ) {
        switch result {
        case .success:
            guard let status = method?.doneStatus else { return nil }
            self.init(at: time, status: status)
        case .failure(.unexpectedStatus(let status, let reason)):
            self.init(at: time, status: status, reason: reason)
        case .failure(.invalidServer), .failure(.notSent), .failure(.outcomeUnknown): return nil
        }
    }
}
