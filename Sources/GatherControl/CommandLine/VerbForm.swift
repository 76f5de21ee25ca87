import GatherAPI

/// One of the things a verb can do, named by the word after it.
struct VerbForm: Sendable {
    /// The word; empty for what the verb does without one.
    let name: String

    /// What follows the word, as the help has it.
    var arguments = ""

    /// What it does, in one line of the help.
    let summary: String

    /// What it does, for `cannot <verb> <object>` where its arguments are wrong.
    let task: String

    /// The options it takes beside those of every verb.
    var options: [Option] = []

    /// Set where it shows something, and changes nothing.
    var isLook = false

    /// The values that a shell can offer after the word, in order; the last one holds for all
    /// further ones where there may be several.
    var operands: [Completion] = []

    /// Set where the last operand may be given several times.
    var repeats = false
}

extension VerbForm {
    private static let fields: [Option] = [.age, .skill, .position, .favouriteTeam]

    /// What `player` can do; the first without a word.
    static let player: [VerbForm] = [
        VerbForm(
            name: "list", arguments: "[--names]", summary: "list the squad (so does no word)",
            task: "list the players", options: [.names], isLook: true),
        VerbForm(
            name: "show", arguments: "PLAYER",
            summary: "show a player, with appearances, goals and wins", task: "show the player",
            isLook: true, operands: [.players]),
        VerbForm(
            name: "add", arguments: "NAME [--age N] [--skill ...] ...", summary: "add a player",
            task: "add the player", options: fields),
        VerbForm(
            name: "edit", arguments: "PLAYER [--name NAME] [--age N] ...",
            summary: "change a player; 'none' empties a field", task: "edit the player",
            options: [.name] + fields, operands: [.players]),
        VerbForm(
            name: "remove", arguments: "PLAYER [--yes]",
            summary: "remove a player; the matches keep them", task: "remove the player",
            options: [.yes], operands: [.players]),
        VerbForm(
            name: "restore", arguments: "N",
            summary: "bring player N back who was removed", task: "restore the player"),
        VerbForm(
            name: "import", arguments: "FILE|- [--format json|csv] [--yes]",
            summary: "add the players of a file, all or none", task: "import the players",
            options: [.format, .yes], operands: [.files]),
        VerbForm(
            name: "export", arguments: "[--format json|csv]", summary: "write the squad",
            task: "export the players", options: [.format], isLook: true),
        VerbForm(
            name: "sync", arguments: "[--dry-run] [CHOICE N@M...]",
            summary: "fetch and send players; CHOICE answers it",
            task: "synchronise the players", options: [.dryRun, .yes],
            operands: [.choices(SyncDecisionFields.Choice.allCases.map(\.rawValue))]),
        VerbForm(
            name: "link", arguments: "PLAYER REMOTE",
            summary: "the player is number REMOTE of the server", task: "link the player",
            operands: [.players]),
        VerbForm(
            name: "unlink", arguments: "PLAYER",
            summary: "forget who the player is at the server", task: "unlink the player",
            operands: [.players]),
    ]

    /// What `submissions` can do; the first without a word.
    static let submissions: [VerbForm] = [
        VerbForm(
            name: "", summary: "list the results that wait, and what is left",
            task: "list the submissions", options: [.yes], isLook: true),
        VerbForm(
            name: "check", arguments: "[ID]",
            summary: "compare one with the server; of all, scores alone",
            task: "check the results", options: [.yes], isLook: true, operands: [.results]),
        VerbForm(
            name: "retry", arguments: "ID", summary: "send one again that the server has refused",
            task: "retry the result", options: [.yes], operands: [.results]),
        VerbForm(
            name: "drop", arguments: "ID [--yes]", summary: "give one up: it is not sent",
            task: "drop the result", options: [.yes], operands: [.results]),
        VerbForm(
            name: "adopt", arguments: "ID REMOTE",
            summary: "the match is gather REMOTE of the server", task: "adopt the gather",
            options: [.yes], operands: [.results]),
        VerbForm(
            name: "create", arguments: "ID",
            summary: "the match is none of the server's; make another", task: "create the gather",
            options: [.yes], operands: [.results]),
        VerbForm(
            name: "remove", arguments: "ID REMOTE [--yes]",
            summary: "delete at the server what is left of it there",
            task: "remove what is left at the server", options: [.yes], operands: [.results]),
        VerbForm(
            name: "keep", arguments: "ID REMOTE",
            summary: "leave it at the server, and ask no more",
            task: "keep what is left at the server", options: [.yes], operands: [.results]),
    ]

    /// What `team` can do; the first without a word.
    static let team: [VerbForm] = [
        VerbForm(
            name: "", summary: "show the sides and the bench", task: "show the teams",
            isLook: true),
        VerbForm(
            name: "a", arguments: "PLAYER...", summary: "put players in Team A",
            task: "move the players", operands: [.players], repeats: true),
        VerbForm(
            name: "b", arguments: "PLAYER...", summary: "put players in Team B",
            task: "move the players", operands: [.players], repeats: true),
        VerbForm(
            name: "bench", arguments: "PLAYER...", summary: "put players on the bench",
            task: "move the players", operands: [.players], repeats: true),
        VerbForm(
            name: "out", arguments: "PLAYER...", summary: "have players leave the gather",
            task: "move the players", operands: [.players], repeats: true),
        VerbForm(
            name: "clear", summary: "have everybody leave the gather", task: "clear the teams"),
        VerbForm(
            name: "names", arguments: "A B", summary: "name the teams", task: "name the teams"),
        VerbForm(
            name: "draw", arguments: "[--seed N] [--again] [PLAYER...]",
            summary: "draw two fair sides, of these or all players", task: "draw the teams",
            options: [.seed, .again], operands: [.players], repeats: true),
    ]
}
