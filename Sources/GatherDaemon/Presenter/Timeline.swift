import GatherAPI
import GatherCore
import LinuxIO

/// The events of a gather as they are shown, each described as it was when it happened.
///
/// Three values are those known at the end: how long the countdown had run at an event that stands,
/// the goals that it made, and who scored. So a goal during a pause that was taken back gets the
/// minute of the match in which it was scored.
///
/// A page that follows the one before costs no more than its own events.
struct Timeline {
    /// A place between two events.
    private struct Place {
        /// The number of events before it.
        var count = 0
        /// The gather as it was there.
        ///
        /// It is folded from the events before. A copy of the whole gather would share the log,
        /// and each event that is applied would then copy the log.
        var gather = Gather()
        var hindsight: Hindsight
    }

    /// An event as known at the end.
    private struct Known {
        let event: RecordedEvent
        /// The side whose goals it changes; nil for any other event, and for one that was taken
        /// back.
        let side: Side?
        let scoreBefore: Score
        let scoreAfter: Score
        /// Its place in the play; for an event that was dated back, the place of its recording.
        let time: PlayedTime
        /// The minute that a person gave for a goal.
        let goalMinute: GivenMinute?
        /// True if a person gave the minute of a goal or card.
        let isGiven: Bool
        /// True if it counted a single goal, which counts at the end.
        let counts: Bool
    }

    /// The event that took each step back, if the step is still taken back.
    private let undoneBy: [Int: Int]
    /// The last amendment that stands of each goal whose scorer was amended.
    private let amended: [Int: GoalAmendment]
    /// For each goal that was dated back before another one, the number of the other one.
    private var next: [Int: Int] = [:]
    /// The scores after each goal of a sequence without a correction in which one was dated back,
    /// by the number of the goal.
    private var standingScores: [Int: String] = [:]

    private let start: Place
    private var place: Place

    /// The places in the tally, by the numbers of the events.
    private var tally: [Int: Tally.Place] = [:]

    /// Finds out what is known of the events at the end.
    init(of gather: Gather) {
        undoneBy = Self.undoEvents(gather.log)
        amended = Self.amendments(gather)
        start = Place(hindsight: Hindsight(of: gather))
        place = start
        var hindsight = start.hindsight
        var order = GoalOrder()
        var tally = Tally()
        for event in gather.log {
            let known = Self.known(event, in: gather, &hindsight, stands: stands(event))
            guard let side = known.side else { continue }
            // Of a goal that was dated back, it takes a fold of the log.
            let placed = gather.time(at: event) ?? known.time
            let goal = PlacedGoal(
                known.event, known.isGiven ? known.time : placed, known.goalMinute, side,
                goals: known.scoreAfter[side] - known.scoreBefore[side],
                counts: known.counts)
            next[event.number] = order.add(
                goal, to: known.scoreAfter, isCorrection: known.event.event.isCorrection)
            tally.add(goal)
        }
        standingScores = order.finalScores()
        self.tally = tally.places
    }

    /// Returns the events after one of them, at most so many.
    ///
    /// The entries do not contain the names of users.
    ///
    /// - Parameters:
    ///   - gather: The same gather as before.
    ///   - isTranslatable: True to add to each its text with the values apart.
    mutating func entries(
        of gather: Gather, after: Int, limit: Int, isTranslatable: Bool = false
    ) -> [TimelineEntry] {
        if place.gather.revision > after { place = start }
        var entries: [TimelineEntry] = []
        while entries.count < limit, place.count < gather.log.count {
            let event = gather.log[place.count]
            place.count += 1
            if event.number > after {
                entries.append(entry(event, in: gather, isTranslatable: isTranslatable))
            } else {
                place.hindsight.replay(event)
                place.gather.apply(event)
            }
        }
        return entries
    }

