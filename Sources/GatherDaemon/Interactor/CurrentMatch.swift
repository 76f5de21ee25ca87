import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A command as received from a client.
struct CommandRequest: Sendable {
    var command: Command
    /// The name of the command's gather; nil for the newest.
    ///
    /// A command that closes a gather is refused where another one is open.
    var gatherName: String?
    /// The method and its parameters, to detect whether a repeated ID means the same command.
    let fingerprint: String
    let requestID: String?
    let uid: UInt32?
    /// The name of the client's device, if it has named one.
    var device: String?
    /// The number of the client's connection.
    let connection: Int
    /// True if what was done a moment ago over another connection, or by another device, is not to
    /// be done again.
    var isGuarded = false
    /// True if a player who was sent off may play all the same.
    var isForced = false
    /// The name of the format that the command chooses, if it is in a file.
    var formatFile: String?
}

/// The gather that a command applies to.
struct Target {
    /// Its number in the store; nil if it is not stored yet.
    let number: Int?
    /// The gather; nil for the present one, to which a second reference must not exist.
    ///
    /// With a second reference, the next event would cost a copy of the whole log.
    let other: Gather?
    /// True if the other gather becomes the present one by the command.
    var isTakenUp = true
}

/// The current match, as stored on disk; a change is durable before it is visible.
final class CurrentMatch {
    let store: EventStore
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let log: any Log
    private var current: (number: Int?, gather: Gather)
    /// Events of the clocks that the disk has not taken yet.
    private var unstored: [RecordedEvent] = []

    /// Restores the current gather.
    ///
    /// - Parameter queue: The queue that it belongs to.
    init(
        store: EventStore, queue: SerialQueue, clock: any MachineClock, log: any Log
    ) throws(StoreError) {
        let newest = try store.newestGather()
        (self.store, self.queue, self.clock, self.log) = (store, queue, clock, log)
        current = (newest?.number, newest?.gather ?? Gather())
        store.known = { [weak self] in self?.stored }
    }

    /// The newest gather, which may be over.
    var gather: Gather { current.gather }

    /// The newest gather with its number in the store.
    var known: StoredGather? {
        current.number.map { StoredGather(number: $0, gather: current.gather) }
    }

    /// The newest gather as the store has it, for a salvage of its file.
    ///
    /// Events that are not stored yet are stored after the salvage.
    private var stored: StoredGather? {
        guard !unstored.isEmpty, let number = current.number else { return known }
        let log = gather.log.dropLast(unstored.count)
        return StoredGather(number: number, gather: Gather(replaying: log))
    }

    // MARK: - The target of a command

    /// Returns the reply to an earlier request with the same ID, or nil if the request is new.
    ///
    /// - Throws: A ``GatherError``, or a `VarlinkError` if the ID is that of another command.
    func remembered(_ request: CommandRequest) throws -> JSONObject? {
        guard let id = request.requestID else { return nil }
        guard
            let record = try reading(
                "a request", { () throws(StoreError) in try store.request(id) })
        else { return nil }
        // The comparison is by bytes, since a peer's text may take long to compare as characters.
        guard record.command.utf8.elementsEqual(request.fingerprint.utf8) else {
            throw VarlinkError.invalidParameter("requestId")
        }
        return record.outcome
    }

