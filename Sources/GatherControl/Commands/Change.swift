import GatherAPI
import Varlink

/// One of the two sides, with its name on the wire.
enum Side: String, Sendable {
    /// The first side.
    case teamA
    /// The second side.
    case teamB
}

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
    func call(requestID: String) -> Call {
        var parameters = parameters
        parameters["requestId"] = .string(requestID)
        return Call(method.fullName, parameters)
    }

    private var method: GatherMethod {
        switch self {
        case .open: .open
        case .start: .start
        case .pause: .pause
        case .resume: .resume
        case .toggle: .toggle
        case .cancel: .cancel
        case .setTime: .setTime
        case .adjustTime: .adjustTime
        case .setScore: .setScore
        case .addToScore: .addToScore
        case .movePlayers: .movePlayers
        case .clearTeams: .clearTeams
        case .nameTeams: .nameTeams
        case .drawTeams: .drawTeams
        case .undo: .undo
        case .redo: .redo
        case .reopen: .reopen
        case .end: .end
        case .discard: .discard
        }
    }

    private var parameters: JSONObject {
        switch self {
        case .open(let time, let teamAName, let teamBName, let playersA, let playersB):
            JSONObject(present: [
                "time": time?.json, "teamAName": teamAName.map(JSONValue.string),
                "teamBName": teamBName.map(JSONValue.string),
                "teamAPlayers": Self.present(playersA), "teamBPlayers": Self.present(playersB),
            ])
        case .start(let ago), .pause(let ago), .resume(let ago), .toggle(let ago):
            JSONObject(present: ["agoMilliseconds": ago.map(JSONValue.int)])
        case .setTime(let time): ["time": time.json]
        case .adjustTime(let seconds, let start):
            start ? ["seconds": .int(seconds), "start": true] : ["seconds": .int(seconds)]
        case .setScore(let side, let goals):
            ["team": .string(side.rawValue), "score": .int(goals)]
        case .addToScore(let side, let delta, let scorer):
            JSONObject(present: [
                "team": .string(side.rawValue), "delta": .int(delta),
                "scorer": scorer.map { .int($0.id) },
                "ownGoal": scorer.flatMap { $0.isOwnGoal ? true : nil },
            ])
        case .movePlayers(let ids, let section):
            [
                "playerIds": .array(ids.map(JSONValue.int)),
                "section": JSONValue(section?.rawValue),
            ]
        case .nameTeams(let teamA, let teamB):
            ["teamAName": .string(teamA), "teamBName": .string(teamB)]
        case .drawTeams(let ids, let seed, let again):
            JSONObject(present: [
                "playerIds": Self.present(ids), "seed": seed.map(JSONValue.int),
                "again": again ? true : nil,
            ])
        case .undo(let number, let isOfMatch):
            JSONObject(present: [
                "number": number.map(JSONValue.int), "match": isOfMatch ? true : nil,
            ])
        case .reopen(let id): ["id": .string(id)]
        case .cancel, .redo, .end, .discard, .clearTeams: [:]
        }
    }

    /// The numbers of players, or nil if there are none.
    private static func present(_ ids: [Int]) -> JSONValue? {
        ids.isEmpty ? nil : .array(ids.map(JSONValue.int))
    }
}
