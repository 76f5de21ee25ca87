/// One match: two sides, a countdown, a score, an end.
///
/// A gather is the fold of its events and nothing else. ``apply(_:)`` adds an event and never
/// fails; ``decide(_:at:opening:squad:defaults:isForced:)`` returns the events that a command
/// makes, and changes nothing. After an undo, the state is as if the command had never been given:
/// the fold skips the events that an undo names.
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
    private(set) var undoneSteps: Set<Int> = []

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

    /// The cards that stand, and the players who were substituted.
    var bookings: Bookings { state.bookings }

    /// The goals that count and were counted one at a time, in order.
    var countedGoals: [CountedGoal] { state.tally.single }

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
    /// been sent off before it without the amendment; if it changed goals, a later card that would
    /// have sent off the scorer of one before that.
    func firstEventNeeding(_ step: Int) -> RecordedEvent? {
        let replayed = firstReplayedEvent(needing: step)
        let events = events(ofStep: step).map(\.event)
        guard !cards.isEmpty, events.contains(where: { $0.amendedCard != nil || $0.changesGoals })
        else { return replayed }
        var without = self
        without.undoneSteps.insert(step)
        without.refold(from: 0)
        let known = Dictionary(
            countedGoals.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        let others = without.singleGoals.filter { (goal, scorer, _) in
            let present = known[goal.number]
            return present?.scorer.player?.id != scorer.id
                || present?.givenMinute != goal.givenMinute
        }
        let needing = [
            bookings.firstEvent(thatNeeds: without.bookings, singleGoals, moves)?.event,
            without.bookings.firstCard(after: step, against: others),
        ]
        return ([replayed] + needing.map { $0.flatMap(event(numbered:)) }).compactMap(\.self)
            .min { $0.number < $1.number }
    }

    private func firstReplayedEvent(needing step: Int) -> RecordedEvent? {
        var (with, without) = (GatherState(), GatherState())
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
    func firstEvent(against amendment: CardAmendment) -> Int? {
        guard let card = card(amendment.number) else { return nil }
        var (known, amended) = (GatherState(), GatherState())
        for event in log where !(event.isUndoable && undoneSteps.contains(event.step)) {
            if event.isUndoable {
                known.settle(at: event.moment)
                amended.settle(at: event.moment)
            }
            // Both states have all earlier amendments of the card from its own event on.
            let isOfCard = event.event.amendedCard == card.number
            if event.number > card.number, event.isUndoable, !isOfCard, known.admits(event),
                !amended.admits(event)
            {
                return event.number
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

    /// The moves to a side and the kicks that stand, in order.
    var moves: [PlayedMove] {
        var state = GatherState()
        var moves: [PlayedMove] = []
        for (index, event) in log.enumerated()
        where !(event.isUndoable && undoneSteps.contains(event.step)) {
            if event.isUndoable { state.settle(at: event.moment) }
            let players = state.phase == .open ? state.players(playingBy: event.event) : []
            if !players.isEmpty {
                let then = event.moment.advanced(by: .zero - event.event.playAgo)
                let time = time(at: event, before: index) ?? state.time(at: then)
                moves.append((event.number, players, then, time))
            }
            state.apply(event)
        }
        return moves
    }

    /// Returns a player whom an event lets play though sent off by then; nil if there is none.
    func playerSentOff(in recorded: RecordedEvent) -> Player? {
        let ago = recorded.event.playAgo
        let time = ago > .zero ? time(at: recorded, before: log.count) : nil
        return state.playerSentOff(in: recorded, time: time, counted: event(numbered:))
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
    func isOlder(than change: SquadChange, at now: Moment) -> Bool {
        guard let step = lastStep.first else { return true }
        // A command that was redone counts as given at the redo.
        let last = log.last { $0.event == .redone(step: step.step) } ?? step
        guard change.gather != id else { return last.number <= change.revision }
        // A gather that was never closed has been the present one since it opened, so a change
        // during another one, or during none, came before it.
        guard log.contains(where: { $0.event.closes }) else { return false }
        return change.moment.isKnownLater(than: last.moment, in: now.boot)
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
