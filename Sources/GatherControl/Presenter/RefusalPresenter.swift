import GatherAPI
import LinuxIO
import Varlink

/// Presents the reason why the daemon refuses a call, with the next step if there is one.
struct RefusalPresenter {
    /// The text of an error, with a place for the cause: `cannot count the goal: %1$@`.
    let failure: String

    /// The change that is refused; nil for any other call.
    var change: Change?

    /// The request ID of the command, if it had one.
    var requestID: String?

    /// The names of players by their numbers, where they are known.
    var players: [Int: String] = [:]

    /// The gather that the call was about, where it is known.
    var gather: GatherSnapshot?

    /// The names of the sides, where the call was not about the present gather.
    var sides: [ServerTeam: String] = [:]

    /// True if the clock of that gather is at 00:00.
    var isTimeUp = false

    /// The names of the next steps.
    var next = NextSteps.commands

    /// True if the call was to make an account.
    var registers = false

    /// Returns the text for a reply that is an error.
    func text(_ reply: Reply) -> String {
        let cause: String
        if let error = GatherError(reply) {
            cause = text(error)
        } else if let error = VarlinkError(reply) {
            cause = text(error)
        } else if let error = HistoryError(reply) {
            cause = text(error)
        } else if let error = PlayersError(reply) {
            cause = text(error)
        } else if let error = AccountError(reply) {
            cause = AccountPresenter.text(error, registers: registers)
        } else {
            cause = tr("gatherd answers '%1$@'", reply.error ?? "")
        }
        return filled(failure, [PrintableText.line(cause)])
    }

    /// True if the call was to amend a goal or a card, rather than to undo a command.
    private var amends: Bool {
        asks(for: GatherMethod.AmendGoal.self) || asks(for: GatherMethod.AmendCard.self)
    }

    /// The command that lists the events of the match with the goal or card.
    private var listing: String {
        let id = amends ? change?.call.parameters["id"]?.string : nil
        // Not translated: a command.
        return id.map { "show \($0.prefix(8))" } ?? "log"
    }

    /// Returns true if the change calls this method.
    private func asks<Method: VarlinkMethod>(for method: Method.Type) -> Bool {
        change?.asks(for: method) == true
    }

    /// Returns true if the change has a parameter.
    private func gives(_ name: String) -> Bool {
        ![nil, .null].contains(change?.call.parameters[name])
    }

    /// The text for a command that needs the newest gather when there is none yet.
    var nothingYet: String {
        filled(failure, [tr("there is no match yet; '%1$@' starts one", next.start)])
    }

