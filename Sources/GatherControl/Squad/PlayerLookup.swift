import GatherAPI

/// Finds the players that a command names, or reports what is wrong with a name.
struct PlayerLookup {
    private let failure: String
    private let groups: [[PlayerSearch.Candidate]]
    private let searches: [PlayerSearch]
    private let nearer: Set<Int>
    private let squad: [PlayerSearch.Candidate]
    private let isRetry: Bool

    /// The word for the whole squad.
    static let wordOfAll = "all"

    /// Makes a lookup among groups of players, searched one after another.
    ///
    /// - Parameters:
    ///   - failure: The text of an error, with a place for the cause.
    ///   - groups: The groups.
    ///   - nearer: The numbers of those who are preferred if a word matches several players.
    ///   - squad: Those who are meant by the word for all, and by a range of numbers.
    ///   - isRetry: True if the command may have been done already: a number is then that of a
    ///     player also if nobody has it any more.
    init(
        failure: String, groups: [[PlayerSearch.Candidate]], nearer: Set<Int> = [],
        squad: [PlayerSearch.Candidate] = [], isRetry: Bool = false
    ) {
        self.isRetry = isRetry
        (self.failure, self.groups, self.squad) = (failure, groups, squad)
        self.nearer = nearer
        searches = groups.map(PlayerSearch.init)
    }

    /// Returns the players that some words mean, each once: numbers such as `1-14`, names, and
    /// after those the ones who are left out, such as `-kofi`.
    ///
    /// - Parameter takesAll: True if `all` means the whole squad.
    /// - Throws: A ``Failure`` also if there are words, and nobody is left.
    func players(
        _ words: [String], takesAll: Bool = false
    ) throws(Failure) -> [PlayerSearch.Candidate] {
        var players: [PlayerSearch.Candidate] = []
        for word in words {
            if word.hasPrefix("-"), word != "-" {
                let left = try player(String(word.dropFirst()))
                guard players.contains(left) else {
                    throw error(
                        tr(
                            "%1$@ is not among the players before '%2$@'; say who plays first",
                            left.name, word), [])
                }
                players.removeAll { $0 == left }
            } else {
                players += try group(word, takesAll: takesAll).filter { !players.contains($0) }
            }
        }
        guard words.isEmpty || !players.isEmpty else {
            throw error(tr("nobody is left; 'gatherctl player list' lists the squad"), [])
        }
        return players
    }

    /// Returns the players of a side or a bench who are still in the squad, without some others.
    func remaining(
        of players: [PlayerFields]?, besides others: [PlayerSearch.Candidate]
    ) -> [PlayerSearch.Candidate] {
        let ids = Set(squad.map(\.id)).subtracting(others.map(\.id))
        return (players ?? []).candidates.filter { ids.contains($0.id) }
    }

    /// Returns the players that a word for one or for several means.
    private func group(_ word: String, takesAll: Bool) throws(Failure) -> [PlayerSearch.Candidate] {
        if takesAll, word.lowercased() == Self.wordOfAll { return squad }
        let numbers = word.split(separator: "-", omittingEmptySubsequences: false)
            .compactMap(Int.init(digits:))
        guard numbers.count == 2, word.utf8.allSatisfy({ "0123456789-".utf8.contains($0) }) else {
            return [try player(word)]
        }
        let found = squad.filter { $0.id >= numbers[0] && $0.id <= numbers[1] }
        guard !found.isEmpty else {
            throw error(
                tr("no player has a number of '%1$@'; 'gatherctl player list' lists them", word),
                [])
        }
        return found
    }

    /// Returns a lookup for players who are not among these.
    func beside(_ players: [PlayerFields]) -> PlayerLookup {
        let ids = Set(players.map(\.id))
        let others = (groups.last ?? []).filter { !ids.contains($0.id) }
        return PlayerLookup(
            failure: failure, groups: [others, groups.last ?? []], nearer: nearer.subtracting(ids),
            squad: squad, isRetry: isRetry)
    }

    func player(_ word: String) throws(Failure) -> PlayerSearch.Candidate {
        // The number of a player of any group comes before a part of a name, such as 'U17'.
        if let id = Int(digits: word[...]),
            let player = groups.joined().first(where: { $0.id == id })
        {
            return player
        }
        var like: [PlayerSearch.Candidate] = []
        // A whole name of any group comes before a part of a name, such as that of Ben before
        // Benjamin, who is on the side.
        let named = searches.first { $0.hasName(word) }
        for search in named.map({ [$0] }) ?? searches {
            switch search.player(word) {
            case .found(let player): return player
            case .several(let players):
                let near = players.filter { nearer.contains($0.id) }
                if near.count == 1 { return near[0] }
                if ShirtText.shirt(word) != nil {
                    throw error(Self.sameShirt(word), players, .usage)
                }
                throw error(
                    tr(
                        "'%2$@' matches %1$@ player; type more of the name, or the number",
                        "'%2$@' matches %1$@ players; type more of the name, or the number",
                        count: players.count, word), players)
            case .none(let similar): like = similar
            }
        }
        if isRetry, let id = Int(digits: word[...]) {
            return PlayerSearch.Candidate(id: id, name: SomebodyText.name, shirt: nil)
        }
        guard like.isEmpty else {
            throw error(tr("no player '%1$@'; did you mean one of these?", word), like)
        }
        throw error(tr("no player '%1$@'; 'gatherctl player list' lists them", word), [])
    }

    private func error(
        _ cause: String, _ players: [PlayerSearch.Candidate], _ status: ExitStatus = .refused
    ) -> Failure {
        let rows = players.prefix(Self.mostShown).map { ["\($0.id)", $0.name] }
        let more = players.count - rows.count
        return Failure(
            status, failure, cause: cause,
            details: Columns.lines(rows, alignedRight: [0])
                + (more > 0 ? [tr("and %1$@ more", more)] : []))
    }

    /// Returns the cause of an error about a shirt that several players have.
    static func sameShirt(_ word: String) -> String {
        tr("several players have the shirt '%1$@'; use the name", word)
    }

    private static let mostShown = 10
}

extension Array<PlayerSearch.Candidate> {
    /// The names by their numbers.
    var names: [Int: String] {
        Dictionary(map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Array<SquadPlayerFields> {
    /// The players as candidates of a search.
    var candidates: [PlayerSearch.Candidate] {
        map { PlayerSearch.Candidate(id: $0.id, name: $0.$name, shirt: $0.shirt) }
    }

    /// Returns the same with the players of a match who were removed from the squad since.
    func candidates(with present: [PlayerFields]) -> [PlayerSearch.Candidate] {
        let ids = Set(map(\.id))
        return candidates + present.candidates.filter { !ids.contains($0.id) }
    }
}

extension Array<PlayerFields> {
    /// The players as candidates of a search.
    var candidates: [PlayerSearch.Candidate] {
        map { PlayerSearch.Candidate(id: $0.id, name: $0.$name, shirt: $0.shirt) }
    }
}

extension Array<Int> {
    /// The numbers, which are in order, as texts such as `1-14` and `17`.
    var ranges: [String] {
        var ranges: [ClosedRange<Int>] = []
        for number in self {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
        }
    }
}
