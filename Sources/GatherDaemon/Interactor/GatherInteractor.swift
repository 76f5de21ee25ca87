import Dispatch
import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Carries out commands: the one place where a command becomes events, and events change the state.
///
/// It never waits for anything but the disk, so a command is carried out as a whole: one reading of
/// the clock, decide, append, apply, publish.
final class GatherInteractor {
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let match: CurrentMatch
    private let submissions: SubmissionQueue
    private let roster: SquadRoster
    private let defaults: DefaultsInteractor
    private let account: AccountInteractor
    private let results: SubmissionInteractor
    private let publisher: MatchPublisher
    private let formats: FormatFiles
    private let sleepLock: any SleepLock
    private let log: any Log
    /// The alarm for checking again whether an untrusted wall clock has become right, or a failing
    /// disk works again.
    private var recheck: (any Alarm)?
    private var wallClockWatch: (any WallClockWatch)?
    /// The alarm for the kick-off.
    private var kickOffAlarm: (any Alarm)?
    /// The kick-off that is shown, and its moment by the boot time.
    private var shownKickOff: KickOff?
    private var kickOffDue: Duration?
    /// The kick-off that could not start the countdown.
    private var missedKickOff: KickOff?
    /// The moment when this daemon restored the match.
    private var resumedAt: Moment?
    private var knownSalvage: Salvage?
    /// True if the whole file is still to be checked.
    private var isCheckDue = false

    /// The connections over which the last commands that can be guarded were given, and the
    /// devices.
    private var presses: [(gather: String, step: Int, connection: Int, device: String?)] = []

    private var gather: Gather { match.gather }

    init(
        queue: SerialQueue, clock: any MachineClock, match: CurrentMatch,
        submissions: SubmissionQueue, roster: SquadRoster,
        defaults: DefaultsInteractor, account: AccountInteractor, results: SubmissionInteractor,
        publisher: MatchPublisher, formats: FormatFiles, sleepLock: any SleepLock,
        log: any Log
    ) {
        (self.queue, self.clock, self.match, self.roster) = (queue, clock, match, roster)
        (self.submissions, self.account, self.results) = (submissions, account, results)
        (self.defaults, self.formats) = (defaults, formats)
        (self.publisher, self.sleepLock, self.log) = (publisher, sleepLock, log)
        knownSalvage = match.store.salvage
    }

    /// Restores the match: the countdown continues, and from now on every change is shown.
    ///
    /// - Returns: The state in one line.
    /// - Throws: A `SystemError` if the wall clock cannot be watched.
    func resume() throws(SystemError) -> String {
        let wake = queue.bound { [weak self] in self?.wake() }
        recheck = clock.makeAlarm(on: queue.dispatch, handler: wake)
        kickOffAlarm = clock.makeAlarm(on: queue.dispatch, handler: wake)
        wallClockWatch = try clock.watchWallClock(on: queue.dispatch, handler: wake)
        let now = clock.moment
        resumedAt = now
        recover(at: now)
        catchUp(at: now)
        setAlarms(at: now)
        results.resume(at: now)
        publisher.refresh(at: now)
        return GatherPresenter.status(gather, at: now)
    }

    /// Stops all activity and leaves the store tidy.
    func close() {
        recheck?.clear()
        kickOffAlarm?.clear()
        wallClockWatch = nil
        sleepLock.hold(false)
        match.close()
    }

    // MARK: - Requests

