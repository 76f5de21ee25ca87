// Made by varlink-gen from Interfaces/Gather.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.Gather`.
public enum GatherError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.Gather"

    /// No gather is open.
    ///
    /// If Undo would reopen the last one, endedSecondsAgo is how long ago that ended.
    case noGather(endedSecondsAgo: Int?)
    /// A gather is open already: for Reopen, End and Discard, another one than that of the ID.
    case gatherInProgress
    /// No countdown can have this time: it is from minimumSeconds to maximumSeconds.
    case invalidTime(minimumSeconds: Int, maximumSeconds: Int)
    /// The clock is at 00:00: there is nothing to count down.
    case timeIsZero
    /// A side's goals are from minimum to maximum.
    case invalidScore(minimum: Int, maximum: Int)
    /// The countdown is not running.
    case notRunning
    /// The countdown is not paused.
    case notPaused
    /// The command is dated back before the last command to the countdown, which was
    /// maximumMilliseconds ago, at lastCommandAt; RFC 3339 in UTC.
    ///
    /// If another event stands in the way, such as a goal before which a period cannot end, the two
    /// are about that one. Its number and its text for people, whole and with its values apart, are
    /// nil otherwise.
    case agoTooLong(
        maximumMilliseconds: Int,
        lastCommandAt: String,
        event: Int?,
        text: String?,
        translatable: TranslatableText?
    )
    /// The goal, card or substitution is dated before the match, which began so long ago and at
    /// this moment; RFC 3339 in UTC.
    case beforeMatch(maximumMilliseconds: Int, beganAt: String)
    /// A kick-off is ahead by the wall clock of the daemon's machine, at most so far.
    case invalidKickOff(maximumSeconds: Int)
    /// The match has a format, which sets its times.
    case hasFormat
    /// The match has no format, and so no periods.
    case hasNoFormat
    /// The file of the format cannot be used.
    case invalidFormat(fault: FormatFaultFields)
    /// The match was started.
    ///
    /// With 'force' its format is changed all the same.
    case formatInUse
    /// The format has no such period in the place of the one in which the match is.
    case formatDoesNotFit
    /// Nobody plays, or nobody did at that time.
    ///
    /// The name of the period that is next; nil if none is left. For a goal also the last minute of
    /// the period that has ended; nil if none has.
    case notInPlay(next: String?, minute: String?)
    /// No period of play has this minute.
    case noSuchMinute
    /// The period of play with this minute has not begun.
    case periodNotBegun(period: String)
    /// The goal has this scorer and goes to the other side, so that it has to be said who scored
    /// it.
    case scorerNeeded(id: Int)
    /// The minute has not come yet.
    ///
    /// The present one; nil where there is none.
    case minuteAhead(minute: String?)
    /// A period of play is underway.
    case inPlay
    /// The last period is over.
    case noPeriodLeft
    /// Another period than this one ends or begins next.
    case otherPeriod
    /// The format of the match has no time-outs, or none in this period.
    case noTimeOuts
    /// The side has taken all its time-outs of this period.
    case noTimeOutLeft(team: ServerTeam, perPeriod: Int)
    /// The period has as many fouls of the side as are counted.
    case tooManyFouls(maximum: Int)
    /// The period has as many time-outs and cooling breaks as are kept.
    case tooManyTimeOuts(maximum: Int)
    /// So many minutes of added time were announced, which is more.
    ///
    /// With 'force' it becomes less.
    case addedTimeShrinks(announced: Int)
    /// The score is not a draw.
    case notDrawn
    /// The last period of play has not ended.
    ///
    /// The name of the period that is underway, nil if none is, and of the one that comes next, nil
    /// if none is left.
    case playLeft(period: String?, next: String?)
    /// Extra time was added already.
    case hasExtraTime
    /// Kicks from the mark were begun already.
    case hasKicks
    /// Kicks from the mark were begun at a draw: there is no clock, the score stays, and TakeKick
    /// counts a goal.
    ///
    /// AddToScore and AmendGoal change a score that was recorded wrong with 'force'.
    case kicksUnderway
    /// No kicks from the mark were begun.
    case noKicks
    /// The kicks from the mark are decided for this side.
    case kicksDecided(ServerTeam)
    /// It is the turn of this side to kick.
    case outOfTurn(ServerTeam)
    /// There cannot be more kicks from the mark in a match.
    case tooManyKicks(maximum: Int)
    /// The countdown of the gather was started, so that it needs no kick-off.
    case startedAlready
    /// A dated command would change nothing.
    case alreadySo
    /// No command is left to undo; or the gather ended too long ago, endedSecondsAgo.
    case nothingToUndo(endedSecondsAgo: Int?)
    /// The newest change is one of the squad, which Undo does not undo: this player was added,
    /// edited ('earlier' has the values before) or removed.
    ///
    /// Remove, Edit and Restore of io.gatherd.Players undo that. The player has the present values;
    /// if one command changed several players, 'count' of them, it is the one with the lowest
    /// number.
    case squadChangedLast(SquadChangeFields)
    /// The event that Undo was called for does not exist, is undone already, or was not made by a
    /// command; or the event that AmendGoal or AmendCard was called for does not exist.
    case noSuchEvent(number: Int)
    /// The event that AmendGoal was called for is no goal, or one that does not count any more: it
    /// was undone, or a lower score was set.
    ///
    /// Nor is it one goal if the score was set or raised by several.
    case noSuchGoal(number: Int)
    /// The event that AmendCard was called for is no card, or one that was undone.
    case noSuchCard(number: Int)
    /// The player would have been sent off before this later event.
    ///
    /// With 'force' it is done all the same.
    case sentOffBefore(id: Int, event: Int)
    /// The event cannot be undone, or its card amended so, as this later one depends on it.
    case eventNeeded(by: Int)
    /// The last command was no undo.
    case nothingToRedo
    /// There is no player with this number in the squad.
    case noSuchPlayer(id: Int)
    /// There are players in the gather, and none on this side.
    case teamWithoutPlayers(ServerTeam)
    /// Two sides cannot be drawn of fewer players.
    case tooFewPlayers(minimum: Int)
    /// There cannot be more players: in a gather, or in a draw.
    case tooManyPlayers(maximum: Int)
    /// The player is not on this side, and so cannot score for it, or score an own goal from it.
    case notOnTeam(id: Int, team: ServerTeam)
    /// The player is on this side already, and so cannot come on.
    case onTeamAlready(id: Int, team: ServerTeam)
    /// The player was sent off, and so cannot score, get another card or come to a side.
    ///
    /// With 'force' the command is carried out all the same.
    case sentOff(id: Int)
    /// The player has no yellow card, so that this one cannot be the second; nil if no player was
    /// named.
    case notBooked(id: Int?)
    /// There cannot be more cards in a match.
    case tooManyCards(maximum: Int)
    /// The player is not in the gather.
    case notInGather(id: Int)
    /// There is no gather with this ID.
    case noSuchGather
    /// More than one gather has an ID that begins with this text.
    case ambiguousGather
    /// The command could not be stored, and nothing has changed.
    ///
    /// The reason is a text for people, such as that the disk is full; the daemon's log has the
    /// details. Commands work again once the cause is gone, without a restart. The reason 'the disk
    /// does not answer' means that another change has waited for the disk for 5 seconds, and 'the
    /// database is damaged and is being repaired' that one waits for the repair. The connection of
    /// that change is closed; the same request ID, sent again later, shows its outcome.
    case storageFailed(reason: String = "")

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .noGather(let endedSecondsAgo):
            ("NoGather", ["endedSecondsAgo": endedSecondsAgo.json])
        case .gatherInProgress:
            ("GatherInProgress", [:])
        case .invalidTime(let minimumSeconds, let maximumSeconds):
            (
                "InvalidTime",
                ["minimumSeconds": minimumSeconds.json, "maximumSeconds": maximumSeconds.json]
            )
        case .timeIsZero:
            ("TimeIsZero", [:])
        case .invalidScore(let minimum, let maximum):
            ("InvalidScore", ["minimum": minimum.json, "maximum": maximum.json])
        case .notRunning:
            ("NotRunning", [:])
        case .notPaused:
            ("NotPaused", [:])
        case .agoTooLong(
            let maximumMilliseconds,
            let lastCommandAt,
            let event,
            let text,
            let translatable
        ):
            (
                "AgoTooLong",
                [
                    "maximumMilliseconds": maximumMilliseconds.json,
                    "lastCommandAt": lastCommandAt.json,
                    "event": event.json,
                    "text": text.json,
                    "translatable": translatable.json,
                ]
            )
        case .beforeMatch(let maximumMilliseconds, let beganAt):
            (
                "BeforeMatch",
                ["maximumMilliseconds": maximumMilliseconds.json, "beganAt": beganAt.json]
            )
        case .invalidKickOff(let maximumSeconds):
            ("InvalidKickOff", ["maximumSeconds": maximumSeconds.json])
        case .hasFormat:
            ("HasFormat", [:])
        case .hasNoFormat:
            ("HasNoFormat", [:])
        case .invalidFormat(let fault):
            ("InvalidFormat", ["fault": fault.json])
        case .formatInUse:
            ("FormatInUse", [:])
        case .formatDoesNotFit:
            ("FormatDoesNotFit", [:])
        case .notInPlay(let next, let minute):
            ("NotInPlay", ["next": next.json, "minute": minute.json])
        case .noSuchMinute:
            ("NoSuchMinute", [:])
        case .periodNotBegun(let period):
            ("PeriodNotBegun", ["period": period.json])
        case .scorerNeeded(let id):
            ("ScorerNeeded", ["id": id.json])
        case .minuteAhead(let minute):
            ("MinuteAhead", ["minute": minute.json])
        case .inPlay:
            ("InPlay", [:])
        case .noPeriodLeft:
            ("NoPeriodLeft", [:])
        case .otherPeriod:
            ("OtherPeriod", [:])
        case .noTimeOuts:
            ("NoTimeOuts", [:])
        case .noTimeOutLeft(let team, let perPeriod):
            ("NoTimeOutLeft", ["team": team.json, "perPeriod": perPeriod.json])
        case .tooManyFouls(let maximum):
            ("TooManyFouls", ["maximum": maximum.json])
        case .tooManyTimeOuts(let maximum):
            ("TooManyTimeOuts", ["maximum": maximum.json])
        case .addedTimeShrinks(let announced):
            ("AddedTimeShrinks", ["announced": announced.json])
        case .notDrawn:
            ("NotDrawn", [:])
        case .playLeft(let period, let next):
            ("PlayLeft", ["period": period.json, "next": next.json])
        case .hasExtraTime:
            ("HasExtraTime", [:])
        case .hasKicks:
            ("HasKicks", [:])
        case .kicksUnderway:
            ("KicksUnderway", [:])
        case .noKicks:
            ("NoKicks", [:])
        case .kicksDecided(let team):
            ("KicksDecided", ["team": team.json])
        case .outOfTurn(let team):
            ("OutOfTurn", ["team": team.json])
        case .tooManyKicks(let maximum):
            ("TooManyKicks", ["maximum": maximum.json])
        case .startedAlready:
            ("StartedAlready", [:])
        case .alreadySo:
            ("AlreadySo", [:])
        case .nothingToUndo(let endedSecondsAgo):
            ("NothingToUndo", ["endedSecondsAgo": endedSecondsAgo.json])
        case .squadChangedLast(let fields):
            ("SquadChangedLast", fields.fields)
        case .noSuchEvent(let number):
            ("NoSuchEvent", ["number": number.json])
        case .noSuchGoal(let number):
            ("NoSuchGoal", ["number": number.json])
        case .noSuchCard(let number):
            ("NoSuchCard", ["number": number.json])
        case .sentOffBefore(let id, let event):
            ("SentOffBefore", ["id": id.json, "event": event.json])
        case .eventNeeded(let by):
            ("EventNeeded", ["by": by.json])
        case .nothingToRedo:
            ("NothingToRedo", [:])
        case .noSuchPlayer(let id):
            ("NoSuchPlayer", ["id": id.json])
        case .teamWithoutPlayers(let team):
            ("TeamWithoutPlayers", ["team": team.json])
        case .tooFewPlayers(let minimum):
            ("TooFewPlayers", ["minimum": minimum.json])
        case .tooManyPlayers(let maximum):
            ("TooManyPlayers", ["maximum": maximum.json])
        case .notOnTeam(let id, let team):
            ("NotOnTeam", ["id": id.json, "team": team.json])
        case .onTeamAlready(let id, let team):
            ("OnTeamAlready", ["id": id.json, "team": team.json])
        case .sentOff(let id):
            ("SentOff", ["id": id.json])
        case .notBooked(let id):
            ("NotBooked", ["id": id.json])
        case .tooManyCards(let maximum):
            ("TooManyCards", ["maximum": maximum.json])
        case .notInGather(let id):
            ("NotInGather", ["id": id.json])
        case .noSuchGather:
            ("NoSuchGather", [:])
        case .ambiguousGather:
            ("AmbiguousGather", [:])
        case .storageFailed(let reason):
            ("StorageFailed", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "NoGather":
            self = .noGather(endedSecondsAgo: try reader.optional("endedSecondsAgo"))
        case "GatherInProgress":
            self = .gatherInProgress
        case "InvalidTime":
            self = .invalidTime(
                minimumSeconds: try reader.required("minimumSeconds"),
                maximumSeconds: try reader.required("maximumSeconds")
            )
        case "TimeIsZero":
            self = .timeIsZero
        case "InvalidScore":
            self = .invalidScore(
                minimum: try reader.required("minimum"),
                maximum: try reader.required("maximum")
            )
        case "NotRunning":
            self = .notRunning
        case "NotPaused":
            self = .notPaused
        case "AgoTooLong":
            self = .agoTooLong(
                maximumMilliseconds: try reader.required("maximumMilliseconds"),
                lastCommandAt: shown(try reader.required("lastCommandAt"), as: TextForm.self),
                event: try reader.optional("event"),
                text: shown(try reader.optional("text"), as: TextForm.self),
                translatable: try reader.optional("translatable")
            )
        case "BeforeMatch":
            self = .beforeMatch(
                maximumMilliseconds: try reader.required("maximumMilliseconds"),
                beganAt: shown(try reader.required("beganAt"), as: TextForm.self)
            )
        case "InvalidKickOff":
            self = .invalidKickOff(maximumSeconds: try reader.required("maximumSeconds"))
        case "HasFormat":
            self = .hasFormat
        case "HasNoFormat":
            self = .hasNoFormat
        case "InvalidFormat":
            self = .invalidFormat(fault: try reader.required("fault"))
        case "FormatInUse":
            self = .formatInUse
        case "FormatDoesNotFit":
            self = .formatDoesNotFit
        case "NotInPlay":
            self = .notInPlay(
                next: shown(try reader.optional("next"), as: TextForm.self),
                minute: shown(try reader.optional("minute"), as: TextForm.self)
            )
        case "NoSuchMinute":
            self = .noSuchMinute
        case "PeriodNotBegun":
            self = .periodNotBegun(period: shown(try reader.required("period"), as: TextForm.self))
        case "ScorerNeeded":
            self = .scorerNeeded(id: try reader.required("id"))
        case "MinuteAhead":
            self = .minuteAhead(minute: shown(try reader.optional("minute"), as: TextForm.self))
        case "InPlay":
            self = .inPlay
        case "NoPeriodLeft":
            self = .noPeriodLeft
        case "OtherPeriod":
            self = .otherPeriod
        case "NoTimeOuts":
            self = .noTimeOuts
        case "NoTimeOutLeft":
            self = .noTimeOutLeft(
                team: try reader.required("team"),
                perPeriod: try reader.required("perPeriod")
            )
        case "TooManyFouls":
            self = .tooManyFouls(maximum: try reader.required("maximum"))
        case "TooManyTimeOuts":
            self = .tooManyTimeOuts(maximum: try reader.required("maximum"))
        case "AddedTimeShrinks":
            self = .addedTimeShrinks(announced: try reader.required("announced"))
        case "NotDrawn":
            self = .notDrawn
        case "PlayLeft":
            self = .playLeft(
                period: shown(try reader.optional("period"), as: TextForm.self),
                next: shown(try reader.optional("next"), as: TextForm.self)
            )
        case "HasExtraTime":
            self = .hasExtraTime
        case "HasKicks":
            self = .hasKicks
        case "KicksUnderway":
            self = .kicksUnderway
        case "NoKicks":
            self = .noKicks
        case "KicksDecided":
            self = .kicksDecided(try reader.required("team"))
        case "OutOfTurn":
            self = .outOfTurn(try reader.required("team"))
        case "TooManyKicks":
            self = .tooManyKicks(maximum: try reader.required("maximum"))
        case "StartedAlready":
            self = .startedAlready
        case "AlreadySo":
            self = .alreadySo
        case "NothingToUndo":
            self = .nothingToUndo(endedSecondsAgo: try reader.optional("endedSecondsAgo"))
        case "SquadChangedLast":
            self = .squadChangedLast(try SquadChangeFields(from: &reader))
        case "NoSuchEvent":
            self = .noSuchEvent(number: try reader.required("number"))
        case "NoSuchGoal":
            self = .noSuchGoal(number: try reader.required("number"))
        case "NoSuchCard":
            self = .noSuchCard(number: try reader.required("number"))
        case "SentOffBefore":
            self = .sentOffBefore(
                id: try reader.required("id"),
                event: try reader.required("event")
            )
        case "EventNeeded":
            self = .eventNeeded(by: try reader.required("by"))
        case "NothingToRedo":
            self = .nothingToRedo
        case "NoSuchPlayer":
            self = .noSuchPlayer(id: try reader.required("id"))
        case "TeamWithoutPlayers":
            self = .teamWithoutPlayers(try reader.required("team"))
        case "TooFewPlayers":
            self = .tooFewPlayers(minimum: try reader.required("minimum"))
        case "TooManyPlayers":
            self = .tooManyPlayers(maximum: try reader.required("maximum"))
        case "NotOnTeam":
            self = .notOnTeam(id: try reader.required("id"), team: try reader.required("team"))
        case "OnTeamAlready":
            self = .onTeamAlready(id: try reader.required("id"), team: try reader.required("team"))
        case "SentOff":
            self = .sentOff(id: try reader.required("id"))
        case "NotBooked":
            self = .notBooked(id: try reader.optional("id"))
        case "TooManyCards":
            self = .tooManyCards(maximum: try reader.required("maximum"))
        case "NotInGather":
            self = .notInGather(id: try reader.required("id"))
        case "NoSuchGather":
            self = .noSuchGather
        case "AmbiguousGather":
            self = .ambiguousGather
        case "StorageFailed":
            self = .storageFailed(
                reason: shown(try reader.optional("reason") ?? "", as: TextForm.self)
            )
        default: return nil
        }
    }

    /// The plain text for people.
    public var text: TranslatableText {
        switch self {
        case .noGather:
            tr("no match is open")
        case .gatherInProgress:
            tr("a match is open already")
        case .invalidTime:
            tr("the time is too short or too long")
        case .timeIsZero:
            tr("the clock is at 00:00")
        case .invalidScore(let minimum, let maximum):
            tr("the goals of a side are from %1$@ to %2$@", minimum, maximum)
        case .notRunning:
            tr("the clock is not running")
        case .notPaused:
            tr("the clock is not paused")
        case .agoTooLong:
            tr("that was too long ago")
        case .beforeMatch:
            tr("that was before the match")
        case .invalidKickOff:
            tr("the kick-off has to be ahead, by a week at most")
        case .hasFormat:
            tr("the format of the match sets its times")
        case .hasNoFormat:
            tr("the match has no periods")
        case .invalidFormat:
            tr("the file of the format cannot be used")
        case .formatInUse:
            tr("the match was started with its format")
        case .formatDoesNotFit:
            tr("the match is in a period that the format does not have")
        case .notInPlay(let next?, _):
            tr("nobody plays now; next: %1$@", PeriodName(next))
        case .notInPlay:
            tr("nobody plays now")
        case .noSuchMinute:
            tr("no period has this minute")
        case .periodNotBegun(let period):
            tr("%1$@ has not begun", PeriodName(period))
        case .scorerNeeded:
            tr("say who scored for the other side")
        case .minuteAhead:
            tr("this minute has not come yet")
        case .inPlay:
            tr("a period is being played")
        case .noPeriodLeft:
            tr("the last period is over")
        case .otherPeriod:
            tr("another period is next")
        case .noTimeOuts:
            tr("there are no time-outs now")
        case .noTimeOutLeft:
            tr("the side has taken all its time-outs")
        case .tooManyFouls:
            tr("there cannot be more of them")
        case .tooManyTimeOuts:
            tr("there cannot be more of them")
        case .addedTimeShrinks(let announced):
            tr("announced already: %1$@ min", announced)
        case .notDrawn:
            tr("the match is not drawn")
        case .playLeft:
            tr("the match is not over yet")
        case .hasExtraTime:
            tr("extra time was added already")
        case .hasKicks:
            tr("the kicks have begun already")
        case .kicksUnderway:
            tr("there are kicks from the mark now; the score stays")
        case .noKicks:
            tr("there are no kicks from the mark")
        case .kicksDecided:
            tr("the kicks are decided")
        case .outOfTurn:
            tr("it is the other side's turn")
        case .tooManyKicks:
            tr("there cannot be more of them")
        case .startedAlready:
            tr("the match was started already")
        case .alreadySo:
            tr("this is already the case")
        case .nothingToUndo:
            tr("there is nothing to undo")
        case .squadChangedLast:
            tr("the last change was one of the squad, which is not undone here")
        case .noSuchEvent:
            tr("this does not count any more")
        case .noSuchGoal:
            tr("this does not count any more")
        case .noSuchCard:
            tr("this card does not stand any more")
        case .sentOffBefore:
            tr("the player would have been sent off before a later event")
        case .eventNeeded(let by):
            tr("a later event, number %1$@, depends on it", by)
        case .nothingToRedo:
            tr("there is nothing to redo")
        case .noSuchPlayer:
            tr("there is no such player")
        case .teamWithoutPlayers:
            tr("one side has no players")
        case .tooFewPlayers(let minimum):
            tr("it takes %1$@ players at least", minimum)
        case .tooManyPlayers:
            tr("there cannot be more of them")
        case .notOnTeam:
            tr("the player is not on this side")
        case .onTeamAlready:
            tr("the player is on this side already")
        case .sentOff:
            tr("the player was sent off")
        case .notBooked:
            tr("the player has no yellow card")
        case .tooManyCards:
            tr("there cannot be more of them")
        case .notInGather:
            tr("there is no such player in the match")
        case .noSuchGather:
            tr("there is no such match")
        case .ambiguousGather:
            tr("several matches have an ID that begins so")
        case .storageFailed(let reason):
            tr("it could not be saved: %1$@", reason)
        }
    }
}

