import GatherAPI
import GatherCore
import Varlink

/// A command as it came from a client.
struct CommandRequest: Sendable {
    var command: Command
    /// What names the gather that it is about; nil for the newest.
    var gatherName: String?
    /// The method and its parameters, to tell whether a repeated ID means the same command.
    let fingerprint: String
    let requestID: String?
    let uid: UInt32?
}

/// What makes a command to the squad count once.
struct PlayerRequest: Sendable {
    let id: String
    /// The method and its parameters, to tell whether a repeated ID means the same command.
    let command: String
}

/// Something that everybody is told.
struct Change: Sendable {
    /// The new state, as a subscriber gets it.
    let snapshot: JSONObject
    let reason: Reason
    /// The state in one line; nil where it has not changed.
    let status: String?
}
