/// Writes that may take effect at a server after their answers were lost.
extension Submission {
    /// Records a write that may be carried out later.
    ///
    /// - Parameter isLate: True if the write, if it is carried out at all, will be late.
    mutating func doubt(_ step: SubmissionStep, isLate: Bool, at now: Moment, _ squad: Squad) {
        guard let account = state.progress.account else { return }
        var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
        (doubt.since, doubt.checks) = (now, 0)
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
        // A request that took this long shows that the server is slow to write.
        let isSlow = begunAt.map { now.elapsed(since: $0) >= Limits.submissionSlow } ?? false
        if isLate || isSlow { wait(for: step, from: now) }
    }

    /// Records that a player may have been made whose link was stored before.
    mutating func doubtCreation(of number: Int, _ account: String, at now: Moment, _ squad: Squad) {
        guard let member = squad[number], !member.isListed,
            case .creating(account, let name, let before) = member.link
        else { return }
        var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
        if doubt.playersBefore[name] == nil { (doubt.since, doubt.checks) = (now, 0) }
        doubt.playersBefore[name] = doubt.playersBefore[name] ?? before
        state.doubt = doubt
    }

    /// Records the step that may have been underway when the process ended.
    mutating func doubtRunningStep(at now: Moment) {
        switch state.progress {
        case .nothing: break
        case .creating: doubt(.createGather, isLate: false, at: now, Squad())
        case .created(let remote):
            if let result = state.result, remote.sent != result {
                // To one that was adopted it may not have been sent, as it may not be ours.
                if remote.isOurs { change(remote.id) { $0.record(lost: result) } }
                doubt(.sendResult(result, gather: remote.id), isLate: false, at: now, Squad())
            } else if let player = missingPlayers(remote).first(where: { !isQuestioned($0) }) {
                let step = SubmissionStep.addPlayer(player, gather: remote.id)
                doubt(step, isLate: player.id != nil, at: now, Squad())
                // Unlike for the result, nobody is waiting for a player.
                guard player.id == nil else { return }
                lost = LostWrite(
                    kind: .player(player.number),
                    until: now.advanced(by: Limits.submissionSearchTimeout)
                )
            }
        }
    }

    /// Makes a write be looked for, and not repeated, for a while.
    private mutating func wait(for step: SubmissionStep, from now: Moment) {
        let kind: LostWrite.Kind
        switch step {
        case .createGather: kind = .gather
        case .createPlayer(let number, _): kind = .player(number)
        case .addPlayer(let player, _): kind = .placement(player)
        default: return
        }
        lost = LostWrite(kind: kind, until: now.advanced(by: Limits.submissionSearchTimeout))
    }

    /// Returns the next step of a check of the server; nil if the doubt is about another account.
    mutating func checkStep(_ account: String) -> SubmissionStep? {
        guard let doubt = state.doubt, doubt.account == account else { return nil }
        if checkSteps.isEmpty {
            if doubt.gathersBefore != nil || doubt.isLate(state.result) {
                checkSteps.append(.listGathers(interest: listedGathers))
            }
            if !doubt.playersBefore.isEmpty { checkSteps.append(.listSquad([])) }
            if doubt.isPlacing, let remote, remote.account == account {
                checkSteps.append(.listPlayers(gather: remote.id))
            }
            if checkSteps.isEmpty { endCheck() }
        }
        purpose = .check
        return checkSteps.first
    }

    /// Reports gathers that were not there before, whose owner nothing proves.
    mutating func check(_ list: GatherList, account: String, others: Set<String>) {
        if let before = state.doubt?.gathersBefore, !list.hasTooManyOpen {
            let known = listedGathers.union(others).union(before)
            let strays = list.open.filter { !known.contains($0) }
            let reported = strays.prefix(leftoverRoom)
            state.doubt?.gathersBefore = before.union(reported)
            state.leftovers += reported.map { Leftover(.stray, account: account, id: $0) }
        }
        if let late = state.doubt?.lateResult, late != state.result, let remote,
            let there = list[remote.id], there.has(late)
        {
            change(remote.id) { $0.doubtResult() }
        }
        endCheck()
    }

