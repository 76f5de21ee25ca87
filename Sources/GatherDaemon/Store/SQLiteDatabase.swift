import CSQLite

/// What SQLite says when something does not work.
struct StoreError: Error, CustomStringConvertible {
    /// The extended result code, https://www.sqlite.org/rescode.html.
    let code: Int32
    /// The message that goes with it.
    let message: String

    /// The file holds what this version cannot read.
    static func unreadable(_ message: String) -> StoreError {
        StoreError(code: SQLITE_CORRUPT, message: message)
    }

    var description: String { "\(message) (SQLite \(code & 0xFF), extended \(code))" }
}

/// A connection to one database file.
final class SQLiteDatabase {
    private let handle: OpaquePointer

    /// Opens a file, and makes it if it is not there.
    init(path: String) throws(StoreError) {
        var handle: OpaquePointer?
        let flags =
            SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let message = String(cString: sqlite3_errstr(code))
            // "Whether or not an error occurs when it is opened, resources associated with the
            // database connection handle should be released by passing it to sqlite3_close()",
            // https://www.sqlite.org/c3ref/open.html
            sqlite3_close(handle)
            throw StoreError(code: code, message: message)
        }
        self.handle = handle
    }

    deinit {
        // Statements are finalised by then or shortly after: _v2 waits for them.
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(StoreError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Compiles one statement.
    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try check(sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil))
        guard let statement else { throw StoreError(code: SQLITE_MISUSE, message: "empty SQL") }
        return SQLiteStatement(handle: statement, database: self)
    }

    /// Runs the body in one transaction: all of it happens, or nothing.
    func transaction<Result>(
        _ body: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // "It is recommended that applications respond to the errors listed above by
            // explicitly issuing a ROLLBACK command", lang_transaction.html. Where SQLite has
            // rolled back by itself this says so, which changes nothing.
            _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// How long a statement waits for a lock of another process.
    func setBusyTimeout(_ timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
    }

    /// Turns a result code other than OK, ROW and DONE into an error.
    func check(_ code: Int32) throws(StoreError) {
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw StoreError(code: code, message: String(cString: sqlite3_errmsg(handle)))
        }
    }
}
