import Glibc
import LinuxIO

/// The beginning of the part of the history that is wanted.
enum Since: Hashable, Sendable {
    /// From a moment of the wall clock on.
    case moment(Duration)
    /// From this length of time ago on.
    case ago(Duration)
    /// From the beginning of the local day this many days ago.
    case midnight(daysAgo: Int32)

    /// Reads `2026-11-21` or `2026-11-21 15:30` in local time, `today`, `yesterday`, or a length of
    /// time such as `7d` or `12h`; nil if it is none of these.
    init?(_ text: String) {
        switch text {
        case "today": self = .midnight(daysAgo: 0)
        case "yesterday": self = .midnight(daysAgo: 1)
        default:
            if let length = Self.length(text) {
                self = .ago(length)
            } else if let moment = Self.moment(Array(text.utf8)) {
                self = .moment(moment)
            } else {
                return nil
            }
        }
    }

    /// Returns the moment of the wall clock that this means at present.
    func wall(at now: ClockReading) -> Duration {
        switch self {
        case .moment(let wall): return wall
        case .ago(let length): return now.wall - length
        case .midnight(let daysAgo):
            let today = LocalTime(now.wall)
            return Self.first(hour: 0, minute: 0, days: -daysAgo, after: today)
        }
    }

    /// Reads a number of days or weeks, which a countdown cannot have, or any length that a
    /// countdown can have.
    private static func length(_ text: String) -> Duration? {
        let days = ["d": 1, "w": 7][text.last]
        if let days, let number = Int(digits: text.dropLast()), number < 1_000_000 {
            return .seconds(number * days * 86_400)
        }
        guard case .units(let milliseconds)? = TypedTime(text[...]) else { return nil }
        return .milliseconds(milliseconds)
    }

    private static func moment(_ text: [UInt8]) -> Duration? {
        let isDay = text.count == TimeText.dateWidth
        // Not translated: the form of dates is that of ISO 8601.
        guard TimeText.fits(text, isDay ? "dddd-dd-dd" : "dddd-dd-dd dd:dd") else { return nil }
        var noon = tm()
        noon.tm_year = TimeText.number(text[0..<4]) - 1_900
        noon.tm_mon = TimeText.number(text[5..<7]) - 1
        noon.tm_mday = TimeText.number(text[8..<10])
        (noon.tm_hour, noon.tm_isdst) = (12, -1)
        let hour = isDay ? 0 : TimeText.number(text[11..<13])
        let minute = isDay ? 0 : TimeText.number(text[14..<16])
        guard hour < 24, minute < 60 else { return nil }
        let (month, day) = (noon.tm_mon, noon.tm_mday)
        let wall = Duration.seconds(mktime(&noon))
        // mktime(3) takes 31 November for 1 December.
        guard noon.tm_mon == month, noon.tm_mday == day else { return nil }
        return first(hour: hour, minute: minute, days: 0, after: LocalTime(wall))
    }

    /// Returns the first moment at which the clocks of a day show a time, or the next full hour,
    /// which may be that of the next day, if they are set forward over it.
    private static func first(
        hour: Int32, minute: Int32, days: Int32, after day: LocalTime
    ) -> Duration {
        let hours = (hour + 1)...24
        let times = [(hour, minute, days)] + hours.map { ($0 % 24, 0, days + $0 / 24) }
        let moments = times.lazy.compactMap { hour, minute, days in
            LocalTime.moments(hour: hour, minute: minute, days: days, after: day).first
        }
        return moments.first ?? .zero
    }
}
