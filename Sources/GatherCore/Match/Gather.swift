/// One match: two sides, a countdown, a score, an end.
///
/// A gather is the fold of its events and nothing else. ``apply(_:)`` adds an event and never
/// fails; ``decide(_:at:opening:)`` returns the events that a command makes, and changes nothing.
/// After an undo, the state is as if the command had never been given: the fold skips the events
/// that an undo names.
public struct Gather: Equatable, Sendable {
    /// The stage of a gather.
    public enum Phase: String, Sendable {
        /// No event stands. Can become: open.
        case unopened
        /// Being played. Can become: ended, discarded; by undo, unopened.
        case open
        /// Over, with a result. Can become, by undo: open.
        case ended
        /// Left without a result. Can become, by undo: open.
        case discarded
    }

    /// Every event, undone ones included, in order.
    public private(set) var log: [RecordedEvent] = []

    /// True if the numbers follow one another, and so do the events of each step, as in every log
    /// that nothing is lost of.
    private var isInSteps = true

    /// True if the countdown was ever started, even if that was taken back.
    private(set) var wasStarted = false

    /// The steps that were taken back.
    fileprivate private(set) var undoneSteps: Set<Int> = []

    /// The steps of the goals and cards that the steps of amendments change.
    private var goalSteps: [Int: Int] = [:]

    /// The steps that resumed a paused countdown.
    private var resumingSteps: Set<Int> = []

    /// The players actually moved by the events with these numbers, where they differ from those
    /// named.
    private var movedPlayers: [Int: [Player]] = [:]

    /// The state that results from the standing events.
    private var state = GatherState()

    /// The state after some of the events, so that an undo in a long match does not fold all of
    /// them again.
    private var checkpoints: [(count: Int, state: GatherState)] = []
    private static let checkpointInterval = 256

    /// Makes a gather without events.
    public init() {}

    /// Makes the gather that results from these events.
    public init(replaying events: some Sequence<RecordedEvent>) {
        log = Array(events)
        for (index, event) in log.enumerated() {
            updateCaches(for: event, after: index > 0 ? log[index - 1] : nil)
        }
        refold(from: 0)
    }

    /// The number of the last event; it grows by one with every event.
    public var revision: Int { log.last?.number ?? 0 }

    /// Its UUID; empty while no event stands.
    public var id: String { state.id }

    /// Its stage.
    public var phase: Phase { state.phase }

    /// Its countdown.
    public var timer: GatherTimeHandler { state.timer }

    /// Its progress through the periods of its format; nil for a plain countdown.
    public var course: PeriodCourse? { state.course }

    /// Returns the gather as it is at `now`: a break whose time is up may have led to the next
    /// period, which needs no event.
    public func settled(at now: Moment) -> Gather {
        guard maySettle else { return self }
        var settled = self
        settled.state.settle(at: now)
        return settled
    }

    /// True if a break may lead to the next period by itself.
    ///
    /// While it is false, ``settled(at:)`` and its callers need no copy of the gather.
    private var maySettle: Bool { phase == .open && state.course?.nextBeginsAtOnce == true }

    /// Returns the countdown as it is at `now`, which may be that of the next period by then.
    public func timer(at now: Moment) -> GatherTimeHandler {
        maySettle ? settled(at: now).timer : timer
    }

    /// Returns the place of a moment in the play of the match.
    public func time(at now: Moment) -> PlayedTime {
        maySettle ? settled(at: now).state.time(at: now) : state.time(at: now)
    }

    /// Returns true if the time left can be adjusted.
    func canAdjust(by amount: Duration, at now: Moment) -> Bool {
        state.canAdjust(by: amount, at: now)
    }

    /// Returns true if a goal can have been scored at a moment.
    func canScore(at moment: Moment) -> Bool { state.canScore(at: moment) }

    /// Returns a minute with its period, which has to have come by a moment.
    func given(_ minute: MatchMinute, at moment: Moment) throws(Refusal) -> GivenMinute {
        try state.given(minute, at: moment)
    }

    /// Returns true if the match can go on in a format from where it is.
    func fits(_ format: MatchFormat?) -> Bool { state.fits(format) }

    /// The kick-off that is waited for; nil once the countdown was started.
    public var kickOff: KickOff? { phase == .open ? state.kickOff : nil }

    /// Returns the event by which the kick-off starts the countdown; nil if it does not start it.
    func eventOfKickOff(at now: Moment) -> Event? {
        phase == .open ? state.startByKickOff(at: now) : nil
    }

    /// True if the countdown was started, and that was not taken back.
    var isStarted: Bool { state.isStarted }

    /// Its score.
    public var score: Score { state.tally.score }

    /// Its players by section.
    public var lineup: Lineup { state.lineup }

    /// The counted goals whose scorers are known, in order.
    public var goals: [NamedGoal] { state.tally.goals }

    /// Returns the goal that the event with this number counted, if it counts as a single goal.
    public func goal(_ number: Int) -> CountedGoal? { state.tally[number] }

    /// The cards that stand, in the order in which they were recorded.
    public var cards: [Booking] { state.bookings.cards }

    /// The players who were taken off a side by a substitution, each once and with the last side.
    var takenOff: [TakenOff] {
        var seen: Set<Int> = []
        return state.bookings.takenOff.reversed()
            .filter { seen.insert($0.player.id).inserted }.reversed()
    }

    /// The players who got a card or were substituted, in no order; some of them several times.
    public var bookedPlayers: [Player] { cards.compactMap(\.player) + takenOff.map(\.player) }

    /// Returns the card that the event with this number recorded, if it stands.
    public func card(_ number: Int) -> Booking? { state.bookings[number] }

    /// Returns true if a player was sent off, by now or by a moment.
    public func isSentOff(_ id: Int, at moment: Moment? = nil) -> Bool {
        state.bookings.isSentOff(id, at: moment, moment.map(state.time(at:)))
    }

    /// Returns true if a player has had a yellow card.
    func isBooked(_ id: Int) -> Bool { state.bookings.isBooked(id) }

    /// Returns true if a player is on a side, or was and has been substituted.
    func isOrWas(_ id: Int, on side: Side) -> Bool { state.isOrWas(id, on: side) }

    /// Returns the time penalties that run at `now`, in the order of their cards; none once the
    /// gather, or its last period of play, is over.
    public func penalties(at now: Moment) -> [Penalty] {
        guard phase == .open, !state.bookings.cards.isEmpty else { return [] }
        if let course, course.stage == .over || course.kicks != nil { return [] }
        return state.bookings.penalties(after: time(at: now).played)
    }

    /// Returns the fouls of a side in the present period of play.
    public func fouls(of side: Side) -> Int { state.interruptions.fouls(of: side) }

