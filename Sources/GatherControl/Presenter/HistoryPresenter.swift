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

    /// The winner, or the phase: `winner Reds`, `a draw`, `discarded` or `open`.
    var result: String {
        switch phase {
        case .open: tr("open")
        case .ended where kicksA != nil && kicksB != nil:
            KicksPresenter.result(
                winner: winnerName.wrappedValue, kicksA ?? 0, kicksB ?? 0)
        case .ended: winnerName.wrappedValue.map { tr("winner %1$@", $0) } ?? tr("a draw")
        case .discarded: tr("discarded")
        }
    }

    /// Both sides with their goals: `Team A 2-1 Team B`.
    var scoreLine: String { "\(teamAName) \(score) \(teamBName)" }
}
