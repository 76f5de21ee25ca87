/// The time of a fixture as the list has it.
public enum FixtureTime: Hashable, Sendable {
    /// A date and a time of day by the local clocks: `2026-11-28 10:30`.
    case date(String, hour: Int, minute: Int)
    /// A time of day by the local clocks, of the day on which the list is used: `10:30`.
    case clock(hour: Int, minute: Int)
    /// A moment in RFC 3339, such as `2026-11-28T10:30:00+01:00`, in seconds since 1970-01-01
    /// 00:00 UTC.
    case moment(Int)

    /// The longest text that is read, in bytes: a fraction of a second may have nine digits.
    static let longestText = 35

    /// Reads a text; nil if it is none of these.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.longestText else { return nil }
        if let (hour, minute) = Self.timeOfDay(bytes[...]) {
            self = .clock(hour: hour, minute: minute)
            return
        }
        guard bytes.count >= 15, let day = Self.day(bytes[..<10]) else { return nil }
        if bytes[10] == UInt8(ascii: " "), let (hour, minute) = Self.timeOfDay(bytes[11...]) {
            self = .date(String(text.prefix(10)), hour: hour, minute: minute)
        } else if bytes[10] == UInt8(ascii: "T"), let seconds = Self.seconds(bytes[11...]) {
            self = .moment(day * 86_400 + seconds)
        } else {
            return nil
        }
    }

    /// The day in days since 1970-01-01, by the local clocks or in UTC as it was given; nil for any
    /// day.
    var day: Int? {
        switch self {
        case .date(let date, _, _): Self.day(of: date)
        case .clock: nil
        case .moment(let seconds): seconds / 86_400
        }
    }

    /// Returns the day of a text that begins with a date, in days since 1970-01-01; nil if it does
    /// not.
    static func day(of text: String) -> Int? { day(Array(text.utf8.prefix(10))[...]) }

    /// Returns the usual form of a text: a time of day has four digits; nil for one that is none.
    public static func normalized(_ text: String) -> String? {
        guard FixtureTime(text) != nil else { return nil }
        let isShort = text.utf8.count == 4 || text.utf8.count == 15
        guard isShort, let colon = text.lastIndex(of: ":") else { return text }
        let hour = text.index(before: colon)
        return "\(text[..<hour])0\(text[hour...])"
    }

    /// Reads `9:30` or `09:30`.
    private static func timeOfDay(_ text: ArraySlice<UInt8>) -> (hour: Int, minute: Int)? {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
            let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
        else { return nil }
        return (hour, minute)
    }

    /// Reads a date of the years from 1970 on; the result is in days since 1970-01-01.
    private static func day(_ text: ArraySlice<UInt8>) -> Int? {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2] else { return nil }
        let numbers = parts.compactMap(number)
        guard numbers.count == 3, numbers[0] >= 1970, (1...12).contains(numbers[1]) else {
            return nil
        }
        let (year, month, day) = (numbers[0], numbers[1], numbers[2])
        guard (1...length(ofMonth: month, year)).contains(day) else { return nil }
        let before = (1..<month).reduce(0) { $0 + length(ofMonth: $1, year) }
        return (year - 1970) * 365 + leapDays(before: year) - leapDays(before: 1970) + before + day
            - 1
    }

    private static func length(ofMonth month: Int, _ year: Int) -> Int {
        switch month {
        case 2: leapDays(before: year + 1) > leapDays(before: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func leapDays(before year: Int) -> Int {
        (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400
    }

    /// Reads the time of RFC 3339, `10:30:00.250+01:00`; the result is in seconds of the day in
    /// UTC, which can be those of the day before or after.
    private static func seconds(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        guard bytes.count >= 9, bytes[5] == UInt8(ascii: ":"),
            let (hour, minute) = timeOfDay(bytes[..<5]), bytes[..<5].count == 5,
            let second = number(bytes[6..<8]), second < 60
        else { return nil }
        var rest = bytes[8...]
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return nil }
            rest = rest.dropFirst(1 + fraction.count)
        }
        let time = hour * 3_600 + minute * 60 + second
        if Array(rest) == [UInt8(ascii: "Z")] { return time }
        guard rest.count == 6, let sign = rest.first,
            [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign),
            let (hours, minutes) = timeOfDay(rest.dropFirst())
        else { return nil }
        let offset = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "+") ? time - offset : time + offset
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
