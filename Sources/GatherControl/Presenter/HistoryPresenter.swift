import GatherAPI

/// Shows the gathers that were played, a line each.
enum HistoryPresenter {
    /// The lines, their columns aligned.
    static func lines(_ gathers: [GatherSummary]) -> [String] {
        let rows = gathers.map(cells)
        let widths = (0..<columns).map { column in
            rows.map { PrintableText.width(of: $0[column]) }.max() ?? 0
        }
        return rows.map { cells in
            zip(cells, widths).map(padded).joined(separator: "  ") + "  " + cells[columns]
        }
    }

    /// How many columns are padded; the last one is not.
    private static let columns = 5

    private static func cells(_ gather: GatherSummary) -> [String] {
        [
            TimeWords.dateAndTime(gather.openedAt),
            gather.score,
            gather.phase == .ended ? gather.winnerTeam : "-",
            "\(gather.teamAName) - \(gather.teamBName)",
            gather.phase.rawValue,
            gather.id,
        ]
    }

    private static func padded(_ cell: String, to width: Int) -> String {
        cell + String(repeating: " ", count: max(width - PrintableText.width(of: cell), 0))
    }
}
