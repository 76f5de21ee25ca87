import Dispatch
import GatherCore
import LinuxIO
import Varlink

/// Makes something of what has been read, when no transaction is open any more: the reply, or nil
/// if there is more to read.
typealias ReadingResult = () -> Reply?

/// What somebody wants to know of what is on disk.
///
/// It is worked out in small pieces, so that no other has to wait for the whole of it.
protocol Reading: AnyObject {
    /// Does the next piece.
    ///
    /// - Returns: What is to be made of it outside of the transaction; nil if it is only to go on.
    func advance(in tables: ArchiveTables) throws(StoreError) -> ReadingResult?

    /// Forgets what was done, to begin anew with another file.
    func restart()
}

/// A reading on its way, which one queue at a time goes on with.
final class ReadingJob {
    /// What a turn has come to.
    enum Turn: Sendable {
        /// There is more to do.
        case unfinished
        /// This is the message that answers it.
        case done([UInt8])
        /// The store itself has to be asked.
        case storeNeeded
    }

    private let reading: any Reading
    /// Whether it is the store that goes on with it.
    private(set) var needsStore = false

    /// Makes a job of a reading that nobody else has.
    init(_ reading: sending any Reading) {
        self.reading = reading
    }

    /// Goes on for a turn, in one transaction.
    ///
    /// - Parameter clock: Tells when the turn is over.
    func advance(through gate: ArchiveGate, clock: any MachineClock) -> Turn {
        let end = clock.now().boottime + Limits.readingTurn
        let result = gate.pass { tables throws(StoreError) -> ReadingResult in
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

    /// Goes on for a turn with the store's own connection.
    func advance(
        in store: EventStore, clock: any MachineClock
    ) throws(StoreError) -> Turn {
        let end = clock.now().boottime + Limits.readingTurn
        repeat {
            if let result = try store.advance(reading) { return Self.turn(result()) }
        } while clock.now().boottime < end
        return .unfinished
    }

    private static func turn(_ reply: Reply?) -> Turn {
        reply.map { .done($0.message) } ?? .unfinished
    }
}

// SAFETY: a job is in one turn queue, or goes on with one turn on one queue, which hands it back
// when that is over.
extension ReadingJob: @unchecked Sendable {}

/// Carries out readings beside the match, a turn at a time.
final class Archive: Sendable {
    private let queue = DispatchQueue(label: "gatherd.archive")
    private let gate: ArchiveGate
    private let clock: any MachineClock

    /// Makes an archive that reads through a store's gate.
    init(gate: ArchiveGate, clock: any MachineClock) {
        self.gate = gate
        self.clock = clock
    }

    /// Goes on with a job for a turn.
    ///
    /// - Parameter done: Called on a queue of the archive with what the turn has come to.
    func advance(_ job: ReadingJob, done: @escaping @Sendable (ReadingJob.Turn) -> Void) {
        queue.async { [gate, clock] in done(job.advance(through: gate, clock: clock)) }
    }
}
