import LinuxIO

/// A line for a status bar, whenever it would be another.
struct FormatView: WatchView {
    private let output: Output
    private let format: LineFormat
    private var shown: String?

    /// Makes a view that has shown nothing yet.
    init(output: Output, format: LineFormat) {
        self.output = output
        self.format = format
    }

    /// The digits count by themselves.
    func wantsSeconds(_ state: WatchState) -> Bool { true }

    /// Writes a line, unless it would be the same.
    mutating func show(
        _ event: WatchEvent, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        let line = LinePresenter.line(format, state, at: now)
        guard line != shown else { return }
        // What is between the fields is whatever the status bar wants, such as colours.
        try output.write(Array(line.utf8) + [0x0A])
        shown = line
    }
}
