import GatherAPI

/// `foul`: counts a foul of a side.
struct Foul: Command {
    static let verb = Verb(
        name: "foul", arguments: "TEAM [--guard]", summary: tr("count a foul"),
        failure: tr("cannot count the foul: %1$@"), topic: .score, options: [.guard],
        operands: [.sides],
        manual: """
            Count a foul of the team, in a match with a *format*. *TEAM* is as for *goal*. The count
            begins again with each period of play, and goes on in extra time. If the format limits
            the fouls, as futsal does to 5, the answer says from which foul on each one gives a
            direct free kick without a wall. With --guard it is not counted again if another
            connection counted a foul of that team within a second.
            """
    ) { (arguments) throws(UsageError) in
        Foul(side: try arguments.side(), isGuarded: arguments.has(.guard))
    }

    let side: TypedSide
    var isGuarded = false

    func run(_ context: Context) throws(Failure) {
        let side = try context.side(side, of: Self.verb).side
        try Change.countFoul(of: side, isGuarded: isGuarded).run(context)
    }
}

/// `timeout`: begins a time-out of a side, or a cooling break.
struct TakeTimeOut: Command {
    static let verb = Verb(
        name: "timeout", arguments: "[TEAM]", summary: tr("begin a time-out, or a cooling break"),
        failure: tr("cannot begin the time-out: %1$@"), topic: .countdown, operands: [.sides],
        manual: """
            Begin a time-out of the team, in a match whose *format* has time-outs. Futsal and
            small-sided have one of a minute for each team in each period of play, and none in extra
            time. Without *TEAM* it is a cooling break of 3 minutes, which every format has. A clock
            that stops at the end of its period now stops until *start*. A clock that runs on keeps
            running, and you can add the time at the end. The board and *status* count the time-out
            down.
            """
    ) { (arguments) throws(UsageError) in
        TakeTimeOut(side: arguments.optional().map { TypedSide($0) })
    }

    let side: TypedSide?

    func run(_ context: Context) throws(Failure) {
        guard let side else { return try Change.takeTimeOut(of: nil).run(context) }
        try Change.takeTimeOut(of: context.side(side, of: Self.verb).side).run(context)
    }
}

extension Change {
    /// Counts a foul of a side.
    static func countFoul(of side: Side, isGuarded: Bool = false) -> Change {
        let method = GatherMethod.CountFoul(team: side, guarded: isGuarded ? true : nil)
        return Change(method, Foul.verb.failure) { answer in
            answer.notDoneAgain ?? StoppagePresenter.foul(of: side, answer.gather)
        }
    }

    /// Begins a time-out of a side, or a cooling break if it is nil.
    static func takeTimeOut(of side: Side?) -> Change {
        Change(GatherMethod.TakeTimeOut(team: side), TakeTimeOut.verb.failure) { answer in
            let text = StoppagePresenter.timeOut(of: side, answer.gather)
            guard answer.outcome.changed else { return tr("no change: %1$@", text) }
            let note = StoppagePresenter.advice(answer.gather, answer.next)
            return [text, note].joinedBySemicolons()
        }
    }
}
