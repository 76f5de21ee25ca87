/// The search for this one among the gathers of the server.
extension Submission {
    /// Takes in which gathers there are.
    mutating func take(
        _ list: GatherList, account: String, others: Set<String>, at now: Moment
    ) {
        // What somebody has deleted, or plays on with, is nobody's question any more.
        state.leftovers.removeAll { leftover in
            guard leftover.kind != .player, leftover.account == account else { return false }
            guard let there = list[leftover.id] else { return true }
            return leftover.kind == .stray && (there.hasResult || others.contains(leftover.id))
        }
        switch purpose {
        case .sending: settle(list, account: account, others: others, at: now)
        case .verification: verify(list, account: account)
        case .inspection: inspect(list)
        case .look: look(at: list, account: account, others: others)
        }
    }

    /// Those that were not there before one was made may be it.
    private mutating func settle(
        _ list: GatherList, account: String, others: Set<String>, at now: Moment
    ) {
        if case .created(let remote) = state.progress, let there = list[remote.id] {
            mayBeGone = false
            // It may be the same account under another name.
            var remote = remote.moved(to: account)
            if !there.has(remote.sent) { remote.sent = nil }
            state.progress = .created(remote)
            return
        }
        mayBeGone = false
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
            // The server may still be at it.
            if mayBeCreated, isAwaited(.createGather, at: now) { return }
        }
        if case .undecided = state.verdict { state.verdict = nil }
        if let owner = state.progress.account, owner != account { forgetPlayers() }
        // It is deleted when its user signs in again.
        if let remote, remote.account != account { state.former.append(remote) }
        startCreating(account, list)
    }

    private mutating func startCreating(_ account: String, _ list: GatherList) {
        let before = list.hasTooManyOpen ? nil : Set(list.open)
        state.progress = .creating(account: account, before: before)
        mayBeCreated = false
    }

    /// The IDs of the gathers in a list that may be this one: such as have no result, were not
    /// there before and are not known as others'.
    public func candidates(
        in list: GatherList, account: String, others: Set<String>
    ) -> [String] {
        guard case .creating(account, let before) = state.progress else { return [] }
        let former = Set(state.former.map(\.id))
        return list.open.filter {
            before?.contains($0) != true && !others.contains($0) && !former.contains($0)
        }
    }

    /// Takes in a list that was got for another submission, if this one can be settled by it.
    ///
    /// - Returns: Whether it was.
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

    /// Takes a gather for this one.
    mutating func adopt(_ id: String, account: String, isChosen: Bool = false) {
        state.verdict = nil
        state.progress = .created(RemoteGather(account: account, id: id, isChosen: isChosen))
        state.leftovers.removeAll { $0.id == id }
        mayHaveMorePlayers = true
        (isVerified, isEmpty) = (false, false)
    }

    /// A gather that was adopted and has players before its result was not ours: ours has none.
    mutating func verify(_ players: [Int], in id: String) {
        isEmpty = players.isEmpty
        guard !isEmpty else { return }
        state.doubt?.gathersBefore?.insert(id)
        state.progress = .nothing
    }

    /// A gather that was only thought to be ours and has a result by now is another's, and so is
    /// one that has a result which we have never sent.
    private mutating func verify(_ list: GatherList, account: String) {
        guard let remote else { return }
        guard let there = list[remote.id] else { return startCreating(account, list) }
        let sent = ([state.result].compactMap { $0 } + remote.lost).first { there.has($0) }
        guard !there.hasResult || remote.isOurs && sent != nil else {
            return startCreating(account, list)
        }
        change(remote.id) { $0.sent = sent }
        (isVerified, mayBeTaken) = (true, false)
    }
}
