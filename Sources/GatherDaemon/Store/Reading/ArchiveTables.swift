import GatherAPI
import GatherCore
import LinuxIO

/// The tables for readers; each statement reads a limited number of rows.
final class ArchiveTables {
    /// The number of rows of the history that are read at once.
    static let rowsAtOnce = 64

    /// The number of events that are read at once.
    static let eventsAtOnce = 512

    /// The gather that was folded last through these tables; nil if none is kept.
    let lastFold: LastFold?

    private let database: SQLiteDatabase
    private let newest: SQLiteStatement
    private let page: SQLiteStatement
    private let named: SQLiteStatement
    private let events: SQLiteStatement
    private let columns: SQLiteStatement
    private let digest: SQLiteStatement
    private let salt: SQLiteStatement
    private let last: SQLiteStatement
    private let total: SQLiteStatement
    private let allTotals: SQLiteStatement
    private let scorers: SQLiteStatement

    /// Compiles the statements.
    ///
    /// - Parameter lastFold: Keeps the gather that was folded last.
    init(_ database: SQLiteDatabase, lastFold: LastFold? = nil) throws(StoreError) {
        (self.database, self.lastFold) = (database, lastFold)
        newest = try database.prepare(GatherRow.newest)
        page = try database.prepare(
            """
            \(GatherRow.selection) WHERE number < ?1 AND NOT unopened
            ORDER BY number DESC LIMIT ?2
            """)
        named = try database.prepare(GatherRow.named)
        events = try database.prepare(
            """
            \(EventRow.selection) WHERE gather = ?1 AND number > ?2
            ORDER BY number LIMIT \(Self.eventsAtOnce)
            """)
        columns = try database.prepare(
            """
            SELECT \(EventRow.columns) FROM events WHERE gather = ?1 AND number > ?2
            ORDER BY number LIMIT ?3
            """)
        digest = try database.prepare(EventRow.digest)
        salt = try database.prepare(SaltRow.ofHolder)
        last = try database.prepare("SELECT max(gather) FROM appearances")
        total = try database.prepare("\(TotalRow.selection) WHERE player = ?1")
        allTotals = try database.prepare(TotalRow.selection)
        // With max(), the other columns are those of the row with the maximum, lang_select.html.
        scorers = try database.prepare(
            """
            SELECT player, name, max(gather), count(*), sum(goals), sum(own_goals),
                sum(outcome = 1), sum(outcome = 0), sum(outcome NOT IN (0, 1))
            FROM appearances WHERE gather > ?1 AND gather <= ?2 AND ended >= ?3 GROUP BY player
            """)
    }

    /// Returns the current gather, or nil before the first.
    func newestGather() throws(StoreError) -> GatherRow? { try newest.first() }

    /// Returns gathers that opened before another one, the newest first.
    func gathers(before number: Int, limit: Int) throws(StoreError) -> [GatherRow] {
        try page.rows([.integer(number), .integer(min(limit, Self.rowsAtOnce))])
    }

    /// Returns the gathers whose ID begins with a prefix, at most two; none for a prefix shorter
    /// than ``Limits/gatherNameBytes``.
    func gathers(named prefix: String) throws(StoreError) -> [GatherRow] {
        guard Limits.gatherNameBytes.contains(prefix.utf8.count) else { return [] }
        return try named.rows([.text(prefix)])
    }

    /// Returns the gather with a name, its ID or the beginning; the newest one for nil.
    func gather(_ name: String?) throws(StoreError) -> Result<GatherRow, HistoryError> {
        let rows =
            if let name { try gathers(named: name) } else {
                [try newestGather()].compactMap { $0 }
            }
        guard let row = rows.first else { return .failure(.noSuchGather) }
        return rows.count == 1 ? .success(row) : .failure(.ambiguousGather)
    }

    /// Returns the present number of events of a gather; the one of the row if it is not there.
    func revision(of row: GatherRow) throws(StoreError) -> Int {
        try gathers(named: row.id).first { $0.number == row.number }?.revision ?? row.revision
    }

    /// Returns the number before which a page of gathers begins; nil if there is no such gather.
    ///
    /// - Parameter id: The ID of the gather before which it begins; nil for the newest.
    func place(before id: String?) throws(StoreError) -> Int? {
        guard let id else { return .max }
        return try gathers(named: id).first { $0.id == id }?.number
    }

    /// Returns some events of a gather, those after a number.
    func events(of row: GatherRow, after number: Int) throws(StoreError) -> [RecordedEvent] {
        var found: [RecordedEvent] = []
        try events.run([.integer(row.number), .integer(number)]) { values throws(StoreError) in
            let event = try EventRow(values, at: database.path).recorded
            guard event.number == number + found.count + 1 else {
                throw .damaged(
                    database.path,
                    "gather \(row.number) has no event \(number + found.count + 1)")
            }
            found.append(event)
        }
        guard !found.isEmpty else {
            throw .damaged(
                database.path,
                "gather \(row.number) has \(number) events, and had \(row.revision)")
        }
        return found
    }

    /// Calls the body with the columns of some events of a gather, those after a number, whatever
    /// they are.
    func columns(
        of row: GatherRow, after number: Int, limit: Int = eventsAtOnce,
        _ body: ([SQLiteValue]) throws(StoreError) -> Void
    ) throws(StoreError) {
        let parameters: [SQLiteValue] = [.integer(row.number), .integer(number), .integer(limit)]
        try columns.run(parameters) { row throws(StoreError) in try body(row.values) }
    }

    /// Returns the digest of an event; nil if it has none.
    func digest(of number: Int, in row: GatherRow) throws(StoreError) -> [UInt8]? {
        try digest.map([.integer(row.number), .integer(number)]) { $0.value(0)?.blob }.first ?? nil
    }

    /// Returns the salt of a holder; nil if there is none.
    func salt(of holder: String) throws(StoreError) -> [UInt8]? {
        let row: SaltRow? = try salt.first([.text(holder)])
        return row?.salt
    }

    /// Returns the number of the newest gather in which a player appeared; 0 for none.
    func lastAppearance() throws(StoreError) -> Int {
        try last.map { $0.integer(0) }.first ?? 0
    }

    /// Returns a player's totals over all gathers; nil for none.
    func total(of player: Int) throws(StoreError) -> TotalRow? {
        try total.first([.integer(player)])
    }

    /// Returns all players' totals over all gathers, in no order.
    func totals() throws(StoreError) -> [TotalRow] { try allTotals.rows() }

    /// Returns all players' totals over a range of gathers that ended since a time, in no order.
    func totals(
        in gathers: ClosedRange<Int>, since wall: Duration
    ) throws(StoreError) -> [TotalRow] {
        let parameters: [SQLiteValue] = [
            .integer(gathers.lowerBound - 1), .integer(gathers.upperBound),
            .integer(wall.wholeMicroseconds),
        ]
        return try scorers.map(parameters) { row in
            TotalRow((0..<9).compactMap { row.value($0) })
        }.compactMap(\.self)
    }
}
