/// One request to a server in a submission.
public enum SubmissionStep: Hashable, Sendable {
    /// Lists the gathers without a result, and those of `interest` also with one.
    case listGathers(interest: Set<String> = [])
    /// Makes a gather.
    case createGather
    /// Lists the players before those with these squad numbers are made or put into a gather.
    case listSquad([Int])
    /// Lists the players after these were made, since somebody else may have made them as well.
    case listMade([MadePlayer])
    /// Makes the player with this number in the squad.
    case createPlayer(Int, PlayerProfile)
    /// Lists the players of a gather.
    case listPlayers(gather: String)
    /// Lists the gathers that a player of the server is in.
    case listGathersOfPlayer(Int)
    /// Puts a player into a team of a gather.
    case addPlayer(SubmittedPlayer, gather: String)
    /// Sends the result of a gather.
    case sendResult(MatchResult, gather: String)
    /// Deletes a gather.
    case deleteGather(String)

    /// True if the step changes nothing at the server.
    var isList: Bool {
        switch self {
        case .listGathers, .listSquad, .listMade, .listPlayers, .listGathersOfPlayer: true
        case .createGather, .createPlayer, .addPlayer, .sendResult, .deleteGather: false
        }
    }

    /// True if the step lists what the user has, which no user can be without.
    var isListOfUser: Bool {
        switch self {
        case .listGathers, .listSquad, .listMade: true
        case .listPlayers, .listGathersOfPlayer, .createGather, .createPlayer, .addPlayer,
            .sendResult, .deleteGather:
            false
        }
    }
}

/// A player of a side whose result is sent.
public struct SubmittedPlayer: Hashable, Sendable {
    /// The number in the squad.
    public let number: Int
    /// The server's number of the player; nil while unknown.
    public internal(set) var id: Int?
    /// The side that the player was on.
    public let side: Side

    /// Makes a submitted player.
    public init(number: Int, id: Int? = nil, side: Side) {
        (self.number, self.id, self.side) = (number, id, side)
    }

    /// Returns the players on both sides of a gather, Team A first, and behind them those who were
    /// substituted.
    public static func all(of gather: Gather) -> [SubmittedPlayer] {
        let present = Side.allCases.flatMap { side in
            gather.lineup[side.section].map { SubmittedPlayer(number: $0.id, side: side) }
        }
        let numbers = Set(present.map(\.number))
        return present
            + gather.takenOff.filter { !numbers.contains($0.player.id) }
            .map { SubmittedPlayer(number: $0.player.id, side: $0.side) }
    }
}

extension SubmissionStep {
    /// True if the step concerns the players at the server.
    ///
    /// Only one such step is underway at a time, so that a list is not out of date when it is used.
    public var makesPlayer: Bool {
        switch self {
        case .listSquad, .listMade, .createPlayer: true
        default: false
        }
    }
}

/// The outcome of a step.
public enum StepOutcome: Hashable, Sendable {
    /// A gather was made or found, with this ID.
    case created(String)
    /// The list of gathers.
    case gathers(GatherList)
    /// The list of players in the gather.
    case players([Int])
    /// The list of players at the server.
    case squad([ListedPlayer])
    /// A player was made, with this number.
    case createdPlayer(Int)
    /// The request was carried out.
    case done
    /// The server gave another answer than success.
    case answered(ServerAnswer)
    /// The server has certainly not acted on the request.
    case notSent(reason: String)
    /// The server may have acted on the request.
    case unknown(reason: String)
}

/// A server's answer other than success.
public struct ServerAnswer: Hashable, Sendable {
    /// The meaning of an answer for the step.
    public enum Meaning: Hashable, Sendable {
        /// Nothing was done, since the server does not accept the token.
        case signInNeeded
        /// Nothing was done, since the object of the step does not exist.
        case notFound
        /// Nothing was done, and a retry would get the same answer.
        case rejected
        /// Nothing was done, and a later retry may succeed.
        case busy
        /// The server may have acted, and is no longer working on the request.
        case failed
        /// The server may have acted, and may still be working on the request.
        case timedOut
        /// A gateway in front of the server gave up; the server may still be working on the
        /// request.
        case gatewayTimedOut
    }

    /// The meaning for the step.
    public let meaning: Meaning
    /// The status code, for people, for storage and for the error of a step; no rule reads it.
    public let code: Int
    /// The answer as a text.
    public let reason: String
    /// The time before which the server wants no other try; zero if it names none.
    public let retryAfter: Duration

    /// Makes an answer.
    public init(_ meaning: Meaning, code: Int, reason: String, retryAfter: Duration = .zero) {
        (self.meaning, self.code, self.reason) = (meaning, code, reason)
        self.retryAfter = retryAfter
    }
}

extension StepOutcome {
    private var meaning: ServerAnswer.Meaning? {
        if case .answered(let answer) = self { answer.meaning } else { nil }
    }

    /// True if the server has carried out a request that changes something there.
    ///
    /// A list proves less: a server may let a user read who must not write.
    public var isDoneWrite: Bool {
        switch self {
        case .created, .createdPlayer, .done: true
        case .gathers, .players, .squad, .answered, .notSent, .unknown: false
        }
    }

    /// True if the server has certainly not carried out the request.
    var isCertainlyNothing: Bool {
        if case .notSent = self { return true }
        return [.signInNeeded, .notFound, .rejected, .busy].contains(meaning)
    }

    /// True if the server, or one behind it, may still be working on the request.
    var mayComeLate: Bool {
        if case .unknown = self { return true }
        return meaning == .timedOut || isOfGateway
    }

    /// True if a gateway in front of the server gave up; the server may still be working on the
    /// request.
    var isOfGateway: Bool { meaning == .gatewayTimedOut }

    /// The failure as a text for people.
    public var reason: String {
        switch self {
        case .answered(let answer): "the server answers \(answer.code): \(answer.reason)"
        case .notSent(let reason), .unknown(let reason): reason
        default: "the answer is not one to what was asked"
        }
    }
}
