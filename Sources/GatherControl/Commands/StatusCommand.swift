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
            let state = try context.state(reply).printable
            let card = MatchCardViewModel(state, at: context.time.now())
            return card.lines(bold: context.showsBold).joined(separator: "\n") + "\n"
        }
    }
}
