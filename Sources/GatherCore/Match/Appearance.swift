/// What a player did in a gather that ended with a result.
public struct Appearance: Hashable, Sendable {
    /// What became of the player's side.
    public enum Outcome: Int, CaseIterable, Sendable {
        /// The other side won.
        case lost = -1
        /// Nobody won.
        case drawn = 0
        /// It won.
        case won = 1
    }

    /// The player, as known then.
    public let player: Player
    /// The side that the player was on.
    public let side: Side
    /// Goals for that side.
    public internal(set) var goals = 0
    /// Goals for the other side.
    public internal(set) var ownGoals = 0
    /// What became of that side.
    public internal(set) var outcome = Outcome.drawn

    init(_ player: Player, on side: Side) {
        (self.player, self.side) = (player, side)
    }
}

extension Gather {
    /// What each player did who was on a side when the gather ended, or has scored: Team A first;
    /// none while there is no result.
    public var appearances: [Appearance] {
        guard phase == .ended else { return [] }
        var found: [Appearance] = []
        for side in Side.allCases {
            found += lineup[side.section].map { Appearance($0, on: side) }
        }
        for goal in goals where !found.contains(where: { $0.player.id == goal.scorer.id }) {
            found.append(Appearance(goal.scorer, on: goal.scorerSide))
        }
        for index in found.indices {
            let id = found[index].player.id
            let scored = goals.filter { $0.scorer.id == id }
            found[index].goals = scored.count { !$0.isOwnGoal }
            found[index].ownGoals = scored.count { $0.isOwnGoal }
            if let winner = score.winner {
                found[index].outcome = winner == found[index].side ? .won : .lost
            }
        }
        return found
    }
}

/// A goal that is known whose it is.
public struct NamedGoal: Hashable, Sendable {
    /// The side it counts for.
    public let side: Side
    /// Who scored it.
    public let scorer: Player
    /// Whether the scorer is of the other side.
    public let isOwnGoal: Bool

    /// Makes a goal of its parts.
    public init(side: Side, scorer: Player, isOwnGoal: Bool) {
        (self.side, self.scorer, self.isOwnGoal) = (side, scorer, isOwnGoal)
    }

    /// The side the scorer was on.
    var scorerSide: Side { isOwnGoal ? side.other : side }
}
