import FoundationEssentials
import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("Players on their way to a server, and back")
final class SyncTests {
    private let server = VirtualServer()
    private let clock = VirtualClock()
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture(clock: clock, server: server)
        client = try fixture.client()
    }

    private func add(_ names: String...) throws {
        let players = names.map { ProfileFields(name: $0, age: 30).json }
        #expect(try client.call(.add, ["players": .array(players)]).error == nil)
    }

    /// The squad with its numbers at the server, such as `1 Ada 30 7`.
    private func squad() throws -> [String] {
        try #require(try client.call(.list).parameters["players"]?.array).map { json in
            let player = try SquadPlayerFields(json: json, name: "player")
            let age = player.profile.age.map { "\($0)" } ?? "-"
            let remote = player.remoteID.map { "\($0)" } ?? "-"
            return "\(player.id) \(player.profile.name) \(age) \(remote)"
        }
    }

    private func steps(
        dry: Bool = false, _ decisions: [SyncDecisionFields] = []
    ) throws -> [SyncStepFields] {
        let reply = try client.call(
            .sync, ["dryRun": .bool(dry), "decisions": .array(decisions.map(\.json))])
        #expect(reply.error == nil, "\(reply)")
        return try #require(reply.parameters["steps"]?.array).map {
            try SyncStepFields(json: $0, name: "step")
        }
    }

    private func sync(_ decisions: SyncDecisionFields...) throws -> [String] {
        try steps(decisions).map { step in
            "\(step.action) \(step.name)" + (step.done ? "" : " not done")
                + (step.error.map { ": \($0)" } ?? "")
        }
    }

    private var there: [String] {
        server.players.map { player in
            "\(player.id) \(player.profile.name) \(player.profile.age.map { "\($0)" } ?? "-")"
        }
    }

    @Test("what would be done is told, and only then done; after that there is nothing to do")
    func both() throws {
        try add("Ada", "Bo")
        server.change { $0 = [ServerPlayer(id: 4, profile: .init(name: "Cy", age: 40))] }
        let told = try steps(dry: true)
        #expect(told.map(\.action) == [.create, .create, .fetch])
        #expect(told.allSatisfy { !$0.done && $0.error == nil })
        #expect(there == ["4 Cy 40"])
        #expect(try squad() == ["1 Ada 30 -", "2 Bo 30 -"])
        #expect(try sync() == ["create Ada", "create Bo", "fetch Cy"])
        #expect(there == ["4 Cy 40", "5 Ada 30", "6 Bo 30"])
        #expect(try squad() == ["1 Ada 30 5", "2 Bo 30 6", "3 Cy 40 4"])
        #expect(try sync() == [])
        server.forgetMethods()
        #expect(try sync() == [])
        #expect(server.methods == ["ListPlayerPages"])
    }

    @Test("changes go both ways, and are kept over a restart")
    func changes() throws {
        try add("Ada", "Bo")
        _ = try sync()
        let edited = ProfileFields(name: "Ada", age: 31)
        _ = try client.call(.edit, ["id": 1, "profile": edited.json])
        server.change { $0[1].profile.name = "Bo Berg" }
        try fixture.restart()
        let other = try fixture.client()
        let reply = try other.call(.sync, ["dryRun": false])
        let steps = try #require(reply.parameters["steps"]?.array)
        #expect(steps.map { $0.object?["action"] } == ["send", "fetch"])
        #expect(steps.first?.object?["details"] == "is sent: age 31 here, 30 there")
        #expect(there == ["1 Ada 31", "2 Bo Berg 30"])
        let listed = try other.call(.list).parameters["players"]?.array ?? []
        #expect(listed.map { $0.object?["name"] } == ["Ada", "Bo Berg"])
    }

    @Test("somebody whose making was lost is found again, and not made twice")
    func lost() throws {
        try add("Ada", "Bo")
        server.lose(.createPlayer)
        #expect(try sync() == ["create Ada not done: lost", "create Bo"])
        #expect(try squad() == ["1 Ada 30 -", "2 Bo 30 2"])
        #expect(try sync() == ["adopt Ada"])
        #expect(there == ["1 Ada 30", "2 Bo 30"])
        #expect(try squad() == ["1 Ada 30 1", "2 Bo 30 2"])
    }

    @Test("a refused step is told, and the others are done; without a network none is tried")
    func failures() throws {
        try add("Ada", "Bo")
        _ = try sync()
        let edited = ProfileFields(name: "Ada", age: 31)
        _ = try client.call(.edit, ["id": 1, "profile": edited.json])
        try add("Cy")
        server.fail(.updatePlayer, .unexpectedStatus(status: 404, reason: "Not Found"))
        #expect(
            try sync() == ["send Ada not done: the server answers 404: Not Found", "create Cy"])
        server.fail(.updatePlayer, .unexpectedStatus(status: 401, reason: "who"))
        try add("Di")
        #expect(
            try sync() == ["send Ada not done: the server answers 401: who", "create Di not done"])
        server.fail(.updatePlayer, nil)
        server.setOffline(true)
        let offline = PlayersError.serverUnreachable(reason: "there is no network")
        #expect(PlayersError(try client.call(.sync, ["dryRun": true])) == offline)
        server.setOffline(false)
        server.fail(.listPlayerPages, .unexpectedStatus(status: 401, reason: "who"))
        let refused = PlayersError.serverRefused(status: 401, reason: "who")
        #expect(PlayersError(try client.call(.sync, ["dryRun": false])) == refused)
        server.fail(.listPlayerPages, nil)
        #expect(try sync() == ["send Ada", "create Di"])
    }

    @Test("decisions are carried out, and one that no step asks for changes nothing")
    func decisions() throws {
        try add("Ada", "Bo", "Cy")
        server.change {
            $0 = [
                ServerPlayer(id: 4, profile: .init(name: "ada", age: 30)),
                ServerPlayer(id: 5, profile: .init(name: "Bo", age: 30)),
            ]
        }
        let asked = try steps(dry: true)
        #expect(asked.map(\.action) == [.ask, .ask, .create])
        #expect(asked[0].choices == [.adopt, .create])
        let stray = SyncDecisionFields(playerID: 3, remoteID: 4, choice: .adopt)
        let adopt = SyncDecisionFields(playerID: 2, remoteID: 5, choice: .adopt)
        let reply = try client.call(
            .sync, ["dryRun": false, "decisions": .array([adopt.json, stray.json])])
        #expect(PlayersError(reply) == .nothingToDecide(index: 1))
        let create = SyncDecisionFields(playerID: 2, remoteID: 5, choice: .create)
        let both = try client.call(
            .sync, ["dryRun": true, "decisions": .array([adopt.json, adopt.json, create.json])])
        #expect(PlayersError(both) == .nothingToDecide(index: 2))
        #expect(try squad().last == "3 Cy 30 -")
        #expect(try sync(adopt) == ["ask Ada not done", "adopt Bo", "create Cy"])
        // One of them goes there, one here, and one is deleted on each side.
        let other = SyncDecisionFields(playerID: 1, remoteID: 4, choice: .create)
        #expect(try sync(other) == ["create Ada", "fetch ada"])
        #expect(try client.call(.remove, ["id": 2]).error == nil)
        server.change { $0.removeAll { $0.profile.name == "Cy" } }
        let missing = try steps(dry: true)
        #expect(missing.map(\.action) == [.missing, .missing])
        let delete = SyncDecisionFields(playerID: 2, remoteID: 5, choice: .delete)
        let remove = SyncDecisionFields(playerID: 3, remoteID: 6, choice: .remove)
        #expect(try sync(delete, remove) == ["delete Bo", "remove Cy"])
        #expect(try squad() == ["1 Ada 30 7", "4 ada 30 4"])
        #expect(there == ["4 ada 30", "7 Ada 30"])
        #expect(try sync() == [])
    }

    @Test("who was added again takes over the number, and a second one of a name can be deleted")
    func namesakes() throws {
        try add("Ada", "Bo")
        _ = try sync()
        #expect(try client.call(.remove, ["id": 2]).error == nil)
        try add("Bo")
        server.change { $0.append(ServerPlayer(id: 9, profile: .init(name: "Ada", age: 50))) }
        let asked = try steps(dry: true)
        #expect(asked.map(\.action) == [.missing, .ask, .ask])
        #expect(asked.last?.choices == [.fetch, .delete])
        #expect(asked.last?.details.contains("the name of player 1") == true)
        let adopt = SyncDecisionFields(playerID: 3, remoteID: 2, choice: .adopt)
        let delete = SyncDecisionFields(playerID: nil, remoteID: 9, choice: .delete)
        #expect(try sync(adopt, delete) == ["adopt Bo", "delete Ada"])
        #expect(there == ["1 Ada 30", "2 Bo 30"])
        #expect(try squad() == ["1 Ada 30 1", "3 Bo 30 2"])
        #expect(try sync() == [])
    }

    @Test("nobody is in step with two at once, and a result waits for it")
    func oneAtATime() throws {
        try add("Ada", "Bo")
        server.hold()
        try client.send(Call(PlayersMethod.sync.fullName, ["dryRun": false]).message)
        let other = try fixture.client()
        while server.methods.isEmpty { _ = try other.call(PlayersMethod.list) }
        let busy = try other.call(.sync, ["dryRun": true])
        #expect(PlayersError(busy) == .syncInProgress)
        server.resume()
        #expect(try client.receive()?.error == nil)
        #expect(try other.call(.sync, ["dryRun": true]).error == nil)
        #expect(server.players.count == 2)
    }

    /// Begins to synchronise, and waits until the server is asked for a method that it holds.
    private func begin(holding method: SubmitterMethod) throws -> Client {
        server.forgetMethods()
        server.hold(method)
        let syncing = try fixture.client()
        try syncing.send(Call(PlayersMethod.sync.fullName, ["dryRun": false]).message)
        let name = method.fullName.split(separator: ".").last.map(String.init)
        while server.methods.last != name { _ = try client.call(PlayersMethod.list) }
        return syncing
    }

    /// Lets the server go on, and returns the steps of a synchronisation, as ``sync(_:)`` does.
    private func end(_ syncing: Client) throws -> [String] {
        server.resume()
        let reply = try #require(try syncing.receive())
        return try #require(reply.parameters["steps"]?.array).map { json in
            let step = try SyncStepFields(json: json, name: "step")
            return "\(step.action) \(step.name)" + (step.error.map { ": \($0)" } ?? "")
        }
    }

    private func edit(_ id: Int, _ name: String, age: Int) throws {
        let profile = ProfileFields(name: name, age: age)
        #expect(try client.call(.edit, ["id": .int(id), "profile": profile.json]).error == nil)
    }

    @Test("who is edited or removed between the steps is left as that person wants it")
    func changedMeanwhile() throws {
        try add("Ada", "Bo", "Cy", "Di")
        _ = try sync()
        try edit(1, "Ada", age: 31)
        server.change { players in
            for index in 1...3 { players[index].profile.age = 40 }
        }
        let syncing = try begin(holding: .updatePlayer)
        // The first is being sent; the others are to be fetched.
        try edit(1, "Ada", age: 32)
        try edit(2, "Bo", age: 50)
        #expect(try client.call(.remove, ["id": 3]).error == nil)
        let steps = try end(syncing)
        let changed = "the player was changed meanwhile"
        #expect(steps == ["send Ada", "fetch Bo: \(changed)", "fetch Cy: \(changed)", "fetch Di"])
        #expect(try squad() == ["1 Ada 32 1", "2 Bo 50 2", "4 Di 40 4"])
        #expect(there == ["1 Ada 31", "2 Bo 40", "3 Cy 40", "4 Di 40"])
        // The next one sees both sides as they are by now.
        #expect(try sync() == ["send Ada", "ask Bo not done", "missing Cy not done"])
    }

    @Test("a link that has followed the account to another address meanwhile is not put back")
    func movedMeanwhile() throws {
        func signIn(at server: String) throws {
            let other = try fixture.client()
            let signIn: JSONObject = [
                "server": .string(server), "userName": "alice", "password": "secret",
            ]
            try other.send(Call(AccountMethod.logIn.fullName, signIn).message)
            #expect(try other.receive()?.error == nil)
        }
        server.setUserID("u")
        try signIn(at: "https://a.example")
        try add("Ada")
        _ = try sync()
        try edit(1, "Ada", age: 31)
        let syncing = try begin(holding: .updatePlayer)
        try signIn(at: "https://b.example")
        #expect(try end(syncing) == ["send Ada: the player was changed meanwhile"])
        #expect(try squad() == ["1 Ada 31 1"])
    }

    @Test("who is made while somebody edits the player is linked, and sent again the next time")
    func editedWhileMade() throws {
        try add("Ada")
        let syncing = try begin(holding: .createPlayer)
        try edit(1, "Ada", age: 31)
        #expect(try end(syncing) == ["create Ada"])
        #expect(try squad() == ["1 Ada 31 1"])
        #expect(there == ["1 Ada 30"])
        #expect(try sync() == ["send Ada"])
        #expect(there == ["1 Ada 31"])
    }

    @Test("nobody is restored or added to a squad that is full")
    func full() throws {
        try add("Ada")
        _ = try sync()
        #expect(try client.call(.remove, ["id": 1]).error == nil)
        let many = (2...501).map { ProfileFields(name: "P\($0)").json }
        #expect(try client.call(.add, ["players": .array(many)]).error == nil)
        server.change { players in
            for number in 2...501 {
                players.append(ServerPlayer(id: number, profile: .init(name: "P\(number)")))
            }
            players.append(ServerPlayer(id: 502, profile: .init(name: "New")))
        }
        var decisions = (2...501).map {
            SyncDecisionFields(playerID: $0, remoteID: $0, choice: .adopt)
        }
        decisions.append(SyncDecisionFields(playerID: 1, remoteID: 1, choice: .fetch))
        let refused = try steps(decisions).filter { $0.error != nil }
        #expect(refused.map(\.name) == ["Ada", "New"])
        #expect(Set(refused.map(\.error)) == ["a squad has at most 500 players"])
        #expect(try squad().count == 500)
    }

    @Test("nobody is signed in, or decides what makes no sense")
    func refusals() throws {
        let bad: [(JSONObject, String)] = [
            ([:], "dryRun"), (["dryRun": true, "decisions": "all"], "decisions"),
            (["dryRun": true, "decisions": .array([.object(["choice": "merge"])])], "choice"),
        ]
        for (parameters, name) in bad {
            let reply = try client.call(.sync, parameters)
            #expect(VarlinkError(reply) == .invalidParameter(name))
        }
        let plain = try DaemonFixture()
        let reply = try plain.client().call(.sync, ["dryRun": true])
        #expect(PlayersError(reply) == .notSignedIn)
    }
}
