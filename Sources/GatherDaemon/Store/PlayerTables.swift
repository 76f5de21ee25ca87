import GatherAPI
import GatherCore

/// The tables of the squad of one connection: the players, and what they did in ended gathers.
final class PlayerTables {
    private let database: SQLiteDatabase
    private let all: SQLiteStatement
    private let put: SQLiteStatement
    private let add: SQLiteStatement
    private let remove: SQLiteStatement
    private let record: SQLiteStatement
    private let scorers: SQLiteStatement

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
        record = try prepare(
            """
            SELECT count(*), sum(goals), sum(own_goals), sum(outcome = 1), sum(outcome = 0),
                sum(outcome = -1)
            FROM appearances WHERE player = ?1
            """)
        // Where there is a max, the other columns are of its row, lang_select.html.
        scorers = try prepare(
            """
            SELECT player, name, sum(goals), sum(own_goals), count(*), max(gather)
            FROM appearances WHERE ended >= ?1 GROUP BY player
            ORDER BY sum(goals) DESC, count(*), player
            """)
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

    /// Keeps what the players did in a gather; nothing is left of what was kept before.
    func put(
        _ appearances: [Appearance], of gather: Int, endedAt wall: Duration
    ) throws(StoreError) {
        try remove.run([.integer(gather)])
        for appearance in appearances {
            let row = AppearanceRow(appearance, of: gather, endedAt: wall)
            try add.run(EventTables.withChecksum(row.values))
        }
    }

    /// What a player has done.
    func record(of player: Int) throws(StoreError) -> RecordFields {
        var fields = RecordFields()
        try record.run([.integer(player)]) { row throws(StoreError) in
            fields = RecordFields(
                appearances: row.integer(0), goals: row.integer(1), ownGoals: row.integer(2),
                wins: row.integer(3), draws: row.integer(4), losses: row.integer(5))
        }
        return fields
    }

    /// What everybody has done in the gathers that ended since a time, most goals first.
    func scorers(since wall: Duration) throws(StoreError) -> [ScorerFields] {
        var found: [ScorerFields] = []
        try scorers.run([.integer(wall.wholeMicroseconds)]) { row throws(StoreError) in
            found.append(
                ScorerFields(
                    playerID: row.integer(0), name: row.text(1), goals: row.integer(2),
                    ownGoals: row.integer(3), appearances: row.integer(4)))
        }
        return found
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
    static func checkAppearance(
        _ row: borrowing SQLiteRow, at path: String
    ) throws(StoreError) {
        _ = try EventTables.checked(row, columns: 7, at: path)
    }
}

/// A row of the table `appearances`.
struct AppearanceRow {
    /// The columns before the checksum, in their order.
    static let columns = "gather, player, ended, name, goals, own_goals, outcome"

    /// The columns before the checksum.
    let values: [SQLiteValue]

    /// Makes the row of what a player did in a gather.
    init(_ appearance: Appearance, of gather: Int, endedAt wall: Duration) {
        values = [
            .integer(gather), .integer(appearance.player.id), .integer(wall.wholeMicroseconds),
            .text(appearance.player.name), .integer(appearance.goals),
            .integer(appearance.ownGoals), .integer(appearance.outcome.rawValue),
        ]
    }
}
