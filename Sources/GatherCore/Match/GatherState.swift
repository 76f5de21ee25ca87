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
    mutating func amend(
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
    func hasOnSide(_ named: NamedPlayer, then: Lineup) -> Bool {
        isOrWas(named.id, on: named.side) || then.section(of: named.id) == named.side.section
    }

    /// Returns true if the event with this number counted a goal that counts, or recorded a card
    /// that stands.
    func isKnown(_ number: Int) -> Bool {
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
            if let scorer = amendment.named?.scorer { lineup.renew(scorer) }
        }
        if case .cardAmended(let amendment) = recorded.event {
            amend(amendment, at: moment, by: recorded.number)
            if let player = amendment.player { lineup.renew(player) }
        }
        guard phase == .open else { return }
        for player in recorded.event.namedPlayers { lineup.renew(player) }
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
