import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `on`: runs a command whenever something happens in the match, until somebody ends it.
struct OnCommand {
    private let context: Context
    private let orders: Orders
    private let patience: Patience
    private let subscription: Subscription
    private let runner: CommandRunner
    private var detector: MatchEventDetector
    private var state = WatchState()

    private static let task = "run a command"

    /// Makes a command that knows nothing of the match yet.
    init(
        context: Context, orders: Orders, patience: Patience = .ofWatcher,
        connect: @escaping (String) throws(SystemError) -> Descriptor
    ) {
        self.context = context
        self.orders = orders
        self.patience = patience
        let path = context.socket.path
        // Every second, so that a daemon that hangs is found out.
        subscription = Subscription(ticks: true, patience: patience) { () throws(SystemError) in
            try connect(path)
        }
        detector = MatchEventDetector(orders.kinds)
        let errors = context.streams.errors
        runner = CommandRunner(orders, pitch: context.options.pitch, time: context.time) { text in
            try? errors.write("gatherctl: \(text.shown)\n")
        }
    }

    /// Runs until a signal ends it, or the first try fails.
    mutating func run() throws(Failure) {
        let program = orders.command[0]
        if let objection = Programs.objection(to: program, path: context.searchPath) {
            throw Failure(
                .usage, "cannot run '\(program)': \(objection)",
                hint: "a line of the shell is run by: sh -c 'LINE'")
        }
        do { try subscription.open() } catch { throw context.unreachable(error) }
        let signals: HeldSignals
        do {
            signals = try HeldSignals(HeldSignals.ends + [SIGCHLD])
        } catch { throw Failure(.refused, "cannot \(Self.task): \(error)") }
        do {
            while true {
                try turn(signals)
                while let number = signals.next() {
                    guard number != SIGCHLD else { continue }
                    runner.end(signals)
                    return HeldSignals.take(number)
                }
                // After the signals have been taken: a command that is started here may end at
                // once, and the news of that is still to come.
                runner.work()
            }
        } catch {
            runner.end(signals)
            throw error
        }
    }

    private mutating func turn(_ signals: HeldSignals) throws(Failure) {
        let silenceLeft =
            subscription.socket == nil ? nil : state.silenceLeft(patience.answer, ticks: true)
        let quiet = [subscription.wait, silenceLeft].compactMap { $0 }.min()
        let timeout = [quiet, runner.wait].compactMap { $0 }.min()
        let start = context.time.now().boottime
        _ = context.time.wait(
            for: [signals.descriptor] + (subscription.socket.map { [$0] } ?? []), orLossOf: nil,
            timeout: timeout, alarm: detector.alarm)
        if let timeout {
            // At most as much as was asked for: what a suspend took was no wait.
            let waited = min(context.time.now().boottime - start, timeout)
            state.wait(waited)
            subscription.pass(waited)
        }
        if isReadable { try receive() } else { try passTime() }
        tell(detector.pass(at: context.time.now()))
    }

    private var isReadable: Bool {
        guard let socket = subscription.socket else { return false }
        return context.time.wait(for: socket, orLossOf: nil, timeout: .zero) == .readable
    }

    private mutating func receive() throws(Failure) {
        let messages: [Reply]
        do { messages = try subscription.receive() } catch { return lose() }
        for message in messages { try take(message) }
    }

    private mutating func take(_ message: Reply) throws(Failure) {
        let (match, reason) = try context.news(message, task: Self.task)
        context.time.hear(match)
        if state.isStale { say("gatherd at \(context.socket.path) is back") }
        state.hear(match, reason: reason)
        tell(detector.hear(state.gather, reason: reason, at: context.time.now()))
        if !message.continues { lose() }
    }

    private mutating func passTime() throws(Failure) {
        if subscription.wait == .zero {
            do {
                try subscription.open()
                state.reconnect()
            } catch { subscription.lose() }
        } else if subscription.socket != nil,
            state.silenceLeft(patience.answer, ticks: true) == .zero
        {
            lose()
        }
    }

    private mutating func lose() {
        subscription.lose()
        if state.isStale { return }
        state.lose()
        say("lost gatherd at \(context.socket.path); counting on, and waiting for it")
    }

    private func tell(_ events: [MatchEvent]) {
        for event in events {
            if event.isLate {
                say("\(event.kind.word) came while this machine slept, and is past")
            } else {
                runner.add(event)
            }
        }
    }

    private func say(_ text: String) {
        // The command has to be run all the same.
        try? context.streams.errors.write("gatherctl: \(text.shown)\n")
    }
}
