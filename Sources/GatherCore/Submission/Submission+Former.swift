/// Gathers at the server that were replaced by another one, or discarded.
///
/// The server has no request that takes a player out of a gather. So a gather with wrong players is
/// made anew, and only then the former one is deleted; this requires that the server answered our
/// own request with its ID, and that it is unchanged. In any other case a person is asked.
extension Submission {
    /// Replaces the gather if a player is in it who should not be.
    mutating func replaceIfMisplaced(_ account: String) {
        guard let remote, remote.account == account, remote.isMisplaced(for: state.players) else {
            return
        }
        replace(remote)
    }

    /// Makes the gather be replaced by a new one.
    mutating func replace(_ remote: RemoteGather) {
        state.former.append(remote)
        state.progress = .nothing
        mayBeCreated = false
    }

    /// Marks the gather of a discarded match for deletion.
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

    /// Returns the next step to delete a former gather; nil if there is none in the account.
    mutating func cleaningStep(_ account: String) -> SubmissionStep? {
        guard let former = state.former.first(where: { $0.account == account }) else { return nil }
        purpose = .inspection
        guard inspected == former.id else {
            inspected = nil
            return .listGathers(interest: listedGathers)
        }
        return isUnchanged ? .deleteGather(former.id) : .listPlayers(gather: former.id)
    }

    /// Checks that a former gather still has the result that we left.
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

    /// Checks that a former gather still has the players that we left.
    mutating func inspect(_ players: [Int], of id: String) {
        guard let former = state.former.first(where: { $0.id == id }) else { return }
        isUnchanged = players.sorted() == former.placed.map(\.id).sorted()
        if !isUnchanged {
            inspected = nil
            leave(former, score: former.sent?.score, players: players.sorted())
        }
    }

    /// Leaves a former gather that was to be deleted to a person.
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
