/// The rules of formats and periods.
extension Gather {
    /// Returns the event that chooses a format; none if it is chosen already.
    func choose(_ format: MatchFormat?, force: Bool) throws(Refusal) -> [Event] {
        if format == course?.format { return [] }
        guard isStarted else { return [.formatChosen(FormatChoice(format))] }
        guard force else { throw .formatInUse }
        guard fits(format) else { throw .formatDoesNotFit }
        return [.formatChosen(FormatChoice(format, isForced: true))]
    }

    /// Returns the event of a whistle; none for a second press of the same one.
    func whistle(
        _ whistle: Whistle, period: Int?, ago: Duration, at now: Moment
    ) throws(Refusal) -> [Event] {
        guard let course else { throw .hasNoFormat }
        try checkNotInKicks()
        let isSecond = whistle == .next && ago == .zero && isWhistleRecent(at: now)
        if isSecond { return [] }
        switch whistle {
        case .end where !course.isInPlay: throw .notInPlay(next: course.nextPeriod?.id)
        case .begin where course.isInPlay: throw .inPlay
        case .next, .begin, .end: break
        }
        guard course.isInPlay else {
            if let period, let next = course.next, period != next { throw .otherPeriod }
            return try begin(ago: ago, at: now)
        }
        if let period, period != course.index { throw .otherPeriod }
        try checkAgo(ago, at: now)
        try checkIsAfterPlay(ago, at: now)
        return [.periodEnded(course.index, ago: ago)]
    }

    /// Checks that a whistle does not end a period before something that was recorded in it.
    ///
    /// Told in the other order, a goal would be refused then, as nobody played.
    private func checkIsAfterPlay(_ ago: Duration, at now: Moment) throws(Refusal) {
        var newest: (limit: Duration, moment: Moment, number: Int)?
        for recorded in log.reversed() where isPlaced(recorded) {
            // All that was recorded before this was before the whistle as well.
            guard reach(backTo: recorded.moment, at: now).limit < ago else { break }
            let moment = recorded.moment.advanced(by: .zero - recorded.event.playAgo)
            let limit = reach(backTo: moment, at: now).limit
            if limit < newest?.limit ?? ago { newest = (limit, moment, recorded.number) }
        }
        guard let newest else { return }
        throw .agoTooLong(limit: newest.limit, lastCommand: newest.moment, event: newest.number)
    }

    /// Returns true if an event stands and has its place in the play by its moment, and not by a
    /// minute that a person gave.
    ///
    /// A card or a substitution may have been recorded in the break that nobody had whistled for.
    private func isPlaced(_ recorded: RecordedEvent) -> Bool {
        guard stands(recorded.step), recorded.event.givenMinute == nil else { return false }
        switch recorded.event {
        case .scoreAdded(_, delta: 1, _, _), .goalScored:
            // One that the score no longer has is no goal.
            return goal(recorded.number).map { $0.givenMinute == nil } ?? false
        case .foulCounted, .timeOutTaken: return true
        default: return false
        }
    }

    /// The time that the clock shows before it runs: where a period begins, if it counts up.
    public var clockAtRest: Duration {
        guard let period = course?.period, period.shows == .up else { return timer.initial }
        return period.from
    }

    /// Returns the event that begins the next period.
    func begin(ago: Duration, at now: Moment) throws(Refusal) -> [Event] {
        try checkNotInKicks()
        guard let next = course?.next else { throw .noPeriodLeft }
        try checkAgo(ago, at: now)
        try checkSides()
        return [.periodBegan(next, ago: ago)]
    }

    /// Returns the event that announces the least added time; none if it was announced already.
    func announce(_ minutes: Int, period: Int?, force: Bool) throws(Refusal) -> [Event] {
        guard let course else { throw .hasNoFormat }
        try checkInPlay()
        if let period, period != course.index { throw .otherPeriod }
        if minutes == course.addedMinutes { return [] }
        if let announced = course.addedMinutes, minutes < announced, !force {
            throw .addedTimeShrinks(announced: announced)
        }
        let added = AddedTime(minutes: minutes, period: course.index, isForced: force)
        return [.addedTimeAnnounced(added)]
    }

    /// Checks that football is played, if the match has a format.
    func checkInPlay() throws(Refusal) {
        try checkNotInKicks()
        guard course.map(\.isInPlay) ?? true else { throw .notInPlay(next: course?.nextPeriod?.id) }
    }

    /// Returns true if the last command was a whistle, a moment ago.
    private func isWhistleRecent(at now: Moment) -> Bool {
        guard let last = log.last, stands(last.step),
            now.elapsed(since: last.moment) < Limits.doubleWhistle
        else { return false }
        switch last.event {
        case .periodBegan(_, ago: .zero), .periodEnded(_, ago: .zero): return true
        default: return false
        }
    }
}
