/// The submission of a gather's result to a server: the known progress, the next step, and the
/// processing of each outcome.
///
/// A step is begun by ``begin(account:at:squad:)`` and ended by
/// ``finish(_:account:at:jitter:others:squad:)``; the request is sent between them, one at a time.
/// The state that has to survive a restart is in ``record``, which is on disk before a step begins.
///
/// The result goes first and the players follow, so an unidentified player never delays the result.
///
/// Making a gather, making a player and putting a player into a gather have a further effect when
/// repeated, and an answer can be lost. So before one of them is repeated, the server is asked what
/// is there; and effects that a slow server shows later are looked for once it has the result.
public struct Submission: Equatable, Sendable {
    /// The time of the next step.
    public enum Schedule: Hashable, Sendable {
        /// Held while a person may still take the end back. Can become: due.
        case held(until: Moment)
        /// Due at a moment, or as soon as a request can be sent. Can become: underway.
        case due(at: Moment)
        /// A request is underway. Can become: due, signIn.
        case underway(SubmissionStep)
        /// Waiting for a sign-in, since the token is no longer valid. Can become: due.
        case signIn
    }

    /// The purpose of a list.
    enum Purpose: Hashable, Sendable {
        /// The next step of the result needs it.
        case sending
        /// It must be confirmed that an adopted gather still has no result.
        case verification
        /// It must be confirmed that a gather to be deleted is unchanged.
        case inspection
        /// A lost write may have appeared.
        case check
    }

    /// A write whose answer was lost and which is only looked for until a moment.
    struct LostWrite: Hashable, Sendable {
        /// The kind of thing that a write makes at the server.
        enum Kind: Hashable, Sendable {
            /// A gather.
            case gather
            /// The player with a number in the squad.
            case player(Int)
            /// A player in the gather.
            case placement(SubmittedPlayer)
        }

        let kind: Kind
        let until: Moment
    }

    /// The state that has to survive a restart, except for ``schedule``.
    var state: SubmissionRecord

    /// The time of the next step.
    public internal(set) var schedule: Schedule

    /// The number of consecutive failed steps; lists between two tries of a write do not count.
    public internal(set) var attempts = 0

    /// The last of those steps that was a write, if any was.
    var failedWrite: SubmissionStep?

    /// The reason of the last failure, as a text for people.
    public internal(set) var lastError: String?

    /// True if the gather may have been made since the gathers were listed.
    var mayBeCreated = false

    /// True if a player may be in the gather who is not recorded as being in it.
    var mayHaveMorePlayers = false

    /// The server's numbers that are confirmed to still belong to the players.
    var checked: Set<Int> = []

    /// The squad numbers of the players who were looked for at the server.
    var searched: Set<Int> = []

    /// The numbers that the server assigned to the players that were made.
    var numbers = PlayerNumbers()

    /// True if somebody else may have adopted our gather, since it was there for a while without a
    /// result.
    var mayBeTaken = false

    /// The server's numbers of the earlier namesakes of the player being made.
    var namesakesBefore: Set<Int> = []

    /// True if the gather may be gone from the server.
    var mayBeGone = false

    /// True if the adopted gather was just seen without a result.
    var isVerified = false

    /// True if the adopted gather was also just seen without players.
    var isEmpty = false

    /// The ID of the former gather whose result was just seen unchanged.
    var inspected: String?

    /// True if the players of that gather were also seen unchanged.
    var isUnchanged = false

    /// The remaining steps of a check of the server.
    var checkSteps: [SubmissionStep] = []

    /// The purpose of the list that is underway.
    var purpose = Purpose.sending

    /// The moment when the step that is underway began.
    var begunAt: Moment?

    /// The lost write that must not be repeated yet.
    var lost: LostWrite?

    /// The moment by which a request whose answer was lost has taken effect, or counts as late.
    var settlesAt: Moment?

    /// The moment before which the server wants no other try; a person may try all the same.
    public internal(set) var notBefore: Moment?

