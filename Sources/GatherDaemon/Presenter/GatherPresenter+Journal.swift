import GatherCore
import LinuxIO

/// The journal's record of a match.
extension GatherPresenter {
    /// The entry of an event: what it was, and how the match stands with it.
    static func journalEntry(
        _ recorded: RecordedEvent, before: Gather, after: Gather
    ) -> LogEntry {
        // An opening that is taken back leaves nothing to tell of.
        let shown = after.phase == .unopened ? before : after
        let resumes = isPaused(before, at: recorded.moment)
        var entry = journalEntry(
            messageID(recorded.event, before: before, after: after),
            text(recorded, resumes: resumes, after: shown), of: shown, at: recorded.moment)
        entry.fields["GATHER_EVENT"] = "\(recorded.number)"
        if let uid = recorded.operatorUID { entry.fields["GATHER_OPERATOR_UID"] = "\(uid)" }
        switch recorded.event {
        case .scoreSet(let side, _), .scoreAdded(let side, _):
            entry.fields["GATHER_TEAM"] = shown.name(of: side)
        case .goalScored(let goal):
            entry.fields["GATHER_TEAM"] = shown.name(of: goal.side)
            entry.fields["GATHER_SCORER"] = goal.scorer.name
            entry.fields["GATHER_SCORER_ID"] = "\(goal.scorer.id)"
            entry.fields["GATHER_OWN_GOAL"] = goal.isOwnGoal ? "1" : "0"
        case .teamsDrawn(let drawn): entry.fields["GATHER_SEED"] = "\(drawn.draw.seed)"
        default: break
        }
        return entry
    }

    /// An entry of something that the clock did, or that became of the match.
    static func journalEntry(
        _ id: MessageID?, _ text: String, of gather: Gather, at now: Moment
    ) -> LogEntry {
        let (teamA, teamB) = (gather.name(of: .teamA), gather.name(of: .teamB))
        let score = gather.score.scoreDescription
        let clock = GatherTime(roundingUp: gather.timer.remaining(at: now))
        return LogEntry(
            priority: priority(id), message: "\(clock)  \(teamA) \(score) \(teamB)  \(text)",
            id: id,
            fields: [
                "GATHER_ID": gather.id, "GATHER_SCORE": score, "GATHER_CLOCK": "\(clock)",
                "GATHER_TEAM_A": teamA, "GATHER_TEAM_B": teamB,
            ])
    }

    /// The turns of a match are of note, its details of interest.
    private static func priority(_ id: MessageID?) -> LogPriority {
        switch id {
        case .storageFailed, .salvaged: .error
        case .clockDoubted: .warning
        case .opened, .timeUp, .ended, .discarded, .reopened, .recovered, .clockCorrected: .notice
        default: .info
        }
    }

    private static func messageID(_ event: Event, before: Gather, after: Gather) -> MessageID? {
        switch event {
        case .opened: .opened
        case .started: .started
        case .paused: .paused
        case .cancelled: .cancelled
        case .timeSet: .timeSet
        case .timeAdjusted: .timeAdjusted
        case .scoreAdded(_, let delta): delta > 0 ? .goal : .goalTakenBack
        case .scoreSet: .goalsSet
        case .goalScored: .goal
        case .playersMoved, .teamsCleared: .playersMoved
        case .teamsDrawn: .teamsDrawn
        case .teamsNamed: .teamsNamed
        case .ended: .ended
        case .discarded: .discarded
        case .undone: before.phase != .open && after.phase == .open ? .reopened : .undone
        case .redone: .redone
        case .clockDoubted: .clockDoubted
        case .rebooted, .clockSettled, .clockStepped: .clockCorrected
        case .lost: nil
        }
    }
}
