// Made by varlink-gen from Interfaces/Gather.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.Gather`.
public enum GatherMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.Gather"

    /// The newest gather, even an ended one; nil only before the first.
    case get = "Get"
    /// First the present state, with the reason 'snapshot', then every change, and with 'ticks'
    /// every second of a running countdown.
    case subscribe = "Subscribe"
    /// The usual values of this pitch.
    case getDefaults = "GetDefaults"
    /// Change the usual values of this pitch: all of them, or 'only' these fields.
    case setDefaults = "SetDefaults"
    /// Open a gather, with these players of the squad on its sides and its bench.
    case open = "Open"
    /// The format with this name, or all: those that are built in, then those in files, which are
    /// 'formats/NAME.json' in the state directory of the daemon or in its configuration directory.
    case getFormats = "GetFormats"
    /// Choose the format of the match, by a name as of GetFormats; nil for a plain countdown.
    case chooseFormat = "ChooseFormat"
    /// End the period of play that is underway or begin the next one, which also ends a break: by
    /// default whichever applies, and nothing within a second of the last whistle.
    case whistle = "Whistle"
    /// Count a foul of a side in the period of play that is underway.
    case countFoul = "CountFoul"
    /// Begin a time-out of a side, or a cooling break of 3 minutes if it is nil, in the period of
    /// play that is underway.
    case takeTimeOut = "TakeTimeOut"
    /// Announce the least number of minutes that are added to the period of play that is underway.
    case announceAddedTime = "AnnounceAddedTime"
    /// Add the extra time of the format to a match that is drawn, once its last period of play has
    /// ended; the break before it begins at once.
    case addExtraTime = "AddExtraTime"
    /// Begin kicks from the mark in a match that is drawn, once its last period of play has ended,
    /// also in the place of an extra time that was added and has not begun.
    case beginKicks = "BeginKicks"
    /// Take a kick from the mark, 'scored' if it is a goal, by a player who is on the side if one
    /// is named.
    case takeKick = "TakeKick"
    /// Set the kick-off of a gather whose countdown was not started yet: a moment of the wall
    /// clock, in microseconds since 1970-01-01 00:00 UTC; nil removes it.
    case setKickOff = "SetKickOff"
    /// Move players of the squad, or of the gather, to a section of it, 'bench', 'teamA' or
    /// 'teamB', in this order; nil removes them from the gather.
    case movePlayers = "MovePlayers"
    /// Exchange two players of the gather: each gets the section of the other.
    case swapPlayers = "SwapPlayers"
    /// Remove all players from the gather.
    case clearTeams = "ClearTeams"
    /// Name the sides; one that is nil keeps its name.
    case nameTeams = "NameTeams"
    /// Change the colours of the sides, 'none' for no colour; one that is nil stays.
    case colorTeams = "ColorTeams"
    /// Draw two fair sides of these players, 2 to 22 of them; if it is nil, of all in the gather,
    /// or else of those who usually play.
    case drawTeams = "DrawTeams"
    /// Choose a new time; a running countdown stops.
    case setTime = "SetTime"
    /// Move the deadline of a running countdown, or what remains of another, by -86400 to 86400
    /// seconds; the chosen time stays.
    case adjustTime = "AdjustTime"
    /// Start the countdown, dated back by agoMilliseconds (1 to 86400000).
    case start = "Start"
    /// Pause the running countdown, dated back by agoMilliseconds.
    case pause = "Pause"
    /// Resume a paused countdown, dated back by agoMilliseconds.
    case resume = "Resume"
    /// Start, pause or resume, whichever applies, dated back by agoMilliseconds.
    case toggle = "Toggle"
    /// Stop the countdown and reset the clock to the chosen time.
    case cancel = "Cancel"
    /// Set the goals of a side, 'teamA' or 'teamB', and with 'otherScore' those of the other one: 0
    /// to 999.
    case setScore = "SetScore"
    /// Raise or lower the goals of a side, by -999 to 999 and not by 0.
    case addToScore = "AddToScore"
    /// Change the goal that the event with this number counted, and that still counts: who scored
    /// it, a player of its side or with 'ownGoal' of the other one, where the player is now or was
    /// at the goal, or with 'noScorer' nobody; the side 'team' that it counts for; and its 'minute'
    /// as of AddToScore.
    case amendGoal = "AmendGoal"
    /// Show a card to a side, and to a player who is on it or was substituted; nil if that is not
    /// known, or somebody beside the pitch.
    case showCard = "ShowCard"
    /// Change the card that the event with this number recorded, and that still stands: its player,
    /// who is or was on the side, or was when the card was recorded; the side 'team', which is that
    /// of the player if it is nil; its kind, as of ShowCard; and its 'minute', as of AddToScore.
    case amendCard = "AmendCard"
    /// Take a player of a side off, who goes to the bench, and bring one on instead, from the bench
    /// or the squad.
    case substitute = "Substitute"
    /// Undo the last command that is in effect, as if it had never been given; the reply says what
    /// it was.
    case undo = "Undo"
    /// Redo the command that was undone last, if no other command came after that; the reply says
    /// what it was.
    case redo = "Redo"
    /// Reopen the gather with this ID, or with the only ID that begins with it (at least 4
    /// characters), as if it had never been ended; its countdown has continued in the meantime.
    case reopen = "Reopen"
    /// End the gather that is open: the countdown stops and the score is the result.
    case end = "End"
    /// Close the gather that is open without a result.
    case discard = "Discard"
    /// Record the commands that follow on this connection as given with this device: a name for
    /// people, such as "Anna's phone", of 1 to 64 characters.
    case actFor = "ActFor"

    /// The methods with which a device commands a match.
    public static let forDevices: Set<Self> = [
        .open,
        .chooseFormat,
        .whistle,
        .countFoul,
        .takeTimeOut,
        .announceAddedTime,
        .addExtraTime,
        .beginKicks,
        .takeKick,
        .movePlayers,
        .nameTeams,
        .colorTeams,
        .drawTeams,
        .setTime,
        .adjustTime,
        .start,
        .pause,
        .resume,
        .toggle,
        .cancel,
        .setScore,
        .addToScore,
        .amendGoal,
        .showCard,
        .amendCard,
        .substitute,
        .undo,
        .redo,
        .reopen,
        .end,
        .discard,
    ]

    /// The methods and their parameters, by the kind of event that a call records.
    public static let recorded: [String: (method: Self, parameters: [String])] = [
        "foulCounted": (
            .countFoul,
            ["team", "guarded", "requestId"]
        ),
        "timeOutTaken": (
            .takeTimeOut,
            ["team", "requestId"]
        ),
        "extraTimeAdded": (
            .addExtraTime,
            ["requestId"]
        ),
        "kicksBegan": (
            .beginKicks,
            ["requestId"]
        ),
        "started": (
            .start,
            ["agoMilliseconds", "time", "requestId"]
        ),
        "paused": (
            .pause,
            ["agoMilliseconds", "requestId"]
        ),
        "cancelled": (
            .cancel,
            ["requestId"]
        ),
        "cardShown": (
            .showCard,
            [
                "team",
                "card",
                "playerId",
                "penaltySeconds",
                "agoMilliseconds",
                "guarded",
                "force",
                "requestId",
            ]
        ),
        "ended": (
            .end,
            ["id", "requestId"]
        ),
        "discarded": (
            .discard,
            ["id", "requestId"]
        ),
    ]
}

