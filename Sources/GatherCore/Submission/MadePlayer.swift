/// A player who has just been made at a server, and whom somebody else may have made as well.
///
/// Two who list the players at the same moment and then make those who are missing make them
/// twice. Both see that from the numbers, which are not the next ones. The player with the lower
/// number is then the one for both of them, as neither has put the other one into a gather.
public struct MadePlayer: Hashable, Sendable {
    /// The number in the squad.
    public let number: Int
    /// The number that the server has given.
    public let id: Int
    /// The server's numbers of those who had the name before.
    public let before: Set<Int>

    /// Makes one of its parts.
    public init(number: Int, id: Int, before: Set<Int>) {
        (self.number, self.id, self.before) = (number, id, before)
    }

    /// The player whom somebody else has made of the same name, and before this one; nil if there
    /// is none.
    ///
    /// - Parameter taken: The server's numbers of others of the squad.
    func rival(in listed: [ListedPlayer], taken: Set<Int>) -> ListedPlayer? {
        guard let name = listed.first(where: { $0.id == id })?.profile.name else { return nil }
        return listed.filter {
            $0.id < id && !before.contains($0.id) && !taken.contains($0.id)
                && PlayerName.isSame($0.profile.name, name)
        }.min { $0.id < $1.id }
    }
}

/// The numbers that a server gives to players: each has the next one, unless somebody else makes
/// one before.
struct PlayerNumbers: Equatable, Sendable {
    /// Whether a number was not the next one.
    private(set) var hasGap = false

    private var next: Int?

    /// Makes the numbers of which nothing is known.
    ///
    /// - Parameter hasGap: Whether somebody else may have made players meanwhile.
    init(hasGap: Bool = false) { self.hasGap = hasGap }

    /// Notes which players there are.
    mutating func list(_ listed: [ListedPlayer]) { next = (listed.map(\.id).max() ?? 0) + 1 }

    /// Notes the number of a player who was made.
    mutating func receive(_ id: Int) {
        if id != next { hasGap = true }
        next = id + 1
    }

    /// Forgets a gap, as it was looked into.
    mutating func close() { hasGap = false }
}
