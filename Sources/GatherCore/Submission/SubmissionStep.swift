/// One request to a server on the way of a result.
public enum SubmissionStep: Hashable, Sendable {
    /// Which gathers there are, these of them also where they have a result.
    case listGathers(interest: Set<String> = [])
    /// Make a gather.
    case createGather
    /// Which players there are, before those of these numbers in the squad are made or put into a
    /// gather.
    case listSquad([Int])
    /// Which players there are, after these were made: somebody else may have made them as well.
    case listMade([MadePlayer])
    /// Make the player of this number in the squad.
    case createPlayer(Int, PlayerProfile)
    /// Who is in a gather.
    case listPlayers(gather: String)
    /// Which gathers a player of the server is in.
    case listGathersOfPlayer(Int)
    /// Put a player into a team of a gather.
    case addPlayer(SubmittedPlayer, gather: String)
    /// Put the result of a gather.
    case sendResult(MatchResult, gather: String)
    /// Delete a gather.
    case deleteGather(String)

    /// Whether it changes nothing at the server.
    var isList: Bool {
        switch self {
        case .listGathers, .listSquad, .listMade, .listPlayers, .listGathersOfPlayer: true
        case .createGather, .createPlayer, .addPlayer, .sendResult, .deleteGather: false
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
        case .listSquad, .listMade, .createPlayer: true
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
    /// The server has answered something else than that it is done.
    case answered(ServerAnswer)
    /// The server has certainly not acted.
    case notSent(reason: String)
    /// The server may have acted.
    case unknown(reason: String)
}

/// An answer of a server that a step is not done.
public struct ServerAnswer: Hashable, Sendable {
    /// What it means for the step.
    public enum Meaning: Hashable, Sendable {
        /// Nothing was done, as the server does not take the token.
        case signInNeeded
        /// Nothing was done, as what the step is about is not there.
        case notFound
        /// Nothing was done, and the same would be answered again.
        case rejected
        /// Nothing was done, and a later try may be.
        case busy
        /// The server may have acted, and is not at it any more.
        case failed
        /// The server may have acted, and may still be at it.
        case gaveUp
        /// One that stands before the server has given up: the server may still be at it.
        case gatewayGaveUp
    }

    /// What it means for the step.
    public let meaning: Meaning
    /// The server's number for it, for people and for what is stored: no rule reads it.
    public let code: Int
    /// The answer in words.
    public let reason: String

    /// Makes an answer of its parts.
    public init(_ meaning: Meaning, code: Int, reason: String) {
        (self.meaning, self.code, self.reason) = (meaning, code, reason)
    }
}

extension StepOutcome {
    private var meaning: ServerAnswer.Meaning? {
        if case .answered(let answer) = self { answer.meaning } else { nil }
    }

    /// Whether the server has certainly not done what was asked.
    var isCertainlyNothing: Bool {
        if case .notSent = self { return true }
        return [.signInNeeded, .notFound, .rejected, .busy].contains(meaning)
    }

    /// Whether the server, or one behind it, may still be at it.
    var mayComeLate: Bool {
        if case .unknown = self { return true }
        return meaning == .gaveUp || isOfGateway
    }

    /// Whether one that stands before the server has given up: the server may still be at it.
    var isOfGateway: Bool { meaning == .gatewayGaveUp }

    /// A failure in words for a person.
    var reason: String {
        switch self {
        case .answered(let answer): "the server answers \(answer.code): \(answer.reason)"
        case .notSent(let reason), .unknown(let reason): reason
        default: "the answer is not one to what was asked"
        }
    }
}
