/// The reason why the rules reject a command.
///
/// A refusal changes nothing.
public enum Refusal: Error, Hashable, Sendable {
    /// No gather is open; the value is the time since it ended if undo would reopen one.
    case noGather(endedAgo: Duration?)
    /// A gather is open already.
    case gatherInProgress
    /// No countdown can have this time; see ``Limits/time``.
    case invalidTime
    /// No time is left to count down.
    case timeIsZero
    /// The score is out of ``Limits/score``.
    case invalidScore
    /// The change of a score is zero or out of ``Limits/scoreDelta``.
    case invalidDelta
    /// The name is empty, too long, or contains a control character.
    case invalidName(Side)
    /// No player has this number.
    case noSuchPlayer(id: Int)
    /// Players were chosen, and this side has none.
    case teamWithoutPlayers(Side)
    /// The command needs more players.
    case tooFewPlayers(minimum: Int)
    /// The gather or draw cannot have more players.
    case tooManyPlayers(maximum: Int)
    /// The player is not on this side.
    case notOnTeam(id: Int, Side)
    /// The player is not in the gather.
    case notInGather(id: Int)
    /// The player is on this side already, and cannot come on.
    case onTeamAlready(id: Int, Side)
    /// The player was sent off; a forced command is done all the same.
    case sentOff(id: Int)
    /// The player has no yellow card that another one could follow; nil if no player was named.
    case notBooked(id: Int?)
    /// The match cannot have more cards.
    case tooManyCards(maximum: Int)
    /// The countdown is not running.
    case notRunning
    /// The countdown is not paused.
    case notPaused
    /// The command is dated before the last command to the countdown, or before the event with this
    /// number, which was `limit` ago.
    case agoTooLong(limit: Duration, lastCommand: Moment, event: Int? = nil)
    /// The command is dated before the match, which began `limit` ago.
    case beforeMatch(limit: Duration, beganAt: Moment)
    /// The format has no time-outs, or none in this period.
    case noTimeOuts
    /// The side has taken all its time-outs of the period.
    case noTimeOutLeft(Side, perPeriod: Int)
    /// The period has as many fouls of a side as are counted.
    case tooManyFouls(maximum: Int)
    /// The period has as many time-outs and cooling breaks as are kept.
    case tooManyTimeOuts(maximum: Int)
    /// A kick-off is not ahead, or further than ``Limits/kickOffAhead``.
    case invalidKickOff
    /// The countdown was started, and needs no kick-off any more.
    case startedAlready
    /// The match has a format, which sets the times.
    case hasFormat
    /// The match has no format, and so no periods.
    case hasNoFormat
    /// The format cannot be changed after the first whistle, unless a person insists.
    case formatInUse
    /// The match is in a period that the format does not have in that place.
    case formatDoesNotFit
    /// Nobody plays now, or nobody did at the time given; the values are the name of the period
    /// that is next, and for a goal the last minute of the period that has ended.
    case notInPlay(next: String?, minute: MatchMinute? = nil)
    /// No period of play of the match has this minute.
    case noSuchMinute
    /// The period of this name, to which a minute belongs, has not begun.
    case periodNotBegun(String)
    /// The minute has not come yet; the value is the present one.
    case minuteAhead(now: MatchMinute?)
    /// A period of play is underway.
    case inPlay
    /// The last period is over.
    case noPeriodLeft
    /// Another period ends or begins next than the one given.
    case otherPeriod
    /// This many minutes were announced as added; a forced announcement may be of fewer.
    case addedTimeShrinks(announced: Int)
    /// The score is not a draw.
    case notDrawn
    /// The last period of play has not ended; the values are the name of the period that is
    /// underway, if one is, and of the one that comes next.
    case playLeft(period: String?, next: String?)
    /// Extra time was added already.
    case hasExtraTime
    /// Kicks from the mark were begun already.
    case hasKicks
    /// Kicks from the mark are being taken.
    case kicksUnderway
    /// No kicks from the mark were begun.
    case noKicks
    /// The kicks from the mark are decided for this side.
    case kicksDecided(Side)
    /// It is the turn of this side to kick.
    case outOfTurn(Side)
    /// The match cannot have more kicks from the mark.
    case tooManyKicks(maximum: Int)
    /// A dated command would have changed nothing.
    case alreadySo
    /// No command can be taken back at this number, or amended: there is no such event, it is taken
    /// back already, or no person's command made it.
    case noSuchEvent(number: Int)
    /// The event with this number counted no single goal that still counts.
    case noSuchGoal(number: Int)
    /// The event with this number recorded no card that stands.
    case noSuchCard(number: Int)
    /// The player would have been sent off before this later event; a forced command is done all
    /// the same.
    case sentOffBefore(id: Int, event: Int)
    /// The goal goes to the other side, and it has to be said who scored it, as its scorer has this
    /// number.
    case scorerNeeded(id: Int)
    /// The command cannot be taken back alone, since this later event would make no sense without
    /// it.
    case eventNeeded(by: Int)
    /// The last command was not an undo.
    case nothingToRedo
    /// The newest change is one to the squad, which undo does not take back.
    case squadChangedLast(LatestSquadChange)
    /// No command stands; or the gather ended too long ago, and the value is the time since.
    case nothingToUndo(endedAgo: Duration?)
}
