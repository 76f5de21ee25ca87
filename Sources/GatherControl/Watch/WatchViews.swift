import GatherAPI
import LinuxIO
import Varlink

/// A view that shows a watcher's state.
protocol WatchView {
    /// Returns true if the view is updated every second without a message.
    func wantsSeconds(_ state: WatchState) -> Bool

    /// The time after which the view is shown the present state again; nil if that is not needed.
    var retryDelay: Duration? { get }

    /// True if the view writes to standard output.
    var isOutput: Bool { get }

    /// Returns true if the view shows something of the events of a match.
    func needsEvents(of gather: GatherSnapshot) -> Bool

    /// Shows the state after an event.
    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure)
}

extension WatchView {
    func wantsSeconds(_ state: WatchState) -> Bool { true }

    var retryDelay: Duration? { nil }

    var isOutput: Bool { true }

    func needsEvents(of gather: GatherSnapshot) -> Bool { false }
}

/// A line for each change, for a pipe.
struct LineView: WatchView {
    let output: Output
    /// True if there is also a line for each second.
    let ticks: Bool
    /// The gather of the last line, from which that of the next one says what has changed.
    private var shown: GatherSnapshot?
    /// The digits of the clock on the last line.
    private var digits: String?

    init(output: Output, ticks: Bool) {
        (self.output, self.ticks) = (output, ticks)
    }

    /// Returns true while the daemon is lost, or a kick-off is waited for: otherwise the daemon
    /// sends the ticks.
    func wantsSeconds(_ state: WatchState) -> Bool {
        state.isStale || state.gather?.kickOff != nil
    }

    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        var reason: Reason?
        let clock = state.clock(at: now)
        if case .second = event {
            // The second of a time-out is none of the clock.
            guard clock.countedDigits != digits else { return }
            // The end of the countdown is a change that needs no message of the daemon.
            guard ticks || clock.untilNextDigits == nil else { return }
            reason = .tick
        }
        let line = WatchPresenter.line(state, reason: reason, after: shown, at: now)
        try output.write(line + "\n")
        (shown, digits) = (state.gather, clock.countedDigits)
    }
}

/// A line for a status bar, whenever it changes.
struct FormatView: WatchView {
    let output: Output
    let format: LineFormat
    private var shown: String?

    init(output: Output, format: LineFormat) {
        (self.output, self.format) = (output, format)
    }

    func needsEvents(of gather: GatherSnapshot) -> Bool { format.needsEvents(of: gather) }

    /// Writes a line, unless it is the same as before.
    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        let line = LinePresenter.line(format, state, at: now)
        guard line != shown else { return }
        // The text between the fields is up to the status bar, such as colours.
        try output.write(Array(line.utf8) + [0x0A])
        shown = line
    }
}

/// The parameters of each message, as an object on a line, or on several.
struct JSONView: WatchView {
    let output: Output
    /// True if an object is on several lines.
    let isPretty: Bool
    /// The output for the message that the daemon is lost.
    let errors: Output
    let path: String

    func wantsSeconds(_ state: WatchState) -> Bool { false }

    /// Writes the parameters of a message, and on standard error that the daemon is lost.
    func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        switch event {
        case .message(let message):
            let json = JSONValue.object(message.parameters).printableText(isPretty: isPretty)
            try output.write(json + "\n")
        case .loss:
            errors.offer("gatherctl: \(tr("STALE: lost gatherd at %1$@", path.shown))\n")
        case .second: break
        }
    }
}
