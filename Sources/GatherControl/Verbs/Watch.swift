import GatherAPI
import LinuxIO

/// `watch`: shows the match live, on a board or elsewhere.
struct Watch: Command {
    static let verb = Verb(
        name: "watch",
        arguments: "[--control|--public|--all|--write DIR|--format FORMAT] ...",
        summary: tr("show the match live; --control adds keys"),
        failure: tr("cannot watch the match: %1$@"),
        topic: .showing,
        options: [
            .ticks, .control, .guard, .public, .write, .line, .once, .bell, .sound,
            .everyPitch, .club,
        ], isLook: true,
        manual: """
            Show the match live, until 'q' or '^C'. On a terminal it is a board, see
            .Sx THE BOARD .
            On a pipe it prints a line for each change, and with --ticks also a line every second.
            When gatherd(8) is lost it says "STALE", goes on counting, and connects again by itself.
            With --once it shows the match once and ends; it also ends if no answer comes for five
            seconds. With --bell it writes a BEL character to the terminal at the moment time is up,
            even while gatherd(8) is lost; the terminal makes a sound or a flash of it. With --sound
            it plays a horn then and at the end of a time-out, and a whistle when the last minute
            begins, see
            .Sx SOUND .
            With --control keys change the match. With --guard a goal, a card, a foul or more time
            counts once if another connection gave the same within the last second: use it for two
            boards side by side.

            With --public it is a board for people who look at the match: names, score, clock,
            scorers, cards and the period, without keys and log, on any terminal; '^C' ends it. When
            the match is over it shows the result, and the length of the next match. "STALE" and
            "DOUBTFUL" remain: the clock may be wrong then.

            With --all it shows each pitch of the club that gather-mqtt(8) reads, a line for each:
            the clock and the score, until '^C'. The clocks of the machines can differ: the
            difference is estimated, so a clock here is right to a fraction of a second. "~" before
            a clock means that its difference is not known yet. A difference of a second or more is
            shown. "STALE" means that the pitch sends nothing any more.

            With --write nothing is shown. Instead it writes files into the directory DIR, for OBS,
            a wall of lamps and the like: _clock.txt_, _home_name.txt_, _home_score.txt_,
            _away_name.txt_, _away_score.txt_, _scorers_home.txt_, _scorers_away.txt_,
            _cards_home.txt_, _cards_away.txt_, _fouls_home.txt_, _fouls_away.txt_, _timeout.txt_,
            _kicks.txt_, _period.txt_, _added.txt_, _stoppage.txt_ and _match.json_. The scorers of
            a side have a line each, such as "Ada 12', 45'", in which "(OG)" at the end marks own
            goals of the other side. The cards have a line each, such as "Ada 12' Y": 'Y' is a
            yellow card, '2Y' a second one, 'R' a red one and 'T' a time penalty. _kicks.txt_ has
            the score of kicks from the mark, such as '4-3'. The texts have no newline at the end. A
            file is replaced as a whole whenever it changes, so a reader never finds half a file.
            The clock changes at each second of the countdown. While gatherd(8) is lost the clock
            goes on, _period.txt_ ends in "(STALE)" and 'stale' is true in _match.json_. A file that
            cannot be written is reported, and tried again every second. When gatherctl ends, the
            files stay as they are. Only one gatherctl can write to a directory at a time.

            With --format it prints a line whenever its text changes, at each second of the
            countdown, for a status bar. In FORMAT these fields are replaced by their values; '{{'
            and '}}' stand for braces:
            .Bl -tag -width "{submission}" -compact
            .It Sy {clock}
            What the clock shows, '--:--' before the first match.
            .It Sy {state}
            'stopped', 'running', 'paused', 'break', 'kicks', 'ended', 'discarded' or 'none'.
            .It Sy {period}
            'not running', 'kick-off in 12:30', 'kick-off was due at 18:30', 'playing', 'paused',
            'time up', 'full time', 'discarded' or 'no gather'; with a format the name of the
            period, such as 'first half' or 'half-time'; followed by "(STALE)" while that may be out
            of date.
            .It Sy {kickoff}
            The time until the kick-off, such as '12:30', while the match waits for it.
            .It Sy {teamA} , {teamB}
            The names.
            .It Sy {scoreA} , {scoreB} , {score}
            The goals, and both as '2-1'.
            .It Sy {winner}
            The name of the side that is ahead or has won by kicks; empty if there is none.
            .It Sy {until}
            The time of day when time will be up, while the countdown runs.
            .It Sy {remaining}
            The whole seconds that are left of the countdown, or of the length of the period.
            .It Sy {scorer} , {minute}
            Who scored the last goal, followed by "(OG)" if it was an own goal, and the minute;
            empty if the scorer is not known, or there is no goal.
            .It Sy {cardsA} , {cardsB}
            The cards of a side, such as 'Ada Y, Ben R', with the signs of the files for OBS.
            .It Sy {foulsA} , {foulsB}
            The fouls of a side in the period, where they are counted.
            .It Sy {timeout}
            The time-out that is underway, such as '00:43 time-out of Reds'.
            .It Sy {added} , {stoppage}
            The announced least added time, such as '+3', and the time beyond the length of the
            period, such as '+2:13'; empty if there is none. The files _added.txt_ and
            _stoppage.txt_ have the same.
            .It Sy {kicks}
            The score of the kicks from the mark, such as '4-3', or empty.
            .It Sy {log}
            The last event of the *log*.
            .It Sy {submission}
            How far the result is on its way to a server, such as 'waiting' or 'sent'.
            .It Sy {stale}
            "STALE" while gatherd(8) is lost. It is added to the end of a line without this field
            and
            .Sy {period} .
            .It Sy {id}
            The ID of the match.
            .El
            """
    ) { (arguments) throws(UsageError) -> any Command in
        let options = try WatchOptions(arguments)
        return options.isOfAll
            ? ClubWatch(club: arguments.text(.club), once: options.once) : Watch(options: options)
    }

