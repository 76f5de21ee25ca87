import GatherCore
import Varlink

/// The submissions to a server: a few are sent at a time, each when it is due.
///
/// It sends nothing itself: it returns the requests to send, and processes their outcomes. What a
/// request may do is stored on disk before the request is sent.
final class SubmissionQueue {
    /// A request to send.
    struct Request {
        let gather: Int
        /// A number that distinguishes it from an earlier request, whose outcome may still arrive.
        let serial: Int
        /// The index among the concurrent requests.
        let lane: Int
        let step: SubmissionStep
        let account: String
        /// The number of sign-ins when it was made.
        let signIns: Int
    }

    private let store: EventStore
    private let roster: SquadRoster
    private let grace: Duration
    private let log: any Log

    /// The submissions with something to do, and others that were asked for.
    private var submissions: [Int: Submission] = [:]
    /// A gather known to have no submission, which usually is the open one.
    private var absent: Int?
    private var stored: [Int: JSONObject] = [:]
    private var underway: [Int: Request] = [:]
    /// The gathers whose requests a server has put off, to a time that it has named.
    private var putOff: Set<Int> = []
    /// The serials of the gathers' newest requests.
    private var serials: [Int: Int] = [:]
    private var serial = 0
    private var signIns = 0
    private var lastRetry: Moment?
    private var move: AccountMove?

    /// Makes an empty queue.
    ///
    /// - Parameters:
    ///   - roster: The squad; its players who are not at the server are made there.
    ///   - grace: The delay before a result is sent.
    init(store: EventStore, roster: SquadRoster, grace: Duration, log: any Log) {
        self.store = store
        self.roster = roster
        self.grace = grace
        self.log = log
        store.knownSubmissions = { [weak self] in self?.known ?? [] }
    }

    /// Loads the submissions with something to do.
    func load(at now: Moment) throws(StoreError) {
        for row in try store.pendingSubmissions() { take(row, at: now) }
    }

    private func take(_ row: SubmissionRow, at now: Moment) {
        guard submissions[row.gather] == nil, var submission = row.submission(at: now) else {
            return
        }
        submission.hold(atMost: grace, at: now)
        if let move { _ = submission.follow(move) }
        submissions[row.gather] = submission
        stored[row.gather] = row.state
    }

    private var known: [SubmissionRow] {
        submissions.map { SubmissionRow($0.value, of: $0.key) }
    }

    /// Returns the submission of a gather; nil if its result is not to be sent.
    func submission(of gather: Int, at now: Moment) throws(StoreError) -> Submission? {
        guard submissions[gather] == nil, gather != absent else { return submissions[gather] }
        if let row = try store.submission(of: gather) {
            take(row, at: now)
        } else {
            absent = gather
        }
        return submissions[gather]
    }

    /// Returns the submission of a gather, if it is in memory.
    func known(_ gather: Int) -> Submission? { submissions[gather] }

    /// The gathers with something to do, automatically or by a person, the oldest first.
    var pending: [(gather: Int, submission: Submission)] {
        submissions.filter { $0.value.isPending || $0.value.hasLeftovers || $0.value.isDeleting }
            .sorted { $0.key < $1.key }
            .map { (gather: $0.key, submission: $0.value) }
    }

    // MARK: - The match

    /// Returns the change that events make to their gather's submission, to be stored with them.
    ///
    /// - Parameters:
    ///   - isWanted: True if a result is to be sent that has no submission yet.
    ///   - owner: The user for whom a match without a submission is ended; nil if unknown.
    func change(
        of gather: Int, before: Gather, after: Gather, isWanted: Bool, owner: ResultOwner?,
        at now: Moment
    ) throws(StoreError) -> EventStore.SubmissionChange {
        guard after.phase != .open || before.phase != .open else { return .none }
        let (result, players) = (MatchResult(after), SubmittedPlayer.all(of: after))
        guard var submission = try submission(of: gather, at: now) else {
            // A match that was over before is sent when somebody names it, not when it is amended.
            guard isWanted, before.phase != .ended, let result else { return .none }
            return .put(Submission(result, players: players, owner: owner, at: now, heldFor: grace))
        }
        // An undone opening also means that nothing of it may stay at the server.
        let isDiscarded = [.discarded, .unopened].contains(after.phase)
        if submission.isOf(result, players), submission.isDiscarded == isDiscarded { return .none }
        if let result {
            submission.renew(result, players: players, at: now, heldFor: grace)
        } else if isDiscarded, submission.isUnknown {
            // A person has to say what a server has of it, also after it is reopened.
            return .none
        } else if isDiscarded, !submission.isUntouched {
            submission.discard(at: now, heldFor: grace)
        } else if submission.isUntouched {
            return .remove
        } else {
            submission.undiscard()
        }
        return .put(submission)
    }

    /// Applies a change that has been stored.
    func apply(_ change: EventStore.SubmissionChange, to gather: Int) {
        switch change {
        case .none: break
        case .put(let submission):
            absent = nil
            submissions[gather] = submission
            stored[gather] = submission.record.json
        case .remove:
            submissions[gather] = nil
            stored[gather] = nil
        }
    }

