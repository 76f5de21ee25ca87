import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("Results on their way to a server")
final class SubmissionQueueTests {
    private let server = VirtualServer()
    private let clock = VirtualClock()
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture(clock: clock, server: server)
        client = try fixture.client()
    }

    private func ask(_ method: AccountMethod, _ parameters: JSONObject = [:]) throws -> JSONObject {
        try client.send(Call(method.fullName, parameters).message)
        let reply = try #require(try client.receive())
        #expect(reply.error == nil, "\(reply)")
        return reply.parameters
    }

    private func results() throws -> [ResultFields] {
        var reader = ParameterReader(try ask(.listResults))
        return try reader.required("results")
    }

    /// Lets answers come, without any time, until something is so.
    private func settle(_ what: String, until condition: () throws -> Bool) throws {
        for _ in 0..<20_000 {
            if try condition() { return }
            _ = try ask(.get)
        }
        Issue.record("not so: \(what)")
    }

    private func play(goals: Int = 2) throws -> GatherSnapshot {
        _ = try client.gather(.start)
        _ = try client.gather(.setScore, ["team": "teamA", "score": .int(goals)])
        return try client.gather(.end)
    }

    private func submission() throws -> SubmissionFields? {
        try client.gather(.get).submission
    }

    @Test("a result is held for a minute, and then sent")
    func held() throws {
        let ended = try play()
        #expect(ended.submission?.state == .held)
        clock.advance(by: .seconds(59))
        #expect(server.methods == [])
        clock.advance(by: .seconds(1))
        try settle("sent") { try results().isEmpty }
        #expect(server.methods == ["ListGatherPages", "CreateGather", "SendResult"])
        #expect(server.gathers == [.init(id: "remote 1", result: "2-0")])
        #expect(try submission()?.state == .sent)
        #expect(try submission()?.remoteID == "remote 1")
    }

    @Test("a server that names a time is not asked before it for any of the results")
    func retryAfter() throws {
        server.fail(
            .listGatherPages,
            .unexpectedStatus(status: 503, reason: "busy", retryAfterSeconds: 600))
        for goals in 1...3 { _ = try play(goals: goals) }
        _ = try ask(.submit)
        try settle("told") { try results().contains { $0.submission.lastError != nil } }
        clock.advance(by: .seconds(599))
        #expect(server.methods == ["ListGatherPages"])
        server.fail(.listGatherPages, nil)
        clock.advance(by: .seconds(1))
        try settle("sent") { try results().isEmpty }
        #expect(server.gathers.count == 3)
    }

    @Test("a match that was over before anybody signed in is not sent because it is amended")
    func amended() throws {
        _ = try client.call(.add, ["players": .array([ProfileFields(name: "Ada").json])])
        _ = try ask(.logOut)
        _ = try client.gather(.open, ["teamAPlayers": .array([1])])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        let ended = try client.gather(.end)
        #expect(ended.submission == nil)
        _ = try ask(.logIn, ["userName": "alice", "password": "secret"])
        let goal = try #require(ended.latestGoal?.number)
        let changes: [(GatherMethod, JSONObject)] = [
            // Nobody is known already, which is remembered with its request.
            (.amendGoal, ["number": .int(goal), "noScorer": true, "requestId": "nobody"]),
            (.amendGoal, ["number": .int(goal), "scorer": 1]), (.undo, [:]), (.redo, [:]),
        ]
        for (method, parameters) in changes {
            #expect(try client.call(method, parameters).error == nil, "\(method)")
            #expect(try submission() == nil, "\(method)")
        }
        clock.advance(by: .seconds(600))
        #expect(server.methods == ["LogIn"])
    }

    @Test("a goal of a match that was sent is amended, and the result sent again where it differs")
    func edited() throws {
        _ = try client.gather(.start)
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        _ = try client.gather(.showCard, ["team": "teamA", "card": "yellow"])
        let ended = try client.gather(.end)
        let goal = try #require(ended.latestGoal?.number)
        let card = try #require(ended.cards?.first?.number)
        clock.advance(by: .seconds(60))
        try settle("sent") { try results().isEmpty }
        #expect(server.gathers == [.init(id: "remote 1", result: "1-0")])
        let sent = server.methods.count
        // The result is the same.
        let amended = try client.call(.amendCard, ["number": .int(card), "card": "red"])
        #expect(amended.error == nil)
        _ = try client.call(.amendGoal, ["number": .int(goal), "noScorer": true])
        clock.advance(by: .seconds(120))
        _ = try ask(.get)
        #expect(server.methods.count == sent)
        let edited = try client.call(.amendGoal, ["number": .int(goal), "team": "teamB"])
        #expect(edited.error == nil)
        #expect(try submission()?.state == .held)
        clock.advance(by: .seconds(60))
        try settle("sent again") { try results().isEmpty }
        #expect(server.gathers == [.init(id: "remote 1", result: "0-1")])
        _ = try client.gather(.undo)
        clock.advance(by: .seconds(60))
        try settle("sent once more") { try results().isEmpty }
        #expect(server.gathers == [.init(id: "remote 1", result: "1-0")])
        #expect(try submission()?.state == .sent)
    }

    @Test("a result that is corrected while another user is signed in waits for its own user")
    func correctedByAnother() throws {
        _ = try client.gather(.start)
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        let goal = try #require(try client.gather(.end).latestGoal?.number)
        _ = try ask(.logIn, ["userName": "bob", "password": "secret"])
        let edited = try client.call(.amendGoal, ["number": .int(goal), "team": "teamB"])
        #expect(edited.error == nil)
        clock.advance(by: .seconds(60))
        #expect(try submission()?.owner?.userName == "alice")
        #expect(server.methods == ["LogIn"])
        _ = try ask(.logIn, ["userName": "alice", "password": "secret"])
        try settle("sent") { try results().isEmpty }
        #expect(server.gathers == [.init(id: "remote 1", result: "0-1")])
    }

    @Test("a dropped result of another user is sent by name, and only if it is taken over")
    func droppedByAnother() throws {
        server.fail(.sendResult, .unexpectedStatus(status: 422, reason: "no"))
        let ids: JSONValue = .array([.string(try play().id)])
        _ = try ask(.submit)
        try settle("refused") { try submission()?.state == .refused }
        // Its gather, which has no result, is not deleted before alice is back.
        server.hold()
        _ = try ask(.drop, ["id": .string(try client.gather(.get).id)])
        _ = try ask(.logIn, ["userName": "bob", "password": "secret"])
        server.resume()
        server.fail(.sendResult, nil)
        _ = try ask(.submit, ["takeOver": true])
        #expect(try submission()?.state == .dropped)
        try client.send(Call(AccountMethod.submit.fullName, ["ids": ids]).message)
        #expect(try client.receive()?.error == "io.gatherd.Account.OtherAccount")
        #expect(try submission()?.state == .dropped)
        _ = try ask(.submit, ["ids": ids, "takeOver": true])
        try settle("sent") { try submission()?.state == .sent }
    }

    @Test("everybody who watches hears of it")
    func told() throws {
        _ = try play()
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        #expect(try watcher.next().hasPrefix("snapshot"))
        _ = try ask(.submit)
        var last: SubmissionFields?
        while last?.state != .sent {
            let reply = try #require(try watcher.receive())
            #expect(reply.parameters["reason"] == "submissionChanged")
            last = try Client.gather(in: reply).submission
        }
    }

    @Test("a week without a network, and it is sent within one wait after")
    func week() throws {
        server.setOffline(true)
        _ = try play()
        var tries = 0
        for _ in 0..<(7 * 24 * 60) {
            clock.advance(by: .seconds(60))
            _ = try ask(.get)
            tries = server.methods.count
        }
        // Once in 7.5 to 15 minutes, after a few in a row.
        #expect((600...1_400).contains(tries), "\(tries)")
        let waiting = try #require(try results().first?.submission)
        #expect(waiting.state == .waiting)
        #expect(waiting.lastError == "there is no network")
        server.setOffline(false)
        clock.advance(by: .seconds(900))
        try settle("sent") { try results().isEmpty }
        #expect(server.gathers == [.init(id: "remote 1", result: "2-0")])
    }

    @Test("a stranger who looks brings no try on, however often")
    func strangers() throws {
        server.setOffline(true)
        _ = try play()
        clock.advance(by: .seconds(60))
        try settle("tried") { try submission()?.state == .waiting }
        // The tries are far apart by now.
        for _ in 1...12 { clock.advance(by: .seconds(300)) }
        try settle("tried") { try submission()?.state == .waiting }
        // Just after one, the next is not due for minutes.
        let made = server.methods.count
        while server.methods.count == made {
            clock.advance(by: .seconds(10))
            try fixture.waitForMatch()
        }
        try settle("tried") { try submission()?.state == .waiting }
        // The looks of before come too early to bring the next one on.
        try fixture.waitForMatch()
        let get = Call(GatherMethod.get.fullName)
        func tries(after peer: Peer) throws -> Int {
            clock.advance(by: .seconds(6))
            let before = server.methods.count
            _ = try fixture.answer(get, from: peer)
            try fixture.waitForMatch()
            return server.methods.count - before
        }
        for _ in 1...10 {
            #expect(try tries(after: Peer(uid: 4_000_000_000, mayControl: false)) == 0)
        }
        #expect(try tries(after: Peer(uid: 0, mayControl: true)) == 1)
    }

    @Test("who looks brings the next try on, at most every 5 s")
    func hurried() throws {
        server.setOffline(true)
        _ = try play()
        clock.advance(by: .seconds(600))
        try settle("waiting") { try results().first?.submission.lastError != nil }
        clock.advance(by: .seconds(10))
        server.forgetMethods()
        for _ in 0..<20 { _ = try client.gather(.get) }
        try fixture.waitForMatch()
        #expect(server.methods.count == 1)
        clock.advance(by: .seconds(5))
        server.forgetMethods()
        _ = try fixture.client().subscribe(ticks: false)
        try settle("tried") { server.methods.count == 1 }
    }

    @Test("500 results drain in order, never more than two at a time")
    func many() throws {
        server.hold()
        for number in 1...500 { _ = try play(goals: number) }
        clock.advance(by: .seconds(60))
        server.resume()
        try settle("sent") { server.gathers.count { $0.result != nil } == 500 }
        #expect(try results().isEmpty)
        #expect(server.mostAtOnce <= 2)
        #expect(Set(server.gathers.map(\.result)).count == 500)
        #expect(try fixture.client().gather(.get).submission?.state == .sent)
    }

    @Test("one gather's trouble does not hold back another's")
    func trouble() throws {
        server.fail(.sendResult, .unexpectedStatus(status: 422, reason: "no"))
        _ = try play(goals: 1)
        _ = try ask(.submit)
        try settle("refused") { try results().first?.submission.state == .refused }
        server.fail(.sendResult, nil)
        _ = try play(goals: 2)
        _ = try ask(.submit)
        try settle("sent") { try results().count == 1 }
        #expect(server.gathers.map(\.result) == [nil, "2-0"])
    }

    @Test("what has failed does not come before what has not")
    func failedLast() throws {
        server.fail(.listGatherPages, .unexpectedStatus(status: 500, reason: "no"))
        _ = try play(goals: 1)
        _ = try ask(.submit)
        try settle("failed") { try results().first?.submission.lastError != nil }
        server.fail(.listGatherPages, nil)
        server.hold()
        for goals in 2...4 {
            _ = try ask(.submit, ["ids": .array([.string(try play(goals: goals).id)])])
        }
        // The first is due again, while the second makes its gather.
        clock.advance(by: .seconds(10))
        server.resume()
        try settle("sent") { server.gathers.count { $0.result != nil } == 4 }
        #expect(server.gathers.last?.result == "1-0")
    }

    @Test("a 401 to the token from before a login does not make somebody sign in once more")
    func signInMeanwhile() throws {
        _ = try play()
        server.fail(.listGatherPages, .unexpectedStatus(status: 401, reason: "who"))
        server.hold()
        _ = try ask(.submit)
        try settle("underway") { server.methods == ["ListGatherPages"] }
        server.fail(.listGatherPages, nil)
        _ = try ask(.logIn, ["password": "secret"])
        server.resume()
        try settle("sent") { try results().isEmpty }
    }

    @Test("many that are sent at once leave others their turn, one commit after the other")
    func inTurn() throws {
        server.hold()
        let ids = try (1...100).map { try play(goals: $0).id }
        let sender = try fixture.client()
        // The newest comes first, and tells everybody that the others have begun.
        let parameters: JSONObject = ["ids": .array(ids.reversed().map(JSONValue.string))]
        try sender.send(Call(AccountMethod.submit.fullName, parameters).message)
        try settle("begun") { try submission()?.state != .held }
        #expect(try !sender.isAnswered(), "nobody is answered before all are stored")
        #expect(try sender.receive()?.error == nil)
        #expect(try results().allSatisfy { $0.submission.state != .held })
        #expect(try results().count == 100)
    }

    @Test("it goes on after a restart, also where the answer to a step is lost with the daemon")
    func restarted() throws {
        server.hold()
        let id = try play().id
        clock.advance(by: .seconds(60))
        try fixture.restart()
        server.resume()
        for _ in 0..<20_000 where server.gathers.first?.result == nil {
            try fixture.waitForMatch()
        }
        let client = try fixture.client()
        #expect(server.gathers == [.init(id: "remote 1", result: "2-0")])
        #expect(try client.gather(.get).id == id)
    }

    @Test("a correction is sent to the same gather, after the result before it")
    func corrected() throws {
        _ = try play()
        server.hold()
        _ = try ask(.submit)
        try settle("sent") { server.methods.last == "ListGatherPages" }
        // It is taken back while a request is on its way.
        _ = try client.call(.undo)
        server.resume()
        _ = try client.gather(.setScore, ["team": "teamB", "score": 3])
        _ = try client.gather(.end)
        _ = try ask(.submit)
        try settle("sent") { try results().isEmpty }
        #expect(server.gathers.map(\.result) == ["2-3"])
    }

    @Test("a token that does not count waits for another, and then goes on")
    func signIn() throws {
        server.fail(.listGatherPages, .unexpectedStatus(status: 401, reason: "who"))
        _ = try play()
        _ = try ask(.submit)
        try settle("401") { try results().first?.submission.state == .signInNeeded }
        clock.advance(by: .seconds(86_400))
        #expect(server.methods == ["ListGatherPages"])
        server.fail(.listGatherPages, nil)
        _ = try ask(.logIn, ["password": "secret"])
        try settle("sent") { try results().isEmpty }
    }

    @Test("nobody is signed in: nothing is begun, and what waits says so")
    func signedOut() throws {
        _ = try play()
        _ = try ask(.logOut)
        clock.advance(by: .seconds(600))
        #expect(server.methods == [])
        #expect(try submission()?.state == .signInNeeded)
        _ = try play()
        #expect(try submission() == nil)
        #expect(try results().count == 1)
    }

    @Test("a discarded gather is not sent, and one that is discarded after all neither")
    func discarded() throws {
        _ = try play()
        _ = try client.call(.undo)
        _ = try client.gather(.discard)
        clock.advance(by: .seconds(600))
        #expect(server.methods == [])
        #expect(try submission() == nil)
    }

    @Test("the players of both sides are made once, and put into the gather before its result")
    func players() throws {
        let names = ["Ada", "Bo", "Cy"].map { ProfileFields(name: $0, skill: .beginner).json }
        _ = try client.call(.add, ["players": .array(names)])
        let sides: JSONObject = [
            "teamAPlayers": .array([3, 1]), "teamBPlayers": .array([2]),
        ]
        _ = try client.gather(.open, sides)
        _ = try client.gather(.end)
        server.lose(.createPlayer)
        _ = try ask(.submit)
        try settle("sent") {
            clock.advance(by: .seconds(1))
            return try results().isEmpty
        }
        #expect(server.players.map(\.profile.name) == ["Cy", "Ada", "Bo"])
        #expect(server.players.first?.profile.skill == .beginner)
        #expect(server.added == ["1 teamA", "2 teamA", "3 teamB"])
        // The second match finds them all there.
        server.forgetMethods()
        _ = try client.gather(.open, sides)
        _ = try client.gather(.end)
        try fixture.restart()
        let client = try fixture.client()
        _ = try client.gather(.get)
        clock.advance(by: .seconds(61))
        while server.added.count < 6 { _ = try client.gather(.get) }
        #expect(!server.methods.contains("CreatePlayer"))
        let listed = try client.call(.list)
        let players = try #require(listed.parameters["players"]?.array).map {
            try SquadPlayerFields(json: $0, name: "players")
        }
        #expect(players.map(\.remoteID) == [2, 3, 1])
    }

    @Test("a number of the server that is nobody's or somebody else's by now is not trusted")
    func staleNumbers() throws {
        let names = ["Ada", "Bo", "Cy"].map { ProfileFields(name: $0).json }
        _ = try client.call(.add, ["players": .array(names)])
        #expect(try client.call(.sync, ["dryRun": false]).error == nil)
        server.change { players in
            players.removeAll { $0.id > 1 }
            players.append(ServerPlayer(id: 3, profile: .init(name: "Stranger")))
        }
        _ = try client.gather(
            .open, ["teamAPlayers": .array([1, 2]), "teamBPlayers": .array([3])])
        _ = try client.gather(.end)
        clock.advance(by: .seconds(60))
        try settle("asked") {
            let submission = try submission()
            return submission?.questions == 1 && submission?.state == .sent
        }
        #expect(server.added == ["1 teamA", "4 teamA"])
        let missing = MissingPlayerFields(playerID: 3, name: "Cy", otherName: 3)
        #expect(try results().map(\.missingPlayers) == [[missing]])
        let decision = SyncDecisionFields(playerID: 3, remoteID: 3, choice: .create)
        let reply = try client.call(
            .sync, ["dryRun": false, "decisions": .array([decision.json])])
        #expect(reply.error == nil, "\(reply)")
        // The end of the sync brings on what waited.
        try settle("settled") { try results().isEmpty }
        let now = server.players.map { "\($0.id) \($0.profile.name)" }
        #expect(now == ["1 Ada", "3 Stranger", "4 Bo", "5 Cy"])
        #expect(server.added == ["1 teamA", "4 teamA", "5 teamB"])
    }

    @Test("what was sent of a match that is discarded is deleted, over failures and a restart")
    func retired() throws {
        for restarts in [false, true] {
            _ = try play()
            _ = try ask(.submit)
            try settle("sent") { try submission()?.state == .sent }
            #expect(server.gathers.count == 1)
            _ = try client.gather(.undo)
            _ = try client.gather(.discard)
            server.setOffline(true)
            clock.advance(by: .seconds(61))
            try fixture.waitForMatch()
            if restarts { try fixture.restart() }
            server.setOffline(false)
            let client = try fixture.client()
            for _ in 0..<60 where !server.gathers.isEmpty {
                clock.advance(by: .seconds(60))
                _ = try client.gather(.get)
                try fixture.waitForMatch()
            }
            #expect(server.gathers == [])
        }
    }
}
