/// How well somebody plays.
public enum Skill: String, CaseIterable, Sendable {
    /// Has just begun.
    case beginner
    /// Plays for fun.
    case amateur
    /// Plays for a living.
    case professional

    /// What the player adds to the strength of a side.
    ///
    /// Whole steps: a professional is worth as much more than an amateur as that one is than a
    /// beginner, and two beginners make up for an amateur.
    public var strength: Int {
        switch self {
        case .beginner: 1
        case .amateur: 2
        case .professional: 3
        }
    }
}

/// Where somebody likes to play.
public enum Position: String, CaseIterable, Sendable {
    /// Between the posts.
    case goalkeeper
    /// At the back.
    case defender
    /// In the middle.
    case midfielder
    /// On the side.
    case winger
    /// In front.
    case striker
}

/// Somebody in a gather, as known when it was recorded: what becomes of the squad later changes
/// nothing about it.
public struct Player: Hashable, Sendable {
    /// The number in the squad.
    public let id: Int
    /// The name.
    public let name: String
    /// The preferred position.
    public let position: Position?

    /// Makes a player of the parts.
    public init(id: Int, name: String, position: Position? = nil) {
        (self.id, self.name, self.position) = (id, name, position)
    }
}
