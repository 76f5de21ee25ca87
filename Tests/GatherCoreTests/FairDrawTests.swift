import GatherCore
import Testing

struct FairDrawTests {
    typealias Candidate = FairDraw.Candidate

    /// A squad of some size, with any mixture of skills and positions.
    private static func squad(of count: Int, _ random: inout SplitMix64) -> [Candidate] {
        let skills: [Skill?] = [.beginner, .amateur, .professional, nil]
        let positions: [Position?] = Position.allCases + [nil]
        // Some squads have hardly anything in common, others have many of one kind.
        let few = random.once(in: 3)
        var id = 0
        return (0..<count).map { _ in
            id += Int.random(in: 1...9, using: &random)
            return Candidate(
                id: id,
                position: few ? random.one(of: [.goalkeeper, nil]) : random.one(of: positions),
                skill: random.one(of: skills))
        }
    }

    private static func strength(_ side: [Candidate]) -> Int {
        side.reduce(0) { $0 + $1.strength }
    }

    private static func goalkeepers(_ side: [Candidate]) -> Int {
        side.count { $0.position == .goalkeeper }
    }

    private static func imbalance(_ one: [Candidate], _ other: [Candidate]) -> Int {
        Position.allCases.reduce(0) { sum, position in
            let counts = [one, other].map { $0.count { $0.position == position } }
            return sum + abs(counts[0] - counts[1])
        }
    }

    /// Every split, whichever way round, by trying both sides for each player.
    private static func splits(_ players: [Candidate]) -> [(one: [Candidate], other: [Candidate])] {
        var splits: [(one: [Candidate], other: [Candidate])] = [([], [])]
        for player in players {
            splits = splits.flatMap { split in
                [(split.one + [player], split.other), (split.one, split.other + [player])]
            }
        }
        return splits.filter { split in
            abs(split.one.count - split.other.count) <= 1
                && (goalkeepers(players) < 2
                    || goalkeepers(split.one) > 0 && goalkeepers(split.other) > 0)
        }
    }

    private static func sides(
        _ sides: FairDraw.Sides, of players: [Candidate]
    ) -> (one: [Candidate], other: [Candidate]) {
        (
            players.filter { sides.teamA.contains($0.id) },
            players.filter { sides.teamB.contains($0.id) }
        )
    }

    @Test(
        "the draw is as fair as the fairest that brute force finds", arguments: CoreLawTests.seeds)
    func bruteForce(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<60 {
            let players = Self.squad(of: Int.random(in: 2...11, using: &random), &random)
            let all = Self.splits(players)
            func difference(_ split: (one: [Candidate], other: [Candidate])) -> Int {
                abs(Self.strength(split.one) - Self.strength(split.other))
            }
            let least = all.map(difference).min()
            let fair = all.filter { difference($0) == least }
            let imbalance = fair.map { Self.imbalance($0.one, $0.other) }.min()
            let fairest = fair.count { Self.imbalance($0.one, $0.other) == imbalance }
            let draw = FairDraw(players)
            // Brute force has each split both ways round.
            #expect(draw.equallyFair == fairest / 2, "seed \(seed): \(players)")
            let drawn = try #require(draw.sides(seed: Int.random(in: 0...99, using: &random)))
            let sides = Self.sides(drawn.sides, of: players)
            #expect(sides.one.count + sides.other.count == players.count)
            #expect(all.contains { $0.one == sides.one && $0.other == sides.other })
            #expect(difference(sides) == least, "seed \(seed): \(players)")
            #expect(Self.imbalance(sides.one, sides.other) == imbalance, "seed \(seed)")
        }
    }

    /// The least difference of strength of sides with a goalkeeper each: which sums a side of a
    /// size can have, player after player.
    private static func leastDifference(_ players: [Candidate]) -> Int? {
        struct Side: Hashable { var (count, strength, goalkeepers) = (0, 0, 0) }
        var sides: Set<Side> = [Side()]
        for player in players {
            for var side in sides {
                side.count += 1
                side.strength += player.strength
                side.goalkeepers += player.position == .goalkeeper ? 1 : 0
                sides.insert(side)
            }
        }
        let (all, keepers) = (strength(players), goalkeepers(players))
        return sides.filter { side in
            abs(players.count - 2 * side.count) <= 1
                && (keepers < 2 || side.goalkeepers > 0 && side.goalkeepers < keepers)
        }.map { abs(all - 2 * $0.strength) }.min()
    }