    func target(of request: CommandRequest) throws(GatherError) -> Target {
        switch request.command {
        case .reopen:
            let named = try stored(named: request.gatherName ?? "")
            // Only one gather can be open.
            guard gather.phase != .open || named.number == current.number else {
                throw .gatherInProgress
            }
            return target(named)
        case .amendGoal, .amendCard:
            guard let name = request.gatherName else { return present }
            var target = target(try stored(named: name))
            target.isTakenUp = false
            return target
        case .end, .discard:
            guard let name = request.gatherName else { return present }
            // A person asked about a match that is over by now did not mean the open one.
            let named = try stored(named: name)
            guard gather.phase != .open || named.number == current.number else {
                throw .gatherInProgress
            }
            return present
        case .redo where gather.phase != .open:
            // Redo may bring back an opening that was taken back, if no other gather has opened
            // since.
            let last = try reading("a gather") { () throws(StoreError) in
                try store.lastUnopenedGather()
            }
            guard let last, last.gather.phase == .unopened, let undoOfOpening = last.gather.log.last
            else { return try presentToRedo() }
            let boot = clock.moment.boot
            // One that was reopened may be older than those that stand.
            let later = try reading("a gather") { () throws(StoreError) in
                try store.lastGather(after: last.number)
            }
            if let later,
                !undoOfOpening.moment.isKnownLater(than: later.gather.openedAt, in: boot)
            {
                return try presentToRedo()
            }
            if let undo = gather.redoableUndo,
                !undoOfOpening.moment.isKnownLater(than: undo.moment, in: boot)
            {
                return try presentToRedo()
            }
            // A command since then, such as an amendment, was no undo. It may be of a gather that
            // was current before another one was reopened.
            let isFollowed = try reading("a gather") { () throws(StoreError) in
                for number in try store.numbers(currentSinceUndoOf: last.number) {
                    let isPresent = number == current.number
                    let since = isPresent ? gather : try store.gather(number).gather
                    if let command = since.log.last(where: \.isUndoable),
                        command.moment.isKnownLater(than: undoOfOpening.moment, in: boot)
                    {
                        return true
                    }
                }
                return false
            }
            return try isFollowed ? presentToRedo() : target(last)
        default: return present
        }
    }

    private var present: Target { Target(number: current.number, other: nil) }

    /// Returns the present gather, which is over, for a redo.
    ///
    /// If it was reopened and closed again, an undo in it may be older than a gather that opened
    /// meanwhile, and what it took back stays so.
    private func presentToRedo() throws(GatherError) -> Target {
        guard let number = current.number, let undo = gather.redoableUndo else { return present }
        let later = try reading("a gather") { () throws(StoreError) in
            try store.lastGather(after: number)
        }
        let isOlder = later.map {
            $0.gather.openedAt.isKnownLater(than: undo.moment, in: clock.moment.boot)
        }
        if isOlder == true { throw .nothingToRedo }
        return present
    }

    private func target(_ stored: StoredGather) -> Target {
        let isPresent = stored.number == current.number
        return Target(number: stored.number, other: isPresent ? nil : stored.gather)
    }

    /// Returns the target gather for reading; the caller must not keep it.
    func gather(of target: Target) -> Gather { target.other ?? gather }

    /// Returns the gather with an ID, or the only one whose ID begins so.
    func stored(named name: String) throws(GatherError) -> StoredGather {
        let numbers = try reading("a gather") { () throws(StoreError) in
            try store.numbers(ofGatherNamed: name)
        }
        guard let number = numbers.first else { throw .noSuchGather }
        guard numbers.count == 1 else { throw .ambiguousGather }
        if number == current.number { return StoredGather(number: number, gather: gather) }
        return try reading("a gather") { () throws(StoreError) in try store.gather(number) }
    }

    // MARK: - Changes

    /// Makes the events durable, and then changes the state by them.
    ///
    /// - Parameters:
    ///   - target: The gather of the events; they open a new gather if the first one does.
    ///   - after: The gather with the events.
    ///   - submission: The changed submission of its result.
    func append(
        _ events: [RecordedEvent], to target: Target, after: Gather,
        submission: EventStore.SubmissionChange, request: RequestRecord?, at now: Moment
    ) throws(GatherError) {
        let opens = events.first?.event.opens == true
        let unopens = !events.isEmpty && after.phase == .unopened
        do {
            try storeUnstored(at: now)
            // This is read before anything changes; if it cannot be read, the opening stands.
            let earlier = unopens ? try store.newestGather(before: target.number ?? .max) : nil
            let started = clock.now().boottime
            let number = try store.append(
                EventStore.Addition(
                    events: events, gather: opens ? nil : target.number, id: after.id,
                    unopens: unopens,
                    reopens: gather(of: target).phase == .unopened && !opens && !unopens,
                    takesTurn: target.other != nil && target.isTakenUp && !opens,
                    summary: GatherPresenter.closedSummary(after), submission: submission,
                    appearances: appearances(of: target, after: after, opens: opens),
                    request: request, moment: now))
            logIfSlow(clock.now().boottime - started)
            if unopens {
                current = (earlier?.number, earlier?.gather ?? Gather())
                return
            }
            if target.other != nil, !target.isTakenUp { return }
            if opens {
                current.gather = Gather()
            } else if let other = target.other {
                current.gather = other
            }
            current.number = number
            for event in events { current.gather.apply(event) }
        } catch {
            throw storageFailed("store a command", error)
        }
    }

