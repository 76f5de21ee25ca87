/// The place of a moment in the play of a match.
public struct PlayedTime: Hashable, Sendable {
    /// The time that the clock had run in all, breaks not included.
    public let played: Duration

    /// The minute of the match; nil without a format, and while nobody plays.
    public let minute: MatchMinute?

    /// The minute of the last whistle, while nobody plays; nil before the first half is over.
    public let lastMinute: MatchMinute?

    /// The place of the last period of play that had begun by then; nil without a format, and
    /// before the first whistle.
    let period: Int?

    init(
        played: Duration, minute: MatchMinute? = nil, lastMinute: MatchMinute? = nil,
        period: Int? = nil
    ) {
        (self.played, self.minute, self.period) = (played, minute, period)
        self.lastMinute = lastMinute
    }

    /// Returns true if it is later than a minute that a person gave.
    public func isAfter(_ given: GivenMinute) -> Bool {
        guard let place = given.period else { return played > .minutes(given.minute.regular) }
        let period = period ?? -1
        return period != place ? period > place : minute.map { $0 > given.minute } ?? true
    }

    /// Returns true if it is earlier than a minute that a person gave.
    public func isBefore(_ given: GivenMinute) -> Bool {
        guard let place = given.period else { return played <= .minutes(given.minute.regular - 1) }
        let period = period ?? -1
        return period != place ? period < place : minute.map { $0 < given.minute } ?? false
    }
}

/// A minute of a match as football counts it: the first is 1, and those after the nominal end of a
/// period are added to it, as in `45+2`.
public struct MatchMinute: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The minute, or the last regular one of its period.
    public let regular: Int

    /// The minute after the nominal end, from 1; nil before it.
    public let added: Int?

    /// Makes a minute; nil if no match can have it.
    public init?(regular: Int, added: Int? = nil) {
        guard Limits.minute.contains(regular), added.map(Limits.addedMinutes.contains) ?? true
        else { return nil }
        (self.regular, self.added) = (regular, added)
    }

    /// Reads a minute such as `37` or `45+3`.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.count <= 4 && part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
                ? Int(Substring(part)) : nil
        }
        guard (1...2).contains(parts.count), numbers.count == parts.count else { return nil }
        self.init(regular: numbers[0], added: numbers.count == 2 ? numbers[1] : nil)
    }

    /// Compares the minutes in the order of their period.
    public static func < (one: MatchMinute, other: MatchMinute) -> Bool {
        (one.regular, one.added ?? 0) < (other.regular, other.added ?? 0)
    }

    /// Returns the minute at a time of a period's clock.
    init(_ elapsed: Duration, of period: MatchPeriod) {
        let (start, length) = (period.from.wholeMinutes, period.length)
        if elapsed < length {
            (regular, added) = (start + max(elapsed, .zero).wholeMinutes + 1, nil)
        } else {
            (regular, added) = (period.minutes.upperBound, (elapsed - length).wholeMinutes + 1)
        }
    }

    /// The minute as it is written, without a mark behind it.
    public var description: String { added.map { "\(regular)+\($0)" } ?? "\(regular)" }
}

/// A minute in which something took place, as a person gave it.
public struct GivenMinute: Hashable, Sendable {
    /// The minute.
    public let minute: MatchMinute
    /// The place of its period of play; nil in a match without a format.
    public let period: Int?

    /// Makes a minute of a period.
    public init(_ minute: MatchMinute, period: Int?) {
        (self.minute, self.period) = (minute, period)
    }

    /// Returns true if it is earlier than another one.
    func isBefore(_ other: GivenMinute) -> Bool {
        let (period, place) = (period ?? -1, other.period ?? -1)
        return period != place ? period < place : minute < other.minute
    }
}

extension MatchPeriod {
    /// The minutes of the period, without added ones.
    var minutes: ClosedRange<Int> {
        let end = (from + length - .nanoseconds(1)).wholeMinutes + 1
        return from.wholeMinutes + 1...max(end, from.wholeMinutes + 1)
    }

    /// Returns true if a minute is one of this period of play.
    func has(_ minute: MatchMinute) -> Bool {
        kind == .play
            && (minute.added == nil
                ? minutes.contains(minute.regular) : minute.regular == minutes.upperBound)
    }

    /// Returns the time of the clock at the end of a minute.
    func end(of minute: MatchMinute) -> Duration {
        guard let added = minute.added else {
            return min(.minutes(minute.regular) - from, length)
        }
        return length + .minutes(added)
    }
}

extension Duration {
    var wholeMinutes: Int { Int(components.seconds / 60) }

    static func minutes(_ minutes: Int) -> Duration { .seconds(minutes) * 60 }
}