    /// Takes out a player whom the store has forgotten.
    ///
    /// - Parameter names: The names that the player has had.
    func forget(_ player: Int, named names: Set<String>) {
        for gather in submissions.keys {
            submissions[gather]?.forget(player, named: names)
            guard var record = stored[gather].flatMap(SubmissionRecord.init(json:)) else {
                continue
            }
            record.forget(player, named: names)
            stored[gather] = record.json
        }
    }

    // MARK: - Requests by people

    /// Changes a submission at a person's request, and stores it.
    func change(
        _ gather: Int, id: String, at now: Moment, _ body: (inout Submission) -> Void
    ) throws(StoreError) {
        guard var submission = try submission(of: gather, at: now) else { return }
        body(&submission)
        try put(submission, of: gather, id: id, at: now)
    }

    /// Begins the submission of a result that was not to be sent before.
    func begin(
        _ result: MatchResult, of stored: StoredGather, owner: ResultOwner?, at now: Moment
    ) throws(StoreError) {
        let submission = Submission(
            result, players: SubmittedPlayer.all(of: stored.gather), owner: owner, at: now,
            heldFor: .zero)
        try put(submission, of: stored.number, id: stored.gather.id, at: now)
    }

    /// Retries failed submissions now, unless this has just happened.
    func retryFailed(at now: Moment) {
        guard !submissions.isEmpty else { return }
        if let last = lastRetry {
            let ago = now.elapsed(since: last)
            if ago >= .zero, ago < Limits.submissionRetryInterval { return }
        }
        lastRetry = now
        for gather in submissions.keys { submissions[gather]?.retryFailed(at: now) }
    }

    /// Makes the candidates of an undecided submission be listed again.
    func refreshCandidates(_ gather: Int, at now: Moment) {
        submissions[gather]?.refreshCandidates(at: now)
    }

    /// Continues submissions after it has been settled who players are at the server.
    ///
    /// - Parameter asked: The numbers of those of whom a person still has to settle it.
    func playersChanged(except asked: Set<Int>, at now: Moment) {
        for gather in submissions.keys {
            submissions[gather]?.playersChanged(except: asked, at: now)
        }
    }

    /// Continues submissions after a sign-in.
    func signedIn(at now: Moment) {
        signIns += 1
        for gather in submissions.keys { submissions[gather]?.signedIn(at: now) }
    }

    /// Records that an account has another address.
    func follow(_ move: AccountMove, at now: Moment) {
        self.move = move
        let members = roster.squad.members(following: move)
        do { if !members.isEmpty { try roster.put(members) } } catch {
            log.write(.error, "cannot store a player: \(error)", id: .storageFailed)
        }
        for (gather, submission) in submissions where underway[gather] == nil {
            var submission = submission
            if submission.follow(move) { keep(submission, of: gather, at: now) }
        }
    }

    private func put(
        _ submission: Submission, of gather: Int, id: String, at now: Moment
    ) throws(StoreError) {
        let state = submission.record.json
        if stored[gather] != state {
            _ = try store.append(
                EventStore.Addition(
                    gather: gather, id: id, submission: .put(submission), moment: now))
        }
        apply(.put(submission), to: gather)
    }

    // MARK: - Requests to the server

    /// Returns the time until something is to be done; nil if nothing is.
    func next(at now: Moment) -> Duration? {
        guard underway.count < Limits.submissionLanes else { return nil }
        var next: Duration?
        for submission in submissions.values {
            // A submission that is already due waits for a request that is underway.
            guard let wait = submission.dueAt?.elapsed(since: now), wait > .zero else { continue }
            next = min(next ?? wait, wait)
        }
        return next.map { now.boottime + $0 }
    }

    /// Begins what is due, up to the maximum number of requests.
    func begin(for account: Account, at now: Moment) -> [Request] {
        guard freeLane != nil else { return [] }
        var requests: [Request] = []
        for gather in due(at: now) {
            guard let lane = freeLane else { break }
            // Else the others would be put off again after each of their steps.
            if putOff.contains(gather), !putOff.isSuperset(of: underway.keys) { break }
            guard var submission = submissions[gather] else { continue }
            // Two gathers made at once could not be told apart if both answers were lost.
            if submission.startsWithCreation, isCreating { continue }
            // For another user's submission there is at most something to delete.
            let isOwn = submission.record.owner?.isSame(as: account.owner) ?? true
            guard isOwn || !submission.isPending && submission.hasFormer(in: account.key) else {
                continue
            }
            if isMakingPlayer,
                submission.needsPlayer(account: account.key, at: now, roster.squad)
            {
                continue
            }
            guard
                let step = submission.begin(account: account.key, at: now, squad: roster.squad)
            else { continue }
            submissions[gather] = submission
            if let member = roster.squad.member(beginning: step) { roster.record(member) }
            serial += 1
            let request = Request(
                gather: gather, serial: serial, lane: lane, step: step, account: account.key,
                signIns: signIns)
            underway[gather] = request
            serials[gather] = serial
            requests.append(request)
        }
        return requests
    }

