import GatherAPI
import GatherCore

/// The tables of the squad of one connection: the players, and what they did in ended gathers.
final class PlayerTables {
    private let database: SQLiteDatabase
    private let all: SQLiteStatement
    private let put: SQLiteStatement
    private let add: SQLiteStatement
    private let remove: SQLiteStatement
    private let appearances: SQLiteStatement
    private let total: SQLiteStatement
    private let newestName: SQLiteStatement
    private let putTotal: SQLiteStatement
    private let removeTotal: SQLiteStatement

    /// Compiles the statements.
    init(
        _ database: SQLiteDatabase,
        prepare: (String) throws(StoreError) -> SQLiteStatement
    ) throws(StoreError) {
        self.database = database
        all = try prepare("SELECT \(PlayerRow.columns), checksum FROM players ORDER BY id")
        put = try prepare("INSERT OR REPLACE INTO players VALUES (?1, ?2, ?3, ?4, ?5)")
        add = try prepare(
            "INSERT OR REPLACE INTO appearances VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
        remove = try prepare("DELETE FROM appearances WHERE gather = ?1")
        appearances = try prepare(
            "SELECT \(AppearanceRow.columns), checksum FROM appearances WHERE gather = ?1")
        total = try prepare("SELECT \(TotalRow.columns), checksum FROM totals WHERE player = ?1")
        newestName = try prepare(
            """
            SELECT name, gather FROM appearances WHERE player = ?1 AND gather <> ?2
            ORDER BY gather DESC LIMIT 1
            """)
        putTotal = try prepare(
            "INSERT OR REPLACE INTO totals VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
        removeTotal = try prepare("DELETE FROM totals WHERE player = ?1")
    }

    /// Everybody of the squad, those who were removed included.
    func players() throws(StoreError) -> [PlayerRow] {
        var rows: [PlayerRow] = []
        try all.run { row throws(StoreError) in
            rows.append(try Self.player(row, at: database.path))
        }
        return rows
    }

    /// Keeps what is known of a player.
    func put(_ row: PlayerRow) throws(StoreError) {
        try put.run(EventTables.withChecksum(row.values))
    }

    /// Keeps what the players did in a gather, and what that makes of all they did; nothing is left
    /// of what was kept before.
    func put(
        _ appearances: [Appearance], of gather: Int, endedAt wall: Duration
    ) throws(StoreError) {
        for old in try self.appearances(of: gather) { try count(old, by: -1) }
        try remove.run([.integer(gather)])
        for appearance in appearances {
            let row = AppearanceRow(appearance, of: gather, endedAt: wall)
            try add.run(EventTables.withChecksum(row.values))
            try count(row, by: 1)
        }
    }

    private func appearances(of gather: Int) throws(StoreError) -> [AppearanceRow] {
        var rows: [AppearanceRow] = []
        try appearances.run([.integer(gather)]) { row throws(StoreError) in
            rows.append(try Self.appearance(row, at: database.path))
        }
        return rows
    }

    private func count(_ appearance: AppearanceRow, by sign: Int) throws(StoreError) {
        var found: TotalRow?
        try total.run([.integer(appearance.player)]) { row throws(StoreError) in
            found = try Self.total(row, at: database.path)
        }
        var total = found ?? TotalRow(player: appearance.player)
        total.count(appearance, by: sign)
        if sign < 0, total.gather == appearance.gather {
            let others: [SQLiteValue] = [.integer(total.player), .integer(appearance.gather)]
            try newestName.run(others) { row throws(StoreError) in
                total.rename(row.text(0), in: row.integer(1))
            }
        }
        if total.appearances > 0 {
            try putTotal.run(EventTables.withChecksum(total.values))
        } else {
            try removeTotal.run([.integer(total.player)])
        }
    }

    /// Reads a row of `players`, with its checksum last.
    static func player(
        _ row: borrowing SQLiteRow, at path: String
    ) throws(StoreError) -> PlayerRow {
        let values = try EventTables.checked(row, columns: 4, at: path)
        guard let player = PlayerRow(values) else {
            throw .damaged(path, "player \(row.integer(0)) is unreadable")
        }
        return player
    }

    /// Reads a row of `appearances`, with its checksum last.
    static func appearance(
        _ row: borrowing SQLiteRow, at path: String
    ) throws(StoreError) -> AppearanceRow {
        let values = try EventTables.checked(row, columns: 7, at: path)
        guard let appearance = AppearanceRow(values) else {
            throw .damaged(path, "an appearance in gather \(row.integer(0)) is unreadable")
        }
        return appearance
    }

    /// Reads a row of `totals`, with its checksum last.
    static func total(
        _ row: borrowing SQLiteRow, at path: String
    ) throws(StoreError) -> TotalRow {
        let values = try EventTables.checked(row, columns: 9, at: path)
        guard let total = TotalRow(values) else {
            throw .damaged(path, "the totals of player \(row.integer(0)) are unreadable")
        }
        return total
    }
}
