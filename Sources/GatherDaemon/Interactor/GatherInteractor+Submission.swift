import GatherAPI
import GatherCore
import Varlink

/// The results of gathers on their way to a server.
extension GatherInteractor {
    /// Takes up what has to be sent.
    func resumeSubmissions(at now: Moment) {
        do { try submissions.load(at: now) } catch {
            log.write(.error, "cannot read the submissions: \(error)", id: .storageFailed)
        }
        let tell: @Sendable () -> Void = { [weak self] in
            self?.assumeIsolated { $0.haveSignedIn() }
        }
        account.assumeIsolated { $0.tellSignedIn(tell) }
        followAccount(at: now)
        submit(at: now)
    }

    private func followAccount(at now: Moment) {
        guard let move = account.assumeIsolated({ $0.account?.move }) else { return }
        submissions.follow(move, at: now)
    }

    private func haveSignedIn() {
        let now = moment()
        followAccount(at: now)
        submissions.signedIn(at: now)
        submit(at: now)
        publishSubmission(at: now)
    }

    /// Brings the next try of what has failed forward, as somebody who may control looks.
    func retryForLook() {
        if match.store.hasRefused { match.store.settle() }
        hurrySubmissions(at: moment())
    }

    /// Brings the next try of what has failed forward, as somebody does something.
    func hurrySubmissions(at now: Moment) {
        submissions.hurry(at: now)
        submit(at: now)
    }

    /// Begins the requests that are due, and sets the alarm for the next.
    func submit(at now: Moment) {
        defer { refresh(at: now) }
        guard let account = account.assumeIsolated({ $0.account }), account.token != nil else {
            submissionAlarm?.clear()
            return
        }
        let requests = submissions.begin(for: account, at: now)
        let next = submissions.next(at: now)
        if let next { submissionAlarm?.set(at: next) } else { submissionAlarm?.clear() }
        if requests.contains(where: { isPresent($0.gather) }) { publishSubmission(at: now) }
        for request in requests {
            submitter.carryOut(
                request.step, request.call, for: .result(lane: request.lane)
            ) { [weak self] outcome in
                self?.assumeIsolated { $0.finish(request, outcome) }
            }
        }
    }

    private func finish(_ request: SubmissionQueue.Request, _ outcome: StepOutcome) {
        let now = moment()
        let wasSent = submissions.known(request.gather)?.isSent == true
        if let submission = submissions.finish(request, outcome, at: now) {
            let entry = GatherPresenter.journalEntry(submission, of: id(of: request.gather))
            if let entry, !(wasSent && submission.isSent) { log.write(entry) }
            if isPresent(request.gather) { publishSubmission(at: now) }
        }
        submit(at: now)
    }

    private func isPresent(_ number: Int) -> Bool { match.known?.number == number }

    private func id(of number: Int) -> String {
        if let known = match.known, known.number == number { return known.gather.id }
        return (try? match.store.gather(number).gather.id) ?? ""
    }

    /// Tells everybody what has become of the newest gather's submission.
    func publishSubmission(at now: Moment) {
        guard let phase = match.known?.gather.phase, [.ended, .discarded].contains(phase) else {
            return
        }
        publish(.submissionChanged, at: now)
    }

    /// How far the newest gather's result is on its way; nil where it is not to be sent.
    func presentSubmission(at now: Moment) -> Submission? {
        guard let known = match.known else { return nil }
        return try? submissions.submission(of: known.number, at: now)
    }

    /// Whether results can be sent.
    var isSignedIn: Bool { account.assumeIsolated { $0.account?.token != nil } }

    /// The user for whom matches are ended now; nil if nobody is known.
    var owner: ResultOwner? { account.assumeIsolated { $0.account?.owner } }

    /// Whether an account is kept, and nobody is signed in to it.
    var isSignedOut: Bool { account.assumeIsolated { $0.account.map { $0.token == nil } ?? false } }

    // MARK: - Requests

    /// The results that have not arrived.
    func results() throws(AccountError) -> [ResultFields] {
        let now = moment()
        let key = account.assumeIsolated { $0.account?.key }
        return try reading { () throws(StoreError) in
            try submissions.pending.map { number, submission throws(StoreError) in
                let gather = try match.store.gather(number).gather
                var result = GatherPresenter.result(
                    submission, of: gather, isSignedIn: isSignedIn,
                    awaited: awaitedOwner(of: submission), squad: book.squad, at: now)
                result.leftovers += GatherPresenter.leftovers(submission.formerElsewhere(than: key))
                // One whose opening was undone does not know it.
                if gather.phase == .unopened { result.gatherID = try match.store.id(of: number) }
                return result
            }
        }
    }

