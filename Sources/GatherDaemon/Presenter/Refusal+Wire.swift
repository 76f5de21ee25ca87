import GatherAPI
import GatherCore
import LinuxIO
import Varlink

extension Refusal {
    /// The refusal as sent to a client.
    var reply: Reply {
        do { return try gatherError().reply } catch { return error.reply }
    }

    /// Returns the error of the interface, or throws the one of a parameter.
    private func gatherError() throws(VarlinkError) -> GatherError {
        switch self {
        case .noGather(let ago): .noGather(endedSecondsAgo: ago?.wholeSeconds)
        case .gatherInProgress: .gatherInProgress
        case .invalidTime:
            .invalidTime(
                minimumSeconds: Limits.time.lowerBound.wholeSeconds,
                maximumSeconds: Limits.time.upperBound.wholeSeconds)
        case .timeIsZero: .timeIsZero
        case .invalidScore:
            .invalidScore(minimum: Limits.score.lowerBound, maximum: Limits.score.upperBound)
        case .invalidDelta: throw VarlinkError.invalidParameter("delta")
        case .invalidName(.teamA): throw VarlinkError.invalidParameter("teamAName")
        case .invalidName(.teamB): throw VarlinkError.invalidParameter("teamBName")
        case .noSuchPlayer(let id): .noSuchPlayer(id: id)
        case .teamWithoutPlayers(let side): .teamWithoutPlayers(side.team)
        case .tooFewPlayers(let minimum): .tooFewPlayers(minimum: minimum)
        case .tooManyPlayers(let maximum): .tooManyPlayers(maximum: maximum)
        case .notOnTeam(let id, let side): .notOnTeam(id: id, team: side.team)
        case .onTeamAlready(let id, let side): .onTeamAlready(id: id, team: side.team)
        case .sentOff(let id): .sentOff(id: id)
        case .notBooked(let id): .notBooked(id: id)
        case .tooManyCards(let maximum): .tooManyCards(maximum: maximum)
        case .noTimeOuts: .noTimeOuts
        case .noTimeOutLeft(let side, let perPeriod):
            .noTimeOutLeft(team: side.team, perPeriod: perPeriod)
        case .tooManyFouls(let maximum): .tooManyFouls(maximum: maximum)
        case .tooManyTimeOuts(let maximum): .tooManyTimeOuts(maximum: maximum)
        case .notInGather(let id): .notInGather(id: id)
        case .notRunning: .notRunning
        case .notPaused: .notPaused
        case .agoTooLong(let limit, let lastCommand, let event):
            .agoTooLong(
                maximumMilliseconds: limit.wholeMilliseconds,
                lastCommandAt: GatherPresenter.timestamp(lastCommand), event: event, text: nil,
                translatable: nil)
        case .beforeMatch(let limit, let beganAt):
            .beforeMatch(
                maximumMilliseconds: limit.wholeMilliseconds,
                beganAt: GatherPresenter.timestamp(beganAt))
        case .invalidKickOff: .invalidKickOff(maximumSeconds: Limits.kickOffSeconds.upperBound)
        case .startedAlready: .startedAlready
        case .hasFormat: .hasFormat
        case .hasNoFormat: .hasNoFormat
        case .formatInUse: .formatInUse
        case .formatDoesNotFit: .formatDoesNotFit
        case .notInPlay(let next, let minute): .notInPlay(next: next, minute: minute?.description)
        case .noSuchMinute: .noSuchMinute
        case .periodNotBegun(let name): .periodNotBegun(period: name)
        case .minuteAhead(let now): .minuteAhead(minute: now?.description)
        case .inPlay: .inPlay
        case .noPeriodLeft: .noPeriodLeft
        case .otherPeriod: .otherPeriod
        case .addedTimeShrinks(let announced): .addedTimeShrinks(announced: announced)
        case .notDrawn: .notDrawn
        case .playLeft(let period, let next): .playLeft(period: period, next: next)
        case .hasExtraTime: .hasExtraTime
        case .hasKicks: .hasKicks
        case .kicksUnderway: .kicksUnderway
        case .noKicks: .noKicks
        case .kicksDecided(let side): .kicksDecided(side.team)
        case .outOfTurn(let side): .outOfTurn(side.team)
        case .tooManyKicks(let maximum): .tooManyKicks(maximum: maximum)
        case .alreadySo: .alreadySo
        case .noSuchEvent(let number): .noSuchEvent(number: number)
        case .scorerNeeded(let id): .scorerNeeded(id: id)
        case .noSuchGoal(let number): .noSuchGoal(number: number)
        case .noSuchCard(let number): .noSuchCard(number: number)
        case .sentOffBefore(let id, let event): .sentOffBefore(id: id, event: event)
        case .eventNeeded(let number): .eventNeeded(by: number)
        case .nothingToRedo: .nothingToRedo
        case .squadChangedLast(let latest): .squadChangedLast(PlayersPresenter.change(latest))
        case .nothingToUndo(let ago): .nothingToUndo(endedSecondsAgo: ago?.wholeSeconds)
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