    /// Carries out a command.
    ///
    /// - Returns: The parameters of the reply.
    /// - Throws: A ``Refusal``, a ``GatherError``, or a `VarlinkError` if the ID of the request is
    ///   that of another command; nothing has changed then.
    func perform(_ request: CommandRequest) throws -> JSONObject {
        let now = clock.moment
        catchUp(at: now)
        defer {
            publishSalvage(at: now)
            setAlarms(at: now)
            results.retryFailed(at: now)
        }
        if let outcome = try match.remembered(request) { return reply(outcome, at: now) }
        if let id = request.requestID, !roster.added(by: id, at: now).isEmpty {
            throw VarlinkError.invalidParameter("requestId")
        }

        var request = request
        if let name = request.formatFile {
            request.command = request.command.choosing(try formats.requiredFormat(named: name))
        }
        request.command = request.command.seeded(by: Int.random(in: Limits.generatedSeed))
        let target = try match.target(of: request)
        let pressed = earlierPress(of: request, at: now)
        let events = try pressed != nil ? [] : decide(request, on: target, at: now)
        let outcome = try perform(events, on: target, of: request, pressed: pressed, at: now)
        // An undo may have restored a doubt that can be settled now.
        recordClockEvents(at: now)
        return reply(outcome, at: now)
    }

    /// Checks the whole file on another queue; damage is repaired on this one.
    ///
    /// If the disk takes no writes, the check waits for the first command that succeeds. Nothing
    /// could be repaired before, and SQLite lets nobody write while a check reads what could not be
    /// written when it began.
    func checkStore() {
        isCheckDue = !match.store.takesWrites
        guard !isCheckDue else { return }
        let check = match.store.fullCheck()
        let repair = queue.bound { [weak self] damage in self?.repair(damage) ?? () }
        DispatchQueue(label: "gatherd.check", qos: .utility).async { [queue = queue.dispatch] in
            if let damage = check() { queue.async { repair(damage) } }
        }
    }

    private func repair(_ damage: StoreError) {
        match.repair(damage)
        let now = clock.moment
        publishSalvage(at: now)
        setAlarms(at: now)
    }

    /// Publishes that a damaged file has been salvaged since the last call.
    private func publishSalvage(at now: Moment) {
        guard match.store.salvage != knownSalvage else { return }
        knownSalvage = match.store.salvage
        if match.reread() {
            // The match that was shown before was read from the damaged file.
            recover(at: now)
            recordClockEvents(at: now)
        }
        if knownSalvage != nil { publisher.publish(.salvaged, at: now) }
    }

    /// Continues a reading for one turn, where no separate connection is available.
    func advance(_ job: ReadingJob) -> ReadingJob.Turn {
        defer { publishSalvage(at: clock.moment) }
        do { return try job.advance(in: match.store, clock: clock) } catch {
            log.write(.error, "cannot read the history: \(error)", id: .storageFailed)
            return .reply(.init(HistoryError.storageFailed(reason: error.reason).reply))
        }
    }

    // MARK: - Execution

    /// Returns the events that a command makes.
    ///
    /// - Throws: A ``Refusal``, or its ``GatherError`` if that describes an event.
    private func decide(
        _ request: CommandRequest, on target: Target, at now: Moment
    ) throws -> [Event] {
        let gather = match.gather(of: target)
        do throws(Refusal) {
            return try gather.decide(
                request.command, at: now, opening: RandomID.uuid(), squad: roster.squad,
                defaults: defaults.defaults, isForced: request.isForced)
        } catch {
            throw error.described(in: gather)
        }
    }

