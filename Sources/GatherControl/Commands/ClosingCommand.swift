import GatherAPI
import Varlink

/// `end` and `discard`: they ask first, unless told not to.
struct ClosingCommand {
    /// What it works with.
    let context: Context
    /// What is to be done.
    let change: Change
    /// The ID under which it counts once.
    let requestID: String
    /// Whether it was confirmed already.
    let isConfirmed: Bool
    /// What waits for the outcome of the submission, where that is wanted.
    var outcome: OutcomeCommand?

    /// Asks, and does it after a yes.
    func run() throws(Failure) {
        if !isConfirmed { try ask() }
        try ChangeCommand(
            context: context, change: change, requestID: requestID, outcomeFollows: outcome != nil
        ).run()
        try outcome?.run()
    }

    private func ask() throws(Failure) {
        let asking = Question(context: context)
        _ = try asking.screen()
        let reply = try context.query(GatherMethod.Get().call, task: change.task)
        guard let gather = try context.state(reply).gather, gather.phase == .open else {
            return try refuse()
        }
        try asking.ask(question(gather))
    }

    /// A command that is sent again may have closed the gather itself; the daemon knows.
    private func refuse() throws(Failure) {
        guard context.options.requestID == nil else { return }
        let presenter = RefusalPresenter(task: change.task)
        let cause = presenter.text(GatherError.noGather(endedSecondsAgo: nil))
        throw Failure(.refused, "cannot \(change.task): \(cause)")
    }

    private func question(_ gather: GatherSnapshot) -> String {
        let clock = ClockViewModel(gather, at: context.time.now())
        let title = change == .end ? "End Gather" : "Discard Gather"
        return "\(title): \(gather.scoreLine), \(clock.digits) \(clock.sentence)\n"
            + "Are you sure you want to \(change.task)? Yes/[Cancel] "
    }
}
