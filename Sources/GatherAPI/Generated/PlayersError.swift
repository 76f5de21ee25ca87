// Made by varlink-gen from Interfaces/Players.varlink; units/generate makes it anew.
public import Varlink

/// The errors of `io.gatherd.Players`.
public enum PlayersError: InterfaceError {
    /// The name of the interface.
    public static let interface = "io.gatherd.Players"

    /// One of the values that are declared.
    public enum Problem: String, CaseIterable, Sendable, JSONEncodable, JSONDecodable {
        /// `empty`.
        case empty
        /// `tooLong`.
        case tooLong
        /// `unprintable`.
        case unprintable
        /// `outOfRange`.
        case outOfRange
        /// `unknown`.
        case unknown
    }

    /// There is no player with this number.
    case noSuchPlayer(id: Int)
    /// A player is not valid: the index of the player among those given, from 0, the field, and the
    /// problem.
    case invalidPlayer(index: Int, field: String, problem: PlayersError.Problem)
    /// There was a player with this number, who was forgotten.
    case playerForgotten(id: Int)
    /// A gather is open; nobody can be forgotten until it has ended.
    case matchOpen
    /// The player is in the gather that is open.
    case playerInGather(id: Int)
    /// There would be more players than this: in the squad, or, if it is more than Add takes, with
    /// those who were removed.
    case squadFull(maximum: Int)
    /// No step asks for the decision with this index, from 0, or an earlier one contradicts it.
    case nothingToDecide(index: Int)
    /// Players are being sent to the server, by another synchronisation or with a result.
    case syncInProgress
    /// The server has no player with this number.
    case notAtServer(remoteID: Int)
    /// Another player of the squad is linked with this one of the server: the number and the name.
    case linkedToAnother(remoteID: Int, id: Int, name: String)
    /// Nobody is signed in.
    case notSignedIn
    /// The server cannot be reached, and why.
    case serverUnreachable(reason: String)
    /// The server refused, with an HTTP status: 401 if the token is not valid any more.
    case serverRefused(status: Int, reason: String)
    /// The squad could not be read or stored, and nothing has changed.
    ///
    /// The reason is for people; the daemon's log has the details.
    case storageFailed(reason: String)

    /// The name of the error in its interface, and its fields.
    public var parts: (name: String, fields: JSONObject) {
        switch self {
        case .noSuchPlayer(let id):
            ("NoSuchPlayer", ["id": id.json])
        case .invalidPlayer(let index, let field, let problem):
            (
                "InvalidPlayer",
                ["index": index.json, "field": field.json, "problem": problem.json]
            )
        case .playerForgotten(let id):
            ("PlayerForgotten", ["id": id.json])
        case .matchOpen:
            ("MatchOpen", [:])
        case .playerInGather(let id):
            ("PlayerInGather", ["id": id.json])
        case .squadFull(let maximum):
            ("SquadFull", ["maximum": maximum.json])
        case .nothingToDecide(let index):
            ("NothingToDecide", ["index": index.json])
        case .syncInProgress:
            ("SyncInProgress", [:])
        case .notAtServer(let remoteID):
            ("NotAtServer", ["remoteId": remoteID.json])
        case .linkedToAnother(let remoteID, let id, let name):
            (
                "LinkedToAnother",
                ["remoteId": remoteID.json, "id": id.json, "name": name.json]
            )
        case .notSignedIn:
            ("NotSignedIn", [:])
        case .serverUnreachable(let reason):
            ("ServerUnreachable", ["reason": reason.json])
        case .serverRefused(let status, let reason):
            ("ServerRefused", ["status": status.json, "reason": reason.json])
        case .storageFailed(let reason):
            ("StorageFailed", ["reason": reason.json])
        }
    }

    /// Reads an error of its name in the interface and its fields.
    public init?(name: Substring, from reader: inout ParameterReader) throws(VarlinkError) {
        switch name {
        case "NoSuchPlayer":
            self = .noSuchPlayer(id: try reader.required("id"))
        case "InvalidPlayer":
            self = .invalidPlayer(
                index: try reader.required("index"),
                field: shown(try reader.required("field"), as: TextForm.self),
                problem: try reader.required("problem")
            )
        case "PlayerForgotten":
            self = .playerForgotten(id: try reader.required("id"))
        case "MatchOpen":
            self = .matchOpen
        case "PlayerInGather":
            self = .playerInGather(id: try reader.required("id"))
        case "SquadFull":
            self = .squadFull(maximum: try reader.required("maximum"))
        case "NothingToDecide":
            self = .nothingToDecide(index: try reader.required("index"))
        case "SyncInProgress":
            self = .syncInProgress
        case "NotAtServer":
            self = .notAtServer(remoteID: try reader.required("remoteId"))
        case "LinkedToAnother":
            self = .linkedToAnother(
                remoteID: try reader.required("remoteId"),
                id: try reader.required("id"),
                name: shown(try reader.required("name"), as: NameForm.self)
            )
        case "NotSignedIn":
            self = .notSignedIn
        case "ServerUnreachable":
            self = .serverUnreachable(
                reason: shown(try reader.required("reason"), as: TextForm.self)
            )
        case "ServerRefused":
            self = .serverRefused(
                status: try reader.required("status"),
                reason: shown(try reader.required("reason"), as: TextForm.self)
            )
        case "StorageFailed":
            self = .storageFailed(reason: shown(try reader.required("reason"), as: TextForm.self))
        default: return nil
        }
    }
}
