/// The way of a gather's result to a server: what is known to be done there, what comes next, and
/// what each outcome makes of it.
///
/// A step is begun by ``begin(account:at:)`` and ended by ``finish(_:at:jitter:others:)``; between
/// them is the request, of which there is one at a time. What has to survive a restart is in
/// ``result``, ``players``, ``progress`` and ``verdict``: it is on disk before a step is begun.
///
/// Making a gather and adding a player are not the same when done twice, and an answer can be lost.
/// So before a gather is made, the gathers are listed: what has appeared since is what was made.
public struct Submission: Equatable, Sendable {
    /// What is known to be done at a server.
    public enum Progress: Hashable, Sendable {
        /// Nothing. Can become: creating.
        case nothing
        /// A gather may have been made, and only these without a result were there before; nil if
        /// that is not known. Can become: created; nothing.
        case creating(account: String, before: Set<String>?)
        /// The gather is there.
        case created(RemoteGather)

        /// The account that it is for.
        var account: String? {
            switch self {
            case .nothing: nil
            case .creating(let account, _): account
            case .created(let remote): remote.account
            }
        }
    }

    /// What only a person can change.
    public enum Verdict: Hashable, Sendable {
        /// The server answered for good with this status. Ends by a retry.
        case refused(status: Int)
        /// A gather may have been made, and may be any of these. Ends by a decision.
        case undecided(candidates: [String])
        /// The server's number of one who played is of a player with another name. Ends by a retry.
        case mistaken(number: Int, name: String, remoteID: Int)
        /// Somebody decided that it is not sent. Ends by a retry.
        case dropped
    }

    /// When the next step is tried.
    public enum Schedule: Hashable, Sendable {
        /// Somebody may still take the end back. Can become: due.
        case held(until: Moment)
        /// Tried at a moment, or as soon as there is room. Can become: underway.
        case due(at: Moment)
        /// A request is on its way. Can become: due, signIn.
        case underway(SubmissionStep)
        /// The token does not count any more. Can become: due.
        case signIn
    }

    /// What is to be sent; nil while the end is taken back.
    public private(set) var result: MatchResult?

    /// Who played, Team A first.
    public private(set) var players: [SubmittedPlayer]

    /// What is known to be done.
    public private(set) var progress: Progress

    /// What only a person can change, if anything.
    public private(set) var verdict: Verdict?

    /// When the next step is tried.
    public private(set) var schedule: Schedule

    /// How many steps in a row have failed.
    public private(set) var attempts = 0

    /// Why the last one has, for a person.
    public private(set) var lastError: String?

    /// Whether the gather may have been made since the gathers were listed.
    private var mayBeCreated = false

    /// Whether a player may be in the gather who is not known to be.
    private var mayHaveMorePlayers = false

    /// The server's numbers of which it is known that they are still those of the players.
    private var checked: Set<Int> = []

    /// Whether the gather may be gone from the server.
    private var mayBeGone = false

    /// When a request whose answer was lost has come through, or never will.
    private var settlesAt: Moment?

