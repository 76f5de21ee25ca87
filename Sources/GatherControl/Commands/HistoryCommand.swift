import GatherAPI
import Varlink

/// `history`: lists the gathers, newest first.
struct HistoryCommand {
    /// What it works with.
    let context: Context
    /// How many gathers at most; the daemon decides if it is nil.
    let limit: Int?

    /// Asks for the gathers and prints them.
    func run() throws(Failure) {
        let parameters = JSONObject(present: ["limit": limit.map(JSONValue.int)])
        let call = Call(HistoryMethod.list.fullName, parameters)
        let reply = try context.query(call, task: "list the gathers")
        try context.show(reply) { () throws(Failure) in
            let gathers = try gathers(reply)
            if gathers.isEmpty { try context.streams.errors.write("no gathers yet\n") }
            return HistoryPresenter.lines(gathers).map { $0 + "\n" }.joined()
        }
    }

    private func gathers(_ reply: Reply) throws(Failure) -> [GatherSummary] {
        let gathers: [GatherSummary] = try context.read(reply) { (reader) throws(VarlinkError) in
            try reader.required("gathers")
        }
        return gathers.map(\.printable)
    }
}
