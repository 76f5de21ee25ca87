import GatherAPI

/// Presents the gathers of the history, a line each.
struct HistoryPresenter {
    private var columns = Columns()

    /// Returns the lines of some gathers, with their columns aligned with the lines before.
    mutating func lines(_ gathers: [GatherSummary]) -> [String] {
        columns.lines(gathers.map(Self.cells))
    }

    private static func cells(_ gather: GatherSummary) -> [String] {
        [
            gather.shortID, TimeWords.dateAndTime(gather.openedAt),
            "\(gather.teamAName) - \(gather.teamBName)", gather.score, gather.result,
        ]
    }
}

extension GatherSummary {
    /// The beginning of the ID, short enough to read.
    var shortID: String { String(id.prefix(8)) }

    /// The winner, or the phase: `winner Reds`, `a draw`, `discarded` or `open`.
    var result: String {
        guard phase == .ended else { return phase.rawValue }
        return winnerName.wrappedValue.map { "winner \($0)" } ?? "a draw"
    }

    /// Both sides with their goals: `Team A 2-1 Team B`.
    var scoreLine: String { "\(teamAName) \(score) \(teamBName)" }
}
