import Dispatch
import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A command as it came from a client.
struct CommandRequest: Sendable {
    let command: Command
    /// What names the gather that it is about; nil for the newest.
    var gatherName: String?
    /// The method and its parameters, to tell whether a repeated ID means the same command.
    let fingerprint: String
    let requestID: String?
    let uid: UInt32?
}

/// Why a command was not carried out.
///
/// Nothing has changed.
enum CommandFailure: Error, Equatable, Sendable {
    case refused(Refusal)
    case requestIDInUse
    case noSuchGather
    case ambiguousGather
    case storageFailed(reason: String)
}

/// Something that everybody is told.
struct Change: Sendable {
    /// The new state, as a subscriber gets it.
    let snapshot: JSONObject
    let reason: Reason
    /// The state in one line; nil where it has not changed.
    let status: String?
}

/// The gather that a command is about, and its place in the store; nil before it has one.
private struct Target {
    let number: Int?
    let gather: Gather
}

/// Owns the match: the one place where a command becomes events, and events the state.
///
/// It runs on the daemon's queue and never awaits, so a command is carried out whole: one reading
/// of the clock, decide, append, apply, publish.
actor GatherInteractor {
    private let executor: QueueExecutor
    private let clock: any MachineClock
    private let store: EventStore
    private let log: any Log
    private var alarm: (any Alarm)?
    /// Looks again whether a wall clock that cannot be trusted has come to be right.
    private var recheck: (any Alarm)?
    private var wallClockWatch: (any WallClockWatch)?
    private var tell: @Sendable (Change) -> Void = { _ in }

    private var gather: Gather
    /// The gather's place in the store; nil before the first.
    private var number: Int?
    /// What the clocks have done, and the disk has not taken yet.
    private var unstored: [RecordedEvent] = []
    private var recovered: RecoveryFields?
    private var ticker = CountdownTicker()
    private var names = OperatorNames()

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Restores the match that the store tells of.
    init(
        executor: QueueExecutor, clock: any MachineClock, store: sending EventStore,
        log: any Log
    ) throws(StoreError) {
        let newest = try store.newestGather()
        self.executor = executor
        self.clock = clock
        self.log = log
        gather = newest?.gather ?? Gather()
        number = newest?.number
        self.store = store
    }

    /// Takes up the match: the countdown goes on, and from now on every change is told.
    ///
    /// - Returns: The state in one line.
    /// - Throws: A `SystemError` if there is no alarm to be had.
    func resume(
        telling tell: @escaping @Sendable (Change) -> Void
    ) throws(SystemError) -> String {
        self.tell = tell
        store.known = { [weak self] in self?.assumeIsolated { $0.known } }
        alarm = try clock.makeAlarm(on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.wake() }
        }
        recheck = try clock.makeAlarm(on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.wake() }
        }
        wallClockWatch = try clock.watchWallClock(on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.wake() }
        }
        let now = moment()
        recover(at: now)
        noteClocks(at: now)
        ticker.note(gather, at: now)
        setAlarms(at: now)
        return GatherPresenter.status(gather, at: now)
    }

    /// Lets go of the match: nothing more is told, and the store is left tidy.
    func close() {
        alarm?.clear()
        recheck?.clear()
        wallClockWatch = nil
        tell = { _ in }
        do { try store.close() } catch {
            log.write(.warning, "cannot tidy the database: \(error), ignoring", fields: [:])
        }
    }

    // MARK: - Requests

    /// The newest gather as it is now.
    func snapshot() -> JSONObject {
        snapshot(at: moment())
    }

    /// The newest gather as it is now, for somebody who is told of every change from now on, and
    /// with ticks of every second of a running countdown: the next one is the one after this.
    func subscribe(ticks: Bool) -> JSONObject {
        let now = moment()
        catchUp(at: now)
        ticker.wantsTicks = ticker.wantsTicks || ticks
        setAlarms(at: now)
        return snapshot(at: now)
    }

    /// Nobody wants to hear every second any more.
    func stopTicks() {
        ticker.wantsTicks = false
        setAlarms(at: moment())
    }

    /// Carries out a command.
    ///
    /// - Returns: The parameters of the reply.
    func perform(_ request: CommandRequest) throws(CommandFailure) -> JSONObject {
        let now = moment()
        catchUp(at: now)
        defer { setAlarms(at: now) }
        if let outcome = try remembered(request) { return reply(outcome, at: now) }

        let target = try target(of: request)
        let events: [Event]
        do {
            events = try target.gather.decide(request.command, at: now, opening: RandomID.uuid())
        } catch {
            throw .refused(error)
        }
        let outcome = try carryOut(events, on: target, of: request, at: now)
        // An undo may have brought back a doubt that can be decided by now.
        noteClocks(at: now)
        return reply(outcome, at: now)
    }

    /// The newest gathers of the history.
    ///
    /// - Parameter id: Only gathers opened before this one.
    /// - Returns: The gathers, or nil if there is none with the ID.
    func history(limit: Int, before id: String?) throws(CommandFailure) -> [GatherSummary]? {
        do {
            var before = Int.max
            if let id {
                guard let number = try store.number(ofGather: id) else { return nil }
                before = number
            }
            return try store.gathers(before: before, limit: limit).compactMap(Self.summary)
        } catch {
            throw storageFailed("read the history", error)
        }
    }

    /// What happened in a gather, from after an event on.
    ///
    /// - Parameter name: What names the gather; nil for the newest.
    func timeline(
        of name: String?, after: Int, limit: Int
    ) throws(CommandFailure) -> (summary: GatherSummary, entries: [TimelineEntry]) {
        let gather = if let name { try stored(named: name).gather } else { self.gather }
        guard let summary = GatherPresenter.summary(gather) else { throw .noSuchGather }
        let lines = GatherPresenter.timeline(gather, after: after, limit: limit)
        return (summary, lines.map { line in names.named(line) })
    }

    // MARK: - Carrying out

    private func remembered(_ request: CommandRequest) throws(CommandFailure) -> JSONObject? {
        guard let id = request.requestID else { return nil }
        do {
            guard let record = try store.request(id) else { return nil }
            // By bytes: what a peer wrote may take long to compare as text.
            guard record.command.utf8.elementsEqual(request.fingerprint.utf8) else {
                throw CommandFailure.requestIDInUse
            }
            return record.outcome
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw storageFailed("look up a request", error)
        }
    }

    /// The gather that a command is about.
    private func target(of request: CommandRequest) throws(CommandFailure) -> Target {
        let current = Target(number: number, gather: gather)
        switch request.command {
        case .reopen:
            let target = try stored(named: request.gatherName ?? "")
            // Only one can be open; taking up the open one is done already.
            guard gather.phase != .open || target.number == number else {
                throw .refused(.gatherInProgress)
            }
            return target.number == number
                ? current : Target(number: target.number, gather: target.gather)
        case .redo where gather.redoableStep == nil && gather.phase != .open:
            guard let last = try unopened() else { return current }
            return Target(number: last.number, gather: last.gather)
        default: return current
        }
    }

    private func stored(named name: String) throws(CommandFailure) -> StoredGather {
        do {
            let numbers = try store.numbers(ofGatherNamed: name)
            guard let number = numbers.first else { throw CommandFailure.noSuchGather }
            guard numbers.count == 1 else { throw CommandFailure.ambiguousGather }
            return try store.gather(number)
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw storageFailed("read a gather", error)
        }
    }

    /// The gather whose opening was taken back last, if no other has opened since.
    private func unopened() throws(CommandFailure) -> StoredGather? {
        do {
            guard let last = try store.lastGather(), last.gather.phase == .unopened else {
                return nil
            }
            return last
        } catch {
            throw storageFailed("read a gather", error)
        }
    }

    private func carryOut(
        _ events: [Event], on target: Target, of request: CommandRequest, at now: Moment
    ) throws(CommandFailure) -> JSONObject {
        let opens = events.first?.opens == true
        let recorded = record(
            events, from: opens ? 1 : target.gather.revision + 1, uid: request.uid, at: now)
        let after = (opens ? Gather() : target.gather).forecast(recorded)
        let outcome = outcome(of: events, before: target.gather, after: after, at: now)
        let record = request.requestID.map {
            RequestRecord(id: $0, command: request.fingerprint, outcome: outcome)
        }
        guard !recorded.isEmpty || record != nil else { return outcome }
        try append(recorded, to: target, request: record, after: after, at: now)
        guard let last = events.last else { return outcome }
        recovered = nil
        publish(GatherPresenter.reason(for: last), at: now)
        // A start that was dated back may have run out by now.
        if case .started = last, !gather.timer.isRunning(at: now) { publish(.timeUp, at: now) }
        return outcome
    }

    private func record(
        _ events: [Event], from first: Int, uid: UInt32?, at now: Moment
    ) -> [RecordedEvent] {
        events.enumerated().map { index, event in
            RecordedEvent(
                number: first + index, step: first, moment: now, operatorUID: uid, event: event)
        }
    }

    /// Makes the events durable, and only then the state what they make of it.
    private func append(
        _ events: [RecordedEvent], to target: Target, request: RequestRecord?,
        after: Gather, at now: Moment
    ) throws(CommandFailure) {
        let opens = events.first?.event.opens == true
        let unopens = !events.isEmpty && after.phase == .unopened
        do {
            try storeUnstored(at: now)
            // Read before anything changes: if it cannot be, the opening stands.
            let earlier = unopens ? try store.newestGather(before: target.number ?? .max) : nil
            let started = clock.now().boottime
            let stored = try store.append(
                EventStore.Addition(
                    events: events, gather: opens ? nil : target.number, id: after.id,
                    unopens: unopens,
                    reopens: target.gather.phase == .unopened && !opens && !unopens,
                    takesTurn: target.number != number && !opens,
                    summary: GatherPresenter.closedSummary(after), request: request, moment: now))
            logIfSlow(clock.now().boottime - started)
            tidyAfterwards()
            if unopens {
                (gather, number) = (earlier?.gather ?? Gather(), earlier?.number)
            } else {
                if opens {
                    gather = Gather()
                } else if target.number != number {
                    gather = target.gather
                }
                for event in events { gather.apply(event) }
                number = stored
            }
        } catch {
            throw storageFailed("store a command", error)
        }
    }

    /// Stores what the clocks have done, if the disk did not take it then.
    private func storeUnstored(at now: Moment) throws(StoreError) {
        guard !unstored.isEmpty else { return }
        _ = try store.append(
            EventStore.Addition(events: unstored, gather: number, id: gather.id, moment: now))
        unstored = []
    }

    private func outcome(
        of events: [Event], before: Gather, after: Gather, at now: Moment
    ) -> JSONObject {
        switch events.first {
        case .undone(let step):
            let words = GatherPresenter.undone(
                before.events(ofStep: step), before: before, after: after, at: now)
            return ["undone": .string(words)]
        case .redone(let step):
            let words = GatherPresenter.words(
                after.events(ofStep: step), before: after, after: before, at: now)
            return ["redone": .string(words)]
        default:
            let outcome = GatherPresenter.outcome(
                of: events, before: before, after: after, at: now)
            return ["outcome": outcome.json]
        }
    }

    private func reply(_ outcome: JSONObject, at now: Moment) -> JSONObject {
        var parameters = gatherFields(at: now)
        for member in outcome.members { parameters[member.key] = member.value }
        return parameters
    }

    private func snapshot(at now: Moment) -> JSONObject {
        var fields = gatherFields(at: now)
        fields["salvaged"] = store.salvage.map { GatherPresenter.salvage($0).json } ?? .null
        return fields
    }

    private func gatherFields(at now: Moment) -> JSONObject {
        let snapshot = GatherPresenter.snapshot(gather, at: now, recovered: recovered)
        return ["gather": snapshot?.json ?? .null]
    }

    // MARK: - The clock

    private func moment() -> Moment {
        let reading = clock.now()
        return Moment(
            boottime: reading.boottime, wall: reading.wall, boot: reading.boot,
            isWallTrusted: reading.isWallTrusted)
    }

    private func wake() {
        let now = moment()
        catchUp(at: now)
        setAlarms(at: now)
    }

    /// Tells what the clocks have done by themselves.
    private func catchUp(at now: Moment) {
        for (reason, moment) in ticker.catchUp(gather, at: now) { publish(reason, at: moment) }
        noteClocks(at: now)
    }

    private func publish(_ reason: Reason?, at now: Moment) {
        ticker.note(gather, at: now)
        guard let reason else { return }
        let status = reason == .tick ? nil : GatherPresenter.status(gather, at: now)
        tell(Change(snapshot: snapshot(at: now), reason: reason, status: status))
    }

    private func setAlarms(at now: Moment) {
        let next = ticker.next(gather, at: now)
        if let next { alarm?.set(at: next.boottime) } else { alarm?.clear() }
        let isOpenEnded = gather.timer.isDoubtful || !now.isWallTrusted
        if gather.phase == .open, isOpenEnded, gather.timer.isDoubtful || next != nil {
            recheck?.set(at: now.boottime + Limits.wallClockRecheck)
        } else {
            recheck?.clear()
        }
    }

    // MARK: - Coming back

    /// A countdown that ran when it was last heard of has gone on since.
    private func recover(at now: Moment) {
        guard gather.phase == .open, let last = gather.log.last?.moment,
            gather.timer.isRunning(at: last)
        else { return }
        let gap = max(now.elapsed(since: last), .zero).wholeMilliseconds
        switch gather.clockEvent(at: now) {
        case .clockDoubted:
            recovered = RecoveryFields(unattendedMilliseconds: 0, clock: .none)
        case .rebooted: recovered = RecoveryFields(unattendedMilliseconds: gap, clock: .wall)
        default: recovered = RecoveryFields(unattendedMilliseconds: gap, clock: .boottime)
        }
    }

    /// Records what has become of the clocks, where the countdown has to know.
    ///
    /// The countdown goes by it at once; where the disk does not take it, it is stored with the
    /// next command.
    private func noteClocks(at now: Moment) {
        while let event = gather.clockEvent(at: now) {
            let before = gather.timer
            let recorded = RecordedEvent(
                number: gather.revision + 1, step: gather.revision + 1, moment: now,
                operatorUID: nil, event: event)
            gather.apply(recorded)
            unstored.append(recorded)
            do { try storeUnstored(at: now) } catch {
                log.write(.warning, "cannot store a change of the clocks: \(error)", fields: [:])
            }
            if case .clockSettled = event, let doubt = before.doubt {
                let missed = doubt.missed(at: now) ?? .zero
                recovered = RecoveryFields(
                    unattendedMilliseconds: missed.wholeMilliseconds, clock: .wall)
                publish(.clockCorrected, at: now)
                if before.isRunning(at: now), !gather.timer.isRunning(at: now) {
                    publish(.timeUp, at: now)
                }
            }
        }
    }

    // MARK: - Tidying

    /// Has the store tidied when the command has been answered, so that none waits for it.
    private func tidyAfterwards() {
        guard store.wantsTidying else { return }
        executor.queue.async { [weak self] in
            self?.assumeIsolated { interactor in
                if interactor.store.wantsTidying { interactor.tidy() }
            }
        }
    }

    private func tidy() {
        do { try store.tidy(shrinking: false) } catch {
            log.write(.warning, "cannot tidy the database: \(error), ignoring", fields: [:])
        }
    }

    /// Has the whole file checked on another queue; what is damaged is mended on this one.
    func checkStore() {
        let check = store.wholeCheck()
        let queue = executor.queue
        DispatchQueue.global(qos: .utility).async { [weak self] in
            guard let damage = check() else { return }
            queue.async { [weak self] in self?.assumeIsolated { $0.mend(damage) } }
        }
    }

    private func mend(_ damage: StoreError) {
        do { try store.heal(damage) } catch {
            _ = storageFailed("mend the database", error)
        }
    }

    /// The gather as the store is to have it.
    private var known: StoredGather? {
        number.map { StoredGather(number: $0, gather: gather) }
    }

    // MARK: - Summaries

    private static func summary(_ stored: StoredSummary) -> GatherSummary? {
        switch stored {
        case .noted(let json): try? GatherSummary(json: .object(json), name: "gather")
        case .folded(let stored): GatherPresenter.summary(stored.gather)
        }
    }

    // MARK: - Logging

    private func storageFailed(_ action: String, _ error: any Error) -> CommandFailure {
        log.write(.error, "cannot \(action): \(error)", fields: [:])
        return .storageFailed(reason: (error as? StoreError)?.reason ?? "\(error)")
    }

    private func logIfSlow(_ duration: Duration) {
        guard duration > Limits.slowCommit else { return }
        log.write(.warning, "a commit took \(duration.wholeMilliseconds) ms", fields: [:])
    }
}

extension Event {
    /// Whether a new gather begins with this event.
    fileprivate var opens: Bool {
        if case .opened = self { true } else { false }
    }
}
