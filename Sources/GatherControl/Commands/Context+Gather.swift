import GatherAPI
import Varlink

extension Context {
    /// Returns the newest gather, or nil if there is none.
    func newestGather(failure: String) throws(Failure) -> GatherSnapshot? {
        try state(query(GatherMethod.Get().call, failure: failure)).gather
    }

    /// Returns the newest gather.
    ///
    /// - Throws: A ``Failure`` if there is no gather yet.
    func gather(failure: String) throws(Failure) -> GatherSnapshot {
        if let gather = try newestGather(failure: failure) { return gather }
        throw Failure(.refused, RefusalPresenter(failure: failure).nothingYet)
    }

    /// Returns a reply about a gather that is no error.
    ///
    /// - Throws: A ``Failure`` for a refusal.
    func accepted(
        _ reply: Reply, about name: GatherName, _ failure: String
    ) throws(Failure) -> Reply {
        guard name != .last || HistoryError(reply) != .noSuchGather else {
            throw Failure(.refused, RefusalPresenter(failure: failure).nothingYet)
        }
        return try accepted(reply, failure)
    }

    /// Returns the ID of a gather, or the beginning of one.
    ///
    /// Calls that change a gather have no word for the newest one, so its ID is fetched.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause.
    /// - Throws: A ``Failure`` if there is no gather yet.
    func id(of name: GatherName, failure: String) throws(Failure) -> String {
        if let id = name.id { return id }
        return try gather(failure: failure).id
    }

    /// True if the request ID is the user's, so that the command may have been done already.
    var isRetry: Bool { options.requestID != nil }

    /// Makes a change of the match that names players.
    ///
    /// - Parameters:
    ///   - isNew: True if the change opens a gather, so that no gather with players exists yet.
    ///   - preferred: The players of the open gather to search first, as no others make sense.
    ///   - change: Makes the change; it receives a lookup for the players of words.
    func change(
        _ failure: String, isNew: Bool = false,
        preferring preferred: (GatherSnapshot?) -> [PlayerFields]? = { _ in nil },
        _ change: (PlayerLookup) throws(Failure) -> Change
    ) throws(Failure) {
        let squad = try Squad(context: self, failure: failure).players()
        var gather = isNew ? nil : try newestGather(failure: failure)
        if gather?.phase != .open { gather = nil }
        let present = gather?.everybody ?? []
        let everybody = squad.candidates(with: present)
        let groups = [preferred(gather)?.candidates, everybody].compactMap(\.self)
        let lookup = PlayerLookup(
            failure: failure, groups: groups, nearer: Set(present.map(\.id)),
            squad: squad.candidates, isRetry: isRetry)
        var found = try change(lookup)
        found.players = everybody.names
        try found.run(self)
    }

    /// Makes a change of the match for a side, and a player if one is named: by a word after the
    /// side, or in its place.
    ///
    /// - Parameters:
    ///   - isOfOther: True if the player is on the other side than the one that the change is for.
    ///   - change: Makes the change; it receives nil if no player is named.
    func change(
        _ typed: TypedSide, _ word: String?, of verb: Verb, isOfOther: Bool = false,
        _ change: (Side, PlayerSearch.Candidate?) throws(Failure) -> Change
    ) throws(Failure) {
        let named = try side(typed, of: verb)
        let other = isOfOther ? named.side.other : named.side
        switch (named.player, word) {
        case (let player?, nil): try change(other, player).run(self)
        case (let player?, _?):
            throw verb.cannot(
                tr("%1$@ is a player; name the team first, or one player alone", player.name)
            ).failure
        case (nil, nil): try change(named.side, nil).run(self)
        case (nil, let word?):
            try self.change(
                verb.failure, preferring: { $0?.team(other).players ?? [] },
                { (lookup) throws(Failure) in try change(named.side, try lookup.player(word)) })
        }
    }
}

extension GatherSnapshot {
    /// The players of both sides and of the bench.
    var everybody: [PlayerFields] { teamA.players + teamB.players + bench }
}
