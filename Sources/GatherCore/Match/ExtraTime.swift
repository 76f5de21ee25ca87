/// The extra time that a format has for a match that is drawn.
public struct ExtraTime: Hashable, Sendable {
    /// The number of periods.
    public let count: Int
    /// The length of each, in whole seconds.
    public let length: Duration
    /// The length of the break before them, in whole seconds.
    public let pause: Duration
    /// The length of the breaks between them, in whole seconds.
    public let halfTime: Duration

    /// Two periods of five minutes.
    public static let standard = ExtraTime(minutes: 5)

    /// Makes two periods, with a break of five minutes before them and of one between them.
    init(minutes: Int) {
        (count, length) = (2, .seconds(minutes * 60))
        (pause, halfTime) = (.seconds(5 * 60), .seconds(60))
    }

    /// Makes an extra time; nil if it is out of ``Limits/formatPlays`` or ``Limits/time``.
    public init?(count: Int, length: Duration, pause: Duration, halfTime: Duration) {
        let times = [length, pause, halfTime]
        guard Limits.formatPlays.contains(count),
            times.allSatisfy({ Limits.time.contains($0) && $0.isWholeSeconds })
        else { return nil }
        (self.count, self.length) = (count, length)
        (self.pause, self.halfTime) = (pause, halfTime)
    }
}

extension MatchFormat {
    /// The format with its extra time at the end.
    ///
    /// Each period keeps its clock as the last one does; a match clock that counts up goes on from
    /// the nominal end of that.
    var withExtraTime: MatchFormat {
        guard let last = periods.last else { return self }
        var added: [MatchPeriod] = []
        for number in 0..<extra.count {
            let isFirst = number == 0
            added.append(
                MatchPeriod(
                    id: isFirst ? "break before extra time" : "half-time of extra time",
                    kind: .pause, length: isFirst ? extra.pause : extra.halfTime, begins: .atOnce))
            added.append(
                MatchPeriod(
                    id: Self.extraName(number, of: extra.count), length: extra.length,
                    shows: last.shows, from: last.from + last.length + extra.length * number,
                    atZero: last.atZero))
        }
        return MatchFormat(name, periods + added, rules: rules, extra: extra)
    }

    /// The format with kicks from the mark at the end.
    var withKicks: MatchFormat {
        let kicks = MatchPeriod(id: "kicks from the mark", kind: .kicks, length: .zero)
        return MatchFormat(name, periods + [kicks], rules: rules, extra: extra)
    }

    /// Returns the format with its first periods only.
    func prefix(_ count: Int) -> MatchFormat {
        MatchFormat(name, Array(periods.prefix(count)), rules: rules, extra: extra)
    }

    private static func extraName(_ number: Int, of count: Int) -> String {
        if count == 1 { return "extra time" }
        let ordinal = playOrdinals[number]
        return "\(ordinal) \(count == 2 ? "half" : "period") of extra time"
    }
}
