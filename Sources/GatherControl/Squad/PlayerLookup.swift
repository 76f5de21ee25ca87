import GatherAPI

/// Finds the players that a command names, or says what is wrong with a name.
struct PlayerLookup {
    private let task: String
    private let searches: [PlayerSearch]

    /// Looks among groups of players, one after another.
    ///
    /// - Parameter task: What it is for, such as `show the player`.
    init(task: String, groups: [[PlayerSearch.Candidate]]) {
        self.task = task
        searches = groups.map(PlayerSearch.init)
    }

    /// The player that a word means.
    func player(_ word: String) throws(Failure) -> PlayerSearch.Candidate {
        var like: [PlayerSearch.Candidate] = []
        for search in searches {
            switch search.player(word) {
            case .found(let player): return player
            case .several(let players):
                throw failure(
                    "'\(word)' could be \(players.count) players; "
                        + "say more of the name, or the number", players)
            case .none(let similar): like = similar
            }
        }
        guard like.isEmpty else {
            throw failure("there is no player '\(word)'; did you mean", like)
        }
        throw failure("there is no player '\(word)'; 'gatherctl player list' lists them", [])
    }

    private func failure(_ cause: String, _ players: [PlayerSearch.Candidate]) -> Failure {
        var columns = Columns(alignedRight: [0])
        let rows = players.prefix(Self.mostShown).map { ["\($0.id)", PrintableText.name($0.name)] }
        let more = players.count - rows.count
        return Failure(
            .refused, "cannot \(task): \(cause)",
            details: columns.lines(rows) + (more > 0 ? ["and \(more) more"] : []))
    }

    private static let mostShown = 10
}

extension Array<SquadPlayerFields> {
    /// The players as they are looked for.
    var candidates: [PlayerSearch.Candidate] {
        map { PlayerSearch.Candidate(id: $0.id, name: $0.profile.name) }
    }
}

extension Array<PlayerFields> {
    /// The players as they are looked for.
    var candidates: [PlayerSearch.Candidate] {
        map { PlayerSearch.Candidate(id: $0.id, name: $0.name) }
    }
}
