import GatherAPI
import Varlink

/// `submit`: sends results now.
struct Submit: Command {
    static let verb = Verb(
        name: "submit", arguments: "[--waiting] [--resend] [--take-over] [ID...]",
        summary: "send results now: those that wait, or these", failure: tr("cannot submit: %1$@"),
        topic: .result,
        options: [.waiting, .resend, .takeOver], operands: [.results], repeats: true,
        manual: """
            Send results now: those that wait, with --waiting those alone that have failed before,
            or those of the named gathers, also if they were never to be sent. With --resend one
            that has arrived is sent again: if the server has lost it, as a new gather. With
            --take-over results are sent for the user who is signed in that were ended for another
            one: otherwise they wait until that one signs in.
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
    /// True if results that were delivered are sent again where the server has lost them.
    var again = false
    /// True if results are included that were ended for another user.
    var takesOver = false

    func run(_ context: Context) throws(Failure) {
        let failure = Self.verb.failure
        let ids = try names.map { (name) throws(Failure) in
            try context.id(of: name, failure: failure)
        }
        guard !again || !ids.isEmpty else {
            throw Failure(.usage, "cannot submit: '--resend' takes the ID of a gather, or last")
        }
        let submit = AccountMethod.Submit(
            ids: ids.isEmpty ? nil : ids, waiting: waiting ? true : nil,
            again: again ? true : nil, takeOver: takesOver ? true : nil)
        try context.show(submit, failure: failure) { [SubmissionPresenter.sending($0.count)] }
    }
}

extension Option {
    fileprivate static let waiting = Option("waiting", "those alone that have failed")
    fileprivate static let resend = Option(
        "resend", "also what has arrived, if the server has lost it", isEffect: true)
    fileprivate static let takeOver = Option(
        "take-over", "also what was ended for another user", isEffect: true)
}
