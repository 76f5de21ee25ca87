import GatherAPI
import LinuxIO
import Varlink

/// Where a watcher shows what it knows.
protocol WatchView {
    /// Whether to be told of the seconds that pass without a message.
    func wantsSeconds(_ state: WatchState) -> Bool

    /// How long until it is to be told of the present again; nil where that is not needed.
    var retryDelay: Duration? { get }

    /// Whether it shows something on standard output.
    var isOutput: Bool { get }

    /// Shows what is known after something came about.
    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure)
}

extension WatchView {
    func wantsSeconds(_ state: WatchState) -> Bool { true }

    var retryDelay: Duration? { nil }

    var isOutput: Bool { true }
}

/// A line for each change, for a pipe.
struct LineView: WatchView {
    let output: Output
    /// Whether there is a line for each second, too.
    let ticks: Bool

    /// Seconds are told by the daemon, while there is one.
    func wantsSeconds(_ state: WatchState) -> Bool { state.isStale }

    func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        if case .second = event, !ticks {
            // That time is up is a change that needs no daemon to tell.
            let isLast = state.clock(at: now).untilNextDigits == nil
            guard isLast else { return }
        }
        try output.write(WatchPresenter.line(state, at: now) + "\n")
    }
}

/// A line for a status bar, whenever it would be another.
struct FormatView: WatchView {
    let output: Output
    let format: LineFormat
    private var shown: String?

    init(output: Output, format: LineFormat) {
        (self.output, self.format) = (output, format)
    }

    /// Writes a line, unless it would be the same.
    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        let line = LinePresenter.line(format, state, at: now)
        guard line != shown else { return }
        // What is between the fields is whatever the status bar wants, such as colours.
        try output.write(Array(line.utf8) + [0x0A])
        shown = line
    }
}

/// The parameters of each message, an object a line.
struct JSONView: WatchView {
    let output: Output
    /// Where it is said that the daemon is lost.
    let errors: Output
    let path: String

    func wantsSeconds(_ state: WatchState) -> Bool { false }

    /// Writes what the daemon said, and elsewhere that it says nothing any more.
    func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        switch event {
        case .message(let message):
            let json = JSONValue.object(message.parameters).printableText(isPretty: false)
            try output.write(json + "\n")
        case .loss: try errors.write("gatherctl: STALE: lost gatherd at \(path.shown)\n")
        case .second: break
        }
    }
}
