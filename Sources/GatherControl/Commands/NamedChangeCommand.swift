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
        let lookup = PlayerLookup(task: change.task, groups: try preferred() + [squad.candidates])
        let found = try change.change(lookup.player)
        try ChangeCommand(
            context: context, change: found, requestID: requestID,
            players: Dictionary(
                squad.map { ($0.id, $0.profile.name) }, uniquingKeysWith: { first, _ in first })
        ).run()
    }

    /// Those among whom a player is looked for first, as nobody else makes sense.
    private func preferred() throws(Failure) -> [[PlayerSearch.Candidate]] {
        switch change {
        case .open, .move(_, to: .teamA), .move(_, to: .teamB), .draw: return []
        case .move(_, to: .bench), .move(_, to: nil):
            let gather = try gather()
            return [gather?.everybody.candidates ?? []]
        case .goal(let side, _, let isOwn):
            let gather = try gather()
            let isOfTeamA = (side == .teamA) != isOwn
            let team = isOfTeamA ? gather?.teamA : gather?.teamB
            return [team?.players.candidates ?? []]
        }
    }

    private func gather() throws(Failure) -> GatherSnapshot? {
        let reply = try context.query(Call(GatherMethod.get.fullName), task: change.task)
        let gather = try context.state(reply).gather
        return gather?.phase == .open ? gather : nil
    }
}

extension GatherSnapshot {
    /// The players of both sides and the bench.
    fileprivate var everybody: [PlayerFields] { teamA.players + teamB.players + bench }
}
