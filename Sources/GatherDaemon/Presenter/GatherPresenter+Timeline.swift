import GatherAPI
import GatherCore
import LinuxIO

extension GatherPresenter {
    /// Returns the events of a gather after one of them, each described as it was when it happened.
    ///
    /// Three values are those known at the end: how long the countdown had run at an event that
    /// stands, the goals that it made, and who scored. So a goal during a pause that was taken back
    /// gets the minute of the match in which it was scored.
    ///
    /// The entries do not contain the names of users.
    static func timeline(_ gather: Gather, after: Int, limit: Int) -> [TimelineEntry] {
        let undoneBy = undoEvents(gather.log)
        let amended = amendments(gather)
        var entries: [TimelineEntry] = []
        var replayed = Gather()
        var hindsight = Hindsight(of: gather)
        // The raises of a side's goals that still count: the score before, and the index of the
        // entry.
        var raises: [Side: [(from: Int, index: Int?)]] = [:]
        var order = GoalOrder()
        for event in gather.log {
            let before = hindsight.score
            let known = hindsight.known(event)
            var time = hindsight.time(at: event)
            let goal = undoneBy[event.step] == nil ? gather.goal(event.number) : nil
            if let goal, goal.givenMinute != nil { time = goal.time }
            let card = undoneBy[event.step] == nil ? gather.card(event.number) : nil
            if let card, card.givenMinute != nil { time = card.time }
            let isGiven = goal?.givenMinute != nil || card?.givenMinute != nil
            let isWanted = event.number > after && entries.count < limit
            let side = undoneBy[event.step] == nil ? known.event.scoringSide : nil
            var next: Int?
            if let side {
                next = order.add(
                    known, gather.time(at: event) ?? time, goal?.givenMinute, from: before,
                    to: hindsight.score, of: side,
                    at: isWanted ? entries.count : nil)
                while let last = raises[side]?.last, last.from >= hindsight.score[side] {
                    raises[side]?.removeLast()
                    if let index = last.index { entries[index].lowered = true }
                }
                if hindsight.score[side] > before[side] {
                    let raise = (before[side], isWanted ? entries.count : nil)
                    raises[side, default: []].append(raise)
                }
            }
            guard entries.count < limit else { continue }
            // This is no copy of the gather; with one, every event would cost a copy of the log.
            let resumes = isPaused(replayed, at: event.moment)
            replayed.apply(event)
            guard isWanted else { continue }
            var entry = entry(
                event, resumes: resumes, after: replayed, undoneBy: undoneBy[event.step])
            if entry.undoneBy == nil {
                let time = isGiven ? time : gather.time(at: event) ?? time
                entry.goneMilliseconds = time.played.wholeMilliseconds
                // What is told in a break has the minute of the whistle.
                let isPlay = event.event.isOfPlay
                entry.minute = (time.minute ?? (isPlay ? time.lastMinute : nil))?.description
            }
            entry.before = next
            addCard(of: event, to: &entry, gather)
            addKick(of: event, to: &entry, gather)
            addPeriod(of: event, to: &entry, gather)
            if let amendment = amended[event.number] {
                let goal = amendment.named
                (entry.scorer, entry.scorerID) = (goal?.scorer.name, goal?.scorer.id)
                entry.ownGoal = goal?.isOwnGoal
            }
            entry.forgotten = forgotten(
                in: entry, of: event, amended[event.number], gather.card(event.number)?.card)
            if let side {
                entry.team = side == .teamA ? .teamA : .teamB
                entry.goals = hindsight.score[side] - before[side]
                entry.standingScore = hindsight.score.scoreDescription
                entry.correction = event.event.isCorrection
                entry.lowered = false
            }
            entries.append(entry)
        }
        for (index, score) in order.finalScores() { entries[index].standingScore = score }
        return entries
    }

