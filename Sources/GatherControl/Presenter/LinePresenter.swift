import GatherAPI
import LinuxIO

/// Shows what a watcher knows in a line for a status bar, and in words for other displays.
enum LinePresenter {
    /// The line, without its end.
    static func line(_ format: LineFormat, _ state: WatchState, at now: ClockReading) -> String {
        let text = format.parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): value(of: field, state, at: now)
            }
        }.joined()
        // No display lies, whatever it was made of.
        return state.isStale && !format.tellsStale ? "\(text) \(stale)" : text
    }

    /// What is said of a daemon that is lost.
    static let stale = "STALE"

    /// The digits of the clock where there is one.
    static func digits(_ state: WatchState, at now: ClockReading) -> String {
        state.clock(at: now)?.digits ?? "--:--"
    }

    /// How far the match is, as people on the touch line say it; and if that may be out of date.
    static func period(_ state: WatchState, at now: ClockReading) -> String {
        let words = state.gather.map { period($0, at: now) } ?? "no gather"
        return state.isStale ? "\(words) (\(stale))" : words
    }

    private static func period(_ gather: GatherSnapshot, at now: ClockReading) -> String {
        let left = gather.timer.remaining(at: now)
        return switch (gather.phase, gather.timer.state) {
        case (.ended, _): "full time"
        case (.discarded, _): "discarded"
        case (.open, _) where left == .zero: "time up"
        case (.open, .running): "playing"
        case (.open, .paused): "paused"
        case (.open, .stopped): "not running"
        }
    }

    private static func value(
        of field: LineFormat.Field, _ state: WatchState, at now: ClockReading
    ) -> String {
        switch field {
        case .clock: return digits(state, at: now)
        case .period: return period(state, at: now)
        case .stale: return state.isStale ? stale : ""
        default: break
        }
        guard let gather = state.gather else { return field == .state ? "none" : "" }
        return value(of: field, gather, at: now)
    }

    private static func value(
        of field: LineFormat.Field, _ gather: GatherSnapshot, at now: ClockReading
    ) -> String {
        let left = gather.timer.remaining(at: now)
        return switch field {
        case .clock, .period, .stale: ""
        case .state: ClockViewModel(gather, at: now).state
        case .teamA: gather.teamA.name
        case .teamB: gather.teamB.name
        case .scoreA: "\(gather.teamA.score)"
        case .scoreB: "\(gather.teamB.score)"
        case .score: gather.score
        case .winner: WinnerWords.name(gather)
        case .until:
            gather.phase == .open && gather.timer.state == .running && left > .zero
                ? LocalTime(now.wall + left).timeOfDay : ""
        case .remaining: "\(TimeWords.wholeSeconds(left))"
        case .submission: gather.submission?.state.rawValue ?? ""
        case .id: gather.id
        }
    }
}
