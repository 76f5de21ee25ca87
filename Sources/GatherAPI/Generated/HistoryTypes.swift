// Made by varlink-gen from Interfaces/History.varlink; units/generate makes it anew.
public import Varlink

/// One match, in short.
public struct GatherSummary: VarlinkObject {
    /// Its UUID.
    @Shown public var id: String

    /// The phase.
    public var phase: GatherSnapshot.Phase

    /// The name of the first side.
    @ShownName public var teamAName: String

    /// The name of the second side.
    @ShownName public var teamBName: String

    /// Goals of the first and the second side, such as 2-1.
    @Shown public var score: String

    /// 'Team A', 'Team B', or 'None' for a draw: the side with more goals, or that has won by
    /// kicks.
    @Shown public var winnerTeam: String

    /// The moment that it opened; RFC 3339 in UTC.
    @Shown public var openedAt: String

    /// The moment that it ended or was discarded; RFC 3339 in UTC, nil while open.
    @Shown public var endedAt: String?

    /// The goals of the first side in the kicks from the mark; nil if there were none, or the score
    /// is not a draw.
    public var kicksA: Int?

    /// Those of the second side.
    public var kicksB: Int?

    /// The period of play in which the match was left before its end, or after which, such as
    /// 'second half'; nil if it was played to its end, is open, or has no format.
    @Shown public var endedPeriod: String?

    /// The minute of that period, such as '76'; nil if it was left between two periods.
    @Shown public var endedMinute: String?

    /// The number of its newest event, by which a change of it shows.
    public var revision: Int?

    /// The ID of the fixture of a tournament that it is; nil for none.
    @Shown public var fixture: String?

    /// The code of its record, such as 7F3K-9Q2M-0XTB-W4HD, which Verify takes: another one after
    /// each event.
    ///
    /// Null in a list, and for a record whose newest event has no hash.
    @Shown public var code: String?

    /// Makes one of its fields.
    public init(
        id: String,
        phase: GatherSnapshot.Phase,
        teamAName: String,
        teamBName: String,
        score: String,
        winnerTeam: String,
        openedAt: String,
        endedAt: String? = nil,
        kicksA: Int? = nil,
        kicksB: Int? = nil,
        endedPeriod: String? = nil,
        endedMinute: String? = nil,
        revision: Int? = nil,
        fixture: String? = nil,
        code: String? = nil
    ) {
        self.id = id
        self.phase = phase
        self.teamAName = teamAName
        self.teamBName = teamBName
        self.score = score
        self.winnerTeam = winnerTeam
        self.openedAt = openedAt
        self.endedAt = endedAt
        self.kicksA = kicksA
        self.kicksB = kicksB
        self.endedPeriod = endedPeriod
        self.endedMinute = endedMinute
        self.revision = revision
        self.fixture = fixture
        self.code = code
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "id",
        "phase",
        "teamAName",
        "teamBName",
        "score",
        "winnerTeam",
        "winner",
        "winnerName",
        "openedAt",
        "endedAt",
        "kicksA",
        "kicksB",
        "endedPeriod",
        "endedMinute",
        "revision",
        "fixture",
        "code",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("id", $id.json),
            .init("phase", phase.json),
            .init("teamAName", $teamAName.json),
            .init("teamBName", $teamBName.json),
            .init("score", $score.json),
            .init("winnerTeam", $winnerTeam.json),
            .init("winner", winner.json),
            .init("winnerName", winnerName.projectedValue.json),
            .init("openedAt", $openedAt.json),
            .init("endedAt", $endedAt.json),
        ])
        object.append("kicksA", present: kicksA?.json)
        object.append("kicksB", present: kicksB?.json)
        object.append("endedPeriod", present: $endedPeriod?.json)
        object.append("endedMinute", present: $endedMinute?.json)
        object.append("revision", present: revision?.json)
        object.append("fixture", present: $fixture?.json)
        object.append("code", present: $code?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        phase = try reader.required("phase")
        teamAName = try reader.required("teamAName")
        teamBName = try reader.required("teamBName")
        score = try reader.required("score")
        winnerTeam = try reader.required("winnerTeam")
        openedAt = try reader.required("openedAt")
        endedAt = try reader.optional("endedAt")
        kicksA = reader.hasMore ? try reader.optional("kicksA") : nil
        kicksB = reader.hasMore ? try reader.optional("kicksB") : nil
        endedPeriod = reader.hasMore ? try reader.optional("endedPeriod") : nil
        endedMinute = reader.hasMore ? try reader.optional("endedMinute") : nil
        revision = reader.hasMore ? try reader.optional("revision") : nil
        fixture = reader.hasMore ? try reader.optional("fixture") : nil
        code = reader.hasMore ? try reader.optional("code") : nil
    }
}

