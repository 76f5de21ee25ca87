/// What is known of a player at a server.
///
/// It has to survive a restart: making a player twice makes two, and an answer can be lost. So the
/// players are listed before one is made: who has appeared since, with that name, is the one.
public enum PlayerLink: Hashable, Sendable {
    /// Nothing. Can become: creating; linked.
    case unlinked
    /// The player may have been made under a name, and these were there before. Can become:
    /// linked; unlinked.
    case creating(account: String, name: String, before: Set<Int>)
    /// The server has the player under a number. Can become: unlinked.
    case linked(LinkedPlayer)

    /// The server's number of the player, if it is known for the account.
    public func id(for account: String) -> Int? {
        guard case .linked(let linked) = self, linked.account == account else { return nil }
        return linked.id
    }
}

/// A player that a server has as well.
public struct LinkedPlayer: Hashable, Sendable {
    /// What tells the account from others.
    public let account: String
    /// The server's number of the player.
    public let id: Int
    /// What both sides had when they were last the same: what is different now was changed since.
    public var agreed: AgreedProfile
    /// The name at the server under which a person has said that it is this player; nil where
    /// nobody has.
    public var confirmedName: String?

    /// Makes one of its parts.
    public init(
        account: String, id: Int, agreed: AgreedProfile, confirmedName: String? = nil
    ) {
        (self.account, self.id, self.agreed) = (account, id, agreed)
        self.confirmedName = confirmedName
    }

    /// True where a person has said that somebody of this name is the player.
    func isConfirmed(_ name: String?) -> Bool {
        confirmedName.map { PlayerName.isSame($0, name) } ?? false
    }
}

/// What this squad and a server once both had of a player; nil also where they never agreed.
public struct AgreedProfile: Hashable, Sendable {
    /// The name.
    public var name: String?
    /// The age in years.
    public var age: Int?
    /// How well they play.
    public var skill: Skill?
    /// Where they like to play.
    public var position: Position?
    /// The team they support.
    public var favouriteTeam: String?

    /// Makes one of its fields.
    public init(
        name: String? = nil, age: Int? = nil, skill: Skill? = nil, position: Position? = nil,
        favouriteTeam: String? = nil
    ) {
        (self.name, self.age, self.skill) = (name, age, skill)
        (self.position, self.favouriteTeam) = (position, favouriteTeam)
    }

    /// Makes what both have once one has been sent or taken over.
    public init(_ profile: PlayerProfile) {
        self.init(
            name: profile.name, age: profile.age, skill: profile.skill,
            position: profile.position, favouriteTeam: profile.favouriteTeam)
    }
}