    private static func entry(
        _ recorded: RecordedEvent, resumes: Bool, after: Gather, undoneBy: Int?
    ) -> TimelineEntry {
        let now = recorded.moment
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
            text: EventDescription(recorded, resumes: resumes, in: after).timelineText,
            at: timestamp(now),
            goneMilliseconds: after.time(at: now).played.wholeMilliseconds,
            clock: TimeFields(minutes: remaining.minutes, seconds: remaining.seconds),
            score: after.score.scoreDescription, operatorUID: recorded.operatorUID.map(Int.init),
            operatorName: nil, undoneBy: recorded.isUndoable ? undoneBy : nil,
            scorer: goal?.scorer.name, scorerID: goal?.scorer.id, ownGoal: goal?.isOwnGoal,
            amends: amends, operatorDevice: recorded.device, fixture: fixture)
    }

    /// Returns the numbers of the forgotten players in an entry; nil if there are none.
    private static func forgotten(
        in entry: TimelineEntry, of recorded: RecordedEvent, _ amendment: GoalAmendment?,
        _ card: Card?
    ) -> [Int]? {
        var players = [amendment?.named?.scorer, card?.player]
        switch recorded.event {
        case .goalScored(let goal, _, _): players.append(goal.scorer)
        case .cardShown(let card, _): players.append(card.player)
        case .substituted(let change, _): players += [change.off, change.on]
        case .kickTaken(let kick): players.append(kick.player)
        default: return nil
        }
        let forgotten = players.compactMap { $0?.isForgotten == true ? $0?.id : nil }
        let named = [entry.scorerID, entry.playerID, entry.playerOnID].compactMap { $0 }
        let found = named.filter(forgotten.contains)
        return found.isEmpty ? nil : found
    }

    /// Returns the last amendment that stands of each scorer that was amended.
    private static func amendments(_ gather: Gather) -> [Int: GoalAmendment] {
        var amendments: [Int: GoalAmendment] = [:]
        for event in gather.log {
            if case .goalAmended(let amendment) = event.event, gather.stands(event.step),
                amendment.scorer != nil
            {
                amendments[amendment.number] = amendment
            }
        }
        return amendments
    }

    /// Returns the event that took each step back, if the step is still taken back.
    ///
    /// An amendment is taken back by the event that took its goal or card back.
    private static func undoEvents(_ log: [RecordedEvent]) -> [Int: Int] {
        var undoEvents: [Int: Int] = [:]
        for event in log {
            switch event.event {
            case .undone(let step): undoEvents[step] = event.number
            case .redone(let step): undoEvents[step] = nil
            default: break
            }
        }
        for event in log {
            let number: Int
            switch event.event {
            case .goalAmended(let amendment): number = amendment.number
            case .cardAmended(let amendment): number = amendment.number
            default: continue
            }
            undoEvents[event.step] = undoEvents[event.step] ?? undoEvents[number]
        }
        return undoEvents
    }

    static func isPaused(_ gather: Gather, at now: Moment) -> Bool {
        if case .paused = gather.timer.state(at: now) { true } else { false }
    }

    /// Returns how long before its recording something happened; empty for a zero duration.
    static func dated(_ ago: Duration) -> String {
        ago == .zero ? "" : ", \(GatherTime(roundingUp: ago)) ago"
    }

    /// Returns the minute that was given for a goal, or else how long before its recording it was
    /// scored.
    static func dated(_ ago: Duration, _ minute: GivenMinute?) -> String {
        minute == nil ? dated(ago) : text(of: minute)
    }
}

/// The goals since the score was last set or lowered, in the order of their moments.
private struct GoalOrder {
    private struct Goal {
        let number: Int
        let moment: Moment
        let time: PlayedTime
        let given: GivenMinute?
        let side: Side

        /// Returns true if a person gave it a minute that is later than the place of another goal.
        func isGivenAfter(_ time: PlayedTime) -> Bool { given.map(time.isBefore) ?? false }
        let goals: Int
        let index: Int?
    }

