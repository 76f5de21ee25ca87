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
    private let clockEvents: ClockRecorder
    private let formats: FormatFiles
    private let sleepLock: any SleepLock
    private let log: any Log
    /// The alarm for checking again whether an untrusted wall clock has become right, or a failing
    /// disk works again.
    private var recheck: (any Alarm)?
    private var wallClockWatch: (any WallClockWatch)?
    /// The alarm for the kick-off.
    private var kickOffAlarm: (any Alarm)?
    private var kickOffWatch = KickOffWatch()
    private var knownSalvage: Salvage?
    /// True if the whole file is still to be checked.
    private var isCheckDue = false
    private var presses = GuardedPresses()

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
        clockEvents = ClockRecorder(match: match, publisher: publisher, log: log)
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
        clockEvents.resume(at: now)
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
        let pressed = presses.first(of: request, in: gather, at: now)
        let events = try pressed != nil ? [] : decide(request, on: target, at: now)
        let outcome = try perform(events, on: target, of: request, pressed: pressed, at: now)
        // An undo may have restored a doubt that can be settled now.
        clockEvents.record(at: now)
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
            clockEvents.recover(at: now)
            clockEvents.record(at: now)
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
        presses.record(request, last: recorded.last, in: after.id)
        if let number = target.number { submissions.apply(submission, to: number) }
        match.checkpointLater()
        if isCheckDue { checkStore() }
        // Only the present gather is published. If another one has changed, subscribers learn
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
    ) -> (recorded: [RecordedEvent], after: Gather, outcome: JSONObject, entries: [LogEntry]) {
        let opens = events.first?.opens == true
        let before = opens ? Gather() : match.gather(of: target)
        var all = opens || events.isEmpty ? [] : ClockRecorder.missedEvents(of: before, at: now)
        let first = before.revision + all.count + 1
        all += events.enumerated().map { index, event in
            RecordedEvent(
                number: first + index, step: first, moment: now, operatorUID: request.uid,
                device: request.device, event: event)
        }
        let after = before.forecast(all)
        return (
            all, after,
            GatherPresenter.outcomeFields(
                of: events, by: request.command,
                draw: draw(of: events, by: request.command, before: before),
                before: before, after: after, isSignedOut: account.isSignedOut, at: now),
            all.map { GatherPresenter.journalEntry($0, before: before, after: after) }
        )
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
        clockEvents.record(at: now)
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
    /// A failure of the disk is retried.
    private func kickOff(at now: Moment) {
        guard kickOffWatch.isDue(gather, at: now) else { return }
        let request = CommandRequest(
            command: .kickOff, fingerprint: "", requestID: nil, uid: nil, connection: 0)
        do {
            let events = try gather.decide(request.command, at: now, opening: "")
            let target = try match.target(of: request)
            _ = try perform(events, on: target, of: request, pressed: nil, at: now)
        } catch let refusal as Refusal {
            kickOffWatch.miss(gather)
            let text = GatherPresenter.missed(refusal, in: gather)
            log.record(GatherPresenter.journalEntry(.kickOffMissed, text, of: gather, at: now))
        } catch {
            // The failure of the disk is logged already, and the alarm retries.
        }
    }

    /// Sets the alarm for the kick-off, and publishes that the wall clock has moved it.
    private func setKickOffAlarm(at now: Moment) {
        let look = kickOffWatch.look(at: gather, at: now)
        if let due = look.due { kickOffAlarm?.set(at: due) } else { kickOffAlarm?.clear() }
        if look.isMoved { publisher.publish(.clockCorrected, at: now) }
    }
}