    /// Returns the number of time-outs that a side has left in the present period of play; nil if
    /// the format has none.
    public func timeOutsLeft(of side: Side) -> Int? {
        course?.timeOuts.map { max($0.perPeriod - state.interruptions.taken(by: side), 0) }
    }

    /// Returns the time-out or cooling break that is underway at a moment; nil if there is none.
    public func timeOut(at moment: Moment) -> TimeOut? {
        phase == .open && course?.isInPlay == true
            ? state.interruptions.underway(at: moment) : nil
    }

    /// The time that time-outs and cooling breaks took from the present period of play while its
    /// clock ran on, to be added at its end.
    public var allowance: Duration { state.interruptions.allowance }

    /// The number of time-outs and cooling breaks in the present period of play.
    var timeOutCount: Int { state.interruptions.timeOuts.count }

    /// The moment when the match began: when it opened, or when the countdown was first started if
    /// that was dated before.
    var beganAt: Moment { state.beganAt }

    /// Returns the place in the play of the match of a goal, card or substitution that is dated
    /// back; nil for any other event.
    public func time(at recorded: RecordedEvent) -> PlayedTime? {
        time(at: recorded, before: recorded.number - 1)
    }

    private func time(at recorded: RecordedEvent, before index: Int) -> PlayedTime? {
        let ago = recorded.event.playAgo
        guard ago > .zero, (0...log.count).contains(index) else { return nil }
        let then = recorded.moment.before(by: ago)
        // The wall clock may have been set back since another boot, but all of that was before the
        // first event of this one.
        let first = log.first { $0.moment.boot == then.boot }
        let isAfterOthers = first.map { then.elapsed(since: $0.moment) >= .zero } ?? false
        func isBefore(_ state: GatherState) -> Bool {
            let last = state.timer.lastCommand
            return isAfterOthers && last.boot != then.boot || then.elapsed(since: last) >= .zero
        }
        let known = checkpoints.last { $0.count <= index && isBefore($0.state) }
        var state = known?.state ?? GatherState()
        var latest = state.withoutTallies
        for event in log[(known?.count ?? 0)..<index] {
            state.fold(event, undone: undoneSteps)
            // A start can be dated before the opening.
            guard state.timer.lastCommand == state.openedAt || isBefore(state) else { break }
            latest = state.withoutTallies
        }
        let place = latest.timer.beforeObservation(then)
        latest.settle(at: place)
        return latest.time(at: place)
    }

    /// The goal that counts and was counted or amended last.
    public var latestGoal: CountedGoal? { state.tally.latest }

    /// The ID of the fixture of a tournament that it is; nil for none.
    public var fixture: String? { state.fixture }
    /// The moment when it opened.
    public var openedAt: Moment { state.openedAt }

    /// The moment when it ended or was discarded, or nil while it is open.
    public var endedAt: Moment? { state.endedAt }

    /// The point at which the match was left before its last period of play was over; nil while it
    /// is open, without a format, and if it was played to its end.
    public var earlyEnd: EarlyEnd? { state.earlyEnd }

    /// Returns the name of a side.
    public func name(of side: Side) -> String {
        switch side {
        case .teamA: state.teamAName
        case .teamB: state.teamBName
        }
    }

    /// The colours of the sides.
    public var colors: TeamColors { state.colors }

    /// The events of the last command that stands, in order; undo takes them back.
    public var lastStep: [RecordedEvent] {
        guard let last = log.last(where: { $0.isUndoable && stands($0.step) }) else { return [] }
        return events(ofStep: last.step)
    }

    /// Returns the events of one command, in order.
    public func events(ofStep step: Int) -> [RecordedEvent] {
        guard isInSteps else { return log.filter { $0.step == step && $0.isUndoable } }
        guard let first = index(ofStep: step) else { return [] }
        return log[first...].prefix { $0.step == step }.filter(\.isUndoable)
    }

    /// Returns the place of the first event of a command; nil if there is none.
    private func index(ofStep step: Int) -> Int? {
        guard isInSteps, let first = log.first, step != first.step else {
            return log.firstIndex { $0.step == step }
        }
        // The number of a command's first event is its step.
        guard step > first.number, step <= revision else { return nil }
        let index = step - first.number
        return log[index].step == step ? index : nil
    }

    /// The last undo that stands, if no other command came after it; redo takes it back.
    public var redoableUndo: RecordedEvent? {
        var redone: Set<Int> = []
        for event in log.reversed() {
            switch event.event {
            case .redone(let step): redone.insert(step)
            case .undone(let step): if redone.remove(step) == nil { return event }
            default: if event.isUndoable { return nil }
            }
        }
        return nil
    }

    /// Returns the first event that makes sense with the step and would make none without it.
    ///
    /// If the step amended a card, this includes an event that lets a player play who would have
    /// been sent off before it without the amendment.
    func firstEventNeeding(_ step: Int) -> RecordedEvent? {
        var (with, without) = (GatherState(), GatherState())
        let amendsCard = events(ofStep: step).contains { $0.event.amendedCard != nil }
        let amended = Set(goalSteps.values)
        var lineups: [Int: (with: Lineup, without: Lineup)] = [:]
        for (index, event) in log.enumerated()
        where !(event.isUndoable && undoneSteps.contains(event.step)) {
            if event.isUndoable {
                // A command meets the match after the breaks that were over when it was given.
                with.settle(at: event.moment)
                without.settle(at: event.moment)
            }
            let isTaken = event.isUndoable && event.step == step
            if !isTaken, with.admits(event),
                !without.admits(event) || reaches(event, with) && !reaches(event, without)
            {
                return event
            }
            if amendsCard, !isTaken, playerSentOff(in: event, with) == nil,
                playerSentOff(in: event, without) != nil
            {
                return event
            }
            if !isTaken, let named = event.event.namedPlayer, let then = lineups[named.number],
                with.hasOnSide(named, then: then.with), without.isKnown(named.number),
                !without.hasOnSide(named, then: then.without)
            {
                return event
            }
            if !isTaken, swaps(index, in: with), !swaps(index, in: without) { return event }
            if !isTaken, Self.isOfOtherPeriod(event, with, without) { return event }
            // A command that adjusts the clock and starts it is possible during play only.
            let isInPlay = (with.course?.isInPlay ?? true, without.course?.isInPlay ?? true)
            if !isTaken, isInPlay == (true, false), adjustsAndStarts(index) { return event }
            // It is unknown whether the command that resumed was also meant to start a stopped
            // countdown.
            let resumes = resumingSteps.contains(event.step) && with.isHeld(at: event)
            if !isTaken, resumes, !without.isHeld(at: event) { return event }
            with.apply(event)
            if isTaken { without.observe(event.moment) } else { without.apply(event) }
            if amended.contains(event.number) {
                lineups[event.number] = (with.lineup, without.lineup)
            }
        }
        return nil
    }

