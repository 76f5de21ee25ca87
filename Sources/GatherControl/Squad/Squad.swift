import GatherAPI
import Varlink

/// The squad, as the daemon has it.
struct Squad {
    let context: Context

    /// What it is for, such as `list the players`.
    let task: String

    /// The answer of the daemon, and what it tells.
    func list() throws(Failure) -> (reply: Reply, players: [SquadPlayerFields]) {
        let reply = try context.query(PlayersMethod.List().call, task: task)
        return (reply, try context.read(reply, PlayersMethod.List.self).players)
    }

    /// The squad, in the order of its numbers.
    func players() throws(Failure) -> [SquadPlayerFields] { try list().players }

    /// The player that a word means.
    func player(_ word: String) throws(Failure) -> SquadPlayerFields {
        let squad = try players()
        let found = try PlayerLookup(task: task, groups: [squad.candidates]).player(word)
        // It is one of those that were looked through.
        return squad.first { $0.id == found.id }
            ?? SquadPlayerFields(id: found.id, profile: ProfileFields(name: found.$name))
    }

    /// The number of a player; one who was removed is known by the number alone.
    func number(_ word: String) throws(Failure) -> Int {
        do { return try player(word).id } catch {
            guard error.status == .refused, let id = Int(digits: word[...]) else { throw error }
            return id
        }
    }

    /// Takes players into the squad, once.
    func add(_ profiles: [ProfileFields]) throws(Failure) -> Reply {
        let call = PlayersMethod.Add(players: profiles, requestID: context.requestID).call
        do { return try context.session.call(call) } catch {
            throw context.failure(
                error,
                lost: "cannot confirm the new players: they may or may not be there; "
                    + "send it again with --request-id \(context.requestID)")
        }
    }

    /// Changes a player, once.
    ///
    /// - Parameters:
    ///   - object: What may or may not have counted.
    ///   - players: The names of players by their numbers, where they are known.
    ///   - done: The error that says that it is so already.
    func change(
        _ call: Call, _ object: String, _ players: [Int: String] = [:], done: PlayersError? = nil
    ) throws(Failure) -> Reply {
        var known = call
        known.parameters["requestId"] = .string(context.requestID)
        var reply = try context.change(known, object)
        if VarlinkError(reply) == .invalidParameter("requestId"), try takesNoID() {
            reply = try context.change(call, object)
        }
        guard reply.error != nil else { return reply }
        if let done, PlayersError(reply) == done { return Reply() }
        throw refusal(reply, players)
    }

    /// Whether gatherd is older than the IDs of these changes: they came with this method, which
    /// does nothing for a player who never was.
    private func takesNoID() throws(Failure) -> Bool {
        let reply = try context.answer(PlayersMethod.Restore(id: 0).call, task: task)
        return VarlinkError(reply) == .methodNotFound(PlayersMethod.Restore.name)
    }

    /// Shows what has become of a player.
    func show(_ reply: Reply, _ done: String) throws(Failure) {
        try context.show(reply) { () throws(Failure) in
            let change = try context.read(reply, PlayersMethod.Edit.self)
            let result = change.changed ? done : "nothing to change"
            return "\(result): \(SquadPresenter.line(change.player))\n"
        }
    }

    /// The failure of a change that the daemon refuses.
    func refusal(_ reply: Reply, _ players: [Int: String] = [:]) -> Failure {
        let presenter = RefusalPresenter(
            task: task, requestID: context.requestID, players: players)
        return Failure(.refused, presenter.text(reply))
    }
}
