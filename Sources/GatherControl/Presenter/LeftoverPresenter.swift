import GatherAPI

/// Tells what a result leaves at a server for somebody to settle: players and other things.
///
/// All text is fit for a terminal already.
enum LeftoverPresenter {
    /// A player who is not in the gather at the server, and what says who it is there.
    static func lines(_ player: MissingPlayerFields) -> [String] {
        let id = player.playerID
        var lines = ["  \(player.name) (\(id)) is missing there: \(reason(player))"]
        if let number = player.otherName {
            lines.append("    the same player all the same: \(link(id, number))")
        }
        lines += player.sameName.map { "    it is number \($0): \(link(id, $0))" }
        let other = player.sameName.isEmpty ? "somebody else" : "nobody of these"
        return lines + ["    \(other): 'gatherctl player sync'"]
    }

    private static func link(_ id: Int, _ remoteID: Int) -> String {
        "'gatherctl player link \(id) \(remoteID)'"
    }

    private static func reason(_ player: MissingPlayerFields) -> String {
        if let number = player.otherName {
            return "number \(number) of the server has another name now"
        }
        switch player.sameName.count {
        case 0: return "the server does not tell who it is"
        case 1: return "it is not clear who has that name at the server"
        case let count: return "\(count) players of the server have that name"
        }
    }

    /// Something at the server that is not deleted unasked, and what becomes of it.
    ///
    /// - Parameter id: The gather whose result has left it.
    static func lines(_ leftover: LeftoverFields, of id: String) -> [String] {
        let (what, reason) = description(leftover)
        let remote = leftover.remoteID
        return [
            "  left at the server: \(what): \(reason)",
            "    delete: 'gatherctl submissions remove \(id) \(remote)'",
            "    keep: 'gatherctl submissions keep \(id) \(remote)'",
        ]
    }

    private static func description(_ leftover: LeftoverFields) -> (what: String, reason: String) {
        let gather = "gather \(leftover.remoteID.prefix(8)), \(leftover.score ?? "no result")"
        switch leftover.kind {
        case .stray: return (gather, "a request may have made it whose answer was lost")
        case .replaced: return (gather, "another gather has replaced it")
        case .discarded: return (gather, "the match was discarded")
        case .player:
            let name = leftover.name.map { ", \($0)" } ?? ""
            return (
                "player \(leftover.remoteID)\(name)",
                "a request may have made the player whose answer was lost"
            )
        }
    }
}
