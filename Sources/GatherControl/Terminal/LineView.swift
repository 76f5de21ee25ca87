import LinuxIO

/// A line for each change, for a pipe.
struct LineView: WatchView {
    /// Where the lines go.
    let output: Output
    /// Whether there is a line for each second, too.
    let ticks: Bool

    /// Seconds are told by the daemon, while there is one.
    func wantsSeconds(_ state: WatchState) -> Bool { state.isStale }

    /// Writes a line.
    func show(
        _ event: WatchEvent, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        if case .second = event, !ticks {
            // That time is up is a change that needs no daemon to tell.
            let isLast = state.clock(at: now)?.untilNextDigits == nil
            guard isLast else { return }
        }
        try output.write(WatchPresenter.line(state, at: now) + "\n")
    }
}
