import GatherAPI

/// Who is on which side.
struct Sides: Hashable {
    /// The name of the first side.
    var teamAName: String
    /// The name of the second side.
    var teamBName: String
    /// Who is on the first side.
    var teamA: [PlayerFields] = []
    /// Who is on the second side.
    var teamB: [PlayerFields] = []
    /// Who is on neither.
    var bench: [PlayerFields] = []
}

extension GatherSnapshot {
    /// Who is on which side.
    var sides: Sides {
        Sides(
            teamAName: teamA.name, teamBName: teamB.name, teamA: teamA.players,
            teamB: teamB.players, bench: bench)
    }
}
