/// The order of teams with equal points.
public enum TableOrder: String, CaseIterable, Sendable {
    /// Goal difference, goals scored, then the matches of the teams against each other.
    case goalDifference = "goal-difference"
    /// The matches of the teams against each other, then goal difference and goals scored.
    case headToHead = "head-to-head"
}

/// A match that counts in a table, between two teams by their numbers.
struct CountedMatch {
    let home: Int
    let away: Int
    let homeGoals: Int
    let awayGoals: Int
}

/// The achievement of a team.
struct Reached: Equatable {
    var won = 0
    var drawn = 0
    var lost = 0
    var goalsFor = 0
    var goalsAgainst = 0

    var played: Int { won + drawn + lost }
    var points: Int { 3 * won + drawn }
    var goalDifference: Int { goalsFor - goalsAgainst }

    /// Adds a match.
    mutating func add(goals: Int, against others: Int) {
        goalsFor += goals
        goalsAgainst += others
        if goals > others { won += 1 } else if goals == others { drawn += 1 } else { lost += 1 }
    }

    /// Returns what each of some teams has reached in the matches among them.
    static func of(_ teams: [Int], in matches: [CountedMatch]) -> [Int: Reached] {
        var reached = Dictionary(uniqueKeysWithValues: teams.map { ($0, Reached()) })
        for match in matches where reached[match.home] != nil && reached[match.away] != nil {
            reached[match.home]?.add(goals: match.homeGoals, against: match.awayGoals)
            reached[match.away]?.add(goals: match.awayGoals, against: match.homeGoals)
        }
        return reached
    }
}

/// Puts the teams of a group in order.
struct Ranking {
    let order: TableOrder
    let matches: [CountedMatch]

    /// Returns the teams by their numbers, the best first; those that are equal in everything
    /// are together.
    func ranked(_ teams: [Int]) -> [[Int]] {
        let all = Reached.of(teams, in: matches)
        switch order {
        case .goalDifference:
            return split(teams, all) { [$0.points, $0.goalDifference, $0.goalsFor] }
                .flatMap(amongThemselves)
        case .headToHead:
            return split(teams, all) { [$0.points] }.flatMap(amongThemselves).flatMap { tied in
                split(tied, all) { [$0.goalDifference, $0.goalsFor] }
            }
        }
    }

    /// Returns teams in the order of the matches among them, and again among those of them that
    /// are still equal.
    private func amongThemselves(_ tied: [Int]) -> [[Int]] {
        guard tied.count > 1 else { return [tied] }
        let parts = split(tied, Reached.of(tied, in: matches)) {
            [$0.points, $0.goalDifference, $0.goalsFor]
        }
        return parts.count > 1 ? parts.flatMap(amongThemselves) : parts
    }

    /// Returns teams in parts with equal numbers, those with the greatest ones first.
    private func split(
        _ teams: [Int], _ reached: [Int: Reached], by numbers: (Reached) -> [Int]
    ) -> [[Int]] {
        let keys = teams.map { team in numbers(reached[team] ?? Reached()) }
        let parts = Dictionary(grouping: teams.indices) { keys[$0] }
        return parts.sorted { other, one in other.key.lexicographicallyPrecedes(one.key) }
            .reversed().map { part in part.value.map { teams[$0] } }
    }
}
