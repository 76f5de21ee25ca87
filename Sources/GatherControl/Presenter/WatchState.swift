import GatherAPI
import LinuxIO

/// What a watcher knows.
///
/// It goes on counting from that when the daemon is lost, and says so.
struct WatchState: Hashable {
    /// The newest that was heard of the match.
    private(set) var match = MatchState()

    /// The newest gather that was heard of; nil before the first one.
    var gather: GatherSnapshot? { match.gather }

    /// Whether anything was heard yet.
    private(set) var hasHeard = false

    /// Whether what is known may be out of date.
    private(set) var isStale = false

    /// Why the last message came; a hint.
    private(set) var reason = ""

    /// How much time has passed in waiting since the last message.
    ///
    /// A machine that was suspended has not waited.
    private(set) var silence = Duration.zero

    /// Whether the daemon should be heard every second.
    private var isRunning: Bool { gather?.phase == .open && gather?.timer.state == .running }

    /// Takes in a message.
    mutating func hear(_ match: MatchState, reason: String) {
        self.match = match
        self.reason = reason
        hasHeard = true
        isStale = false
        silence = .zero
    }

    /// Notes that there is a new connection, on which the daemon should be heard soon.
    mutating func reconnect() {
        silence = .zero
    }

    /// Notes that the daemon is lost.
    mutating func lose() {
        isStale = true
    }

    /// Notes that nothing was heard for so long.
    mutating func wait(_ duration: Duration) {
        silence += duration
    }

    /// How long the daemon may be silent from now on, or nil if for ever.
    ///
    /// - Parameter limit: How long it may be at all: before its first message, and with ticks
    ///   while the countdown runs.
    func silenceLeft(_ limit: Duration, ticks: Bool) -> Duration? {
        let isDue = isStale || !hasHeard || (ticks && isRunning)
        return isDue ? max(limit - silence, .zero) : nil
    }

    /// The clock, if there is one to show.
    func clock(at now: ClockReading) -> ClockViewModel? {
        gather.map { ClockViewModel($0, at: now) }
    }
}
