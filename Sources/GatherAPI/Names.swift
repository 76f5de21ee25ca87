/// The names that others know things by: a server a side, a list a position.

extension ServerTeam {
    /// The name under which a server keeps the side.
    public var title: String {
        switch self {
        case .teamA: "Team A"
        case .teamB: "Team B"
        }
    }
}

extension PlayerPosition {
    /// How a list shows it, such as `GK`.
    public var acronym: String {
        switch self {
        case .goalkeeper: "GK"
        case .defender: "DEF"
        case .midfielder: "MID"
        case .winger: "W"
        case .striker: "ST"
        }
    }
}
