/// What happened.
///
/// The events of a gather, in order, are the gather. Each says what was asked for, and the fold
/// makes the difference: so it stays right when one before it is taken back.
public enum Event: Hashable, Sendable {
    /// A gather opened.
    case opened(id: String, time: GatherTime, teamAName: String, teamBName: String)
    /// The countdown was set going, so long before the event was recorded.
    case started(ago: Duration)
    /// The countdown was held, so long before the event was recorded.
    case paused(ago: Duration)
    /// The countdown went back to the chosen time.
    case cancelled
    /// A new time was chosen.
    case timeSet(GatherTime)
    /// The deadline, or what remained, was moved; with `starts` it was asked to run from then on,
    /// and ran already.
    case timeAdjusted(by: Duration, starts: Bool = false)
    /// The goals of a side were set.
    case scoreSet(Side, Int)
    /// The goals of a side were raised or lowered.
    case scoreAdded(Side, delta: Int)
    /// A side scored, and who did is known.
    case goalScored(NamedGoal)
    /// Players were put to a section, or out of the gather: all who were named, also those who were
    /// there already.
    case playersMoved([Player], to: TeamSection?)
    /// Everybody was taken out of the gather; these were in it.
    case teamsCleared([Player])
    /// Two sides were drawn; others who were on one went to the bench.
    case teamsDrawn(DrawnTeams)
    /// The sides were named. One that is kept was not: what it was called then is told alone.
    case teamsNamed(teamAName: String, teamBName: String, keeping: Side? = nil)
    /// The gather ended with its result.
    case ended
    /// The gather was left without a result.
    case discarded
    /// A command was taken back: all the events with this step.
    case undone(step: Int)
    /// An undo was taken back: all the events with this step stand again.
    case redone(step: Int)
    /// The machine was found restarted, and its wall clock told for how long: from here the
    /// countdown goes by this boot's clock.
    case rebooted
    /// The machine was found restarted, and nobody knows for how long: the countdown goes on from
    /// where it was last seen, in doubt.
    case clockDoubted
    /// The wall clock has come to be right, and told how long the machine was down.
    case clockSettled
    /// The wall clock was set, or came to be right, while the countdown ran.
    case clockStepped
    /// An event that could not be read any more was here; it changes nothing.
    case lost
}

/// An event with all that is known of it.
public struct RecordedEvent: Hashable, Sendable {
    /// Its place in the gather, from 1 without a gap: the gather's revision after it.
    public var number: Int

    /// The number of the first event of the same command.
    public var step: Int

    /// When it was recorded.
    public var moment: Moment

    /// The user who asked, or nil where nobody did.
    public var operatorUID: UInt32?

    /// What happened.
    public var event: Event

    /// Makes a recorded event of its parts.
    public init(number: Int, step: Int, moment: Moment, operatorUID: UInt32?, event: Event) {
        self.number = number
        self.step = step
        self.moment = moment
        self.operatorUID = operatorUID
        self.event = event
    }

    /// Whether undo can take it back: whether a person's command did it, other than an undo.
    public var isUndoable: Bool {
        switch event {
        case .undone, .redone, .rebooted, .clockDoubted, .clockSettled, .clockStepped, .lost: false
        default: true
        }
    }
}
