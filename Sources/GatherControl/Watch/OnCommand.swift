import GatherAPI
import Glibc
import LinuxIO

/// `on`: runs a command whenever an event happens in the match, until the user stops it.
struct OnCommand {
    private let context: Context
    private let options: OnOptions
    private let watch: Subscription
    private let runner: CommandRunner

    init(context: Context, options: OnOptions) {
        self.context = context
        self.options = options
        // Ticks every second make it possible to notice a daemon that hangs.
        watch = Subscription(
            context, failure: On.verb.failure, ticks: true, detecting: options.kinds)
        let errors = context.streams.errors
        runner = CommandRunner(
            options, pitch: context.options.pitch,
            socket: context.host == nil ? context.socket.path : nil, time: context.time
        ) { text in
            // The command must be run even if nobody reads this.
            errors.offer("gatherctl: \(text.shown)\n")
        }
    }

    /// Runs until a signal ends it, or the first try fails.
    func run() throws(Failure) {
        let program = options.command[0]
        let path = context.program.environment["PATH"]
        if let objection = Programs.objection(to: program, path: path) {
            throw Failure(
                .usage, tr("cannot run '%1$@': %2$@", program, objection),
                hint: tr("to run a line of the shell: sh -c 'LINE'"))
        }
        try watch.open()
        let signals: HeldSignals
        do {
            signals = try HeldSignals(HeldSignals.terminating + [SIGCHLD])
        } catch { throw Failure(.refused, On.verb.failure, cause: error) }
        do {
            var isLost = false
            while true {
                let turn = try watch.wait(for: [signals.descriptor], timeout: runner.wait)
                for (event, state) in turn.updates {
                    reportConnection(event, wasLost: isLost)
                    isLost = state.isStale
                }
                handle(turn.events)
                while let number = signals.next() {
                    guard number != SIGCHLD else { continue }
                    runner.end(signals)
                    return HeldSignals.take(number)
                }
                // After the signals have been read: a command that is started here may end at once,
                // and its SIGCHLD is then still to come.
                runner.work()
            }
        } catch {
            runner.end(signals)
            throw error
        }
    }

    private func reportConnection(_ event: Subscription.Event, wasLost: Bool) {
        let path = context.socket.path
        switch event {
        case .message where wasLost: runner.report(tr("gatherd at %1$@ is back", path))
        case .loss:
            runner.report(tr("lost gatherd at %1$@; the clock goes on, waiting for gatherd", path))
        case .message, .second: break
        }
    }

    private func handle(_ events: [MatchEvent]) {
        for event in events {
            if event.isLate {
                runner.report(
                    tr(
                        "%1$@ happened while this machine was suspended; no command is run",
                        event.kind.word))
            } else {
                runner.add(event)
            }
        }
    }
}
