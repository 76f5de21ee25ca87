import GatherAPI

/// Presents what a result leaves at a server for the user to settle: players and other things.
///
/// All text is printable already.
enum LeftoverPresenter {
    /// Returns the lines about a player who is missing from the gather at the server, with the
    /// commands that say who it is there.
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

    /// Returns the lines about something at the server that is deleted only on request, with the
    /// commands to delete or keep it.
    ///
    /// - Parameters:
    ///   - id: The gather whose result has left it.
    ///   - isElsewhere: True if it belongs to another user, who has to sign in to delete it.
    static func lines(
        _ leftover: LeftoverFields, of id: String, isElsewhere: Bool = false
    ) -> [String] {
        let remote = leftover.remoteID
        var lines = ["  left at the server: \(what(leftover))", "    why: \(reason(leftover))"]
        if !isElsewhere {
            lines.append("    delete: 'gatherctl submissions remove \(id) \(remote)'")
        }
        return lines + ["    keep: 'gatherctl submissions keep \(id) \(remote)'"]
    }

    /// Returns a line about something at the server, with the reason why it is there.
    static func line(_ leftover: LeftoverFields) -> String {
        "  \(what(leftover)): \(reason(leftover))"
    }

    /// Returns a description of the thing: the score and the number of players of a gather, or the
    /// name of a player.
    static func what(_ leftover: LeftoverFields) -> String {
        if leftover.kind == .player {
            return (["player \(leftover.remoteID)"] + [leftover.name].compactMap(\.self))
                .joined(separator: ", ")
        }
        let players = leftover.players.map { count in
            switch count {
            case 0: "no players"
            case 1: "1 player"
            default: "\(count) players"
            }
        }
        let gather = ["gather \(leftover.remoteID.prefix(8))", leftover.score ?? "no result"]
        return (gather + [players].compactMap(\.self)).joined(separator: ", ")
    }

    private static func reason(_ leftover: LeftoverFields) -> String {
        switch leftover.kind {
        case .stray:
            "a request whose answer was lost may have made it, or another client has"
        case .replaced:
            "a corrected one has replaced it; somebody has changed it since, or may have made it"
        case .discarded:
            "the match was discarded; somebody has changed it since, or may have made it"
        case .player:
            "it may have been made twice: by another client, or by a request whose answer was lost"
        }
    }
}
