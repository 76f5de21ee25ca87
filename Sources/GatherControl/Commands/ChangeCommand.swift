import GatherAPI
import Varlink

/// Every verb that changes the match: the change counts once, also over a lost connection.
struct ChangeCommand {
    /// What it works with.
    let context: Context
    /// What is to be changed.
    let change: Change
    /// The ID under which it counts once.
    let requestID: String
    /// Whether what becomes of the result is told by somebody else, afterwards.
    var outcomeFollows = false
    /// The names of players by their numbers, where they are known.
    var players: [Int: String] = [:]

    /// Makes the change and prints what it did.
    func run() throws(Failure) {
        let reply = try answerOfAnyVersion()
        guard reply.error == nil else {
            let presenter = RefusalPresenter(
                change, requestID: requestID, players: players, sides: sides(reply))
            throw Failure(.refused, presenter.text(reply))
        }
        do {
            try context.show(reply) { () throws(Failure) in try text(reply) + "\n" }
        } catch {
            // The exit status alone would read as a refusal.
            throw Failure(error.status, error.message, hint: "the change was made all the same")
        }
    }

    /// The names of the sides where an error is about one; without an answer it says its title.
    private func sides(_ refusal: Reply) -> [ServerTeam: String] {
        switch GatherError(refusal) {
        case .teamWithoutPlayers, .notOnTeam: break
        default: return [:]
        }
        let call = GatherMethod.Get().call
        guard let reply = try? context.answer(call, task: change.task),
            let gather = try? context.state(reply).gather
        else { return [:] }
        return gather.sideNames
    }

    /// An older gatherd takes back what is of the match whatever became of the squad, and knows no
    /// word for it.
    private func answerOfAnyVersion() throws(Failure) -> Reply {
        let reply = try answer(change)
        guard case .undo(let number, isOfMatch: true) = change,
            VarlinkError(reply) == .invalidParameter("match")
        else { return reply }
        return try answer(.undo(number: number))
    }

    private func answer(_ change: Change) throws(Failure) -> Reply {
        do {
            return try context.session.call(change.call(requestID: requestID))
        } catch {
            throw context.failure(
                error,
                lost: "cannot confirm \(change.object): it may or may not have counted; "
                    + "send it again with --request-id \(requestID)")
        }
    }

    private func text(_ reply: Reply) throws(Failure) -> String {
        let now = context.time.now()
        return try context.read(reply) { (reader) throws(VarlinkError) in
            try ChangePresenter.text(
                change, &reader, players, outcomeFollows: outcomeFollows, at: now)
        }
    }
}
