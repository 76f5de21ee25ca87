import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The journal's record of a match")
struct JournalTests {
    private let log = RecordingLog()
    private let fixture: DaemonFixture

    init() throws {
        fixture = try DaemonFixture(log: log)
    }

    @Test("each event is an entry with its kind, the match and who asked")
    func events() throws {
        let client = try fixture.client()
        let gather = try client.gather(.open, ["teamAName": "Reds", "teamBName": "Blues"])
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(61))
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": -1])
        _ = try client.gather(.setScore, ["team": "teamB", "score": 3])
        _ = try client.call(.undo)
        _ = try client.call(.redo)
        _ = try client.gather(.pause)
        _ = try client.gather(.adjustTime, ["seconds": 30])
        _ = try client.gather(.setTime, ["time": .object(["minutes": 5, "seconds": 0])])
        _ = try client.gather(.start)
        _ = try client.gather(.cancel)
        _ = try client.gather(.end)
        _ = try client.call(.undo)
        _ = try client.gather(.discard)
        let kinds: [MessageID?] = [
            .opened, .started, .goal, .goalTakenBack, .goalsSet, .undone, .redone, .paused,
            .timeAdjusted, .timeSet, .started, .cancelled, .ended, .reopened, .discarded,
        ]
        #expect(log.record.map(\.id) == kinds)
        let goal = log.record[2]
        #expect(goal.message == "08:59  Reds 1-0 Blues  goal for Reds")
        #expect(goal.priority == .info)
        #expect(
            goal.fields == [
                "GATHER_ID": gather.id, "GATHER_SCORE": "1-0", "GATHER_CLOCK": "08:59",
                "GATHER_TEAM_A": "Reds", "GATHER_TEAM_B": "Blues", "GATHER_TEAM": "Reds",
                "GATHER_EVENT": "3",
            ])
        #expect(goal.operatorUID == UnixUser.own)
        #expect(log.record[12].priority == .notice)
        #expect(log.all == [])
    }

    @Test("a start that opens is two entries, and its undo tells of the match that was")
    func openedByStart() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        _ = try client.call(.undo)
        #expect(log.record.map(\.id) == [.opened, .started, .undone])
        #expect(
            log.record.last?.message
                == "10:00  Team A 0-0 Team B  undid 1: the start, which opened the match")
    }

    @Test("what changes nothing, is asked again or is refused is no entry")
    func nothing() throws {
        let client = try fixture.client()
        let request: JSONObject = ["requestId": "one"]
        _ = try client.gather(.start, request)
        let count = log.record.count
        _ = try client.gather(.start, request)
        _ = try client.gather(.start)
        _ = try client.call(.setScore, ["team": "teamA", "score": 1_000])
        _ = try client.gather(.get)
        #expect(log.record.count == count)
    }

    @Test("that time is up comes before what is done then, whichever the daemon learns of first")
    func timeUpFirst() throws {
        let client = try fixture.client()
        _ = try client.gather(.open, ["time": .object(["minutes": 0, "seconds": 2])])
        _ = try client.gather(.start)
        fixture.clock.advanceUnobserved(.seconds(3))
        _ = try client.gather(.end)
        #expect(log.record.map(\.id) == [.opened, .started, .timeUp, .ended])
    }

    @Test("that time is up is an entry, once")
    func timeUp() throws {
        let client = try fixture.client()
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(601))
        _ = try client.gather(.get)
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        #expect(log.record.map(\.id) == [.opened, .started, .timeUp, .goal])
        #expect(log.record[2].message == "00:00  Team A 0-0 Team B  time is up")
        #expect(log.record[2].priority == .notice)
    }

    @Test("a countdown that is taken up again says when")
    func recovered() throws {
        _ = try fixture.client().gather(.start)
        try fixture.restart { $0.advance(by: .seconds(5)) }
        #expect(log.record.last?.id == .recovered)
        #expect(
            log.record.last?.message == "09:55  Team A 0-0 Team B  restarted "
                + LocalTime(fixture.clock.now().wall).timeOfDay)
    }

    @Test("the operator is named, and one whom the machine does not know is a number")
    func operatorNamed() {
        var entry = LogEntry(priority: .info, message: "x", fields: ["GATHER_ID": "1"])
        #expect(entry.fieldsWithOperator == entry.fields)
        for (uid, name) in [(0, "root"), (4_294_967_290, "User 4294967290")] as [(UInt32, String)] {
            entry.operatorUID = uid
            #expect(
                entry.fieldsWithOperator == [
                    "GATHER_ID": "1", "GATHER_OPERATOR_UID": "\(uid)", "GATHER_OPERATOR": name,
                ])
        }
    }

    @Test("a device is named before the user of its program, and in a field of its own")
    func deviceNamed() {
        var entry = LogEntry(priority: .info, message: "x")
        (entry.operatorUID, entry.device) = (0, "Anna's phone")
        #expect(
            entry.fieldsWithOperator == [
                "GATHER_OPERATOR_UID": "0", "GATHER_OPERATOR": "Anna's phone (root)",
                "GATHER_DEVICE": "Anna's phone",
            ])
    }

    /// Expects that a command makes one entry, with these fields besides those of every one.
    private func expectEntry(
        _ id: MessageID, _ text: String, _ fields: [String: String] = [:],
        of method: GatherMethod, _ parameters: JSONObject = [:],
        at place: SourceLocation = #_sourceLocation
    ) throws {
        let count = log.record.count
        let reply = try fixture.client().call(method, parameters)
        #expect(reply.error == nil, sourceLocation: place)
        let entries = log.record[count...]
        #expect(entries.map(\.id) == [id], sourceLocation: place)
        let entry = try #require(entries.first, sourceLocation: place)
        #expect(entry.message.hasSuffix("Blues  \(text)"), sourceLocation: place)
        let common = ["ID", "SCORE", "CLOCK", "TEAM_A", "TEAM_B", "EVENT"]
        let own = entry.fields.filter { !common.contains(String($0.key.dropFirst(7))) }
        #expect(own == fields, sourceLocation: place)
        #expect(entry.fields.count == own.count + common.count, sourceLocation: place)
    }

    /// Opens a match of futsal, of which a minute is played: Ada and Bo are on the Reds, Cy on the
    /// Blues, and Di in the squad.
    private func openFutsal() throws -> Client {
        let client = try fixture.client()
        let names = ["Ada", "Bo", "Cy", "Di"].map { ProfileFields(name: $0) }
        try client.send(PlayersMethod.Add(players: names).call.message)
        _ = try client.receive()
        _ = try client.gather(
            .open,
            [
                "teamAName": "Reds", "teamBName": "Blues", "teamAPlayers": .array([1, 2]),
                "teamBPlayers": .array([3]), "format": "futsal",
            ])
        _ = try client.gather(.whistle)
        fixture.clock.advance(by: .seconds(61))
        return client
    }

    @Test("a card, a substitution, a foul, a time-out and what is amended are an entry each")
    func bookings() throws {
        let client = try openFutsal()
        let parameters: JSONObject = ["team": "teamA", "delta": 1, "scorer": 1]
        let goal = try client.gather(.addToScore, parameters).revision
        try expectEntry(
            .goalAmended, "event \(goal): scorer Bo, minute 1",
            [
                "GATHER_TEAM": "Reds", "GATHER_GOAL": "\(goal)", "GATHER_SCORER": "Bo",
                "GATHER_SCORER_ID": "2", "GATHER_OWN_GOAL": "0", "GATHER_MINUTE": "1",
            ], of: .amendGoal, ["number": .int(goal), "scorer": 2, "minute": "1"])
        let card = goal + 2
        try expectEntry(
            .cardShown, "yellow card for Ada of Reds",
            [
                "GATHER_TEAM": "Reds", "GATHER_CARD": "yellow", "GATHER_PLAYER": "Ada",
                "GATHER_PLAYER_ID": "1",
            ], of: .showCard, ["team": "teamA", "card": "yellow", "playerId": 1])
        try expectEntry(
            .cardAmended, "event \(card): red card, minute 1",
            [
                "GATHER_TEAM": "Reds", "GATHER_CARD": "red", "GATHER_PLAYER": "Ada",
                "GATHER_PLAYER_ID": "1", "GATHER_CARD_EVENT": "\(card)", "GATHER_MINUTE": "1",
            ], of: .amendCard, ["number": .int(card), "card": "red", "minute": "1"])
        try expectEntry(
            .substituted, "substitution for Reds: Di for Bo",
            [
                "GATHER_TEAM": "Reds", "GATHER_PLAYER_OFF": "Bo", "GATHER_PLAYER_OFF_ID": "2",
                "GATHER_PLAYER_ON": "Di", "GATHER_PLAYER_ON_ID": "4",
            ], of: .substitute, ["team": "teamA", "playerOff": 2, "playerOn": 4])
        try expectEntry(
            .foulCounted, "foul of Blues", ["GATHER_TEAM": "Blues"], of: .countFoul,
            ["team": "teamB"])
        try expectEntry(
            .timeOutTaken, "time-out of Reds", ["GATHER_TEAM": "Reds"], of: .takeTimeOut,
            ["team": "teamA"])
        try expectEntry(.timeOutTaken, "cooling break", of: .takeTimeOut)
        #expect(log.all == [])
    }

    @Test("a goal and a card are taken back as they were known")
    func takenBack() throws {
        let client = try openFutsal()
        let parameters: JSONObject = ["team": "teamA", "delta": 1, "scorer": 1]
        let goal = try client.gather(.addToScore, parameters).revision
        _ = try client.gather(.amendGoal, ["number": .int(goal), "scorer": 2])
        try expectEntry(
            .undone, "undid \(goal): the goal for Reds by Bo", of: .undo, ["number": .int(goal)])
        let card: JSONObject = ["team": "teamA", "card": "yellow", "playerId": 1]
        _ = try client.gather(.showCard, card)
        let second = try client.gather(.showCard, card).revision
        try expectEntry(
            .undone, "undid \(second): the second yellow card for Ada of Reds", of: .undo)
        #expect(log.all == [])
    }

    @Test("extra time, kicks from the mark and each kick are an entry each")
    func kicks() throws {
        let client = try openFutsal()
        for what in ["end", "begin", "end"] {
            _ = try client.gather(.whistle, ["what": .string(what)])
        }
        try expectEntry(.extraTimeAdded, "extra time added", of: .addExtraTime)
        try expectEntry(.kicksBegan, "kicks from the mark began", of: .beginKicks)
        try expectEntry(
            .kickTaken, "kick of Blues by Cy: in, 0-1 on kicks",
            [
                "GATHER_TEAM": "Blues", "GATHER_IN": "1", "GATHER_PLAYER": "Cy",
                "GATHER_PLAYER_ID": "3", "GATHER_KICKS": "0-1",
            ], of: .takeKick, ["team": "teamB", "scored": true, "playerId": 3])
        try expectEntry(
            .kickTaken, "kick of Reds: out, 0-1 on kicks",
            ["GATHER_TEAM": "Reds", "GATHER_IN": "0", "GATHER_KICKS": "0-1"],
            of: .takeKick, ["team": "teamA", "scored": false])
        #expect(log.all == [])
    }

    @Test("the kinds are those of the catalog: run units/generate")
    func catalog() throws {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let bytes = try Carver.contents("\(root)/units/gatherd.catalog")
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let kinds = zip(lines, lines.dropFirst()).compactMap { name, id in
            id.hasPrefix("-- ") ? "\(name.dropFirst(2)) \(id.dropFirst(3))" : nil
        }
        #expect(kinds == MessageID.allCases.map { "\($0) \($0.rawValue)" })
    }

    @Test("each kind has an ID of its own, of 128 bits")
    func identifiers() {
        let ids = MessageID.allCases.map(\.rawValue)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.count == 32 && id.allSatisfy { $0.isHexDigit }, "\(id)") }
    }
}
