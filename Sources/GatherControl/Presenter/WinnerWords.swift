import GatherAPI

/// Who wins, in words.
enum WinnerWords {
    /// The name of the side that wins, or nothing for a draw.
    static func name(_ gather: GatherSnapshot) -> String {
        gather.winnerName.wrappedValue ?? (gather.winnerTeam == nobody ? "" : gather.winnerTeam)
    }

    /// Who wins, by name: `winner Reds`, or `a draw`.
    ///
    /// - Parameters:
    ///   - winnerTeam: The title of the side, which tells a draw from a side that is not known.
    ///   - name: The name of the side.
    static func text(_ winnerTeam: String, name: String?) -> String {
        winnerTeam == nobody ? "a draw" : "winner \(name ?? winnerTeam)"
    }

    private static let nobody = "None"
}
