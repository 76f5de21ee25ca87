import LinuxIO
import Varlink

/// The reason why a call has no reply.
enum SessionError: Error, Hashable {
    /// The daemon cannot be reached at the first try.
    case unreachable(SystemError)
    /// The daemon was reached, and its answer was lost or did not come in time.
    case noAnswer
}

/// Calls to one daemon, each of them repeated after a lost connection.
final class Session {
    private let lane: CallLane
    private let time: any Timekeeper

    /// Makes a session with the daemon at a path; it connects with the first call.
    init(
        path: String, time: any Timekeeper,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) {
        self.time = time
        lane = CallLane(policy: .ofCommand) { () throws(SystemError) in try connect(path) }
    }

    /// Ends the connection, on which a subscription may go on, or a call have more replies.
    ///
    /// The next call makes another.
    func disconnect() { lane.disconnect() }

    /// Makes a call and waits for its reply.
    ///
    /// - Parameter timeout: The time to wait for the reply to a call that must not be repeated;
    ///   nil for one that counts once however often it is made.
    func call(_ call: Call, once timeout: Duration? = nil) throws(SessionError) -> Reply {
        try begin(call, once: timeout)
        return try nextReply()
    }

    /// Makes a call, whose replies come from ``nextReply()`` until one does not continue.
    ///
    /// A daemon that was reached before is waited for, as it may restart.
    func begin(_ call: Call, once timeout: Duration? = nil) throws(SessionError) {
        if !lane.wasOpen { do { try lane.open() } catch { throw .unreachable(error) } }
        _ = lane.send(call, id: 0, once: timeout, at: time.ownBoottime)
        // The answer is shown in the user's language: the catalogue is read while gatherd makes it.
        _ = Catalogue.isThere
    }

    /// Waits for the next reply to the call that was begun last.
    func nextReply() throws(SessionError) -> Reply {
        while true {
            let now = time.ownBoottime
            var answers = lane.checkDeadlines(at: now)
            if answers.isEmpty {
                let isReady = time.wait(
                    for: lane.socket, timeout: lane.due.map { max($0 - now, .zero) })
                if isReady { answers = lane.receive(at: time.ownBoottime) }
            }
            guard let answer = answers.first?.answer else { continue }
            guard case .reply(let reply) = answer else { throw .noAnswer }
            return reply
        }
    }
}
