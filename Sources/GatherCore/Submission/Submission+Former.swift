/// Gathers at the server that another one replaces, or none.
///
/// The server has no request that takes a player out of a gather. So one whose players are wrong is
/// made anew, and only then the former one is deleted: if the server has answered our own request
/// with its ID, and it is as we left it. In any other case a person is asked.
extension Submission {
    /// Has the gather made anew where somebody is in it who should not be.
    mutating func replaceIfMisplaced(_ account: String) {
        guard let remote, remote.account == account, remote.isMisplaced(for: state.players) else {
            return
        }
        replace(remote)
    }

    /// Has the gather made anew.
    mutating func replace(_ remote: RemoteGather) {
        state.former.append(remote)
        state.progress = .nothing
        mayBeCreated = false
    }

    /// Gives up the gather of a match that was discarded.
    mutating func retire(at now: Moment) {
        switch state.progress {
        case .nothing: break
        case .created(let remote): state.former.append(remote)
        case .creating(let account, let before):
            if mayBeCreated, let before {
                var doubt = state.doubt ?? SubmissionDoubt(account: account, since: now)
                doubt.gathersBefore = doubt.gathersBefore ?? before
                state.doubt = doubt
            }
        }
        state.progress = .nothing
        mayBeCreated = false
    }

    /// The next step to delete a former gather; nil if there is none in the account.
    mutating func cleaningStep(_ account: String) -> SubmissionStep? {
        guard let former = state.former.first(where: { $0.account == account }) else { return nil }
        purpose = .inspection
        guard inspected == former.id else {
            inspected = nil
            return .listGathers(interest: listedGathers)
        }
        return isUnchanged ? .deleteGather(former.id) : .listPlayers(gather: former.id)
    }

    /// Looks whether a former gather has the result that it was left with.
    mutating func inspect(_ list: GatherList) {
        (inspected, isUnchanged) = (nil, false)
        for former in state.former {
            guard let there = list[former.id] else {
                // Somebody has deleted it.
                state.former.removeAll { $0.id == former.id }
                continue
            }
            if former.isOurs, there.has(former.sent) {
                inspected = inspected ?? former.id
            } else {
                leave(former, score: there.score, players: nil)
            }
        }
    }

    /// Looks whether a former gather has the players that it was left with.
    mutating func inspect(_ players: [Int], of id: String) {
        guard let former = state.former.first(where: { $0.id == id }) else { return }
        isUnchanged = players.sorted() == former.placed.map(\.id).sorted()
        if !isUnchanged {
            inspected = nil
            leave(former, score: former.sent?.score, players: players.sorted())
        }
    }

    /// Leaves the former gather that was to be deleted to a person.
    mutating func leaveFormer() {
        guard let former = state.former.first else { return }
        leave(former, score: former.sent?.score, players: nil)
    }

    private mutating func leave(_ former: RemoteGather, score: String?, players: [Int]?) {
        state.former.removeAll { $0.id == former.id }
        state.leftovers.append(
            Leftover(
                state.isDiscarded ? .discarded : .replaced, account: former.account, id: former.id,
                score: score, players: players))
    }
}
