import GatherAPI
import LinuxIO

/// Tells of a countdown that went on while nobody saw it.
enum RecoveryPresenter {
    /// How long a board shows what was decided and is not in doubt.
    private static let minute: Duration = .seconds(60)

    /// A line for who asks how the match stands; nil where the countdown was always seen.
    static func line(_ recovered: RecoveryFields?, at now: ClockReading) -> String? {
        guard let recovered else { return nil }
        let time = recovered.restartedAt.map { " \(TimeWords.moment($0, at: now))" } ?? ""
        switch recovered.clock {
        case .boottime: return "restarted\(time)"
        case .wall: return "restarted\(time) after a reboot: the countdown goes by the wall clock"
        case .none: return "restarted after a reboot: no clock can tell how long that took"
        }
    }

    /// The line for who looks at the match: none where nothing was lost, and a decision only for
    /// a while.
    static func boardLine(_ recovered: RecoveryFields?, at now: ClockReading) -> String? {
        switch recovered?.clock {
        case .boottime, nil: return nil
        case .none?: return line(recovered, at: now)
        case .wall?:
            guard let end = recovered.flatMap(end) else { return line(recovered, at: now) }
            return now.boottime < end ? line(recovered, at: now) : nil
        }
    }

    /// When a board has shown the line for long enough, by the boot time; nil if that is over, or
    /// if there is nothing that ends.
    static func boardEnd(_ recovered: RecoveryFields?, at now: ClockReading) -> Duration? {
        guard recovered?.clock == .wall else { return nil }
        return recovered.flatMap(end).flatMap { now.boottime < $0 ? $0 : nil }
    }

    private static func end(_ recovered: RecoveryFields) -> Duration? {
        recovered.decidedAtBoottimeMicroseconds.map { .microseconds($0) + minute }
    }
}
