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
    var canBegin: Bool { course?.next != nil && lineup.sideWithoutPlayers == nil }

    /// Returns true if a match that can be extended is drawn.
    func canExtend(_ canHave: Bool?) -> Bool {
        phase == .open && canHave == true && tally.score.winner == nil
    }

    /// Adds extra time, and begins the break before it.
    mutating func addExtraTime(at moment: Moment) {
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
    mutating func choose(_ choice: FormatChoice, at moment: Moment) {
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
    mutating func begin(at moment: Moment, doubt: Doubt? = nil) {
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
    mutating func endPlay(at moment: Moment) {
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

    mutating func hasStarted(at moment: Moment) {
        (kickOff, isStarted) = (nil, true)
        // In another boot it was later than the opening, whatever the wall clock shows.
        let isComparable = moment.boot == beganAt.boot
        if isComparable, beganAt.elapsed(since: moment) > .zero { beganAt = moment }
    }
}

extension PeriodCourse {
    /// True if the clock of the present period runs on after its length.
    var runsOn: Bool { period.atZero == .run }
}

extension Moment {
    /// Returns the moment to which an event was dated back, limited to what a command may ask for.
    func before(by ago: Duration) -> Moment {
        let limit = Duration.milliseconds(Limits.agoMilliseconds.upperBound)
        return advanced(by: .zero - min(max(ago, .zero), limit))
    }
}
