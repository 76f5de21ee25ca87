/// A fact in a gather's log.
///
/// A gather is the fold of its events, in order. Each event records what was asked for, and the
/// fold computes the difference; so an event stays right when an earlier one is taken back.
///
/// A log has many events, and most of them are small: the large ones are kept apart.
public enum Event: Hashable, Sendable {
    /// A gather opened; `fixture` is the one of a tournament that it is, nil for none.
    case opened(
        id: String, time: GatherTime, teamAName: String, teamBName: String,
        fixture: String? = nil)
    /// The countdown was started, `ago` before the event was recorded: by the kick-off itself, or
    /// else by a person.
    case started(ago: Duration, byKickOff: Bool = false)
    /// The countdown was paused, `ago` before the event was recorded.
    case paused(ago: Duration)
    /// The countdown returned to the chosen time.
    case cancelled
    /// A new time was chosen.
    case timeSet(GatherTime)
    /// The deadline, or the remaining time, was moved.
    ///
    /// With `starts`, the command also asked for a running countdown, and it was running already.
    case timeAdjusted(by: Duration, starts: Bool = false)
    /// The goals of a side were set.
    case scoreSet(Side, Int)
    /// The goals of a side were raised or lowered; a single goal was scored `ago` before the event
    /// was recorded, or in a given minute.
    case scoreAdded(Side, delta: Int, ago: Duration = .zero, minute: GivenMinute? = nil)
    /// A side scored, `ago` before the event was recorded or in a given minute, and the scorer is
    /// known.
    indirect case goalScored(NamedGoal, ago: Duration = .zero, minute: GivenMinute? = nil)
    /// The scorer, the side or the minute of an earlier goal was changed, also after the gather was
    /// over.
    ///
    /// It stands only while the goal does.
    indirect case goalAmended(GoalAmendment)
    /// A card was shown, `ago` before the event was recorded.
    indirect case cardShown(Card, ago: Duration = .zero)
    /// The player, the side, the kind or the minute of an earlier card was changed, also after the
    /// gather was over.
    ///
    /// It stands only while the card does.
    indirect case cardAmended(CardAmendment)
    /// A player of a side went to the bench and another one came on, `ago` before the event was
    /// recorded.
    indirect case substituted(Substitution, ago: Duration = .zero)
    /// A side committed a foul.
    case foulCounted(Side)
    /// A side took a time-out, or a cooling break began if it is nil.
    ///
    /// The clock of a period that stops at its end stands then.
    case timeOutTaken(Side?)
    /// Players were moved to a section, or out of the gather: all that were named, including those
    /// who were there already.
    case playersMoved([Player], to: TeamSection?)
    /// All players were taken out of the gather; the value lists those who were in it.
    case teamsCleared([Player])
    /// Two sides were drawn; other players who were on a side went to the bench.
    case teamsDrawn(DrawnTeams)
    /// The sides were named.
    ///
    /// The side in `keeping` was not renamed; its name here is the one that it had.
    case teamsNamed(teamAName: String, teamBName: String, keeping: Side? = nil)
    /// The sides were given colours, or none.
    case teamsColored(TeamColors)
    /// The kick-off was set, or nil if it was removed.
    case kickOffSet(KickOff?)
    /// A format was chosen, or the plain countdown again.
    indirect case formatChosen(FormatChoice)
    /// A period began, `ago` before the event was recorded; its place counts from 0.
    ///
    /// It ends a break that was underway. A period that begins at once needs no event.
    case periodBegan(Int, ago: Duration = .zero)
    /// A period of play ended, `ago` before the event was recorded; its place counts from 0.
    case periodEnded(Int, ago: Duration = .zero)
    /// The least added time of the period of play that is underway was announced.
    case addedTimeAnnounced(AddedTime)
    /// Extra time was added, and the break before it began.
    case extraTimeAdded
    /// Kicks from the mark began; they replace an extra time that has not begun.
    case kicksBegan
    /// A kick from the mark was taken.
    case kickTaken(Kick)
    /// The gather ended with its result.
    case ended
    /// The gather ended without a result.
    case discarded
    /// A command was taken back: all events with this step.
    case undone(step: Int)
    /// An undo was taken back: all the events with this step stand again.
    case redone(step: Int)
    /// The machine has restarted, and the wall clock shows how long it was down; from here on the
    /// countdown goes by this boot's clock.
    case rebooted
    /// The machine has restarted, and it is unknown how long it was down; the countdown continues,
    /// in doubt, from where it was last observed.
    case clockDoubted
    /// The wall clock has become right and shows how long the machine was down.
    case clockSettled
    /// The wall clock was set, or became right, while the countdown ran.
    case clockStepped
    /// An unreadable event was here; it changes nothing.
    case lost
}

