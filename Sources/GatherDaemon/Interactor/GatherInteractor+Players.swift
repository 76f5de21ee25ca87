import GatherAPI
import GatherCore

/// The squad, and what its players have done.
extension GatherInteractor {
    /// Takes players into the squad, all of them or none.
    ///
    /// - Parameter request: What tells the command from others, if it is to count once.
    func add(
        _ profiles: [PlayerProfile], request: (id: String, command: Int)?
    ) throws(PlayersError) -> [SquadPlayerFields]? {
        let now = moment()
        let account = accountKey
        if let request {
            let added = book.added(by: request.id, at: now)
            guard added.allSatisfy({ $0.1.command == request.command }) else { return nil }
            if !added.isEmpty {
                return added.map { PlayersPresenter.player($0.0, account: account) }
            }
        }
        guard book.squad.present.count + profiles.count <= Limits.squad else {
            throw .squadFull(maximum: Limits.squad)
        }
        let first = book.squad.nextID
        let members = profiles.enumerated().map { index, profile in
            Squad.Member(id: first + index, profile: profile)
        }
        let origin = request.map {
            PlayerRow.Origin(requestID: $0.id, command: $0.command, wall: now.wall)
        }
        try put(members, origin: origin)
        return members.map { PlayersPresenter.player($0, account: account) }
    }

    /// Replaces what is known of a player.
    ///
    /// - Returns: The player, and whether anything has changed.
    func edit(
        _ id: Int, _ profile: PlayerProfile
    ) throws(PlayersError) -> (player: SquadPlayerFields, changed: Bool) {
        var member = try present(id)
        let changed = member.profile != profile
        member.profile = profile
        if changed { try put([member]) }
        return (PlayersPresenter.player(member, account: accountKey), changed)
    }

    /// Removes a player from the squad, who is not in the open gather.
    func remove(_ id: Int) throws(PlayersError) {
        var member = try present(id)
        if match.gather.phase == .open, match.gather.lineup.player(id) != nil {
            throw .playerInGather(id: id)
        }
        member.isRemoved = true
        try put([member])
    }

    /// What tells the account that is signed in to from others.
    var accountKey: String? {
        account.assumeIsolated { $0.account?.token == nil ? nil : $0.account?.key }
    }

    private func present(_ id: Int) throws(PlayersError) -> Squad.Member {
        guard let member = book.squad[id], !member.isRemoved else { throw .noSuchPlayer(id: id) }
        return member
    }

    /// Keeps members of the squad, and what is known of them.
    func put(
        _ members: [Squad.Member], origin: PlayerRow.Origin? = nil
    ) throws(PlayersError) {
        try storing("store a player") { () throws(StoreError) in
            try book.put(members, origin: origin)
        }
        tidyAfterwards()
    }

    private func storing<Value>(
        _ action: String, _ body: () throws(StoreError) -> Value
    ) throws(PlayersError) -> Value {
        do { return try body() } catch {
            log.write(.error, "cannot \(action): \(error)", id: .storageFailed)
            throw .storageFailed(reason: error.reason)
        }
    }
}
