import GatherAPI
import Glibc
import LinuxIO

/// Puts the server together; the one place that knows the concrete types.
public enum Assembly {
    /// Runs the server until it is stopped; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        ServiceProgram.run("gather-web") {
            let options = try Options(arguments)
            switch options.action {
            case .showHelp: ServiceProgram.leave(0, Options.help, to: STDOUT_FILENO)
            case .showVersion:
                ServiceProgram.leave(0, "gather-web \(Version.current)\n", to: STDOUT_FILENO)
            case .encode(let text): try show(text)
            case .serve, .announce: try serve(options)
            }
        }
    }

    private static func serve(_ options: Options) throws -> Never {
        ServiceProgram.prepare()
        Files.raiseDescriptorLimit(to: Limits.connections + Limits.ownDescriptors)
        let ends = try ServiceProgram.endSignals(of: "gather-web")
        let environment = Environment.current
        let notification = ServiceNotification(environment, processID: getpid())
        let gatherd =
            options.socket ?? environment["GATHERD_SOCKET"]
            ?? StandardPaths.usualSocket(environment)
        let devices = try options.isRemote ? self.devices(environment) : nil
        let sockets = try self.sockets(options, environment)
        let owner = QueueOwner<Parts>(label: "gather-web")
        let clock = try SystemClock()
        try owner.begin {
            let server = try WebServer(
                options, gatherd: gatherd, club: clubSockets(options, environment),
                queue: owner.queue, clock: clock,
                devices: devices, log: ServiceLog("gather-web"))
            for socket in sockets { try server.serve(socket) }
            let service = server.remote.map {
                RemoteService(
                    $0, queue: owner.queue, isSecure: options.certificate != nil,
                    endpoint: { [unowned server] in server.endpoint })
            }
            // It is made last: a start that fails leaves no file behind.
            let path = options.control ?? StandardPaths.remoteSocket(environment)
            let control =
                try options.isRemote
                ? PassedDescriptors.listening(
                    at: path, environment, program: "gather-remote", option: "--control") : nil
            for socket in control?.sockets ?? [] { try service?.serve(socket) }
            if options.action == .announce { announce(server.endpoint, options) }
            let report = ServiceReport(notification, queue: owner.queue) { server.status }
            return Parts(
                server: server, service: service, report: report, socketFile: control?.file)
        }
        ends.wait()
        notification.stopping()
        // Browsers come back by themselves, and what is kept is on disk.
        owner.sync { $0.socketFile?.remove() }
        exit(0)
    }

    /// The objects of the queue.
    private struct Parts {
        let server: WebServer
        let service: RemoteService?
        let report: ServiceReport
        let socketFile: SocketFile?
    }

    /// Returns the sockets for browsers that were passed, or else those that the options name.
    private static func sockets(
        _ options: Options, _ environment: Environment
    ) throws -> [Descriptor] {
        let passed = PassedDescriptors.numbers(named: "http", environment, processID: getpid())
        if !passed.isEmpty { return passed.map(Descriptor.init(owning:)) }
        var endpoints = options.endpoints
        if endpoints.isEmpty, let address = InternetAddress("127.0.0.1") {
            let port =
                options.isRemote ? StandardPaths.remotePort : StandardPaths.pagePort
            endpoints = [InternetEndpoint(address: address, port: port)]
        }
        return try endpoints.map { endpoint in
            // All addresses of IPv6 are those of IPv4 as well, unless these are given on their own.
            let isAlone = endpoints.contains { !$0.address.isSix && $0.port == endpoint.port }
            do throws(SystemError) {
                return try InternetSocket.listen(at: endpoint, isSixAlone: isAlone)
            } catch {
                let hint = error.code == EADDRINUSE ? "; name another one with --listen" : ""
                throw ServiceFailure(description: "cannot listen at \(endpoint): \(error)\(hint)")
            }
        }
    }

    /// Returns the places at which a club may be served: the named one, or the user's own and the
    /// machine's.
    private static func clubSockets(_ options: Options, _ environment: Environment) -> [String] {
        if let club = options.club { return [club] }
        let own = StandardPaths.clubSocket(environment)
        return (own.map { [$0] } ?? []) + [StandardPaths.systemClubSocket]
    }

    /// Returns the devices that were paired.
    private static func devices(_ environment: Environment) throws -> DeviceStore {
        guard let directory = StandardPaths.stateDirectory(environment, of: "gather-remote") else {
            throw OptionError(message: "no home directory is known: set STATE_DIRECTORY")
        }
        return try DeviceStore(try DeviceFile(in: directory))
    }

    /// Prints where the page is, for a person at a terminal.
    private static func announce(_ endpoint: InternetEndpoint?, _ options: Options) {
        guard let endpoint else { return }
        let addresses = PageAddresses(
            endpoint, isSecure: options.certificate != nil, path: options.isRemote ? "/remote" : "/"
        )
        let code = addresses.best.flatMap { QRCode($0) }
        let lines = addresses.all + (code?.lines(isColored: isatty(STDOUT_FILENO) == 1) ?? [])
        ServiceProgram.write(lines.map { "\($0)\n" }.joined(), to: STDOUT_FILENO)
    }

    private static func show(_ text: String) throws -> Never {
        // In a command line everybody on the machine can read it.
        let text = text == "-" ? try standardInput() : text
        guard let code = QRCode(text) else {
            throw ServiceFailure(description: "the text does not fit a QR code")
        }
        let lines = code.lines(isColored: isatty(STDOUT_FILENO) == 1)
        ServiceProgram.leave(0, lines.map { "\($0)\n" }.joined(), to: STDOUT_FILENO)
    }

    private static func standardInput() throws -> String {
        let input = Descriptor(owning: STDIN_FILENO)
        return String(decoding: try Files.contents(of: input, limit: 4_096), as: UTF8.self)
    }
}
