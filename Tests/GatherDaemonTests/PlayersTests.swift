import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The squad, and gathers with players")
struct PlayersTests {
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture()
        client = try fixture.client()
    }

    /// Adds players with these names, and gives their numbers.
    @discardableResult
    private func add(_ names: String...) throws -> [Int] {
        let players = names.map { ProfileFields(name: $0).json }
        let reply = try client.call(.add, ["players": .array(players)])
        #expect(reply.error == nil)
        return try Self.players(in: reply).map(\.id)
    }

    private static func players(in reply: Reply) throws -> [SquadPlayerFields] {
        try #require(reply.parameters["players"]?.array).map {
            try SquadPlayerFields(json: $0, name: "players")
        }
    }

    private static func named(_ name: String) -> JSONValue {
        .object(["name": .string(name)])
    }

    private func squad() throws -> [String] {
        try Self.players(in: try client.call(.list)).map { "\($0.id) \($0.profile.name)" }
    }

    private func ids(_ ids: Int...) -> JSONValue { .array(ids.map(JSONValue.int)) }

    /// Who stands where, such as `bench | Team A | Team B`, by numbers.
    private func shown(_ gather: GatherSnapshot) -> String {
        [gather.bench, gather.teamA.players, gather.teamB.players].map { players in
            players.map { "\($0.id)" }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    @Test("players are added, listed, edited and removed, and it is so after a restart")
    func squadLife() throws {
        let profile = ProfileFields(
            name: " Ada ", age: 30, skill: .professional, position: .goalkeeper,
            favouriteTeam: "Reds")
        let reply = try client.call(.add, ["players": .array([profile.json])])
        var kept = profile
        kept.name = "Ada"
        #expect(try Self.players(in: reply) == [SquadPlayerFields(id: 1, profile: kept)])
        try add("Bo", "Cy")
        let edited = try client.call(
            .edit, ["id": 2, "profile": ProfileFields(name: "Bob", age: 20).json])
        #expect(edited.parameters["changed"] == true)
        let same = try client.call(
            .edit, ["id": 2, "profile": ProfileFields(name: "Bob ", age: 20).json])
        #expect(same.parameters["changed"] == false)
        #expect(try client.call(.remove, ["id": 3]).error == nil)
        for _ in 1...2 {
            let client = try fixture.client()
            let players = try Self.players(in: try client.call(.list))
            #expect(players.map(\.profile.name) == ["Ada", "Bob"])
            #expect(players.first?.profile == kept)
            #expect(players.last?.profile == ProfileFields(name: "Bob", age: 20))
            try fixture.restart()
        }
        let client = try fixture.client()
        let added = try client.call(.add, ["players": .array([Self.named("Di")])])
        #expect(try Self.players(in: added).map(\.id) == [4])
    }

    @Test("an edit of some fields keeps what others have changed meanwhile")
    func onlySomeFields() throws {
        let known = ProfileFields(name: "Ada", age: 20, favouriteTeam: "CF", shirt: 7)
        _ = try client.call(.add, ["players": .array([known.json])])
        func edit(_ profile: ProfileFields, _ fields: [PlayerField]?) throws -> Reply {
            try client.call(
                PlayersMethod.edit,
                PlayersMethod.Edit(id: 1, profile: profile, only: fields).call.parameters)
        }
        // Both know the player as it was before.
        let renamed = ProfileFields(name: "Adele", age: 20, favouriteTeam: "CF", shirt: 7)
        let other = ProfileFields(name: "Ada", age: 21, favouriteTeam: nil, shirt: 8)
        _ = try edit(renamed, [.name])
        _ = try edit(other, [.age, .favouriteTeam])
        let both = ProfileFields(name: "Adele", age: 21, favouriteTeam: nil, shirt: 7)
        #expect(try Self.players(in: try client.call(.list)).map(\.profile) == [both])
        #expect(try edit(other, []).parameters["changed"] == false)
        #expect(try edit(other, nil).parameters["changed"] == true)
        #expect(try Self.players(in: try client.call(.list)).map(\.profile) == [other])
        let wrong = try client.call(
            .edit, ["id": 1, "profile": other.json, "only": .array(["height"])])
        #expect(VarlinkError(wrong) == .invalidParameter("only"))
    }

    @Test("all are added or none, and a bad one is named by its index and field")
    func badPlayers() throws {
        let bad: [(JSONObject, String, PlayersError.Problem)] = [
            (["name": " "], "name", .empty),
            (["name": .string(String(repeating: "a", count: 101))], "name", .tooLong),
            (["name": "a\nb"], "name", .unprintable),
            (["name": "Bo", "age": 0], "age", .outOfRange),
            (["name": "Bo", "age": 121], "age", .outOfRange),
            (["name": "Bo", "skill": "wizard"], "skill", .unknown),
            (["name": "Bo", "position": "Striker"], "position", .unknown),
            (["name": "Bo", "favouriteTeam": ""], "favouriteTeam", .empty),
        ]
        for (profile, field, problem) in bad {
            let reply = try client.call(
                .add, ["players": .array([Self.named("Ada"), .object(profile)])])
            let error = PlayersError.invalidPlayer(index: 1, field: field, problem: problem)
            #expect(PlayersError(reply) == error, "\(profile)")
        }
        let unknown: JSONObject = ["nick": "Ada", "name": "Ada"]
        for players: JSONValue in [
            .array([]), "Ada", .array(["Ada"]), .array([.object(unknown)]),
        ] {
            let reply = try client.call(.add, ["players": players])
            #expect(VarlinkError(reply) != nil, "\(players)")
        }
        #expect(try squad() == [])
    }

    @Test("there are at most 500 in the squad")
    func full() throws {
        let many = (1...499).map { ProfileFields(name: "P\($0)").json }
        #expect(try client.call(.add, ["players": .array(many)]).error == nil)
        let two = [ProfileFields(name: "A").json, ProfileFields(name: "B").json]
        let refused = try client.call(.add, ["players": .array(two)])
        #expect(PlayersError(refused) == .squadFull(maximum: 500))
        try add("Last")
        try #expect(client.call(.remove, ["id": 1]).error == nil)
        try add("One more")
        #expect(try squad().count == 500)
    }

    @Test("those who were removed count as well, up to 5,000 in all, as their records stay")
    func fullOfRemoved() throws {
        fixture.stop()
        do {
            let profile = try PlayerProfile(name: "Ada")
            let removed = (1...4_999).map {
                PlayerRow(Squad.Member(id: $0, profile: profile, isRemoved: true))
            }
            let store = try TestStore.open(fixture.directory)
            try store.put(removed)
            try store.close()
        }
        try fixture.restart()
        let client = try fixture.client()
        let two = [Self.named("A"), Self.named("B")]
        let refused = try client.call(.add, ["players": .array(two)])
        #expect(PlayersError(refused) == .squadFull(maximum: 5_000))
        #expect(try client.call(.add, ["players": .array([Self.named("A")])]).error == nil)
        #expect(try client.call(.restore, ["id": 1]).error == nil)
    }

    @Test("a repeated request adds its players once, and another under its ID is refused")
    func repeated() throws {
        let call: JSONObject = [
            "players": .array([Self.named("Ada"), Self.named("Bo")]), "requestId": "one",
        ]
        let first = try client.call(.add, call)
        #expect(try client.call(.add, call).parameters == first.parameters)
        try fixture.restart()
        let client = try fixture.client()
        #expect(try client.call(.add, call).parameters == first.parameters)
        let other = try client.call(
            .add, ["players": .array([Self.named("Cy")]), "requestId": "one"])
        #expect(VarlinkError(other) == .invalidParameter("requestId"))
        #expect(try Self.players(in: try client.call(.list)).count == 2)
        // A wall clock that is set forward makes nobody forget.
        fixture.clock.stepWall(by: .seconds(259_200))
        #expect(try client.call(.add, call).parameters == first.parameters)
        fixture.clock.advance(by: .seconds(86_401))
        let later = try client.call(.add, call)
        #expect(try Self.players(in: later).map(\.id) == [3, 4])
    }

    @Test("who is not there, or was removed, is not edited, not removed, and not chosen")
    func unknown() throws {
        try add("Ada")
        #expect(try client.call(.remove, ["id": 1]).error == nil)
        let profile = ProfileFields(name: "Ada").json
        for id in [1, 2, -1, .max] {
            let unknown = PlayersError.noSuchPlayer(id: id)
            let edit = try client.call(.edit, ["id": .int(id), "profile": profile])
            #expect(PlayersError(edit) == unknown)
            #expect(PlayersError(try client.call(.remove, ["id": .int(id)])) == unknown)
            let moved = try client.call(
                .movePlayers, ["playerIds": ids(id), "section": "bench"])
            #expect(GatherError(moved) == .noSuchPlayer(id: id))
        }
        #expect(PlayersError(try client.call(.show, ["id": 2])) == .noSuchPlayer(id: 2))
        #expect(try client.call(.show, ["id": 1]).error == nil)
    }

    @Test("an evening: sides, a goal with its scorer, and what the records say then")
    func evening() throws {
        try add("Ada", "Bo", "Cy", "Di")
        var gather = try client.gather(
            .open, ["teamAPlayers": ids(1, 2), "teamBPlayers": ids(3)])
        #expect(shown(gather) == " | 1 2 | 3")
        gather = try client.gather(.movePlayers, ["playerIds": ids(4), "section": "bench"])
        #expect(shown(gather) == "4 | 1 2 | 3")
        gather = try client.gather(.nameTeams, ["teamAName": "Reds"])
        #expect(gather.teamA.name == "Reds")
        _ = try client.gather(.start)
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1, "scorer": 2])
        _ = try client.gather(
            .addToScore, ["team": "teamA", "delta": 1, "scorer": 3, "ownGoal": true])
        let refused = try client.call(.addToScore, ["team": "teamA", "delta": 1, "scorer": 4])
        #expect(GatherError(refused) == .notOnTeam(id: 4, team: .teamA))
        #expect(PlayersError(try client.call(.remove, ["id": 4])) == .playerInGather(id: 4))
        _ = try client.gather(.end)
        #expect(try scorers() == ["2 Bo 1 0 1", "1 Ada 0 0 1", "3 Cy 0 1 1"])
        let own = RecordFields(
            appearances: 1, goals: 0, ownGoals: 1, wins: 0, draws: 0, losses: 1)
        #expect(try record(of: 3) == own)
        // What is undone counts no more, and what is removed still does.
        _ = try client.call(.undo)
        #expect(try scorers() == [])
        _ = try client.gather(.end)
        _ = try client.call(.remove, ["id": 2])
        try fixture.restart()
        let client = try fixture.client()
        #expect(try scorers(client) == ["2 Bo 1 0 1", "1 Ada 0 0 1", "3 Cy 0 1 1"])
        try expectTimeline(client)
    }

    private func expectTimeline(_ client: Client) throws {
        try client.send(Call(HistoryMethod.show.fullName).message)
        let shown = try #require(try client.receive()).parameters
        let entries = try #require(shown["entries"]?.array).map {
            try TimelineEntry(json: $0, name: "entry")
        }
        #expect(
            entries.map(\.text).prefix(7) == [
                "opened at 10:00: Team A - Team B", "to Team A: Ada, Bo", "to Team B: Cy",
                "to the bench: Di", "teams named: Reds - Team B", "started",
                "goal for Reds by Bo",
            ])
        #expect(entries[7].text == "own goal for Reds by Cy")
        #expect(entries[7].scorer == "Cy")
        #expect(entries[7].ownGoal == true)
        #expect(entries[6].scorerID == 2)
        #expect(entries[1].scorer == nil)
        #expect(shown["teamB"] == .array([PlayerFields(id: 3, name: "Cy", position: nil).json]))
        #expect(shown["bench"]?.array?.count == 1)
    }

    private func scorers(_ other: Client? = nil, since: String? = nil) throws -> [String] {
        let reply = try (other ?? client).call(.scorers, ["since": JSONValue(since)])
        return try #require(reply.parameters["scorers"]?.array).map { json in
            let one = try ScorerFields(json: json, name: "scorer")
            return "\(one.playerID) \(one.name) \(one.goals) \(one.ownGoals) \(one.appearances)"
        }
    }

    private func record(of id: Int) throws -> RecordFields {
        let reply = try client.call(.show, ["id": .int(id)])
        return try RecordFields(
            json: try #require(reply.parameters["record"]), name: "record")
    }

    @Test("scorers are counted since a day or a moment, and a bad one is refused")
    func since() throws {
        try add("Ada", "Bo")
        for scorer in [1, 2, 2] {
            _ = try client.gather(.open, ["teamAPlayers": ids(1, 2)])
            _ = try client.gather(
                .addToScore, ["team": "teamA", "delta": 1, "scorer": .int(scorer)])
            let ended = try client.gather(.end)
            if scorer == 1 {
                let at = try #require(ended.endedAt)
                #expect(try scorers(since: at).count == 2)
                fixture.clock.advance(by: .seconds(86_400))
            }
        }
        #expect(try scorers() == ["2 Bo 2 0 3", "1 Ada 1 0 3"])
        let last = try #require(try client.gather(.get).endedAt)
        #expect(try scorers(since: String(last.prefix(10))) == ["2 Bo 2 0 2", "1 Ada 0 0 2"])
        #expect(try scorers(since: "2999-01-01") == [])
        for text in ["", "yesterday", "2026-02-30", "2026-1-1", "2026-01-01T00:00:00"] {
            let reply = try client.call(.scorers, ["since": .string(text)])
            #expect(VarlinkError(reply) == .invalidParameter("since"), "\(text)")
        }
    }

    @Test("a draw tells how it was made, and the same seed draws the same sides again")
    func draw() throws {
        try add("Ada", "Bo", "Cy", "Di", "Ed")
        let reply = try client.call(.drawTeams, ["playerIds": ids(1, 2, 3, 4, 5)])
        let draw = try DrawFields(json: try #require(reply.parameters["draw"]), name: "draw")
        #expect(draw.withoutSkill == [1, 2, 3, 4, 5])
        #expect(draw.strengthA + draw.strengthB == 10)
        #expect(draw.equallyFair == 10)
        let drawn = try Client.gather(in: reply)
        let again = try client.call(.drawTeams, ["again": true])
        #expect(try shown(Client.gather(in: again)) != shown(drawn))
        let same = try client.call(.drawTeams, ["seed": .int(draw.seed)])
        #expect(try shown(Client.gather(in: same)) == shown(drawn))
        let unchanged = try client.call(.drawTeams, ["seed": .int(draw.seed)])
        #expect(unchanged.parameters["outcome"]?.object?["changed"] == false)
        #expect(unchanged.parameters["draw"] == same.parameters["draw"])
    }

    @Test("a repeated draw has the seed of the first one, though none was given")
    func repeatedDraw() throws {
        try add("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
        let call: JSONObject = ["playerIds": ids(1, 2, 3, 4, 5, 6), "requestId": "draw"]
        let first = try client.call(.drawTeams, call)
        let second = try client.call(.drawTeams, call)
        #expect(first.parameters["draw"] == second.parameters["draw"])
        #expect(
            try shown(Client.gather(in: first)) == shown(Client.gather(in: second)))
    }

    @Test("parameters that make no sense are refused by name")
    func parameters() throws {
        try add("Ada", "Bo")
        let bad: [(GatherMethod, JSONObject, String)] = [
            (.movePlayers, ["playerIds": ids(), "section": "teamA"], "playerIds"),
            (.movePlayers, ["playerIds": ids(1), "section": "stand"], "section"),
            (.movePlayers, ["section": "teamA"], "playerIds"),
            (.open, ["teamAPlayers": ids(1), "teamBPlayers": ids(2, 1)], "teamBPlayers"),
            (.drawTeams, ["playerIds": ids(1, 2), "seed": -1], "seed"),
            (.drawTeams, ["playerIds": ids(1, 2), "seed": 4_294_967_296], "seed"),
            (.nameTeams, ["teamAName": "\u{7}"], "teamAName"),
        ]
        for (method, parameters, name) in bad {
            let reply = try client.call(method, parameters)
            #expect(VarlinkError(reply) == .invalidParameter(name), "\(parameters)")
        }
        _ = try client.gather(.open, ["teamAPlayers": ids(1), "teamBPlayers": ids(2)])
        let goals: [(JSONObject, String)] = [
            (["team": "teamA", "delta": 2, "scorer": 1], "delta"),
            (["team": "teamA", "delta": 1, "ownGoal": true], "ownGoal"),
        ]
        for (parameters, name) in goals {
            let reply = try client.call(.addToScore, parameters)
            #expect(VarlinkError(reply) == .invalidParameter(name))
        }
    }

    @Test("subscribers are told of players, and a gather that opens with them has opened")
    func reasons() throws {
        try add("Ada", "Bo")
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        _ = try watcher.receive()
        _ = try client.gather(.open, ["teamAPlayers": ids(1)])
        _ = try client.gather(.movePlayers, ["playerIds": ids(2), "section": "teamB"])
        _ = try client.gather(.drawTeams, ["seed": 3])
        _ = try client.gather(.nameTeams, ["teamAName": "Reds"])
        _ = try client.gather(.clearTeams)
        var reasons: [String] = []
        while reasons.count < 5 {
            let reply = try #require(try watcher.receive())
            let reason = try #require(reply.parameters["reason"]?.string)
            reasons.append(reason)
            // A draw of two may be as they were.
            if reason == "playersChanged", try shown(Client.gather(in: reply)) == " |  | " {
                break
            }
        }
        #expect(reasons.first == "opened")
        #expect(Set(reasons.dropFirst()) == ["playersChanged"])
    }
}

extension Client {
    func call(_ method: PlayersMethod, _ parameters: JSONObject = [:]) throws -> Reply {
        try send(Call(method.fullName, parameters).message)
        return try #require(try receive())
    }
}
