import GatherAPI
import Varlink

/// A side as it was typed.
enum TypedSide: Hashable, Sendable {
    /// `a` or `b`.
    case side(Side)
    /// The name of a side or of a player, or the beginning of one, or a colour, which only the
    /// match can resolve.
    case name(String)

    init(_ word: String) {
        switch word.lowercased() {
        case "a", "teama", "team-a": self = .side(.teamA)
        case "b", "teamb", "team-b": self = .side(.teamB)
        default: self = .name(word)
        }
    }
}

/// A side that a word means.
struct NamedSide: Hashable, Sendable {
    let side: Side
    /// The player who was named, if it was one.
    var player: PlayerSearch.Candidate?
}

/// Finds the side of a match that a word means: by its name, by that of one of its players, or
/// else by a shirt or its colour.
struct SideSearch {
    private struct Candidate {
        let named: NamedSide
        /// The name as it was given.
        let name: String
        /// The name as it is shown.
        let text: String
    }

    private let teamA: TeamSnapshot
    private let teamB: TeamSnapshot
    private let candidates: [Candidate]
    private let search: NameSearch<Candidate>

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - includesPlayers: True if a player stands for the player's side.
    ///   - squad: Those who have the names and shirts of the squad, not those of the match.
    init(_ gather: GatherSnapshot, includesPlayers: Bool, squad: [PlayerSearch.Candidate] = []) {
        self.init(gather.teamA, gather.teamB, includesPlayers: includesPlayers, squad)
    }

    /// Makes a search for a match of the history, which has no colours.
    init(_ gather: GatherSummary) {
        self.init(
            TeamSnapshot(name: gather.$teamAName, score: 0, players: []),
            TeamSnapshot(name: gather.$teamBName, score: 0, players: []), includesPlayers: false)
    }

    private init(
        _ teamA: TeamSnapshot, _ teamB: TeamSnapshot, includesPlayers: Bool,
        _ squad: [PlayerSearch.Candidate] = []
    ) {
        (self.teamA, self.teamB) = (teamA, teamB)
        let members = Dictionary(squad.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        candidates = Side.allCases.flatMap { side in
            let team = side == .teamA ? teamA : teamB
            let players = (includesPlayers ? team.players.candidates : []).map { recorded in
                let player = members[recorded.id] ?? recorded
                return Candidate(
                    named: NamedSide(side: side, player: player), name: player.$name,
                    text: tr("%1$@, %2$@", player.name, team.name))
            }
            return [Candidate(named: NamedSide(side: side), name: team.$name, text: team.name)]
                + players
        }
        search = NameSearch(candidates, name: \.name)
    }

    private func team(_ side: Side) -> TeamSnapshot { side == .teamA ? teamA : teamB }

    /// Returns the side that a word means.
    ///
    /// - Parameter error: Makes the error of a cause; no candidate may be the cause.
    /// - Throws: The error with the candidates if the word means none or several.
    func side(
        _ word: String, error: (_ cause: String, _ isUnknown: Bool) -> UsageError
    ) throws(Failure) -> NamedSide {
        let colored = Side.allCases.filter { team($0).color?.rawValue == word.lowercased() }
        let shirt = ShirtText.shirt(word)
        let wearing = candidates.filter { shirt != nil && $0.named.player?.shirt == shirt }
        let named = search.values(for: word) { $0.letters.starts(with: $1.letters) }
        let found = named.isEmpty ? wearing : named
        // A whole name comes before a colour, and that before the beginning of a player's name.
        if colored.count == 1, search.values(for: word, isPart: { $0 == $1 }).isEmpty {
            let others = found.map(\.named).filter { $0.player == nil && $0.side != colored[0] }
            guard let other = others.first else { return NamedSide(side: colored[0]) }
            let cause = tr(
                "'%1$@' is the colour of %2$@, and the name of %3$@ begins so; say a or b", word,
                team(colored[0]).name, team(other.side).name)
            throw error(cause, false).failure
        }
        if found.count == 1 { return found[0].named }
        guard found.isEmpty else {
            let cause =
                named.isEmpty
                ? PlayerLookup.sameShirt(word)
                : tr(
                    "'%2$@' matches %1$@ name; type more of it",
                    "'%2$@' matches %1$@ names; type more of one", count: found.count, word)
            var failure = error(cause, false).failure
            failure.details = found.map(\.text)
            throw failure
        }
        guard colored.isEmpty else {
            let cause = tr(
                "both teams are %1$@; say a (%2$@) or b (%3$@)", word, teamA.name, teamB.name)
            throw error(cause, false).failure
        }
        throw error(
            tr("no team '%1$@': say a (%2$@) or b (%3$@)", word, teamA.name, teamB.name), true
        ).failure
    }
}

extension Context {
    /// Returns the side that was typed for a verb.
    ///
    /// - Parameter failure: The text of an error, with a place for the cause; nil for the verb's.
    /// - Throws: A ``Failure`` with the status of a usage error, before anything has changed, if a
    ///   word means no side or several; the refusal of gatherd if no match is open.
    func side(
        _ typed: TypedSide, of verb: Verb, failure: String? = nil, includesPlayers: Bool = true
    ) throws(Failure) -> NamedSide {
        let word: String
        switch typed {
        case .side(let side): return NamedSide(side: side)
        case .name(let name): word = name
        }
        let failure = failure ?? verb.failure
        guard let gather = try newestGather(failure: failure), gather.phase == .open else {
            throw try noMatch(failure)
        }
        let search = SideSearch(gather, includesPlayers: includesPlayers)
        var isUnknown = false
        func error(_ cause: String, _ isOfNone: Bool) -> UsageError {
            isUnknown = isOfNone
            return UsageError(filled(failure, [cause]), verb: verb.name)
        }
        do { return try search.side(word, error: error) } catch let unfound {
            let present = gather.teamA.players + gather.teamB.players
            guard isUnknown, includesPlayers, !present.isEmpty else { throw unfound }
            // A player may have got another name or shirt since the match recorded them.
            let squad = try Squad(context: self, failure: failure).players().candidates
            return try SideSearch(gather, includesPlayers: true, squad: squad)
                .side(word, error: error)
        }
    }

    /// Returns the failure of a command that needs an open match, where none is open.
    ///
    /// Only gatherd knows if an undo would reopen the last match. So it is asked for a change that
    /// it always refuses, a change of the score by zero goals, and its refusal says this.
    private func noMatch(_ failure: String) throws(Failure) -> Failure {
        let method = GatherMethod.AddToScore(team: .teamA, delta: 0)
        let reply = try answer(method.call, failure: failure)
        let presenter = RefusalPresenter(failure: failure)
        // A match may have been opened in the meantime.
        guard reply.error != nil, VarlinkError(reply) != .invalidParameter("delta") else {
            let cause = presenter.text(GatherError.noGather(endedSecondsAgo: nil))
            return Failure(.refused, failure, cause: cause)
        }
        return refused(reply, presenter.text(reply))
    }
}
