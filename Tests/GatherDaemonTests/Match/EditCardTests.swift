import FoundationEssentials
import GatherAPI
import Testing

@testable import GatherDaemon

/// Cards that are edited, from the shell: Anna and Carl are on the Reds, Ben on the Blues, and Dora
/// is on the bench; a yellow card of Anna after a minute, and one of nobody of the Blues after two.
@Suite struct EditCardTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora")
        try match.ctl(
            "new", "--team-a", "Reds", "--team-b", "Blues", "--team-a-players", "anna,carl",
            "--team-b-players", "ben")
        try match.ctl("team", "bench", "dora")
        try match.ctl("start")
        for words in [["card", "a", "yellow", "anna"], ["card", "b", "yellow"]] {
            match.clock.advance(by: .seconds(60))
            try match.ctl(words)
        }
        match.clock.advance(by: .seconds(120))
    }

    /// The numbers of the cards.
    private func numbers() throws -> [String] {
        try match.json("export").filter { $0["kind"] == "cardShown" }
            .compactMap { $0["number"]?.int }.map { "\($0)" }
    }

    /// The cards of the report.
    private func cards() throws -> String {
        try match.ctl("report").split(separator: "\n").filter { $0.contains("cards: ") }
            .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: "; ")
    }

    @Test func eachThingChangesAloneOrWithTheOthers() throws {
        let (first, second) = (try numbers()[0], try numbers()[1])
        #expect(try cards() == "cards: Anna yellow card 1'; cards: yellow card 2'")
        let player = try match.ctl("edit", second, "--player", "ben")
        #expect(player == "event \(second): yellow card for Ben of Blues\n")
        let kind = try match.ctl("edit", second, "--card", "time", "--for", "5m")
        #expect(kind == "event \(second): time penalty of 05:00 for Ben of Blues\n")
        try match.ctl("status", says: "time penalty: 03:00 Ben, Blues")
        let all = ["edit", second, "--player", "anna", "--card", "yellow", "--minute", "3"]
        let told = "event \(second): second yellow card for Anna of Reds, in minute 3\n"
        #expect(try match.ctl(all) == told)
        try match.ctl(all, says: ["no change; \(told)"])
        let both = "cards: Anna yellow card 1'; Anna second yellow card 3'"
        #expect(try cards() == both)
        try match.ctl("status", says: "Anna [2Y]")
        try match.ctl("goal", "a", "anna", says: "Anna was sent off", status: 1)
        try match.ctl("edit", first, "--player", "carl", says: "yellow card for Carl of Reds")
        try match.ctl("goal", "a", "anna", says: "1-0")
        try match.ctl(
            "log", says: "event \(second): player Ben of Blues",
            "event \(second): time penalty of 05:00",
            "event \(second): yellow card, player Anna of Reds, minute 3",
            "event \(first): player Carl of Reds")
        let after = "cards: Carl yellow card 1'; Anna yellow card 3'"
        #expect(try cards() == after)
        try match.daemon.restart()
        try match.ctl("end", "--yes")
        #expect(try cards() == after)
        try match.ctl("show", says: "event \(first): player Carl of Reds")
    }

    @Test func linesFilesAndTheRecordHaveTheTruth() throws {
        let (first, second) = (try numbers()[0], try numbers()[1])
        let watch = try match.start("watch")
        try watch.line(with: "snapshot")
        try match.ctl("edit", first, "--player", "ben", "--card", "red", "--minute", "2")
        try watch.line(with: "cardAmended  red card: Ben, Blues")
        try match.ctl("edit", second, "--side", "a", says: "yellow card for Reds")
        let line = try match.ctl("watch", "--once", "--format", "{cardsA}|{cardsB}")
        #expect(line == "Y|Ben R\n")
        let directory = "\(match.daemon.directory)/displays"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try match.ctl("watch", "--once", "--write", directory)
        let file = try String(
            contentsOfFile: "\(directory)/cards_away.txt", encoding: .utf8)
        #expect(file == "Ben 2' R")
        let shown = try match.json("export").filter { $0["kind"] == "cardShown" }
        #expect(shown.map { $0["card"] } == ["red", "yellow"])
        #expect(shown.map { $0["player"] } == ["Ben", nil])
        #expect(shown.map { $0["playerTeam"] } == ["teamB", "teamA"])
        let amended = try match.json("export").filter { $0["kind"] == "cardAmended" }
        #expect(amended.compactMap { $0["amends"]?.int }.map { "\($0)" } == [first, second])
        let table = try match.ctl("export", "--format=csv").split(separator: "\n")
        let row = try #require(table.first { $0.contains("cardShown") && $0.contains("Ben") })
        #expect(row.contains(",red,"))
    }

    @Test func undoTakesItBack() throws {
        let first = try numbers()[0]
        try match.ctl("edit", first, "--player", "ben", "--card", "red")
        let undone = try match.ctl("undo")
        #expect(
            undone.hasPrefix(
                "undone: the change of event \(first): red card, player Ben of Blues\n"))
        #expect(try cards() == "cards: Anna yellow card 1'; cards: yellow card 2'")
        try match.ctl("redo")
        #expect(try cards() == "cards: Ben red card 1'; yellow card 2'")
        try match.ctl("undo", first, says: "undone: the red card for Ben of Blues")
        #expect(try cards() == "cards: yellow card 2'")
        try match.ctl(
            "log", says: "event \(first): red card, player Ben of Blues (undone by",
            "undid \(first): the red card for Ben of Blues")
        try match.ctl(
            "edit", first, "--minute", "1", says: "nor a card that stands", status: 1)
    }

    @Test func whatALaterEventForbidsIsRefusedButWithForce() throws {
        let first = try numbers()[0]
        try match.ctl("goal", "a", "anna")
        let goal = try #require(try match.match().latestGoal?.number)
        let refused = try match.ctl("edit", first, "--card", "red", status: 1)
        #expect(
            refused == "gatherctl: cannot change the card: Anna would have been sent off before "
                + "event \(goal); '--force' does it all the same\n")
        try match.ctl("edit", first, "--card", "red", "--force", says: "red card for Anna")
        try match.ctl("edit", first, "--card", "yellow", says: "yellow card for Anna")
        try match.ctl("card", "a", "second-yellow", "anna")
        let last = try #require(try numbers().last)
        try match.ctl(
            "edit", first, "--player", "carl",
            says: "event \(last) would not be possible then; change or undo that first",
            status: 1)
        try match.ctl("edit", last, "--player", "ben", says: "no yellow card yet", status: 1)
    }

    @Test func whatIsWrongIsNamedAndChangesNothing() throws {
        let first = try numbers()[0]
        try match.ctl("goal", "a", "anna")
        let number = try #require(try match.match().latestGoal?.number)
        let goal = "\(number)"
        let before = try match.match()
        let wrong: [([String], String, Int32)] = [
            ([first], "or of a card '--player' or '--card'", 2),
            (
                [first, "--scorer", "ben"],
                "cannot change the card: event \(first) is a card; say '--player'", 2
            ),
            ([first, "--no-scorer"], "is a card; say '--player' for who got it", 2),
            ([first, "--own-goal", "ben"], "is a card; say '--player' for who got it", 2),
            (
                [goal, "--player", "ben"],
                "cannot change the goal: event \(goal) is a goal; say '--scorer'", 2
            ),
            ([goal, "--card", "red"], "is a goal; say '--scorer' for who scored it", 2),
            (
                [first, "--scorer", "ben", "--card", "red"],
                "'--card' cannot be given along with '--scorer'", 2
            ),
            ([first, "--card", "yelow"], "'yelow' is not a kind of card", 2),
            ([first, "--card", "red", "--for", "1m"], "'--for' is for a time penalty", 2),
            ([first, "--for", "1m"], "'--for' is for a time penalty", 2),
            ([first, "--player="], "the player is missing", 2),
            ([first, "--player", "nobody"], "cannot change the card: ", 1),
            ([first, "--player", "dora"], "Dora is not", 1),
            ([first, "--side", "b"], "Anna is not", 1),
            ([first, "--minute", "9"], "cannot change the card: the minute has not come yet", 1),
            (["99", "--card", "red"], "there is no event 99", 1),
            (["1", "--card", "red"], "event 1 is not a goal that counts, nor a card", 1),
            (["1", "--side", "a"], "event 1 is not a goal that counts, nor a card", 1),
        ]
        for (words, cause, status) in wrong {
            try match.ctl(["edit"] + words, says: [cause], status: status)
        }
        #expect(try match.match() == before)
    }

    @Test func aMatchThatIsOverIsEditedByItsName() throws {
        let first = try numbers()[0]
        try match.ctl("end", "--yes")
        let id = try match.match().id
        try match.ctl("new", "--team-a", "Greens")
        try match.ctl(
            "edit", first, "--of", id, "--side", "blues", "--player", "ben", "--card", "red",
            says: "red card for Ben of Blues")
        try match.ctl("report", id, says: "cards: Ben red card 1'")
        #expect(try match.match().cards == nil)
    }
}
