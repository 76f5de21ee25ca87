import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// The context in which every command runs.
struct Context {
    /// The program, with its connections to the outside.
    let program: Program
    /// The options beside the verb.
    let options: Options
    /// The ID under which a change counts once.
    let requestID: String
    /// The address of the daemon.
    let socket: SocketChoice
    let session: Session
    let time: any Timekeeper
    /// True if the output is a terminal whose cursor can be moved.
    let canRedraw: Bool
    /// True if the output may have bold digits.
    let showsBold: Bool
    /// The machine that the daemon runs on; nil for this machine.
    let host: RemoteHost?
    /// The programs that may show a long answer; none if it is printed directly.
    let pagers: Pagers
    /// The settings in force, and what each comes from.
    let settings: [SettingInForce]
    /// The path of the user's settings; nil if no directory is known for it.
    let settingsPath: String?

    /// The streams that text is read from and written to.
    var streams: Streams { program.streams }

    /// The connector for commands that run until they are stopped.
    var connector: (String) throws(SystemError) -> Descriptor {
        host?.connectorOfWatcher() ?? program.connect
    }

    /// Writes a line for people to standard error.
    func note(_ text: String) throws(Failure) {
        try streams.errors.write("\(options.aimed(text))\n")
    }

    /// Writes lines for people, which are not part of an answer as JSON.
    func say(_ lines: [String]) throws(Failure) {
        guard options.json == .off, !options.quiet else { return }
        try streams.output.write(lines.text)
    }

    /// Shows a successful reply: the text for people, or its parameters as JSON.
    func show(_ reply: Reply, as text: () throws(Failure) -> String) throws(Failure) {
        if options.quiet { return }
        try streams.output.write(try rendered(reply.parameters, as: text))
    }

    /// Shows the reply to a change as ``show(_:as:)`` does; a failure says that it was made.
    func showChange(_ reply: Reply, as text: () throws(Failure) -> String) throws(Failure) {
        do { try show(reply, as: text) } catch {
            // The exit status alone would look like a refusal.
            throw Failure(error.status, error.message, hint: tr("the change was made all the same"))
        }
    }

    /// Makes a call that changes nothing, and shows the reply: as lines for people, or its
    /// parameters as JSON.
    ///
    /// - Throws: A ``Failure`` if it is refused or no reply comes.
    func show<Method: VarlinkMethod>(
        _ method: Method, failure: @autoclosure () -> String,
        as lines: (Method.Reply) throws(Failure) -> [String]
    ) throws(Failure) {
        let reply = try query(method.call, failure: failure())
        try show(reply) { () throws(Failure) in
            try lines(read(reply, Method.self)).text
        }
    }

    /// Returns texts that are shown to people, or are a part of JSON, and then in English.
    func texts(_ make: () -> [String]) -> [String] {
        options.json == .off ? make() : Catalogue.inEnglish(make)
    }

    /// Returns what is shown of a reply: the text for people, or its parameters as JSON.
    func rendered(
        _ parameters: JSONObject, as text: () throws(Failure) -> String
    ) throws(Failure) -> String {
        switch options.json {
        case .off: options.aimed(try text())
        case .short: JSONValue.object(parameters).printableText(isPretty: false) + "\n"
        case .pretty: JSONValue.object(parameters).printableText(isPretty: true) + "\n"
        }
    }

    /// Shows an answer that comes in parts, and may be longer than the screen.
    func page(_ write: ((String) throws(Failure) -> Void) throws(Failure) -> Void) throws(Failure) {
        let output = PagedOutput(streams.output, pagers: pagers)
        do {
            try write { (text) throws(Failure) in
                if !options.quiet { try output.write(text) }
            }
        } catch {
            // The part that has arrived can still be read before the error is reported.
            try? output.finish()
            throw error
        }
        try output.finish()
    }

    /// Makes a call that changes nothing.
    ///
    /// - Parameter timeout: The time to wait for the answer to a call that is made once; nil to
    ///   retry.
    /// - Throws: A ``Failure`` if it is refused or no reply comes.
    func query(
        _ call: Call, failure: @autoclosure () -> String, once timeout: Duration? = nil
    ) throws(Failure) -> Reply {
        try accepted(answer(call, failure: failure(), once: timeout), failure())
    }

    /// Makes a call that changes nothing; returns a refusal as a reply.
    ///
    /// - Parameter timeout: The time to wait for the answer to a call that is made once; nil to
    ///   retry.
    /// - Throws: A ``Failure`` if no reply comes.
    func answer(
        _ call: Call, failure: @autoclosure () -> String, once timeout: Duration? = nil
    ) throws(Failure) -> Reply {
        do { return try session.call(call, once: timeout) } catch {
            throw self.failure(error, lost: filled(failure(), [tr("no answer came")]))
        }
    }

    /// Makes a call once that a server has to answer.
    ///
    /// - Throws: A ``Failure`` if it is refused or no reply comes.
    func request(_ call: Call, failure: @autoclosure () -> String) throws(Failure) -> Reply {
        try accepted(answerOfServer(call, failure: failure()), failure())
    }

