import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The results on their way to a server: a few at a time, and each when it is due.
///
/// It asks nobody itself: it gives the requests that are to be made, and takes in their outcomes.
/// What a request may have done is on disk before it leaves.
final class SubmissionQueue {
    /// A request that is to be made.
    struct Request {
        let gather: Int
        /// Tells it from one of before, whose outcome may still come.
        let serial: Int
        /// Which of those that are on their way at once.
        let lane: Int
        let step: SubmissionStep
        let account: String
        /// How often somebody had signed in when it was made.
        let signIns: Int
    }

    private let store: EventStore
    private let book: SquadBook
    private let grace: Duration
    private let log: any Log
    private let random: () -> Double

    /// Those with something to be done, and others that somebody has asked for.
    private var submissions: [Int: Submission] = [:]
    /// The gather that was found to have none, as the one that is played has for long.
    private var absent: Int?
    private var stored: [Int: JSONObject] = [:]
    private var underway: [Int: Request] = [:]
    private var serial = 0
    private var signIns = 0
    private var lastHurry: Moment?
    private var move: AccountMove?

    /// Makes a queue of nothing.
    ///
    /// - Parameters:
    ///   - book: The squad, of which a player who is not at the server is made there.
    ///   - grace: How long a result waits before it is sent.
    ///   - random: Gives numbers from 0 to 1.
    init(
        store: EventStore, book: SquadBook, grace: Duration, log: any Log,
        random: @escaping () -> Double = { .random(in: 0...1) }
    ) {
        self.store = store
        self.book = book
        self.grace = grace
        self.log = log
        self.random = random
        store.knownSubmissions = { [weak self] in self?.known ?? [] }
    }

    /// Takes up what has to be done.
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

    /// How far the result of a gather is on its way; nil if it is not to be sent.
    func submission(of gather: Int, at now: Moment) throws(StoreError) -> Submission? {
        guard submissions[gather] == nil, gather != absent else { return submissions[gather] }
        if let row = try store.submission(of: gather) {
            take(row, at: now)
        } else {
            absent = gather
        }
        return submissions[gather]
    }

    /// The submission of a gather, as far as it is in memory.
    func known(_ gather: Int) -> Submission? { submissions[gather] }

    /// The gathers with something to be done, by themselves or by a person, the oldest first.
    var pending: [(gather: Int, submission: Submission)] {
        submissions.filter { $0.value.isPending || $0.value.hasLeftovers || $0.value.isDeleting }
            .sorted { $0.key < $1.key }
            .map { (gather: $0.key, submission: $0.value) }
    }

    // MARK: - The match

    /// What events make of the submission of their gather, to be stored with them.
    ///
    /// - Parameters:
    ///   - isWanted: Whether a result is to be sent of which nothing is known yet.
    ///   - owner: The user it is ended for; nil if nobody is known.
    func change(
        of gather: Int, before: Gather, after: Gather, isWanted: Bool, owner: ResultOwner?,
        at now: Moment
    ) throws(StoreError) -> EventStore.SubmissionChange {
        guard after.phase != .open || before.phase != .open else { return .none }
        let (result, players) = (MatchResult(after), SubmittedPlayer.all(of: after))
        guard var submission = try submission(of: gather, at: now) else {
            guard isWanted, let result else { return .none }
            return .put(
                Submission(result, players: players, owner: owner, at: now, heldFor: grace))
        }
        // An undo of the opening leaves nothing of it either.
        let isDiscarded = [.discarded, .unopened].contains(after.phase)
        if submission.isOf(result, players), submission.isDiscarded == isDiscarded { return .none }
        if let result {
            submission.renew(result, players: players, owner: owner, at: now, heldFor: grace)
        } else if isDiscarded, !submission.isUntouched {
            submission.discard(at: now, heldFor: grace)
        } else if submission.isUntouched {
            return .remove
        } else {
            submission.undiscard()
        }
        return .put(submission)
    }

    /// Takes in a change that has been stored.
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

    // MARK: - People

    /// Changes a submission as somebody asks for, and stores that.
    func change(
        _ gather: Int, id: String, at now: Moment, _ body: (inout Submission) -> Void
    ) throws(StoreError) {
        guard var submission = try submission(of: gather, at: now) else { return }
        body(&submission)
        try put(submission, of: gather, id: id, at: now)
    }

    /// Begins the way of a result that was never to be sent.
    func begin(
        _ result: MatchResult, of stored: StoredGather, owner: ResultOwner?, at now: Moment
    ) throws(StoreError) {
        let submission = Submission(
            result, players: SubmittedPlayer.all(of: stored.gather), owner: owner, at: now,
            heldFor: .zero)
        try put(submission, of: stored.number, id: stored.gather.id, at: now)
    }

    /// What failed is tried now, if that has not been so just before.
    func hurry(at now: Moment) {
        guard !submissions.isEmpty else { return }
        if let last = lastHurry {
            let ago = now.elapsed(since: last)
            if ago >= .zero, ago < Limits.submissionHurry { return }
        }
        lastHurry = now
        for gather in submissions.keys { submissions[gather]?.hurry(at: now) }
    }

    /// Has a choice looked at anew.
    func relist(_ gather: Int, at now: Moment) { submissions[gather]?.relist(at: now) }

    /// Somebody has settled who players are at the server.
    func playersChanged(at now: Moment) {
        for gather in submissions.keys { submissions[gather]?.playersChanged(at: now) }
    }

