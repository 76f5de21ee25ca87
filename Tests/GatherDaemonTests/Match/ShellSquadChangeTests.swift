import GatherAPI
import Testing
import Varlink

/// A mistake in the squad, from the shell: undo does not pass over it unnoticed, and names what
/// takes it back.
@Suite struct ShellSquadChangeTests {
    let match: MatchFixture
    private let ofMatch = "'gatherctl undo --match' undoes the last command of the match"

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Cem O'Neill")
        try match.ctl("new")
        try match.ctl("goal", "a")
    }

    /// Checks that the match is not undone, and returns the reason.
    @discardableResult
    private func refused(
        _ words: String..., at place: SourceLocation = #_sourceLocation
    ) throws -> String {
        let opening = "cannot undo: the last change was to the squad: "
        let said = try match.ctl(["undo"], says: [opening] + words, status: 1, at: place)
        #expect(try match.match().score == "1-0", sourceLocation: place)
        return said
    }

    /// The command of gatherctl that a text advises, between two parts of it.
    private func command(
        in text: String, after before: String, to after: Character
    ) throws -> [String] {
        let start = try #require(text.firstRange(of: before)).upperBound
        let words = text[start...].prefix { $0 != after }.split(separator: " ")
        #expect(words.first == "gatherctl")
        return words.dropFirst().map(String.init)
    }

    @Test func aRemovalIsRestoredAndNothingElseIsTakenBack() throws {
        try match.ctl("player", "edit", "anna", "--age", "30")
        try match.ctl("goal", "a")
        try match.ctl("undo")
        let before = try match.ctl("player", "show", "1", "--json")
        let wayBack = "gatherctl player restore 1"
        try match.ctl("player", "remove", "anna", "--yes", says: "undo: \(wayBack)\n")
        try refused("Anna was removed", "'\(wayBack)' undoes that", ofMatch)
        try match.daemon.restart()
        try refused("'\(wayBack)' undoes that")
        let restored = try match.ctl("player", "restore", "1")
        #expect(restored == "restored: 1  Anna  -  -  30  -\n")
        #expect(try match.ctl("player", "show", "1", "--json") == before)
        try match.ctl("player", "restore", "1", says: "no change: 1  Anna")
        try match.ctl("player", "restore", "9", says: "player 9", status: 1)
        try match.ctl("player", "restore", "anna", says: "is not a number", status: 2)
    }

    @Test func undoGoesOnToTheMatchWhereThatIsSaid() throws {
        try match.ctl("player", "remove", "anna", "--yes")
        try refused("Anna was removed")
        try match.ctl("undo", "--match", says: "undone: the goal for Team A")
        try match.ctl("undo", says: "Anna was removed", status: 1)
        try match.ctl("redo")
        try match.ctl("undo", "2", says: "undone: the goal for Team A")
        try match.ctl("goal", "b")
        try match.ctl("undo", says: "undone: the goal for Team B")
    }

    @Test func whatIsAdvisedAboutTheMatchWorksAfterAChangeOfTheSquad() throws {
        /// Edits the squad, and has done what was advised before.
        func follow(_ said: String, after before: String, to after: Character = "\n") throws {
            let revision = try match.match().revision
            try match.ctl("player", "edit", "ben", "--age", "\(revision)")
            try match.ctl(command(in: said, after: before, to: after), says: ["undone: "])
        }
        try match.ctl("start")
        try follow(match.ctl("set", "20:00"), after: "it was running; undo: ")
        #expect(try match.match().timer.state == .running)
        for verb in ["end", "discard"] {
            try follow(match.ctl(verb, "--yes"), after: "undo: ")
            #expect(try match.match().phase == .open)
        }
        try match.ctl("end", "--yes")
        let refused = try match.ctl("goal", "a", says: "' reopens", status: 1)
        try follow(refused, after: "is open; '", to: "'")
        #expect(try match.match().phase == .open)
    }

    @Test func theEarlierValuesOfAnEditAreNamedAsACommandThatSetsThem() throws {
        try match.ctl("player", "edit", "3", "--favourite-team", "CF $HOME", "--age", "7")
        let before = try match.squad()
        try match.ctl(
            "player", "edit", "3", "--name", "Kim", "--age", "none", "--position", "gk",
            "--favourite-team", "Reds")
        try refused(
            "Kim was edited",
            "the earlier values: gatherctl player edit 3 --name='Cem O'\\''Neill' --age=7 "
                + "--position=none --favourite-team='CF $HOME'\n", ofMatch)
        try match.ctl(
            "player", "edit", "3", "--name=Cem O'Neill", "--age=7", "--position=none",
            "--favourite-team=CF $HOME")
        #expect(try match.squad() == before)
    }

    @Test func anAdditionIsNamedWithAllWhoCame() throws {
        try match.ctl("player", "import", "-", "--yes", input: "name\nDi\nEd\nFlo\n")
        try refused(
            "Di and 2 other players were added", "'gatherctl player remove' removes them one by one"
        )
    }

    @Test func whatAnOlderClientGetsTakesNothingBack() throws {
        try match.ctl("player", "remove", "anna", "--yes")
        let client = try match.daemon.client()
        let reply = try client.call(.undo, ["requestId": "old"])
        #expect(reply.error == "io.gatherd.Gather.SquadChangedLast")
        #expect(reply.parameters["change"] == "removed")
        #expect(reply.parameters["playerId"] == 1)
        #expect(reply.parameters["player"]?.object?["name"] == "Anna")
        #expect(try client.gather(.get).score == "1-0")
        let undone = try client.call(.undo, ["match": true]).parameters["undone"]
        #expect(undone == "the goal for Team A")
    }

    @Test func aChangeCountsOnceOverARestart() throws {
        let changes = [["remove", "1", "--yes"], ["restore", "1"], ["edit", "2", "--age", "9"]]
        for change in changes {
            let command = ["player"] + change + ["--request-id", change[0]]
            let said = try match.ctl(command)
            try match.daemon.restart()
            if change[0] != "remove" { #expect(try match.ctl(command) == said) }
        }
        // Anna was restored since, and is not removed once more.
        let client = try match.daemon.client()
        try client.send(
            Call("io.gatherd.Players.Remove", ["id": 1, "requestId": "remove"]).message)
        #expect(try client.receive()?.error == nil)
        #expect(try match.squad().count == 3)
        for command in [["player", "remove", "2", "--yes"], ["goal", "a"]] {
            try match.ctl(
                command + ["--request-id", "edit"],
                says: ["request ID 'edit' was used for another command"], status: 1)
        }
    }
}
