import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A command as it came from a client.
struct CommandRequest: Sendable {
    let command: Command
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
    case storageFailed
}

/// Something that everybody is told.
struct Change: Sendable {
    /// The new state, as a subscriber gets it.
    let snapshot: JSONObject
    let reason: Reason
    /// The state in one line; nil where it has not changed.
    let status: String?
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
    private var tell: @Sendable (Change) -> Void = { _ in }

    private var gather: Gather
    /// The gather's place in the store; nil before the first.
    private var number: Int?
    private var recovered: RecoveryFields?

    private var wantsTicks = false
    /// What the clock last showed while it ran; nil when it was last seen at rest.
    private var shown: GatherTime?
    /// When what was shown last comes to 00:00.
    private var deadline: Moment?

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
        alarm = try clock.makeAlarm(on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.wake() }
        }
        let now = moment()
        recover(at: now)
        noteClock(at: now)
        setAlarm(at: now)
        return GatherPresenter.status(gather, at: now)
    }

    /// Lets go of the match: nothing more is told, and the store is left tidy.
    func close() {
        alarm?.clear()
        tell = { _ in }
        tidy(shrinking: true)
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
        wantsTicks = wantsTicks || ticks
        setAlarm(at: now)
        return snapshot(at: now)
    }

    /// Nobody wants to hear every second any more.
    func stopTicks() {
        wantsTicks = false
        setAlarm(at: moment())
    }

    /// Carries out a command.
    ///
    /// - Returns: The parameters of the reply.
    func perform(_ request: CommandRequest) throws(CommandFailure) -> JSONObject {
        let now = moment()
        catchUp(at: now)
        defer { setAlarm(at: now) }
        if let outcome = try remembered(request) { return reply(outcome, at: now) }

        let events: [Event]
        do {
            events = try gather.decide(
                request.command, at: now, opening: RandomID.uuid())
        } catch {
            throw .refused(error)
        }
        let outcome = try carryOut(events, of: request, at: now)
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
            return try store.gathers(before: before, limit: limit)
                .compactMap { GatherPresenter.summary($0.gather) }
        } catch {
            throw storageFailed("read the history", error)
        }
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

    private func carryOut(
        _ events: [Event], of request: CommandRequest, at now: Moment
    ) throws(CommandFailure) -> JSONObject {
        let opens = events.first?.opens == true
        let recorded = record(
            events, from: opens ? 1 : gather.revision + 1, request: request, at: now)
        let after = (opens ? Gather() : gather).forecast(recorded)
        let outcome = outcome(of: events, after: after, at: now)
        let record = request.requestID.map {
            RequestRecord(id: $0, command: request.fingerprint, outcome: outcome)
        }
        guard !recorded.isEmpty || record != nil else { return outcome }
        try append(recorded, request: record, after: after, at: now)
        guard let last = events.last else { return outcome }
        recovered = nil
        publish(GatherPresenter.reason(for: last), at: now)
        // A start that was dated back may have run out by now.
        if case .started = last, !gather.timer.isRunning(at: now) { publish(.timeUp, at: now) }
        return outcome
    }

    private func record(
        _ events: [Event], from first: Int, request: CommandRequest, at now: Moment
    ) -> [RecordedEvent] {
        events.enumerated().map { index, event in
            RecordedEvent(
                number: first + index, step: first, moment: now, operatorUID: request.uid,
                event: event)
        }
    }

    /// Makes the events durable, and only then the state what they make of it.
    private func append(
        _ events: [RecordedEvent], request: RequestRecord?, after: Gather, at now: Moment
    ) throws(CommandFailure) {
        let opens = events.first?.event.opens == true
        let unopens = after.phase == .unopened
        do {
            // Read before anything changes: if it cannot be, the opening stands.
            let earlier = unopens ? try store.newestGather(before: number ?? .max) : nil
            let started = clock.now().boottime
            let stored = try store.append(
                EventStore.Addition(
                    events: events, gather: opens ? nil : number, id: after.id, unopens: unopens,
                    request: request, moment: now))
            logIfSlow(clock.now().boottime - started)
            tidyAfterwards()
            if unopens {
                (gather, number) = (earlier?.gather ?? Gather(), earlier?.number)
            } else {
                if opens { gather = Gather() }
                for event in events { gather.apply(event) }
                number = stored
            }
        } catch {
            throw storageFailed("store a command", error)
        }
    }

    private func outcome(
        of events: [Event], after: Gather, at now: Moment
    ) -> JSONObject {
        if case .undone = events.first {
            let words = GatherPresenter.undone(
                gather.lastStep, before: gather, after: after, at: now)
            return ["undone": .string(words)]
        }
        let outcome = GatherPresenter.outcome(of: events, before: gather, after: after, at: now)
        return ["outcome": outcome.json]
    }

    private func reply(_ outcome: JSONObject, at now: Moment) -> JSONObject {
        var parameters = snapshot(at: now)
        for member in outcome.members { parameters[member.key] = member.value }
        return parameters
    }

    private func snapshot(at now: Moment) -> JSONObject {
        let snapshot = GatherPresenter.snapshot(gather, at: now, recovered: recovered)
        return ["gather": snapshot?.json ?? .null]
    }

    // MARK: - The clock

    private func moment() -> Moment {
        let reading = clock.now()
        return Moment(boottime: reading.boottime, wall: reading.wall, boot: reading.boot)
    }

    private func wake() {
        let now = moment()
        catchUp(at: now)
        setAlarm(at: now)
    }

    /// Tells what the clock has done by itself.
    ///
    /// That it reached 00:00 is no event: it follows from those.
    private func catchUp(at now: Moment) {
        guard let last = shown else { return }
        if wantsTicks { tellMissedTicks(since: last, at: now) }
        noteClock(at: now)
        if shown == nil {
            publish(.timeUp, at: now)
        } else if wantsTicks, shown != last {
            publish(.tick, at: now)
        }
    }

    /// Tells the seconds that passed while a slow disk, say, held up the queue, each as of then.
    private func tellMissedTicks(since last: GatherTime, at now: Moment) {
        guard let deadline else { return }
        let left = GatherTime(roundingUp: deadline.elapsed(since: now))
        let (newest, oldest) = (left.wholeSeconds + 1, last.wholeSeconds - 1)
        guard newest <= oldest, oldest - newest < Limits.missedTicks else { return }
        for second in (newest...oldest).reversed() {
            publish(.tick, at: deadline.advanced(by: .seconds(-second)))
        }
    }

    private func publish(_ reason: Reason?, at now: Moment) {
        noteClock(at: now)
        guard let reason else { return }
        let status = reason == .tick ? nil : GatherPresenter.status(gather, at: now)
        tell(Change(snapshot: snapshot(at: now), reason: reason, status: status))
    }

    private func noteClock(at now: Moment) {
        guard gather.phase == .open, case .running(let deadline) = gather.timer.state(at: now)
        else {
            (shown, self.deadline) = (nil, nil)
            return
        }
        shown = GatherTime(roundingUp: gather.timer.remaining(at: now))
        self.deadline = deadline
    }

    /// Sets the alarm to what comes next: the deadline, or the next second if it is wanted.
    private func setAlarm(at now: Moment) {
        guard let shown, case .running(let deadline) = gather.timer.state(at: now) else {
            alarm?.clear()
            return
        }
        let seconds = wantsTicks ? shown.wholeSeconds - 1 : 0
        alarm?.set(at: deadline.boottime - .seconds(seconds))
    }

    // MARK: - Coming back

    /// A countdown that ran when it was last heard of has gone on since.
    ///
    /// In another boot, an event says from when on it goes by this boot's clock.
    private func recover(at now: Moment) {
        guard gather.phase == .open, let last = gather.log.last,
            gather.timer.isRunning(at: last.moment)
        else { return }
        let sameBoot = last.moment.boot == now.boot
        let gap = max(now.elapsed(since: last.moment), .zero)
        recovered = RecoveryFields(
            unattendedMilliseconds: gap.wholeMilliseconds, clock: sameBoot ? .boottime : .wall)
        guard !sameBoot else { return }
        let event = RecordedEvent(
            number: gather.revision + 1, step: gather.revision + 1, moment: now,
            operatorUID: nil, event: .rebooted)
        // Refused by the disk, it is tried again with the next command, whose event carries the
        // countdown over as well.
        try? append([event], request: nil, after: gather.forecast([event]), at: now)
    }

    // MARK: - Tidying

    /// Has the store tidied when the command has been answered, so that none waits for it.
    private func tidyAfterwards() {
        guard store.wantsTidying else { return }
        executor.queue.async { [weak self] in
            self?.assumeIsolated { interactor in
                if interactor.store.wantsTidying { interactor.tidy(shrinking: false) }
            }
        }
    }

    private func tidy(shrinking: Bool) {
        do { try store.tidy(shrinking: shrinking) } catch {
            log.write(.warning, "cannot tidy the database: \(error), ignoring", fields: [:])
        }
    }

    // MARK: - Logging

    private func storageFailed(_ action: String, _ error: any Error) -> CommandFailure {
        log.write(.error, "cannot \(action): \(error)", fields: [:])
        return .storageFailed
    }

    private func logIfSlow(_ duration: Duration) {
        guard duration > Limits.slowCommit else { return }
        log.write(.warning, "a commit took \(duration.wholeMilliseconds) ms", fields: [:])
    }
}

extension GatherTime {
    /// All of it in seconds.
    fileprivate var wholeSeconds: Int { minutes * 60 + seconds }
}

extension Event {
    /// Whether a new gather begins with this event.
    fileprivate var opens: Bool {
        if case .opened = self { true } else { false }
    }
}
