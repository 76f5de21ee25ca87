import GatherAPI
import GatherCore

/// The names that an event has for programs, whatever it is about.
///
/// Together with ``EventDescription`` it is all that is said of an event.
struct EventKind {
    /// The name in the timeline and the export.
    let name: String
    /// The reason for which subscribers get the change; nil where the clock gives its own.
    let reason: Reason?
    /// The message of the journal; nil for an event that is no message.
    let message: MessageID?

    private init(_ name: String, _ reason: Reason?, _ message: MessageID?) {
        (self.name, self.reason, self.message) = (name, reason, message)
    }

    /// Makes the names of an event.
    init(_ event: Event) {
        self =
            switch event {
            case .opened: Self("opened", .opened, .opened)
            case .started: Self("started", .started, .started)
            case .paused: Self("paused", .paused, .paused)
            case .cancelled: Self("cancelled", .cancelled, .cancelled)
            case .timeSet: Self("timeSet", .timeSet, .timeSet)
            case .timeAdjusted: Self("timeAdjusted", .timeAdjusted, .timeAdjusted)
            case .scoreSet: Self("scoreChanged", .scoreChanged, .goalsSet)
            case .scoreAdded(_, let delta):
                Self("scoreChanged", .scoreChanged, delta > 0 ? .goal : .goalTakenBack)
            case .goalScored: Self("scoreChanged", .scoreChanged, .goal)
            case .playersMoved, .teamsCleared:
                Self("playersMoved", .playersChanged, .playersMoved)
            case .teamsDrawn: Self("teamsDrawn", .playersChanged, .teamsDrawn)
            case .teamsNamed: Self("teamsNamed", .playersChanged, .teamsNamed)
            case .ended: Self("ended", .ended, .ended)
            case .discarded: Self("discarded", .discarded, .discarded)
            case .undone: Self("undone", .undone, .undone)
            case .redone: Self("redone", .redone, .redone)
            case .rebooted: Self("rebooted", nil, .clockCorrected)
            case .clockDoubted: Self("clockDoubted", nil, .clockDoubted)
            case .clockSettled: Self("clockSettled", nil, .clockCorrected)
            case .clockStepped: Self("clockStepped", nil, .clockCorrected)
            case .lost: Self("lost", nil, nil)
            }
    }

    /// The name of a start that resumes what was paused.
    static let resumed = "resumed"
}
