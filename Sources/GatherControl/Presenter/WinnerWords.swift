import GatherAPI

/// Who wins, in words.
enum WinnerWords {
    /// The name of the side that wins, or nothing for a draw.
    static func name(_ gather: GatherSnapshot) -> String {
        switch gather.winnerTeam {
        case "Team A": gather.teamA.name
        case "Team B": gather.teamB.name
        case "None": ""
        default: gather.winnerTeam
        }
    }

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
