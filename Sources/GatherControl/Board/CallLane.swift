import LinuxIO
import Varlink

/// Makes calls one after another without ever waiting for an answer.
///
/// A call that was lost with its connection is sent again, the same bytes, for as long as an answer
/// is awaited: it changes nothing, or carries a request ID.
final class CallLane {
    /// What has come of a call.
    enum Answer: Hashable {
        /// The daemon has answered.
        case reply(Reply)
        /// It was sent, and no answer came.
        case none
        /// It was never sent.
        case unsent
    }

    private struct Waiting {
        let id: Int
        let message: [UInt8]
        var deadline = Duration.zero
        var wasSent = false
        var lastWait: Duration?
        var retryAt: Duration?
    }

    private let connect: () throws(SystemError) -> Descriptor
    private let patience: Patience
    private var connection: ClientConnection?
    private var current: Waiting?
    private var queue: [Waiting] = []

    /// More keys than these nobody presses while the daemon thinks.
    private static let longestQueue = 32

    /// Makes a lane; it connects with the first call.
    init(patience: Patience, connect: @escaping () throws(SystemError) -> Descriptor) {
        self.patience = patience
        self.connect = connect
    }

    /// Whether an answer is awaited.
    var isBusy: Bool { current != nil }

    /// The socket on which an answer may come.
    var socket: Descriptor? { current?.wasSent == true ? connection?.socket : nil }

    /// When something is to be done here; nil if never.
    var due: Duration? {
        current.map { current in min(current.deadline, current.retryAt ?? current.deadline) }
    }

    /// Makes a call, or has it wait for those before it.
    ///
    /// - Returns: Whether there was room for it.
    func send(_ call: Call, id: Int, at now: Duration) -> Bool {
        guard queue.count < Self.longestQueue else { return false }
        queue.append(Waiting(id: id, message: call.message))
        if current == nil { startNext(at: now) }
        return true
    }

    /// Takes in what has arrived.
    func receive(at now: Duration) -> [(id: Int, answer: Answer)] {
        guard let connection, let current else { return [] }
        do {
            try connection.receive()
            guard let reply = try connection.nextReply() else { return [] }
            startNext(at: now)
            return [(current.id, .reply(reply))]
        } catch {
            self.connection = nil
            retryLater(at: now)
            return []
        }
    }

    /// Does what is due.
    func passTime(at now: Duration) -> [(id: Int, answer: Answer)] {
        guard let current else { return [] }
        if current.deadline <= now {
            connection = nil
            // Those behind it would have to wait as long, each of them.
            let behind = queue.map { (id: $0.id, answer: Answer.unsent) }
            queue = []
            self.current = nil
            return [(current.id, current.wasSent ? .none : .unsent)] + behind
        }
        if let retryAt = current.retryAt, retryAt <= now { transmit(at: now) }
        return []
    }

    private func startNext(at now: Duration) {
        current = queue.isEmpty ? nil : queue.removeFirst()
        current?.deadline = now + patience.answer
        if current != nil { transmit(at: now) }
    }

    private func transmit(at now: Duration) {
        guard let message = current?.message else { return }
        current?.retryAt = nil
        do {
            let connection = try connection ?? ClientConnection(connect())
            self.connection = connection
            try connection.send(message, timeout: patience.answer)
            current?.wasSent = true
        } catch {
            connection = nil
            retryLater(at: now)
        }
    }

    private func retryLater(at now: Duration) {
        let wait = patience.wait(after: current?.lastWait)
        current?.lastWait = wait
        current?.retryAt = now + wait
    }
}
