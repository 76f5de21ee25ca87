import GatherAPI

/// `on`: runs a command whenever an event happens in the match.
struct On: Command {
    static let verb = Verb(
        name: "on", arguments: "EVENT... [--timeout D] -- COMMAND [ARGUMENT...]",
        summary: tr("run a command at each event of the match"),
        failure: tr("cannot run a command: %1$@"),
        topic: .showing, options: [.timeout],
        operands: [.choices(MatchEvent.Kind.words + ["remaining=60s"])], repeats: true,
        hasAnswer: false,
        manual: """
            Run a command whenever one of these happens, until '^C':
            .Bl -tag -width "remaining=60s" -compact
            .It Sy timeUp
            The running countdown reaches 00:00.
            .It Sy lastMinute
            The running countdown reaches its last minute, like 'remaining=60s'.
            .It Sy remaining=60s
            The running countdown reaches 60 seconds, or any other length of time. A countdown that
            is started with no more time left than that does not count.
            .It Sy goal
            A side has more goals than before. A goal that was counted on the board has no scorer
            yet.
            .It Sy scorer
            The scorer of an earlier goal becomes known, or is changed.
            .It Sy card
            A card is shown, or a time penalty given; or one is changed by *edit*.
            .It Sy substitution
            A player is substituted.
            .It Sy foul
            A foul is counted.
            .It Sy timeOut
            A time-out of a side, or a cooling break, begins.
            .It Sy timeOutEnded
            The length of a time-out or a cooling break is over, and the clock has not been started
            since.
            .It Sy kick
            A kick from the mark is taken.
            .It Sy started
            The countdown is started or resumed.
            .It Sy paused
            The countdown is paused.
            .It Sy periodBegan , periodEnded
            A period of play begins or ends, in a match with a format.
            .It Sy addedTime
            The least added time of a period is announced, or changed.
            .It Sy ended , discarded
            The match is over.
            .El

            What happened before gatherctl started is no event. *undo* and *redo* cause no events,
            and neither does a restart of gatherd(8), a reboot, or a match that is recovered from a
            damaged file. But a goal that is counted again after an undo is an event. 'timeUp',
            'lastMinute', 'remaining' and 'timeOutEnded' come from a timer of this machine at the
            exact time, even while gatherd(8) is away. They come once for each end of the countdown:
            moving that end away and back does not repeat them, and an event that an undo skips does
            not come. If this machine slept during an event and it is more than two seconds old, it
            is only reported on standard error. When gatherd(8) was away for a while, or a slow
            connection has skipped what was in between, the missed goals of a side are one event,
            unless the side had as many goals before. A missed end, card or kick is an event; a
            missed start, pause, period, foul, time-out or substitution is not.

            If gatherd(8) cannot be reached at the beginning, gatherctl ends with status 3; later it
            waits for it. So a service that runs it needs 'Restart=on-failure'.

            One command runs at a time, in the order of the events; up to 16 events wait. If there
            are more, they are dropped, and this is reported. A command that takes longer than 30
            seconds, or than --timeout, is ended with its whole process group: by SIGTERM, and by
            SIGKILL two seconds later. An exit status other than 0 is reported on standard error. A
            signal that ends gatherctl also ends the running command.

            The environment of the command has $GATHER_EVENT, $GATHER_EVENT_TEAM
            .Po
            'a' or 'b', for a goal, a scorer, a card, a substitution, a foul, a time-out and a kick
            .Pc ,
            $GATHER_SCORER
            .Pq empty where it is not known ,
            $GATHER_OWN_GOAL
            .Po
            '1' or '0', with a scorer
            .Pc
            and $GATHER_MINUTE of a goal that was counted as a single one, $GATHER_CARD
            .Pq yellow, secondYellow, red or time ,
            $GATHER_PLAYER and $GATHER_MINUTE of a card, $GATHER_PLAYER
            .Pq who goes off
            and $GATHER_PLAYER_ON of a substitution, $GATHER_KICK
            .Pq in or out
            and $GATHER_PLAYER of a kick, $GATHER_KICKS
            .Pq the score of the kicks, such as 4-3 ,
            $GATHER_ADDED_MINUTES
            .Pq as announced for the period ,
            $GATHER_PITCH, $GATHER_ID, $GATHER_REVISION, $GATHER_PHASE, $GATHER_STATE,
            $GATHER_CLOCK, $GATHER_REMAINING
            .Pq in seconds ,
            $GATHER_TEAM_A, $GATHER_TEAM_B, $GATHER_SCORE, $GATHER_SCORE_A, $GATHER_SCORE_B and
            $GATHER_WINNER. Its standard input is one line of JSON: an object with 'event', 'team',
            'goal', 'card', 'playerOff', 'playerOn', 'kick' and 'gather', the last six as in
            io.gatherd.Gather(7).

            A gatherctl that the command runs controls the same match: $GATHERD_SOCKET is the socket
            of its gatherd(8). With --host the command has to give that option too. A change that
            the command makes is an event as well: if it counts a goal at each goal, it is run
            again and again.
            """
    ) { (arguments) throws(UsageError) in On(options: try OnOptions(&arguments)) }

