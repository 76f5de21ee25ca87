// Made by varlink-gen from Interfaces/Gather.varlink; units/generate makes it anew.
public import Varlink

/// A time as it is chosen and shown: 00:01 to 24:00 hours, which is 1440 minutes.
public struct TimeFields: VarlinkObject {
    /// The values that `seconds` can have.
    public static let secondsRange = 0...59

    /// Whole minutes, also more than 59.
    public var minutes: Int

    /// Seconds of the minute.
    public var seconds: Int

    /// Makes one of its fields.
    public init(minutes: Int, seconds: Int) {
        self.minutes = minutes
        self.seconds = seconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([.init("minutes", minutes.json), .init("seconds", seconds.json)])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        minutes = try reader.required("minutes")
        seconds = try reader.required("seconds")
    }
}

/// The countdown.
///
/// The two ...Boottime... are readings of CLOCK_BOOTTIME on the machine of the daemon.
public struct TimerSnapshot: VarlinkObject {
    /// The state.
    ///
    /// It changes to 'stopped' at 00:00 by itself.
    public enum State: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `stopped`.
        case stopped
        /// `running`.
        case running
        /// `paused`.
        case paused
    }

    /// The state.
    ///
    /// It changes to 'stopped' at 00:00 by itself.
    public var state: TimerSnapshot.State

    /// The chosen time, to which Cancel resets the clock.
    public var initial: TimeFields

    /// The time left, rounded up to a whole second, as it is shown.
    public var remaining: TimeFields

    /// The time left, rounded up to a whole millisecond.
    public var remainingMilliseconds: Int

    /// The deadline; nil unless running.
    public var endsAtBoottimeMicroseconds: Int?

    /// The moment that time was up, if the countdown ran out by itself; RFC 3339 in UTC.
    @Shown public var timeUpAt: String?

    /// True if the machine was down for an unknown time, so that less may be left than is shown:
    /// until the wall clock is correct, or SetTime or AdjustTime corrects the time.
    public var doubtful: Bool

    /// The moment of this snapshot.
    public var takenAtBoottimeMicroseconds: Int

    /// Makes one of its fields.
    public init(
        state: TimerSnapshot.State,
        initial: TimeFields,
        remaining: TimeFields,
        remainingMilliseconds: Int,
        endsAtBoottimeMicroseconds: Int? = nil,
        timeUpAt: String? = nil,
        doubtful: Bool = false,
        takenAtBoottimeMicroseconds: Int
    ) {
        self.state = state
        self.initial = initial
        self.remaining = remaining
        self.remainingMilliseconds = remainingMilliseconds
        self.endsAtBoottimeMicroseconds = endsAtBoottimeMicroseconds
        self.timeUpAt = timeUpAt
        self.doubtful = doubtful
        self.takenAtBoottimeMicroseconds = takenAtBoottimeMicroseconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("state", state.json),
            .init("initial", initial.json),
            .init("remaining", remaining.json),
            .init("remainingMilliseconds", remainingMilliseconds.json),
            .init("endsAtBoottimeMicroseconds", endsAtBoottimeMicroseconds.json),
            .init("timeUpAt", $timeUpAt.json),
            .init("doubtful", doubtful.json),
            .init("takenAtBoottimeMicroseconds", takenAtBoottimeMicroseconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        state = try reader.required("state")
        initial = try reader.required("initial")
        remaining = try reader.required("remaining")
        remainingMilliseconds = try reader.required("remainingMilliseconds")
        endsAtBoottimeMicroseconds = try reader.optional("endsAtBoottimeMicroseconds")
        timeUpAt = try reader.optional("timeUpAt")
        doubtful = try reader.optional("doubtful") ?? false
        takenAtBoottimeMicroseconds = try reader.required("takenAtBoottimeMicroseconds")
    }
}

/// Somebody who plays.
public struct PlayerFields: VarlinkObject {
    /// The number of the player in the squad.
    public var id: Int

    /// The name.
    @ShownName public var name: String

    /// The preferred position: goalkeeper, defender, midfielder, winger or striker.
    @Shown public var position: String?

    /// The number on the shirt, 0 to 99; nil where there is none.
    ///
    /// Several players can have the same.
    public var shirt: Int?

    /// True if the player was sent off in this match; nil otherwise.
    public var sentOff: Bool?

    /// True if the player was forgotten, by Forget of io.gatherd.Players, and has the name
    /// 'somebody'; nil otherwise.
    public var forgotten: Bool?

    /// Makes one of its fields.
    public init(
        id: Int,
        name: String,
        position: String? = nil,
        shirt: Int? = nil,
        sentOff: Bool? = nil,
        forgotten: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.position = position
        self.shirt = shirt
        self.sentOff = sentOff
        self.forgotten = forgotten
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = ["id", "name", "position", "shirt", "sentOff", "forgotten"]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("id", id.json),
            .init("name", $name.json),
            .init("position", $position.json),
            .init("shirt", shirt.json),
        ])
        object.append("sentOff", present: sentOff?.json)
        object.append("forgotten", present: forgotten?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        name = try reader.required("name")
        position = try reader.optional("position")
        shirt = try reader.optional("shirt")
        sentOff = reader.hasMore ? try reader.optional("sentOff") : nil
        forgotten = reader.hasMore ? try reader.optional("forgotten") : nil
    }
}

/// One of the two sides.
public struct TeamSnapshot: VarlinkObject {
    /// The values that `score` can have.
    public static let scoreRange = 0...999

    /// The name, 1 to 100 characters.
    @ShownName public var name: String

    /// Goals, 0 to 999.
    public var score: Int

    /// The players of this side.
    public var players: [PlayerFields]

    /// The colour; nil where the side has none.
    public var color: TeamColor?

    /// Makes one of its fields.
    public init(name: String, score: Int, players: [PlayerFields], color: TeamColor? = nil) {
        self.name = name
        self.score = score
        self.players = players
        self.color = color
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("name", $name.json),
            .init("score", score.json),
            .init("players", players.json),
            .init("color", color.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        name = try reader.required("name")
        score = try reader.required("score")
        players = try reader.required("players")
        color = try reader.optional("color")
    }
}

/// A goal that counts, and was counted as a single one.
public struct GoalFields: VarlinkObject {
    /// The number of the event that counted it, which AmendGoal takes.
    public var number: Int

    /// The side that it counts for.
    public var team: ServerTeam

    /// The scorer; nil where nobody is known.
    public var scorer: PlayerFields?

    /// True where the scorer is of the other side.
    public var ownGoal: Bool

    /// The time that the countdown had run in all when it was scored.
    public var goneMilliseconds: Int

    /// The number of the event that amended it last; nil where none did.
    public var amendedBy: Int?

    /// The minute of a match with a format, such as '37' or '45+2'; nil in one without.
    @Shown public var minute: String?

