// Made by varlink-gen from Interfaces/Club.varlink; units/generate makes it anew.
public import Varlink

/// A match that is to be played.
public struct Fixture: VarlinkObject {
    /// The lengths that `id` can have.
    public static let idLengthRange = 1...32

    /// The values that `lengthSeconds` can have.
    public static let lengthSecondsRange = 1...86_400

    /// The lengths that `format` can have.
    public static let formatLengthRange = 1...32

    /// The name for programs, unique in the list: ASCII letters, digits, '_', '-' and '.'.
    @Shown public var id: String

    /// The time: '2026-11-28 10:30' or '10:30' of the local clocks, or a moment in RFC 3339; nil if
    /// that is not known.
    @Shown public var time: String?

    /// The name of the pitch at the broker; nil if that is not known.
    @Shown public var pitch: String?

    /// The name of the first side.
    @ShownName public var home: String

    /// The name of the second side.
    @ShownName public var away: String

    /// The group in whose table it counts; nil for none, or where no fixture has one for the table
    /// without a name.
    @ShownName public var group: String?

    /// The time of the countdown; nil for the usual one of the pitch.
    public var lengthSeconds: Int?

    /// The name of the format, as Open of io.gatherd.Gather takes it; nil for the usual one.
    @Shown public var format: String?

    /// Makes one of its fields.
    public init(
        id: String,
        time: String? = nil,
        pitch: String? = nil,
        home: String,
        away: String,
        group: String? = nil,
        lengthSeconds: Int? = nil,
        format: String? = nil
    ) {
        self.id = id
        self.time = time
        self.pitch = pitch
        self.home = home
        self.away = away
        self.group = group
        self.lengthSeconds = lengthSeconds
        self.format = format
    }

    /// The names of all fields, those that can be left out among them.
    public static let fieldNames = [
        "id",
        "time",
        "pitch",
        "home",
        "away",
        "group",
        "lengthSeconds",
        "format",
    ]

    /// The fields on the wire.
    public var fields: JSONObject {
        var object = JSONObject([
            .init("id", $id.json),
            .init("time", $time.json),
            .init("pitch", $pitch.json),
            .init("home", $home.json),
            .init("away", $away.json),
            .init("group", $group.json),
        ])
        object.append("lengthSeconds", present: lengthSeconds?.json)
        object.append("format", present: $format?.json)
        return object
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        id = try reader.required("id")
        time = try reader.optional("time")
        pitch = try reader.optional("pitch")
        home = try reader.required("home")
        away = try reader.required("away")
        group = try reader.optional("group")
        lengthSeconds = reader.hasMore ? try reader.optional("lengthSeconds") : nil
        format = reader.hasMore ? try reader.optional("format") : nil
    }
}

/// A team in a table.
public struct TableRow: VarlinkObject {
    /// The place in the group, from 1; teams that are equal in everything share it.
    public var position: Int

    /// The name of the team.
    @ShownName public var team: String

    /// The number of matches that were played.
    public var played: Int

    /// The number of those that the team has won.
    public var won: Int

    /// The number of draws.
    public var drawn: Int

    /// The number of those that it has lost.
    public var lost: Int

    /// The goals of the team; kicks from the mark do not count.
    public var goalsFor: Int

    /// The goals of its opponents.
    public var goalsAgainst: Int

    /// The former less the latter.
    public var goalDifference: Int

    /// Three for a win and one for a draw.
    public var points: Int

    /// Makes one of its fields.
    public init(
        position: Int,
        team: String,
        played: Int,
        won: Int,
        drawn: Int,
        lost: Int,
        goalsFor: Int,
        goalsAgainst: Int,
        goalDifference: Int,
        points: Int
    ) {
        self.position = position
        self.team = team
        self.played = played
        self.won = won
        self.drawn = drawn
        self.lost = lost
        self.goalsFor = goalsFor
        self.goalsAgainst = goalsAgainst
        self.goalDifference = goalDifference
        self.points = points
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("position", position.json),
            .init("team", $team.json),
            .init("played", played.json),
            .init("won", won.json),
            .init("drawn", drawn.json),
            .init("lost", lost.json),
            .init("goalsFor", goalsFor.json),
            .init("goalsAgainst", goalsAgainst.json),
            .init("goalDifference", goalDifference.json),
            .init("points", points.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        position = try reader.required("position")
        team = try reader.required("team")
        played = try reader.required("played")
        won = try reader.required("won")
        drawn = try reader.required("drawn")
        lost = try reader.required("lost")
        goalsFor = try reader.required("goalsFor")
        goalsAgainst = try reader.required("goalsAgainst")
        goalDifference = try reader.required("goalDifference")
        points = try reader.required("points")
    }
}

/// The table of a group, the best team first.
public struct TableGroup: VarlinkObject {
    /// The name of the group; nil if no fixture has one.
    @ShownName public var group: String?

    /// The teams of its fixtures.
    public var rows: [TableRow]

