/// A database that is made under a name of its own, to be given the real one when it is whole.
enum NewDatabase {
    /// Makes the file with its tables, to be filled.
    static func make(_ files: StoreFiles) throws(StoreError) -> SQLiteDatabase {
        let database = try SQLiteDatabase(path: files.building, .creating)
        try database.execute("PRAGMA page_size = \(Schema.pageSize)")
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        try Schema.make(in: database)
        return database
    }

    /// Puts all of it into the one file and on disk.
    static func flush(_ database: SQLiteDatabase) throws(StoreError) {
        let blocked = try database.integer("PRAGMA wal_checkpoint(TRUNCATE)")
        guard blocked == 0 else {
            throw StoreError(.locked, path: database.path, "the new database is in use")
        }
    }

    /// Has a copy that is whole use a write-ahead log from now on.
    static func useLog(_ files: StoreFiles) throws(StoreError) {
        let database = try SQLiteDatabase(path: files.building, .readingAndWriting)
        try database.execute("PRAGMA journal_mode = WAL")
        try flush(database)
    }
}
