/// The methods of `io.gatherd.Submitter`.
public enum SubmitterMethod: String, CaseIterable, Sendable {
    /// Nothing.
    case ping = "Ping"
    /// Make an account.
    case register = "Register"
    /// Get a token for an account.
    case logIn = "LogIn"
    /// Make a gather.
    case createGather = "CreateGather"
    /// Put a player into a team of a gather.
    case addPlayer = "AddPlayer"
    /// Put the result of a gather.
    case sendResult = "SendResult"
    /// Delete a gather.
    case deleteGather = "DeleteGather"
    /// All gathers of the account.
    case listGathers = "ListGathers"
    /// Who is in a gather.
    case listGatherPlayers = "ListGatherPlayers"
    /// All players of the account.
    case listPlayers = "ListPlayers"
    /// All gathers of the account, a page in each reply.
    case listGatherPages = "ListGatherPages"
    /// All players of the account or of a gather, a page in each reply.
    case listPlayerPages = "ListPlayerPages"
    /// Make a player.
    case createPlayer = "CreatePlayer"
    /// Replace what is kept of a player.
    case updatePlayer = "UpdatePlayer"
    /// Delete a player.
    case deletePlayer = "DeletePlayer"

    /// The HTTP status by which a server says that it has done what is asked; nil where nothing is.
    public var doneStatus: Int? {
        switch self {
        case .ping: nil
        case .logIn, .addPlayer, .listGathers, .listGatherPages, .listGatherPlayers, .listPlayers,
            .listPlayerPages:
            200
        case .register, .createGather, .createPlayer: 201
        case .sendResult, .deleteGather, .updatePlayer, .deletePlayer: 204
        }
    }

    /// The name on the wire.
    public var fullName: String { "\(Interfaces.submitter.name).\(rawValue)" }

    /// Makes a method of its name on the wire.
    public init?(fullName: String) {
        let prefix = "\(Interfaces.submitter.name)."
        guard fullName.hasPrefix(prefix) else { return nil }
        self.init(rawValue: String(fullName.dropFirst(prefix.count)))
    }
}