    private func perform(
        _ events: [Event], on target: Target, of request: CommandRequest,
        pressed: RecordedEvent?, at now: Moment
    ) throws(GatherError) -> JSONObject {
        var (recorded, after, outcome, entries) = consequences(
            of: events, on: target, by: request, at: now)
        if let pressed { outcome.count(as: pressed) }
        let record = request.requestID.map {
            RequestRecord(id: $0, command: request.fingerprint, outcome: outcome)
        }
        guard !recorded.isEmpty || record != nil else { return outcome }
        // An opening does not concern an earlier gather.
        let opens = recorded.first?.event.opens == true
        let submission = opens ? .none : try submission(of: target, after: after, at: now)
        try match.append(
            recorded, to: target, after: after, submission: submission, request: record, at: now)
        switch request.command {
        case .addToScore(_, delta: 1, _, _, _), .showCard, .adjustTime:
            guard let last = recorded.last else { break }
            presses.append((after.id, last.step, request.connection, request.device))
            presses = presses.suffix(Limits.pressesKept)
        default: break
        }
        if let number = target.number { submissions.apply(submission, to: number) }
        match.checkpointLater()
        if isCheckDue { checkStore() }
        // Only the present gather is published. If another one has changed, subscribers are told
        // only that the history has.
        guard let last = events.last, target.other == nil || target.isTakenUp else {
            if !recorded.isEmpty { publisher.publish(.historyChanged, at: now) }
            for entry in entries { log.record(entry) }
            return outcome
        }
        publisher.recovered = nil
        publisher.publish(GatherPresenter.reason(for: events), at: now)
        // The end of the countdown, if it came before this, is published and recorded first.
        for entry in entries { log.record(entry) }
        // A start that was dated back may have run out by now.
        switch last {
        case .started where !gather.timer.isRunning(at: now),
            .periodBegan where !gather.timer.isRunning(at: now):
            publisher.publish(.timeUp, at: now)
        default: break
        }
        return outcome
    }

    /// Returns the event of which a guarded command is the second press, over another connection or
    /// by another device; nil for a command that counts.
    private func earlierPress(of request: CommandRequest, at now: Moment) -> RecordedEvent? {
        guard request.isGuarded else { return nil }
        let alike: [RecordedEvent] =
            switch request.command {
            case .addToScore(let side, delta: 1, let scorer, let ago, let minute):
                gather.goals(pressedLike: side, by: scorer, ago: ago, minute: minute, at: now)
            case .showCard(let card, let ago):
                gather.cards(pressedLike: card, ago: ago, at: now)
            case .adjustTime(let amount, _): gather.adjustments(pressedLike: amount, at: now)
            default: []
            }
        return alike.first { event in
            !presses.contains {
                $0 == (gather.id, event.step, request.connection, request.device)
            }
        }
    }

    /// Returns the changed submission of a gather's result.
    private func submission(
        of target: Target, after: Gather, at now: Moment
    ) throws(GatherError) -> EventStore.SubmissionChange {
        guard let number = target.number else { return .none }
        let before = match.gather(of: target)
        return try match.reading("a submission") { () throws(StoreError) in
            try submissions.change(
                of: number, before: before, after: after, isWanted: account.signedIn != nil,
                owner: account.owner, at: now)
        }
    }

    /// Returns the consequences of events: what to store, the resulting gather, the answer and the
    /// journal entries.
    ///
    /// Releases the previous gather on return, to avoid copying its log.
    private func consequences(
        of events: [Event], on target: Target, by request: CommandRequest, at now: Moment
    ) -> (
        recorded: [RecordedEvent], after: Gather, outcome: JSONObject, entries: [LogEntry]
    ) {
        let opens = events.first?.opens == true
        let before = opens ? Gather() : match.gather(of: target)
        var all = opens || events.isEmpty ? [] : missedClockEvents(of: before, at: now)
        let first = before.revision + all.count + 1
        all += events.enumerated().map { index, event in
            RecordedEvent(
                number: first + index, step: first, moment: now, operatorUID: request.uid,
                device: request.device, event: event)
        }
        let after = before.forecast(all)
        return (
            all, after,
            outcome(of: events, by: request.command, before: before, after: after, at: now),
            all.map { GatherPresenter.journalEntry($0, before: before, after: after) }
        )
    }

    /// Returns what happened to the clocks while the gather was over; it has to be recorded before
    /// the gather is reopened.
    private func missedClockEvents(of gather: Gather, at now: Moment) -> [RecordedEvent] {
        guard gather.phase != .open, let event = gather.clockEvent(at: now) else { return [] }
        let number = gather.revision + 1
        return [
            RecordedEvent(
                number: number, step: number, moment: now, operatorUID: nil, event: event)
        ]
    }

