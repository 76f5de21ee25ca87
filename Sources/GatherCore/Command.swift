/// What a person asks for.
public enum Command: Hashable, Sendable {
    /// Open a gather; nil stands for the default.
    case open(time: GatherTime?, teamAName: String?, teamBName: String?)
    /// Choose a new time.
    case setTime(GatherTime)
    /// Move the deadline or what remains, and set a countdown at rest going if `start`.
    case adjustTime(by: Duration, start: Bool)
    /// Set the countdown going, so long ago; opens a gather where none is open.
    case start(ago: Duration)
    /// Hold the countdown, so long ago.
    case pause(ago: Duration)
    /// Set a held countdown going, so long ago.
    case resume(ago: Duration)
    /// Start, pause or resume, whichever it is, so long ago; opens a gather where none is open.
    case toggle(ago: Duration)
    /// Go back to the chosen time.
    case cancel
    /// Set the goals of a side.
    case setScore(Side, Int)
    /// Raise or lower the goals of a side.
    case addToScore(Side, delta: Int)
    /// Take back the last command that stands, or the one that made the event of this number.
    case undo(number: Int?)
    /// Take back the last undo.
    case redo
    /// Take up again a gather that is over.
    case reopen
    /// End the gather with its result.
    case end
    /// Leave the gather without a result.
    case discard
}
