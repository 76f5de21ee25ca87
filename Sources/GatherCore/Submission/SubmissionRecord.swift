/// The state of a submission, as it is stored for a restart.
public struct SubmissionRecord: Hashable, Sendable {
    /// The known progress at a server.
    public enum Progress: Hashable, Sendable {
        /// Nothing was sent. Can become: creating.
        case nothing
        /// A gather may have been made; `before` lists those without a result that were there
        /// before, or is nil if unknown. Can become: created; nothing.
        case creating(account: String, before: Set<String>?)
        /// The gather exists.
        case created(RemoteGather)

        /// The account of the progress.
        var account: String? {
            switch self {
            case .nothing: nil
            case .creating(let account, _): account
            case .created(let remote): remote.account
            }
        }
    }

    /// A verdict that only a person can change.
    public enum Verdict: Hashable, Sendable {
        /// The server refused for good, with this code. Ends by a retry.
        case refused(ServerAnswer.Meaning, code: Int)
        /// A gather may have been made and may be any of these. Ends by a decision, or when a list
        /// leaves only one choice.
        case undecided(candidates: [String])
        /// A person dropped the submission. Ends by a retry.
        case dropped
    }

    /// The result to be sent; nil while the end is taken back.
    public var result: MatchResult?
    /// The players, Team A first.
    public var players: [SubmittedPlayer]
    /// The user for whom the match was ended; nil if unknown.
    public var owner: ResultOwner?
    /// The known progress at the server.
    public var progress: Progress
    /// The verdict that only a person can change, if any.
    public var verdict: Verdict?
    /// The end of the time in which the end can be taken back; nil once that has passed.
    public var heldUntil: Moment?
    /// The players that wait for a person's answer.
    public var questions: [PlayerQuestion] = []
    /// Gathers at the server to be deleted, because they were replaced or discarded.
    public var former: [RemoteGather] = []
    /// Leftovers at the server that only a person can delete.
    public var leftovers: [Leftover] = []
    /// A write that may be carried out later, or was carried out twice.
    public var doubt: SubmissionDoubt?
    /// Players who were made at the server and are not in the gather yet; somebody else may have
    /// made them too.
    public var made: [MadePlayer] = []
    /// True if the gather was discarded after something was sent.
    public var isDiscarded = false

    /// Makes the record of a result before anything is sent.
    public init(
        result: MatchResult?, players: [SubmittedPlayer] = [], owner: ResultOwner? = nil,
        progress: Progress = .nothing, verdict: Verdict? = nil, heldUntil: Moment? = nil
    ) {
        (self.result, self.players, self.owner) = (result, players, owner)
        (self.progress, self.verdict, self.heldUntil) = (progress, verdict, heldUntil)
    }

    /// Takes out a player who is forgotten: the result is sent without one who is not at the server
    /// in its gather.
    ///
    /// - Parameters:
    ///   - number: The number in the squad.
    ///   - names: The names that the player has had.
    public mutating func forget(_ number: Int, named names: Set<String>) {
        var remote: RemoteGather?
        if case .created(let created) = progress { remote = created }
        players.removeAll { $0.number == number && remote?.contains($0) != true }
        questions.removeAll { $0.number == number }
        made.removeAll { $0.number == number }
        for name in names { doubt?.playersBefore[name] = nil }
        leftovers = leftovers.map { leftover in
            leftover.name.map(names.contains) == true ? leftover.withoutName : leftover
        }
    }
}

/// The user of a server for whom a match was ended.
public struct ResultOwner: Hashable, Sendable {
    /// The server's address.
    public let server: String
    /// The server's ID of the user, if it has assigned one.
    public let userID: String?
    /// The user name; nil if it was not to be remembered.
    public let name: String?

    /// Makes an owner.
    public init(server: String, userID: String?, name: String?) {
        (self.server, self.userID, self.name) = (server, userID, name)
    }

    /// Returns true if both are the same person, by the server's ID or by name at the same server.
    ///
    /// The name decides where somebody has registered again after the server had lost its users.
    public func isSame(as other: ResultOwner) -> Bool {
        if let userID, userID == other.userID { return true }
        return server == other.server && name != nil && name == other.name
    }
}

/// Something at the server that only a person can delete, because nobody can prove whose it is, or
/// somebody else has changed it.
public struct Leftover: Hashable, Sendable {
    /// The origin of a leftover.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A gather without a result, which a lost request may have made.
        case stray
        /// A gather that was replaced by another one.
        case replaced
        /// The gather of a match that was discarded.
        case discarded
        /// A player whom a lost request may have made.
        case player
    }

    /// The origin of the leftover.
    public let kind: Kind
    /// The account that it is in.
    public let account: String
    /// The server's ID; for a player, a number.
    public let id: String
    /// The name, if it is a player.
    public let name: String?
    /// The score as last seen; nil without a result.
    public let score: String?
    /// The server's numbers of the players as last seen, in order; nil if unknown.
    public let players: [Int]?

    /// Makes a leftover.
    public init(
        _ kind: Kind, account: String, id: String, name: String? = nil, score: String? = nil,
        players: [Int]? = nil
    ) {
        (self.kind, self.account, self.id) = (kind, account, id)
        (self.name, self.score, self.players) = (name, score, players)
    }

    /// The same leftover without the name of the player.
    fileprivate var withoutName: Leftover {
        Leftover(kind, account: account, id: id, score: score, players: players)
    }

    /// Returns the same leftover in an account whose key has changed.
    func moved(to account: String) -> Leftover {
        Leftover(kind, account: account, id: id, name: name, score: score, players: players)
    }
}

/// A question about a player's identity at the server, for a person to answer.
public struct PlayerQuestion: Hashable, Sendable {
    /// The kind of a question.
    public enum Kind: Hashable, Sendable {
        /// Several players at the server have the name; these are their numbers.
        case sameName([Int])
        /// The number belongs to another name by now.
        case otherName(Int)
    }

    /// The number in the squad.
    public let number: Int
    /// The kind of the question.
    public let kind: Kind

    /// Makes a question about a player.
    public init(number: Int, _ kind: Kind) { (self.number, self.kind) = (number, kind) }
}
