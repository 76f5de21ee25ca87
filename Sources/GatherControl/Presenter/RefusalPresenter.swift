import GatherAPI
import Varlink

/// Presents the reason why the daemon refuses a call, with the next step if there is one.
struct RefusalPresenter {
    /// The text of an error, with a place for the cause: `cannot count the goal: %1$@`.
    let failure: String

    /// The request ID of the command, if it had one.
    var requestID: String?

    /// The names of players by their numbers, where they are known.
    var players: [Int: String] = [:]

    /// The names of the sides, where they are known.
    var sides: [ServerTeam: String] = [:]

    /// The names of the next steps.
    var next = NextSteps.commands

    /// True if the call was to change the remaining time, rather than to choose a time.
    var leavesTime = false

    /// Returns the text for a reply that is an error.
    func text(_ reply: Reply) -> String {
        let cause: String
        if let error = GatherError(reply) {
            cause = text(error)
        } else if let error = VarlinkError(reply) {
            cause = text(error)
        } else if let error = HistoryError(reply) {
            cause = text(error)
        } else if let error = PlayersError(reply) {
            cause = text(error)
        } else if let error = AccountError(reply) {
            cause = AccountPresenter.text(error)
        } else {
            cause = "gatherd answers '\(reply.error ?? "")'"
        }
        return filled(failure, [PrintableText.line(cause)])
    }

    /// The text for a command that needs the newest gather when there is none yet.
    var nothingYet: String {
        filled(failure, [tr("there is no match yet; '%1$@' begins one", next.start)])
    }

    /// Returns the cause for an error of the match's interface.
    func text(_ error: GatherError) -> String {
        switch error {
        case .noGather(let endedSecondsAgo?):
            return "no gather is open; '\(next.undo)' reopens the one ended "
                + "\(length(endedSecondsAgo)) ago, or '\(next.start)' begins a new one"
        case .noGather(nil): return "no gather is open; '\(next.start)' begins one"
        case .gatherInProgress:
            return "a gather is open already; 'gatherctl end' or 'gatherctl discard' closes it"
        case .invalidTime(let minimum, let maximum):
            let range = TimeWords.range(seconds: min(minimum, maximum)...maximum)
            return leavesTime ? "\(range) have to be left after it" : "a time is \(range)"
        case .timeIsZero:
            return "the clock is at 00:00; \(next.afterZero)"
        case .invalidScore(let minimum, let maximum):
            return "a score is from \(minimum) to \(maximum)"
        case .notRunning: return "the countdown is not running; '\(next.start)' starts it"
        case .notPaused: return "the countdown is not paused; '\(next.start)' starts it"
        case .agoTooLong(let maximum, let lastCommandAt):
            return "the last command to the countdown was "
                + "\(TimeWords.length(.milliseconds(maximum))) ago, "
                + "at \(TimeWords.timeOfDay(lastCommandAt)); '--ago' reaches no further back"
        case .alreadySo: return "it was so already, and '--ago' would change nothing"
        case .squadChangedLast(let change): return squadChanged(change)
        case .nothingToUndo(let endedSecondsAgo?):
            return "the gather ended \(length(endedSecondsAgo)) ago, which is too long"
        case .nothingToUndo(nil): return "there is nothing to undo"
        case .noSuchEvent(let number):
            return "event \(number) is no command that stands; 'gatherctl log' lists them"
        case .eventNeeded(let number):
            return "event \(number) builds on it; 'gatherctl undo \(number)' takes that back first"
        case .nothingToRedo: return "the last command was no undo"
        case .noSuchPlayer(let id): return noPlayer(id)
        case .teamWithoutPlayers(let team):
            return "\(name(team)) has no players; 'gatherctl team draw' draws two sides, "
                + "'gatherctl team clear' plays without"
        case .tooFewPlayers(let minimum):
            return "it takes at least \(minimum) players; 'gatherctl team bench PLAYER...' chooses "
                + "them"
        case .tooManyPlayers(let maximum): return "\(maximum) players are the most"
        case .notOnTeam(let id, let team):
            return "\(name(id)) is not on \(name(team)); 'gatherctl team' shows who is"
        case .noSuchGather: return Self.unknown
        case .ambiguousGather: return Self.ambiguous
        case .storageFailed(""):
            return "it could not be stored, and nothing has changed; "
                + "the log of gatherd has the details"
        case .storageFailed(let reason): return reason
        }
    }

    /// The valid names of a side.
    static let nameKind =
        "1 to \(InterfaceLimits.nameCharacters) characters, none of them control"

    static let agoKind =
        "'--ago' is from "
        + TimeWords.length(.milliseconds(InterfaceLimits.agoMilliseconds.lowerBound)) + " to "
        + TimeWords.limit(seconds: InterfaceLimits.agoMilliseconds.upperBound / 1_000)

