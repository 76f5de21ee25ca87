import GatherAPI
import Varlink

/// The reason for a refusal, as a phone shows it: short, and without commands of a shell.
enum RemoteRefusal {
    /// Returns the text for a reply that is an error.
    static func text(_ reply: Reply) -> String {
        if let error = GatherError(reply) { return text(error) }
        switch VarlinkError(reply) {
        case .invalidParameter(let name)?: return "the value '\(name)' is not valid"
        case .permissionDenied?:
            return "gatherd does not take commands of devices from this server: see RemoteUser= in "
                + "gatherd.conf, and the group gather"
        case .methodNotFound?: return "gatherd is too old for this"
        default: return "gatherd refuses it"
        }
    }

    private static func text(_ error: GatherError) -> String {
        switch error {
        case .noGather: "no match is open"
        case .gatherInProgress: "a match is open already"
        case .invalidTime: "the time is too short or too long"
        case .timeIsZero: "the clock is at 00:00"
        case .invalidScore(let minimum, let maximum):
            "the goals of a side are from \(minimum) to \(maximum)"
        case .notRunning: "the clock is not running"
        case .notPaused: "the clock is not paused"
        case .agoTooLong: "that was before the last change of the clock"
        case .beforeMatch: "that was before the match"
        case .invalidKickOff: "the kick-off has to be ahead, by a week at most"
        case .hasFormat: "the format of the match sets its times"
        case .hasNoFormat: "the match has no periods"
        case .invalidFormat: "the file of the format cannot be used"
        case .formatInUse: "the match was started with its format"
        case .formatDoesNotFit: "the format has no such period"
        case .notInPlay(let next, _):
            next.map { "nobody plays now; next: \($0)" } ?? "nobody plays now"
        case .noSuchMinute: "no period has this minute"
        case .periodNotBegun(let period): "\(period) has not begun"
        case .scorerNeeded: "say who scored for the other side"
        case .minuteAhead: "this minute has not come yet"
        case .inPlay: "a period is being played"
        case .noPeriodLeft: "the last period is over"
        case .otherPeriod: "another period is next"
        case .noTimeOuts: "there are no time-outs now"
        case .noTimeOutLeft: "the side has taken all its time-outs"
        case .tooManyFouls, .tooManyTimeOuts, .tooManyKicks, .tooManyCards, .tooManyPlayers:
            "there cannot be more of them"
        case .addedTimeShrinks(let announced): "\(announced) minutes were announced already"
        case .notDrawn: "the match is not drawn"
        case .playLeft: "the match is not over yet"
        case .hasExtraTime: "extra time was added already"
        case .hasKicks: "the kicks have begun already"
        case .kicksUnderway: "there are kicks from the mark now; the score stays"
        case .noKicks: "there are no kicks from the mark"
        case .kicksDecided: "the kicks are decided"
        case .outOfTurn: "it is the other side's turn"
        case .startedAlready: "the match was started already"
        case .alreadySo: "it is so already"
        case .nothingToUndo: "there is nothing to undo"
        case .squadChangedLast: "the last change was one of the squad, which is not undone here"
        case .noSuchEvent, .noSuchGoal: "this does not count any more"
        case .noSuchCard: "this card does not stand any more"
        case .sentOffBefore: "the player would have been sent off before a later event"
        case .eventNeeded(let number): "a later event, number \(number), depends on it"
        case .nothingToRedo: "there is nothing to redo"
        case .noSuchPlayer, .notInGather: "there is no such player in the match"
        case .teamWithoutPlayers: "one side has no players"
        case .tooFewPlayers(let minimum): "it takes \(minimum) players at least"
        case .notOnTeam: "the player is not on this side"
        case .onTeamAlready: "the player is on this side already"
        case .sentOff: "the player was sent off"
        case .notBooked: "the player has no yellow card"
        case .noSuchGather, .ambiguousGather: "there is no such match"
        case .storageFailed(let reason): "it could not be saved: \(reason)"
        }
    }
}
