public import Varlink

/// One of the two sides of a gather, which the server calls by its title.
public enum ServerTeam: String, CaseIterable, Sendable, JSONDecodable {
    /// The first side.
    case teamA
    /// The second side.
    case teamB

    /// The name under which the server keeps it.
    public var title: String {
        switch self {
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }
}
