import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// Another program of this machine than gatherd, at a socket of its own.
struct OtherService {
    private let context: Context
    private let failure: String
    private let program: String
    private let path: String
    /// True if the socket is that of the machine's own program.
    private let isOfMachine: Bool
    /// The unit that starts it at the path, and the command that does.
    private let starts: (unit: String?, program: String)
    private let text: (Reply) -> String?

    /// Finds its socket.
    ///
    /// - Parameters:
    ///   - failure: The text of an error, with a place for the cause.
    ///   - program: The name of the program.
    ///   - path: The path that was given; nil for the usual one.
    ///   - own: That of the user's own program.
    ///   - system: That of the machine's.
    ///   - starts: The unit that starts it for the machine, and the command that does for a user.
    ///   - text: Returns the text of an error; nil for one that is not known.
    init(
        _ context: Context, _ failure: String, program: String, path: String?, own: String?,
        system: String, starts: (unit: String, program: String), text: @escaping (Reply) -> String?
    ) throws(Failure) {
        try context.refuseHost(failure)
        (self.context, self.failure, self.program) = (context, failure, program)
        self.text = text
        let found = [own == system ? nil : own, system].compactMap(\.self)
        let there = found.filter(Files.exists)
        // A program that was killed leaves its socket file behind, so both sockets are tried.
        let answering =
            there.count > 1 ? there.first { (try? context.program.connect($0)) != nil } : nil
        self.path = path ?? answering ?? there.first ?? found[0]
        isOfMachine = self.path == system
        // A unit serves at the usual socket alone.
        self.starts = (path == nil || isOfMachine ? starts.unit : nil, starts.program)
    }

    /// Connects.
    func open() throws(Failure) -> ClientConnection {
        do { return ClientConnection(try context.program.connect(path)) } catch {
            let hint =
                error.code == EACCES
                ? accessHint
                : StartHint.text([starts.unit.flatMap { StartHint.unit($0) }, starts.program])
            throw Failure(
                .unreachable, failure,
                cause: tr("cannot reach %1$@ at '%2$@': %3$@", program, path.shown, error),
                hint: hint)
        }
    }

    /// Makes a call, and returns its first reply.
    func send(_ call: Call, on connection: ClientConnection) throws(Failure) -> Reply {
        try accepted(answer(call, on: connection))
    }

    /// Makes a call, and returns its first reply, which may be an error.
    func answer(_ call: Call, on connection: ClientConnection) throws(Failure) -> Reply {
        do { try connection.send(call.message, timeout: RetryPolicy.ofCommand.answer) } catch {
            throw lost
        }
        return try nextAnswer(on: connection, within: RetryPolicy.ofCommand.answer)
    }

    /// Waits for the next reply.
    func next(on connection: ClientConnection, within timeout: Duration) throws(Failure) -> Reply {
        try accepted(nextAnswer(on: connection, within: timeout))
    }

    private func nextAnswer(
        on connection: ClientConnection, within timeout: Duration
    ) throws(Failure) -> Reply {
        let deadline = context.time.now().boottime + timeout
        while true {
            let reply: Reply?
            do { reply = try connection.nextReply() } catch { throw lost }
            if let reply { return reply }
            let left = deadline - context.time.now().boottime
            guard left > .zero, context.time.wait(for: connection.socket, timeout: left) else {
                if left <= .zero { throw lost }
                continue
            }
            do { try connection.receive() } catch { throw lost }
        }
    }

    /// Returns a reply that is no error.
    ///
    /// - Throws: A ``Failure`` with the text of the error.
    func accepted(_ reply: Reply) throws(Failure) -> Reply {
        guard let error = reply.error else { return reply }
        if VarlinkError(reply) == .permissionDenied {
            throw Failure(.refused, failure, cause: tr("you may not do this"), hint: accessHint)
        }
        throw Failure(
            .refused, failure,
            cause: text(reply) ?? tr("%1$@ answers '%2$@'", program, error.shown))
    }

    private var accessHint: String? { context.accessHint(path) }

    /// The text for a connection that has ended.
    var gone: String { tr("%1$@ at '%2$@' has gone", program, path.shown) }

    private var lost: Failure {
        Failure(
            .unconfirmed, failure, cause: gone,
            hint: isOfMachine ? starts.unit.flatMap { StartHint.log($0) } : nil)
    }
}
