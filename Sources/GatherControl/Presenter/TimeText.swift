import GatherAPI
import LinuxIO

/// Times as people read them.
enum TimeText {
    /// Returns `MM:SS`, each at least two digits.
    static func clock(_ time: TimeFields) -> String {
        "\(twoDigits(time.minutes)):\(twoDigits(time.seconds))"
    }

    /// Returns the remaining time as `MM:SS`, rounded up to a whole second and never below `00:00`.
    static func clock(_ remaining: Duration) -> String {
        let seconds = wholeSeconds(remaining)
        return clock(TimeFields(minutes: seconds / 60, seconds: seconds % 60))
    }

    /// Returns a remaining time that may be long: `12:30`, or `23:12:30` from an hour on.
    static func countdown(_ remaining: Duration) -> String {
        let seconds = wholeSeconds(remaining)
        guard seconds >= 3_600 else { return clock(remaining) }
        return "\(seconds / 3_600):\(clock(.seconds(seconds % 3_600)))"
    }

    /// Returns the remaining seconds as the clock counts them: rounded up to a whole second and
    /// never below zero.
    static func wholeSeconds(_ remaining: Duration) -> Int {
        let (seconds, attoseconds) = max(remaining, .zero).components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }

    /// Returns a length of time in words, such as `12 s`, `3 min 20 s` or `13 h 5 min`.
    static func length(_ length: Duration) -> String {
        if length > .zero, length < .seconds(1) {
            return tr("%1$@ ms", length.components.attoseconds / 1_000_000_000_000_000)
        }
        let seconds = wholeSeconds(length)
        let hours = seconds / 3_600
        let parts = [
            hours > 0 ? tr("%1$@ h", hours) : nil,
            seconds / 60 % 60 > 0 ? tr("%1$@ min", seconds / 60 % 60) : nil,
            hours == 0 && seconds % 60 > 0 || seconds == 0 ? tr("%1$@ s", seconds % 60) : nil,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// Returns the limit of a range of times: `00:01`, `24 hours` or `7 days`.
    static func limit(seconds: Int) -> String {
        if seconds > 86_400, seconds % 86_400 == 0 {
            return tr("%1$@ day", "%1$@ days", count: seconds / 86_400)
        }
        return seconds >= 3_600 && seconds % 3_600 == 0
            ? tr("%1$@ hour", "%1$@ hours", count: seconds / 3_600) : clock(.seconds(seconds))
    }

    /// Returns the local date and time of an RFC 3339 time in UTC, or the text itself if it is not
    /// one.
    static func dateAndTime(_ text: String) -> String {
        moment(text)?.dateAndTime ?? text
    }

    /// Returns the times at which a match was opened and closed, and how it was closed.
    static func opening(
        _ openedAt: String, _ endedAt: String?, _ phase: GatherSnapshot.Phase
    ) -> String {
        let opened = dateAndTime(openedAt)
        return switch (phase, endedAt.map(dateAndTime)) {
        case (.open, _), (_, nil): tr("opened %1$@", opened)
        case (.ended, let end?): tr("opened %1$@, ended %2$@", opened, end)
        case (.discarded, let end?): tr("opened %1$@, discarded %2$@", opened, end)
        }
    }

    /// Returns the local time of day of an RFC 3339 time in UTC, with the date if that is not
    /// today.
    static func moment(_ text: String, at now: ClockReading) -> String {
        let day = dateAndTime(text).prefix(dateWidth)
        let isToday = day == LocalTime(now.wall).dateAndTime.prefix(dateWidth)
        return isToday ? timeOfDay(text) : dateAndTime(text)
    }

    /// Returns the time since an RFC 3339 time in UTC; its local date and time if that is a day or
    /// more, or in the future by this clock.
    static func past(_ text: String, at now: ClockReading) -> String {
        guard let wall = wall(text) else { return text }
        let seconds = (now.wall - wall).components.seconds
        switch seconds {
        case 0: return tr("just now")
        case 1..<86_400: return tr("%1$@ ago", length(.seconds(seconds)))
        default: return dateAndTime(text)
        }
    }

    /// Returns the local time of day of a future moment, with the day if that is not today.
    static func coming(_ wall: Duration, at now: ClockReading) -> String {
        let (time, today) = (LocalTime(wall), LocalTime(now.wall))
        return switch time.date {
        case today.date: time.timeOfDay
        case today.nextDate: tr("tomorrow %1$@", time.timeOfDay)
        default: time.dateAndTime
        }
    }

    /// The width of a date such as `2026-11-21`.
    static let dateWidth = 10

    /// Returns the elapsed time as `MM:SS`, rounded down as on a clock that counts up.
    static func gone(milliseconds: Int) -> String {
        let seconds = max(milliseconds, 0) / 1_000
        return clock(TimeFields(minutes: seconds / 60, seconds: seconds % 60))
    }

    /// Returns a time that has passed, in whole seconds, as a scoreboard has it: `2:13`.
    static func extra(_ elapsed: Duration) -> String {
        let seconds = Int(max(elapsed, .zero).components.seconds)
        return "\(seconds / 60):\(twoDigits(seconds % 60))"
    }

    /// Returns the minute of the match, from 1, in which the countdown had run for this time.
    static func minute(milliseconds: Int) -> Int {
        let gone = max(milliseconds, 0)
        return max(1, gone / 60_000 + (gone % 60_000 > 0 ? 1 : 0))
    }

    /// Returns the local time of day of an RFC 3339 time in UTC, or the text itself if it is not
    /// one.
    static func timeOfDay(_ text: String) -> String {
        moment(text)?.timeOfDay ?? text
    }

    private static func moment(_ text: String) -> LocalTime? { wall(text).map(LocalTime.init) }

    /// Returns the wall clock time of an RFC 3339 time in UTC, to the second, or nil if it is not
    /// one.
    static func wall(_ text: String) -> Duration? {
        guard text.utf8.contains(UInt8(ascii: "T")) else { return nil }
        return UniversalTime.wall(parsing: text).map { .seconds($0.components.seconds) }
    }

    /// Returns true if a text has this shape, in which `d` stands for a digit and any other
    /// character for itself.
    static func fits(_ text: [UInt8], _ shape: String) -> Bool {
        text.count == shape.utf8.count
            && zip(text, shape.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
            }
    }

    static func number(_ digits: ArraySlice<UInt8>) -> Int32 {
        digits.reduce(0) { $0 * 10 + Int32($1 - 0x30) }
    }

    private static func twoDigits(_ value: Int) -> String {
        (0...9).contains(value) ? "0\(value)" : "\(value)"
    }
}
