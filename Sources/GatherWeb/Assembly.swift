import GatherAPI
import Glibc
import LinuxIO

/// Puts the server together; the one place that knows the concrete types.
public enum Assembly {
    /// Runs the server until it is stopped; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        do {
            let options = try Options(arguments)
            switch options.action {
            case .showHelp: leave(0, Options.help, to: STDOUT_FILENO)
            case .showVersion: leave(0, "gather-web \(Version.current)\n", to: STDOUT_FILENO)
            case .serve: try serve(options)
            }
        } catch let error as Options.UsageError {
            leave(2, "gather-web: \(error.message); try 'gather-web --help'\n")
        } catch {
            leave(1, "gather-web: cannot start: \(error)\n")
        }
    }

    private static func serve(_ options: Options) throws -> Never {
        umask(0o077)
        Secrecy.forbidCoreDumps()
        Files.openMissingStandardStreams()
        Allocator.useOneArena()
        Allocator.releaseLargeBlocks()
        Signals.ignore(SIGPIPE)
        Signals.reset([SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP])
        Files.raiseDescriptorLimit(to: Limits.connections + Limits.ownDescriptors)
        let ends = try EndSignals(
            [SIGTERM, SIGINT], timeout: .seconds(5),
            message: "gather-web: cannot come to a clean end, ending\n")
        let environment = Environment.current(StandardPaths.variables + PassedDescriptors.variables)
        let gatherd =
            options.socket ?? environment["GATHERD_SOCKET"]
            ?? StandardPaths.usualSocket(environment)
        let sockets = try sockets(options, environment)
        let owner = QueueOwner<WebServer>(label: "gather-web")
        let clock = try SystemClock()
        try owner.begin {
            let server = try WebServer(
                options, gatherd: gatherd, queue: owner.queue, clock: clock, log: Log())
            for socket in sockets { try server.serve(socket) }
            return server
        }
        ends.wait()
        // Nothing is kept, and browsers come back by themselves.
        exit(0)
    }

    /// Returns the sockets that were passed, or else those that the options name.
    private static func sockets(
        _ options: Options, _ environment: Environment
    ) throws -> [Descriptor] {
        let passed = PassedDescriptors.numbers(named: "http", environment, processID: getpid())
        if !passed.isEmpty { return passed.map(Descriptor.init(owning:)) }
        var endpoints = options.endpoints
        if endpoints.isEmpty, let address = InternetAddress("127.0.0.1") {
            endpoints = [InternetEndpoint(address: address, port: Options.port)]
        }
        return try endpoints.map { endpoint in
            do { return try InternetSocket.listen(at: endpoint) } catch {
                throw ListenFailure(description: "cannot listen at \(endpoint): \(error)")
            }
        }
    }

    private struct ListenFailure: Error, CustomStringConvertible {
        let description: String
    }

    private static func leave(
        _ status: Int32, _ text: String, to output: Int32 = STDERR_FILENO
    ) -> Never {
        var text = text
        let written = text.withUTF8 { write(output, $0.baseAddress, $0.count) }
        exit(written < 0 && status == 0 ? 1 : status)
    }
}
