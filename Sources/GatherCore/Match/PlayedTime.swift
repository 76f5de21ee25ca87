/// The place of a moment in the play of a match.
public struct PlayedTime: Hashable, Sendable {
    /// The time that the clock had run in all, breaks not included.
    public let played: Duration

    /// The minute of the match; nil without a format, and while nobody plays.
    public let minute: MatchMinute?

    init(played: Duration, minute: MatchMinute? = nil) {
        (self.played, self.minute) = (played, minute)
    }
}

/// A minute of a match as football counts it: the first is 1, and those after the nominal end of a
/// period are added to it, as in `45+2`.
public struct MatchMinute: Hashable, Sendable, CustomStringConvertible {
    /// The minute, or the last regular one of its period.
    public let regular: Int

    /// The minute after the nominal end, from 1; nil before it.
    public let added: Int?

    /// Returns the minute at a time of a period's clock.
    init(_ elapsed: Duration, of period: MatchPeriod) {
        let (start, length) = (period.from.wholeMinutes, period.length)
        if elapsed < length {
            (regular, added) = (start + max(elapsed, .zero).wholeMinutes + 1, nil)
        } else {
            let end = (period.from + length - .nanoseconds(1)).wholeMinutes + 1
            (regular, added) = (end, (elapsed - length).wholeMinutes + 1)
        }
    }

    /// The minute as it is written, without a mark behind it.
    public var description: String { added.map { "\(regular)+\($0)" } ?? "\(regular)" }
}

extension Duration {
    fileprivate var wholeMinutes: Int { Int(components.seconds / 60) }
}