    /// Returns true if a state knows the countdown at the moment to which a command to it was dated
    /// back: not before the last command, or the beginning of a period by itself.
    private func reaches(_ recorded: RecordedEvent, _ state: GatherState) -> Bool {
        let ago = recorded.event.countdownAgo
        guard ago > .zero else { return true }
        return ago <= reach(backTo: state.timer.lastCommand, at: recorded.moment).limit
    }

    /// Returns true if an event of a period in one state would be of another one in the second.
    private static func isOfOtherPeriod(
        _ recorded: RecordedEvent, _ state: GatherState, _ other: GatherState
    ) -> Bool {
        guard let course = state.course, recorded.event.isOfPeriod else { return false }
        if course.isInBreak, case .timeAdjusted = recorded.event {
            return other.course?.isInBreak != true || other.course?.index != course.index
        }
        let then = recorded.moment.before(by: recorded.event.playAgo)
        guard let play = course.play(at: then) else { return false }
        return other.course?.play(at: then) != play
    }

    /// Returns true if an amendment makes a card a second yellow one, and there is no first one.
    func isUnfounded(_ amendment: CardAmendment) -> Bool {
        var bookings = state.bookings
        bookings.amend(amendment, by: nil)
        return bookings.unfounded.contains(amendment.number)
    }

    /// Returns the first event after a card that is possible with the card as it is known now, and
    /// would not have been if the card had been recorded as an amendment has it.
    ///
    /// - Parameter isOfPlayer: True to look for events that let a player play who would have been
    ///   sent off; false to look for events that are impossible for another reason.
    /// - Returns: The number of the event, and the player who would have been sent off.
    func firstEvent(
        against amendment: CardAmendment, isOfPlayer: Bool
    ) -> (event: Int, player: Player?)? {
        guard let card = card(amendment.number) else { return nil }
        var (known, amended) = (GatherState(), GatherState())
        for event in log where !(event.isUndoable && undoneSteps.contains(event.step)) {
            if event.isUndoable {
                known.settle(at: event.moment)
                amended.settle(at: event.moment)
            }
            // Both states have all earlier amendments of the card from its own event on.
            let isOfCard = event.event.amendedCard == card.number
            if event.number > card.number, event.isUndoable, !isOfCard {
                if isOfPlayer {
                    if playerSentOff(in: event, known) == nil,
                        let player = playerSentOff(in: event, amended)
                    {
                        return (event.number, player)
                    }
                } else if known.admits(event), !amended.admits(event) {
                    return (event.number, nil)
                }
            }
            if isOfCard {
                known.observe(event.moment)
                amended.observe(event.moment)
            } else {
                known.apply(event)
                amended.apply(event)
            }
            if event.number == card.number {
                known.amend(CardAmendment(all: card), at: event.moment)
                amended.amend(CardAmendment(all: card, changedBy: amendment), at: event.moment)
            }
        }
        return nil
    }

    /// Returns a player whom an event lets play though sent off by then; nil if there is none.
    func playerSentOff(in recorded: RecordedEvent) -> Player? {
        let ago = recorded.event.playAgo
        let time = ago > .zero ? time(at: recorded, before: log.count) : nil
        return state.playerSentOff(in: recorded, time: time, counted: event(numbered:))
    }

    private func playerSentOff(in recorded: RecordedEvent, _ state: GatherState) -> Player? {
        state.phase == .open || recorded.event.isAmendment
            ? state.playerSentOff(in: recorded, counted: event(numbered:)) : nil
    }

    private func event(numbered number: Int) -> RecordedEvent? {
        log.first { $0.number == number }
    }

    /// Returns true if the event at this place is the first of a swap, and each of the two players
    /// is where the other one goes.
    private func swaps(_ index: Int, in state: GatherState) -> Bool {
        guard log[index].number == log[index].step, index + 1 < log.count,
            log[index + 1].step == log[index].step,
            case .playersMoved(let one, let section?) = log[index].event, one.count == 1,
            case .playersMoved(let other, let otherSection?) = log[index + 1].event,
            other.count == 1
        else { return false }
        return state.lineup.section(of: one[0].id) == otherSection
            && state.lineup.section(of: other[0].id) == section
    }

    /// Returns true if the event at this place is the adjustment of a command that also starts.
    private func adjustsAndStarts(_ index: Int) -> Bool {
        guard case .timeAdjusted(_, let starts) = log[index].event else { return false }
        guard !starts, index + 1 < log.count, log[index + 1].step == log[index].step,
            case .started = log[index + 1].event
        else { return starts }
        return true
    }

    /// Returns true if the command of this step resumed a paused countdown.
    public func resumed(_ step: Int) -> Bool { resumingSteps.contains(step) }

    /// Returns the players that an event moved; some that it names may have been there already.
    public func moved(by recorded: RecordedEvent) -> [Player] {
        switch recorded.event {
        case .playersMoved(let named, _), .teamsCleared(let named):
            movedPlayers[recorded.number] ?? named
        default: []
        }
    }

    /// Returns true if everything that stands here was done before a change of the squad.
    func isOlder(than change: SquadChange) -> Bool {
        guard let step = lastStep.first else { return true }
        // A command that was redone counts as given at the redo.
        let last = log.last { $0.event == .redone(step: step.step) } ?? step
        guard change.gather != id else { return last.number <= change.revision }
        // A gather that was never closed has been the present one since it opened, so a change
        // during another one, or during none, came before it.
        guard log.contains(where: { $0.event.closes }) else { return false }
        return change.moment.isKnownLater(than: last.moment)
    }

    /// Returns true if the command of this step stands; an amendment does while its goal or card
    /// does.
    public func stands(_ step: Int) -> Bool {
        !undoneSteps.contains(step) && !(goalSteps[step].map(undoneSteps.contains) ?? false)
    }

    /// The step of the command that closed the gather; nil while it is open.
    var closingStep: Int? {
        guard phase == .ended || phase == .discarded else { return nil }
        return log.last { $0.event.closes && stands($0.step) }?.step
    }

    /// Returns the players by section after the event with this number.
    func lineup(after number: Int) -> Lineup {
        let checkpoint = checkpoints.last { $0.count <= number }
        var state = checkpoint?.state ?? GatherState()
        for event in log[(checkpoint?.count ?? 0)...].prefix(while: { $0.number <= number }) {
            state.fold(event, undone: undoneSteps)
        }
        return state.lineup
    }