    /// Makes one of its fields.
    public init(group: String? = nil, rows: [TableRow]) {
        self.group = group
        self.rows = rows
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([.init("group", $group.json), .init("rows", rows.json)])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        group = try reader.optional("group")
        rows = try reader.required("rows")
    }
}

/// A result that counts in no table.
public struct ApartResult: VarlinkObject {
    /// The name of the pitch at the broker.
    @Shown public var pitch: String

    /// The ID of the match.
    @Shown public var match: String

    /// The name of the first side.
    @ShownName public var teamA: String

    /// The name of the second side.
    @ShownName public var teamB: String

    /// Goals of the first and the second side, such as 2-1.
    @Shown public var score: String

    /// The reason why it does not count.
    public var reason: ApartReason

    /// Makes one of its fields.
    public init(
        pitch: String,
        match: String,
        teamA: String,
        teamB: String,
        score: String,
        reason: ApartReason
    ) {
        self.pitch = pitch
        self.match = match
        self.teamA = teamA
        self.teamB = teamB
        self.score = score
        self.reason = reason
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("pitch", $pitch.json),
            .init("match", $match.json),
            .init("teamA", $teamA.json),
            .init("teamB", $teamB.json),
            .init("score", $score.json),
            .init("reason", reason.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        pitch = try reader.required("pitch")
        match = try reader.required("match")
        teamA = try reader.required("teamA")
        teamB = try reader.required("teamB")
        score = try reader.required("score")
        reason = try reader.required("reason")
    }
}

/// The last state of a pitch.
public struct ClubPitch: VarlinkObject {
    /// The name at the broker.
    @Shown public var name: String

    /// True if its state is live, as it says itself.
    public var online: Bool

    /// Its last message of the topic 'state', gather-mqtt(8); nil before the first one.
    public var state: JSONObject?

    /// The clock of the pitch less that of this machine, in ms; nil if it is not known.
    public var clockOffsetMilliseconds: Int?

    /// Makes one of its fields.
    public init(
        name: String,
        online: Bool,
        state: JSONObject? = nil,
        clockOffsetMilliseconds: Int? = nil
    ) {
        self.name = name
        self.online = online
        self.state = state
        self.clockOffsetMilliseconds = clockOffsetMilliseconds
    }

    /// The fields on the wire.
    public var fields: JSONObject {
        JSONObject([
            .init("name", $name.json),
            .init("online", online.json),
            .init("state", state.json),
            .init("clockOffsetMilliseconds", clockOffsetMilliseconds.json),
        ])
    }

    /// Reads the fields.
    public init(from reader: inout ParameterReader) throws(VarlinkError) {
        name = try reader.required("name")
        online = try reader.required("online")
        state = try reader.optional("state")
        clockOffsetMilliseconds = try reader.optional("clockOffsetMilliseconds")
    }
}

/// The reason why a result counts in no table.
///
/// noFixture: the match was played without a fixture. unknownFixture: the fixture is in no list any
/// more. otherSides: its sides are not those of the fixture. beforeFixture: it ended more than a
/// day before the fixture's. abandoned: the match was left before its end. replayed: another match
/// of the fixture has ended later.
public enum ApartReason: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// The match was played without a fixture.
    case noFixture
    /// The fixture is in no list any more.
    case unknownFixture
    /// Its sides are not those of the fixture.
    case otherSides
    /// It ended more than a day before the fixture's.
    case beforeFixture
    /// The match was left before its end.
    case abandoned
    /// Another match of the fixture has ended later.
    case replayed
}

/// The field of a fixture that is wrong.
public enum FixtureField: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// `id`.
    case id
    /// `time`.
    case time
    /// `pitch`.
    case pitch
    /// `home`.
    case home
    /// `away`.
    case away
    /// `group`.
    case group
    /// `length`.
    case length
    /// `format`.
    case format
}

/// The problem of a field.
///
/// missing: it is empty. malformed: it is none of those that the type has. tooLong: it is longer
/// than a name or a text can be. unprintable: it has characters that cannot be shown. outOfRange:
/// the length is none that a match can have. repeated: another fixture has the ID. sameSide: both
/// sides have the same name.
public enum FixtureProblem: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// It is empty.
    case missing
    /// It is none of those that the type has.
    case malformed
    /// It is longer than a name or a text can be.
    case tooLong
    /// It has characters that cannot be shown.
    case unprintable
    /// The length is none that a match can have.
    case outOfRange
    /// Another fixture has the ID.
    case repeated
    /// Both sides have the same name.
    case sameSide
}

/// The reason why the broker does not have the fixtures of this machine.
///
/// noConnection: there is no connection to it. denied: it does not take them. unanswered: it has
/// not said so yet.
public enum UnpublishedReason: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
    /// There is no connection to it.
    case noConnection
    /// It does not take them.
    case denied
    /// It has not said so yet.
    case unanswered
}
