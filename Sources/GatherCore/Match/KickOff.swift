/// The moment for which the start of the countdown is announced.
///
/// It is a time of day that people agreed on, and so it moves with the wall clock when that is set.
public struct KickOff: Hashable, Sendable {
    /// The time since 1970-01-01 00:00 UTC, by the wall clock.
    public let wall: Duration

    /// True if the countdown starts by itself then, rather than by a command.
    public private(set) var isAutomatic: Bool

    /// Makes a kick-off.
    public init(wall: Duration, isAutomatic: Bool) {
        (self.wall, self.isAutomatic) = (wall, isAutomatic)
    }

    /// Returns the time until the kick-off as the wall clock is set at `moment`, negative after it.
    public func remaining(at moment: Moment) -> Duration { wall - moment.wall }

    /// Records that a person did something at `moment`.
    ///
    /// From the first command at or after the kick-off on, the countdown does not start by itself
    /// any more, even if the start that it made is taken back.
    mutating func observe(_ moment: Moment) {
        if remaining(at: moment) <= .zero { isAutomatic = false }
    }
}

/// The rules of the kick-off.
extension Gather {
    /// Returns true if the kick-off has to start the countdown now.
    public func isKickOffDue(at now: Moment) -> Bool { eventOfKickOff(at: now) != nil }

    /// Returns the event that sets a kick-off; none if it is set so already.
    func set(_ kickOff: KickOff?, at now: Moment) throws(Refusal) -> [Event] {
        if isStarted { throw .startedAlready }
        if kickOff == self.kickOff { return [] }
        return [.kickOffSet(try Self.possible(kickOff, at: now))]
    }

    /// Returns the event by which the kick-off starts the countdown, if it has to now.
    func startByKickOff(at now: Moment) throws(Refusal) -> [Event] {
        guard let event = eventOfKickOff(at: now) else { return [] }
        try checkSides()
        return [event]
    }

    /// Returns a kick-off that can be waited for.
    static func possible(_ kickOff: KickOff?, at now: Moment) throws(Refusal) -> KickOff? {
        guard let kickOff else { return nil }
        let remaining = kickOff.remaining(at: now)
        guard remaining > .zero, remaining <= Limits.kickOffAhead else { throw .invalidKickOff }
        return kickOff
    }
}

extension Duration {
    /// The duration without a fraction of a millisecond, which an event cannot have.
    var inWholeMilliseconds: Duration {
        let (seconds, attoseconds) = components
        return .seconds(seconds) + .milliseconds(attoseconds / 1_000_000_000_000_000)
    }
}
