/// Why the rules say no.
///
/// A refusal changes nothing.
public enum Refusal: Error, Hashable, Sendable {
    /// No gather is open; if undo would reopen one, so long ago it ended.
    case noGather(endedAgo: Duration?)
    /// A gather is open already.
    case gatherInProgress
    /// A time no countdown can have: see ``Limits/time``.
    case invalidTime
    /// There is nothing left to count down.
    case timeIsZero
    /// A score out of ``Limits/score``.
    case invalidScore
    /// A change of a score by nothing, or out of ``Limits/scoreDelta``.
    case invalidDelta
    /// A name that is empty, too long, or with a control character.
    case invalidName(Side)
    /// The countdown does not run.
    case notRunning
    /// The countdown is not held.
    case notPaused
    /// The command is dated before the last command to the countdown, which was so long ago.
    case agoTooLong(limit: Duration, lastCommand: Moment)
    /// A dated command would have changed nothing.
    case alreadySo
    /// No command stands; or the gather ended too long ago, and how long.
    case nothingToUndo(endedAgo: Duration?)
}
