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
        _ event: WatchEvent, _ state: WatchState, at now: ClockReading
    ) throws(Failure)
}

extension WatchView {
    /// What was shown was shown.
    var retryDelay: Duration? { nil }

    /// It does.
    var isOutput: Bool { true }
}

/// What makes a watcher show something.
enum WatchEvent {
    /// The daemon said something.
    case message(Reply)
    /// The daemon was lost.
    case loss
    /// The digits changed by themselves.
    case second
}
