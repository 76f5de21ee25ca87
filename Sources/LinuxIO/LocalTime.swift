import Glibc

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
