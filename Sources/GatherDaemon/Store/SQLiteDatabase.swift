import CSQLite
import Glibc
import LinuxIO
import Synchronization

/// A connection to one database file.
final class SQLiteDatabase {
    /// The way in which a file is opened.
    enum Access {
        /// To read and write an existing file.
        case readingAndWriting
        /// To make a file.
        case creating
        /// To read only, while others write.
        case reading
        /// To read a file without a write-ahead log, and change nothing.
        case readingUntouched
        /// To read without locks and shared memory, which a disk that takes no writes cannot
        /// provide; for the only user of the file.
        case readingAlone
    }

    let path: String

    /// True if the disk has failed to deliver data since this was opened; what is missing then is
    /// not damaged.
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
        let name = Self.address(path, options)
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
        // The statements are finalised by then or shortly after; _v2 waits for them.
        sqlite3_close_v2(handle)
    }

    /// Attaches a file without a write-ahead log under a name, to be read and not changed.
    func attach(_ path: String, as name: String) throws(StoreError) {
        try prepare("ATTACH ?1 AS \(name)").run([.text(Self.address(path, "?immutable=1"))])
    }

    /// Runs statements that return no rows.
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

    /// Runs the body in one transaction, which takes effect completely or not at all.
    func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // "It is recommended that applications respond to the errors listed above by explicitly
            // issuing a ROLLBACK command", lang_transaction.html. If SQLite has rolled back by
            // itself, this returns an error and changes nothing.
            _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// Returns the integer in the first column of the first row, or 0.
    func integer(_ sql: String) throws(StoreError) -> Int {
        try prepare(sql).map { $0.integer(0) }.first ?? 0
    }

    /// Returns the texts in the first column of all rows.
    func texts(_ sql: String) throws(StoreError) -> [String] {
        try prepare(sql).map { $0.text(0) }
    }

    /// Checks each page, and returns the first fault as one line; nil if there is none.
    func pageFault() throws(StoreError) -> String? {
        let found = try texts("PRAGMA quick_check(1)")
        guard found != ["ok"] else { return nil }
        // SQLite names the database on a line before the fault.
        let line = found.first?.split(separator: "\n").last
        return line.map { String($0) } ?? "the check gives no answer"
    }

    /// Sets the time that a statement waits for a lock of another process.
    func setBusyTimeout(_ timeout: Duration) {
        sqlite3_busy_timeout(handle, Int32(clamping: timeout.wholeMilliseconds))
    }

    /// Sets whether the write-ahead log is kept when the connection closes, instead of being moved
    /// into the database.
    func keepLogOnClose(_ keep: Bool) {
        _ = csqlite_keep_log_on_close(handle, keep ? 1 : 0)
    }

    /// Notifies a listener of every commit, with the number of frames in the write-ahead log after
    /// it.
    ///
    /// - Parameter listener: Lives at least as long as the connection.
    func reportCommits(to listener: CommittedLog) {
        // SAFETY: the owner of this connection holds the listener as long, and both are used on one
        // queue.
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

    /// Makes long statements check regularly whether to stop.
    ///
    /// - Parameter flag: Lives at least as long as the connection.
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

    /// Throws an error for a result code other than OK, ROW and DONE.
    ///
    /// - Returns: The code.
    @discardableResult
    func check(_ call: () -> Int32) throws(StoreError) -> Int32 {
        // sqlite3_system_errno does not give the reason of a failed commit. The errno of a failed
        // system call remains here, since successful ones do not change it.
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

    /// Returns the URI of a file, with options.
    private static func address(_ path: String, _ options: String) -> String {
        // SQLite would take a path that begins with two slashes for the name of a machine.
        let authority = path.hasPrefix("/") ? "//" : ""
        return "file:\(authority)\(escaped(path))\(options)"
    }

    /// Returns a path in the form of a URI, https://www.sqlite.org/uri.html.
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

/// A flag that makes work on another thread stop.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    /// True if the work is to stop.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    func set() { flag.store(true, ordering: .relaxed) }
}
