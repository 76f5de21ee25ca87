/// All players who can be chosen for a gather, and those who were removed.
public struct Squad: Equatable, Sendable {
    /// A player of the squad.
    public struct Member: Hashable, Sendable {
        /// The number, which no other player ever gets.
        public let id: Int
        /// The data about the player.
        public var profile: PlayerProfile
        /// True if the player was removed; records, and the player at a server, stay.
        public var isRemoved: Bool
        /// The link between the player and a server.
        public var link: PlayerLink
        /// True if the server's players were listed and none was made since, so that this one can
        /// be made.
        public var isListed = false
        /// The changes to the player that were not reverted, the newest last.
        public var changes: [SquadChange] = []

        /// Makes a member.
        public init(
            id: Int, profile: PlayerProfile, isRemoved: Bool = false,
            link: PlayerLink = .unlinked
        ) {
            (self.id, self.profile, self.isRemoved, self.link) = (id, profile, isRemoved, link)
        }

        /// The player as a gather records one.
        public var player: Player {
            Player(id: id, name: profile.name, position: profile.position, shirt: profile.shirt)
        }
    }

    private var members: [Int: Member] = [:]
    /// The number of players who can be chosen.
    private var presentCount = 0
    /// The numbers of those who were forgotten, which nobody else gets.
    public private(set) var forgotten: Set<Int>

    /// Makes a squad from its members, and the numbers of those who were forgotten.
    public init(_ members: some Sequence<Member> = [], forgotten: Set<Int> = []) {
        self.forgotten = forgotten
        for member in members { put(member) }
    }

    /// The players who can be chosen, ordered by number.
    public var present: [Member] { everybody.filter { !$0.isRemoved } }

    /// All players, including removed ones, ordered by number.
    public var everybody: [Member] { members.values.sorted { $0.id < $1.id } }

    /// The number for the next player.
    public var nextID: Int { max(members.keys.max() ?? 0, forgotten.max() ?? 0) + 1 }

    /// Returns the limit that more players would exceed; nil if there is room for them.
    ///
    /// - Parameters:
    ///   - new: The number of players to be added.
    ///   - restored: The number of removed players to be restored.
    public func limit(exceededByAdding new: Int = 0, restoring restored: Int = 0) -> Int? {
        // An older database may have more already, and what adds nobody has room.
        if new + restored > 0, presentCount + new + restored > Limits.squad { return Limits.squad }
        let everybody = members.count + forgotten.count + new
        return new > 0 && everybody > Limits.squadMembers ? Limits.squadMembers : nil
    }

    /// The member with this number, removed or not.
    public subscript(id: Int) -> Member? { members[id] }

    /// Returns the player with this number if the player can be chosen.
    public func player(_ id: Int) -> Player? {
        guard let member = members[id], !member.isRemoved else { return nil }
        return member.player
    }

    /// Returns the server's numbers of all players, except the one with the number `id`.
    public func taken(by account: String, excluding id: Int? = nil) -> Set<Int> {
        Set(members.values.filter { $0.id != id }.compactMap { $0.link.id(for: account) })
    }

    /// Adds a member, or replaces the one with the same number.
    public mutating func put(_ member: Member) {
        let before = members.updateValue(member, forKey: member.id)
        if before?.isRemoved == false { presentCount -= 1 }
        if !member.isRemoved { presentCount += 1 }
    }

    /// Takes a player out, removed or not, of whom only the number stays.
    public mutating func forget(_ id: Int) {
        if members.removeValue(forKey: id)?.isRemoved == false { presentCount -= 1 }
        forgotten.insert(id)
    }
}
