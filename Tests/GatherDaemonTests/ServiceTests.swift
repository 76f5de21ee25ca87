import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The service on the wire")
struct ServiceTests {
    private let fixture: DaemonFixture

    init() throws { fixture = try DaemonFixture() }

    private static let invalid: [(GatherMethod, JSONObject, String)] = [
        (.get, ["x": 1], "x"),
        (.subscribe, ["ticks": 1], "ticks"),
        (.open, ["time": "10:00"], "time"),
        (.open, ["time": .object(["minutes": 10])], "seconds"),
        (.open, ["teamAName": ""], "teamAName"),
        (.open, ["teamBName": "a\u{1b}[2J"], "teamBName"),
        (.setTime, [:], "time"),
        (.setTime, ["time": .object(["minutes": 1, "seconds": 1, "hours": 1])], "hours"),
        (.adjustTime, ["seconds": 86_401], "seconds"),
        (.adjustTime, ["seconds": 0], "seconds"),
        (.adjustTime, ["seconds": .int(.min)], "seconds"),
        (.start, ["agoMilliseconds": 0], "agoMilliseconds"),
        (.pause, ["agoMilliseconds": 86_400_001], "agoMilliseconds"),
        (.resume, ["agoMilliseconds": -1], "agoMilliseconds"),
        (.setScore, ["team": "bench", "score": 1], "team"),
        (.setScore, ["score": 1], "team"),
        (.addToScore, ["team": "teamA", "delta": .double(1.5)], "delta"),
        (.addToScore, ["team": "teamA", "delta": 0], "delta"),
        (.addToScore, ["team": "teamA", "delta": .int(.max)], "delta"),
        (.showCard, ["card": "red"], "team"),
        (.showCard, ["team": "teamA"], "card"),
        (.showCard, ["team": "teamA", "card": "green"], "card"),
        (.showCard, ["team": "teamA", "card": "time", "penaltySeconds": 0], "penaltySeconds"),
        (.showCard, ["team": "teamA", "card": "time", "penaltySeconds": 3_601], "penaltySeconds"),
        (.showCard, ["team": "teamA", "card": "red", "penaltySeconds": 60], "penaltySeconds"),
        (.showCard, ["team": "teamA", "card": "red", "agoMilliseconds": 0], "agoMilliseconds"),
        (.amendCard, ["card": "red"], "number"), (.amendCard, ["number": 3], "playerId"),
        (.amendCard, ["number": 3, "card": "green"], "card"),
        (.amendCard, ["number": 3, "penaltySeconds": 60], "penaltySeconds"),
        (.amendCard, ["number": 3, "card": "red", "penaltySeconds": 60], "penaltySeconds"),
        (.amendCard, ["number": 3, "team": "bench"], "team"),
        (.amendCard, ["number": 3, "minute": "x"], "minute"),
        (.substitute, ["team": "teamA", "playerOff": 1], "playerOn"),
        (.substitute, ["team": "teamA", "playerOn": 1], "playerOff"),
        (.open, ["format": "thirds"], "format"),
        (.setDefaults, ["defaults": .object(["format": "thirds", "time": .null])], "format"),
        (.chooseFormat, ["format": "2x"], "format"),
        (.chooseFormat, ["force": 1], "force"),
        (.getFormats, ["name": 1], "name"),
        (.whistle, ["what": "again"], "what"),
        (.whistle, ["period": "first half"], "period"),
        (.whistle, ["agoMilliseconds": 0], "agoMilliseconds"),
        (.countFoul, [:], "team"), (.countFoul, ["team": "bench"], "team"),
        (.takeTimeOut, ["team": "bench"], "team"),
        (.announceAddedTime, [:], "minutes"),
        (.amendGoal, ["number": 3, "minute": "x"], "minute"),
        (.amendGoal, ["number": 3, "team": "teamC"], "team"),
        (.amendGoal, ["number": 3, "team": "teamB", "ownGoal": true], "ownGoal"),
        (.addToScore, ["team": "teamA", "delta": 1, "minute": "0"], "minute"),
        (.addToScore, ["team": "teamA", "delta": 1, "minute": 7], "minute"),
        (
            .addToScore, ["team": "teamA", "delta": 1, "minute": "7", "agoMilliseconds": 5],
            "agoMilliseconds"
        ),
        (.addToScore, ["team": "teamA", "delta": 2, "minute": "7"], "delta"),
        (.announceAddedTime, ["minutes": 0], "minutes"),
        (.announceAddedTime, ["minutes": 61], "minutes"),
        (.announceAddedTime, ["minutes": 3, "period": "first half"], "period"),
        (.takeKick, ["team": "teamA"], "scored"),
        (.takeKick, ["scored": true], "team"),
        (.takeKick, ["team": "teamA", "scored": "in"], "scored"),
        (.undo, ["requestId": ""], "requestId"),
        (.end, ["requestId": .string(String(repeating: "x", count: 65))], "requestId"),
        (.discard, ["requestId": "é"], "requestId"),
    ]

