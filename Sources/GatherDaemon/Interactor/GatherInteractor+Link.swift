import GatherAPI
import GatherCore

/// Players of the squad and of the server of whom somebody says that they are one.
extension GatherInteractor {
    /// Links a player with one of the server, which is asked who is there.
    ///
    /// - Parameter done: Is told of the player, and whether anything has changed; of nil if the ID
    ///   of the request is that of another command.
    func link(
        _ id: Int, with remoteID: Int, request: PlayerRequest?,
        done: @escaping @Sendable (Result<PlayerChange?, PlayersError>) -> Void
    ) throws(PlayersError) {
        switch try earlier(request, of: id) {
        case .none: break
        case .change(let change): return done(.success(change))
        case .otherCommand: return done(.success(nil))
        }
        guard book.squad.player(id) != nil else { throw .noSuchPlayer(id: id) }
        try listPlayers { interactor, account, listed in
            interactor.book.isSyncing = false
            let result = Result { () throws(PlayersError) in
                let listed = try listed.get()
                return try interactor.link(
                    id, with: remoteID, of: listed, account.key, request: request)
            }
            // Who has the answer sees what it has brought on.
            interactor.haveLinked(result)
            done(result)
        }
    }

    private func link(
        _ id: Int, with remoteID: Int, of listed: [ListedPlayer], _ account: String,
        request: PlayerRequest?
    ) throws(PlayersError) -> PlayerChange? {
        try changeAll(id, for: request) { _ throws(PlayersError) in
            do throws(Squad.LinkProblem) {
                return try book.squad.linking(id, with: remoteID, of: listed, account: account)
            } catch {
                switch error {
                case .noSuchPlayer: throw .noSuchPlayer(id: id)
                case .notAtServer: throw .notAtServer(remoteID: remoteID)
                case .linkedToAnother(let other):
                    throw .linkedToAnother(
                        remoteID: remoteID, id: other.id, name: other.profile.name)
                }
            }
        }
    }

    /// Forgets which player of the server a player is.
    ///
    /// - Returns: The player, and whether anything has changed; nil if the ID of the request is
    ///   that of another command.
    func unlink(_ id: Int, request: PlayerRequest?) throws(PlayersError) -> PlayerChange? {
        guard let account = accountKey else { throw .notSignedIn }
        guard !submissions.isMakingPlayer else { throw .syncInProgress }
        let change = try changeAll(id, for: request) { _ throws(PlayersError) in
            do throws(Squad.LinkProblem) {
                return [try book.squad.unlinking(id, account: account)]
            } catch {
                throw .noSuchPlayer(id: id)
            }
        }
        haveLinked(.success(change))
        return change
    }

    /// The number of those in the squad who have no player at the server; nil if nobody is
    /// signed in.
    var unlinkedPlayers: Int? {
        accountKey.map { account in
            book.squad.present.count { $0.link.id(for: account) == nil }
        }
    }

    /// Goes on with what waited for it.
    private func haveLinked(_ result: Result<PlayerChange?, PlayersError>) {
        let now = moment()
        var isChanged = false
        if case .success(let change?) = result { isChanged = change.changed }
        if isChanged { submissions.playersChanged(at: now) }
        submit(at: now)
        if isChanged { publishSubmission(at: now) }
    }
}
