import GatherAPI
import Varlink

/// What is to become of a result that does not arrive by itself.
enum ResultDecision: Hashable, Sendable {
    /// It is tried again.
    case retry(id: String)
    /// It is given up, after a question unless that is confirmed already.
    case drop(id: String, isConfirmed: Bool)
    /// It belongs to this gather of the server.
    case adopt(id: String, remoteID: String)
    /// Another gather is made for it.
    case create(id: String)
}

/// `submissions`, `submit`: the results that have not arrived.
struct SubmissionsCommand {
    /// What it works with.
    let context: Context

    /// Lists the results that have not arrived.
    func list() throws(Failure) {
        let call = Call(AccountMethod.listResults.fullName)
        let reply = try context.query(call, task: "list the submissions")
        try context.show(reply) { () throws(Failure) in
            let results: [ResultFields] = try context.read(reply) {
                (reader) throws(VarlinkError) in try reader.required("results")
            }
            if results.isEmpty { return "no result waits\n" }
            let lines = SubmissionPresenter.lines(results, at: context.time.now())
            return lines.map { $0 + "\n" }.joined()
        }
    }

    /// Has results sent now.
    ///
    /// - Parameter ids: Their gathers; all that wait if there are none.
    func submit(_ ids: [String], waiting: Bool) throws(Failure) {
        var parameters = JSONObject()
        if !ids.isEmpty { parameters["ids"] = .array(ids.map(JSONValue.string)) }
        if waiting { parameters["waiting"] = true }
        let call = Call(AccountMethod.submit.fullName, parameters)
        let reply = try context.query(call, task: "submit")
        try context.show(reply) { () throws(Failure) in
            let count: Int = try context.read(reply) {
                (reader) throws(VarlinkError) in try reader.required("count")
            }
            return SubmissionPresenter.sending(count) + "\n"
        }
    }

    /// Has something become of a result.
    func decide(_ decision: ResultDecision) throws(Failure) {
        switch decision {
        case .retry(let id): try submit([id], waiting: false)
        case .drop(let id, let isConfirmed):
            if !isConfirmed {
                let question = "Drop Result: \(id) will not be sent.\nAre you sure? Yes/[Cancel] "
                try Question(context: context).ask(question)
            }
            try decide(.drop, ["id": .string(id)], task: "drop the result", done: "dropped")
        case .adopt(let id, let remoteID):
            try decide(
                .decide, ["id": .string(id), "remoteId": .string(remoteID)],
                task: "adopt the gather", done: "adopted")
        case .create(let id):
            try decide(
                .decide, ["id": .string(id)], task: "create the gather",
                done: "another gather is made")
        }
    }

    private func decide(
        _ method: AccountMethod, _ parameters: JSONObject, task: String, done: String
    ) throws(Failure) {
        let reply = try context.query(Call(method.fullName, parameters), task: task)
        try context.show(reply) { () throws(Failure) in "\(done)\n" }
    }
}
