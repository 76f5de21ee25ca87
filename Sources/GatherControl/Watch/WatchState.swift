import GatherAPI
import LinuxIO

/// The state of the match as a watcher knows it.
///
/// The clock continues from it when the daemon is lost, and the state is marked as stale.
struct WatchState: Hashable {
    /// The newest state of the match that was received.
    private(set) var match = MatchState()

    /// The newest gather that was received; nil before the first one.
    var gather: GatherSnapshot? { match.gather }

    /// The events of the gather, where a view shows some; of its last revision that they could be
    /// fetched for.
    var events: [TimelineEntry] = []

    /// True if a state of the match was received.
    private(set) var isKnown = false

    /// True if the state may be out of date.
    private(set) var isStale = false

    /// The reason for the last message; a hint.
    private(set) var reason = ""

    mutating func update(_ match: MatchState, reason: String) {
        (self.match, self.reason) = (match, reason)
        (isKnown, isStale) = (true, false)
    }

    mutating func lose() { isStale = true }

    /// The goals of the match, from its events.
    var report: MatchReport { MatchReport(events) }

    func clock(at now: ClockReading) -> ClockViewModel { ClockViewModel(gather, at: now) }

    /// Returns the digits that change by themselves: those of the clock, and of a time-out, which
    /// goes on while the clock stands.
    func countedDigits(at now: ClockReading) -> [String] {
        let timeOut = StoppagePresenter.left(gather, at: now).map { TimeText.clock($0) }
        return [clock(at: now).countedDigits, timeOut].compactMap(\.self)
    }

    /// Returns the time until any of these digits next changes; nil if none does.
    func untilNextDigits(at now: ClockReading) -> Duration? {
        let timeOut = StoppagePresenter.left(gather, at: now).map { left in
            left - .seconds(TimeText.wholeSeconds(left) - 1)
        }
        return [clock(at: now).untilNextDigits, timeOut].compactMap(\.self).min()
    }
}

/// The state of the match in a reply to `Get` and in each message of a subscription.
typealias MatchState = GatherMethod.Get.Reply
