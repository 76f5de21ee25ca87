import GatherAPI
import GatherCore
import LinuxIO
import Varlink

extension Refusal {
    /// The refusal as sent to a client.
    var reply: Reply {
        switch self {
        case .noGather(let ago): GatherError.noGather(endedSecondsAgo: ago?.wholeSeconds).reply
        case .gatherInProgress: GatherError.gatherInProgress.reply
        case .invalidTime:
            GatherError.invalidTime(
                minimumSeconds: Limits.time.lowerBound.wholeSeconds,
                maximumSeconds: Limits.time.upperBound.wholeSeconds
            ).reply
        case .timeIsZero: GatherError.timeIsZero.reply
        case .invalidScore:
            GatherError.invalidScore(
                minimum: Limits.score.lowerBound, maximum: Limits.score.upperBound
            ).reply
        case .invalidDelta: VarlinkError.invalidParameter("delta").reply
        case .invalidName(.teamA): VarlinkError.invalidParameter("teamAName").reply
        case .invalidName(.teamB): VarlinkError.invalidParameter("teamBName").reply
        case .noSuchPlayer(let id): GatherError.noSuchPlayer(id: id).reply
        case .teamWithoutPlayers(let side): GatherError.teamWithoutPlayers(side.team).reply
        case .tooFewPlayers(let minimum): GatherError.tooFewPlayers(minimum: minimum).reply
        case .tooManyPlayers(let maximum): GatherError.tooManyPlayers(maximum: maximum).reply
        case .notOnTeam(let id, let side): GatherError.notOnTeam(id: id, team: side.team).reply
        case .onTeamAlready(let id, let side):
            GatherError.onTeamAlready(id: id, team: side.team).reply
        case .sentOff(let id): GatherError.sentOff(id: id).reply
        case .notBooked(let id): GatherError.notBooked(id: id).reply
        case .tooManyCards(let maximum): GatherError.tooManyCards(maximum: maximum).reply
        case .noTimeOuts: GatherError.noTimeOuts.reply
        case .noTimeOutLeft(let side, let perPeriod):
            GatherError.noTimeOutLeft(team: side.team, perPeriod: perPeriod).reply
        case .tooManyFouls(let maximum): GatherError.tooManyFouls(maximum: maximum).reply
        case .tooManyTimeOuts(let maximum): GatherError.tooManyTimeOuts(maximum: maximum).reply
        case .notInGather(let id): GatherError.notInGather(id: id).reply
        case .notRunning: GatherError.notRunning.reply
        case .notPaused: GatherError.notPaused.reply
        case .agoTooLong(let limit, let lastCommand, let event):
            GatherError.agoTooLong(
                maximumMilliseconds: limit.wholeMilliseconds,
                lastCommandAt: GatherPresenter.timestamp(lastCommand), event: event, text: nil,
                translatable: nil
            ).reply
        case .beforeMatch(let limit, let beganAt):
            GatherError.beforeMatch(
                maximumMilliseconds: limit.wholeMilliseconds,
                beganAt: GatherPresenter.timestamp(beganAt)
            ).reply
        case .invalidKickOff:
            GatherError.invalidKickOff(maximumSeconds: Limits.kickOffSeconds.upperBound).reply
        case .startedAlready: GatherError.startedAlready.reply
        case .hasFormat: GatherError.hasFormat.reply
        case .hasNoFormat: GatherError.hasNoFormat.reply
        case .formatInUse: GatherError.formatInUse.reply
        case .formatDoesNotFit: GatherError.formatDoesNotFit.reply
        case .notInPlay(let next, let minute):
            GatherError.notInPlay(next: next, minute: minute?.description).reply
        case .noSuchMinute: GatherError.noSuchMinute.reply
        case .periodNotBegun(let name): GatherError.periodNotBegun(period: name).reply
        case .minuteAhead(let now): GatherError.minuteAhead(minute: now?.description).reply
        case .inPlay: GatherError.inPlay.reply
        case .noPeriodLeft: GatherError.noPeriodLeft.reply
        case .otherPeriod: GatherError.otherPeriod.reply
        case .addedTimeShrinks(let announced):
            GatherError.addedTimeShrinks(announced: announced).reply
        case .notDrawn: GatherError.notDrawn.reply
        case .playLeft(let period, let next):
            GatherError.playLeft(period: period, next: next).reply
        case .hasExtraTime: GatherError.hasExtraTime.reply
        case .hasKicks: GatherError.hasKicks.reply
        case .kicksUnderway: GatherError.kicksUnderway.reply
        case .noKicks: GatherError.noKicks.reply
        case .kicksDecided(let side): GatherError.kicksDecided(side.team).reply
        case .outOfTurn(let side): GatherError.outOfTurn(side.team).reply
        case .tooManyKicks(let maximum): GatherError.tooManyKicks(maximum: maximum).reply
        case .alreadySo: GatherError.alreadySo.reply
        case .noSuchEvent(let number): GatherError.noSuchEvent(number: number).reply
        case .scorerNeeded(let id): GatherError.scorerNeeded(id: id).reply
        case .noSuchGoal(let number): GatherError.noSuchGoal(number: number).reply
        case .noSuchCard(let number): GatherError.noSuchCard(number: number).reply
        case .sentOffBefore(let id, let event):
            GatherError.sentOffBefore(id: id, event: event).reply
        case .eventNeeded(let number): GatherError.eventNeeded(by: number).reply
        case .nothingToRedo: GatherError.nothingToRedo.reply
        case .squadChangedLast(let latest):
            GatherError.squadChangedLast(PlayersPresenter.change(latest)).reply
        case .nothingToUndo(let ago):
            GatherError.nothingToUndo(endedSecondsAgo: ago?.wholeSeconds).reply
        }
    }
}

extension Side {
    init(_ team: ServerTeam) { self = team == .teamA ? .teamA : .teamB }

    /// The side as named in the interface.
    var team: ServerTeam { self == .teamA ? .teamA : .teamB }
}

extension TeamSection {
    init(_ section: GatherMethod.MovePlayers.Section) {
        self =
            switch section {
            case .bench: .bench
            case .teamA: .teamA
            case .teamB: .teamB
            }
    }
}
