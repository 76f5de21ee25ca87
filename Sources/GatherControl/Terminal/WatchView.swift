import LinuxIO
import Varlink

/// Where a watcher shows what it knows.
protocol WatchView {
    /// Whether to be told of the seconds that pass without a message.
    func wantsSeconds(_ state: WatchState) -> Bool

    /// Shows what is known after something came about.
    mutating func show(
        _ event: WatchEvent, _ state: WatchState, at now: ClockReading
    ) throws(Failure)
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