    let options: OnOptions

    func run(_ context: Context) throws(Failure) {
        try OnCommand(context: context, options: options).run()
    }
}

/// The events that `on` waits for, and the command for them.
struct OnOptions: Hashable {
    /// The kinds of events to wait for.
    let kinds: [MatchEvent.Kind]
    let command: [String]
    /// The longest time that the command may take.
    let timeout: Duration

    private static let standardTimeout = 30_000

    /// The valid lengths of time in milliseconds: no longer than a countdown.
    private static let lengths = 1...InterfaceLimits.timeSeconds.upperBound * 1_000
}

extension OnOptions {
    init(_ arguments: inout ArgumentReader) throws(UsageError) {
        guard let (events, command) = arguments.partsAtDashes() else {
            throw arguments.cannot(tr("the command is missing; write it after '--'"))
        }
        guard let program = command.first, !program.isEmpty else {
            throw arguments.cannot(tr("the command after '--' is missing"))
        }
        // Other bytes were replaced, and would name another file.
        if let replaced = command.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            throw arguments.cannot(tr("'%1$@' is not UTF-8", replaced))
        }
        guard !events.isEmpty else {
            throw arguments.cannot(tr("the event is missing; use %1$@", Self.known))
        }
        let reader = arguments
        kinds = try events.map { (event) throws(UsageError) in try Self.kind(event, reader) }
        timeout = try Self.timeout(arguments)
        self.command = command
    }

    private static let names = MatchEvent.Kind.words + ["remaining"]

    private static var known: String {
        (MatchEvent.Kind.words + ["remaining=60s"]).joined(separator: ", ")
    }

    private static func kind(
        _ word: String, _ arguments: ArgumentReader
    ) throws(UsageError) -> MatchEvent.Kind {
        if let kind = MatchEvent.Kind(word) { return kind }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "remaining" else {
            guard let nearest = Suggestion.nearest(to: String(parts[0]), in: names) else {
                throw arguments.cannot(tr("there is no event '%1$@'; use %2$@", word, known))
            }
            throw arguments.cannot(
                Suggestion.text(
                    tr("there is no event '%1$@'", word),
                    nearest == "remaining" ? "remaining=60s" : nearest))
        }
        guard parts.count == 2, let length = TypedTime(parts[1])?.milliseconds else {
            throw arguments.cannot(
                tr(
                    """
                    '%1$@' has no length of time; use remaining=60s, remaining=5m or \
                    remaining=01:30
                    """, word))
        }
        guard lengths.contains(length) else { throw arguments.outOfRange(word, lengths) }
        return .remaining(milliseconds: length)
    }

    private static func timeout(_ arguments: ArgumentReader) throws(UsageError) -> Duration {
        .milliseconds(try arguments.milliseconds(.timeout, in: lengths) ?? standardTimeout)
    }
}

extension Option {
    fileprivate static let timeout = Option(
        "timeout", tr("end a command that takes longer (default: 30s)"), takes: "D")
}
