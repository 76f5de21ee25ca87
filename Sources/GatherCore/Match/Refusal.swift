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
    /// There is no player with this number.
    case noSuchPlayer(id: Int)
    /// Somebody was chosen, and this side has nobody.
    case teamWithoutPlayers(Side)
    /// It takes more players.
    case tooFewPlayers(minimum: Int)
    /// There cannot be more players.
    case tooManyPlayers(maximum: Int)
    /// The player is not on this side.
    case notOnTeam(id: Int, Side)
    /// The countdown does not run.
    case notRunning
    /// The countdown is not held.
    case notPaused
    /// The command is dated before the last command to the countdown, which was so long ago.
    case agoTooLong(limit: Duration, lastCommand: Moment)
    /// A dated command would have changed nothing.
    case alreadySo
    /// There is no command to take back at this number: there is no such event, or it is taken
    /// back already, or nobody's command made it.
    case noSuchEvent(number: Int)
    /// A command cannot be taken back alone: this later event would make no sense without it.
    case eventNeeded(by: Int)
    /// The last command was no undo.
    case nothingToRedo
    /// The newest change is one of the squad, which undo does not take back.
    case squadChangedLast(LatestSquadChange)
    /// No command stands; or the gather ended too long ago, and how long.
    case nothingToUndo(endedAgo: Duration?)
}
