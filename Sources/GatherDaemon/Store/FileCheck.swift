import Varlink

/// A check of the whole file, on a connection of its own: damage in old pages is found before
/// somebody asks for them.
enum FileCheck {
    /// Reads every page and every row; what is damaged is looked at twice, as the file is set
    /// aside for it.
    ///
    /// - Parameter flag: Ends it early, as if all were well.
    /// - Returns: What is damaged, or nil if nothing is or it could not be told.
    static func run(_ files: StoreFiles, until flag: StopFlag) -> StoreError? {
        look(at: files, until: flag) == nil ? nil : look(at: files, until: flag)
    }

    private static func look(at files: StoreFiles, until flag: StopFlag) -> StoreError? {
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
    /// - Throws: What is damaged, or why that cannot be told.
    static func check(_ database: SQLiteDatabase) throws(StoreError) {
        do { try checkAll(database) } catch {
            guard error.cause == .damaged, database.hasFailedRead else { throw error }
            throw .unread(database.path, error.description)
        }
    }

    private static func checkAll(_ database: SQLiteDatabase) throws(StoreError) {
        // It reads every page once: there is nothing to keep.
        try database.execute("PRAGMA cache_size = -256")
        guard try Schema.tables(of: database) == Schema.presentTables() else {
            throw .damaged(database.path, "the tables are not those of this version")
        }
        let problems = try database.texts("PRAGMA quick_check(1)")
        guard problems == ["ok"] else {
            throw .damaged(database.path, problems.first ?? "the check gives no answer")
        }
        try checkGathers(database)
        try checkEvents(database)
        try checkRows(of: RequestRow.self, database)
        try checkRows(of: SubmissionRow.self, database)
        try checkRows(of: PlayerRow.self, database)
        try checkRows(of: AppearanceRow.self, database)
        try checkRows(of: TotalRow.self, database)
    }

    private static func checkGathers(
        _ database: SQLiteDatabase
    ) throws(StoreError) {
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

    private static func checkEvents(
        _ database: SQLiteDatabase
    ) throws(StoreError) {
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
