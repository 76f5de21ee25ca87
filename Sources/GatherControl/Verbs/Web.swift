import LinuxIO

/// `web`: starts gather-web for a person, until it is stopped.
struct Web: Command {
    static let verb = Verb(
        name: "web", arguments: "[--remote] [--listen ADDRESS:PORT]",
        summary: tr("show the match in browsers, until ^C"),
        failure: tr("cannot show the page: %1$@"), topic: .showing, options: [.remote, .listen],
        hasAnswer: false,
        manual: """
            Start gather-web(8) for everybody in this network, and print the addresses of the page
            and a QR code with the first of them. It goes on until ^C. With --remote it starts the
            remote instead, at port 8081 rather than 8080: then type *pair* in another terminal to
            let a phone in. On a machine with systemd the units of the package serve both, without
            this command.
            """
    ) { arguments in Web(isRemote: arguments.has(.remote), listen: arguments.text(.listen)) }

    /// True to serve the remote.
    var isRemote = false
    /// The address and the port to listen at; nil for all addresses and the usual port.
    var listen: String?

    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        try context.refuseHost(Self.verb.failure)
        let port = isRemote ? StandardPaths.remotePort : StandardPaths.pagePort
        var arguments = [
            "--announce", "--socket", context.socket.path, "--listen", listen ?? "0.0.0.0:\(port)",
        ]
        if isRemote { arguments.append("--remote") }
        // In its place: whatever ends this process ends the server, and its status is ours.
        try WebProgram.become(arguments, Self.verb.failure)
    }
}

/// The program that serves the page.
enum WebProgram {
    private static let name = "gather-web"

    /// Runs it in this process; returns only if there is no such program.
    static func become(_ arguments: [String], _ failure: String) throws(Failure) {
        throw missing(SpawnedProcess.replaceThisProcess([Programs.ours(name)] + arguments), failure)
    }

    private static func missing(_ error: SystemError, _ failure: String) -> Failure {
        Failure(
            .refused, failure, cause: tr("'%1$@' does not start: %2$@", name, error),
            hint: tr("the package gatherd-web has it, or 'units/install --web'"))
    }

    /// Starts it with the output of this process.
    ///
    /// - Throws: A ``Failure`` if there is no such program.
    private static func start(
        _ arguments: [String], input: Descriptor? = nil, _ failure: String
    ) throws(Failure) -> SpawnedProcess {
        do {
            return try SpawnedProcess(
                [Programs.ours(name)] + arguments, streams: SpawnedProcess.Streams(input: input),
                leadsGroup: false)
        } catch { throw missing(error, failure) }
    }

    /// Prints a text as a QR code, by gather-web.
    ///
    /// It gets the text as its input: its arguments can be read by everybody on the machine, who
    /// could use a number before the phone that it is for.
    static func showCode(of text: String, _ failure: String) throws(Failure) {
        guard let (reader, writer) = try? UnixSocket.blockingPair() else { return }
        let process = try start(["--qr", "-"], input: reader, failure)
        try? writer.writeAll(Array(text.utf8)[...])
        UnixSocket.shutDownWriting(writer)
        _ = process.end()
    }
}

extension Option {
    fileprivate static let remote = Option("remote", tr("serve the remote"), isEffect: true)
    // Not translated: the form of a value, as in the usage of gather-web.
    fileprivate static let listen = Option(
        "listen", tr("where to listen, such as 127.0.0.1:8080"), takes: "ADDRESS:PORT")
}
