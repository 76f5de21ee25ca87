import Dispatch
import GatherCore
import LinuxIO
import Varlink

/// A piece of work that runs on the match's queue and ends in a reply.
struct MatchWork: Sendable {
    /// The ID with which a client identifies a change, if it sent one.
    let requestID: String?
    /// Makes the reply if the work was not begun because the store has taken too long for this
    /// reason.
    let refusal: @Sendable (String) -> Reply
    /// Runs the work on the match's queue; the reply may come later, on the same queue.
    let run: @Sendable (MatchParts, @escaping (Reply) -> Void) -> Void

    /// Makes a change that has its reply at once.
    typealias Change = @Sendable (MatchParts) throws -> Reply
    /// Begins something whose reply comes later, unless it throws.
    typealias Beginning = @Sendable (MatchParts, @escaping Completion<Reply>) throws -> Void

    /// Makes work that has its reply at once.
    init(
        _ requestID: String? = nil, orElse refusal: @escaping @Sendable (String) -> Reply,
        change: @escaping Change
    ) {
        self.init(requestID, orElse: refusal) { match, done in done(.success(try change(match))) }
    }

    /// Makes work whose reply comes later.
    init(
        _ requestID: String? = nil, orElse refusal: @escaping @Sendable (String) -> Reply,
        begin: @escaping Beginning
    ) {
        (self.requestID, self.refusal) = (requestID, refusal)
        run = { match, reply in
            do {
                try begin(match) { result in
                    switch result {
                    case .success(let answer): reply(answer)
                    case .failure(let error): reply(Reply(to: error))
                    }
                }
            } catch {
                reply(Reply(to: error))
            }
        }
    }
}

/// Sends work to the match one piece at a time, by users in turn, and detects a disk that does not
/// answer.
///
/// It belongs to the server's queue. The work that waits here has not begun, so it is known what
/// can be refused.
final class ChangeLane {
    /// The outcome of a call.
    enum Outcome: Sendable {
        /// The call is answered with this message.
        case answer([UInt8])
        /// The outcome is unknown, so the connection is closed.
        case unknown
    }

    private struct Waiting {
        let work: MatchWork
        let since: Duration
    }

    private struct Running {
        let number: Int
        let work: MatchWork
        /// True if an earlier check has found it late.
        var isSuspect = false
    }

    private let queue: SerialQueue
    private let match: QueueOwner<MatchParts>
    private let clock: any MachineClock
    private let delay: @Sendable () -> String
    private let end: (Int, Outcome) -> Void
    private var turns = TurnQueue<Waiting>()
    private var running: Running?
    private var isStuck = false
    private var alarm: (any Alarm)?

    /// Makes a lane without work.
    ///
    /// - Parameters:
    ///   - queue: The server's queue.
    ///   - match: The queue on which the work runs.
    ///   - delay: Returns the reason why work takes too long.
    ///   - end: Called with the outcome of the work of a number.
    init(
        queue: SerialQueue, match: QueueOwner<MatchParts>, clock: any MachineClock,
        delay: @escaping @Sendable () -> String, end: @escaping (Int, Outcome) -> Void
    ) {
        (self.queue, self.match, self.clock) = (queue, match, clock)
        (self.delay, self.end) = (delay, end)
        alarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.checkDisk() })
    }

    /// The number of pieces of work that wait for their turn.
    var waiting: Int { turns.count }

    /// Returns true if the work of a number waits or is running.
    func contains(_ number: Int) -> Bool { running?.number == number || turns.contains(number) }

    /// Adds work to be done when its turn comes.
    ///
    /// - Parameter number: The connection's number; it has no other work here.
    func add(_ work: MatchWork, number: Int, of peer: Peer) {
        if isStuck, !isSame(work) { return refuse(work, number) }
        turns.add(Waiting(work: work, since: clock.now().boottime), number: number, of: peer)
        begin()
    }

    /// Removes work that has not begun, because its client is gone.
    func remove(_ number: Int) { turns.remove(number) }

    private func begin() {
        guard running == nil, let (number, waiting, _) = turns.next() else { return }
        let now = clock.now().boottime
        running = Running(number: number, work: waiting.work)
        alarm?.set(at: now + Limits.diskTimeout)
        let work = waiting.work
        let server = queue.dispatch
        // A reply that is ready when the run ends is sent with it.
        let finish = queue.bound { [weak self] (message: [UInt8]?) in
            self?.finish()
            if let message { self?.end(number, .answer(message)) }
        }
        let answer = queue.bound { [weak self] (message: [UInt8]) in
            self?.end(number, .answer(message)) ?? ()
        }
        match.async { match in
            var (isRunning, given): (Bool, [UInt8]?) = (true, nil)
            work.run(match) { reply in
                // The display shows the effects before the answer is sent.
                match.publisher.refresh()
                let message = reply.message
                if isRunning { given = message } else { server.async { answer(message) } }
            }
            isRunning = false
            // The server's queue never blocks, and entering it wakes no other thread.
            server.sync { finish(given) }
        }
    }

    private func finish() {
        running = nil
        isStuck = false
        begin()
        if running == nil { alarm?.clear() }
    }

    // MARK: - A disk that does not answer

    private func checkDisk() {
        guard let running else { return }
        let now = clock.now().boottime
        // A suspended process could not notice the end in time, so a second check decides.
        guard running.isSuspect else {
            self.running?.isSuspect = true
            alarm?.set(at: now + Limits.secondDiskCheck)
            return
        }
        if !isStuck { end(running.number, .unknown) }
        isStuck = true
        for (number, waiting) in turns.removeAll(where: { !isSame($0.work) }) {
            refuse(waiting.work, number)
        }
        // A repeat of the running request is as unknown as the request itself.
        for (number, _) in turns.removeAll(where: { now - $0.since >= Limits.diskTimeout }) {
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