    /// The valid adjustments of the time.
    static let adjustmentKind =
        "an adjustment is from "
        + TimeWords.length(.seconds(1)) + " to "
        + TimeWords.limit(seconds: InterfaceLimits.adjustmentSeconds.upperBound) + ", more or less"

    private func squadChanged(_ change: SquadChangeFields) -> String {
        let words = "the newest change is one of the squad: \(SquadChangeWords.what(change))"
        let match = next.asksAboutMatch ? nil : "'\(next.undo)' goes on to the match"
        // A command with values comes last, where it can be copied.
        let ways = [SquadChangeWords.wayBack(change), match].compactMap(\.self)
        return ([words] + (change.kind == .edited ? ways.reversed() : ways))
            .joined(separator: "; ")
    }

    private static let unknown = "there is no such gather; 'gatherctl history' lists them"
    private static let denied =
        "permission denied: root, gatherd's own user and the members of its group may; "
        + "'sudo usermod -aG gather USER' makes USER a member from the next login on"

    private static let ambiguous =
        "several gathers have an ID that begins so; 'gatherctl history --json' has them whole"

    private func noPlayer(_ id: Int) -> String {
        "there is no player \(id); 'gatherctl player list' lists them"
    }

    private func name(_ id: Int) -> String {
        players[id] ?? "player \(id)"
    }

    private func name(_ team: ServerTeam) -> String { sides[team] ?? team.title }

    private func text(_ error: PlayersError) -> String {
        switch error {
        case .noSuchPlayer(let id): noPlayer(id)
        case .invalidPlayer(_, let field, let problem):
            SquadPresenter.text(problem, of: field)
        case .playerInGather(let id):
            "\(name(id)) is in the open gather; 'gatherctl team out \(id)' comes first"
        case .squadFull(let maximum): "a squad has up to \(maximum) players"
        case .nothingToDecide: "there is nothing to decide there; 'gatherctl player sync' tells"
        case .syncInProgress: "players are on their way already; it is over in a moment"
        case .notAtServer(let remoteID):
            "the server has no player \(remoteID); 'gatherctl player sync --dry-run' tells of "
                + "those who are there alone"
        case .linkedToAnother(let remoteID, let id, let name):
            "\(name) (\(id)) is linked with player \(remoteID) of the server; "
                + "'gatherctl player unlink \(id)' comes first"
        case .notSignedIn: "nobody is signed in; 'gatherctl login' signs in"
        case .serverUnreachable(let reason):
            "the server cannot be reached: \(ServerReason.text(reason, offers: .afterwards))"
        case .serverRefused(401, _):
            "the server does not know the token any more; 'gatherctl login' signs in"
        case .serverRefused(let status, let reason): "the server answers \(status): \(reason)"
        case .storageFailed(""):
            "it could not be stored, and nothing has changed; the log of gatherd has the details"
        case .storageFailed(let reason): reason
        }
    }

    private func text(_ error: HistoryError) -> String {
        switch error {
        case .noSuchGather: Self.unknown
        case .ambiguousGather: Self.ambiguous
        case .storageFailed(""):
            "the history could not be read; the log of gatherd has the details"
        case .storageFailed(let reason): reason
        }
    }

    private func text(_ error: VarlinkError) -> String {
        switch error {
        case .interfaceNotFound(let name), .methodNotFound(let name),
            .methodNotImplemented(let name):
            "gatherd has no '\(name)'; it may be another version than this gatherctl"
        case .invalidParameter(let name): invalid(parameter: name)
        case .permissionDenied: Self.denied
        case .expectedMore: "gatherd takes it as a subscription only"
        }
    }

    private func invalid(parameter: String) -> String {
        switch parameter {
        case "requestId": "request ID '\(requestID ?? "")' was used for another command"
        case "teamAName": "the name of the first side is \(Self.nameKind)"
        case "teamBName": "the name of the second side is \(Self.nameKind)"
        case "teamBPlayers": "a player is on both sides"
        case "seed": "a seed is from 0 to \(InterfaceLimits.seed.upperBound)"
        case "agoMilliseconds": Self.agoKind
        case "seconds": Self.adjustmentKind
        case "remoteId": "a gather of the server is named by its whole UUID"
        case "delta": "a score changes by 1 to \(InterfaceLimits.scoreDelta.upperBound)"
        default: "gatherd does not take its '\(parameter)'"
        }
    }

    private func length(_ seconds: Int) -> String { TimeWords.length(.seconds(seconds)) }
}

extension GatherSnapshot {
    /// The names of the sides as they are shown.
    var sideNames: [ServerTeam: String] {
        [.teamA: teamA.name, .teamB: teamB.name]
    }
}

extension RefusalPresenter {
    init(
        _ change: Change, requestID: String? = nil, players: [Int: String] = [:],
        sides: [ServerTeam: String] = [:], next: NextSteps = .commands
    ) {
        self.init(
            failure: change.failure, requestID: requestID, players: players, sides: sides,
            next: next)
        leavesTime = change.asks(for: GatherMethod.AdjustTime.self)
    }
}
