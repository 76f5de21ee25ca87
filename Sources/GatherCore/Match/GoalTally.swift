/// The goals that count, and whose they are where that is known.
///
/// Each side has its goals in the order in which they were counted. Lowering a score takes the last
/// of them back, with their scorers; what is set higher is filled with goals of nobody.
struct GoalTally: Equatable, Sendable {
    /// How many each side has.
    private(set) var score = Score()

    private var named: [Place] = []

    /// A goal with a scorer, and the how manyth of its side it is.
    private struct Place: Equatable, Sendable {
        let goal: NamedGoal
        let number: Int
    }

    /// Those of which it is known whose they are, in order.
    var goals: [NamedGoal] { named.map(\.goal) }

    /// Sets how many a side has.
    mutating func set(_ goals: Int, of side: Side) {
        score[side] = goals
        cut(side)
    }

    /// Raises or lowers how many a side has.
    mutating func add(_ delta: Int, to side: Side) {
        score.add(delta, to: side)
        cut(side)
    }

    /// Counts a goal with its scorer; one over the limit counts for nobody.
    mutating func add(_ goal: NamedGoal) {
        let before = score[goal.side]
        score.add(1, to: goal.side)
        guard score[goal.side] > before else { return }
        named.append(Place(goal: goal, number: score[goal.side]))
    }

    private mutating func cut(_ side: Side) {
        let most = score[side]
        func isGone(_ place: Place) -> Bool { place.goal.side == side && place.number > most }
        // Most often there is none, and then the list need not be copied.
        if named.contains(where: isGone) { named.removeAll(where: isGone) }
    }
}