    /// Makes one of its fields.
    public init(
        number: Int,
        team: ServerTeam,
        scorer: PlayerFields? = nil,
        ownGoal: Bool,
        goneMilliseconds: Int,
        amendedBy: Int? = nil,
        minute: String? = nil
    ) {
        self.number = number
        self.team = team
        self.scorer = scorer
        self.ownGoal = ownGoal
        self.goneMilliseconds = goneMilliseconds
        self.amendedBy = amendedBy
        self.minute = minute
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "number",
        "team",
        "scorer",
        "ownGoal",
        "goneMilliseconds",
        "amendedBy",
        "minute",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("number", number.json),
            .init("team", team.json),
            .init("scorer", scorer.json),
            .init("ownGoal", ownGoal.json),
            .init("goneMilliseconds", goneMilliseconds.json),
        ])
        object.append("amendedBy", present: amendedBy?.json)
        object.append("minute", present: $minute?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        number = try reader.required("number")
        team = try reader.required("team")
        scorer = try reader.optional("scorer")
        ownGoal = try reader.required("ownGoal")
        goneMilliseconds = try reader.required("goneMilliseconds")
        amendedBy = reader.hasMore ? try reader.optional("amendedBy") : nil
        minute = reader.hasMore ? try reader.optional("minute") : nil
    }
}

/// A card that stands.
public struct CardFields: VarlinkObject {
    /// The number of the event that recorded it, which Undo and AmendCard take.
    public var number: Int

    /// The side that it was shown to.
    public var team: ServerTeam

    /// The player; nil if that is not known, or somebody beside the pitch.
    public var player: PlayerFields?

    /// The kind that it came to: a yellow card to a player who had one is a secondYellow.
    public var card: CardKind

    /// The time that the countdown had run in all when it was shown.
    public var goneMilliseconds: Int

    /// The minute of a match with a format, such as '37' or '45+2'; nil in one without, or in a
    /// break.
    @Shown public var minute: String?

    /// The number of the event that amended it last; nil where none did.
    public var amendedBy: Int?

    /// Makes one of its fields.
    public init(
        number: Int,
        team: ServerTeam,
        player: PlayerFields? = nil,
        card: CardKind,
        goneMilliseconds: Int,
        minute: String? = nil,
        amendedBy: Int? = nil
    ) {
        self.number = number
        self.team = team
        self.player = player
        self.card = card
        self.goneMilliseconds = goneMilliseconds
        self.minute = minute
        self.amendedBy = amendedBy
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("number", number.json),
            .init("team", team.json),
            .init("player", player.json),
            .init("card", card.json),
            .init("goneMilliseconds", goneMilliseconds.json),
            .init("minute", $minute.json),
            .init("amendedBy", amendedBy.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        number = try reader.required("number")
        team = try reader.required("team")
        player = try reader.optional("player")
        card = try reader.required("card")
        goneMilliseconds = try reader.required("goneMilliseconds")
        minute = try reader.optional("minute")
        amendedBy = try reader.optional("amendedBy")
    }
}

/// A time penalty that runs.
///
/// It stands while the countdown does.
public struct PenaltyFields: VarlinkObject {
    /// The number of the event that recorded its card.
    public var number: Int

    /// The side that it was given to.
    public var team: ServerTeam

    /// The player; nil if that is not known.
    public var player: PlayerFields?

    /// The time left, rounded up to a whole millisecond.
    ///
    /// It gets less as what remains of the countdown does.
    public var remainingMilliseconds: Int

    /// The moment that it is over, by CLOCK_BOOTTIME on the machine of the daemon; nil unless the
    /// countdown is running, and runs so long.
    public var endsAtBoottimeMicroseconds: Int?

    /// Makes one of its fields.
    public init(
        number: Int,
        team: ServerTeam,
        player: PlayerFields? = nil,
        remainingMilliseconds: Int,
        endsAtBoottimeMicroseconds: Int? = nil
    ) {
        self.number = number
        self.team = team
        self.player = player
        self.remainingMilliseconds = remainingMilliseconds
        self.endsAtBoottimeMicroseconds = endsAtBoottimeMicroseconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("number", number.json),
            .init("team", team.json),
            .init("player", player.json),
            .init("remainingMilliseconds", remainingMilliseconds.json),
            .init("endsAtBoottimeMicroseconds", endsAtBoottimeMicroseconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        number = try reader.required("number")
        team = try reader.required("team")
        player = try reader.optional("player")
        remainingMilliseconds = try reader.required("remainingMilliseconds")
        endsAtBoottimeMicroseconds = try reader.optional("endsAtBoottimeMicroseconds")
    }
}

/// A countdown that continued while the daemon was not running.
///
/// The snapshot has it until the next command.
public struct RecoveryFields: VarlinkObject {
    /// The clock that measured it: boottime within one boot of the machine, wall after a reboot;
    /// none while the wall clock cannot be trusted.
    public enum Clock: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `boottime`.
        case boottime
        /// `wall`.
        case wall
        /// `none`.
        case none
    }

    /// The longest time for which the daemon may not have been running: from the last recorded
    /// event to its start.
    ///
    /// 0 if no clock could measure it.
    public var unattendedMilliseconds: Int

    /// The clock that measured it: boottime within one boot of the machine, wall after a reboot;
    /// none while the wall clock cannot be trusted.
    public var clock: RecoveryFields.Clock

    /// The moment that the daemon was started again, by the wall clock; RFC 3339 in UTC, nil while
    /// it is not known.
    @Shown public var restartedAt: String?

    /// The moment that this was determined, by CLOCK_BOOTTIME, in microseconds.
    public var decidedAtBoottimeMicroseconds: Int?

    /// Makes one of its fields.
    public init(
        unattendedMilliseconds: Int,
        clock: RecoveryFields.Clock,
        restartedAt: String? = nil,
        decidedAtBoottimeMicroseconds: Int? = nil
    ) {
        self.unattendedMilliseconds = unattendedMilliseconds
        self.clock = clock
        self.restartedAt = restartedAt
        self.decidedAtBoottimeMicroseconds = decidedAtBoottimeMicroseconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("unattendedMilliseconds", unattendedMilliseconds.json),
            .init("clock", clock.json),
            .init("restartedAt", $restartedAt.json),
            .init("decidedAtBoottimeMicroseconds", decidedAtBoottimeMicroseconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        unattendedMilliseconds = try reader.required("unattendedMilliseconds")
        clock = try reader.required("clock")
        restartedAt = try reader.optional("restartedAt")
        decidedAtBoottimeMicroseconds = try reader.optional("decidedAtBoottimeMicroseconds")
    }
}

/// A damaged database that was set aside, and what was saved of it.
public struct SalvageFields: VarlinkObject {
    /// The file name under which it was set aside.
    @Shown public var file: String

    /// When; RFC 3339 in UTC.
    @Shown public var at: String

    /// The number of events in the new database.
    public var savedEvents: Int

