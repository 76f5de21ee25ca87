import GatherAPI

/// What each verb asks for, read from what was written after it.
enum Verbs {
    /// `status`.
    static func status(_ arguments: inout ArgumentReader) throws(UsageError) -> Request { .status }

    /// `watch`.
    static func watch(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .watch(try WatchOptions(arguments))
    }

    /// `on`.
    static func on(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .on(try Orders(&arguments))
    }

    /// `bridge`.
    static func bridge(_ arguments: inout ArgumentReader) throws(UsageError) -> Request { .bridge }

    /// `new`.
    static func new(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let time = try arguments.time(.time)
        let teamA = try arguments.sideName(.teamA, "the first side")
        let teamB = try arguments.sideName(.teamB, "the second side")
        let playersA = try arguments.players(.teamAPlayers)
        let playersB = try arguments.players(.teamBPlayers)
        guard !playersA.isEmpty || !playersB.isEmpty else {
            return .change(.open(time: time, teamAName: teamA, teamBName: teamB))
        }
        return .named(
            .open(
                time: time, teamAName: teamA, teamBName: teamB, teamAPlayers: playersA,
                teamBPlayers: playersB))
    }

    /// `start`.
    static func start(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.start(agoMilliseconds: try arguments.ago()))
    }

    /// `pause`.
    static func pause(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.pause(agoMilliseconds: try arguments.ago()))
    }

    /// `resume`.
    static func resume(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.resume(agoMilliseconds: try arguments.ago()))
    }

    /// `toggle`.
    static func toggle(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.toggle(agoMilliseconds: try arguments.ago()))
    }

    /// `cancel`.
    static func cancel(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.cancel)
    }

    /// `set`.
    static func set(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.setTime(try arguments.time()))
    }

    /// `adjust`.
    static func adjust(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let seconds = try arguments.adjustment()
        return .change(.adjustTime(seconds: seconds, start: arguments.has(.start)))
    }

    /// `score`.
    static func score(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let side = try arguments.side()
        let (number, isChange) = try arguments.goals()
        return .change(isChange ? .addToScore(side, number) : .setScore(side, number))
    }

    /// `goal`.
    static func goal(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let side = try arguments.side()
        let isOwn = arguments.has(.ownGoal)
        guard let player = isOwn ? try arguments.required("the player") : arguments.optional()
        else { return .change(.addToScore(side, 1)) }
        return .named(.goal(side, player: player, isOwn: isOwn))
    }

    /// `undo`.
    static func undo(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let number = try arguments.eventNumber()
        return .change(.undo(number: number, isOfMatch: arguments.has(.match)))
    }

    /// `redo`.
    static func redo(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .change(.redo)
    }

    /// `reopen`.
    static func reopen(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .reopen(try arguments.gather())
    }

    /// `end`.
    static func end(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .closing(.end, isConfirmed: arguments.has(.yes), waits: arguments.has(.wait))
    }

    /// `discard`.
    static func discard(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .closing(.discard, isConfirmed: arguments.has(.yes), waits: false)
    }

    /// `history`.
    static func history(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .history(limit: try arguments.limit(), since: try arguments.since())
    }

    /// `show`.
    static func show(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .timeline(try arguments.gatherOrLast(), task: "show the gather")
    }

    /// `log`.
    static func log(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        arguments.has(.follow) ? .follow : .timeline(.last, task: "show the log")
    }

    /// `report`.
    static func report(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .report(try arguments.gatherOrLast())
    }

    /// `export`.
    static func export(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        let format = try arguments.format()
        return .export(try arguments.gathers(), format)
    }

    /// `submit`.
    static func submit(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .submit(
            SubmitRequest(
                names: try arguments.gathers(), waiting: arguments.has(.waiting),
                again: arguments.has(.resend), takesOver: arguments.has(.takeOver)))
    }

    /// `submissions`.
    static func submissions(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .submissions(try arguments.resultDecision())
    }

    /// `login`.
    static func logIn(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .signIn(try arguments.signIn(isNew: false))
    }

    /// `register`.
    static func register(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .signIn(try arguments.signIn(isNew: true))
    }

    /// `logout`.
    static func logOut(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .logOut(forget: arguments.has(.forget))
    }

    /// `account`.
    static func account(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        .account
    }

    /// `help`.
    static func help(_ arguments: inout ArgumentReader) throws(UsageError) -> Request {
        guard let name = arguments.optional() else { return .text(HelpText.all) }
        return .text(HelpText.of(try VerbSyntax.named(name)))
    }
}
