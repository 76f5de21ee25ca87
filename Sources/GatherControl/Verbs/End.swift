import GatherAPI
import Varlink

/// `end` and `discard`: they ask for confirmation, unless `--yes` is given.
struct Closing: Command {
    static let end = Verb(
        name: "end", arguments: "[--yes] [--wait]",
        summary: "end the gather; the score is the result",
        failure: tr("cannot end the match: %1$@"),
        topic: .match, options: [.yes, .wait],
        manual: """
            End the gather; the score is the result. It asks before, unless --yes is given. With
            --wait the result is sent at once, and gatherctl waits until the server has it, over a
            lost network as well; the exit status is 1 where a person has to do something before it
            can arrive, or another gather is opened meanwhile. The gather has ended all the same.
            Where somebody has signed in once and out again, it is said that the result is not sent;
            *login* offers it then.
            """
    ) { arguments in
        Closing(change: .end, isConfirmed: arguments.has(.yes), waits: arguments.has(.wait))
    }

    static let discard = Verb(
        name: "discard", arguments: "[--yes]", summary: "leave the gather without a result",
        failure: tr("cannot discard the match: %1$@"), topic: .match, options: [.yes],
        manual: """
            Leave the gather without a result. It asks before, unless --yes is given.
            """
    ) { arguments in Closing(change: .discard, isConfirmed: arguments.has(.yes)) }

    let change: Change
    var isConfirmed = false
    /// True if the command waits for the delivery of the result.
    var waits = false

    func run(_ context: Context) throws(Failure) {
        if !isConfirmed { try ask(context) }
        try change.run(context, outcomeFollows: waits)
        if waits { try OutcomeCommand(context: context, connect: context.connector).run() }
    }

    private func ask(_ context: Context) throws(Failure) {
        let asking = Question(context: context)
        _ = try asking.screen()
        guard let gather = try context.newestGather(failure: change.failure), gather.phase == .open
        else {
            // A command that is sent again may have closed the gather itself; the daemon knows.
            guard context.options.requestID == nil else { return }
            let presenter = RefusalPresenter(failure: change.failure)
            let cause = presenter.text(GatherError.noGather(endedSecondsAgo: nil))
            throw Failure(.refused, change.failure, cause: cause)
        }
        let clock = ClockViewModel(gather, at: context.time.now())
        let match = "\(gather.scoreLine), \(clock.digits) \(clock.sentence)"
        try asking.ask(
            change == .end
                ? tr(
                    "End Gather: %1$@\nAre you sure you want to end the gather? Yes/[Cancel]",
                    match)
                : tr(
                    "Discard Match: %1$@\nAre you sure you want to discard the match? Yes/[Cancel]",
                    match))
    }
}

/// `reopen`: reopens a gather that is over.
struct Reopen: Command {
    static let verb = Verb(
        name: "reopen", arguments: "ID|last", summary: "take up again a gather that is over",
        failure: tr("cannot reopen the match: %1$@"), topic: .match, operands: [.gathers],
        manual: "Take up again a gather that is over, as if it had never been ended."
    ) { (arguments) throws(UsageError) in Reopen(name: try arguments.gather()) }

    let name: GatherName

    func run(_ context: Context) throws(Failure) {
        let id = try context.id(of: name, failure: Self.verb.failure)
        try Change.reopen(id: id).run(context)
    }
}

extension Option {
    fileprivate static let wait = Option(
        "wait", "send the result now, and wait for the server")
}

extension Change {
    static let end: Change = Change(GatherMethod.End(), Closing.end.failure) { answer in
        let submission =
            SubmissionPresenter.line(answer.gather.submission, at: answer.now)
            ?? (answer.outcome.signedOut ? SubmissionPresenter.signedOut : nil)
        return "ended: \(answer.gather.scoreLine), \(answer.gather.resultWords)\n"
            + answer.wayBack + (submission.map { "\n\($0)" } ?? "")
    }

    static let discard: Change = Change(GatherMethod.Discard(), Closing.discard.failure) {
        "discarded: \($0.gather.scoreLine)\n\($0.wayBack)"
    }

    /// Reopens the gather with this ID, or the only one whose ID has this beginning.
    static func reopen(id: String) -> Change {
        Change(GatherMethod.Reopen(id: id), Reopen.verb.failure) {
            (reader, gather, _, now) throws(VarlinkError) in
            guard let what: String = try reader.optional("undone") else {
                return "already open: \(present(gather, at: now))"
            }
            let opened = gather.map { " of \(TimeWords.dateAndTime($0.openedAt))" } ?? ""
            return "reopened: the gather\(opened)\n\(undone(what, gather, at: now))"
        }
    }
}

extension ChangeAnswer {
    fileprivate var wayBack: String { "take it back: \(next.undo)" }
}
