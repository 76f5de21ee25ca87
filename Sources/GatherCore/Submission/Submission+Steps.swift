/// The sequence of steps.
extension Submission {
    /// Begins the next step; the changed record has to be on disk before the request is sent.
    ///
    /// - Parameters:
    ///   - account: The key of the account; steps done for another account count only if they are
    ///     found in this one.
    ///   - squad: The squad, with its links to players at the server.
    /// - Returns: The step, or nil if none can begin.
    public mutating func begin(
        account: String, at now: Moment, squad: Squad = Squad()
    ) -> SubmissionStep? {
        guard dueAt != nil else { return nil }
        for task in tasks {
            guard let step = step(of: task, account, at: now, squad) else { continue }
            if case .createGather = step { mayBeCreated = true }
            // A list has shown that the one that failed was carried out all the same.
            if !step.isList, let failedWrite, failedWrite != step { forgetFailures() }
            begunAt = now
            schedule = .underway(step)
            return step
        }
        return nil
    }

    private mutating func step(
        of task: Task, _ account: String, at now: Moment, _ squad: Squad
    ) -> SubmissionStep? {
        switch task {
        case .settle: return list(.sending)
        case .clean: return cleaningStep(account)
        case .check: return checkStep(account)
        case .send: return sendingStep(account, at: now, squad)
        }
    }

    private mutating func list(_ purpose: Purpose) -> SubmissionStep {
        self.purpose = purpose
        return .listGathers(interest: listedGathers)
    }

    private mutating func sendingStep(
        _ account: String, at now: Moment, _ squad: Squad
    ) -> SubmissionStep? {
        identifyPlayers(account: account, squad)
        replaceIfMisplaced(account)
        purpose = .sending
        switch state.progress {
        case .nothing: return .listGathers(interest: listedGathers)
        case .creating(let owner, _):
            guard mayBeCreated || owner != account else { return .createGather }
            return .listGathers(interest: listedGathers)
        case .created(let remote):
            guard !mayBeGone, remote.account == account, let result = state.result else {
                return .listGathers(interest: listedGathers)
            }
            if remote.sent == result { return playerStep(remote, at: now, squad) }
            let isCertain = remote.sent != nil || remote.isOurs && !mayBeTaken
            if isCertain || isVerified && (isEmpty || remote.isChosen || remote.isOurs) {
                return .sendResult(result, gather: remote.id)
            }
            // The gather is only assumed to be ours: somebody else may have made it and be using
            // it.
            guard isVerified else { return list(.verification) }
            purpose = .verification
            return .listPlayers(gather: remote.id)
        }
    }

    /// Returns true if a lost write of this step may still take effect.
    func isAwaited(_ step: SubmissionStep, at now: Moment) -> Bool {
        guard let lost, lost.until.elapsed(since: now) > .zero else { return false }
        switch (lost.kind, step) {
        case (.gather, .createGather): return true
        case (.player(let number), .createPlayer(let other, _)): return number == other
        case (.placement(let player), .addPlayer(let other, _)):
            return player.number == other.number
        default: return false
        }
    }

    /// Processes the outcome of the step.
    ///
    /// - Parameters:
    ///   - account: The account for which the step was begun.
    ///   - jitter: A random number from 0 to 1 that varies the delay of the next try.
    ///   - others: The server's IDs of other gathers that are known here.
    ///   - squad: The squad, with its present links to players at the server.
    public mutating func finish(
        _ outcome: StepOutcome, account: String, at now: Moment, jitter: Double,
        others: Set<String>, squad: Squad = Squad()
    ) {
        guard case .underway(let step) = schedule else { return }
        schedule = .due(at: now)
        switch (step, outcome) {
        case (.listGathers, .gathers(let list)):
            take(list, account: account, others: others, at: now)
        case (.createGather, .created(let id)):
            guard !wasThere(id, others) else {
                let outcome = StepOutcome.unknown(
                    reason: "the answer names a gather that was there before")
                return fail(step, outcome, at: now, jitter: jitter, squad)
            }
            mayBeTaken = false
            state.progress = .created(RemoteGather(account: account, id: id, isOurs: true))
            mayHaveMorePlayers = false
            // The result was dropped meanwhile.
            if state.verdict == .dropped { _ = leaveEmptyGather() }
        case (.listSquad(let numbers), .squad(let listed)):
            take(listed, numbers, account: account, squad)
        case (.createPlayer(let number, _), .createdPlayer(let id)):
            identify(number, as: id)
            checked.insert(id)
            numbers.receive(id)
            state.made.append(MadePlayer(number: number, id: id, before: namesakesBefore))
        case (.listMade(let players), .squad(let listed)):
            take(listed, made: players, account: account, squad)
        case (.listPlayers(let id), .players(let players)): take(players, in: id)
        case (.addPlayer(let player, let id), .done):
            guard let number = player.id else { break }
            change(id) {
                $0.placed.append(.init(id: number, number: player.number, side: player.side))
            }
        case (.sendResult(let result, let id), .done): change(id) { $0.sent = result }
        case (.deleteGather(let id), .done): state.former.removeAll { $0.id == id }
        default: return fail(step, outcome, at: now, jitter: jitter, squad)
        }
        notBefore = nil
        if state.isDiscarded { retire(at: now) }
        // A list shows that the server is there, but not that it does what it has failed to do.
        let isStillToDo = tasks.first == .send || tasks.first == .clean
        if !step.isList || failedWrite == nil || !isStillToDo { forgetFailures() }
        scheduleNext(after: step, account: account, at: now, squad)
    }