    /// Returns the gather as the next events would make it, to be checked before they are stored.
    ///
    /// Its log contains those events alone, unless one of them is an undo or dated back: a command
    /// in a long match must not cost a copy of the log.
    public func forecast(_ events: [RecordedEvent]) -> Gather {
        var forecast = self
        if !events.contains(where: { $0.event.needsTheLog }) { forecast.log = [] }
        for event in events { forecast.apply(event) }
        return forecast
    }

    /// The same gather with only the newest event in its log, for display.
    ///
    /// Neither copy then has to copy the other events when one of them changes.
    public var withNewestEventOnly: Gather {
        var gather = self
        gather.log = Array(log.suffix(1))
        gather.checkpoints = []
        return gather
    }

    /// Adds an event that has happened.
    ///
    /// The function is total: an event that makes no sense changes nothing but the revision.
    public mutating func apply(_ event: RecordedEvent) {
        updateCaches(for: event, after: log.last)
        log.append(event)
        switch event.event {
        case .undone(let step), .redone(let step):
            refold(from: index(ofStep: step) ?? log.count - 1)
        default: fold(log.count - 1)
        }
    }

    private mutating func updateCaches(for recorded: RecordedEvent, after last: RecordedEvent?) {
        let isOwnStep = recorded.step == recorded.number
        let follows = last.map { recorded.number == $0.number &+ 1 } ?? true
        if !follows || !isOwnStep && recorded.step != last?.step { isInSteps = false }
        switch recorded.event {
        case .undone(let step): undoneSteps.insert(step)
        case .redone(let step): undoneSteps.remove(step)
        case .started, .periodBegan: wasStarted = true
        case .goalAmended(let amendment): goalSteps[recorded.step] = amendment.number
        case .cardAmended(let amendment): goalSteps[recorded.step] = amendment.number
        default: break
        }
    }

    /// Folds the log again from a place on, where the result may have changed.
    private mutating func refold(from start: Int) {
        checkpoints.removeAll { $0.count > start }
        let checkpoint = checkpoints.last
        state = checkpoint?.state ?? GatherState()
        for index in (checkpoint?.count ?? 0)..<log.count { fold(index) }
    }

    private mutating func fold(_ index: Int) {
        let event = log[index]
        if case .started = event.event, case .paused = timer.state(at: event.moment) {
            resumingSteps.insert(event.step)
        }
        movedPlayers[event.number] = state.movedPlayers(by: event.event)
        state.fold(event, undone: undoneSteps, time: time(at: event, before: index))
        let count = index + 1
        if count.isMultiple(of: Self.checkpointInterval) { checkpoints.append((count, state)) }
    }

    /// Compares the logs and the states; the caches follow from them.
    public static func == (one: Gather, other: Gather) -> Bool {
        one.log == other.log && one.state == other.state
    }
}

/// Replays the events of a gather as known at its end: events that were taken back are left out
/// from the beginning, and a goal that was moved counts for its side from the beginning.
public struct Hindsight {
    private var state = GatherState()
    private let undoneSteps: Set<Int>
    private let moves: GoalMoves

    /// Starts before the first event of a gather.
    public init(of gather: Gather) {
        undoneSteps = gather.undoneSteps
        moves = GoalMoves(of: gather)
    }

    /// The score after the events replayed so far.
    public var score: Score { state.tally.score }

    /// Returns an event as known at the end.
    public func known(_ event: RecordedEvent) -> RecordedEvent { moves.known(event) }

    /// Replays the next event.
    ///
    /// - Returns: Its place in the play of the match.
    public mutating func time(at event: RecordedEvent) -> PlayedTime {
        let then = event.moment.before(by: event.event.whistleAgo)
        var known: PlayedTime?
        // The last moment of a period is in it.
        if case .periodEnded = event.event { known = state.time(at: then) }
        if let minute = event.event.givenMinute { known = state.time(of: minute, at: then) }
        replay(event)
        return known ?? state.time(at: then)
    }

    /// Replays the next event, whose place in the play nobody asks for.
    public mutating func replay(_ event: RecordedEvent) {
        state.fold(known(event), undone: undoneSteps)
    }
}

/// The goals that were given to the other side after they were counted.
private struct GoalMoves {
    /// The sides that each goal counted for in turn, by the number of the goal's event.
    ///
    /// Each side has the number of the event from which on it applied, the first one that of the
    /// event that counted the goal.
    private var sides: [Int: [(event: Int, side: Side)]] = [:]

    init(of gather: Gather) {
        for event in gather.log {
            guard case .goalAmended(let amendment) = event.event, amendment.isSideGiven,
                gather.stands(event.step),
                let goal = gather.log.first(where: { $0.number == amendment.number }),
                let counted = goal.event.goalSide
            else { continue }
            sides[goal.number, default: [(goal.number, counted)]]
                .append((event.number, amendment.side))
        }
    }

    /// Returns an event as it would be if every goal had been counted for its side at once.
    func known(_ recorded: RecordedEvent) -> RecordedEvent {
        guard !sides.isEmpty else { return recorded }
        var known = recorded
        switch recorded.event {
        case .scoreAdded(_, delta: 1, let ago, let minute):
            guard let side = sides[recorded.number]?.last?.side else { return recorded }
            known.event = .scoreAdded(side, delta: 1, ago: ago, minute: minute)
        case .goalScored(let goal, let ago, let minute):
            guard let side = sides[recorded.number]?.last?.side else { return recorded }
            let moved = NamedGoal(side: side, scorer: goal.scorer, isOwnGoal: goal.isOwnGoal)
            known.event = .goalScored(moved, ago: ago, minute: minute)
        case .scoreSet(let side, let goals):
            known.event = .scoreSet(side, goals + moved(to: side, after: recorded.number))
        case .goalAmended(let amendment):
            guard let side = sides[amendment.number]?.last?.side else { return recorded }
            known.event = .goalAmended(
                GoalAmendment(
                    number: amendment.number, side: side, scorer: amendment.scorer,
                    minute: amendment.minute))
        default: break
        }
        return known
    }

    /// Returns the number of goals that were moved to a side after an event, less the number that
    /// were moved away from it.
    private func moved(to side: Side, after event: Int) -> Int {
        sides.values.reduce(0) { count, sides in
            guard let then = sides.last(where: { $0.event < event })?.side,
                let last = sides.last?.side, then != last
            else { return count }
            return count + (last == side ? 1 : -1)
        }
    }
}

extension Event {
    /// The side for which the event counted a single goal; nil for any other event.
    fileprivate var goalSide: Side? {
        switch self {
        case .scoreAdded(let side, delta: 1, _, _): side
        case .goalScored(let goal, _, _): goal.side
        default: nil
        }
    }

    /// True if the event changes what is known of an earlier goal or card.
    var isAmendment: Bool {
        if case .goalAmended = self { true } else { amendedCard != nil }
    }

