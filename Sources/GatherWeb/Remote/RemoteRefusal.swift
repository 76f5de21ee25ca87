import GatherAPI
import Varlink

/// The reason for a refusal, as a phone shows it: short, and without commands of a shell.
enum RemoteRefusal {
    /// Returns the text for a reply that is an error.
    static func text(_ reply: Reply) -> PageText {
        if let error = GatherError(reply) { return text(error) }
        switch VarlinkError(reply) {
        case .invalidParameter(let name)?: return tr("the value '%1$@' is not valid", name)
        case .permissionDenied?:
            return tr(
                """
                gatherd does not take commands of devices from this server: see RemoteUser= in \
                gatherd.conf, and the group gather
                """)
        case .methodNotFound?: return tr("gatherd is too old for this")
        default: return tr("gatherd refuses it")
        }
    }

    private static func text(_ error: GatherError) -> PageText {
        switch error {
        case .noGather: tr("no match is open")
        case .gatherInProgress: tr("a match is open already")
        case .invalidTime: tr("the time is too short or too long")
        case .timeIsZero: tr("the clock is at 00:00")
        case .invalidScore(let minimum, let maximum):
            tr("the goals of a side are from %1$@ to %2$@", minimum, maximum)
        case .notRunning: tr("the clock is not running")
        case .notPaused: tr("the clock is not paused")
        case .agoTooLong: tr("that was before the last change of the clock")
        case .beforeMatch: tr("that was before the match")
        case .invalidKickOff: tr("the kick-off has to be ahead, by a week at most")
        case .hasFormat: tr("the format of the match sets its times")
        case .hasNoFormat: tr("the match has no periods")
        case .invalidFormat: tr("the file of the format cannot be used")
        case .formatInUse: tr("the match was started with its format")
        case .formatDoesNotFit: tr("the format has no such period")
        case .notInPlay(let next, _):
            next.map { tr("nobody plays now; next: %1$@", $0) } ?? tr("nobody plays now")
        case .noSuchMinute: tr("no period has this minute")
        case .periodNotBegun(let period): tr("%1$@ has not begun", period)
        case .scorerNeeded: tr("say who scored for the other side")
        case .minuteAhead: tr("this minute has not come yet")
        case .inPlay: tr("a period is being played")
        case .noPeriodLeft: tr("the last period is over")
        case .otherPeriod: tr("another period is next")
        case .noTimeOuts: tr("there are no time-outs now")
        case .noTimeOutLeft: tr("the side has taken all its time-outs")
        case .tooManyFouls, .tooManyTimeOuts, .tooManyKicks, .tooManyCards, .tooManyPlayers:
            tr("there cannot be more of them")
        case .addedTimeShrinks(let announced): tr("%1$@ minutes were announced already", announced)
        case .notDrawn: tr("the match is not drawn")
        case .playLeft: tr("the match is not over yet")
        case .hasExtraTime: tr("extra time was added already")
        case .hasKicks: tr("the kicks have begun already")
        case .kicksUnderway: tr("there are kicks from the mark now; the score stays")
        case .noKicks: tr("there are no kicks from the mark")
        case .kicksDecided: tr("the kicks are decided")
        case .outOfTurn: tr("it is the other side's turn")
        case .startedAlready: tr("the match was started already")
        case .alreadySo: tr("this is already the case")
        case .nothingToUndo: tr("there is nothing to undo")
        case .squadChangedLast: tr("the last change was one of the squad, which is not undone here")
        case .noSuchEvent, .noSuchGoal: tr("this does not count any more")
        case .noSuchCard: tr("this card does not stand any more")
        case .sentOffBefore: tr("the player would have been sent off before a later event")
        case .eventNeeded(let number): tr("a later event, number %1$@, depends on it", number)
        case .nothingToRedo: tr("there is nothing to redo")
        case .noSuchPlayer, .notInGather: tr("there is no such player in the match")
        case .teamWithoutPlayers: tr("one side has no players")
        case .tooFewPlayers(let minimum): tr("it takes %1$@ players at least", minimum)
        case .notOnTeam: tr("the player is not on this side")
        case .onTeamAlready: tr("the player is on this side already")
        case .sentOff: tr("the player was sent off")
        case .notBooked: tr("the player has no yellow card")
        case .noSuchGather, .ambiguousGather: tr("there is no such match")
        case .storageFailed(let reason): tr("it could not be saved: %1$@", reason)
        }
    }
}
