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
        try checkRequests(database)
        try checkSubmissions(database)
        try checkPlayers(database)
    }

    private static func checkGathers(
        _ database: SQLiteDatabase
    ) throws(StoreError) {
        try database.prepare("SELECT \(GatherRow.columns), checksum FROM gathers")
            .run { row throws(StoreError) in
                let gather = try EventTables.gather(row, at: database.path)
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
        let all = "SELECT \(EventRow.columns), checksum FROM events ORDER BY gather, number"
        try database.prepare(all).run { row throws(StoreError) in
            let event = try EventTables.event(row, at: database.path)
            if event.gather != gather { (gather, number) = (event.gather, 0) }
            number += 1
            guard event.recorded.number == number else {
                throw .damaged(database.path, "gather \(gather) has no event \(number)")
            }
        }
    }

    private static func checkSubmissions(
        _ database: SQLiteDatabase
    ) throws(StoreError) {
        try database.prepare("SELECT \(SubmissionRow.columns), checksum FROM submissions")
            .run { row throws(StoreError) in
                _ = try EventTables.submission(row, at: database.path)
            }
    }

    private static func checkPlayers(
        _ database: SQLiteDatabase
    ) throws(StoreError) {
        try database.prepare("SELECT \(PlayerRow.columns), checksum FROM players")
            .run { row throws(StoreError) in
                _ = try PlayerTables.player(row, at: database.path)
            }
        try database.prepare("SELECT \(AppearanceRow.columns), checksum FROM appearances")
            .run { row throws(StoreError) in
                _ = try PlayerTables.appearance(row, at: database.path)
            }
        try database.prepare("SELECT \(TotalRow.columns), checksum FROM totals")
            .run { row throws(StoreError) in
                _ = try PlayerTables.total(row, at: database.path)
            }
    }

    private static func checkRequests(
        _ database: SQLiteDatabase
    ) throws(StoreError) {
        try database.prepare("SELECT \(RequestRow.columns), checksum FROM requests")
            .run { row throws(StoreError) in
                _ = try EventTables.request(row, at: database.path)
            }
    }
}
