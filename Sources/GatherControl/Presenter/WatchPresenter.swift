import GatherAPI
import LinuxIO

/// Shows what a watcher knows, as a line or as a block of lines.
enum WatchPresenter {
    /// One line for a pipe; the last column is the reason, or `STALE`.
    static func line(_ state: WatchState, at now: ClockReading) -> String {
        let last = state.isStale ? "STALE" : state.reason
        guard let gather = state.gather, let clock = state.clock(at: now) else {
            return "\(nothing(state))  \(last)"
        }
        let line = "\(clock.digits)  \(clock.state)  \(gather.scoreLine)  \(last)"
        if tellsSides(last, gather.sides) {
            return "\(line)  \(SidesPresenter.line(gather.sides))"
        }
        guard last == Reason.submissionChanged.rawValue,
            let submission = SubmissionPresenter.line(gather.submission, at: now)
        else { return line }
        return "\(line)  \(submission)"
    }

    /// The block for a terminal, each line cut to its width.
    ///
    /// - Parameter path: The socket of the daemon, to be named when it is lost.
    static func block(
        _ state: WatchState, at now: ClockReading, path: String, columns: Int, bold: Bool
    ) -> [String] {
        var lines: [String] = []
        if state.hasHeard {
            let card = MatchCardViewModel(state.match, at: now)
            // Cut as plain text: the clock, which may be bold, is far from the end of any line.
            lines = zip(card.lines(bold: false), card.lines(bold: bold)).map { plain, styled in
                let cut = PrintableText.cut(plain, toColumns: columns)
                return cut == plain ? styled : cut
            }
        }
        if state.isStale {
            let counts = state.clock(at: now)?.untilNextDigits != nil
            let stale =
                "STALE: lost gatherd at \(PrintableText.of(path))"
                + (counts ? "; counting on" : "")
            lines.append(PrintableText.cut(stale, toColumns: columns))
        }
        return lines
    }

    /// The lines that fit: the first, and whatever happens the one that says stale, the last.
    static func cut(_ lines: [String], toRows rows: Int, isStale: Bool) -> [String] {
        let room = max(rows, 1)
        guard lines.count > room else { return lines }
        guard isStale, room > 1 else { return Array(lines.prefix(room)) }
        return Array(lines.prefix(room - 1)) + lines.suffix(1)
    }

    /// Whether a message that came for this reason tells who is on which side.
    private static func tellsSides(_ reason: String, _ sides: Sides) -> Bool {
        switch Reason(rawValue: reason) {
        case .playersChanged: true
        case .snapshot, .opened, .undone, .redone: !SidesPresenter.lines(sides).isEmpty
        default: false
        }
    }

    private static func nothing(_ state: WatchState) -> String {
        state.hasHeard ? "no gather yet" : "nothing known"
    }
}
