import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("Changes of the squad: undo does not take them back unnoticed, and each counts once")
struct SquadChangeTests {
    private let fixture: DaemonFixture
    private let client: Client
    private static let profile = ProfileFields(name: "Ada", age: 30)

    /// A match with a goal, after which nothing was done to the squad of three.
    init() throws {
        fixture = try DaemonFixture()
        client = try fixture.client()
        let players = ["Ada", "Bo", "Cy"].map { ProfileFields(name: $0).json }
        _ = try client.call(.add, ["players": .array(players)])
        _ = try client.call(.edit, ["id": 1, "profile": Self.profile.json])
        _ = try client.gather(.open, ["teamAPlayers": .array([3])])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
    }

    private func player(_ id: Int, _ client: Client) throws -> SquadPlayerFields {
        let reply = try client.call(.show, ["id": .int(id)])
        return try SquadPlayerFields(json: try #require(reply.parameters["player"]), name: "")
    }

    private func refused(_ reply: Reply) throws -> SquadChangeFields {
        guard case .squadChangedLast(let change) = GatherError(reply) else {
            throw VarlinkError.invalidParameter("\(reply)")
        }
        return change
    }

    @Test("a removal is not undone, over a restart too; it is restored, or the match is named")
    func removal() throws {
        try #expect(client.call(.remove, ["id": 1]).error == nil)
        let change = SquadChangeFields(kind: .removed, playerID: 1, profile: Self.profile)
        #expect(try refused(try client.call(.undo)) == change)
        try fixture.restart { $0.stepWall(by: .seconds(-86_400)) }
        let client = try fixture.client()
        #expect(try refused(try client.call(.undo, ["requestId": "u"])) == change)
        #expect(try refused(try client.call(.undo, ["number": 3, "last": true])) == change)
        #expect(try client.gather(.get).score == "1-0")
        let undone = try client.call(.undo, ["match": true, "requestId": "u"])
        #expect(undone.parameters["undone"] == "the goal for Team A")
        // What is undone by its number, or done again, is of the match whatever happened.
        #expect(try client.gather(.redo).score == "1-0")
        #expect(try client.gather(.undo, ["number": 3]).score == "0-0")
        #expect(try refused(try client.call(.undo, ["match": false])) == change)
    }

    @Test("who is restored has the number, what was known and the past, and undo goes on")
    func restoring() throws {
        _ = try client.gather(.movePlayers, ["playerIds": .array([1]), "section": "teamB"])
        _ = try client.gather(
            .addToScore, ["team": "teamB", "delta": 1, "scorer": 1])
        _ = try client.gather(.end)
        let before = try client.call(.show, ["id": 1])
        _ = try client.call(.remove, ["id": 1])
        try fixture.restart()
        let client = try fixture.client()
        let restored = try client.call(.restore, ["id": 1])
        #expect(restored.parameters["changed"] == true)
        #expect(restored.parameters["player"] == before.parameters["player"])
        #expect(try client.call(.show, ["id": 1]) == before)
        let again = try client.call(.restore, ["id": 1])
        #expect(again.parameters["changed"] == false)
        #expect(PlayersError(try client.call(.restore, ["id": 4])) == .noSuchPlayer(id: 4))
        #expect(try client.call(.undo).parameters["undone"] == "the end of the match")
    }

    @Test("an edit is told with the values before it, an addition with its players")
    func edit() throws {
        _ = try client.call(.edit, ["id": 2, "profile": Self.profile.json])
        let edited = SquadChangeFields(
            kind: .edited, playerID: 2, profile: Self.profile, earlier: ProfileFields(name: "Bo"))
        #expect(try refused(try client.call(.undo)) == edited)
        let players = ["Di", "Ed"].map { ProfileFields(name: $0).json }
        _ = try client.call(.add, ["players": .array(players)])
        let added = SquadChangeFields(
            kind: .added, playerID: 4, profile: ProfileFields(name: "Di"), count: 2)
        #expect(try refused(try client.call(.undo)) == added)
        _ = try client.gather(.addToScore, ["team": "teamB", "delta": 1])
        #expect(try client.call(.undo).parameters["undone"] == "the goal for Team B")
    }

    @Test("nobody is restored to a squad that is full")
    func full() throws {
        _ = try client.call(.remove, ["id": 1])
        let many = (1...498).map { ProfileFields(name: "P\($0)").json }
        try #expect(client.call(.add, ["players": .array(many)]).error == nil)
        #expect(PlayersError(try client.call(.restore, ["id": 1])) == .squadFull(maximum: 500))
    }

    private static let commands: [(PlayersMethod, JSONObject)] = [
        (.edit, ["id": 2, "profile": profile.json]), (.remove, ["id": 2]), (.restore, ["id": 2]),
    ]

    @Test("a repeated request has its outcome, over a restart, and changes nothing more")
    func repeated() throws {
        var client = client
        var replies: [Reply] = []
        for (method, parameters) in Self.commands {
            var parameters = parameters
            parameters["requestId"] = .string(method.rawValue)
            replies.append(try client.call(method, parameters))
        }
        #expect(replies.allSatisfy { $0.error == nil })
        try fixture.restart { $0.advance(by: .seconds(86_000)) }
        client = try fixture.client()
        // A match that opens forgets what is older than a day, and no more.
        _ = try client.gather(.discard)
        _ = try client.gather(.open)
        let revision = try client.gather(.get).revision
        for ((method, parameters), reply) in zip(Self.commands, replies) {
            var parameters = parameters
            parameters["requestId"] = .string(method.rawValue)
            #expect(try client.call(method, parameters) == reply)
        }
        #expect(try player(2, client).profile == Self.profile)
        #expect(try client.call(.list).parameters["players"]?.array?.count == 3)
        #expect(try client.gather(.get).revision == revision)
    }

    @Test("an edit that changes nothing is remembered as one")
    func unchanged() throws {
        let call: JSONObject = ["id": 1, "profile": Self.profile.json, "requestId": "same"]
        #expect(try client.call(.edit, call).parameters["changed"] == false)
        _ = try client.call(.edit, ["id": 1, "profile": ProfileFields(name: "Eda").json])
        let again = try client.call(.edit, call)
        #expect(again.parameters["changed"] == false)
        #expect(try player(1, client).profile.name == "Eda")
    }

    @Test("an ID that stands for another command is refused, be that of the match or the squad")
    func otherCommand() throws {
        let added: JSONObject = [
            "players": .array([ProfileFields(name: "Di").json]), "requestId": "add",
        ]
        _ = try client.call(.add, added)
        _ = try client.call(.remove, ["id": 2, "requestId": "remove"])
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1, "requestId": "goal"])
        let used = VarlinkError.invalidParameter("requestId")
        for id in ["add", "goal", "remove"] {
            for (method, parameters) in Self.commands where id != "remove" || method != .remove {
                var parameters = parameters
                parameters["requestId"] = .string(id)
                #expect(VarlinkError(try client.call(method, parameters)) == used, "\(id)")
            }
        }
        #expect(
            VarlinkError(try client.call(.remove, ["id": 1, "requestId": "remove"])) == used)
        for id in ["add", "remove"] {
            #expect(VarlinkError(try client.call(.end, ["requestId": .string(id)])) == used)
        }
        for id in ["goal", "remove"] {
            var other = added
            other["requestId"] = .string(id)
            #expect(VarlinkError(try client.call(.add, other)) == used)
        }
        #expect(
            VarlinkError(try client.call(.restore, ["id": 2, "requestId": ""])) == used)
        #expect(try client.call(.list).parameters["players"]?.array?.count == 3)
    }

    @Test("a refusal is decided anew, and requests are forgotten when they are a day old")
    func forgotten() throws {
        let call: JSONObject = ["id": 3, "requestId": "r"]
        #expect(PlayersError(try client.call(.remove, call)) == .playerInGather(id: 3))
        _ = try client.gather(.clearTeams)
        #expect(try client.call(.remove, call).error == nil)
        fixture.clock.advance(by: .seconds(86_401))
        _ = try client.gather(.discard)
        _ = try client.gather(.open)
        #expect(PlayersError(try client.call(.remove, call)) == .noSuchPlayer(id: 3))
        let other = try client.call(.restore, ["id": 3, "requestId": "r"])
        #expect(other.parameters["changed"] == true)
    }

    @Test("the words of an event are about whom it moved, when it did and when it is taken back")
    func words() throws {
        func move(_ ids: Int...) throws {
            _ = try client.gather(
                .movePlayers, ["playerIds": .array(ids.map(JSONValue.int)), "section": "bench"])
        }
        try move(3)
        try move(3, 1)
        _ = try client.gather(.undo, ["number": 4])
        let undone = try client.call(.undo)
        #expect(undone.parameters["undone"] == "moving Cy, Ada to the bench")
        try client.send(Call(HistoryMethod.show.fullName).message)
        let shown = try #require(try client.receive()).parameters["entries"]?.array
        let texts = shown?.compactMap { $0.object?["text"]?.string } ?? []
        #expect(
            texts.suffix(4) == [
                "to the bench: Cy", "to the bench: Ada", "undid 4: moving Cy to the bench",
                "undid 5: moving Cy, Ada to the bench",
            ])
        #expect(try client.gather(.get).teamA.players.map(\.id) == [3])
    }

    @Test("one side that was named is taken back alone, and the words are about that one")
    func sideNames() throws {
        _ = try client.gather(.nameTeams, ["teamAName": "Reds"])
        _ = try client.gather(.nameTeams, ["teamBName": "Blues"])
        let undone = try client.call(.undo, ["number": 4])
        #expect(undone.parameters["undone"] == "naming the first side Reds")
        #expect(try Client.gather(in: undone).teamA.name == "Team A")
        try fixture.restart()
        let gather = try fixture.client().gather(.get)
        #expect([gather.teamA.name, gather.teamB.name] == ["Team A", "Blues"])
    }

    @Test("an import adds and changes all or nobody, and counts once")
    func importing() throws {
        func imported(_ id: Int?, _ name: String) -> JSONValue {
            ImportedPlayerFields(id: id, profile: ProfileFields(name: name, age: 7)).json
        }
        func call(_ request: String, _ players: [JSONValue]) throws -> Reply {
            try client.call(.import, ["players": .array(players), "requestId": .string(request)])
        }
        let file = [imported(2, "Bob"), imported(nil, "Dora"), imported(1, "Ada")]
        let first = try call("i", file)
        #expect(first.parameters == ["added": 1, "changed": 2])
        #expect(try player(2, client).name == "Bob")
        _ = try client.call(.edit, ["id": 2, "profile": Self.profile.json])
        #expect(try call("i", file) == first)
        #expect(try player(2, client).name == "Ada")
        #expect(try call("i", [imported(2, "Bob")]).error == "org.varlink.service.InvalidParameter")
        let before = try client.call(.list)
        for (wrong, error) in [
            (imported(9, "Eve"), PlayersError.noSuchPlayer(id: 9)),
            (imported(nil, " "), .invalidPlayer(index: 1, field: "name", problem: .empty)),
        ] {
            #expect(try PlayersError(call("j", [imported(3, "Cyd"), wrong])) == error)
        }
        let twice = try call("k", [imported(3, "Cyd"), imported(3, "Cy")])
        #expect(VarlinkError(twice) == .invalidParameter("players"))
        #expect(try client.call(.list) == before)
        #expect(try call("l", [imported(3, "Cyd")]).parameters == ["added": 0, "changed": 1])
        #expect(try call("m", [imported(3, "Cyd")]).parameters == ["added": 0, "changed": 0])
    }

    @Test("an edit by a client that knows no shirts leaves the shirt as it is")
    func shirt() throws {
        func shirt(after profile: JSONObject) throws -> Int? {
            _ = try client.call(.edit, ["id": 1, "profile": .object(profile)])
            return try player(1, client).shirt
        }
        #expect(try shirt(after: ["name": "Ada", "shirt": 7]) == 7)
        #expect(try shirt(after: ["name": "Ada", "age": 31]) == 7)
        #expect(try shirt(after: ["name": "Ada", "shirt": .null]) == nil)
    }
}
