import GatherAPI
import Varlink

/// Asks the daemon for the squad.
struct SquadReader {
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

    func player(_ word: String) throws(Failure) -> SquadPlayerFields {
        let squad = try players()
        let found = try PlayerLookup(task: task, groups: [squad.candidates]).player(word)
        // It is one of those that were looked through.
        return squad.first { $0.id == found.id }
            ?? SquadPlayerFields(id: found.id, profile: ProfileFields(name: found.$name))
    }
}
