import GatherAPI
import LinuxIO

/// The keys of the board: what each asks for, what is asked back, and what came of it.
struct ControlPanel {
    /// What a key has the board do.
    enum Action: Hashable {
        /// Have the match changed, and tell under this number what came of it.
        case change(Change, id: Int)
        /// Draw the screen anew.
        case redraw
        /// Leave the board.
        case quit
    }

    /// Whether the match can be changed from the board.
    private(set) var isOn: Bool

    /// What is asked, if anything.
    private(set) var question: BoardQuestion?

    /// Whether the keys are explained.
    private(set) var isHelping = false

    /// What is said of the last keys, the newest last.
    private(set) var notices: [BoardNotice] = []

    private var lastGoal: (key: GoalKey, at: Duration)?
    private var askedUntil = Duration.zero
    private var lastID = 0

    /// A second press within this time is a slip of the finger until it is confirmed.
    private static let slip = Duration.seconds(1)
    /// A key that repeats itself while it is held down, or bounces, is no answer.
    private static let bounce = Duration.milliseconds(300)
    private static let mostNotices = 3

    /// Makes a panel.
    ///
    /// - Parameter isOn: Whether the match can be changed from the start.
    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Takes a key.
    ///
    /// - Parameter gather: The match as it is shown.
    mutating func press(_ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        switch key {
        case .redraw: return [.redraw]
        case .paste:
            say("that looked pasted: nothing was taken", .refused, at: now)
            return []
        case _ where isHelping:
            isHelping = false
            return key == .character("q") ? [.quit] : []
        // An arrow answers nothing, and so does not cancel anything.
        case .other: return []
        default: break
        }
        return question == nil ? act(key, gather, at: now) : answer(key, gather, at: now)
    }

    /// Takes in what came of a change.
    mutating func settle(_ id: Int, _ verdict: CallVerdict, at now: Duration) {
        guard let index = notices.firstIndex(where: { $0.id == id }) else { return }
        let label = notices[index].label
        switch verdict {
        case .done(let text): notices[index].text = "\(label): \(text)"
        case .refused(let text): notices[index].text = text
        case .unconfirmed:
            notices[index].text = "not confirmed: \(label): it may or may not have counted"
        case .unsent: notices[index].text = "not sent: \(label): gatherd cannot be reached"
        }
        if case .done = verdict {
            notices[index].kind = .done
        } else {
            notices[index].kind = .refused
        }
        notices[index].endsAt = now + (notices[index].kind == .done ? .seconds(10) : .seconds(20))
    }

    /// Notes that the daemon does not let this user change anything.
    mutating func switchOff() { isOn = false }

    /// Gives up what is asked, as the board is left; a goal was scored, whoever did it.
    mutating func leave(_ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        guard case .scorer(let pick) = question else {
            question = nil
            return []
        }
        return count(pick, nil, gather, at: now)
    }

    /// When something here changes by itself; nil if never.
    var nextChange: Duration? {
        (notices.compactMap(\.endsAt) + (question == nil ? [] : [askedUntil])).min()
    }

    /// Lets time pass: what was said is over, and a question that nobody answers.
    mutating func passTime(_ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        notices.removeAll { notice in notice.endsAt.map { $0 <= now } ?? false }
        guard let question, askedUntil <= now else { return [] }
        self.question = nil
        switch question {
        case .again: return []
        // The goal was scored, whoever did it.
        case .scorer(let pick): return count(pick, nil, gather, at: now)
        case .close(let change, _): say("not done: \(change.task): no answer", .refused, at: now)
        case .time: say("not done: set the time: no answer", .refused, at: now)
        }
        return []
    }
}

// MARK: - Keys without a question
extension ControlPanel {
    private mutating func act(
        _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        guard case .character(let character) = key else { return [] }
        switch character {
        case "q": return [.quit]
        case "?": isHelping = true
        case "c":
            isOn.toggle()
            say(isOn ? "control is on" : "control is off", .done, at: now)
        default: return control(character, gather, at: now)
        }
        return []
    }

    private mutating func control(
        _ character: Character, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        guard " abABur+=-_eds".contains(character) else {
            say("there is no key '\(character)'; ? shows those there are", .refused, at: now)
            return []
        }
        guard isOn else {
            say("control is off; c switches it on", .refused, at: now)
            return []
        }
        if let goal = GoalKey(character) { return press(goal, gather, at: now) }
        switch character {
        case " ": return [send(.toggle(agoMilliseconds: nil), toggleLabel(gather))]
        case "u": return [send(.undo(number: nil), "undo")]
        case "r": return [send(.redo, "redo")]
        case "+", "=": return [send(.adjustTime(seconds: 10, start: false), "10 s more")]
        case "-", "_": return [send(.adjustTime(seconds: -10, start: false), "10 s less")]
        case "s": ask(.time("", problem: nil), at: now)
        default: askToClose(character == "e" ? .end : .discard, gather, at: now)
        }
        return []
    }

    private mutating func press(
        _ key: GoalKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if let lastGoal, lastGoal.key == key, now - lastGoal.at < Self.slip {
            self.lastGoal?.at = now
            ask(.again(key), at: now)
            return []
        }
        lastGoal = (key, now)
        guard key.delta > 0, gather?.phase == .open, gather?.team(key.side).players.isEmpty == false
        else { return [send(.addToScore(key.side, key.delta), key.label(gather))] }
        ask(.scorer(ScorerPick(side: key.side)), at: now)
        return []
    }

    private mutating func askToClose(
        _ change: Change, _ gather: GatherSnapshot?, at now: Duration
    ) {
        guard let gather, gather.phase == .open else {
            let presenter = RefusalPresenter(task: change.task)
            let cause = presenter.text(GatherError.noGather(endedSecondsAgo: nil))
            return say("cannot \(change.task): \(cause)", .refused, at: now)
        }
        ask(.close(change, gather.scoreLine), at: now)
    }

