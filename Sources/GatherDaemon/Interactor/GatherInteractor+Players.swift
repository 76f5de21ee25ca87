import GatherAPI
import GatherCore

/// The squad, and what its players have done.
extension GatherInteractor {
    /// Takes players into the squad, all of them or none.
    ///
    /// - Parameter request: What tells the command from others, if it is to count once.
    /// - Returns: The players; nil if the ID of the request is that of another command.
    func add(
        _ profiles: [PlayerProfile], request: (id: String, command: Int)?
    ) throws(PlayersError) -> [SquadPlayerFields]? {
        let now = moment()
        let account = accountKey
        if let request {
            let added = book.added(by: request.id, at: now)
            let isOthers = try isRemembered(request.id)
            guard !isOthers, added.allSatisfy({ $0.1.command == request.command }) else {
                return nil
            }
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
    /// - Returns: The player, and whether anything has changed; nil if the ID of the request is
    ///   that of another command.
    func edit(
        _ id: Int, _ profile: PlayerProfile, request: PlayerRequest?
    ) throws(PlayersError) -> (player: SquadPlayerFields, changed: Bool)? {
        try change(id, for: request) { member throws(PlayersError) in
            try checkIsPresent(member)
            member.profile = profile
        }
    }

    /// Removes a player from the squad, who is not in the open gather.
    ///
    /// - Returns: The player; nil if the ID of the request is that of another command.
    func remove(
        _ id: Int, request: PlayerRequest?
    ) throws(PlayersError) -> (player: SquadPlayerFields, changed: Bool)? {
        try change(id, for: request) { member throws(PlayersError) in
            try checkIsPresent(member)
            if match.gather.phase == .open, match.gather.lineup.player(id) != nil {
                throw .playerInGather(id: id)
            }
            member.isRemoved = true
        }
    }

    /// Takes a player into the squad again who was removed, as the player was.
    ///
    /// - Returns: The player, and whether anything has changed; nil if the ID of the request is
    ///   that of another command.
    func restore(
        _ id: Int, request: PlayerRequest?
    ) throws(PlayersError) -> (player: SquadPlayerFields, changed: Bool)? {
        try change(id, for: request) { member throws(PlayersError) in
            guard member.isRemoved else { return }
            guard book.squad.present.count < Limits.squad else {
                throw .squadFull(maximum: Limits.squad)
            }
            member.isRemoved = false
        }
    }

    /// What tells the account that is signed in to from others.
    var accountKey: String? {
        account.assumeIsolated { $0.account?.token == nil ? nil : $0.account?.key }
    }

    /// A player, and whether anything has changed.
    typealias PlayerChange = (player: SquadPlayerFields, changed: Bool)

    /// The outcome of a request that may have been made before.
    enum EarlierRequest {
        /// It is new.
        case none
        /// It has come to this.
        case change(PlayerChange)
        /// Its ID is that of another command.
        case otherCommand
    }

    private func checkIsPresent(_ member: Squad.Member) throws(PlayersError) {
        guard !member.isRemoved else { throw .noSuchPlayer(id: member.id) }
    }

    /// Changes a player, once for a request.
    ///
    /// - Returns: The player, and whether anything has changed; nil if the ID of the request is
    ///   that of another command.
    private func change(
        _ id: Int, for request: PlayerRequest?,
        _ body: (inout Squad.Member) throws(PlayersError) -> Void
    ) throws(PlayersError) -> PlayerChange? {
        try changeAll(id, for: request) { member throws(PlayersError) in
            var member = member
            try body(&member)
            return [member]
        }
    }

    /// Changes a player, and others along with that, once for a request.
    ///
    /// - Parameter body: Gives the players as they are to be.
    /// - Returns: The player, and whether anything has changed; nil if the ID of the request is
    ///   that of another command.
    func changeAll(
        _ id: Int, for request: PlayerRequest?,
        _ body: (Squad.Member) throws(PlayersError) -> [Squad.Member]
    ) throws(PlayersError) -> PlayerChange? {
        switch try earlier(request, of: id) {
        case .none: break
        case .change(let change): return change
        case .otherCommand: return nil
        }
        guard let before = book.squad[id] else { throw .noSuchPlayer(id: id) }
        let members = try body(before).filter { $0 != book.squad[$0.id] }
        let changed = !members.isEmpty
        let record = request.map {
            RequestRecord(
                id: $0.id, command: $0.command, outcome: ["changed": .bool(changed)])
        }
        if changed || record != nil { try put(members, request: record) }
        return (PlayersPresenter.player(book.squad[id] ?? before, account: accountKey), changed)
    }

    /// Finds the outcome of a request that changes a player, if it was made before.
    func earlier(_ request: PlayerRequest?, of id: Int) throws(PlayersError) -> EarlierRequest {
        guard let request else { return .none }
        guard let record = try remembered(request.id) else {
            return book.added(by: request.id, at: moment()).isEmpty ? .none : .otherCommand
        }
        // By bytes: what a peer wrote may take long to compare as text.
        let isSame = record.command.utf8.elementsEqual(request.command.utf8)
        guard isSame, let member = book.squad[id] else { return .otherCommand }
        let changed = record.outcome["changed"]?.bool ?? false
        return .change((PlayersPresenter.player(member, account: accountKey), changed))
    }

    private func remembered(_ id: String) throws(PlayersError) -> RequestRecord? {
        try storing("read a request") { () throws(StoreError) in try match.store.request(id) }
    }

    private func isRemembered(_ id: String) throws(PlayersError) -> Bool {
        try remembered(id) != nil
    }

    /// Keeps members of the squad, and what is known of them.
    ///
    /// - Parameters:
    ///   - origin: The command that adds them.
    ///   - request: The request to remember.
    func put(
        _ members: [Squad.Member], origin: PlayerRow.Origin? = nil, request: RequestRecord? = nil
    ) throws(PlayersError) {
        let now = moment()
        let members = book.squad.noting(members, at: now, during: match.gather)
        try storing("store a player") { () throws(StoreError) in
            try book.put(members, origin: origin, request: request.map { ($0, now) })
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