    /// Returns the cause for an error of the match's interface: its text, or more than that where
    /// there is a next step or a name to add.
    func text(_ error: GatherError) -> String {
        switch error {
        case .noGather where asks(for: GatherMethod.DrawTeams.self) && !gives("playerIds"):
            tr(
                """
                no match is open, and nobody was named; 'gatherctl team draw all' takes the whole \
                squad, '1-14' or 'all -kofi' a part of it
                """)
        case .noGather where asks(for: GatherMethod.SetKickOff.self):
            tr("no match is open; 'gatherctl new --at 18:30' opens one")
        case .noGather(let endedSecondsAgo?):
            tr(
                """
                no match is open; '%1$@' reopens the one that ended %2$@ ago, or '%3$@' starts a \
                new one
                """, next.undo, length(endedSecondsAgo), next.start)
        case .noGather(nil): tr("no match is open; '%1$@' starts one", next.start)
        case .gatherInProgress where asks(for: GatherMethod.Start.self) && gives("time"):
            tr(
                """
                a match is open already; '%1$@' starts its clock, 'gatherctl set' chooses another \
                time
                """, next.start)
        case .gatherInProgress where change?.closes == true:
            tr("it is over already, and another match is open")
        case .gatherInProgress:
            tr("a match is open already; 'gatherctl end' or 'gatherctl discard' closes it")
        case .invalidTime(let minimum, let maximum):
            !asks(for: GatherMethod.AdjustTime.self)
                ? Self.timeKind(seconds: min(minimum, maximum)...maximum)
                : gather?.course != nil
                    ? tr("the clock of a period is between its beginning and a day after it")
                    : tr(
                        """
                        the time that is left can only be from %1$@ to %2$@, and the clock of a \
                        period cannot be before its beginning
                        """,
                        TimeText.limit(seconds: minimum), TimeText.limit(seconds: maximum))
        case .timeIsZero where change?.isDated == true && !isTimeUp:
            tr("the countdown of a match that started so long ago would be over by now")
        case .timeIsZero: timeIsZero
        case .invalidScore(let minimum, let maximum):
            tr("a score is from %1$@ to %2$@", minimum, maximum)
        // A clock at 00:00 cannot be started either.
        case .notRunning where isTimeUp, .notPaused where isTimeUp: timeIsZero
        case .notRunning: tr("the countdown is not running; '%1$@' starts it", next.start)
        case .notPaused: tr("the countdown is not paused; '%1$@' starts it", next.start)
        case .agoTooLong(let maximum, let at, let event?, let text?, let translatable):
            tr(
                "event %1$@ (%2$@) was %3$@ ago, at %4$@; '--ago' reaches no further back", event,
                TranslatedText.of(text, translatable), TimeText.length(.milliseconds(maximum)),
                TimeText.timeOfDay(at))
        case .agoTooLong(let maximum, let lastCommandAt, _, _, _):
            tr(
                """
                the last command to the countdown was %1$@ ago, at %2$@; '--ago' reaches no \
                further back
                """, TimeText.length(.milliseconds(maximum)), TimeText.timeOfDay(lastCommandAt))
        case .beforeMatch(let maximum, let beganAt):
            tr(
                "the match began %1$@ ago, at %2$@; '--ago' reaches no further back",
                TimeText.length(.milliseconds(maximum)), TimeText.timeOfDay(beganAt))
        case .invalidKickOff(let maximum):
            tr(
                """
                a kick-off can be up to %1$@ ahead, and not in the past, by the clock of the \
                machine of gatherd
                """, TimeText.limit(seconds: maximum))
        case .hasFormat:
            tr("the format of the match sets its times; 'gatherctl adjust' corrects the clock")
        case .hasNoFormat:
            tr(
                """
                the match has no periods; 'gatherctl format choose halves' gives it some, with \
                '--force' once it was started
                """)
        case .invalidFormat(let fault): FormatFaultPresenter.text(fault)
        case .formatInUse:
            tr("the match was started; with '--force' its format is changed all the same")
        case .notInPlay(_, let minute) where gather?.course?.isInPlay == true:
            minute.map { tr("nobody played then; '--at %1$@' is the minute of the whistle", $0) }
                ?? tr("nobody played then")
        case .notInPlay(let next?, let minute?):
            tr(
                """
                nobody plays now; 'gatherctl goal TEAM --at %2$@' gives the goal to the period \
                before; next: %1$@, which 'gatherctl period' begins
                """, PeriodName.shown(next), minute)
        // Any goal is one of before the kicks.
        case .notInPlay(nil, _?) where gather?.kicks != nil: text(GatherError.kicksUnderway)
        case .notInPlay(nil, let minute?):
            tr(
                """
                the last period is over; 'gatherctl goal TEAM --at %1$@' counts a goal in it, \
                'gatherctl end' ends the match
                """, minute)
        case .noSuchMinute:
            tr("the match has no such minute; it is the minute of a period, such as 37 or 45+3")
        case .periodNotBegun(let period): tr("the %1$@ has not begun", PeriodName.shown(period))
        case .minuteAhead(let minute?):
            tr("the minute has not come yet; the present one is %1$@", minute)
        case .scorerNeeded(let id):
            tr(
                """
                %1$@ scored it for the other side: say '--scorer PLAYER', '--own-goal PLAYER' or \
                '--no-scorer'
                """, players[id] ?? gather?.everybody.first { $0.id == id }?.name ?? "\(id)")
        case .minuteAhead(nil): tr("the minute has not come yet")
        case .notInPlay(let next?, nil):
            tr(
                "nobody plays now; next: %1$@, which '%2$@' begins", PeriodName.shown(next),
                self.next.period)
        case .notInPlay(nil, nil): tr("the last period is over; '%1$@' ends the match", next.end)
        case .inPlay: tr("a period is underway; '%1$@' ends it", next.periodEnd)
        case .noPeriodLeft where gather?.course?.offersExtraTime == true:
            tr(
                """
                the last period is over, at a draw; 'gatherctl extra', 'gatherctl kicks' or \
                'gatherctl end'
                """)
        case .noPeriodLeft where gather?.course?.offersKicks == true:
            tr("the last period is over, at a draw; 'gatherctl kicks' or 'gatherctl end'")
        case .noPeriodLeft: tr("the last period is over; '%1$@' ends the match", next.end)
        case .otherPeriod: tr("somebody else has changed the period already")
        case .addedTimeShrinks(let announced):
            [
                tr("+%1$@ is announced already, and added time does not become less", announced),
                next.forcing,
            ].compactMap(\.self).joinedBySemicolons()
        case .notDrawn: tr("the score is not a draw; '%1$@' ends the match", next.end)
        case .playLeft(let period?, let next?):
            tr(
                "the match is not over: %1$@; next: %2$@", PeriodName.shown(period),
                PeriodName.shown(next))
        case .playLeft(let period?, nil):
            tr(
                "the match is not over: %1$@, which '%2$@' ends", PeriodName.shown(period),
                next.periodEnd)
        case .playLeft(nil, let next):
            tr("the match is not over; next: %1$@", PeriodName.shown(next ?? ""))
        case .hasKicks: tr("the kicks from the mark were begun already")
        case .kicksUnderway where gather?.course?.stage == .over:
            tr(
                """
                kicks from the mark have decided the match at this score; 'gatherctl goal TEAM \
                --at 37 --force' counts a goal of before them
                """)
        case .kicksUnderway:
            tr(
                """
                kicks from the mark are being taken; 'gatherctl kick a in' counts one, 'gatherctl \
                goal TEAM --at 37 --force' a goal of before them
                """)
        case .noKicks: tr("no kicks from the mark were begun; 'gatherctl kicks' begins them")
        case .kicksDecided(let team):
            tr("the kicks are decided: %1$@ win; '%2$@' ends the match", name(team), next.end)
        case .outOfTurn(let team): tr("it is the turn of %1$@", name(team))
        case .tooManyKicks(let maximum):
            tr("a match has at most %1$@ kicks from the mark", maximum)
        case .startedAlready: tr("the countdown of the match was started already")
        case .alreadySo:
            tr("the countdown is already running or paused; '--ago' would change nothing")
        case .squadChangedLast(let change): squadChanged(change)
        case .nothingToUndo(let endedSecondsAgo?):
            tr(
                """
                the match ended %1$@ ago, too long ago to undo it; 'gatherctl reopen last' reopens \
                it
                """, length(endedSecondsAgo))
        // The board names the event that it shows, which somebody else can have undone since.
        case .noSuchEvent where next == .keys && !amends:
            tr("somebody else has undone it already")
        case .noSuchEvent(let number):
            amends
                ? tr("there is no event %1$@; 'gatherctl %2$@' lists the events", number, listing)
                : tr("event %1$@ cannot be undone; 'gatherctl log' lists the events", number)
        case .noSuchGoal(let number):
            tr(
                "event %1$@ is not a goal that counts; 'gatherctl %2$@' lists the events", number,
                listing)
        case .noSuchCard(let number):
            tr(
                """
                event %1$@ is not a goal that counts, nor a card that stands; 'gatherctl %2$@' \
                lists the events
                """, number, listing)
        case .eventNeeded(let number) where amends:
            tr("event %1$@ would not be possible then; change or undo that first", number)
        case .eventNeeded(let number) where next == .keys:
            tr("event %1$@ came after it and depends on it; '%2$@' undoes that", number, next.undo)
        case .eventNeeded(let number):
            tr("event %1$@ depends on it; 'gatherctl undo %1$@' undoes that first", number)
        case .nothingToRedo: tr("the last command was not an undo")
        case .noSuchPlayer(let id): noPlayer(id)
        case .teamWithoutPlayers(let team):
            tr(
                """
                %1$@ has no players; 'gatherctl team draw' draws two sides, 'gatherctl team \
                clear' plays without players
                """, name(team))
        case .tooFewPlayers(let minimum):
            tr(
                """
                at least %1$@ players are needed; 'gatherctl team draw all' takes the whole squad, \
                '1-14' or 'all -kofi' a part of it
                """, minimum)
        case .tooManyPlayers(let maximum):
            tr("too many players, at most %1$@ are possible", maximum)
        case .notOnTeam(let id, let team): notOnTeam(id, team)
        case .onTeamAlready(let id, let team):
            tr("%1$@ is on %2$@ already; 'gatherctl team' shows who is where", name(id), name(team))
        case .sentOff(let id):
            next.forcing.map { tr("%1$@ was sent off; %2$@", name(id), $0) }
                ?? tr("%1$@ was sent off", name(id))
        case .sentOffBefore(let id, let number):
            [
                tr("%1$@ would have been sent off before event %2$@", name(id), number),
                next.forcing,
            ].compactMap(\.self).joinedBySemicolons()
        case .notBooked(let id?):
            tr("%1$@ has no yellow card yet; a first one is 'yellow'", name(id))
        case .notBooked(nil) where next == .commands:
            tr(
                """
                a second yellow card needs the player; 'gatherctl card TEAM second-yellow PLAYER' \
                shows it
                """)
        case .notBooked(nil): tr("a second yellow card needs the player")
        case .tooManyCards(let maximum):
            tr("a match has at most %1$@ cards", maximum)
        case .noTimeOuts: tr("the format has no time-outs in this period")
        case .noTimeOutLeft(let team, let perPeriod):
            tr(
                """
                %1$@ has none left, of %2$@ in each period; 'gatherctl timeout' is a cooling break
                """, name(team), perPeriod)
        case .tooManyFouls(let maximum):
            tr("at most %1$@ fouls of a side are counted in a period", maximum)
        case .tooManyTimeOuts(let maximum):
            tr("a period has at most %1$@ time-outs and cooling breaks", maximum)
        case .notInGather(let id):
            tr("%1$@ is not in the match; 'gatherctl team' shows who is", name(id))
        case .noSuchGather: Self.unknownMatch
        case .ambiguousGather: Self.ambiguousMatch
        case .storageFailed(""): Self.notStored
        case .storageFailed(let reason): reason
        default: TranslatedText.of(error.text)
        }
    }

