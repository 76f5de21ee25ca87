import Dispatch
import LinuxIO
import Varlink

/// Has readings carried out a turn at a time, by users in turn: those who may control first.
///
/// It runs on the server's queue.
actor ReadingLane {
    /// Goes on with a job for a turn, and calls back with what it has come to.
    typealias Advance =
        @Sendable (ReadingJob, @escaping @Sendable (ReadingJob.Turn) -> Void) ->
        Void

    private let archive: Archive
    private let executor: QueueExecutor
    private let askStore: Advance
    private let end: @Sendable (Int, [UInt8]) -> Void
    private var turns = TurnQueue<ReadingJob>()
    /// The number of the reading that has its turn.
    private var current: Int?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a lane without readings.
    ///
    /// - Parameters:
    ///   - executor: The server's.
    ///   - askStore: Goes on with a job where the archive cannot.
    ///   - end: Called on the server's queue with the message that answers the reading of a number.
    init(
        archive: Archive, executor: QueueExecutor, askStore: @escaping Advance,
        end: @escaping @Sendable (Int, [UInt8]) -> Void
    ) {
        (self.archive, self.executor, self.askStore, self.end) = (archive, executor, askStore, end)
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
        let server = executor.queue
        let done: @Sendable (ReadingJob.Turn) -> Void = { [weak self] turn in
            server.async { [weak self] in
                self?.assumeIsolated { $0.finish(job, number, of: peer, turn) }
            }
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
