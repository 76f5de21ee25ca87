import GatherCore
import Varlink

/// A check of the whole file, on a connection of its own, to find damage in old pages before they
/// are needed.
enum FileCheck {
    /// Reads every page and every row; damage is checked twice, since the file is set aside for it.
    ///
    /// - Parameter flag: Ends the check early, with the result nil.
    /// - Returns: The damage, or nil if there is none or it could not be determined.
    static func run(_ files: StoreFiles, until flag: StopFlag) -> StoreError? {
        damage(in: files, until: flag) == nil ? nil : damage(in: files, until: flag)
    }

    private static func damage(in files: StoreFiles, until flag: StopFlag) -> StoreError? {
        do {
            let database = try SQLiteDatabase(path: files.database, .reading)
            defer { withExtendedLifetime(flag) {} }
            database.stop(on: flag)
            try check(database)
            return nil
        } catch {
            return error.cause == .damaged && !flag.isSet ? error : nil
        }
    }

    /// Reads every page and every row of a database of this version.
    ///
    /// - Throws: A ``StoreError`` that describes the damage, or the reason why it cannot be
    ///   determined.
    static func check(_ database: SQLiteDatabase) throws(StoreError) {
        do { try checkAll(database) } catch {
            guard error.cause == .damaged, database.hasFailedRead else { throw error }
            throw .unread(database.path, error.description)
        }
    }

    private static func checkAll(_ database: SQLiteDatabase) throws(StoreError) {
        // Every page is read only once, so a cache would be useless.
        try database.execute("PRAGMA cache_size = -256")
        guard try Schema.tables(of: database) == Schema.presentTables() else {
            throw .damaged(database.path, "the tables are not those of this version")
        }
        if let fault = try database.pageFault() { throw .damaged(database.path, fault) }
        try checkGathers(database)
        try checkEvents(database)
        try checkRows(of: SaltRow.self, database)
        try checkRows(of: RequestRow.self, database)
        try checkRows(of: SubmissionRow.self, database)
        try checkRows(of: PlayerRow.self, database)
        try checkRows(of: AppearanceRow.self, database)
        try checkRows(of: TotalRow.self, database)
    }

    private static func checkGathers(_ database: SQLiteDatabase) throws(StoreError) {
        try database.prepare(GatherRow.selection)
            .run { row throws(StoreError) in
                let gather = try GatherRow(row, at: database.path)
                if let summary = gather.summary, JSONObject(text: summary) == nil {
                    throw .damaged(database.path, "the summary of gather \(gather.number)")
                }
            }
        try database.prepare(
            """
            SELECT number FROM gathers WHERE revision IS NOT
                (SELECT max(number) FROM events WHERE gather = gathers.number) LIMIT 1
            """
        ).run { row throws(StoreError) in
            throw .damaged(database.path, "gather \(row.integer(0)) does not have all its events")
        }
    }

    private static func checkEvents(_ database: SQLiteDatabase) throws(StoreError) {
        var (gather, number) = (0, 0)
        let all = "\(EventRow.selection) ORDER BY gather, number"
        try database.prepare(all).run { row throws(StoreError) in
            let event = try EventRow(row, at: database.path)
            if event.gather != gather { (gather, number) = (event.gather, 0) }
            number += 1
            guard event.recorded.number == number else {
                throw .damaged(database.path, "gather \(gather) has no event \(number)")
            }
        }
    }

    private static func checkRows<Row: StoredRow>(
        of kind: Row.Type, _ database: SQLiteDatabase
    ) throws(StoreError) {
        try database.prepare(Row.selection).run { row throws(StoreError) in
            _ = try Row(row, at: database.path)
        }
    }
}
