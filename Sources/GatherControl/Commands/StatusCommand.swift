import GatherAPI
import Varlink

/// `status`: shows the match card.
struct StatusCommand {
    /// What it works with.
    let context: Context

    /// Asks for the newest gather and prints it.
    func run() throws(Failure) {
        let call = GatherMethod.Get().call
        let reply = try context.query(call, task: "show the gather")
        try context.show(reply) { () throws(Failure) in
            let state = try context.state(reply)
            let card = MatchCardViewModel(state, at: context.time.now())
            let lines = card.lines(bold: context.showsBold) + leftovers(state.gather)
            return lines.joined(separator: "\n") + "\n"
        }
    }

    /// What the card only counts.
    private func leftovers(_ gather: GatherSnapshot?) -> [String] {
        guard let gather, let count = gather.submission?.leftovers, count > 0 else { return [] }
        return SubmissionsCommand.leftovers(of: gather.id, context).map(LeftoverPresenter.line)
    }
}
