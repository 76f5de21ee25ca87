import GatherAPI
import GatherCore

/// The squad on disk, and what became of it in the gathers.
extension EventStore {
    /// Everybody of the squad, those who were removed included.
    func players() throws(StoreError) -> [PlayerRow] {
        try healing { store throws(StoreError) in try store.tables.players.players() }
    }

    /// Puts what is known of players on disk, all of it or nothing.
    ///
    /// - Parameter request: The request to remember, and when it was made.
    func put(
        _ players: [PlayerRow], request: (record: RequestRecord, moment: Moment)? = nil
    ) throws(StoreError) {
        try healing(writes: true) { store throws(StoreError) in
            try store.transaction { tables throws(StoreError) in
                for player in players { try tables.players.put(player) }
                if let request { try tables.remember(request.record, at: request.moment) }
            }
        }
    }
}
