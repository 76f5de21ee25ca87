import GatherAPI

/// The pick of who has scored, by the numbers on the board.
struct ScorerPick: Hashable, Sendable {
    /// The key that was pressed.
    let key: GoalKey
    /// The match as it was shown when the goal key was pressed: it is about that one, and its
    /// players keep their numbers.
    let gather: GatherSnapshot
    /// Whether the other side has scored it.
    var isOwn = false
    /// The number that was typed so far.
    var typed = ""
    /// Whether the key was pressed once more so soon that it may have been a slip.
    var isDoubtful = false

    /// The side that has one more.
    var side: Side { key.side }

    /// Who can be picked.
    var players: [PlayerFields] { gather.team(isOwn ? side.other : side).players }

    /// Who has the number, if anybody has.
    func player(_ number: Int?) -> PlayerFields? {
        number.flatMap { players.indices.contains($0 - 1) ? players[$0 - 1] : nil }
    }

    /// The goal in words, such as `goal for Reds`.
    var goal: String { "\(isOwn ? "own goal" : "goal") for \(gather.team(side).name)" }

    /// The question in words.
    var text: String {
        let names = players.enumerated().map { "\($0.offset + 1) \($0.element.name)" }
        let other = isOwn ? "o no own goal" : "o own goal"
        let twice = isDoubtful ? "pressed twice, '\(key.character)' counts one more: " : ""
        let by = names.joined(separator: ", ")
        return "\(twice)\(goal), by \(by); Enter nobody, \(other), Esc none: "
            + "\(typed)_"
    }
}
