import GatherAPI

/// `submit`: sends results now.
struct Submit: Command {
    static let verb: Verb = Verb(
        name: "submit", arguments: "[--waiting] [--resend] [--take-over] [ID...]",
        summary: tr("send results now: all that wait, or those named"),
        failure: tr("cannot send the results: %1$@"),
        topic: .result,
        options: [.waiting, .resend, .takeOver], operands: [.results], repeats: true,
        manual: """
            Send results now: all that wait, or those of the named matches, even if they were not
            to be sent. With --waiting, send only those that have failed before. With --resend, send
            a result again that was sent before; if the server has lost it, it makes a new match.
            With --take-over, send results of another user for the user who is signed in; otherwise
            they wait until that user signs in.
            """
    ) { (arguments) throws(UsageError) in
        Submit(
            names: try arguments.gathers(), waiting: arguments.has(.waiting),
            again: arguments.has(.resend), takesOver: arguments.has(.takeOver))
    }

    /// The gathers of the results; empty for all that wait.
    var names: [GatherName] = []
    /// True if only those are sent that have failed before.
    var waiting = false
    /// True if results that were sent before are sent again where the server has lost them.
    var again = false
    /// True if results are included that were ended for another user.
    var takesOver = false
    /// The text of an error, with a place for the cause.
    var failure: String = Submit.verb.failure

    func run(_ context: Context) throws(Failure) {
        let ids = try names.map { (name) throws(Failure) in
            try context.id(of: name, failure: failure)
        }
        guard !again || !ids.isEmpty else {
            throw Failure(.usage, failure, cause: tr("'--resend' needs the ID of a match, or last"))
        }
        let submit = AccountMethod.Submit(
            ids: ids.isEmpty ? nil : ids, waiting: waiting ? true : nil,
            again: again ? true : nil, takeOver: takesOver ? true : nil)
        try context.show(submit, failure: failure) { [SubmissionPresenter.sending($0.count)] }
    }
}

extension Option {
    fileprivate static let waiting = Option("waiting", tr("only those that have failed before"))
    fileprivate static let resend = Option(
        "resend", tr("also results sent before, if the server lost them"), isEffect: true)
    fileprivate static let takeOver = Option(
        "take-over", tr("also results of another user"), isEffect: true)
}
