import Glibc

/// The wall clock in formats for machines.
public struct UniversalTime {
    private let fields: tm
    private let milliseconds: Int64

    /// Makes the universal time of a point since 1970-01-01 00:00 UTC.
    public init(_ wall: Duration) {
        // No valid clock reading is before 1970.
        let (whole, attoseconds) = max(wall, .zero).components
        milliseconds = attoseconds / 1_000_000_000_000_000
        var seconds = time_t(whole)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        self.fields = fields
    }

    /// The time in ISO 8601 without separators, for file names, such as `20261121T154210Z`.
    public var compact: String { text("%Y%m%dT%H%M%SZ") }

    /// The time in RFC 3339 with milliseconds, such as `2026-11-21T15:42:10.250Z`.
    ///
    /// It is in each reply, and strftime(3) would take 4,000 instructions more for it.
    public var rfc3339: String {
        let year = Int(fields.tm_year) + 1_900
        guard year <= 9_999 else {
            return text("%Y-%m-%dT%H:%M:%S.\(String(1_000 + milliseconds).dropFirst())Z")
        }
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var end = 0
            func put(_ number: Int, digits: Int, before sign: Unicode.Scalar) {
                var rest = number
                for place in (end..<end + digits).reversed() {
                    buffer[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                buffer[end + digits] = UInt8(ascii: sign)
                end += digits + 1
            }
            put(year, digits: 4, before: "-")
            put(Int(fields.tm_mon) + 1, digits: 2, before: "-")
            put(Int(fields.tm_mday), digits: 2, before: "T")
            put(Int(fields.tm_hour), digits: 2, before: ":")
            put(Int(fields.tm_min), digits: 2, before: ":")
            put(Int(fields.tm_sec), digits: 2, before: ".")
            put(Int(milliseconds), digits: 3, before: "Z")
            return end
        }
    }

    /// Parses a day or a moment into the time since 1970-01-01 00:00 UTC.
    ///
    /// A day is given as `2026-11-21`, a moment in RFC 3339 and UTC as `2026-11-21T15:42:10.250Z`.
    /// The result is nil for anything else, or an earlier time.
    public static func wall(parsing text: String) -> Duration? {
        guard text.utf8.count <= 40 else { return nil }
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            let date = numbers(parts[0], separator: "-", digits: [4, 2, 2])
        else { return nil }
        var fields = tm()
        (fields.tm_year, fields.tm_mon) = (Int32(date[0]) - 1_900, Int32(date[1]) - 1)
        fields.tm_mday = Int32(date[2])
        var milliseconds: Int64 = 0
        if parts.count == 2 {
            guard let time = time(parts[1]) else { return nil }
            (fields.tm_hour, fields.tm_min, fields.tm_sec) = time.clock
            milliseconds = time.milliseconds
        }
        let given = (fields.tm_mon, fields.tm_mday)
        let seconds = timegm(&fields)
        // timegm turns a day that does not exist, such as the 30th of February, into another one.
        guard seconds >= 0, given == (fields.tm_mon, fields.tm_mday) else { return nil }
        return .seconds(Int64(seconds)) + .milliseconds(milliseconds)
    }

    private static func time(
        _ text: Substring
    ) -> (clock: (Int32, Int32, Int32), milliseconds: Int64)? {
        guard text.last == "Z" else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            let clock = numbers(parts[0], separator: ":", digits: [2, 2, 2]),
            clock[0] < 24, clock[1] < 60, clock[2] < 60
        else { return nil }
        var milliseconds = 0
        if parts.count == 2 {
            guard (1...9).contains(parts[1].count), parts[1].utf8.allSatisfy(isFigure) else {
                return nil
            }
            milliseconds = Int((parts[1] + "00").prefix(3)) ?? 0
        }
        return ((Int32(clock[0]), Int32(clock[1]), Int32(clock[2])), Int64(milliseconds))
    }

    private static func numbers(_ text: Substring, separator: Character, digits: [Int]) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        // A key path of two members would be made and followed at run time.
        guard parts.map({ $0.utf8.count }) == digits,
            parts.allSatisfy({ $0.utf8.allSatisfy(isFigure) })
        else { return nil }
        return parts.compactMap { Int($0) }
    }