    /// The number of events known to be missing.
    public var lostEvents: Int

    /// True if there may be more.
    public var mayHaveLostMore: Bool

    /// Makes one of its fields.
    public init(
        file: String,
        at: String,
        savedEvents: Int,
        lostEvents: Int,
        mayHaveLostMore: Bool = false
    ) {
        self.file = file
        self.at = at
        self.savedEvents = savedEvents
        self.lostEvents = lostEvents
        self.mayHaveLostMore = mayHaveLostMore
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("file", $file.json),
            .init("at", $at.json),
            .init("savedEvents", savedEvents.json),
            .init("lostEvents", lostEvents.json),
            .init("mayHaveLostMore", mayHaveLostMore.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        file = try reader.required("file")
        at = try reader.required("at")
        savedEvents = try reader.required("savedEvents")
        lostEvents = try reader.required("lostEvents")
        mayHaveLostMore = try reader.optional("mayHaveLostMore") ?? false
    }
}

/// The moment for which the start of the countdown is announced.
public struct KickOffFields: VarlinkObject {
    /// The moment by the wall clock, in microseconds since 1970-01-01 00:00 UTC.
    public var atMicroseconds: Int

    /// The same moment by CLOCK_BOOTTIME on the machine of the daemon, as its wall clock is set
    /// now.
    public var atBoottimeMicroseconds: Int

    /// True if the countdown starts by itself then; false also once it could not, or was undone.
    public var automatic: Bool

    /// The side without players for which the countdown cannot start; nil where it can.
    public var teamWithoutPlayers: ServerTeam?

    /// Makes one of its fields.
    public init(
        atMicroseconds: Int,
        atBoottimeMicroseconds: Int,
        automatic: Bool,
        teamWithoutPlayers: ServerTeam? = nil
    ) {
        self.atMicroseconds = atMicroseconds
        self.atBoottimeMicroseconds = atBoottimeMicroseconds
        self.automatic = automatic
        self.teamWithoutPlayers = teamWithoutPlayers
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("atMicroseconds", atMicroseconds.json),
            .init("atBoottimeMicroseconds", atBoottimeMicroseconds.json),
            .init("automatic", automatic.json),
            .init("teamWithoutPlayers", teamWithoutPlayers.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        atMicroseconds = try reader.required("atMicroseconds")
        atBoottimeMicroseconds = try reader.required("atBoottimeMicroseconds")
        automatic = try reader.required("automatic")
        teamWithoutPlayers = try reader.optional("teamWithoutPlayers")
    }
}

/// One period of a format.
public struct PeriodFields: VarlinkObject {
    /// Football is played, there is a break between two periods of play, or kicks from the mark are
    /// taken, which have no clock.
    public enum Kind: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `play`.
        case play
        /// `break`.
        case `break`
        /// `kicks`.
        case kicks
    }

    /// The direction of the clock: down from the length to 00:00, or up from 'fromSeconds'.
    public enum Shows: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `down`.
        case down
        /// `up`.
        case up
    }

    /// The clock once the length is over: it stands, or runs on.
    ///
    /// Only Whistle ends a period of play.
    public enum AtZero: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `stop`.
        case stop
        /// `run`.
        case run
    }

    /// Its beginning: by a command, or by itself when the period before it is over.
    public enum Begins: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `byHand`.
        case byHand
        /// `atOnce`.
        case atOnce
    }

    /// The name, for people, such as 'first half'.
    @ShownName public var id: String

    /// Football is played, there is a break between two periods of play, or kicks from the mark are
    /// taken, which have no clock.
    public var kind: PeriodFields.Kind

    /// The length in seconds.
    public var seconds: Int

    /// The direction of the clock: down from the length to 00:00, or up from 'fromSeconds'.
    public var shows: PeriodFields.Shows

    /// The time on the match clock at which the period begins, from which minutes count.
    public var fromSeconds: Int

    /// The clock once the length is over: it stands, or runs on.
    ///
    /// Only Whistle ends a period of play.
    public var atZero: PeriodFields.AtZero

    /// Its beginning: by a command, or by itself when the period before it is over.
    public var begins: PeriodFields.Begins

    /// Makes one of its fields.
    public init(
        id: String,
        kind: PeriodFields.Kind,
        seconds: Int,
        shows: PeriodFields.Shows,
        fromSeconds: Int,
        atZero: PeriodFields.AtZero,
        begins: PeriodFields.Begins
    ) {
        self.id = id
        self.kind = kind
        self.seconds = seconds
        self.shows = shows
        self.fromSeconds = fromSeconds
        self.atZero = atZero
        self.begins = begins
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("id", $id.json),
            .init("kind", kind.json),
            .init("seconds", seconds.json),
            .init("shows", shows.json),
            .init("fromSeconds", fromSeconds.json),
            .init("atZero", atZero.json),
            .init("begins", begins.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        kind = try reader.required("kind")
        seconds = try reader.required("seconds")
        shows = try reader.required("shows")
        fromSeconds = try reader.required("fromSeconds")
        atZero = try reader.required("atZero")
        begins = try reader.required("begins")
    }
}

/// The extra time that a format has for a match that is drawn.
public struct ExtraTimeFields: VarlinkObject {
    /// The number of periods.
    public var periods: Int

    /// The length of each in seconds.
    public var seconds: Int

    /// The length of the break before them in seconds.
    public var breakSeconds: Int

    /// The length of the breaks between them in seconds.
    public var halfTimeSeconds: Int

    /// Makes one of its fields.
    public init(periods: Int, seconds: Int, breakSeconds: Int, halfTimeSeconds: Int) {
        self.periods = periods
        self.seconds = seconds
        self.breakSeconds = breakSeconds
        self.halfTimeSeconds = halfTimeSeconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("periods", periods.json),
            .init("seconds", seconds.json),
            .init("breakSeconds", breakSeconds.json),
            .init("halfTimeSeconds", halfTimeSeconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        periods = try reader.required("periods")
        seconds = try reader.required("seconds")
        breakSeconds = try reader.required("breakSeconds")
        halfTimeSeconds = try reader.required("halfTimeSeconds")
    }
}

/// The periods of a match.
///
/// It begins and ends with play, and has no two breaks in a row.
public struct FormatFields: VarlinkObject {
    /// The name.
    @ShownName public var name: String

    /// The periods, in order.
    public var periods: [PeriodFields]

    /// The extra time that AddExtraTime adds.
    public var extraTime: ExtraTimeFields?

    /// The happenings at which the clock is stopped by hand, as people are reminded; nil if there
    /// are none.
    public var stopsAt: [StopFields]?

    /// The time-outs of each side in a period of play; nil if there are none.
    public var timeOutsPerPeriod: Int?

    /// The length of a time-out in seconds; nil if there are none.
    public var timeOutSeconds: Int?

    /// The fouls of a side in a period of play that have no further consequence; nil if fouls are
    /// not limited.
    public var foulLimit: Int?

