import LinuxIO

/// The program, with everything outside of it given by its initialiser.
struct Program {
    /// The variables and the user.
    let environment: Environment
    /// The three streams.
    let streams: Streams
    /// The clocks, and waiting.
    let time: any Timekeeper
    /// Makes an ID under which a command counts once.
    let makeRequestID: () -> String
    /// Connects to the socket at a path.
    let connect: (String) throws(SystemError) -> Descriptor
    /// The same, without waiting for a daemon that hangs.
    let connectAtOnce: (String) throws(SystemError) -> Descriptor
    /// Takes the terminal of the output for a board; nil if its type is not known.
    let openTerminal: (Streams, String, Bool) throws(SystemError) -> (any BoardTerminal)?

    /// Does what the arguments ask for; they are without the name of the program.
    func run(_ arguments: [String]) -> ExitStatus {
        if arguments.first == Self.completion { return complete(Array(arguments.dropFirst())) }
        do {
            try perform(try commandLine(arguments))
            return .done
        } catch {
            report(error)
            return error.status
        }
    }

    /// The hidden verb by which shells ask what fits.
    private static let completion = "__complete"

    private func complete(_ words: [String]) -> ExitStatus {
        let command = CompletionCommand(
            place: CompletionPlace(words), environment: environment
        ) { (options) throws(Failure) in try context(options, isAttended: false) }
        let text = command.lines().map { $0 + "\n" }.joined()
        try? streams.output.write(text)
        return .done
    }

    private func commandLine(_ arguments: [String]) throws(Failure) -> CommandLine {
        do { return try CommandLine(arguments) } catch { throw error.failure }
    }

    private func perform(_ line: CommandLine) throws(Failure) {
        if case .text(let text) = line.request { return try streams.output.write(text) }
        let context = try context(line.options)
        let watch = context.host?.connectorOfWatcher() ?? connect
        switch line.request {
        case .text: break
        case .status: try StatusCommand(context: context).run()
        case .watch(let options): try self.watch(context, options)
        case .on(let orders):
            try OnCommand(context: context, orders: orders, connect: watch).run()
        case .bridge: try BridgeCommand(context: context, connect: watch).run()
        case .report(let name): try ReportCommand(context: context, name: name).run()
        case .export(let names, let format):
            var command = ExportCommand(context: context, names: names, format: format)
            try command.run()
        case .follow:
            var command = FollowCommand(context: context, connect: watch)
            try command.run()
        case .account: try AccountCommand(context: context).show()
        case .logOut(let forget): try AccountCommand(context: context).logOut(forgetting: forget)
        case .signIn(let signIn): try SignInCommand(context: context, signIn: signIn).run()
        case .history(let limit, let since):
            try HistoryCommand(context: context, limit: limit, since: since).run()
        case .timeline(let name, let task):
            try TimelineCommand(context: context, name: name, task: task).run()
        case .change(let change):
            try ChangeCommand(context: context, change: change, requestID: requestID(line)).run()
        case .named(let change):
            try NamedChangeCommand(context: context, change: change, requestID: requestID(line))
                .run()
        case .teams: try TeamsCommand(context: context).run()
        case .squad(let request):
            try SquadCommand(context: context, requestID: requestID(line)).run(request)
        case .scorers(let since): try ScorersCommand(context: context, since: since).run()
        case .reopen(let name):
            try ReopenCommand(context: context, name: name, requestID: requestID(line)).run()
        case .submissions(nil): try SubmissionsCommand(context: context).list()
        case .submissions(let decision?):
            try SubmissionsCommand(context: context).decide(decision)
        case .submit(let request): try SubmissionsCommand(context: context).submit(request)
        case .closing(let change, let isConfirmed, let waits):
            try ClosingCommand(
                context: context, change: change, requestID: requestID(line),
                isConfirmed: isConfirmed,
                outcome: waits ? OutcomeCommand(context: context, connect: watch) : nil
            ).run()
        }
    }

