/// Changes to a submission by people and by the match.
extension Submission {
    /// Withdraws the result, because the end was taken back.
    public mutating func withdraw() {
        state.result = nil
        if state.verdict == .dropped { state.verdict = nil }
    }

    /// Reverts a discard that was taken back.
    ///
    /// The gather that was to be deleted belongs to the match again, unless the deletion has begun.
    public mutating func undiscard() {
        withdraw()
        guard state.isDiscarded else { return }
        state.isDiscarded = false
        reclaim()
    }

    /// Reuses the gather that was last marked for deletion, as long as no request is underway.
    private mutating func reclaim() {
        if case .underway = schedule { return }
        guard state.progress == .nothing, let last = state.former.popLast() else { return }
        state.progress = .created(last)
    }

    /// Marks what was sent for deletion because the gather was discarded, unless that is taken
    /// back.
    public mutating func discard(at now: Moment, heldFor grace: Duration) {
        withdraw()
        state.isDiscarded = true
        (state.verdict, state.questions) = (nil, [])
        if case .underway = schedule { return }
        retire(at: now)
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// Sets the result of a gather that was amended or has ended again, perhaps with another
    /// result.
    ///
    /// It stays that of its owner, whoever is signed in by now.
    public mutating func renew(
        _ result: MatchResult, players: [SubmittedPlayer] = [], at now: Moment,
        heldFor grace: Duration
    ) {
        // A result that a person has dropped stays so, unless the match was opened again meanwhile.
        if state.isDiscarded { undiscard() }
        if let remote, mayHaveMorePlayers, !remote.placed.isEmpty || state.doubt?.isPlacing == true,
            !hasSides(of: players), hasMoved(players)
        {
            // A player may be in it on a side that is no longer recorded.
            replace(remote)
        }
        state.isDiscarded = false
        state.result = result
        state.players = players
        switch state.verdict {
        case .refused: state.verdict = nil
        case .undecided, .dropped, nil: break
        }
        (checked, searched, state.questions) = ([], [], [])
        if case .underway = schedule { return }
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// Returns true if a player has left or changed sides.
    private func hasMoved(_ players: [SubmittedPlayer]) -> Bool {
        state.players.contains { player in
            players.first { $0.number == player.number }?.side != player.side
        }
    }

    /// Retries a failed step now, if it waits for nothing but its delay.
    public mutating func retryFailed(at now: Moment) {
        guard lost == nil, state.verdict == nil else { return }
        if case .due(let moment) = schedule, now.elapsed(since: moment) < .zero {
            schedule = .due(at: now)
        }
    }

    /// Sends the result now, even if it is held, was refused or was dropped.
    ///
    /// - Parameter again: True to send it again if the server may have lost it; if the gather is
    ///   gone there, another is made.
    public mutating func retry(at now: Moment, again: Bool = false) {
        switch state.verdict {
        case .refused(.notFound, _):
            // If the list has the gather, the submission continues there; else another gather is
            // made.
            mayBeGone = true
            state.verdict = nil
        case .refused: state.verdict = nil
        case .dropped:
            state.verdict = nil
            reclaim()
        case .undecided, nil: break
        }
        if again, let remote {
            mayBeGone = true
            change(remote.id) { $0.sendAgain() }
        }
        if case .underway = schedule { return }
        (checked, searched, state.questions) = ([], [], [])
        (attempts, failedWrite) = (0, nil)
        notBefore = nil
        schedule = .due(at: now)
    }

    /// Puts the next try off a little, because the last outcome could not be stored and must be
    /// found out again.
    public mutating func postpone(at now: Moment, because reason: String) {
        attempts += 1
        lastError = reason
        schedule = .due(at: now.advanced(by: Limits.submissionRetryInterval))
    }

    /// Tries nothing before a moment that the server has named for another result.
    public mutating func wait(until moment: Moment) { notBefore = moment }

    /// Makes the submission due because there is a new token.
    public mutating func signedIn(at now: Moment) {
        // It may be at another server.
        notBefore = nil
        switch schedule {
        case .signIn: schedule = .due(at: now)
        default: retryFailed(at: now)
        }
    }

    /// Makes the submission due if it waits for a sign-in, because the server accepts the token all
    /// the same.
    public mutating func tokenAccepted(at now: Moment) {
        if schedule == .signIn { schedule = .due(at: now) }
    }

    /// Assigns the submission to another user than the one the match was ended for.
    public mutating func take(over owner: ResultOwner, at now: Moment) {
        state.owner = owner
        retry(at: now)
    }

    /// Limits the remaining time in which the end can be taken back.
    ///
    /// If a clock was set during a restart, that time could be anything.
    public mutating func hold(atMost grace: Duration, at now: Moment) {
        guard case .held(let until) = schedule, until.elapsed(since: now) > grace else { return }
        schedule = .held(until: now.advanced(by: grace))
    }

    /// Drops the submission at a person's request; a result that has arrived stays there.
    public mutating func drop(at now: Moment) {
        guard isPending else { return }
        state.verdict = .dropped
        if leaveEmptyGather() {
            if case .underway = schedule { return }
            schedule = .due(at: now)
        }
        if mayBeCreated, case .creating(let account, let before?) = state.progress {
            // A gather that was made all the same is reported.
            var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
            doubt.gathersBefore = doubt.gathersBefore ?? before
            state.doubt = doubt
            if case .underway = schedule { return }
            schedule = .due(at: now)
        }
    }

    /// Gives up a gather without a result, to be deleted: nobody wants it once the result is
    /// dropped.
    ///
    /// - Returns: True if there is one.
    mutating func leaveEmptyGather() -> Bool {
        guard let remote, remote.sent == nil else { return false }
        state.former.append(remote)
        state.progress = .nothing
        return true
    }

    /// Makes the candidates be listed again, since the choice may have become unique.
    public mutating func refreshCandidates(at now: Moment) {
        guard case .undecided = state.verdict, case .due = schedule else { return }
        schedule = .due(at: now)
    }

    /// Records which gather a person says was made; nil for none, so that another one is made.
    public mutating func decide(_ id: String?, account: String, at now: Moment) {
        guard case .undecided = state.verdict else { return }
        if let id, id == remoteID {
            // It is known, and only what came of it later was not.
            state.verdict = nil
            change(id) { $0.isChosen = true }
        } else if let id {
            adopt(id, account: account, isChosen: true)
        } else {
            state.verdict = nil
            state.progress = .nothing
            mayBeCreated = false
        }
        retry(at: now)
    }

    /// Restores a submission from a record that may be outdated: a pending result waits for a
    /// person, as the server may have it by now.
    public init(outdated record: SubmissionRecord) {
        self.init(record, at: Moment(boottime: .zero, wall: .zero, boot: ""))
        distrust()
    }

    /// Makes the submission of a match whose record is lost, so that nobody knows whether its
    /// result was sent: a person decides that, as soon as there is a result.
    ///
    /// - Parameter result: The result; nil while the match is open.
    public init(unknown result: MatchResult?, players: [SubmittedPlayer] = []) {
        self.init(outdated: SubmissionRecord(result: result, players: players))
        state.verdict = .undecided(candidates: [])
    }

    /// Marks the stored state as possibly outdated; later steps are unknown.
    public mutating func distrust() {
        guard isPending else { return }
        // A gather that was made by then, and has its result, is no candidate in any list, so that
        // another one would be made.
        if case .creating = state.progress { state.progress = .nothing }
        state.verdict = .undecided(candidates: remoteID.map { [$0] } ?? [])
        lastError = nil
    }
}
