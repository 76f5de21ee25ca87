import GatherAPI
import Varlink

/// `end` and `discard`: they ask for confirmation, unless `--yes` is given.
struct Closing: Command {
    static let end = Verb(
        name: "end", arguments: "[--yes] [--wait]",
        summary: tr("end the match; the score is the result"),
        failure: tr("cannot end the match: %1$@"),
        topic: .match, options: [.yes, .wait],
        manual: """
            End the match; the score is the result. It asks before, unless --yes is given. With
            --wait the result is sent at once, and gatherctl waits until the server has it, even if
            the network is lost meanwhile. The exit status is then 1 if somebody has to do something
            before the result can be sent, or if another match is opened meanwhile; even so, the
            match has ended. If you have signed in before but are signed out now, it says that the
            result is not sent; the next *login* offers to send it.
            """
    ) { arguments in
        Closing(change: .end, isConfirmed: arguments.has(.yes), waits: arguments.has(.wait))
    }

    static let discard = Verb(
        name: "discard", arguments: "[--yes]", summary: tr("close the match without a result"),
        failure: tr("cannot discard the match: %1$@"), topic: .match, options: [.yes],
        manual: """
            Close the match without a result. It asks before, unless --yes is given.
            """
    ) { arguments in Closing(change: .discard, isConfirmed: arguments.has(.yes)) }

    let change: Change
    var isConfirmed = false
    /// True if the command waits for the delivery of the result.
    var waits = false

    func run(_ context: Context) throws(Failure) {
        var change = change
        if !isConfirmed, let id = try ask(context) { change = change.of(id) }
        try change.run(context, outcomeFollows: waits)
        if waits { try OutcomeCommand(context: context).run() }
    }

    /// Asks for confirmation.
    ///
    /// - Returns: The ID of the match that it has asked about; nil if it has not asked.
    private func ask(_ context: Context) throws(Failure) -> String? {
        let asking = Question(context: context)
        _ = try asking.screen()
        guard let gather = try context.newestGather(failure: change.failure), gather.phase == .open
        else {
            // A command that is sent again may have closed the gather itself; the daemon knows.
            guard context.options.requestID == nil else { return nil }
            let presenter = RefusalPresenter(failure: change.failure)
            let cause = presenter.text(GatherError.noGather(endedSecondsAgo: nil))
            throw Failure(.refused, change.failure, cause: cause)
        }
        let clock = ClockViewModel(gather, at: context.time.now())
        let match = "\(gather.scoreLine), \(clock.digits) \(clock.sentence)"
        let text = ClosingText(change: change)
        try asking.ask("\(text.title(match))\n\(text.question)")
        return gather.id
    }
}

/// The words that ask before a match is closed, in the shell and on the board.
struct ClosingText {
    /// The change that closes the match.
    let change: Change

    /// Returns what is to be closed, such as `End Match: Reds 2-1 Blues`.
    func title(_ match: String) -> String {
        change == .end ? tr("End Match: %1$@", match) : tr("Discard Match: %1$@", match)
    }

    var question: String {
        change == .end
            ? tr("Are you sure you want to end the match?")
            : tr("Are you sure you want to discard the match?")
    }
}

/// `reopen`: reopens a gather that is over.
struct Reopen: Command {
    static let verb = Verb(
        name: "reopen", arguments: "ID|last", summary: tr("reopen a match that is over"),
        failure: tr("cannot reopen the match: %1$@"), topic: .match, operands: [.gathers],
        manual: "Reopen a match that is over, as if it had never been ended."
    ) { (arguments) throws(UsageError) in Reopen(name: try arguments.gather()) }

    let name: GatherName

    func run(_ context: Context) throws(Failure) {
        let id = try context.id(of: name, failure: Self.verb.failure)
        let change = Change.reopen(id: id)
        let reply = try change.answer(context)
        if GatherError(reply) == .gatherInProgress, try reportOpen(id, context) { return }
        try change.report(reply, context)
    }

    /// Prints that the gather is open already, if it is the open one.
    ///
    /// - Returns: True if it is.
    private func reportOpen(_ id: String, _ context: Context) throws(Failure) -> Bool {
        let reply = try context.query(GatherMethod.Get().call, failure: Self.verb.failure)
        guard let gather = try context.state(reply).gather, gather.phase == .open,
            gather.id.lowercased().hasPrefix(id.lowercased())
        else { return false }
        try context.show(reply) {
            tr("no change: already open: %1$@", Change.present(gather, at: context.time.now()))
                + "\n"
        }
        return true
    }
}

extension Option {
    fileprivate static let wait = Option("wait", tr("send the result now, and wait for the server"))
}

extension Change {
    static let end: Change = Change(GatherMethod.End(), Closing.end.failure) { answer in
        let submission =
            SubmissionPresenter.line(answer.gather.submission, at: answer.now)
            ?? (answer.outcome.signedOut ? SubmissionPresenter.signedOut : nil)
        let ended = tr("ended: %1$@, %2$@", answer.gather.scoreLine, answer.gather.resultText)
        return [ended, answer.undoHint, submission].compactMap(\.self).joined(separator: "\n")
    }

    static let discard: Change = Change(GatherMethod.Discard(), Closing.discard.failure) {
        tr("discarded: %1$@", $0.gather.scoreLine) + "\n\($0.undoHint)"
    }

    /// Reopens the gather with this ID, or the only one whose ID has this beginning.
    static func reopen(id: String) -> Change {
        Change(GatherMethod.Reopen(id: id), Reopen.verb.failure) {
            (reader, gather, _, now) throws(VarlinkError) in
            let what = try reader.translated("undone")
            let opened = gather.map {
                tr("reopened: the match of %1$@", TimeText.dateAndTime($0.openedAt))
            }
            let undone = undone(what, gather, at: now)
            return [opened, undone].compactMap(\.self).joined(separator: "\n")
        }
    }
}

extension ChangeAnswer {
    fileprivate var undoHint: String { tr("undo: %1$@", next.undo) }
}
