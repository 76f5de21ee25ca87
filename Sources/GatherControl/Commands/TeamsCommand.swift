import GatherAPI
import Varlink

/// `team`: shows the sides and the bench.
struct TeamsCommand {
    /// What it works with.
    let context: Context

    private static let task = "show the teams"

    /// Asks for the newest gather and prints who is on which side.
    func run() throws(Failure) {
        let reply = try context.query(GatherMethod.Get().call, task: Self.task)
        try context.show(reply) { () throws(Failure) in
            guard let gather = try context.state(reply).gather else {
                throw Failure(.refused, RefusalPresenter(task: Self.task).nothingYet)
            }
            let over = gather.phase == .open ? [] : ["this gather is \(gather.phase.rawValue)"]
            return (over + SidesPresenter.list(gather.sides)).map { $0 + "\n" }.joined()
        }
    }
}