    @Test(
        "a parameter that is missing, wrong or unexpected is named",
        arguments: invalid)
    func invalidParameters(method: GatherMethod, parameters: JSONObject, name: String) throws {
        let client = try fixture.client()
        if method == .addToScore || method == .adjustTime { _ = try client.gather(.open) }
        let reply = try client.call(method, parameters)
        #expect(reply == VarlinkError.invalidParameter(name).reply)
    }

    private static let refused: [(GatherMethod, JSONObject, String)] = [
        (.setScore, ["team": "teamA", "score": 1_000], "InvalidScore"),
        (.setScore, ["team": "teamA", "score": -1], "InvalidScore"),
        (.setScore, ["team": "teamA", "score": .int(.min)], "InvalidScore"),
        (.setScore, ["team": "teamA", "score": .int(.max)], "InvalidScore"),
        (.addToScore, ["team": "teamA", "delta": -1], "InvalidScore"),
        (.setTime, ["time": .object(["minutes": 0, "seconds": 0])], "InvalidTime"),
        (.setTime, ["time": .object(["minutes": -1, "seconds": 0])], "InvalidTime"),
        (.setTime, ["time": .object(["minutes": .int(.max), "seconds": 59])], "InvalidTime"),
        (.adjustTime, ["seconds": -600], "InvalidTime"),
        (.open, [:], "GatherInProgress"),
        (.pause, [:], "NotRunning"),
        (.resume, [:], "NotPaused"),
        (.start, ["agoMilliseconds": 60_000], "AgoTooLong"),
    ]

    @Test(
        "the rules' refusals come as the interface's errors",
        arguments: refused)
    func refusals(method: GatherMethod, parameters: JSONObject, error: String) throws {
        let client = try fixture.client()
        let before = try client.gather(.open)
        #expect(try client.call(method, parameters).error == "io.gatherd.Gather.\(error)")
        #expect(try client.gather(.get) == before)
    }

    @Test("calls that are sent together are answered in order, one-way calls never")
    func pipelined() throws {
        let client = try fixture.client()
        var bytes: [UInt8] = []
        bytes += Call(GatherMethod.open.fullName).message
        bytes +=
            Call(GatherMethod.addToScore.fullName, ["team": "teamA", "delta": 1], oneway: true)
            .message
        bytes += Call(GatherMethod.pause.fullName, oneway: true).message
        for _ in 0..<200 {
            bytes += Call(GatherMethod.addToScore.fullName, ["team": "teamA", "delta": 1]).message
        }
        try client.send(bytes)
        _ = try client.receive()
        for goals in 2...201 {
            let reply = try #require(try client.receive())
            #expect(try Client.gather(in: reply).teamA.score == goals)
        }
    }

    @Test("one-way calls are carried out though their client leaves at once")
    func leftAtOnce() throws {
        let client = try fixture.client()
        _ = try client.gather(.open)
        let parameters: JSONObject = ["team": "teamA", "delta": 1]
        let goal = Call(GatherMethod.addToScore.fullName, parameters, oneway: true).message
        let look = Call(GatherMethod.get.fullName, oneway: true).message
        var goals = 0
        for count in 1...20 {
            let calls = repeatElement(goal + look, count: count).joined()
            try fixture.client().send(Array(calls))
            goals += count
        }
        // A backup with parameters that make no sense is answered at once.
        let backup = Call("io.gatherd.History.Backup", ["id": "x"], oneway: true).message
        try fixture.client().send(goal + backup + goal + backup + goal)
        goals += 3
        let end = ContinuousClock.now + .seconds(10)
        while try client.gather(.get).teamA.score < goals, ContinuousClock.now < end {}
        #expect(try client.gather(.get).teamA.score == goals)
    }

