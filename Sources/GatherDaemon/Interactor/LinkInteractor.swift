import GatherAPI
import GatherCore
import LinuxIO

/// Players of the squad and of the server of whom somebody says that they are one.
struct LinkInteractor {
    let squad: SquadInteractor
    let sync: SyncInteractor
    let submissions: SubmissionQueue
    let account: AccountInteractor
    let results: SubmissionInteractor

    /// Links a player with one of the server, which is asked who is there.
    func link(
        _ id: Int, with remoteID: Int, request: PlayerRequest?,
        done: @escaping Completion<SquadInteractor.PlayerChange>
    ) throws {
        if let change = try squad.earlier(request, of: id) { return done(.success(change)) }
        guard squad.book.squad.player(id) != nil else { throw PlayersError.noSuchPlayer(id: id) }
        try sync.listPlayers { [self] account, listed in
            squad.book.isSyncing = false
            let change = Result {
                let listed = try listed.get()
                return try squad.changeAll(id, for: request) { _ throws(PlayersError) in
                    try linked(id, with: remoteID, of: listed, account.key)
                }
            }
            // Who has the answer sees what it has brought on.
            goOn(isChanged: (try? change.get().changed) ?? false)
            done(change)
        }
    }

    private func linked(
        _ id: Int, with remoteID: Int, of listed: [ListedPlayer], _ account: String
    ) throws(PlayersError) -> [Squad.Member] {
        do throws(Squad.LinkProblem) {
            return try squad.book.squad.linking(
                id, with: remoteID, of: listed, account: account)
        } catch {
            switch error {
            case .noSuchPlayer: throw .noSuchPlayer(id: id)
            case .notAtServer: throw .notAtServer(remoteID: remoteID)
            case .linkedToAnother(let other):
                throw .linkedToAnother(remoteID: remoteID, id: other.id, name: other.profile.name)
            }
        }
    }

    /// Forgets which player of the server a player is.
    func unlink(_ id: Int, request: PlayerRequest?) throws -> SquadInteractor.PlayerChange {
        guard let key = account.signedIn?.account.key else { throw PlayersError.notSignedIn }
        guard !submissions.isMakingPlayer else { throw PlayersError.syncInProgress }
        let change = try squad.changeAll(id, for: request) { _ throws(PlayersError) in
            do throws(Squad.LinkProblem) {
                return [try squad.book.squad.unlinking(id, account: key)]
            } catch {
                throw .noSuchPlayer(id: id)
            }
        }
        goOn(isChanged: change.changed)
        return change
    }

    /// Goes on with the results that waited for it.
    private func goOn(isChanged: Bool) {
        if isChanged { results.playersChanged(isPublished: true) } else { results.submit() }
    }
}
