import Dispatch
import LinuxIO

/// Runs readings one turn at a time, by users in turn: those who may control come first.
///
/// It belongs to the server's queue.
final class ReadingLane {
    /// Runs a job for one turn, and calls back with the turn's result.
    typealias Advance =
        @Sendable (ReadingJob, @escaping @Sendable (ReadingJob.Turn) -> Void) ->
        Void

    private let queue: SerialQueue
    private let archive: Archive
    private let advanceInStore: Advance
    private let answer: (Int, ReadingJob.Message) -> Void
    private var turns = TurnQueue<ReadingJob>()
    /// The number of the reading whose turn is running.
    private var current: Int?
    /// The readings that continue once their clients have taken the last reply.
    private var paused: [Int: (job: ReadingJob, peer: Peer)] = [:]
    /// The readings that have had a reply which continues.
    private var begun: Set<Int> = []

    /// Makes an empty lane.
    ///
    /// - Parameters:
    ///   - queue: The server's queue.
    ///   - advanceInStore: Runs a job for a turn if the archive cannot.
    ///   - answer: Called with a message that answers the reading of a number. After one that
    ///     continues, the reading goes on with ``resume(_:)``.
    init(
        queue: SerialQueue, archive: Archive, advanceInStore: @escaping Advance,
        answer: @escaping (Int, ReadingJob.Message) -> Void
    ) {
        (self.queue, self.archive) = (queue, archive)
        (self.advanceInStore, self.answer) = (advanceInStore, answer)
    }

    /// Returns true if the reading of a number has no reply yet.
    func isUnanswered(_ number: Int) -> Bool {
        (current == number || turns.contains(number)) && !begun.contains(number)
    }

    /// Adds a reading.
    ///
    /// - Parameter number: The connection's number; it has no other reading here.
    func add(_ job: ReadingJob, number: Int, of peer: Peer) {
        turns.add(job, number: number, of: peer)
        begin()
    }

    /// Removes a reading, because its client is gone.
    func remove(_ number: Int) {
        turns.remove(number)
        paused[number] = nil
        begun.remove(number)
        if current == number { current = Self.gone }
    }

    /// Continues a reading whose client has taken the last reply; does nothing for any other.
    func resume(_ number: Int) {
        guard let (job, peer) = paused.removeValue(forKey: number) else { return }
        turns.add(job, number: number, of: peer)
        begin()
    }

    /// The number that marks a running reading whose client is gone.
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
        if job.needsStore { advanceInStore(job, done) } else { archive.advance(job, done: done) }
    }

    private func finish(_ job: ReadingJob, _ number: Int, of peer: Peer, _ turn: ReadingJob.Turn) {
        let isGone = current == Self.gone
        current = nil
        switch turn {
        case _ where isGone: break
        case .reply(let message):
            if message.continues {
                paused[number] = (job, peer)
                begun.insert(number)
            } else {
                begun.remove(number)
            }
            // The next one has its turn before this one continues.
            begin()
            answer(number, message)
        case .unfinished, .storeNeeded: turns.add(job, number: number, of: peer, first: true)
        }
        begin()
    }
}
