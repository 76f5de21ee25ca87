import GatherAPI
import GatherCore

/// Links between players of the squad and of the server, as confirmed by a person.
struct LinkInteractor {
    let squad: SquadInteractor
    let sync: SyncInteractor
    let submissions: SubmissionQueue
    let account: AccountInteractor
    let results: SubmissionInteractor

    /// Links a player with one of the server, after listing the server's players.
    func link(
        _ id: Int, with remoteID: Int, request: PlayerRequest?,
        done: @escaping Completion<SquadInteractor.PlayerChange>
    ) throws {
        if let change = try squad.earlier(request, of: id) { return done(.success(change)) }
        guard squad.roster.squad.player(id) != nil else { throw squad.missing(id) }
        try sync.listPlayers { [self] account, listed in
            squad.roster.isSyncing = false
            let change = Result {
                let listed = try listed.get()
                return try squad.changeAll(id, for: request) { _ throws(PlayersError) in
                    try linked(id, with: remoteID, of: listed, account.key)
                }
            }
            // The consequences are visible before the answer arrives.
            resumeResults(isChanged: (try? change.get().changed) ?? false)
            done(change)
        }
    }

    private func linked(
        _ id: Int, with remoteID: Int, of listed: [ListedPlayer], _ account: String
    ) throws(PlayersError) -> [Squad.Member] {
        do throws(Squad.LinkProblem) {
            return try squad.roster.squad.linking(id, with: remoteID, of: listed, account: account)
        } catch {
            switch error {
            case .noSuchPlayer: throw squad.missing(id)
            case .notAtServer: throw .notAtServer(remoteID: remoteID)
            case .linkedToAnother(let other):
                throw .linkedToAnother(remoteID: remoteID, id: other.id, name: other.profile.name)
            }
        }
    }

    /// Removes the link between a player and a player of the server.
    func unlink(_ id: Int, request: PlayerRequest?) throws -> SquadInteractor.PlayerChange {
        guard let key = account.signedIn?.account.key else { throw PlayersError.notSignedIn }
        guard !submissions.isMakingPlayer else { throw PlayersError.syncInProgress }
        let change = try squad.changeAll(id, for: request) { _ throws(PlayersError) in
            do throws(Squad.LinkProblem) {
                return [try squad.roster.squad.unlinking(id, account: key)]
            } catch {
                throw .noSuchPlayer(id: id)
            }
        }
        resumeResults(isChanged: change.changed)
        return change
    }

    /// Continues the results that waited for the link.
    private func resumeResults(isChanged: Bool) {
        if isChanged { results.playersChanged(isPublished: true) } else { results.submit() }
    }
}