extension Event {
    /// The time before the recording at which a goal was scored; zero for any other event.
    public var goalAgo: Duration {
        switch self {
        case .scoreAdded(_, delta: 1, let ago, _), .goalScored(_, let ago, _): ago
        default: .zero
        }
    }

    /// The minute in which a goal was scored, where a person gave it.
    public var givenMinute: GivenMinute? {
        switch self {
        case .scoreAdded(_, delta: 1, _, let minute), .goalScored(_, _, let minute): minute
        default: nil
        }
    }

    /// The time before the recording at which something of the play took place: a goal, a card or
    /// a substitution; zero for any other event.
    public var playAgo: Duration {
        switch self {
        case .cardShown(_, let ago), .substituted(_, let ago): ago
        default: goalAgo
        }
    }
}

/// The facts of an event about the play: a new one of the play has a case in each of these, and a
/// dated one in ``playAgo``.
extension Event {
    /// True for a goal or another change of the score, a card, a substitution, a foul or a
    /// time-out: it belongs to a minute of the match.
    public var isOfPlay: Bool {
        switch self {
        case .scoreSet, .scoreAdded, .goalScored, .cardShown, .substituted, .foulCounted,
            .timeOutTaken:
            true
        case .opened, .started, .paused, .cancelled, .timeSet, .timeAdjusted, .goalAmended,
            .cardAmended, .playersMoved, .teamsCleared, .teamsDrawn, .teamsNamed, .teamsColored,
            .kickOffSet, .formatChosen, .periodBegan, .periodEnded, .addedTimeAnnounced,
            .extraTimeAdded, .kicksBegan, .kickTaken, .ended, .discarded, .undone, .redone,
            .rebooted, .clockDoubted, .clockSettled, .clockStepped, .lost:
            false
        }
    }

    /// The side of a card, a substitution, a foul or a time-out; nil for any other event.
    public var playerSide: Side? {
        switch self {
        case .cardShown(let card, _): card.side
        case .substituted(let change, _): change.side
        case .foulCounted(let side): side
        case .timeOutTaken(let side): side
        default: nil
        }
    }

    /// The players whom a goal, a card, a substitution or a kick names; none of any other event.
    public var namedPlayers: [Player] {
        switch self {
        case .goalScored(let goal, _, _): [goal.scorer]
        case .cardShown(let card, _): [card.player].compactMap(\.self)
        case .substituted(let change, _): [change.off, change.on]
        case .kickTaken(let kick): [kick.player].compactMap(\.self)
        default: []
        }
    }
}

/// An event with its number, moment and operator.
public struct RecordedEvent: Hashable, Sendable {
    /// Its place in the gather, from 1 without a gap; this is the gather's revision after it.
    public var number: Int

    /// The number of the first event of the same command.
    public var step: Int

    /// The moment when it was recorded.
    public var moment: Moment

    /// The user who gave the command, or nil if no person did.
    public var operatorUID: UInt32?

    /// The name of the device with which the user gave it, if that is known.
    public var device: String?

    /// The event.
    public var event: Event

    /// Makes a recorded event.
    public init(
        number: Int, step: Int, moment: Moment, operatorUID: UInt32?, device: String? = nil,
        event: Event
    ) {
        self.number = number
        self.step = step
        self.moment = moment
        self.operatorUID = operatorUID
        self.device = device
        self.event = event
    }

    /// True if undo can take the event back: a person's command made it, and it is not an undo or
    /// redo.
    public var isUndoable: Bool {
        switch event {
        case .undone, .redone, .rebooted, .clockDoubted, .clockSettled, .clockStepped, .lost: false
        default: true
        }
    }

    /// True if a person took part: by a command, an undo or a redo.
    var isOfPerson: Bool {
        switch event {
        case .undone, .redone: true
        default: isUndoable
        }
    }
}
