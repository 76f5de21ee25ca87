import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// The data by which a repeated command to the squad counts only once.
struct PlayerRequest: Sendable {
    let id: String
    /// The method and its parameters, to detect whether a repeated ID means the same command.
    let command: String

    /// Returns the record of the request with its outcome.
    func record(_ outcome: JSONObject) -> RequestRecord {
        RequestRecord(id: id, command: command, outcome: outcome)
    }
}

/// The squad: the players who can be chosen for a match.
///
/// Functions that change it throw a `VarlinkError` if the ID of the request is that of another
/// command.
struct SquadInteractor {
    let clock: any MachineClock
    let match: CurrentMatch
    let account: AccountInteractor
    let log: any Log
    let roster: SquadRoster

    /// Adds players to the squad, all of them or none.
    ///
    /// - Parameter request: The command's ID, if it is to count only once.
    func add(
        _ profiles: [PlayerProfile], request: (id: String, command: Int)?
    ) throws -> [SquadPlayerFields] {
        let now = clock.moment
        if let request {
            let added = roster.added(by: request.id, at: now)
            let isOthers = try remembered(request.id) != nil
            let known = added.compactMap { $0.1.command == request.command ? $0.0 : nil }
            guard !isOthers, known.count == added.count else { throw Self.requestIDInUse }
            if !known.isEmpty { return known.map(fields) }
        }
        if let limit = roster.squad.limit(exceededByAdding: profiles.count) {
            throw PlayersError.squadFull(maximum: limit)
        }
        let first = roster.squad.nextID
        let members = profiles.enumerated().map { index, profile in
            Squad.Member(id: first + index, profile: profile)
        }
        let origin = request.map {
            PlayerRow.Origin(
                requestID: $0.id, command: $0.command, wall: now.wall, boot: now.boot,
                boottime: now.boottime)
        }
        try put(members, origin: origin)
        return members.map(fields)
    }

    /// Adds players to the squad and changes the data about others, all of them or none.
    ///
    /// - Parameters:
    ///   - players: The players. One without a number is added. For one with a number only the
    ///     given fields change, so that a change that somebody else made meanwhile is not lost.
    ///   - request: The command's ID, if it is to count only once.
    func importPlayers(
        _ players: [(id: Int?, profile: PlayerProfile)], request: PlayerRequest?
    ) throws -> PlayersMethod.Import.Reply {
        if let outcome = try outcome(of: request) {
            return PlayersMethod.Import.Reply(
                added: outcome["added"]?.int ?? 0, changed: outcome["changed"]?.int ?? 0)
        }
        var members: [Squad.Member] = []
        var nextID = roster.squad.nextID
        for (id, profile) in players {
            guard let id else {
                members.append(Squad.Member(id: nextID, profile: profile))
                nextID += 1
                continue
            }
            guard var member = roster.squad[id] else { throw missing(id) }
            try checkIsPresent(member)
            member.profile = member.profile.updated(by: profile)
            if member != roster.squad[id] { members.append(member) }
        }
        let added = nextID - roster.squad.nextID
        if let limit = roster.squad.limit(exceededByAdding: added) {
            throw PlayersError.squadFull(maximum: limit)
        }
        let reply = PlayersMethod.Import.Reply(added: added, changed: members.count - added)
        let record = request?.record(reply.fields)
        if !members.isEmpty || record != nil { try put(members, request: record) }
        return reply
    }

    /// Replaces some fields of the data about a player.
    func edit(
        _ id: Int, _ profile: PlayerProfile, only fields: Set<PlayerField>,
        request: PlayerRequest?
    ) throws -> PlayerChange {
        try change(id, for: request) { member throws(PlayersError) in
            try checkIsPresent(member)
            member.profile = member.profile.changed(by: profile, in: fields)
        }
    }

    /// Removes a player, who must not be in the open gather, from the squad.
    func remove(_ id: Int, request: PlayerRequest?) throws -> PlayerChange {
        try change(id, for: request) { member throws(PlayersError) in
            try checkIsPresent(member)
            if match.gather.phase == .open, match.gather.lineup.player(id) != nil {
                throw .playerInGather(id: id)
            }
            member.isRemoved = true
        }
    }

    /// Restores a removed player with the former data.
    func restore(_ id: Int, request: PlayerRequest?) throws -> PlayerChange {
        try change(id, for: request) { member throws(PlayersError) in
            guard member.isRemoved else { return }
            if let limit = roster.squad.limit(restoring: 1) {
                throw .squadFull(maximum: limit)
            }
            member.isRemoved = false
        }
    }

