/// Writes that may appear at a server after their answers were lost.
extension Submission {
    /// Notes a write that may be carried out later.
    ///
    /// - Parameter isLate: Whether it is sure to be late, if it is carried out.
    mutating func doubt(
        _ step: SubmissionStep, isLate: Bool, at now: Moment, _ squad: Squad
    ) {
        guard let account = state.progress.account else { return }
        var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
        (doubt.since, doubt.looks) = (now, 0)
        switch step {
        case .createGather:
            if case .creating(_, let before?) = state.progress {
                doubt.gathersBefore = doubt.gathersBefore ?? before
            }
        case .createPlayer(let number, _):
            if case .creating(account, let name, let before) = squad[number]?.link {
                doubt.playersBefore[name] = doubt.playersBefore[name] ?? before
            }
        case .addPlayer: doubt.isPlacing = true
        case .sendResult(let result, _): doubt.lateResult = result
        default: return
        }
        state.doubt = doubt
        // Who has waited so long for an answer waits for a server that is slow in writing.
        let isSlow = begunAt.map { now.elapsed(since: $0) >= Limits.submissionSlow } ?? false
        if isLate || isSlow { wait(for: step, from: now) }
    }

    /// Notes that a player may have been made whose link was stored before.
    mutating func doubtCreation(
        of number: Int, _ account: String, at now: Moment, _ squad: Squad
    ) {
        guard let member = squad[number], !member.isListed,
            case .creating(account, let name, let before) = member.link
        else { return }
        var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
        if doubt.playersBefore[name] == nil { (doubt.since, doubt.looks) = (now, 0) }
        doubt.playersBefore[name] = doubt.playersBefore[name] ?? before
        state.doubt = doubt
    }

    /// Notes what may have been underway when the process ended.
    mutating func doubtWhatWasUnderway(at now: Moment) {
        switch state.progress {
        case .nothing: break
        case .creating: doubt(.createGather, isLate: false, at: now, Squad())
        case .created(let remote):
            if let result = state.result, remote.sent != result {
                change(remote.id) { $0.note(lost: result) }
                doubt(.sendResult(result, gather: remote.id), isLate: false, at: now, Squad())
            } else if let player = missingPlayers(remote).first(where: { !isQuestioned($0) }) {
                let step = SubmissionStep.addPlayer(player, gather: remote.id)
                doubt(step, isLate: player.id != nil, at: now, Squad())
                // Nobody waits for a player as somebody does for the result.
                guard player.id == nil else { return }
                lost = LostWrite(
                    kind: .player(player.number), until: now.advanced(by: Limits.submissionPatience)
                )
            }
        }
    }

    /// Has a write looked for and not repeated, for a while.
    private mutating func wait(for step: SubmissionStep, from now: Moment) {
        let kind: LostWrite.Kind
        switch step {
        case .createGather: kind = .gather
        case .createPlayer(let number, _): kind = .player(number)
        case .addPlayer(let player, _): kind = .placement(player)
        default: return
        }
        lost = LostWrite(kind: kind, until: now.advanced(by: Limits.submissionPatience))
    }

    /// The next step of a look at the server; nil for another account's.
    mutating func lookingStep(_ account: String) -> SubmissionStep? {
        guard let doubt = state.doubt, doubt.account == account else { return nil }
        if looks.isEmpty {
            if doubt.gathersBefore != nil || doubt.isLate(state.result) {
                looks.append(.listGathers(interest: listedGathers))
            }
            if !doubt.playersBefore.isEmpty { looks.append(.listSquad([])) }
            if doubt.isPlacing, let remote, remote.account == account {
                looks.append(.listPlayers(gather: remote.id))
            }
            if looks.isEmpty { endLook() }
        }
        purpose = .look
        return looks.first
    }