    private func toggleLabel(_ gather: GatherSnapshot?) -> String {
        switch (gather?.phase, gather?.timer.state) {
        case (.open, .running): "pause"
        case (.open, .paused): "resume"
        default: "start"
        }
    }
}

// MARK: - Answers
extension ControlPanel {
    private mutating func answer(
        _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        switch question {
        case .again(let goal): return answer(goal, key, gather, at: now)
        case .scorer(let pick): return answer(pick, key, gather, at: now)
        case .close(let change, _): return answer(change, key, gather, at: now)
        case .time(let typed, _): return answer(typed, key, at: now)
        case nil: return []
        }
    }

    private mutating func answer(
        _ goal: GoalKey, _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        if key == .character(goal.character) {
            guard !bounces(at: now) else { return [] }
            question = nil
            return [send(.addToScore(goal.side, goal.delta), goal.label(gather))]
        }
        question = nil
        if key.isCancel {
            say("counted once", .done, at: now)
            return []
        }
        return act(key, gather, at: now)
    }

    private mutating func answer(
        _ pick: ScorerPick, _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        var pick = pick
        let players = pick.players(gather)
        switch key {
        case .escape:
            question = nil
            say("no goal", .done, at: now)
            return []
        case .enter: return count(pick, Int(pick.typed), gather, at: now)
        case .backspace: pick.typed = String(pick.typed.dropLast())
        case .character("o"): (pick.isOwn, pick.typed) = (!pick.isOwn, "")
        case .character(let digit) where digit.isNumber:
            let number = Int(pick.typed + String(digit)) ?? 0
            guard (1...max(players.count, 1)).contains(number) else { return [] }
            if number * 10 > players.count { return count(pick, number, gather, at: now) }
            pick.typed = "\(number)"
        case .character(let character):
            let isSame = GoalKey(character) == GoalKey(pick.side == .teamA ? "a" : "b")
            if isSame, bounces(at: now) { return [] }
            let counted = count(pick, nil, gather, at: now)
            return counted + (isSame ? [] : act(key, gather, at: now))
        case .redraw, .other, .paste: return []
        }
        ask(.scorer(pick), at: now)
        return []
    }

    /// Counts a goal; a number that nobody has counts it as nobody's.
    private mutating func count(
        _ pick: ScorerPick, _ number: Int?, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        question = nil
        let players = pick.players(gather)
        let scorer = number.flatMap { players.indices.contains($0 - 1) ? players[$0 - 1] : nil }
        let team = gather?.team(pick.side).name ?? pick.side.rawValue
        let goal = "\(pick.isOwn ? "own goal" : "goal") for \(team)"
        let label = scorer.map { "\(goal) by \($0.name)" } ?? goal
        let known = scorer.map { Scorer(id: $0.id, name: $0.name, isOwnGoal: pick.isOwn) }
        return [send(.addToScore(pick.side, 1, known), label)]
    }

    private mutating func answer(
        _ change: Change, _ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration
    ) -> [Action] {
        question = nil
        if key == .character("y") || key == .character("Y") {
            return [send(change, change.task)]
        }
        say("cancelled: the match goes on", .done, at: now)
        return key.isCancel ? [] : act(key, gather, at: now)
    }

    private mutating func answer(
        _ typed: String, _ key: BoardKey, at now: Duration
    ) -> [Action] {
        switch key {
        case .escape:
            question = nil
            say("the time stays", .done, at: now)
        case .backspace: ask(.time(String(typed.dropLast()), problem: nil), at: now)
        case .character(let character) where "0123456789:hms".contains(character):
            if typed.count < 10 { ask(.time(typed + String(character), problem: nil), at: now) }
        case .character(let character):
            ask(.time(typed, problem: "'\(character)' is no part of a time"), at: now)
        case .enter:
            guard let time = TypedTime(typed[...])?.fields else {
                let problem = typed.isEmpty ? "no time yet" : "'\(typed)' is no time"
                ask(.time(typed, problem: problem), at: now)
                return []
            }
            question = nil
            return [send(.setTime(time), "time \(TimeWords.clock(time))")]
        case .redraw, .other, .paste: break
        }
        return []
    }

    /// Whether a goal key came so soon after the last time that nobody can have read the question.
    private mutating func bounces(at now: Duration) -> Bool {
        let bounces = lastGoal.map { now - $0.at < Self.bounce } ?? false
        lastGoal?.at = now
        return bounces
    }

    private mutating func ask(_ question: BoardQuestion, at now: Duration) {
        self.question = question
        askedUntil = now + question.patience
    }

    private mutating func send(_ change: Change, _ label: String) -> Action {
        note(label: label, .pending, "\(label) ...", endsAt: nil)
        return .change(change, id: lastID)
    }

    private mutating func say(_ text: String, _ kind: BoardNotice.Kind, at now: Duration) {
        note(label: "", kind, text, endsAt: now + .seconds(5))
    }

    private mutating func note(
        label: String, _ kind: BoardNotice.Kind, _ text: String, endsAt: Duration?
    ) {
        lastID += 1
        notices.append(
            BoardNotice(id: lastID, label: label, kind: kind, text: text, endsAt: endsAt))
        // What is still awaited is not pushed out by what is over.
        while notices.count > Self.mostNotices {
            let over = notices.firstIndex { $0.kind != .pending } ?? 0
            notices.remove(at: over)
        }
    }
}

extension BoardKey {
    /// Whether it answers a question with no.
    fileprivate var isCancel: Bool {
        switch self {
        case .escape, .enter, .backspace: true
        case .redraw, .other, .paste: false
        case .character(let character): "nNq".contains(character)
        }
    }
}