    /// The number of the card that the event amends; nil if it amends none.
    fileprivate var amendedCard: Int? {
        if case .cardAmended(let amendment) = self { amendment.number } else { nil }
    }

    /// The player whom an amendment names, with the number of the goal or card and the side of the
    /// player; nil for any other event.
    fileprivate var namedPlayer: NamedPlayer? {
        switch self {
        case .goalAmended(let amendment):
            guard let goal = amendment.named else { return nil }
            return (amendment.number, goal.scorer.id, goal.scorerSide)
        case .cardAmended(let amendment):
            guard let player = amendment.player, let side = amendment.side else { return nil }
            return (amendment.number, player.id, side)
        default: return nil
        }
    }

    /// True if the event belongs to the period in which it took place, unless a person gave its
    /// minute.
    fileprivate var isOfPeriod: Bool {
        switch self {
        case .timeAdjusted, .cancelled: true
        // Other events, such as a pause of the clock, are possible in the period before as well.
        default: isOfPlay && givenMinute == nil
        }
    }

    /// The time before the recording at which a period began or ended; zero for any other event.
    fileprivate var whistleAgo: Duration {
        switch self {
        case .periodBegan(_, let ago), .periodEnded(_, let ago): ago
        default: .zero
        }
    }

    /// The time before the recording at which the countdown was started or paused, or a period
    /// began or ended; zero for any other event.
    fileprivate var countdownAgo: Duration {
        switch self {
        case .started(let ago, _), .paused(let ago): ago
        default: whistleAgo
        }
    }

    /// True if the gather is over after the event.
    fileprivate var closes: Bool {
        switch self {
        case .ended, .discarded: true
        default: false
        }
    }

    /// True if the event changes which of the earlier events stand, or was dated back among them.
    fileprivate var needsTheLog: Bool {
        switch self {
        case .undone, .redone: true
        default: playAgo > .zero
        }
    }
}

/// A player whom an amendment of a goal or card names.
private typealias NamedPlayer = (number: Int, id: Int, side: Side)

/// The state that results from the standing events.
struct GatherState: Equatable, Sendable {
    var id = ""
    /// The fixture of a tournament that it is; nil for none.
    var fixture: String?
    var phase = Gather.Phase.unopened
    var timer: GatherTimeHandler
    var course: PeriodCourse?
    /// The time to which a plain countdown is set.
    var plainTime = Duration.zero
    var tally = GoalTally()
    var teamAName = TeamSection.teamA.heading
    var teamBName = TeamSection.teamB.heading
    var colors = TeamColors()
    var lineup = Lineup()
    var bookings = Bookings()
    var interruptions = Interruptions()
    var kickOff: KickOff?
    var isStarted = false
    var openedAt: Moment
    var beganAt: Moment
    var endedAt: Moment?
    var earlyEnd: EarlyEnd?

    init() {
        let origin = Moment(boottime: .zero, wall: .zero, boot: "")
        timer = GatherTimeHandler(initial: .zero, at: origin)
        (openedAt, beganAt) = (origin, origin)
    }

    /// The state without goals, cards and players, on which no place in the play depends.
    ///
    /// A copy that shares their lists would make the next event copy them.
    var withoutTallies: GatherState {
        var state = self
        (state.tally, state.bookings, state.lineup) = (GoalTally(), Bookings(), Lineup())
        return state
    }

    /// Applies an event, or only its moment if it was taken back.
    ///
    /// - Parameter time: The place in the play of something that is dated back.
    mutating func fold(_ event: RecordedEvent, undone: Set<Int>, time: PlayedTime? = nil) {
        if event.isOfPerson { kickOff?.observe(event.moment) }
        if event.isUndoable, undone.contains(event.step) {
            observe(event.moment)
        } else {
            apply(event, time: time)
        }
    }

    mutating func observe(_ moment: Moment) {
        guard phase == .open else { return }
        settle(at: moment)
        timer.observe(moment)
    }

    /// Returns true if an event makes sense now, that is, if its command would not be refused.
    func admits(_ recorded: RecordedEvent) -> Bool {
        let moment = recorded.moment
        switch recorded.event {
        case .opened: return phase == .unopened
        case .started(let ago, let byKickOff):
            let then = moment.before(by: ago)
            let isPossible = course?.isInPlay == false ? canBegin : canStart(at: then)
            return phase == .open && isPossible
                && (!byKickOff || startByKickOff(at: moment) == recorded.event)
        case .kickOffSet: return phase == .open && !isStarted
        case .paused(let ago):
            return phase == .open && course.map(\.isInPlay) ?? true
                && timer.isRunning(at: moment.before(by: ago))
        case .formatChosen(let choice):
            return phase == .open && (choice.isForced ? fits(choice.format) : !isStarted)
        case .periodBegan(let index, _):
            return phase == .open && course?.isInPlay == false && course?.next == index && canBegin
        case .periodEnded(let index, _):
            return phase == .open && course?.isInPlay == true && course?.index == index
        case .addedTimeAnnounced(let added):
            return phase == .open && course?.admits(added) ?? false
        case .extraTimeAdded: return canExtend(course?.canHaveExtraTime)
        case .kicksBegan: return canExtend(course?.canHaveKicks)
        case .kickTaken(let kick):
            let isTheirs = kick.player.map { lineup.section(of: $0.id) == kick.side.section }
            return phase == .open && course?.isInKicks == true && isTheirs ?? true
                && course?.kicks?.canTake(kick.side) == true
        case .timeAdjusted(let amount, let starts):
            guard phase == .open, canAdjust(by: amount, at: moment) else { return false }
            guard starts, case .stopped = timer.state(at: moment) else { return true }
            return lineup.sideWithoutPlayers == nil
        case .scoreAdded(let side, let delta, let ago, let minute):
            return phase == .open && Limits.score.contains(tally.score[side] + delta)
                && (delta != 1 || canScore(at: moment, ago, minute))
        case .goalScored(let goal, let ago, let minute):
            let isDated = ago > .zero || minute != nil
            let isTheirs =
                isDated
                ? isOrWas(goal.scorer.id, on: goal.scorerSide)
                : lineup.section(of: goal.scorer.id) == goal.scorerSide.section
            return phase == .open && Limits.score.contains(tally.score[goal.side] + 1) && isTheirs
                && canScore(at: moment, ago, minute)
        case .cardShown(let card, _):
            let isTheirs = card.player.map { isOrWas($0.id, on: card.side) } ?? true
            return phase == .open && isTheirs && bookings.admit(card)
        case .substituted(let change, _):
            return phase == .open && lineup.section(of: change.off.id) == change.side.section
                && lineup.section(of: change.on.id)?.side == nil
                && lineup.hasRoom(for: lineup.arriving(of: [change.on]))
        case .foulCounted(let side):
            return phase == .open && course?.isInPlay == true
                && interruptions.fouls(of: side) < Limits.fouls
        case .timeOutTaken(let side):
            guard phase == .open, let course, course.isInPlay,
                interruptions.timeOuts.count < Limits.timeOuts
            else { return false }
            guard let side else { return true }
            let most = course.timeOuts?.perPeriod ?? 0
            return interruptions.taken(by: side) < most
        case .playersMoved(let players, to: nil):
            return phase == .open && !lineup.movedPlayers(of: players, to: nil).isEmpty
        case .playersMoved(let players, to: .some):
            return phase == .open && lineup.hasRoom(for: lineup.arriving(of: players))
        case .teamsCleared: return phase == .open && !lineup.everybody.isEmpty
        case .teamsDrawn(let drawn): return phase == .open && admits(drawn)
        case .cancelled: return phase == .open && course.map(\.isInPlay) ?? true
        case .timeSet: return phase == .open && course == nil
        case .scoreSet, .teamsNamed, .teamsColored, .ended, .discarded: return phase == .open
        case .goalAmended(let amendment): return admits(amendment, at: moment)
        case .cardAmended(let amendment): return admits(amendment, at: moment)
        case .undone, .redone, .rebooted, .clockDoubted, .clockSettled,
            .clockStepped, .lost:
            return true
        }
    }

