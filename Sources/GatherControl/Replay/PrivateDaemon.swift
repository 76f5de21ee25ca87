import Glibc
import LinuxIO

/// A gatherd of this program alone, whose clock it moves; it keeps nothing.
final class PrivateDaemon {
    /// The path of its socket.
    let socket: String
    /// The directory of its state, in which files of formats are found.
    let state: String
    /// The calls to it.
    let session: Session

    private let directory: TemporaryDirectory
    private let process: SpawnedProcess
    private let control: Descriptor
    private let signals: HeldSignals
    private let time: any Timekeeper
    private let failure: String
    /// The moment at which its clock stands, or the time by which it is ahead.
    private var standing: Duration?
    private var lead = Duration.zero

    /// The time that it has to start, or to take a line.
    private static let patience = Duration.seconds(20)
    // Not translated: the beginning of a file's name.
    private static let prefix = "gatherd-replay-"
    private static let stateName = "state"

    /// Starts it.
    ///
    /// - Parameter signals: Those that end the wait for it.
    init(_ context: Context, signals: HeldSignals, failure: String) throws(Failure) {
        let program = Programs.ours("gatherd")
        (self.signals, self.failure, time) = (signals, failure, context.program.time)
        do {
            directory = try Self.directory(context.program.environment)
        } catch {
            throw Failure(.refused, failure, cause: tr("cannot make a directory: %1$@", error))
        }
        (socket, state) = ("\(directory.path)/gatherd.sock", "\(directory.path)/\(Self.stateName)")
        session = Session(path: socket, time: time, connect: context.program.connect)
        let log = "\(directory.path)/log"
        do {
            let (own, its) = try UnixSocket.blockingPair()
            control = own
            let errors = Descriptor(owning: open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
            // Not translated: the arguments and variables of a program. It has a group of its own,
            // since ^C is for this program, which ends it; and nothing of what others have set.
            process = try SpawnedProcess(
                [program, "--moved-clock", "--socket", socket, "--state-directory", state],
                variables: [
                    "XDG_CONFIG_HOME=\(directory.path)", "NOTIFY_SOCKET=", "WATCHDOG_USEC=",
                    "JOURNAL_STREAM=", "CONFIGURATION_DIRECTORY=\(directory.path)",
                    "GATHERD_GROUP=", "CREDENTIALS_DIRECTORY=",
                ],
                streams: .init(input: its, output: its, errors: errors), leadsGroup: true)
        } catch {
            directory.remove()
            throw Failure(
                .refused, failure, cause: tr("'%1$@' does not start: %2$@", program, error))
        }
        do { try awaitAnswer() } catch {
            let text = (try? Files.contents(of: log, limit: 65_536)) ?? []
            end()
            let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
            guard let last = lines.last, error.message != nil else { throw error }
            throw Failure(
                .refused, failure,
                cause: tr("'%1$@' does not start: %2$@", program, String(last)))
        }
    }

    /// The reading of its clock of the time since the boot.
    var boottime: Duration { standing ?? time.now().boottime + lead }

    /// The reading of its clock of the time of day, in microseconds.
    var wall: Int {
        let now = time.now()
        return (now.wall + (boottime - now.boottime)).wholeMicroseconds
    }

    /// Sets its clock to stand at a moment, or to run on from there; it never goes back.
    func move(to boottime: Duration, standing: Bool) throws(Failure) {
        var shown = max(boottime, self.boottime)
        let start = time.now().boottime
        try send(shown, standing)
        if standing, self.standing == nil {
            // It has run on until the line was read, and may have been later by then.
            let latest = time.now().boottime + lead
            if latest > shown {
                shown = latest
                try send(shown, standing)
            }
        }
        self.standing = standing ? shown : nil
        // It is not later than that: it runs from when the line is read.
        lead = shown - start
    }

    private func send(_ boottime: Duration, _ standing: Bool) throws(Failure) {
        // Not translated: what gatherd reads.
        let line = "\(standing ? "stand" : "run") \(boottime.wholeMicroseconds)\n"
        do { _ = try control.write(Array(line.utf8)[...]) } catch { throw gone }
        try awaitAnswer()
    }

    /// Waits, by the clock of this machine; a signal ends the program.
    ///
    /// - Parameter timeout: The longest time; nil until a signal comes.
    func wait(_ timeout: Duration?) throws(Failure) {
        let alarm = timeout.map { time.now().boottime + $0 }
        while true {
            let ready = time.wait(
                for: [signals.descriptor, control], orLossOf: nil, orRoomIn: nil, timeout: nil,
                alarm: alarm)
            if ready.contains(0) { throw Self.interrupted }
            if ready.contains(1) { throw gone }
            if let alarm, time.now().boottime >= alarm { return }
        }
    }

    /// Ends it, and removes its directory.
    func end() {
        process.send(SIGTERM)
        UnixSocket.shutDownWriting(control)
        _ = process.end()
        directory.remove()
    }

    /// A signal came that ends this program.
    static let interrupted = Failure(.done, nil)

    private var gone: Failure { Failure(.unconfirmed, failure, cause: tr("its gatherd has ended")) }

    private func awaitAnswer() throws(Failure) {
        let ready = time.wait(
            for: [control, signals.descriptor], orLossOf: nil, orRoomIn: nil,
            timeout: Self.patience, alarm: nil)
        var answer: [UInt8] = [0]
        if ready.contains(0), let count = try? control.read(into: &answer), count == 1 { return }
        if ready.contains(1) { throw Self.interrupted }
        throw gone
    }

    /// Makes its directory, where those of replays that were killed are removed.
    static func directory(_ environment: Environment) throws(SystemError) -> TemporaryDirectory {
        // The path of a socket in it is short enough.
        let places = [environment["XDG_RUNTIME_DIR"], environment["TMPDIR"], "/tmp"]
        let fitting = places.compactMap(\.self).filter {
            $0.utf8.count + prefix.utf8.count + 20 <= UnixSocket.longestPath
        }
        for place in fitting {
            TemporaryDirectory.removeLeftovers(in: place, named: prefix, isNeeded: isNeeded)
        }
        for place in fitting {
            if let made = try? TemporaryDirectory(in: place, named: prefix) { return made }
        }
        return try TemporaryDirectory(in: "/tmp", named: prefix)
    }

    /// Returns true while a gatherd has its state in such a directory: those of earlier versions
    /// have no other lock, and one ends a little later than what has started it.
    private static func isNeeded(_ directory: String) -> Bool {
        let lock = "\(directory)/\(stateName)/\(StandardPaths.lockName)"
        return Files.exists(lock) && (try? Files.lockFile(lock)) == nil
    }
}
