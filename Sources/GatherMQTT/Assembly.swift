import GatherAPI
import Glibc
import LinuxIO

/// Puts the publisher together; the one place that knows the concrete types.
public enum Assembly {
    /// Runs the program until it is stopped; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        ServiceProgram.run("gather-mqtt") {
            let options = try Options(arguments)
            switch options.action {
            case .showHelp: ServiceProgram.leave(0, Options.help, to: STDOUT_FILENO)
            case .showVersion:
                ServiceProgram.leave(0, "gather-mqtt \(Version.current)\n", to: STDOUT_FILENO)
            case .publish, .command, .club, .check, .withdraw: try start(options)
            }
        }
    }

    private static func start(_ options: Options) throws -> Never {
        ServiceProgram.prepare()
        let environment = Environment.current
        let setup = try Setup(options, environment)
        let log = ServiceLog("gather-mqtt")
        if options.action != .check {
            for warning in setup.warnings { log.write(.warning, warning) }
        }
        switch options.action {
        case .check:
            // A line that is ignored does not work either.
            var report = CheckReport()
            for warning in setup.warnings { report.add(false, warning) }
            runToEnd { [report] queue, end in
                let completion: (Bool, [String]) -> Void = {
                    end(report.isGood && $0, report.lines + $1)
                }
                options.isOfClub
                    ? ClubCheck(setup, queue: queue, completion: completion).begin()
                    : Check(setup, queue: queue, completion: completion).begin()
            }
        case .club: try serve(environment) { try club(setup, environment, queue: $0, log) }
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
        _ environment: Environment, _ make: @escaping (SerialQueue) throws -> any Role
    ) throws -> Never {
        let ends = try ServiceProgram.endSignals(of: "gather-mqtt")
        let notification = ServiceNotification(environment, processID: getpid())
        let owner = QueueOwner<Parts>(label: "gather-mqtt")
        try owner.begin {
            let role = try make(owner.queue)
            role.begin()
            let report = ServiceReport(notification, queue: owner.queue) { role.status }
            return Parts(role: role, report: report)
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
                ServiceProgram.leave(
                    isDone ? 0 : 1, lines.map { "\($0)\n" }.joined(), to: STDOUT_FILENO)
            }
        }
        while true { pause() }
    }
}
