import FoundationEssentials
import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherControl
@testable import GatherDaemon

@Suite("The call that forgets a player")
struct ForgetCallTests {
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture()
        client = try fixture.client()
        let players = ["Ada", "Bo", "Cy"].map { ProfileFields(name: $0).json }
        let added = try client.call(.add, ["players": .array(players), "requestId": "add"])
        #expect(added.error == nil)
    }

    private func forget(
        _ id: Int, request: String? = nil, isDry: Bool = false, _ client: Client? = nil
    ) throws -> Reply {
        try (client ?? self.client).call(
            .forget,
            ["id": .int(id), "dryRun": .bool(isDry), "requestId": JSONValue(request)])
    }

    /// Plays a match of Ada against Bo, in which Ada scores.
    private func play() throws {
        _ = try client.gather(.open, ["teamAPlayers": .array([1]), "teamBPlayers": .array([2])])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1, "scorer": 1])
    }

    private func names(_ client: Client? = nil) throws -> [String] {
        let reply = try (client ?? self.client).call(.list)
        return try #require(reply.parameters["players"]?.array).map {
            try SquadPlayerFields(json: $0, name: "player").profile.name
        }
    }

    @Test("the squad, the match and the ranking have somebody, at once and after a restart")
    func forgotten() throws {
        try play()
        _ = try client.gather(.end)
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        _ = try watcher.next()
        let dry = try forget(1, isDry: true)
        #expect(dry.parameters == ["changed": true, "matches": 1, "setAside": .array([])])
        #expect(try names() == ["Ada", "Bo", "Cy"])
        let reply = try forget(1, request: "r")
        #expect(reply.parameters == dry.parameters)
        #expect(try watcher.next() == "historyChanged 10:0 1-0")
        for _ in 1...2 {
            let client = try fixture.client()
            #expect(try names(client) == ["Bo", "Cy"])
            let gather = try client.gather(.get)
            let player = try #require(gather.teamA.players.first)
            #expect((player.id, player.name, player.forgotten) == (1, SomebodyText.wire, true))
            #expect(gather.teamB.players.first?.forgotten == nil)
            #expect(gather.latestGoal?.scorer?.forgotten == true)
            let scorers = try #require(
                try client.call(.scorers).parameters["scorers"]?.array)
            let first = try ScorerFields(json: try #require(scorers.first), name: "scorer")
            #expect((first.name, first.goals, first.forgotten) == ("somebody", 1, true))
            // The same answer to the same request, and nothing to do for another one.
            #expect(try forget(1, request: "r", client).parameters == reply.parameters)
            let again = try forget(1, client)
            #expect(again.parameters == ["changed": false, "matches": 0, "setAside": .array([])])
            try fixture.restart()
        }
        // Nobody else gets the number, also after the last one was forgotten.
        let client = try fixture.client()
        #expect(try forget(3, client).error == nil)
        let added = try client.call(
            .add, ["players": .array([ProfileFields(name: "Di").json])])
        #expect(added.parameters["players"]?.array?.first?.object?["id"] == 4)
    }

    @Test("it is refused while a match is open, and for a number that nobody has")
    func refused() throws {
        try play()
        #expect(PlayersError(try forget(1)) == .matchOpen)
        #expect(PlayersError(try forget(3, isDry: true)) == .matchOpen)
        #expect(try names() == ["Ada", "Bo", "Cy"])
        _ = try client.gather(.discard)
        for id in [0, 4, -1, Int.max, Int.min] {
            #expect(PlayersError(try forget(id)) == .noSuchPlayer(id: id))
        }
        #expect(VarlinkError(try forget(1, request: "add")) == .invalidParameter("requestId"))
        #expect(try forget(1).error == nil)
    }

    @Test("nothing can be done with one who was forgotten, and it says so")
    func afterwards() throws {
        try #expect(client.call(.remove, ["id": 1]).error == nil)
        try #expect(forget(1).error == nil)
        let profile = ProfileFields(name: "Ada").json
        let imported: JSONValue = .array([.object(["id": 1, "profile": profile])])
        let calls: [(PlayersMethod, JSONObject)] = [
            (.show, ["id": 1]), (.edit, ["id": 1, "profile": profile]), (.remove, ["id": 1]),
            (.restore, ["id": 1]), (.import, ["players": imported]),
        ]
        for (method, parameters) in calls {
            let reply = try client.call(method, parameters)
            #expect(PlayersError(reply) == .playerForgotten(id: 1), "\(method)")
        }
        let opened = try client.call(.open, ["teamAPlayers": .array([1])])
        #expect(opened.error != nil)
    }

    @Test("a request that has added the player is refused from then on, so that it adds nobody")
    func addition() throws {
        #expect(try forget(2).error == nil)
        let players = ["Ada", "Bo", "Cy"].map { ProfileFields(name: $0).json }
        for _ in 1...2 {
            let client = try fixture.client()
            let again = try client.call(.add, ["players": .array(players), "requestId": "add"])
            #expect(VarlinkError(again) == .invalidParameter("requestId"))
            #expect(try names(client) == ["Ada", "Cy"])
            try fixture.restart()
        }
    }

    @Test("a match goes on after its end was taken back, with somebody in it")
    func reopened() throws {
        try play()
        _ = try client.gather(.end)
        #expect(try forget(1).error == nil)
        let open = try client.gather(.undo)
        #expect(open.phase == .open)
        let goal: JSONObject = ["team": "teamA", "delta": 1, "scorer": 1]
        #expect(try client.gather(.addToScore, goal).latestGoal?.scorer?.forgotten == true)
        let ended = try client.gather(.end)
        #expect(ended.score == "2-0")
        try fixture.restart()
        #expect(try fixture.client().gather(.get).score == "2-0")
    }

    @Test("what the disk does not let be removed afterwards keeps nobody in memory")
    func failure() throws {
        try play()
        _ = try client.gather(.end)
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        _ = try watcher.next()
        // A directory is in the place of a file that is to go.
        let obstacle = "\(fixture.directory)/gather.db.damaged-20260101T000000Z"
        try FileManager.default.createDirectory(
            atPath: obstacle, withIntermediateDirectories: false)
        for request in ["r", "r", "another"] {
            guard case .storageFailed = PlayersError(try forget(1, request: request)) else {
                Issue.record("nothing failed")
                return
            }
            #expect(!"\(try client.call(.list))".contains("Ada"))
            #expect(try client.gather(.get).latestGoal?.scorer?.name == SomebodyText.wire)
            try client.send(Call(HistoryMethod.show.fullName).message)
            let shown = try #require(try client.receive())
            #expect(shown.error != nil || !"\(shown.parameters)".contains("Ada"))
        }
        #expect(try watcher.next() == "historyChanged 10:0 1-0")
        try FileManager.default.removeItem(atPath: obstacle)
        #expect(try forget(1, request: "r").parameters["changed"] == true)
        #expect(PlayersError(try client.call(.restore, ["id": 1])) == .playerForgotten(id: 1))
        for file in try FileManager.default.contentsOfDirectory(atPath: fixture.directory) {
            let path = "\(fixture.directory)/\(file)"
            guard let content = FileManager.default.contents(atPath: path) else { continue }
            #expect(content.firstRange(of: Array("Ada".utf8)) == nil, "\(file)")
        }
        try fixture.restart()
        #expect(try names(fixture.client()) == ["Bo", "Cy"])
    }

    @Test("an unsent result is sent without the player, whom the server does not get")
    func submission() throws {
        let server = VirtualServer()
        let fixture = try DaemonFixture(clock: VirtualClock(), server: server)
        let client = try fixture.client()
        let players = ["Ada", "Bo"].map { ProfileFields(name: $0).json }
        #expect(try client.call(.add, ["players": .array(players)]).error == nil)
        let sides: JSONObject = ["teamAPlayers": .array([1]), "teamBPlayers": .array([2])]
        _ = try client.gather(.open, sides)
        _ = try client.gather(.end)
        #expect(try forget(1, client).error == nil)
        fixture.clock.advance(by: .seconds(60))
        while server.added.isEmpty { _ = try client.gather(.get) }
        #expect(server.players.map(\.profile.name) == ["Bo"])
        #expect(server.added.count == 1 && server.added[0].hasSuffix(" teamB"))
        #expect(server.gathers.map(\.result) == ["0-0"])
    }
}
