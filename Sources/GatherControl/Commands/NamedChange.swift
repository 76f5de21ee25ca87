import GatherAPI

/// A change of the match with players as somebody named them.
enum NamedChange: Hashable, Sendable {
    /// Open a gather with these players on its sides.
    case open(
        time: TimeFields?, teamAName: String?, teamBName: String?, teamAPlayers: [String],
        teamBPlayers: [String])
    /// Put players in a section, or out of the gather.
    case move([String], to: Section?)
    /// Draw two sides of these players, or of all in the gather if there are none.
    case draw([String], seed: Int?, again: Bool)
    /// Count a goal that this player has shot.
    case goal(Side, player: String, isOwn: Bool)

    /// What is done, for `cannot <verb> <object>`.
    var task: String {
        switch self {
        case .open: Change.open(time: nil, teamAName: nil, teamBName: nil).task
        case .move: Change.movePlayers([], to: nil).task
        case .draw: Change.drawTeams([], seed: nil, again: false).task
        case .goal(let side, _, _): Change.addToScore(side, 1).task
        }
    }

    /// The change of the players that are meant.
    ///
    /// - Parameter find: Finds the player of a word.
    func change(
        _ find: (String) throws(Failure) -> PlayerSearch.Candidate
    ) throws(Failure) -> Change {
        func players(_ words: [String]) throws(Failure) -> [PlayerSearch.Candidate] {
            try words.map { (word) throws(Failure) in try find(word) }
        }
        func ids(_ words: [String]) throws(Failure) -> [Int] { try players(words).map(\.id) }
        switch self {
        case .open(let time, let teamAName, let teamBName, let playersA, let playersB):
            let (teamA, teamB) = (try players(playersA), try players(playersB))
            if let twice = teamA.first(where: { player in teamB.contains { $0.id == player.id } }) {
                throw Failure(
                    .refused, "cannot \(task): \(twice.name) is on both sides")
            }
            return .open(
                time: time, teamAName: teamAName, teamBName: teamBName,
                teamAPlayers: teamA.map(\.id), teamBPlayers: teamB.map(\.id))
        case .move(let words, let section):
            return .movePlayers(try ids(words), to: section)
        case .draw(let words, let seed, let again):
            return .drawTeams(try ids(words), seed: seed, again: again)
        case .goal(let side, let word, let isOwn):
            let player = try find(word)
            return .addToScore(
                side, 1, Scorer(id: player.id, name: player.name, isOwnGoal: isOwn))
        }
    }
}
