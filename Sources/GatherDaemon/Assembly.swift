import Dispatch
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
        Signals.ignore(SIGPIPE)
        Signals.ignore(SIGHUP)
        // A file that may not grow is an error of the write.
        Signals.ignore(SIGXFSZ)
        // A gather-submit that has ended leaves nothing to be waited for.
        Signals.ignore(SIGCHLD)
        // A daemon that crashes, or that the watchdog ends, is to be gone and started again.
        Signals.reset([SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP])
        // Before there is any other thread.
        let ends = [SIGTERM, SIGINT]
        Signals.block(ends)
        Files.raiseDescriptorLimit(to: Limits.descriptors)
        let log = SystemLog()
        let daemon: Daemon
        do {
            daemon = try Daemon(
                options: options, clock: try SystemClock(), manager: Systemd(),
                sleepLock: SystemdSleepLock(log: log), log: log
            ) { queue in
                SubmitterProgram(
                    at: options.submitter, tellingOn: queue, lanes: Limits.submissionLanes)
            }
            try daemon.start()
        } catch {
            leave(1, "\(error)")
        }
        let signals = Signals.handle(ends, on: daemon.executor.queue) {
            daemon.stop {
                log.flush()
                exit(0)
            }
        }
        withExtendedLifetime(signals) { dispatchMain() }
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
