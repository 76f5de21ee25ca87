import GatherAPI
import Varlink

/// The squad of the daemon.
struct Squad {
    let context: Context

    /// The purpose, such as `list the players`, for errors.
    let task: String

    /// Returns the reply of the daemon, with the players in it.
    func list() throws(Failure) -> (reply: Reply, players: [SquadPlayerFields]) {
        let reply = try context.query(PlayersMethod.List().call, task: task)
        return (reply, try context.read(reply, PlayersMethod.List.self).players)
    }

    /// Returns the squad, in the order of its numbers.
    func players() throws(Failure) -> [SquadPlayerFields] { try list().players }

    /// Returns the player that a word means.
    ///
    /// - Throws: A ``Failure`` if it means none or several.
    func player(_ word: String) throws(Failure) -> SquadPlayerFields {
        let squad = try players()
        let found = try PlayerLookup(task: task, groups: [squad.candidates]).player(word)
        // It is always one of the players that were searched.
        return squad.first { $0.id == found.id }
            ?? SquadPlayerFields(id: found.id, profile: ProfileFields(name: found.$name))
    }

    /// Returns the number of a player; a removed player is found by the number alone.
    func number(_ word: String) throws(Failure) -> Int {
        do { return try player(word).id } catch {
            guard error.status == .refused, let id = Int(digits: word[...]) else { throw error }
            return id
        }
    }

    /// Adds players to the squad, once.
    ///
    /// - Throws: A ``Failure`` if no reply comes.
    func add(_ profiles: [ProfileFields]) throws(Failure) -> Reply {
        let call = PlayersMethod.Add(players: profiles, requestID: context.requestID).call
        do { return try context.session.call(call) } catch {
            throw context.failure(
                error,
                lost: tr(
                    """
                    cannot confirm the new players: they may or may not have been added; send it \
                    again with --request-id %1$@
                    """, context.requestID))
        }
    }

    /// Changes a player, once.
    ///
    /// - Parameters:
    ///   - object: The subject of the error if no answer comes: it may or may not have counted.
    ///   - players: The names of players by their numbers, where they are known.
    ///   - done: The error that means that there was nothing to change.
    /// - Throws: A ``Failure`` if it is refused or no reply comes.
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

    /// Returns true if gatherd is older than the request IDs of these changes: they came with the
    /// method `Restore`, which does nothing for a player who never existed.
    private func takesNoID() throws(Failure) -> Bool {
        let reply = try context.answer(PlayersMethod.Restore(id: 0).call, task: task)
        return VarlinkError(reply) == .methodNotFound(PlayersMethod.Restore.name)
    }

    /// Shows the result of a change to a player.
    func show(_ reply: Reply, _ done: String) throws(Failure) {
        try context.show(reply) { () throws(Failure) in
            let change = try context.read(reply, PlayersMethod.Edit.self)
            let result = change.changed ? done : tr("nothing to change")
            return "\(result): \(SquadPresenter.line(change.player))\n"
        }
    }

    /// Returns the failure for a change that the daemon refuses.
    func refusal(_ reply: Reply, _ players: [Int: String] = [:]) -> Failure {
        let presenter = RefusalPresenter(
            task: task, requestID: context.requestID, players: players)
        return Failure(.refused, presenter.text(reply))
    }
}
