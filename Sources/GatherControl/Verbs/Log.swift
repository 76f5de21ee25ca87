/// `show` and `log`: the events of a gather.
struct Timeline: Command {
    static let show: Verb = Verb(
        name: "show", arguments: "[ID|last]", summary: tr("show what happened in a match"),
        failure: tr("cannot show the match: %1$@"), topic: .history, isLook: true,
        operands: [.gathers],
        manual: """
            Show what happened in a match: each event with its number, the time of day, how long the
            countdown had run, the score, and the user who gave the command.
            """
    ) { (arguments) throws(UsageError) in
        Timeline(name: try arguments.gatherIfGiven() ?? .last, failure: show.failure)
    }

    static let log: Verb = Verb(
        name: "log", arguments: "[-f]",
        summary: tr("what happened in the newest match; -f follows"),
        failure: tr("cannot show the log: %1$@"),
        topic: .history, options: [.follow], isLook: true,
        manual: """
            Show what happened in the newest match. With
            .Fl f
            or --follow, go on with new events, until '^C'.
            """
    ) { arguments in
        if arguments.has(.follow) { return Follow() }
        return Timeline(name: .last, failure: log.failure)
    }

    let name: GatherName
    /// The text of an error, with a place for the cause.
    let failure: String

    func run(_ context: Context) throws(Failure) {
        var printer = TimelinePrinter(context: context, failure: failure)
        try context.page { (write) throws(Failure) in try printer.print(name, to: write) }
    }
}

/// `log --follow`: the events so far, and new ones as they happen.
struct Follow: Command {
    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        var command = FollowCommand(context: context)
        try command.run()
    }
}

extension Option {
    fileprivate static let follow = Option(
        "follow", tr("go on with new events, until ^C"), letter: "f")
}
