import GatherAPI
import LinuxIO
import Varlink

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
    var report: MatchReport {
        var report = MatchReport()
        for entry in events { report.add(entry) }
        return report
    }

    func clock(at now: ClockReading) -> ClockViewModel { ClockViewModel(gather, at: now) }
}

/// The state of the match in a reply to `Get` and in each message of a subscription.
typealias MatchState = GatherMethod.Get.Reply
