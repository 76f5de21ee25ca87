/// Where a player stands.
public enum TeamSection: String, CaseIterable, Sendable {
    /// Chosen, but not in a side.
    case bench
    /// The first side.
    case teamA
    /// The second side.
    case teamB

    /// The heading over the section's players.
    public var heading: String {
        switch self {
        case .bench: "Bench"
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }

    /// The side that plays, or nil for the bench.
    public var side: Side? { Side(rawValue: rawValue) }
}

/// One of the two sides that play, and so score.
public enum Side: String, CaseIterable, Sendable {
    /// The side of section Team A.
    case teamA
    /// The side of section Team B.
    case teamB

    /// The side it plays against.
    public var other: Side { self == .teamA ? .teamB : .teamA }

    /// The section its players stand in.
    public var section: TeamSection { self == .teamA ? .teamA : .teamB }
}