    /// Makes the submission of a result, held for a while in which the end can be taken back.
    public init(
        _ result: MatchResult, players: [SubmittedPlayer] = [], owner: ResultOwner? = nil,
        at now: Moment, heldFor grace: Duration
    ) {
        state = SubmissionRecord(result: result, players: players, owner: owner)
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// Restores a stored submission; whatever may have been done by then has to be found out.
    public init(_ record: SubmissionRecord, at now: Moment) {
        state = record
        state.heldUntil = nil
        schedule = record.heldUntil.map(Schedule.held) ?? .due(at: now)
        mayBeCreated = true
        mayHaveMorePlayers = true
        mayBeTaken = true
        numbers = PlayerNumbers(hasGap: !record.made.isEmpty)
        // The server's own words were not stored.
        if case .refused(_, let code) = record.verdict { lastError = "the server answers \(code)" }
        guard isPending, record.progress != .nothing else { return }
        settlesAt = now.advanced(by: Limits.submissionSettling)
        doubtRunningStep(at: now)
    }

    // MARK: - State

    /// The state that has to survive a restart.
    public var record: SubmissionRecord {
        var record = state
        if case .held(let until) = schedule { record.heldUntil = until }
        return record
    }

    /// The result to be sent; nil while the end is taken back.
    public var result: MatchResult? { state.result }

    /// The verdict that only a person can change, if any.
    public var verdict: SubmissionRecord.Verdict? { state.verdict }

    /// True if the server has the result and all players, except those about whom a person is
    /// asked.
    public var isSent: Bool {
        guard let remote, state.result != nil, remote.sent == state.result else { return false }
        return missingPlayers(remote).allSatisfy(isQuestioned)
            && !remote.isMisplaced(for: state.players)
    }

    /// True if the result is still to be sent, automatically or by a person.
    public var isPending: Bool {
        state.result != nil && !isSent && state.verdict != .dropped
    }

    /// True if the gather was discarded after something was sent.
    public var isDiscarded: Bool { state.isDiscarded }

    /// True if a gather is still to be deleted at the server.
    ///
    /// It is that of a discarded match, or a gather that was replaced and could not be deleted at
    /// once.
    public var isDeleting: Bool {
        guard !state.former.isEmpty else { return false }
        if state.isDiscarded || state.verdict == .dropped { return true }
        return isSent && (attempts > 0 || schedule == .signIn)
    }

    /// True if a person has something else to settle at the server.
    public var hasLeftovers: Bool {
        !state.leftovers.isEmpty || state.result != nil && !state.questions.isEmpty
    }

    /// True if anything is left to do, automatically or by a person.
    public var isOpen: Bool {
        isPending || hasLeftovers || !tasks.isEmpty
    }

    /// True while no request that changes something at a server has been sent.
    public var isUntouched: Bool { hasSentNothing && !isUndecided }

    /// True if nothing is known to have been sent, but a person has to say whether it was: the
    /// record is outdated.
    public var isUnknown: Bool { hasSentNothing && isUndecided }

    private var hasSentNothing: Bool {
        state.progress == .nothing && state.former.isEmpty && state.leftovers.isEmpty
            && state.doubt == nil
    }

    private var isUndecided: Bool {
        if case .undecided = state.verdict { true } else { false }
    }

    /// The server's ID of the gather.
    public var remoteID: String? { remote?.id }

    /// The result that the server is known to have; nil if it has none.
    public var sentResult: MatchResult? { remote?.sent }

    /// Returns true if a former gather is still to be deleted in an account.
    public func hasFormer(in account: String) -> Bool {
        state.former.contains { $0.account == account }
    }

    /// The account that the gather is in; nil while it is unknown.
    public var account: String? { remote?.account }

    /// Returns true if exactly these players were put into the gather.
    public func hasPlaced(_ players: [Int]) -> Bool {
        remote.map { $0.placed.map(\.id).sorted() == players.sorted() } ?? false
    }

    /// The gather at the server, if it is known.
    var remote: RemoteGather? {
        if case .created(let remote) = state.progress { remote } else { nil }
    }

    /// The server's IDs of all gathers that belong, or belonged, to this submission.
    public var knownGathers: Set<String> {
        Set(state.former.map(\.id) + [remoteID].compactMap { $0 })
    }

    /// The server's IDs of the gathers to look for in a list, besides those without a result.
    public var listedGathers: Set<String> {
        knownGathers.union(state.leftovers.map(\.id))
    }

    /// True if a gather may have been made whose ID is unknown.
    public var isLost: Bool {
        if case .creating = state.progress { mayBeCreated } else { false }
    }

    /// Returns true if the submission has this result and these players.
    public func isOf(_ result: MatchResult?, _ players: [SubmittedPlayer]) -> Bool {
        state.result == result && (result == nil || hasSides(of: players))
    }

    func hasSides(of players: [SubmittedPlayer]) -> Bool {
        state.players.elementsEqual(players) { $0.number == $1.number && $0.side == $1.side }
    }

    /// True if the next step makes a gather, or finds out whether one was made.
    public var startsWithCreation: Bool { remoteID == nil && tasks.first == .send }

    // MARK: - Scheduling

    /// A task that needs no person.
    enum Task: Hashable {
        /// Send the result and the players.
        case send
        /// List the candidates for the gather again.
        case settle
        /// Delete former gathers.
        case clean
        /// Check the server for effects that may have appeared.
        case check
    }

    /// The tasks that need no person, in order.
    var tasks: [Task] {
        switch state.verdict {
        case .refused: return []
        case .dropped:
            let isOver = state.doubt?.isOver(state.result) ?? true
            return (state.former.isEmpty ? [] : [.clean]) + (isOver ? [] : [.check])
        case .undecided:
            if case .creating = state.progress { return state.result == nil ? [] : [.settle] }
            return []
        case nil: break
        }
        if isPending { return [.send] }
        var tasks: [Task] = []
        guard isSent || state.isDiscarded else { return [] }
        if !state.former.isEmpty, state.isDiscarded || isComplete { tasks.append(.clean) }
        if let doubt = state.doubt, !doubt.isOver(state.result) { tasks.append(.check) }
        return tasks
    }

    /// True if no player is missing at the server or waits for a person.
    private var isComplete: Bool { isSent && remote.map { missingPlayers($0).isEmpty } == true }

    /// The moment of the next try; nil if only a person can continue.
    public var dueAt: Moment? {
        guard let task = tasks.first else { return nil }
        switch schedule {
        case .held(let moment): return moment
        case .underway, .signIn: return nil
        case .due(let moment):
            var latest = [moment, settlesAt, notBefore].compactMap { $0 }
            if task == .check, checkSteps.isEmpty {
                latest += [state.doubt?.nextCheck].compactMap { $0 }
            }
            return latest.max { $1.elapsed(since: $0) > .zero }
        }
    }
}
