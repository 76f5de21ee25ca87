import Varlink

/// Who leads or has won, as one of the sides and by its name.
///
/// It follows from `winnerTeam`, and an older gatherd, or an older record, tells that alone.
extension GatherSnapshot {
    /// The side with more goals; nil for a draw.
    public var winner: ServerTeam? { ServerTeam(title: $winnerTeam) }

    /// The name of that side.
    public var winnerName: ShownName<String?> {
        ShownName(wrappedValue: winner.map { $0 == .teamA ? teamA.$name : teamB.$name })
    }
}

extension GatherSummary {
    /// The side with more goals; nil for a draw.
    public var winner: ServerTeam? { ServerTeam(title: $winnerTeam) }

    /// The name of that side.
    public var winnerName: ShownName<String?> {
        ShownName(wrappedValue: winner.map { $0 == .teamA ? $teamAName : $teamBName })
    }
}

extension ServerTeam {
    /// The side with a title; nil if neither has it.
    fileprivate init?(title: String) {
        guard let team = Self.allCases.first(where: { $0.title == title }) else { return nil }
        self = team
    }
}