    private mutating func entry(
        _ event: RecordedEvent, in gather: Gather, isTranslatable: Bool
    ) -> TimelineEntry {
        let known = Self.known(event, in: gather, &place.hindsight, stands: stands(event))
        let resumes = GatherPresenter.isPaused(place.gather, at: event.moment)
        let undone = GatherPresenter.undone(by: event, before: place.gather)
        place.gather.apply(event)
        var entry = GatherPresenter.entry(
            event, resumes: resumes, undone: undone, after: place.gather,
            undoneBy: undoneBy[event.step], isTranslatable: isTranslatable)
        if entry.undoneBy == nil {
            let time = known.isGiven ? known.time : gather.time(at: event) ?? known.time
            entry.goneMilliseconds = time.played.wholeMilliseconds
            // An event that is recorded in a break has the minute of the whistle.
            let isPlay = event.event.isOfPlay
            entry.minute = (time.minute ?? (isPlay ? time.lastMinute : nil))?.description
        }
        entry.before = next[event.number]
        GatherPresenter.addCard(of: event, to: &entry, gather)
        GatherPresenter.addKick(of: event, to: &entry, gather)
        GatherPresenter.addPeriod(of: event, to: &entry, gather)
        if let amendment = amended[event.number] {
            let goal = amendment.named
            (entry.scorer, entry.scorerID) = (goal?.scorer.name, goal?.scorer.id)
            entry.ownGoal = goal?.isOwnGoal
        }
        entry.forgotten = GatherPresenter.forgotten(
            in: entry, of: event, amended[event.number], gather.card(event.number)?.card)
        if let side = known.side {
            entry.team = side.team
            let goals = known.scoreAfter[side] - known.scoreBefore[side]
            entry.goals = goals
            entry.standingScore =
                standingScores[event.number] ?? known.scoreAfter.scoreDescription
            entry.correction = event.event.isCorrection
            entry.lowered = goals > 0 && tally[event.number] == nil
            if let place = tally[event.number] {
                (entry.tallyGoals, entry.tallyPlace) = (place.goals, place.number)
                entry.tallyScore = place.score
            }
        }
        return entry
    }

    private func stands(_ event: RecordedEvent) -> Bool { undoneBy[event.step] == nil }

    /// Returns the next event as known at the end, and replays it.
    ///
    /// It is static so that a part of the timeline can change meanwhile without a copy of the
    /// timeline.
    private static func known(
        _ event: RecordedEvent, in gather: Gather, _ hindsight: inout Hindsight, stands: Bool
    ) -> Known {
        let known = hindsight.known(event)
        let before = hindsight.score
        var time = hindsight.time(at: event)
        let goal = stands ? gather.goal(event.number) : nil
        if let goal, goal.givenMinute != nil { time = goal.time }
        let card = stands ? gather.card(event.number) : nil
        if let card, card.givenMinute != nil { time = card.time }
        return Known(
            event: known, side: stands ? known.event.scoringSide : nil, scoreBefore: before,
            scoreAfter: hindsight.score, time: time, goalMinute: goal?.givenMinute,
            isGiven: goal?.givenMinute != nil || card?.givenMinute != nil, counts: goal != nil)
    }

    /// Returns the last amendment that stands of each goal whose scorer was amended.
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
}

/// A change of a side's goals, at its place in the play.
private struct PlacedGoal {
    /// The fate of goals, in the order in which a lower score removes them.
    private enum End: Int {
        /// A single goal that does not count at the end.
        case removed
        /// No single goal, so that it is not known.
        case unknown
        /// A single goal that counts at the end.
        case counts
    }

    let number: Int
    let side: Side
    /// The number of goals, negative where they became fewer.
    var goals: Int
    private let end: End
    /// The moment; of a goal whose minute a person gave, that of its recording.
    private let moment: Moment
    private let time: PlayedTime
    /// The minute that a person gave.
    private let given: GivenMinute?
    /// True if it was dated back.
    private let isDated: Bool

    init(
        _ event: RecordedEvent, _ time: PlayedTime, _ given: GivenMinute?, _ side: Side,
        goals: Int, counts: Bool
    ) {
        let ago = event.event.goalAgo
        (number, self.side, self.goals) = (event.number, side, goals)
        end = counts ? .counts : event.event.isSingleGoal ? .removed : .unknown
        (moment, isDated) = (event.moment.advanced(by: .zero - ago), ago > .zero)
        (self.time, self.given) = (time, given)
    }

    /// True if it may be before goals that were recorded earlier, or goals that are recorded later
    /// may be before it.
    var isLate: Bool { isDated || given != nil }

    /// Returns true if a lower score removes another goal of the side before this one.
    func isKept(longerThan other: PlacedGoal) -> Bool {
        end == other.end ? number < other.number : end.rawValue > other.end.rawValue
    }

    /// Returns true if it was scored before another goal that was recorded earlier.
    ///
    /// Of a minute that a person gave only the minute is compared, as its moment is not known.
    func isBefore(_ other: PlacedGoal) -> Bool {
        if let given { return other.time.isAfter(given) }
        if let minute = other.given { return time.isBefore(minute) }
        return isDated && other.moment.elapsed(since: moment) > .zero
    }
}

