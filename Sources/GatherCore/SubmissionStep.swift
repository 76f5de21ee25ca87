/// One request to a server on the way of a result.
public enum SubmissionStep: Hashable, Sendable {
    /// Which gathers there are, these of them also where they have a result.
    case listGathers(interest: Set<String> = [])
    /// Make a gather.
    case createGather
    /// Which players there are, before the one of this number in the squad is made.
    case listSquad(Int)
    /// Which players there are, before those of these numbers in the squad are put into a gather.
    case checkSquad([Int])
    /// Make the player of this number in the squad.
    case createPlayer(Int, PlayerProfile)
    /// Who is in a gather.
    case listPlayers(gather: String)
    /// Put a player into a team of a gather.
    case addPlayer(SubmittedPlayer, gather: String)
    /// Put the result of a gather.
    case sendResult(MatchResult, gather: String)

    /// Whether it changes nothing at the server.
    var isList: Bool {
        switch self {
        case .listGathers, .listSquad, .checkSquad, .listPlayers: true
        case .createGather, .createPlayer, .addPlayer, .sendResult: false
        }
    }
}

/// A player of a side whose result is sent.
public struct SubmittedPlayer: Hashable, Sendable {
    /// The number in the squad.
    public let number: Int
    /// The server's number of the player; nil while it is not known.
    public internal(set) var id: Int?
    /// The side that the player was on.
    public let side: Side

    /// Makes a player of the parts.
    public init(number: Int, id: Int? = nil, side: Side) {
        (self.number, self.id, self.side) = (number, id, side)
    }

    /// Those who play in a gather, Team A first.
    public static func all(of gather: Gather) -> [SubmittedPlayer] {
        Side.allCases.flatMap { side in
            gather.lineup[side.section].map { SubmittedPlayer(number: $0.id, side: side) }
        }
    }
}

extension SubmissionStep {
    /// Whether it is about who is at the server: of such steps one at a time is underway, so that
    /// what was listed is not old.
    public var makesPlayer: Bool {
        switch self {
        case .listSquad, .checkSquad, .createPlayer: true
        default: false
        }
    }
}

/// What came of a step.
public enum StepOutcome: Hashable, Sendable {
    /// A gather is there, under this ID.
    case created(String)
    /// These gathers are there.
    case gathers(GatherList)
    /// These players are in the gather.
    case players([Int])
    /// These players are at the server.
    case squad([ListedPlayer])
    /// A player is there, under this number.
    case createdPlayer(Int)
    /// What was asked is done.
    case done
    /// The server answered with another status than the one that means done.
    case answered(status: Int, reason: String)
    /// The server has certainly not acted.
    case notSent(reason: String)
    /// The server may have acted.
    case unknown(reason: String)
}