    /// There is a new token.
    func signedIn(at now: Moment) {
        signIns += 1
        for gather in submissions.keys { submissions[gather]?.signedIn(at: now) }
    }

    /// Takes in that an account is at another address.
    func follow(_ move: AccountMove, at now: Moment) {
        self.move = move
        let members = book.squad.members(following: move)
        do { if !members.isEmpty { try book.put(members) } } catch {
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

    // MARK: - Requests

    /// When something is to be done next; nil if nothing is.
    func next(at now: Moment) -> Duration? {
        guard underway.count < Limits.submissionLanes else { return nil }
        var next: Duration?
        for submission in submissions.values {
            // What is due by now waits for a request that is underway.
            guard let wait = submission.dueAt?.elapsed(since: now), wait > .zero else { continue }
            next = min(next ?? wait, wait)
        }
        return next.map { now.boottime + $0 }
    }

    /// Begins what is due, as far as there is room.
    func begin(for account: Account, at now: Moment) -> [Request] {
        guard freeLane != nil else { return [] }
        var requests: [Request] = []
        for gather in due(at: now) {
            guard let lane = freeLane else { break }
            guard var submission = submissions[gather] else { continue }
            // Two that are made at once could not be told apart if both were lost.
            if submission.startsWithCreation, isCreating { continue }
            // Of another user's there is at most something to be deleted.
            let isOwn = submission.record.owner?.isSame(as: account.owner) ?? true
            guard isOwn || !submission.isPending && submission.hasFormer(in: account.key) else {
                continue
            }
            if isMakingPlayer,
                submission.needsPlayer(account: account.key, at: now, book.squad)
            {
                continue
            }
            guard
                let step = submission.begin(account: account.key, at: now, squad: book.squad)
            else { continue }
            submissions[gather] = submission
            if let member = book.squad.member(beginning: step) { book.note(member) }
            serial += 1
            let request = Request(
                gather: gather, serial: serial, lane: lane, step: step, account: account.key,
                signIns: signIns)
            underway[gather] = request
            requests.append(request)
        }
        return requests
    }

    /// The gathers whose turn it is: those that have not just failed, and then the oldest first.
    private func due(at now: Moment) -> [Int] {
        var due: [Int] = []
        var failed: [Int] = []
        for (gather, submission) in submissions where underway[gather] == nil {
            guard let moment = submission.dueAt, moment.elapsed(since: now) <= .zero else {
                continue
            }
            if submission.attempts == 0 { due.append(gather) } else { failed.append(gather) }
        }
        return due.sorted() + failed.sorted()
    }

    private var isCreating: Bool {
        underway.values.contains { request in
            switch request.step {
            case .listGathers, .createGather: true
            default: false
            }
        }
    }

    /// Whether players are being made or listed: what has appeared since could not be told from
    /// another one.
    var isMakingPlayer: Bool {
        book.isSyncing || underway.values.contains { $0.step.makesPlayer }
    }

    private var freeLane: Int? {
        let taken = underway.values.map(\.lane)
        return (0..<Limits.submissionLanes).first { !taken.contains($0) }
    }

    /// Takes in what came of a request.
    ///
    /// - Returns: What became of the submission; nil if nobody waits for it any more.
    func finish(_ request: Request, _ outcome: StepOutcome, at now: Moment) -> Submission? {
        let gather = request.gather
        guard underway[gather]?.serial == request.serial else { return nil }
        underway[gather] = nil
        guard var submission = submissions[gather] else { return nil }
        var outcome = outcome
        let told = book.squad.members(after: request.step, outcome, account: request.account)
        do { if !told.isEmpty { try book.put(told) } } catch {
            // As if the answer had been lost: the players are listed again.
            log.write(.error, "cannot store a player: \(error)", id: .storageFailed)
            outcome = .unknown(reason: "it could not be stored: \(error.reason)")
        }
        var known: Set<String> = []
        if case .gathers = outcome { known = others(than: gather) }
        submission.finish(
            outcome, account: request.account, at: now, jitter: random(), others: known,
            squad: book.squad)
        // The token that does not count was the one before.
        if request.signIns != signIns { submission.signedIn(at: now) }
        // It was for the address of before.
        if let move { _ = submission.follow(move) }
        keep(submission, of: gather, at: now)
        if case .gathers(let gathers) = outcome {
            settleOthers(by: gathers, than: gather, account: request.account, at: now)
        }
        return submissions[gather]
    }

    /// Takes in a step's outcome, and stores it if a restart has to know.
    ///
    /// Where the disk does not take it, it is as if the answer had been lost: what is on disk is
    /// what the next try goes by.
    private func keep(_ submission: Submission, of gather: Int, at now: Moment) {
        do {
            try put(submission, of: gather, id: "", at: now)
        } catch {
            log.write(.error, "cannot store a submission: \(error)", id: .storageFailed)
            guard let record = stored[gather].flatMap(SubmissionRecord.init(json:)) else { return }
            var known = Submission(record, at: now)
            known.putOff(at: now, because: "it could not be stored: \(error.reason)")
            submissions[gather] = known
        }
    }

    /// The server's IDs of other gathers that are known here.
    func others(than gather: Int) -> Set<String> {
        var others: Set<String> = []
        for (number, submission) in submissions where number != gather {
            others.formUnion(submission.knownGathers)
        }
        return others
    }

    /// One list settles every gather that was made and lost before it.
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