/// Goals in the order in which they were scored.
private struct PlacedGoals {
    private(set) var goals: [PlacedGoal] = []
    /// True if a goal was recorded later than it was scored.
    private var hasLate = false

    /// Adds a goal that was recorded after all of them.
    ///
    /// - Returns: The number of the goal that follows it; nil if it is the last one.
    mutating func add(_ goal: PlacedGoal) -> Int? {
        hasLate = hasLate || goal.isLate
        // Most goals are recorded in the order of their moments, and need no search.
        guard hasLate, let place = goals.firstIndex(where: goal.isBefore) else {
            goals.append(goal)
            return nil
        }
        let next = goals[place].number
        goals.insert(goal, at: place)
        return next
    }

    /// Removes the goals of a side that were recorded last.
    ///
    /// One that counts at the end stays, as it was of the other side at that time. One that does
    /// not goes first, as the goals that were recorded before it was removed have to go as well.
    mutating func remove(_ count: Int, of side: Side) {
        var left = count
        while left > 0 {
            let ofSide = goals.indices.filter { goals[$0].side == side }
            guard let last = ofSide.max(by: { goals[$0].isKept(longerThan: goals[$1]) }) else {
                return
            }
            let counted = goals[last].goals
            if counted > left {
                goals[last].goals -= left
            } else {
                goals.remove(at: last)
            }
            left -= counted
        }
    }
}

/// The goals that count, in their order: a lower score removes the last ones of its side.
private struct Tally {
    /// The place of an event whose goals count.
    struct Place {
        let goals: Int
        /// The number of the place, from 1.
        let number: Int
        let score: String
    }

    /// The goals in the order in which they were scored.
    ///
    /// A score has an upper limit, so there are few of them in the longest match.
    private var order = PlacedGoals()

    /// Adds a change of the score.
    mutating func add(_ goal: PlacedGoal) {
        if goal.goals > 0 {
            _ = order.add(goal)
        } else {
            order.remove(-goal.goals, of: goal.side)
        }
    }

    /// The places by the numbers of the events.
    var places: [Int: Place] {
        var (teamA, teamB) = (0, 0)
        var places: [Int: Place] = [:]
        for (index, goal) in order.goals.enumerated() {
            if goal.side == .teamA { teamA += goal.goals } else { teamB += goal.goals }
            places[goal.number] = Place(
                goals: goal.goals, number: index + 1, score: "\(teamA)-\(teamB)")
        }
        return places
    }
}

/// The goals since the score was last set or lowered, in the order of their moments.
private struct GoalOrder {
    private var base = Score()
    private var order = PlacedGoals()
    /// The scores after those goals among which one was dated back, by the number of the goal.
    private var scores: [Int: String] = [:]
    /// True if a goal since the last correction was dated back.
    private var isReordered = false

    /// Adds a change of the score.
    ///
    /// - Returns: The number of the goal that follows it in the play, if it was recorded after that
    ///   one; else nil.
    mutating func add(_ goal: PlacedGoal, to after: Score, isCorrection: Bool) -> Int? {
        guard !isCorrection, goal.goals > 0 else {
            update()
            (base, order, isReordered) = (after, PlacedGoals(), false)
            return nil
        }
        let next = order.add(goal)
        if next != nil { isReordered = true }
        return next
    }

    /// Returns the scores after those goals among which one was dated back, by the number of the
    /// goal.
    mutating func finalScores() -> [Int: String] {
        update()
        return scores
    }

    /// Works out the scores after the goals since the last correction, once for all of them.
    private mutating func update() {
        guard isReordered else { return }
        var totals = Dictionary(uniqueKeysWithValues: Side.allCases.map { ($0, base[$0]) })
        for goal in order.goals {
            totals[goal.side, default: 0] += goal.goals
            scores[goal.number] = "\(totals[.teamA, default: 0])-\(totals[.teamB, default: 0])"
        }
    }
}

extension Event {
    /// The side whose goals the event changes.
    fileprivate var scoringSide: Side? {
        switch self {
        case .scoreSet(let side, _), .scoreAdded(let side, _, _, _): side
        case .goalScored(let goal, _, _): goal.side
        default: nil
        }
    }

    /// True if the event counted a single goal.
    fileprivate var isSingleGoal: Bool {
        switch self {
        case .scoreAdded(_, delta: 1, _, _), .goalScored: true
        default: false
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
