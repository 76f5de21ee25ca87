import FoundationEssentials
import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("Players that somebody links with those of the server")
final class LinkTests {
    private let server = VirtualServer()
    private let clock = VirtualClock()
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture(clock: clock, server: server)
        client = try fixture.client()
        try add("Ada", "Bo")
        server.change {
            $0 = [
                ServerPlayer(id: 7, profile: .init(name: "Ada", age: 30)),
                ServerPlayer(id: 8, profile: .init(name: "ada")),
                ServerPlayer(id: 9, profile: .init(name: "Bo")),
            ]
        }
    }

    private func add(_ names: String...) throws {
        let players = names.map { ProfileFields(name: $0, age: 30).json }
        #expect(try client.call(.add, ["players": .array(players)]).error == nil)
    }

    private func link(
        _ id: Int, _ remoteID: Int, request: String? = nil, _ client: Client? = nil
    ) throws -> Reply {
        let parameters: JSONObject = [
            "id": .int(id), "remoteId": .int(remoteID), "requestId": JSONValue(request),
        ]
        return try (client ?? self.client).call(.link, parameters)
    }

    /// The numbers at the server, by the squad's; `-` for nobody.
    private func links(_ client: Client? = nil) throws -> [String] {
        let reply = try (client ?? self.client).call(.list)
        return try #require(reply.parameters["players"]?.array).map { json in
            let player = try SquadPlayerFields(json: json, name: "player")
            return "\(player.id) \(player.remoteID.map { "\($0)" } ?? "-")"
        }
    }

    @Test("a link is kept over a restart, changes nothing at the server, and can be forgotten")
    func linked() throws {
        let before = server.players
        let reply = try link(1, 8)
        #expect(reply.parameters["changed"] == true)
        #expect(reply.parameters["player"]?.object?["remoteId"] == 8)
        #expect(try link(1, 8).parameters["changed"] == false)
        try fixture.restart()
        let client = try fixture.client()
        #expect(try links(client) == ["1 8", "2 -"])
        let unlinked = try client.call(.unlink, ["id": 1])
        #expect(unlinked.parameters["changed"] == true)
        #expect(unlinked.parameters["player"]?.object?["remoteId"] == .null)
        #expect(try client.call(.unlink, ["id": 1]).parameters["changed"] == false)
        #expect(try links(client) == ["1 -", "2 -"])
        #expect(server.players == before)
        #expect(server.methods.allSatisfy { $0.hasPrefix("ListPlayer") })
    }

    @Test("a link that cannot be says why, and nothing has changed")
    func refusals() throws {
        #expect(try link(2, 9).error == nil)
        let refusals: [(Int, Int, PlayersError)] = [
            (5, 7, .noSuchPlayer(id: 5)), (1, 6, .notAtServer(remoteID: 6)),
            (1, 9, .linkedToAnother(remoteID: 9, id: 2, name: "Bo")),
        ]
        for (id, remoteID, error) in refusals {
            #expect(try PlayersError(link(id, remoteID)) == error)
        }
        #expect(try PlayersError(client.call(.unlink, ["id": 5])) == .noSuchPlayer(id: 5))
        server.setOffline(true)
        let offline = PlayersError.serverUnreachable(reason: "there is no network")
        #expect(try PlayersError(link(1, 7)) == offline)
        server.setOffline(false)
        #expect(try links() == ["1 -", "2 9"])
        for parameters in [[:], ["id": 1], ["id": 1, "remoteId": "7"]] as [JSONObject] {
            #expect(try client.call(.link, parameters).error?.hasSuffix("Parameter") == true)
        }
    }

    @Test("nobody links without an account")
    func signedOut() throws {
        let fixture = try DaemonFixture()
        let plain = try fixture.client()
        let players: [JSONValue] = [ProfileFields(name: "Ada").json]
        #expect(try plain.call(.add, ["players": .array(players)]).error == nil)
        #expect(try PlayersError(link(1, 7, plain)) == .notSignedIn)
        #expect(try PlayersError(plain.call(.unlink, ["id": 1])) == .notSignedIn)
    }

    @Test("one whose player was removed is taken over")
    func removed() throws {
        #expect(try link(1, 7).error == nil)
        #expect(try client.call(.remove, ["id": 1]).error == nil)
        try add("Ada")
        #expect(try link(3, 7).parameters["changed"] == true)
        #expect(try links() == ["2 -", "3 7"])
        #expect(try client.call(.restore, ["id": 1]).error == nil)
        #expect(try links() == ["1 -", "2 -", "3 7"])
    }

    @Test("a request counts once, over a restart, and its ID is no other's")
    func once() throws {
        let first = try link(1, 8, request: "r")
        #expect(try client.call(.unlink, ["id": 1, "requestId": "u"]).error == nil)
        try fixture.restart()
        let client = try fixture.client()
        server.forgetMethods()
        let again = try link(1, 8, request: "r", client)
        #expect(again.parameters["changed"] == first.parameters["changed"])
        #expect(server.methods == [])
        #expect(try links(client) == ["1 -", "2 -"])
        for reply in [
            try link(1, 7, request: "r", client),
            try client.call(.unlink, ["id": 1, "requestId": "r"]),
        ] {
            #expect(VarlinkError(reply) == .invalidParameter("requestId"))
        }
    }

    @Test("nobody links while players are on their way, and all goes on afterwards")
    func oneAtATime() throws {
        server.hold()
        let call: JSONObject = ["id": 1, "remoteId": 7]
        try client.send(Call(PlayersMethod.link.fullName, call).message)
        let other = try fixture.client()
        while server.methods.isEmpty { _ = try other.call(PlayersMethod.list) }
        for reply in [
            try link(2, 9, other), try other.call(.unlink, ["id": 1]),
            try other.call(.sync, ["dryRun": true]),
        ] {
            #expect(PlayersError(reply) == .syncInProgress)
        }
        server.resume()
        #expect(try client.receive()?.error == nil)
        #expect(try link(2, 9).error == nil)
        #expect(try links() == ["1 7", "2 9"])
    }

    @Test("a result whose player was not clear goes on with the link")
    func result() throws {
        let sides: JSONObject = [
            "teamAPlayers": .array([1]), "teamBPlayers": .array([2]),
        ]
        _ = try client.gather(.open, sides)
        _ = try client.gather(.end)
        clock.advance(by: .seconds(60))
        while server.added.isEmpty { _ = try client.gather(.get) }
        #expect(server.added == ["9 teamB"])
        #expect(server.gathers.map(\.result) == ["0-0"])
        #expect(try link(1, 8).error == nil)
        while server.added.count < 2 { _ = try client.gather(.get) }
        #expect(server.added == ["9 teamB", "8 teamA"])
        #expect(server.gathers.count == 1)
    }

    @Test("who signs in is told how many of the squad are not linked")
    func signingIn() throws {
        func unlinked() throws -> JSONValue? {
            try client.call(.logIn, ["password": "secret"]).parameters["unlinkedPlayers"]
        }
        #expect(try unlinked() == 2)
        #expect(try link(1, 7).error == nil)
        #expect(try unlinked() == 1)
        #expect(try client.call(.remove, ["id": 2]).error == nil)
        #expect(try unlinked() == 0)
    }
}

extension Client {
    fileprivate func call(_ method: AccountMethod, _ parameters: JSONObject) throws -> Reply {
        try send(Call(method.fullName, parameters).message)
        return try #require(try receive())
    }
}
