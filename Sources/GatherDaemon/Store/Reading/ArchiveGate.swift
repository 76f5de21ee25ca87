import GatherCore
import LinuxIO

/// Controls access to a read-only connection to the store's file; the store shuts it before it
/// opens, replaces or salvages the file.
///
/// Two queues use it: the store's opens and shuts it, and the archive's reads through it.
final class ArchiveGate: Sendable {
    private struct State {
        /// The path of the file; nil while the gate is shut.
        var path: String?
        var connection: Connection?
        /// Ends the copy that is being made.
        var copy: StopFlag?
    }

    /// An open connection, and the identity of its file.
    private struct Connection {
        let database: SQLiteDatabase
        let tables: ArchiveTables
        let identity: FileIdentity?
    }

    // SAFETY: the connection is used with the lock held only, and handed to nobody.
    private struct Guarded: @unchecked Sendable {
        var state = State()
    }

    private let guarded = Lock(Guarded())
    /// The lock at which readings wait while the store waits too.
    ///
    /// Without it, a thread that releases a lock may acquire it again before those that have waited
    /// for it.
    private let waitingLock = Lock(())

    /// The lock that is held while a copy is made.
    private let copyLock = Lock(())

    /// Admits readings of a file from now on.
    func open(_ path: String) {
        guarded.withLock { $0.state = State(path: path, copy: $0.state.copy) }
    }

    /// Admits no more readings; waits for a running one, and closes the connection.
    ///
    /// A copy that is being made is given up.
    func shut() {
        waitingLock.withLock { _ in
            guarded.withLock { $0.state = State(copy: $0.state.copy) }
        }
        endCopy()
    }

    /// Gives up a copy that is being made, and waits until its connection is closed.
    func endCopy() {
        guarded.withLock { $0.state.copy?.set() }
        copyLock.withLock { _ in }
    }

    /// Makes a copy of the file as it is at one moment, while others read and write.
    ///
    /// It has a connection of its own, so that nothing waits for it but the beginning of a new
    /// write-ahead log.
    ///
    /// - Parameter flag: Gives it up; that is then an error.
    /// - Returns: The copy, which has no name.
    func copy(until flag: StopFlag) throws(StoreError) -> Descriptor {
        // If the gate is shut after this, the flag ends the copy; if it is shut already, there is
        // no path.
        guarded.withLock { $0.state.copy = flag }
        defer { guarded.withLock { $0.state.copy = nil } }
        let result = copyLock.withLock { _ in
            Result { () throws(StoreError) in
                let path = guarded.withLock { $0.state.path }
                guard let path, !flag.isSet else {
                    throw StoreError(.other, path: path ?? "", "the database is being closed")
                }
                return try StoreCopy.make(of: StoreFiles(database: path), until: flag)
            }
        }
        return try result.get()
    }

    /// Runs a body while no reading runs: waits for a running one, and makes new ones wait.
    func withoutReaders<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
        let result = waitingLock.withLock { _ in
            guarded.withLock { _ in Result { () throws(StoreError) in try body() } }
        }
        return try result.get()
    }

    /// Runs a body in one read-only transaction.
    ///
    /// - Returns: The result of the body; nil if no connection is available, so that the store
    ///   itself has to be asked, which can repair the file.
    func read<Value>(_ body: (ArchiveTables) throws(StoreError) -> Value) -> Value? {
        waitingLock.withLock { _ in }
        return guarded.withLock { guarded in
            do {
                guard let connection = try Self.connection(&guarded.state) else { return nil }
                try connection.database.execute("BEGIN")
                let result = try body(connection.tables)
                try connection.database.execute("COMMIT")
                return result
            } catch {
                guarded.state.connection = nil
                return nil
            }
        }
    }

    /// The ``LastFold/longUse`` of the gather that was folded last, on the archive's queue.
    var longUse: Int? { guarded.withLock { $0.state.connection?.tables.lastFold?.longUse } }

    /// Lets go of that gather, unless it was used again, on the archive's queue.
    func dropFold(unusedSince use: Int) {
        guarded.withLock { $0.state.connection?.tables.lastFold?.drop(unusedSince: use) }
    }

    private static func connection(_ state: inout State) throws(StoreError) -> Connection? {
        guard let path = state.path else { return nil }
        let identity = Files.identity(of: path)
        if let connection = state.connection, connection.identity == identity { return connection }
        state.connection = nil
        let database = try SQLiteDatabase(path: path, .reading)
        database.setBusyTimeout(Limits.databaseBusy)
        // Pages are mostly read once, so a large cache would be of little use.
        try database.execute("PRAGMA cache_size = -\(Limits.archiveCacheKilobytes)")
        let connection = Connection(
            database: database, tables: try ArchiveTables(database, lastFold: LastFold()),
            identity: identity)
        state.connection = connection
        return connection
    }
}