    /// Names gathers that were not there before: nothing proves whose they are.
    mutating func look(at list: GatherList, account: String, others: Set<String>) {
        if let before = state.doubt?.gathersBefore, !list.hasTooManyOpen {
            let known = knownGathers.union(others).union(before)
            let strays = list.open.filter { !known.contains($0) }
            state.doubt?.gathersBefore = before.union(strays)
            state.leftovers += strays.map { Leftover(.stray, account: account, id: $0) }
        }
        if let late = state.doubt?.lateResult, late != state.result, let remote,
            let there = list[remote.id], there.has(late)
        {
            change(remote.id) { $0.sent = nil }
        }
        endLook()
    }

    /// Names players who were not there before.
    mutating func look(at listed: [ListedPlayer], account: String, _ squad: Squad) {
        let taken = squad.taken(by: account)
        for (name, before) in state.doubt?.playersBefore ?? [:] {
            let strays = listed.filter {
                $0.profile.name == name && !before.contains($0.id) && !taken.contains($0.id)
            }.map(\.id)
            state.doubt?.playersBefore[name] = before.union(strays)
            state.leftovers += strays.map {
                Leftover(.player, account: account, id: "\($0)", name: name)
            }
        }
        endLook()
    }

    /// Goes on to what a look has still to list, or to the next look.
    mutating func endLook() {
        if !looks.isEmpty { looks.removeFirst() }
        guard looks.isEmpty else { return }
        state.doubt?.looks += 1
        if state.doubt?.nextLook == nil { state.doubt = nil }
    }

    /// The leftover at the server under an ID; nil if there is none.
    ///
    /// - Parameter id: The server's ID, of which case makes no difference.
    public func leftover(_ id: String) -> Leftover? {
        state.leftovers.first { $0.id.lowercased() == id.lowercased() }
    }

    /// Takes in what is left at the server as somebody has seen it since.
    public mutating func replace(_ leftover: Leftover) {
        for index in state.leftovers.indices where state.leftovers[index].id == leftover.id {
            state.leftovers[index] = leftover
        }
    }

    /// Takes what is left at the server off the list, as somebody has deleted it or wants it kept.
    public mutating func removeLeftover(_ id: String) {
        state.leftovers.removeAll { $0.id == id }
    }

    /// The gathers that are to be deleted in another account than this one, as a person sees them.
    public func formerElsewhere(than account: String?) -> [Leftover] {
        guard isDeleting else { return [] }
        return state.former.filter { $0.account != account }.map { former in
            Leftover(
                state.isDiscarded ? .discarded : .replaced, account: former.account,
                id: former.id, score: former.sent?.score)
        }
    }

    /// Leaves a gather there that was to be deleted, as somebody wants it kept.
    ///
    /// - Returns: False if there is none of this ID.
    public mutating func keepFormer(_ id: String) -> Bool {
        guard state.former.contains(where: { $0.id == id }) else { return false }
        state.former.removeAll { $0.id == id }
        return true
    }
}

/// Writes whose answers were lost: what they made may appear later.
public struct SubmissionDoubt: Hashable, Sendable {
    /// The account it is about.
    public internal(set) var account: String
    /// When the last answer was lost.
    public var since: Moment
    /// The number of times that the server was looked at since the result is there.
    public var looks = 0
    /// If a gather may appear, those without a result that were there before.
    public var gathersBefore: Set<String>?
    /// Names of players who may appear, with the server's numbers of those who were there before.
    public var playersBefore: [String: Set<Int>] = [:]
    /// Whether somebody may appear in the gather twice.
    public var isPlacing = false
    /// A result that may replace a newer one.
    public var lateResult: MatchResult?

    /// Makes a doubt about nothing.
    public init(account: String, since: Moment) { (self.account, self.since) = (account, since) }

    /// When the server is looked at next; nil when that was often enough.
    var nextLook: Moment? {
        guard looks < Limits.submissionLooks.count else { return nil }
        return since.advanced(by: Limits.submissionLooks[looks])
    }

    /// Whether the late result is another than the one that counts.
    func isLate(_ result: MatchResult?) -> Bool { lateResult != nil && lateResult != result }

    /// Whether there is nothing to look for, given the result that counts.
    func isOver(_ result: MatchResult?) -> Bool {
        gathersBefore == nil && playersBefore.isEmpty && !isPlacing && !isLate(result)
    }
}
