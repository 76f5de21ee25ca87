import GatherAPI

/// The keys of the board: what each requests, the questions asked in return, and the outcomes.
struct ControlPanel {
    /// An action for the board that follows from a key.
    enum Action: Hashable {
        /// Send a change of the match, and report its outcome under this number.
        case change(Change, id: Int)
        /// List the squad, for ``ControlPanel/squad``, and those of it who usually play.
        case listSquad
        case redraw
        case quit
    }

    /// True if the match can be changed from the board.
    var isOn: Bool
    /// True if a goal, a card or more time of another board is not counted again.
    let isGuarded: Bool
    var question: BoardQuestion?
    var isHelping = false

    /// False until a state of the match was received: nobody can say what a key would change.
    var isMatchKnown = true

    /// True if the last change of the match may be its start by the kick-off.
    var isKickedOff = false

    /// The players of the squad; nil until they were listed.
    var squad: [SquadPlayerFields]?

    /// The goals of the match that count, each counted as a single one, the newest first.
    var goals: [TimelineEntry] = []

    /// False while the goals are fetched again, after a change of the match.
    var areGoalsKnown = true

    /// The event of the newest command of the match that is in effect, as the board shows it; nil
    /// while that is not known.
    var newestCommand: Int?

    /// The last moment at which somebody else undid something; nil before the first.
    var undoneElsewhereAt: Duration?

    /// The last moment at which the clock was started or stopped, but by this board; nil before the
    /// first.
    var clockTurnedElsewhereAt: Duration?

    /// The time by which the clock of the match is ahead of the one of the keys.
    var lead = Duration.zero

    /// The screen in place of the large clock.
    var screen: BoardScreen?

    /// The match that was shown when the screen was opened.
    var screenMatch: String?

    /// The goals whose scorers are asked for.
    var scorers = AwaitedScorers()

    /// Distinguishes slips of the finger from intended keys.
    var slips = SlipGuard()
    /// The number of kicks from the mark at the last key for one.
    var kicksAtPress: Int?
    private(set) var askedAt = Duration.zero
    private var shown = BoardNotices()
    private var deadline = Duration.zero
    private var withdrawn: (question: BoardQuestion, until: Duration)?

    /// The time within which a user who presses a key may not have seen that the question was
    /// withdrawn, or what somebody else has done.
    static let withdrawalGrace = Duration.seconds(1)

    /// The notices about the last keys, the newest last.
    var notices: [BoardNotice] { shown.all }

    /// Makes a panel.
    ///
    /// - Parameter isOn: True if the match can be changed from the start.
    init(isOn: Bool, isGuarded: Bool = false) {
        (self.isOn, self.isGuarded) = (isOn, isGuarded)
    }

    /// Handles a key.
    ///
    /// - Parameter gather: The match as it is shown.
    mutating func press(_ key: BoardKey, _ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        if case .alt(let character) = key {
            // A key with Alt sends the same bytes as Escape and then the key, which is assumed only
            // where Escape has an effect.
            guard screen != nil || question != nil else { return press(.other, gather, at: now) }
            return press(.escape, gather, at: now) + press(.character(character), gather, at: now)
        }
        slips.record(key)
        if key == .redraw { return [.redraw] }
        let wasHelping = isHelping
        isHelping = false
        switch key {
        case .paste:
            notify(tr("that looked like a paste, and was ignored"), .ignored, at: now)
            return []
        // The key that shows the help also hides it; any other key hides it and does what it does
        // anyway.
        case .character("?") where wasHelping: return []
        // An arrow answers nothing, and so does not cancel anything.
        case .other: return []
        case .move where screen == nil || question != nil: return []
        default: break
        }
        withdrawQuestion(gather, at: now)
        if withdrawScreen(gather, at: now) { return [] }
        if question != nil { return answer(key, gather, at: now) }
        if isTooLate(key, at: now) { return [] }
        if let screen { return act(key, on: screen, gather, at: now) }
        return act(key, gather, at: now)
    }

    /// Records the outcome of a change.
    ///
    /// - Parameter goal: The event of the change: that of a goal, or of a draw.
    mutating func settle(
        _ id: Int, _ verdict: CallVerdict, goal: AwaitedScorers.Goal? = nil,
        _ gather: GatherSnapshot? = nil, at now: Duration
    ) -> [Action] {
        shown.settle(id, verdict, at: now)
        if case .draw(let screen) = screen, screen.request == id {
            return settle(draw: id, goal, gather, at: now)
        }
        if let goal { return count(goal, by: id, gather, at: now) }
        if let notice = scorers.forget(id) {
            giveUp(notice, tr("it is not known that the goal counted"), at: now)
        }
        // The goal did not count, so its scorer is no longer asked for.
        if let question, case .scorer(let pick) = question, pick.request == id {
            withdraw(question, at: now)
        }
        return []
    }

