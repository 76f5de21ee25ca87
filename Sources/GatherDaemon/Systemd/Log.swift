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
        var line = "gatherd: \(entry.message)\n"
        // If standard error is closed, there is nowhere to report an error.
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
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
        var line = "\(prefix)gatherd: \(message)\n"
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
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

/// The kinds of entries that the journal's catalog explains (units/gatherd.catalog), by their
/// MESSAGE_ID, systemd.journal-fields(7).
enum MessageID: String, CaseIterable, Sendable {
    case opened = "e101640b39e7462fb09f82d45cfdd692"
    case started = "50d3aa8a162246e78b8ebaa177ea9c2e"
    case paused = "d080f229e8f845628e750dd3c71ce196"
    case cancelled = "b681800bc2f7421e98ecbc5b03897431"
    case timeSet = "40d602b43c774a26b1c186953493d66f"
    case timeAdjusted = "21dd67c8fd9147149ffa61ba19ea57b2"
    case goal = "30b93e1daf984855b01b4d4ef8419181"
    case goalTakenBack = "c7e3ed9218704a3d81fcd52985768310"
    case goalsSet = "106814da294f4fc6829f9a6486e5931a"
    case goalAmended = "7d0c1f6be2a94c53a8f14d9b60e7352c"
    case cardShown = "6e1b0f94c7d84a2fb35d92a8e40c71f6"
    case cardAmended = "f3a86c1d5be24079b1d7429ec06e58fa"
    case substituted = "a95c3e07d16f4b81920be4f7c83d5a1b"
    case foulCounted = "c1f04b7e92d8435ab60e7d13f8a52c94"
    case timeOutTaken = "58d3a6c10be94f27a4f9e2760c8b1d35"
    case playersMoved = "c2e4a1f07b6d4c35a9d18e5f3b7260d4"
    case teamsDrawn = "5f9b3d7a1c8e4602b4f6a0d29e83c715"
    case teamsNamed = "8a06e3c94d1b47f2b95c7e1fa4d2036b"
    case teamsColored = "4b7d92c61e0f4a58b3c6f8d5a9e1307c"
    case kickOffSet = "3e9f5a1c7b2d4086a4c81d6e02f7b935"
    case startedByKickOff = "91c4d7e25a3f4b60b8e7a2d4690c51f8"
    case kickOffMissed = "f26b08d3974e4c1e85da60b1c37e429a"
    case formatChosen = "2c8e5d1fa7b34960b1f0d6c93e7a4852"
    case periodBegan = "b7d04a6e91c24f3f8e5b20c7d9a16f38"
    case periodEnded = "5e91c3b80d7f4a26a4c8f17b6d20e935"
    case addedTimeAnnounced = "c41f7a9e05d8463bb27e9d5f6a80c213"
    case extraTimeAdded = "0d73b6f41e9a4c58a2b7e5c86f1d3940"
    case kicksBegan = "d41f8a6c05e24b7793c2f0b8e6a75d1c"
    case kickTaken = "73e5c2a90b164d8fb9e07f3d5c82a614"
    case timeUp = "a3184103462b482b9f59a72295ffb1de"
    case ended = "68880d02c1ef47a89fc81e46bc9c4960"
    case discarded = "368de3d83fb04c279ac7d81ee1606d02"
    case undone = "be729e737eaa401b93486a3de1ac718f"
    case redone = "39b4c5f73ddf4f28b746105244e63152"
    case reopened = "d9e641ea882d4863a877e894f0b05e3e"
    case recovered = "e29aadf977964909a0cd235c302ed24e"
    case clockDoubted = "b3a49562b9704c309714411e1b003657"
    case clockCorrected = "ea242cf85be245f39fb58c53de13f325"
    case storageFailed = "0bbf5dcb610c4890b3ad04bdf874e0dc"
    case salvaged = "19e90912624f42dd9d4d44c799c6ad31"
    case resultSent = "28f88352d32d4150869cd616a9f88a06"
    case resultWaits = "e8297699417747f084530e3b9da8d681"
    case resultRefused = "e3339414fe174d9e985b3fca6db126c7"
    case resultUndecided = "fd84f984673e4db8ae907652cadcc478"
    case signInNeeded = "02dc326c97314594ad1c44537c27a417"
}
