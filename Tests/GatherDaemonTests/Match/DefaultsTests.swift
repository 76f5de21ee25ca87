import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// The usual values of the pitch, from the shell.
@Suite struct DefaultsTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora") }

    private func everybody(_ gather: GatherSnapshot) -> [String] {
        [gather.teamA.players, gather.teamB.players, gather.bench].map { players in
            players.map { $0.name.prefix(1) }.joined()
        }
    }

    private func setAll() throws {
        try match.ctl(
            "defaults", "--time", "12", "--team-a", "Reds", "--team-b", "The Blues", "--color-a",
            "red", "--color-b", "blue", "--players", "1-3,dora",
            says: "time     12:00", "team-a   Reds", "color-b  blue", "players  1-4",
            """
            back: gatherctl defaults --time none --team-a none --team-b none --color-a none \
            --color-b none --players none
            """)
    }

    @Test func aNewMatchHasThem() throws {
        try match.ctl("defaults", says: "10:00, as built in", "Team B, as built in", "nobody")
        try setAll()
        try match.daemon.restart()
        try match.ctl("player", "remove", "carl", "--yes")
        try match.ctl("new", says: "opened: 12:00, Reds - The Blues", "Reds red, The Blues blue")
        #expect(try everybody(match.match()) == ["", "", "ABD"])
        try match.ctl("team", "draw", says: "strength")
        #expect(try match.match().bench.isEmpty)
        try match.ctl("undo", says: "undone: the draw")
        try match.ctl("undo", says: "undone: the opening of the match")
        try match.ctl(
            "new", "5", "--team-b", "Bibs", "--color-b", "none", "--team-a-players", "ben",
            says: "opened: 05:00, Reds - Bibs", "Colours: Reds red\n")
        #expect(try everybody(match.match()) == ["B", "", ""])
    }

    @Test func aFormatIsThatOfEveryMatch() throws {
        try match.ctl(
            "defaults", "--format", "futsal", says: "format   futsal",
            "back: gatherctl defaults --format none")
        try match.daemon.restart()
        try match.ctl("new", says: "opened: 20:00, Team A - Team B, futsal")
        try match.ctl("discard", "--yes")
        try match.ctl("start", says: "first half, running")
        try match.ctl("undo", says: "undone: the start, which opened the match\n")
        try match.ctl("start", says: "first half, running")
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--format", "gather", says: "opened: 10:00, Team A - Team B\n")
        try match.ctl("discard", "--yes")
        try match.ctl("new", "12", says: "opened: 12:00, Team A - Team B\n")
        try match.ctl("discard", "--yes")
        try match.ctl("defaults", "--format", "thirds", says: "format", status: 1)
        try match.ctl("defaults", "--reset", says: "gather, as built in", "--format futsal")
        try match.ctl("new", says: "opened: 10:00, Team A - Team B\n")
    }

    @Test func whateverOpensAMatchUsesThem() throws {
        try setAll()
        for words in [["start"], ["toggle"]] {
            try match.ctl(words, says: ["running from 12:00"])
            #expect(try everybody(match.match()) == ["", "", ""])
            #expect(try match.match().teamA.color == .red)
            try match.ctl("team", "draw", says: "The Blues")
            #expect(try match.match().bench.isEmpty)
            try match.ctl("end", "--yes")
        }
        try match.ctl("team", "draw", says: "opened a match")
        #expect(try match.match().teamA.name == "Reds")
        #expect(try match.match().teamB.players.count == 2)
        try match.ctl("end", "--yes")
        try match.ctl("team", "a", "ben", "carl")
        #expect(try everybody(match.match()) == ["BC", "", "AD"])
        try match.ctl("discard", "--yes")
        try match.ctl("team", "draw", "anna", "ben")
        #expect(try everybody(match.match())[2].isEmpty, "those who are named are all")
        try match.ctl("end", "--yes")
        try match.ctl("start", "3", says: "running from 03:00")
    }

    @Test func aRematchHasWhatTheLastMatchHad() throws {
        try match.ctl("new", "7")
        try match.ctl("end", "--yes")
        try setAll()
        try match.ctl("new", "--rematch", says: "opened: 07:00, Team A - Team B")
        let gather = try match.match()
        #expect(everybody(gather) == ["", "", ""])
        #expect(gather.teamA.color == nil)
    }

    @Test func aChangeIsTakenBackByTheCommandInItsAnswer() throws {
        try setAll()
        let said = try match.ctl(
            "defaults", "--team-b", "none", "--players", "ben,anna", "--time", "1h30m",
            says: "time     90:00", "Team B, as built in", "players  2,1")
        #expect(
            said.hasSuffix(
                "back: gatherctl defaults --time 12:00 --team-b 'The Blues' --players 1-4\n"))
        try match.ctl(
            "defaults", "--time", "12:00", "--team-b", "The Blues", "--players", "1-4",
            says: "team-b   The Blues", "players  1-4")
        try match.ctl("defaults", "--color-a", "red", says: "no change\n")
        try match.ctl("defaults", "--reset", says: "10:00, as built in", "--team-b 'The Blues'")
        try match.ctl("new", says: "opened: 10:00, Team A - Team B")
    }

    @Test func aWrongValueLeavesAllAsItWas() throws {
        try setAll()
        let before = try match.ctl("defaults")
        let wrong: [([String], String, Int32)] = [
            (["--time", "25h"], "out of range", 2), (["--time", "x"], "not a time", 2),
            (["--color-a", "brown"], "not a colour", 2), (["--team-a", ""], "not a name", 2),
            (["--players", "1,,2"], "separate the players by commas", 2),
            (["--reset", "--time", "5"], "along with '--reset'", 2),
            (["--time", "5", "--players", "zoe"], "no player 'zoe'", 1),
        ]
        for (words, cause, status) in wrong {
            try match.ctl(["defaults"] + words, says: [cause], status: status)
        }
        #expect(try match.ctl("defaults") == before)
    }

    @Test("another client is answered with what was wrong, and a repeated call counts once")
    func calls() throws {
        let client = try match.daemon.client()
        let wrong: [(JSONObject, String)] = [
            (["time": TimeFields(minutes: 0, seconds: 0).json], "io.gatherd.Gather.InvalidTime"),
            (["players": [1, 9].json], "io.gatherd.Gather.NoSuchPlayer"),
            (["teamBName": "\u{7}"], "org.varlink.service.InvalidParameter"),
            (["teamAColor": "brown"], "org.varlink.service.InvalidParameter"),
        ]
        for (defaults, error) in wrong {
            let reply = try client.call(.setDefaults, ["defaults": .object(defaults)])
            #expect(reply.error == error)
        }
        func set(_ minutes: Int, id: String) throws -> Reply {
            let time = TimeFields(minutes: minutes, seconds: 0)
            return try client.call(
                .setDefaults,
                ["defaults": .object(["time": time.json]), "requestId": .string(id)])
        }
        let first = try set(5, id: "one")
        _ = try set(6, id: "two")
        let again = try set(5, id: "one")
        #expect(again.parameters["before"] == first.parameters["before"])
        #expect(try set(7, id: "two").error == "org.varlink.service.InvalidParameter")
        let present = try GatherMethod.GetDefaults.Reply(
            json: .object(try client.call(.getDefaults).parameters), name: "")
        #expect(present.defaults.time == TimeFields(minutes: 6, seconds: 0))
    }
}