    /// Handles an undo that was refused because the squad was changed since: asks if the match is
    /// meant, unless a question is open already.
    mutating func settle(
        undo change: SquadChangeFields, _ gather: GatherSnapshot?, at now: Duration
    ) {
        guard question == nil else { return }
        ask(.undo(SquadChangeText.what(change), in: gather), at: now)
    }

    /// Withdraws the open question, as the user leaves the board.
    mutating func leave(_ gather: GatherSnapshot?, at now: Duration) {
        withdrawQuestion(gather, at: now)
        question = nil
    }

    /// The moment at which something here changes by itself; nil if never.
    var nextChange: Duration? {
        [shown.nextChange, question == nil ? nil : deadline].compactMap(\.self).min()
    }

    /// Removes the notices and the question that have expired.
    mutating func removeExpired(_ gather: GatherSnapshot?, at now: Duration) {
        shown.removeExpired(at: now)
        withdrawQuestion(gather, at: now)
        _ = withdrawScreen(gather, at: now)
        guard let question, deadline <= now else { return }
        if case .scorer(let pick) = question { scorers.forget(pick.request) }
        self.question = nil
        if let text = question.timeoutNotice { notify(text, .ignored, at: now) }
    }

    /// Withdraws the open question if its subject has changed in the meantime.
    private mutating func withdrawQuestion(_ gather: GatherSnapshot?, at now: Duration) {
        if case .scorer(let pick) = question, let goal = scorers.goal(of: pick.request),
            let text = scorer(of: goal, gather)
        {
            return withdraw(pick, text, at: now)
        }
        guard let old = question, let text = old.withdrawalNotice(gather) else { return }
        withdraw(old, at: now)
        notify(text, .refused, for: .seconds(20), at: now)
    }

    /// Closes a screen that would change another match than the one it is about.
    ///
    /// - Returns: True if it was closed; a key that was pressed was meant for it.
    private mutating func withdrawScreen(_ gather: GatherSnapshot?, at now: Duration) -> Bool {
        guard let screen, screen.isOutdated(gather, opened: screenMatch) else { return false }
        self.screen = nil
        let text =
            gather == nil ? tr("its match no longer exists") : tr("another match was opened")
        notify(text, .refused, for: .seconds(20), at: now)
        return true
    }

    /// Withdraws the question about a scorer who was named elsewhere.
    mutating func withdraw(_ pick: ScorerPick, _ text: String, at now: Duration) {
        scorers.forget(pick.request)
        withdraw(.scorer(pick), at: now)
        let notTaken = pick.notTaken(text)
        notify(notTaken ?? text, notTaken == nil ? .done : .refused, for: .seconds(20), at: now)
    }

    private mutating func withdraw(_ old: BoardQuestion, at now: Duration) {
        question = nil
        withdrawn = (old, now + Self.withdrawalGrace)
    }

    /// Returns true if a key is probably still an answer to a question that was withdrawn.
    private mutating func isTooLate(_ key: BoardKey, at now: Duration) -> Bool {
        guard let withdrawn, now < withdrawn.until, withdrawn.question.isAnswered(by: key) else {
            withdrawn = nil
            return false
        }
        self.withdrawn?.until = now + Self.withdrawalGrace
        return true
    }

    /// Extends the wait for an answer to the full time again.
    mutating func extendDeadline(at now: Duration) {
        deadline = now + (question?.timeout ?? .zero)
    }

    /// Asks a question, or repeats it with the answer so far.
    mutating func ask(_ question: BoardQuestion, at now: Duration) {
        self.question = question
        askedAt = now
        deadline = now + question.timeout
    }

    /// Requests a change of the match, and adds a notice about it.
    mutating func send(_ change: Change, _ label: String) -> Action {
        .change(change, id: begin(label))
    }

    /// Adds a notice about a request, and returns its number.
    mutating func begin(_ label: String) -> Int { shown.begin(label) }

    /// Replaces the notice about a request that is not sent.
    mutating func giveUp(_ notice: Int, _ cause: String, at now: Duration) {
        shown.settle(notice, .unsent(cause), at: now)
    }

    mutating func notify(
        _ text: String, _ kind: BoardNotice.Kind, for time: Duration = .seconds(5),
        at now: Duration
    ) {
        shown.add(text, kind, for: time, at: now)
    }
}
