import GatherAPI
import LinuxIO

/// Presents a countdown that ran while the daemon did not.
enum RecoveryPresenter {
    /// The time for which a board shows a decision that is not in doubt.
    private static let minute: Duration = .seconds(60)

    /// Returns a line for `status`; nil if the daemon ran all the time.
    static func line(_ recovered: RecoveryFields?, at now: ClockReading) -> String? {
        guard let recovered else { return nil }
        let time = recovered.restartedAt.map { TimeText.moment($0, at: now) }
        return switch (recovered.clock, time) {
        case (.none, _): tr("restarted after a reboot: no clock can tell how long that took")
        case (.boottime, let time?): tr("restarted %1$@", time)
        case (.wall, let time?):
            tr("restarted %1$@ after a reboot: the countdown goes by the wall clock", time)
        // An older gatherd does not report when.
        case (_, nil): tr("restarted")
        }
    }

    /// Returns a line for a board: nil if nothing was lost, and a decision only for a while.
    static func boardLine(_ recovered: RecoveryFields?, at now: ClockReading) -> String? {
        switch recovered?.clock {
        case .boottime, nil: return nil
        case .none?: return line(recovered, at: now)
        case .wall?:
            guard let end = recovered.flatMap(end) else { return line(recovered, at: now) }
            return now.boottime < end ? line(recovered, at: now) : nil
        }
    }

    /// Returns the boot time at which a board stops showing the line; nil if that is over, or if
    /// the line stays.
    static func boardEnd(_ recovered: RecoveryFields?, at now: ClockReading) -> Duration? {
        guard recovered?.clock == .wall else { return nil }
        return recovered.flatMap(end).flatMap { now.boottime < $0 ? $0 : nil }
    }

    private static func end(_ recovered: RecoveryFields) -> Duration? {
        recovered.decidedAtBoottimeMicroseconds.map { .microseconds($0) + minute }
    }
}