    /// The user whom a result waits for, if that is another one than who is signed in.
    private func otherOwner(
        of submission: Submission, evenIfSent: Bool = false
    ) -> ResultOwner? {
        let isOpen = submission.isPending || submission.isDeleting || evenIfSent
        guard isSignedIn, isOpen, let owner = submission.record.owner,
            let mine = self.owner, !owner.isSame(as: mine)
        else { return nil }
        return owner
    }

    /// The user without whom nothing becomes of a result by itself; nil where that is who is signed
    /// in.
    func awaitedOwner(of submission: Submission) -> OwnerFields? {
        guard let other = otherOwner(of: submission),
            let account = account.assumeIsolated({ $0.account })
        else { return nil }
        // What was sent for who is signed in is deleted for them as well.
        guard submission.isPending || !submission.hasFormer(in: account.key) else { return nil }
        let server = account.owner.server
        return OwnerFields(
            userName: other.name, server: other.server == server ? nil : other.server)
    }

    /// The results that wait for other users.
    func otherResults() -> [OtherResultsFields] {
        var counts: [ResultOwner: Int] = [:]
        for (_, submission) in submissions.pending {
            if let other = otherOwner(of: submission) { counts[other, default: 0] += 1 }
        }
        return counts.map {
            OtherResultsFields(userName: $0.key.name, server: $0.key.server, count: $0.value)
        }.sorted { ($0.server, $0.userName ?? "") < ($1.server, $1.userName ?? "") }
    }

    /// The IDs of gathers of which no result was ever to be sent, the oldest first.
    func unsubmitted() -> [String] {
        let rows = (try? match.store.unsubmittedGathers()) ?? []
        return rows.filter { row in
            let json = row.summary.flatMap(JSONObject.init(text:))
            return json?["phase"]?.string == GatherSnapshot.Phase.ended.rawValue
        }.map(\.id)
    }

    /// Has results sent now: those of named gathers, all that wait by themselves, or those alone
    /// that have failed.
    ///
    /// - Parameters:
    ///   - order: What is done with those that would not be sent by themselves.
    ///   - done: Is told how many there are that can be sent, or what is wrong with the
    ///   first that cannot be.
    func submit(
        _ names: [String]?, waiting: Bool, order: SubmitOrder = SubmitOrder(),
        done: @escaping @Sendable (SubmitOutcome) -> Void
    ) {
        // A hook that has nobody signed in has nothing to do.
        guard isSignedIn else { return done(waiting ? .success(0) : .failure(.notSignedIn)) }
        if let names { return submit(names.map(Wanted.named)[...], order, done: done) }
        let numbers = submissions.pending.filter { _, submission in
            if waiting, case .held = submission.schedule { return false }
            if order.takesOver, otherOwner(of: submission) != nil { return true }
            return submission.verdict == nil
        }.map(\.gather)
        submit(numbers.map(Wanted.numbered)[...], order, done: done)
    }

    /// How many results can be sent.
    typealias SubmitOutcome = Result<Int, AccountError>

    /// What tells of which gather the result is wanted.
    private enum Wanted: Sendable {
        case named(String)
        case numbered(Int)
    }

    /// Has results sent, one in each turn of the queue: each takes a commit, and a tick must not
    /// wait for more than one.
    private func submit(
        _ wanted: ArraySlice<Wanted>, _ order: SubmitOrder, after counted: Set<Int> = [],
        done: @escaping @Sendable (SubmitOutcome) -> Void
    ) {
        let now = moment()
        do throws(AccountError) {
            guard let first = wanted.first else {
                endSubmitting(at: now)
                return done(.success(counted.count))
            }
            let counted = try counted.union(submit(first, order, butFor: counted, at: now))
            executor.queue.async { [weak self] in
                self?.assumeIsolated {
                    $0.submit(wanted.dropFirst(), order, after: counted, done: done)
                }
            }
        } catch {
            endSubmitting(at: now)
            done(.failure(error))
        }
    }

    private func endSubmitting(at now: Moment) {
        submit(at: now)
        publishSubmission(at: now)
    }

