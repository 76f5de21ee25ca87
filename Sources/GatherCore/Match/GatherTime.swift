/// Minutes and seconds, as a person chooses and reads them.
///
/// Both are kept as given, so that a refusal can name an impossible time such as `-1:-1`;
/// ``duration`` is nil for such a time.
public struct GatherTime: Hashable, Sendable {
    /// The default time of a gather: `10:00`.
    public static let standard = GatherTime(minutes: 10, seconds: 0)

    /// Whole minutes; more than 59 are written without hours (`90:00`).
    public var minutes: Int

    /// Seconds of the minute, 0 to 59 in a valid time.
    public var seconds: Int

    /// Makes a time from its two components, valid or not.
    public init(minutes: Int, seconds: Int) {
        self.minutes = minutes
        self.seconds = seconds
    }

    /// Makes the time to display for a remaining duration: rounded up to a whole second, at least
    /// `00:00`.
    public init(roundingUp remaining: Duration) {
        let (whole, attoseconds) = max(remaining, .zero).components
        let shown = Int(whole) + (attoseconds > 0 ? 1 : 0)
        self.init(minutes: shown / 60, seconds: shown % 60)
    }

    /// The total in seconds.
    public var wholeSeconds: Int { minutes * 60 + seconds }

    /// The length of a countdown with this time, or nil if no countdown can have it.
    ///
    /// It is nil if a component is out of its range, the time is zero, or it exceeds 24 hours.
    public var duration: Duration? {
        guard (0...1_440).contains(minutes), Limits.secondOfMinute.contains(seconds) else {
            return nil
        }
        let duration = Duration.seconds(wholeSeconds)
        return Limits.time.contains(duration) ? duration : nil
    }
}

extension GatherTime: CustomStringConvertible {
    /// The time as `MM:SS`, each with at least two digits.
    public var description: String { "\(Self.twoDigits(minutes)):\(Self.twoDigits(seconds))" }

    private static func twoDigits(_ value: Int) -> String {
        (0...9).contains(value) ? "0\(value)" : "\(value)"
    }
}
