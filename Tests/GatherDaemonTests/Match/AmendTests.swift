import GatherAPI
import Testing
import Varlink

/// A scorer who is changed afterwards, from the shell: events 1 to 6 are the opening with its
/// sides, the start, and goals of Anna and of nobody.
@Suite struct AmendTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna,carl",
            "--team-b-players", "ben")
        try match.ctl("start")
        match.clock.advance(by: .seconds(61))
        try match.ctl("goal", "a", "anna")
        match.clock.advance(by: .seconds(60))
        try match.ctl("goal", "b")
    }

    private func goals() throws -> String {
        let report = try match.ctl("report", "last")
        return report.split(separator: "\n").filter { $0.contains("' ") }.joined(separator: "; ")
    }

    @Test func theReportHasTheScorerAtTheMinuteOfTheGoal() throws {
        match.clock.advance(by: .seconds(300))
        #expect(try match.ctl("scorer", "5", "carl") == "event 5: goal for Reds by Carl\n")
        #expect(try goals() == "2' 1-0 Reds, Carl; 3' 1-1 Blues")
        #expect(try match.ctl("scorer", "6", "ben") == "event 6: goal for Blues by Ben\n")
        let own = try match.ctl("scorer", "6", "--own-goal", "anna")
        #expect(own == "event 6: own goal for Blues by Anna\n")
        #expect(try goals() == "2' 1-0 Reds, Carl; 3' 1-1 Blues, own goal of Anna")
        #expect(try match.ctl("scorer", "5", "--none") == "event 5: goal for Reds\n")
        #expect(try goals() == "2' 1-0 Reds; 3' 1-1 Blues, own goal of Anna")
        let same = try match.ctl("scorer", "5", "--none")
        #expect(same == "no change; event 5: goal for Reds\n")
        #expect(try match.match().revision == 10)
        let entries = try match.json("export")
        let scored = entries.filter { $0["kind"] == "scoreChanged" }
        #expect(scored.map { $0["scorer"] } == [.null, "Anna"])
        #expect(scored.map { $0["text"] } == ["goal for Reds by Anna", "goal for Blues"])
        let amended = entries.filter { $0["kind"] == "goalAmended" }
        #expect(amended.map { $0["amends"] } == [5, 6, 6, 5])
        #expect(
            amended.map { $0["text"] } == [
                "scorer of event 5: Carl", "scorer of event 6: Ben",
                "scorer of event 6: Anna, own goal", "scorer of event 5: nobody",
            ])
        try match.ctl("export", "--format=csv", says: ",amends,", ",Anna,1,true,teamB,1,1-1,")
        try match.ctl("end", "--yes")
        #expect(try match.ctl("scorers") == "1  Anna  0 goals  in 1 match, 1 own goal\n")
    }

    @Test func aPlayerWhoIsRenamedIsOneScorer() throws {
        try match.ctl("player", "edit", "anna", "--name", "Annabel")
        match.clock.advance(by: .seconds(60))
        try match.ctl("goal", "a", "annabel")
        let report = try match.ctl("report")
        #expect(report.contains("goals: Annabel 2', 4'\n"), "\(report)")
    }

    @Test func oneUndoTakesBackTheScorerAndTheNextTheGoal() throws {
        try match.ctl("scorer", "6", "ben")
        try match.ctl("undo", says: "undone: naming Ben as the scorer of event 6\n")
        #expect(try goals() == "2' 1-0 Reds, Anna; 3' 1-1 Blues")
        try match.ctl("redo", says: "redone: naming Ben as the scorer of event 6\n")
        try match.ctl("undo")
        try match.ctl("undo", says: "undone: the goal for Blues\n", "1-0")
        try match.ctl("undo", says: "undone: the goal for Reds by Anna\n")
        for _ in 1...3 { try match.ctl("redo") }
        #expect(try goals() == "2' 1-0 Reds, Anna; 3' 1-1 Blues, Ben")
        // A goal takes what was said of it along.
        try match.ctl("undo", "6")
        try match.ctl("log", says: "scorer of event 6: Ben (undone by 16)")
        #expect(try goals() == "2' 1-0 Reds, Anna")
        try match.ctl("scorer", "6", "ben", says: "event 6 is not a goal", status: 1)
        try match.ctl("redo")
        #expect(try goals() == "2' 1-0 Reds, Anna; 3' 1-1 Blues, Ben")
    }

    @Test func aMatchThatIsOverIsAmendedWhileAnotherIsOpen() throws {
        try match.ctl("end", "--yes")
        let first = try match.match().id
        try match.ctl("goal", "a", says: "'gatherctl undo --match' reopens", status: 1)
        try match.ctl("scorer", "5", "carl")
        // An undo would take the scorer back, and reopen nothing.
        let refused = try match.ctl("goal", "a", says: "no match is open", status: 1)
        #expect(!refused.contains("undo"))
        #expect(try match.ctl("scorers") == "1  Carl  1 goal  in 1 match\n")
        try match.ctl("new", "--team-a", "Greens", "--team-a-players", "dora")
        let open = try match.match()
        let words = ["scorer", "5", "anna", "--of", String(first.prefix(8))]
        #expect(try match.ctl(words) == "event 5: goal for Reds by Anna\n")
        #expect(try match.match() == open)
        try match.ctl("report", first, says: "2' 1-0 Reds, Anna\n")
        #expect(try match.ctl("scorers") == "1  Anna  1 goal  in 1 match\n")
        try match.ctl(
            "scorer", "5", "dora", "--of", first, says: "Dora is not on Reds", status: 1)
        try match.ctl("scorer", "5", "carl", says: "there is no event 5", status: 1)
        try match.daemon.restart()
        #expect(try match.match().id == open.id)
        try match.ctl("report", first, says: "2' 1-0 Reds, Anna\n")
        // It is taken up by its end, and what was amended since stands.
        try match.ctl("discard", "--yes")
        try match.ctl("reopen", first)
        #expect(try match.match().score == "1-1")
        #expect(try goals() == "2' 1-0 Reds, Anna; 3' 1-1 Blues")
    }

    @Test func anAnswerThatWasLostIsTheSameAgain() throws {
        let words = ["scorer", "6", "ben", "--request-id", "who"]
        let first = try match.ctl(words)
        try match.ctl("goal", "a")
        #expect(try match.ctl(words) == first)
        #expect(try match.match().revision == 8)
        try match.ctl(
            "scorer", "5", "carl", "--request-id", "who", says: "used for another", status: 1)
    }

    @Test func aSubscriberIsTold() throws {
        let watch = try match.start("watch")
        try watch.line(with: "snapshot")
        try match.ctl("scorer", "6", "ben")
        try watch.line(with: "goalAmended")
    }

    @Test func whatIsWrongIsNamed() throws {
        let before = try match.match()
        for (arguments, words, status) in [
            (["scorer"], "the number of the goal's event is missing", 2),
            (["scorer", "5"], "the player is missing", 2),
            (["scorer", "5", "--own-goal"], "the player is missing", 2),
            (["scorer", "five", "anna"], "'five' is not the number of an event", 2),
            (["scorer", "0", "anna"], "'0' is not the number of an event", 2),
            (["scorer", "-5", "anna"], "'-5' is not the number of an event", 2),
            (["scorer", "5", "anna", "ben"], "unexpected argument 'ben'", 2),
            (["scorer", "5", "--none", "anna"], "unexpected argument 'anna'", 2),
            (["scorer", "5", "--none", "--own-goal"], "'--own-goal' cannot be given", 2),
            (["scorer", "5", "anna", "--of", "x"], "'x' is not the ID of a match", 2),
            (["scorer", "5", "anna", "--of", "ffffffff"], "there is no such match", 1),
            (["scorer", "5", "xyzzy"], "no player 'xyzzy'", 1),
            (["scorer", "5", "ben"], "Ben is not on Reds", 1),
            (["scorer", "5", "--own-goal", "carl"], "Carl is not on Blues", 1),
            (["scorer", "4", "anna"], "event 4 is not a goal that counts", 1),
            (["scorer", "99", "--none"], "there is no event 99", 1),
        ] as [([String], String, Int32)] {
            let said = try match.ctl(arguments, says: [words], status: status)
            #expect(said.hasPrefix("gatherctl: cannot change the scorer: "), "\(arguments)")
        }
        #expect(try match.match() == before)
        let client = try match.daemon.client()
        for (name, parameters) in [
            ("scorer", ["number": 5]), ("noScorer", ["number": 5, "scorer": 1, "noScorer": true]),
            ("ownGoal", ["number": 5, "noScorer": true, "ownGoal": true]),
            ("number", ["scorer": 1]), ("id", ["number": 5, "scorer": 1, "id": "x"]),
        ] as [(String, JSONObject)] {
            let reply = try client.call(.amendGoal, parameters)
            #expect(reply == VarlinkError.invalidParameter(name).reply, "\(parameters)")
        }
        #expect(try match.match() == before)
    }
}