/// The newest change is one of the squad, which Undo does not undo: this player was added, edited
/// ('earlier' has the values before) or removed.
///
/// Remove, Edit and Restore of io.gatherd.Players undo that. The player has the present values; if
/// one command changed several players, 'count' of them, it is the one with the lowest number.
public struct SquadChangeFields: VarlinkObject {
    /// One of the values that are declared.
    public enum Kind: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `added`.
        case added
        /// `edited`.
        case edited
        /// `removed`.
        case removed
    }

    /// `change` of the interface.
    public var kind: SquadChangeFields.Kind

    /// `playerId` of the interface.
    public var playerID: Int

    /// `player` of the interface.
    public var profile: ProfileFields

    /// `earlier` of the interface.
    public var earlier: ProfileFields?

    /// `count` of the interface.
    public var count: Int

    /// Makes one of its fields.
    public init(
        kind: SquadChangeFields.Kind,
        playerID: Int,
        profile: ProfileFields,
        earlier: ProfileFields? = nil,
        count: Int = 1
    ) {
        self.kind = kind
        self.playerID = playerID
        self.profile = profile
        self.earlier = earlier
        self.count = count
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("change", kind.json),
            .init("playerId", playerID.json),
            .init("player", profile.json),
            .init("earlier", earlier.json),
            .init("count", count.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        kind = try reader.required("change")
        playerID = try reader.required("playerId")
        profile = try reader.required("player")
        earlier = try reader.optional("earlier")
        count = try reader.optional("count") ?? 1
    }
}
