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

    /// Changes a goal, if it counts.
    ///
    /// - Parameters:
    ///   - time: The place in the play of the minute that is given; nil for none.
    ///   - event: The number of the event that changes it.
    mutating func amend(_ amendment: GoalAmendment, time: PlayedTime? = nil, by event: Int) {
        guard let index = single.lastIndex(where: { $0.number == amendment.number }),
            single[index].side == amendment.side || amendment.isSideGiven
        else { return }
        if single[index].side != amendment.side {
            guard score[amendment.side] < Limits.score.upperBound else { return }
            move(index, to: amendment.side)
            single[index].scorer = .nobody
        }
        if let scorer = amendment.scorer { single[index].scorer = scorer }
        if let minute = amendment.minute, let time {
            (single[index].givenMinute, single[index].time) = (minute, time)
        }
        single[index].amendedBy = event
    }

    /// Gives a goal to the other side, where it is before those that were counted later.
    private mutating func move(_ index: Int, to side: Side) {
        let goal = single[index]
        score.add(-1, to: goal.side)
        score.add(1, to: side)
        let later = single.filter { $0.side == side && $0.number > goal.number }.map(\.ordinal)
        let ordinal = later.min() ?? score[side]
        for other in single.indices {
            if single[other].side == goal.side, single[other].ordinal > goal.ordinal {
                single[other].ordinal -= 1
            } else if single[other].side == side, single[other].ordinal >= ordinal {
                single[other].ordinal += 1
            }
        }
        (single[index].side, single[index].ordinal) = (side, ordinal)
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
    /// The side that it counts for, as known now.
    public fileprivate(set) var side: Side
    /// The scorer, as known now.
    public fileprivate(set) var scorer: GoalScorer

    /// The place in the play of the match where it was scored.
    public fileprivate(set) var time: PlayedTime
    /// The minute that a person gave; nil if it is the moment that counts.
    public fileprivate(set) var givenMinute: GivenMinute?
    /// The number of the event that amended it last, if any did.
    public fileprivate(set) var amendedBy: Int?

    /// The ordinal among the goals of its side.
    fileprivate(set) var ordinal = 0

    init(
        number: Int, side: Side, scorer: GoalScorer, time: PlayedTime, minute: GivenMinute? = nil
    ) {
        (self.number, self.side, self.scorer, self.time) = (number, side, scorer, time)
        givenMinute = minute
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

    /// The player, if one is known.
    public var player: Player? { if case .player(let player, _) = self { player } else { nil } }

    fileprivate func goal(for side: Side) -> NamedGoal? {
        guard case .player(let player, let isOwnGoal) = self else { return nil }
        return NamedGoal(side: side, scorer: player, isOwnGoal: isOwnGoal)
    }
}

/// A change of a goal that was counted before; its place in the order of the goals stays.
public struct GoalAmendment: Hashable, Sendable {
    /// The number of the event that counted the goal.
    public let number: Int
    /// The side that the goal counts for from now on.
    public let side: Side
    /// The scorer from now on; nil for the same.
    public let scorer: GoalScorer?
    /// The minute from now on; nil for the same.
    public let minute: GivenMinute?
    /// True if a person gave the side, so that the goal may move to the other side.
    public let isSideGiven: Bool

    /// Makes an amendment.
    public init(
        number: Int, side: Side, scorer: GoalScorer?, minute: GivenMinute? = nil,
        isSideGiven: Bool = false
    ) {
        (self.number, self.side, self.scorer) = (number, side, scorer)
        (self.minute, self.isSideGiven) = (minute, isSideGiven)
    }

    /// The goal with its scorer, or nil if that is nobody or stays.
    public var named: NamedGoal? { scorer?.goal(for: side) }
}
