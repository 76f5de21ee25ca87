/// A gather that was made at a server.
public struct RemoteGather: Hashable, Sendable {
    /// A player who is in it.
    public struct Placed: Hashable, Sendable {
        /// The server's number of the player.
        public let id: Int
        /// The number in the squad; nil for one whom somebody else has put in.
        public let number: Int?
        /// The side; nil where it is not known, as the server does not list it.
        public let side: Side?

        /// Makes one of its parts.
        public init(id: Int, number: Int? = nil, side: Side? = nil) {
            (self.id, self.number, self.side) = (id, number, side)
        }
    }

    /// The key of the account it belongs to.
    public let account: String
    /// The server's ID.
    public let id: String
    /// Whether the server has answered our request with the ID: then nobody else has made it.
    public let isOurs: Bool
    /// Whether somebody has said that it is this one, of those that it may be.
    public let isChosen: Bool
    /// The players who are known to be in it, as often as they are.
    public var placed: [Placed]
    /// The result that it is known to have.
    public var sent: MatchResult?
    /// Results of ours that it may have, as their answers were lost.
    public var lost: [MatchResult] = []

    /// Makes one of its parts.
    public init(
        account: String, id: String, isOurs: Bool = false, isChosen: Bool = false,
        placed: [Placed] = [], sent: MatchResult? = nil
    ) {
        (self.account, self.id) = (account, id)
        (self.isOurs, self.isChosen) = (isOurs, isChosen)
        (self.placed, self.sent) = (placed, sent)
    }

    /// The same gather in an account that has another name by now.
    func moved(to account: String) -> RemoteGather {
        var remote = RemoteGather(
            account: account, id: id, isOurs: isOurs, isChosen: isChosen, placed: placed,
            sent: sent)
        remote.lost = lost
        return remote
    }

    /// Notes a result that it may have.
    mutating func note(lost result: MatchResult) {
        if !lost.contains(result) { lost.append(result) }
        lost.removeFirst(max(lost.count - Limits.submissionResultsKnown, 0))
    }

    /// Whether a player is in it.
    func contains(_ player: SubmittedPlayer) -> Bool {
        placed.contains { $0.number == player.number || $0.id == player.id }
    }

    /// Whether somebody is in it who did not play, is on another side, or is in it twice: the
    /// server has no request that takes a player out of a gather.
    func isMisplaced(for players: [SubmittedPlayer]) -> Bool {
        let ids = placed.map(\.id)
        if isOurs, Set(ids).count < ids.count { return true }
        return placed.contains { placed in
            guard let number = placed.number, let side = placed.side else { return false }
            return players.first { $0.number == number }?.side != side
        }
    }

    /// Takes in who the server says is in it.
    ///
    /// - Parameter players: Those who are put into it.
    mutating func take(_ listed: [Int], of players: [SubmittedPlayer]) {
        var known = placed
        placed = listed.map { id in
            if let index = known.firstIndex(where: { $0.id == id }) {
                return known.remove(at: index)
            }
            let player = players.first { $0.id == id }
            return Placed(id: id, number: player?.number, side: player?.side)
        }
    }
}
