import CSystemd
import Glibc

/// How much a line of the log matters, syslog(3).
enum LogPriority: Int32, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
}

/// Where the daemon says what its operator should know.
protocol Log: Sendable {
    /// Writes one line, with structured fields for the journal; their names are upper case.
    func write(_ priority: LogPriority, _ message: String, fields: [String: String])
}

/// The journal where standard error is connected to it, else standard error.
struct SystemLog: Log {
    private let usesJournal: Bool

    /// Makes the log of this process.
    init() {
        usesJournal = Self.standardErrorIsJournal
    }

    func write(_ priority: LogPriority, _ message: String, fields: [String: String]) {
        guard usesJournal else {
            var line = "gatherd: \(message)\n"
            // A daemon whose standard error is gone has nobody to tell.
            line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            return
        }
        var lines = ["MESSAGE=\(message)", "PRIORITY=\(priority.rawValue)"]
        lines += fields.map { "\($0.key)=\($0.value)" }
        send(lines.map { Array($0.utf8) })
    }

    private func send(_ lines: [[UInt8]]) {
        let all = lines.flatMap { $0 }
        all.withUnsafeBytes { bytes in
            var start = 0
            let vectors = lines.map { line in
                defer { start += line.count }
                // SAFETY: each vector is a part of `bytes`, which outlives the call; the journal
                // only reads it.
                let base = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0 + start) }
                return iovec(iov_base: base, iov_len: line.count)
            }
            _ = sd_journal_sendv(vectors, Int32(vectors.count))
        }
    }

    /// $JOURNAL_STREAM has the device and inode of the stream, systemd.exec(5), so that a program
    /// can tell whether its standard error still is that one.
    private static var standardErrorIsJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }
}
