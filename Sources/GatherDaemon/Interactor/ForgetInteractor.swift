import GatherAPI
import GatherCore
import Varlink

/// The permanent removal of all data about a player, which every person can demand.
struct ForgetInteractor {
    let squad: SquadInteractor
    let match: CurrentMatch
    let defaults: DefaultsInteractor
    let submissions: SubmissionQueue
    let results: SubmissionInteractor
    let publisher: MatchPublisher
    let log: any Log

    /// Takes what is known of a player out of the squad, the matches and the files, once per
    /// request.
    ///
    /// - Parameter isDry: True to return only what would be done.
    func forget(
        _ id: Int, isDry: Bool, request: PlayerRequest?
    ) throws -> PlayersMethod.Forget.Reply {
        // Nothing can be read before an interrupted removal is finished, and a repeated request
        // asks for just that.
        try squad.storing("forget a player") { () throws(StoreError) in
            try match.store.finishForgetting()
        }
        if !isDry, let outcome = try squad.outcome(of: request) {
            return try PlayersMethod.Forget.Reply(json: .object(outcome), name: "")
        }
        let roster = squad.roster
        guard roster.squad[id] != nil else {
            guard roster.squad.forgotten.contains(id) else {
                throw PlayersError.noSuchPlayer(id: id)
            }
            return .init(changed: false, matches: 0, setAside: [])
        }
        // An open match shows its players, and some of its events may not be on disk yet.
        guard match.gather.phase != .open else { throw PlayersError.matchOpen }
        // A request that is underway may make this player at the server, fetch the player, or add
        // the player to a gather there. If the player were unknown here when it ends, the gather
        // would seem to have somebody else in it.
        guard !submissions.isMakingPlayer, !submissions.isPlacing(id) else {
            throw PlayersError.syncInProgress
        }
        let (matches, setAside) = try squad.storing("look for a player") {
            () throws(StoreError) in
            (try match.store.gatherCount(of: id), try match.store.databasesSetAside())
        }
        let reply = PlayersMethod.Forget.Reply(changed: true, matches: matches, setAside: setAside)
        if !isDry { try forget(id, reply, request) }
        return reply
    }

    private func forget(
        _ id: Int, _ reply: PlayersMethod.Forget.Reply, _ request: PlayerRequest?
    ) throws(PlayersError) {
        let now = squad.clock.moment
        let record = request?.record(reply.fields)
        var hasHappened = false
        // Once the player is forgotten this is published, even if the disk fails afterwards.
        defer { if hasHappened { publish(id, reply, at: now) } }
        try squad.storing("forget a player") { () throws(StoreError) in
            try match.forget(id, request: record.map { ($0, now) }, at: now) { names in
                hasHappened = true
                squad.roster.forget(id)
                defaults.forget(id)
                submissions.forget(id, named: names)
            }
        }
    }

    private func publish(_ id: Int, _ reply: PlayersMethod.Forget.Reply, at now: Moment) {
        log.write(.notice, "player \(id) was forgotten, in \(reply.matches) matches")
        publisher.refresh(at: now)
        publisher.publish(.historyChanged, at: now)
        results.submit()
    }
}
