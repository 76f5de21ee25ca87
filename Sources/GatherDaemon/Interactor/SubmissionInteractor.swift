import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The submission of gathers' results to a server.
final class SubmissionInteractor {
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let match: CurrentMatch
    private let submissions: SubmissionQueue
    private let roster: SquadRoster
    private let account: AccountInteractor
    private let publisher: MatchPublisher
    private let log: any Log
    /// The alarm for the next thing to do.
    private var alarm: (any Alarm)?

    init(
        queue: SerialQueue, clock: any MachineClock, match: CurrentMatch,
        submissions: SubmissionQueue, roster: SquadRoster, account: AccountInteractor,
        publisher: MatchPublisher, log: any Log
    ) {
        (self.queue, self.clock, self.match) = (queue, clock, match)
        (self.submissions, self.roster, self.account) = (submissions, roster, account)
        (self.publisher, self.log) = (publisher, log)
        alarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.submit() })
    }

    /// Restores the results that have to be sent.
    func resume(at now: Moment) {
        do { try submissions.load(at: now) } catch {
            log.write(.error, "cannot read the submissions: \(error)", id: .storageFailed)
        }
        followAccount(at: now)
        submit(at: now)
    }

    /// Stops sending.
    func close() { alarm?.clear() }

    private func followAccount(at now: Moment) {
        if let move = account.account?.move { submissions.follow(move, at: now) }
    }

    /// Continues what has waited for a token.
    func haveSignedIn() {
        let now = clock.moment
        followAccount(at: now)
        submissions.signedIn(at: now)
        submitAndPublish(at: now)
    }

    /// Continues what has waited for players.
    ///
    /// - Parameters:
    ///   - asked: The numbers of players of whom a person still has to settle who they are.
    ///   - isPublished: True to publish the state of the newest result.
    func playersChanged(except asked: Set<Int> = [], isPublished: Bool) {
        let now = clock.moment
        submissions.playersChanged(except: asked, at: now)
        if isPublished { submitAndPublish(at: now) } else { submit(at: now) }
    }

    /// Retries failed submissions early, because somebody who may control is watching.
    func retryForViewer() {
        if match.store.hasRefused { match.store.settle() }
        let now = clock.moment
        retryFailed(at: now)
        publisher.refresh(at: now)
    }

    /// Retries failed submissions early, because somebody gives a command, at whose end the display
    /// is refreshed.
    func retryFailed(at now: Moment) {
        submissions.retryFailed(at: now)
        begin(at: now)
    }

    /// Begins the requests that are due, and sets the alarm for the next.
    func submit() { submit(at: clock.moment) }

    private func submit(at now: Moment) {
        begin(at: now)
        publisher.refresh(at: now)
    }

    private func begin(at now: Moment) {
        guard let user = account.signedIn else {
            alarm?.clear()
            return
        }
        let requests = submissions.begin(for: user.account, at: now)
        if let next = submissions.next(at: now) { alarm?.set(at: next) } else { alarm?.clear() }
        if requests.contains(where: { isPresent($0.gather) }) {
            publisher.publishSubmission(at: now)
        }
        for request in requests {
            account.perform(request.step, as: user, for: .result(lane: request.lane)) {
                [self] outcome in finish(request, outcome)
            }
        }
    }

    private func submitAndPublish(at now: Moment) {
        submit(at: now)
        publisher.publishSubmission(at: now)
    }

    private func finish(_ request: SubmissionQueue.Request, _ outcome: StepOutcome) {
        let now = clock.moment
        let known = submissions.known(request.gather)
        let wasSent = known?.isSent == true
        if let submission = submissions.finish(request, outcome, at: now) {
            let entry = GatherPresenter.journalEntry(submission, of: id(of: request.gather))
            // The list before the next try has changed nothing.
            let isKnown = entry?.id == .resultWaits && known?.attempts == submission.attempts
            if let entry, !isKnown, !(wasSent && submission.isSent) { log.write(entry) }
            if isPresent(request.gather) { publisher.publishSubmission(at: now) }
        }
        submit(at: now)
    }

    private func isPresent(_ number: Int) -> Bool { match.known?.number == number }

    private func id(of number: Int) -> String {
        if let known = match.known, known.number == number { return known.gather.id }
        return (try? match.store.id(of: number)) ?? ""
    }

    // MARK: - Requests

    /// Returns the results that have not arrived.
    func results() throws(AccountError) -> [ResultFields] {
        let now = clock.moment
        return try reading { () throws(StoreError) in
            try submissions.pending.map { number, submission throws(StoreError) in
                var result = GatherPresenter.result(
                    submission, of: try title(of: number), isSignedIn: account.signedIn != nil,
                    awaited: account.awaitedOwner(of: submission), squad: roster.squad, at: now)
                result.leftovers += GatherPresenter.leftovers(
                    submission.formerElsewhere(than: account.key))
                return result
            }
        }
    }

    private func title(of number: Int) throws(StoreError) -> GatherTitle {
        if let known = match.known, known.number == number, known.gather.phase != .unopened {
            return GatherTitle(known.gather, id: known.gather.id)
        }
        return try match.store.title(of: number)
    }

    /// Returns the results that wait for other users.
    func otherResults() -> [OtherResultsFields] {
        var counts: [ResultOwner: Int] = [:]
        for (_, submission) in submissions.pending {
            if let other = account.otherOwner(of: submission) { counts[other, default: 0] += 1 }
        }
        return counts.map {
            OtherResultsFields(userName: $0.key.name, server: $0.key.server, count: $0.value)
        }.sorted { ($0.server, $0.userName ?? "") < ($1.server, $1.userName ?? "") }
    }

    /// Returns the IDs of ended gathers that never had a submission, the oldest first.
    func unsubmitted() -> [String] {
        let rows = (try? match.store.unsubmittedGathers()) ?? []
        return rows.filter { row in
            let json = row.summary.flatMap(JSONObject.init(text:))
            return json?["phase"]?.string == GatherSnapshot.Phase.ended.rawValue
        }.map(\.id)
    }

    /// Sends results now: those of named gathers, or else those that wait or have failed.
    ///
    /// - Parameters:
    ///   - options: The options for results that would not be sent automatically.
    ///   - done: Receives the number of results that can be sent, or the error of the first that
    ///     cannot.
    func submit(
        _ names: [String]?, waiting: Bool, options: SubmitOptions = SubmitOptions(),
        done: @escaping Completion<Int>
    ) {
        // A hook has nothing to do while nobody is signed in.
        guard account.signedIn != nil else {
            return done(waiting ? .success(0) : .failure(AccountError.notSignedIn))
        }
        if let names { return submit(names.map(Selection.named)[...], options, done: done) }
        let numbers = submissions.pending.filter { _, submission in
            if waiting, case .held = submission.schedule { return false }
            // A result that was dropped is sent by name alone.
            if submission.verdict == .dropped { return false }
            if options.takesOver, account.otherOwner(of: submission) != nil { return true }
            return submission.verdict == nil
        }.map(\.gather)
        submit(numbers.map(Selection.numbered)[...], options, done: done)
    }

    /// The way in which a wanted result is identified.
    private enum Selection {
        case named(String)
        case numbered(Int)
    }

    /// Sends results, one in each turn of the queue: each takes a commit, and a tick must not wait
    /// for more than one.
    private func submit(
        _ wanted: ArraySlice<Selection>, _ options: SubmitOptions, after counted: Set<Int> = [],
        done: @escaping Completion<Int>
    ) {
        let now = clock.moment
        do throws(AccountError) {
            guard let first = wanted.first else {
                submitAndPublish(at: now)
                return done(.success(counted.count))
            }
            let counted = try counted.union(submit(first, options, excluding: counted, at: now))
            queue.later { [weak self] in
                self?.submit(wanted.dropFirst(), options, after: counted, done: done)
            }
        } catch {
            submitAndPublish(at: now)
            done(.failure(error))
        }
    }

    /// Sends a result, once however often it is named.
    ///
    /// - Returns: The gather's number, if the result can be sent, that is, it has not arrived and
    ///   waits for no person.
    private func submit(
        _ wanted: Selection, _ options: SubmitOptions, excluding counted: Set<Int>, at now: Moment
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
                try submissions.begin(result, of: stored, owner: account.owner, at: now)
                return true
            }
            if isNew { return [number] }
        case .numbered(let known): number = known
        }
        let submission = try reading { () throws(StoreError) in
            try submissions.submission(of: number, at: now)
        }
        guard let submission else { return [] }
        let isDropped = submission.verdict == .dropped
        let other = account.otherOwner(
            of: submission, evenIfSettled: options.isRepeated || isDropped)
        if let other, !options.takesOver {
            guard case .named = wanted else { return [] }
            throw .otherAccount(userName: other.name, server: other.server)
        }
        return try reading { () throws(StoreError) in
            try submissions.change(number, id: "", at: now) { submission in
                if other != nil, let owner = account.owner { submission.take(over: owner, at: now) }
                submission.retry(at: now, again: options.isRepeated)
            }
            let changed = try submissions.submission(of: number, at: now)
            return changed.map { $0.isPending && $0.verdict == nil } == true ? [number] : []
        }
    }

    /// Drops a result, so that it is not sent.
    func drop(_ name: String) throws(AccountError) {
        let submission = try known(of: try ended(named: name))
        guard let submission, submission.isPending || submission.verdict == .dropped else {
            throw .nothingToDrop
        }
        try change(name) { submission, now in submission.drop(at: now) }
    }

    func known(of stored: StoredGather) throws(AccountError) -> Submission? {
        let now = clock.moment
        return try reading { () throws(StoreError) in
            try submissions.submission(of: stored.number, at: now)
        }
    }

    /// Records which gather of the server a gather is; nil for none.
    func decide(_ name: String, _ remoteID: String?) throws(AccountError) {
        guard let key = account.key else { throw .notSignedIn }
        let submission = try known(of: try ended(named: name))
        guard case .undecided = submission?.verdict else { throw .nothingToDecide }
        try change(name) { submission, now in
            submission.decide(remoteID, account: key, at: now)
        }
    }

    func change(_ name: String, _ body: (inout Submission, Moment) -> Void) throws(AccountError) {
        let now = clock.moment
        let stored = try ended(named: name)
        try reading { () throws(StoreError) in
            try submissions.change(stored.number, id: stored.gather.id, at: now) {
                body(&$0, now)
            }
        }
        submitAndPublish(at: now)
    }

    /// Returns the gather with a name, even one whose opening was undone while it has left
    /// something at the server.
    func ended(named name: String) throws(AccountError) -> StoredGather {
        do { return try match.stored(named: name) } catch {
            switch error {
            case .ambiguousGather: throw .ambiguousGather
            case .storageFailed(let reason): throw .storageFailed(reason: reason)
            default: break
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

/// Options for results that would not be sent automatically.
struct SubmitOptions: Sendable {
    /// True to send a result again that has arrived.
    var isRepeated = false
    /// True to send a result for the user signed in that was ended for another user.
    var takesOver = false
}

/// Receives the outcome of something that may involve a server.
typealias Completion<Value> = (Result<Value, any Error>) -> Void