    /// Returns the names that a side can have.
    static func nameKind(of side: String) -> String {
        tr(
            "the name of %1$@ must have 1 to %2$@ characters, and no control characters", side,
            InterfaceLimits.nameCharacters)
    }

    /// The valid lengths of time for `--ago`.
    static var agoKind: String {
        let range = InterfaceLimits.agoMilliseconds
        return tr(
            "'--ago' is from %1$@ to %2$@", TimeText.length(.milliseconds(range.lowerBound)),
            TimeText.limit(seconds: range.upperBound / 1_000))
    }

    /// The valid adjustments of the time.
    static var adjustmentKind: String {
        tr(
            "an adjustment is from %1$@ to %2$@, more or less", TimeText.length(.seconds(1)),
            TimeText.limit(seconds: InterfaceLimits.adjustmentSeconds.upperBound))
    }

    /// Returns the times that a countdown can be set to.
    static func timeKind(seconds range: ClosedRange<Int>) -> String {
        tr(
            "a time is from %1$@ to %2$@", TimeText.limit(seconds: range.lowerBound),
            TimeText.limit(seconds: range.upperBound))
    }

    /// The message for an ID that no match has.
    static var unknownMatch: String {
        tr("there is no such match; 'gatherctl history' lists them")
    }

    /// The message for the beginning of more than one ID.
    static var ambiguousMatch: String {
        tr(
            """
            several matches have an ID that begins like this; 'gatherctl history --json' shows \
            their full IDs
            """)
    }

