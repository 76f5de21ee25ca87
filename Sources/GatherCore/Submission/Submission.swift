/// The way of a gather's result to a server: what is known to be done there, what comes next, and
/// what each outcome makes of it.
///
/// A step is begun by ``begin(account:at:squad:)`` and ended by
/// ``finish(_:account:at:jitter:others:squad:)``; between them is the request, of which there is
/// one at a time. What has to survive a restart is in ``record``, which is on disk before a step is
/// begun.
///
/// The result goes first and the players follow: who somebody is at the server never holds it up.
///
/// Making a gather or a player and putting a player into a gather are not the same when done twice,
/// and an answer can be lost. So before one of them is repeated, the server is asked what is there;
/// and what appears later, as the server was slow, is looked for when the result is there.
public struct Submission: Equatable, Sendable {
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

    /// The reason that something is listed.
    enum Purpose: Hashable, Sendable {
        /// The next step of the result needs it.
        case sending
        /// A gather that was adopted must still have no result.
        case verification
        /// A gather is to be deleted only if nobody has changed it.
        case inspection
        /// A lost write may have appeared.
        case look
    }

    /// A write whose answer was lost, and which is only looked for until a moment.
    struct LostWrite: Hashable, Sendable {
        /// A thing that a write makes at the server.
        enum Kind: Hashable, Sendable {
            /// A gather.
            case gather
            /// The player of a number in the squad.
            case player(Int)
            /// A player in the gather.
            case placement(SubmittedPlayer)
        }

        let kind: Kind
        let until: Moment
    }

    /// The state that has to survive a restart, but for ``schedule``.
    var state: SubmissionRecord

    /// When the next step is tried.
    public internal(set) var schedule: Schedule

    /// The number of steps in a row that have failed.
    public internal(set) var attempts = 0

    /// The reason that the last one has, for a person.
    public internal(set) var lastError: String?

    /// Whether the gather may have been made since the gathers were listed.
    var mayBeCreated = false

    /// Whether a player may be in the gather who is not known to be.
    var mayHaveMorePlayers = false

    /// The server's numbers of which it is known that they are still those of the players.
    var checked: Set<Int> = []

    /// The numbers of those of the squad who were looked for at the server.
    var searched: Set<Int> = []

    /// The numbers of those who were made at the server.
    var numbers = PlayerNumbers()

    /// Whether somebody else may have taken our gather for one of theirs, as it was there for a
    /// while without a result.
    var mayBeTaken = false

    /// Those of the name of the player who is being made, who were there before.
    var namesakesBefore: Set<Int> = []

    /// Whether the gather may be gone from the server.
    var mayBeGone = false

    /// Whether the gather that was adopted has just been seen without a result.
    var isVerified = false

    /// Whether it has just been seen without players as well.
    var isEmpty = false

    /// The former gather whose result has just been seen unchanged.
    var inspected: String?

    /// Whether its players have as well.
    var isUnchanged = false

    /// The steps that a look at the server still takes.
    var looks: [SubmissionStep] = []

    /// The reason of the list that is underway.
    var purpose = Purpose.sending

    /// When the step that is underway was begun.
    var begunAt: Moment?

    /// A write that is not repeated yet.
    var lost: LostWrite?

    /// When a request whose answer was lost has come through, or is late.
    var settlesAt: Moment?