    /// Has a result sent, once however often it is named.
    ///
    /// - Returns: The gather's number, if the result can be sent: it has not arrived, and waits for
    ///   nobody.
    private func submit(
        _ wanted: Wanted, _ order: SubmitOrder, butFor counted: Set<Int>, at now: Moment
    ) throws(AccountError) -> [Int] {
        let number: Int
        switch wanted {
        case .named(let name):
            let stored = try ended(named: name)
            guard let result = MatchResult(stored.gather) else { throw .noResult }
            number = stored.number
            if counted.contains(number) { return [] }
            let isNew = try reading { () throws(StoreError) in
                guard try submissions.submission(of: number, at: now) == nil else { return false }
                try submissions.begin(result, of: stored, owner: owner, at: now)
                return true
            }
            if isNew { return [number] }
        case .numbered(let known): number = known
        }
        let submission = try reading { () throws(StoreError) in
            try submissions.submission(of: number, at: now)
        }
        guard let submission else { return [] }
        let other = otherOwner(of: submission, evenIfSent: order.isRepeated)
        if let other, !order.takesOver {
            guard case .named = wanted else { return [] }
            throw .otherAccount(userName: other.name, server: other.server)
        }
        return try reading { () throws(StoreError) in
            try submissions.change(number, id: "", at: now) { [owner] submission in
                if other != nil, let owner { submission.take(over: owner, at: now) }
                submission.retry(at: now, again: order.isRepeated)
            }
            let changed = try submissions.submission(of: number, at: now)
            return changed.map { $0.isPending && $0.verdict == nil } == true ? [number] : []
        }
    }

    /// Decides that a result is not sent.
    func drop(_ name: String) throws(AccountError) {
        let submission = try known(of: try ended(named: name))
        guard let submission, submission.isPending || submission.verdict == .dropped else {
            throw .nothingToDrop
        }
        try change(name) { submission, now in submission.drop(at: now) }
    }

    func known(of stored: StoredGather) throws(AccountError) -> Submission? {
        let now = moment()
        return try reading { () throws(StoreError) in
            try submissions.submission(of: stored.number, at: now)
        }
    }

    /// Takes in which gather of the server a gather is; nil for none.
    func decide(_ name: String, _ remoteID: String?) throws(AccountError) {
        guard let key = account.assumeIsolated({ $0.account?.key }) else { throw .notSignedIn }
        let submission = try known(of: try ended(named: name))
        guard case .undecided = submission?.verdict else { throw .nothingToDecide }
        try change(name) { submission, now in
            submission.decide(remoteID, account: key, at: now)
        }
    }

    func change(
        _ name: String, _ body: (inout Submission, Moment) -> Void
    ) throws(AccountError) {
        let now = moment()
        let stored = try ended(named: name)
        try reading { () throws(StoreError) in
            try submissions.change(stored.number, id: stored.gather.id, at: now) {
                body(&$0, now)
            }
        }
        submit(at: now)
        publishSubmission(at: now)
    }

    /// The gather that a name is for: also one whose opening was undone, while it has left
    /// something at the server.
    func ended(named name: String) throws(AccountError) -> StoredGather {
        do { return try match.stored(named: name) } catch {
            switch error {
            case .ambiguousGather: throw .ambiguousGather
            case .storageFailed(let reason): throw .storageFailed(reason: reason)
            case .noSuchGather, .refused, .requestIDInUse: break
            }
        }
        guard Limits.gatherNameBytes.contains(name.utf8.count) else { throw .noSuchGather }
        let found = try reading { () throws(StoreError) in
            try submissions.pending.map { pending throws(StoreError) in
                (number: pending.gather, id: try match.store.id(of: pending.gather))
            }
        }.filter { $0.id.hasPrefix(name) }
        guard let first = found.first else { throw .noSuchGather }
        guard found.count == 1 else { throw .ambiguousGather }
        return try reading { () throws(StoreError) in try match.store.gather(first.number) }
    }

    private func reading<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(AccountError) -> Value {
        do { return try body() } catch {
            log.write(.error, "cannot use the submissions: \(error)", id: .storageFailed)
            throw .storageFailed(reason: error.reason)
        }
    }
}

/// Options for results that would not be sent by themselves.
struct SubmitOrder: Sendable {
    /// Whether one that has arrived is sent again.
    var isRepeated = false
    /// Whether one that was ended for another user is sent for the one who is signed in.
    var takesOver = false
}
