import LinuxIO

/// A check of the files before SQLite opens them.
///
/// SQLite would take some damage for the end of the log, and write over it.
enum FileInspection {
    /// Checks the files.
    ///
    /// - Returns: The number of committed frames in the write-ahead log.
    /// - Throws: A ``StoreError`` if they are damaged, or not this program's.
    static func inspect(_ files: StoreFiles) throws(StoreError) -> Int {
        do {
            let log = WriteAheadLog(
                try Carver.contents(files.log), index: try Carver.contents(files.index))
            if let damage = log.damage { throw StoreError.damaged(files.database, damage) }
            // A journal belongs to version 1 while it is being made, and SQLite rolls it back.
            if (Files.size(of: files.database + "-journal") ?? 0) == 0 {
                try check(files, hasLog: log.framesRead > 0)
            }
            return log.framesRead
        } catch {
            throw StoreError(of: error, path: files.database)
        }
    }

    private static func check(_ files: StoreFiles, hasLog: Bool) throws {
        let path = files.database
        let header = Files.exists(path) ? try Files.open(path).read(headerSize, at: 0) : []
        guard !header.isEmpty else {
            throw StoreError.damaged(path, "there is a write-ahead log without its database")
        }
        guard zip(header, "SQLite format 3\0".utf8).allSatisfy(==) else {
            throw StoreError.damaged(path, "the file is not a database")
        }
        guard header.count == headerSize else {
            throw StoreError.damaged(path, "the file is cut off")
        }
        let application = integer(header, 68, 4)
        let version = integer(header, 60, 4)
        if application == Schema.applicationID {
            guard isWhole(header) else {
                throw StoreError.damaged(path, "the file's header is damaged")
            }
            if (1...Schema.version).contains(version) { return }
        } else if hasLog, application == 0, version == 0 {
            // This is version 1 in its first commands: its header is only in the log.
            return
        }
        // It is not clearly this program's, so it is examined without being changed.
        _ = try open(files, hasLog: hasLog)
    }

    /// Opens a database that is inspected first, to read it; neither it nor its log is changed.
    static func open(_ files: StoreFiles) throws(StoreError) -> SQLiteDatabase {
        try open(files, hasLog: try inspect(files) > 0)
    }

    private static func open(
        _ files: StoreFiles, hasLog: Bool
    ) throws(StoreError) -> SQLiteDatabase {
        let database = try SQLiteDatabase(
            path: files.database, hasLog ? .reading : .readingUntouched)
        database.keepLogOnClose(true)
        _ = try Schema.version(of: database)
        return database
    }

    private static let headerSize = 100

    /// Returns true if the constant fields of this program's databases are right,
    /// https://www.sqlite.org/fileformat2.html#the_database_header.
    private static func isWhole(_ header: [UInt8]) -> Bool {
        let isOfFormat =
            integer(header, 16, 2) == Schema.pageSize && integer(header, 20, 4) == 0x0040_2020
            && (1...2).contains(header[18]) && (1...2).contains(header[19])
            && integer(header, 44, 4) == 4 && integer(header, 56, 4) == 1
        // With auto-vacuum, SQLite would take pages with rows for its own.
        return isOfFormat && integer(header, 52, 4) == 0 && integer(header, 64, 4) == 0
            && header[72..<92].allSatisfy { $0 == 0 }
    }

    private static func integer(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
}
