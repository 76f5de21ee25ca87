import GatherAPI
import LinuxIO

/// `watch`: shows the match live, on a board or elsewhere.
struct Watch: Command {
    static let verb = Verb(
        name: "watch",
        arguments: "[--ticks|--control|--write DIR|--format FORMAT] [--once|--bell]",
        summary: "show it live, until q or ^C; --control by keys",
        failure: tr("cannot watch the match: %1$@"),
        topic: .showing, options: [.ticks, .control, .write, .line, .once, .bell], isLook: true,
        manual: """
            Show the gather live, until 'q' or '^C'. On a terminal it is a board that has all of it,
            see
            .Sx THE BOARD ;
            on a pipe it is a line per change, and with --ticks a line per second as well. When
            gatherd(8) is lost it says "STALE", goes on counting, and connects again by itself. With
            --once it ends after the first sight, and without one where no answer comes for five
            seconds. With --bell it writes a BEL character to the terminal at the moment time is up,
            also while gatherd(8) is lost; what the terminal makes of it, a sound or a flash, is its
            own matter.

            With --write nothing is shown, and the directory DIR gets files for OBS, a wall of lamps
            and the like: _clock.txt_, _home_name.txt_, _home_score.txt_, _away_name.txt_,
            _away_score.txt_, _period.txt_ and _match.json_. A text has no newline at its end. What
            has changed is replaced as a whole, the clock at the second of the countdown: a reader
            never finds half a file. While gatherd(8) is lost the clock goes on, _period.txt_ ends
            in "(STALE)" and 'stale' is true in _match.json_. A file that cannot be written is told,
            and tried again every second. When the writer has ended, the files stay as they are. One
            writes to a directory at a time.

            With --format there is a line whenever it would be another one, at the second of the
            countdown, for a status bar. In FORMAT these stand for what they say, and '{{' and '}}'
            for braces:
            .Bl -tag -width "{submission}" -compact
            .It Sy {clock}
            What the clock shows, '--:--' before the first gather.
            .It Sy {state}
            'stopped', 'running', 'paused', 'ended', 'discarded' or 'none'.
            .It Sy {period}
            'not running', 'playing', 'paused', 'time up', 'full time', 'discarded' or 'no gather';
            followed by "(STALE)" while that may be out of date.
            .It Sy {teamA} , {teamB}
            The names.
            .It Sy {scoreA} , {scoreB} , {score}
            The goals, and both as '2-1'.
            .It Sy {winner}
            The name of the side that is ahead, or nothing.
            .It Sy {until}
            The time of day when time will be up, while the countdown runs.
            .It Sy {remaining}
            The seconds that the clock shows.
            .It Sy {submission}
            How far the result is on its way to a server, such as 'waiting' or 'sent'.
            .It Sy {stale}
            "STALE" while gatherd(8) is lost. A line that has neither this nor
            .Sy {period}
            gets it at its end.
            .It Sy {id}
            The ID of the gather.
            .El
            """
    ) { (arguments) throws(UsageError) in Watch(options: try WatchOptions(arguments)) }

    let options: WatchOptions

    var isEndless: Bool { options.directory == nil }

    func run(_ context: Context) throws(Failure) {
        if options.isControlled {
            guard context.canRedraw, context.streams.input.isTerminal else {
                throw Self.noKeys("standard input and output are no terminal with a cursor")
            }
            return try showBoard(context)
        }
        let isPlain = options.directory == nil && options.format == nil && !options.once
        if isPlain, context.canRedraw, context.options.json == .off {
            return try showBoard(context)
        }
        try showElsewhere(context)
    }

    private static func noKeys(_ cause: String) -> Failure {
        Failure(
            .usage, "cannot control the gather by keys: \(cause)",
            hint: "the verbs do the same, such as 'gatherctl goal a'")
    }

    private func showElsewhere(_ context: Context) throws(Failure) {
        var command = try WatchCommand(
            context: context, watch: options, connect: context.connector)
        try command.run()
    }

    private func showBoard(_ context: Context) throws(Failure) {
        let (program, path) = (context.program, context.socket.path)
        let connectToWatch = context.host?.connectorOfWatcher() ?? program.connectAtOnce
        let connectToAsk =
            context.host?.connectorOfWatcher(waitsAtFirst: false) ?? program.connectAtOnce
        let watch = Subscription(
            context, failure: Self.verb.failure, ticks: true, detecting: [.timeUp],
            connect: connectToWatch)
        try watch.open()
        let type = program.environment["TERM"] ?? ""
        let hasColors = context.options.color && program.environment["NO_COLOR"] == nil
        let terminal: (any BoardTerminal)?
        do { terminal = try program.openTerminal(context.streams, type, hasColors) } catch {
            throw Failure(.refused, "cannot use the terminal: \(error)")
        }
        guard let terminal else {
            let cause = "terminal type '\(type.shown)' is not known here"
            if options.isControlled { throw Self.noKeys(cause) }
            try context.streams.errors.write("gatherctl: \(cause): a line per change\n")
            return try showElsewhere(context)
        }
        var command = BoardCommand(
            context: context, terminal: terminal,
            signs: .ofLocale { program.environment[$0] }, isControl: options.isControlled,
            bell: try options.bell ? Bell(context.streams) : nil, watch: watch,
            makeRequestID: program.makeRequestID
        ) { () throws(SystemError) in try connectToAsk(path) }
        try command.run()
    }
}

/// The options of `watch`.
struct WatchOptions: Hashable {
    /// True if a line per second is printed as well, where no view counts by itself.
    var ticks = false
    /// True if keys change the match.
    var isControlled = false
    /// The directory to keep files in, instead of showing anything.
    var directory: String?
    /// The format of the line for a status bar.
    var format: LineFormat?
    /// True if the command ends after showing the match once.
    var once = false
    var bell = false
}

extension WatchOptions {
    init(_ arguments: ArgumentReader) throws(UsageError) {
        ticks = arguments.has(.ticks)
        isControlled = arguments.has(.control)
        once = arguments.has(.once)
        bell = arguments.has(.bell)
        directory = arguments.text(.write)
        if let text = arguments.text(.line) {
            do { format = try LineFormat(text) } catch { throw arguments.cannot(error.message) }
        }
        if directory == "" { throw arguments.cannot("the directory of '--write' is missing") }
        let ways = [
            isControlled ? "--control" : nil, directory == nil ? nil : "--write",
            format == nil ? nil : "--format",
            [nil, "off"].contains(arguments.text(.json)) ? nil : "--json",
        ].compactMap(\.self)
        if ways.count > 1 {
            throw arguments.cannot("'\(ways[0])' and '\(ways[1])' are two ways to show it")
        }
        if once, isControlled {
            throw arguments.cannot("with '--once' there is no time to press a key")
        }
        if once, bell { throw arguments.cannot("with '--once' there is no time to ring the bell") }
    }
}

extension Option {
    fileprivate static let ticks = Option("ticks", "a line per second as well")
    fileprivate static let control = Option(
        "control", "change the match by keys; ? shows them", isEffect: true)
    fileprivate static let write = Option(
        "write", "keep files there for other displays", takes: "DIR", completes: .directories)
    fileprivate static let line = Option("format", "how it is written", takes: "FORMAT")
    fileprivate static let once = Option("once", "show it once, and end")
    fileprivate static let bell = Option("bell", "ring the terminal's bell when time is up")
}
