import GatherAPI
import LinuxIO

/// The kick-off of a match that was not started yet, as it is shown at one moment.
struct KickOffViewModel: Hashable {
    /// The time until the kick-off; zero from then on.
    let remaining: Duration

    /// The length of the match, such as `10:00`.
    let length: String

    /// The time of the kick-off, such as `at 18:30` or `tomorrow at 18:30`.
    let time: String

    /// The local time of the kick-off, with the date if that is not today.
    private let moment: String

    /// A sentence about a start by itself; nil if the kick-off is only shown.
    let note: String?

    /// Returns nil if no kick-off is waited for.
    ///
    /// The remaining time is by the clock of the daemon's machine: the wall clock of this one may
    /// be wrong.
    init?(_ gather: GatherSnapshot?, at now: ClockReading) {
        guard let gather, gather.phase == .open, let kickOff = gather.kickOff else { return nil }
        let wall = Duration.microseconds(kickOff.atMicroseconds)
        let left = .microseconds(kickOff.atBoottimeMicroseconds) - now.boottime
        remaining = max(left, .zero)
        length = TimeText.clock(gather.timer.remaining(at: now))
        let (local, today) = (LocalTime(wall), LocalTime(wall - left))
        let clock = local.shortTime
        moment = local.date == today.date ? clock : "\(local.date) \(clock)"
        time =
            switch local.date {
            case today.date: tr("at %1$@", clock)
            case today.nextDate: tr("tomorrow at %1$@", clock)
            default: tr("on %1$@ at %2$@", local.date, clock)
            }
        let missing = kickOff.teamWithoutPlayers.map { gather.team($0).name }
        note =
            switch (kickOff.automatic, missing) {
            case (false, _): nil
            case (true, nil) where remaining == .zero: nil
            case (true, nil): tr("the countdown starts by itself then")
            case (true, let name?) where remaining > .zero:
                tr("the countdown cannot start by itself: %1$@ has no players", name)
            case (true, let name?):
                tr("the countdown did not start by itself: %1$@ has no players", name)
            }
    }

    /// True from the moment of the kick-off on.
    var isDue: Bool { remaining == .zero }

    /// The digits that count down, such as `12:30` or `23:12:30`.
    var digits: String { TimeText.countdown(remaining) }

    /// The kick-off in full, such as `kick-off at 18:30, in 12:30`.
    var sentence: String {
        isDue
            ? tr("kick-off was due at %1$@", moment) : tr("kick-off %1$@, in %2$@", time, digits)
    }

    /// The lines about the kick-off.
    var lines: [String] { [sentence, note].compactMap(\.self) }

    /// The kick-off as a period of the match, which other programs read.
    var period: String {
        // Not translated: periods are read by programs.
        isDue ? "kick-off was due at \(moment)" : "kick-off in \(digits)"
    }

    /// The label and the headline of a board, on which the digits are those of the kick-off until
    /// it is due.
    var label: String { isDue ? tr("KICK-OFF WAS DUE AT %1$@", moment) : tr("KICK-OFF IN") }
}
