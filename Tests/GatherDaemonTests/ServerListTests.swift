import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A list of a server, as far as it is kept")
struct ServerListTests {
    private static func gathers(_ ids: [String], score: String? = nil) -> JSONObject {
        let rows = ids.map { ServerGather(id: $0, score: score, winnerTeam: score).json }
        return ["gathers": .array(rows)]
    }

    private static func players(
        _ numbers: some Sequence<Int>, name: String = "Jane"
    ) -> JSONObject {
        let rows = numbers.map { ServerPlayer(id: $0, profile: .init(name: name)).json }
        return ["players": .array(rows)]
    }

    @Test("pages are taken in one after another, into what the step needs of them")
    func pages() throws {
        let step = SubmissionStep.listGathers(interest: ["c"])
        var list = try #require(step.list)
        for page in [Self.gathers(["a", "b"]), Self.gathers(["c", "d"], score: "1-0")] {
            try list.add(page)
        }
        try list.add(Self.gathers([]))
        guard case .gathers(let gathers) = step.outcome(.success(.list(list))) else {
            Issue.record("\(list)")
            return
        }
        #expect(gathers.count == 4)
        #expect(gathers.open == ["a", "b"])
        #expect(gathers["c"] == ListedGather(id: "c", score: "1-0", winnerTeam: "1-0"))
        #expect(gathers["d"] == nil)
    }

    @Test("players are kept whole, or by their numbers")
    func players() throws {
        for step in [SubmissionStep.listSquad([1]), .listPlayers(gather: "g")] {
            var list = try #require(step.list)
            try list.add(Self.players(1...2))
            try list.add(Self.players([3]))
            switch step.outcome(.success(.list(list))) {
            case .squad(let players):
                #expect(players.map(\.id) == [1, 2, 3])
                #expect(players.map(\.profile.name) == ["Jane", "Jane", "Jane"])
            case .players(let numbers): #expect(numbers == [1, 2, 3])
            case let outcome: Issue.record("\(outcome)")
            }
        }
    }

    @Test("the players that are kept do not grow without a bound")
    func tooMany() throws {
        var list = ServerList(.squad([]))
        let name = String(repeating: "x", count: 10_000)
        let fitting = Limits.listedPlayersBytes / 10_100
        try list.add(Self.players(0..<fitting, name: name))
        #expect(throws: SubmitterError.self) { try list.add(Self.players([1], name: name)) }
        // Of gathers, nothing has to be refused.
        var gathers = ServerList(.gathers(GatherList()))
        for _ in 0..<20 { try gathers.add(Self.gathers((0..<1_000).map { "\($0)" })) }
    }

    @Test("a page that makes no sense is an error, and every step but a list has one reply")
    func nonsense() {
        let pages: [JSONObject] = [
            [:], Self.players([1]), ["gathers": 1], ["gathers": .array([.object(["id": 1])])],
        ]
        for page in pages {
            var list = ServerList(.gathers(GatherList()))
            #expect(throws: SubmitterError.self) { try list.add(page) }
        }
        let call = SubmissionStep.createGather.call(
            server: ServerFields(url: "https://a.example"), token: Secret(text: "t"))
        #expect(!call.more)
        #expect(SubmissionStep.createGather.list == nil)
    }
}