    /// Makes a call once that a server has to answer; returns a refusal as a reply.
    ///
    /// - Throws: A ``Failure`` if no reply comes.
    func answerOfServer(_ call: Call, failure: @autoclosure () -> String) throws(Failure) -> Reply {
        do { return try session.call(call, once: RetryPolicy.ofServer) } catch {
            let cause = tr("the answer was lost; it may or may not have worked")
            throw self.failure(error, lost: filled(failure(), [cause]))
        }
    }

    /// Returns a reply that is no error.
    ///
    /// - Throws: A ``Failure`` for a refusal.
    func accepted(_ reply: Reply, _ failure: @autoclosure () -> String) throws(Failure) -> Reply {
        if reply.error == nil { return reply }
        throw refused(reply, RefusalPresenter(failure: failure()).text(reply))
    }

    /// Returns the failure for a refusal; one for lack of permission has the command that gives it.
    func refused(_ reply: Reply, _ text: String) -> Failure {
        let isDenied = VarlinkError(reply) == .permissionDenied
        return Failure(.refused, text, hint: isDenied ? accessHint : nil)
    }

    /// The owner and the group of the socket, with the command that lets the user in.
    private var accessHint: String? {
        host == nil ? accessHint(socket.path) : nil
    }

    /// Returns the owner and the group of a socket, with the command that lets the user in.
    func accessHint(_ path: String) -> String? {
        // Not translated: a name to be replaced in a command.
        let user = UserName.of(uid: program.environment.uid) ?? "USER"
        return SocketAccess(path: path)?.hint(for: user, givenCommand)
    }

    /// The command, as another user of this machine gives it.
    var givenCommand: GivenCommand { GivenCommand(options, for: socket) }

    /// Reads the state of the match from a reply to `Get`.
    func state(_ reply: Reply) throws(Failure) -> MatchState {
        try read(reply, GatherMethod.Get.self)
    }

    /// Reads the state of the match from a message of a subscription, and the reason for the
    /// message.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause.
    func update(
        _ message: Reply, failure: String
    ) throws(Failure) -> (match: MatchState, reason: String) {
        let update = try read(accepted(message, failure), GatherMethod.Subscribe.self)
        return (MatchState(gather: update.gather, salvaged: update.salvaged), update.reason)
    }

    /// Reads the parameters of a reply to a method.
    ///
    /// - Throws: ``misunderstood`` if they are not valid.
    func read<Method: VarlinkMethod>(
        _ reply: Reply, _ method: Method.Type
    ) throws(Failure) -> Method.Reply {
        try read(reply) { (reader) throws(VarlinkError) in try Method.Reply(from: &reader) }
    }

    /// Reads the parameters of a reply.
    ///
    /// - Throws: ``misunderstood`` if they are not valid.
    func read<Value>(
        _ reply: Reply, _ take: (inout ParameterReader) throws(VarlinkError) -> Value
    ) throws(Failure) -> Value {
        do {
            var reader = ParameterReader(reply.parameters)
            return try take(&reader)
        } catch { throw misunderstood }
    }

    /// The failure for a reply that cannot be decoded.
    var misunderstood: Failure {
        Failure(.refused, tr("cannot understand the answer of gatherd at %1$@", socket.path))
    }

    /// Returns the failure for a call without a reply.
    func failure(_ error: SessionError, lost: String) -> Failure {
        switch error {
        case .unreachable(let cause): unreachable(cause)
        case .noAnswer:
            // A service that cannot start leaves its clients to wait at the socket of systemd.
            Failure(
                .unconfirmed, lost,
                hint: [tr("gatherd at %1$@ does not answer", socket.path), socket.logHint()]
                    .compactMap(\.self).joinedBySemicolons())
        }
    }

    /// Refuses what concerns this machine alone for another one.
    func refuseHost(_ failure: String) throws(Failure) {
        guard let host = options.host else { return }
        throw Failure(
            .usage, failure, cause: tr("it is about the machine that it runs on"),
            hint: tr("'%1$@' does it there", GivenCommand(there: options).ssh(host)))
    }

    /// Returns the failure for a daemon that cannot be reached at the first try.
    func unreachable(_ cause: SystemError) -> Failure {
        let text =
            switch (host?.failure, cause.code) {
            case (let failure?, _): failure
            case (nil, EAGAIN):
                tr(
                    "it has accepted no connection for %1$@ s",
                    RetryPolicy.ofCommand.answer.components.seconds)
            case (nil, ENOENT), (nil, ECONNREFUSED):
                ["\(cause)", socket.startHint()].compactMap(\.self).joinedBySemicolons()
            default: "\(cause)"
            }
        return Failure(
            .unreachable, tr("cannot reach gatherd at %1$@: %2$@", socket.path, text),
            hint: cause.code == EACCES ? accessHint : nil)
    }
}
