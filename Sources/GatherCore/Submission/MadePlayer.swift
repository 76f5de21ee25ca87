/// A player who was just made at a server and may have been made by somebody else as well.
///
/// Two clients that list the players at the same moment and then make the missing ones make them
/// twice. Both notice it because the numbers are not the next ones. The player with the lower
/// number is then the one for both clients, since neither has put the other one into a gather.
public struct MadePlayer: Hashable, Sendable {
    /// The number in the squad.
    public let number: Int
    /// The number assigned by the server.
    public let id: Int
    /// The server's numbers of the players who had the name before.
    public let before: Set<Int>

    /// Makes a made player.
    public init(number: Int, id: Int, before: Set<Int>) {
        (self.number, self.id, self.before) = (number, id, before)
    }

    /// Returns the player of the same name that somebody else made earlier; nil if there is none.
    ///
    /// - Parameter taken: The server's numbers of other players of the squad.
    func earlierNamesake(in listed: ListedIndex, taken: Set<Int>) -> ListedPlayer? {
        guard let name = listed[id]?.profile.name else { return nil }
        return listed.namesakes(of: name).filter {
            $0.id < id && !before.contains($0.id) && !taken.contains($0.id)
        }.min { $0.id < $1.id }
    }
}

/// The sequence of numbers that a server assigns to players.
///
/// Each player gets the next number, unless somebody else has made one in between.
struct PlayerNumbers: Equatable, Sendable {
    /// True if a number was not the next one.
    private(set) var hasGap = false

    private var next: Int?
    /// The numbers of the players who were listed, and of those made since.
    private var known: Set<Int> = []

    /// Makes a sequence whose next number is unknown.
    ///
    /// - Parameter hasGap: True if somebody else may have made players meanwhile.
    init(hasGap: Bool = false) { self.hasGap = hasGap }

    /// Records the listed players, which determine the next number.
    mutating func list(_ listed: [ListedPlayer]) {
        known = Set(listed.map(\.id))
        next = (known.max() ?? 0) + 1
    }

    /// Returns true if the server had a player with a number by the last list or since.
    func contains(_ id: Int) -> Bool { known.contains(id) }

    /// Records the number of a player that was made.
    mutating func receive(_ id: Int) {
        if id != next { hasGap = true }
        next = id + 1
        known.insert(id)
    }

    /// Clears the gap after it was examined.
    mutating func close() { hasGap = false }
}