    /// The file that has it; nil if it is built in, or described by its name.
    @Shown public var path: String?

    /// Makes one of its fields.
    public init(
        name: String,
        periods: [PeriodFields],
        extraTime: ExtraTimeFields? = nil,
        stopsAt: [StopFields]? = nil,
        timeOutsPerPeriod: Int? = nil,
        timeOutSeconds: Int? = nil,
        foulLimit: Int? = nil,
        path: String? = nil
    ) {
        self.name = name
        self.periods = periods
        self.extraTime = extraTime
        self.stopsAt = stopsAt
        self.timeOutsPerPeriod = timeOutsPerPeriod
        self.timeOutSeconds = timeOutSeconds
        self.foulLimit = foulLimit
        self.path = path
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("name", $name.json),
            .init("periods", periods.json),
            .init("extraTime", extraTime.json),
            .init("stopsAt", stopsAt.json),
            .init("timeOutsPerPeriod", timeOutsPerPeriod.json),
            .init("timeOutSeconds", timeOutSeconds.json),
            .init("foulLimit", foulLimit.json),
            .init("path", $path.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        name = try reader.required("name")
        periods = try reader.required("periods")
        extraTime = try reader.optional("extraTime")
        stopsAt = try reader.optional("stopsAt")
        timeOutsPerPeriod = try reader.optional("timeOutsPerPeriod")
        timeOutSeconds = try reader.optional("timeOutSeconds")
        foulLimit = try reader.optional("foulLimit")
        path = try reader.optional("path")
    }
}

/// A file that has no format.
public struct FormatFaultFields: VarlinkObject {
    /// The file.
    @Shown public var path: String

    /// The line in it, which counts from 1; nil if that is not known.
    public var line: Int?

    /// The reason.
    public var problem: FormatProblemFields

    /// The field; nil if it is none of them.
    @Shown public var field: String?

    /// Makes one of its fields.
    public init(
        path: String,
        line: Int? = nil,
        problem: FormatProblemFields,
        field: String? = nil
    ) {
        self.path = path
        self.line = line
        self.problem = problem
        self.field = field
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("path", $path.json),
            .init("line", line.json),
            .init("problem", problem.json),
            .init("field", $field.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        path = try reader.required("path")
        line = try reader.optional("line")
        problem = try reader.required("problem")
        field = try reader.optional("field")
    }
}

/// The fouls in the present period of play, or in the last one.
///
/// Extra time goes on from the period before.
public struct FoulsFields: VarlinkObject {
    /// The fouls of the first side.
    public var teamA: Int

    /// The fouls of the second side.
    public var teamB: Int

    /// The number of fouls that have no further consequence; nil if fouls are not limited.
    public var limit: Int?

    /// Makes one of its fields.
    public init(teamA: Int, teamB: Int, limit: Int? = nil) {
        self.teamA = teamA
        self.teamB = teamB
        self.limit = limit
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("teamA", teamA.json),
            .init("teamB", teamB.json),
            .init("limit", limit.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        teamA = try reader.required("teamA")
        teamB = try reader.required("teamB")
        limit = try reader.optional("limit")
    }
}

/// A time-out or a cooling break that is underway.
///
/// It is over after its length, or once the clock is started.
public struct TimeOutFields: VarlinkObject {
    /// The number of the event that recorded it, which Undo takes.
    public var number: Int

    /// The side that took it; nil for a cooling break.
    public var team: ServerTeam?

    /// The time left, rounded up to a whole millisecond.
    public var remainingMilliseconds: Int

    /// The moment that it is over, by CLOCK_BOOTTIME on the machine of the daemon.
    public var endsAtBoottimeMicroseconds: Int

    /// Makes one of its fields.
    public init(
        number: Int,
        team: ServerTeam? = nil,
        remainingMilliseconds: Int,
        endsAtBoottimeMicroseconds: Int
    ) {
        self.number = number
        self.team = team
        self.remainingMilliseconds = remainingMilliseconds
        self.endsAtBoottimeMicroseconds = endsAtBoottimeMicroseconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("number", number.json),
            .init("team", team.json),
            .init("remainingMilliseconds", remainingMilliseconds.json),
            .init("endsAtBoottimeMicroseconds", endsAtBoottimeMicroseconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        number = try reader.required("number")
        team = try reader.optional("team")
        remainingMilliseconds = try reader.required("remainingMilliseconds")
        endsAtBoottimeMicroseconds = try reader.required("endsAtBoottimeMicroseconds")
    }
}

/// The time-outs in the present period of play, or in the last one.
public struct TimeOutsFields: VarlinkObject {
    /// The time-outs that the first side has left.
    public var leftA: Int

    /// The time-outs that the second side has left.
    public var leftB: Int

    /// The time that time-outs and cooling breaks took while the clock ran on, in seconds: to be
    /// added at the end.
    public var allowanceSeconds: Int

    /// The one that is underway; nil if there is none.
    public var present: TimeOutFields?

    /// Makes one of its fields.
    public init(leftA: Int, leftB: Int, allowanceSeconds: Int, present: TimeOutFields? = nil) {
        self.leftA = leftA
        self.leftB = leftB
        self.allowanceSeconds = allowanceSeconds
        self.present = present
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("leftA", leftA.json),
            .init("leftB", leftB.json),
            .init("allowanceSeconds", allowanceSeconds.json),
            .init("present", present.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        leftA = try reader.required("leftA")
        leftB = try reader.required("leftB")
        allowanceSeconds = try reader.required("allowanceSeconds")
        present = try reader.optional("present")
    }
}

/// The progress of a match through the periods of its format.
///
/// The countdown of the snapshot is that of the present period, 'stopped' at 00:00 once the length
/// is over.
public struct CourseFields: VarlinkObject {
    /// waiting: the period has not begun.
    ///
    /// underway: it has, and has not ended. over: the last period has ended.
    public enum Stage: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// The period has not begun.
        case waiting
        /// It has, and has not ended.
        case underway
        /// The last period has ended.
        case over
    }

    /// The name of the format.
    @ShownName public var format: String

    /// The place of the period, from 0.
    public var index: Int

    /// waiting: the period has not begun.
    ///
    /// underway: it has, and has not ended. over: the last period has ended.
    public var stage: CourseFields.Stage

    /// The period that is waited for, is underway, or was the last.
    public var period: PeriodFields

    /// The period that Whistle begins next; nil if none is left.
    public var next: PeriodFields?

    /// The place of that period; nil if none is left.
    public var nextIndex: Int?

    /// The time that has passed on the clock of the period, at the moment of the snapshot.
    public var elapsedMilliseconds: Int

    /// The moment at which nothing had passed on it, by CLOCK_BOOTTIME on the machine of the
    /// daemon; nil unless it is running, as it may be after the length of the period.
    public var zeroAtBoottimeMicroseconds: Int?