    /// Returns true if an amendment of a goal is possible.
    ///
    /// It also is if the goal does not count, since it has no effect then: an amendment is taken
    /// back with its goal, and never keeps the goal from being taken back.
    private func admits(_ amendment: GoalAmendment, at moment: Moment) -> Bool {
        guard let goal = tally[amendment.number] else { return true }
        if amendment.side != goal.side {
            let isScorerKnown = amendment.scorer != nil || goal.scorer == .nobody
            let hasRoom = Limits.score.contains(tally.score[amendment.side] + 1)
            guard amendment.isSideGiven, isScorerKnown, hasRoom else { return false }
        }
        guard let minute = amendment.minute else { return true }
        return (try? given(minute.minute, at: moment)) == minute
    }

    /// Returns true if an amendment of a card is possible; it also is if the card does not stand,
    /// since it has no effect then.
    private func admits(_ amendment: CardAmendment, at moment: Moment) -> Bool {
        guard let card = bookings[amendment.number] else { return true }
        var after = bookings
        after.amend(amendment, by: nil)
        guard card.admits(amendment), after.unfounded.isSubset(of: bookings.unfounded) else {
            return false
        }
        guard let minute = amendment.minute else { return true }
        return (try? given(minute.minute, at: moment)) == minute
    }

    /// Changes a card, if it stands.
    ///
    /// - Parameter event: The number of the event that changes it; nil to change the card as if it
    ///   had been recorded in this way.
    fileprivate mutating func amend(
        _ amendment: CardAmendment, at moment: Moment, by event: Int? = nil
    ) {
        let time = amendment.minute.flatMap { self.time(of: $0, at: moment) }
        bookings.amend(amendment, time: time, by: event)
    }

    func isOrWas(_ id: Int, on side: Side) -> Bool {
        lineup.section(of: id) == side.section || bookings.wasTakenOff(id, side)
    }

    /// Returns true if a player whom an amendment names is or was on the side, or was on it in the
    /// lineup after the goal or card.
    fileprivate func hasOnSide(_ named: NamedPlayer, then: Lineup) -> Bool {
        isOrWas(named.id, on: named.side) || then.section(of: named.id) == named.side.section
    }

    /// Returns true if the event with this number counted a goal that counts, or recorded a card
    /// that stands.
    fileprivate func isKnown(_ number: Int) -> Bool {
        tally[number] != nil || bookings[number] != nil
    }

    /// Returns true if a draw makes sense: there is room for its players, and, if it was a draw of
    /// all players in the gather, these are exactly the players who are in it now.
    private func admits(_ drawn: DrawnTeams) -> Bool {
        let players = drawn.teamA + drawn.teamB
        guard lineup.hasRoom(for: lineup.arriving(of: players)) else { return false }
        return !drawn.isOfAll || Set(lineup.everybody.map(\.id)) == Set(players.map(\.id))
    }

    /// Returns the players that an event moves, or nil if these are the players that it names.
    func movedPlayers(by event: Event) -> [Player]? {
        let (named, movedPlayers): ([Player], [Player])
        switch event {
        case .playersMoved(let players, let section):
            (named, movedPlayers) = (players, lineup.movedPlayers(of: players, to: section))
        case .teamsCleared(let players): (named, movedPlayers) = (players, lineup.everybody)
        default: return nil
        }
        return movedPlayers.isEmpty || movedPlayers.map(\.id) == named.map(\.id)
            ? nil : movedPlayers
    }

    /// Returns true if an event starts a countdown that is paused at that time.
    func isHeld(at recorded: RecordedEvent) -> Bool {
        guard case .started(let ago, _) = recorded.event else { return false }
        if case .paused = timer.state(at: recorded.moment.before(by: ago)) { return true }
        return false
    }

    /// Returns the event by which the kick-off starts the countdown, dated back to its moment; nil
    /// if it does not start it.
    ///
    /// It is not dated before the last command to the countdown: the wall clock may have been set.
    func startByKickOff(at now: Moment) -> Event? {
        guard let kickOff, kickOff.isAutomatic, kickOff.remaining(at: now) <= .zero else {
            return nil
        }
        let limits = [
            now.elapsed(since: timer.lastCommand),
            .milliseconds(Limits.agoMilliseconds.upperBound),
        ]
        let ago = limits.reduce(.zero - kickOff.remaining(at: now), min)
        return .started(ago: max(ago, .zero).inWholeMilliseconds, byKickOff: true)
    }

    private func canStart(at then: Moment) -> Bool {
        switch timer.state(at: then) {
        case .running: false
        case .paused: timer.canRun(at: then)
        case .stopped: timer.canRun(at: then) && lineup.sideWithoutPlayers == nil
        }
    }

