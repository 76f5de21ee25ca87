/// Splits players into two fair sides.
///
/// The sides have the same number of players, or one has one more. If there are two goalkeepers or
/// more, each side has one; this rule comes first. Of all such splits, the fairest have the least
/// difference of strength; among these, they are the ones that share out the positions best. That
/// is, the sum over the five positions of how many more players one side has is the least. A player
/// without a position counts for none, and a player without a skill counts as an amateur.
///
/// The method is exact: it checks every split, 352,716 of them for 22 players, each as a set of
/// bits. The choice for a seed follows from the players' numbers and the seed alone, so anybody can
/// repeat it.
public struct FairDraw: Sendable {
    /// A player to be drawn.
    public struct Candidate: Hashable, Sendable {
        /// The number in the squad.
        public let id: Int
        /// The preferred position.
        public let position: Position?
        /// The level of play.
        public let skill: Skill?

        /// Makes a candidate.
        public init(id: Int, position: Position? = nil, skill: Skill? = nil) {
            (self.id, self.position, self.skill) = (id, position, skill)
        }

        /// The strength that the player adds to a side.
        public var strength: Int { (skill ?? .amateur).strength }
    }

    /// Two sides, by their players' numbers.
    public struct Sides: Hashable, Sendable {
        /// The first side.
        public let teamA: [Int]
        /// The second side.
        public let teamB: [Int]

        /// Makes two sides.
        public init(teamA: [Int], teamB: [Int]) {
            (self.teamA, self.teamB) = (teamA, teamB)
        }
    }

    /// The number of fairest splits, regardless of which side is called Team A.
    public private(set) var equallyFair = 0

    private let splits: Splits
    private var least = Int.max
    /// The index of the present split among the fairest ones.
    private var present: Int?

    /// Checks every split.
    ///
    /// - Parameters:
    ///   - candidates: The players, from 2 to ``Limits/drawPlayers``; any others are left out.
    ///   - sides: The present sides, to which ``sides(seed:other:)`` can return alternatives.
    public init(_ candidates: [Candidate], present sides: Sides? = nil) {
        splits = Splits(candidates)
        let presentSide = sides.flatMap(splits.side)
        var (least, count, present): (Int, Int, Int?) = (.max, 0, nil)
        splits.forEach { side in
            let unfairness = splits.unfairness(of: side, atMost: least)
            if unfairness < least { (least, count, present) = (unfairness, 0, nil) }
            guard unfairness == least, unfairness < .max else { return true }
            if side == presentSide { present = count }
            count += 1
            return true
        }
        (self.least, equallyFair, self.present) = (least, count, present)
    }

    /// Returns the sides that a seed draws.
    ///
    /// - Parameter other: True to skip the present sides.
    /// - Returns: The sides, and the seed that draws them without skipping any: the given one, or
    ///   the next that does. Nil if there are no others.
    public func sides(seed: Int, other: Bool = false) -> (sides: Sides, seed: Int)? {
        guard equallyFair > (other && present != nil ? 1 : 0) else { return nil }
        var seed = seed
        while true {
            var numbers = SeededNumbers(seed: UInt64(truncatingIfNeeded: seed))
            let chosen = Int(numbers.next() % UInt64(equallyFair))
            let isTurned = numbers.next() % 2 == 1
            if !other || chosen != present { return (sides(chosen, isTurned: isTurned), seed) }
            seed = seed >= Limits.seed.upperBound ? Limits.seed.lowerBound : seed + 1
        }
    }

    private func sides(_ chosen: Int, isTurned: Bool) -> Sides {
        var (found, left): (UInt32, Int) = (0, chosen)
        splits.forEach { side in
            guard splits.unfairness(of: side, atMost: least) == least else { return true }
            (found, left) = (side, left - 1)
            return left >= 0
        }
        let (one, other) = (splits.ids(in: found), splits.ids(in: ~found))
        return isTurned ? Sides(teamA: one, teamB: other) : Sides(teamA: other, teamB: one)
    }
}