    /// The minute of the match at the moment of the snapshot, such as '37' or '45+2'; nil while
    /// nobody plays.
    @Shown public var minute: String?

    /// The fouls; nil where they are not limited and none was counted.
    public var fouls: FoulsFields?

    /// The time-outs; nil where the format has none, and none was taken.
    public var timeOuts: TimeOutsFields?

    /// The happenings at which the clock is stopped by hand; nil if there are none.
    public var stopsAt: [StopFields]?

    /// The least number of minutes that are added to the period, as announced; nil if none was.
    public var addedMinutes: Int?

    /// True where AddExtraTime is possible: the match is drawn; nil where it is not.
    public var offersExtraTime: Bool?

    /// True where BeginKicks is possible: the match is drawn; nil where it is not.
    public var offersKicks: Bool?

    /// The period of play in which the match was left before its end, or after which, such as
    /// 'second half'; nil if it was played to its end, or is open.
    @Shown public var endedPeriod: String?

    /// The minute of that period, such as '76'; nil if it was left between two periods.
    @Shown public var endedMinute: String?

    /// Makes one of its fields.
    public init(
        format: String,
        index: Int,
        stage: CourseFields.Stage,
        period: PeriodFields,
        next: PeriodFields? = nil,
        nextIndex: Int? = nil,
        elapsedMilliseconds: Int,
        zeroAtBoottimeMicroseconds: Int? = nil,
        minute: String? = nil,
        fouls: FoulsFields? = nil,
        timeOuts: TimeOutsFields? = nil,
        stopsAt: [StopFields]? = nil,
        addedMinutes: Int? = nil,
        offersExtraTime: Bool? = nil,
        offersKicks: Bool? = nil,
        endedPeriod: String? = nil,
        endedMinute: String? = nil
    ) {
        self.format = format
        self.index = index
        self.stage = stage
        self.period = period
        self.next = next
        self.nextIndex = nextIndex
        self.elapsedMilliseconds = elapsedMilliseconds
        self.zeroAtBoottimeMicroseconds = zeroAtBoottimeMicroseconds
        self.minute = minute
        self.fouls = fouls
        self.timeOuts = timeOuts
        self.stopsAt = stopsAt
        self.addedMinutes = addedMinutes
        self.offersExtraTime = offersExtraTime
        self.offersKicks = offersKicks
        self.endedPeriod = endedPeriod
        self.endedMinute = endedMinute
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("format", $format.json),
            .init("index", index.json),
            .init("stage", stage.json),
            .init("period", period.json),
            .init("next", next.json),
            .init("nextIndex", nextIndex.json),
            .init("elapsedMilliseconds", elapsedMilliseconds.json),
            .init("zeroAtBoottimeMicroseconds", zeroAtBoottimeMicroseconds.json),
            .init("minute", $minute.json),
            .init("fouls", fouls.json),
            .init("timeOuts", timeOuts.json),
            .init("stopsAt", stopsAt.json),
            .init("addedMinutes", addedMinutes.json),
            .init("offersExtraTime", offersExtraTime.json),
            .init("offersKicks", offersKicks.json),
            .init("endedPeriod", $endedPeriod.json),
            .init("endedMinute", $endedMinute.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        format = try reader.required("format")
        index = try reader.required("index")
        stage = try reader.required("stage")
        period = try reader.required("period")
        next = try reader.optional("next")
        nextIndex = try reader.optional("nextIndex")
        elapsedMilliseconds = try reader.required("elapsedMilliseconds")
        zeroAtBoottimeMicroseconds = try reader.optional("zeroAtBoottimeMicroseconds")
        minute = try reader.optional("minute")
        fouls = try reader.optional("fouls")
        timeOuts = try reader.optional("timeOuts")
        stopsAt = try reader.optional("stopsAt")
        addedMinutes = try reader.optional("addedMinutes")
        offersExtraTime = try reader.optional("offersExtraTime")
        offersKicks = try reader.optional("offersKicks")
        endedPeriod = try reader.optional("endedPeriod")
        endedMinute = try reader.optional("endedMinute")
    }
}

/// A kick from the mark that stands.
public struct KickFields: VarlinkObject {
    /// The number of the event that recorded it, which Undo takes.
    public var number: Int

    /// The side that took it.
    public var team: ServerTeam

    /// True if it is a goal.
    public var scored: Bool

    /// The player; nil if that is not known.
    public var player: PlayerFields?

    /// Makes one of its fields.
    public init(number: Int, team: ServerTeam, scored: Bool, player: PlayerFields? = nil) {
        self.number = number
        self.team = team
        self.scored = scored
        self.player = player
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("number", number.json),
            .init("team", team.json),
            .init("scored", scored.json),
            .init("player", player.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        number = try reader.required("number")
        team = try reader.required("team")
        scored = try reader.required("scored")
        player = try reader.optional("player")
    }
}

/// The kicks from the mark.
///
/// Each side has five in turns, and after that one each until it is decided; they are over as soon
/// as it is. Their goals are not in the score.
public struct KicksFields: VarlinkObject {
    /// The lengths that `taken` can have.
    public static let takenLengthRange = 0...200

    /// Goals of the first and the second side, such as 4-3.
    @Shown public var score: String

    /// The goals of the first side.
    public var goalsA: Int

    /// The goals of the second side.
    public var goalsB: Int

    /// The kicks that stand, in order.
    public var taken: [KickFields]

    /// The side whose turn it is; nil before the first kick, which is free, and once it is decided.
    public var next: ServerTeam?

    /// True if each side has had its five kicks, and it is not decided.
    public var suddenDeath: Bool

    /// True if one side cannot be reached any more.
    public var decided: Bool

    /// The side that has won the match by kicks; nil until then, and where the score is not a draw.
    public var winner: ServerTeam?

    /// Makes one of its fields.
    public init(
        score: String,
        goalsA: Int,
        goalsB: Int,
        taken: [KickFields],
        next: ServerTeam? = nil,
        suddenDeath: Bool,
        decided: Bool,
        winner: ServerTeam? = nil
    ) {
        self.score = score
        self.goalsA = goalsA
        self.goalsB = goalsB
        self.taken = taken
        self.next = next
        self.suddenDeath = suddenDeath
        self.decided = decided
        self.winner = winner
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("score", $score.json),
            .init("goalsA", goalsA.json),
            .init("goalsB", goalsB.json),
            .init("taken", taken.json),
            .init("next", next.json),
            .init("suddenDeath", suddenDeath.json),
            .init("decided", decided.json),
            .init("winner", winner.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        score = try reader.required("score")
        goalsA = try reader.required("goalsA")
        goalsB = try reader.required("goalsB")
        taken = try reader.required("taken")
        next = try reader.optional("next")
        suddenDeath = try reader.required("suddenDeath")
        decided = try reader.required("decided")
        winner = try reader.optional("winner")
    }
}

/// One match.
///
/// Compare snapshots to see what changed.
public struct GatherSnapshot: VarlinkObject {
    /// The phase.
    public enum Phase: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `open`.
        case open
        /// `ended`.
        case ended
        /// `discarded`.
        case discarded
    }

