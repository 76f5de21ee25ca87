import GatherAPI
import GatherCore
import Glibc
import LinuxIO

/// The one place that knows the concrete types, and puts the daemon together.
public enum Assembly {
    /// Runs the daemon until it is told to stop; does not return.
    ///
    /// - Parameter arguments: The command line without the program's name.
    public static func run(_ arguments: [String]) -> Never {
        let environment = Environment.current(StandardPaths.variables + Options.variables)
        let options: Options
        do {
            options = try Options(arguments, environment: environment)
        } catch {
            leave(2, "\(error.message); try 'gatherd --help'")
        }
        switch options.action {
        case .showHelp: show(Options.help)
        case .showVersion: show("gatherd \(Version.current)\n")
        case .serve: serve(options)
        }
    }

    private static func serve(_ options: Options) -> Never {
        // Files and sockets are for this user alone.
        umask(0o077)
        // A token is in the memory, and for a while a password was.
        Secrecy.forbidCoreDumps()
        Files.openMissingStandardStreams()
        Allocator.keepToOneArena()
        Allocator.giveBackLarge()
        Signals.ignore(SIGPIPE)
        Signals.ignore(SIGHUP)
        // A file that may not grow is an error of the write.
        Signals.ignore(SIGXFSZ)
        // A gather-submit that has ended leaves nothing to be waited for.
        Signals.ignore(SIGCHLD)
        // A daemon that crashes, or that the watchdog ends, is to be gone and started again.
        Signals.reset([SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP])
        Files.raiseDescriptorLimit(to: Limits.descriptors)
        let ends = endSignals()
        let log = SystemLog()
        let end: @Sendable () -> Void = {
            log.flush()
            exit(0)
        }
        let daemon: Daemon
        do {
            daemon = try Daemon(
                options: options, clock: try SystemClock(), manager: Systemd(),
                sleepLock: SystemdSleepLock(log: log), log: log, ended: end
            ) { queue in
                SubmitterProgram(
                    at: options.submitter, tellingOn: queue, lanes: Limits.submissionLanes)
            }
            try daemon.start()
        } catch {
            leave(1, "\(error)")
        }
        while true {
            ends.wait()
            // On this thread, where no other can be had for it.
            daemon.stop()
        }
    }

    /// Takes the signals that end the daemon, if it can begin: what it is short of later is waited
    /// for, and what it is short of now is likely never there.
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
                [SIGTERM, SIGINT], patience: Limits.stoppingPatience,
                message: "gatherd: cannot come to a clean end, ending\n")
        } catch {
            leave(1, "\(error)")
        }
    }

    private static func show(_ text: String) -> Never {
        var text = text
        let written = text.withUTF8 { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        exit(written < 0 ? 1 : 0)
    }

    private static func leave(_ status: Int32, _ message: String) -> Never {
        let log = SystemLog()
        log.write(.error, message)
        log.flush()
        exit(status)
    }
}