    private static var notStored: String {
        tr("it could not be stored, and nothing has changed; the log of gatherd has the details")
    }

    private func squadChanged(_ change: SquadChangeFields) -> String {
        let cause = tr("the last change was to the squad: %1$@", SquadChangeText.what(change))
        let match =
            next.asksAboutMatch
            ? nil : tr("'%1$@' undoes the last command of the match", next.undo)
        // A command with values comes last, where it can be copied.
        let ways = [SquadChangeText.wayBack(change), match].compactMap(\.self)
        return ([cause] + (change.kind == .edited ? ways.reversed() : ways))
            .joinedBySemicolons()
    }

    private func noPlayer(_ id: Int) -> String {
        tr("there is no player %1$@; 'gatherctl player list' lists them", id)
    }

    private func name(_ id: Int) -> String {
        players[id] ?? gather?.everybody.first { $0.id == id }?.name ?? tr("player %1$@", id)
    }

    private func name(_ team: ServerTeam) -> String {
        sides[team] ?? gather?.team(team).name ?? team.title
    }

    private var timeIsZero: String {
        guard let period = gather?.course?.period else {
            return tr("the clock is at 00:00; %1$@", next.afterZero)
        }
        // The clock of a period cannot be before its beginning.
        let length = period.seconds < 120 ? "\(period.seconds)s" : "2m"
        // Not translated: a command.
        let adjustment = next.moreTime ?? "gatherctl adjust +\(length) --start"
        return tr(
            "the time of the period is up; '%2$@' ends it, '%1$@' adds time", adjustment,
            next.period)
    }

