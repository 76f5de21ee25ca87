import GatherAPI
import Testing

/// What is already so: every verb says it in one form, and nothing changes.
@Suite struct NoChangeTests {
    /// A command that is given twice, and what the second one says.
    static let repeated: [([String], String)] = [
        (["start"], "already running, 10:00 left, started from 10:00"),
        (["pause"], "already paused at 10:00"), (["cancel"], "clock already at 10:00"),
        (["set", "5m"], "clock already at 05:00"),
        (["score", "b", "2"], "already Reds 0-2 Blues"),
        (["team", "a", "anna"], "already on Reds"), (["team", "b", "ben"], "already on Blues"),
        (["team", "bench", "carl"], "already on the bench"),
        (["team", "out", "carl"], "not in the match"),
        (["team", "names", "Lions", "Bears"], "already Lions - Bears"),
        (["team", "draw", "--seed", "7"], "same sides"),
        (["team", "draw", "--again"], "no other sides are as fair"),
        (["reopen", "last"], "already open: 05:00 stopped, Lions 0-2 Bears"),
        (["player", "edit", "carl", "--age", "31"], "3  Carl  -  -  31  -"),
        (["player", "restore", "3"], "3  Carl  -  -  31  -"),
        (["team", "clear"], "nobody is in the match"),
    ]

    @Test("what is already so begins with 'no change:', and is no error")
    func noChange() throws {
        let match = try MatchFixture(players: "Anna", "Ben", "Carl")
        try match.ctl("new", "--team-a", "Reds", "--team-b", "Blues")
        try match.ctl("team", "a", "anna")
        try match.ctl("team", "b", "ben")
        for (command, text) in Self.repeated {
            if command == ["reopen", "last"] { try match.ctl("cancel") }
            try match.ctl(command)
            let before = (try match.match().revision, try match.squad())
            let said = try match.ctl(command)
            #expect(said.hasPrefix("no change: \(text)"), "\(command): \(said)")
            #expect(try match.match().revision == before.0, "\(command)")
            #expect(try match.squad() == before.1, "\(command)")
        }
    }
}
