@testable import GatherCore

/// A model of a server with faults, for tests of `Submission`.
struct ModelServer {
    /// The fault of one request.
    enum Fault: CaseIterable {
        static let allCases: [Fault] = [
            .none, .refused, .lostBefore, .lostAfter, .failedBefore, .failedAfter, .unauthorized,
            .notFound,
        ]

        case none
        /// Nobody listens.
        case refused
        /// The request is lost, and so is the answer.
        case lostBefore
        /// The request is carried out, and the answer is lost.
        case lostAfter
        /// The server fails before it acts.
        case failedBefore
        /// The server fails when it has acted.
        case failedAfter
        /// The client gives up, and the request is carried out later.
        case stalls
        /// The token is not accepted.
        case unauthorized
        /// The request is answered with "not found".
        case notFound
    }

    /// A gather at the server.
    struct Row: Equatable {
        var players: [Int] = []
        var result: MatchResult?
        /// The sides of the players, which it does not list.
        var sides: [Int: Side] = [:]
    }

    var squad: [ListedPlayer] = []
    var gathers: [(id: String, row: Row)] = []
    var requests: [SubmissionStep] = []
    /// Requests whose clients have gone, and which are carried out when the server gets to them.
    var stalled: [SubmissionStep] = []
    /// The number of players that another user makes before each player of this user.
    var playersOfOthers = 0
    private var made = 0

    subscript(id: String) -> Row? {
        gathers.first { $0.id == id }?.row
    }

    /// Adds a gather of another client.
    mutating func makeOther(_ id: String, result: MatchResult? = nil) {
        gathers.append((id, Row(result: result)))
    }

    mutating func perform(_ step: SubmissionStep, _ fault: Fault = .none) -> StepOutcome {
        requests.append(step)
        switch fault {
        case .none: return act(step)
        case .refused: return .notSent(reason: "refused")
        case .lostBefore: return .unknown(reason: "lost")
        case .lostAfter:
            _ = act(step)
            return .unknown(reason: "lost")
        case .stalls:
            if !step.isList { stalled.append(step) }
            return .unknown(reason: "lost")
        case .failedBefore: return .answered(.failed)
        case .failedAfter:
            _ = act(step)
            return .answered(.failed)
        case .unauthorized: return .answered(.signInNeeded)
        case .notFound: return .answered(.notFound)
        }
    }

    /// Carries out what was stalled.
    mutating func catchUp() {
        for step in stalled { _ = act(step) }
        stalled = []
    }

    private mutating func act(_ step: SubmissionStep) -> StepOutcome {
        switch step {
        case .listGathers(let interest):
            let listed = gathers.map {
                ListedGather(
                    id: $0.id, score: $0.row.result?.score, winnerTeam: $0.row.result?.winnerTeam)
            }
            return .gathers(GatherList(interest: interest, listed))
        case .createGather:
            made = max(made, gathers.count) + 1
            let id = "gather \(made)"
            gathers.append((id, Row()))
            return .created(id)
        case .listPlayers(let id): return .players(self[id]?.players ?? [])
        case .addPlayer(let player, let id):
            change(id) {
                $0.players.append(player.id ?? 0)
                $0.sides[player.id ?? 0] = player.side
            }
            return .done
        case .deleteGather(let id):
            guard self[id] != nil else { return .answered(.notFound) }
            gathers.removeAll { $0.id == id }
            return .done
        case .listSquad, .listMade: return .squad(squad)
        case .listGathersOfPlayer(let id):
            let listed = gathers.filter { $0.row.players.contains(id) }
            return .gathers(GatherList(listed.map { ListedGather(id: $0.id) }))
        case .createPlayer(_, let profile):
            let id = (squad.map(\.id).max() ?? 0) + 1 + playersOfOthers
            squad.append(ListedPlayer(id: id, profile: AgreedProfile(profile)))
            return .createdPlayer(id)
        case .sendResult(let result, let id):
            guard self[id] != nil else { return .answered(.notFound) }
            change(id) { $0.result = result }
            return .done
        }
    }

    /// Changes a gather, as somebody else does.
    mutating func change(_ id: String, _ body: (inout Row) -> Void) {
        guard let index = gathers.firstIndex(where: { $0.id == id }) else { return }
        body(&gathers[index].row)
    }
}

extension StepOutcome {
    /// An answer of a meaning, whose number matters to no rule.
    static func answered(_ meaning: ServerAnswer.Meaning) -> StepOutcome {
        .answered(ServerAnswer(meaning, code: 0, reason: "why"))
    }
}