    @Test("so it is for up to 22 players", arguments: CoreLawTests.seeds)
    func twentyTwo(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for count in 12...22 {
            let players = Self.squad(of: count, &random)
            let drawn = try #require(FairDraw(players).sides(seed: count))
            let sides = Self.sides(drawn.sides, of: players)
            let difference = abs(Self.strength(sides.one) - Self.strength(sides.other))
            #expect(difference == Self.leastDifference(players), "seed \(seed): \(players)")
        }
    }

    /// Seven a side, of whom each seed below draws what another program for the same method does.
    private static let evening = (1...14).map { id in
        Candidate(
            id: id, position: (Position.allCases + [nil])[id % 6],
            skill: [nil, .beginner, .amateur, .professional][id % 4])
    }

    @Test("a seed draws the same sides everywhere, whatever the order of the players")
    func repeatable() throws {
        let draw = FairDraw(Self.evening.reversed())
        let known: [Int: [Int]] = [
            0: [1, 2, 6, 8, 9, 10, 11], 1: [2, 3, 5, 6, 10, 13, 14], 2: [1, 3, 4, 5, 6, 7, 14],
            4_294_967_295: [1, 2, 6, 9, 10, 11, 14],
        ]
        for (seed, teamA) in known {
            let drawn = try #require(draw.sides(seed: seed))
            #expect(drawn.sides.teamA == teamA, "seed \(seed)")
            #expect(drawn.seed == seed)
            #expect(FairDraw(Self.evening).sides(seed: seed)?.sides == drawn.sides)
        }
    }

    @Test("different seeds reach every one of the fairest splits, both ways round")
    func seeds() throws {
        let players = (1...6).map { Candidate(id: $0) }
        let draw = FairDraw(players)
        #expect(draw.equallyFair == 10)
        var drawn: Set<FairDraw.Sides> = []
        for seed in 0..<400 { drawn.insert(try #require(draw.sides(seed: seed)).sides) }
        #expect(drawn.count == 20)
    }

    @Test("again draws others that are as fair, and its seed draws them without it")
    func again() throws {
        for seed in 0..<40 {
            let first = try #require(FairDraw(Self.evening).sides(seed: seed))
            let draw = FairDraw(Self.evening, present: first.sides)
            let second = try #require(draw.sides(seed: seed, other: true))
            let split: Set = [Set(second.sides.teamA), Set(second.sides.teamB)]
            #expect(split != [Set(first.sides.teamA), Set(first.sides.teamB)])
            #expect(FairDraw(Self.evening).sides(seed: second.seed)?.sides == second.sides)
        }
    }

    @Test("any number is a seed, and the next one after the last that can be given is the first")
    func anySeed() throws {
        let first = try #require(FairDraw(Self.evening).sides(seed: 1)).sides
        let draw = FairDraw(Self.evening, present: first)
        for seed in [Int.max, .min, -1, Limits.seed.upperBound] {
            #expect(draw.sides(seed: seed, other: true) != nil)
        }
        // The seed that drew the present sides is passed over.
        let three = (1...3).map { Candidate(id: $0) }
        let present = try #require(FairDraw(three).sides(seed: .max)).sides
        let other = FairDraw(three, present: present)
        #expect(other.equallyFair == 3)
        let next = try #require(other.sides(seed: .max, other: true))
        #expect(Limits.seed.contains(next.seed))
    }

    @Test("again draws nothing where there are no others")
    func noOthers() throws {
        let players = [Candidate(id: 1), Candidate(id: 2)]
        let first = try #require(FairDraw(players).sides(seed: 5)).sides
        #expect(FairDraw(players, present: first).sides(seed: 5, other: true) == nil)
        // Sides of somebody else are passed over by all.
        let present = FairDraw.Sides(teamA: [3], teamB: [1])
        #expect(FairDraw(players, present: present).sides(seed: 5, other: true) != nil)
        #expect(FairDraw([]).sides(seed: 1) == nil)
    }
}
