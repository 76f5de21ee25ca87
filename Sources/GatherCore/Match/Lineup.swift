/// The players of a gather by section.
public struct Lineup: Hashable, Sendable {
    /// The chosen players who are on neither side.
    public private(set) var bench: [Player] = []
    /// The first side.
    public private(set) var teamA: [Player] = []
    /// The second side.
    public private(set) var teamB: [Player] = []

    /// Makes an empty lineup.
    public init() {}

    /// The players of a section, in the order in which they joined it.
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

    /// All players of the gather.
    public var everybody: [Player] { bench + teamA + teamB }

    /// Returns a player's section, or nil for a player who is not in the gather.
    public func section(of id: Int) -> TeamSection? {
        TeamSection.allCases.first { self[$0].contains { $0.id == id } }
    }

    /// Returns the player of the gather with this number.
    public func player(_ id: Int) -> Player? { everybody.first { $0.id == id } }

    /// The side without players, though players were chosen; the countdown cannot start then.
    public var sideWithoutPlayers: Side? {
        if bench.isEmpty && teamA.isEmpty && teamB.isEmpty { return nil }
        return Side.allCases.first { self[$0.section].isEmpty }
    }

    /// Returns those of the players whom a move to a section, or out of the gather, changes.
    ///
    /// The others are there already.
    func movedPlayers(of players: [Player], to destination: TeamSection?) -> [Player] {
        players.filter { section(of: $0.id) != destination }
    }

    /// Returns how many of the players are not in the gather yet.
    func arriving(of players: [Player]) -> Int { players.count { section(of: $0.id) == nil } }

    /// Returns true if this many more players fit in the gather.
    func hasRoom(for arriving: Int) -> Bool {
        everybody.count + arriving <= Limits.gatherPlayers
    }

    /// Returns true if a move of players to a section, or out of the gather, changes where one is
    /// or what is recorded of one.
    func isChanged(byMoving players: [Player], to destination: TeamSection?) -> Bool {
        if !movedPlayers(of: players, to: destination).isEmpty { return true }
        return destination != nil && players.contains { player($0.id) != $0 }
    }

    /// Replaces what is recorded of a player, who keeps the place; one who is not in the gather
    /// stays out.
    mutating func renew(_ player: Player) {
        for section in TeamSection.allCases {
            guard let place = self[section].firstIndex(where: { $0.id == player.id }) else {
                continue
            }
            self[section][place] = player
        }
    }

    /// Moves players to a section, or out of the gather; those who are there already keep their
    /// place.
    mutating func move(_ players: [Player], to destination: TeamSection?) {
        let moved = Set(players.map(\.id))
        for section in TeamSection.allCases where section != destination {
            self[section].removeAll { moved.contains($0.id) }
        }
        guard let destination else { return }
        var there = Set(self[destination].map(\.id))
        for player in players {
            if there.insert(player.id).inserted {
                self[destination].append(player)
            } else {
                renew(player)
            }
        }
    }

    /// Makes these the sides and moves all other players to the bench.
    mutating func draw(_ teamA: [Player], _ teamB: [Player]) {
        move(self.teamA + self.teamB, to: .bench)
        move(teamA, to: .teamA)
        move(teamB, to: .teamB)
    }
}
