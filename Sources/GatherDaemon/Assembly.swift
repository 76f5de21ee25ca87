import GatherAPI
import GatherCore
import Glibc
import LinuxIO
import Varlink

/// Puts the daemon together; the one place that knows the concrete types.
public enum Assembly {
    /// Runs the daemon until it is stopped; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        let environment = Environment.current
        let configuration = Configuration(environment)
        let options: Options
        do {
            options = try Options(arguments, environment: environment, configuration: configuration)
        } catch {
            leave(ExitStatus.usage, "\(error.message); try 'gatherd --help'")
        }
        switch options.action {
        case .showHelp: show(Options.help)
        case .showVersion: show("gatherd \(Version.current)\n")
        case .check: check(options, configuration)
        case .checkExport(let code): checkExport(code)
        case .checkBackup(let file): checkBackup(file)
        case .restore(let file, let isForced): restore(file, options, isForced)
        case .serve: serve(options, configuration)
        }
    }

    private static func check(_ options: Options, _ configuration: Configuration) -> Never {
        let check = Check(options, configuration)
        let faults = check.faults.map { "gatherd: \($0)\n" }.joined()
        ServiceProgram.write(faults, to: STDERR_FILENO)
        show(check.report, status: check.status)
    }

    /// Checks an export on standard input: a line of JSON for each match, and a reason for a line
    /// that cannot be read.
    private static func checkExport(_ code: String?) -> Never {
        var check = ExportCheck(code: code)
        do {
            try check.read(try Descriptor(duplicating: STDIN_FILENO)) { result in
                ServiceProgram.write(result.json.text + "\n", to: STDOUT_FILENO)
            }
        } catch {
            leave(ExitStatus.failure, "\(error)")
        }
        exit(0)
    }

    /// Checks a backup: a line of JSON with what is in it, or with the fault that makes it none.
    private static func checkBackup(_ file: String) -> Never {
        let result: JSONObject
        let isWhole: Bool
        do {
            let check = try BackupCheck(file: file)
            (result, isWhole) = (check.json, check.problem == nil)
        } catch {
            (result, isWhole) = (["fault": .string(error.fault)], false)
        }
        show(JSONValue.object(result).text + "\n", status: isWhole ? 0 : ExitStatus.failure)
    }

    /// Restores a backup: a line of JSON with what is in it, or with the reason why it is not.
    private static func restore(_ file: String, _ options: Options, _ isForced: Bool) -> Never {
        umask(0o077)
        let result: JSONObject
        let isRestored: Bool
        do {
            let restore = try Restore(
                file, into: options.stateDirectory, isForced: isForced,
                at: ClockReading.current.wall)
            (result, isRestored) = (restore.json, true)
        } catch {
            (result, isRestored) = (error.json, false)
        }
        show(JSONValue.object(result).text + "\n", status: isRestored ? 0 : ExitStatus.failure)
    }

    private static func serve(_ options: Options, _ configuration: Configuration) -> Never {
        ServiceProgram.prepare()
        Signals.ignore(SIGHUP)
        // An ended gather-submit needs no wait call.
        Signals.ignore(SIGCHLD)
        Files.raiseDescriptorLimit(to: Limits.descriptors)
        let ends = endSignals()
        let log = SystemLog()
        if let fault = configuration.fatalFault {
            leave(ExitStatus.configuration, "cannot start: \(fault)")
        }
        for fault in configuration.faults { log.write(.warning, "\(fault)") }
        let end: @Sendable () -> Void = {
            log.flush()
            exit(0)
        }
        let daemon: Daemon
        do {
            let clock = try SystemClock()
            let moved = options.movesClock ? MovedClock(clock) : nil
            if moved != nil { try ClockInput.check(options) }
            daemon = try Daemon(
                options: options, clock: moved ?? clock, manager: Systemd(),
                sleepLock: SystemdSleepLock(log: log), log: log, ended: end
            ) { queue in
                SubmitterProgram(at: options.submitter, queue: queue, lanes: Limits.submissionLanes)
            }
            try daemon.start()
            if let moved { try ClockInput(moved, of: daemon).start() }
        } catch {
            leave((error as? StartFailure)?.status ?? ExitStatus.failure, "\(error)")
        }
        while true {
            ends.wait()
            // On this thread, since it may be impossible to create another.
            daemon.stop()
        }
    }

    /// Installs the handling of the signals that end the daemon, after checking that it can start.
    ///
    /// A shortage that occurs later is waited out, but what is short at the start will probably
    /// never be available.
    private static func endSignals() -> EndSignals {
        let descriptors = Capacity.descriptors(upTo: Limits.descriptorsNeeded)
        guard descriptors == Limits.descriptorsNeeded else {
            SystemLog.writeAtOnce(
                "cannot start: only \(descriptors) more files can be opened, and "
                    + "\(Limits.descriptorsNeeded) are needed (ulimit -n, LimitNOFILE=)")
            exit(1)
        }
        let threads = Capacity.threads(upTo: Limits.threadsNeeded)
        guard threads == Limits.threadsNeeded else {
            SystemLog.writeAtOnce(
                "cannot start: only \(threads) more threads can be made, and "
                    + "\(Limits.threadsNeeded) are needed (ulimit -u, TasksMax=)")
            exit(1)
        }
        do {
            return try EndSignals(
                [SIGTERM, SIGINT], timeout: Limits.stoppingTimeout,
                message: "gatherd: cannot come to a clean end, ending\n")
        } catch {
            leave(ExitStatus.failure, "\(error)")
        }
    }

    private static func show(_ text: String, status: Int32 = 0) -> Never {
        let isWritten = ServiceProgram.write(text, to: STDOUT_FILENO)
        exit(isWritten ? status : ExitStatus.failure)
    }

    private static func leave(_ status: Int32, _ message: String) -> Never {
        let log = SystemLog()
        log.write(.error, message)
        log.flush()
        exit(status)
    }
}
