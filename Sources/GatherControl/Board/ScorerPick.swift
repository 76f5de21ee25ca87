import GatherAPI

/// The choice of a goal's scorer by the numbers on the board.
struct ScorerPick: Hashable, Sendable {
    let key: GoalKey
    /// The match as it was shown when the goal key was pressed: the goal belongs to it, and its
    /// players keep their numbers.
    let gather: GatherSnapshot
    /// True if a player of the other side scored the goal.
    var isOwn = false
    /// The number typed so far.
    var typed = ""
    /// True if the key was pressed again so soon that it may have been a slip.
    var isDoubtful = false

    var side: Side { key.side }

    var players: [PlayerFields] { gather.team(isOwn ? side.other : side).players }

    /// Returns the player with a number, or nil if there is none.
    func player(_ number: Int?) -> PlayerFields? {
        number.flatMap { players.indices.contains($0 - 1) ? players[$0 - 1] : nil }
    }

    /// The goal in words, such as `goal for Reds`.
    var goal: String { goal(toColumns: .max) }

    private func goal(toColumns columns: Int) -> String {
        "\(word) for \(PrintableText.shortened(gather.team(side).name, toColumns: columns))"
    }

    private var word: String { isOwn ? "own goal" : "goal" }
}

extension ScorerPick {
    /// The question in ever shorter forms: names are shortened, then fewer are listed; the valid
    /// keys are always shown.
    var forms: [String] {
        let named = BoardQuestion.nameWidths.map { text(players.count, toColumns: $0) }
        let fewer = players.indices.reversed().map { text($0, toColumns: 3) }
        return named + fewer + short
    }

    private func text(_ count: Int, toColumns columns: Int) -> String {
        let twice = isDoubtful ? "pressed twice: " : ""
        let goal = goal(toColumns: max(columns, 6))
        return "\(twice)\(goal)\(by(count, toColumns: columns)); \(keys): \(typed)_"
    }

    /// Returns the first players of the list, and the range of valid numbers if more players exist.
    private func by(_ count: Int, toColumns columns: Int) -> String {
        guard count > 0 else { return players.isEmpty ? "" : ", by \(numbers)" }
        let names = players.prefix(count).enumerated().map { index, player in
            "\(index + 1) \(PrintableText.shortened(player.name, toColumns: columns))"
        }
        let rest = count < players.count ? " (\(numbers) count)" : ""
        return ", by \(names.joined(separator: ", "))\(rest)"
    }

    private var numbers: String { players.count == 1 ? "1" : "1-\(players.count)" }

    private var keys: String {
        let other = isOwn ? "o no own goal" : "o own goal"
        let twice = isDoubtful ? ", \(key.character) one more" : ""
        return "Enter nobody, \(other), Esc none\(twice)"
    }

    private var short: [String] {
        let count = players.isEmpty ? "" : "\(numbers) "
        let twice = isDoubtful ? " \(key.character)" : ""
        return [
            "\(word): \(count)\(keys): \(typed)_",
            "\(word): \(count)Enter o Esc\(twice): \(typed)_",
            "\(count)Enter o Esc\(twice): \(typed)_",
        ]
    }
}
