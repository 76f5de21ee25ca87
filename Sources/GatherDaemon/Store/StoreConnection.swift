import GatherCore
import LinuxIO

/// An open database of the store, with its tables and log.
final class StoreConnection {
    let tables: EventTables
    /// The reason why only reading is possible; nil if writing is possible too.
    let obstacle: StoreError?
    /// True after an error that makes the connection unreliable.
    var isSpoiled = false

    private let files: StoreFiles
    private let database: SQLiteDatabase
    private let identity: FileIdentity?
    private let log: CommittedLog?
    private var archiveTables: ArchiveTables?

    /// Opens this program's database to read and write it, and migrates it to this version.
    ///
    /// The files are not changed before they are known to be undamaged and this program's.
    init(_ files: StoreFiles) throws(StoreError) {
        let frames = try FileInspection.inspect(files)
        let database = try SQLiteDatabase(path: files.database, .readingAndWriting)
        database.keepLogOnClose(true)
        database.setBusyTimeout(Limits.databaseBusy)
        let version = try Schema.version(of: database)
        try database.execute("PRAGMA journal_mode = WAL")
        // FULL flushes the log with every commit, so that it survives a loss of power.
        try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        // A checkpoint runs separately, between two commands: see `EventStore.isCheckpointDue`.
        try database.execute("PRAGMA wal_autocheckpoint = 0")
        // The first read makes SQLite create the log.
        _ = try database.integer("SELECT count(*) FROM sqlite_schema")
        do {
            let log = try CommittedLog(path: files.log, frames: frames)
            database.reportCommits(to: log)
            self.log = log
        } catch {
            throw StoreError(error, path: files.log)
        }
        try Schema.migrate(database, from: version)
        tables = try EventTables(database)
        database.keepLogOnClose(false)
        self.files = files
        self.database = database
        identity = Files.identity(of: files.database)
        obstacle = nil
    }

    /// Opens the database for reading, because the disk takes no writes.
    ///
    /// - Parameter obstacle: The reason why it takes none.
    init(reading files: StoreFiles, obstacle: StoreError) throws(StoreError) {
        let frames = try FileInspection.inspect(files)
        let database = try Self.reading(files, hasLog: frames > 0)
        guard try Schema.version(of: database) == Schema.version else { throw obstacle }
        tables = try EventTables(database)
        self.files = files
        self.database = database
        self.obstacle = obstacle
        log = nil
        identity = Files.identity(of: files.database)
    }

    /// The relation of the open file to its path.
    enum Place {
        case same
        /// The log has lost its name, so that its content would be lost with the process.
        case logRemoved
        case removed
        case replaced
    }

    /// The present relation of the open file to its path.
    var place: Place {
        guard let present = Files.identity(of: files.database) else { return .removed }
        guard present == identity else { return .replaced }
        return log.map(\.isNamed) == false ? .logRemoved : .same
    }

    /// True if another file is at the path of its log.
    var isLogReplaced: Bool { log?.isReplaced ?? true }

    /// Runs the body in one transaction, which is on disk when this returns.
    func transaction<Result>(
        _ body: (EventTables) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try retract()
        do {
            return try database.transaction { () throws(StoreError) in try body(tables) }
        } catch {
            if error.spoilsConnection { isSpoiled = true }
            switch error.cause {
            // The end of the log is another process's.
            case .locked: throw error
            // Damage is found before anything is committed, and the files are set aside as they
            // were.
            case .damaged: throw error
            default: break
            }
            do { try log?.retract() } catch let failure {
                throw StoreError(
                    error.cause, path: error.path, "\(error); what it left stays: \(failure)")
            }
            throw error
        }
    }

    /// Restores the size of the log's index if it was cut off.
    ///
    /// SQLite has mapped it into memory, and the kernel kills a process that touches mapped memory
    /// beyond the end of the file. SQLite rebuilds the empty part from the log.
    ///
    /// A private index outside of a file, as with `locking_mode=EXCLUSIVE`, is no alternative:
    /// nobody could read the database any more, and after a kill nothing would show how far the log
    /// had been flushed.
    func restoreIndex() throws(StoreError) {
        guard let log, let size = Files.size(of: files.index) else { return }
        let needed = WriteAheadLog.indexSize(frames: log.frames)
        guard size < needed else { return }
        do { try Files.truncate(files.index, to: needed) } catch {
            throw StoreError(error, path: files.index)
        }
    }

    /// Removes the remains of a refused commit, if they are still there.
    func retract() throws(StoreError) {
        if log?.hasRefused == true { try log?.retract() }
    }

    /// True if it can be closed; the next connection must not find the remains of a refused commit.
    var canClose: Bool { log?.hasRefused != true }

    /// Moves the content of the write-ahead log into the database.
    ///
    /// - Parameter shrinking: True to truncate the log.
    /// - Returns: True if all of it was moved, which another connection's read may prevent.
    @discardableResult
    func checkpoint(shrinking: Bool) throws(StoreError) -> Bool {
        let mode = shrinking ? "TRUNCATE" : "PASSIVE"
        return try database.integer("PRAGMA wal_checkpoint(\(mode))") == 0
    }

    /// Returns the tables for readers, who use this connection if they have none of their own.
    func archive() throws(StoreError) -> ArchiveTables {
        if let archiveTables { return archiveTables }
        let made = try ArchiveTables(database)
        archiveTables = made
        return made
    }

    /// Returns the number of gathers with a player in their events.
    func gatherCount(of player: Int) throws(StoreError) -> Int {
        try Forgetting.gathers(of: player, in: database).count
    }

    /// Writes the whole content to a new file.
    func copy(to path: String) throws(StoreError) {
        try database.prepare("VACUUM INTO ?1").run([.text(path)])
    }

    /// Keeps the files unchanged when the connection closes.
    func keepLog() { database.keepLogOnClose(true) }

    // MARK: - Opening

    /// Opens the database in the first way that works; each writes less than the one before.
    private static func reading(
        _ files: StoreFiles, hasLog: Bool
    ) throws(StoreError) -> SQLiteDatabase {
        // A full disk has no room for the log's shared memory, and a read-only one does not even
        // support locks. Without a log there is nothing to lock.
        let ways: [SQLiteDatabase.Access] =
            hasLog ? [.readingAndWriting, .readingAlone] : [.readingAndWriting, .readingUntouched]
        var failure = StoreError(.other, path: files.database, "no way to read it")
        for way in ways {
            do {
                let database = try SQLiteDatabase(path: files.database, way)
                database.keepLogOnClose(true)
                database.setBusyTimeout(Limits.databaseBusy)
                try database.execute("PRAGMA locking_mode = EXCLUSIVE")
                _ = try database.integer("SELECT count(*) FROM sqlite_schema")
                return database
            } catch {
                failure = error
            }
        }
        throw failure
    }
}
