import Glibc

/// The wall clock as machines exchange it.
public struct UniversalTime {
    private let fields: tm
    private let milliseconds: Int64

    /// Makes the universal time of a point since 1970-01-01 00:00 UTC.
    public init(_ wall: Duration) {
        // No clock of this century is before 1970.
        let (whole, attoseconds) = max(wall, .zero).components
        milliseconds = attoseconds / 1_000_000_000_000_000
        var seconds = time_t(whole)
        var fields = tm()
        gmtime_r(&seconds, &fields)
        self.fields = fields
    }

    /// The time in ISO 8601 without separators, for a file's name, such as `20261121T154210Z`.
    public var compact: String { text("%Y%m%dT%H%M%SZ") }

    /// The time in RFC 3339 to the millisecond, such as `2026-11-21T15:42:10.250Z`.
    public var rfc3339: String {
        text("%Y-%m-%dT%H:%M:%S.") + String(String(1_000 + milliseconds).dropFirst()) + "Z"
    }

    private func text(_ format: String) -> String {
        var fields = fields
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, format, &fields)
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The wall clock as people here read it.
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

    /// The date and the time of day to the minute, such as `2026-11-21 15:42`.
    public var dateAndTime: String {
        let (month, day) = (Self.twoDigits(fields.tm_mon + 1), Self.twoDigits(fields.tm_mday))
        return "\(Int(fields.tm_year) + 1_900)-\(month)-\(day) \(clock)"
    }

    private var clock: String {
        "\(Self.twoDigits(fields.tm_hour)):\(Self.twoDigits(fields.tm_min))"
    }

    private static func twoDigits(_ value: Int32) -> String {
        (0...9).contains(value) ? "0\(value)" : "\(value)"
    }
}
