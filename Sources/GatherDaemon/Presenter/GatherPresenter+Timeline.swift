import GatherAPI
import GatherCore

extension GatherPresenter {
    /// What happened in a gather, each event as it was when it happened, from after one on.
    ///
    /// Only how long the countdown had run at an event that stands is as it is known in the end: a
    /// goal during a pause that was taken back was scored in that minute of the match.
    ///
    /// The entries are without the names of users.
    static func timeline(_ gather: Gather, after: Int, limit: Int) -> [TimelineEntry] {
        let undoneBy = undoers(gather.log)
        var entries: [TimelineEntry] = []
        var replayed = Gather()
        var hindsight = Hindsight(of: gather)
        for event in gather.log {
            // Not a copy of the gather: with it, every event would cost a copy of the log.
            let resumes = isPaused(replayed, at: event.moment)
            replayed.apply(event)
            let hasRun = hindsight.hasRun(at: event)
            guard event.number > after else { continue }
            var entry = entry(
                event, resumes: resumes, after: replayed, undoneBy: undoneBy[event.step])
            if entry.undoneBy == nil { entry.goneMilliseconds = hasRun.wholeMilliseconds }
            entries.append(entry)
            if entries.count == limit { break }
        }
        return entries
    }

    private static func entry(
        _ recorded: RecordedEvent, resumes: Bool, after: Gather, undoneBy: Int?
    ) -> TimelineEntry {
        let now = recorded.moment
        let remaining = GatherTime(roundingUp: after.timer.remaining(at: now))
        var goal: NamedGoal?
        if case .goalScored(let scored) = recorded.event { goal = scored }
        return TimelineEntry(
            number: recorded.number, step: recorded.step, kind: kind(recorded, resumes: resumes),
            text: text(recorded, resumes: resumes, after: after), at: timestamp(now),
            goneMilliseconds: after.timer.hasRun(at: now).wholeMilliseconds,
            clock: TimeFields(minutes: remaining.minutes, seconds: remaining.seconds),
            score: after.score.scoreDescription, operatorUID: recorded.operatorUID.map(Int.init),
            operatorName: nil, undoneBy: recorded.isUndoable ? undoneBy : nil,
            scorer: goal?.scorer.name, scorerID: goal?.scorer.id, ownGoal: goal?.isOwnGoal)
    }

    /// By which event each step was taken back, where that stands.
    private static func undoers(_ log: [RecordedEvent]) -> [Int: Int] {
        var undoers: [Int: Int] = [:]
        for event in log {
            switch event.event {
            case .undone(let step): undoers[step] = event.number
            case .redone(let step): undoers[step] = nil
            default: break
            }
        }
        return undoers
    }

    private static func kind(_ recorded: RecordedEvent, resumes: Bool) -> String {
        switch recorded.event {
        case .opened: "opened"
        case .started: resumes ? "resumed" : "started"
        case .paused: "paused"
        case .cancelled: "cancelled"
        case .timeSet: "timeSet"
        case .timeAdjusted: "timeAdjusted"
        case .scoreSet, .scoreAdded, .goalScored: "scoreChanged"
        case .playersMoved, .teamsCleared: "playersMoved"
        case .teamsDrawn: "teamsDrawn"
        case .teamsNamed: "teamsNamed"
        case .ended: "ended"
        case .discarded: "discarded"
        case .undone: "undone"
        case .redone: "redone"
        case .rebooted: "rebooted"
        case .clockDoubted: "clockDoubted"
        case .clockSettled: "clockSettled"
        case .clockStepped: "clockStepped"
        case .lost: "lost"
        }
    }

    /// An event in words; a start resumes what was paused.
    static func text(
        _ recorded: RecordedEvent, resumes: Bool, after: Gather
    ) -> String {
        switch recorded.event {
        case .opened(_, let time, let teamAName, let teamBName):
            return "opened at \(time): \(teamAName) - \(teamBName)"
        case .started(let ago):
            return (resumes ? "resumed" : "started") + dated(ago)
        case .paused(let ago): return "paused" + dated(ago)
        case .cancelled: return "clock back at \(GatherTime(roundingUp: after.timer.initial))"
        case .timeSet(let time): return "time set to \(time)"
        case .timeAdjusted(let amount, _):
            return "time adjusted by \(signed(amount.wholeSeconds)) s"
        case .scoreSet(let side, let goals):
            return "goals of \(after.name(of: side)) set to \(goals)"
        case .scoreAdded(let side, 1): return "goal for \(after.name(of: side))"
        case .scoreAdded(let side, let delta):
            return "\(signed(delta)) goals for \(after.name(of: side))"
        case .goalScored(let goal): return words(goal, in: after)
        case .playersMoved(_, nil), .teamsCleared:
            return "out of the gather: \(names(after.moved(by: recorded)))"
        case .playersMoved(_, let section?):
            return "to \(name(of: section, in: after)): \(names(after.moved(by: recorded)))"
        case .teamsDrawn(let drawn): return words(drawn, in: after)
        case .teamsNamed(let teamAName, let teamBName, _):
            return "teams named: \(teamAName) - \(teamBName)"
        case .ended: return "ended"
        case .discarded: return "discarded"
        case .undone(let step):
            return "undid \(step): " + words(after.events(ofStep: step), in: after)
        case .redone(let step):
            return "redid \(step): " + words(after.events(ofStep: step), in: after)
        case .rebooted: return "the machine was restarted, the wall clock told for how long"
        case .clockDoubted: return "the machine was restarted, nobody knows for how long"
        case .clockSettled: return "the wall clock is right, and the countdown goes by it"
        case .clockStepped: return "the wall clock was set"
        case .lost: return "lost: it could not be read from a damaged database"
        }
    }

    static func isPaused(_ gather: Gather, at now: Moment) -> Bool {
        if case .paused = gather.timer.state(at: now) { true } else { false }
    }

    private static func dated(_ ago: Duration) -> String {
        ago == .zero ? "" : ", \(GatherTime(roundingUp: ago)) ago"
    }
}
