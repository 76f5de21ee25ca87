import LinuxIO
import Varlink

/// Why a call has no reply.
enum SessionError: Error, Hashable {
    /// The daemon cannot be reached at the first try.
    case unreachable(SystemError)
    /// The daemon was reached, and its answer was lost or did not come in time.
    case noAnswer
}

/// Calls to one daemon, each of them repeated over a lost connection.
///
/// A call is to count once however often it is sent: it changes nothing, or carries a request ID.
final class Session {
    private let path: String
    private let connect: (String) throws(SystemError) -> Descriptor
    private let time: any Timekeeper
    private let patience: Patience
    private var connection: ClientConnection?

    /// Makes a session with the daemon at a path, which it never changes; it connects with the
    /// first call.
    init(
        path: String, time: any Timekeeper, patience: Patience = .ofCommand,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) {
        self.path = path
        self.time = time
        self.patience = patience
        self.connect = connect
    }

    /// Makes a call and waits for its reply.
    func call(_ call: Call) throws(SessionError) -> Reply {
        let message = call.message
        let connection = try firstConnection()
        let reply: Reply?
        do {
            reply = try answer(to: message, on: connection, until: deadline)
        } catch {
            reply = answerAfterLoss(message)
        }
        guard let reply else { throw .noAnswer }
        return reply
    }

    /// Makes a call that must not be made twice, and waits so long for its reply.
    func call(_ call: Call, once patience: Duration) throws(SessionError) -> Reply {
        let connection = try firstConnection()
        let deadline = time.now().boottime + patience
        guard let reply = try? answer(to: call.message, on: connection, until: deadline) else {
            throw .noAnswer
        }
        return reply
    }

    /// Connects anew and sends the same bytes, until there is a reply or too much time is gone.
    private func answerAfterLoss(_ message: [UInt8]) -> Reply? {
        let deadline = deadline
        var wait: Duration?
        while time.now().boottime < deadline {
            if let socket = try? connect(path) {
                do {
                    return try answer(to: message, on: ClientConnection(socket), until: deadline)
                } catch {
                    // Lost once more: the next turn tries again.
                }
            }
            let next = patience.wait(after: wait)
            _ = time.wait(for: nil, timeout: next)
            wait = next
        }
        return nil
    }

    /// Sends a message and takes its reply.
    ///
    /// - Returns: The reply, or nil if the daemon stays silent: there another connection would
    ///   not help.
    private func answer(
        to message: [UInt8], on connection: ClientConnection, until deadline: Duration
    ) throws(ConnectionLost) -> Reply? {
        // It is kept for the next call only after an answer.
        self.connection = nil
        try connection.send(message, timeout: patience.answer)
        while true {
            if let reply = try connection.nextReply() {
                self.connection = connection
                return reply
            }
            guard waitForMore(on: connection, until: deadline) else { return nil }
            try connection.receive()
        }
    }

    /// Whether more arrives in time.
    private func waitForMore(on connection: ClientConnection, until deadline: Duration) -> Bool {
        while true {
            let left = deadline - time.now().boottime
            guard left > .zero else { return false }
            if time.wait(for: connection.socket, timeout: left) { return true }
        }
    }

    private var deadline: Duration { time.now().boottime + patience.answer }

    private func firstConnection() throws(SessionError) -> ClientConnection {
        if let connection { return connection }
        do {
            return ClientConnection(try connect(path))
        } catch {
            throw .unreachable(error)
        }
    }
}
