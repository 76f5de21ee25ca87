import GatherAPI
import Testing

/// Goals that are edited, from the shell: event 5 is a goal of Anna for the Reds after a minute, 6
/// one of nobody for the Blues after two.
@Suite struct EditGoalTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna,carl",
            "--team-b-players", "ben")
        try match.ctl("start")
        for words in [["goal", "a", "anna"], ["goal", "b"]] {
            match.clock.advance(by: .seconds(60))
            try match.ctl(words)
        }
        match.clock.advance(by: .seconds(120))
    }

    /// The goals of the report.
    private func goals() throws -> String {
        let report = try match.ctl("report")
        return report.split(separator: "\n").filter { $0.contains("' ") && !$0.contains("goals:") }
            .joined(separator: "; ")
    }

    /// The numbers of the two goals.
    private func numbers() throws -> [String] {
        try match.json("export").filter { $0["kind"] == "scoreChanged" }
            .compactMap { $0["number"]?.int }.map { "\($0)" }
    }

    @Test func eachThingChangesAloneOrWithTheOthers() throws {
        let (first, second) = (try numbers()[0], try numbers()[1])
        #expect(try goals() == "1' 1-0 Reds, Anna; 2' 1-1 Blues")
        let scorer = try match.ctl("edit", second, "--scorer", "ben")
        #expect(scorer == "event \(second): goal for Blues by Ben\n")
        let minute = try match.ctl("edit", second, "--minute", "1")
        #expect(minute == "event \(second): goal for Blues by Ben, in minute 1\n")
        let side = try match.ctl("edit", second, "--side", "reds", "--own-goal", "ben")
        #expect(side == "event \(second): own goal for Reds by Ben, in minute 1\n")
        #expect(try goals() == "1' 1-0 Reds, Anna; 1' 2-0 Reds, own goal of Ben")
        let all = ["edit", first, "--side", "b", "--no-scorer", "--minute", "3"]
        #expect(try match.ctl(all) == "event \(first): goal for Blues, in minute 3\n")
        #expect(try goals() == "1' 1-0 Reds, own goal of Ben; 3' 1-1 Blues")
        try match.ctl(all, says: ["no change; event \(first): goal for Blues, in minute 3"])
        try match.ctl(
            "log", says: "event \(first): for Blues, scorer nobody, minute 3",
            "scorer of event \(second): Ben", "event \(second): minute 1")
        try match.ctl("goal", "a", "carl")
        #expect(
            try goals()
                == "1' 1-0 Reds, own goal of Ben; 3' 1-1 Blues; 4' 2-1 Reds, Carl")
        try match.daemon.restart()
        try match.ctl("end", "--yes")
        #expect(
            try goals()
                == "1' 1-0 Reds, own goal of Ben; 3' 1-1 Blues; 4' 2-1 Reds, Carl")
        try match.ctl("show", says: "event \(first): for Blues, scorer nobody, minute 3")
    }

    @Test func aMovedGoalThatALowerScoreTookIsInNoReport() throws {
        let (first, second) = (try numbers()[0], try numbers()[1])
        try match.ctl("edit", second, "--side", "a", "--scorer", "carl")
        for lower in [["score", "a", "-1"], ["score", "0-0"]] {
            try match.ctl(lower)
            #expect(try goals() == (lower.count == 3 ? "1' 1-0 Reds, Anna" : ""))
        }
        #expect(try !match.ctl("report").contains("Carl 2'"))
        try match.ctl("goal", "b", "ben")
        #expect(try goals() == "4' 0-1 Blues, Ben")
        try match.ctl("edit", first, "--minute", "1", says: "not a goal that counts", status: 1)
    }

    @Test func aGoalThatIsMovedToASideAfterALowerScoreStays() throws {
        let second = try numbers()[1]
        try match.ctl("score", "a", "-1")
        try match.ctl("edit", second, "--side", "a", "--scorer", "carl")
        #expect(try goals() == "2' 1-0 Reds, Carl")
        try match.ctl("end", "--yes")
        try match.ctl("scorers", says: "Carl  1 goal")
    }

    @Test func aGoalThatALowerScoreTookDoesNotComeBackForAMovedOne() throws {
        let second = try numbers()[1]
        for score in ["0", "1"] { try match.ctl("score", "a", score) }
        try match.ctl("edit", second, "--side", "a")
        try match.ctl("score", "a", "1")
        #expect(try goals() == "4' 1-0 corrected")
        #expect(try match.match().latestGoal == nil)
    }

    @Test func undoTakesItBack() throws {
        let first = try numbers()[0]
        try match.ctl("edit", first, "--side", "b", "--scorer", "ben")
        #expect(try match.match().score == "0-2")
        let undone = try match.ctl("undo")
        #expect(
            undone.hasPrefix("undone: the change of event \(first): for Blues, scorer Ben\n"))
        #expect(try match.match().score == "1-1")
        #expect(try goals() == "1' 1-0 Reds, Anna; 2' 1-1 Blues")
        try match.ctl("redo")
        #expect(try match.match().score == "0-2")
        // It is taken back as it was known.
        try match.ctl("undo", first, says: "undone: the goal for Blues by Ben\n")
        try match.ctl("redo", says: "redone: the goal for Blues by Ben\n")
        try match.ctl("undo", first)
        try match.ctl("edit", first, "--minute", "1", says: "not a goal that counts", status: 1)
        #expect(try goals() == "2' 0-1 Blues")
    }

    @Test func aScorerOnTheWrongSideHasToBeSaid() throws {
        let first = try numbers()[0]
        let refused = try match.ctl("edit", first, "--side", "blues", status: 1)
        #expect(
            refused == "gatherctl: cannot change the goal: Anna scored it for the other side: say "
                + "'--scorer PLAYER', '--own-goal PLAYER' or '--no-scorer'\n")
        try match.ctl(
            "edit", first, "--side", "b", "--own-goal", "anna",
            says: "own goal for Blues by Anna")
    }

    @Test func whatIsWrongIsNamedAndChangesNothing() throws {
        let first = try numbers()[0]
        let before = try match.match()
        let wrong: [([String], String, Int32)] = [
            ([], "the number of the goal's event is missing", 2),
            ([first], "nothing is given to change; use '--scorer', '--minute' or '--side'", 2),
            (
                [first, "--scorer", "ben", "--no-scorer"],
                "'--no-scorer' cannot be given along with '--scorer'", 2
            ),
            ([first, "--minute", "x"], "'x' is not a minute; use 37 or 45+3", 2),
            ([first, "--minute", "9"], "the minute has not come yet", 1),
            ([first, "--side", "greens"], "no team 'greens': say a (Reds) or b (Blues)", 2),
            ([first, "--side="], "the team, a or b, is missing", 2),
            ([first, "--scorer="], "the player is missing", 2),
            ([first, "--scorer", "ben"], "Ben is not", 1),
            (["99", "--minute", "1"], "there is no event 99", 1),
            (["1", "--minute", "1"], "event 1 is not a goal that counts", 1),
        ]
        for (words, cause, status) in wrong {
            let said = try match.ctl(["edit"] + words, says: [cause], status: status)
            #expect(said.hasPrefix("gatherctl: cannot change the goal: "), "\(words)")
        }
        #expect(try match.match() == before)
    }

    @Test func aMatchThatIsOverIsEditedByItsName() throws {
        let first = try numbers()[0]
        try match.ctl("end", "--yes")
        let id = try match.match().id
        try match.ctl("new", "--team-a", "Greens")
        try match.ctl(
            "edit", first, "--of", id, "--side", "blues", "--scorer", "ben",
            says: "goal for Blues by Ben")
        try match.ctl("report", id, says: "Reds 0-2 Blues", "1' 0-1 Blues, Ben")
        for number in ["1", "99"] {
            try match.ctl(
                "edit", number, "--of", id, "--minute", "1",
                says: "'gatherctl show \(id.prefix(8))' lists the events", status: 1)
        }
        try match.ctl("history", says: "0-2")
        #expect(try match.match().score == "0-0")
    }

    @Test func theSidesOfAMatchThatIsOverHaveTheirWords() throws {
        let second = try numbers()[1]
        try match.ctl("team", "colors", "green", "white")
        try match.ctl("end", "--yes")
        let id = try match.match().id
        let words = [("Reds", "Reds"), ("blu", "Blues"), ("GREEN", "Reds"), ("white", "Blues")]
        for of in [[], ["--of", "last"], ["--of", id]] {
            for (word, side) in words {
                try match.ctl(
                    ["edit", second, "--side", word] + of, says: ["goal for \(side)"])
            }
            try match.ctl(
                ["edit", second, "--side", "anna"] + of,
                says: ["no team 'anna': say a (Reds) or b (Blues)"], status: 2)
        }
        // Its colours are known until another match opens, and its names always.
        try match.ctl("new", "--team-a", "Greens", "--color-b", "white")
        try match.ctl(
            "edit", second, "--of", id, "--side", "white",
            says: "no team 'white': say a (Reds) or b (Blues)", status: 2)
        try match.ctl("edit", second, "--of", id, "--side", "re", says: "goal for Reds")
        try match.ctl(
            "edit", second, "--side", "blues", says: "no team 'blues': say a (Greens)", status: 2)
    }

    @Test func itIsOnALineAsItIsNow() throws {
        let first = try numbers()[0]
        let watch = try match.start("watch", "--format", "{score} {scorer} {minute}")
        try watch.line(with: "1-1")
        try match.ctl("edit", first, "--side", "b", "--scorer", "ben", "--minute", "3")
        try watch.line(with: "0-2 Ben 3")
    }
}