    mutating func apply(_ recorded: RecordedEvent, time: PlayedTime? = nil) {
        let moment = recorded.moment
        switch recorded.event {
        case .clockDoubted where phase == .open: timer.doubt(at: moment)
        case .clockSettled where phase == .open:
            timer.settle(at: moment)
            settle(at: moment)
        default: observe(moment)
        }
        if case .opened(let id, let time, let teamAName, let teamBName, let fixture) =
            recorded.event
        {
            open(id: id, time: time, names: (teamAName, teamBName), fixture, at: moment)
        }
        if case .goalAmended(let amendment) = recorded.event {
            let time = amendment.minute.flatMap { self.time(of: $0, at: moment) }
            tally.amend(amendment, time: time, by: recorded.number)
        }
        if case .cardAmended(let amendment) = recorded.event {
            amend(amendment, at: moment, by: recorded.number)
        }
        guard phase == .open else { return }
        switch recorded.event {
        case .opened, .goalAmended, .cardAmended, .undone, .redone, .rebooted, .clockDoubted,
            .clockSettled, .clockStepped, .lost:
            break
        case .started(let ago, _):
            start(at: moment.before(by: ago))
            // The clock of a period that began then is known to have run until now.
            timer.observe(moment)
        case .formatChosen(let choice): choose(choice, at: moment)
        case .periodBegan(let index, let ago):
            if course?.isInPlay == false, course?.next == index {
                begin(at: moment.before(by: ago))
                timer.observe(moment)
            }
        case .periodEnded(let index, let ago):
            if course?.isInPlay == true, course?.index == index {
                endPlay(at: moment.before(by: ago))
                timer.observe(moment)
            }
        case .addedTimeAnnounced(let added): course?.announce(added)
        case .extraTimeAdded: addExtraTime(at: moment)
        case .kicksBegan:
            course?.beginKicks()
            timer.finish(at: moment)
        case .kickTaken(let kick): course?.take(kick, number: recorded.number)
        case .paused(let ago): timer.pause(at: moment.before(by: ago))
        case .cancelled: timer.cancel(at: moment)
        case .timeSet(let time):
            if course == nil {
                timer.choose(time.duration ?? timer.initial, at: moment)
                plainTime = timer.initial
            }
        case .timeAdjusted(let amount, let starts):
            timer.adjust(by: amount, at: moment)
            if starts {
                start(at: moment)
            } else if course?.isInBreak == true, !timer.isRunning(at: moment) {
                // A break is never stopped by a person: one that was over goes on.
                timer.start(at: moment)
            }
        case .scoreSet(let side, let goals): tally.set(goals, of: side)
        case .scoreAdded(let side, delta: 1, _, _):
            count(recorded, for: side, by: .nobody, time: time)
        case .scoreAdded(let side, let delta, _, _): tally.add(delta, to: side)
        case .goalScored(let goal, _, _):
            let scorer = GoalScorer.player(goal.scorer, isOwnGoal: goal.isOwnGoal)
            count(recorded, for: goal.side, by: scorer, time: time)
        case .cardShown(let card, let ago):
            bookings.show(
                card, number: recorded.number, time: time ?? self.time(at: moment),
                at: moment.before(by: ago))
        case .substituted(let change, _):
            lineup.move([change.off], to: .bench)
            lineup.move([change.on], to: change.side.section)
            bookings.substitute(change)
        case .foulCounted(let side):
            if course?.isInPlay == true { interruptions.countFoul(by: side) }
        case .timeOutTaken(let side): takeTimeOut(side, number: recorded.number, at: moment)
        case .playersMoved(let players, let section): lineup.move(players, to: section)
        case .teamsCleared: lineup = Lineup()
        case .teamsDrawn(let drawn): lineup.draw(drawn.teamA, drawn.teamB)
        case .teamsNamed(let nameA, let nameB, let kept):
            if kept != .teamA { teamAName = nameA }
            if kept != .teamB { teamBName = nameB }
        case .teamsColored(let change): colors = colors.changed(by: change)
        case .kickOffSet(let kickOff): if !isStarted { self.kickOff = kickOff }
        case .ended: close(.ended, at: moment)
        case .discarded: close(.discarded, at: moment)
        }
    }

    /// Starts the countdown, or the next period if nobody plays; no kick-off is waited for then.
    private mutating func start(at moment: Moment) {
        guard course.map(\.isInPlay) ?? true else { return begin(at: moment) }
        // Starting a clock that is running already does not end a time-out.
        if !timer.isRunning(at: moment) { interruptions.end(at: moment) }
        timer.start(at: moment)
        hasStarted(at: moment)
    }

    /// Begins a time-out; the clock of a period that stops at its end stands meanwhile.
    private mutating func takeTimeOut(_ side: Side?, number: Int, at moment: Moment) {
        guard let course, course.isInPlay else { return }
        let rule = course.timeOuts
        guard side == nil || rule != nil else { return }
        // The commands between the two may have been taken back: then it is the same time-out.
        if let present = interruptions.underway(at: moment), present.side == side { return }
        if !course.runsOn { timer.hold(at: moment) }
        interruptions.take(
            TimeOut(
                number: number, side: side,
                length: side == nil ? Limits.coolingBreak : rule?.length ?? .zero,
                clockRan: timer.isRunning(at: moment), began: moment))
    }

    private mutating func count(
        _ recorded: RecordedEvent, for side: Side, by scorer: GoalScorer, time: PlayedTime?
    ) {
        let given = recorded.event.givenMinute.flatMap { self.time(of: $0, at: recorded.moment) }
        tally.count(
            CountedGoal(
                number: recorded.number, side: side, scorer: scorer,
                time: given ?? time ?? self.time(at: recorded.moment),
                minute: given == nil ? nil : recorded.event.givenMinute))
    }

    private mutating func open(
        id: String, time: GatherTime, names: (String, String), _ fixture: String?,
        at moment: Moment
    ) {
        guard phase == .unopened else { return }
        (self.id, self.fixture) = (id, fixture)
        phase = .open
        timer = GatherTimeHandler(initial: time.duration ?? .zero, at: moment)
        plainTime = timer.initial
        (teamAName, teamBName) = names
        (openedAt, beganAt) = (moment, moment)
    }

    private mutating func close(_ phase: Gather.Phase, at moment: Moment) {
        earlyEnd = course?.earlyEnd(elapsed: timer.elapsed(at: moment))
        timer.finish(at: moment)
        self.phase = phase
        endedAt = moment
    }
}

/// The periods.
extension GatherState {
    /// Begins the next period if the present break is over and the next period begins by itself.
    ///
    /// Only a whistle ends a period of play, so at most one period can begin in this way.
    mutating func settle(at moment: Moment) {
        guard phase == .open, course?.isInBreak == true, course?.nextBeginsAtOnce == true,
            let end = timer.timeUp(at: moment)
        else { return }
        // Within one boot the deadline stands; in another, it is carried over by the wall clock. If
        // that is in doubt, so is the moment at which the period begins.
        begin(at: moment.advanced(by: end.elapsed(since: moment)), doubt: timer.doubt)
    }

    /// Returns the place of a moment in the play of the match.
    func time(at moment: Moment) -> PlayedTime {
        guard let course else { return PlayedTime(played: timer.hasRun(at: moment)) }
        guard course.isInPlay else {
            return PlayedTime(
                played: course.playedBefore, lastMinute: course.lastMinute, period: course.lastPlay)
        }
        return PlayedTime(
            played: course.playedBefore + timer.hasRun(at: moment),
            minute: MatchMinute(timer.elapsed(at: moment), of: course.period),
            period: course.index)
    }

