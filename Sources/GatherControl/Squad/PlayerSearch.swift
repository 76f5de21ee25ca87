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

    private let players: [(candidate: Candidate, name: FoldedName)]

    init(_ players: [Candidate]) {
        self.players = players.map { ($0, FoldedName($0.$name)) }
    }

    /// Returns the player that a word means.
    ///
    /// A number means the player with that number before it is taken for a part of a name; a whole
    /// name means the player who has it, even if it is a part of others.
    func player(_ word: String) -> Result {
        if let id = Int(digits: word[...]), let player = players.first(where: { $0.0.id == id }) {
            return .found(player.candidate)
        }
        let wanted = FoldedName(word)
        guard !wanted.letters.isEmpty else { return .none(like: []) }
        let containing = players.filter { $0.name.contains(wanted) }
        let named = containing.filter { $0.name == wanted }
        let exactly = named.filter { $0.candidate.$name == word }
        for group in [exactly, named, containing] {
            if group.count == 1 { return .found(group[0].candidate) }
            if !group.isEmpty { return .several(group.map(\.candidate)) }
        }
        return .none(like: similar(to: wanted))
    }

    /// Returns the players with the smallest number of wrong letters in the name or a word of it,
    /// at most two.
    private func similar(to wanted: FoldedName) -> [Candidate] {
        let most = min(2, wanted.letters.count / 2)
        let near = players.compactMap { player -> (Candidate, Int)? in
            let words = player.name.words + [player.name.letters]
            let distance = words.map { Suggestion.distance(wanted.letters, $0) }.min() ?? .max
            return distance <= most ? (player.candidate, distance) : nil
        }
        let nearest = near.map(\.1).min()
        return near.filter { $0.1 == nearest }.map(\.0)
    }
}
