import GatherAPI
import Testing

@testable import GatherControl

@Suite struct PlayerArgumentsTests {
    static let commands: [([String], any Command)] = [
        (["team"], Teams()),
        (["team", "a", "anna", "Ben C"], Move(players: ["anna", "Ben C"], section: .teamA)),
        (["team", "b", "3"], Move(players: ["3"], section: .teamB)),
        (["team", "bench", "x"], Move(players: ["x"], section: .bench)),
        (["team", "out", "x"], Move(players: ["x"], section: nil)),
        (["team", "clear"], Change.clearTeams),
        (["team", "names", "Reds", "Blues"], Change.nameTeams(teamA: "Reds", teamB: "Blues")),
        (["team", "colors", "Red", "none"], Change.colorTeams(.red, .none)),
        (["team", "draw"], Draw()),
        (
            ["team", "draw", "--seed", "42", "--again", "x", "y"],
            Draw(players: ["x", "y"], seed: 42, again: true)
        ),
        (
            ["team", "draw", "--seed", "4294967295"],
            Draw(seed: 4_294_967_295)
        ),
        (["goal", "a", "anna"], Goal(side: .side(.teamA), player: "anna")),
        (
            ["goal", "b", "--own-goal", "anna"],
            Goal(side: .side(.teamB), player: "anna", isOwn: true)
        ),
        (["player"], Players()),
        (["player", "list", "--names"], Players(namesAlone: true)),
        (["player", "show", "7"], ShowPlayer(player: "7")),
        (["player", "add", "Anna"], AddPlayer(profile: ProfileFields(name: "Anna"))),
        (
            [
                "player", "add", "Anna", "--age=20", "--skill", "Amateur", "--position", "gk",
                "--favourite-team", "CF United",
            ],
            AddPlayer(
                profile: ProfileFields(
                    name: "Anna", age: 20, skill: .amateur, position: .goalkeeper,
                    favouriteTeam: "CF United"))
        ),
        (["player", "remove", "x", "--yes"], RemovePlayer(player: "x", isConfirmed: true)),
        (["player", "import", "-"], ImportPlayers(path: "-")),
        (
            ["player", "import", "a.csv", "--format=csv", "--yes"],
            ImportPlayers(path: "a.csv", format: .csv, isConfirmed: true)
        ),
        (["player", "export"], ExportPlayers(format: .json)),
        (["player", "sync", "--dry-run"], SyncPlayers(isDryRun: true)),
        (
            ["player", "sync", "adopt", "3@14", "create", "4", "delete", "@15", "--yes"],
            SyncPlayers(
                decisions: [
                    SyncDecisionFields(playerID: 3, remoteID: 14, choice: .adopt),
                    SyncDecisionFields(playerID: 4, remoteID: nil, choice: .create),
                    SyncDecisionFields(playerID: nil, remoteID: 15, choice: .delete),
                ], isConfirmed: true)
        ),
        (["player", "link", "ann", "17"], LinkPlayer(player: "ann", remoteID: 17)),
        (["player", "unlink", "3"], UnlinkPlayer(player: "3")),
        (["player", "forget", "3"], ForgetPlayer(id: 3)),
        (["player", "forget", "--yes", "3"], ForgetPlayer(id: 3, isConfirmed: true)),
        (["player", "forget", "3", "--dry-run"], ForgetPlayer(id: 3, isDry: true)),
        (["scorers", "--since", "today"], Scorers(since: .midnight(daysAgo: 0))),
        (
            ["new", "--team-a-players", "Anna, Ben C", "--team-b-players=3"],
            New(teamAPlayers: ["Anna", "Ben C"], teamBPlayers: ["3"])
        ),
    ]

    @Test("a command about players is read as what it asks for", arguments: commands)
    func read(line: [String], command: any Command) throws {
        #expect(try AnyHashable(CommandLine(line).command) == AnyHashable(command))
    }

