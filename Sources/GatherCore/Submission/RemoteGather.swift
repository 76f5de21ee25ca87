/// A gather that exists at a server.
public struct RemoteGather: Hashable, Sendable {
    /// A player in the gather.
    public struct Placed: Hashable, Sendable {
        /// The server's number of the player.
        public let id: Int
        /// The number in the squad; nil for a player that somebody else put in.
        public let number: Int?
        /// The side; nil if it is unknown, since the server does not list it.
        public let side: Side?

        /// Makes a placed player.
        public init(id: Int, number: Int? = nil, side: Side? = nil) {
            (self.id, self.number, self.side) = (id, number, side)
        }
    }

    /// The key of the gather's account.
    public let account: String
    /// The server's ID.
    public let id: String
    /// True if the server answered our own request with the ID, so that nobody else can have made
    /// it.
    public let isOurs: Bool
    /// True if a person has chosen this gather among the candidates, or wants the result in it
    /// replaced.
    public internal(set) var isChosen: Bool
    /// The players known to be in it; one who is in it twice is listed twice.
    public var placed: [Placed]
    /// The result that the server is known to have.
    public var sent: MatchResult?
    /// Results of ours that the server may have, since their answers were lost.
    public var lost: [MatchResult] = []

    /// Makes a remote gather.
    public init(
        account: String, id: String, isOurs: Bool = false, isChosen: Bool = false,
        placed: [Placed] = [], sent: MatchResult? = nil
    ) {
        (self.account, self.id) = (account, id)
        (self.isOurs, self.isChosen) = (isOurs, isChosen)
        (self.placed, self.sent) = (placed, sent)
    }

    /// Returns the same gather in an account whose key has changed.
    func moved(to account: String) -> RemoteGather {
        var remote = RemoteGather(
            account: account, id: id, isOurs: isOurs, isChosen: isChosen, placed: placed,
            sent: sent)
        remote.lost = lost
        return remote
    }

    /// Records a result that the server may have.
    mutating func record(lost result: MatchResult) {
        if !lost.contains(result) { lost.append(result) }
        lost.removeFirst(max(lost.count - Limits.submissionResultsKnown, 0))
    }

    /// Records that a person wants the result sent again, over any that the server has by now.
    ///
    /// In a gather that never had ours, another one may be another match's.
    mutating func sendAgain() {
        if sent != nil { isChosen = true }
        doubtResult()
    }

    /// Records that the server may have lost the result that was sent.
    mutating func doubtResult() {
        if let sent { record(lost: sent) }
        sent = nil
    }

    /// Returns true if a player is in the gather.
    func contains(_ player: SubmittedPlayer) -> Bool {
        placed.contains { $0.number == player.number || $0.id == player.id }
    }

    /// Returns true if a player in the gather did not play, is on another side, or is in it twice.
    ///
    /// The server has no request that takes a player out of a gather.
    func isMisplaced(for players: [SubmittedPlayer]) -> Bool {
        let ids = placed.map(\.id)
        if isOurs, Set(ids).count < ids.count { return true }
        return placed.contains { placed in
            guard let number = placed.number, let side = placed.side else { return false }
            return players.first { $0.number == number }?.side != side
        }
    }

    /// Records the players who are in the gather according to the server.
    ///
    /// - Parameter players: The players that we put into it.
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
