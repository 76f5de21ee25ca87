/// The rules for fouls and time-outs.
extension Gather {
    /// Returns the event of a foul.
    func countFoul(by side: Side) throws(Refusal) -> [Event] {
        guard course != nil else { throw .hasNoFormat }
        try checkInPlay()
        guard fouls(of: side) < Limits.fouls else { throw .tooManyFouls(maximum: Limits.fouls) }
        return [.foulCounted(side)]
    }

    /// Returns the event of a time-out, or of a cooling break if the side is nil; none if it is
    /// underway already.
    func takeTimeOut(_ side: Side?, at now: Moment) throws(Refusal) -> [Event] {
        guard let course else { throw .hasNoFormat }
        try checkInPlay()
        if let present = timeOut(at: now), present.side == side { return [] }
        guard timeOutCount < Limits.timeOuts else {
            throw .tooManyTimeOuts(maximum: Limits.timeOuts)
        }
        guard let side else { return [.timeOutTaken(nil)] }
        guard let rule = course.timeOuts else { throw .noTimeOuts }
        guard timeOutsLeft(of: side) ?? 0 > 0 else {
            throw .noTimeOutLeft(side, perPeriod: rule.perPeriod)
        }
        return [.timeOutTaken(side)]
    }
}
