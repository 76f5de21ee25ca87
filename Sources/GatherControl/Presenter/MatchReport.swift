import GatherAPI

/// What there is to say about a match that was played, collected from what happened in it.
struct MatchReport {
    /// A change of the score that stands.
    struct Goal: Hashable {
        /// In which minute of the match.
        let minute: Int
        /// Goals of both sides after it, as if what was taken back had never been.
        let score: [Int]
        /// Goals of both sides after it, as it was told then.
        let scoreThen: [Int]
        /// Goals of both sides less those before.
        let change: [Int]
        /// Whether a score was set, and no goal counted.
        let isCorrection: Bool
        /// Who has shot it; nil where nobody was named.
        let scorer: String?
        /// Whether that was an own goal.
        let isOwnGoal: Bool
        /// Whether a lower score that was told later took it back, all of it.
        var isTakenBack = false
    }

    /// Who is on which side by the last that was told.
    var sides: Sides?

    /// When the countdown first began to run.
    private(set) var startedAt: String?
    /// How long it ran in all.
    private(set) var goneMilliseconds = 0
    /// The changes of the score.
    private(set) var goals: [Goal] = []

    private var score = [0, 0]
    private var scoreThen = [0, 0]

    /// Takes in what happened next.
    mutating func add(_ entry: TimelineEntry) {
        goneMilliseconds = max(entry.goneMilliseconds, 0)
        let before = scoreThen
        scoreThen = Self.numbers(entry.score) ?? before
        guard entry.undoneBy == nil else { return }
        if entry.kind == "started", startedAt == nil { startedAt = entry.at }
        if entry.kind == "scoreChanged" { count(entry, before: before) }
    }

    /// Counts a change anew: what was taken back counted at that time.
    private mutating func count(_ entry: TimelineEntry, before: [Int]) {
        let isSet = entry.text.hasPrefix("goals of ")
        let change = zip(scoreThen, before).map { $0 &- $1 }
        let last = score
        for side in change.indices where change[side] != 0 {
            score[side] = isSet ? scoreThen[side] : score[side] &+ change[side]
        }
        let counted = zip(score, last).map { $0 &- $1 }
        if counted.contains(where: { $0 < 0 }) { takeBackGoals() }
        goals.append(
            Goal(
                minute: max(1, goneMilliseconds / 60_000 + (goneMilliseconds % 60_000 > 0 ? 1 : 0)),
                score: score, scoreThen: scoreThen, change: counted,
                isCorrection: isSet || counted.contains { $0 < 0 }, scorer: entry.scorer,
                isOwnGoal: entry.ownGoal ?? false))
    }

    /// The last goals of a side go first, as the daemon has it.
    private mutating func takeBackGoals() {
        for index in goals.indices {
            let goal = goals[index]
            let isGone = score.indices.contains { side in
                goal.change[side] > 0 && goal.score[side] &- goal.change[side] >= score[side]
            }
            if isGone { goals[index].isTakenBack = true }
        }
    }

    /// Reads `2-1`.
    private static func numbers(_ score: String) -> [Int]? {
        let numbers = score.split(separator: "-").compactMap { Int(digits: $0) }
        return numbers.count == 2 ? numbers : nil
    }
}
