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
        let id = try context.id(of: name, task: Change.reopen(id: "").task)
        let change = Change.reopen(id: id)
        try ChangeCommand(context: context, change: change, requestID: requestID).run()
    }
}