/// An event of a match.
public struct TimelineEntry: VarlinkObject {
    /// Its place in the match, from 1; Undo takes it.
    public var number: Int

    /// The number of the first event of the same command.
    public var step: Int

    /// The kind: opened, started, paused, resumed, cancelled, timeSet, timeAdjusted, scoreChanged,
    /// goalAmended, cardShown, cardAmended, substituted, foulCounted, timeOutTaken, playersMoved,
    /// teamsNamed, teamsColored, teamsDrawn, kickOffSet, formatChosen, periodBegan, periodEnded,
    /// addedTimeAnnounced, extraTimeAdded, kicksBegan, kickTaken, ended, discarded, undone, redone,
    /// rebooted, clockDoubted, clockSettled, clockStepped or lost.
    @Shown public var kind: String

    /// A description for people, such as 'goal for Team A'.
    @ShownName public var text: String

    /// When, by the wall clock; RFC 3339 in UTC.
    @Shown public var at: String

    /// The time that the countdown had run in all by then.
    public var goneMilliseconds: Int

    /// The time that the clock showed after it.
    public var clock: TimeFields

    /// Goals of the first and the second side after it, such as 2-1.
    @Shown public var score: String

    /// The user of the daemon's machine who gave the command; nil for an event without a command.
    public var operatorUID: Int?

    /// The user's name; nil if there is none.
    @Shown public var operatorName: String?

    /// The event that undid it, or the goal or card that it amends; nil while it is in effect.
    public var undoneBy: Int?

    /// The name of the player who scored, as amended since; nil if none is named.
    @ShownName public var scorer: String?

    /// The number of that player in the squad.
    public var scorerID: Int?

    /// True for an own goal; nil if no player was named.
    public var ownGoal: Bool?

    /// The side whose goals it changed; nil if it changed none, or was undone.
    public var team: ServerTeam?

    /// By how many it changed them, as if what was undone had never been; nil without a 'team'.
    public var goals: Int?

    /// Goals of the first and the second side after it, as if what was undone had never been; nil
    /// without a 'team'.
    @Shown public var standingScore: String?

    /// True if the score was set or lowered, and no goal counted; nil without a 'team'.
    public var correction: Bool?

    /// True if a lower score removed all of its goals later; nil without a 'team'.
    public var lowered: Bool?

    /// The number of the goal or card that it amended; nil if it amended none.
    public var amends: Int?

    /// The number of the goal before which it was scored, if it was dated back before one that
    /// counts or was lowered later; standingScore is in the order of the moments.
    ///
    /// Null for any other.
    public var before: Int?

    /// The kind of the card that it recorded: of one that stands, that which it came to by now, as
    /// its player and side.
    ///
    /// Null if it recorded none.
    public var card: CardKind?

    /// The length of the time penalty; nil for any other card.
    public var penaltySeconds: Int?

    /// The side to which the card was shown, or of the substitution, the foul, the time-out or the
    /// kick from the mark; nil for any other event.
    public var playerTeam: ServerTeam?

    /// The name of the player who got the card, went off, or kicked; nil if that is not known.
    @ShownName public var player: String?

    /// The number of that player in the squad.
    public var playerID: Int?

    /// The name of the player who came on; nil if it recorded no substitution.
    @ShownName public var playerOn: String?

    /// The number of that player in the squad.
    public var playerOnID: Int?

    /// The minute of a match with a format, such as '37' or '45+2'; nil in one without, in a break,
    /// and for an event that was undone.
    @Shown public var minute: String?

    /// True if the kick from the mark that it recorded is a goal; nil if it recorded none.
    public var kickScored: Bool?

