import GatherAPI

/// The choice of a goal's scorer by the numbers of the squad.
struct ScorerPick: Hashable, Sendable {
    let key: GoalKey
    /// The match as it was shown when the goal key was pressed: its players stay in the list.
    let gather: GatherSnapshot
    /// The number of the request that counts the goal.
    let request: Int
    /// True if a player of the other side scored the goal.
    var isOwn = false
    /// The number typed so far.
    var typed = ""
    /// True if the key was pressed again so soon that it may have been a slip.
    var isDoubtful = false

    var side: Side { key.side }

    var players: [PlayerFields] { gather.team(isOwn ? side.other : side).players }

    /// Returns the players whose numbers begin with some digits.
    func players(from digits: String) -> [PlayerFields] {
        players.filter { "\($0.id)".hasPrefix(digits) }
    }

    /// The player whose number was typed so far; nil if it is incomplete, or nobody's.
    var typedPlayer: PlayerFields? { players.first { "\($0.id)" == typed } }

    /// Returns the notice that no player who can be picked has a number.
    func noNumber(_ number: String) -> String {
        let name = gather.team(isOwn ? side.other : side).name
        return tr("%1$@ has no number %2$@", name, number)
    }

    /// Returns the notice that the number typed so far names nobody; nil if none was typed.
    func notTaken(_ cause: String) -> String? {
        typed.isEmpty ? nil : tr("%1$@ not taken: %2$@", typed, cause)
    }

    /// Returns the text of the goal with its scorer.
    func goal(by scorer: String) -> String {
        GoalText.of(side, gather, by: scorer, isOwn: isOwn)
    }

    private func goal(toColumns columns: Int) -> String {
        let name = PrintableText.shortened(gather.team(side).name, toColumns: columns)
        return isOwn ? tr("own goal for %1$@", name) : tr("goal for %1$@", name)
    }
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
        let goal = asked(count, toColumns: columns)
        let question = isDoubtful ? tr("pressed twice: %1$@", goal) : goal
        return [question, tr("%1$@: %2$@", keys, cursor)].joinedBySemicolons()
    }

    /// Returns the goal with the first players of the list, and the range of valid numbers if more
    /// players exist.
    private func asked(_ count: Int, toColumns columns: Int) -> String {
        let goal = goal(toColumns: max(columns, 6))
        if players.isEmpty { return goal }
        if count == 0 { return tr("%1$@, by %2$@", goal, numbers) }
        let names = players.prefix(count).map { player in
            "\(player.id) \(player.nameAndShirt(toColumns: columns))"
        }.joined(separator: ", ")
        return count < players.count
            ? tr("%1$@, by %2$@ (numbers %3$@)", goal, names, numbers)
            : tr("%1$@, by %2$@", goal, names)
    }

    /// The valid numbers, such as `1-3, 12`.
    private var numbers: String { players.map(\.id).sorted().ranges.joined(separator: ", ") }

    /// The typed number and a cursor, which end each form.
    private var cursor: String { "\(typed)_" }

    private var keys: String {
        let keys = [
            tr("Enter nobody"), isOwn ? tr("o no own goal") : tr("o own goal"), tr("u undo"),
        ]
        let again = isDoubtful ? [tr("%1$@ one more", key.character)] : []
        return (keys + again).joined(separator: ", ")
    }

    private var short: [String] {
        let count = players.isEmpty ? "" : "\(numbers) "
        let goal = isOwn ? tr("own goal") : tr("goal")
        let bare = tr("Enter o u") + (isDoubtful ? " \(key.character)" : "")
        let ends = [count + keys, count + bare, bare].map { tr("%1$@: %2$@", $0, cursor) }
        return ends.prefix(2).map { tr("%1$@: %2$@", goal, $0) } + ends.dropFirst()
    }
}