    let options: WatchOptions

    /// The events that have a sound; the end, one of them, also rings the bell of the terminal.
    static let awaited = Sound.allCases.flatMap(\.moments)

    var isEndless: Bool { options.directory == nil }

    func run(_ context: Context) throws(Failure) {
        if options.isControlled {
            guard context.canRedraw, context.streams.input.isTerminal else {
                throw Self.noKeys(tr("standard input and output are not a terminal with a cursor"))
            }
            return try showBoard(context)
        }
        if options.isPublic {
            guard context.canRedraw else {
                throw Failure(
                    .usage,
                    tr("cannot show the board: standard output is not a terminal with a cursor"))
            }
            return try showBoard(context)
        }
        let isPlain = options.directory == nil && options.format == nil && !options.once
        if isPlain, context.canRedraw, context.options.json == .off {
            return try showBoard(context)
        }
        try showElsewhere(context)
    }

    private func player(_ context: Context) throws(Failure) -> SoundPlayer? {
        guard let sound = options.sound else { return nil }
        return try SoundPlayer(
            SoundPrograms(sound, context.program.environment), time: context.time)
    }

    private static func noKeys(_ cause: String) -> Failure {
        Failure(
            .usage, tr("cannot control the match by keys: %1$@", cause),
            hint: tr("the verbs do the same, such as 'gatherctl goal a'"))
    }

    private func showElsewhere(_ context: Context) throws(Failure) {
        var command = try WatchCommand(
            context: context, watch: options, player: try player(context))
        try command.run()
    }

