import CSQLite
import Glibc
import LinuxIO
import Synchronization

/// A connection to one database file.
final class SQLiteDatabase {
    /// How a file is opened.
    enum Access {
        /// To read and write a file that is there.
        case readingAndWriting
        /// To make a file.
        case creating
        /// To read only, beside others that write.
        case reading
        /// To read a file that has no write-ahead log, and touch nothing.
        case readingUntouched
        /// To read without the locks and the shared memory that a disk that takes no writes cannot
        /// give; for the only user of the file.
        case readingAlone
    }

    let path: String

    /// Whether the disk has not given what was asked of it since this was opened: what is missing
    /// then is not damaged.
    private(set) var hasFailedRead = false

    private let handle: OpaquePointer

    /// Opens a file.
    init(path: String, _ access: Access = .creating) throws(StoreError) {
        self.path = path
        var handle: OpaquePointer?
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI
        var options = ""
        switch access {
        case .readingAndWriting: flags |= SQLITE_OPEN_READWRITE
        case .creating: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .reading: flags |= SQLITE_OPEN_READONLY
        case .readingUntouched:
            flags |= SQLITE_OPEN_READONLY
            options = "?immutable=1"
        case .readingAlone:
            flags |= SQLITE_OPEN_READONLY
            options = "?vfs=unix-none"
        }
        // A path that begins with two slashes would be taken for the name of a machine.
        let authority = path.hasPrefix("/") ? "//" : ""
        let name = "file:\(authority)\(Self.escaped(path))\(options)"
        errno = 0
        let code = sqlite3_open_v2(name, &handle, flags, nil)
        let systemError = errno
        guard code == SQLITE_OK, let handle else {
            let message = String(cString: sqlite3_errstr(code))
            // "Whether or not an error occurs when it is opened, resources associated with the
            // database connection handle should be released by passing it to sqlite3_close()",
            // https://www.sqlite.org/c3ref/open.html
            sqlite3_close(handle)
            throw StoreError(code: code, systemError: systemError, path: path, message: message)
        }
        self.handle = handle
    }

    deinit {
        // Statements are finalised by then or shortly after: _v2 waits for them.
        sqlite3_close_v2(handle)
    }

    /// Runs statements that give no rows.
    func execute(_ sql: String) throws(StoreError) {
        try check { sqlite3_exec(handle, sql, nil, nil, nil) }
    }

    func prepare(_ sql: String) throws(StoreError) -> SQLiteStatement {
        var statement: OpaquePointer?
        let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
        try check { sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) }
        guard let statement else { throw StoreError(.other, path: path, "empty SQL") }
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

    /// The whole number in the first column of the first row, or 0.
    func integer(_ sql: String) throws(StoreError) -> Int {
        var value: Int?
        try prepare(sql).run { row throws(StoreError) in value = value ?? row.integer(0) }
        return value ?? 0
    }

    /// The texts in the first column of all rows.
    func texts(_ sql: String) throws(StoreError) -> [String] {
        var texts: [String] = []
        try prepare(sql).run { row throws(StoreError) in texts.append(row.text(0)) }
        return texts
    }

    /// How long a statement waits for a lock of another process.
    func setBusyTimeout(_ timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        sqlite3_busy_timeout(handle, Int32(clamping: milliseconds))
    }

    /// Whether the write-ahead log is left as it is when the connection closes, and not taken into
    /// the database.
    func keepLogOnClose(_ keep: Bool) {
        _ = csqlite_keep_log_on_close(handle, keep ? 1 : 0)
    }

    /// Has every commit told with the number of frames in the write-ahead log after it.
    ///
    /// - Parameter listener: Stays alive as long as the connection does.
    func tellCommits(to listener: CommittedLog) {
        // SAFETY: the owner of this connection holds the listener as long, and both are used on
        // one queue.
        let context = Unmanaged.passUnretained(listener).toOpaque()
        _ = sqlite3_wal_hook(
            handle,
            { context, _, _, frames in
                if let context {
                    Unmanaged<CommittedLog>.fromOpaque(context).takeUnretainedValue()
                        .committed(frames: Int(frames))
                }
                return SQLITE_OK
            }, context)
    }

    /// Has a long statement ask now and then whether to stop.
    ///
    /// - Parameter flag: Stays alive as long as the connection does.
    func stop(on flag: StopFlag) {
        // SAFETY: the owner of this connection holds the flag as long; the flag is atomic.
        let context = Unmanaged.passUnretained(flag).toOpaque()
        sqlite3_progress_handler(
            handle, 10_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<StopFlag>.fromOpaque(context).takeUnretainedValue().isSet ? 1 : 0
            }, context)
    }

    /// Turns a result code other than OK, ROW and DONE into an error.
    ///
    /// - Returns: The code.
    @discardableResult
    func check(_ call: () -> Int32) throws(StoreError) -> Int32 {
        // sqlite3_system_errno does not know why a commit failed. What a system call left here
        // stays, as those that work leave it alone.
        errno = 0
        let code = call()
        let systemError = errno
        if SystemError(systemError).isOfDisk { hasFailedRead = true }
        guard code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE else {
            throw StoreError(
                code: code, systemError: systemError, path: path,
                message: String(cString: sqlite3_errmsg(handle)))
        }
        return code
    }

    /// A path as a URI has it, https://www.sqlite.org/uri.html.
    private static func escaped(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"), 0x80...:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Tells work on another thread to stop.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether the work is to stop.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
