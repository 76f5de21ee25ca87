import GatherAPI
import Varlink

/// One of the two sides.
typealias Side = ServerTeam

/// A part of the line-up: a side, or the bench.
typealias Section = GatherMethod.MovePlayers.Section

/// Who has shot a goal.
struct Scorer: Hashable, Sendable {
    /// The number in the squad.
    let id: Int
    /// The name.
    let name: String
    /// Whether it counts for the other side.
    let isOwnGoal: Bool
}

/// A command that changes the match, as it is asked for.
enum Change: Hashable, Sendable {
    /// Open a gather.
    case open(
        time: TimeFields?, teamAName: String?, teamBName: String?, teamAPlayers: [Int] = [],
        teamBPlayers: [Int] = [])
    /// Set the countdown going.
    case start(agoMilliseconds: Int?)
    /// Hold the countdown.
    case pause(agoMilliseconds: Int?)
    /// Set a held countdown going.
    case resume(agoMilliseconds: Int?)
    /// Start, pause or resume.
    case toggle(agoMilliseconds: Int?)
    /// Go back to the chosen time.
    case cancel
    /// Choose a new time.
    case setTime(TimeFields)
    /// Move what remains.
    case adjustTime(seconds: Int, start: Bool)
    /// Set the goals of a side.
    case setScore(Side, Int)
    /// Raise or lower the goals of a side.
    case addToScore(Side, Int, Scorer? = nil)
    /// Put players in a section, or out of the gather.
    case movePlayers([Int], to: Section?)
    /// Have all players leave the gather.
    case clearTeams
    /// Name the sides.
    case nameTeams(teamA: String, teamB: String)
    /// Draw two sides of these players, or of all in the gather if there are none.
    case drawTeams([Int], seed: Int?, again: Bool)
    /// Take back the last command, or the one that made the event with this number; of the match,
    /// also where the squad was changed since.
    case undo(number: Int?, isOfMatch: Bool = false)
    /// Take back the last undo.
    case redo
    /// Take up again the gather with this ID, or the only one whose ID begins so.
    case reopen(id: String)
    /// End the gather.
    case end
    /// Leave the gather without a result.
    case discard

    /// The call to make, under an ID with which it counts once.
    func call(requestID id: String) -> Call {
        switch self {
        case .open(let time, let teamAName, let teamBName, let playersA, let playersB):
            GatherMethod.Open(
                time: time, teamAName: teamAName, teamBName: teamBName,
                teamAPlayers: Self.present(playersA), teamBPlayers: Self.present(playersB),
                requestID: id
            ).call
        case .start(let ago): GatherMethod.Start(agoMilliseconds: ago, requestID: id).call
        case .pause(let ago): GatherMethod.Pause(agoMilliseconds: ago, requestID: id).call
        case .resume(let ago): GatherMethod.Resume(agoMilliseconds: ago, requestID: id).call
        case .toggle(let ago): GatherMethod.Toggle(agoMilliseconds: ago, requestID: id).call
        case .cancel: GatherMethod.Cancel(requestID: id).call
        case .setTime(let time): GatherMethod.SetTime(time: time, requestID: id).call
        case .adjustTime(let seconds, let start):
            GatherMethod.AdjustTime(
                seconds: seconds, start: start ? true : nil, requestID: id
            ).call
        case .setScore(let side, let goals):
            GatherMethod.SetScore(team: side, score: goals, requestID: id).call
        case .addToScore(let side, let delta, let scorer):
            GatherMethod.AddToScore(
                team: side, delta: delta, scorer: scorer?.id,
                ownGoal: scorer?.isOwnGoal == true ? true : nil, requestID: id
            ).call
        case .movePlayers(let ids, let section):
            GatherMethod.MovePlayers(playerIDs: ids, section: section, requestID: id).call
        case .clearTeams: GatherMethod.ClearTeams(requestID: id).call
        case .nameTeams(let teamA, let teamB):
            GatherMethod.NameTeams(teamAName: teamA, teamBName: teamB, requestID: id).call
        case .drawTeams(let ids, let seed, let again):
            GatherMethod.DrawTeams(
                playerIDs: Self.present(ids), seed: seed, again: again ? true : nil, requestID: id
            ).call
        case .undo(let number, let isOfMatch):
            GatherMethod.Undo(
                number: number, match: isOfMatch ? true : nil, requestID: id
            ).call
        case .redo: GatherMethod.Redo(requestID: id).call
        case .reopen(let gather): GatherMethod.Reopen(id: gather, requestID: id).call
        case .end: GatherMethod.End(requestID: id).call
        case .discard: GatherMethod.Discard(requestID: id).call
        }
    }

    /// The numbers of players, or nil if there are none.
    private static func present(_ ids: [Int]) -> [Int]? { ids.isEmpty ? nil : ids }
}
