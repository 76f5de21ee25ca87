import Dispatch
import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A connection to gather-submit that is made at need, on a queue of its own: there it may wait.
actor SubmitterLane {
    private let executor = QueueExecutor(label: "gatherd.submit")
    private let path: String
    private var connection: SubmitterConnection?

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a lane to the socket, or the program, at a path.
    init(path: String) {
        self.path = path
    }

    /// Makes a call when those before it are done.
    nonisolated func carryOut(
        _ call: Call, tellingOn queue: DispatchQueue,
        done: @escaping @Sendable (Result<JSONObject, SubmitterError>) -> Void
    ) {
        // Here and now: it may wait for those before it, and nobody is to keep the call so long.
        let (message, method) = (call.secretMessage, call.method)
        executor.queue.async {
            let result = self.assumeIsolated { lane in
                Result { () throws(SubmitterError) in
                    try lane.reply(to: message, of: method) { _ in }
                }
            }
            queue.async { done(result) }
        }
    }

    /// Makes a call when those before it are done, and reads the pages of its list here, so that
    /// the daemon's queue has nothing of a long one.
    nonisolated func read(
        _ call: Call, into list: ServerList, tellingOn queue: DispatchQueue,
        done: @escaping @Sendable (Result<ServerList, SubmitterError>) -> Void
    ) {
        let (message, method) = (call.secretMessage, call.method)
        executor.queue.async {
            let result = self.assumeIsolated { lane in
                Result { () throws(SubmitterError) in
                    var list = list
                    let last = try lane.reply(to: message, of: method) {
                        (page: JSONObject) throws(SubmitterError) in try list.add(page)
                    }
                    try list.add(last)
                    return list
                }
            }
            queue.async { done(result) }
        }
    }

    /// Sends a message and waits for the last reply to it; others, of which each is a page, are
    /// given away as they come.
    ///
    /// A connection with which something is wrong is given up, and with it what is still to come.
    private func reply(
        to message: SecretBytes, of method: String,
        page: (JSONObject) throws(SubmitterError) -> Void
    ) throws(SubmitterError) -> JSONObject {
        let connection = try send(message)
        var reply = try connection.reply(within: Limits.submitterPatience)
        while reply.continues {
            try page(reply.parameters)
            reply = try connection.reply(within: Limits.submitterPatience)
        }
        self.connection = connection
        guard let name = reply.error else { return reply.parameters }
        throw SubmitterError(reply) ?? .notSent(reason: Self.words(for: name, method))
    }

    /// Any other error says that the call made no step.
    private static func words(for error: String, _ method: String) -> String {
        guard case .methodNotFound = VarlinkError(Reply(error: error)) else {
            return "gather-submit does not take the call: \(error)"
        }
        let name = method.split(separator: ".").last ?? ""
        return "gather-submit does not know \(name): it is not of this version of gatherd"
    }

    /// Sends a message whole, on a new connection if the one that is kept has ended: what
    /// gather-submit did not read, it has not begun.
    ///
    /// The message is overwritten, whatever comes of it.
    private func send(_ message: SecretBytes) throws(SubmitterError) -> SubmitterConnection {
        defer { message.wipe() }
        if let kept = connection {
            connection = nil
            if (try? kept.send(message)) != nil { return kept }
        }
        do {
            let connection = try SubmitterConnection(path: path)
            try connection.send(message)
            return connection
        } catch {
            throw .notSent(reason: "cannot reach gather-submit at \(path): \(error)")
        }
    }
}

/// A connection to gather-submit: to a socket, or to a program of one's own.
final class SubmitterConnection {
    private let socket: Descriptor
    private var framer = MessageFramer(
        limit: Limits.submitterReplyBytes, nesting: Limits.messageNesting,
        values: Limits.submitterReplyValues)
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    /// Freed memory is overwritten: a token or a password was in it.
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

    /// Sends a message whole, or has not sent it.
    func send(_ message: SecretBytes) throws(SystemError) {
        try message.read { (bytes) throws(SystemError) in
            var rest = bytes[...]
            while !rest.isEmpty { rest = rest.dropFirst(try socket.write(rest) ?? 0) }
        }
    }

    /// Waits for the reply to a message that has been sent.
    func reply(within patience: Duration) throws(SubmitterError) -> Reply {
        do {
            while true {
                if let message = try framer.next() { return try Reply(parsing: message) }
                guard try socket.waitUntilReadable(timeout: patience) else {
                    throw SubmitterError.outcomeUnknown(reason: "gather-submit gives no answer")
                }
                guard let count = try socket.read(into: &buffer), count > 0 else {
                    throw SubmitterError.outcomeUnknown(reason: "gather-submit has ended")
                }
                framer.append(buffer[..<count])
                // A token may be in it.
                for index in 0..<count { buffer[index] = 0 }
            }
        } catch let error as SubmitterError {
            throw error
        } catch {
            throw .outcomeUnknown(reason: "the answer of gather-submit is lost: \(error)")
        }
    }
}