    /// The number of players in the squad without a player at the server; nil if nobody is signed
    /// in.
    var unlinkedPlayers: Int? {
        (account.signedIn?.account.key).map { key in
            roster.squad.present.count { $0.link.id(for: key) == nil }
        }
    }

    /// A player, and true if anything has changed.
    typealias PlayerChange = (player: SquadPlayerFields, changed: Bool)

    private static let requestIDInUse = VarlinkError.invalidParameter("requestId")

    private func fields(_ member: Squad.Member) -> SquadPlayerFields {
        PlayersPresenter.player(member, account: account.signedIn?.account.key)
    }

    /// Returns the error for a number that nobody of the squad has.
    func missing(_ id: Int) -> PlayersError {
        roster.squad.forgotten.contains(id) ? .playerForgotten(id: id) : .noSuchPlayer(id: id)
    }

    private func checkIsPresent(_ member: Squad.Member) throws(PlayersError) {
        guard !member.isRemoved else { throw .noSuchPlayer(id: member.id) }
    }

    /// Changes a player, once per request.
    private func change(
        _ id: Int, for request: PlayerRequest?,
        _ body: (inout Squad.Member) throws(PlayersError) -> Void
    ) throws -> PlayerChange {
        try changeAll(id, for: request) { member throws(PlayersError) in
            var member = member
            try body(&member)
            return [member]
        }
    }

    /// Changes a player, and possibly others with it, once per request.
    ///
    /// - Parameter body: Returns the changed players.
    func changeAll(
        _ id: Int, for request: PlayerRequest?,
        _ body: (Squad.Member) throws(PlayersError) -> [Squad.Member]
    ) throws -> PlayerChange {
        if let change = try earlier(request, of: id) { return change }
        guard let before = roster.squad[id] else { throw missing(id) }
        let members = try body(before).filter { $0 != roster.squad[$0.id] }
        let changed = !members.isEmpty
        let record = request?.record(["changed": .bool(changed)])
        if changed || record != nil { try put(members, request: record) }
        return (fields(roster.squad[id] ?? before), changed)
    }

    /// Returns the outcome of a request that changes a player, if it was made before.
    func earlier(_ request: PlayerRequest?, of id: Int) throws -> PlayerChange? {
        guard let outcome = try outcome(of: request) else { return nil }
        guard let member = roster.squad[id] else { throw Self.requestIDInUse }
        return (fields(member), outcome["changed"]?.bool ?? false)
    }

    /// Returns the outcome of a request that was made before; nil if it is new.
    func outcome(of request: PlayerRequest?) throws -> JSONObject? {
        guard let request else { return nil }
        guard let record = try remembered(request.id) else {
            guard roster.added(by: request.id, at: clock.moment).isEmpty else {
                throw Self.requestIDInUse
            }
            return nil
        }
        // The comparison is by bytes, since a peer's text may take long to compare as characters.
        guard record.command.utf8.elementsEqual(request.command.utf8) else {
            throw Self.requestIDInUse
        }
        return record.outcome
    }

    private func remembered(_ id: String) throws(PlayersError) -> RequestRecord? {
        try storing("read a request") { () throws(StoreError) in try match.store.request(id) }
    }

    /// Stores members of the squad.
    ///
    /// - Parameters:
    ///   - origin: The command that adds them.
    ///   - request: The request to remember.
    func put(
        _ members: [Squad.Member], origin: PlayerRow.Origin? = nil, request: RequestRecord? = nil
    ) throws(PlayersError) {
        let now = clock.moment
        let members = roster.squad.recording(members, at: now, during: match.gather)
        try storing("store a player") { () throws(StoreError) in
            try roster.put(members, origin: origin, request: request.map { ($0, now) })
        }
        match.checkpointLater()
    }

    func storing<Value>(
        _ action: String, _ body: () throws(StoreError) -> Value
    ) throws(PlayersError) -> Value {
        do { return try body() } catch {
            log.write(.error, "cannot \(action): \(error)", id: .storageFailed)
            throw .storageFailed(reason: error.reason)
        }
    }
}

extension PlayerProfile {
    /// Returns the profile with some fields replaced by those of another.
    fileprivate func changed(
        by given: PlayerProfile, in fields: Set<PlayerField>
    ) -> PlayerProfile {
        func source(_ field: PlayerField) -> PlayerProfile { fields.contains(field) ? given : self }
        // Each value is one of a valid profile.
        let changed = try? PlayerProfile(
            name: source(.name).name, age: source(.age).age, skill: source(.skill).skill,
            position: source(.position).position,
            favouriteTeam: source(.favouriteTeam).favouriteTeam, shirt: source(.shirt).shirt)
        return changed ?? self
    }
}
