import Dispatch
import GatherCore
import LinuxIO
import Varlink

/// Makes a reply from what was read, after the transaction has ended; nil if there is more to read.
///
/// The reading goes on after a reply that continues.
typealias ReadingResult = () -> Reply?

/// A query of the data on disk.
///
/// It runs in small pieces, so that no other has to wait for the whole of it.
protocol Reading: AnyObject {
    /// Runs the next piece.
    ///
    /// - Returns: A function to call outside of the transaction; nil to continue.
    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult?

    /// Discards the progress, to begin again with another file.
    func restart()
}

/// A query that begins again where its next piece would be of another file than those before.
private final class RestartingReading: Reading {
    private let reading: any Reading
    /// The tables of the pieces so far; they are others in another file.
    private weak var tables: ArchiveTables?
    private var isBegun = false

    init(_ reading: any Reading) { self.reading = reading }

    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult? {
        if isBegun, self.tables !== tables { reading.restart() }
        (self.tables, isBegun) = (tables, true)
        return try reading.advance(in: tables)
    }

    func restart() {
        reading.restart()
        isBegun = false
    }
}

/// A running query, which only one queue at a time works on.
final class ReadingJob {
    /// The result of a turn.
    enum Turn: Sendable {
        /// There is more to do.
        case unfinished
        /// The query is answered with this message; there is more to do if that continues.
        case reply(Message)
        /// The query has to run on the store's own connection.
        case storeNeeded
    }

    /// A reply as it is sent.
    struct Message: Sendable {
        let bytes: [UInt8]
        /// True if more replies to the query follow.
        let continues: Bool

        /// Encodes a reply.
        init(_ reply: Reply) { (bytes, continues) = (reply.message, reply.continues) }
    }

    private let reading: any Reading
    /// True if the query runs on the store's own connection.
    private(set) var needsStore = false

    /// Makes a job from a reading that is referenced nowhere else.
    init(_ reading: sending any Reading) {
        self.reading = RestartingReading(reading)
    }

    /// Runs for one turn, in one transaction.
    ///
    /// - Parameter clock: Determines when the turn is over.
    func advance(through gate: ArchiveGate, clock: any MachineClock) -> Turn {
        let end = clock.now().boottime + Limits.readingTurn
        let result = gate.read { tables throws(StoreError) -> ReadingResult in
            repeat {
                if let result = try reading.advance(in: tables) { return result }
            } while clock.now().boottime < end
            return { nil }
        }
        guard let result else {
            needsStore = true
            reading.restart()
            return .storeNeeded
        }
        return Self.turn(result())
    }

    /// Runs for one turn with the store's own connection.
    func advance(in store: EventStore, clock: any MachineClock) throws(StoreError) -> Turn {
        let end = clock.now().boottime + Limits.readingTurn
        repeat {
            if let result = try store.advance(reading) {
                let turn = Self.turn(result())
                // The next reply may be one for the archive again.
                if case .reply(let message) = turn, message.continues { needsStore = false }
                return turn
            }
        } while clock.now().boottime < end
        return .unfinished
    }

    private static func turn(_ reply: Reply?) -> Turn {
        reply.map { .reply(Message($0)) } ?? .unfinished
    }
}

// SAFETY: a job is in one turn queue, or runs one turn on one queue, which hands it back when the
// turn is over.
extension ReadingJob: @unchecked Sendable {}

/// Runs readings in parallel to the match, one turn at a time.
final class Archive: Sendable {
    private let queue = DispatchQueue(label: "gatherd.archive")
    private let gate: ArchiveGate
    private let clock: any MachineClock

    /// Makes an archive that reads through a store's gate.
    init(gate: ArchiveGate, clock: any MachineClock) {
        self.gate = gate
        self.clock = clock
    }

    /// Runs a job for one turn.
    ///
    /// - Parameter done: Called on a queue of the archive with the turn's result.
    func advance(_ job: ReadingJob, done: @escaping @Sendable (ReadingJob.Turn) -> Void) {
        queue.async { [queue, gate, clock] in
            done(job.advance(through: gate, clock: clock))
            guard let use = gate.longUse else { return }
            let kept = DispatchTimeInterval.milliseconds(Limits.longGatherKept.wholeMilliseconds)
            queue.asyncAfter(deadline: .now() + kept) { gate.dropFold(unusedSince: use) }
        }
    }
}