    /// Returns the gathers in order of their turn: those without failures first, the oldest before
    /// the others, and then those that have not been tried for longest.
    ///
    /// If a server puts off all of them because of one, the others are done before it is tried
    /// again.
    private func due(at now: Moment) -> [Int] {
        var due: [Int] = []
        var failed: [Int] = []
        for (gather, submission) in submissions where underway[gather] == nil {
            guard let moment = submission.dueAt, moment.elapsed(since: now) <= .zero else {
                continue
            }
            if submission.attempts == 0 { due.append(gather) } else { failed.append(gather) }
        }
        due.sort()
        failed.sort { (serials[$0] ?? 0, $0) < (serials[$1] ?? 0, $1) }
        let all = due + failed
        return all.filter { !putOff.contains($0) } + all.filter(putOff.contains)
    }

    private var isCreating: Bool {
        underway.values.contains { request in
            switch request.step {
            case .listGathers, .createGather: true
            default: false
            }
        }
    }

    /// True while players are being made or listed.
    ///
    /// Players made by two operations at once could not be told apart.
    var isMakingPlayer: Bool {
        roster.isSyncing || underway.values.contains { $0.step.makesPlayer }
    }

    /// Returns true while a player is being added to a gather of a server.
    func isPlacing(_ player: Int) -> Bool {
        underway.values.contains { request in
            guard case .addPlayer(let added, _) = request.step else { return false }
            return added.number == player
        }
    }

    private var freeLane: Int? {
        let taken = underway.values.map(\.lane)
        return (0..<Limits.submissionLanes).first { !taken.contains($0) }
    }

    /// Processes the outcome of a request.
    ///
    /// - Returns: The changed submission; nil if the request is no longer relevant.
    func finish(_ request: Request, _ outcome: StepOutcome, at now: Moment) -> Submission? {
        let gather = request.gather
        guard underway[gather]?.serial == request.serial else { return nil }
        underway[gather] = nil
        guard var submission = submissions[gather] else { return nil }
        var outcome = submission.checked(outcome)
        let members = roster.squad.members(after: request.step, outcome, account: request.account)
        do { if !members.isEmpty { try roster.put(members) } } catch {
            // This is treated like a lost answer: the players are listed again.
            log.write(.error, "cannot store a player: \(error)", id: .storageFailed)
            outcome = .unknown(reason: "it could not be stored: \(error.reason)")
        }
        var known: Set<String> = []
        switch outcome {
        case .gathers, .created: known = others(than: gather)
        default: break
        }
        submission.finish(
            outcome, account: request.account, at: now, jitter: .random(in: 0...1), others: known,
            squad: roster.squad)
        // The rejected token was the former one.
        if request.signIns != signIns { submission.signedIn(at: now) }
        // The request was for the former address.
        if let move { _ = submission.follow(move) }
        keep(submission, of: gather, at: now)
        if outcome.isDoneWrite, request.signIns == signIns {
            for other in submissions.keys { submissions[other]?.tokenAccepted(at: now) }
        }
        if let moment = submissions[gather]?.notBefore {
            putOff.insert(gather)
            for other in submissions.keys { submissions[other]?.wait(until: moment) }
        } else if submissions[gather]?.isPending != true {
            putOff.remove(gather)
        }
        if case .gathers(let gathers) = outcome {
            settleOthers(by: gathers, than: gather, account: request.account, at: now)
        }
        return submissions[gather]
    }

    /// Records a submission after a step, and stores it if a restart has to know.
    ///
    /// If the disk does not take it, this is treated like a lost answer: the next try starts from
    /// what is on disk.
    private func keep(_ submission: Submission, of gather: Int, at now: Moment) {
        do {
            try put(submission, of: gather, id: "", at: now)
        } catch {
            log.write(.error, "cannot store a submission: \(error)", id: .storageFailed)
            guard let record = stored[gather].flatMap(SubmissionRecord.init(json:)) else { return }
            var known = Submission(record, at: now)
            known.postpone(at: now, because: "it could not be stored: \(error.reason)")
            submissions[gather] = known
        }
    }

    /// Returns the server's IDs of other gathers that are known here.
    func others(than gather: Int) -> Set<String> {
        var others: Set<String> = []
        for (number, submission) in submissions where number != gather {
            others.formUnion(submission.knownGathers)
        }
        return others
    }

    /// Settles all gathers whose creation was lost before a list, by that list.
    private func settleOthers(
        by gathers: GatherList, than listed: Int, account: String, at now: Moment
    ) {
        let lost = submissions.filter { $0.key != listed && $0.value.isLost }.keys.sorted()
        for gather in lost {
            guard var submission = submissions[gather] else { continue }
            let known = others(than: gather)
            if submission.settle(by: gathers, account: account, others: known, at: now) {
                keep(submission, of: gather, at: now)
            }
        }
    }
}
