/// The search for this match's gather among the gathers of the server.
extension Submission {
    /// Processes the list of gathers at the server.
    mutating func take(_ list: GatherList, account: String, others: Set<String>, at now: Moment) {
        // A leftover that somebody has deleted, or plays on with, is no longer a question.
        state.leftovers.removeAll { leftover in
            guard leftover.kind != .player, leftover.account == account else { return false }
            guard let there = list[leftover.id] else { return true }
            return leftover.kind == .stray && (there.hasResult || others.contains(leftover.id))
        }
        switch purpose {
        case .sending: settle(list, account: account, others: others, at: now)
        case .verification: verify(list, account: account)
        case .inspection: inspect(list)
        case .check: check(list, account: account, others: others)
        }
    }

    /// Settles which gather was made: one that was not there before may be it.
    private mutating func settle(
        _ list: GatherList, account: String, others: Set<String>, at now: Moment
    ) {
        if case .created(let remote) = state.progress, let there = list[remote.id] {
            mayBeGone = false
            // It may be the same account under another key.
            var remote = remote.moved(to: account)
            if !there.has(remote.sent) { remote.sent = nil }
            state.progress = .created(remote)
            return
        }
        mayBeGone = false
        // The result was dropped while the list was on its way: what may be ours is reported.
        if state.verdict == .dropped { return }
        if case .creating(account, let before) = state.progress {
            let candidates = candidates(in: list, account: account, others: others)
            if let only = candidates.first {
                guard candidates.count == 1, before != nil, !list.hasTooManyOpen else {
                    let shown = candidates.prefix(Limits.submissionCandidates)
                    state.verdict = .undecided(candidates: Array(shown))
                    return
                }
                return adopt(only, account: account)
            }
            if mayBeCreated, list.hasTooManyOpen {
                state.verdict = .undecided(candidates: [])
                return
            }
            // The server may still be working on the request.
            if mayBeCreated, isAwaited(.createGather, at: now) { return }
        }
        if case .undecided = state.verdict { state.verdict = nil }
        if let owner = state.progress.account, owner != account { forgetPlayers() }
        // The gather is deleted when its user signs in again.
        if let remote, remote.account != account { state.former.append(remote) }
        startCreating(account, list)
    }

    private mutating func startCreating(_ account: String, _ list: GatherList) {
        let before = list.hasTooManyOpen ? nil : Set(list.open)
        state.progress = .creating(account: account, before: before)
        mayBeCreated = false
    }

    /// Returns the IDs of the listed gathers that may be this one.
    ///
    /// They have no result, were not there before and are not known as others'.
    public func candidates(in list: GatherList, account: String, others: Set<String>) -> [String] {
        guard case .creating(account, let before) = state.progress else { return [] }
        let former = Set(state.former.map(\.id))
        return list.open.filter {
            before?.contains($0) != true && !others.contains($0) && !former.contains($0)
        }
    }

    /// Processes a list that was fetched for another submission, if it can settle this one.
    ///
    /// - Returns: True if it did.
    public mutating func settle(
        by list: GatherList, account: String, others: Set<String>, at now: Moment
    ) -> Bool {
        guard case .creating(account, _) = state.progress, mayBeCreated, isPending else {
            return false
        }
        switch state.verdict {
        case .refused, .dropped: return false
        case .undecided, nil: break
        }
        if case .underway = schedule { return false }
        settle(list, account: account, others: others, at: now)
        if state.verdict == nil { schedule = .due(at: now) }
        return true
    }

    /// Takes a gather to be this one.
    mutating func adopt(_ id: String, account: String, isChosen: Bool = false) {
        state.verdict = nil
        state.progress = .created(RemoteGather(account: account, id: id, isChosen: isChosen))
        state.leftovers.removeAll { $0.id == id }
        mayHaveMorePlayers = true
        (isVerified, isEmpty) = (false, false)
    }

    /// Verifies an adopted gather: if it has players before its result, it is not ours, since ours
    /// has none.
    mutating func verify(_ players: [Int], in id: String) {
        isEmpty = players.isEmpty
        guard !isEmpty else { return }
        state.doubt?.gathersBefore?.insert(id)
        state.progress = .nothing
    }

    /// Verifies the gather by a list.
    ///
    /// One with a result that we never sent is another's, unless a person wants that replaced in a
    /// gather of ours; and so is an adopted gather with a result that we never sent to it, unless a
    /// person has chosen it and the result is this one.
    private mutating func verify(_ list: GatherList, account: String) {
        guard let remote else { return }
        guard let there = list[remote.id] else { return startCreating(account, list) }
        let isKnown = remote.isOurs || remote.isChosen
        let ours = isKnown ? [state.result].compactMap { $0 } : []
        let sent = (ours + remote.lost).first { there.has($0) }
        let isReplaced = remote.isOurs && remote.isChosen
        guard !there.hasResult || sent != nil || isReplaced else {
            return startCreating(account, list)
        }
        change(remote.id) { $0.sent = sent }
        (isVerified, mayBeTaken) = (true, false)
    }
}
