import GatherAPI

/// Presents the matches of the history, a line each.
struct HistoryPresenter {
    private var columns = Columns()

    /// Returns the lines of some matches, with their columns aligned with the lines before.
    mutating func lines(_ gathers: [GatherSummary]) -> [String] {
        columns.lines(gathers.map(Self.cells))
    }

    private static func cells(_ gather: GatherSummary) -> [String] {
        [
            gather.shortID, TimeText.dateAndTime(gather.openedAt),
            "\(gather.teamAName) - \(gather.teamBName)", gather.score, gather.result,
        ]
    }
}

extension GatherSummary {
    /// The beginning of the ID, short enough to read.
    var shortID: String { String(id.prefix(8)) }

    /// The winner, or the phase, and where the match was left before its end: `winner Reds`, `a
    /// draw, ended early: second half, minute 76`, `discarded` or `open`.
    var result: String {
        switch phase {
        case .open: tr("open")
        case .ended where kicksA != nil && kicksB != nil:
            KicksPresenter.result(winner: winnerName.wrappedValue, kicksA ?? 0, kicksB ?? 0)
        case .ended:
            ResultText.of(winnerName.wrappedValue, endedEarly: endedPeriod, endedMinute)
        case .discarded: tr("discarded")
        }
    }

    /// Both sides with their goals: `Team A 2-1 Team B`.
    var scoreLine: String { "\(teamAName) \(score) \(teamBName)" }
}

/// The result of a match that has ended.
enum ResultText {
    /// Returns the winner by name, and where the match was left if it was not played to its end:
    /// `winner Reds`, or `a draw, ended early: after first half`.
    static func of(_ winner: String?, endedEarly period: String?, _ minute: String?) -> String {
        let result = winner.map { tr("winner %1$@", $0) } ?? tr("a draw")
        guard let period = period.map(PeriodName.shown) else { return result }
        guard let minute else { return tr("%1$@, ended early: after %2$@", result, period) }
        return tr("%1$@, ended early: %2$@, minute %3$@", result, period, minute)
    }
}
