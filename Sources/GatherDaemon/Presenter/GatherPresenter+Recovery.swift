import GatherAPI
import GatherCore
import LinuxIO

/// The presentation of a countdown that continued unobserved.
extension GatherPresenter {
    /// Returns the recovery of a countdown, as a clock determined it at `now`.
    ///
    /// - Parameters:
    ///   - unattended: The longest time for which it can have been unobserved.
    ///   - restarted: The moment when the daemon restarted, in the present boot.
    static func recovery(
        unattended: Duration, clock: RecoveryFields.Clock, restarted: Moment, at now: Moment
    ) -> RecoveryFields {
        RecoveryFields(
            unattendedMilliseconds: unattended.wholeMilliseconds, clock: clock,
            // A clock that is not set yet would show another day.
            restartedAt: clock == .none ? nil : timestamp(known(restarted, at: now)),
            decidedAtBoottimeMicroseconds: now.boottime.wholeMicroseconds)
    }

    /// Returns the journal's text that the daemon has restarted, in a match in which nothing was
    /// lost.
    static func restarted(_ moment: Moment, at now: Moment) -> String {
        "restarted \(LocalTime(known(moment, at: now).wall).timeOfDay)"
    }

    /// Returns a moment of this boot by the wall clock as it is set now.
    private static func known(_ moment: Moment, at now: Moment) -> Moment {
        now.advanced(by: .zero - now.elapsed(since: moment))
    }
}

extension GatherPresenter {
    /// Returns the fields about a salvaged database.
    static func salvage(_ salvage: Salvage) -> SalvageFields {
        SalvageFields(
            file: salvage.file, at: UniversalTime(salvage.at).rfc3339,
            savedEvents: salvage.savedEvents, lostEvents: salvage.lostEvents,
            mayHaveLostMore: salvage.mayHaveLostMore)
    }
}