    private func outcome(
        of events: [Event], by command: Command, before: Gather, after: Gather, at now: Moment
    ) -> JSONObject {
        switch events.first {
        case .undone(let step):
            let text = GatherPresenter.undone(
                before.events(ofStep: step), before: before, after: after, at: now)
            return ["undone": .string(text.description), "translatable": text.translatable.json]
        case .redone(let step):
            let text = GatherPresenter.undoText(of: after.events(ofStep: step), in: after)
            return ["redone": .string(text.description), "translatable": text.translatable.json]
        default:
            let outcome = GatherPresenter.outcome(
                of: events, before: before, after: after, isSignedOut: account.isSignedOut, at: now)
            var json: JSONObject = ["outcome": outcome.json]
            if case .amendGoal(let number, _, _) = command {
                let goal = after.goal(number).map { GatherPresenter.text($0, in: after) }
                json["goal"] = .string(goal?.description ?? "")
                json["translatable"] = goal?.translatable.json
            }
            if case .amendCard(let number, _) = command {
                let card = after.card(number).map { GatherPresenter.text($0, in: after) }
                json["card"] = .string(card?.description ?? "")
                json["translatable"] = card?.translatable.json
            }
            if let draw = draw(of: events, by: command, before: before) {
                json["draw"] = GatherPresenter.draw(draw).json
            }
            return json
        }
    }

    /// Returns how the sides were drawn, even if they were drawn so already; nil for another
    /// command.
    private func draw(of events: [Event], by command: Command, before: Gather) -> Draw? {
        guard case .drawTeams(let ids, let seed, let again) = command else { return nil }
        if case .teamsDrawn(let drawn) = events.last { return drawn.draw }
        return try? before.drawTeams(
            of: ids, seed: seed ?? 0, again: again, squad: roster.squad
        ).draw
    }

    private func reply(_ outcome: JSONObject, at now: Moment) -> JSONObject {
        var parameters = GatherPresenter.gatherFields(
            publisher.state(at: now), at: now, lead: clock.lead)
        for member in outcome.members { parameters[member.key] = member.value }
        return parameters
    }

    // MARK: - The clock

    /// Processes the changes that the clocks have made by themselves.
    func wake() {
        let now = clock.moment
        catchUp(at: now)
        setAlarms(at: now)
        publisher.refresh(at: now)
        // If no space can be reserved, a command is refused with the reason.
        try? match.store.restoreFiles()
    }

    /// Records the changes that the clocks have made by themselves.
    private func catchUp(at now: Moment) {
        if match.store.hasRefused { match.store.settle() }
        recordClockEvents(at: now)
        kickOff(at: now)
    }

    private func setAlarms(at now: Moment) {
        setKickOffAlarm(at: now)
        let isRunning = gather.phase == .open && gather.timer(at: now).isRunning(at: now)
        sleepLock.hold(isRunning)
        let isOpenEnded = gather.timer.isDoubtful || !now.isWallTrusted
        let mayChange = gather.phase == .open && isOpenEnded
        if mayChange && (gather.timer.isDoubtful || isRunning) || match.store.hasRefused {
            recheck?.set(at: now.boottime + Limits.recheck)
        } else {
            recheck?.clear()
        }
    }

    // MARK: - The kick-off

    /// Starts the countdown if the kick-off is due.
    ///
    /// A refusal is final, since nobody expects a later start; a failure of the disk is retried.
    private func kickOff(at now: Moment) {
        guard gather.isKickOffDue(at: now), gather.kickOff != missedKickOff else { return }
        let request = CommandRequest(
            command: .kickOff, fingerprint: "", requestID: nil, uid: nil, connection: 0)
        do {
            let events = try gather.decide(request.command, at: now, opening: "")
            let target = try match.target(of: request)
            _ = try perform(events, on: target, of: request, pressed: nil, at: now)
        } catch let refusal as Refusal {
            missedKickOff = gather.kickOff
            let text = GatherPresenter.missed(refusal, in: gather)
            log.record(GatherPresenter.journalEntry(.kickOffMissed, text, of: gather, at: now))
        } catch {
            // The failure of the disk is logged already, and the alarm retries.
        }
    }