    /// The lengths that `cards` can have.
    public static let cardsLengthRange = 0...100

    /// Its UUID.
    @Shown public var id: String

    /// Grows by one with every event.
    public var revision: Int

    /// The phase.
    public var phase: GatherSnapshot.Phase

    /// The countdown.
    public var timer: TimerSnapshot

    /// The first side.
    public var teamA: TeamSnapshot

    /// The second side.
    public var teamB: TeamSnapshot

    /// The players of the match who are on neither side.
    public var bench: [PlayerFields]

    /// The moment that it opened; RFC 3339 in UTC.
    @Shown public var openedAt: String

    /// The moment that it ended or was discarded; RFC 3339 in UTC, nil while open.
    @Shown public var endedAt: String?

    /// Goals of the first and the second side, such as 2-1.
    @Shown public var score: String

    /// 'Team A', 'Team B', or 'None' for a draw: the side with more goals, or that has won by
    /// kicks.
    @Shown public var winnerTeam: String

    /// Set after the daemon was restarted while the countdown was running.
    public var recovered: RecoveryFields?

    /// The progress of its result on the way to a server; nil if none is to be sent.
    public var submission: SubmissionFields?

    /// The goal that counts and was counted or amended last; nil where there is none.
    public var latestGoal: GoalFields?

    /// The kick-off, also a past one; nil if none is set, or the countdown was started.
    public var kickOff: KickOffFields?

    /// The cards that stand, in the order in which they were given; nil if there are none.
    public var cards: [CardFields]?

    /// The time penalties that run, in the order of their cards; nil if there are none.
    public var penalties: [PenaltyFields]?

    /// The progress through the periods of the format; nil in a match without one.
    public var course: CourseFields?

    /// The kicks from the mark; nil before they begin.
    public var kicks: KicksFields?

    /// The ID of the fixture of a tournament that it is; nil for none.
    @Shown public var fixture: String?

    /// Makes one of its fields.
    public init(
        id: String,
        revision: Int,
        phase: GatherSnapshot.Phase,
        timer: TimerSnapshot,
        teamA: TeamSnapshot,
        teamB: TeamSnapshot,
        bench: [PlayerFields],
        openedAt: String,
        endedAt: String? = nil,
        score: String,
        winnerTeam: String,
        recovered: RecoveryFields? = nil,
        submission: SubmissionFields? = nil,
        latestGoal: GoalFields? = nil,
        kickOff: KickOffFields? = nil,
        cards: [CardFields]? = nil,
        penalties: [PenaltyFields]? = nil,
        course: CourseFields? = nil,
        kicks: KicksFields? = nil,
        fixture: String? = nil
    ) {
        self.id = id
        self.revision = revision
        self.phase = phase
        self.timer = timer
        self.teamA = teamA
        self.teamB = teamB
        self.bench = bench
        self.openedAt = openedAt
        self.endedAt = endedAt
        self.score = score
        self.winnerTeam = winnerTeam
        self.recovered = recovered
        self.submission = submission
        self.latestGoal = latestGoal
        self.kickOff = kickOff
        self.cards = cards
        self.penalties = penalties
        self.course = course
        self.kicks = kicks
        self.fixture = fixture
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "id",
        "revision",
        "phase",
        "timer",
        "teamA",
        "teamB",
        "bench",
        "openedAt",
        "endedAt",
        "score",
        "winnerTeam",
        "winner",
        "winnerName",
        "recovered",
        "submission",
        "latestGoal",
        "kickOff",
        "cards",
        "penalties",
        "course",
        "kicks",
        "fixture",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("id", $id.json),
            .init("revision", revision.json),
            .init("phase", phase.json),
            .init("timer", timer.json),
            .init("teamA", teamA.json),
            .init("teamB", teamB.json),
            .init("bench", bench.json),
            .init("openedAt", $openedAt.json),
            .init("endedAt", $endedAt.json),
            .init("score", $score.json),
            .init("winnerTeam", $winnerTeam.json),
            .init("winner", winner.json),
            .init("winnerName", winnerName.projectedValue.json),
            .init("recovered", recovered.json),
            .init("submission", submission.json),
            .init("latestGoal", latestGoal.json),
            .init("kickOff", kickOff.json),
        ])
        object.append("cards", present: cards?.json)
        object.append("penalties", present: penalties?.json)
        object.append("course", present: course?.json)
        object.append("kicks", present: kicks?.json)
        object.append("fixture", present: $fixture?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        revision = try reader.required("revision")
        phase = try reader.required("phase")
        timer = try reader.required("timer")
        teamA = try reader.required("teamA")
        teamB = try reader.required("teamB")
        bench = try reader.required("bench")
        openedAt = try reader.required("openedAt")
        endedAt = try reader.optional("endedAt")
        score = try reader.required("score")
        winnerTeam = try reader.required("winnerTeam")
        recovered = try reader.optional("recovered")
        submission = try reader.optional("submission")
        latestGoal = try reader.optional("latestGoal")
        kickOff = try reader.optional("kickOff")
        cards = reader.hasMore ? try reader.optional("cards") : nil
        penalties = reader.hasMore ? try reader.optional("penalties") : nil
        course = reader.hasMore ? try reader.optional("course") : nil
        kicks = reader.hasMore ? try reader.optional("kicks") : nil
        fixture = reader.hasMore ? try reader.optional("fixture") : nil
    }
}

/// The facts known of a player of the squad.
public struct ProfileFields: VarlinkObject {
    /// The lengths that `name` can have.
    public static let nameLengthRange = 1...100

    /// The lengths in bytes that `name` can have.
    public static let nameByteRange = 1...1_024

    /// The values that `age` can have.
    public static let ageRange = 1...120

    /// The values that `shirt` can have.
    public static let shirtRange = 0...99

    /// The name.
    @ShownName public var name: String

    /// The age in years.
    public var age: Int?

    /// The skill.
    public var skill: PlayerSkill?

    /// The preferred position.
    public var position: PlayerPosition?

    /// The team they support.
    @ShownName public var favouriteTeam: String?

    /// The number on the shirt.
    public var shirt: Int?

