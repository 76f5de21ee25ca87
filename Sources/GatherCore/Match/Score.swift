/// The goals of both sides, never negative.
public struct Score: Hashable, Sendable {
    /// The goals of Team A.
    public private(set) var teamA = 0

    /// The goals of Team B.
    public private(set) var teamB = 0

    /// Makes the score of a gather that has just opened, `0-0`.
    public init() {}

    /// The goals of one side; a new value is clamped to ``Limits/score``.
    public internal(set) subscript(side: Side) -> Int {
        get {
            switch side {
            case .teamA: teamA
            case .teamB: teamB
            }
        }
        set {
            let bounded = min(max(newValue, Limits.score.lowerBound), Limits.score.upperBound)
            switch side {
            case .teamA: teamA = bounded
            case .teamB: teamB = bounded
            }
        }
    }

    /// Raises or lowers the goals of one side, within ``Limits/score``.
    mutating func add(_ delta: Int, to side: Side) {
        let bounded = min(max(delta, Limits.scoreDelta.lowerBound), Limits.scoreDelta.upperBound)
        self[side] += bounded
    }

    /// The side with more goals, or nil for a draw.
    public var winner: Side? {
        if teamA == teamB { return nil }
        return teamA > teamB ? .teamA : .teamB
    }

    /// The score as `A-B`, for example `1-1`.
    public var scoreDescription: String { "\(teamA)-\(teamB)" }
}
