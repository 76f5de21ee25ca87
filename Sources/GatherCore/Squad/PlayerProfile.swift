/// The data about a player; any value of this type can be stored.
public struct PlayerProfile: Hashable, Sendable {
    /// A field of a profile.
    public enum Field: String, CaseIterable, Sendable {
        /// The name.
        case name
        /// The age in years.
        case age
        /// The level of play.
        case skill
        /// The preferred position.
        case position
        /// The team they support.
        case favouriteTeam
    }

    /// The reason why there can be no such player.
    public enum Problem: Error, Hashable, Sendable {
        /// The text of a field cannot be displayed.
        case text(Field, CleanText.Problem)
        /// The age is not in ``Limits/age``.
        case age
        /// The number on the shirt is not in ``Limits/shirt``.
        case shirt
    }

    /// The name.
    public let name: String
    /// The age in years.
    public let age: Int?
    /// The level of play.
    public let skill: Skill?
    /// The preferred position.
    public let position: Position?
    /// The team they support.
    public let favouriteTeam: String?
    /// The number on the shirt, which no server knows.
    public private(set) var shirt: Int?

    /// Makes a profile from what a person gave.
    ///
    /// - Throws: The ``Problem`` of the first invalid field.
    public init(
        name: String, age: Int? = nil, skill: Skill? = nil, position: Position? = nil,
        favouriteTeam: String? = nil, shirt: Int? = nil
    ) throws(Problem) {
        self.name = try Self.clean(name, .name)
        if let age { guard Limits.age.contains(age) else { throw .age } }
        if let shirt { guard Limits.shirt.contains(shirt) else { throw .shirt } }
        (self.age, self.skill, self.position, self.shirt) = (age, skill, position, shirt)
        if let favouriteTeam {
            self.favouriteTeam = try Self.clean(favouriteTeam, .favouriteTeam)
        } else {
            self.favouriteTeam = nil
        }
    }

    /// The profile of everybody who was forgotten.
    public static let somebody = PlayerProfile(unchecked: Player.somebody)

    private init(unchecked name: String) {
        (self.name, age, skill, position, favouriteTeam) = (name, nil, nil, nil, nil)
        shirt = nil
    }

    /// Returns the profile that a server has of the player, with what it does not know.
    public func replaced(by fetched: PlayerProfile) -> PlayerProfile {
        var profile = fetched
        profile.shirt = shirt
        return profile
    }

    private static func clean(_ text: String, _ field: Field) throws(Problem) -> String {
        do { return try CleanText(text).text } catch { throw .text(field, error) }
    }

    /// Returns the profile with the fields that another one knows.
    public func updated(by other: PlayerProfile) -> PlayerProfile {
        // The fields of two valid profiles are valid together.
        let updated = try? PlayerProfile(
            name: other.name, age: other.age ?? age, skill: other.skill ?? skill,
            position: other.position ?? position,
            favouriteTeam: other.favouriteTeam ?? favouriteTeam, shirt: other.shirt ?? shirt)
        return updated ?? self
    }
}
