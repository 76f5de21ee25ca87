/// The kicks from the mark, which decide a match that is drawn.
///
/// The sides take turns, five kicks each; after that one each, until one side has scored and the
/// other has not. They are over as soon as they are decided. Their goals are not in the score.
public struct Kicks: Hashable, Sendable {
    /// The number of kicks of each side before sudden death; they end earlier if they are decided.
    public static let each = 5

    /// The kicks that were taken, in order.
    public private(set) var taken: [TakenKick] = []

    init() {}

    /// Returns the goals of a side.
    public func goals(of side: Side) -> Int { taken.count { $0.kick.side == side && $0.kick.isIn } }

    /// The goals of both sides as `A-B`, such as `4-3`.
    public var scoreDescription: String { "\(goals(of: .teamA))-\(goals(of: .teamB))" }

    /// Returns the goals of both sides after the kick of an event; nil if it does not stand.
    public func score(after number: Int) -> String? {
        guard taken.contains(where: { $0.number == number }) else { return nil }
        var then = Kicks()
        then.taken = taken.filter { $0.number <= number }
        return then.scoreDescription
    }

    /// The side that kicks next; nil before the first kick, which is free, and when it is decided.
    public var next: Side? { winner == nil ? taken.last?.kick.side.other : nil }

    /// True if each side has had its five kicks, and it is not decided.
    public var isSuddenDeath: Bool {
        winner == nil && Side.allCases.allSatisfy { count(of: $0) >= Self.each }
    }

    /// The side that the other one cannot reach any more; nil while there is none.
    public var winner: Side? {
        Side.allCases.first { goals(of: $0) > goals(of: $0.other) + left(for: $0.other) }
    }

    /// Returns true if a kick of this side can be taken now.
    func canTake(_ side: Side) -> Bool {
        winner == nil && next.map { $0 == side } ?? true && taken.count < Limits.kicks
    }

    /// Adds a kick; one that cannot be taken is left out.
    mutating func take(_ kick: Kick, number: Int) {
        if canTake(kick.side) { taken.append(TakenKick(number: number, kick: kick)) }
    }

    private func count(of side: Side) -> Int { taken.count { $0.kick.side == side } }

    /// Returns the kicks that a side still has in this round, or in the first five.
    private func left(for side: Side) -> Int {
        max(Self.each, count(of: .teamA), count(of: .teamB)) - count(of: side)
    }
}

/// A kick from the mark.
public struct Kick: Hashable, Sendable {
    /// The side that takes it.
    public let side: Side
    /// True if it is a goal.
    public let isIn: Bool
    /// The player; nil if that is not known.
    public let player: Player?

    /// Makes a kick.
    public init(_ side: Side, isIn: Bool, by player: Player? = nil) {
        (self.side, self.isIn, self.player) = (side, isIn, player)
    }
}

/// A kick from the mark that stands.
public struct TakenKick: Hashable, Sendable {
    /// The number of the event that recorded it.
    public let number: Int
    /// The kick.
    public let kick: Kick
}

/// A kick from the mark that a person reports.
public struct GivenKick: Hashable, Sendable {
    /// The side that took it.
    public var side: Side
    /// True if it is a goal.
    public var isIn: Bool
    /// The player's number; nil if that is not known.
    public var player: Int?

    /// Makes a kick.
    public init(_ side: Side, isIn: Bool, by player: Int? = nil) {
        (self.side, self.isIn, self.player) = (side, isIn, player)
    }
}
