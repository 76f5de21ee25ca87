/// What is known of a player; every one that there is can be kept.
public struct PlayerProfile: Hashable, Sendable {
    /// A field of it.
    public enum Field: String, CaseIterable, Sendable {
        /// The name.
        case name
        /// The age in years.
        case age
        /// How well they play.
        case skill
        /// Where they like to play.
        case position
        /// The team they support.
        case favouriteTeam
    }

    /// Why there is no such player.
    public enum Problem: Error, Hashable, Sendable {
        /// A text is none that can be shown.
        case text(Field, CleanText.Problem)
        /// The age is not in ``Limits/age``.
        case age
    }

    /// The name.
    public let name: String
    /// The age in years.
    public let age: Int?
    /// How well they play.
    public let skill: Skill?
    /// Where they like to play.
    public let position: Position?
    /// The team they support.
    public let favouriteTeam: String?

    /// Makes a profile of what a person gave.
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
}
