/// How a verb is written, and what it asks for.
struct VerbSyntax: Sendable {
    /// Its name.
    let name: String

    /// Other names for the same.
    var synonyms: [String] = []

    /// What follows the name, as the help has it.
    var arguments = ""

    /// What it does, in one line of the help.
    let summary: String

    /// What it does, for `cannot <verb> <object>` where its arguments are wrong.
    let task: String

    /// The options it takes beside those of every verb.
    var options: [Option] = []

    /// What it can do, where that is several things.
    var forms: [VerbForm] = []

    /// Set where it shows something, and changes nothing without a further word.
    var isLook = false

    /// The values that a shell can offer after the name, in order, where it has no forms.
    var operands: [Completion] = []

    /// Set where the last operand may be given several times.
    var repeats = false

    /// Reads what follows the name.
    let read: @Sendable (inout ArgumentReader) throws(UsageError) -> Request
}

extension VerbSyntax {
    /// Every verb, in the order of the help; the first is what no verb means.
    static let all: [VerbSyntax] = [
        VerbSyntax(
            name: "status", summary: "show the gather (so does no verb at all)",
            task: "show the gather", isLook: true, read: Verbs.status),
        VerbSyntax(
            name: "watch",
            arguments: "[--ticks|--control|--write DIR|--format FORMAT] [--once|--bell]",
            summary: "show it live, until q or ^C; --control by keys",
            task: "watch the gather",
            options: [.ticks, .control, .write, .format, .once, .bell], isLook: true,
            read: Verbs.watch),
        VerbSyntax(
            name: "on", arguments: "EVENT... [--timeout D] -- COMMAND [ARGUMENT...]",
            summary: "run a command whenever something happens", task: "run a command",
            options: [.timeout], operands: [.choices(MatchEvent.Kind.words + ["remaining=60s"])],
            repeats: true, read: Verbs.on),
        VerbSyntax(
            name: "new", arguments: "[--time T] [--team-a NAME] [--team-b NAME] ...",
            summary: "open a gather", task: "open a gather",
            options: [.time, .teamA, .teamB, .teamAPlayers, .teamBPlayers], read: Verbs.new),
        VerbSyntax(
            name: "start", arguments: "[--ago D]",
            summary: "set the countdown going, in a new gather at need",
            task: "start the countdown", options: [.ago], read: Verbs.start),
        VerbSyntax(
            name: "pause", arguments: "[--ago D]", summary: "hold the countdown",
            task: "pause the countdown", options: [.ago], read: Verbs.pause),
        VerbSyntax(
            name: "resume", arguments: "[--ago D]", summary: "set the held countdown going",
            task: "resume the countdown", options: [.ago], read: Verbs.resume),
        VerbSyntax(
            name: "toggle", arguments: "[--ago D]",
            summary: "start, pause or resume, whichever it is", task: "toggle the countdown",
            options: [.ago], read: Verbs.toggle),
        VerbSyntax(
            name: "cancel", synonyms: ["reset"],
            summary: "put the clock back; the score stays",
            task: "put the clock back", read: Verbs.cancel),
        VerbSyntax(
            name: "set", arguments: "T", summary: "choose a new time; a running clock stops",
            task: "set the time", read: Verbs.set),
        VerbSyntax(
            name: "adjust", arguments: "+D|-D [--start]", summary: "add time, or take it away",
            task: "adjust the time", options: [.start], read: Verbs.adjust),
        VerbSyntax(
            name: "score", arguments: "a|b N|+N|-N", summary: "set or change the goals of a team",
            task: "set the score", operands: [.choices(["a", "b"])], read: Verbs.score),
        VerbSyntax(
            name: "goal", arguments: "a|b [[--own-goal] PLAYER]", summary: "count a goal",
            task: "count the goal", options: [.ownGoal],
            operands: [.choices(["a", "b"]), .players], read: Verbs.goal),
        VerbSyntax(
            name: "team", arguments: "[a|b|bench|out|clear|names|draw] ...",
            summary: "show the sides, or move, name or draw them",
            task: "show the teams", options: [.seed, .again], forms: VerbForm.team, isLook: true,
            read: Verbs.team),
        VerbSyntax(
            name: "player",
            arguments: "[list|show|add|edit|remove|restore|import|export|sync|...] ...",
            summary: "list the squad, or change it", task: "list the players",
            options: [
                .names, .name, .age, .skill, .position, .favouriteTeam, .yes, .format, .dryRun,
            ], forms: VerbForm.player, isLook: true, read: Verbs.player),
        VerbSyntax(
            name: "scorers", arguments: "[--since DATE]", summary: "rank who has scored",
            task: "rank the scorers", options: [.since], isLook: true, read: Verbs.scorers),
        VerbSyntax(
            name: "undo", arguments: "[N|--match]",
            summary: "take back the last command, or event N of the log", task: "undo",
            options: [.match], operands: [.events], read: Verbs.undo),
        VerbSyntax(
            name: "redo", summary: "take back the last undo", task: "redo", read: Verbs.redo),
        VerbSyntax(
            name: "reopen", arguments: "ID|last", summary: "take up again a gather that is over",
            task: "reopen the gather", operands: [.gathers], read: Verbs.reopen),
        VerbSyntax(
            name: "end", arguments: "[--yes] [--wait]",
            summary: "end the gather; the score is the result",
            task: "end the gather", options: [.yes, .wait], read: Verbs.end),
        VerbSyntax(
            name: "discard", arguments: "[--yes]", summary: "leave the gather without a result",
            task: "discard the gather", options: [.yes], read: Verbs.discard),
        VerbSyntax(
            name: "history", arguments: "[--limit N] [--since DATE]",
            summary: "list the gathers, newest first", task: "list the gathers",
            options: [.limit, .since], isLook: true, read: Verbs.history),
        VerbSyntax(
            name: "show", arguments: "[ID|last]", summary: "show what happened in a gather",
            task: "show the gather", isLook: true, operands: [.gathers], read: Verbs.show),
        VerbSyntax(
            name: "log", arguments: "[-f]",
            summary: "what happened in the newest gather; -f follows",
            task: "show the log", options: [.follow], isLook: true, read: Verbs.log),
        VerbSyntax(
            name: "report", arguments: "[ID|last]", summary: "tell of a gather in a few lines",
            task: "report the gather", isLook: true, operands: [.gathers], read: Verbs.report),
        VerbSyntax(
            name: "export", arguments: "[--format json|csv] [ID...]",
            summary: "write every event, of the newest gather first",
            task: "export the events", options: [.format], isLook: true, operands: [.gathers],
            repeats: true, read: Verbs.export),
        VerbSyntax(
            name: "submissions",
            arguments: "[check|retry|drop|adopt|create|remove|keep ID [REMOTE]]",
            summary: "list the results that wait, or settle one",
            task: "list the submissions", options: [.yes], forms: VerbForm.submissions,
            isLook: true, read: Verbs.submissions),
        VerbSyntax(
            name: "submit", arguments: "[--waiting] [--resend] [--take-over] [ID...]",
            summary: "send results now: those that wait, or these",
            task: "submit", options: [.waiting, .resend, .takeOver], operands: [.results],
            repeats: true, read: Verbs.submit),
        VerbSyntax(
            name: "login", arguments: "[USER] [--server URL]",
            summary: "sign in to send results; asks for the password",
            task: "sign in", options: [.server, .insecureHTTP, .passwordFile, .forget],
            read: Verbs.logIn),
        VerbSyntax(
            name: "register", arguments: "[USER] [--server URL]",
            summary: "make an account at a server, and sign in",
            task: "register", options: [.server, .insecureHTTP, .passwordFile, .forget],
            read: Verbs.register),
        VerbSyntax(
            name: "logout", arguments: "[--forget]", summary: "sign out: no result is sent",
            task: "sign out", options: [.forget], read: Verbs.logOut),
        VerbSyntax(
            name: "account", summary: "show the account that results are sent for",
            task: "show the account", isLook: true, read: Verbs.account),
        VerbSyntax(
            name: "bridge", summary: "be gatherd on standard streams, for --host",
            task: "bridge", read: Verbs.bridge),
        VerbSyntax(
            name: "help", arguments: "[VERB]", summary: "show this help, or that of a verb",
            task: "show the help", isLook: true, operands: [.verbs], read: Verbs.help),
    ]

    /// The verb of a name or a synonym.
    static func named(_ name: String) throws(UsageError) -> VerbSyntax {
        if let verb = known(name) { return verb }
        let nearest = Suggestion.nearest(
            to: name, in: all.flatMap(\.names),
            changing: Set(all.filter { !$0.isLook }.flatMap(\.names)))
        let question = nearest.map { "; did you mean '\($0)'?" } ?? ""
        throw UsageError("cannot do '\(name)': there is no such verb\(question)")
    }

    /// The verb of a name or a synonym; nil if there is none.
    static func known(_ name: String) -> VerbSyntax? { all.first { $0.names.contains(name) } }

    private var names: [String] { [name] + synonyms }
}
