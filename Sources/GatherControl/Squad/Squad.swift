import GatherAPI
import Varlink

/// The squad of the daemon.
struct Squad {
    let context: Context

    /// The text of an error, with a place for the cause.
    let failure: String

    /// Returns the reply of the daemon, with the players in it.
    func list() throws(Failure) -> (reply: Reply, players: [SquadPlayerFields]) {
        let reply = try context.query(PlayersMethod.List().call, failure: failure)
        return (reply, try context.read(reply, PlayersMethod.List.self).players)
    }

    /// Returns the squad, in the order of its numbers.
    func players() throws(Failure) -> [SquadPlayerFields] { try list().players }

    /// Returns the player that a word means.
    ///
    /// - Throws: A ``Failure`` if it means none or several.
    func player(_ word: String) throws(Failure) -> SquadPlayerFields {
        let squad = try players()
        let found = try PlayerLookup(failure: failure, groups: [squad.candidates]).player(word)
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
        return try context.change(call.withoutEmptyShirts)
    }

    /// Changes a player, once.
    ///
    /// - Parameters:
    ///   - players: The names of players by their numbers, where they are known.
    ///   - done: The error that means that there was nothing to change.
    /// - Throws: A ``Failure`` if it is refused or no reply comes.
    func change(
        _ call: Call, _ players: [Int: String] = [:], done: PlayersError? = nil
    ) throws(Failure) -> Reply {
        var known = call
        known.parameters["requestId"] = .string(context.requestID)
        var reply = try context.change(known)
        // An older gatherd replaces all fields of a profile.
        if VarlinkError(reply) == .invalidParameter("only") {
            known.parameters["only"] = nil
            reply = try context.change(known)
        }
        if VarlinkError(reply) == .invalidParameter("requestId"), try takesNoID() {
            known.parameters["requestId"] = nil
            reply = try context.change(known)
        }
        guard reply.error != nil else { return reply }
        if let done, PlayersError(reply) == done { return Reply() }
        throw refusal(reply, players)
    }

    /// Returns true if gatherd is older than the request IDs of these changes: they came with the
    /// method `Restore`, which does nothing for a player who never existed.
    private func takesNoID() throws(Failure) -> Bool {
        let reply = try context.answer(PlayersMethod.Restore(id: 0).call, failure: failure)
        return VarlinkError(reply) == .methodNotFound(PlayersMethod.Restore.name)
    }

    /// Shows the result of a change to a player.
    ///
    /// - Parameter text: Returns the text about the changed player.
    func show(_ reply: Reply, as text: (String) -> String) throws(Failure) {
        try context.showChange(reply) { () throws(Failure) in
            let change = try context.read(reply, PlayersMethod.Edit.self)
            let line = SquadPresenter.line(change.player)
            return (change.changed ? text(line) : tr("no change: %1$@", line)) + "\n"
        }
    }

    /// Returns the failure for a change that the daemon refuses.
    func refusal(_ reply: Reply, _ players: [Int: String] = [:]) -> Failure {
        let presenter = RefusalPresenter(
            failure: failure, requestID: context.requestID, players: players)
        return context.refused(reply, presenter.text(reply))
    }
}

extension Call {
    /// The call without the shirts of players who have none: an older gatherd knows no shirts.
    var withoutEmptyShirts: Call {
        func withoutIt(_ json: JSONValue) -> JSONValue {
            switch json {
            case .array(let players): return .array(players.map(withoutIt))
            case .object(var profile):
                if profile["shirt"] == .null { profile["shirt"] = nil }
                return .object(profile)
            default: return json
            }
        }
        var call = self
        for name in ["players", "profile"] {
            call.parameters[name] = parameters[name].map(withoutIt)
        }
        return call
    }
}