    static let mistakes: [([String], String)] = [
        (["team", "xyzzy"], "cannot do 'team xyzzy': there is no such command"),
        (
            ["team", "drwa"],
            "cannot do 'team drwa': there is no such command; did you mean 'team draw'?"
        ),
        (["team", ""], "cannot do 'team ': there is no such command"),
        (["team", "a"], "cannot move the players: the player is missing"),
        (["team", "--seed", "1"], "cannot show the teams: 'team' has no option '--seed'"),
        (
            ["team", "a", "x", "--again"],
            "cannot move the players: 'team a' has no option '--again'"
        ),
        (
            ["team", "names", "Reds"],
            "cannot name the teams: the name of the second side is missing"
        ),
        (["team", "names", "A", "B", "C"], "cannot name the teams: unexpected argument 'C'"),
        (
            ["team", "draw", "--seed", "x"],
            "cannot draw the teams: 'x' is not a seed; use a whole number from 0 to 4294967295"
        ),
        (
            ["team", "draw", "--seed", "4294967296"],
            "cannot draw the teams: '4294967296' is not a seed; use a whole number from 0 to "
                + "4294967295"
        ),
        (
            ["player", "edit", "A", "--age", " "],
            "cannot edit the player: the value of '--age' is missing; 'none' empties the field"
        ),
        (["player", "edit", "A", "--name", ""], "cannot edit the player: the name is missing"),
        (["goal", "a", "--own-goal"], "cannot count the goal: the player is missing"),
        (
            ["player", "lst"],
            "cannot do 'player lst': there is no such command; did you mean 'player list'?"
        ),
        (
            ["player", "list", "--age", "3"],
            "cannot list the players: 'player list' has no option '--age'"
        ),
        (
            ["player", "add", "a\u{FFFD}"],
            "cannot add the player: 'a\u{FFFD}' is not UTF-8"
        ),
        (["player", "add"], "cannot add the player: the name is missing"),
        (["player", "add", "A", "B"], "cannot add the player: unexpected argument 'B'"),
        (
            ["player", "add", "A", "--age", "x"],
            "cannot add the player: 'x' is not a whole number of years"
        ),
        (
            ["player", "add", "A", "--age", "130"],
            "cannot add the player: '130' is out of range: an age is from 1 to 120"
        ),
        (
            ["new", "--team-a", ""],
            "cannot open a match: '' is not a name for Team A; use 1 to 100 characters without "
                + "control characters"
        ),
        (
            ["team", "names", "Reds", ""],
            "cannot name the teams: '' is not a name for Team B; use 1 to 100 characters without "
                + "control characters"
        ),
        (
            ["player", "add", "A", "--skill", "wizard"],
            "cannot add the player: 'wizard' is not a skill; use beginner, amateur or professional"
        ),
        (
            ["player", "edit", "A", "--position", "sweeper"],
            "cannot edit the player: 'sweeper' is not a position; use goalkeeper, defender, "
                + "midfielder, winger or striker"
        ),
        (
            ["player", "edit", "A", "--favourite-team="],
            "cannot edit the player: the value of '--favourite-team' is missing; 'none' empties "
                + "the field"
        ),
        (
            ["player", "edit", "A"],
            "cannot edit the player: nothing to change; give '--name', '--age', '--skill', "
                + "'--position', '--favourite-team' or '--shirt'"
        ),
        (
            ["player", "import"],
            "cannot import the players: the file, or - for standard input, is missing"
        ),
        (
            ["player", "import", "x", "--format", "xml"],
            "cannot import the players: 'xml' is not a format; use json or csv"
        ),
        (
            ["player", "sync", "merge", "3"],
            "cannot synchronise the players: 'merge' is not a choice; use create, adopt, "
                + "send, fetch, remove, delete"
        ),
        (
            ["player", "sync", "adopt"],
            "cannot synchronise the players: the player, such as 3, @14 or 3@14, is missing"
        ),
        (
            ["player", "sync", "adopt", "@"],
            "cannot synchronise the players: '@' is not a player; use 3, @14 or 3@14"
        ),
        (
            ["player", "sync", "fetch", "3@3", "send", "3@3"],
            "cannot synchronise the players: '3@3' is decided twice"
        ),
        (
            ["player", "sync", "adopt", "3@x"],
            "cannot synchronise the players: '3@x' is not a player; use 3, @14 or 3@14"
        ),
        (
            ["new", "--team-a-players", "Anna,,Ben"],
            "cannot open a match: '--team-a-players' has an empty name; separate the players "
                + "by commas"
        ),
        (["scorers", "today"], "cannot rank the scorers: unexpected argument 'today'"),
    ]

    @Test("what is wrong with it is named", arguments: mistakes)
    func wrong(line: [String], message: String) {
        #expect { try CommandLine(line) } throws: { ($0 as? UsageError)?.message == message }
    }

    @Test("'none' empties a field, and stays a name")
    func none() throws {
        var change = ProfileChange()
        for field in PlayerField.allCases { try change.set(field, "none") }
        let before = ProfileFields(
            name: "Anna", age: 20, skill: .amateur, position: .striker, favouriteTeam: "x")
        #expect(try change.applied(to: before) == ProfileFields(name: "none"))
        #expect(try ProfileChange().applied(to: before) == before)
    }
}
