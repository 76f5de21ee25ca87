import GatherAPI
import GatherCore
import LinuxIO

/// What is told of a countdown that went on while nobody saw it.
extension GatherPresenter {
    /// The recovery of a countdown, of which a clock has told at `now`.
    ///
    /// - Parameters:
    ///   - unattended: For how long nobody saw it, at most.
    ///   - restarted: When the daemon came back, in the present boot.
    static func recovery(
        unattended: Duration, clock: RecoveryFields.Clock, restarted: Moment, at now: Moment
    ) -> RecoveryFields {
        RecoveryFields(
            unattendedMilliseconds: unattended.wholeMilliseconds, clock: clock,
            // A clock that nobody has set yet would tell of another day.
            restartedAt: clock == .none ? nil : timestamp(known(restarted, at: now)),
            decidedAtBoottimeMicroseconds: now.boottime.wholeMicroseconds)
    }

    /// That the daemon is back, for the journal of a match in which nothing was lost.
    static func restarted(_ moment: Moment, at now: Moment) -> String {
        "restarted \(LocalTime(known(moment, at: now).wall).timeOfDay)"
    }

    /// A moment of this boot by the wall clock as it is known by now.
    private static func known(_ moment: Moment, at now: Moment) -> Moment {
        now.advanced(by: .zero - now.elapsed(since: moment))
    }
}

extension GatherPresenter {
    /// What is told of a damaged database.
    static func salvage(_ salvage: Salvage) -> SalvageFields {
        SalvageFields(
            file: salvage.file, at: UniversalTime(salvage.at).rfc3339,
            savedEvents: salvage.savedEvents, lostEvents: salvage.lostEvents,
            mayHaveLostMore: salvage.mayHaveLostMore)
    }
}
