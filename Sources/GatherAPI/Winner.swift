/// The leader or winner, as one of the sides and by name.
///
/// It follows from `winnerTeam`, the only field that an older gatherd or an older record has.
extension GatherSnapshot {
    /// The side that leads or has won, also by kicks; nil for a draw.
    public var winner: ServerTeam? { ServerTeam(title: $winnerTeam) }

    /// The name of that side; nil for a draw.
    public var winnerName: ShownName<String?> {
        ShownName(wrappedValue: winner.map { $0 == .teamA ? teamA.$name : teamB.$name })
    }
}

extension GatherSummary {
    /// The side that leads or has won, also by kicks; nil for a draw.
    public var winner: ServerTeam? { ServerTeam(title: $winnerTeam) }

    /// The name of that side; nil for a draw.
    public var winnerName: ShownName<String?> {
        ShownName(wrappedValue: winner.map { $0 == .teamA ? $teamAName : $teamBName })
    }
}

extension ServerTeam {
    /// Finds the side with a title; nil if neither has it.
    fileprivate init?(title: String) {
        guard let team = Self.allCases.first(where: { $0.title == title }) else { return nil }
        self = team
    }
}