    /// Makes one of its fields.
    public init(
        name: String,
        age: Int? = nil,
        skill: PlayerSkill? = nil,
        position: PlayerPosition? = nil,
        favouriteTeam: String? = nil,
        shirt: Int? = nil
    ) {
        self.name = name
        self.age = age
        self.skill = skill
        self.position = position
        self.favouriteTeam = favouriteTeam
        self.shirt = shirt
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("name", $name.json),
            .init("age", age.json),
            .init("skill", skill.json),
            .init("position", position.json),
            .init("favouriteTeam", $favouriteTeam.json),
            .init("shirt", shirt.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        name = try reader.required("name")
        age = try reader.optional("age")
        skill = try reader.optional("skill")
        position = try reader.optional("position")
        favouriteTeam = try reader.optional("favouriteTeam")
        shirt = try reader.optional("shirt")
    }
}

/// A text for people with its values apart, for a client that shows it in another language: such as
/// the form 'goal for %1$@ by %2$@' with two names.
public struct TranslatableText: VarlinkObject {
    /// The text in English with a place for each of its values: %1$@ for the first one, %2$@ for
    /// the second.
    ///
    /// Null for a value that is the same in every language.
    @Shown public var form: String?

    /// The values of the form, in the order of their numbers; nil if there are none.
    public var values: [TranslatableText]?

    /// The value that is the same in every language, such as a name or a time; nil for a form.
    @ShownName public var name: String?

    /// Makes one of its fields.
    public init(form: String? = nil, values: [TranslatableText]? = nil, name: String? = nil) {
        self.form = form
        self.values = values
        self.name = name
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = ["form", "values", "name"]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([])
        object.append("form", present: $form?.json)
        object.append("values", present: values?.json)
        object.append("name", present: $name?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        form = reader.hasMore ? try reader.optional("form") : nil
        values = reader.hasMore ? try reader.optional("values") : nil
        name = reader.hasMore ? try reader.optional("name") : nil
    }
}

/// The effect of a command, as far as the snapshot does not show it.
public struct Outcome: VarlinkObject {
    /// False if nothing changed: nothing was recorded, and there is nothing to undo.
    public var changed: Bool

    /// The gather that it changed; the snapshot is of another one if the request was repeated after
    /// another one had been opened.
    @Shown public var gatherID: String

    /// That gather's revision after it.
    public var revision: Int

    /// True if it opened the gather as well.
    public var opened: Bool

    /// True if the countdown was running until this command stopped it.
    public var wasRunning: Bool

    /// The time on the clock when the countdown entered its present state.
    public var since: TimeFields

    /// True if it ended the gather while nobody was signed in to the stored account: without a
    /// submission in the snapshot, the result is sent only when Submit of io.gatherd.Account names
    /// it.
    ///
    /// False if no account is stored.
    public var signedOut: Bool

    /// The event that has changed the score, shown the card, counted the foul or adjusted the time,
    /// where AddToScore, ShowCard, CountFoul or AdjustTime was 'guarded' and took it for a second
    /// press; nil otherwise.
    public var countedAs: Int?

    /// The user who gave that command; nil if it is not known.
    public var countedByUID: Int?

    /// The device of that user, as named by ActFor; nil if none was.
    @ShownName public var countedByDevice: String?

    /// Makes one of its fields.
    public init(
        changed: Bool,
        gatherID: String = "",
        revision: Int = 0,
        opened: Bool,
        wasRunning: Bool,
        since: TimeFields,
        signedOut: Bool = false,
        countedAs: Int? = nil,
        countedByUID: Int? = nil,
        countedByDevice: String? = nil
    ) {
        self.changed = changed
        self.gatherID = gatherID
        self.revision = revision
        self.opened = opened
        self.wasRunning = wasRunning
        self.since = since
        self.signedOut = signedOut
        self.countedAs = countedAs
        self.countedByUID = countedByUID
        self.countedByDevice = countedByDevice
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "changed",
        "gatherId",
        "revision",
        "opened",
        "wasRunning",
        "since",
        "signedOut",
        "countedAs",
        "countedByUid",
        "countedByDevice",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("changed", changed.json),
            .init("gatherId", $gatherID.json),
            .init("revision", revision.json),
            .init("opened", opened.json),
            .init("wasRunning", wasRunning.json),
            .init("since", since.json),
            .init("signedOut", signedOut.json),
            .init("countedAs", countedAs.json),
            .init("countedByUid", countedByUID.json),
        ])
        object.append("countedByDevice", present: $countedByDevice?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        changed = try reader.required("changed")
        gatherID = try reader.optional("gatherId") ?? ""
        revision = try reader.optional("revision") ?? 0
        opened = try reader.required("opened")
        wasRunning = try reader.required("wasRunning")
        since = try reader.required("since")
        signedOut = try reader.optional("signedOut") ?? false
        countedAs = try reader.optional("countedAs")
        countedByUID = try reader.optional("countedByUid")
        countedByDevice = reader.hasMore ? try reader.optional("countedByDevice") : nil
    }
}

/// The draw of two sides.
///
/// The strength of a side is the sum of those of its players: 1 for a beginner, 2 for an amateur, 3
/// for a professional. Each side has a goalkeeper where there are two, and they are of one size, or
/// differ by one player; of all such splits, the strengths differ the least, and of those the
/// number of players for each position does.
public struct DrawFields: VarlinkObject {
    /// The seed that draws the same sides of the same players again.
    public var seed: Int

    /// The strength of the first side.
    public var strengthA: Int

    /// The strength of the second side.
    public var strengthB: Int

    /// The number of splits that are as fair as this one, itself included.
    public var equallyFair: Int

    /// The numbers of the players who have no skill, and count as amateurs.
    public var withoutSkill: [Int]

    /// Makes one of its fields.
    public init(seed: Int, strengthA: Int, strengthB: Int, equallyFair: Int, withoutSkill: [Int]) {
        self.seed = seed
        self.strengthA = strengthA
        self.strengthB = strengthB
        self.equallyFair = equallyFair
        self.withoutSkill = withoutSkill
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("seed", seed.json),
            .init("strengthA", strengthA.json),
            .init("strengthB", strengthB.json),
            .init("equallyFair", equallyFair.json),
            .init("withoutSkill", withoutSkill.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        seed = try reader.required("seed")
        strengthA = try reader.required("strengthA")
        strengthB = try reader.required("strengthB")
        equallyFair = try reader.required("equallyFair")
        withoutSkill = try reader.required("withoutSkill")
    }
}

/// The usual values of this pitch, with which a gather opens where a command gives no others; what
/// is nil or empty is as built in: 10:00, 'Team A' and 'Team B', no colours, nobody.
public struct DefaultsFields: VarlinkObject {
    /// The time.
    public var time: TimeFields?

    /// The name of the format.
    ///
    /// A command that gives a time opens a plain countdown all the same.
    @ShownName public var format: String?

    /// The name of the first side.
    @ShownName public var teamAName: String?

    /// The name of the second side.
    @ShownName public var teamBName: String?

    /// The colour of the first side.
    public var teamAColor: TeamColor?

    /// The colour of the second side.
    public var teamBColor: TeamColor?

    /// The numbers of the players of the squad who usually play: they are on the bench of a new
    /// gather, except of one that Start or Toggle opens.
    ///
    /// One who was removed is left out.
    public var players: [Int]?

