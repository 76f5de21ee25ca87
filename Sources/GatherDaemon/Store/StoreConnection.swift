import GatherCore
import LinuxIO

/// An open database of the store with all that belongs to it.
final class StoreConnection {
    let tables: EventTables
    /// Why only reading goes; nil where writing goes as well.
    let obstacle: StoreError?
    /// Set once something went wrong that is better not built on.
    var isSpoiled = false

    private let files: StoreFiles
    private let database: SQLiteDatabase
    private let identity: FileIdentity?
    private let log: CommittedLog?
    private var archiveTables: ArchiveTables?

    /// Opens the database of this program to read and write it, and brings it to this version.
    ///
    /// Nothing of the files is changed before they are known to be whole and of this program.
    init(_ files: StoreFiles) throws(StoreError) {
        let found = try FileInspection.look(at: files)
        let database = try SQLiteDatabase(path: files.database, .readingAndWriting)
        database.keepLogOnClose(true)
        try Self.prepare(database)
        let version = try Self.version(of: database)
        try database.execute("PRAGMA journal_mode = WAL")
        // FULL: the log is flushed with every commit, so that it survives a loss of power.
        try database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
        // A checkpoint is work of its own, between two commands: see `EventStore.wantsTidying`.
        try database.execute("PRAGMA wal_autocheckpoint = 0")
        // The first reading makes the log.
        _ = try database.integer("SELECT count(*) FROM sqlite_schema")
        do {
            let log = try CommittedLog(path: files.log, frames: found.framesRead)
            database.tellCommits(to: log)
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

    /// Opens the database to read it where the disk takes no writes.
    ///
    /// - Parameter obstacle: Why it takes none.
    init(reading files: StoreFiles, obstacle: StoreError) throws(StoreError) {
        let found = try FileInspection.look(at: files)
        let database = try Self.reading(files, hasLog: found.framesRead > 0)
        guard try Self.version(of: database) == Schema.version else { throw obstacle }
        tables = try EventTables(database)
        self.files = files
        self.database = database
        self.obstacle = obstacle
        log = nil
        identity = Files.identity(of: files.database)
    }

    /// Whether the file is still the one at its path.
    enum Place {
        case same
        /// The log has lost its name: what is in it would be lost with the process.
        case logRemoved
        case removed
        case replaced
    }

    /// Where the open file is.
    var place: Place {
        guard let present = Files.identity(of: files.database) else { return .removed }
        guard present == identity else { return .replaced }
        return log.map(\.isNamed) == false ? .logRemoved : .same
    }

    /// Whether another file is at the path of its log.
    var isLogReplaced: Bool { log?.isReplaced ?? true }

    /// Runs the body in one transaction that is on disk when this returns.
    func transaction<Result>(
        _ body: (EventTables) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try retract()
        do {
            return try database.transaction { () throws(StoreError) in try body(tables) }
        } catch {
            if error.spoilsConnection { isSpoiled = true }
            // Then the end of the log is another process's.
            if error.cause == .locked { throw error }
            do { try log?.retract() } catch let failure {
                throw StoreError(
                    error.cause, path: error.path, "\(error); what it left stays: \(failure)")
            }
            throw error
        }
    }

    /// Gives the index of the log its size again where it was cut off.
    ///
    /// SQLite has it in its memory, and the kernel ends a process that touches memory of which the
    /// file has no bytes. What is empty SQLite makes anew of the log.
    ///
    /// Its own index outside of a file, which `locking_mode=EXCLUSIVE` would give, is no way out:
    /// nobody could look at the database any more, and after a kill nothing would tell how far the
    /// log had been flushed.
    func keepIndex() throws(StoreError) {
        guard let log, let size = Files.size(of: files.index) else { return }
        let needed = WriteAheadLog.indexSize(frames: log.frames)
        guard size < needed else { return }
        do { try Files.truncate(files.index, to: needed) } catch {
            throw StoreError(error, path: files.index)
        }
    }

    /// Takes away what a refused commit has left, if that is still there.
    func retract() throws(StoreError) {
        if log?.hasRefused == true { try log?.retract() }
    }

    /// Whether it can be closed: what a refused commit left must not be found by the next.
    var canClose: Bool { log?.hasRefused != true }

    /// Moves what is in the write-ahead log into the database.
    ///
    /// - Parameter shrinking: Whether the log is to be empty then.
    /// - Returns: Whether all of it was; another connection that reads may hinder that.
    @discardableResult
    func checkpoint(shrinking: Bool) throws(StoreError) -> Bool {
        let mode = shrinking ? "TRUNCATE" : "PASSIVE"
        return try database.integer("PRAGMA wal_checkpoint(\(mode))") == 0
    }

    /// The tables for those who only read, where they have no connection of their own.
    func archive() throws(StoreError) -> ArchiveTables {
        if let archiveTables { return archiveTables }
        let made = try ArchiveTables(database)
        archiveTables = made
        return made
    }

    /// Writes all that it holds to a new file.
    func copy(to path: String) throws(StoreError) {
        try database.prepare("VACUUM INTO ?1").run([.text(path)])
    }

    /// Leaves the files as they are when the connection closes.
    func keepFiles() { database.keepLogOnClose(true) }

    // MARK: - Opening

    private static func prepare(_ database: SQLiteDatabase) throws(StoreError) {
        database.setBusyTimeout(Limits.databaseBusy)
    }

    private static func version(of database: SQLiteDatabase) throws(StoreError) -> Int {
        switch try Schema.identify(database) {
        case .blank: 0
        case .ours(let version): version
        case .newer(let version):
            throw StoreError(
                .notOurs, path: database.path,
                "the database has version \(version), "
                    + "and this gatherd reads up to \(Schema.version)")
        case .foreign:
            throw StoreError(
                .notOurs, path: database.path, "the file is not a database of gatherd")
        }
    }

    /// Opens it in one of the ways that write less and less.
    private static func reading(
        _ files: StoreFiles, hasLog: Bool
    ) throws(StoreError) -> SQLiteDatabase {
        // A full disk has no room for the shared memory of the log; a read-only one does not even
        // take locks. Without a log there is nothing to lock out.
        let ways: [SQLiteDatabase.Access] =
            hasLog ? [.readingAndWriting, .readingAlone] : [.readingAndWriting, .readingUntouched]
        var failure = StoreError(.other, path: files.database, "no way to read it")
        for way in ways {
            do {
                let database = try SQLiteDatabase(path: files.database, way)
                database.keepLogOnClose(true)
                try prepare(database)
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