    /// Goals of the first and the second side in the kicks from the mark after it, such as 4-3; nil
    /// if it recorded none, or was undone.
    @Shown public var kicks: String?

    /// The name of the period of play that ended with it, or whose added time it announced; nil for
    /// any other event.
    @ShownName public var period: String?

    /// The least number of minutes that it announced; nil if it announced none.
    public var addedMinutes: Int?

    /// The device with which the user gave the command, such as "Anna's phone"; nil if ActFor of
    /// io.gatherd.Gather named none.
    @ShownName public var operatorDevice: String?

    /// The ID of the fixture with which the match opened; nil for any other event.
    @Shown public var fixture: String?

    /// The hash of the event and of the hash before it: SHA-256 in hexadecimal digits.
    ///
    /// Null if it has none, or was not asked for.
    @Shown public var hash: String?

    /// The hashed columns, and the salts of the names in them, as JSON; nil if it was not asked
    /// for.
    @Shown public var record: String?

    /// The numbers of those among 'scorerId', 'playerId' and 'playerOnId' who were forgotten, by
    /// Forget of io.gatherd.Players, and have the name 'somebody'; nil if there are none.
    public var forgotten: [Int]?

    /// The moment at which the clock or a period began, if this was dated back; RFC 3339 in UTC.
    ///
    /// Null for any other event.
    @Shown public var beganAt: String?

    /// Its goals in the tally of the match: those that count at the end, in the order in which they
    /// were scored.
    ///
    /// They are fewer than 'goals' if a lower score removed some of them later; nil if the tally
    /// has none of them.
    public var tallyGoals: Int?

    /// Its place in the tally, from 1.
    public var tallyPlace: Int?

    /// Goals of the first and the second side in the tally up to its own, such as 2-1.
    @Shown public var tallyScore: String?

    /// 'text' with its values apart; nil if it was not asked for.
    public var translatable: TranslatableText?