    /// Makes one of its fields.
    public init(
        time: TimeFields? = nil,
        format: String? = nil,
        teamAName: String? = nil,
        teamBName: String? = nil,
        teamAColor: TeamColor? = nil,
        teamBColor: TeamColor? = nil,
        players: [Int]? = nil
    ) {
        self.time = time
        self.format = format
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.teamAColor = teamAColor
        self.teamBColor = teamBColor
        self.players = players
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("time", time.json),
            .init("format", $format.json),
            .init("teamAName", $teamAName.json),
            .init("teamBName", $teamBName.json),
            .init("teamAColor", teamAColor.json),
            .init("teamBColor", teamBColor.json),
            .init("players", players.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        time = try reader.optional("time")
        format = try reader.optional("format")
        teamAName = try reader.optional("teamAName")
        teamBName = try reader.optional("teamBName")
        teamAColor = try reader.optional("teamAColor")
        teamBColor = try reader.optional("teamBColor")
        players = try reader.optional("players")
    }
}

/// The colour of a side, such as that of its shirts or bibs; 'none' in a request removes it.
public enum TeamColor: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `none`.
    case none
    /// `black`.
    case black
    /// `white`.
    case white
    /// `grey`.
    case grey
    /// `red`.
    case red
    /// `orange`.
    case orange
    /// `yellow`.
    case yellow
    /// `green`.
    case green
    /// `blue`.
    case blue
    /// `purple`.
    case purple
    /// `pink`.
    case pink
}

/// A kind of card.
///
/// yellow: a caution. secondYellow: the second caution of a player, which sends off. red: a
/// sending-off. time: a time penalty.
public enum CardKind: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// A caution.
    case yellow
    /// The second caution of a player, which sends off.
    case secondYellow
    /// A sending-off.
    case red
    /// A time penalty.
    case time
}

/// The reason why a file has no format: it cannot be read, is too long or no JSON; a field is
/// missing, is none that a format has, or has a value that it cannot have; a break is not between
/// two periods of play; there are too few periods or too many; the name is that of a format without
/// a file, or has other characters than a-z, 0-9, '-' and '.'.
public enum FormatProblemFields: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `unreadable`.
    case unreadable
    /// `tooLong`.
    case tooLong
    /// `syntax`.
    case syntax
    /// `missingField`.
    case missingField
    /// `unknownField`.
    case unknownField
    /// `invalidValue`.
    case invalidValue
    /// `breakPlace`.
    case breakPlace
    /// `periodCount`.
    case periodCount
    /// `nameTaken`.
    case nameTaken
    /// `invalidName`.
    case invalidName
}

/// A happening at which a clock is stopped by hand.
public enum StopFields: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `goal`.
    case goal
    /// `card`.
    case card
}

/// A field of Defaults.
public enum DefaultsField: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `time`.
    case time
    /// `format`.
    case format
    /// `teamAName`.
    case teamAName
    /// `teamBName`.
    case teamBName
    /// `teamAColor`.
    case teamAColor
    /// `teamBColor`.
    case teamBColor
    /// `players`.
    case players
}

/// The reason that a message was sent to a subscriber: a hint, as clients compare snapshots.
///
/// snapshot: the state at the time of subscribing. opened: a gather opened. started: the countdown
/// was started or resumed. paused: the countdown was paused. cancelled: the clock was reset to the
/// chosen time. timeSet: a new time was chosen. timeAdjusted: the deadline, or what remained, was
/// moved. scoreChanged: a side's goals changed. goalAmended: a goal was amended. cardShown: a card
/// was shown. cardAmended: a card was amended. substituted: a player was substituted. foulCounted:
/// a foul was counted. timeOutTaken: a time-out or a cooling break began. playersChanged: players
/// were moved or drawn, or the sides named or coloured. kickOffSet: the kick-off was set or
/// removed. formatChosen: a format was chosen. periodBegan: a period began, by a command or by
/// itself. periodEnded: a period of play ended. addedTimeAnnounced: added time was announced.
/// extraTimeAdded: extra time was added. kicksBegan: kicks from the mark began. kickTaken: a kick
/// from the mark was taken. undone: a command was undone. redone: a command was redone.
/// clockCorrected: the countdown was corrected after the wall clock was, or the kick-off moved with
/// it. salvaged: a damaged database was set aside, and what could be read of it saved. timeUp: the
/// countdown reached 00:00. ended: the gather ended. discarded: the gather was closed without a
/// result. submissionChanged: the progress of a result on its way to a server changed.
/// historyChanged: another match than this one changed, or a player in any was forgotten. tick: a
/// second passed.
public enum Reason: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// The state at the time of subscribing.
    case snapshot
    /// A gather opened.
    case opened
    /// The countdown was started or resumed.
    case started
    /// The countdown was paused.
    case paused
    /// The clock was reset to the chosen time.
    case cancelled
    /// A new time was chosen.
    case timeSet
    /// The deadline, or what remained, was moved.
    case timeAdjusted
    /// A side's goals changed.
    case scoreChanged
    /// A goal was amended.
    case goalAmended
    /// A card was shown.
    case cardShown
    /// A card was amended.
    case cardAmended
    /// A player was substituted.
    case substituted
    /// A foul was counted.
    case foulCounted
    /// A time-out or a cooling break began.
    case timeOutTaken
    /// Players were moved or drawn, or the sides named or coloured.
    case playersChanged
    /// The kick-off was set or removed.
    case kickOffSet
    /// A format was chosen.
    case formatChosen
    /// A period began, by a command or by itself.
    case periodBegan
    /// A period of play ended.
    case periodEnded
    /// Added time was announced.
    case addedTimeAnnounced
    /// Extra time was added.
    case extraTimeAdded
    /// Kicks from the mark began.
    case kicksBegan
    /// A kick from the mark was taken.
    case kickTaken
    /// A command was undone.
    case undone
    /// A command was redone.
    case redone
    /// The countdown was corrected after the wall clock was, or the kick-off moved with it.
    case clockCorrected
    /// A damaged database was set aside, and what could be read of it saved.
    case salvaged
    /// The countdown reached 00:00.
    case timeUp
    /// A goal was amended.
    case ended
    /// The gather was closed without a result.
    case discarded
    /// The progress of a result on its way to a server changed.
    case submissionChanged
    /// Another match than this one changed, or a player in any was forgotten.
    case historyChanged
    /// A second passed.
    case tick
}

/// The side that it counts for.
public enum ServerTeam: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `teamA`.
    case teamA
    /// `teamB`.
    case teamB
}

/// The skill.
public enum PlayerSkill: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `beginner`.
    case beginner
    /// `amateur`.
    case amateur
    /// `professional`.
    case professional
}

/// The preferred position.
public enum PlayerPosition: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `goalkeeper`.
    case goalkeeper
    /// `defender`.
    case defender
    /// `midfielder`.
    case midfielder
    /// `winger`.
    case winger
    /// `striker`.
    case striker
}
