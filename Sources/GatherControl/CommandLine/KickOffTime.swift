import GatherAPI
import LinuxIO

/// A time of a kick-off as it was typed.
enum KickOffTime: Hashable, Sendable {
    /// The next time that clocks show this: `18:30`.
    case clock(hour: Int32, minute: Int32)
    /// A length of time from now on: `+20m`.
    case ahead(Duration)
    /// A local date and time, `2026-11-24 18:30`, by the moments at which clocks show it: none if
    /// they are set forward over it, and two if they are set back.
    case date([Duration])

    /// Reads a text; nil if it is none of these.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        // Not translated: the form of times is that of ISO 8601.
        if TimeText.fits(bytes, "d:dd") || TimeText.fits(bytes, "dd:dd") {
            let hour = TimeText.number(bytes.dropLast(3))
            let minute = TimeText.number(bytes.suffix(2))
            guard hour < 24, minute < 60 else { return nil }
            self = .clock(hour: hour, minute: minute)
        } else if TimeText.fits(bytes, "dddd-dd-dd dd:dd"),
            case .moment(let noon)? = Since("\(text.prefix(TimeText.dateWidth)) 12:00"),
            noon > .zero
        {
            let (hour, minute) = (TimeText.number(bytes[11..<13]), TimeText.number(bytes.suffix(2)))
            guard hour < 24, minute < 60 else { return nil }
            let day = LocalTime(noon)
            self = .date(LocalTime.moments(hour: hour, minute: minute, days: 0, after: day))
        } else {
            let isSigned = text.hasPrefix("+")
            let length = TypedTime(isSigned ? text.dropFirst() : text[...])
            guard let length, let milliseconds = length.milliseconds else { return nil }
            // Without a sign, 18:30:00 is meant as a time of day.
            if case .clock = length, !isSigned { return nil }
            self = .ahead(.milliseconds(milliseconds))
        }
    }

    /// Returns the moment by the wall clock; nil if the clocks are set forward over the date, or
    /// over the next such time of day.
    func wall(at now: ClockReading) -> Duration? {
        switch self {
        case .ahead(let length): return now.wall + length
        case .date(let moments): return moments.first { $0 > now.wall } ?? moments.last
        case .clock(let hour, let minute):
            let today = LocalTime(now.wall)
            func moments(_ days: Int32) -> [Duration] {
                LocalTime.moments(hour: hour, minute: minute, days: days, after: today)
            }
            let candidates = [moments(0), moments(1)]
            if let next = candidates[0].first(where: { $0 > now.wall }) { return next }
            let isSkipped = candidates[0].isEmpty && today.isBefore(hour: hour, minute: minute)
            return isSkipped ? nil : candidates[1].first
        }
    }
}

/// A kick-off as it was typed.
struct TypedKickOff: Hashable, Sendable {
    /// The text of the time.
    let text: String
    let time: KickOffTime
    /// True if the countdown starts by itself then.
    let isAutomatic: Bool

    /// Returns the moment by the wall clock, in microseconds since 1970-01-01 00:00 UTC.
    ///
    /// - Throws: A ``Failure`` for a time that is past, too far ahead, or none.
    func microseconds(_ context: Context, failure: String) throws(Failure) -> Int {
        let now = context.time.now()
        guard let wall = time.wall(at: now) else {
            let cause = tr("there is no %1$@: the clocks are set forward over it", text)
            throw Failure(.usage, failure, cause: cause)
        }
        let most = InterfaceLimits.kickOffSeconds.upperBound
        guard wall > now.wall else {
            throw Failure(.usage, failure, cause: tr("'%1$@' is not ahead", text))
        }
        guard wall - now.wall <= .seconds(most) else {
            let cause = tr("'%1$@' is more than %2$@ ahead", text, TimeText.limit(seconds: most))
            throw Failure(.usage, failure, cause: cause)
        }
        return wall.wholeMicroseconds
    }
}

extension ArgumentReader {
    /// Reads the time of a kick-off.
    func kickOff(_ text: String) throws(UsageError) -> TypedKickOff {
        guard let time = KickOffTime(text) else {
            throw cannot(
                tr("'%1$@' is not a time of kick-off; use 18:30, '2026-11-24 18:30' or +20m", text)
            )
        }
        return TypedKickOff(text: text, time: time, isAutomatic: has(.auto))
    }
}

extension Option {
    static let auto = Option(
        "auto", tr("the countdown starts by itself at the kick-off"), isEffect: true)
}
