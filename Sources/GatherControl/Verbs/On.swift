import GatherAPI

/// `on`: runs a command whenever an event happens in the match.
struct On: Command {
    static let verb = Verb(
        name: "on", arguments: "EVENT... [--timeout D] -- COMMAND [ARGUMENT...]",
        summary: "run a command whenever something happens", task: "run a command",
        topic: .showing, options: [.timeout],
        operands: [.choices(MatchEvent.Kind.words + ["remaining=60s"])], repeats: true,
        manual: """
            Run a command whenever one of these happens, until '^C':
            .Bl -tag -width "remaining=60s" -compact
            .It Sy timeUp
            The running countdown reaches 00:00.
            .It Sy remaining=60s
            It comes down to 60 seconds, or any other length of time D. One that is set going with
            no more than that does not come down to it.
            .It Sy goal
            A side has more goals than before.
            .It Sy started
            The countdown is set going.
            .It Sy paused
            It is held.
            .It Sy ended , discarded
            The gather is over.
            .El

            What there is when gatherctl starts has happened before. *undo* and *redo* make nothing
            happen, nor does a restart of gatherd(8), a reboot, or a match that is saved from a
            damaged file; a goal that is counted anew after an undo does. The two moments of the
            countdown come at the exact time by a timer of this machine, also while gatherd(8) is
            away, and once for a deadline: to move it away and back does not bring them again. A
            moment that undo jumps over does not come. What came while this machine slept, and is
            two seconds past, is told on standard error alone. When gatherd(8) was away for a while,
            the goals that were missed are told as one for each side, unless the side has had as
            many before, and so is the end; that the countdown was started or held is not.

            One command runs at a time, in the order of the events; up to 16 wait, and that more are
            dropped is told. One that takes longer than 30 seconds, or than --timeout, is ended with
            all of its process group: by SIGTERM, and by SIGKILL two seconds later. A status other
            than 0 is told on standard error. A signal that ends gatherctl ends the command that
            runs.

            The command has in its environment $GATHER_EVENT, $GATHER_EVENT_TEAM
            .Po
            'a' or 'b', for a goal
            .Pc ,
            $GATHER_PITCH, $GATHER_ID, $GATHER_REVISION, $GATHER_PHASE, $GATHER_STATE,
            $GATHER_CLOCK, $GATHER_REMAINING
            .Pq in seconds ,
            $GATHER_TEAM_A, $GATHER_TEAM_B, $GATHER_SCORE, $GATHER_SCORE_A, $GATHER_SCORE_B and
            $GATHER_WINNER, and on standard input one line of JSON: an object with 'event', 'team'
            and 'gather', which is that of io.gatherd.Gather(7).
            """
    ) { (arguments) throws(UsageError) in On(options: try OnOptions(&arguments)) }

    let options: OnOptions

    func run(_ context: Context) throws(Failure) {
        let command = OnCommand(context: context, options: options, connect: context.connector)
        try command.run()
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

    init(_ kinds: [MatchEvent.Kind], _ command: [String], timeout: Duration) {
        (self.kinds, self.command, self.timeout) = (kinds, command, timeout)
    }

    init(_ arguments: inout ArgumentReader) throws(UsageError) {
        guard let (events, command) = arguments.partsAtDashes() else {
            throw arguments.cannot("the command is missing; it stands behind '--'")
        }
        guard let program = command.first, !program.isEmpty else {
            throw arguments.cannot("the command behind '--' is missing")
        }
        guard !events.isEmpty else {
            throw arguments.cannot("the event is missing: \(Self.known)")
        }
        let reader = arguments
        kinds = try events.map { (event) throws(UsageError) in try Self.kind(event, reader) }
        timeout = try Self.timeout(arguments)
        self.command = command
    }

    private static let words = MatchEvent.Kind.words + ["remaining"]

    private static var known: String {
        "\(MatchEvent.Kind.words.joined(separator: ", ")) or remaining=60s"
    }

    private static func kind(
        _ word: String, _ arguments: ArgumentReader
    ) throws(UsageError) -> MatchEvent.Kind {
        if let kind = MatchEvent.Kind(word) { return kind }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == "remaining" else {
            let name = String(parts[0])
            let nearest =
                words.first { $0.lowercased() == name.lowercased() }
                ?? Suggestion.nearest(to: name, in: words)
            let question =
                nearest.map { "did you mean '\($0 == "remaining" ? "remaining=60s" : $0)'?" }
                ?? "there are \(known)"
            throw arguments.cannot("there is no event '\(word)'; \(question)")
        }
        guard parts.count == 2, let length = TypedTime(parts[1])?.milliseconds,
            lengths.contains(length)
        else {
            throw arguments.cannot(
                "'\(word)' has no length of time such as remaining=60s, remaining=5m or "
                    + "remaining=01:30")
        }
        return .remaining(milliseconds: length)
    }

    private static func timeout(_ arguments: ArgumentReader) throws(UsageError) -> Duration {
        .milliseconds(try arguments.milliseconds(.timeout, in: lengths) ?? standardTimeout)
    }
}

extension Option {
    fileprivate static let timeout = Option(
        "timeout", "end a command that takes longer; 30 s unless given", takes: "D")
}
