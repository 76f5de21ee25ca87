/// Minutes and seconds, as a person chooses and reads them.
///
/// The two are kept as they were given, so that an impossible time such as `-1:-1` can be named
/// in a refusal; ``duration`` tells whether a countdown can have it.
public struct GatherTime: Hashable, Sendable {
    /// What a gather has when nothing else is chosen: `10:00`.
    public static let standard = GatherTime(minutes: 10, seconds: 0)

    /// Whole minutes; more than 59 are written as they are (`90:00`).
    public var minutes: Int

    /// Seconds of the minute, 0 to 59 in a possible time.
    public var seconds: Int

    /// Makes a time of its two components, possible or not.
    public init(minutes: Int, seconds: Int) {
        self.minutes = minutes
        self.seconds = seconds
    }

    /// Makes the time that is shown for what remains: rounded up to a whole second, never below
    /// `00:00`.
    public init(roundingUp remaining: Duration) {
        let (whole, attoseconds) = max(remaining, .zero).components
        let shown = Int(whole) + (attoseconds > 0 ? 1 : 0)
        self.init(minutes: shown / 60, seconds: shown % 60)
    }

    /// The length of a countdown with this time, or nil for one that no countdown can have:
    /// a component out of its range, nothing at all, or more than 24 hours.
    public var duration: Duration? {
        guard (0...1_440).contains(minutes), (0...59).contains(seconds) else { return nil }
        let duration = Duration.seconds(minutes * 60 + seconds)
        return Limits.time.contains(duration) ? duration : nil
    }
}

extension GatherTime: CustomStringConvertible {
    /// `MM:SS`, each at least two digits.
    public var description: String { "\(Self.twoDigits(minutes)):\(Self.twoDigits(seconds))" }

    private static func twoDigits(_ value: Int) -> String {
        (0...9).contains(value) ? "0\(value)" : "\(value)"
    }
}
