import GatherAPI
import LinuxIO

/// Shows what a watcher knows in a line for a status bar, and in words for other displays.
enum LinePresenter {
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

    /// How far the match is, as people on the touch line say it; and if that may be out of date.
    static func period(_ state: WatchState, at now: ClockReading) -> String {
        let period = state.clock(at: now).mode.texts.period
        return state.isStale ? "\(period) (\(stale))" : period
    }

    private static func value(
        of field: LineFormat.Field, _ state: WatchState, at now: ClockReading
    ) -> String {
        let clock = state.clock(at: now)
        return switch field {
        case .clock: clock.digits
        case .state: clock.state
        case .period: period(state, at: now)
        case .stale: state.isStale ? stale : ""
        case .until: clock.endsAt.map { LocalTime($0).timeOfDay } ?? ""
        case .remaining: clock.seconds.map { "\($0)" } ?? ""
        case .teamA: state.gather?.teamA.name ?? ""
        case .teamB: state.gather?.teamB.name ?? ""
        case .scoreA: state.gather.map { "\($0.teamA.score)" } ?? ""
        case .scoreB: state.gather.map { "\($0.teamB.score)" } ?? ""
        case .score: state.gather?.score ?? ""
        case .winner: state.gather?.winnerName.wrappedValue ?? ""
        case .submission: state.gather?.submission?.state.rawValue ?? ""
        case .id: state.gather?.id ?? ""
        }
    }
}
