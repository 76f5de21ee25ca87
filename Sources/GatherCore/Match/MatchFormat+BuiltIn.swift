/// The formats that need no file.
extension MatchFormat {
    /// The name of the plain countdown, which is no format at all.
    public static let plainName = "gather"

    /// The formats that are built in, in the order in which they are listed.
    public static let builtIn: [MatchFormat] = [
        .equal("halves", 2, of: .seconds(45 * 60), pause: .seconds(15 * 60), extra: 15),
        .equal(
            "futsal", 2, of: .seconds(20 * 60), pause: .seconds(15 * 60), shows: .down,
            atZero: .stop,
            rules: MatchRules(
                stopsAt: [.goal],
                timeOuts: MatchRules.TimeOuts(perPeriod: 1, length: .seconds(60)), foulLimit: 5)),
        .equal(
            "school", 2, of: .seconds(40 * 60), pause: .seconds(10 * 60), shows: .down,
            atZero: .stop, rules: MatchRules(stopsAt: [.goal, .card]), extra: 10),
        .equal(
            "quarters", 4, of: .seconds(10 * 60), pause: .seconds(5 * 60), shows: .down,
            atZero: .stop),
        .equal(
            "small-sided", 2, of: .seconds(20 * 60), pause: .seconds(5 * 60),
            rules: MatchRules(timeOuts: MatchRules.TimeOuts(perPeriod: 1, length: .seconds(60)))),
    ]

    /// Returns the format that is built in under a name, or that a name such as `2x25-5` describes:
    /// two periods of 25 minutes and a break of 5; nil if there is none.
    ///
    /// Both times are minutes, or minutes and seconds as in `2x12:30-1:00`.
    public init?(named name: String) {
        // A long text from a peer is not split first.
        guard Self.isName(name) else { return nil }
        if let known = Self.builtIn.first(where: { $0.name == name }) {
            self = known
        } else if let made = Self.described(by: name),
            let possible = try? MatchFormat(
                name: made.name, periods: made.periods, extra: made.extra)
        {
            self = possible
        } else {
            return nil
        }
    }

    private static func described(by name: String) -> MatchFormat? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let play = parts[0].split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count <= 2, play.count == 2, let count = digits(play[0]),
            Limits.formatPlays.contains(count), let length = time(play[1])
        else { return nil }
        guard parts.count == 2 else { return equal(name, count, of: length) }
        return time(parts[1]).map { equal(name, count, of: length, pause: $0) }
    }

    /// Returns a time that a name gives, if a period can have it.
    private static func time(_ text: Substring) -> Duration? {
        time(written: text).flatMap { Limits.time.contains($0) ? $0 : nil }
    }

    /// Returns a time that is written as minutes, or as minutes and seconds such as `12:30`; nil
    /// for another text.
    public static func time(written text: Substring) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard let minutes = digits(parts[0]) else { return nil }
        var seconds = 0
        if parts.count > 1 {
            guard parts.count == 2, parts[1].utf8.count == 2, let given = digits(parts[1]),
                given < 60
            else { return nil }
            seconds = given
        }
        return .seconds(minutes * 60 + seconds)
    }

    private static func digits(_ text: Substring) -> Int? {
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Returns a format of equal periods with equal breaks between them.
    ///
    /// A match clock that counts up goes on from the nominal end of the period before.
    private static func equal(
        _ name: String, _ count: Int, of length: Duration, pause: Duration? = nil,
        shows: MatchPeriod.Direction = .up, atZero: MatchPeriod.AtZero = .run,
        rules: MatchRules = MatchRules(), extra minutes: Int = 5
    ) -> MatchFormat {
        var periods: [MatchPeriod] = []
        for number in 0..<count {
            if number > 0, let pause {
                periods.append(
                    MatchPeriod(
                        id: breakName(before: number, of: count), kind: .pause, length: pause,
                        begins: .atOnce))
            }
            periods.append(
                MatchPeriod(
                    id: playName(number, of: count), length: length, shows: shows,
                    from: length * number, atZero: atZero))
        }
        return MatchFormat(name, periods, rules: rules, extra: ExtraTime(minutes: minutes))
    }

    private static func breakName(before number: Int, of count: Int) -> String {
        count.isMultiple(of: 2) && number == count / 2 ? "half-time" : "break"
    }

    private static func playName(_ number: Int, of count: Int) -> String {
        let ordinal = playOrdinals[number]
        switch count {
        case 1: return "match"
        case 2: return "\(ordinal) half"
        case 4: return "\(ordinal) quarter"
        default: return "\(ordinal) period"
        }
    }

    /// The ordinals of the periods of play, as many as ``Limits/formatPlays`` allows.
    static let playOrdinals = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ]
}
