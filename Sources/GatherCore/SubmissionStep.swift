/// One request to a server on the way of a result.
public enum SubmissionStep: Hashable, Sendable {
    /// Which gathers there are.
    case listGathers
    /// Make a gather.
    case createGather
    /// Who is in a gather.
    case listPlayers(gather: String)
    /// Put a player into a team of a gather.
    case addPlayer(SubmittedPlayer, gather: String)
    /// Put the result of a gather.
    case sendResult(MatchResult, gather: String)

    /// Whether it changes nothing at the server.
    var isList: Bool {
        switch self {
        case .listGathers, .listPlayers: true
        case .createGather, .addPlayer, .sendResult: false
        }
    }
}

/// A player of a side, by the server's number.
public struct SubmittedPlayer: Hashable, Sendable {
    /// The server's number of the player.
    public let id: Int
    /// The side that the player was on.
    public let side: Side

    /// Makes a player of its parts.
    public init(id: Int, side: Side) {
        (self.id, self.side) = (id, side)
    }
}

/// What came of a step.
public enum StepOutcome: Hashable, Sendable {
    /// A gather is there, under this ID.
    case created(String)
    /// These gathers are there.
    case gathers([ListedGather])
    /// These players are in the gather.
    case players([Int])
    /// What was asked is done.
    case done
    /// The server answered with another status than the one that means done.
    case answered(status: Int, reason: String)
    /// The server has certainly not acted.
    case notSent(reason: String)
    /// The server may have acted.
    case unknown(reason: String)
}

/// A gather as a server lists it.
public struct ListedGather: Hashable, Sendable {
    /// Its ID.
    public let id: String
    /// Whether a result was sent to it.
    public let hasResult: Bool

    /// Makes one of its parts.
    public init(id: String, hasResult: Bool) {
        (self.id, self.hasResult) = (id, hasResult)
    }
}
