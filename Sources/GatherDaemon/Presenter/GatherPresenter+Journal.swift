import GatherCore

/// The journal's record of a match.
extension GatherPresenter {
    /// Returns the entry of an event: what it was, and the state of the match after it.
    static func journalEntry(_ recorded: RecordedEvent, before: Gather, after: Gather) -> LogEntry {
        // An opening that is taken back leaves nothing to report.
        let shown = after.phase == .unopened ? before : after
        let resumes = isPaused(before, at: recorded.moment)
        let description = EventDescription(
            recorded, resumes: resumes, undone: undone(by: recorded, before: before), in: shown)
        var message = EventKind(recorded.event).message
        if case .undone = recorded.event, before.phase != .open, after.phase == .open {
            message = .reopened
        }
        var entry = journalEntry(
            message, description.timelineText.description, of: shown, at: recorded.moment)
        entry.fields["GATHER_EVENT"] = "\(recorded.number)"
        (entry.operatorUID, entry.device) = (recorded.operatorUID, recorded.device)
        entry.fields.merge(description.fields) { $1 }
        return entry
    }

    /// Returns the entry of something that the clock did, or that happened to the match.
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

    /// Returns the priority: notice for the turns of a match, info for its details.
    private static func priority(_ id: MessageID?) -> LogPriority {
        switch id {
        case .storageFailed, .salvaged: .error
        case .clockDoubted, .kickOffMissed: .warning
        case .startedByKickOff: .notice
        case .periodBegan, .periodEnded, .extraTimeAdded, .kicksBegan: .notice
        case .opened, .timeUp, .ended, .discarded, .reopened, .recovered, .clockCorrected: .notice
        default: .info
        }
    }
}
