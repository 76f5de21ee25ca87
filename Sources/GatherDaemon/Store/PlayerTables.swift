import GatherCore

/// The squad's tables of one connection: the players, and their parts in ended gathers.
final class PlayerTables {
    private let all: SQLiteStatement
    private let put: SQLiteStatement
    private let add: SQLiteStatement
    private let remove: SQLiteStatement
    private let appearances: SQLiteStatement
    private let total: SQLiteStatement
    private let newestName: SQLiteStatement
    private let putTotal: SQLiteStatement
    private let removeTotal: SQLiteStatement

    init(prepare: (String) throws(StoreError) -> SQLiteStatement) throws(StoreError) {
        all = try prepare("\(PlayerRow.selection) ORDER BY id")
        put = try prepare("INSERT OR REPLACE INTO players VALUES (?1, ?2, ?3, ?4, ?5)")
        add = try prepare(
            "INSERT OR REPLACE INTO appearances VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        remove = try prepare("DELETE FROM appearances WHERE gather = ?1")
        appearances = try prepare("\(AppearanceRow.selection) WHERE gather = ?1")
        total = try prepare("\(TotalRow.selection) WHERE player = ?1")
        newestName = try prepare(
            """
            SELECT name, gather FROM appearances WHERE player = ?1 AND gather <> ?2
            ORDER BY gather DESC LIMIT 1
            """)
        putTotal = try prepare(
            "INSERT OR REPLACE INTO totals VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
        removeTotal = try prepare("DELETE FROM totals WHERE player = ?1")
    }

    /// Returns all players of the squad, including removed ones.
    func players() throws(StoreError) -> [PlayerRow] { try all.rows() }

    /// Stores a player.
    func put(_ row: PlayerRow) throws(StoreError) {
        try put.run(row.withChecksum)
    }

    /// Stores the players' parts in a gather, and updates their totals; replaces what was stored
    /// before.
    func put(
        _ appearances: [Appearance], of gather: Int, endedAt wall: Duration
    ) throws(StoreError) {
        let before: [AppearanceRow] = try self.appearances.rows([.integer(gather)])
        for old in before { try count(old, by: -1) }
        try remove.run([.integer(gather)])
        for appearance in appearances {
            let row = AppearanceRow(appearance, of: gather, endedAt: wall)
            try add.run(row.withChecksum)
            try count(row, by: 1)
        }
    }

    private func count(_ appearance: AppearanceRow, by sign: Int) throws(StoreError) {
        let found: TotalRow? = try total.first([.integer(appearance.player)])
        var total = found ?? TotalRow(player: appearance.player)
        total.count(appearance, by: sign)
        if sign < 0, total.gather == appearance.gather {
            let others: [SQLiteValue] = [.integer(total.player), .integer(appearance.gather)]
            try newestName.run(others) { row throws(StoreError) in
                total.rename(row.text(0), in: row.integer(1))
            }
        }
        if total.appearances > 0 {
            try putTotal.run(total.withChecksum)
        } else {
            try removeTotal.run([.integer(total.player)])
        }
    }
}