    private func watch(_ context: Context, _ options: WatchOptions) throws(Failure) {
        if options.isControlled {
            guard context.canRedraw, context.streams.input.isTerminal else {
                throw Failure(
                    .usage,
                    "cannot control the gather by keys: standard input and output are no terminal "
                        + "with a cursor",
                    hint: "the verbs do the same, such as 'gatherctl goal a'")
            }
            return try showBoard(context, options)
        }
        let isPlain = options.directory == nil && options.format == nil && !options.once
        if isPlain, context.canRedraw, context.options.json == .off {
            return try showBoard(context, options)
        }
        try showElsewhere(context, options)
    }

    private func showElsewhere(_ context: Context, _ options: WatchOptions) throws(Failure) {
        let connect = context.host?.connectorOfWatcher() ?? connect
        var command = try WatchCommand(context: context, watch: options, connect: connect)
        try command.run()
    }

    private func showBoard(_ context: Context, _ options: WatchOptions) throws(Failure) {
        let path = context.socket.path
        let connectToWatch = context.host?.connectorOfWatcher() ?? connectAtOnce
        let connectToAsk = context.host?.connectorOfWatcher(waitsAtFirst: false) ?? connectAtOnce
        let watch = Watch(
            context, task: WatchCommand.task, ticks: true, detecting: [.timeUp],
            connect: connectToWatch)
        try watch.open()
        let type = environment["TERM"] ?? ""
        let hasColors = context.options.color && environment["NO_COLOR"] == nil
        let terminal: (any BoardTerminal)?
        do { terminal = try openTerminal(streams, type, hasColors) } catch {
            throw Failure(.refused, "cannot use the terminal: \(error)")
        }
        guard let terminal else {
            guard !options.isControlled else {
                throw Failure(
                    .usage,
                    "cannot control the gather by keys: terminal type "
                        + "'\(type)' is not known here",
                    hint: "the verbs do the same, such as 'gatherctl goal a'")
            }
            try streams.errors.write(
                "gatherctl: terminal type '\(type.shown)' is not known here: "
                    + "a line per change\n")
            return try showElsewhere(context, options)
        }
        var command = BoardCommand(
            context: context, terminal: terminal, signs: .ofLocale { environment[$0] },
            isControl: options.isControlled, bell: try options.bell ? Bell(streams) : nil,
            watch: watch, makeRequestID: makeRequestID
        ) { () throws(SystemError) in try connectToAsk(path) }
        try command.run()
    }

    private func context(
        _ options: Options, isAttended: Bool = true
    ) throws(Failure) -> Context {
        let socket: SocketChoice
        do { socket = try SocketChoice(options, environment) } catch { throw error.failure }
        let host = options.host.map { remoteHost($0, options, isAttended: isAttended) }
        let time = host?.time ?? time
        let connect = host?.connectorOfSession() ?? connect
        let canRedraw = streams.output.isTerminal && (environment["TERM"] ?? "dumb") != "dumb"
        return Context(
            options: options, socket: socket,
            session: Session(path: socket.path, time: time, connect: connect), streams: streams,
            time: time, canRedraw: canRedraw,
            showsBold: canRedraw && options.color && environment["NO_COLOR"] == nil,
            searchPath: environment["PATH"], host: host,
            pagers: canRedraw && options.paging ? Pagers(environment) : Pagers())
    }

    private func remoteHost(
        _ name: HostName, _ options: Options, isAttended: Bool
    ) -> RemoteHost {
        RemoteHost(
            RemoteCommand(name, options, environment), time: time, errors: streams.errors,
            isAttended: isAttended && (streams.input.isTerminal || streams.errors.isTerminal))
    }

    private func requestID(_ line: CommandLine) -> String {
        line.options.requestID ?? makeRequestID()
    }

    /// Says why; where even that cannot be written, the exit status has to do.
    private func report(_ failure: Failure) {
        guard let message = failure.message else { return }
        var text = "gatherctl: \(PrintableText.line(message))\n"
        for detail in failure.details { text += "  \(PrintableText.line(detail))\n" }
        if let hint = failure.hint { text += "\(PrintableText.line(hint))\n" }
        try? streams.errors.write(text)
    }
}
