/// The colour of a side.
public enum TeamColor: String, CaseIterable, Sendable {
    /// No colour.
    case uncolored = "none"
    /// The colours that a side can have.
    case black, white, grey, red, orange, yellow, green, blue, purple, pink
}

/// The colours of both sides; in a command or an event, nil keeps a colour, and in a gather it is
/// none.
public struct TeamColors: Hashable, Sendable {
    /// The colour of the first side.
    public var teamA: TeamColor?
    /// The colour of the second side.
    public var teamB: TeamColor?

    /// Makes a pair of colours.
    public init(teamA: TeamColor? = nil, teamB: TeamColor? = nil) {
        (self.teamA, self.teamB) = (teamA, teamB)
    }

    /// Returns the colour of a side.
    public subscript(side: Side) -> TeamColor? { side == .teamA ? teamA : teamB }

    /// Returns the colours after a change of them.
    func changed(by change: TeamColors) -> TeamColors {
        func changed(_ color: TeamColor?, by new: TeamColor?) -> TeamColor? {
            guard let new else { return color }
            return new == .uncolored ? nil : new
        }
        return TeamColors(
            teamA: changed(teamA, by: change.teamA), teamB: changed(teamB, by: change.teamB))
    }
}
