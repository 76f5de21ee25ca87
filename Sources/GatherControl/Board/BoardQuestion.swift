import GatherAPI

/// A question that the board asks before it acts.
enum BoardQuestion: Hashable, Sendable {
    /// Asks if a goal key was meant twice, in the match that was shown at the time.
    case again(GoalKey, in: GatherSnapshot?)
    case scorer(ScorerPick)
    /// Asks for confirmation before the match with this ID is closed.
    case close(Change, of: String)
    /// Asks if the match that is over should be followed by one with its names, players and time.
    case rematch(GatherSnapshot)
    /// Asks if a new match should be started after the one that is shown.
    case another
    /// Asks if the last command of the match that was shown should be undone, although the squad
    /// was changed after it; the text describes that change.
    case undo(String, in: GatherSnapshot?)
    /// Asks if other sides should be drawn in the match that was shown, which has begun.
    case draw(in: GatherSnapshot)
    /// Asks what follows in the match that was shown, which is drawn.
    case extend(GatherSnapshot)
    /// Asks for the time to set in the match that was shown: what was typed, and what is wrong with
    /// it.
    case time(String, problem: String?, in: GatherSnapshot?)
    /// Asks for the added time of the period that was shown, in the same way.
    case added(String, problem: String?, in: GatherSnapshot?)

    var timeout: Duration {
        switch self {
        case .again: .seconds(5)
        case .scorer, .close, .rematch, .another, .undo, .draw, .extend, .time, .added: .seconds(10)
        }
    }

    /// Returns the notice that the question is withdrawn because its subject has changed; nil if it
    /// has not.
    func withdrawalNotice(_ gather: GatherSnapshot?) -> String? {
        switch self {
        case .again(let key, let asked):
            asked.change(to: gather).map { tr("NOT COUNTED: %1$@: %2$@", key.label(asked), $0) }
        case .close(let change, let id) where gather?.id != id || gather?.phase != .open:
            change == .end
                ? tr("not ended: the match is over already")
                : tr("not discarded: the match is over already")
        case .rematch where gather?.phase == .open, .another where gather?.phase == .open:
            tr("no new match started: one is open already")
        case .undo(_, let asked)
        where asked?.id != gather?.id || asked?.revision != gather?.revision:
            tr("nothing undone: the match has changed")
        case .draw(let asked):
            GatherSnapshot?(asked).change(to: gather).map { tr("not drawn: %1$@", $0) }
        case .extend(let asked)
        where asked.id != gather?.id || gather?.course?.offersKicks != true
            || asked.course?.offersExtraTime != gather?.course?.offersExtraTime:
            tr("nothing added: the match has changed")
        case .time(_, _, let asked)
        where asked?.id == gather?.id && asked?.phase == .open
            && asked?.timer.state == .stopped && gather?.timer.state == .running:
            tr("time not set: the countdown has started")
        case .time(_, _, let asked):
            asked.change(to: gather).map { tr("time not set: %1$@", $0) }
        case .added(_, _, let asked)
        where asked?.id == gather?.id && asked?.phase == gather?.phase
            && (asked?.course?.index != gather?.course?.index
                || gather?.course?.isInPlay != true):
            tr("added time not announced: the period is over")
        case .added(_, _, let asked):
            asked.change(to: gather).map { tr("added time not announced: %1$@", $0) }
        // The goal has counted, and its scorer can be named in a match that is over as well.
        case .scorer, .close, .rematch, .another, .undo, .extend: nil
        }
    }

    /// Returns true if a key would be an answer.
    func isAnswered(by key: BoardKey) -> Bool {
        switch (self, key) {
        case (.again(let goal, _), _): key == .character(goal.character)
        case (.rematch, .character("n")): true
        case (.extend, .character("x")), (.extend, .character("k")): true
        case (.extend, _): false
        case (.close, _), (.rematch, _), (.another, _), (.undo, _), (.draw, _): key.isYes
        case (.scorer, .character(let character)): character == "o" || character.isNumber
        case (.time, .character(let character)): Self.ofTimes.contains(character)
        case (.added, .character(let character)): character.isNumber
        case (.scorer, _), (.time, _), (.added, _): true
        }
    }

    static let ofTimes = "0123456789:hms"

    /// The notice when nobody answers in time; nil where that is an answer.
    var timeoutNotice: String? {
        switch self {
        case .again: nil
        case .scorer(let pick): pick.notTaken(tr("nobody pressed Enter"))
        case .close(let change, _):
            change == .end
                ? tr("not ended: nobody pressed y") : tr("not discarded: nobody pressed y")
        case .rematch, .another: tr("no new match started: nobody pressed y")
        case .undo: tr("nothing undone: nobody pressed y")
        case .draw: tr("not drawn: nobody pressed y")
        case .extend: tr("nothing added: nobody pressed a key")
        case .time: tr("time not set: nobody pressed Enter")
        case .added: tr("added time not announced: nobody pressed Enter")
        }
    }
}

/// A key that changes the score of a side by one.
struct GoalKey: Hashable, Sendable {
    let side: Side
    let delta: Int

    init?(_ character: Character) {
        switch character {
        case "a": (side, delta) = (.teamA, 1)
        case "b": (side, delta) = (.teamB, 1)
        case "A": (side, delta) = (.teamA, -1)
        case "B": (side, delta) = (.teamB, -1)
        default: return nil
        }
    }

    var character: Character {
        switch (side, delta) {
        case (.teamA, 1): "a"
        case (.teamB, 1): "b"
        case (.teamA, _): "A"
        case (.teamB, _): "B"
        }
    }

