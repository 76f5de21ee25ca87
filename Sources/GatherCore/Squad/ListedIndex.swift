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
