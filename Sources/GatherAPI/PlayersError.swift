public import Varlink

/// The errors of `io.gatherd.Players`.
public enum PlayersError: Error, Hashable, Sendable {
    /// What is wrong with a field of a player.
    public enum Problem: String, CaseIterable, Sendable, JSONDecodable {
        /// It has nothing that can be seen.
        case empty
        /// It has more characters than it can have.
        case tooLong
        /// It has something that breaks a line, or turns the direction of the text.
        case unprintable
        /// It is a number that it cannot be.
        case outOfRange
        /// It is none of the words that it can be.
        case unknown
    }

    /// There is no player with this number.
    case noSuchPlayer(id: Int)
    /// A player cannot be so.
    case invalidPlayer(index: Int, field: String, problem: Problem)
    /// The player is in the gather that is open.
    case playerInGather(id: Int)
    /// So many players are the most.
    case squadFull(maximum: Int)
    /// No step asks for this decision.
    case nothingToDecide(index: Int)
    /// Players are on their way to the server already.
    case syncInProgress
    /// The server has no player with this number.
    case notAtServer(remoteID: Int)
    /// Another player of the squad is linked with the one of the server.
    case linkedToAnother(remoteID: Int, id: Int, name: String)
    /// Nobody is signed in.
    case notSignedIn
    /// The server could not be asked.
    case serverUnreachable(reason: String)
    /// The server refuses, with an HTTP status.
    case serverRefused(status: Int, reason: String)
    /// The squad could not be read or stored.
    case storageFailed(reason: String)

    /// The error as a reply.
    public var reply: Reply {
        switch self {
        case .noSuchPlayer(let id): error("NoSuchPlayer", ["id": .int(id)])
        case .invalidPlayer(let index, let field, let problem):
            error(
                "InvalidPlayer",
                [
                    "index": .int(index), "field": .string(field),
                    "problem": .string(problem.rawValue),
                ])
        case .playerInGather(let id): error("PlayerInGather", ["id": .int(id)])
        case .squadFull(let maximum): error("SquadFull", ["maximum": .int(maximum)])
        case .nothingToDecide(let index): error("NothingToDecide", ["index": .int(index)])
        case .syncInProgress: error("SyncInProgress")
        case .notAtServer(let remoteID): error("NotAtServer", ["remoteId": .int(remoteID)])
        case .linkedToAnother(let remoteID, let id, let name):
            error(
                "LinkedToAnother",
                ["remoteId": .int(remoteID), "id": .int(id), "name": .string(name)])
        case .notSignedIn: error("NotSignedIn")
        case .serverUnreachable(let reason):
            error("ServerUnreachable", ["reason": .string(reason)])
        case .serverRefused(let status, let reason):
            error("ServerRefused", ["status": .int(status), "reason": .string(reason)])
        case .storageFailed(let reason): error("StorageFailed", ["reason": .string(reason)])
        }
    }

    /// Reads the error of a reply, or nil if it is another one.
    public init?(_ reply: Reply) {
        let prefix = "\(Interfaces.players.name)."
        guard let name = reply.error, name.hasPrefix(prefix) else { return nil }
        func number(_ name: String) -> Int { reply.parameters[name]?.int ?? 0 }
        func text(_ name: String) -> String { reply.parameters[name]?.string ?? "" }
        switch name.dropFirst(prefix.count) {
        case "NoSuchPlayer": self = .noSuchPlayer(id: number("id"))
        case "InvalidPlayer":
            self = .invalidPlayer(
                index: number("index"), field: text("field"),
                problem: Problem(rawValue: text("problem")) ?? .unknown)
        case "PlayerInGather": self = .playerInGather(id: number("id"))
        case "SquadFull": self = .squadFull(maximum: number("maximum"))
        case "NothingToDecide": self = .nothingToDecide(index: number("index"))
        case "SyncInProgress": self = .syncInProgress
        case "NotAtServer": self = .notAtServer(remoteID: number("remoteId"))
        case "LinkedToAnother":
            self = .linkedToAnother(
                remoteID: number("remoteId"), id: number("id"), name: text("name"))
        case "NotSignedIn": self = .notSignedIn
        case "ServerUnreachable": self = .serverUnreachable(reason: text("reason"))
        case "ServerRefused":
            self = .serverRefused(status: number("status"), reason: text("reason"))
        case "StorageFailed": self = .storageFailed(reason: text("reason"))
        default: return nil
        }
    }

    private func error(_ name: String, _ parameters: JSONObject = [:]) -> Reply {
        Reply(error: "\(Interfaces.players.name).\(name)", parameters)
    }
}
