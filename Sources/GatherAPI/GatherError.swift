public import Varlink

/// The errors of `io.gatherd.Gather`.
public enum GatherError: Error, Hashable, Sendable {
    /// No gather is open; if undo would reopen the last one, so long ago it ended.
    case noGather(endedSecondsAgo: Int?)
    /// A gather is open already.
    case gatherInProgress
    /// No countdown can have this time.
    case invalidTime(minimumSeconds: Int, maximumSeconds: Int)
    /// There is nothing to count down.
    case timeIsZero
    /// A side cannot have so many goals.
    case invalidScore(minimum: Int, maximum: Int)
    /// The countdown is not running.
    case notRunning
    /// The countdown is not paused.
    case notPaused
    /// The command is dated before the last command to the countdown.
    case agoTooLong(maximumMilliseconds: Int, lastCommandAt: String)
    /// A dated command would change nothing.
    case alreadySo
    /// The newest change is one of the squad, which undo does not take back.
    case squadChangedLast(SquadChangeFields)
    /// No command is left to undo; or the gather ended too long ago, and how long.
    case nothingToUndo(endedSecondsAgo: Int?)
    /// There is no command to take back at this number.
    case noSuchEvent(number: Int)
    /// This later event would make no sense without the one to take back.
    case eventNeeded(by: Int)
    /// The last command was no undo.
    case nothingToRedo
    /// There is no player with this number in the squad.
    case noSuchPlayer(id: Int)
    /// There are players in the gather, and none on this side.
    case teamWithoutPlayers(ServerTeam)
    /// Two sides cannot be drawn of fewer players.
    case tooFewPlayers(minimum: Int)
    /// There cannot be more players.
    case tooManyPlayers(maximum: Int)
    /// The player is not on this side.
    case notOnTeam(id: Int, team: ServerTeam)
    /// There is no gather with this ID.
    case noSuchGather
    /// More than one gather has an ID that begins so.
    case ambiguousGather
    /// The command could not be stored, and why; empty where the daemon does not say.
    case storageFailed(reason: String)

    /// The error as a reply.
    public var reply: Reply {
        switch self {
        case .noGather(let ago): error("NoGather", ["endedSecondsAgo": JSONValue(ago)])
        case .gatherInProgress: error("GatherInProgress")
        case .invalidTime(let minimum, let maximum):
            error(
                "InvalidTime",
                ["minimumSeconds": .int(minimum), "maximumSeconds": .int(maximum)])
        case .timeIsZero: error("TimeIsZero")
        case .invalidScore(let minimum, let maximum):
            error("InvalidScore", ["minimum": .int(minimum), "maximum": .int(maximum)])
        case .notRunning: error("NotRunning")
        case .notPaused: error("NotPaused")
        case .agoTooLong(let maximum, let lastCommandAt):
            error(
                "AgoTooLong",
                [
                    "maximumMilliseconds": .int(maximum),
                    "lastCommandAt": .string(lastCommandAt),
                ])
        case .alreadySo: error("AlreadySo")
        case .nothingToUndo(let ago):
            error("NothingToUndo", ["endedSecondsAgo": JSONValue(ago)])
        case .squadChangedLast(let change): error("SquadChangedLast", change.fields)
        case .noSuchEvent(let number): error("NoSuchEvent", ["number": .int(number)])
        case .eventNeeded(let number): error("EventNeeded", ["by": .int(number)])
        case .nothingToRedo: error("NothingToRedo")
        case .noSuchPlayer(let id): error("NoSuchPlayer", ["id": .int(id)])
        case .teamWithoutPlayers(let team):
            error("TeamWithoutPlayers", ["team": .string(team.rawValue)])
        case .tooFewPlayers(let minimum): error("TooFewPlayers", ["minimum": .int(minimum)])
        case .tooManyPlayers(let maximum): error("TooManyPlayers", ["maximum": .int(maximum)])
        case .notOnTeam(let id, let team):
            error("NotOnTeam", ["id": .int(id), "team": .string(team.rawValue)])
        case .noSuchGather: error("NoSuchGather")
        case .ambiguousGather: error("AmbiguousGather")
        case .storageFailed(let reason):
            error("StorageFailed", ["reason": .string(reason)])
        }
    }

    /// Reads the error of a reply, or nil if it is another one.
    public init?(_ reply: Reply) {
        let prefix = "\(Interfaces.gather.name)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        func field(_ name: String) -> Int? { reply.parameters[name]?.int }
        switch name.dropFirst(prefix.count) {
        case "NoGather": self = .noGather(endedSecondsAgo: field("endedSecondsAgo"))
        case "GatherInProgress": self = .gatherInProgress
        case "InvalidTime":
            self = .invalidTime(
                minimumSeconds: field("minimumSeconds") ?? 1,
                maximumSeconds: field("maximumSeconds") ?? 86_400)
        case "TimeIsZero": self = .timeIsZero
        case "InvalidScore":
            self = .invalidScore(minimum: field("minimum") ?? 0, maximum: field("maximum") ?? 999)
        case "NotRunning": self = .notRunning
        case "NotPaused": self = .notPaused
        case "AgoTooLong":
            self = .agoTooLong(
                maximumMilliseconds: field("maximumMilliseconds") ?? 0,
                lastCommandAt: reply.parameters["lastCommandAt"]?.string ?? "")
        case "AlreadySo": self = .alreadySo
        case "NothingToUndo": self = .nothingToUndo(endedSecondsAgo: field("endedSecondsAgo"))
        case "SquadChangedLast":
            guard let change = try? SquadChangeFields(reply.parameters) else { return nil }
            self = .squadChangedLast(change)
        case "NoSuchEvent": self = .noSuchEvent(number: field("number") ?? 0)
        case "EventNeeded": self = .eventNeeded(by: field("by") ?? 0)
        case "NothingToRedo": self = .nothingToRedo
        case "NoSuchPlayer": self = .noSuchPlayer(id: field("id") ?? 0)
        case "TeamWithoutPlayers": self = .teamWithoutPlayers(Self.team(reply))
        case "TooFewPlayers": self = .tooFewPlayers(minimum: field("minimum") ?? 2)
        case "TooManyPlayers": self = .tooManyPlayers(maximum: field("maximum") ?? 0)
        case "NotOnTeam": self = .notOnTeam(id: field("id") ?? 0, team: Self.team(reply))
        case "NoSuchGather": self = .noSuchGather
        case "AmbiguousGather": self = .ambiguousGather
        case "StorageFailed":
            self = .storageFailed(reason: reply.parameters["reason"]?.string ?? "")
        default: return nil
        }
    }

    private static func team(_ reply: Reply) -> ServerTeam {
        reply.parameters["team"]?.string.flatMap(ServerTeam.init(rawValue:)) ?? .teamA
    }

    private func error(_ name: String, _ parameters: JSONObject = [:]) -> Reply {
        Reply(error: "\(Interfaces.gather.name).\(name)", parameters)
    }
}
