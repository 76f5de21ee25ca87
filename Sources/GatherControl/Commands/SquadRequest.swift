import GatherAPI

/// What is asked of the squad.
enum SquadRequest: Hashable, Sendable {
    /// List it, or the names alone.
    case list(namesAlone: Bool)
    /// Show a player.
    case show(String)
    /// Add a player.
    case add(ProfileFields)
    /// Change a player.
    case edit(String, ProfileChange)
    /// Remove a player, after a question unless it is confirmed already.
    case remove(String, isConfirmed: Bool)
    /// Bring back the player with this number.
    case restore(id: Int)
    /// Add the players of a file; a format that is nil tells itself.
    case `import`(String, ExportFormat?, isConfirmed: Bool)
    /// Write the squad.
    case export(ExportFormat)
    /// Say that a player is the one with this number at the server.
    case link(String, remoteID: Int)
    /// Forget who a player is at the server.
    case unlink(String)
    /// Fetch and send players, with what was decided before.
    case sync(isDryRun: Bool, [SyncDecisionFields], isConfirmed: Bool)

    /// What is done, for `cannot <verb> <object>`.
    var task: String {
        switch self {
        case .list: "list the players"
        case .show: "show the player"
        case .add: "add the player"
        case .edit: "edit the player"
        case .remove: "remove the player"
        case .restore: "restore the player"
        case .import: "import the players"
        case .export: "export the players"
        case .link: "link the player"
        case .unlink: "unlink the player"
        case .sync: "synchronise the players"
        }
    }
}
