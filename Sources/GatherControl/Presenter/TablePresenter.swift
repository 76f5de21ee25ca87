import GatherAPI
import Varlink

/// The matches that ended, by the pairs of sides that played them.
struct PairTable {
    /// Two sides, with what the first of them reached.
    private struct Pair {
        let names: [String]
        var wins = 0
        var draws = 0
        var losses = 0
        var goals = (0, 0)

        var played: Int { wins + draws + losses }

        mutating func count(win: Bool) {
            if win { wins += 1 } else { losses += 1 }
        }
    }

    private var pairs: [Pair] = []
    private var places: [[String]: Int] = [:]

    /// Adds a match, if it has a result; the sides of a pair come in either order.
    mutating func add(_ gather: GatherSummary) {
        let goals = gather.score.split(separator: "-").compactMap { Int(digits: $0) }
        guard gather.phase == .ended, goals.count == 2 else { return }
        let names = [gather.$teamAName, gather.$teamBName]
        let isTurned = places[names] == nil && places[names.reversed()] != nil
        let key = isTurned ? names.reversed() : names
        let place = places[key] ?? pairs.endIndex
        if place == pairs.endIndex {
            pairs.append(Pair(names: [gather.teamAName, gather.teamBName]))
            places[key] = place
        }
        let (first, second) = isTurned ? (goals[1], goals[0]) : (goals[0], goals[1])
        pairs[place].goals.0 += first
        pairs[place].goals.1 += second
        // A drawn score may have a winner by kicks from the mark.
        switch gather.winner {
        case nil: pairs[place].draws += 1
        case .teamA?: pairs[place].count(win: !isTurned)
        case .teamB?: pairs[place].count(win: isTurned)
        }
    }

    /// The pairs, those that played most first.
    private var sorted: [Pair] { pairs.sorted { $0.played > $1.played } }

    var json: JSONValue {
        .array(
            sorted.map { pair in
                .object([
                    "sides": .array(pair.names.map { .string($0) }), "played": .int(pair.played),
                    "wins": .int(pair.wins), "draws": .int(pair.draws),
                    "losses": .int(pair.losses),
                    "goals": .array([.int(pair.goals.0), .int(pair.goals.1)]),
                ])
            })
    }

    /// Returns a line for each pair, below a header; empty if there is none.
    var lines: [String] {
        guard !pairs.isEmpty else { return [] }
        let header = [tr("sides"), tr("played"), tr("won"), tr("drawn"), tr("lost"), tr("goals")]
        let rows = sorted.map { pair in
            [pair.names.joined(separator: " - ")]
                + [pair.played, pair.wins, pair.draws, pair.losses].map { "\($0)" }
                + ["\(pair.goals.0)-\(pair.goals.1)"]
        }
        return Columns.lines([header] + rows, alignedRight: [1, 2, 3, 4, 5])
    }
}

/// Presents what the players reached.
enum PlayerTablePresenter {
    /// Returns a line for each player who appeared, most wins first, below a header; empty if there
    /// is none.
    static func lines(_ players: [ScorerFields]) -> [String] {
        guard !players.isEmpty else { return [] }
        let header = [
            tr("player"), tr("played"), tr("won"), tr("drawn"), tr("lost"), tr("goals"),
            tr("own goals"),
        ]
        return Columns.lines(
            [header] + sorted(players).map(cells), alignedRight: [1, 2, 3, 4, 5, 6])
    }

    private static func cells(_ player: ScorerFields) -> [String] {
        let numbers = [
            player.appearances, player.wins, player.draws, player.losses, player.goals,
            player.ownGoals,
        ]
        return [player.shownName] + numbers.map { $0.map { "\($0)" } ?? PositionText.none }
    }

    /// Returns the players, most wins first, then most draws, most goals, and fewest matches.
    private static func sorted(_ players: [ScorerFields]) -> [ScorerFields] {
        func rank(_ player: ScorerFields) -> [Int] {
            [-(player.wins ?? 0), -(player.draws ?? 0), -player.goals, player.appearances]
        }
        return players.enumerated().sorted { one, other in
            let (rank1, rank2) = (rank(one.element), rank(other.element))
            return rank1 == rank2
                ? one.offset < other.offset : rank1.lexicographicallyPrecedes(rank2)
        }.map(\.element)
    }
}
