import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

struct GatherErrorTests {
    /// Every error with its fields set.
    private static let errors: [GatherError] = [
        .noGather(endedSecondsAgo: 12), .gatherInProgress,
        .invalidTime(minimumSeconds: 2, maximumSeconds: 3), .timeIsZero,
        .invalidScore(minimum: 4, maximum: 5), .notRunning, .notPaused,
        .agoTooLong(
            maximumMilliseconds: 6, lastCommandAt: "2026-06-13T15:42:10Z", event: 26,
            text: "foul of Reds",
            translatable: Samples.text),
        .alreadySo,
        .beforeMatch(maximumMilliseconds: 17, beganAt: "2026-06-13T15:42:10Z"),
        .invalidKickOff(maximumSeconds: 18), .startedAlready,
        .nothingToUndo(endedSecondsAgo: 7), .noSuchEvent(number: 8), .noSuchGoal(number: 16),
        .noSuchCard(number: 17), .sentOffBefore(id: 18, event: 19),
        .eventNeeded(by: 9),
        .nothingToRedo, .noSuchPlayer(id: 10), .teamWithoutPlayers(.teamB),
        .tooFewPlayers(minimum: 11), .tooManyPlayers(maximum: 12),
        .notOnTeam(id: 13, team: .teamB), .onTeamAlready(id: 19, team: .teamA),
        .sentOff(id: 20), .notBooked(id: 21), .tooManyCards(maximum: 22), .notInGather(id: 16),
        .noTimeOuts, .noTimeOutLeft(team: .teamA, perPeriod: 23), .tooManyFouls(maximum: 24),
        .tooManyTimeOuts(maximum: 25),
        .invalidFormat(
            fault: FormatFaultFields(
                path: "/f.json", line: 26, problem: .unknownField, field: "breaks")),
        .hasFormat, .hasNoFormat, .formatInUse, .formatDoesNotFit,
        .notInPlay(next: "half-time", minute: "45+2"),
        .noSuchMinute, .scorerNeeded(id: 24), .periodNotBegun(period: "second half"),
        .minuteAhead(minute: "31"),
        .inPlay, .noPeriodLeft, .otherPeriod, .addedTimeShrinks(announced: 23), .notDrawn,
        .playLeft(period: "second half", next: "half-time"), .hasExtraTime, .hasKicks,
        .kicksUnderway, .noKicks, .kicksDecided(.teamA), .outOfTurn(.teamB),
        .tooManyKicks(maximum: 23),
        .noSuchGather, .ambiguousGather,
        .storageFailed(reason: "the disk is full"),
        .squadChangedLast(
            SquadChangeFields(
                kind: .edited, playerID: 14, profile: profile, earlier: profile, count: 15)),
    ]

    private static let profile = ProfileFields(
        name: "Ada", age: 30, skill: .amateur, position: .winger, favouriteTeam: "Reds",
        shirt: 7)

    /// The name of an error; a new case has to be added here, and so above.
    private static func name(of error: GatherError) -> String {
        switch error {
        case .noGather: "NoGather"
        case .gatherInProgress: "GatherInProgress"
        case .invalidTime: "InvalidTime"
        case .timeIsZero: "TimeIsZero"
        case .invalidScore: "InvalidScore"
        case .notRunning: "NotRunning"
        case .notPaused: "NotPaused"
        case .agoTooLong: "AgoTooLong"
        case .beforeMatch: "BeforeMatch"
        case .invalidKickOff: "InvalidKickOff"
        case .startedAlready: "StartedAlready"
        case .alreadySo: "AlreadySo"
        case .nothingToUndo: "NothingToUndo"
        case .noSuchEvent: "NoSuchEvent"
        case .noSuchGoal: "NoSuchGoal"
        case .noSuchCard: "NoSuchCard"
        case .sentOffBefore: "SentOffBefore"
        case .eventNeeded: "EventNeeded"
        case .nothingToRedo: "NothingToRedo"
        case .noSuchPlayer: "NoSuchPlayer"
        case .teamWithoutPlayers: "TeamWithoutPlayers"
        case .tooFewPlayers: "TooFewPlayers"
        case .tooManyPlayers: "TooManyPlayers"
        case .notOnTeam: "NotOnTeam"
        case .onTeamAlready: "OnTeamAlready"
        case .sentOff: "SentOff"
        case .notBooked: "NotBooked"
        case .tooManyCards: "TooManyCards"
        case .notInGather: "NotInGather"
        case .noTimeOuts: "NoTimeOuts"
        case .noTimeOutLeft: "NoTimeOutLeft"
        case .tooManyFouls: "TooManyFouls"
        case .tooManyTimeOuts: "TooManyTimeOuts"
        case .hasFormat: "HasFormat"
        case .hasNoFormat: "HasNoFormat"
        case .invalidFormat: "InvalidFormat"
        case .formatInUse: "FormatInUse"
        case .formatDoesNotFit: "FormatDoesNotFit"
        case .notInPlay: "NotInPlay"
        case .inPlay: "InPlay"
        case .noPeriodLeft: "NoPeriodLeft"
        case .otherPeriod: "OtherPeriod"
        case .noSuchMinute: "NoSuchMinute"
        case .scorerNeeded: "ScorerNeeded"
        case .periodNotBegun: "PeriodNotBegun"
        case .minuteAhead: "MinuteAhead"
        case .addedTimeShrinks: "AddedTimeShrinks"
        case .notDrawn: "NotDrawn"
        case .playLeft: "PlayLeft"
        case .hasExtraTime: "HasExtraTime"
        case .hasKicks: "HasKicks"
        case .kicksUnderway: "KicksUnderway"
        case .noKicks: "NoKicks"
        case .kicksDecided: "KicksDecided"
        case .outOfTurn: "OutOfTurn"
        case .tooManyKicks: "TooManyKicks"
        case .noSuchGather: "NoSuchGather"
        case .ambiguousGather: "AmbiguousGather"
        case .storageFailed: "StorageFailed"
        case .squadChangedLast: "SquadChangedLast"
        }
    }