    /// Makes one of its fields.
    public init(
        number: Int,
        step: Int,
        kind: String,
        text: String,
        at: String,
        goneMilliseconds: Int,
        clock: TimeFields,
        score: String,
        operatorUID: Int? = nil,
        operatorName: String? = nil,
        undoneBy: Int? = nil,
        scorer: String? = nil,
        scorerID: Int? = nil,
        ownGoal: Bool? = nil,
        team: ServerTeam? = nil,
        goals: Int? = nil,
        standingScore: String? = nil,
        correction: Bool? = nil,
        lowered: Bool? = nil,
        amends: Int? = nil,
        before: Int? = nil,
        card: CardKind? = nil,
        penaltySeconds: Int? = nil,
        playerTeam: ServerTeam? = nil,
        player: String? = nil,
        playerID: Int? = nil,
        playerOn: String? = nil,
        playerOnID: Int? = nil,
        minute: String? = nil,
        kickScored: Bool? = nil,
        kicks: String? = nil,
        period: String? = nil,
        addedMinutes: Int? = nil,
        operatorDevice: String? = nil,
        fixture: String? = nil,
        hash: String? = nil,
        record: String? = nil,
        forgotten: [Int]? = nil,
        beganAt: String? = nil,
        tallyGoals: Int? = nil,
        tallyPlace: Int? = nil,
        tallyScore: String? = nil,
        translatable: TranslatableText? = nil
    ) {
        self.number = number
        self.step = step
        self.kind = kind
        self.text = text
        self.at = at
        self.goneMilliseconds = goneMilliseconds
        self.clock = clock
        self.score = score
        self.operatorUID = operatorUID
        self.operatorName = operatorName
        self.undoneBy = undoneBy
        self.scorer = scorer
        self.scorerID = scorerID
        self.ownGoal = ownGoal
        self.team = team
        self.goals = goals
        self.standingScore = standingScore
        self.correction = correction
        self.lowered = lowered
        self.amends = amends
        self.before = before
        self.card = card
        self.penaltySeconds = penaltySeconds
        self.playerTeam = playerTeam
        self.player = player
        self.playerID = playerID
        self.playerOn = playerOn
        self.playerOnID = playerOnID
        self.minute = minute
        self.kickScored = kickScored
        self.kicks = kicks
        self.period = period
        self.addedMinutes = addedMinutes
        self.operatorDevice = operatorDevice
        self.fixture = fixture
        self.hash = hash
        self.record = record
        self.forgotten = forgotten
        self.beganAt = beganAt
        self.tallyGoals = tallyGoals
        self.tallyPlace = tallyPlace
        self.tallyScore = tallyScore
        self.translatable = translatable
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "number",
        "step",
        "kind",
        "text",
        "at",
        "goneMilliseconds",
        "clock",
        "score",
        "operatorUid",
        "operatorName",
        "undoneBy",
        "scorer",
        "scorerId",
        "ownGoal",
        "team",
        "goals",
        "standingScore",
        "correction",
        "lowered",
        "amends",
        "before",
        "card",
        "penaltySeconds",
        "playerTeam",
        "player",
        "playerId",
        "playerOn",
        "playerOnId",
        "minute",
        "kickScored",
        "kicks",
        "period",
        "addedMinutes",
        "operatorDevice",
        "fixture",
        "hash",
        "record",
        "forgotten",
        "beganAt",
        "tallyGoals",
        "tallyPlace",
        "tallyScore",
        "translatable",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("number", number.json),
            .init("step", step.json),
            .init("kind", $kind.json),
            .init("text", $text.json),
            .init("at", $at.json),
            .init("goneMilliseconds", goneMilliseconds.json),
            .init("clock", clock.json),
            .init("score", $score.json),
            .init("operatorUid", operatorUID.json),
            .init("operatorName", $operatorName.json),
            .init("undoneBy", undoneBy.json),
            .init("scorer", $scorer.json),
            .init("scorerId", scorerID.json),
            .init("ownGoal", ownGoal.json),
            .init("team", team.json),
            .init("goals", goals.json),
            .init("standingScore", $standingScore.json),
            .init("correction", correction.json),
            .init("lowered", lowered.json),
            .init("amends", amends.json),
            .init("before", before.json),
        ])
        object.append("card", present: card?.json)
        object.append("penaltySeconds", present: penaltySeconds?.json)
        object.append("playerTeam", present: playerTeam?.json)
        object.append("player", present: $player?.json)
        object.append("playerId", present: playerID?.json)
        object.append("playerOn", present: $playerOn?.json)
        object.append("playerOnId", present: playerOnID?.json)
        object.append("minute", present: $minute?.json)
        object.append("kickScored", present: kickScored?.json)
        object.append("kicks", present: $kicks?.json)
        object.append("period", present: $period?.json)
        object.append("addedMinutes", present: addedMinutes?.json)
        object.append("operatorDevice", present: $operatorDevice?.json)
        object.append("fixture", present: $fixture?.json)
        object.append("hash", present: $hash?.json)
        object.append("record", present: $record?.json)
        object.append("forgotten", present: forgotten?.json)
        object.append("beganAt", present: $beganAt?.json)
        object.append("tallyGoals", present: tallyGoals?.json)
        object.append("tallyPlace", present: tallyPlace?.json)
        object.append("tallyScore", present: $tallyScore?.json)
        object.append("translatable", present: translatable?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        number = try reader.required("number")
        step = try reader.required("step")
        kind = try reader.required("kind")
        text = try reader.required("text")
        at = try reader.required("at")
        goneMilliseconds = try reader.required("goneMilliseconds")
        clock = try reader.required("clock")
        score = try reader.required("score")
        operatorUID = try reader.optional("operatorUid")
        operatorName = try reader.optional("operatorName")
        undoneBy = try reader.optional("undoneBy")
        scorer = try reader.optional("scorer")
        scorerID = try reader.optional("scorerId")
        ownGoal = try reader.optional("ownGoal")
        team = try reader.optional("team")
        goals = try reader.optional("goals")
        standingScore = try reader.optional("standingScore")
        correction = try reader.optional("correction")
        lowered = try reader.optional("lowered")
        amends = try reader.optional("amends")
        before = try reader.optional("before")
        card = reader.hasMore ? try reader.optional("card") : nil
        penaltySeconds = reader.hasMore ? try reader.optional("penaltySeconds") : nil
        playerTeam = reader.hasMore ? try reader.optional("playerTeam") : nil
        player = reader.hasMore ? try reader.optional("player") : nil
        playerID = reader.hasMore ? try reader.optional("playerId") : nil
        playerOn = reader.hasMore ? try reader.optional("playerOn") : nil
        playerOnID = reader.hasMore ? try reader.optional("playerOnId") : nil
        minute = reader.hasMore ? try reader.optional("minute") : nil
        kickScored = reader.hasMore ? try reader.optional("kickScored") : nil
        kicks = reader.hasMore ? try reader.optional("kicks") : nil
        period = reader.hasMore ? try reader.optional("period") : nil
        addedMinutes = reader.hasMore ? try reader.optional("addedMinutes") : nil
        operatorDevice = reader.hasMore ? try reader.optional("operatorDevice") : nil
        fixture = reader.hasMore ? try reader.optional("fixture") : nil
        hash = reader.hasMore ? try reader.optional("hash") : nil
        record = reader.hasMore ? try reader.optional("record") : nil
        forgotten = reader.hasMore ? try reader.optional("forgotten") : nil
        beganAt = reader.hasMore ? try reader.optional("beganAt") : nil
        tallyGoals = reader.hasMore ? try reader.optional("tallyGoals") : nil
        tallyPlace = reader.hasMore ? try reader.optional("tallyPlace") : nil
        tallyScore = reader.hasMore ? try reader.optional("tallyScore") : nil
        translatable = reader.hasMore ? try reader.optional("translatable") : nil
    }
}