    /// Returns a minute with its period, which has to have come by a moment.
    ///
    /// Without a format it is one of the minutes that the countdown has run.
    func given(_ minute: MatchMinute, at moment: Moment) throws(Refusal) -> GivenMinute {
        if let course { return try course.given(minute, elapsed: timer.elapsed(at: moment)) }
        guard minute.added == nil else { throw .noSuchMinute }
        let run = (timer.hasRun(at: moment) + .minutes(1) - .nanoseconds(1)).wholeMinutes
        guard minute.regular <= run else { throw .minuteAhead(now: MatchMinute(regular: run)) }
        return GivenMinute(minute, period: nil)
    }

    /// Returns the place in the play of a minute that was given; nil if it makes no sense.
    func time(of given: GivenMinute, at moment: Moment) -> PlayedTime? {
        let ran = timer.hasRun(at: moment)
        if let course { return course.time(of: given, ran: ran) }
        guard given.period == nil else { return nil }
        return PlayedTime(played: max(min(.minutes(given.minute.regular), ran), .zero))
    }

    /// True if a person can begin the next period.
    fileprivate var canBegin: Bool { course?.next != nil && lineup.sideWithoutPlayers == nil }

    /// Returns true if a match that can be extended is drawn.
    fileprivate func canExtend(_ canHave: Bool?) -> Bool {
        phase == .open && canHave == true && tally.score.winner == nil
    }

    /// Adds extra time, and begins the break before it.
    fileprivate mutating func addExtraTime(at moment: Moment) {
        guard course?.canHaveExtraTime == true else { return }
        course?.addExtraTime(at: moment)
        beginClock(at: moment)
    }

    /// Returns true if the time left can be adjusted.
    func canAdjust(by amount: Duration, at moment: Moment) -> Bool {
        let result = timer.left(at: moment) + amount
        guard let course else { return result > .zero && result <= Limits.time.upperBound }
        guard course.isInPlay || course.isInBreak else { return false }
        // Only a break can be made longer; a period of play lasts until its whistle.
        let longest = course.isInBreak ? Limits.time.upperBound : timer.initial
        guard result <= longest else { return false }
        return timer.runsOn ? result >= .zero - Limits.time.upperBound : result > .zero
    }

    /// Returns true if a goal can have been scored at a moment.
    func canScore(at moment: Moment) -> Bool { course?.wasInPlay(at: moment) ?? true }

    /// Returns true if a goal can have been scored in the given minute, or, if that is nil, `ago`
    /// before a moment.
    func canScore(at moment: Moment, _ ago: Duration, _ minute: GivenMinute?) -> Bool {
        guard let minute else { return canScore(at: moment.before(by: ago)) }
        return (try? given(minute.minute, at: moment)) == minute
    }

    /// Returns true if the match can go on in a format from where it is.
    func fits(_ format: MatchFormat?) -> Bool {
        guard isStarted else { return true }
        guard let format else { return false }
        guard let course else { return true }
        guard !course.hasExtraTime, course.kicks == nil else { return false }
        return course.format.periods.indices.contains(course.index)
            && format.periods.indices.contains(course.index)
            && format.periods[course.index].kind == course.period.kind
            && (course.stage != .over || format.periods.count == course.format.periods.count)
    }

    /// Applies a choice of a format; a period that is underway goes on in it.
    fileprivate mutating func choose(_ choice: FormatChoice, at moment: Moment) {
        // A format that is chosen already changes nothing, so later adjustments of the clock stay.
        guard choice.format != course?.format, fits(choice.format) else { return }
        guard isStarted, let format = choice.format else {
            course = choice.format.map(PeriodCourse.init)
            return wait(at: timer.lastCommand, seen: moment)
        }
        if course == nil {
            course = PeriodCourse(format)
            course?.begin(at: beganAt)
        } else {
            course?.format = format
        }
        guard let course, course.stage != .over else { return }
        timer.change(initial: course.period.length, runsOn: course.runsOn, at: moment)
    }

    /// Begins the next period; a break that is underway ends.
    ///
    /// - Parameter doubt: The doubt about the moment; nil for one at which somebody gave a command.
    fileprivate mutating func begin(at moment: Moment, doubt: Doubt? = nil) {
        guard course?.next != nil else { return }
        if course?.isInBreak == true { course?.end(at: moment, played: .zero) }
        course?.begin(at: moment)
        beginClock(at: moment, doubt: doubt)
    }

    /// Starts the clock of the period that has begun.
    private mutating func beginClock(at moment: Moment, doubt: Doubt? = nil) {
        guard let course else { return }
        timer = GatherTimeHandler(initial: course.period.length, runsOn: course.runsOn, at: moment)
        timer.start(at: moment)
        timer.inherit(doubt)
        if course.isInPlay {
            interruptions.begin(isExtraTime: course.isInExtraTime)
            hasStarted(at: moment)
        }
    }

    /// Ends the period of play, and begins the next one if it begins at once.
    fileprivate mutating func endPlay(at moment: Moment) {
        let beginsNext = course?.nextBeginsAtOnce == true
        course?.end(
            at: moment, played: timer.hasRun(at: moment), elapsed: timer.elapsed(at: moment))
        if beginsNext {
            begin(at: moment)
        } else if course?.stage == .over {
            timer.finish(at: moment)
        } else {
            wait(at: moment, seen: moment)
        }
    }

    /// Sets the clock to the length of the period that is waited for, or to the plain time.
    private mutating func wait(at command: Moment, seen moment: Moment) {
        timer = GatherTimeHandler(
            initial: course?.period.length ?? plainTime, runsOn: course?.runsOn ?? false,
            at: command)
        timer.observe(moment)
    }

    private mutating func hasStarted(at moment: Moment) {
        (kickOff, isStarted) = (nil, true)
        // In another boot it was later than the opening, whatever the wall clock shows.
        let isComparable = moment.boot == beganAt.boot
        if isComparable, beganAt.elapsed(since: moment) > .zero { beganAt = moment }
    }
}

extension PeriodCourse {
    /// True if the clock of the present period runs on after its length.
    fileprivate var runsOn: Bool { period.atZero == .run }
}

extension Moment {
    /// Returns the moment to which an event was dated back, limited to what a command may ask for.
    fileprivate func before(by ago: Duration) -> Moment {
        let limit = Duration.milliseconds(Limits.agoMilliseconds.upperBound)
        return advanced(by: .zero - min(max(ago, .zero), limit))
    }
}