    @Test("a client that stops sending gets its answers and then the end")
    func halfClosed() throws {
        let socket = try UnixSocketClient(path: fixture.socketPath)
        try socket.sendAndHalfClose(
            Call(GatherMethod.open.fullName).message + Call(GatherMethod.get.fullName).message)
        #expect(try socket.receiveAll().filter { $0 == 0 }.count == 2)
    }

    @Test(
        "a broken message closes its connection, and no other",
        arguments: [
            "{", "[1]", "{}", "", #"{"method":1}"#, #"{"method":"a","method":"b"}"#,
            #"{"method":"a.B","parameters":[]}"#, #"{"method":"a.\u0000"}"#,
            #"{"method":"a.B","more":true,"oneway":true}"#,
            String(repeating: "[", count: 1_000),
        ])
    func brokenMessages(message: String) throws {
        let (broken, other) = (try fixture.client(), try fixture.client())
        _ = try other.call(.get)
        try broken.send(Array(message.utf8) + [0])
        #expect(try broken.receive() == nil)
        #expect(try other.call(.get).error == nil)
    }

    @Test("unfinished messages together have a limit, and who keeps to it is served")
    func unfinishedMessages() throws {
        let megabyte = [UInt8](repeating: 0x20, count: (1 << 20) - 200)
        let hoarders = try (0..<24).map { _ in try fixture.client() }
        let other = try fixture.client()
        for hoarder in hoarders { try? hoarder.send(megabyte) }
        #expect(try other.call(.get).error == nil)
        let ends = hoarders.map { hoarder in
            (try? hoarder.send(Call(GatherMethod.get.fullName).message)) == nil
                || (try? hoarder.receive()) == nil
        }
        #expect(ends.filter { $0 }.count >= 20)
        #expect(ends.filter { !$0 }.count >= 1)
    }

    @Test("long runs of combining marks, which are slow to compare, hold nobody up")
    func combiningMarks() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
        let text = JSONValue.string("teamA\(marks)")
        let many = (0..<16).map { "\"k\($0)\":1" }.joined(separator: ",")
        let get = GatherMethod.get.fullName
        var messages = [
            Call("\(get)\(marks)").message, Call(get, [marks: 1]).message,
            Call(GatherMethod.open.fullName, ["teamAName": text]).message,
            Call(GatherMethod.open.fullName, ["teamAName": text, "requestId": "r"]).message,
            Call(GatherMethod.addToScore.fullName, ["team": text, "delta": 1]).message,
            Call(HistoryMethod.list.fullName, ["before": text]).message,
            Call("org.varlink.service.GetInterfaceDescription", ["interface": text]).message,
        ]
        messages.append(
            Array("{\"method\":\"\(get)\",\"parameters\":{\(many),\"\(marks)\":1}}\0".utf8))
        for message in messages {
            let (attacker, other) = (try fixture.client(), try fixture.client())
            try? attacker.send(message)
            #expect(try other.call(.get).error == nil)
        }
    }

    @Test("a subscription has to be called with more, and an upgrade is not to be had")
    func callFlags() throws {
        let client = try fixture.client()
        #expect(try client.call(.subscribe) == VarlinkError.expectedMore.reply)
        let name = GatherMethod.get.fullName
        try client.send(Call(name, upgrade: true).message)
        #expect(try client.receive() == VarlinkError.methodNotImplemented(name).reply)
        try client.send(Call("io.gatherd.Gather.Fly").message)
        #expect(
            try client.receive() == VarlinkError.methodNotFound("io.gatherd.Gather.Fly").reply)
    }

    @Test("the history comes newest first, in pages")
    func history() throws {
        let client = try fixture.client()
        var ids: [String] = []
        for _ in 0..<5 {
            ids.insert(try client.gather(.open).id, at: 0)
            _ = try client.gather(.end)
        }
        func list(_ parameters: JSONObject) throws -> Reply {
            try client.send(Call(HistoryMethod.list.fullName, parameters).message)
            return try #require(try client.receive())
        }
        func listed(_ reply: Reply) -> [String?] {
            (reply.parameters["gathers"]?.array ?? []).map { $0.object?["id"]?.string }
        }
        #expect(listed(try list([:])) == ids)
        let page = try list(["limit": 2, "before": .string(ids[1])])
        #expect(listed(page) == [ids[2], ids[3]])
        #expect(try list(["before": "x"]).error == "io.gatherd.History.NoSuchGather")
        #expect(try list(["limit": 0]) == VarlinkError.invalidParameter("limit").reply)
    }
}