/// Events of a match, in order.
public struct HistoryPart: VarlinkObject {
    /// The match as it is after all of its events.
    public var gather: GatherSummary

    /// Some of its events; all of them if the last one has the number of the match's newest event,
    /// and the first one the number 1.
    public var entries: [TimelineEntry]

    /// Makes one of its fields.
    public init(gather: GatherSummary, entries: [TimelineEntry]) {
        self.gather = gather
        self.entries = entries
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([.init("gather", gather.json), .init("entries", entries.json)])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        gather = try reader.required("gather")
        entries = try reader.required("entries")
    }
}

/// The result of a check of the record of a match.
public struct VerificationFields: VarlinkObject {
    /// The problem.
    ///
    /// changed: the event is not the one that was hashed, or one before it is not. gone: the event
    /// is not there. lost: the event was lost with a damaged file, and what follows it cannot be
    /// joined to what was before. Null if all is right.
    public enum Problem: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// The event is not the one that was hashed, or one before it is not.
        case changed
        /// The event is not there.
        case gone
        /// The event was lost with a damaged file, and what follows it cannot be joined to what was
        /// before.
        ///
        /// Null if all is right.
        case lost
    }

    /// The UUID of the match.
    @Shown public var id: String

    /// The number of its events.
    public var events: Int

    /// The number of the first event with a hash: those before it are of an earlier version.
    ///
    /// Null if none has one.
    public var hashedFrom: Int?

    /// The problem.
    ///
    /// changed: the event is not the one that was hashed, or one before it is not. gone: the event
    /// is not there. lost: the event was lost with a damaged file, and what follows it cannot be
    /// joined to what was before. Null if all is right.
    public var problem: VerificationFields.Problem?

    /// The number of the first event with that problem.
    public var event: Int?

    /// The code of the record; nil if its newest event has no hash.
    @Shown public var code: String?

    /// The number of the event after which the record had the code that was given; nil if it never
    /// had, or none was given.
    public var codeEvent: Int?

    /// Makes one of its fields.
    public init(
        id: String,
        events: Int,
        hashedFrom: Int? = nil,
        problem: VerificationFields.Problem? = nil,
        event: Int? = nil,
        code: String? = nil,
        codeEvent: Int? = nil
    ) {
        self.id = id
        self.events = events
        self.hashedFrom = hashedFrom
        self.problem = problem
        self.event = event
        self.code = code
        self.codeEvent = codeEvent
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("id", $id.json),
            .init("events", events.json),
            .init("hashedFrom", hashedFrom.json),
            .init("problem", problem.json),
            .init("event", event.json),
            .init("code", $code.json),
            .init("codeEvent", codeEvent.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        events = try reader.required("events")
        hashedFrom = try reader.optional("hashedFrom")
        problem = try reader.optional("problem")
        event = try reader.optional("event")
        code = try reader.optional("code")
        codeEvent = try reader.optional("codeEvent")
    }
}
