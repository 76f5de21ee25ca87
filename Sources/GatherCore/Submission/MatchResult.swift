/// The result of a match as it is sent; it always has both fields.
public struct MatchResult: Hashable, Sendable {
    /// The score as `A-B`, such as `2-1`.
    public let score: String

    /// The winner as `Team A`, `Team B`, or `None` for a draw.
    public let winnerTeam: String

    /// Makes a result from its fields; nil if one is empty or malformed.
    public init?(score: String, winnerTeam: String) {
        let goals = score.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let figures = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard goals.count == 2,
            goals.allSatisfy({ (1...3).contains($0.count) && $0.allSatisfy(figures.contains) })
        else { return nil }
        let winners = Side.allCases.map(\.section.heading) + ["None"]
        guard winners.contains(winnerTeam) else { return nil }
        (self.score, self.winnerTeam) = (score, winnerTeam)
    }

    /// Makes the result of a gather that has ended; nil for any other gather.
    public init?(_ gather: Gather) {
        guard gather.phase == .ended else { return nil }
        self.init(score: gather.score.scoreDescription, winnerTeam: gather.winnerDescription)
    }
}