    /// Returns where a player is who is not on this side, with the commands for a goal of theirs.
    private func notOnTeam(_ id: Int, _ team: ServerTeam) -> String {
        let other = team.other
        let isOnOther = gather?.team(other).players.contains { $0.id == id } ?? false
        let isOfGoal =
            change == nil || asks(for: GatherMethod.AmendGoal.self)
            || asks(for: GatherMethod.AddToScore.self)
        guard next == .commands, isOnOther, isOfGoal else {
            return tr("%1$@ is not on %2$@; 'gatherctl team' shows who is", name(id), name(team))
        }
        return tr(
            """
            %1$@ is not on %2$@, but on %3$@; '%4$@' counts a goal for %3$@, '%5$@' an own goal \
            for %2$@
            """, name(id), name(team), name(other), "gatherctl goal \(other.letter) \(id)",
            "gatherctl goal \(team.letter) --own-goal \(id)")
    }

    private func text(_ error: PlayersError) -> String {
        switch error {
        case .noSuchPlayer(let id): noPlayer(id)
        case .invalidPlayer(_, let field, let problem):
            SquadPresenter.text(problem, of: field)
        case .playerForgotten(let id): tr("player %1$@ was forgotten, for good", id)
        case .matchOpen:
            tr("a match is open; 'gatherctl end' or 'gatherctl discard' closes it")
        case .playerInGather(let id):
            tr(
                "%1$@ is in the open match; 'gatherctl team out %2$@' takes the player out first",
                name(id), id)
        case .squadFull(let maximum) where maximum > InterfaceLimits.squad:
            tr(
                """
                at most %1$@ players are kept, those who were removed included; \
                'gatherctl player restore' brings one back
                """, maximum)
        case .squadFull(let maximum):
            tr(
                "a squad has at most %1$@ player", "a squad has at most %1$@ players",
                count: maximum)
        case .nothingToDecide:
            tr("there is nothing to decide there; 'gatherctl player sync' lists what is open")
        case .syncInProgress:
            tr("players are being sent to the server; try again in a moment")
        case .notAtServer(let remoteID):
            tr(
                """
                the server has no player %1$@; 'gatherctl player sync --dry-run' lists those that \
                only the server has
                """, remoteID)
        case .linkedToAnother(let remoteID, let id, let name):
            tr(
                """
                %1$@ (%2$@) is linked with player %3$@ of the server; 'gatherctl player unlink \
                %2$@' unlinks that one first
                """, name, id, remoteID)
        case .notSignedIn: AccountPresenter.text(.notSignedIn)
        case .serverUnreachable(let reason):
            AccountPresenter.text(.serverUnreachable(reason: reason))
        case .serverRefused(401, _):
            tr("the server does not accept the sign-in any more; 'gatherctl login' signs in again")
        case .serverRefused(let status, let reason):
            tr("the server answers %1$@: %2$@", status, reason)
        case .storageFailed(""): Self.notStored
        case .storageFailed(let reason): reason
        }
    }

