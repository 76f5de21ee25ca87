import GatherAPI
import LinuxIO

/// Presents a watcher's state as a line for a status bar, and as words for other displays.
enum LinePresenter {
    static func line(_ format: LineFormat, _ state: WatchState, at now: ClockReading) -> String {
        let text = format.parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): value(of: field, state, at: now)
            }
        }.joined()
        // No display may hide that its data is out of date, whatever its format is.
        return state.isStale && !format.showsStale ? "\(text) \(stale)" : text
    }

    /// The word for a state whose daemon is lost.
    static let stale = "STALE"

    /// Returns the period in the language of the touch line, marked if it may be out of date.
    static func period(_ state: WatchState, at now: ClockReading) -> String {
        let period = state.clock(at: now).period
        return state.isStale ? "\(period) (\(stale))" : period
    }

    /// The mark of an own goal, as scoreboards have it.
    static let ownGoal = "(OG)"

    /// Returns the goal of the last moment that was counted as a single one.
    private static func lastGoal(_ state: WatchState) -> TimelineEntry? {
        state.report.goals.last { $0.goals == 1 && $0.correction != true }
    }

    private static func scorer(_ goal: TimelineEntry) -> String? {
        goal.scorer.map { goal.ownGoal == true ? "\($0) \(ownGoal)" : $0 }
    }

    private static func value(
        of field: LineFormat.Field, _ state: WatchState, at now: ClockReading
    ) -> String {
        let clock = state.clock(at: now)
        return switch field {
        case .clock: clock.digits
        case .state: clock.state
        case .period: period(state, at: now)
        case .kickoff: clock.kickOff?.digits ?? ""
        case .stale: state.isStale ? stale : ""
        case .until: clock.endsAt.map { LocalTime($0).timeOfDay } ?? ""
        case .remaining: clock.seconds.map { "\($0)" } ?? ""
        case .teamA: state.gather?.teamA.name ?? ""
        case .teamB: state.gather?.teamB.name ?? ""
        case .scoreA: state.gather.map { "\($0.teamA.score)" } ?? ""
        case .scoreB: state.gather.map { "\($0.teamB.score)" } ?? ""
        case .score: state.gather?.score ?? ""
        case .winner: state.gather?.winnerName.wrappedValue ?? ""
        case .scorer: lastGoal(state).flatMap(scorer) ?? ""
        case .minute:
            lastGoal(state)?.minuteText ?? ""
        case .added: clock.course?.announced ?? ""
        case .stoppage: clock.course?.stoppage ?? ""
        case .cardsA: CardPresenter.short(state.gather, .teamA)
        case .cardsB: CardPresenter.short(state.gather, .teamB)
        case .foulsA: StoppagePresenter.fouls(of: .teamA, state.gather)
        case .foulsB: StoppagePresenter.fouls(of: .teamB, state.gather)
        case .timeout: StoppagePresenter.underway(state.gather, at: now) ?? ""
        case .kicks: state.gather?.kicks?.score ?? ""
        case .log: state.events.last?.shownText ?? ""
        case .submission: state.gather?.submission?.state.rawValue ?? ""
        case .id: state.gather?.id ?? ""
        }
    }
}
