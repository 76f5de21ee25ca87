import Dispatch
import GatherCore
import LinuxIO
import Varlink

/// Something that is done on the match's queue and ends in a reply.
struct MatchWork: Sendable {
    /// What tells a change from others, where its client gave it that.
    var requestID: String?
    /// The reply where it was not begun, as the store has taken too long for this reason.
    let refusal: @Sendable (String) -> Reply
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
        /// Whether a look before has found it late.
        var isSuspect = false
    }

    private let match: DispatchQueue
    private let executor: QueueExecutor
    private let clock: any MachineClock
    private let delay: @Sendable () -> String
    private let end: @Sendable (Int, Outcome) -> Void
    private var turns = TurnQueue<Waiting>()
    private var running: Running?
    private var isStuck = false
    private var alarm: (any Alarm)?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a lane without work.
    ///
    /// - Parameters:
    ///   - match: Where work is done.
    ///   - executor: The server's.
    ///   - delay: Says why work takes too long.
    ///   - end: Called on the server's queue with the outcome of the work of a number.
    init(
        match: DispatchQueue, executor: QueueExecutor, clock: any MachineClock,
        delay: @escaping @Sendable () -> String, end: @escaping @Sendable (Int, Outcome) -> Void
    ) {
        (self.match, self.executor, self.clock) = (match, executor, clock)
        (self.delay, self.end) = (delay, end)
    }

    /// Takes its alarm.
    func start() {
        alarm = clock.makeAlarm(on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.look() }
        }
    }

    /// How much work waits for its turn.
    var waiting: Int { turns.count }

    /// Whether the work of a number waits or goes on.
    func contains(_ number: Int) -> Bool { running?.number == number || turns.contains(number) }

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
        let now = clock.now().boottime
        running = Running(number: number, work: waiting.work, since: now)
        alarm?.set(at: now + Limits.diskPatience)
        let (server, end) = (executor.queue, end)
        match.async { [weak self] in
            // A reply that is there by the end of the run goes with it.
            let early = Lock<EarlyReply>(.awaited)
            waiting.work.run { reply in
                let message = reply.message
                let isEarly = early.withLock { early in
                    if case .tooLate = early { return false }
                    early = .given(message)
                    return true
                }
                if !isEarly { server.async { end(number, .answer(message)) } }
            }
            let given = early.withLock { early in
                defer { early = .tooLate }
                return early
            }
            // The server waits for nobody: to enter its queue wakes no other thread.
            server.sync {
                self?.assumeIsolated { $0.finish() }
                if case .given(let message) = given { end(number, .answer(message)) }
            }
        }
    }

    /// A reply to work that is still being run.
    private enum EarlyReply: Sendable {
        case awaited
        case given([UInt8])
        case tooLate
    }

    private func finish() {
        running = nil
        isStuck = false
        begin()
        if running == nil { alarm?.clear() }
    }

    // MARK: - A disk that does not answer

    private func look() {
        guard let running else { return }
        let now = clock.now().boottime
        // A process that was stopped has had no time to notice the end: a second look tells.
        guard running.isSuspect else {
            self.running?.isSuspect = true
            alarm?.set(at: now + Limits.secondLook)
            return
        }
        if !isStuck { end(running.number, .unknown) }
        isStuck = true
        for (number, waiting) in turns.removeAll(where: { !isSame($0.work) }) {
            refuse(waiting.work, number)
        }
        // The same request again is as unknown as it was before.
        for (number, _) in turns.removeAll(where: { now - $0.since >= Limits.diskPatience }) {
            end(number, .unknown)
        }
        alarm?.set(at: now + .seconds(1))
    }

    private func isSame(_ work: MatchWork) -> Bool {
        guard let id = work.requestID, let other = running?.work.requestID else { return false }
        return id.utf8.elementsEqual(other.utf8)
    }

    private func refuse(_ work: MatchWork, _ number: Int) {
        end(number, .answer(work.refusal(delay()).message))
    }
}
