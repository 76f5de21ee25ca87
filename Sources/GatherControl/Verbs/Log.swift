import GatherAPI

/// `show` and `log`: the events of a gather.
struct Timeline: Command {
    static let show: Verb = Verb(
        name: "show", arguments: "[ID|last]", summary: "show what happened in a gather",
        task: "show the gather", topic: .showing, isLook: true, operands: [.gathers],
        manual: "Show what happened in a gather, each event with its number."
    ) { (arguments) throws(UsageError) in
        Timeline(name: try arguments.gatherIfGiven() ?? .last, task: show.task)
    }

    static let log: Verb = Verb(
        name: "log", arguments: "[-f]",
        summary: "what happened in the newest gather; -f follows", task: "show the log",
        topic: .showing, options: [.follow], isLook: true,
        manual: """
            Show what happened in the newest gather. With
            .Fl f
            or --follow, go on with what happens, until '^C'.
            """
    ) { arguments in
        if arguments.has(.follow) { return Follow() }
        return Timeline(name: .last, task: log.task)
    }

    let name: GatherName
    /// The purpose, such as `show the gather`, for errors.
    let task: String

    func run(_ context: Context) throws(Failure) {
        var printer = TimelinePrinter(context: context, task: task)
        try context.page { (write) throws(Failure) in try printer.print(name, to: write) }
    }
}

/// `log --follow`: the events so far, and new ones as they happen.
struct Follow: Command {
    var isEndless: Bool { true }

    func run(_ context: Context) throws(Failure) {
        var command = FollowCommand(context: context, connect: context.connector)
        try command.run()
    }
}

extension Option {
    fileprivate static let follow = Option(
        "follow", "go on with what happens, until ^C", letter: "f")
}