    /// Returns the players' appearances if they may have changed, because a gather has ended or was
    /// reopened.
    private func appearances(
        of target: Target, after: Gather, opens: Bool
    ) -> (all: [Appearance], endedAt: Duration)? {
        let before = opens ? .unopened : gather(of: target).phase
        guard after.phase == .ended || before == .ended else { return nil }
        return (after.appearances, after.endedAt?.wall ?? .zero)
    }

    /// Records an event of the clocks.
    ///
    /// The countdown follows it at once. If the disk does not take it, it is stored with the next
    /// command.
    ///
    /// - Returns: The event as recorded.
    func record(_ event: Event, at now: Moment) -> RecordedEvent {
        let number = gather.revision + 1
        let recorded = RecordedEvent(
            number: number, step: number, moment: now, operatorUID: nil, event: event)
        current.gather.apply(recorded)
        unstored.append(recorded)
        do { try storeUnstored(at: now) } catch {
            log.write(.warning, "cannot store a change of the clocks: \(error)")
        }
        return recorded
    }

    private func storeUnstored(at now: Moment) throws(StoreError) {
        guard !unstored.isEmpty else { return }
        _ = try store.append(
            EventStore.Addition(
                events: unstored, gather: current.number, id: gather.id, moment: now))
        unstored = []
    }

    // MARK: - Maintenance

    /// Moves the write-ahead log into the database if it has grown enough.
    ///
    /// This happens after a command was answered, so that no command waits for it.
    func checkpointLater() {
        guard store.isCheckpointDue else { return }
        queue.later { [weak self] in self?.checkpoint() }
    }

    private func checkpoint() {
        guard store.isCheckpointDue else { return }
        do { try store.checkpoint(shrinking: false) } catch {
            log.write(.warning, "cannot tidy the database: \(error), ignoring")
        }
    }

    /// Salvages the readable content of a file in which a check found damage.
    func repair(_ damage: StoreError) {
        do { try store.repair(damage) } catch { _ = storageFailed("mend the database", error) }
    }

    /// Reads the current gather again from a repaired database, if it differs from the one in
    /// memory.
    ///
    /// - Returns: True if another gather, or the same one with more events, was taken.
    func reread() -> Bool {
        guard let newest = try? store.newestGather() else { return false }
        let isKnown = newest.number == current.number
        guard !isKnown || newest.gather.revision > gather.revision else { return false }
        current = (newest.number, newest.gather)
        return true
    }

    /// Forgets a player; the current gather is then the one without the player.
    ///
    /// - Parameter forgotten: Called with the names that the player has had, as soon as it has
    ///   happened, even if this throws afterwards.
    func forget(
        _ player: Int, request: (record: RequestRecord, moment: Moment)?, at now: Moment,
        forgotten: (Set<String>) -> Void
    ) throws(StoreError) {
        try storeUnstored(at: now)
        try store.forget(player, request: request, gather: current.number) { result in
            if let gather = result.gather { current.gather = gather }
            forgotten(result.names)
        }
    }

    /// Closes the store and leaves it tidy.
    func close() {
        do { try store.close() } catch {
            log.write(.error, "cannot leave the database tidy: \(error)", id: .storageFailed)
        }
    }

    // MARK: - Logging

    func reading<Result>(
        _ what: String, _ body: () throws(StoreError) -> Result
    ) throws(GatherError) -> Result {
        do { return try body() } catch { throw storageFailed("read \(what)", error) }
    }

    private func storageFailed(_ action: String, _ error: StoreError) -> GatherError {
        log.write(.error, "cannot \(action): \(error)", id: .storageFailed)
        return .storageFailed(reason: error.reason)
    }

    private func logIfSlow(_ duration: Duration) {
        guard duration > Limits.slowCommit else { return }
        log.write(.warning, "a commit took \(duration.wholeMilliseconds) ms")
    }
}

extension Event {
    /// True if a new gather begins with this event.
    var opens: Bool {
        if case .opened = self { true } else { false }
    }
}
