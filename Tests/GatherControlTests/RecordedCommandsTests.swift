import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct RecordedCommandsTests {
    private static func event(
        _ number: Int, _ kind: String, _ details: String = "{}", step: Int? = nil
    ) throws -> RecordedEvent {
        let record = JSONValue.array([
            .int(number), .int(step ?? number), .string(kind), .string(details),
            .int(number * 1_000_000), .int(number * 1_000_000), "boot", .null, .object([:]),
        ])
        return try #require(RecordedEvent(record: text(record)))
    }

    private static func text(_ value: JSONValue) -> String {
        String(decoding: value.bytes, as: UTF8.self)
    }

    private static let player = #"{"id":7,"name":"Ada","position":null}"#

    @Test(
        arguments: [
            ("started", #"{"agoMilliseconds":5}"#, #"Start {"agoMilliseconds":5}"#),
            ("paused", "{}", "Pause {}"), ("cancelled", "{}", "Cancel {}"),
            ("timeSet", #"{"seconds":90}"#, #"SetTime {"time":{"minutes":1,"seconds":30}}"#),
            (
                "timeAdjusted", #"{"seconds":-30,"start":true}"#,
                #"AdjustTime {"seconds":-30,"start":true}"#
            ),
            (
                "scoreSet", #"{"team":"teamA","score":3}"#,
                #"SetScore {"score":3,"team":"teamA"}"#
            ),
            (
                "scoreAdded", #"{"team":"teamA","delta":-1}"#,
                #"AddToScore {"delta":-1,"force":true,"team":"teamA"}"#
            ),
            (
                "goalScored", #"{"team":"teamB","player":PLAYER,"ownGoal":true}"#,
                #"AddToScore {"delta":1,"force":true,"ownGoal":true,"scorer":2,"team":"teamB"}"#
            ),
            (
                "cardShown", #"{"team":"teamA","card":"red","player":null}"#,
                #"ShowCard {"card":"red","force":true,"team":"teamA"}"#
            ),
            (
                "substituted", #"{"team":"teamA","off":PLAYER,"on":PLAYER}"#,
                #"Substitute {"force":true,"playerOff":2,"playerOn":2,"team":"teamA"}"#
            ),
            (
                "playersMoved", #"{"players":[PLAYER],"section":null}"#,
                #"MovePlayers {"force":true,"playerIds":[2]}"#
            ),
            ("playersMoved", #"{"players":[PLAYER],"section":null,"all":true}"#, "ClearTeams {}"),
            (
                "teamsNamed", #"{"teamAName":"A","teamBName":"B","keeps":"teamA"}"#,
                #"NameTeams {"teamBName":"B"}"#
            ),
            (
                "teamsColored", #"{"teamA":"red","teamB":null}"#,
                #"ColorTeams {"teamAColor":"red"}"#
            ),
            (
                "kickOffSet", #"{"microseconds":1000,"automatic":true}"#,
                #"SetKickOff {"kickOffAutomatic":true,"kickOffMicroseconds":1060}"#
            ),
            ("kickOffSet", "{}", "SetKickOff {}"),
            ("foulCounted", #"{"team":"teamA"}"#, #"CountFoul {"team":"teamA"}"#),
            ("timeOutTaken", #"{"team":null}"#, "TakeTimeOut {}"),
            ("periodBegan", #"{"period":2}"#, #"Whistle {"period":2,"what":"begin"}"#),
            ("periodEnded", #"{"period":2}"#, #"Whistle {"period":2,"what":"end"}"#),
            (
                "addedTimeAnnounced", #"{"period":0,"minutes":3}"#,
                #"AnnounceAddedTime {"minutes":3,"period":0}"#
            ),
            ("extraTimeAdded", "{}", "AddExtraTime {}"), ("kicksBegan", "{}", "BeginKicks {}"),
            (
                "kickTaken", #"{"team":"teamA","in":true,"player":null}"#,
                #"TakeKick {"force":true,"scored":true,"team":"teamA"}"#
            ),
            (
                "cardShown",
                #"{"team":"teamA","card":"time","player":PLAYER,"#
                    + #""penaltySeconds":120,"agoMilliseconds":7}"#,
                #"ShowCard {"agoMilliseconds":7,"card":"time","force":true,"penaltySeconds":120,"#
                    + #""playerId":2,"team":"teamA"}"#
            ),
            ("ended", "{}", "End {}"), ("discarded", "{}", "Discard {}"),
        ])
    func anEventIsOfACommand(_ kind: String, _ details: String, _ wanted: String) throws {
        let text = details.split(separator: "PLAYER", omittingEmptySubsequences: false)
            .joined(separator: Self.player)
        var commands = RecordedCommands()
        commands.players = [7: 2]
        let step = RecordedStep(events: [try Self.event(2, kind, text)], microseconds: 0)
        let calls = try #require(commands.calls(of: step, wallShift: 60))
        #expect(calls.map(Self.text) == [wanted])
    }

    /// The name and the parameters that are not null, in order.
    private static func text(_ call: Call) -> String {
        let given = call.parameters.members.filter { $0.value != .null }
            .sorted { $0.key < $1.key }
        return (call.method.split(separator: ".").last ?? "") + " "
            + text(.object(JSONObject(given)))
    }

    @Test func aMatchIsOpenedWithAllOfItsCommand() throws {
        let step = RecordedStep(
            events: [
                try Self.event(
                    1, "opened",
                    #"{"id":"x","seconds":600,"teamAName":"A","teamBName":"B"}"#),
                try Self.event(
                    2, "playersMoved", #"{"players":[\#(Self.player)],"section":"bench"}"#,
                    step: 1),
                try Self.event(
                    3, "playersMoved", #"{"players":[\#(Self.player)],"section":"teamB"}"#,
                    step: 1),
            ], microseconds: 0)
        var commands = RecordedCommands()
        commands.players = [7: 2]
        let calls = try #require(commands.calls(of: step, wallShift: 0))
        #expect(
            calls.map(Self.text) == [
                #"Open {"benchPlayers":[],"teamAName":"A","teamAPlayers":[],"teamBName":"B","#
                    + #""teamBPlayers":[2],"time":{"minutes":10,"seconds":0}}"#
            ])
    }

    @Test func whatNobodyDidIsNoCommand() throws {
        for kind in ["rebooted", "clockDoubted", "clockSettled", "clockStepped", "lost"] {
            let step = RecordedStep(events: [try Self.event(2, kind)], microseconds: 0)
            #expect(RecordedCommands.isOfClock(step))
        }
        let later = RecordedStep(events: [try Self.event(2, "invented")], microseconds: 0)
        #expect(!RecordedCommands.isOfClock(later))
        #expect(RecordedCommands().calls(of: later, wallShift: 0) == nil)
    }

    @Test func aCommandHasTheMomentOfItsFirstEvent() throws {
        let steps = RecordedStep.all(of: [
            try Self.event(1, "opened"), try Self.event(2, "playersMoved", step: 1),
            try Self.event(3, "started"), try Self.event(5, "ended"),
        ])
        #expect(steps.map(\.number) == [1, 3, 5])
        #expect(steps.map(\.events.count) == [2, 1, 1])
        #expect(steps.map(\.microseconds) == [0, 2_000_000, 4_000_000])
    }

    @Test func whatIsNoRecordIsNotRead() {
        let (most, least) = (Int.max, Int.min)
        for text in [
            "", "[]", "{}", #"[1,1,"ended","{",1,1,"boot",null,{}]"#,
            #"[1,1,"ended","{}",\#(most),1,"boot",null,{}]"#,
            #"[1,1,"ended","{}",\#(least),1,"boot",null,{}]"#,
            #"[1,1,"ended","{}",1,\#(most),"boot",null,{}]"#,
        ] {
            #expect(RecordedEvent(record: text) == nil, "\(text)")
        }
    }

    @Test func timesWithoutEndAreAddedToAMost() throws {
        let latest = RecordedEvent.times.upperBound
        let events = try (1...3_000).map { number in
            let time = number % 2 == 0 ? latest : -latest
            let moment = #"\#(time),1,"\#(number)",null,{}"#
            return try #require(
                RecordedEvent(record: #"[\#(number),\#(number),"paused","{}",\#(moment)]"#))
        }
        #expect(RecordedStep.all(of: events).last?.microseconds == latest)
    }

    @Test func aSpeedIsOneToAThousand() throws {
        #expect(throws: UsageError.self) { try CommandLine(["replay", "abcd", "--speed", "0.9"]) }
        let replay = try #require(
            try CommandLine(["replay", "abcd", "--speed", "1.5", "--once"]).command as? Replay)
        #expect(replay.options == ReplayOptions(speed: 1.5, isOnce: true))
        let fast = try #require(
            try CommandLine(["replay", "abcd", "--speed", "max"]).command as? Replay)
        #expect(fast.options.speed == nil)
    }
}
