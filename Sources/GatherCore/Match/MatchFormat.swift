/// The periods of a match, and how its clock is kept in each.
///
/// A format is a value: an event has the whole of it, so that a later edit changes no history.
public struct MatchFormat: Hashable, Sendable {
    /// The name: `a`-`z`, `0`-`9`, `-`, `:` and `.`, beginning with a letter or a digit.
    public let name: String

    /// The periods in order: it begins and ends with play, and has no two breaks in a row.
    public let periods: [MatchPeriod]

    /// The rules besides the periods.
    public let rules: MatchRules

    /// The extra time that a match can have after them.
    public let extra: ExtraTime

    /// Makes a format of these periods.
    ///
    /// - Throws: The first ``Problem`` with it.
    public init(
        name: String, periods: [MatchPeriod], rules: MatchRules = MatchRules(),
        extra: ExtraTime = .standard
    ) throws(Problem) {
        guard Self.isName(name) else { throw .name }
        guard Limits.formatPeriods.contains(periods.count) else { throw .count }
        for (index, period) in periods.enumerated() {
            guard period.kind != .kicks else { throw .kicks(index) }
            let isAtEdge = index == 0 || index == periods.count - 1
            let follows = index > 0 && periods[index - 1].kind == .pause
            guard period.kind == .play || !isAtEdge && !follows else { throw .breakPlace(index) }
            guard let id = try? CleanText(period.id), id.text == period.id,
                period.id.count <= Limits.formatNameCharacters
            else { throw .id(index) }
            guard Limits.time.contains(period.length), period.length.isWholeSeconds else {
                throw .length(index)
            }
            guard period.from >= .zero, period.from <= Limits.time.upperBound,
                period.from.isWholeSeconds
            else { throw .from(index) }
            let isFree = index > 0 && period.kind == .play
            let expected: MatchPeriod.Beginning = index == 0 ? .byHand : .atOnce
            guard isFree || period.begins == expected else { throw .beginning(index) }
        }
        if let timeOuts = rules.timeOuts {
            guard Limits.timeOutsPerPeriod.contains(timeOuts.perPeriod),
                Limits.timeOut.contains(timeOuts.length), timeOuts.length.isWholeSeconds
            else { throw .timeOuts }
        }
        if let limit = rules.foulLimit, !(1...Limits.fouls).contains(limit) { throw .foulLimit }
        self.init(name, periods, rules: rules, extra: extra)
    }

    /// Makes a format that is known to be possible.
    init(
        _ name: String, _ periods: [MatchPeriod], rules: MatchRules = MatchRules(),
        extra: ExtraTime = .standard
    ) {
        (self.name, self.periods, self.rules, self.extra) = (name, periods, rules, extra)
    }

    /// Returns true if a format can have a name.
    public static func isName(_ name: String) -> Bool {
        guard (1...Limits.formatNameCharacters).contains(name.utf8.count) else { return false }
        func isPlain(_ byte: UInt8) -> Bool {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        return name.utf8.first.map(isPlain) == true
            && name.utf8.allSatisfy { isPlain($0) || "-:.".utf8.contains($0) }
    }

    /// The reason why periods make no format; indices count from 0.
    public enum Problem: Error, Hashable, Sendable {
        /// The name is empty, too long, or has another character.
        case name
        /// There are no periods, or more than ``Limits/formatPeriods``.
        case count
        /// The name of a period is empty, too long, or contains a control character.
        case id(Int)
        /// The length of a period is no whole number of seconds in ``Limits/time``.
        case length(Int)
        /// The time at which a period begins is negative, or longer than a day.
        case from(Int)
        /// A break is at the beginning, at the end, or after another one.
        case breakPlace(Int)
        /// The first period begins at once, or a break does not.
        case beginning(Int)
        /// There are no time-outs in a period, or too many, or their length is no whole number of
        /// seconds in ``Limits/timeOut``.
        case timeOuts
        /// The limit of fouls is not from 1 to ``Limits/fouls``.
        case foulLimit
        /// A period is kicks from the mark, which no format has before a match is drawn.
        case kicks(Int)
    }
}

/// One period of a match.
public struct MatchPeriod: Hashable, Sendable {
    /// A kind of period.
    public enum Kind: String, Sendable, CaseIterable {
        /// Football is played.
        case play
        /// A break between two periods of play.
        case pause = "break"
        /// Kicks from the mark are taken, without a clock.
        case kicks
    }

    /// A direction of the clock that is shown.
    public enum Direction: String, Sendable, CaseIterable {
        /// From the length to 00:00.
        case down
        /// From ``MatchPeriod/from`` on.
        case up
    }

    /// The behaviour of the clock once the length is over; only a whistle ends a period of play.
    public enum AtZero: String, Sendable, CaseIterable {
        /// It stands.
        case stop
        /// It runs on.
        case run
    }

    /// The way in which a period begins.
    public enum Beginning: String, Sendable, CaseIterable {
        /// By a person.
        case byHand
        /// At the end of the period before it: a break at its 00:00, play at its whistle.
        case atOnce
    }

    /// The name, for people.
    public let id: String
    /// The kind.
    public let kind: Kind
    /// The length, in whole seconds.
    public let length: Duration
    /// The direction of the clock.
    public let shows: Direction
    /// The time on the match clock at which the period begins; minutes count from it.
    public let from: Duration
    /// The behaviour at the end of the length.
    public let atZero: AtZero
    /// The way in which it begins.
    public let begins: Beginning

    /// Makes a period; ``MatchFormat/init(name:periods:rules:extra:)`` checks it.
    public init(
        id: String, kind: Kind = .play, length: Duration, shows: Direction = .down,
        from: Duration = .zero, atZero: AtZero = .stop, begins: Beginning = .byHand
    ) {
        (self.id, self.kind, self.length, self.shows) = (id, kind, length, shows)
        (self.from, self.atZero, self.begins) = (from, atZero, begins)
    }
}

/// A choice of a format, as an event records it.
public struct FormatChoice: Hashable, Sendable {
    /// The format; nil for a plain countdown.
    public let format: MatchFormat?
    /// True if a person insisted on it after the first whistle.
    public let isForced: Bool

    /// Makes a choice.
    public init(_ format: MatchFormat?, isForced: Bool = false) {
        (self.format, self.isForced) = (format, isForced)
    }
}

extension Duration {
    /// True if it has no fraction of a second.
    var isWholeSeconds: Bool { components.attoseconds == 0 }
}
