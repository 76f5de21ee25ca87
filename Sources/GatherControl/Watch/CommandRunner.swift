import Glibc
import LinuxIO

/// Runs a command for one event after another.
final class CommandRunner {
    private struct Run {
        let process: SpawnedProcess
        let event: MatchEvent
        /// When it has to be over, or be ended with more force.
        var deadline: Duration
        var isEnding = false
    }

    private let orders: Orders
    private let pitch: String?
    private let time: any Timekeeper
    let say: (String) -> Void
    private var waiting: [MatchEvent] = []
    private var run: Run?
    private var isLeaving = false

    /// As many as a match has in the time a command may take, and then some.
    private static let mostWaiting = 16

    /// How long a command may take to end that was asked to.
    private static let grace = Duration.seconds(2)

    /// Makes a runner that has nothing to do.
    ///
    /// - Parameter say: Says what went wrong.
    init(
        _ orders: Orders, pitch: String?, time: any Timekeeper, say: @escaping (String) -> Void
    ) {
        self.orders = orders
        self.pitch = pitch
        self.time = time
        self.say = say
    }

    /// How long until there is something to do, whatever happens; nil for ever.
    var wait: Duration? { run.map { max($0.deadline - time.now().boottime, .zero) } }

    /// Takes an event whose turn comes after those before it.
    func add(_ event: MatchEvent) {
        guard waiting.count < Self.mostWaiting else {
            return say("\(event.kind.word) dropped: \(waiting.count) wait for '\(program)' already")
        }
        waiting.append(event)
    }

    /// Does what there is to do: sees to the command that runs, and starts the next.
    func work() {
        if let run, run.process.hasEnded { finish(run) }
        if let run, time.now().boottime >= run.deadline { force(run) }
        while run == nil, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    /// Ends the command that runs, and forgets those that wait.
    ///
    /// - Parameter signals: What tells that a child has ended.
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

    private var program: String { orders.command[0] }

    private func start(_ event: MatchEvent) {
        do {
            let input = try MemoryFile.of(EventPresenter.input(event))
            let process = try SpawnedProcess(
                orders.command,
                variables: EventPresenter.variables(event, pitch: pitch, at: time.now()),
                streams: SpawnedProcess.Streams(input: input), leadsGroup: true)
            run = Run(
                process: process, event: event, deadline: time.now().boottime + orders.timeout)
        } catch {
            say("\(event.kind.word): cannot run '\(program)': \(error)")
        }
    }

    /// First it is asked to end, and then it has no choice.
    private func force(_ run: Run) {
        var run = run
        run.process.send(run.isEnding ? SIGKILL : SIGTERM)
        guard !run.isEnding else { return finish(run) }
        run.isEnding = true
        run.deadline = time.now().boottime + Self.grace
        self.run = run
    }

    private func finish(_ run: Run) {
        // Whatever it started, and did not end as it was asked to. While nobody has asked for the
        // end of the first, the number of the group is nobody else's.
        if run.isEnding { run.process.send(SIGKILL) }
        let end = run.process.end()
        self.run = nil
        if isLeaving { return }
        let report = EventPresenter.report(
            run.event, program, end, timeout: run.isEnding ? orders.timeout : nil)
        if let report { say(report) }
    }
}
