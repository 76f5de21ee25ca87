import GatherAPI
import Varlink

extension Context {
    /// The ID of a gather, or a beginning of it: the daemon knows no word for the newest one where
    /// something is to become of it.
    ///
    /// - Parameter task: What the gather is for, should there be none.
    func id(of name: GatherName, task: String) throws(Failure) -> String {
        switch name {
        case .id(let id): return id
        case .last:
            let reply = try query(GatherMethod.Get().call, task: task)
            guard let gather = try state(reply).gather else {
                throw Failure(.refused, RefusalPresenter(task: task).nothingYet)
            }
            return gather.id
        }
    }
}
