/// A player as a server lists one.
public struct ListedPlayer: Hashable, Sendable {
    /// The server's number.
    public let id: Int
    /// What the server keeps, as far as it could be one's own; the name may be any.
    public let profile: AgreedProfile
    /// The fields of which the server has a word that is not known here.
    public let unknown: Set<PlayerProfile.Field>

    /// Makes one of its parts.
    public init(id: Int, profile: AgreedProfile, unknown: Set<PlayerProfile.Field> = []) {
        (self.id, self.profile, self.unknown) = (id, profile, unknown)
    }
}

extension PlayerLink {
    /// What the players that are there make of a link under which one may have been made: who has
    /// appeared since is the one.
    ///
    /// - Parameter taken: The server's numbers of other players of the squad.
    public func settled(
        by listed: [ListedPlayer], account: String, taken: Set<Int>
    ) -> PlayerLink {
        guard case .creating(account, let made, let before) = self else { return self }
        let appeared = listed.filter {
            !before.contains($0.id) && !taken.contains($0.id) && $0.profile.name == made
        }
        guard let one = appeared.min(by: { $0.id < $1.id }) else { return self }
        return .linked(LinkedPlayer(account: account, id: one.id, agreed: one.profile))
    }
}
