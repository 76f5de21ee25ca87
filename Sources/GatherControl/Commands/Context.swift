import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// What every command works with.
struct Context {
    /// The program, with what is outside of it.
    let program: Program
    /// What was asked for beside the verb.
    let options: Options
    /// The ID under which a change counts once.
    let requestID: String
    /// Where the daemon is.
    let socket: SocketChoice
    let session: Session
    let time: any Timekeeper
    /// Whether the output is a terminal whose cursor can be moved.
    let canRedraw: Bool
    /// Whether the output may have bold digits.
    let showsBold: Bool
    /// The machine that the daemon runs on, where it is another.
    let host: RemoteHost?
    /// The programs that may show a long answer; none where it is printed as it is.
    let pagers: Pagers

    /// Where text comes from and goes to.
    var streams: Streams { program.streams }

    /// Where programs are looked for; nil where the C library knows.
    var searchPath: String? { program.environment["PATH"] }

    /// Makes connections for what goes on until somebody ends it.
    var connector: (String) throws(SystemError) -> Descriptor {
        host?.connectorOfWatcher() ?? program.connect
    }

    /// Shows what has worked: the text for people, or the parameters of the reply.
    func show(_ reply: Reply, as text: () throws(Failure) -> String) throws(Failure) {
        if options.quiet { return }
        try streams.output.write(try rendered(reply.parameters, as: text))
    }

    /// Asks something that changes nothing, and shows the answer: in lines for people, or the
    /// parameters.
    func show<Method: VarlinkMethod>(
        _ method: Method, task: String, as lines: (Method.Reply) throws(Failure) -> [String]
    ) throws(Failure) {
        let reply = try query(method.call, task: task)
        try show(reply) { () throws(Failure) in
            try lines(read(reply, Method.self)).map { $0 + "\n" }.joined()
        }
    }

    /// What is shown of a reply: the text for people, or the parameters.
    func rendered(
        _ parameters: JSONObject, as text: () throws(Failure) -> String
    ) throws(Failure) -> String {
        switch options.json {
        case .off: try text()
        case .short: JSONValue.object(parameters).printableText(isPretty: false) + "\n"
        case .pretty: JSONValue.object(parameters).printableText(isPretty: true) + "\n"
        }
    }

    /// Shows an answer that comes in parts, and may be longer than the screen.
    func page(
        _ write: ((String) throws(Failure) -> Void) throws(Failure) -> Void
    ) throws(Failure) {
        let output = PagedOutput(streams.output, pagers: pagers)
        do {
            try write { (text) throws(Failure) in
                if !options.quiet { try output.write(text) }
            }
        } catch {
            // What there is can be read all the same, before it is said why there is no more.
            try? output.finish()
            throw error
        }
        try output.finish()
    }

    /// Asks something that changes nothing.
    func query(_ call: Call, task: String) throws(Failure) -> Reply {
        try accepted(answer(call, task: task), task)
    }

    /// Asks something that changes nothing, and takes a refusal for an answer.
    func answer(_ call: Call, task: String) throws(Failure) -> Reply {
        do { return try session.call(call) } catch {
            throw failure(error, lost: "cannot \(task): no answer came")
        }
    }

    /// Asks something that a server has to answer, once.
    func ask(_ call: Call, task: String) throws(Failure) -> Reply {
        try accepted(answerOfServer(call, task: task), task)
    }

    /// Asks something that a server has to answer, once, and takes a refusal for an answer.
    func answerOfServer(_ call: Call, task: String) throws(Failure) -> Reply {
        do { return try session.call(call, once: Patience.ofServer) } catch {
            throw failure(
                error, lost: "cannot \(task): the answer was lost, it may have worked or not")
        }
    }

    private func accepted(_ reply: Reply, _ task: String) throws(Failure) -> Reply {
        if reply.error == nil { return reply }
        throw Failure(.refused, RefusalPresenter(task: task).text(reply))
    }

    /// Reads what an answer to `Get` tells.
    func state(_ reply: Reply) throws(Failure) -> MatchState {
        try read(reply, GatherMethod.Get.self)
    }

    /// Reads what a message of a subscription tells, and why it came.
    ///
    /// - Parameter task: What there is a subscription for, should it be refused.
    func news(
        _ message: Reply, task: String
    ) throws(Failure) -> (match: MatchState, reason: String) {
        let news = try read(accepted(message, task), GatherMethod.Subscribe.self)
        return (MatchState(gather: news.gather, salvaged: news.salvaged), news.reason)
    }

    /// Reads the parameters of a reply to a method.
    func read<Method: VarlinkMethod>(
        _ reply: Reply, _ method: Method.Type
    ) throws(Failure) -> Method.Reply {
        try read(reply) { (reader) throws(VarlinkError) in try Method.Reply(from: &reader) }
    }

    /// Reads the parameters of a reply.
    func read<Value>(
        _ reply: Reply, _ take: (inout ParameterReader) throws(VarlinkError) -> Value
    ) throws(Failure) -> Value {
        do {
            var reader = ParameterReader(reply.parameters)
            return try take(&reader)
        } catch { throw misunderstood }
    }

    /// The failure of an answer that is not what it has to be.
    var misunderstood: Failure {
        Failure(.refused, "cannot understand the answer of gatherd at \(socket.path)")
    }

    /// The failure of a call without a reply.
    func failure(_ error: SessionError, lost: String) -> Failure {
        switch error {
        case .unreachable(let cause): unreachable(cause)
        case .noAnswer:
            Failure(.unconfirmed, lost, hint: "gatherd at \(socket.path) gives no answer")
        }
    }

    /// The failure of a first try to reach the daemon.
    func unreachable(_ cause: SystemError) -> Failure {
        if let failure = host?.failure {
            return Failure(.unreachable, "cannot reach gatherd at \(socket.path): \(failure)")
        }
        if cause.code == EAGAIN {
            let seconds = Patience.ofCommand.answer.components.seconds
            return Failure(
                .unreachable,
                "cannot reach gatherd at \(socket.path): "
                    + "it has taken no connection for \(seconds) s")
        }
        let isAway = cause.code == ENOENT || cause.code == ECONNREFUSED
        let hint = isAway ? "; start it with \(socket.startHint)" : ""
        return Failure(.unreachable, "cannot reach gatherd at \(socket.path): \(cause)\(hint)")
    }
}
