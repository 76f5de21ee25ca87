import CSystemd
import Dispatch
import Glibc
import LinuxIO

/// The priority of a log entry, syslog(3).
enum LogPriority: Int32, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
}

/// A log entry: a line of text, and additional fields for the journal.
struct LogEntry: Hashable, Sendable {
    var priority: LogPriority
    var message: String
    /// The kind of entry, if the catalog explains it.
    var id: MessageID?
    /// Structured fields; their names are in upper case.
    var fields: [String: String] = [:]
    /// The user who gave the command, if it was one.
    var operatorUID: UInt32?
    /// The device with which the user gave it, if that is known.
    var device: String?

    /// The fields with those of the operator: the user ID, the name of the user, or `User N` if
    /// this machine knows none, and the device, if one is known, which also precedes the name.
    ///
    /// Looking up a name may use the network, so this must not be called on the match's queue.
    var fieldsWithOperator: [String: String] {
        guard let operatorUID else { return fields }
        let name = UserName.of(uid: operatorUID) ?? "User \(operatorUID)"
        var own = ["GATHER_OPERATOR_UID": "\(operatorUID)", "GATHER_OPERATOR": name]
        if let device {
            // The texts of the catalog name the operator by this field only.
            own["GATHER_OPERATOR"] = "\(device) (\(name))"
            own["GATHER_DEVICE"] = device
        }
        return fields.merging(own) { $1 }
    }
}

/// The destination of messages for the daemon's operator.
protocol Log: Sendable {
    /// Writes an entry that somebody should read.
    func write(_ entry: LogEntry)

    /// Records an entry in the journal, if there is one; it is of interest only to those who look
    /// for it.
    func record(_ entry: LogEntry)
}

extension Log {
    /// Writes an entry.
    func write(
        _ priority: LogPriority, _ message: String, id: MessageID? = nil,
        fields: [String: String] = [:]
    ) {
        write(LogEntry(priority: priority, message: message, id: id, fields: fields))
    }
}

/// The journal if standard error is connected to it, else standard error.
///
/// Sending waits for room in the journal's socket. A busy journal must not delay the match, so
/// entries are sent on a separate queue.
final class SystemLog: Log {
    /// The maximum number of entries that wait for a busy journal; more are dropped, and their
    /// number is logged.
    private static let longestWait = 1_024
    /// The time for which an unresponsive journal may delay the end of the process.
    private static let longestFlush = DispatchTimeInterval.seconds(2)

    private struct Waiting {
        var count = 0
        var dropped = 0
    }

    private let usesJournal: Bool
    private let queue = DispatchQueue(label: "gatherd.journal")
    private let waiting = Lock(Waiting())

    init() {
        usesJournal = Self.standardErrorIsJournal
    }

    func write(_ entry: LogEntry) {
        guard !usesJournal else { return record(entry) }
        // If standard error is closed, there is nowhere to report an error.
        ServiceProgram.write("gatherd: \(entry.message)\n", to: STDERR_FILENO)
    }

    func record(_ entry: LogEntry) {
        guard usesJournal else { return }
        let hasRoom = waiting.withLock { waiting in
            guard waiting.count < Self.longestWait else {
                waiting.dropped += 1
                return false
            }
            waiting.count += 1
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            let dropped = waiting.withLock { waiting in
                waiting.count -= 1
                defer { waiting.dropped = 0 }
                return waiting.dropped
            }
            if dropped > 0 {
                let message = "the journal was busy, and \(dropped) entries were lost"
                Self.send(LogEntry(priority: .warning, message: message))
            }
            Self.send(entry)
        }
    }

    /// Waits until the journal has received what was written.
    func flush() {
        guard usesJournal else { return }
        queue.drain(atMost: Self.longestFlush)
    }

    /// Writes the reason why the daemon cannot start, without a thread or a descriptor, since the
    /// reason may be a lack of them.
    static func writeAtOnce(_ message: String) {
        // The journal takes the number for a priority, sd-daemon(3).
        let prefix = standardErrorIsJournal ? "<\(LogPriority.error.rawValue)>" : ""
        ServiceProgram.write("\(prefix)gatherd: \(message)\n", to: STDERR_FILENO)
    }

    private static func send(_ entry: LogEntry) {
        var lines = ["MESSAGE=\(entry.message)", "PRIORITY=\(entry.priority.rawValue)"]
        if let id = entry.id { lines.append("MESSAGE_ID=\(id.rawValue)") }
        lines += entry.fieldsWithOperator.map { "\($0.key)=\($0.value)" }
        send(lines.map { Array($0.utf8) })
    }

    private static func send(_ lines: [[UInt8]]) {
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

    /// True if standard error is the journal's stream.
    ///
    /// $JOURNAL_STREAM has the device and inode of the stream, systemd.exec(5), so that a program
    /// can check whether its standard error is still that one.
    private static var standardErrorIsJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }
}

extension DispatchQueue {
    /// Waits until a serial queue has finished its present work, up to a time limit.
    func drain(atMost limit: DispatchTimeInterval) {
        let done = DispatchSemaphore(value: 0)
        async { done.signal() }
        _ = done.wait(timeout: .now() + limit)
    }
}
