import GatherAPI
import Testing
import Varlink

/// Undo by number, redo and reopen from the shell: a mistake is cheap, also after a restart.
@Suite struct ShellCorrectionTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    /// Plays a match with these goals, which ends; gives its ID.
    private func play(_ goals: String...) throws -> String {
        try match.ctl("start")
        for team in goals { try match.ctl("goal", team) }
        try match.ctl("end", "--yes")
        return try match.match().id
    }

    @Test func anEventIsTakenBackAndTheLaterOnesStand() throws {
        try match.ctl("new")
        for team in ["a", "a", "b"] { try match.ctl("goal", team) }
        let said = try match.ctl("undo", "2")
        #expect(said == "undone: the goal for Team A\n10:00 stopped, Team A 1-1 Team B\n")
        try match.daemon.restart()
        #expect(try match.ctl("log").contains(/\b2 .* goal for Team A \(undone by 5\)\n/))
        try match.ctl("undo", "2", says: "event 2 cannot be undone", status: 1)
        try match.ctl("undo", "9", says: "event 9 cannot be undone", status: 1)
        #expect(try match.ctl("undo", "3").hasPrefix("undone: the goal for Team A\n"))
        #expect(try match.match().score == "0-1")
    }

    @Test func whatLaterOnesNeedIsNotTakenBack() throws {
        for verb in ["start", "pause", "resume"] { try match.ctl(verb) }
        let revision = try match.match().revision
        try match.ctl("undo", "3", says: "event 4 depends on it", "gatherctl undo 4", status: 1)
        #expect(try match.match().revision == revision)
        try match.ctl("undo", "4")
        try match.ctl("undo", "3", says: "undone: the pause")
        #expect(try match.match().timer.state == .running)
    }

    @Test func anUndoIsTakenBackOverARestart() throws {
        try match.ctl("new", "--team-a", "Reds")
        try match.ctl("goal", "a")
        try match.ctl("undo")
        try match.daemon.restart()
        let said = try match.ctl("redo")
        #expect(said == "redone: the goal for Reds\n10:00 stopped, Reds 1-0 Team B\n")
        try match.ctl("redo", says: "the last command was not an undo", status: 1)
        try match.ctl("undo")
        try match.ctl("goal", "b")
        try match.ctl("redo", says: "cannot redo", status: 1)
        #expect(try match.match().score == "0-1")
    }

    @Test func anOpeningThatWasTakenBackStandsAgain() throws {
        try match.ctl("new", "--team-a", "Reds")
        try match.ctl("undo", says: "no match is open")
        try match.ctl("redo", says: "redone: the opening")
        #expect(try match.match().teamA.name == "Reds")
    }

    @Test func theLastMatchIsReopened() throws {
        let id = try play("a")
        match.clock.advance(by: .seconds(30))
        try match.daemon.restart()
        let said = try match.ctl("reopen", "last")
        #expect(said.contains(/^reopened: .* \d{4}-\d\d-\d\d \d\d:\d\d\n/))
        // Its clock has run on.
        #expect(said.contains(/\nundone: the end .* the countdown went on meanwhile, by 00:30\n/))
        #expect(said.contains(/\n09:30 running until .*, Team A 1-0 Team B\n$/))
        #expect(try match.match().id == id)
        let revision = try match.match().revision
        for name in ["last", String(id.prefix(4))] {
            try match.ctl("reopen", name, says: "no change: already open: 09:30 running until")
        }
        #expect(try match.match().revision == revision)
        try match.ctl("goal", "a", says: "2-0")
    }

    @Test func anOlderMatchIsReopenedWhileNoOtherIsOpen() throws {
        let older = try play("a")
        let newer = try play("b")
        try match.ctl("new")
        try match.ctl("reopen", older, says: "is open already", status: 1)
        try match.ctl("discard", "--yes")
        try match.ctl("reopen", older, says: "Team A 1-0 Team B")
        #expect(try match.match().id == older)
        try match.daemon.restart()
        #expect(try match.match().id == older)
        try match.ctl("end", "--yes")
        // The beginning of an ID is enough.
        try match.ctl("reopen", String(newer.prefix(8)), says: "Team A 0-1 Team B")
        #expect(try match.match().id == newer)
    }

    @Test func aReopeningCountsOnce() throws {
        _ = try play()
        try match.ctl("reopen", "last", "--request-id", "x")
        let revision = try match.match().revision
        try match.ctl("reopen", "last", "--request-id", "x", says: "undone: the end")
        #expect(try match.match().revision == revision)
    }

    @Test func whatThereIsNotIsSaid() throws {
        try match.ctl("reopen", "last", says: "there is no match yet", status: 1)
        try match.ctl("undo", says: "nothing to undo", status: 1)
        _ = try play()
        let nobody = "00000000-0000-4000-8000-000000000000"
        try match.ctl("reopen", nobody, says: "there is no such match", status: 1)
        try match.ctl("reopen", "abc", says: "not the ID", status: 2)
        try match.ctl("reopen", "lats", says: "did you mean 'last'?", status: 2)
        try match.ctl("undo", "it", says: "not the number of an event", status: 2)
        try match.ctl("reod", says: "did you mean 'redo'?", status: 2)
    }

    @Test func theTimelineHasAllOfIt() throws {
        try match.ctl("new")
        try match.ctl("goal", "a")
        try match.ctl("undo", "2")
        try match.ctl("redo")
        try match.ctl("end", "--yes")
        try match.ctl("reopen", "last")
        let page = try #require(try match.json("show", "--json").first)
        let entries = try #require(page["entries"]?.array).map {
            try TimelineEntry(json: $0, name: "entries")
        }
        #expect(
            entries.map(\.kind)
                == ["opened", "scoreChanged", "undone", "redone", "ended", "undone"])
        let lines = try match.ctl("log").split(separator: "\n").dropFirst(4)
        #expect(lines.count == entries.count)
        for (line, entry) in zip(lines, entries) {
            let undone = entry.undoneBy.map { " (undone by \($0))" } ?? ""
            let pattern = /^(\d)  \d\d:\d\d:\d\d   00:00  (\d-\d)    \S+  (.*)$/
            let parts = try #require(line.firstMatch(of: pattern))
            #expect(Int(parts.1) == entry.number)
            #expect(parts.2 == entry.score)
            #expect(parts.3 == entry.text + undone)
        }
    }

    @Test func whoWasMovedTwiceStaysWhereTheSecondMovePutEverybody() throws {
        func players() throws -> [[String]] {
            let gather = try match.match()
            return [gather.teamA.players, gather.bench].map { $0.map(\.name) }
        }
        for name in ["Ann", "Bob"] { try match.ctl("player", "add", name) }
        try match.ctl("team", "a", "ann")
        try match.ctl("team", "bench", "ann")
        try match.ctl("team", "bench", "ann", "bob")
        try match.ctl("log", says: "to the bench: Bob\n")
        try match.ctl("undo", "3", says: "undone: moving Ann to the bench")
        #expect(try players() == [[], ["Ann", "Bob"]])
        try match.daemon.restart()
        #expect(try players() == [[], ["Ann", "Bob"]])
        try match.ctl("undo", says: "undone: moving Ann, Bob to the bench")
        #expect(try players() == [["Ann"], []])
        #expect(try match.match().teamB.players.isEmpty)
    }

    @Test func aSideThatWasNamedAloneIsTakenBackAlone() throws {
        let client = try match.daemon.client()
        _ = try client.gather(.open)
        _ = try client.gather(.nameTeams, ["teamAName": "Reds"])
        _ = try client.gather(.nameTeams, ["teamBName": "Blues"])
        try match.ctl("undo", "2", says: "undone: naming the first side Reds")
        let gather = try match.match()
        #expect([gather.teamA.name, gather.teamB.name] == ["Team A", "Blues"])
        for verb in ["export", "log"] {
            try match.ctl(verb, says: "undid 2: naming the first side Reds")
        }
    }

    @Test func aDrawOfAllNamesItselfWhereOneOfThemWouldBeMissing() throws {
        for name in ["Ann", "Bob", "Cy"] { try match.ctl("player", "add", name) }
        try match.ctl("team", "bench", "ann", "bob")
        try match.ctl("team", "bench", "cy")
        try match.ctl("team", "draw")
        try match.ctl(
            "undo", "3", says: "event 4 depends on it; 'gatherctl undo 4' undoes that first",
            status: 1)
    }

    @Test func theWinnerIsGivenByItsSideAndItsName() throws {
        func winners() throws -> [[JSONValue?]] {
            let list = try match.json("history", "--json").first?["gathers"]?.array
            let gathers = [try match.json("status", "--json").first?["gather"], list?.first]
            return gathers.map { gather in
                ["winnerTeam", "winner", "winnerName"].map { gather?.object?[$0] }
            }
        }
        try match.ctl("new", "--team-a", "Reds", "--team-b", "Blues")
        let scores: [([String], [JSONValue])] = [
            (["0", "0"], ["None", .null, .null]), (["0", "1"], ["Team B", "teamB", "Blues"]),
            (["2", "1"], ["Team A", "teamA", "Reds"]),
        ]
        for (score, winner) in scores {
            for (team, goals) in zip(["a", "b"], score) { try match.ctl("score", team, goals) }
            #expect(try winners() == [winner, winner])
        }
        try match.ctl("end", "--yes")
        try match.daemon.restart()
        #expect(try winners()[1] == ["Team A", "teamA", "Reds"])
    }
}
