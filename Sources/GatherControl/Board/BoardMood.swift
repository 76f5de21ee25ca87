import GatherAPI
import LinuxIO

/// What a match does, as the board tells it apart.
enum BoardMood: Hashable, Sendable, CaseIterable {
    /// There is no match yet.
    case none
    /// The clock is at rest, and can be started.
    case ready
    /// The clock runs.
    case running
    /// The clock runs, for a minute at most.
    case lastMinute
    /// The clock is held.
    case paused
    /// The clock has come to its end.
    case timeUp
    /// The match is over, with a result.
    case ended
    /// The match was left without a result.
    case discarded

    /// What a gather does at a moment.
    init(_ gather: GatherSnapshot?, at now: ClockReading) {
        guard let gather else {
            self = .none
            return
        }
        let remaining = gather.timer.remaining(at: now)
        switch (gather.phase, gather.timer.state) {
        case (.ended, _): self = .ended
        case (.discarded, _): self = .discarded
        case (.open, _) where remaining == .zero: self = .timeUp
        case (.open, .running): self = remaining > .seconds(60) ? .running : .lastMinute
        case (.open, .paused): self = .paused
        case (.open, .stopped): self = .ready
        }
    }

    /// The same in words.
    var words: String {
        switch self {
        case .none: "NO GATHER YET"
        case .ready: "READY"
        case .running: "RUNNING"
        case .lastMinute: "LAST MINUTE"
        case .paused: "PAUSED"
        case .timeUp: "TIME IS UP"
        case .ended: "ENDED"
        case .discarded: "DISCARDED"
        }
    }
}
