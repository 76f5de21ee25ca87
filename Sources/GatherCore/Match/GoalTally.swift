/// The goals that count, with their scorers where these are known.
///
/// Each side has its goals in the order in which they were counted. Lowering a score removes the
/// last goals with their scorers; raising it adds goals without a scorer.
struct GoalTally: Equatable, Sendable {
    /// The number of goals of each side.
    private(set) var score = Score()

    /// The goals that were counted one at a time, in order.
    private(set) var single: [CountedGoal] = []

    /// The goals whose scorers are known, in order.
    var goals: [NamedGoal] { single.compactMap(\.named) }

    /// The goal that the event with this number counted, if it counts.
    subscript(number: Int) -> CountedGoal? { single.last { $0.number == number } }

    /// The goal that was counted or amended last.
    var latest: CountedGoal? { single.max { $0.lastEvent < $1.lastEvent } }

    /// Sets the number of goals of a side.
    mutating func set(_ goals: Int, of side: Side) {
        let before = score[side]
        score[side] = goals
        if score[side] < before { cut(side) }
    }

    /// Raises or lowers the number of goals of a side.
    mutating func add(_ delta: Int, to side: Side) {
        let before = score[side]
        score.add(delta, to: side)
        if score[side] < before { cut(side) }
    }

    /// Counts a goal; one over the limit is not counted.
    mutating func count(_ goal: CountedGoal) {
        let before = score[goal.side]
        score.add(1, to: goal.side)
        guard score[goal.side] > before else { return }
        var goal = goal
        goal.ordinal = score[goal.side]
        single.append(goal)
    }

    /// Changes the scorer of a goal, if it counts.
    ///
    /// - Parameter event: The number of the event that changes it.
    mutating func amend(_ amendment: GoalAmendment, by event: Int) {
        guard let index = single.lastIndex(where: { $0.number == amendment.number }),
            single[index].side == amendment.side
        else { return }
        single[index].scorer = amendment.scorer
        single[index].amendedBy = event
    }

    private mutating func cut(_ side: Side) {
        let most = score[side]
        func isGone(_ goal: CountedGoal) -> Bool { goal.side == side && goal.ordinal > most }
        // Often nothing is removed, and the list need not be copied.
        if single.contains(where: isGone) { single.removeAll(where: isGone) }
    }
}

/// A goal that counts, and was counted as a single one.
public struct CountedGoal: Hashable, Sendable {
    /// The number of the event that counted it.
    public let number: Int
    /// The side that it counts for.
    public let side: Side
    /// The scorer, as known now.
    public fileprivate(set) var scorer: GoalScorer

    /// The place in the play of the match where it was scored.
    public let time: PlayedTime
    /// The number of the event that amended it last, if any did.
    public fileprivate(set) var amendedBy: Int?

    /// The ordinal among the goals of its side.
    fileprivate(set) var ordinal = 0

    init(number: Int, side: Side, scorer: GoalScorer, time: PlayedTime) {
        (self.number, self.side, self.scorer, self.time) = (number, side, scorer, time)
    }

    /// The number of the event that counted or amended it last.
    fileprivate var lastEvent: Int { amendedBy ?? number }

    /// The goal with its scorer, or nil if none is known.
    public var named: NamedGoal? { scorer.goal(for: side) }
}

/// The scorer of a goal, if one is known.
public enum GoalScorer: Hashable, Sendable {
    /// Nobody is known to have scored.
    case nobody
    /// A player, who belongs to the other side if it is an own goal.
    case player(Player, isOwnGoal: Bool)

    fileprivate func goal(for side: Side) -> NamedGoal? {
        guard case .player(let player, let isOwnGoal) = self else { return nil }
        return NamedGoal(side: side, scorer: player, isOwnGoal: isOwnGoal)
    }
}

/// A change of what is known of a goal; its moment and its place in the match stay.
public struct GoalAmendment: Hashable, Sendable {
    /// The number of the event that counted the goal.
    public let number: Int
    /// The side that the goal counts for.
    public let side: Side
    /// The scorer from now on.
    public let scorer: GoalScorer

    /// Makes an amendment.
    public init(number: Int, side: Side, scorer: GoalScorer) {
        (self.number, self.side, self.scorer) = (number, side, scorer)
    }

    /// The goal with its scorer, or nil if that is nobody.
    public var named: NamedGoal? { scorer.goal(for: side) }
}
