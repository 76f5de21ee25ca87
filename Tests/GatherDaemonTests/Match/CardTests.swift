import FoundationEssentials
import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Cards, from the shell: Anna and Carl are on the Reds, Ben on the Blues, Dora is on the bench,
/// and Eve in the squad.
@Suite struct CardTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora", "Eve")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna,carl",
            "--team-b-players", "ben")
        try match.ctl("team", "bench", "dora")
        try match.ctl("start")
        match.clock.advance(by: .seconds(61))
    }

    @Test func aSecondYellowCardSendsOffWhicheverWordIsTyped() throws {
        #expect(try match.ctl("card", "a", "yellow", "anna") == "yellow card: Anna, Reds\n")
        #expect(try match.ctl("card", "carl", "yellow") == "yellow card: Carl, Reds\n")
        match.clock.advance(by: .seconds(60))
        let second = try match.ctl("card", "a", "yellow", "anna", "--ago", "5s")
        #expect(second == "second yellow card: Anna, Reds\n")
        let named = try match.ctl("card", "reds", "second-yellow", "carl")
        #expect(named == "second yellow card: Carl, Reds\n")
        try match.ctl("card", "b", "red", says: "red card: Blues\n")
        try match.ctl("status", says: "Anna [2Y]", "Carl [2Y]")
        try match.ctl("team", says: "Anna [2Y]")
        try match.ctl("undo", "6", says: "undone: the yellow card for Anna of Reds")
        try match.ctl("status", says: "Anna [Y]", "Carl [2Y]")
    }

    @Test func whoWasSentOffDoesNotPlayButWithForce() throws {
        try match.ctl("card", "a", "red", "anna")
        let goal = try match.ctl("goal", "a", "anna", status: 1)
        #expect(
            goal == "gatherctl: cannot count the goal: Anna was sent off; "
                + "'--force' does it all the same\n")
        try match.ctl("goal", "b", "--own-goal", "anna", says: "Anna was sent off", status: 1)
        try match.ctl("team", "swap", "anna", "dora")
        try match.ctl("team", "a", "anna", says: "Anna was sent off", status: 1)
        try match.ctl("team", "reds", "anna", says: "Anna was sent off", status: 1)
        try match.ctl("team", "swap", "anna", "ben", says: "Anna was sent off", status: 1)
        try match.ctl("sub", "a", "carl", "anna", says: "Anna was sent off", status: 1)
        try match.ctl("team", "draw", "anna", "ben", says: "Anna was sent off", status: 1)
        try match.ctl("team", "a", "--force", "anna", says: "Anna [R]")
        try match.ctl("goal", "a", "anna", "--force", says: "Reds 1-0 Blues, Anna")
        try match.ctl("goal", "a", says: "2-0")
        let number = try #require(try match.match().latestGoal?.number)
        try match.ctl("scorer", "\(number)", "anna", says: "Anna was sent off", status: 1)
        try match.ctl("scorer", "\(number)", "anna", "--force", says: "goal for Reds by Anna")
        try match.ctl("end", "--yes")
        try match.ctl("new", "--team-a-players", "anna", "--team-b-players", "ben")
        try match.ctl("goal", "a", "anna", says: "1-0")
    }

    @Test func aTimePenaltyCountsDownWithTheClock() throws {
        let given = try match.ctl("card", "b", "time", "ben")
        #expect(given == "time penalty: Ben, Blues, 2 min\n")
        try match.ctl("card", "a", "time", "--for", "90s", says: "time penalty: Reds, 1 min 30 s")
        match.clock.advance(by: .seconds(60))
        try match.ctl("status", says: "time penalty: 01:00 Ben, Blues", "time penalty: 00:30 Reds")
        try match.ctl("pause")
        match.clock.advance(by: .seconds(600))
        try match.ctl("status", says: "time penalty: 01:00 Ben, Blues")
        try match.ctl("resume")
        match.clock.advance(by: .seconds(59))
        let status = try match.ctl("status", says: "time penalty: 00:01 Ben, Blues")
        #expect(!status.contains("00:30"))
        match.clock.advance(by: .seconds(1))
        #expect(try !match.ctl("status").contains("penalty"))
    }

    @Test func cardsAreInTheReportAndTheRecord() throws {
        try match.ctl("card", "a", "yellow", "anna")
        try match.ctl("card", "b", "red")
        match.clock.advance(by: .seconds(60))
        try match.ctl("sub", "carl", "dora")
        try match.ctl("card", "a", "yellow", "anna", "--ago", "90s")
        try match.ctl("card", "a", "time", "dora")
        try match.ctl("undo")
        try match.ctl(
            "report", says: "\n  cards: Anna yellow card 1'; Anna second yellow card 2'\n",
            "\n  substitutions: Dora for Carl 3'\n", "\n  cards: red card 2'\n", "no goals")
        try match.ctl(
            "report", "--markdown", says: "\n  - cards: Anna yellow card 1'",
            "\n  - substitutions: Dora for Carl 3'")
        try match.ctl("report", "--html", says: "<p>cards: red card 2&#39;</p>")
        try match.ctl(
            "log", says: "yellow card for Anna of Reds, 01:30 ago", "red card for Blues",
            "time penalty of 02:00 for Dora of Reds (undone by")
        try match.ctl("export", "--format=csv", says: ",card,penaltySeconds,playerTeam,player,")
        let entries = try match.json("export")
        let cards = entries.filter { $0["kind"] == "cardShown" }
        #expect(cards.map { $0["card"] } == ["secondYellow", "red", "yellow", "time"])
        #expect(cards.map { $0["penaltySeconds"] } == [nil, nil, nil, 120])
        let changes = entries.filter { $0["kind"] == "substituted" }
        #expect(changes.map { $0["player"] } == ["Carl"])
        #expect(changes.map { $0["playerOn"] } == ["Dora"])
        try match.ctl("end", "--yes")
        try match.ctl("show", says: "yellow card for Anna of Reds")
    }

    @Test func amendedCardsAreInTheReportInTheOrderOfTheirMinutes() throws {
        let match = try MatchFixture(players: "Anna", "Ben", "Carl")
        try match.ctl(
            "new", "--format", "halves", "--team-a-players", "anna,ben", "--team-b-players", "carl")
        try match.ctl("start")
        func yellow(_ name: String) throws -> Int {
            try match.ctl("adjust", "-10m")
            try match.ctl("card", "a", "yellow", name)
            return try match.match().revision
        }
        let (first, second) = (try yellow("anna"), try yellow("ben"))
        try match.ctl("edit", "\(second)", "--minute", "15")
        try match.ctl("edit", "\(first)", "--minute", "18")
        try match.ctl("report", says: "Ben yellow card 15'; Anna yellow card 18'")
    }

    @Test func theLengthOfAPenaltyIsChangedAlone() throws {
        try match.ctl("card", "a", "time")
        let number = try match.match().revision
        try match.ctl("edit", "\(number)", "--for", "4m", says: "time penalty of 04:00 for Reds")
        try match.ctl("card", "a", "yellow", "anna")
        try match.ctl(
            "edit", "\(number + 1)", "--for", "4m",
            says: "cannot change the card: '--for' is for a time penalty", status: 2)
    }

    @Test func cardsAreInLinesAndFiles() throws {
        let format = "{cardsA}|{cardsB}"
        func line() throws -> String { try match.ctl("watch", "--once", "--format", format) }
        #expect(try line() == "|\n")
        try match.ctl("card", "a", "yellow", "anna")
        match.clock.advance(by: .seconds(60))
        try match.ctl("card", "a", "yellow", "anna")
        try match.ctl("card", "a", "time")
        try match.ctl("card", "b", "red", "ben")
        #expect(try line() == "Anna Y, Anna 2Y, T|Ben R\n")
        let directory = "\(match.daemon.directory)/displays"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try match.ctl("watch", "--once", "--write", directory)
        func file(_ name: String) throws -> String {
            try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
        }
        #expect(try file("cards_home.txt") == "Anna 2' Y\nAnna 3' 2Y\n3' T")
        #expect(try file("cards_away.txt") == "Ben 3' R")
    }

    @Test func aWrongCardIsNamedAndChangesNothing() throws {
        let before = try match.match()
        let wrong: [([String], String)] = [
            (["card"], "the team, a or b, is missing"),
            (["card", "a"], "the kind, yellow, second-yellow, red, time, is missing"),
            (["card", "a", "yelow"], "'yelow' is not a kind of card"),
            (["card", "x", "red"], "no team 'x'"),
            (["card", "anna", "red", "carl"], "Anna is a player"),
            (["card", "a", "red", "anna", "carl"], "unexpected argument 'carl'"),
            (["card", "a", "red", "--for", "2m"], "'--for' is for a time penalty"),
            (["card", "a", "time", "--for", "2"], "'2' is not a length of time"),
            (["card", "a", "time", "--for", "0s"], "from 00:01 to 1 hour"),
            (["card", "a", "time", "--for", "61m"], "from 00:01 to 1 hour"),
            (["card", "a", "time", "--for", "1500ms"], "from 00:01 to 1 hour"),
            (["card", "a", "red", "--ago", "0s"], "'--ago' is from"),
        ]
        for (words, cause) in wrong {
            try match.ctl(words, says: [cause], status: 2)
        }
        let refused: [([String], String)] = [
            (
                ["card", "a", "second-yellow"],
                "needs the player; 'gatherctl card TEAM second-yellow PLAYER' shows it"
            ),
            (["card", "a", "second-yellow", "anna"], "Anna has no yellow card yet"),
            (["card", "a", "red", "ben"], "Ben is not on Reds; 'gatherctl team' shows who is"),
            (["card", "a", "red", "xyzzy"], "no player 'xyzzy'"),
            (["card", "a", "red", "--ago", "1h"], "the match began"),
        ]
        for (words, cause) in refused {
            try match.ctl(words, says: [cause], status: 1)
        }
        #expect(try match.match().revision == before.revision)
        try match.ctl("end", "--yes")
        try match.ctl("card", "a", "red", says: "no match is open", status: 1)
    }
}
