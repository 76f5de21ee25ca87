import GatherAPI
import LinuxIO

/// `web`: starts gather-web for a person, until it is stopped.
struct Web: Command {
    static let verb = Verb(
        name: "web", arguments: "[--remote] [--listen ADDRESS:PORT]",
        summary: tr("show the match in browsers, until ^C"),
        failure: tr("cannot show the page: %1$@"), topic: .showing, options: [.remote, .listen],
        manual: """
            Start gather-web(8) for everybody in this network, and print the addresses of the page
            and a QR code with the first of them. It goes on until ^C. With --remote it is the
            remote, at port 8081 rather than 8080: in another terminal, *pair* lets a phone in. On a
            machine with systemd the units of the package serve both without this.
            """
    ) { arguments in Web(isRemote: arguments.has(.remote), listen: arguments.text(.listen)) }

    /// True to serve the remote.
    var isRemote = false
    /// The address and the port to listen at; nil for all addresses and the usual port.
    var listen: String?

    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        try WebProgram.refuseHost(context, Self.verb.failure)
        let port = isRemote ? StandardPaths.remotePort : StandardPaths.pagePort
        var arguments = [
            "--announce", "--socket", context.socket.path, "--listen", listen ?? "0.0.0.0:\(port)",
        ]
        if isRemote { arguments.append("--remote") }
        let process = try WebProgram.start(arguments, Self.verb.failure, context)
        // It has said what is wrong by itself.
        guard case .exited(let status) = process.end(), status != 0 else { return }
        throw Failure(status == ExitStatus.usage.rawValue ? .usage : .refused, nil)
    }
}

/// The program that serves the page.
enum WebProgram {
    private static let name = "gather-web"

    /// Starts it with the output of this process.
    ///
    /// - Throws: A ``Failure`` if there is no such program.
    static func start(
        _ arguments: [String], _ failure: String, _ context: Context
    ) throws(Failure) -> SpawnedProcess {
        do {
            return try SpawnedProcess(
                [path(context)] + arguments, streams: SpawnedProcess.Streams(), leadsGroup: false)
        } catch {
            throw Failure(
                .refused, failure, cause: tr("'%1$@' does not start: %2$@", name, error),
                hint: tr("the package gatherd-web has it, or 'units/install --web'"))
        }
    }

    /// The one that was installed, or built, with this program, else that of the search path.
    private static func path(_ context: Context) -> String {
        let beside = "\(Files.directory(of: Files.ownProgram ?? ""))/\(name)"
        return Files.exists(beside) ? beside : name
    }

    /// Refuses what concerns this machine alone for another one.
    static func refuseHost(_ context: Context, _ failure: String) throws(Failure) {
        guard context.host != nil else { return }
        throw Failure(
            .usage, failure, cause: tr("it is about the machine that it runs on"),
            hint: tr("'ssh HOST gatherctl ...' does it there"))
    }
}

extension Option {
    fileprivate static let remote = Option("remote", tr("serve the remote"), isEffect: true)
    fileprivate static let listen = Option(
        "listen", tr("where to listen, such as 127.0.0.1:8080"), takes: "ADDRESS:PORT")
}
