/// The methods of `io.gatherd.Players`.
public enum PlayersMethod: String, CaseIterable, Sendable {
    /// The squad.
    case list = "List"
    /// A player, and what the player has done.
    case show = "Show"
    /// Take players into the squad.
    case add = "Add"
    /// Replace all that is known of a player.
    case edit = "Edit"
    /// Remove a player from the squad.
    case remove = "Remove"
    /// Take a player into the squad again who was removed.
    case restore = "Restore"
    /// Who has scored.
    case scorers = "Scorers"
    /// Make the squad and the players at the server the same.
    case sync = "Sync"
    /// Say which player of the server a player is.
    case link = "Link"
    /// Forget which player of the server a player is.
    case unlink = "Unlink"

    /// The name on the wire.
    public var fullName: String { "\(Interfaces.players.name).\(rawValue)" }

    /// Makes a method of its name on the wire.
    public init?(fullName: String) {
        let prefix = "\(Interfaces.players.name)."
        guard fullName.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(fullName.dropFirst(prefix.count)))
    }
}
