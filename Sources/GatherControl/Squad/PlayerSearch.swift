import GatherAPI

/// Finds the player that a word means: a number or a part of the name.
struct PlayerSearch {
    struct Candidate: Hashable, Sendable {
        let id: Int
        @ShownName var name: String
    }

    enum Result: Hashable, Sendable {
        case found(Candidate)
        /// There are several, none of them with exactly this name.
        case several([Candidate])
        /// There is none; these have similar names.
        case none(like: [Candidate])
    }

    private let players: [Candidate]
    private let names: NameSearch<Candidate>

    init(_ players: [Candidate]) {
        self.players = players
        names = NameSearch(players, name: \.$name)
    }

    /// Returns the player that a word means.
    ///
    /// A number means the player with that number before it is taken for a part of a name; a whole
    /// name means the player who has it, even if it is a part of others.
    func player(_ word: String) -> Result {
        if let id = Int(digits: word[...]), let player = players.first(where: { $0.id == id }) {
            return .found(player)
        }
        let found = names.values(for: word) { $0.contains($1) }
        if found.count == 1 { return .found(found[0]) }
        return found.isEmpty ? .none(like: similar(to: FoldedName(word))) : .several(found)
    }

    /// Returns the players with the smallest number of wrong letters in the name or a word of it,
    /// at most two.
    private func similar(to wanted: FoldedName) -> [Candidate] {
        guard !wanted.letters.isEmpty else { return [] }
        let most = min(2, wanted.letters.count / 2)
        let near = players.compactMap { player -> (Candidate, Int)? in
            let name = FoldedName(player.$name)
            let words = name.words + [name.letters]
            let distance = words.map { Suggestion.distance(wanted.letters, $0) }.min() ?? .max
            return distance <= most ? (player, distance) : nil
        }
        let nearest = near.map(\.1).min()
        return near.filter { $0.1 == nearest }.map(\.0)
    }
}
