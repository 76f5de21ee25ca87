import FoundationEssentials
import GatherAPI
import GatherCore
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// Remembers what is logged.
final class RecordingLog: Log {
    private let written = Lock<[LogEntry]>([])
    private let recorded = Lock<[LogEntry]>([])

    /// All that was written, with its priorities, in order.
    var all: [String] { written.withLock { $0.map { "\($0.priority): \($0.message)" } } }
    /// What was recorded for the journal alone, in order.
    var record: [LogEntry] { recorded.withLock { $0 } }

    func write(_ entry: LogEntry) { written.withLock { $0.append(entry) } }
    func record(_ entry: LogEntry) { recorded.withLock { $0.append(entry) } }
}

/// Stores for tests.
enum TestStore {
    /// The time at which all of them are.
    static let wall = Duration.seconds(1_800_000_000)

    /// The stamp of that time in the name of a damaged file.
    static let stamp = "20270115T080000Z"

    /// Opens the store of a directory.
    static func open(_ directory: String, log: any Log = SilentLog()) throws -> EventStore {
        try open(try lock(directory), log: log)
    }

    /// Locks a directory.
    static func lock(_ directory: String) throws -> StateDirectory {
        try whenFree { try StateDirectory(directory) }
    }

    /// Makes what locks a directory, again as long as that is locked.
    ///
    /// A process that another test has just started has the lock of before until it runs its own
    /// program.
    static func whenFree<Value>(_ make: () throws -> Value) throws -> Value {
        for _ in 0..<200_000 {
            do { return try make() } catch let failure as StartFailure where failure.isInUse {
                sched_yield()
            } catch Restore.Refusal.inUse { sched_yield() }
        }
        return try make()
    }

    /// Opens the store of a directory that is locked already.
    static func open(
        _ directory: StateDirectory, log: any Log = SilentLog()
    ) throws -> EventStore {
        try EventStore(in: directory, log: log) { wall }
    }

    /// Copies the files of a store, those that are there.
    static func copy(_ source: String, to target: String) throws {
        for suffix in StoreFiles.suffixes {
            let path = "\(source)/gather.db\(suffix)"
            guard FileManager.default.fileExists(atPath: path) else { continue }
            try FileManager.default.copyItem(
                atPath: path, toPath: "\(target)/gather.db\(suffix)")
        }
    }
}

extension EventStore {
    /// Every gather of the history with its number, the oldest first.
    func allGathers() throws -> [StoredGather] {
        try numbers().reversed().map { try gather($0) }
    }

    /// The numbers of the gathers of the history, the newest first.
    func numbers(before number: Int = .max) throws -> [Int] {
        try repairing { store throws(StoreError) in
            try store.archive().gathers(before: number, limit: .max).map(\.number)
        }
    }

    /// The gathers of the history, the newest first.
    func history(limit: Int = 100) throws -> [GatherSummary] {
        let reply = try parameters(of: HistoryReading(limit: limit, before: nil))
        return try #require(reply["gathers"]?.array).map {
            try GatherSummary(json: $0, name: "gather")
        }
    }

    /// Who has scored or was there, most goals first.
    func scorers(since wall: Duration? = nil) throws -> [ScorerFields] {
        let reply = try parameters(of: ScorersReading(since: wall, in: .init()))
        return try #require(reply["scorers"]?.array).map {
            try ScorerFields(json: $0, name: "scorer")
        }
    }

    /// The reply to a reading, when it has come to its end.
    func parameters(of reading: any Reading) throws -> JSONObject {
        while true {
            if let reply = try advance(reading)?() { return reply.parameters }
        }
    }
}