    /// Begins the way of a result, which waits a while: until then its end can be taken back.
    public init(
        _ result: MatchResult, players: [SubmittedPlayer] = [], at now: Moment,
        heldFor grace: Duration
    ) {
        self.result = result
        self.players = players
        progress = .nothing
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// Takes up what was stored: whatever may have been done by then has to be found out.
    public init(
        result: MatchResult?, players: [SubmittedPlayer], progress: Progress, verdict: Verdict?,
        heldUntil: Moment?, at now: Moment
    ) {
        self.result = result
        self.players = players
        self.progress = progress
        self.verdict = verdict
        schedule = heldUntil.map(Schedule.held) ?? .due(at: now)
        mayBeCreated = true
        mayHaveMorePlayers = true
        lastError = verdict?.words
        if progress != .nothing { settlesAt = now.advanced(by: Limits.submissionSettling) }
    }

    // MARK: - What it is

    /// Whether the server has the result.
    public var isSent: Bool {
        guard case .created(let remote) = progress, let result else { return false }
        return remote.sent == result && missingPlayers(remote).isEmpty
    }

    /// Whether there is something to be done, by itself or by a person.
    public var isPending: Bool {
        result != nil && !isSent && verdict != .dropped
    }

    /// Whether nothing is known, or may be, at a server.
    public var isUntouched: Bool { progress == .nothing }

    /// The server's ID of the gather.
    public var remoteID: String? {
        if case .created(let remote) = progress { remote.id } else { nil }
    }

    /// When the next step is to be tried; nil if nothing is to be done by itself.
    public var dueAt: Moment? {
        guard isPending, verdict == nil else { return nil }
        switch schedule {
        case .held(let moment): return moment
        case .due(let moment):
            guard let settlesAt, settlesAt.elapsed(since: moment) > .zero else { return moment }
            return settlesAt
        case .underway, .signIn: return nil
        }
    }

    /// Whether a gather may have been made that is not known.
    public var isLost: Bool {
        if case .creating = progress { mayBeCreated } else { false }
    }

    /// Whether it is of this result and these players.
    public func isOf(_ result: MatchResult?, _ players: [SubmittedPlayer]) -> Bool {
        func places(_ players: [SubmittedPlayer]) -> [SubmittedPlayer] {
            players.map { SubmittedPlayer(number: $0.number, side: $0.side) }
        }
        return self.result == result
            && (result == nil || places(self.players) == places(players))
    }

    /// Whether the next step makes a gather, or finds out whether one was made.
    public var startsWithCreation: Bool { remoteID == nil }

    // MARK: - Steps

    /// Begins the next step; what it makes of this is on disk before the request leaves.
    ///
    /// - Parameters:
    ///   - account: What tells the account from others: what was done for another one counts for
    ///     nothing, unless this one has it as well.
    ///   - squad: What is known of the players at the server.
    /// - Returns: The step, or nil if there is none to be begun.
    public mutating func begin(
        account: String, at now: Moment, squad: Squad = Squad()
    ) -> SubmissionStep? {
        guard dueAt != nil, let result else { return nil }
        identifyPlayers(account: account, squad)
        let step: SubmissionStep
        switch progress {
        case .nothing: step = .listGathers()
        case .creating(let owner, _):
            step = mayBeCreated || owner != account ? .listGathers() : .createGather
        case .created(let remote) where mayBeGone || remote.account != account:
            step = .listGathers(interest: [remote.id])
        case .created(let remote): step = Self.step(self, remote, result, squad)
        }
        if case .createGather = step { mayBeCreated = true }
        schedule = .underway(step)
        return step
    }

    /// Finds out which players the server has; of one who is not in the squad, nothing is known
    /// that could be sent.
    private mutating func identifyPlayers(account: String, _ squad: Squad) {
        for player in uncheckedPlayers {
            guard let id = squad[player.number]?.link.id(for: account) else { continue }
            identify(player.number, as: id)
        }
        players.removeAll { $0.id == nil && squad[$0.number] == nil }
    }

    private mutating func identify(_ number: Int, as id: Int?) {
        for index in players.indices where players[index].number == number {
            players[index].id = id
        }
    }

    private mutating func forgetPlayers() {
        for index in players.indices { players[index].id = nil }
        checked = []
    }

    /// Those whose number, if there is one, may be somebody else's by now.
    private var uncheckedPlayers: [SubmittedPlayer] {
        var added: [Int] = []
        if case .created(let remote) = progress { added = remote.players }
        return players.filter { player in
            player.id.map { !added.contains($0) && !checked.contains($0) } ?? true
        }
    }

    /// The numbers in the squad of those who can be looked for at the server.
    private func doubtfulPlayers(_ squad: Squad) -> [Int] {
        uncheckedPlayers.filter { $0.id != nil && squad[$0.number] != nil }.map(\.number)
    }

    /// Whether the next step is about who is at the server.
    public func needsPlayer(account: String, _ squad: Squad) -> Bool {
        guard case .created(let remote) = progress, remote.account == account, !mayBeGone else {
            return false
        }
        var next = self
        next.identifyPlayers(account: account, squad)
        return !next.doubtfulPlayers(squad).isEmpty
            || (next.missingPlayers(remote).first.map { $0.id == nil } ?? false)
    }

    private static func step(
        _ submission: Submission, _ remote: RemoteGather, _ result: MatchResult, _ squad: Squad
    ) -> SubmissionStep {
        guard let player = submission.missingPlayers(remote).first else {
            return .sendResult(result, gather: remote.id)
        }
        let doubtful = submission.doubtfulPlayers(squad)
        if !doubtful.isEmpty { return .checkSquad(doubtful) }
        if player.id == nil, let member = squad[player.number] {
            return member.isListed
                ? .createPlayer(member.id, member.profile) : .listSquad(member.id)
        }
        return submission.mayHaveMorePlayers
            ? .listPlayers(gather: remote.id) : .addPlayer(player, gather: remote.id)
    }

    private func missingPlayers(_ remote: RemoteGather) -> [SubmittedPlayer] {
        players.filter { $0.id.map { !remote.players.contains($0) } ?? true }
    }

    /// Takes in what came of the step.
    ///
    /// - Parameters:
    ///   - account: The account that it was begun for.
    ///   - jitter: A random number from 0 to 1, with which the next try is put off.
    ///   - others: The server's IDs of other gathers that are known here.
    ///   - squad: What is known of the players at the server by now.
    public mutating func finish(
        _ outcome: StepOutcome, account: String, at now: Moment, jitter: Double,
        others: Set<String>, squad: Squad = Squad()
    ) {
        guard case .underway(let step) = schedule else { return }
        schedule = .due(at: now)
        var words: String?
        switch (step, outcome) {
        case (.listGathers, .gathers(let gathers)):
            listed(gathers, account: account, others: others)
        case (.createGather, .created(let id)):
            progress = .created(RemoteGather(account: account, id: id))
            mayHaveMorePlayers = false
        case (.listSquad, .squad): break
        case (.checkSquad, .squad(let listed)):
            check(listed, squad)
            words = verdict?.words
        case (.createPlayer(let number, _), .createdPlayer(let id)):
            identify(number, as: id)
            checked.insert(id)
        case (.listPlayers(let id), .players(let players)):
            change(id) { remote in
                remote.players += players.filter { !remote.players.contains($0) }
            }
            mayHaveMorePlayers = false
        case (.addPlayer(let player, let id), .done):
            if let number = player.id { change(id) { $0.players.append(number) } }
        case (.sendResult(let result, let id), .done): change(id) { $0.sent = result }
        default: return fail(step, outcome, at: now, jitter: jitter)
        }
        attempts = 0
        lastError = words
    }

    /// Takes in who is at the server: a number that is nobody's any more is not used, and one that
    /// may be somebody else's waits for a person.
    private mutating func check(_ listed: [ListedPlayer], _ squad: Squad) {
        for player in uncheckedPlayers {
            guard let id = player.id, let member = squad[player.number] else { continue }
            switch member.standing(of: id, in: listed) {
            case .same: checked.insert(id)
            case .gone: identify(player.number, as: nil)
            case .other:
                verdict = .mistaken(number: member.id, name: member.profile.name, remoteID: id)
            }
        }
    }

    /// Changes what is known of the gather at the server.
    private mutating func change(_ id: String, _ body: (inout RemoteGather) -> Void) {
        guard case .created(var remote) = progress, remote.id == id else { return }
        body(&remote)
        progress = .created(remote)
    }

    // MARK: - Settling

    /// Takes in which gathers there are: those that were not there before one was made may be it.
    private mutating func listed(
        _ gathers: GatherList, account: String, others: Set<String>
    ) {
        if case .created(let remote) = progress {
            // It is not gone because a list was got that does not tell of it.
            guard gathers.isSure(of: remote.id) else { return }
            mayBeGone = false
            if gathers[remote.id] != nil {
                // It may be the same account under another name.
                progress = .created(
                    RemoteGather(
                        account: account, id: remote.id, players: remote.players,
                        sent: remote.sent))
                return
            }
        }
        mayBeGone = false
        if case .creating(account, let before) = progress {
            let candidates = gathers.open.filter {
                before?.contains($0) != true && !others.contains($0)
            }
            if let only = candidates.first {
                // With too many, others like it may be among those that are not kept.
                guard candidates.count == 1, before != nil, !gathers.hasTooManyOpen else {
                    let shown = candidates.prefix(Limits.submissionCandidates)
                    verdict = .undecided(candidates: Array(shown))
                    return
                }
                return adopt(only, account: account)
            }
        }
        if let owner = progress.account, owner != account { forgetPlayers() }
        progress = .creating(
            account: account, before: gathers.hasTooManyOpen ? nil : Set(gathers.open))
        mayBeCreated = false
    }

    /// Takes in a list that was got for another submission, if this one can be settled by it.
    ///
    /// - Returns: Whether it was.
    public mutating func settle(
        by gathers: GatherList, account: String, others: Set<String>
    ) -> Bool {
        guard case .creating(account, _) = progress, mayBeCreated, isPending, verdict == nil
        else { return false }
        if case .underway = schedule { return false }
        listed(gathers, account: account, others: others)
        return true
    }

    private mutating func adopt(_ id: String, account: String) {
        progress = .created(RemoteGather(account: account, id: id))
        mayHaveMorePlayers = true
    }

    // MARK: - Failing

    private mutating func fail(
        _ step: SubmissionStep, _ outcome: StepOutcome, at now: Moment, jitter: Double
    ) {
        if step == .createGather, outcome.isCertainlyNothing {
            // By the next try the list may be old.
            progress = .nothing
            mayBeCreated = false
        }
        if case .addPlayer = step, !outcome.isCertainlyNothing { mayHaveMorePlayers = true }
        if !step.isList, outcome.mayComeLate {
            settlesAt = now.advanced(by: Limits.submissionSettling)
        }
        attempts += 1
        lastError = outcome.words
        switch outcome {
        case .answered(401, _): schedule = .signIn
        case .answered(let status, _) where StepOutcome.isFinal(status):
            verdict = .refused(status: status)
        default:
            let wait = Self.wait(after: attempts, jitter: jitter)
            schedule = .due(at: now.advanced(by: wait))
        }
    }

    /// How long to wait after so many failures: twice as long after each, and not all at once.
    static func wait(after attempts: Int, jitter: Double) -> Duration {
        let (shortest, longest) = (
            Limits.submissionRetry.lowerBound, Limits.submissionRetry.upperBound
        )
        let doublings = min(max(attempts - 1, 0), 20)
        let whole = min(shortest * (1 << doublings), longest)
        let half = whole / 2
        return max(half + half * min(max(jitter, 0), 1), shortest)
    }

    // MARK: - What people and the match do to it

    /// The end was taken back.
    public mutating func withdraw() {
        result = nil
        if verdict == .dropped { verdict = nil }
    }

    /// The gather has ended again, perhaps with another result.
    public mutating func renew(
        _ result: MatchResult, players: [SubmittedPlayer] = [], at now: Moment,
        heldFor grace: Duration
    ) {
        self.result = result
        self.players = players
        switch verdict {
        case .refused, .mistaken: verdict = nil
        case .undecided, .dropped, nil: break
        }
        checked = []
        if case .underway = schedule { return }
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// A failed step is tried now, if it waits for that alone.
    public mutating func hurry(at now: Moment) {
        if case .due(let moment) = schedule, now.elapsed(since: moment) < .zero {
            schedule = .due(at: now)
        }
    }

    /// Somebody wants it to be sent now: also one that is held, was refused or was dropped.
    public mutating func retry(at now: Moment) {
        switch verdict {
        case .refused(status: 404):
            // Where the list has the gather, it goes on there; else another is made.
            mayBeGone = true
            verdict = nil
        case .refused, .mistaken, .dropped: verdict = nil
        case .undecided, nil: break
        }
        if case .underway = schedule { return }
        checked = []
        attempts = 0
        schedule = .due(at: now)
    }

    /// What was done could not be kept: it is found out by another try, a little later.
    public mutating func putOff(at now: Moment, because reason: String) {
        attempts += 1
        lastError = reason
        schedule = .due(at: now.advanced(by: Limits.submissionHurry))
    }

    /// There is a new token.
    public mutating func signedIn(at now: Moment) {
        switch schedule {
        case .signIn: schedule = .due(at: now)
        default: hurry(at: now)
        }
    }

    /// No more than this is left of the time in which the end can be taken back: where a clock was
    /// set over a restart, it would be anything.
    public mutating func hold(atMost grace: Duration, at now: Moment) {
        guard case .held(let until) = schedule, until.elapsed(since: now) > grace else { return }
        schedule = .held(until: now.advanced(by: grace))
    }

    /// Somebody decides that it is not sent; one that has arrived stays so.
    public mutating func drop() {
        if isPending { verdict = .dropped }
    }

    /// Somebody decides which gather was made; nil for none, so that another is made.
    public mutating func decide(_ id: String?, account: String, at now: Moment) {
        guard case .undecided = verdict else { return }
        verdict = nil
        if let id {
            adopt(id, account: account)
        } else {
            progress = .nothing
            mayBeCreated = false
        }
        retry(at: now)
    }

    /// What was stored of it may not be the newest: nobody can know what was done since.
    public mutating func doubt() {
        guard isPending, verdict == nil else { return }
        verdict = .undecided(candidates: remoteID.map { [$0] } ?? [])
    }
}

extension Submission.Verdict {
    /// What a person is told who has to settle something at the server first.
    fileprivate var words: String? {
        guard case .mistaken(let number, let name, let remoteID) = self else { return nil }
        return "the server has another name for \(name) (\(number)) under its number \(remoteID)"
    }
}

/// A gather that was made at a server.
public struct RemoteGather: Hashable, Sendable {
    /// What tells the account it belongs to from others.
    public let account: String
    /// The server's ID.
    public let id: String
    /// The numbers of the players who are known to be in it.
    public var players: [Int]
    /// The result that it is known to have.
    public var sent: MatchResult?

    /// Makes one of its parts.
    public init(account: String, id: String, players: [Int] = [], sent: MatchResult? = nil) {
        (self.account, self.id, self.players, self.sent) = (account, id, players, sent)
    }
}

extension StepOutcome {
    /// Whether the server has certainly not done what was asked.
    fileprivate var isCertainlyNothing: Bool {
        switch self {
        case .notSent: true
        case .answered(let status, _): (400..<500).contains(status)
        default: false
        }
    }

    /// Whether the server, or one behind it, may still be at it.
    fileprivate var mayComeLate: Bool {
        switch self {
        case .unknown: true
        case .answered(let status, _): status > 500
        default: false
        }
    }

    /// Whether the same would be answered again: the request is wrong, or what it is about is not
    /// there.
    fileprivate static func isFinal(_ status: Int) -> Bool {
        (400..<500).contains(status) && ![401, 408, 425, 429].contains(status)
    }

    /// What a person is told of a failure.
    fileprivate var words: String {
        switch self {
        case .answered(let status, let reason): "the server answers \(status): \(reason)"
        case .notSent(let reason), .unknown(let reason): reason
        default: "the answer is not one to what was asked"
        }
    }
}
