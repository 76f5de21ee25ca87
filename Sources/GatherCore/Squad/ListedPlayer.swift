/// A player as listed by a server.
public struct ListedPlayer: Hashable, Sendable {
    /// The server's number of the player.
    public let id: Int
    /// The server's data, as far as the squad could store it; the name may be any text.
    public let profile: AgreedProfile
    /// The fields in which the server has a value unknown to this version.
    public let unknown: Set<PlayerProfile.Field>

    /// Makes a listed player.
    public init(id: Int, profile: AgreedProfile, unknown: Set<PlayerProfile.Field> = []) {
        (self.id, self.profile, self.unknown) = (id, profile, unknown)
    }
}

extension PlayerLink {
    /// Returns a link under which a player may have been made, updated by a list of the server's
    /// players.
    ///
    /// A player of that name who has appeared since is taken to be the one.
    ///
    /// - Parameter taken: The server's numbers of other players of the squad.
    public func settled(by listed: [ListedPlayer], account: String, taken: Set<Int>) -> PlayerLink {
        guard case .creating(account, let made, let before) = self else { return self }
        let appeared = listed.filter {
            !before.contains($0.id) && !taken.contains($0.id) && $0.profile.name == made
        }
        guard let one = appeared.min(by: { $0.id < $1.id }) else { return self }
        return .linked(LinkedPlayer(account: account, id: one.id, agreed: one.profile))
    }
}

/// The players that a server lists, found by number or by name without a search of all.
public struct ListedIndex {
    private let players: [Int: ListedPlayer]
    private let namesakes: [[String]: [ListedPlayer]]

    /// Makes an index; of several players with a number, it finds the first.
    public init(_ listed: [ListedPlayer]) {
        players = Dictionary(listed.lazy.map { ($0.id, $0) }) { first, _ in first }
        namesakes = Dictionary(grouping: listed) { PlayerName.words($0.profile.name) }
    }

    /// The player with this number at the server.
    public subscript(id: Int) -> ListedPlayer? { players[id] }

    /// Returns the players who have a name, apart from case and blanks, in the order of the list.
    func namesakes(of name: String?) -> [ListedPlayer] { namesakes[PlayerName.words(name)] ?? [] }
}
