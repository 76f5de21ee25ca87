/// The values with which a match opens where a command gives none; nil is as built in.
public struct MatchDefaults: Hashable, Sendable {
    /// The time on the clock.
    public var time: GatherTime?
    /// The format; a command that gives a time opens a plain countdown all the same.
    public var format: MatchFormat?
    /// The name of the first side.
    public var teamAName: String?
    /// The name of the second side.
    public var teamBName: String?
    /// The colours of the sides.
    public var colors = TeamColors()
    /// The numbers of the players who are on the bench; one who has left the squad is not.
    public var players: [Int] = []

    /// Makes the defaults that are built in.
    public init() {}

    /// Returns the same values as they are stored: clean, and each player once.
    ///
    /// - Throws: A ``Refusal`` if no match could open with them.
    public func checked(_ squad: Squad) throws(Refusal) -> MatchDefaults {
        var checked = self
        if let time, time.duration == nil { throw .invalidTime }
        checked.teamAName = try Gather.name(teamAName, of: .teamA)
        checked.teamBName = try Gather.name(teamBName, of: .teamB)
        checked.colors = TeamColors().changed(by: colors)
        checked.players = try Gather.players(players, in: Lineup(), squad).map(\.id)
        guard checked.players.count <= Limits.gatherPlayers else {
            throw .tooManyPlayers(maximum: Limits.gatherPlayers)
        }
        return checked
    }

    /// Returns the numbers of those who usually play and are still in the squad; nil if nobody is.
    func players(in squad: Squad) -> [Int]? {
        let present = players.filter { squad.player($0) != nil }
        return present.isEmpty ? nil : present
    }
}