    private func text(_ error: HistoryError) -> String {
        switch error {
        case .noSuchGather: Self.unknownMatch
        case .ambiguousGather: Self.ambiguousMatch
        case .noSuchBackup: tr("gatherd has given it up meanwhile")
        case .tooManyBackups: tr("others make backups right now; try again in a minute")
        case .storageFailed(""):
            tr("the history could not be read; the log of gatherd has the details")
        case .storageFailed(let reason): reason
        }
    }

    private func text(_ error: VarlinkError) -> String {
        switch error {
        case .interfaceNotFound(let name), .methodNotFound(let name),
            .methodNotImplemented(let name):
            unknown(name)
        case .invalidParameter(let name): invalid(parameter: name)
        case .permissionDenied:
            tr(
                """
                permission denied: only root, gatherd's own user and the members of its group may \
                do this
                """)
        case .expectedMore: tr("gatherd takes this call as a subscription only")
        }
    }

    private func unknown(_ name: String) -> String {
        tr(
            """
            gatherd has no '%1$@'; it is of another version than this gatherctl: after an \
            update, restart it with 'sudo systemctl restart gatherd', or your own one with \
            'systemctl --user restart gatherd'
            """, name)
    }

    private func invalid(parameter: String) -> String {
        switch parameter {
        case "minute": tr("that is not a minute; use one such as 37 or 45+3")
        case "format":
            tr(
                """
                there is no such format; 'gatherctl format' lists them, and 2x25-5 is one of two \
                periods of 25 minutes with a break of 5
                """)
        case "kickOffMicroseconds", "kickOffAutomatic": unknown(KickOff.verb.name)
        case "requestId": tr("request ID '%1$@' was used for another command", requestID ?? "")
        case "teamAName": Self.nameKind(of: ServerTeam.teamA.title)
        case "teamBName": Self.nameKind(of: ServerTeam.teamB.title)
        case "teamBPlayers": tr("a player is on both sides")
        case "seed": tr("a seed is from 0 to %1$@", InterfaceLimits.seed.upperBound)
        case "agoMilliseconds": Self.agoKind
        case "seconds": Self.adjustmentKind
        case "remoteId": tr("a match of the server is named by its full UUID")
        case "delta": tr("a score changes by 1 to %1$@", InterfaceLimits.scoreDelta.upperBound)
        default: tr("gatherd does not accept the parameter '%1$@'", parameter)
        }
    }

    private func length(_ seconds: Int) -> String { TimeText.length(.seconds(seconds)) }
}

extension RefusalPresenter {
    /// Makes a presenter of the reason why a change is refused.
    ///
    /// - Parameter gather: The gather as it is now, where it is known.
    init(
        _ change: Change, requestID: String? = nil, gather: GatherSnapshot? = nil,
        next: NextSteps = .commands, at now: ClockReading? = nil
    ) {
        self.init(
            failure: change.failure, change: change, requestID: requestID,
            players: change.players, gather: gather, sides: change.sides, next: next)
        isTimeUp = now.map { ClockViewModel(gather, at: $0).mode == .timeUp } ?? false
    }
}