    func label(_ gather: GatherSnapshot?) -> String {
        let name = gather.name(of: side)
        return delta > 0 ? tr("goal for %1$@", name) : tr("goal removed from %1$@", name)
    }
}

extension GatherSnapshot {
    func team(_ side: Side) -> TeamSnapshot { side == .teamA ? teamA : teamB }
}

extension GatherSnapshot? {
    /// Returns the name of a side; the usual one without a match.
    func name(of side: Side) -> String {
        self?.team(side).name ?? (side == .teamA ? tr("Team A") : tr("Team B"))
    }

    /// Returns why this is no longer the match that was shown, or can no longer be changed; nil if
    /// neither is so.
    fileprivate func change(to gather: GatherSnapshot?) -> String? {
        guard self?.id == gather?.id else {
            return switch (self, gather) {
            case (_, nil): tr("its match no longer exists")
            case (nil, _): tr("a match was opened")
            default: tr("another match was opened")
            }
        }
        switch (self?.phase == .open, gather?.phase == .open) {
        case (true, false): return tr("its match is over; 'u' reopens it")
        case (false, true): return tr("its match was reopened")
        default: return nil
        }
    }
}

extension BoardQuestion {
    /// The widths of names in columns, from unlimited to almost nothing: names are shortened before
    /// the keys that answer are left out.
    static let nameWidths = [Int.max, 24, 16, 12, 9, 6, 4, 3]

    /// Returns the question in ever shorter forms; the first is the complete one.
    ///
    /// - Parameter gather: The present match.
    func forms(_ gather: GatherSnapshot?) -> [String] {
        switch self {
        case .again(let key, let asked): return Self.again(key, asked)
        case .scorer(let pick): return pick.forms
        case .close(let change, _): return Self.close(change, gather)
        case .rematch(let last): return Self.rematch(last)
        case .another:
            return [tr("Start a new match? y yes [Cancel]"), tr("New match? y yes"), tr("y yes")]
        case .undo(let change, _):
            return [
                tr("Since then: %1$@. Undo in the match anyway? y yes [Cancel]", change),
                tr("Undo in the match anyway? y yes [Cancel]"), tr("Undo in the match? y yes"),
                tr("y yes"),
            ]
        case .draw(let asked):
            let long =
                asked.timer.state == .running
                ? tr("The match runs. Draw new sides? y yes [Cancel]")
                : tr("The match has begun. Draw new sides? y yes [Cancel]")
            return [long, tr("Draw new sides? y yes"), tr("y yes")]
        case .extend(let asked):
            guard asked.course?.offersExtraTime == true else {
                return [tr("A draw. k kicks [Cancel]"), tr("k kicks")]
            }
            return [tr("A draw. x extra time, k kicks [Cancel]"), tr("x extra time, k kicks")]
        case .time(let typed, nil, _):
            return [tr("set the time, such as 12:00 or 90s:"), tr("set the time:")].map {
                "\($0) \(typed)_"
            }
        case .time(let typed, let problem?, _):
            return [[problem, "\(tr("set the time:")) \(typed)_"].joinedBySemicolons()]
        case .added(let typed, nil, _):
            return [tr("added time, in minutes:"), tr("added time:")].map { "\($0) \(typed)_" }
        case .added(let typed, let problem?, _):
            return [[problem, "\(tr("added time:")) \(typed)_"].joinedBySemicolons()]
        }
    }

    private static func again(_ key: GoalKey, _ asked: GatherSnapshot?) -> [String] {
        nameWidths.map {
            tr(
                "pressed twice: %1$@? '%2$@' counts one more", key.label(asked?.named($0)),
                key.character)
        } + [
            tr("pressed twice: '%1$@' counts one more", key.character),
            tr("'%1$@' counts one more", key.character),
        ]
    }

    private static func rematch(_ last: GatherSnapshot) -> [String] {
        let time = TimeText.clock(last.timer.initial)
        return nameWidths.map {
            let names = last.named($0)
            return tr(
                "Rematch, %1$@ - %2$@, %3$@? y yes, n new match [Cancel]", names.teamA.name,
                names.teamB.name, time)
        } + [
            tr("Rematch, %1$@? y yes, n new match", time), tr("Rematch? y yes, n new match"),
            tr("Rematch? y n"), tr("y n"),
        ]
    }

    private static func close(_ change: Change, _ gather: GatherSnapshot?) -> [String] {
        let scoreLines = nameWidths.map { gather?.named($0).scoreLine ?? "" }
        let score = gather?.score ?? ""
        let (text, yes) = (ClosingText(change: change), tr("y yes [Cancel]"))
        let long = scoreLines.map { "\(text.title($0)). \(text.question) \(yes)" }
        let short =
            change == .end
            ? [tr("End Match? y yes [Cancel]"), tr("End? y yes")]
            : [tr("Discard Match? y yes [Cancel]"), tr("Discard? y yes")]
        return long + ["\(text.title(score)). \(tr("Are you sure?")) \(yes)"] + short
            + [tr("y yes")]
    }
}

extension GatherSnapshot {
    /// Returns the same gather with the names of its sides shortened to a number of columns.
    func named(_ columns: Int) -> GatherSnapshot {
        var gather = self
        gather.teamA.name = PrintableText.shortened(teamA.$name, toColumns: columns)
        gather.teamB.name = PrintableText.shortened(teamB.$name, toColumns: columns)
        return gather
    }
}
