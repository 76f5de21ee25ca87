import GatherAPI

/// What the board asks before it does something.
enum BoardQuestion: Hashable, Sendable {
    /// Whether a goal key was meant twice.
    case again(GoalKey)
    /// Who has scored.
    case scorer(ScorerPick)
    /// Whether the match with this ID is to be closed.
    case close(Change, of: String)
    /// Whether a new match is to be started after the one that is shown.
    case another
    /// Which time is to be set: what was typed, and what is wrong with it.
    case time(String, problem: String?)

    /// How long an answer is awaited.
    var patience: Duration {
        switch self {
        case .again: .seconds(5)
        case .scorer: .seconds(10)
        case .close, .another, .time: .seconds(10)
        }
    }

    /// Why it is not to be asked any more, as what it is about has changed; nil if it has not.
    func objection(_ gather: GatherSnapshot?) -> String? {
        switch self {
        case .close(let change, let id) where gather?.id != id || gather?.phase != .open:
            "not done: \(change.task): it is over already"
        case .another where gather?.phase == .open:
            "not done: start a new match: one is open already"
        case .again, .scorer, .close, .another, .time: nil
        }
    }

    /// What is said when nobody answers; nil where that is an answer.
    var silence: String? {
        switch self {
        case .again, .scorer: nil
        case .close(let change, _): "not done: \(change.task): nobody pressed y"
        case .another: "not done: start a new match: nobody pressed y"
        case .time: "not done: set the time: nobody pressed Enter"
        }
    }

    /// The question in words.
    ///
    /// - Parameter gather: The match as it is by now.
    func text(_ gather: GatherSnapshot?) -> String {
        switch self {
        case .again(let key):
            return "pressed twice: \(key.label(gather))? '\(key.character)' counts one more"
        case .scorer(let pick): return pick.text(gather)
        case .close(let change, _):
            let title = change == .end ? "End Gather" : "Discard Gather"
            let match = gather?.scoreLine ?? ""
            return "\(title): \(match). Are you sure you want to \(change.task)? y yes [Cancel]"
        case .another: return "Start a new match? y yes [Cancel]"
        case .time(let typed, nil): return "set the time, such as 12:00 or 90s: \(typed)_"
        case .time(let typed, let problem?): return "\(problem); the time: \(typed)_"
        }
    }
}

/// A key that changes the score of a side by one.
struct GoalKey: Hashable, Sendable {
    /// Whose score.
    let side: Side
    /// Up or down.
    let delta: Int

    /// The key of a character, if it is one.
    init?(_ character: Character) {
        switch character {
        case "a": (side, delta) = (.teamA, 1)
        case "b": (side, delta) = (.teamB, 1)
        case "A": (side, delta) = (.teamA, -1)
        case "B": (side, delta) = (.teamB, -1)
        default: return nil
        }
    }

    /// The character of the key.
    var character: Character {
        switch (side, delta) {
        case (.teamA, 1): "a"
        case (.teamB, 1): "b"
        case (.teamA, _): "A"
        case (.teamB, _): "B"
        }
    }

    /// What it does, in words.
    func label(_ gather: GatherSnapshot?) -> String {
        let name = gather?.team(side).name ?? (side == .teamA ? "Team A" : "Team B")
        return delta > 0 ? "goal for \(name)" : "goal taken back from \(name)"
    }
}

/// The pick of who has scored, by the numbers on the board.
struct ScorerPick: Hashable, Sendable {
    /// The side that has one more.
    let side: Side
    /// Whether the other side has scored it.
    var isOwn = false
    /// The number that was typed so far.
    var typed = ""

    /// Who can be picked.
    func players(_ gather: GatherSnapshot?) -> [PlayerFields] {
        gather?.team(isOwn ? side.other : side).players ?? []
    }

    /// The question in words.
    func text(_ gather: GatherSnapshot?) -> String {
        let names = players(gather).enumerated().map { "\($0.offset + 1) \($0.element.name)" }
        let team = gather?.team(side).name ?? side.rawValue
        let kind = isOwn ? "own goal for \(team)" : "goal for \(team)"
        let other = isOwn ? "o no own goal" : "o own goal"
        return "\(kind), by \(names.joined(separator: ", ")); Enter nobody, \(other), Esc none: "
            + "\(typed)_"
    }
}

extension Side {
    /// The side it plays against.
    var other: Side { self == .teamA ? .teamB : .teamA }
}

extension GatherSnapshot {
    /// One of the two sides.
    func team(_ side: Side) -> TeamSnapshot { side == .teamA ? teamA : teamB }
}
