import GatherAPI
import Varlink

/// What is to become of a result that does not arrive by itself.
enum ResultDecision: Hashable, Sendable {
    /// It is tried again.
    case retry(GatherName)
    /// It is given up, after a question unless that is confirmed already.
    case drop(GatherName, isConfirmed: Bool)
    /// It belongs to this gather of the server.
    case adopt(GatherName, remoteID: String)
    /// Another gather is made for it.
    case create(GatherName)
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
    /// - Parameter names: Their gathers; all that wait if there are none.
    func submit(_ names: [GatherName], waiting: Bool) throws(Failure) {
        let ids = try names.map { (name) throws(Failure) in
            try context.id(of: name, task: "submit")
        }
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
        case .retry(let name): try submit([name], waiting: false)
        case .drop(let name, let isConfirmed): try drop(name, isConfirmed: isConfirmed)
        case .adopt(let name, let remoteID):
            let task = "adopt the gather"
            let id = try context.id(of: name, task: task)
            try decide(
                .decide, ["id": .string(id), "remoteId": .string(remoteID)], task: task,
                done: "adopted")
        case .create(let name):
            let task = "create the gather"
            let id = try context.id(of: name, task: task)
            try decide(.decide, ["id": .string(id)], task: task, done: "another gather is made")
        }
    }

    private func drop(_ name: GatherName, isConfirmed: Bool) throws(Failure) {
        let task = "drop the result"
        let id = try context.id(of: name, task: task)
        if !isConfirmed {
            try Question(context: context).ask(
                "Drop Result: \(PrintableText.word(id)) will not be sent.\n"
                    + "Are you sure? Yes/[Cancel] ")
        }
        try decide(.drop, ["id": .string(id)], task: task, done: "dropped")
    }

    private func decide(
        _ method: AccountMethod, _ parameters: JSONObject, task: String, done: String
    ) throws(Failure) {
        let reply = try context.query(Call(method.fullName, parameters), task: task)
        try context.show(reply) { () throws(Failure) in "\(done)\n" }
    }
}