/// All ways to split the players, each as the bits of those on one side.
private struct Splits {
    private let ids: [Int]
    /// The players of each position, as bits.
    private let positions: [UInt32]
    /// The players of strength 2 or more, as bits.
    private let atLeastAmateurs: UInt32
    /// The players of strength 3, as bits.
    private let professionals: UInt32
    private let goalkeepers: UInt32
    /// The strength of all players together.
    private let strength: Int

    init(_ candidates: [FairDraw.Candidate]) {
        let sorted = candidates.sorted { $0.id < $1.id }.prefix(Limits.drawPlayers.upperBound)
        func bits(_ isOne: (FairDraw.Candidate) -> Bool) -> UInt32 {
            sorted.enumerated().reduce(0) { $0 | (isOne($1.element) ? 1 << $1.offset : 0) }
        }
        ids = sorted.map(\.id)
        positions = Position.allCases.map { position in bits { $0.position == position } }
        atLeastAmateurs = bits { $0.strength >= Skill.amateur.strength }
        professionals = bits { $0.strength >= Skill.professional.strength }
        goalkeepers = positions[0]
        strength = sorted.reduce(0) { $0 + $1.strength }
    }

    /// Calls the body for all splits in a fixed order, until it returns false.
    ///
    /// Each split is given by its smaller side if there is one, else by the side without the first
    /// player.
    func forEach(_ body: (_ side: UInt32) -> Bool) {
        let count = ids.count
        guard count >= 2 else { return }
        let isEven = count.isMultiple(of: 2)
        let end: UInt32 = 1 << UInt32(isEven ? count - 1 : count)
        var side: UInt32 = 1 << UInt32(count / 2) - 1
        while side < end {
            guard body(isEven ? side << 1 : side) else { return }
            // Computes the next greater number with as many ones.
            let lowest = side & (~side &+ 1)
            let ripple = side &+ lowest
            side = ((side ^ ripple) >> 2) / lowest | ripple
        }
    }

    /// Returns a measure that is greater for a less fair split.
    ///
    /// It is the greatest value if a goalkeeper is missing, or if the strengths alone exceed
    /// `most`.
    func unfairness(of side: UInt32, atMost most: Int) -> Int {
        let strengthOfSide =
            side.nonzeroBitCount + (side & atLeastAmateurs).nonzeroBitCount
            + (side & professionals).nonzeroBitCount
        let difference = abs(strength - 2 * strengthOfSide) << 8
        guard difference <= most else { return .max }
        if goalkeepers.nonzeroBitCount >= 2 {
            guard goalkeepers & side != 0, goalkeepers & ~side != 0 else { return .max }
        }
        var imbalance = 0
        for position in positions {
            imbalance += abs(position.nonzeroBitCount - 2 * (position & side).nonzeroBitCount)
        }
        return difference + imbalance
    }

    private var everybody: UInt32 { 1 << UInt32(ids.count) - 1 }

    /// Returns the numbers of the players on a side.
    func ids(in side: UInt32) -> [Int] {
        ids.indices.filter { side >> UInt32($0) & 1 == 1 }.map { ids[$0] }
    }

    /// Returns the side that stands for the split in ``forEach(_:)``.
    ///
    /// It is nil if the sides do not consist of exactly these players.
    func side(of sides: FairDraw.Sides) -> UInt32? {
        guard sides.teamA.count + sides.teamB.count == ids.count,
            Set(sides.teamA + sides.teamB) == Set(ids)
        else { return nil }
        let teamA = ids.indices.reduce(UInt32(0)) { bits, index in
            bits | (sides.teamA.contains(ids[index]) ? 1 << UInt32(index) : 0)
        }
        let isGoneThrough =
            ids.count.isMultiple(of: 2) ? teamA & 1 == 0 : teamA.nonzeroBitCount == ids.count / 2
        return isGoneThrough ? teamA : everybody & ~teamA
    }
}
