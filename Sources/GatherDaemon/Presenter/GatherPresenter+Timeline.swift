import GatherAPI
import GatherCore
import LinuxIO

extension GatherPresenter {
    /// Returns the events of a gather after one of them, at most so many.
    static func timeline(
        _ gather: Gather, after: Int, limit: Int, isTranslatable: Bool = false
    ) -> [TimelineEntry] {
        var timeline = Timeline(of: gather)
        return timeline.entries(
            of: gather, after: after, limit: limit, isTranslatable: isTranslatable)
    }

    /// Returns an event described as it was when it happened.
    ///
    /// - Parameters:
    ///   - undone: The text for what an undo takes back; nil for any other event.
    ///   - after: The gather with the event as its newest.
    ///   - isTranslatable: True to add the text with its values apart.
    static func entry(
        _ recorded: RecordedEvent, resumes: Bool, undone: TextResource?, after: Gather,
        undoneBy: Int?, isTranslatable: Bool
    ) -> TimelineEntry {
        let now = recorded.moment
        let text = EventDescription(recorded, resumes: resumes, undone: undone, in: after)
            .timelineText
        let remaining = GatherTime(roundingUp: after.timer(at: now).remaining(at: now))
        var goal: NamedGoal?
        if case .goalScored(let scored, _, _) = recorded.event { goal = scored }
        var fixture: String?
        if case .opened = recorded.event { fixture = after.fixture }
        var amends: Int?
        if case .goalAmended(let amendment) = recorded.event { amends = amendment.number }
        if case .cardAmended(let amendment) = recorded.event { amends = amendment.number }
        return TimelineEntry(
            number: recorded.number, step: recorded.step,
            kind: resumes && recorded.event.isStart
                ? EventKind.resumed : EventKind(recorded.event).name,
            text: text.description, at: timestamp(now),
            goneMilliseconds: after.time(at: now).played.wholeMilliseconds,
            clock: TimeFields(minutes: remaining.minutes, seconds: remaining.seconds),
            score: after.score.scoreDescription, operatorUID: recorded.operatorUID.map(Int.init),
            operatorName: nil, undoneBy: recorded.isUndoable ? undoneBy : nil,
            scorer: goal?.scorer.name, scorerID: goal?.scorer.id, ownGoal: goal?.isOwnGoal,
            amends: amends, operatorDevice: recorded.device, fixture: fixture,
            beganAt: recorded.datedBeginning.map(timestamp),
            translatable: isTranslatable ? text.translatable : nil)
    }

    /// Returns the numbers of the forgotten players in an entry; nil if there are none.
    static func forgotten(
        in entry: TimelineEntry, of recorded: RecordedEvent, _ amendment: GoalAmendment?,
        _ card: Card?
    ) -> [Int]? {
        let amended = [amendment?.named?.scorer, card?.player].compactMap(\.self)
        let forgotten = (recorded.event.namedPlayers + amended).filter(\.isForgotten).map(\.id)
        guard !forgotten.isEmpty else { return nil }
        let named = [entry.scorerID, entry.playerID, entry.playerOnID].compactMap { $0 }
        let found = named.filter(forgotten.contains)
        return found.isEmpty ? nil : found
    }

    static func isPaused(_ gather: Gather, at now: Moment) -> Bool {
        if case .paused = gather.timer.state(at: now) { true } else { false }
    }
}

extension RecordedEvent {
    /// The moment at which it started the countdown or began a period; nil if that was not dated
    /// back.
    fileprivate var datedBeginning: Moment? {
        switch event {
        case .started(let ago, _), .periodBegan(_, let ago):
            ago > .zero ? moment.advanced(by: .zero - ago) : nil
        default: nil
        }
    }
}

extension Event {
    /// True for a start of the countdown.
    fileprivate var isStart: Bool { if case .started = self { true } else { false } }
}

/// The names of the users who gave commands, each looked up once.
struct OperatorNames {
    private var names: [Int: String?] = [:]

    /// Adds the name of the user who gave the command of an entry.
    mutating func name(_ entry: inout TimelineEntry) {
        guard let uid = entry.operatorUID else { return }
        if names[uid] == nil { names[uid] = .some(UserName.of(uid: UInt32(clamping: uid))) }
        entry.operatorName = names[uid] ?? nil
    }
}
