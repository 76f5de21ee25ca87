import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Cards and substitutions on the wire: Ada and Bo are on Team A, Cy on Team B, Di in the squad.
@Suite struct BookingsTests {
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture()
        client = try fixture.client()
        let names = ["Ada", "Bo", "Cy", "Di"].map { ProfileFields(name: $0) }
        try client.send(PlayersMethod.Add(players: names).call.message)
        _ = try client.receive()
        _ = try client.gather(
            .open, ["teamAPlayers": .array([1, 2]), "teamBPlayers": .array([3])])
        _ = try client.gather(.start)
    }

    private func show(
        _ card: String, _ player: Int?, _ more: JSONObject = [:]
    ) throws -> GatherSnapshot {
        var parameters: JSONObject = ["team": "teamA", "card": .string(card)]
        if let player { parameters["playerId"] = .int(player) }
        for member in more.members { parameters[member.key] = member.value }
        return try client.gather(.showCard, parameters)
    }

    @Test("a snapshot has nothing of cards before the first, nor after it was taken back")
    func none() throws {
        #expect(try client.gather(.get).cards == nil)
        #expect(try show("red", 1).cards?.count == 1)
        try #require(try client.call(.undo).error == nil)
        let gather = try client.gather(.get)
        #expect(gather.cards == nil)
        #expect(gather.penalties == nil)
        #expect(gather.teamA.players.map(\.sentOff) == [nil, nil])
    }

    @Test("a second yellow card is one in the snapshot and the timeline, whoever is told")
    func secondYellow() throws {
        _ = try show("yellow", 1)
        fixture.clock.advance(by: .seconds(61))
        let gather = try show("yellow", 1, ["agoMilliseconds": 1_000])
        #expect(gather.cards?.map(\.card) == [.yellow, .secondYellow])
        #expect(gather.cards?.map(\.goneMilliseconds) == [0, 60_000])
        #expect(gather.cards?.map(\.player?.name) == ["Ada", "Ada"])
        #expect(gather.teamA.players.map(\.sentOff) == [true, nil])
        try client.send(HistoryMethod.Show().call.message)
        let shown = try HistoryMethod.Show.Reply(try #require(try client.receive()).parameters)
        let cards = shown.entries.filter { $0.kind == "cardShown" }
        #expect(cards.map(\.card) == [.yellow, .secondYellow])
        #expect(cards.map(\.goneMilliseconds) == [0, 60_000])
        #expect(cards.map(\.player) == ["Ada", "Ada"])
        #expect(
            cards.map(\.text) == [
                "yellow card for Ada of Team A",
                "second yellow card for Ada of Team A, 00:01 ago",
            ])
        #expect(shown.teamA.map(\.sentOff) == [true, nil])
    }

    @Test("a time penalty has what a client needs to count down, and a restart keeps it")
    func penalty() throws {
        let usual = try #require(try show("time", nil).penalties?.first)
        #expect(usual.remainingMilliseconds == 120_000)
        _ = try client.gather(.undo)
        fixture.clock.advance(by: .seconds(30))
        let gather = try show("time", 2, ["penaltySeconds": 90])
        let penalty = try #require(gather.penalties?.first)
        #expect(penalty.player?.name == "Bo")
        #expect(penalty.remainingMilliseconds == 90_000)
        let taken = gather.timer.takenAtBoottimeMicroseconds
        #expect(penalty.endsAtBoottimeMicroseconds == taken + 90_000_000)
        fixture.clock.advance(by: .seconds(60))
        try fixture.restart()
        let later = try fixture.client().gather(.pause)
        #expect(later.penalties?.map(\.remainingMilliseconds) == [30_000])
        #expect(later.penalties?.map(\.endsAtBoottimeMicroseconds) == [nil])
        _ = try fixture.client().gather(.resume)
        fixture.clock.advance(by: .seconds(30))
        #expect(try fixture.client().gather(.get).penalties == nil)
    }

    @Test("the end of a penalty behind that of the countdown is not known")
    func longPenalty() throws {
        fixture.clock.advance(by: .seconds(500))
        let gather = try show("time", 2)
        #expect(gather.penalties?.map(\.endsAtBoottimeMicroseconds) == [nil])
        fixture.clock.advance(by: .seconds(500))
        #expect(try client.gather(.get).penalties?.map(\.remainingMilliseconds) == [20_000])
    }

    @Test("a substitution moves both, and one of a player who was sent off has to be forced")
    func substitution() throws {
        func substitute(_ off: Int, _ on: Int, force: Bool = false) throws -> Reply {
            try client.call(
                .substitute,
                [
                    "team": "teamA", "playerOff": .int(off), "playerOn": .int(on),
                    "force": .bool(force),
                ])
        }
        #expect(try substitute(1, 4).error == nil)
        let gather = try client.gather(.get)
        #expect(gather.teamA.players.map(\.name) == ["Bo", "Di"])
        #expect(gather.bench.map(\.name) == ["Ada"])
        _ = try show("red", 1)
        #expect(try GatherError(substitute(2, 1)) == .sentOff(id: 1))
        #expect(try GatherError(substitute(2, 4)) == .onTeamAlready(id: 4, team: .teamA))
        #expect(try GatherError(substitute(3, 1)) == .notOnTeam(id: 3, team: .teamA))
        #expect(try substitute(2, 1, force: true).error == nil)
        #expect(try client.gather(.get).teamA.players.map(\.sentOff) == [nil, true])
    }

    @Test("each method that lets somebody play can be forced")
    func force() throws {
        _ = try show("red", 1)
        let calls: [(GatherMethod, JSONObject)] = [
            (.addToScore, ["team": "teamA", "delta": 1, "scorer": 1]),
            (.showCard, ["team": "teamA", "card": "yellow", "playerId": 1]),
            (.swapPlayers, ["playerIds": .array([1, 3])]),
            (.movePlayers, ["playerIds": .array([1]), "section": "teamA"]),
            (.drawTeams, ["playerIds": .array([3, 1]), "seed": 1]),
        ]
        for (method, parameters) in calls {
            let refused = try client.call(method, parameters)
            #expect(GatherError(refused) == .sentOff(id: 1), "\(method)")
            var forced = parameters
            forced["force"] = true
            #expect(try client.call(method, forced).error == nil, "\(method)")
        }
        let goal = try #require(try client.gather(.get).latestGoal)
        _ = try client.gather(.amendGoal, ["number": .int(goal.number), "noScorer": true])
        var amend: JSONObject = ["number": .int(goal.number), "scorer": 1]
        #expect(try GatherError(client.call(.amendGoal, amend)) == .sentOff(id: 1))
        amend["force"] = true
        #expect(try client.gather(.amendGoal, amend).latestGoal?.scorer?.name == "Ada")
    }

    @Test("a second yellow card needs a first one, and a card a player of the side")
    func refused() throws {
        for (player, error) in [
            (1 as Int?, GatherError.notBooked(id: 1)), (nil, .notBooked(id: nil)),
        ] {
            var parameters: JSONObject = ["team": "teamA", "card": "secondYellow"]
            parameters["playerId"] = player.map { .int($0) }
            #expect(try GatherError(client.call(.showCard, parameters)) == error)
        }
        let other: JSONObject = ["team": "teamA", "card": "red", "playerId": 3]
        #expect(
            try GatherError(client.call(.showCard, other)) == .notOnTeam(id: 3, team: .teamA))
    }
}