extension GatherMethod {
    /// The newest gather, even an ended one; nil only before the first.
    ///
    /// Also what was saved of a damaged database, until the next gather is opened.
    public struct Get: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `salvaged` of the interface.
            public var salvaged: SalvageFields?

            /// Makes one of its fields.
            public init(gather: GatherSnapshot? = nil, salvaged: SalvageFields? = nil) {
                self.gather = gather
                self.salvaged = salvaged
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("gather", gather.json), .init("salvaged", salvaged.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                salvaged = try reader.optional("salvaged")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.Get"

        /// Makes one of its fields.
        public init() {}

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {}
    }
}

extension GatherMethod {
    /// First the present state, with the reason 'snapshot', then every change, and with 'ticks'
    /// every second of a running countdown.
    ///
    /// Each message is a full snapshot, and a slow reader gets the newest only, after the last one
    /// with the reason 'historyChanged'. The reason is one of Reason, and later versions may have
    /// more. At the deadline one message is sent, timeUp, which counts as the tick 00:00.
    public struct Subscribe: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `salvaged` of the interface.
            public var salvaged: SalvageFields?

            /// `reason` of the interface.
            @Shown public var reason: String

            /// Makes one of its fields.
            public init(
                gather: GatherSnapshot? = nil,
                salvaged: SalvageFields? = nil,
                reason: String
            ) {
                self.gather = gather
                self.salvaged = salvaged
                self.reason = reason
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("gather", gather.json),
                    .init("salvaged", salvaged.json),
                    .init("reason", $reason.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                salvaged = try reader.optional("salvaged")
                reason = try reader.required("reason")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.Subscribe"

        /// `ticks` of the interface.
        public var ticks: Bool?

        /// Makes one of its fields.
        public init(ticks: Bool? = nil) {
            self.ticks = ticks
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["ticks": ticks?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            ticks = try reader.optional("ticks")
        }
    }
}

extension GatherMethod {
    /// The usual values of this pitch.
    public struct GetDefaults: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `defaults` of the interface.
            public var defaults: DefaultsFields

            /// Makes one of its fields.
            public init(defaults: DefaultsFields) {
                self.defaults = defaults
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("defaults", defaults.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                defaults = try reader.required("defaults")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.GetDefaults"

        /// Makes one of its fields.
        public init() {}

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {}
    }
}

extension GatherMethod {
    /// Change the usual values of this pitch: all of them, or 'only' these fields.
    ///
    /// The reply has the values before, which undo it, and those after. Undo does not: they belong
    /// to no gather.
    public struct SetDefaults: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `before` of the interface.
            public var before: DefaultsFields

            /// `defaults` of the interface.
            public var defaults: DefaultsFields

            /// Makes one of its fields.
            public init(before: DefaultsFields, defaults: DefaultsFields) {
                self.before = before
                self.defaults = defaults
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("before", before.json), .init("defaults", defaults.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                before = try reader.required("before")
                defaults = try reader.required("defaults")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.SetDefaults"

        /// `defaults` of the interface.
        public var defaults: DefaultsFields

        /// `only` of the interface.
        public var only: [DefaultsField]?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            defaults: DefaultsFields,
            only: [DefaultsField]? = nil,
            requestID: String? = nil
        ) {
            self.defaults = defaults
            self.only = only
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "defaults": defaults.json,
                "only": only?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            defaults = try reader.required("defaults")
            only = try reader.optional("only")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Open a gather, with these players of the squad on its sides and its bench.
    ///
    /// A value that is nil is as GetDefaults says; the players are if all three are nil, and are on
    /// the bench then. A kick-off is set as by SetKickOff, and a format chosen as by ChooseFormat;
    /// it sets the time. A fixture is the ID of the match in a tournament, by which its result is
    /// known: letters, digits, '.', '_' and '-'.
    public struct Open: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `outcome` of the interface.
            public var outcome: Outcome

            /// Makes one of its fields.
            public init(gather: GatherSnapshot? = nil, outcome: Outcome) {
                self.gather = gather
                self.outcome = outcome
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("gather", gather.json), .init("outcome", outcome.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                outcome = try reader.required("outcome")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.Open"

        /// The lengths that `fixture` can have.
        public static let fixtureLengthRange = 1...32

        /// `time` of the interface.
        public var time: TimeFields?

        /// `teamAName` of the interface.
        public var teamAName: String?

        /// `teamBName` of the interface.
        public var teamBName: String?

        /// `teamAPlayers` of the interface.
        public var teamAPlayers: [Int]?

        /// `teamBPlayers` of the interface.
        public var teamBPlayers: [Int]?

        /// `benchPlayers` of the interface.
        public var benchPlayers: [Int]?

        /// `teamAColor` of the interface.
        public var teamAColor: TeamColor?

        /// `teamBColor` of the interface.
        public var teamBColor: TeamColor?

        /// `kickOffMicroseconds` of the interface.
        public var kickOffMicroseconds: Int?

        /// `kickOffAutomatic` of the interface.
        public var kickOffAutomatic: Bool?

        /// `format` of the interface.
        public var format: String?

        /// `fixture` of the interface.
        public var fixture: String?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            time: TimeFields? = nil,
            teamAName: String? = nil,
            teamBName: String? = nil,
            teamAPlayers: [Int]? = nil,
            teamBPlayers: [Int]? = nil,
            benchPlayers: [Int]? = nil,
            teamAColor: TeamColor? = nil,
            teamBColor: TeamColor? = nil,
            kickOffMicroseconds: Int? = nil,
            kickOffAutomatic: Bool? = nil,
            format: String? = nil,
            fixture: String? = nil,
            requestID: String? = nil
        ) {
            self.time = time
            self.teamAName = teamAName
            self.teamBName = teamBName
            self.teamAPlayers = teamAPlayers
            self.teamBPlayers = teamBPlayers
            self.benchPlayers = benchPlayers
            self.teamAColor = teamAColor
            self.teamBColor = teamBColor
            self.kickOffMicroseconds = kickOffMicroseconds
            self.kickOffAutomatic = kickOffAutomatic
            self.format = format
            self.fixture = fixture
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "time": time?.json,
                "teamAName": teamAName?.json,
                "teamBName": teamBName?.json,
                "teamAPlayers": teamAPlayers?.json,
                "teamBPlayers": teamBPlayers?.json,
                "benchPlayers": benchPlayers?.json,
                "teamAColor": teamAColor?.json,
                "teamBColor": teamBColor?.json,
                "kickOffMicroseconds": kickOffMicroseconds?.json,
                "kickOffAutomatic": kickOffAutomatic?.json,
                "format": format?.json,
                "fixture": fixture?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            time = try reader.optional("time")
            teamAName = try reader.optional("teamAName")
            teamBName = try reader.optional("teamBName")
            teamAPlayers = try reader.optional("teamAPlayers")
            teamBPlayers = try reader.optional("teamBPlayers")
            benchPlayers = try reader.optional("benchPlayers")
            teamAColor = try reader.optional("teamAColor")
            teamBColor = try reader.optional("teamBColor")
            kickOffMicroseconds = try reader.optional("kickOffMicroseconds")
            kickOffAutomatic = try reader.optional("kickOffAutomatic")
            format = try reader.optional("format")
            fixture = try reader.optional("fixture")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// The format with this name, or all: those that are built in, then those in files, which are
    /// 'formats/NAME.json' in the state directory of the daemon or in its configuration directory.
    ///
    /// Files that have none are in 'faults'. A name such as '2x25-5' describes a format: two
    /// periods of 25 minutes and breaks of 5; both times may have seconds, as in '2x12:30'.
    public struct GetFormats: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `formats` of the interface.
            public var formats: [FormatFields]

            /// `faults` of the interface.
            public var faults: [FormatFaultFields]?

            /// Makes one of its fields.
            public init(formats: [FormatFields], faults: [FormatFaultFields]? = nil) {
                self.formats = formats
                self.faults = faults
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("formats", formats.json), .init("faults", faults.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                formats = try reader.required("formats")
                faults = try reader.optional("faults")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.GetFormats"

        /// `name` of the interface.
        public var name: String?

        /// Makes one of its fields.
        public init(name: String? = nil) {
            self.name = name
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["name": name?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            name = try reader.optional("name")
        }
    }
}

extension GatherMethod {
    /// Choose the format of the match, by a name as of GetFormats; nil for a plain countdown.
    ///
    /// Once the match was started this needs 'force', and the period that is underway goes on in
    /// the new format.
    public struct ChooseFormat: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.ChooseFormat"

        /// `format` of the interface.
        public var format: String?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(format: String? = nil, force: Bool? = nil, requestID: String? = nil) {
            self.format = format
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "format": format?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            format = try reader.optional("format")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// End the period of play that is underway or begin the next one, which also ends a break: by
    /// default whichever applies, and nothing within a second of the last whistle.
    ///
    /// With 'period', the place of the period that ends or begins, it is refused for any other. It
    /// can be dated back as Start can. Start and Toggle begin the next period as well while nobody
    /// plays.
    public struct Whistle: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Whistle"

        /// One of the values that are declared.
        public enum What: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
            /// `next`.
            case next
            /// `begin`.
            case begin
            /// `end`.
            case end
        }

        /// `what` of the interface.
        public var what: GatherMethod.Whistle.What?

        /// `period` of the interface.
        public var period: Int?

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            what: GatherMethod.Whistle.What? = nil,
            period: Int? = nil,
            agoMilliseconds: Int? = nil,
            requestID: String? = nil
        ) {
            self.what = what
            self.period = period
            self.agoMilliseconds = agoMilliseconds
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "what": what?.json,
                "period": period?.json,
                "agoMilliseconds": agoMilliseconds?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            what = try reader.optional("what")
            period = try reader.optional("period")
            agoMilliseconds = try reader.optional("agoMilliseconds")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Count a foul of a side in the period of play that is underway.
    ///
    /// With 'guarded', nothing changes if a foul of that side was counted within the last second
    /// over another connection, or by another device on this one; the outcome says who has counted
    /// it.
    public struct CountFoul: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.CountFoul"

        /// `team` of the interface.
        public var team: ServerTeam

        /// `guarded` of the interface.
        public var guarded: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(team: ServerTeam, guarded: Bool? = nil, requestID: String? = nil) {
            self.team = team
            self.guarded = guarded
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "team": team.json,
                "guarded": guarded?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.required("team")
            guarded = try reader.optional("guarded")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Begin a time-out of a side, or a cooling break of 3 minutes if it is nil, in the period of
    /// play that is underway.
    ///
    /// A clock that stops at the end of the period stands meanwhile, until it is started; one that
    /// runs on does, and the time is added to the allowance. Once more while it is underway changes
    /// nothing.
    public struct TakeTimeOut: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.TakeTimeOut"

        /// `team` of the interface.
        public var team: ServerTeam?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(team: ServerTeam? = nil, requestID: String? = nil) {
            self.team = team
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["team": team?.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.optional("team")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Announce the least number of minutes that are added to the period of play that is underway.
    ///
    /// It is of that period alone. It may grow; for fewer than before it needs 'force'. With
    /// 'period', the place of the period, it is refused in any other.
    public struct AnnounceAddedTime: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.AnnounceAddedTime"

        /// The values that `minutes` can have.
        public static let minutesRange = 1...60

        /// `minutes` of the interface.
        public var minutes: Int

        /// `period` of the interface.
        public var period: Int?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            minutes: Int,
            period: Int? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.minutes = minutes
            self.period = period
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "minutes": minutes.json,
                "period": period?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            minutes = try reader.required("minutes")
            period = try reader.optional("period")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Add the extra time of the format to a match that is drawn, once its last period of play has
    /// ended; the break before it begins at once.
    ///
    /// Refused if it was added already, or kicks were begun.
    public struct AddExtraTime: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.AddExtraTime"

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(requestID: String? = nil) {
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Begin kicks from the mark in a match that is drawn, once its last period of play has ended,
    /// also in the place of an extra time that was added and has not begun.
    public struct BeginKicks: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.BeginKicks"

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(requestID: String? = nil) {
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Take a kick from the mark, 'scored' if it is a goal, by a player who is on the side if one
    /// is named.
    ///
    /// The first kick is free to either side, after that they take turns. A player who was sent off
    /// does not kick, except with 'force'.
    public struct TakeKick: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.TakeKick"

        /// `team` of the interface.
        public var team: ServerTeam

        /// `scored` of the interface.
        public var scored: Bool

        /// `playerId` of the interface.
        public var playerID: Int?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            team: ServerTeam,
            scored: Bool,
            playerID: Int? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.team = team
            self.scored = scored
            self.playerID = playerID
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "team": team.json,
                "scored": scored.json,
                "playerId": playerID?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.required("team")
            scored = try reader.required("scored")
            playerID = try reader.optional("playerId")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Set the kick-off of a gather whose countdown was not started yet: a moment of the wall
    /// clock, in microseconds since 1970-01-01 00:00 UTC; nil removes it.
    ///
    /// If it is 'automatic', the countdown starts by itself then, as of that moment even if the
    /// daemon is not running at it, and once only. It does not start with players on one side only.
    /// Start before it begins the match at once.
    public struct SetKickOff: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.SetKickOff"

        /// `kickOffMicroseconds` of the interface.
        public var kickOffMicroseconds: Int?

        /// `kickOffAutomatic` of the interface.
        public var kickOffAutomatic: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            kickOffMicroseconds: Int? = nil,
            kickOffAutomatic: Bool? = nil,
            requestID: String? = nil
        ) {
            self.kickOffMicroseconds = kickOffMicroseconds
            self.kickOffAutomatic = kickOffAutomatic
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "kickOffMicroseconds": kickOffMicroseconds?.json,
                "kickOffAutomatic": kickOffAutomatic?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            kickOffMicroseconds = try reader.optional("kickOffMicroseconds")
            kickOffAutomatic = try reader.optional("kickOffAutomatic")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Move players of the squad, or of the gather, to a section of it, 'bench', 'teamA' or
    /// 'teamB', in this order; nil removes them from the gather.
    ///
    /// Opens a gather if none is open, except to remove players. A player who was sent off comes to
    /// no side, except with 'force'.
    public struct MovePlayers: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.MovePlayers"

        /// One of the values that are declared.
        public enum Section: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
            /// `bench`.
            case bench
            /// `teamA`.
            case teamA
            /// `teamB`.
            case teamB
        }

        /// The lengths that `playerIDs` can have.
        public static let playerIDsLengthRange = 1...100

        /// `playerIds` of the interface.
        public var playerIDs: [Int]

        /// `section` of the interface.
        public var section: GatherMethod.MovePlayers.Section?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            playerIDs: [Int],
            section: GatherMethod.MovePlayers.Section? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.playerIDs = playerIDs
            self.section = section
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "playerIds": playerIDs.json,
                "section": section.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            playerIDs = try reader.required("playerIds")
            section = try reader.optional("section")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Exchange two players of the gather: each gets the section of the other.
    ///
    /// Nothing changes where both are in the same one. With 'force', also where one of them was
    /// sent off.
    public struct SwapPlayers: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.SwapPlayers"

        /// The lengths that `playerIDs` can have.
        public static let playerIDsLengthRange = 2...2

        /// `playerIds` of the interface.
        public var playerIDs: [Int]

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(playerIDs: [Int], force: Bool? = nil, requestID: String? = nil) {
            self.playerIDs = playerIDs
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "playerIds": playerIDs.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            playerIDs = try reader.required("playerIds")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Remove all players from the gather.
    public struct ClearTeams: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.ClearTeams"

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(requestID: String? = nil) {
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Name the sides; one that is nil keeps its name.
    ///
    /// Opens a gather if none is open.
    public struct NameTeams: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.NameTeams"

        /// `teamAName` of the interface.
        public var teamAName: String?

        /// `teamBName` of the interface.
        public var teamBName: String?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(teamAName: String? = nil, teamBName: String? = nil, requestID: String? = nil) {
            self.teamAName = teamAName
            self.teamBName = teamBName
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "teamAName": teamAName?.json,
                "teamBName": teamBName?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            teamAName = try reader.optional("teamAName")
            teamBName = try reader.optional("teamBName")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Change the colours of the sides, 'none' for no colour; one that is nil stays.
    ///
    /// Opens a gather if none is open.
    public struct ColorTeams: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.ColorTeams"

        /// `teamAColor` of the interface.
        public var teamAColor: TeamColor?

        /// `teamBColor` of the interface.
        public var teamBColor: TeamColor?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            teamAColor: TeamColor? = nil,
            teamBColor: TeamColor? = nil,
            requestID: String? = nil
        ) {
            self.teamAColor = teamAColor
            self.teamBColor = teamBColor
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "teamAColor": teamAColor?.json,
                "teamBColor": teamBColor?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            teamAColor = try reader.optional("teamAColor")
            teamBColor = try reader.optional("teamBColor")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Draw two fair sides of these players, 2 to 22 of them; if it is nil, of all in the gather,
    /// or else of those who usually play.
    ///
    /// The others on a side go to the bench. The same seed (0 to 4294967295) draws the same sides
    /// of the same players everywhere; a random one is used if it is nil. With 'again', the sides
    /// differ from the present ones and are as fair; nothing changes if there are no such sides.
    /// Opens a gather if none is open and there are players to draw. The reply has the draw: its
    /// seed, the strength of both sides, and how many splits are as fair. A player who was sent off
    /// does not come to a side, except with 'force'.
    public struct DrawTeams: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `outcome` of the interface.
            public var outcome: Outcome

            /// `draw` of the interface.
            public var draw: DrawFields

            /// Makes one of its fields.
            public init(gather: GatherSnapshot? = nil, outcome: Outcome, draw: DrawFields) {
                self.gather = gather
                self.outcome = outcome
                self.draw = draw
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("gather", gather.json),
                    .init("outcome", outcome.json),
                    .init("draw", draw.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                outcome = try reader.required("outcome")
                draw = try reader.required("draw")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.DrawTeams"

        /// The lengths that `playerIDs` can have.
        public static let playerIDsLengthRange = 2...22

        /// The values that `seed` can have.
        public static let seedRange = 0...4_294_967_295

        /// `playerIds` of the interface.
        public var playerIDs: [Int]?

        /// `seed` of the interface.
        public var seed: Int?

        /// `again` of the interface.
        public var again: Bool?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            playerIDs: [Int]? = nil,
            seed: Int? = nil,
            again: Bool? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.playerIDs = playerIDs
            self.seed = seed
            self.again = again
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "playerIds": playerIDs?.json,
                "seed": seed?.json,
                "again": again?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            playerIDs = try reader.optional("playerIds")
            seed = try reader.optional("seed")
            again = try reader.optional("again")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Choose a new time; a running countdown stops.
    public struct SetTime: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.SetTime"

        /// `time` of the interface.
        public var time: TimeFields

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(time: TimeFields, requestID: String? = nil) {
            self.time = time
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["time": time.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            time = try reader.required("time")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Move the deadline of a running countdown, or what remains of another, by -86400 to 86400
    /// seconds; the chosen time stays.
    ///
    /// With 'start', a countdown that is not running is started. With 'guarded', nothing changes if
    /// the time was adjusted by as much within the last second over another connection, or by
    /// another device on this one; the outcome says who has adjusted it.
    public struct AdjustTime: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.AdjustTime"

        /// The values that `seconds` can have.
        public static let secondsRange = -86_400...86_400

        /// `seconds` of the interface.
        public var seconds: Int

        /// `start` of the interface.
        public var start: Bool?

        /// `guarded` of the interface.
        public var guarded: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            seconds: Int,
            start: Bool? = nil,
            guarded: Bool? = nil,
            requestID: String? = nil
        ) {
            self.seconds = seconds
            self.start = start
            self.guarded = guarded
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "seconds": seconds.json,
                "start": start?.json,
                "guarded": guarded?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            seconds = try reader.required("seconds")
            start = try reader.optional("start")
            guarded = try reader.optional("guarded")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Start the countdown, dated back by agoMilliseconds (1 to 86400000).
    ///
    /// Opens a gather if none is open, with the given time or the usual one; a time is refused with
    /// GatherInProgress if one is open. With players in the gather, both sides need one.
    public struct Start: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Start"

        /// The values that `agoMilliseconds` can have.
        public static let agoMillisecondsRange = 1...86_400_000

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `time` of the interface.
        public var time: TimeFields?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            agoMilliseconds: Int? = nil,
            time: TimeFields? = nil,
            requestID: String? = nil
        ) {
            self.agoMilliseconds = agoMilliseconds
            self.time = time
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "agoMilliseconds": agoMilliseconds?.json,
                "time": time?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            agoMilliseconds = try reader.optional("agoMilliseconds")
            time = try reader.optional("time")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Pause the running countdown, dated back by agoMilliseconds.
    public struct Pause: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Pause"

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(agoMilliseconds: Int? = nil, requestID: String? = nil) {
            self.agoMilliseconds = agoMilliseconds
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "agoMilliseconds": agoMilliseconds?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            agoMilliseconds = try reader.optional("agoMilliseconds")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Resume a paused countdown, dated back by agoMilliseconds.
    public struct Resume: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Resume"

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(agoMilliseconds: Int? = nil, requestID: String? = nil) {
            self.agoMilliseconds = agoMilliseconds
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "agoMilliseconds": agoMilliseconds?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            agoMilliseconds = try reader.optional("agoMilliseconds")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Start, pause or resume, whichever applies, dated back by agoMilliseconds.
    ///
    /// Opens a gather if none is open.
    public struct Toggle: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Toggle"

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(agoMilliseconds: Int? = nil, requestID: String? = nil) {
            self.agoMilliseconds = agoMilliseconds
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "agoMilliseconds": agoMilliseconds?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            agoMilliseconds = try reader.optional("agoMilliseconds")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Stop the countdown and reset the clock to the chosen time.
    ///
    /// The score does not change.
    public struct Cancel: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Cancel"

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(requestID: String? = nil) {
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Set the goals of a side, 'teamA' or 'teamB', and with 'otherScore' those of the other one: 0
    /// to 999.
    ///
    /// Both are one command, which one Undo takes back.
    public struct SetScore: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.SetScore"

        /// `team` of the interface.
        public var team: ServerTeam

        /// `score` of the interface.
        public var score: Int

        /// `otherScore` of the interface.
        public var otherScore: Int?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            team: ServerTeam,
            score: Int,
            otherScore: Int? = nil,
            requestID: String? = nil
        ) {
            self.team = team
            self.score = score
            self.otherScore = otherScore
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "team": team.json,
                "score": score.json,
                "otherScore": otherScore?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.required("team")
            score = try reader.required("score")
            otherScore = try reader.optional("otherScore")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Raise or lower the goals of a side, by -999 to 999 and not by 0.
    ///
    /// One goal can have a scorer: a player of that side, or with 'ownGoal' of the other one; and
    /// it can be counted as if scored so long ago, since the match began: its minute is that of the
    /// clock then, and its place among the goals that of the moment. Instead of that it can have a
    /// 'minute', such as '37' or '45+3', of a period of play that has begun, or without a format
    /// one that the countdown has run: also while nobody plays. It has its place among the goals
    /// then. With 'guarded', nothing changes if the same goal was counted over another connection,
    /// or by another device on this one: one of that side, within a second of that moment, and of
    /// no other scorer; the outcome says who has counted it. The same holds for a goal that is
    /// taken from a side, with a 'delta' of -1. A player who was sent off before does not score,
    /// except with 'force'.
    public struct AddToScore: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.AddToScore"

        /// The values that `delta` can have.
        public static let deltaRange = -999...999

        /// `team` of the interface.
        public var team: ServerTeam

        /// `delta` of the interface.
        public var delta: Int

        /// `scorer` of the interface.
        public var scorer: Int?

        /// `ownGoal` of the interface.
        public var ownGoal: Bool?

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `minute` of the interface.
        public var minute: String?

        /// `guarded` of the interface.
        public var guarded: Bool?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            team: ServerTeam,
            delta: Int,
            scorer: Int? = nil,
            ownGoal: Bool? = nil,
            agoMilliseconds: Int? = nil,
            minute: String? = nil,
            guarded: Bool? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.team = team
            self.delta = delta
            self.scorer = scorer
            self.ownGoal = ownGoal
            self.agoMilliseconds = agoMilliseconds
            self.minute = minute
            self.guarded = guarded
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "team": team.json,
                "delta": delta.json,
                "scorer": scorer?.json,
                "ownGoal": ownGoal?.json,
                "agoMilliseconds": agoMilliseconds?.json,
                "minute": minute?.json,
                "guarded": guarded?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.required("team")
            delta = try reader.required("delta")
            scorer = try reader.optional("scorer")
            ownGoal = try reader.optional("ownGoal")
            agoMilliseconds = try reader.optional("agoMilliseconds")
            minute = try reader.optional("minute")
            guarded = try reader.optional("guarded")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Change the goal that the event with this number counted, and that still counts: who scored
    /// it, a player of its side or with 'ownGoal' of the other one, where the player is now or was
    /// at the goal, or with 'noScorer' nobody; the side 'team' that it counts for; and its 'minute'
    /// as of AddToScore.
    ///
    /// A nil parameter changes nothing; but a goal with a scorer that goes to the other side needs
    /// one of 'scorer' and 'noScorer'. What was done after it stays. The gather is the one with
    /// this ID, or with the only ID that begins so (4 characters at least), an ended one too, whose
    /// result is sent again where it differs; the newest one if it is nil. Undoing the goal takes
    /// the change along. A player who was sent off before it did not score it, except with 'force'.
    /// The reply has the goal as it is then, in words, such as 'goal for Team A by Ada'.
    public struct AmendGoal: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `outcome` of the interface.
            public var outcome: Outcome

            /// `goal` of the interface.
            @ShownName public var goal: String

            /// 'goal' with its values apart; nil from an older gatherd.
            public var translatable: TranslatableText?

            /// Makes one of its fields.
            public init(
                gather: GatherSnapshot? = nil,
                outcome: Outcome,
                goal: String,
                translatable: TranslatableText? = nil
            ) {
                self.gather = gather
                self.outcome = outcome
                self.goal = goal
                self.translatable = translatable
            }

            /// The names of all fields, those that can be left out among them.
            public static let fieldNames = ["gather", "outcome", "goal", "translatable"]

            /// The fields on the wire.
            public var fields: JSONObject {
                var object = JSONObject([
                    .init("gather", gather.json),
                    .init("outcome", outcome.json),
                    .init("goal", $goal.json),
                ])
                object.append("translatable", present: translatable?.json)
                return object
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                outcome = try reader.required("outcome")
                goal = try reader.required("goal")
                translatable = reader.hasMore ? try reader.optional("translatable") : nil
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.AmendGoal"

        /// `number` of the interface.
        public var number: Int

        /// `scorer` of the interface.
        public var scorer: Int?

        /// `ownGoal` of the interface.
        public var ownGoal: Bool?

        /// `noScorer` of the interface.
        public var noScorer: Bool?

        /// `team` of the interface.
        public var team: ServerTeam?

        /// `minute` of the interface.
        public var minute: String?

        /// `id` of the interface.
        public var id: String?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            number: Int,
            scorer: Int? = nil,
            ownGoal: Bool? = nil,
            noScorer: Bool? = nil,
            team: ServerTeam? = nil,
            minute: String? = nil,
            id: String? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.number = number
            self.scorer = scorer
            self.ownGoal = ownGoal
            self.noScorer = noScorer
            self.team = team
            self.minute = minute
            self.id = id
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "number": number.json,
                "scorer": scorer?.json,
                "ownGoal": ownGoal?.json,
                "noScorer": noScorer?.json,
                "team": team?.json,
                "minute": minute?.json,
                "id": id?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            number = try reader.required("number")
            scorer = try reader.optional("scorer")
            ownGoal = try reader.optional("ownGoal")
            noScorer = try reader.optional("noScorer")
            team = try reader.optional("team")
            minute = try reader.optional("minute")
            id = try reader.optional("id")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Show a card to a side, and to a player who is on it or was substituted; nil if that is not
    /// known, or somebody beside the pitch.
    ///
    /// A yellow card to a player who had one is a second one, which sends off; 'secondYellow' is
    /// refused for a player without one. A time penalty lasts 'penaltySeconds', or 120, as long as
    /// the countdown runs. A card can be dated back as a goal can. With 'guarded', nothing changes
    /// if the same card was shown over another connection, or by another device on this one: one of
    /// that kind, within a second of that moment, to that side and player; the outcome says who has
    /// shown it. A player who was sent off before gets no other card, except with 'force'.
    public struct ShowCard: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.ShowCard"

        /// The values that `penaltySeconds` can have.
        public static let penaltySecondsRange = 1...3_600

        /// `team` of the interface.
        public var team: ServerTeam

        /// `card` of the interface.
        public var card: CardKind

        /// `playerId` of the interface.
        public var playerID: Int?

        /// `penaltySeconds` of the interface.
        public var penaltySeconds: Int?

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `guarded` of the interface.
        public var guarded: Bool?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            team: ServerTeam,
            card: CardKind,
            playerID: Int? = nil,
            penaltySeconds: Int? = nil,
            agoMilliseconds: Int? = nil,
            guarded: Bool? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.team = team
            self.card = card
            self.playerID = playerID
            self.penaltySeconds = penaltySeconds
            self.agoMilliseconds = agoMilliseconds
            self.guarded = guarded
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "team": team.json,
                "card": card.json,
                "playerId": playerID?.json,
                "penaltySeconds": penaltySeconds?.json,
                "agoMilliseconds": agoMilliseconds?.json,
                "guarded": guarded?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.required("team")
            card = try reader.required("card")
            playerID = try reader.optional("playerId")
            penaltySeconds = try reader.optional("penaltySeconds")
            agoMilliseconds = try reader.optional("agoMilliseconds")
            guarded = try reader.optional("guarded")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Change the card that the event with this number recorded, and that still stands: its player,
    /// who is or was on the side, or was when the card was recorded; the side 'team', which is that
    /// of the player if it is nil; its kind, as of ShowCard; and its 'minute', as of AddToScore.
    ///
    /// A nil parameter changes nothing. The rules are as if the card had been recorded so: a second
    /// yellow card sends off, and a change after which a later event would make no sense is
    /// refused. So is one after which a player would have been sent off before another event,
    /// except with 'force'. The gather is as of AmendGoal, also an ended one. Undoing the card
    /// takes the change along. The reply has the card as it is then, in words, such as 'red card
    /// for Ada of Team A'.
    public struct AmendCard: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `outcome` of the interface.
            public var outcome: Outcome

            /// `card` of the interface.
            @ShownName public var card: String

            /// 'card' with its values apart; nil from an older gatherd.
            public var translatable: TranslatableText?

            /// Makes one of its fields.
            public init(
                gather: GatherSnapshot? = nil,
                outcome: Outcome,
                card: String,
                translatable: TranslatableText? = nil
            ) {
                self.gather = gather
                self.outcome = outcome
                self.card = card
                self.translatable = translatable
            }

            /// The names of all fields, those that can be left out among them.
            public static let fieldNames = ["gather", "outcome", "card", "translatable"]

            /// The fields on the wire.
            public var fields: JSONObject {
                var object = JSONObject([
                    .init("gather", gather.json),
                    .init("outcome", outcome.json),
                    .init("card", $card.json),
                ])
                object.append("translatable", present: translatable?.json)
                return object
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                outcome = try reader.required("outcome")
                card = try reader.required("card")
                translatable = reader.hasMore ? try reader.optional("translatable") : nil
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.AmendCard"

        /// The values that `penaltySeconds` can have.
        public static let penaltySecondsRange = 1...3_600

        /// `number` of the interface.
        public var number: Int

        /// `playerId` of the interface.
        public var playerID: Int?

        /// `card` of the interface.
        public var card: CardKind?

        /// `penaltySeconds` of the interface.
        public var penaltySeconds: Int?

        /// `team` of the interface.
        public var team: ServerTeam?

        /// `minute` of the interface.
        public var minute: String?

        /// `id` of the interface.
        public var id: String?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            number: Int,
            playerID: Int? = nil,
            card: CardKind? = nil,
            penaltySeconds: Int? = nil,
            team: ServerTeam? = nil,
            minute: String? = nil,
            id: String? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.number = number
            self.playerID = playerID
            self.card = card
            self.penaltySeconds = penaltySeconds
            self.team = team
            self.minute = minute
            self.id = id
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "number": number.json,
                "playerId": playerID?.json,
                "card": card?.json,
                "penaltySeconds": penaltySeconds?.json,
                "team": team?.json,
                "minute": minute?.json,
                "id": id?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            number = try reader.required("number")
            playerID = try reader.optional("playerId")
            card = try reader.optional("card")
            penaltySeconds = try reader.optional("penaltySeconds")
            team = try reader.optional("team")
            minute = try reader.optional("minute")
            id = try reader.optional("id")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Take a player of a side off, who goes to the bench, and bring one on instead, from the bench
    /// or the squad.
    ///
    /// It can be dated back as a goal can. A player who was sent off does not come on, except with
    /// 'force'.
    public struct Substitute: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Substitute"

        /// `team` of the interface.
        public var team: ServerTeam

        /// `playerOff` of the interface.
        public var playerOff: Int

        /// `playerOn` of the interface.
        public var playerOn: Int

        /// `agoMilliseconds` of the interface.
        public var agoMilliseconds: Int?

        /// `force` of the interface.
        public var force: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            team: ServerTeam,
            playerOff: Int,
            playerOn: Int,
            agoMilliseconds: Int? = nil,
            force: Bool? = nil,
            requestID: String? = nil
        ) {
            self.team = team
            self.playerOff = playerOff
            self.playerOn = playerOn
            self.agoMilliseconds = agoMilliseconds
            self.force = force
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "team": team.json,
                "playerOff": playerOff.json,
                "playerOn": playerOn.json,
                "agoMilliseconds": agoMilliseconds?.json,
                "force": force?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            team = try reader.required("team")
            playerOff = try reader.required("playerOff")
            playerOn = try reader.required("playerOn")
            agoMilliseconds = try reader.optional("agoMilliseconds")
            force = try reader.optional("force")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Undo the last command that is in effect, as if it had never been given; the reply says what
    /// it was.
    ///
    /// An end can be undone for 12 hours, while no later gather has been opened. The gather is the
    /// newest one: nil if only the opening was there to undo. With a 'number', the command that
    /// made this event of the timeline is undone instead, and later ones stay in effect. If the
    /// squad was changed after the last command of the match, nothing is undone, and
    /// SquadChangedLast has that change; with 'match', the last command of the match is undone all
    /// the same. A 'number' leaves the squad aside, except with 'last', where it is that of the
    /// last command, and the caller shows it so.
    public struct Undo: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `undone` of the interface.
            @Shown public var undone: String

            /// 'undone' with its values apart; nil from an older gatherd.
            public var translatable: TranslatableText?

            /// Makes one of its fields.
            public init(
                gather: GatherSnapshot? = nil,
                undone: String,
                translatable: TranslatableText? = nil
            ) {
                self.gather = gather
                self.undone = undone
                self.translatable = translatable
            }

            /// The names of all fields, those that can be left out among them.
            public static let fieldNames = ["gather", "undone", "translatable"]

            /// The fields on the wire.
            public var fields: JSONObject {
                var object = JSONObject([
                    .init("gather", gather.json),
                    .init("undone", $undone.json),
                ])
                object.append("translatable", present: translatable?.json)
                return object
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                undone = try reader.required("undone")
                translatable = reader.hasMore ? try reader.optional("translatable") : nil
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.Undo"

        /// `number` of the interface.
        public var number: Int?

        /// `match` of the interface.
        public var match: Bool?

        /// `last` of the interface.
        public var last: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            number: Int? = nil,
            match: Bool? = nil,
            last: Bool? = nil,
            requestID: String? = nil
        ) {
            self.number = number
            self.match = match
            self.last = last
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "number": number?.json,
                "match": match?.json,
                "last": last?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            number = try reader.optional("number")
            match = try reader.optional("match")
            last = try reader.optional("last")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Redo the command that was undone last, if no other command came after that; the reply says
    /// what it was.
    public struct Redo: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSnapshot?

            /// `redone` of the interface.
            @Shown public var redone: String

            /// 'redone' with its values apart; nil from an older gatherd.
            public var translatable: TranslatableText?

            /// Makes one of its fields.
            public init(
                gather: GatherSnapshot? = nil,
                redone: String,
                translatable: TranslatableText? = nil
            ) {
                self.gather = gather
                self.redone = redone
                self.translatable = translatable
            }

            /// The names of all fields, those that can be left out among them.
            public static let fieldNames = ["gather", "redone", "translatable"]

            /// The fields on the wire.
            public var fields: JSONObject {
                var object = JSONObject([
                    .init("gather", gather.json),
                    .init("redone", $redone.json),
                ])
                object.append("translatable", present: translatable?.json)
                return object
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.optional("gather")
                redone = try reader.required("redone")
                translatable = reader.hasMore ? try reader.optional("translatable") : nil
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Gather.Redo"

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(requestID: String? = nil) {
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Reopen the gather with this ID, or with the only ID that begins with it (at least 4
    /// characters), as if it had never been ended; its countdown has continued in the meantime.
    public struct Reopen: VarlinkMethod {
        /// The reply has the same parameters as that of Undo.
        public typealias Reply = GatherMethod.Undo.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Reopen"

        /// `id` of the interface.
        public var id: String

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: String, requestID: String? = nil) {
            self.id = id
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// End the gather that is open: the countdown stops and the score is the result.
    ///
    /// With the ID of the one that is meant, as of AmendGoal, it is refused with GatherInProgress
    /// if another one is open.
    public struct End: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.End"

        /// `id` of the interface.
        public var id: String?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: String? = nil, requestID: String? = nil) {
            self.id = id
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id?.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Close the gather that is open without a result.
    ///
    /// The ID is as of End.
    public struct Discard: VarlinkMethod {
        /// The reply has the same parameters as that of Open.
        public typealias Reply = GatherMethod.Open.Reply

        /// The full name.
        public static let name = "io.gatherd.Gather.Discard"

        /// `id` of the interface.
        public var id: String?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: String? = nil, requestID: String? = nil) {
            self.id = id
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id?.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
            requestID = try reader.optional("requestId")
        }
    }
}

extension GatherMethod {
    /// Record the commands that follow on this connection as given with this device: a name for
    /// people, such as "Anna's phone", of 1 to 64 characters.
    ///
    /// It changes no match. Only the user of the daemon and the one that its setting RemoteUser
    /// names, through whose program several people give commands, may call it; for others it is
    /// PermissionDenied.
    public struct ActFor: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Gather.ActFor"

        /// The lengths that `device` can have.
        public static let deviceLengthRange = 1...64

        /// `device` of the interface.
        public var device: String

        /// Makes one of its fields.
        public init(device: String) {
            self.device = device
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("device", device.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            device = try reader.required("device")
        }
    }
}
