/// The section of a gather that a player is in.
public enum TeamSection: String, CaseIterable, Sendable {
    /// Chosen, but on neither side.
    case bench
    /// The first side.
    case teamA
    /// The second side.
    case teamB

    /// The heading above the section's players.
    public var heading: String {
        switch self {
        case .bench: "Bench"
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }

    /// The side, or nil for the bench.
    public var side: Side? { Side(rawValue: rawValue) }
}

/// One of the two sides that play and score.
public enum Side: String, CaseIterable, Sendable {
    /// The side of section Team A.
    case teamA
    /// The side of section Team B.
    case teamB

    /// The opposing side.
    public var other: Side { self == .teamA ? .teamB : .teamA }

    /// The section of its players.
    public var section: TeamSection { self == .teamA ? .teamA : .teamB }
}
