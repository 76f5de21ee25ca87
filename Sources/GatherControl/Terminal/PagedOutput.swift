/// The output for a long answer: through a pager if it is longer than the screen.
final class PagedOutput {
    private let screen: Output
    private let pagers: Pagers
    private var held = ""
    private var heldRows = 0
    private var pager: Pager?
    private var isHolding: Bool

    /// Makes an output on a screen, with the pagers to try, of which there may be none.
    init(_ screen: Output, pagers: Pagers) {
        self.screen = screen
        self.pagers = pagers
        isHolding = !pagers.programs.isEmpty
    }

    /// Writes a part of the answer, in whole lines.
    func write(_ text: String) throws(Failure) {
        if let pager { return try pager.write(text) }
        guard isHolding else { return try screen.write(text) }
        held += text
        let (rows, columns) = screen.size
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            heldRows += max(1, (TextWidth.of(String(line)) + columns - 1) / columns)
            // The prompt of the shell takes a line of the screen.
            if heldRows >= rows { return try startPager() }
        }
    }

    /// Shows what is not shown yet, and waits until the user leaves the pager.
    func finish() throws(Failure) {
        isHolding = false
        if let pager { pager.finish() } else { try screen.write(held) }
    }

    private func startPager() throws(Failure) {
        isHolding = false
        pager = Pager.start(pagers, on: screen.descriptor)
        try write(exchange(&held, with: ""))
    }
}
