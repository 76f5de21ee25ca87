import GatherAPI
import Varlink

/// `reopen`: takes up again a gather that is over.
struct ReopenCommand {
    /// What it works with.
    let context: Context
    /// Which gather.
    let name: GatherName
    /// The ID under which it counts once.
    let requestID: String

    /// Finds out which gather is meant, reopens it and prints what that did.
    func run() throws(Failure) {
        let change = Change.reopen(id: try id())
        try ChangeCommand(context: context, change: change, requestID: requestID).run()
    }

    private func id() throws(Failure) -> String {
        if case .id(let id) = name { return id }
        let task = Change.reopen(id: "").task
        let reply = try context.query(Call(GatherMethod.get.fullName), task: task)
        guard let gather = try context.state(reply).gather else {
            throw Failure(.refused, RefusalPresenter(task: task).nothingYet)
        }
        return gather.id
    }
}
