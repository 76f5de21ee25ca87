/// The link between a player and a server.
///
/// It has to survive a restart: making a player twice makes two, and an answer can be lost. So the
/// players are listed before one is made; a player of that name who has appeared since is taken to
/// be the one.
public enum PlayerLink: Hashable, Sendable {
    /// No link. Can become: creating; linked.
    case unlinked
    /// The player may have been made under a name, and `before` lists those who were there before.
    /// Can become: linked; unlinked.
    case creating(account: String, name: String, before: Set<Int>)
    /// The server has the player under a number. Can become: unlinked.
    case linked(LinkedPlayer)

    /// Returns the server's number of the player, or nil if it is unknown for the account.
    public func id(for account: String) -> Int? {
        guard case .linked(let linked) = self, linked.account == account else { return nil }
        return linked.id
    }
}

/// A player who also exists at a server.
public struct LinkedPlayer: Hashable, Sendable {
    /// The key of the account.
    public let account: String
    /// The server's number of the player.
    public let id: Int
    /// The values on which both sides agreed last; a difference from them was made since.
    public var agreed: AgreedProfile
    /// The name at the server that a person has confirmed as this player's; nil if nobody has.
    public var confirmedName: String?

    /// Makes a linked player.
    public init(account: String, id: Int, agreed: AgreedProfile, confirmedName: String? = nil) {
        (self.account, self.id, self.agreed) = (account, id, agreed)
        self.confirmedName = confirmedName
    }

    /// Returns true if a person has confirmed that the server's player of this name is this player.
    func isConfirmed(_ name: String?) -> Bool {
        confirmedName.map { PlayerName.isSame($0, name) } ?? false
    }
}

/// The values that this squad and a server once both had for a player; a field is nil if they never
/// agreed on one.
public struct AgreedProfile: Hashable, Sendable {
    /// The name.
    public var name: String?
    /// The age in years.
    public var age: Int?
    /// The level of play.
    public var skill: Skill?
    /// The preferred position.
    public var position: Position?
    /// The team they support.
    public var favouriteTeam: String?

    /// Makes a profile from its fields.
    public init(
        name: String? = nil, age: Int? = nil, skill: Skill? = nil, position: Position? = nil,
        favouriteTeam: String? = nil
    ) {
        (self.name, self.age, self.skill) = (name, age, skill)
        (self.position, self.favouriteTeam) = (position, favouriteTeam)
    }

    /// Makes the profile that both sides have after one was sent or fetched.
    public init(_ profile: PlayerProfile) {
        self.init(
            name: profile.name, age: profile.age, skill: profile.skill,
            position: profile.position, favouriteTeam: profile.favouriteTeam)
    }
}