    private var base = Score()
    private var goals: [Goal] = []
    /// The scores after those goals among which one was dated back, by the index of the entry.
    private var scores: [Int: String] = [:]
    /// True if a goal since the last correction was dated back.
    private var isReordered = false
    /// True if a person gave the minute of a goal since the last correction.
    private var hasGiven = false

    /// Adds a change of the score.
    ///
    /// - Parameters:
    ///   - time: The place in the play.
    ///   - given: The minute that a person gave.
    /// - Returns: The number of the goal before which it was scored, if it was dated back so far.
    mutating func add(
        _ event: RecordedEvent, _ time: PlayedTime, _ given: GivenMinute?, from before: Score,
        to after: Score, of side: Side, at index: Int?
    ) -> Int? {
        let raise = after[side] - before[side]
        guard !event.event.isCorrection, raise > 0 else {
            update()
            (base, goals, isReordered, hasGiven) = (after, [], false, false)
            return nil
        }
        var then = event.moment.advanced(by: .zero - event.event.goalAgo)
        var place: Int?
        if let given {
            place = goals.firstIndex { $0.time.isAfter(given) }
            // Its moment is not known: it is about that of the goal before or behind it.
            if let place { then = goals[max(place - 1, 0)].moment }
        } else {
            let isDated = event.event.goalAgo > .zero
            // Most goals come in the order of their moments, and need no look at all the others.
            if isDated || hasGiven {
                place = goals.firstIndex {
                    $0.isGivenAfter(time) || isDated && $0.moment.elapsed(since: then) > .zero
                }
            }
        }
        if given != nil { hasGiven = true }
        let goal = Goal(
            number: event.number, moment: then, time: time, given: given, side: side,
            goals: raise, index: index)
        guard let place else {
            goals.append(goal)
            return nil
        }
        let next = goals[place].number
        goals.insert(goal, at: place)
        isReordered = true
        return next
    }

    /// Returns the scores after those goals among which one was dated back, by the index of the
    /// entry.
    mutating func finalScores() -> [Int: String] {
        update()
        return scores
    }

    /// Works out the scores after the goals since the last correction, once for all of them.
    private mutating func update() {
        guard isReordered else { return }
        var totals = Dictionary(uniqueKeysWithValues: Side.allCases.map { ($0, base[$0]) })
        for goal in goals {
            totals[goal.side, default: 0] += goal.goals
            guard let index = goal.index else { continue }
            scores[index] = "\(totals[.teamA, default: 0])-\(totals[.teamB, default: 0])"
        }
    }
}

extension Event {
    /// True for a change of the score, a card or a substitution.
    fileprivate var isOfPlay: Bool {
        switch self {
        case .cardShown, .substituted, .scoreSet, .scoreAdded, .goalScored: true
        default: false
        }
    }

    /// True for a start of the countdown.
    fileprivate var isStart: Bool { if case .started = self { true } else { false } }

    /// The side whose goals the event changes.
    fileprivate var scoringSide: Side? {
        switch self {
        case .scoreSet(let side, _), .scoreAdded(let side, _, _, _): side
        case .goalScored(let goal, _, _): goal.side
        default: nil
        }
    }

    /// True if the event sets or lowers the score, so that no goal counts.
    fileprivate var isCorrection: Bool {
        switch self {
        case .scoreSet: true
        case .scoreAdded(_, let delta, _, _): delta < 0
        default: false
        }
    }
}

/// The names of the users who gave commands, each looked up once.
struct OperatorNames {
    private var names: [Int: String?] = [:]

    mutating func named(_ entry: TimelineEntry) -> TimelineEntry {
        guard let uid = entry.operatorUID else { return entry }
        if names[uid] == nil { names[uid] = .some(UserName.of(uid: UInt32(clamping: uid))) }
        var entry = entry
        entry.operatorName = names[uid] ?? nil
        return entry
    }
}
