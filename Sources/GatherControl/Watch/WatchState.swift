import GatherAPI
import LinuxIO
import Varlink

/// What a watcher knows.
///
/// It goes on counting from that when the daemon is lost, and says so.
struct WatchState: Hashable {
    /// The newest that was heard of the match.
    private(set) var match = MatchState()

    /// The newest gather that was heard of; nil before the first one.
    var gather: GatherSnapshot? { match.gather }

    private(set) var hasHeard = false

    /// Whether what is known may be out of date.
    private(set) var isStale = false

    /// Why the last message came; a hint.
    private(set) var reason = ""

    mutating func hear(_ match: MatchState, reason: String) {
        (self.match, self.reason) = (match, reason)
        (hasHeard, isStale) = (true, false)
    }

    mutating func lose() { isStale = true }

    func clock(at now: ClockReading) -> ClockViewModel { ClockViewModel(gather, at: now) }
}

/// What the daemon tells of the match, in answer to `Get` and in each message of a subscription.
typealias MatchState = GatherMethod.Get.Reply
