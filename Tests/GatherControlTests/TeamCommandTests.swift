import GatherAPI
import Glibc
import Testing
import Varlink

@testable import GatherControl

@Suite struct TeamCommandTests {
    private static let anna = Sample.player(1, "Anna", .goalkeeper)
    private static let ben = Sample.player(2, "Ben", .striker)
    private static let hannah = Sample.player(3, "Hannah")
    private static let squad = Sample.squad([anna, ben, hannah])

    private func run(_ replies: [Reply], _ arguments: String...) throws -> Bench.Result {
        try Bench(.replies(replies)).run(arguments)
    }

    private func call(_ method: String, _ parameters: JSONObject) -> Call {
        var parameters = parameters
        parameters["requestId"] = "cafe"
        return Call("io.gatherd.Gather.\(method)", parameters)
    }

    @Test("for a team that does not exist, the names of the two are given if they are known")
    func unknownTeam() throws {
        let open = Sample.state(Sample.gather(names: ("Bibs", "Skins")))
        let result = try run([open], "goal", "Foo")
        #expect(result.status == .usage)
        #expect(
            result.errors == """
                gatherctl: cannot count the goal: no team 'Foo': say a (Bibs) or b (Skins)
                try 'gatherctl goal --help'

                """)
    }

    @Test("where no match is open, gatherd is asked why, by a change that no match takes")
    func noMatch() throws {
        let ended = Sample.state(Sample.gather(phase: .ended))
        let none = "'gatherctl start' starts one"
        let reopened =
            "'gatherctl undo --match' reopens the one that ended 12 s ago, or 'gatherctl start' "
            + "starts a new one"
        let answers: [(state: Reply, refusal: Reply, ways: String)] = [
            (ended, GatherError.noGather(endedSecondsAgo: 12).reply, reopened),
            (Sample.state(nil), GatherError.noGather(endedSecondsAgo: nil).reply, none),
            // One was opened in the meantime.
            (ended, VarlinkError.invalidParameter("delta").reply, none),
        ]
        for (state, refusal, ways) in answers {
            let result = try run([state, refusal], "goal", "Reds")
            #expect(result.status == .refused)
            #expect(
                result.errors == "gatherctl: cannot count the goal: no match is open; \(ways)\n")
            let asked = GatherMethod.AddToScore(team: .teamA, delta: 0).call
            #expect(result.calls == [[GatherMethod.Get().call, asked]])
        }
    }

    @Test("players are moved by their names, and everybody is shown")
    func moved() throws {
        let gather = Sample.gather([Self.anna], [], bench: [Self.ben, Self.hannah])
        let result = try run(
            [Self.squad, Sample.state(nil), Sample.reply(gather, Sample.outcome(opened: true))],
            "team", "a", "ANNA", "2")
        #expect(
            result.calls[0].last
                == call("MovePlayers", ["playerIds": .array([1, 2]), "section": "teamA"]))
        #expect(
            result.output == """
                opened a match; 'gatherctl start' starts it
                Reds       Blues
                GK   Anna
                Bench: ST Ben, Hannah

                """)
    }

    @Test("more players than a match can have are refused in words, and gatherd is not asked")
    func tooMany() throws {
        let players = (1...101).map { Sample.player($0, "Player \($0)") }
        let squad = Sample.squad(players)
        for section in ["a", "bench", "out"] {
            let result = try run([squad, Sample.state(nil)], "team", section, "1-101")
            #expect(result.status == .refused)
            #expect(
                result.errors == """
                    gatherctl: cannot move the players: too many players, at most 100 are possible

                    """)
        }
        let most = try run(
            [squad, Sample.state(nil), Sample.reply(Sample.gather())], "team", "a", "1-100")
        #expect(most.status == .done)
    }

    @Test("a dash alone is a name, and leaves nobody out")
    func dash() throws {
        let lost = try run([Self.squad, Sample.state(nil)], "team", "draw", "1", "2", "-")
        #expect(lost.errors.contains("no player '-'"))
        let squad = Sample.squad([Sample.player(1, "-"), Sample.player(2, "-Ben")])
        let found = try run(
            [squad, Sample.state(nil), Sample.reply(Sample.gather())], "team", "a", "-")
        #expect(found.calls[0].last?.parameters["playerIds"] == .array([1]))
    }

    @Test("a player stands for the side by the name of the squad, too")
    func renamed() throws {
        let replies = [
            Sample.state(Sample.gather([Self.anna], [Self.ben])),
            Sample.squad([
                SquadPlayerFields(id: 1, profile: ProfileFields(name: "Ada", shirt: 7)), Self.ben,
            ]),
            Sample.reply(Sample.gather()),
        ]
        for word in ["ada", "#7"] {
            let result = try run(replies, "goal", word)
            #expect(result.calls[0].last?.parameters["team"] == "teamA")
            #expect(result.calls[0].last?.parameters["scorer"] == 1)
        }
        let unknown = try run(Array(replies.prefix(2)), "goal", "carl")
        #expect(unknown.errors.contains("no team 'carl'"))
    }

    @Test("where nobody moved, it says so")
    func unmoved() throws {
        let result = try run(
            [
                Self.squad, Sample.state(Sample.gather()),
                Sample.reply(Sample.gather(), Sample.outcome(changed: false)),
            ], "team", "b", "3")
        #expect(result.output == "no change: already on Team B\nnobody is in the match\n")
    }

    @Test("who leaves is looked for in the gather first")
    func out() throws {
        let gather = Sample.gather([Self.hannah], [Self.ben])
        let replies = [Self.squad, Sample.state(gather), Sample.reply(Sample.gather())]
        let result = try run(replies, "team", "out", "ann")
        #expect(
            result.calls[0].last
                == call("MovePlayers", ["playerIds": .array([3]), "section": .null]))
        let everywhere = try run([Self.squad, Sample.state(nil)], "team", "a", "ann")
        #expect(everywhere.status == .refused)
        #expect(everywhere.errors.contains("'ann' matches 2 players"))
    }

    static let namesakes: [(String, Int)] = [("killa", 5), ("kil", 5), ("kill", 4), ("6", 6)]

    @Test(
        "of namesakes the one in the gather is meant, but no part of a name before a whole one",
        arguments: namesakes)
    func namesake(word: String, id: Int) throws {
        let players = [
            Sample.player(4, "Kill"), Sample.player(5, "KillA"), Sample.player(6, "KillA"),
        ]
        let replies = [
            Sample.squad(players), Sample.state(Sample.gather([players[1]], [])),
            Sample.reply(Sample.gather()),
        ]
        for section in ["a", "b", "bench"] {
            let result = try run(replies, "team", section, word)
            #expect(result.calls[0].last?.parameters["playerIds"] == .array([.int(id)]))
        }
    }

    @Test("who was removed from the squad and is in the gather can be moved in it")
    func removed() throws {
        let gather = Sample.gather([Self.anna], [Sample.player(5, "Eve")])
        for word in ["5", "eve"] {
            let replies = [Self.squad, Sample.state(gather), Sample.reply(gather)]
            let result = try run(replies, "team", "a", word)
            #expect(
                result.calls[0].last
                    == call("MovePlayers", ["playerIds": .array([5]), "section": "teamA"]))
        }
    }

    @Test("the teams are shown with numbers and full names")
    func shown() throws {
        let gather = Sample.gather([Self.anna], [Self.ben], bench: [Self.hannah])
        let text = "Reds\n  1  GK  Anna\nBlues\n  2  ST  Ben\nBench\n  3  -   Hannah\n"
        #expect(try run([Sample.state(gather)], "team").output == text)
        var ended = gather
        ended.phase = .ended
        #expect(try run([Sample.state(ended)], "team").output == "this match has ended\n" + text)
        #expect(try run([Sample.state(nil)], "team").status == .refused)
    }

    @Test("teams are cleared and named")
    func clearedAndNamed() throws {
        let reply = Sample.reply(Sample.gather(names: ("Reds", "Blues")))
        let cleared = try run([reply], "team", "clear")
        #expect(cleared.output == "everybody has left the match\n")
        #expect(cleared.calls == [[call("ClearTeams", [:])]])
        let named = try run([reply], "team", "names", "Reds", "Blues")
        #expect(named.output == "Reds - Blues\n")
        #expect(
            named.calls == [[call("NameTeams", ["teamAName": "Reds", "teamBName": "Blues"])]])
    }

    static let draws: [(DrawFields, Outcome, [String])] = [
        (
            DrawFields(seed: 42, strengthA: 3, strengthB: 2, equallyFair: 1, withoutSkill: []),
            Sample.outcome(), ["strength 3 to 2, seed 42, no other is as fair"]
        ),
        (
            DrawFields(seed: 7, strengthA: 3, strengthB: 3, equallyFair: 12, withoutSkill: [3, 9]),
            Sample.outcome(changed: false),
            [
                "no change: no other sides are as fair",
                "strength 3 to 3, seed 7, one of 12 that are as fair",
                "without a skill, counted as amateur: Hannah, 9",
            ]
        ),
    ]

    @Test("a draw is told with its strengths, its seed and who has no skill", arguments: draws)
    func drawn(draw: DrawFields, outcome: Outcome, lines: [String]) throws {
        let gather = Sample.gather([Self.anna], [Self.ben, Self.hannah])
        var reply = Sample.reply(gather, outcome)
        reply.parameters["draw"] = draw.json
        let result = try run(
            [Self.squad, Sample.state(gather), reply], "team", "draw", "--seed", "42", "--again",
            "1", "ben")
        #expect(
            result.calls[0].last
                == call(
                    "DrawTeams", ["playerIds": .array([1, 2]), "seed": 42, "again": true]))
        let sides = ["Reds       Blues", "GK   Anna  ST   Ben", "           -    Hannah"]
        let shown = result.output.split(separator: "\n").map(String.init)
        #expect(shown.filter { !sides.contains($0) } == lines)
        #expect(shown.filter(sides.contains) == sides)
    }

    @Test("a goal names who has shot it, looked for on the side that has to be")
    func goals() throws {
        let gather = Sample.gather([Self.anna], [Self.hannah], score: (1, 0))
        let replies = [Self.squad, Sample.state(gather), Sample.reply(gather)]
        let goal = try run(replies, "goal", "a", "ann")
        #expect(goal.output == "Reds 1-0 Blues, Anna\n")
        #expect(
            goal.calls[0].last == call("AddToScore", ["team": "teamA", "delta": 1, "scorer": 1]))
        let own = try run(replies, "goal", "a", "--own-goal", "ann")
        #expect(own.output == "Reds 1-0 Blues, own goal of Hannah\n")
        #expect(
            own.calls[0].last
                == call(
                    "AddToScore", ["team": "teamA", "delta": 1, "scorer": 3, "ownGoal": true]))
    }

    @Test("who is not on that side is named, and how to see who is")
    func notThere() throws {
        let refusal = GatherError.notOnTeam(id: 2, team: .teamA).reply
        let gather = Sample.gather([Self.anna], [Self.ben])
        let result = try run(
            [Self.squad, Sample.state(gather), refusal, Sample.state(gather)], "goal", "a", "ben")
        #expect(result.status == .refused)
        #expect(
            result.errors == "gatherctl: cannot count the goal: Ben is not on Reds, but on Blues; "
                + "'gatherctl goal b 2' counts a goal for Blues, 'gatherctl goal a --own-goal 2' "
                + "an own goal for Reds\n")
        let bench = Sample.gather([Self.anna], [], bench: [Self.ben])
        let onBench = try run(
            [Self.squad, Sample.state(bench), refusal, Sample.state(bench)], "goal", "a", "ben")
        #expect(
            onBench.errors == "gatherctl: cannot count the goal: Ben is not on Reds; "
                + "'gatherctl team' shows who is\n")
    }

    @Test("a side without players is called by its name, or by its title where none is told")
    func withoutPlayers() throws {
        let refusal = GatherError.teamWithoutPlayers(.teamB).reply
        let gather = Sample.gather([Self.anna], [])
        let named = try run([refusal, Sample.state(gather)], "start")
        #expect(named.status == .refused)
        #expect(named.errors.contains("cannot start the countdown: Blues has no players; "))
        let unnamed = try run([refusal, Sample.state(nil)], "start")
        #expect(unnamed.errors.contains(": Team B has no players; "))
    }

    @Test("a player named for both sides is told, and no gather opens")
    func onBothSides() throws {
        let result = try run(
            [Self.squad], "new", "--team-a-players", "ben,anna", "--team-b-players", "hannah,1")
        #expect(result.status == .refused)
        #expect(result.errors == "gatherctl: cannot open a match: Anna is on both sides\n")
        #expect(result.calls[0].count == 1)
    }

    @Test("a gather opens with its players")
    func opened() throws {
        let gather = Sample.gather([Self.anna], [Self.ben])
        let result = try run(
            [Self.squad, Sample.reply(gather, Sample.outcome(opened: true))],
            "new", "--team-a-players", "anna", "--team-b-players", "ben, hannah")
        #expect(
            result.calls[0].last
                == call("Open", ["teamAPlayers": .array([1]), "teamBPlayers": .array([2, 3])]))
        #expect(
            result.output == "opened: 10:00, Reds - Blues\nReds       Blues\nGK   Anna  ST   Ben\n")
    }

    @Test("a watcher on a pipe is told who is on which side when that changes")
    func watched() throws {
        let gather = Sample.gather([Self.anna], [Self.ben])
        let result = try Bench(.replies([Sample.message(gather, "playersChanged")])).watch()
        #expect(
            result.output.hasPrefix(
                "10:00  stopped  Reds 0-0 Blues  playersChanged  "
                    + "Reds: GK Anna; Blues: ST Ben; Bench: nobody\n"))
    }

    @Test("it is told at the beginning and after an undo as well, if anybody is in the gather")
    func watchedFromTheBeginning() throws {
        let gather = Sample.gather([Self.anna], [])
        for reason in ["snapshot", "opened", "undone", "redone"] {
            let some = try Bench(.replies([Sample.message(gather, reason)])).watch()
            #expect(
                some.output.contains("\(reason)  Reds: GK Anna; Blues: nobody; Bench: nobody\n"))
            let none = try Bench(.replies([Sample.message(Sample.gather(), reason)])).watch()
            #expect(none.output.contains("\(reason)\n"))
        }
        let goal = try Bench(.replies([Sample.message(gather, "scoreChanged")])).watch()
        #expect(goal.output.contains("scoreChanged\n"))
    }

    @Test("a card has the sides between the score and the times")
    func card() throws {
        let gather = Sample.gather([Self.anna], [Self.ben], bench: [Self.hannah])
        let lines = try run([Sample.state(gather)], "status").output.split(separator: "\n")
        #expect(
            lines[1...4] == [
                "Reds 0-0 Blues", "Reds       Blues", "GK   Anna  ST   Ben",
                "Bench: Hannah",
            ])
    }

    @Test("the timeline of a match has its sides above it")
    func timeline() throws {
        var reply = Sample.timeline([Sample.entry(1, "opened")])
        let sides = Sample.gather([Self.anna], [Self.ben])
        reply.parameters["teamA"] = .array(sides.teamA.players.map(\.json))
        reply.parameters["teamB"] = .array(sides.teamB.players.map(\.json))
        let lines = try run([reply], "show").output.split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[2...5] == [lines[2], "Reds       Blues", "GK   Anna  ST   Ben", ""])
    }
}
