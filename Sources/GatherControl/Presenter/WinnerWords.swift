/// Who wins, in words.
enum WinnerWords {
    /// Who wins, by name: `winner Reds`, or `a draw`.
    static func text(_ winnerTeam: String, teamAName: String, teamBName: String) -> String {
        switch winnerTeam {
        case "Team A": "winner \(teamAName)"
        case "Team B": "winner \(teamBName)"
        case "None": "a draw"
        default: "winner \(winnerTeam)"
        }
    }
}
