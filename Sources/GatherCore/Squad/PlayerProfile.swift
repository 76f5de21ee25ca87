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

    /// Makes a profile from what a person gave.
    ///
    /// - Throws: The ``Problem`` of the first invalid field.
    public init(
        name: String, age: Int? = nil, skill: Skill? = nil, position: Position? = nil,
        favouriteTeam: String? = nil
    ) throws(Problem) {
        self.name = try Self.clean(name, .name)
        if let age { guard Limits.age.contains(age) else { throw .age } }
        (self.age, self.skill, self.position) = (age, skill, position)
        if let favouriteTeam {
            self.favouriteTeam = try Self.clean(favouriteTeam, .favouriteTeam)
        } else {
            self.favouriteTeam = nil
        }
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
            favouriteTeam: other.favouriteTeam ?? favouriteTeam)
        return updated ?? self
    }
}
