import GatherAPI

/// Shows the gathers that were played, a line each.
struct HistoryPresenter {
    private var columns = Columns()

    /// The lines of some gathers, their columns aligned with those before.
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
    /// As much of the ID as people want to read.
    var shortID: String { String(id.prefix(8)) }

    /// Who has won, or how far it is: `winner Reds`, `a draw`, `discarded` or `open`.
    var result: String {
        guard phase == .ended else { return phase.rawValue }
        return winnerName.wrappedValue.map { "winner \($0)" } ?? "a draw"
    }

    /// Both sides with their goals: `Team A 2-1 Team B`.
    var scoreLine: String { "\(teamAName) \(score) \(teamBName)" }
}
