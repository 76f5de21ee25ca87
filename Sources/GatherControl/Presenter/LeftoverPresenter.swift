import GatherAPI

/// Presents what a result leaves at a server for the user to settle: players and other things.
///
/// All text is printable already.
enum LeftoverPresenter {
    /// Returns the lines about a player who is missing from the match at the server, with the
    /// commands that say who it is there.
    static func lines(_ player: MissingPlayerFields) -> [String] {
        let id = player.playerID
        let missing = tr("%1$@ (%2$@) is missing there: %3$@", player.name, id, reason(player))
        let same = player.otherName.map { [tr("still the same player: %1$@", link(id, $0))] } ?? []
        let choices = player.sameName.map { tr("it is number %1$@: %2$@", $0, link(id, $0)) }
        let other =
            choices.isEmpty
            ? tr("somebody else: 'gatherctl player sync'")
            : tr("none of these: 'gatherctl player sync'")
        return ["  \(missing)"] + (same + choices + [other]).map { "    \($0)" }
    }

    private static func link(_ id: Int, _ remoteID: Int) -> String {
        "'gatherctl player link \(id) \(remoteID)'"
    }

    private static func reason(_ player: MissingPlayerFields) -> String {
        if let number = player.otherName {
            return tr("number %1$@ at the server has another name now", number)
        }
        switch player.sameName.count {
        case 0: return tr("the server does not say who it is")
        case 1: return tr("it is not clear who has that name at the server")
        case let count:
            return tr(
                "%1$@ player at the server has that name",
                "%1$@ players at the server have that name", count: count)
        }
    }

    /// Returns the lines about something at the server that is deleted only on request, with the
    /// commands to delete or keep it.
    ///
    /// - Parameters:
    ///   - id: The match whose result has left it.
    ///   - isElsewhere: True if it belongs to another user, who has to sign in to delete it.
    static func lines(
        _ leftover: LeftoverFields, of id: String, isElsewhere: Bool = false
    ) -> [String] {
        let remote = leftover.remoteID
        var lines = [tr("why: %1$@", reason(leftover))]
        if !isElsewhere {
            lines.append(tr("delete: %1$@", "'gatherctl submissions remove \(id) \(remote)'"))
        }
        lines.append(tr("keep: %1$@", "'gatherctl submissions keep \(id) \(remote)'"))
        return ["  \(tr("left at the server: %1$@", what(leftover)))"] + lines.map { "    \($0)" }
    }

    /// Returns a line about something at the server, with the reason why it is there.
    static func line(_ leftover: LeftoverFields) -> String {
        "  " + tr("%1$@: %2$@", what(leftover), reason(leftover))
    }

    /// Returns a description of the thing: the score and the number of players of a match, or the
    /// name of a player.
    static func what(_ leftover: LeftoverFields) -> String {
        if leftover.kind == .player {
            return [tr("player %1$@", leftover.remoteID), leftover.name].compactMap(\.self)
                .joined(separator: ", ")
        }
        let players = leftover.players.map {
            $0 == 0 ? tr("no players") : tr("%1$@ player", "%1$@ players", count: $0)
        }
        let match = tr("match %1$@", leftover.remoteID.prefix(8))
        return [match, leftover.score ?? tr("no result"), players].compactMap(\.self)
            .joined(separator: ", ")
    }

    private static func reason(_ leftover: LeftoverFields) -> String {
        switch leftover.kind {
        case .stray:
            tr("a request whose answer was lost may have made it, or another client has")
        case .replaced:
            tr("a corrected one has replaced it; somebody else may have changed it or made it")
        case .discarded:
            tr("the match was discarded; somebody else may have changed it or made it")
        case .player:
            tr(
                """
                it may have been made twice: by another client, or by a request whose answer was \
                lost
                """)
        }
    }
}
