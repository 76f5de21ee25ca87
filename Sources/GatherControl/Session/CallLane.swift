import LinuxIO
import Varlink

/// Makes calls one after another without ever blocking for an answer.
///
/// A call that was lost with its connection is sent again, as the same bytes, until its deadline:
/// it either changes nothing or carries a request ID. One that already had the first of several
/// replies is not: it would have them again.
final class CallLane {
    enum Answer: Hashable {
        case reply(Reply)
        /// It was sent, and no answer came.
        case none
        /// It was never sent.
        case unsent
    }

    private struct Waiting {
        let id: Int
        let message: [UInt8]
        /// True for a call that can have several replies.
        let more: Bool
        /// The time to wait for the answer to a call that must not be repeated.
        let once: Duration?
        var deadline = Duration.zero
        var wasSent = false
        /// True once it has a reply, with more to come.
        var isContinued = false
        var lastWait: Duration?
        var retryAt: Duration?
    }

    private let connect: () throws(SystemError) -> Descriptor
    private let policy: RetryPolicy
    private var connection: ClientConnection?
    private var current: Waiting?
    private var queue: [Waiting] = []

    /// The most calls that wait; nobody presses more keys than that while the daemon is busy.
    private static let longestQueue = 32

    /// Makes a lane; it connects with the first call.
    init(policy: RetryPolicy, connect: @escaping () throws(SystemError) -> Descriptor) {
        self.policy = policy
        self.connect = connect
    }

    var isBusy: Bool { current != nil }

    /// The socket on which an answer may come.
    var socket: Descriptor? { current?.wasSent == true ? connection?.socket : nil }

    /// The time of the next deadline or retry; nil if there is none.
    var due: Duration? {
        current.map { current in min(current.deadline, current.retryAt ?? current.deadline) }
    }

    /// True once there was a connection: a daemon that is gone then may come back.
    private(set) var wasOpen = false

    /// Connects, unless there is a connection.
    func open() throws(SystemError) {
        guard connection == nil else { return }
        connection = ClientConnection(try connect())
        wasOpen = true
    }

    /// Ends the connection, and gives up a call under way; none may wait behind it.
    func disconnect() { (connection, current) = (nil, nil) }

    /// Makes a call, or queues it behind those before it.
    ///
    /// - Parameter once: The time to wait for the answer to a call that must not be repeated; nil
    ///   for one that can be.
    /// - Returns: True if there was room for it.
    func send(_ call: Call, id: Int, once: Duration? = nil, at now: Duration) -> Bool {
        guard queue.count < Self.longestQueue else { return false }
        queue.append(Waiting(id: id, message: call.message, more: call.more, once: once))
        if current == nil { startNext(at: now) }
        return true
    }

    func receive(at now: Duration) -> [(id: Int, answer: Answer)] {
        guard let connection, current != nil else { return [] }
        do {
            try connection.receive()
            return try takeReply(at: now)
        } catch {
            self.connection = nil
            retryLater(at: now)
            return []
        }
    }

    func checkDeadlines(at now: Duration) -> [(id: Int, answer: Answer)] {
        guard let current else { return [] }
        if let early = try? takeReply(at: now), !early.isEmpty { return early }
        if current.deadline <= now {
            // The answer may have come while nobody looked.
            if let late = try? lateReply(at: now) { return [late] }
            connection = nil
            // Each of the calls behind it would have to wait as long again.
            let behind = queue.map { (id: $0.id, answer: Answer.unsent) }
            queue = []
            self.current = nil
            return [(current.id, current.wasSent ? .none : .unsent)] + behind
        }
        if let retryAt = current.retryAt, retryAt <= now { transmit(at: now) }
        return []
    }

    /// Returns the reply to the call under way if all of it has arrived.
    private func lateReply(at now: Duration) throws -> (id: Int, answer: Answer)? {
        guard let connection, current?.wasSent == true else { return nil }
        while try connection.socket.waitUntilReadable(timeout: .zero) {
            try connection.receive()
            if let reply = try takeReply(at: now).first { return reply }
        }
        return nil
    }

    private func takeReply(at now: Duration) throws(ConnectionLost) -> [(id: Int, answer: Answer)] {
        guard let current, current.wasSent, let reply = try connection?.nextReply() else {
            return []
        }
        if reply.continues, current.more {
            self.current?.isContinued = true
            self.current?.deadline = now + (current.once ?? policy.answer)
        } else {
            startNext(at: now)
        }
        return [(current.id, .reply(reply))]
    }

    private func startNext(at now: Duration) {
        current = nil
        guard !queue.isEmpty else { return }
        var next = queue.removeFirst()
        next.deadline = now + (next.once ?? policy.answer)
        current = next
        transmit(at: now)
    }

    private func transmit(at now: Duration) {
        guard let message = current?.message else { return }
        current?.retryAt = nil
        do {
            try open()
            try connection?.send(message, timeout: policy.answer)
            current?.wasSent = true
        } catch {
            connection = nil
            retryLater(at: now)
        }
    }

    /// Schedules a retry of the call, the first one at once after a loss; its answer then has the
    /// full time again.
    private func retryLater(at now: Duration) {
        guard let call = current, call.once == nil, !call.isContinued else {
            current?.deadline = now
            return
        }
        let isFirst = call.wasSent && call.lastWait == nil
        if isFirst { current?.deadline = now + policy.answer }
        let wait = isFirst ? .zero : policy.wait(after: call.lastWait)
        current?.lastWait = wait
        current?.retryAt = now + wait
    }
}

/// The time that a client waits for a daemon that is away or silent.
struct RetryPolicy {
    /// The time for an answer, and again for it after the connection was lost.
    let answer: Duration
    /// The time before the first retry to connect; each wait is twice the one before.
    let firstWait: Duration
    let longestWait: Duration

    /// The policy of a command: the user who typed it waits.
    static let ofCommand = RetryPolicy(
        answer: .seconds(5), firstWait: .milliseconds(20), longestWait: .milliseconds(200))

    /// The time that a sign-in waits: a server on the other side of the world may need long.
    static let ofServer = Duration.seconds(60)

    /// The policy of a watcher, which never gives up; the answer is the next message while the
    /// clock runs.
    static let ofWatcher = RetryPolicy(
        answer: .seconds(2), firstWait: .milliseconds(20), longestWait: .milliseconds(500))

    /// Returns the wait that follows one of this length.
    func wait(after wait: Duration?) -> Duration {
        guard let wait, wait > .zero else { return firstWait }
        return min(wait * 2, longestWait)
    }
}
