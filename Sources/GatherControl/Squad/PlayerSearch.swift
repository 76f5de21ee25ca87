/// Finds the player that somebody means by a number or by a part of the name.
struct PlayerSearch {
    /// What a player is found by.
    struct Candidate: Hashable, Sendable {
        let id: Int
        let name: String
    }

    /// What a search comes to.
    enum Result: Hashable, Sendable {
        case found(Candidate)
        /// There are several; none of them has just this name.
        case several([Candidate])
        /// There is none, and these have names that look alike.
        case none(like: [Candidate])
    }

    private let players: [(candidate: Candidate, name: FoldedName)]

    init(_ players: [Candidate]) {
        self.players = players.map { ($0, FoldedName($0.name)) }
    }

    /// The player that is meant.
    ///
    /// A number is that of a player before it is a part of a name; a whole name is that of the
    /// player who has it, also where it is a part of others.
    func player(_ word: String) -> Result {
        if let id = Int(digits: word[...]), let player = players.first(where: { $0.0.id == id }) {
            return .found(player.candidate)
        }
        let wanted = FoldedName(word)
        guard !wanted.letters.isEmpty else { return .none(like: []) }
        let containing = players.filter { $0.name.contains(wanted) }
        let named = containing.filter { $0.name == wanted }
        let exactly = named.filter { $0.candidate.name == word }
        for group in [exactly, named, containing] {
            if group.count == 1 { return .found(group[0].candidate) }
            if !group.isEmpty { return .several(group.map(\.candidate)) }
        }
        return .none(like: similar(to: wanted))
    }

    /// Players whose name, or a word of it, has up to two letters wrong.
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