    /// Returns an outcome of the step that is underway, or an unknown one if it cannot be true.
    ///
    /// A player who was there before was not made: the answer is that of another request, and this
    /// player would be the other one from now on.
    public func checked(_ outcome: StepOutcome) -> StepOutcome {
        guard case .createdPlayer(let id) = outcome, numbers.contains(id) else { return outcome }
        return .unknown(reason: "the answer names a player who was there before")
    }

    /// Returns true if a gather was known before this one was made: the answer is that of another
    /// request, and the result would replace another match's.
    private func wasThere(_ id: String, _ others: Set<String>) -> Bool {
        guard case .creating(_, let before) = state.progress else { return false }
        return others.contains(id) || knownGathers.contains(id) || before?.contains(id) == true
    }

    /// Schedules the next step if it is not due at once.
    private mutating func scheduleNext(
        after step: SubmissionStep, account: String, at now: Moment, _ squad: Squad
    ) {
        if let lost, lost.isSearched(by: step) {
            if isFound(lost.kind, account: account, squad) {
                self.lost = nil
            } else if lost.until.elapsed(since: now) > .zero {
                schedule = .due(at: now.advanced(by: Limits.submissionRetryInterval))
            }
        }
        if case .undecided = state.verdict {
            schedule = .due(at: now.advanced(by: Limits.submissionRetry.upperBound))
        }
    }

    /// Returns true if the effect of a lost write has appeared.
    private func isFound(_ kind: LostWrite.Kind, account: String, _ squad: Squad) -> Bool {
        switch kind {
        case .gather:
            if case .undecided = state.verdict { return true }
            return remote != nil
        case .player(let number):
            return isQuestioned(number) || squad[number]?.link.id(for: account) != nil
        case .placement(let player): return remote?.contains(player) == true
        }
    }

    /// Changes the record of a gather at the server.
    mutating func change(_ id: String, _ body: (inout RemoteGather) -> Void) {
        if case .created(var remote) = state.progress, remote.id == id {
            body(&remote)
            state.progress = .created(remote)
        }
        for index in state.former.indices where state.former[index].id == id {
            body(&state.former[index])
        }
    }

    // MARK: - Failures

    /// Clears the failures after a step that shows that they are over.
    private mutating func forgetFailures() {
        (attempts, failedWrite) = (0, nil)
        lastError = nil
    }

    private mutating func fail(
        _ step: SubmissionStep, _ outcome: StepOutcome, at now: Moment, jitter: Double,
        _ squad: Squad
    ) {
        if step == .createGather, outcome.isCertainlyNothing {
            // By the next try the list may be out of date.
            state.progress = .nothing
            mayBeCreated = false
        }
        if case .addPlayer = step, !outcome.isCertainlyNothing { mayHaveMorePlayers = true }
        if case .sendResult(let result, let id) = step {
            mayBeTaken = true
            if !outcome.isCertainlyNothing { change(id) { $0.record(lost: result) } }
        }
        if !step.isList, outcome.mayComeLate {
            settlesAt = now.advanced(by: Limits.submissionSettling)
            doubt(step, isLate: outcome.isOfGateway, at: now, squad)
        }
        (checked, searched, inspected) = ([], [], nil)
        (isVerified, isEmpty) = (false, false)
        if state.isDiscarded { retire(at: now) }
        attempts += 1
        if !step.isList { failedWrite = step }
        lastError = outcome.reason
        notBefore = nil
        schedule = .due(at: now.advanced(by: Self.wait(after: attempts, jitter: jitter)))
        guard case .answered(let answer) = outcome else { return }
        switch answer.meaning {
        case .signInNeeded: schedule = .signIn
        case .notFound, .rejected:
            // The server always has its lists: something before it answers in its place.
            if step.isListOfUser { return }
            if isPending {
                schedule = .due(at: now)
                state.verdict = .refused(answer.meaning, code: answer.code)
            } else if !step.isList, answer.meaning == .rejected {
                // If somebody else has deleted it, the next list shows that.
                leaveFormer()
            }
        case .busy, .failed, .timedOut, .gatewayTimedOut:
            let delay = min(answer.retryAfter, Limits.submissionRetryAfter)
            if delay > .zero { notBefore = now.advanced(by: delay) }
        }
    }

    /// Returns the delay after a number of failures: doubled after each, with jitter to spread
    /// retries.
    static func wait(after attempts: Int, jitter: Double) -> Duration {
        let (shortest, longest) = (
            Limits.submissionRetry.lowerBound, Limits.submissionRetry.upperBound
        )
        let doublings = min(max(attempts - 1, 0), 20)
        let whole = min(shortest * (1 << doublings), longest)
        let half = whole / 2
        return max(half + half * min(max(jitter, 0), 1), shortest)
    }
}

extension Submission.LostWrite {
    /// Returns true if a step lists what shows that the write was done.
    fileprivate func isSearched(by step: SubmissionStep) -> Bool {
        switch (kind, step) {
        case (.gather, .listGathers), (.player, .listSquad), (.placement, .listPlayers): true
        default: false
        }
    }
}