    private static func isFigure(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private func text(_ format: String) -> String {
        var fields = fields
        return String(unsafeUninitializedCapacity: 64) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { strftime($0, text.count, format, &fields) } ?? 0
            }
        }
    }
}

/// The wall clock in local formats for people.
public struct LocalTime {
    private let fields: tm

    /// Makes the local time of a point since 1970-01-01 00:00 UTC.
    public init(_ wall: Duration) {
        var seconds = time_t(wall.components.seconds)
        var fields = tm()
        localtime_r(&seconds, &fields)
        self.fields = fields
    }

    /// The time of day, such as `15:42:10`.
    public var timeOfDay: String {
        "\(clock):\(Self.twoDigits(fields.tm_sec))"
    }

    /// The time of day, without the seconds if there are none, such as `15:42`.
    public var shortTime: String { fields.tm_sec == 0 ? clock : timeOfDay }

    /// The date, such as `2026-11-21`.
    public var date: String { Self.date(fields) }

    /// The date of the next day, by the calendar: a day on which the clocks are set has 23 or 25
    /// hours.
    public var nextDate: String {
        var next = fields
        next.tm_mday += 1
        // It makes the first of the next month of a day too many, and knows no summer time.
        _ = timegm(&next)
        return Self.date(next)
    }

    /// The date and the time to the minute, such as `2026-11-21 15:42`.
    public var dateAndTime: String { "\(date) \(clock)" }

    /// The distance from universal time, such as `UTC+01:00`.
    public var distance: String {
        let minutes = Int32(abs(fields.tm_gmtoff) / 60)
        let clock = "\(Self.twoDigits(minutes / 60)):\(Self.twoDigits(minutes % 60))"
        return "UTC\(fields.tm_gmtoff < 0 ? "-" : "+")\(clock)"
    }

    /// Returns the moments at which the clocks of a day show a time, in order.
    ///
    /// There is none if the clocks are set forward over it, and there are two if they are set back.
    ///
    /// - Parameters:
    ///   - day: A moment of a day.
    ///   - days: The number of days after that day.
    public static func moments(
        hour: Int32, minute: Int32, days: Int32, after day: LocalTime
    ) -> [Duration] {
        let moments = [1, 0].compactMap { (isSummer: Int32) -> Duration? in
            var wanted = tm()
            (wanted.tm_year, wanted.tm_mon) = (day.fields.tm_year, day.fields.tm_mon)
            wanted.tm_mday = day.fields.tm_mday + days
            (wanted.tm_hour, wanted.tm_min, wanted.tm_isdst) = (hour, minute, isSummer)
            let wall = Duration.seconds(mktime(&wanted))
            let found = LocalTime(wall).fields
            return (found.tm_hour, found.tm_min) == (hour, minute) ? wall : nil
        }
        return Set(moments).sorted()
    }

    /// Returns true if this is earlier than a time of the same day.
    public func isBefore(hour: Int32, minute: Int32) -> Bool {
        (fields.tm_hour, fields.tm_min) < (hour, minute)
    }

    private var clock: String {
        "\(Self.twoDigits(fields.tm_hour)):\(Self.twoDigits(fields.tm_min))"
    }

    private static func date(_ fields: tm) -> String {
        let (month, day) = (twoDigits(fields.tm_mon + 1), twoDigits(fields.tm_mday))
        return "\(Int(fields.tm_year) + 1_900)-\(month)-\(day)"
    }

    private static func twoDigits(_ value: Int32) -> String {
        (0...9).contains(value) ? "0\(value)" : "\(value)"
    }
}
