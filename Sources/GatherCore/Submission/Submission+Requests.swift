/// Changes of a submission by people and by the match.
extension Submission {
    /// The end was taken back.
    public mutating func withdraw() {
        state.result = nil
        if state.verdict == .dropped { state.verdict = nil }
    }

    /// The discard was taken back: what was to be deleted is the match's again, as long as that has
    /// not begun.
    public mutating func undiscard() {
        withdraw()
        guard state.isDiscarded else { return }
        state.isDiscarded = false
        reclaim()
    }

    /// Uses the gather again that was to be deleted last, as long as nothing is underway.
    private mutating func reclaim() {
        if case .underway = schedule { return }
        guard state.progress == .nothing, let last = state.former.popLast() else { return }
        state.progress = .created(last)
    }

    /// The gather was discarded: what was sent of it is to be deleted, unless that is taken back.
    public mutating func discard(at now: Moment, heldFor grace: Duration) {
        withdraw()
        state.isDiscarded = true
        (state.verdict, state.questions) = (nil, [])
        if case .underway = schedule { return }
        retire(at: now)
        schedule = grace > .zero ? .held(until: now.advanced(by: grace)) : .due(at: now)
    }

    /// The gather has ended again, perhaps with another result.
    public mutating func renew(
        _ result: MatchResult, players: [SubmittedPlayer] = [], owner: ResultOwner? = nil,
        at now: Moment, heldFor grace: Duration
    ) {
        if isUntouched { state.owner = owner }
        undiscard()
        if let remote, mayHaveMorePlayers, !remote.placed.isEmpty || state.doubt?.isPlacing == true,
            !hasSides(of: players), hasMoved(players)
        {
            // Somebody may be in it on a side that nothing tells of any more.
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

    /// Whether somebody has left or changed sides.
    private func hasMoved(_ players: [SubmittedPlayer]) -> Bool {
        state.players.contains { player in
            players.first { $0.number == player.number }?.side != player.side
        }
    }

    /// A failed step is tried now, if it waits for that alone.
    public mutating func hurry(at now: Moment) {
        guard lost == nil, state.verdict == nil else { return }
        if case .due(let moment) = schedule, now.elapsed(since: moment) < .zero {
            schedule = .due(at: now)
        }
    }

    /// Somebody wants it to be sent now: also one that is held, was refused or was dropped.
    ///
    /// - Parameter again: Whether it is sent again where the server may have lost it: if the gather
    ///   is gone there, another is made.
    public mutating func retry(at now: Moment, again: Bool = false) {
        switch state.verdict {
        case .refused(.notFound, _):
            // Where the list has the gather, it goes on there; else another is made.
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
            change(remote.id) { $0.sent = nil }
        }
        if case .underway = schedule { return }
        (checked, searched, state.questions) = ([], [], [])
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

    /// It is sent for another user than the one it was ended for.
    public mutating func take(over owner: ResultOwner, at now: Moment) {
        state.owner = owner
        retry(at: now)
    }

    /// No more than this is left of the time in which the end can be taken back: where a clock was
    /// set over a restart, it would be anything.
    public mutating func hold(atMost grace: Duration, at now: Moment) {
        guard case .held(let until) = schedule, until.elapsed(since: now) > grace else { return }
        schedule = .held(until: now.advanced(by: grace))
    }

    /// Somebody decides that it is not sent; one that has arrived stays so.
    public mutating func drop(at now: Moment) {
        guard isPending else { return }
        state.verdict = .dropped
        if let remote, remote.sent == nil {
            // An empty gather is left, which nobody wants.
            state.former.append(remote)
            state.progress = .nothing
            if case .underway = schedule { return }
            schedule = .due(at: now)
        }
        if mayBeCreated, case .creating(let account, let before?) = state.progress {
            // What was made all the same is named.
            var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
            doubt.gathersBefore = doubt.gathersBefore ?? before
            state.doubt = doubt
            if case .underway = schedule { return }
            schedule = .due(at: now)
        }
    }

    /// A choice is looked at anew: it may have become unique.
    public mutating func relist(at now: Moment) {
        guard case .undecided = state.verdict, case .due = schedule else { return }
        schedule = .due(at: now)
    }

    /// Somebody decides which gather was made; nil for none, so that another is made.
    public mutating func decide(_ id: String?, account: String, at now: Moment) {
        guard case .undecided = state.verdict else { return }
        if let id {
            adopt(id, account: account, isChosen: true)
        } else {
            state.verdict = nil
            state.progress = .nothing
            mayBeCreated = false
        }
        retry(at: now)
    }

    /// What was stored of it may not be the newest: nobody can know what was done since.
    public mutating func distrust() {
        guard isPending, state.verdict == nil else { return }
        state.verdict = .undecided(candidates: remoteID.map { [$0] } ?? [])
    }
}
