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

    /// Asks, and does it after a yes.
    func run() throws(Failure) {
        if !isConfirmed { try ask() }
        try ChangeCommand(context: context, change: change, requestID: requestID).run()
    }

    private func ask() throws(Failure) {
        let screen = try self.screen()
        let reply = try context.query(Call(GatherMethod.get.fullName), task: change.task)
        guard let gather = try context.state(reply).gather, gather.phase == .open else {
            return try refuse()
        }
        try screen.write(question(gather.printable))
        let answer = context.streams.input.line()
        if let answer, isYes(answer) { return }
        try screen.write(answer == nil ? "\ncancelled\n" : "cancelled\n")
        throw Failure(.refused, nil)
    }

    /// Where a person sees the question; output may be a file.
    private func screen() throws(Failure) -> Output {
        guard context.streams.input.isTerminal else {
            throw Failure(.usage, "cannot ask: standard input is no terminal; say --yes")
        }
        let outputs = [context.streams.errors, context.streams.output]
        guard let screen = outputs.first(where: \.isTerminal) else {
            throw Failure(.usage, "cannot ask: standard output is no terminal; say --yes")
        }
        return screen
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

    private func isYes(_ answer: String) -> Bool {
        ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace })
    }
}
