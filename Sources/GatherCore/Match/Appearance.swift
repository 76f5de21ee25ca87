/// A player's part in a gather that ended with a result.
public struct Appearance: Hashable, Sendable {
    /// The outcome for the player's side.
    public enum Outcome: Int, CaseIterable, Sendable {
        /// The other side won.
        case lost = -1
        /// Nobody won.
        case drawn = 0
        /// The side won.
        case won = 1
    }

    /// The player, as recorded in the gather.
    public let player: Player
    /// The side that the player was on.
    public let side: Side
    /// Goals for that side.
    public internal(set) var goals = 0
    /// Own goals, which count for the other side.
    public internal(set) var ownGoals = 0
    /// The outcome for that side.
    public internal(set) var outcome = Outcome.drawn

    init(_ player: Player, on side: Side) {
        (self.player, self.side) = (player, side)
    }
}

extension Gather {
    /// The part of each player who was on a side at the end, was taken off it by a substitution, or
    /// has scored; Team A first.
    ///
    /// Empty while there is no result.
    public var appearances: [Appearance] {
        guard phase == .ended else { return [] }
        var found: [Appearance] = []
        for side in Side.allCases {
            found += lineup[side.section].map { Appearance($0, on: side) }
        }
        for change in takenOff where !found.contains(where: { $0.player.id == change.player.id }) {
            found.append(Appearance(change.player, on: change.side))
        }
        for goal in goals where !found.contains(where: { $0.player.id == goal.scorer.id }) {
            found.append(Appearance(goal.scorer, on: goal.scorerSide))
        }
        for index in found.indices {
            let id = found[index].player.id
            let scored = goals.filter { $0.scorer.id == id }
            found[index].goals = scored.count { !$0.isOwnGoal }
            found[index].ownGoals = scored.count { $0.isOwnGoal }
            if let winner {
                found[index].outcome = winner == found[index].side ? .won : .lost
            }
        }
        return found
    }
}

/// A goal whose scorer is known.
public struct NamedGoal: Hashable, Sendable {
    /// The side that the goal counts for.
    public let side: Side
    /// The scorer.
    public let scorer: Player
    /// True if the scorer belongs to the other side.
    public let isOwnGoal: Bool

    /// Makes a goal.
    public init(side: Side, scorer: Player, isOwnGoal: Bool) {
        (self.side, self.scorer, self.isOwnGoal) = (side, scorer, isOwnGoal)
    }

    /// The side that the scorer was on.
    var scorerSide: Side { isOwnGoal ? side.other : side }
}
