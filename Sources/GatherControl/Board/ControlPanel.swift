import GatherAPI
import LinuxIO

/// The keys of the board: what each asks for, what is asked back, and what came of it.
struct ControlPanel {
    /// What a key has the board do.
    enum Action: Hashable {
        /// Have the match changed, and tell under this number what came of it.
        case change(Change, id: Int)
        case redraw
        case quit
    }

    /// Whether the match can be changed from the board.
    var isOn: Bool
    var question: BoardQuestion?
    var isHelping = false

    /// Tells slips of the finger from keys that are meant.
    var slips = SlipGuard()
    private(set) var askedAt = Duration.zero
    private var said = BoardNotices()
    private var askedUntil = Duration.zero
    private var withdrawn: (question: BoardQuestion, until: Duration)?

    /// Who types an answer goes on for so long before it is seen that nothing is asked any more.
    private static let tooLate = Duration.seconds(1)

    /// What is said of the last keys, the newest last.
    var notices: [BoardNotice] { said.all }

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
        slips.note(key)
        if key == .redraw { return [.redraw] }
        let wasHelping = isHelping
        isHelping = false
        switch key {
        case .paste:
            say("that looked pasted: nothing was taken", .refused, at: now)
            return []
        // The key that shows the help takes it away; any other does what it does without it.
        case .character("?") where wasHelping: return []
        // An arrow answers nothing, and so does not cancel anything.
        case .other: return []
        default: break
        }
        dropWhatIsOver(gather, at: now)
        if question != nil { return answer(key, gather, at: now) }
        return isTooLate(key, at: now) ? [] : act(key, gather, at: now)
    }

    /// Takes in what came of a change.
    mutating func settle(_ id: Int, _ verdict: CallVerdict, at now: Duration) {
        said.settle(id, verdict, at: now)
    }

    /// Takes in that nothing was undone, as the squad was changed since: asks whether the match is
    /// meant, unless something is asked already.
    mutating func settle(
        undo change: SquadChangeFields, _ gather: GatherSnapshot?, at now: Duration
    ) {
        guard question == nil else { return }
        ask(.undo(SquadChangeWords.what(change), in: gather), at: now)
    }

    /// Notes that the daemon does not let this user change anything.
    mutating func switchOff() { isOn = false }

    /// Gives up what is asked, as the board is left; a goal was scored, whoever did it.
    mutating func leave(_ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        dropWhatIsOver(gather, at: now)
        if case .scorer(let pick) = question { return [count(pick, nil)] }
        question = nil
        return []
    }

    /// When something here changes by itself; nil if never.
    var nextChange: Duration? {
        [said.nextChange, question == nil ? nil : askedUntil].compactMap(\.self).min()
    }

    /// Lets time pass: what was said is over, and a question that nobody answers.
    mutating func passTime(_ gather: GatherSnapshot?, at now: Duration) -> [Action] {
        said.passTime(at: now)
        dropWhatIsOver(gather, at: now)
        guard let question, askedUntil <= now else { return [] }
        // The goal was scored, whoever did it.
        if case .scorer(let pick) = question { return [count(pick, nil)] }
        self.question = nil
        if let text = question.silence { say(text, .refused, at: now) }
        return []
    }

    /// Asks nothing any more about what has changed in the meantime, whoever has changed it.
    private mutating func dropWhatIsOver(_ gather: GatherSnapshot?, at now: Duration) {
        guard let dropped = question, let text = dropped.objection(gather) else { return }
        question = nil
        withdrawn = (dropped, now + Self.tooLate)
        say(text, .refused, for: .seconds(20), at: now)
    }

    /// Whether a key is still an answer to what is not asked any more.
    private mutating func isTooLate(_ key: BoardKey, at now: Duration) -> Bool {
        guard let withdrawn, now < withdrawn.until, withdrawn.question.isAnswered(by: key) else {
            withdrawn = nil
            return false
        }
        self.withdrawn?.until = now + Self.tooLate
        return true
    }

    /// Awaits an answer for as long as at first.
    mutating func awaitFurther(at now: Duration) {
        askedUntil = now + (question?.patience ?? .zero)
    }

    /// Asks something, or the same with what was answered so far.
    mutating func ask(_ question: BoardQuestion, at now: Duration) {
        self.question = question
        askedAt = now
        askedUntil = now + question.patience
    }

    /// Has the match changed, and says so.
    mutating func send(_ change: Change, _ label: String) -> Action {
        .change(change, id: said.begin(label))
    }

    mutating func say(
        _ text: String, _ kind: BoardNotice.Kind, for time: Duration = .seconds(5),
        at now: Duration
    ) {
        said.say(text, kind, for: time, at: now)
    }
}
