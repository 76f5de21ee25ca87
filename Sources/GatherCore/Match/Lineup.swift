/// Who stands where in a gather.
public struct Lineup: Hashable, Sendable {
    /// Those who are chosen, but on neither side.
    public private(set) var bench: [Player] = []
    /// The first side.
    public private(set) var teamA: [Player] = []
    /// The second side.
    public private(set) var teamB: [Player] = []

    /// Makes the lineup of a gather without players.
    public init() {}

    /// The players of a section, in the order in which they came.
    public private(set) subscript(section: TeamSection) -> [Player] {
        get {
            switch section {
            case .bench: bench
            case .teamA: teamA
            case .teamB: teamB
            }
        }
        set {
            switch section {
            case .bench: bench = newValue
            case .teamA: teamA = newValue
            case .teamB: teamB = newValue
            }
        }
    }

    /// Everybody in the gather.
    public var everybody: [Player] { bench + teamA + teamB }

    /// Where a player stands; nil for one who is not in the gather.
    public func section(of id: Int) -> TeamSection? {
        TeamSection.allCases.first { self[$0].contains { $0.id == id } }
    }

    /// The player of the gather with a number.
    public func player(_ id: Int) -> Player? { everybody.first { $0.id == id } }

    /// The side that has nobody, though somebody was chosen: nothing can start then.
    public var sideWithoutPlayers: Side? {
        if bench.isEmpty && teamA.isEmpty && teamB.isEmpty { return nil }
        return Side.allCases.first { self[$0.section].isEmpty }
    }

    /// Those of some players whom it takes to be moved to a section, or out of the gather: the
    /// others are there already.
    func movers(of players: [Player], to destination: TeamSection?) -> [Player] {
        players.filter { section(of: $0.id) != destination }
    }

    /// How many of some players are not in the gather.
    func arriving(of players: [Player]) -> Int { players.count { section(of: $0.id) == nil } }

    /// Whether so many more fit in.
    func hasRoom(for arriving: Int) -> Bool {
        everybody.count + arriving <= Limits.gatherPlayers
    }

    /// Puts players to a section, or out of the gather; who is there already keeps the place.
    mutating func move(_ players: [Player], to destination: TeamSection?) {
        let moved = Set(players.map(\.id))
        for section in TeamSection.allCases where section != destination {
            self[section].removeAll { moved.contains($0.id) }
        }
        guard let destination else { return }
        var there = Set(self[destination].map(\.id))
        for player in players where there.insert(player.id).inserted {
            self[destination].append(player)
        }
    }

    /// Makes these the sides, and nobody else is on one.
    mutating func draw(_ teamA: [Player], _ teamB: [Player]) {
        move(self.teamA + self.teamB, to: .bench)
        move(teamA, to: .teamA)
        move(teamB, to: .teamB)
    }
}
