import Dispatch
import GatherCore
import LinuxIO
import Varlink

/// Something that is done on the match's queue and ends in a reply.
struct MatchWork: Sendable {
    /// What tells a change from others, where its client gave it that.
    var requestID: String?
    /// The reply where it was not begun, as the disk does not answer.
    let refusal: Reply
    /// Does it, on the match's queue; the reply may come later.
    let run: @Sendable (@escaping @Sendable (Reply) -> Void) -> Void
}

/// Hands work to the match one at a time, by users in turn, and notices a disk that does not
/// answer.
///
/// It runs on the server's queue. What waits here has not begun, which is how it is known what can
/// be refused.
actor ChangeLane {
    /// What becomes of a call.
    enum Outcome: Sendable {
        /// It is answered with this message.
        case answer([UInt8])
        /// Nobody can say what becomes of it: its connection is closed.
        case unknown
    }

    private struct Waiting {
        let work: MatchWork
        let since: Duration
    }

    private struct Running {
        let number: Int
        let work: MatchWork
        let since: Duration
        /// Whether its connection was closed, or found late by a look before.
        var isSuspect = false
    }

    private let match: DispatchQueue
    private let executor: QueueExecutor
    private let clock: any MachineClock
    private let end: @Sendable (Int, Outcome) -> Void
    private var turns = TurnQueue<Waiting>()
    private var running: Running?
    private var isStuck = false
    private var isWatched = false

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a lane without work.
    ///
    /// - Parameters:
    ///   - match: Where work is done.
    ///   - executor: The server's.
    ///   - end: Called on the server's queue with the outcome of the work of a number.
    init(
        match: DispatchQueue, executor: QueueExecutor, clock: any MachineClock,
        end: @escaping @Sendable (Int, Outcome) -> Void
    ) {
        (self.match, self.executor, self.clock, self.end) = (match, executor, clock, end)
    }

    /// Whether nothing waits or goes on.
    var isIdle: Bool { running == nil && turns.count == 0 }

    /// Has work done when its turn comes.
    ///
    /// - Parameter number: The connection's, which has no other work here.
    func add(_ work: MatchWork, number: Int, of peer: Peer) {
        if isStuck, !isSame(work) { return refuse(work, number) }
        turns.add(Waiting(work: work, since: clock.now().boottime), number: number, of: peer)
        begin()
    }

    /// Forgets work that has not begun, as its client is gone.
    func remove(_ number: Int) { turns.remove(number) }

    private func begin() {
        guard running == nil, let (number, waiting, _) = turns.next() else { return }
        running = Running(number: number, work: waiting.work, since: clock.now().boottime)
        watch()
        let (server, end) = (executor.queue, end)
        match.async { [weak self] in
            waiting.work.run { reply in
                let message = reply.message
                server.async { end(number, .answer(message)) }
            }
            server.async { [weak self] in self?.assumeIsolated { $0.finish() } }
        }
    }

    private func finish() {
        running = nil
        isStuck = false
        begin()
    }

    // MARK: - A disk that does not answer

    /// Looks once after the patience is over, and not for each command: a timer is a wake-up.
    private func watch(in delay: Duration = Limits.diskPatience) {
        guard !isWatched else { return }
        isWatched = true
        let milliseconds = DispatchTimeInterval.milliseconds(delay.wholeMilliseconds)
        executor.queue.asyncAfter(deadline: .now() + milliseconds) { [weak self] in
            self?.assumeIsolated { $0.look() }
        }
    }

    private func look() {
        isWatched = false
        guard let running else { return }
        let patience = Limits.diskPatience
        let now = clock.now().boottime
        let left = running.since + patience - now
        guard left <= .zero else { return watch(in: left + .milliseconds(1)) }
        // A process that was stopped has had no time to hear of the end: a second look tells.
        guard running.isSuspect else {
            self.running?.isSuspect = true
            return watch(in: .milliseconds(200))
        }
        if !isStuck { end(running.number, .unknown) }
        isStuck = true
        for (number, waiting) in turns.removeAll(where: { !isSame($0.work) }) {
            refuse(waiting.work, number)
        }
        // The same request again is as unknown as it was before.
        for (number, _) in turns.removeAll(where: { now - $0.since >= patience }) {
            end(number, .unknown)
        }
        watch(in: .seconds(1))
    }

    private func isSame(_ work: MatchWork) -> Bool {
        guard let id = work.requestID, let other = running?.work.requestID else { return false }
        return id.utf8.elementsEqual(other.utf8)
    }

    private func refuse(_ work: MatchWork, _ number: Int) {
        end(number, .answer(work.refusal.message))
    }
}
