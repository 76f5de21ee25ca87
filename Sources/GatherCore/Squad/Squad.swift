/// Everybody who can be chosen for a gather, and those who could be before they were removed.
public struct Squad: Equatable, Sendable {
    /// Somebody of the squad.
    public struct Member: Hashable, Sendable {
        /// The number, which no other player ever gets.
        public let id: Int
        /// What is known of the player.
        public var profile: PlayerProfile
        /// Whether the player was removed: what is in records and at a server stays.
        public var isRemoved: Bool
        /// What is known of the player at a server.
        public var link: PlayerLink
        /// Whether the players at the server were listed, and none was made since: then one can be.
        public var isListed = false
        /// What was changed about the player and not taken back, the newest last.
        public var changes: [SquadChange] = []

        /// Makes a member of the parts.
        public init(
            id: Int, profile: PlayerProfile, isRemoved: Bool = false,
            link: PlayerLink = .unlinked
        ) {
            (self.id, self.profile, self.isRemoved, self.link) = (id, profile, isRemoved, link)
        }

        /// The player as a gather records one.
        public var player: Player {
            Player(id: id, name: profile.name, position: profile.position)
        }
    }

    private var members: [Int: Member] = [:]

    /// Makes a squad of its members.
    public init(_ members: some Sequence<Member> = []) {
        for member in members { self.members[member.id] = member }
    }

    /// Those who can be chosen, in the order of their numbers.
    public var present: [Member] { everybody.filter { !$0.isRemoved } }

    /// Also those who were removed, in the order of their numbers.
    public var everybody: [Member] { members.values.sorted { $0.id < $1.id } }

    /// The number that the next player gets.
    public var nextID: Int { (members.keys.max() ?? 0) + 1 }

    /// The member with a number, removed or not.
    public subscript(id: Int) -> Member? { members[id] }

    /// The player with a number who can be chosen.
    public func player(_ id: Int) -> Player? {
        guard let member = members[id], !member.isRemoved else { return nil }
        return member.player
    }

    /// The server's numbers of all players, or of all but one.
    public func taken(by account: String, butFor id: Int? = nil) -> Set<Int> {
        Set(members.values.filter { $0.id != id }.compactMap { $0.link.id(for: account) })
    }

    /// Adds a member, or changes the one with the same number.
    public mutating func put(_ member: Member) { members[member.id] = member }
}
