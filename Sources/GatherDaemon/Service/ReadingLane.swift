import LinuxIO
import Varlink

/// Has readings carried out a turn at a time, by users in turn: those who may control first.
///
/// It belongs to the server's queue.
final class ReadingLane {
    /// Goes on with a job for a turn, and calls back with what it has come to.
    typealias Advance =
        @Sendable (ReadingJob, @escaping @Sendable (ReadingJob.Turn) -> Void) ->
        Void

    private let queue: SerialQueue
    private let archive: Archive
    private let askStore: Advance
    private let end: (Int, [UInt8]) -> Void
    private var turns = TurnQueue<ReadingJob>()
    /// The number of the reading that has its turn.
    private var current: Int?

    /// Makes a lane without readings.
    ///
    /// - Parameters:
    ///   - queue: The server's.
    ///   - askStore: Goes on with a job where the archive cannot.
    ///   - end: Called with the message that answers the reading of a number.
    init(
        queue: SerialQueue, archive: Archive, askStore: @escaping Advance,
        end: @escaping (Int, [UInt8]) -> Void
    ) {
        (self.queue, self.archive, self.askStore, self.end) = (queue, archive, askStore, end)
    }

    /// Whether the reading of a number waits or goes on.
    func contains(_ number: Int) -> Bool { current == number || turns.contains(number) }

    /// Has a reading carried out.
    ///
    /// - Parameter number: The connection's, which has no other reading here.
    func add(_ job: ReadingJob, number: Int, of peer: Peer) {
        turns.add(job, number: number, of: peer)
        begin()
    }

    /// Forgets a reading, as its client is gone.
    func remove(_ number: Int) {
        turns.remove(number)
        if current == number { current = Self.gone }
    }

    /// Stands for the reading of a client that is gone while it has its turn.
    private static let gone = -1

    private func begin() {
        guard current == nil, let (number, job, peer) = turns.next() else { return }
        current = number
        let finish = queue.bound { [weak self] turn in
            self?.finish(job, number, of: peer, turn) ?? ()
        }
        let done: @Sendable (ReadingJob.Turn) -> Void = { [server = queue.dispatch] turn in
            server.async { finish(turn) }
        }
        if job.needsStore { askStore(job, done) } else { archive.advance(job, done: done) }
    }

    private func finish(_ job: ReadingJob, _ number: Int, of peer: Peer, _ turn: ReadingJob.Turn) {
        let isGone = current == Self.gone
        current = nil
        switch turn {
        case _ where isGone: break
        case .done(let message): end(number, message)
        case .unfinished, .storeNeeded: turns.add(job, number: number, of: peer, first: true)
        }
        begin()
    }
}
