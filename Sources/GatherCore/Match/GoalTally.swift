/// The goals that count, with their scorers where these are known.
///
/// Each side has its goals in the order in which they were counted. Lowering a score removes the
/// last goals with their scorers; raising it adds goals without a scorer.
struct GoalTally: Equatable, Sendable {
    /// The number of goals of each side.
    private(set) var score = Score()

    private var named: [Place] = []

    /// A goal with a scorer, and its ordinal among its side's goals.
    private struct Place: Equatable, Sendable {
        let goal: NamedGoal
        let number: Int
    }

    /// The goals whose scorers are known, in order.
    var goals: [NamedGoal] { named.map(\.goal) }

    /// Sets the number of goals of a side.
    mutating func set(_ goals: Int, of side: Side) {
        score[side] = goals
        cut(side)
    }

    /// Raises or lowers the number of goals of a side.
    mutating func add(_ delta: Int, to side: Side) {
        score.add(delta, to: side)
        cut(side)
    }

    /// Counts a goal with its scorer; a goal over the limit is not counted.
    mutating func add(_ goal: NamedGoal) {
        let before = score[goal.side]
        score.add(1, to: goal.side)
        guard score[goal.side] > before else { return }
        named.append(Place(goal: goal, number: score[goal.side]))
    }

    private mutating func cut(_ side: Side) {
        let most = score[side]
        func isGone(_ place: Place) -> Bool { place.goal.side == side && place.number > most }
        // Usually nothing is removed, and the list need not be copied.
        if named.contains(where: isGone) { named.removeAll(where: isGone) }
    }
}
