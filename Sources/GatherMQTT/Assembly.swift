import GatherAPI
import Glibc
import LinuxIO

/// Puts the publisher together; the one place that knows the concrete types.
public enum Assembly {
    /// Runs the program until it is stopped; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        do {
            let options = try Options(arguments)
            switch options.action {
            case .showHelp: leave(0, Options.help, to: STDOUT_FILENO)
            case .showVersion: leave(0, "gather-mqtt \(Version.current)\n", to: STDOUT_FILENO)
            case .publish, .command, .club, .check, .withdraw: try start(options)
            }
        } catch let error as Options.UsageError {
            leave(2, "gather-mqtt: \(error.message); try 'gather-mqtt --help'\n")
        } catch {
            leave(1, "gather-mqtt: cannot start: \(error)\n")
        }
    }

    private static func start(_ options: Options) throws -> Never {
        umask(0o077)
        Secrecy.forbidCoreDumps()
        Files.openMissingStandardStreams()
        Allocator.useOneArena()
        Allocator.releaseLargeBlocks()
        Signals.ignore(SIGPIPE)
        Signals.reset([SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP])
        let environment = Environment.current
        let setup = try Setup(options, environment)
        let log = Log()
        for warning in setup.warnings { log.write(.warning, warning) }
        switch options.action {
        case .check:
            runToEnd {
                options.isOfClub
                    ? ClubCheck(setup, queue: $0, completion: $1).begin()
                    : Check(setup, queue: $0, completion: $1).begin()
            }
        case .club: try serveClub(setup, environment, log)
        case .withdraw:
            let retained = options.isOfClub ? Retained(ofClub: setup) : Retained(ofPitch: setup)
            runToEnd { Withdrawal(setup.broker, retained, queue: $0, completion: $1).begin() }
        case .command:
            let clock = try SystemClock()
            try serve(environment) { queue in
                CommandService(
                    setup.topics, setup.broker, gatherd: setup.gatherd, queue: queue, clock: clock,
                    log: log)
            }
        default:
            let pitch = setup.topics.pitch
            let file = try RecordFile<Record>(
                in: try setup.stateDirectory(), named: pitch,
                role: "publishes the pitch '\(pitch)'", log: log)
            let clock = try SystemClock()
            try serve(environment) { queue in
                Publisher(
                    setup.topics, setup.broker, gatherd: setup.gatherd,
                    discovery: setup.discovery, file: file, queue: queue,
                    clock: clock, log: log)
            }
        }
    }

    /// Does something at the broker until the program is stopped.
    ///
    /// - Parameter make: It escapes as that of ``runToEnd(_:)`` does.
    private static func serve(
        _ environment: Environment, _ make: @escaping (SerialQueue) -> any Role
    ) throws -> Never {
        let ends = try endSignals()
        let notification = ServiceNotification(environment, processID: getpid())
        let owner = QueueOwner<Parts>(label: "gather-mqtt")
        owner.begin {
            let role = make(owner.queue)
            role.begin()
            return Parts(role: role, report: ServiceReport(notification, role, queue: owner.queue))
        }
        ends.wait()
        notification.stopping()
        owner.sync { $0.role.end() }
        exit(0)
    }

    /// The objects of the queue.
    private struct Parts {
        let role: any Role
        let report: ServiceReport
    }

    /// Returns the signals that end a service.
    static func endSignals() throws -> EndSignals {
        try EndSignals(
            [SIGTERM, SIGINT], timeout: .seconds(5),
            message: "gather-mqtt: cannot come to a clean end, ending\n")
    }

    /// Runs something on a queue of its own, and ends with its outcome and the lines about it.
    ///
    /// The closure is escaping, so that it keeps the objects that it captures. This call never
    /// returns, and Swift 6.3 would release the captured objects of a closure that does not escape.
    private static func runToEnd(
        _ begin: @escaping (SerialQueue, @escaping (Bool, [String]) -> Void) -> Void
    ) -> Never {
        let owner = QueueOwner<Void>(label: "gather-mqtt")
        owner.begin {
            begin(owner.queue) { isDone, lines in
                leave(
                    isDone ? 0 : 1, lines.map { "\($0)\n" }.joined(), to: STDOUT_FILENO)
            }
        }
        while true { pause() }
    }

    private static func leave(
        _ status: Int32, _ text: String, to output: Int32 = STDERR_FILENO
    ) -> Never {
        var text = text
        let isWritten =
            text.withUTF8 { Glibc.write(output, $0.baseAddress, $0.count) } >= 0
        exit(!isWritten && status == 0 ? 1 : status)
    }
}
