import GatherAPI
import Testing

/// The players of a match from the shell: its sides and the bench.
@Suite struct SidesTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora") }

    /// The initials on Team A, on Team B and on the bench.
    private func sides() throws -> [String] {
        let gather = try match.match()
        return [gather.teamA.players, gather.teamB.players, gather.bench].map { players in
            players.map { $0.name.prefix(1) }.joined()
        }
    }

    @Test func chosenPlayersAreOnTheBench() throws {
        try match.ctl("team", "bench", "anna", "ben", "3", says: "opened a match")
        #expect(try sides() == ["", "", "ABC"])
        let team = """
            Team A
              nobody
            Team B
              nobody
            Bench
              1  -  Anna
              2  -  Ben
              3  -  Carl

            """
        #expect(try match.ctl("team") == team)
        try match.ctl("status", says: "\nBench: Anna, Ben, Carl\n")
    }

    @Test func aMatchWithPlayersStartsOnceBothSidesHaveOne() throws {
        for (move, lacking) in [("bench", "Team A"), ("a", "Team B")] {
            try match.ctl("team", move, "anna", "ben")
            for verb in ["start", "toggle"] {
                try match.ctl(
                    verb, says: "cannot \(verb) the countdown: \(lacking) has no players",
                    "gatherctl team", status: 1)
            }
            try match.ctl("status", says: "10:00 stopped")
        }
        try match.ctl("team", "b", "ben")
        try match.ctl("start", says: "running from 10:00")
    }

    @Test func aMatchWithoutPlayersStartsAsBefore() throws {
        try match.ctl("start", says: "running from 10:00")
        try match.ctl("end", "--yes")
        try match.ctl("team", "a", "anna")
        try match.ctl("team", "clear")
        #expect(try sides() == ["", "", ""])
        try match.ctl("start", says: "running from 10:00")
    }

    @Test func playersAreMovedUntilTheEndAndEachMoveIsUndone() throws {
        try match.ctl("team", "bench", "anna", "ben", "carl", "dora")
        try match.ctl("team", "a", "anna", "ben")
        try match.ctl("team", "b", "carl", "dora")
        try match.ctl("start")
        let moves: [([String], [String])] = [
            (["b", "anna"], ["B", "CDA", ""]), (["bench", "dora"], ["B", "CA", "D"]),
            (["out", "carl"], ["B", "A", "D"]), (["a", "carl", "dora"], ["BCD", "A", ""]),
            (["clear"], ["", "", ""]),
        ]
        for (words, expected) in moves {
            let before = try sides()
            try match.ctl(["team"] + words)
            #expect(try sides() == expected)
            #expect(try match.ctl("undo").hasPrefix("undone: "))
            #expect(try sides() == before)
            try match.ctl("redo")
            #expect(try sides() == expected)
        }
        try match.ctl("team", "clear", says: "nobody is in")
        try match.ctl(
            "log", says: "to Team B: Anna", "to the bench: Dora", "out of the match: Carl")
        try match.ctl("end", "--yes")
        try match.ctl("team", "clear", says: "no match is open", status: 1)
    }

    @Test func whoIsThereAlreadyStaysAndItSaysSo() throws {
        try match.ctl("team", "a", "anna")
        let revision = try match.match().revision
        try match.ctl("team", "a", "anna", says: "already on Team A")
        #expect(try match.match().revision == revision)
        try match.ctl("team", "a", "xyzzy", says: "no player 'xyzzy'", status: 1)
        try match.ctl("discard", "--yes")
        try match.ctl("team", "out", "anna", says: "no match is open", status: 1)
    }

    @Test func aNewNameIsInTheMatchOnceThePlayerIsNamedAgain() throws {
        try match.ctl("team", "a", "anna", "ben")
        try match.ctl("team", "b", "carl", "dora")
        try match.ctl("start")
        try match.ctl("player", "edit", "anna", "--name", "Ada", "--shirt", "7")
        try match.ctl("player", "edit", "carl", "--name", "Kurt")
        #expect(try sides() == ["AB", "CD", ""])
        try match.ctl("goal", "kurt", says: "0-1", "Kurt")
        try match.ctl("card", "#7", "yellow", says: "Ada")
        try match.ctl("undo", says: "undone: the yellow card for Ada")
        try match.ctl("team", "a", "ada", says: "Ada #7")
        try match.ctl("team", "a", "ada", says: "already on Team A")
        try match.daemon.restart()
        try match.ctl("end", "--yes")
        try match.ctl("report", says: "Team A: Ada #7, Ben\n", "Team B: Kurt, Dora\n  goals: Kurt")
    }

    @Test func theSidesAreNamed() throws {
        let opened = try match.ctl("team", "names", "Reds", "The Blues", says: "opened a match")
        #expect(opened.hasSuffix("; Reds - The Blues\n"))
        #expect(
            try match.ctl("team", "names", "Reds", "The Blues")
                == "no change: already Reds - The Blues\n")
        try match.ctl("status", says: "Reds 0-0 The Blues")
        try match.ctl("team", "names", "Reds", "", says: "1 to 100 characters", status: 2)
        try match.ctl("team", "names", "A", "B")
        try match.ctl("undo")
        try match.ctl("status", says: "Reds 0-0 The Blues")
    }

    @Test func aMatchOpensWithItsSides() throws {
        let said = try match.ctl(
            "new", "--team-a", "Reds", "--team-a-players", "anna, BEN", "--team-b-players", "3,4")
        let opened = """
            opened: 10:00, Reds - Team B
            Reds       Team B
            -    Anna  -    Carl
            -    Ben   -    Dora

            """
        #expect(said == opened)
        #expect(try sides() == ["AB", "CD", ""])
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--team-a-players", "n", says: "'n' matches 2 players", status: 1)
        try match.ctl(
            "new", "--team-a-players", "anna", "--team-b-players", "ben,1",
            says: "Anna is on both sides", status: 1)
        #expect(try match.match().phase == .discarded)
    }

    @Test func whoPlaysCannotBeRemovedAndWhoHasPlayedStaysInTheRecord() throws {
        try match.ctl("team", "a", "anna")
        try match.ctl("team", "b", "ben")
        try match.ctl("player", "remove", "1", "--yes", says: "Anna is in the open", status: 1)
        try match.ctl("start")
        try match.ctl("goal", "a", "anna")
        try match.ctl("end", "--yes")
        try match.ctl("player", "remove", "1", "--yes")
        #expect(try !match.ctl("player").contains("Anna"))
        try match.ctl("report", says: "1' 1-0 Team A, Anna\n", "Team A: Anna\n")
        try match.ctl("show", says: "by Anna")
        try match.ctl("scorers", says: "1  Anna  1 goal  in 1 match\n")
        try match.ctl("player", "show", "1", says: "Anna\n", "1: 1 won, 0 drawn, 0 lost")
    }

    @Test func ofNamesakesTheOneWhoPlaysIsMeantAlsoAfterBeingRemoved() throws {
        for _ in 1...3 { try match.ctl("player", "add", "KillA") }
        try match.ctl("team", "a", "killa", says: "matches 3 players", status: 1)
        try match.ctl("team", "a", "6")
        try match.ctl("team", "b", "killa")
        #expect(try match.match().teamB.players.map(\.id) == [6])
        try match.ctl("team", "out", "6")
        try match.ctl("player", "remove", "6", "--yes")
        try match.ctl("undo", "--match")
        try match.ctl("team", "a", "6")
        #expect(try match.match().teamA.players.map(\.id) == [6])
    }

    @Test func aSideIsNamedByItsNameOrByOneOfItsPlayers() throws {
        try match.ctl(
            "new", "12", "--team-a", "Bibs", "--team-b", "Bears", "--team-a-players", "anna,ben",
            "--team-b-players", "carl")
        try match.ctl("team", "bench", "dora")
        let goals: [([String], String)] = [
            (["bibs"], "Bibs 1-0 Bears\n"), (["BEARS", "carl"], "Bibs 1-1 Bears, Carl\n"),
            (["ann"], "Bibs 2-1 Bears, Anna\n"),
            (["--own-goal", "ben"], "Bibs 2-2 Bears, own goal of Ben\n"),
            (["a"], "Bibs 3-2 Bears\n"),
        ]
        for (words, said) in goals {
            #expect(try match.ctl(["goal"] + words) == said)
        }
        try match.ctl("score", "bib", "1", says: "Bibs 1-2 Bears")
        try match.ctl("team", "bea", "dora")
        #expect(try sides() == ["AB", "CD", ""])
        let before = try match.match()
        let several = try match.ctl("goal", "be", status: 2)
        #expect(
            several == """
                gatherctl: cannot count the goal: 'be' matches 2 names; type more of one
                  Ben, Bibs
                  Bears
                try 'gatherctl goal --help'

                """)
        let wrong: [([String], String)] = [
            (["goal", "zzz"], "no team 'zzz': say a (Bibs) or b (Bears)"),
            (["goal", ""], "no team '': say a (Bibs) or b (Bears)"),
            (["goal", "anna", "carl"], "Anna is a player; name the team first, or one player"),
            (["goal", "--own-goal", "bibs"], "the player is missing"),
            (["score", "b", "x"], "'x' is not a number of goals"),
            (["team", "anna", "carl"], "cannot do 'team anna': there is no such command"),
            (["team", "drow", "carl"], "cannot do 'team drow': there is no such command"),
            (["team", "b", "1-x"], "no player '1-x'"),
        ]
        for (words, message) in wrong {
            try match.ctl(words, says: [message], status: words[1...] == ["b", "1-x"] ? 1 : 2)
        }
        #expect(try match.match() == before)
    }

    @Test func aSideOfAMatchThatIsOverIsRefusedLikeItsLetter() throws {
        func refuse(_ ways: String) throws {
            let name = try match.ctl("goal", "bibs", status: 1)
            #expect(try match.ctl("goal", "a", status: 1) == name)
            #expect(name == "gatherctl: cannot count the goal: no match is open; \(ways)\n")
            for (goals, failure) in [
                ("+1", "cannot count the goal"), ("+2", "cannot change the score"),
                ("-1", "cannot change the score"), ("2", "cannot set the score"),
            ] {
                let said = try match.ctl("score", "bibs", goals, status: 1)
                #expect(said == "gatherctl: \(failure): no match is open; \(ways)\n")
                #expect(try match.ctl("score", "a", goals, status: 1) == said)
            }
            for words in [
                ["goal", "red"], ["score", "bibs", "+1"], ["card", "bibs", "yellow"],
                ["foul", "bibs"], ["timeout", "bibs"], ["kick", "bibs", "in"],
                ["sub", "bibs", "anna", "ben"],
            ] {
                try match.ctl(words, says: ["no match is open; \(ways)"], status: 1)
            }
        }
        try refuse("'gatherctl start' starts one")
        try match.ctl("new", "--team-a", "Bibs", "--color-a", "red")
        try match.ctl("goal", "red")
        let number = try match.match().revision
        try match.ctl("end", "--yes")
        match.clock.advance(by: .seconds(9))
        let start = "'gatherctl start' starts a new one"
        try refuse("'gatherctl undo --match' reopens the one that ended 9 s ago, or \(start)")
        // An undo would now take back the change of the goal.
        try match.ctl("edit", "\(number)", "--side", "b")
        try refuse("'gatherctl start' starts one")
    }

    @Test func aSideNamedLikeAPlayerIsNotGuessed() throws {
        try match.ctl("new", "--team-a", "Anna", "--team-b", "B", "--team-b-players", "anna,ben")
        try match.ctl("goal", "anna", says: "'anna' matches 2 names", "Anna, B", status: 2)
        // The letter always means the side.
        try match.ctl("goal", "A", says: "Anna 1-0 B")
        try match.ctl("goal", "b", says: "Anna 1-1 B")
    }

    @Test func twoPlayersAreSwapped() throws {
        try match.ctl("new", "--team-a-players", "anna", "--team-b-players", "ben")
        try match.ctl("team", "bench", "carl")
        try match.ctl("team", "swap", "ann", "carl", says: "-    Carl  -    Ben\nBench: Anna")
        #expect(try sides() == ["C", "B", "A"])
        try match.ctl("team", "swap", "1", "2")
        #expect(try sides() == ["C", "A", "B"])
        try match.ctl("undo", says: "moving Anna to Team B, and moving Ben to the bench")
        #expect(try sides() == ["C", "B", "A"])
        try match.ctl("team", "swap", "anna", "dora", says: "Dora is not in the match", status: 1)
        try match.ctl("team", "swap", "carl", "3", says: "are one player", status: 1)
        try match.ctl("team", "b", "anna")
        try match.ctl("team", "swap", "anna", "ben", says: "no change")
        try match.ctl("end", "--yes")
        try match.ctl("team", "swap", "anna", "ben", says: "no match is open", status: 1)
    }

    @Test func aDrawIsOfAllOfARangeOrOfAllButSome() throws {
        try match.ctl(
            "team", "draw", says: "no match is open, and nobody was named",
            "'gatherctl team draw all'", status: 1)
        func drawn(_ words: String...) throws -> String {
            try match.ctl(["team", "draw"] + words)
            let sides = try sides()
            return String((sides[0] + sides[1]).sorted())
        }
        #expect(try drawn("all") == "ABCD")
        #expect(try drawn("all", "-carl") == "ABD")
        #expect(try drawn("2-9") == "BCD")
        #expect(try drawn("1-2", "dora", "-1") == "BD")
        let wrong: [([String], String)] = [
            (["7-9"], "no player has a number of '7-9'"),
            (["1-2", "-carl"], "Carl is not among the players before '-carl'"),
            (["-carl", "all"], "Carl is not among"), (["all", "-zzz"], "no player 'zzz'"),
            (["all", "-1", "-2", "-3"], "at least 2 players are needed"),
            (["1-2", "-1", "-2"], "nobody is left"), (["dora", "-dora"], "nobody is left"),
        ]
        let before = try match.match()
        for (words, message) in wrong {
            try match.ctl(["team", "draw"] + words, says: [message], status: 1)
        }
        #expect(try match.match() == before)
        // Where it would be a whole squad by mistake, it is a name.
        try match.ctl("team", "a", "all", says: "no player 'all'", status: 1)
        try match.ctl("team", "a", "1-2", "4")
        #expect(try sides()[0].sorted() == ["A", "B", "D"])
    }

    @Test func bothScoresAreSetAtOnce() throws {
        try match.ctl("start", "12", says: "running from 12:00")
        try match.ctl("goal", "a")
        try match.ctl("score", "2-3", says: "Team A 2-3 Team B")
        try match.ctl("score", "2-3", says: "already Team A 2-3 Team B")
        try match.ctl(
            "undo", says: "undone: setting the goals of Team A to 2, and setting the goals of")
        #expect(try match.match().score == "1-0")
        try match.ctl("start", "5", says: "a match is open already", "gatherctl set", status: 1)
    }

    @Test func aRematchHasTheTimeTheNamesAndThePlayersOfTheLastMatch() throws {
        try match.ctl("new", "--rematch", says: "there is no match yet", status: 1)
        try match.ctl(
            "new", "12", "--team-a", "Bibs", "--team-b", "Skins", "--team-a-players", "1-2",
            "--team-b-players", "carl,dora")
        try match.ctl("new", "--rematch", says: "a match is open already", status: 1)
        try match.ctl("end", "--yes")
        try match.ctl("new", "--rematch", says: "opened: 12:00, Bibs - Skins")
        #expect(try sides() == ["AB", "CD", ""])
        try match.ctl("discard", "--yes")
        try match.ctl("player", "remove", "ben", "--yes")
        try match.ctl(
            "new", "--rematch", "5", "--team-b", "Blues", "--team-b-players", "dora",
            says: "opened: 05:00, Bibs - Blues")
        #expect(try sides() == ["A", "D", ""])
        try match.ctl("end", "--yes")
        try match.ctl("new", "--rematch", "--team-a-players", "dora,carl")
        #expect(try sides() == ["DC", "", ""])
        // Whoever was on the bench is there again.
        try match.ctl("team", "bench", "anna", "carl")
        try match.ctl("end", "--yes")
        try match.ctl("new", "--rematch")
        #expect(try sides() == ["D", "", "AC"])
        try match.ctl("undo", says: "undone: the opening of the match")
        try match.ctl("new", "--rematch", "--team-b-players", "carl")
        #expect(try sides() == ["D", "C", "A"])
    }

    @Test func aSideHasAColourWhichIsAWordForIt() throws {
        try match.ctl(
            "new", "--color-a", "Red", "--color-b", "blue", "--team-a-players", "anna",
            says: "Colours: Team A red, Team B blue")
        try match.ctl("goal", "red", says: "Team A 1-0 Team B")
        try match.ctl("goal", "BLUE", says: "1-1")
        try match.ctl("team", "colors", "red", "red", says: "Colours: Team A red, Team B red")
        try match.ctl("team", "colors", "red", "red", says: "no change: they are so")
        try match.ctl(
            "goal", "red", says: "both teams are red; say a (Team A) or b (Team B)", status: 2)
        try match.ctl("undo", says: "undone: the colours: Team A red, Team B red")
        try match.ctl("team", "red", "ben", says: "Anna")
        #expect(try sides() == ["AB", "", ""])
        try match.ctl("team", "colors", "none", "green")
        try match.ctl("goal", "red", says: "no team 'red'", status: 2)
        try match.ctl("team", "names", "Greenies", "Team B")
        let cause = "'green' is the colour of Team B, and the name of Greenies begins so"
        try match.ctl("goal", "green", says: cause, status: 2)
        try match.ctl("player", "add", "Greenberg")
        try match.ctl("team", "names", "Reds", "Team B")
        try match.ctl("team", "a", "greenberg")
        try match.ctl("goal", "green", says: "Reds 1-2 Team B")
        try match.ctl("goal", "greenb", says: "Reds 2-2 Team B")
        try match.ctl("log", says: "colours: Team A none, Team B green")
        try match.ctl("team", "colors", "brown", "green", says: "use none, black", status: 2)
        try match.ctl("team", says: "Colours: Team B green")
        #expect(try match.match().teamB.color == .green)
        try match.ctl("end", "--yes")
        try match.ctl("new", "--rematch", "--color-a", "pink")
        let gather = try match.match()
        #expect([gather.teamA.color, gather.teamB.color] == [.pink, .green])
    }

    @Test func coloursOpenAMatchAndAreThereAfterARestart() throws {
        try match.ctl("team", "colors", "white", "none", says: "opened a match", "Team A white")
        try match.daemon.restart()
        let gather = try match.match()
        #expect(gather.teamA.color == .white && gather.teamB.color == nil)
        try match.ctl("undo", says: "undone: the opening of the match")
    }
}
