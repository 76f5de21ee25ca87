import GatherAPI

/// Finds the player that a word means: a number or a part of the name.
struct PlayerSearch {
    struct Candidate: Hashable, Sendable {
        let id: Int
        @ShownName var name: String
        var shirt: Int?
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
    /// A number means the player with that number before it is taken for a part of a name, and `#7`
    /// the one with that shirt; a whole name means the player who has it, even if it is a part of
    /// others.
    func player(_ word: String) -> Result {
        if let id = Int(digits: word[...]), let player = players.first(where: { $0.id == id }) {
            return .found(player)
        }
        let shirts = players.wearing(word)
        let found = shirts.isEmpty ? names.values(for: word) { $0.contains($1) } : shirts
        if found.count == 1 { return .found(found[0]) }
        return found.isEmpty ? .none(like: similar(to: FoldedName(word))) : .several(found)
    }

    /// Returns true if a word is the whole name of a player.
    func hasName(_ word: String) -> Bool {
        !names.values(for: word) { $0 == $1 }.isEmpty
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

extension Array<PlayerSearch.Candidate> {
    /// Returns those whose shirt a word such as `#7` means; none for another word.
    func wearing(_ word: String) -> [PlayerSearch.Candidate] {
        guard let shirt = ShirtText.shirt(word) else { return [] }
        return filter { $0.shirt == shirt }
    }
}

/// The number of a shirt, as it is shown and typed: `#7`.
enum ShirtText {
    static func number(_ shirt: Int) -> String { "#\(shirt)" }

    /// Returns a name with the shirt: `Anna #7`.
    static func name(_ name: String, _ shirt: Int?) -> String {
        shirt.map { "\(name) \(number($0))" } ?? name
    }

    /// Returns the shirt of a word such as `#7`; nil for another word.
    static func shirt(_ word: String) -> Int? {
        word.first == "#" ? Int(digits: word.dropFirst()) : nil
    }
}

extension PlayerFields {
    /// The name with the shirt.
    var nameAndShirt: String { ShirtText.name(shownName, shirt) }

    /// Returns the name with the shirt, shortened to a number of columns: the shirt stays where
    /// there is room for the beginning of the name as well.
    func nameAndShirt(toColumns columns: Int) -> String {
        guard let shirt else { return PrintableText.shortened(shownName, toColumns: columns) }
        let room = columns - TextWidth.of(ShirtText.name("", shirt))
        return room < 3
            ? PrintableText.shortened(shownName, toColumns: columns)
            : ShirtText.name(PrintableText.shortened(shownName, toColumns: room), shirt)
    }
}