    private func showBoard(_ context: Context) throws(Failure) {
        let player = try player(context)
        let (program, path) = (context.program, context.socket.path)
        let connectToWatch = context.host?.connectorOfWatcher() ?? program.connectAtOnce
        let connectToAsk =
            context.host?.connectorOfWatcher(waitsAtFirst: false) ?? program.connectAtOnce
        let watch = Subscription(
            context, failure: Self.verb.failure, ticks: true, detecting: Self.awaited,
            connect: connectToWatch)
        try watch.open()
        let type = program.environment["TERM"] ?? ""
        let hasColors = context.options.color
        let terminal: (any BoardTerminal)?
        do { terminal = try program.openTerminal(context.streams, type, hasColors) } catch {
            throw Failure(.refused, tr("cannot use the terminal: %1$@", error))
        }
        guard let terminal else {
            let cause = tr("terminal type '%1$@' is not known here", type.shown)
            if options.isControlled { throw Self.noKeys(cause) }
            if options.isPublic { throw Failure(.usage, tr("cannot show the board: %1$@", cause)) }
            let text = tr("printing a line per change instead of the board")
            let note = [cause, text].joinedBySemicolons()
            try context.note("gatherctl: \(note)")
            return try showElsewhere(context)
        }
        var command = BoardCommand(
            context: context, terminal: terminal,
            signs: .ofLocale { program.environment[$0] }, isControl: options.isControlled,
            isPublic: options.isPublic,
            isGuarded: options.isGuarded,
            bell: try options.bell ? Bell(context.streams) : nil, player: player, watch: watch,
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
    /// True if the board is for people who look at the match.
    var isPublic = false
    /// True if a goal, a card or more time that was just given over another connection is not given
    /// again.
    var isGuarded = false
    /// True to show all pitches of a club.
    var isOfAll = false
    /// The directory to keep files in, instead of showing anything.
    var directory: String?
    /// The format of the line for a status bar.
    var format: LineFormat?
    /// True if the command ends after showing the match once.
    var once = false
    var bell = false
    /// The program that plays sounds, empty for the first that can; nil for no sounds.
    var sound: String?
}

extension WatchOptions {
    init(_ arguments: ArgumentReader) throws(UsageError) {
        ticks = arguments.has(.ticks)
        isControlled = arguments.has(.control)
        isPublic = arguments.has(.public)
        isGuarded = arguments.has(.guard)
        isOfAll = arguments.has(.everyPitch)
        if arguments.text(.club) != nil, !isOfAll {
            throw arguments.cannot(tr("'--club' is for '--all'"))
        }
        if isGuarded, !isControlled {
            throw arguments.cannot(tr("'--guard' is for the keys of '--control'"))
        }
        once = arguments.has(.once)
        bell = arguments.has(.bell)
        sound = arguments.text(.sound)
        directory = arguments.text(.write)
        if let text = arguments.text(.line) {
            do { format = try LineFormat(text) } catch { throw arguments.cannot(error.message) }
        }
        if directory == "" { throw arguments.cannot(tr("the directory of '--write' is missing")) }
        let displays = [
            isOfAll ? "--all" : nil, isPublic ? "--public" : nil, isControlled ? "--control" : nil,
            directory == nil ? nil : "--write",
            format == nil ? nil : "--format",
            isOfAll || [nil, "off"].contains(arguments.text(.json)) ? nil : "--json",
            isOfAll && arguments.has(.bell) ? "--bell" : nil,
            isOfAll && arguments.text(.sound) != nil ? "--sound" : nil,
        ].compactMap(\.self)
        if displays.count > 1 { throw arguments.cannot(displays[0], with: displays[1]) }
        try checkTicks(displays, arguments)
        if once, isControlled {
            throw arguments.cannot(tr("with '--once' there is no time to press a key"))
        }
        if once, isPublic {
            throw arguments.cannot(tr("with '--once' there is no time to look at the board"))
        }
        if once, bell {
            throw arguments.cannot(tr("with '--once' there is no time to ring the bell"))
        }
        if once, sound != nil {
            throw arguments.cannot(tr("with '--once' there is no time to play a sound"))
        }
    }

    private func checkTicks(_ displays: [String], _ arguments: ArgumentReader) throws(UsageError) {
        guard ticks else { return }
        if once {
            throw arguments.cannot(
                tr("with '--once' there is no time to print a line every second"))
        }
        if let display = displays.first, display != "--json" {
            throw arguments.cannot(
                tr("'%1$@' shows every second without '--ticks', which is for lines", display))
        }
    }
}

extension Option {
    fileprivate static let ticks = Option("ticks", tr("also print a line every second"))
    fileprivate static let everyPitch = Option("all", tr("each pitch of the club, a line for each"))
    fileprivate static let control = Option(
        "control", tr("change the match by keys; ? shows them"), isEffect: true)
    fileprivate static let `public` = Option(
        "public", tr("a board for people who look, without keys"))
    fileprivate static let write = Option(
        "write", tr("keep files in DIR for other displays"), takes: "DIR", completes: .directories)
    fileprivate static let line = Option(
        "format", tr("print lines of this form for a status bar"), takes: "FORMAT")
    fileprivate static let once = Option("once", tr("show the match once, and end"))
    fileprivate static let bell = Option("bell", tr("ring the terminal's bell when time is up"))
    fileprivate static let sound = Option(
        "sound", tr("play a horn when time is up, with PROGRAM if given"),
        takes: .optional("PROGRAM"), completes: .programs)
}
