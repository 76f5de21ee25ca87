import GatherAPI

extension BoardQuestion {
    /// How wide names are, from as they are to what is hardly one: they are shortened before the
    /// keys that answer are left out.
    static let nameWidths = [Int.max, 24, 16, 12, 9, 6, 4, 3]

    /// The question in words, in shorter and shorter forms; the first is the whole of it.
    ///
    /// - Parameter gather: The match as it is by now.
    func forms(_ gather: GatherSnapshot?) -> [String] {
        switch self {
        case .again(let key, let asked): return Self.again(key, asked)
        case .scorer(let pick): return pick.forms
        case .close(let change, _): return Self.close(change, gather)
        case .another:
            return ["Start a new match? y yes [Cancel]", "New match? y yes", "y yes"]
        case .undo(let change, _):
            return [
                "\(change) after it. Undo in the match all the same? y yes [Cancel]",
                "Undo in the match all the same? y yes [Cancel]", "Undo in the match? y yes",
                "y yes",
            ]
        case .time(let typed, nil, _):
            return ["set the time, such as 12:00 or 90s: \(typed)_", "set the time: \(typed)_"]
        case .time(let typed, let problem?, _): return ["\(problem); the time: \(typed)_"]
        }
    }

    private static func again(_ key: GoalKey, _ asked: GatherSnapshot?) -> [String] {
        let counts = "'\(key.character)' counts one more"
        return nameWidths.map { "pressed twice: \(key.label(asked?.named($0)))? \(counts)" }
            + ["pressed twice: \(counts)", counts]
    }

    private static func close(_ change: Change, _ gather: GatherSnapshot?) -> [String] {
        let verb = change == .end ? "End" : "Discard"
        let sure = "Are you sure you want to \(change.task)? y yes [Cancel]"
        return nameWidths.map { width in
            "\(verb) Gather: \(gather?.named(width).scoreLine ?? ""). \(sure)"
        } + [
            "\(verb) Gather: \(gather?.score ?? ""). Are you sure? y yes [Cancel]",
            "\(verb) Gather? y yes [Cancel]", "\(verb)? y yes", "y yes",
        ]
    }
}

extension GatherSnapshot {
    /// The same gather, with names of its sides that are no wider than this.
    func named(_ columns: Int) -> GatherSnapshot {
        var gather = self
        gather.teamA.name = PrintableText.shortened(teamA.$name, toColumns: columns)
        gather.teamB.name = PrintableText.shortened(teamB.$name, toColumns: columns)
        return gather
    }
}
