import GatherCore

/// The squad, as stored on disk; a change is durable before it is visible.
final class SquadRoster {
    private let store: EventStore
    private(set) var squad: Squad
    private var origins: [Int: PlayerRow.Origin]
    /// True while players are being synchronised; only one operation at a time may make players
    /// there.
    var isSyncing = false

    init(store: EventStore) throws(StoreError) {
        let rows = try store.players()
        self.store = store
        squad = Squad(
            rows.filter { !$0.isForgotten }.map(\.member),
            forgotten: Set(rows.filter(\.isForgotten).map(\.member.id)))
        origins = [:]
        for row in rows { origins[row.member.id] = row.origin }
        store.knownPlayers = { [weak self] in self?.known }
    }

    private var known: [PlayerRow] {
        squad.everybody.map { PlayerRow($0, origin: origins[$0.id]) }
            + squad.forgotten.sorted().map { PlayerRow(forgotten: $0, origin: origins[$0]) }
    }

    /// Adds members, or replaces those with the same numbers: all of them or none.
    ///
    /// - Parameters:
    ///   - origin: The command that adds them.
    ///   - request: The request to remember, and when it was made.
    func put(
        _ members: [Squad.Member], origin: PlayerRow.Origin? = nil,
        request: (record: RequestRecord, moment: Moment)? = nil
    ) throws(StoreError) {
        let rows = members.map { PlayerRow($0, origin: origin ?? origins[$0.id]) }
        try store.put(rows, request: request)
        for member in members {
            squad.put(member)
            if let origin { origins[member.id] = origin }
        }
    }

    /// Takes out a player whom the store has forgotten.
    func forget(_ id: Int) {
        squad.forget(id)
        origins[id] = origins[id].flatMap { PlayerRow(forgotten: id, origin: $0).origin }
    }

    /// Records something that a restart need not know.
    func record(_ member: Squad.Member) { squad.put(member) }

    /// Returns the members that a request has added, in their order; none if it is new or too old.
    ///
    /// One who was forgotten is nil.
    func added(by requestID: String, at now: Moment) -> [(Squad.Member?, PlayerRow.Origin)] {
        let added = origins.filter { _, origin in
            origin.requestID.utf8.elementsEqual(requestID.utf8) && !origin.isOld(at: now)
        }
        return added.sorted { $0.key < $1.key }
            .map { id, origin in (squad[id], origin) }
    }
}
