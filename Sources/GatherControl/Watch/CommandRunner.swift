import Glibc
import LinuxIO

/// Runs a command for one event after another.
final class CommandRunner {
    private struct Run {
        let process: SpawnedProcess
        let event: MatchEvent
        /// The time at which the command is sent SIGTERM, or after that SIGKILL.
        var deadline: Duration
        var isEnding = false
    }

    private let options: OnOptions
    private let pitch: String?
    private let socket: String?
    private let time: any Timekeeper
    let report: (String) -> Void
    private var waiting: [MatchEvent] = []
    private var run: Run?
    private var isLeaving = false

    /// The most events that wait: more than a match has in the time that a command may take.
    private static let mostWaiting = 16

    /// The time that a command has to end after SIGTERM.
    private static let grace = Duration.seconds(2)

    /// Makes a runner without events.
    ///
    /// - Parameters:
    ///   - socket: The socket of the daemon, which a gatherctl that is run uses too; nil for one of
    ///     another machine.
    ///   - report: Reports what went wrong.
    init(
        _ options: OnOptions, pitch: String?, socket: String?, time: any Timekeeper,
        report: @escaping (String) -> Void
    ) {
        self.options = options
        self.pitch = pitch
        self.socket = socket
        self.time = time
        self.report = report
    }

    /// The time until the next deadline; nil if there is none.
    var wait: Duration? { run.map { max($0.deadline - time.ownBoottime, .zero) } }

    /// Adds an event; its turn comes after those before it.
    func add(_ event: MatchEvent) {
        guard waiting.count < Self.mostWaiting else {
            return report(
                tr(
                    "%2$@ dropped: %1$@ event waits for '%3$@' already",
                    "%2$@ dropped: %1$@ events wait for '%3$@' already", count: waiting.count,
                    event.kind.word, program))
        }
        waiting.append(event)
    }

    /// Handles a command that has ended or takes too long, and starts the next one.
    func work() {
        if let run, run.process.hasEnded { finish(run) }
        if let run, time.ownBoottime >= run.deadline { force(run) }
        while run == nil, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    /// Ends the running command, and drops the events that wait.
    ///
    /// - Parameter signals: The signals, among which SIGCHLD reports the end of a child.
    func end(_ signals: HeldSignals) {
        waiting = []
        isLeaving = true
        while let run {
            if run.process.hasEnded {
                finish(run)
            } else if !run.isEnding || wait == .zero {
                force(run)
            } else {
                _ = time.wait(for: signals.descriptor, timeout: wait)
                while signals.next() != nil {}
            }
        }
    }

    private var program: String { options.command[0] }

    private func start(_ event: MatchEvent) {
        do {
            let input = try MemoryFile.of(EventPresenter.input(event))
            let process = try SpawnedProcess(
                options.command,
                variables: EventPresenter.variables(
                    event, pitch: pitch, socket: socket, at: time.now()),
                streams: SpawnedProcess.Streams(input: input), leadsGroup: true)
            run = Run(
                process: process, event: event, deadline: time.ownBoottime + options.timeout)
        } catch {
            report(tr("%1$@: cannot run '%2$@': %3$@", event.kind.word, program, error))
        }
    }

    /// Sends SIGTERM the first time, and SIGKILL after that.
    private func force(_ run: Run) {
        var run = run
        run.process.send(run.isEnding ? SIGKILL : SIGTERM)
        guard !run.isEnding else { return finish(run) }
        run.isEnding = true
        run.deadline = time.ownBoottime + Self.grace
        self.run = run
    }

    private func finish(_ run: Run) {
        // This ends whatever the command started and SIGTERM did not end. Until the command itself
        // is waited for, no other process group can have the same number.
        if run.isEnding { run.process.send(SIGKILL) }
        let end = run.process.end()
        self.run = nil
        if isLeaving { return }
        let failure = EventPresenter.report(
            run.event, program, end, timeout: run.isEnding ? options.timeout : nil)
        if let failure { report(failure) }
    }
}
