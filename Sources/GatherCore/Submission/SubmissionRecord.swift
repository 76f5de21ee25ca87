/// The state of a result on its way to a server, as a restart has to know it.
public struct SubmissionRecord: Hashable, Sendable {
    /// The progress at a server, as far as it is known.
    public enum Progress: Hashable, Sendable {
        /// Nothing. Can become: creating.
        case nothing
        /// A gather may have been made, and only these without a result were there before; nil if
        /// that is not known. Can become: created; nothing.
        case creating(account: String, before: Set<String>?)
        /// The gather is there.
        case created(RemoteGather)

        /// The account that it is for.
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
        /// The server answered for good, with this number. Ends by a retry.
        case refused(ServerAnswer.Meaning, code: Int)
        /// A gather may have been made, and may be any of these. Ends by a decision, or when a
        /// list leaves no choice.
        case undecided(candidates: [String])
        /// Somebody decided that it is not sent. Ends by a retry.
        case dropped
    }

    /// The result to be sent; nil while the end is taken back.
    public var result: MatchResult?
    /// The players, Team A first.
    public var players: [SubmittedPlayer]
    /// The user it was ended for; nil if nobody was known.
    public var owner: ResultOwner?
    /// The known progress at the server.
    public var progress: Progress
    /// The verdict that only a person can change, if any.
    public var verdict: Verdict?
    /// Until when the end can be taken back; nil once it is due.
    public var heldUntil: Moment?
    /// Players who wait for a person.
    public var questions: [PlayerQuestion] = []
    /// Gathers at the server that another one has replaced, or none: they are to be deleted.
    public var former: [RemoteGather] = []
    /// Leftovers at the server that only a person can delete.
    public var leftovers: [Leftover] = []
    /// A write that may be carried out later, or was carried out twice.
    public var doubt: SubmissionDoubt?
    /// Players who were made at the server and are not in the gather yet: somebody else may have
    /// made them too.
    public var made: [MadePlayer] = []
    /// Whether the gather was discarded after something was sent.
    public var isDiscarded = false

    /// Makes the record of a result of which nothing is sent.
    public init(
        result: MatchResult?, players: [SubmittedPlayer] = [], owner: ResultOwner? = nil,
        progress: Progress = .nothing, verdict: Verdict? = nil, heldUntil: Moment? = nil
    ) {
        (self.result, self.players, self.owner) = (result, players, owner)
        (self.progress, self.verdict, self.heldUntil) = (progress, verdict, heldUntil)
    }
}

/// The user of a server for whom a match was ended.
public struct ResultOwner: Hashable, Sendable {
    /// The server's address.
    public let server: String
    /// The server's ID of the user, where it has given one.
    public let userID: String?
    /// The user name; nil if it was not to be remembered.
    public let name: String?

    /// Makes an owner of its parts.
    public init(server: String, userID: String?, name: String?) {
        (self.server, self.userID, self.name) = (server, userID, name)
    }

    /// Whether both are the same person: by the server's ID, or by name at the same server, where
    /// somebody has registered again after the server had lost its users.
    public func isSame(as other: ResultOwner) -> Bool {
        if let userID, userID == other.userID { return true }
        return server == other.server && name != nil && name == other.name
    }
}

/// Something at the server that only a person can delete: nothing proves whose it is, or somebody
/// else has changed it.
public struct Leftover: Hashable, Sendable {
    /// The reason that it is there.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A gather without a result, which a lost request may have made.
        case stray
        /// A gather that another one has replaced.
        case replaced
        /// The gather of a match that was discarded.
        case discarded
        /// A player of a name, whom a lost request may have made.
        case player
    }

    /// The reason that it is there.
    public let kind: Kind
    /// The account it is in.
    public let account: String
    /// The server's ID: of a player, a number.
    public let id: String
    /// The name of a player.
    public let name: String?
    /// The score as it was seen; nil without a result.
    public let score: String?
    /// The server's numbers of the players as they were seen, in order; nil if that is not known.
    public let players: [Int]?

    /// Makes one of its parts.
    public init(
        _ kind: Kind, account: String, id: String, name: String? = nil, score: String? = nil,
        players: [Int]? = nil
    ) {
        (self.kind, self.account, self.id) = (kind, account, id)
        (self.name, self.score, self.players) = (name, score, players)
    }

    /// The same one in an account that has another name by now.
    func moved(to account: String) -> Leftover {
        Leftover(kind, account: account, id: id, name: name, score: score, players: players)
    }
}

/// A player of whom a person has to say who it is at the server.
public struct PlayerQuestion: Hashable, Sendable {
    /// The unknown that a person has to settle.
    public enum Kind: Hashable, Sendable {
        /// Several at the server have the name; these are their numbers.
        case sameName([Int])
        /// The number belongs to another name by now.
        case otherName(Int)
    }

    /// The number in the squad.
    public let number: Int
    /// The unknown that a person has to settle.
    public let kind: Kind

    /// Makes a question about a player.
    public init(number: Int, _ kind: Kind) { (self.number, self.kind) = (number, kind) }
}
