import LinuxIO

/// A block of lines on a terminal, drawn again in place.
///
/// The cursor stays below the block and is never hidden, so that there is nothing to put in order
/// when a signal ends the program.
struct BlockView: WatchView {
    private let output: Output
    private let path: String
    private let bold: Bool
    private var drawn: [String]?

    /// Makes a view of what it draws on, and with which clock.
    ///
    /// - Parameter path: The socket of the daemon, to be named when it is lost.
    init(output: Output, path: String, bold: Bool) {
        self.output = output
        self.path = path
        self.bold = bold
    }

    /// The digits count by themselves.
    func wantsSeconds(_ state: WatchState) -> Bool { true }

    /// Draws the block, unless it would look the same.
    mutating func show(
        _ event: WatchEvent, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        let size = output.size
        let block = WatchPresenter.block(
            state, at: now, path: path, columns: size.columns, bold: bold)
        // The cursor has the last row. A block that is too high would scroll away each second.
        let lines = WatchPresenter.cut(block, toRows: size.rows - 1, isStale: state.isStale)
        guard lines != drawn else { return }
        let up = drawn.map { $0.isEmpty ? "" : "\u{1B}[\($0.count)A" } ?? ""
        // Each line is erased before it is written, and what is left of a longer block after it.
        let text = lines.map { "\r\u{1B}[2K\($0)\n" }.joined()
        try output.write("\(up)\(text)\u{1B}[J")
        drawn = lines
    }
}
