import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A lane of calls to gather-submit that wait for one another, on a queue that may block, with a
/// connection that is made when needed.
final class SubmitterLane {
    private let path: String
    private var connection: SubmitterConnection?

    init(path: String) {
        self.path = path
    }

    /// Sends a message and waits for the last reply; each reply to a list call is a page of the
    /// list, so that the match's queue is not burdened by a long one.
    ///
    /// A broken connection is closed, and its remaining replies are lost.
    func reply(
        to message: SecretBytes, of method: String, into list: ServerList?
    ) throws(SubmitterError) -> SubmitterReply {
        var list = list
        let connection = try send(message)
        var reply = try connection.reply(within: Limits.submitterTimeout)
        while reply.continues {
            try list?.add(reply.parameters)
            reply = try connection.reply(within: Limits.submitterTimeout)
        }
        self.connection = connection
        if let name = reply.error {
            throw SubmitterError(reply) ?? .notSent(reason: Self.reason(for: name, method))
        }
        try list?.add(reply.parameters)
        return list.map(SubmitterReply.list) ?? .parameters(reply.parameters)
    }

    /// Returns the reason why a call was answered with an error that is not one of its interface.
    ///
    /// The call then carried out no step.
    private static func reason(for error: String, _ method: String) -> String {
        guard case .methodNotFound = VarlinkError(Reply(error: error)) else {
            return "gather-submit does not take the call: \(error)"
        }
        let name = method.split(separator: ".").last ?? ""
        return "gather-submit does not know \(name): it is not of this version of gatherd"
    }

    /// Sends a whole message, on a new connection if the present one has ended.
    ///
    /// A message that gather-submit did not read has not begun.
    ///
    /// The message is overwritten in any case.
    private func send(_ message: SecretBytes) throws(SubmitterError) -> SubmitterConnection {
        defer { message.wipe() }
        if let kept = connection.take(), (try? kept.send(message)) != nil { return kept }
        do {
            let connection = try SubmitterConnection(path: path)
            try connection.send(message)
            return connection
        } catch {
            throw .notSent(reason: "cannot reach gather-submit at \(path): \(error)")
        }
    }
}

/// A connection to gather-submit: to a socket, or to a program started for it.
final class SubmitterConnection {
    private let socket: Descriptor
    private var framer = MessageFramer(
        limit: Limits.submitterReplyBytes, nesting: Limits.messageNesting,
        values: Limits.submitterReplyValues)
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// The setting that makes freed memory be overwritten, since it may have held a token or a
    /// password.
    private static let variable =
        "GLIBC_TUNABLES=glibc.malloc.perturb=255:glibc.malloc.tcache_count=0"

    /// Connects to a socket, or starts a program with one.
    init(path: String) throws(SystemError) {
        if Files.isSocket(path) {
            socket = try UnixSocket.connect(to: path, timeout: Limits.submitterConnect)
        } else {
            let (theirs, ours) = try UnixSocket.pair()
            try ChildProcess.start(
                path, ["--descriptor", "3"], passing: theirs, variable: Self.variable)
            socket = ours
        }
    }

    /// Sends a whole message, or throws if it was not sent.
    func send(_ message: SecretBytes) throws(SystemError) {
        try message.read { (bytes) throws(SystemError) in try socket.writeAll(bytes[...]) }
    }

    /// Waits for the reply to a message that was sent.
    func reply(within timeout: Duration) throws(SubmitterError) -> Reply {
        do {
            while true {
                if let message = try framer.next() { return try Reply(parsing: message) }
                guard try socket.waitUntilReadable(timeout: timeout) else {
                    throw SubmitterError.outcomeUnknown(reason: "gather-submit gives no answer")
                }
                guard let count = try socket.read(into: &buffer), count > 0 else {
                    throw SubmitterError.outcomeUnknown(reason: "gather-submit has ended")
                }
                framer.append(buffer[..<count])
                // The bytes may contain a token.
                for index in 0..<count { buffer[index] = 0 }
            }
        } catch let error as SubmitterError {
            throw error
        } catch {
            throw .outcomeUnknown(reason: "the answer of gather-submit is lost: \(error)")
        }
    }
}
