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
    /// A leftover of it at the server is deleted, after a question unless that is confirmed
    /// already.
    case remove(GatherName, remoteID: String, isConfirmed: Bool)
    /// A leftover of it at the server stays there.
    case keep(GatherName, remoteID: String)
    /// The server is asked whether it has it; all the newest ones without a name.
    case check(GatherName?)
}

/// An order to send results now.
struct SubmitRequest: Hashable, Sendable {
    /// Their gathers; all that wait if there are none.
    var names: [GatherName] = []
    /// Whether those alone are meant that have failed.
    var waiting = false
    /// Whether those that have arrived are sent again, where the server has lost them.
    var again = false
    /// Whether those are sent that were ended for another user.
    var takesOver = false
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
            let results = try results(of: reply)
            if results.isEmpty { return "no result waits\n" }
            var candidates: [String: [CandidateFields]] = [:]
            // A gatherd of before the method has no such field.
            let isKnown = reply.parameters["results"]?.array?.first?.object?["leftovers"] != nil
            for result in results where isKnown && result.submission.state == .needsDecision {
                candidates[result.gatherID] = self.candidates(of: result)
            }
            let lines = SubmissionPresenter.lines(
                results, candidates: candidates, at: context.time.now())
            return lines.map { $0 + "\n" }.joined()
        }
    }

    /// Has results sent now.
    func submit(_ request: SubmitRequest) throws(Failure) {
        let ids = try request.names.map { (name) throws(Failure) in
            try context.id(of: name, task: "submit")
        }
        guard !request.again || !ids.isEmpty else {
            throw Failure(.usage, "cannot submit: '--resend' takes the ID of a gather, or last")
        }
        var parameters = JSONObject()
        if !ids.isEmpty { parameters["ids"] = .array(ids.map(JSONValue.string)) }
        if request.waiting { parameters["waiting"] = true }
        if request.again { parameters["again"] = true }
        if request.takesOver { parameters["takeOver"] = true }
        let call = Call(AccountMethod.submit.fullName, parameters)
        let reply = try context.query(call, task: "submit")
        try context.show(reply) { () throws(Failure) in
            let count: Int = try context.read(reply) {
                (reader) throws(VarlinkError) in try reader.required("count")
            }
            return SubmissionPresenter.sending(count) + "\n"
        }
    }

    /// What is left at the server of a gather that somebody has to settle; nothing where that is
    /// not for the caller.
    static func leftovers(of id: String, _ context: Context) -> [LeftoverFields] {
        let call = Call(AccountMethod.listResults.fullName)
        let command = SubmissionsCommand(context: context)
        let results = try? command.results(of: context.ask(call, task: "list the submissions"))
        return results?.filter { $0.gatherID == id }.flatMap(\.leftovers) ?? []
    }

    /// Has something become of a result.
    func decide(_ decision: ResultDecision) throws(Failure) {
        switch decision {
        case .retry(let name): try submit(SubmitRequest(names: [name]))
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
        case .remove(let name, let remoteID, let isConfirmed):
            try remove(name, remoteID, isConfirmed: isConfirmed)
        case .keep(let name, let remoteID):
            let task = "keep what is left at the server"
            let id = try context.id(of: name, task: task)
            try decide(
                .keepLeftover, ["id": .string(id), "remoteId": .string(remoteID)], task: task,
                done: "kept at the server")
        case .check(let name): try check(name)
        }
    }

    private func drop(_ name: GatherName, isConfirmed: Bool) throws(Failure) {
        let task = "drop the result"
        let id = try context.id(of: name, task: task)
        if !isConfirmed {
            try Question(context: context).ask(
                "Drop Result: \(WordForm.shown(id)) will not be sent.\n"
                    + "Are you sure? Yes/[Cancel] ")
        }
        try decide(.drop, ["id": .string(id)], task: task, done: "dropped")
    }

    private func remove(
        _ name: GatherName, _ remoteID: String, isConfirmed: Bool
    ) throws(Failure) {
        let task = "remove what is left at the server"
        let asking = Question(context: context)
        if !isConfirmed { _ = try asking.screen() }
        let id = try context.id(of: name, task: task)
        if !isConfirmed {
            let what = try leftover(remoteID, of: id, task: task)
            try asking.ask(
                "Delete at the Server: \(what)\n"
                    + "Are you sure you want to delete it? Yes/[Cancel] ")
        }
        try decide(
            .removeLeftover, ["id": .string(id), "remoteId": .string(remoteID)], task: task,
            done: "deleted at the server")
    }

    /// What is left of a gather under an ID of the server; of what is not listed, that alone.
    private func leftover(
        _ remoteID: String, of id: String, task: String
    ) throws(Failure) -> String {
        let results = try results(
            of: context.query(
                Call(AccountMethod.listResults.fullName), task: task))
        let found = results.filter { $0.gatherID.lowercased().hasPrefix(id.lowercased()) }
            .flatMap(\.leftovers).first { $0.remoteID.lowercased() == remoteID.lowercased() }
        return found.map { LeftoverPresenter.what($0) } ?? WordForm.shown(remoteID)
    }

    private func results(of reply: Reply) throws(Failure) -> [ResultFields] {
        try context.read(reply) { (reader) throws(VarlinkError) in
            try reader.required("results")
        }
    }

    private func decide(
        _ method: AccountMethod, _ parameters: JSONObject, task: String, done: String
    ) throws(Failure) {
        let reply = try context.query(Call(method.fullName, parameters), task: task)
        try context.show(reply) { () throws(Failure) in "\(done)\n" }
    }

    /// The gathers of the server that a result may belong to, as they are now; nil where the server
    /// cannot be asked.
    private func candidates(of result: ResultFields) -> [CandidateFields]? {
        let call = Call(
            AccountMethod.listCandidates.fullName, ["id": .string(result.gatherID)])
        return try? context.read(context.ask(call, task: "list the submissions")) {
            (reader) throws(VarlinkError) in try reader.required("candidates")
        }
    }

    /// Says what the server has of results that have arrived.
    private func check(_ name: GatherName?) throws(Failure) {
        let task = "check the results"
        var parameters = JSONObject()
        if let name { parameters["id"] = .string(try context.id(of: name, task: task)) }
        let call = Call(AccountMethod.checkResults.fullName, parameters)
        let reply = try context.query(call, task: task)
        var isWell = true
        try context.show(reply) { () throws(Failure) in
            let results: [CheckedResultFields] = try context.read(reply) {
                (reader) throws(VarlinkError) in try reader.required("results")
            }
            isWell = results.allSatisfy { $0.finding == .same }
            return SubmissionPresenter.lines(results, hasPlayers: name != nil)
                .map { $0 + "\n" }.joined()
        }
        guard isWell else { throw Failure(.refused, nil) }
    }
}