    /// Reports players who were not there before.
    mutating func check(_ listed: [ListedPlayer], account: String, _ squad: Squad) {
        let taken = squad.taken(by: account)
        for (name, before) in state.doubt?.playersBefore ?? [:] {
            let strays = listed.lazy.filter {
                $0.profile.name == name && !before.contains($0.id) && !taken.contains($0.id)
            }.map(\.id).prefix(leftoverRoom)
            state.doubt?.playersBefore[name] = before.union(strays)
            state.leftovers += strays.map {
                Leftover(.player, account: account, id: "\($0)", name: name)
            }
        }
        endCheck()
    }

    /// The number of leftovers that can still be reported.
    private var leftoverRoom: Int { max(0, Limits.submissionLeftovers - state.leftovers.count) }

    /// Moves on to the next list of a check, or to the next check.
    mutating func endCheck() {
        if !checkSteps.isEmpty { checkSteps.removeFirst() }
        guard checkSteps.isEmpty else { return }
        state.doubt?.checks += 1
        if state.doubt?.nextCheck == nil { state.doubt = nil }
    }

    /// Returns the leftover at the server with an ID; nil if there is none.
    ///
    /// - Parameter id: The server's ID, in upper or lower case.
    public func leftover(_ id: String) -> Leftover? {
        state.leftovers.first { $0.id.lowercased() == id.lowercased() }
    }

    /// Replaces a leftover by its newer state, which a person has seen.
    public mutating func replace(_ leftover: Leftover) {
        for index in state.leftovers.indices where state.leftovers[index].id == leftover.id {
            state.leftovers[index] = leftover
        }
    }

    /// Removes a leftover from the list, because a person has deleted it or wants it kept.
    public mutating func removeLeftover(_ id: String) {
        state.leftovers.removeAll { $0.id == id }
    }

    /// Returns the gathers that are to be deleted in accounts other than this one, for display.
    public func formerElsewhere(than account: String?) -> [Leftover] {
        guard isDeleting else { return [] }
        return state.former.filter { $0.account != account }.map { former in
            Leftover(
                state.isDiscarded ? .discarded : .replaced, account: former.account,
                id: former.id, score: former.sent?.score)
        }
    }

    /// Keeps a gather at the server that was to be deleted, because a person wants it kept.
    ///
    /// - Returns: False if there is none with this ID.
    public mutating func keepFormer(_ id: String) -> Bool {
        guard state.former.contains(where: { $0.id == id }) else { return false }
        state.former.removeAll { $0.id == id }
        return true
    }
}

/// Writes whose answers were lost and whose effects may appear later.
public struct SubmissionDoubt: Hashable, Sendable {
    /// The account of the writes.
    public internal(set) var account: String
    /// The moment when the last answer was lost.
    public var since: Moment
    /// The number of checks of the server since it has the result.
    public var checks = 0
    /// The gathers without a result that were there before, if one more may appear; else nil.
    public var gathersBefore: Set<String>?
    /// The names of players who may appear, each with the server's numbers of its earlier
    /// namesakes.
    public var playersBefore: [String: Set<Int>] = [:]
    /// True if a player may appear in the gather twice.
    public var isPlacing = false
    /// A result that may replace a newer one.
    public var lateResult: MatchResult?

    /// Makes an empty doubt.
    public init(account: String, since: Moment) { (self.account, self.since) = (account, since) }

    /// The moment of the next check of the server; nil when all were done.
    var nextCheck: Moment? {
        guard checks < Limits.submissionChecks.count else { return nil }
        return since.advanced(by: Limits.submissionChecks[checks])
    }

    /// Returns true if the late result differs from the one that counts.
    func isLate(_ result: MatchResult?) -> Bool { lateResult != nil && lateResult != result }

    /// Returns true if nothing is left to look for, given the result that counts.
    func isOver(_ result: MatchResult?) -> Bool {
        gathersBefore == nil && playersBefore.isEmpty && !isPlacing && !isLate(result)
    }
}
