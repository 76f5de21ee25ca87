/// A player's level of play.
public enum Skill: String, CaseIterable, Sendable {
    /// Has just begun.
    case beginner
    /// Plays for fun.
    case amateur
    /// Plays for a living.
    case professional

    /// The amount that the player adds to the strength of a side.
    ///
    /// The steps are equal: a professional is worth as much more than an amateur as an amateur is
    /// more than a beginner, and two beginners make up for an amateur.
    public var strength: Int {
        switch self {
        case .beginner: 1
        case .amateur: 2
        case .professional: 3
        }
    }
}

/// A player's preferred position.
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

/// A player of a gather, as recorded at the time.
///
/// A later change to the squad is taken over when an event of the gather names the player again.
public struct Player: Hashable, Sendable {
    /// The number in the squad.
    public let id: Int
    /// The name.
    public let name: String
    /// The preferred position.
    public let position: Position?
    /// The number on the shirt.
    public let shirt: Int?
    /// The seal of what the record had of a player who was forgotten since; nil for any other.
    public let seal: String?

    /// The name of everybody who was forgotten.
    public static let somebody = "somebody"

    /// True if the player was forgotten: nothing but the number is known.
    public var isForgotten: Bool { seal != nil }

    /// Makes a player.
    public init(id: Int, name: String, position: Position? = nil, shirt: Int? = nil) {
        (self.id, self.name, self.position, self.shirt) = (id, name, position, shirt)
        seal = nil
    }

    /// Makes a player who was forgotten.
    public init(forgotten id: Int, seal: String) {
        (self.id, name, position, shirt) = (id, Self.somebody, nil, nil)
        self.seal = seal
    }
}