    @Test("every error is declared with its fields, and every declared error is a case")
    func declared() throws {
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        for error in Self.errors {
            #expect(gather.mismatches(ofError: error.reply) == [])
            #expect(error.reply.error == "io.gatherd.Gather.\(Self.name(of: error))")
        }
        #expect(gather.errors == Set(Self.errors.map(Self.name)))
        #expect(gather.errors.count == Self.errors.count)
    }

    @Test("every error is read back from its reply")
    func roundTrip() throws {
        let bare: [GatherError] = [
            .noGather(endedSecondsAgo: nil), .nothingToUndo(endedSecondsAgo: nil),
            .squadChangedLast(
                SquadChangeFields(kind: .removed, playerID: 1, profile: ProfileFields(name: "A"))),
        ]
        for error in Self.errors + bare {
            let message = error.reply.message.dropLast()
            let json = try JSONValue(parsing: message, nesting: 16)
            let reply = try Reply(parsing: try #require(json.object))
            #expect(GatherError(reply) == error)
        }
    }

    @Test("an optional field that is nil is written as null, and read when it is missing")
    func optional() {
        let message = GatherError.noGather(endedSecondsAgo: nil).reply.message
        let text = String(decoding: message, as: UTF8.self)
        #expect(
            text == #"{"error":"io.gatherd.Gather.NoGather","parameters":{"endedSecondsAgo":null}}"#
                + "\0")
        let bare = Reply(error: "io.gatherd.Gather.NoGather")
        #expect(GatherError(bare) == .noGather(endedSecondsAgo: nil))
    }

    @Test("every error has a text that fits a phone, with all of its values, and no commands")
    func texts() throws {
        for error in Self.errors {
            let text = try #require(error.text.text { $0 })
            #expect((5...80).contains(text.count))
            #expect(!text.contains("%") && !text.contains("gather"))
        }
        let score = GatherError.invalidScore(minimum: 4, maximum: 5).text
        #expect(score.text { $0 } == "the goals of a side are from 4 to 5")
        #expect(score.values == [TranslatableText(name: "4"), TranslatableText(name: "5")])
    }

    @Test("a text says what is there")
    func nullable() {
        func text(_ next: String?) -> String? {
            GatherError.notInPlay(next: next, minute: nil).text.text { $0 }
        }
        #expect(text("half-time") == "nobody plays now; next: half-time")
        #expect(text(nil) == "nobody plays now")
    }

    @Test("an error of another interface, an unknown one and a result are none of these")
    func others() {
        #expect(GatherError(Reply()) == nil)
        #expect(GatherError(Reply(error: "io.gatherd.Gather.Unheard")) == nil)
        #expect(GatherError(Reply(error: "io.gatherd.History.StorageFailed")) == nil)
        #expect(HistoryError(Reply(error: "io.gatherd.Gather.StorageFailed")) == nil)
        #expect(GatherError(Reply(error: "io.gatherd.Gather.")) == nil)
        #expect(GatherError(Reply(error: "NoGather")) == nil)
        #expect(GatherError(VarlinkError.permissionDenied.reply) == nil)
    }

    @Test("the errors of the history are those that the daemon answers with")
    func history() throws {
        let history = try InterfaceGrammar.parse(Interfaces.history.description)
        #expect(
            history.errors == [
                "AmbiguousGather", "NoSuchGather", "NoSuchBackup", "TooManyBackups",
                "StorageFailed",
            ])
        for error in [
            HistoryError.noSuchGather, .ambiguousGather, .noSuchBackup, .tooManyBackups,
            .storageFailed(reason: "the disk is full"),
        ] {
            #expect(history.mismatches(ofError: error.reply) == [])
            #expect(HistoryError(error.reply) == error)
        }
    }
}
