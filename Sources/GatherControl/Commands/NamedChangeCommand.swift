import GatherAPI
import Varlink

/// Every verb that changes the match with players that are named.
struct NamedChangeCommand {
    /// What it works with.
    let context: Context
    /// What is to be changed.
    let change: NamedChange
    /// The ID under which it counts once.
    let requestID: String

    /// Finds out who is meant, makes the change and prints what it did.
    func run() throws(Failure) {
        let squad = try SquadReader(context: context, task: change.task).players()
        let gather = try gather()
        let present = gather?.everybody.candidates ?? []
        // Who was removed from the squad since can be in the gather all the same.
        let squadIDs = Set(squad.map(\.id))
        let everybody = squad.candidates + present.filter { !squadIDs.contains($0.id) }
        let lookup = PlayerLookup(
            task: change.task, groups: preferred(gather, present) + [everybody],
            nearer: Set(present.map(\.id)))
        let found = try change.change(lookup.player)
        try ChangeCommand(
            context: context, change: found, requestID: requestID,
            players: Dictionary(
                everybody.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        ).run()
    }

    /// Those among whom a player is looked for first, as nobody else makes sense.
    private func preferred(
        _ gather: GatherSnapshot?, _ present: [PlayerSearch.Candidate]
    ) -> [[PlayerSearch.Candidate]] {
        switch change {
        case .open, .move(_, to: .some), .draw: return []
        case .move(_, to: nil): return [present]
        case .goal(let side, _, let isOwn):
            let isOfTeamA = (side == .teamA) != isOwn
            let team = isOfTeamA ? gather?.teamA : gather?.teamB
            return [team?.players.candidates ?? []]
        }
    }

    private func gather() throws(Failure) -> GatherSnapshot? {
        if case .open = change { return nil }
        let reply = try context.query(GatherMethod.Get().call, task: change.task)
        let gather = try context.state(reply).gather
        return gather?.phase == .open ? gather : nil
    }
}

extension GatherSnapshot {
    /// The players of both sides and the bench.
    fileprivate var everybody: [PlayerFields] { teamA.players + teamB.players + bench }
}
