/// The record of how two sides were drawn.
public struct Draw: Hashable, Sendable {
    /// The seed that draws the same sides from the same players again.
    public let seed: Int
    /// The strength of the first side.
    public let strengthA: Int
    /// The strength of the second side.
    public let strengthB: Int
    /// The number of equally fair splits, this one included.
    public let equallyFair: Int
    /// The numbers of the players without a skill, who count as amateurs.
    public let withoutSkill: [Int]

    /// Makes the record of a draw.
    public init(seed: Int, strengthA: Int, strengthB: Int, equallyFair: Int, withoutSkill: [Int]) {
        (self.seed, self.equallyFair, self.withoutSkill) = (seed, equallyFair, withoutSkill)
        (self.strengthA, self.strengthB) = (strengthA, strengthB)
    }
}

/// Two sides, and the record of their draw.
public struct DrawnTeams: Hashable, Sendable {
    /// The first side.
    public let teamA: [Player]
    /// The second side.
    public let teamB: [Player]
    /// The record of the draw.
    public let draw: Draw
    /// True if they were drawn from all players in the gather, false if players were named.
    public let isOfAll: Bool

    /// Makes drawn sides.
    public init(teamA: [Player], teamB: [Player], draw: Draw, isOfAll: Bool = false) {
        (self.teamA, self.teamB, self.draw) = (teamA, teamB, draw)
        self.isOfAll = isOfAll
    }
}

extension Gather {
    /// Draws two sides.
    ///
    /// - Parameters:
    ///   - ids: The players to draw; nil for all in the gather.
    ///   - again: True to draw other sides than the present ones. If no others are as fair, the
    ///     present ones are returned.
    public func drawTeams(
        of ids: [Int]?, seed: Int, again: Bool, squad: Squad
    ) throws(Refusal) -> DrawnTeams {
        let lineup = phase == .open ? lineup : Lineup()
        let players = try Self.players(ids ?? lineup.everybody.map(\.id), in: lineup, squad)
        guard players.count >= Limits.drawPlayers.lowerBound else {
            throw .tooFewPlayers(minimum: Limits.drawPlayers.lowerBound)
        }
        guard players.count <= Limits.drawPlayers.upperBound else {
            throw .tooManyPlayers(maximum: Limits.drawPlayers.upperBound)
        }
        let candidates = players.map {
            FairDraw.Candidate(id: $0.id, position: $0.position, skill: squad[$0.id]?.profile.skill)
        }
        let present = FairDraw.Sides(teamA: lineup.teamA.map(\.id), teamB: lineup.teamB.map(\.id))
        let draw = FairDraw(candidates, present: again ? present : nil)
        let drawn = draw.sides(seed: seed, other: again)
        let sides = drawn?.sides ?? present
        func strength(_ side: [Int]) -> Int {
            candidates.filter { side.contains($0.id) }.reduce(0) { $0 + $1.strength }
        }
        return DrawnTeams(
            teamA: Self.arranged(players, sides.teamA), teamB: Self.arranged(players, sides.teamB),
            draw: Draw(
                seed: drawn?.seed ?? seed, strengthA: strength(sides.teamA),
                strengthB: strength(sides.teamB), equallyFair: draw.equallyFair,
                withoutSkill: candidates.filter { $0.skill == nil }.map(\.id).sorted()),
            isOfAll: ids == nil)
    }

    /// Returns the players of a side from the goalkeeper to the strikers, those without a position
    /// last.
    private static func arranged(_ players: [Player], _ side: [Int]) -> [Player] {
        func place(_ player: Player) -> Int {
            player.position.flatMap(Position.allCases.firstIndex) ?? Position.allCases.count
        }
        return players.filter { side.contains($0.id) }
            .sorted { (place($0), $0.id) < (place($1), $1.id) }
    }
}