    /// Sets the alarm for the kick-off, and publishes that the wall clock has moved it.
    private func setKickOffAlarm(at now: Moment) {
        let remaining = gather.kickOff?.remaining(at: now)
        let due = remaining.map { now.boottime + $0 }
        let isAhead = remaining.map { $0 > .zero } ?? false
        if isAhead { missedKickOff = nil }
        if isAhead, gather.kickOff?.isAutomatic == true, let due {
            kickOffAlarm?.set(at: due)
        } else if gather.isKickOffDue(at: now), gather.kickOff != missedKickOff {
            kickOffAlarm?.set(at: now.boottime + Limits.kickOffRetry)
        } else {
            kickOffAlarm?.clear()
        }
        let (known, knownDue) = (shownKickOff, kickOffDue)
        (shownKickOff, kickOffDue) = (gather.kickOff, due)
        guard let due, let knownDue, known?.wall == gather.kickOff?.wall else { return }
        let isMoved = due - knownDue >= Limits.wallStep || knownDue - due >= Limits.wallStep
        if isMoved { publisher.publish(.clockCorrected, at: now) }
    }

    // MARK: - Recovery

    /// Recovers a countdown that was running when it was last recorded, and has run on since.
    private func recover(at now: Moment) {
        guard gather.phase == .open, let last = gather.log.last?.moment,
            gather.timer.isRunning(at: last)
        else { return }
        let gap = max(now.elapsed(since: last), .zero)
        switch gather.clockEvent(at: now) {
        case .clockDoubted:
            publisher.recovered = recovery(unattended: .zero, clock: .none, at: now)
        case .rebooted: publisher.recovered = recovery(unattended: gap, clock: .wall, at: now)
        default:
            publisher.recovered = recovery(unattended: gap, clock: .boottime, at: now)
            let text = GatherPresenter.restarted(resumedAt ?? now, at: now)
            log.record(GatherPresenter.journalEntry(.recovered, text, of: gather, at: now))
        }
    }

    private func recovery(
        unattended: Duration, clock: RecoveryFields.Clock, at now: Moment
    ) -> RecoveryFields {
        GatherPresenter.recovery(
            unattended: unattended, clock: clock, restarted: resumedAt ?? now, at: now)
    }

    /// Records what has happened to the clocks, if the countdown depends on it.
    private func recordClockEvents(at now: Moment) {
        while gather.phase == .open, let event = gather.clockEvent(at: now) {
            let before = gather.timer
            let recorded = match.record(event, at: now)
            log.record(GatherPresenter.journalEntry(recorded, before: gather, after: gather))
            guard case .clockSettled = event, let missed = before.doubt?.missed(at: now) else {
                continue
            }
            publisher.recovered = recovery(unattended: missed, clock: .wall, at: now)
            publisher.publish(.clockCorrected, at: now)
            if before.isRunning(at: now), !gather.timer.isRunning(at: now) {
                publisher.publish(.timeUp, at: now)
            }
        }
    }
}

extension JSONObject {
    /// Adds to the outcome of a second press the event of the first one, and the user and the
    /// device that gave that event.
    fileprivate mutating func count(as first: RecordedEvent) {
        guard var outcome = self["outcome"]?.object else { return }
        outcome["countedAs"] = .int(first.number)
        outcome["countedByUid"] = first.operatorUID.map { .int(Int($0)) } ?? .null
        if let device = first.device { outcome["countedByDevice"] = .string(device) }
        self["outcome"] = .object(outcome)
    }
}
