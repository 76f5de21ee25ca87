import GatherCore
import LinuxIO

/// The way to a read-only connection to the store's file, which the store shuts before it opens,
/// replaces or salvages the file.
///
/// Two queues use it: the store's opens and shuts it, and that of the readings passes through.
final class ArchiveGate: Sendable {
    private struct State {
        /// The file; nil while the gate is shut.
        var path: String?
        var connection: Connection?
    }

    /// An open connection, and which file it is of.
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
    /// Where readings wait while the store does: who lets go of a lock may have it again before
    /// those who have waited for it.
    private let door = Lock(())

    /// Lets readings pass to a file from now on.
    func open(_ path: String) {
        guarded.withLock { $0.state = State(path: path) }
    }

    /// Lets none pass any more; waits for the one that is inside, and closes the connection.
    func shut() {
        door.withLock { _ in guarded.withLock { $0.state = State() } }
    }

    /// Runs a body while nobody is inside; those who come wait, and so does this for the one who
    /// is.
    func keepingOut<Value>(
        _ body: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        let result = door.withLock { _ in
            guarded.withLock { _ in Result { () throws(StoreError) in try body() } }
        }
        return try result.get()
    }

    /// Runs a body in one transaction that only reads.
    ///
    /// - Returns: What the body gives; nil where there is no connection to be had: the store itself
    ///   has to be asked, which knows what to do about it.
    func pass<Value>(_ body: (ArchiveTables) throws(StoreError) -> Value) -> Value? {
        door.withLock { _ in }
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

    private static func connection(_ state: inout State) throws(StoreError) -> Connection? {
        guard let path = state.path else { return nil }
        let identity = Files.identity(of: path)
        if let connection = state.connection, connection.identity == identity { return connection }
        state.connection = nil
        let database = try SQLiteDatabase(path: path, .reading)
        database.setBusyTimeout(Limits.databaseBusy)
        // What is read once is not worth much memory.
        try database.execute("PRAGMA cache_size = -\(Limits.archiveCacheKilobytes)")
        let connection = Connection(
            database: database, tables: try ArchiveTables(database), identity: identity)
        state.connection = connection
        return connection
    }
}