    /// Begins the way of a result, which waits a while: until then its end can be taken back.
    public init(
        _ result: MatchResult, players: [SubmittedPlayer] = [], owner: ResultOwner? = nil,
        at now: Moment, heldFor grace: Duration
    ) {
        state = SubmissionRecord(result: result, players: players, owner: owner)
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// Takes up what was stored: whatever may have been done by then has to be found out.
    public init(_ record: SubmissionRecord, at now: Moment) {
        state = record
        state.heldUntil = nil
        schedule = record.heldUntil.map(Schedule.held) ?? .due(at: now)
        mayBeCreated = true
        mayHaveMorePlayers = true
        mayBeTaken = true
        numbers = PlayerNumbers(hasGap: !record.made.isEmpty)
        guard isPending, record.progress != .nothing else { return }
        settlesAt = now.advanced(by: Limits.submissionSettling)
        doubtWhatWasUnderway(at: now)
    }

    // MARK: - What it is

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

    /// Whether the server has the result, and all who played but those of whom a person is asked.
    public var isSent: Bool {
        guard let remote, state.result != nil, remote.sent == state.result else { return false }
        return missingPlayers(remote).allSatisfy(isQuestioned)
            && !remote.isMisplaced(for: state.players)
    }

    /// Whether the result is still to be sent, by itself or by a person.
    public var isPending: Bool {
        state.result != nil && !isSent && state.verdict != .dropped
    }

    /// Whether the gather was discarded after something was sent.
    public var isDiscarded: Bool { state.isDiscarded }

    /// Whether what was sent before is still to be deleted at the server: that of a discarded
    /// match, or a gather that was replaced and could not be deleted at once.
    public var isDeleting: Bool {
        guard !state.former.isEmpty else { return false }
        if state.isDiscarded || state.verdict == .dropped { return true }
        return isSent && (attempts > 0 || schedule == .signIn)
    }

    /// Whether there is something else that a person has to settle at the server.
    public var hasLeftovers: Bool {
        !state.leftovers.isEmpty || state.result != nil && !state.questions.isEmpty
    }

    /// Whether there is anything to be done, by itself or by a person.
    public var isOpen: Bool {
        isPending || hasLeftovers || !tasks.isEmpty
    }

    /// Whether no request has left that changes something at a server.
    public var isUntouched: Bool {
        state.progress == .nothing && state.former.isEmpty && state.leftovers.isEmpty
            && state.doubt == nil
    }

    /// The server's ID of the gather.
    public var remoteID: String? { remote?.id }

    /// The result that the server is known to have; nil if it has none.
    public var sentResult: MatchResult? { remote?.sent }

    /// Whether a gather of before is still to be deleted in an account.
    public func hasFormer(in account: String) -> Bool {
        state.former.contains { $0.account == account }
    }

    /// The account that the gather is in; nil where it is not known yet.
    public var account: String? { remote?.account }

    /// Whether these are the players who were put into the gather.
    public func hasPlaced(_ players: [Int]) -> Bool {
        remote.map { $0.placed.map(\.id).sorted() == players.sorted() } ?? false
    }

    /// The gather at the server, where it is known.
    var remote: RemoteGather? {
        if case .created(let remote) = state.progress { remote } else { nil }
    }

    /// The server's IDs of all gathers that belong to this one, or did.
    public var knownGathers: Set<String> {
        Set(state.former.map(\.id) + [remoteID].compactMap { $0 })
    }

    /// The server's IDs of the gathers that a list has to tell of, besides those without a result.
    public var listedGathers: Set<String> {
        knownGathers.union(state.leftovers.map(\.id))
    }

    /// Whether a gather may have been made that is not known.
    public var isLost: Bool {
        if case .creating = state.progress { mayBeCreated } else { false }
    }

    /// Whether it is of this result and these players.
    public func isOf(_ result: MatchResult?, _ players: [SubmittedPlayer]) -> Bool {
        state.result == result && (result == nil || hasSides(of: players))
    }

    func hasSides(of players: [SubmittedPlayer]) -> Bool {
        state.players.elementsEqual(players) { $0.number == $1.number && $0.side == $1.side }
    }

    /// Whether the next step makes a gather, or finds out whether one was made.
    public var startsWithCreation: Bool { remoteID == nil && tasks.first == .send }

    // MARK: - When

    /// Something that is to be done by itself.
    enum Task: Hashable {
        /// The result and the players are sent.
        case send
        /// The gathers that it may be are listed again.
        case settle
        /// Former gathers are deleted.
        case clean
        /// The server is looked at for what may have appeared.
        case look
    }

    /// The tasks that are done without a person, in order.
    var tasks: [Task] {
        switch state.verdict {
        case .refused: return []
        case .dropped:
            let isOver = state.doubt?.isOver(state.result) ?? true
            return (state.former.isEmpty ? [] : [.clean]) + (isOver ? [] : [.look])
        case .undecided:
            if case .creating = state.progress { return state.result == nil ? [] : [.settle] }
            return []
        case nil: break
        }
        if isPending { return [.send] }
        var tasks: [Task] = []
        guard isSent || state.isDiscarded else { return [] }
        if !state.former.isEmpty, state.isDiscarded || isComplete { tasks.append(.clean) }
        if let doubt = state.doubt, !doubt.isOver(state.result) { tasks.append(.look) }
        return tasks
    }

    /// Whether nobody is missing at the server, nor asked about.
    private var isComplete: Bool { isSent && remote.map { missingPlayers($0).isEmpty } == true }

    /// When the next step is to be tried; nil if nothing is to be done by itself.
    public var dueAt: Moment? {
        guard let task = tasks.first else { return nil }
        switch schedule {
        case .held(let moment): return moment
        case .underway, .signIn: return nil
        case .due(let moment):
            var latest = [moment, settlesAt].compactMap { $0 }
            if task == .look, looks.isEmpty { latest += [state.doubt?.nextLook].compactMap { $0 } }
            return latest.max { $1.elapsed(since: $0) > .zero }
        }
    }
}
